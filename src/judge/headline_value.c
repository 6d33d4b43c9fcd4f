/* In: pieces of a change. Out: what each is worth as a headline.
 *
 *  1. By itself (judge/headline_worth.h).
 *  2. By where it stands: pages begin with what matters most.
 *  3. By what stands beside it: what a reader takes for one thing is worth what all of it says, once. */
#include "judge/headline_value.h"

#include "base/hash.h"
#include "base/map.h"
#include "judge/members.h"
#include "judge/headline_line.h"
#include "judge/headline_quote.h"
#include "judge/headline_record.h"
#include "judge/headline_worth.h"
#include "judge/leads.h"

#define VALUE_VERSION 1.5       /* the date of a legal text names the version that is in force */
#define VALUE_MEMBER_BEHIND 0.1 /* of one of an object that is new and has a name */
#define VALUE_KNOWN 0.3         /* of what other cards of the page say too, "Add to cart", and of an edit that others had */
#define VALUE_BEHIND 0.5        /* of what follows in a paragraph or a card that is new as a whole: its beginning stands for it */
#define VALUE_AROUND 0.3        /* of what stands around the content */
#define VALUE_TRIMMING 0.05     /* of who wrote it, where it is filed, how to share it */
#define VALUE_USUAL 0.6         /* less of an edit, where each visit finds another: what has not changed before is read first */
#define VALUE_MOSTLY 1.2        /* of what is gone, where hardly anything came */
#define VALUE_AGAIN 0.5         /* more for each further place from which the same is gone */
#define VALUE_OFTEN 2.5         /* and no more than so much: then it is worth what is new */
#define RANK_HALF 8.0           /* pages begin with what matters most: so many pieces further down it is half */

enum { SHORT_WORDS = 3, LINK_WORDS = 2, FAR_MORE = 5, MUCH = 5 }; /* MUCH: one word in so many is gone */

static bool is_new_heading(const struct headline_piece *item)
{
    return item->piece->heading && !item->piece->old && item->piece->sentence != NONE;
}

/* The heading element around a word of one. */
static uint32_t heading_node(const struct page *p, uint32_t word)
{
    uint32_t n = p->word[word].node;
    while (n && (p->dom.node[n].kind != NODE_ELEMENT || p->dom.node[n].tag < TAG_H1 || p->dom.node[n].tag > TAG_H6))
        n = p->dom.node[n].parent;
    return n;
}

/* Whether nothing new stands between a heading and the next one, which is no smaller: names in a row, as in a menu. */
static bool is_bare(const struct delta *d, const struct headline_piece *item, uint32_t i, uint32_t n)
{
    if (!is_new_heading(&item[i]) || i + 1 >= n || !is_new_heading(&item[i + 1])
        || item[i + 1].piece->heading > item[i].piece->heading)
        return false;
    const struct sentence *s = &d->new->sentence[item[i].piece->sentence], *next = &d->new->sentence[item[i + 1].piece->sentence];
    return next->word == s->end && heading_node(d->new, s->word) != heading_node(d->new, next->word);
}

/* Whether a heading is gone with what stood below it: it says which section that was. */
static bool heads_gone(const struct headline_piece *item, uint32_t i, uint32_t n)
{
    return item[i].worth->heads && item[i].piece->kind == PIECE_REMOVED && i + 1 < n && item[i + 1].piece->kind == PIECE_REMOVED
           && item[i + 1].piece->sentence == item[i].piece->sentence + 1 && !item[i + 1].piece->heading;
}

/* What was removed at several places is one thing, and weighs more for it. The first stands for all. */
static void join_equals(struct arena *a, const struct delta *d, struct headline_piece *item, uint32_t n)
{
    struct map first;
    map_open(&first, a, 64);
    for (uint32_t i = 0; i < n; i++) {
        const struct judge_piece *p = item[i].piece;
        item[i].times = 1;
        if (p->kind != PIECE_REMOVED || p->sentence == NONE)
            continue;
        uint32_t *at = map_slot(&first, d->old->sentence[p->sentence].hash, i);
        if (*at == i)
            continue;
        item[*at].times++;
        item[i].times = 0;
    }
}

/* Of the words that a line lost and gained; 0: it has none of letters, or is a heading, which stands for what is below it. */
static uint64_t edit_key(const struct delta *d, const struct judge_piece *p)
{
    uint64_t key = 1;
    if (p->kind != PIECE_CHANGED || p->sentence == NONE || p->old || p->heading || !p->came[SHAPE_LETTERS]
        || !p->went[SHAPE_LETTERS])
        return 0;
    const struct sentence *s = &d->new->sentence[p->sentence];
    for (uint32_t w = s->word; w < s->end; w++)
        key = d->new_to_old[w] == NONE ? hash_mix(key, d->new->symbol[w]) : key;
    for (uint32_t w = p->old_word; w < p->old_end; w++)
        key = d->old_to_new[w] == NONE ? hash_mix(key + 1, d->old->symbol[w]) : key;
    return key;
}

/* How well it can be quoted: a line that says something, and all of it. */
static unsigned quotable(const struct delta *d, const struct headline_piece *item)
{
    const struct sentence *s = &d->new->sentence[item->piece->sentence];
    return item->piece->kept < HEADLINE_FULL_WORDS ? 0 : fits_between(d->new, s->word, s->end, HEADLINE_CHARS) ? 2 : 1;
}

/* Where several lines had the same words exchanged for the same, one that can be quoted better is read before those that cannot. */
static void join_edits(struct arena *a, const struct delta *d, struct headline_piece *item, uint32_t n)
{
    struct map first;
    map_open(&first, a, 64);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t key = item[i].version ? 0 : edit_key(d, item[i].piece);
        uint32_t *at = key ? map_slot(&first, key, i) : NULL;
        if (!at || *at == i)
            continue;
        if (quotable(d, &item[i]) <= quotable(d, &item[*at]))
            continue;
        item[*at].value *= VALUE_KNOWN;
        *at = i;
    }
}

/* Labels and headings are repeated by their nature. */
static double often_of(const struct headline_piece *item)
{
    bool says = item->piece->went[SHAPE_LETTERS] >= HEADLINE_FULL_WORDS && !item->piece->heading;
    if (item->times < 2 || !says)
        return item->times ? 1 : 0;
    return MIN(1 + VALUE_AGAIN * (item->times - 1), VALUE_OFTEN);
}

/* By itself, whatever the sentence says of the version that is in force. */
static double value_of(const struct headline_piece *item)
{
    return item->version && item->piece->kind != PIECE_TITLE ? VALUE_VERSION : item->worth->value;
}

/* ---- What is one thing to a reader ---- */

static bool is_inside(const struct page *p, uint32_t record, uint32_t sentence)
{
    uint32_t word = p->sentence[sentence].word;
    return word >= p->first_word[record] && word < p->first_word[p->dom.node[record].end];
}

static bool is_behind(const struct page *p, const struct judge_piece *before, const struct judge_piece *piece)
{
    return before->kind == piece->kind && before->old == piece->old && before->sentence + 1 == piece->sentence && !piece->heading
           && !(p->word[p->sentence[piece->sentence].word].flags & WORD_BREAK);
}

static void find_records(const struct delta *d, struct headline_piece *item, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct judge_piece *p = item[i].piece, *before = i ? item[i - 1].piece : NULL;
        const struct page *page = p->old ? d->old : d->new;
        item[i].record = NONE;
        item[i].rows = 0;
        item[i].behind = item[i].slight = false;
        if (p->sentence == NONE || !came_or_went(p))
            continue;
        item[i].behind = before && before->sentence != NONE && is_behind(page, before, p);
        bool same =
            before && item[i - 1].record != NONE && before->old == p->old && is_inside(page, item[i - 1].record, p->sentence);
        item[i].record = same ? item[i - 1].record : item[i].worth->record;
    }
}

static uint64_t record_text(const struct page *p, uint32_t record)
{
    uint64_t key = 0;
    for (uint32_t w = p->first_word[record]; w < p->first_word[p->dom.node[record].end]; w++)
        key = hash_mix(key + 1, p->symbol[w]);
    return key;
}

/* A row or item whose words all stood in another that is gone has moved, though other rows with some of its words are new: it is neither
 * quoted nor counted. */
static void leave_moved(struct arena *a, const struct delta *d, struct headline_piece *item, uint32_t n)
{
    struct map gone;
    map_open(&gone, a, 16);
    for (uint32_t i = 0, last = NONE; i < n; i++) {
        const struct judge_piece *p = item[i].piece;
        bool moved = p->kind == PIECE_MOVED && p->old && p->sentence != NONE;
        uint32_t record = moved ? record_around(d->old, d->old->sentence[p->sentence].word) : NONE;
        if (record != NONE && record != last && d->old_to_new[d->old->first_word[record]] == NONE)
            ++*map_slot(&gone, record_text(d->old, record), 0);
        last = record == NONE ? last : record;
    }
    bool moved = false;
    for (uint32_t i = 0, last = NONE; i < n && gone.n; i++) {
        if (item[i].piece->old || item[i].record == NONE || !item[i].piece->known)
            continue;
        if (item[i].record != last) {
            uint32_t *left = map_find(&gone, record_text(d->new, item[i].record));
            moved = left && *left;
            if (moved)
                --*left;
        }
        last = item[i].record;
        item[i].share = moved ? 0 : item[i].share;
    }
}

static bool is_link(const struct delta *d, const struct headline_piece *item)
{
    const struct judge_piece *p = item->piece;
    return letters_in(p) >= LINK_WORDS && !item->piece->trimming && leads_to_page(p->old ? d->old : d->new, p->sentence);
}

static bool is_name(const struct delta *d, const struct judge_piece *p)
{
    const struct page *page = p->old ? d->old : d->new;
    uint32_t word = page->sentence[p->sentence].word;
    return page->kind == KIND_JSON && member_is_value(page, word) && member_worth_at(page, word) == MEMBER_NAME;
}

/* Whether it reads like the title of an object: some words at the beginning of a member of its own, but not a text. */
static bool is_title_like(const struct page *p, const struct headline_piece *item)
{
    enum { WORDS_MOST = 20 };
    uint32_t word = p->sentence[item->piece->sentence].word, letters = letters_in(item->piece);
    return letters >= LINK_WORDS && letters <= WORDS_MOST && member_begins_at(p, word) && record_around(p, word) == item->record;
}

/* What a member says of an object as a whole: its name, else what reads like a title, and of those what people watch objects for. */
static double member_rank(const struct delta *d, const struct headline_piece *item)
{
    const struct page *p = item->piece->old ? d->old : d->new;
    uint32_t word = p->sentence[item->piece->sentence].word;
    enum member_worth worth = member_worth_at(p, word);
    if (!member_is_value(p, word) || worth == MEMBER_NAME)
        return worth == MEMBER_NAME && member_is_value(p, word) ? 3 : -2;
    if (worth != MEMBER_LAST && is_title_like(p, item))
        return worth == MEMBER_FIRST ? 2.5 : 2;
    return item->piece->known || item->piece->repeated ? 0 : 1;
}

/* What of a record stands for it: of what people want to read its heading or name, else what links to it, else the first words that are not
 * said elsewhere too; no date, and nothing that only goes with it. */
#define LEVEL_RANK 0.05 /* of two headings the one of the higher level: "Winter" may stand above it in a smaller one */
static double lead_rank(const struct delta *d, const struct headline_piece *item)
{
    const struct judge_piece *p = item->piece;
    double rank = 4 * item->share - p->picture - 3 * p->trimming - 0.5 * !letters_in(p) - LEVEL_RANK * p->heading;
    if (d->new->kind == KIND_JSON)
        return rank + member_rank(d, item) - 0.5 * p->known;
    if (p->known || (p->repeated && !p->heading && !is_link(d, item))) /* what several of them are called */
        return rank;
    return rank + 1 + (is_bold_heading(d, p) ? 2 : is_link(d, item));
}

static uint32_t lead_of(const struct delta *d, const struct headline_piece *item, uint32_t i, uint32_t end)
{
    uint32_t lead = i;
    double most = lead_rank(d, &item[i]);
    for (uint32_t k = i + 1; k < end; k++) {
        double rank = item[k].record == item[i].record ? lead_rank(d, &item[k]) : 0;
        lead = rank > most ? k : lead;
        most = MAX(most, rank);
    }
    return lead;
}

/* Where a record is news, so is what it is called, though other links and names beside it may be noise. */
static void share_names(const struct delta *d, struct headline_piece *item, uint32_t i, uint32_t end)
{
    double most = 0;
    for (uint32_t k = i; k < end; k++)
        most = MAX(most, item[k].record == item[i].record ? item[k].share : 0);
    for (uint32_t k = i; k < end; k++)
        if (item[k].record == item[i].record && !item[k].piece->known
            && (is_bold_heading(d, item[k].piece) || is_name(d, item[k].piece) || is_link(d, &item[k])))
            item[k].share = most;
}

/* Whether it says nothing beside what a record is called: the name of a member, a smaller heading above its title, a figure without a word:
 * the day of an entry, cut into its parts. */
static bool says_nothing(const struct page *p, const struct headline_piece *item, const struct headline_piece *lead)
{
    const struct judge_piece *piece = item->piece, *title = lead->piece;
    bool above = title->heading && piece->heading > title->heading && piece->sentence < title->sentence;
    const struct sentence *s = &p->sentence[piece->sentence];
    bool bare = p->kind == KIND_MARKUP && !letters_in(piece) && !piece->came[SHAPE_PRICE] && !piece->went[SHAPE_PRICE] && s->word
                && !str_eq(page_word(p, s->word - 1), STR(":"));
    return above || bare || (p->kind == KIND_JSON && !member_is_value(p, s->word));
}

/* Adds the words of a piece, if it is told, to those of its record. */
static void add_words(const struct headline_piece *item, uint32_t came[WORD_SHAPES], uint32_t went[WORD_SHAPES])
{
    for (unsigned s = 0; s < WORD_SHAPES && item->share > 0; s++) {
        came[s] += item->piece->came[s];
        went[s] += item->piece->went[s];
    }
}

/* A record that fits is said as a whole, and worth what all of it says; of a longer one the beginning is said first. */
static void join_record(const struct delta *d, struct headline_piece *item, uint32_t i, uint32_t end)
{
    share_names(d, item, i, end);
    const struct page *p = item[i].piece->old ? d->old : d->new;
    uint32_t came[WORD_SHAPES] = { 0 }, went[WORD_SHAPES] = { 0 }, lead = lead_of(d, item, i, end), record = item[i].record;
    double most = 0;
    bool heads = is_heads(p, record);
    bool fits = fits_between(p, p->first_word[record], p->first_word[p->dom.node[record].end], HEADLINE_CHARS);
    bool named =
        is_name(d, item[lead].piece)
        || (p->kind == KIND_JSON && is_title_like(p, &item[lead])); /* an object is known by that, and its members are many */
    for (uint32_t k = i; k < end; k++)
        most = MAX(most, item[k].record == record ? item[k].value : 0);
    for (uint32_t k = i; k < end; k++) {
        if (item[k].record != record)
            continue;
        add_words(&item[k], came, went);
        bool says = !item[k].piece->known && !item[k].piece->trimming && letters_in(item[k].piece) >= SHORT_WORDS
                    && p->kind != KIND_JSON; /* in the order of the page */
        item[k].value = fits || says_nothing(p, &item[k], &item[lead]) ? 0
                        : named                                        ? VALUE_MEMBER_BEHIND * item[k].value
                                : VALUE_BEHIND * (says ? item[k].share * most : item[k].value);
    }
    if (fits)
        most = MAX(most, item[lead].share * MAX(words_value(came), VALUE_REMOVED * words_value(went)));
    item[lead].value = !heads ? most : item[lead].piece->known ? 0 : VALUE_TRIMMING * most; /* other tables have the same */
}

/* What only moved may stand between the parts of a record. */
static bool in_record_of(const struct headline_piece *item, const struct headline_piece *next)
{
    return next->piece->kind == PIECE_MOVED || (next->record == item->record && next->piece->old == item->piece->old);
}

static void join_records(const struct delta *d, struct headline_piece *item, uint32_t n)
{
    for (uint32_t i = 0, end; i < n; i = end) {
        end = i + 1;
        for (uint32_t k = end; k < n && item[i].record != NONE && in_record_of(&item[i], &item[k]); k++)
            end = item[k].record == item[i].record ? k + 1 : end;
        if (end > i + 1)
            join_record(d, item, i, end);
    }
}

/* In a text no markup says what is a heading: of lines that came one after another the first is, and they are read in their order. */
static void join_lines(const struct delta *d, struct headline_piece *item, uint32_t n)
{
    for (uint32_t i = 0, end; i < n && d->new->kind == KIND_TEXT; i = end) {
        double most = item[i].value;
        for (end = i + 1; end < n && item[end].piece->kind == PIECE_ADDED && item[i].piece->kind == PIECE_ADDED
                          && item[end].piece->sentence == item[end - 1].piece->sentence + 1;
             end++)
            most = MAX(most, item[end].value);
        for (uint32_t k = i; k < end; k++)
            item[k].value = item[k].value > 0 ? most : 0;
    }
}

/* Of two lines that differ in marks and capitals alone, one came and the other went: neither is new nor gone. */
static void find_rewritten(struct arena *a, const struct delta *d, struct headline_piece *item, uint32_t n)
{
    struct map gone;
    map_open(&gone, a, 64);
    for (unsigned pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < n; i++) {
            const struct judge_piece *p = item[i].piece;
            enum piece_kind kind = pass ? PIECE_ADDED : PIECE_REMOVED;
            uint64_t key = p->kind == kind ? item[i].worth->letters : 0;
            uint32_t *other = !key ? NULL : pass ? map_find(&gone, key) : map_slot(&gone, key, i);
            if (pass && other && d->old->sentence[item[*other].piece->sentence].hash != d->new->sentence[p->sentence].hash)
                item[i].slight = item[*other].slight = true;
        }
}

/* Of changes that say nothing new one is said where there is no other that people want as much to read. */
static void leave_slight(struct headline_piece *item, uint32_t n)
{
    double most = 0;
    for (uint32_t i = 0; i < n; i++) {
        item[i].slight |= item[i].worth->slight;
        if (!item[i].slight && item[i].value > VALUE_NOTE)
            most = MAX(most, item[i].share);
    }
    for (uint32_t i = 0; i < n; i++)
        if (item[i].slight && item[i].share <= most)
            item[i].value = 0;
}

/* What has a date goes when its day has passed. */
static bool is_dropped(const struct judge_piece *p)
{
    return p->kind == PIECE_REMOVED && !p->went[SHAPE_TIME];
}

/* Where far more is gone than came, that is the news; not in a feed, whose entries make room for others, nor below a heading that has
 * another number: the next issue; nor where little else is left than what came, which says why. Returns whether much of
 * the page is gone. */
static bool lift_gone(const struct delta *d, struct headline_piece *item, uint32_t n)
{
    uint32_t came = 0, gone = 0;
    bool issue = d->new->kind != KIND_MARKUP;
    for (uint32_t i = 0; i < n; i++) {
        const struct judge_piece *p = item[i].piece;
        issue |=
            p->heading && p->kind == PIECE_CHANGED && (p->came[SHAPE_NUMBER] || is_release(d, p)) && item[i].value > VALUE_NOTE;
        came += item[i].share > 0 && !p->old ? p->came[SHAPE_LETTERS] : 0;
        gone += item[i].share > 0 && is_dropped(p) ? p->went[SHAPE_LETTERS] : 0;
    }
    bool left = 2 * came < d->new->n_words, mostly = left && !issue &&gone > FAR_MORE *MAX(came, HEADLINE_FULL_WORDS);
    for (uint32_t i = 0; i < n && mostly; i++)
        if (is_dropped(item[i].piece))
            item[i].value *= VALUE_MOSTLY / VALUE_REMOVED;
    return mostly && MUCH * gone > d->old->n_words;
}

/* Puts the first of what is gone before all that came, though that may stand further up; not before the name of another page, nor
 * the day from which terms hold. */
static void lead_with_gone(struct headline_piece *item, uint32_t n)
{
#define BEFORE 1.001
    struct headline_piece *first = NULL;
    double most = 0;
    for (uint32_t i = 0; i < n; i++) {
        most = MAX(most, item[i].piece->kind == PIECE_TITLE || item[i].version ? 0 : item[i].value);
        if (is_dropped(item[i].piece) && (!first || item[i].value > first->value))
            first = &item[i];
    }
    if (first && first->value > 0)
        first->value = MAX(first->value, BEFORE * most);
}

void headline_values(struct arena *a, const struct delta *d, struct headline_piece *item, uint32_t n)
{
    double words = 0, figures = 0;
    join_equals(a, d, item, n);
    find_records(d, item, n);
    leave_moved(a, d, item, n);
    for (uint32_t i = 0; i < n; i++) {
        item[i].value = item[i].share * value_of(&item[i]) * often_of(&item[i]);
        if (is_bare(d, item, i, n))
            item[i].value *= VALUE_BARE;
        if (heads_gone(item, i, n))
            item[i].value = MAX(item[i].value,
                                item[i].share * VALUE_REMOVED * heading_value(item[i].piece, VALUE_HEADING) * often_of(&item[i]));
        if (item[i].behind)
            item[i].value *= VALUE_BEHIND;
        if (item[i].piece->place > PLACE_ASIDE)
            item[i].value *= VALUE_AROUND;
        if (item[i].piece->known && came_or_went(item[i].piece))
            item[i].value *= VALUE_KNOWN;
        if (item[i].piece->kind == PIECE_CHANGED)
            item[i].value *= 1 - VALUE_USUAL * item[i].usual;
        if (item[i].piece->trimming)
            item[i].value *= VALUE_TRIMMING;
    }
    join_edits(a, d, item, n);
    join_records(d, item, n);
    join_lines(d, item, n);
    find_rewritten(a, d, item, n);
    leave_slight(item, n);
    bool mostly_gone = lift_gone(d, item, n);
    for (uint32_t i = 0; i < n; i++) {
        bool figure = !item[i].version && !item[i].piece->came[SHAPE_LETTERS] && !item[i].piece->went[SHAPE_LETTERS];
        if (item[i].piece->kind == PIECE_TITLE && item[i].value > VALUE_EMPTY_TITLE) /* it stands above all */
            continue;
        item[i].value /=
            1 + (words + (figure ? figures : 0)) / RANK_HALF; /* a table of figures does not put back what is said below it */
        *(figure ? &figures : &words) += MIN(item[i].value, 1.0);
    }
    headline_rows(a, d, item, n);
    if (mostly_gone)
        lead_with_gone(item, n);
}
