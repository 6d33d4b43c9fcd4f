/* In: a piece of a change, and the page's past. Out: amounts of evidence.
 *
 *  1. Words count as what they look like and by where they stand.
 *  2. What the past leaves of a piece is a share: of a place that changed on 8 of 10 visits little, of one that never changed all. The rest
 *     counts as churn. A long sentence of the main content that nobody has seen before is news however often that place brings news.
 *  3. A text that was there before counts as seen. States and prices are exempt: going back is the news.
 * Cost: O(words) for a piece: its sentence is read several times, and the line before it where that may be its label. */
#include "judge/evidence.h"

#include <math.h>

#include "compare/replaced.h"
#include "judge/ago.h"
#include "judge/beside_text.h"
#include "judge/countdown.h"
#include "judge/days.h"
#include "judge/habit.h"
#include "judge/headline_record.h"
#include "judge/leads.h"
#include "judge/legal.h"
#include "judge/middle.h"
#include "judge/moments.h"
#include "judge/periods.h"
#include "judge/pictures.h"
#include "judge/put_out.h"
#include "judge/relative.h"
#include "judge/returns.h"
#include "judge/sides.h"
#include "judge/spots.h"
#include "judge/states.h"
#include "judge/still.h"
#include "judge/traces.h"

static const struct {
    const char *name, *words;
    double weight;
} rows[EVIDENCES] = {
#define EVIDENCE(name, weight, words) [EVIDENCE_##name] = { #name, words, weight },
#include "judge/evidence.def"
#undef EVIDENCE
};

const char *evidence_words(enum evidence_kind kind)
{
    return rows[kind].words;
}

bool evidence_is_one(enum evidence_kind kind)
{
    static const bool one[EVIDENCES] = {
        [EVIDENCE_TITLE] = true,         [EVIDENCE_MAIN_HEADING] = true, [EVIDENCE_HEADING] = true,  [EVIDENCE_LEGAL_TIME] = true,
        [EVIDENCE_EVENT_TIME] = true,    [EVIDENCE_MAIN_MOVED] = true,   [EVIDENCE_MOVED] = true,    [EVIDENCE_PRICE] = true,
        [EVIDENCE_STATE] = true,         [EVIDENCE_SIGN] = true,         [EVIDENCE_DOCUMENT] = true, [EVIDENCE_STILL] = true,
        [EVIDENCE_ASKED] = true,         [EVIDENCE_TEXT_TIME] = true,    [EVIDENCE_PERIOD] = true,   [EVIDENCE_PICTURE] = true,
        [EVIDENCE_OTHER_PICTURE] = true, [EVIDENCE_REGROUPED] = true,
    };
    return one[kind];
}

bool evidence_names_times(const float amount[EVIDENCES])
{
    float named = amount[EVIDENCE_LEGAL_TIME] + amount[EVIDENCE_EVENT_TIME] + amount[EVIDENCE_TEXT_TIME] + amount[EVIDENCE_PERIOD];
    return named > 0 && named >= amount[EVIDENCE_MAIN_TIME] + amount[EVIDENCE_OTHER_TIME];
}

const char *evidence_name(enum evidence_kind kind)
{
    return rows[kind].name;
}

double noise_share(enum noise_kind noise)
{
    static const double shares[NOISES] = {
        [NOISE_NONE] = 1,    [NOISE_CHURN] = 0.2, [NOISE_SEEN] = 0.2,    [NOISE_MOVED] = 0.02,
        [NOISE_SHAPE] = 0.7, [NOISE_COUNT] = 0.1, [NOISE_RATE] = 0.1,    [NOISE_END] = 0.1,
        [NOISE_OVER] = 0.1,  [NOISE_PLACE] = 0.1, [NOISE_WORDING] = 0.1,
    };
    return shares[noise];
}

/* ---- Words ---- */

/* A date is one thing, however it is written. */
static float has_time(const struct judge_piece *p)
{
    return p->came[SHAPE_TIME] || p->went[SHAPE_TIME] ? 1 : 0;
}

/* Codes and marks are not words. */
static float all_words(const struct judge_piece *p)
{
    static const enum word_shape shapes[] = { SHAPE_LETTERS, SHAPE_NUMBER, SHAPE_PRICE };
    float n = has_time(p);
    for (size_t i = 0; i < ARRAY_LEN(shapes); i++)
        n += (float)(p->came[shapes[i]] + p->went[shapes[i]]);
    return n;
}

/* ---- States ---- */

static bool has_state(struct state_lists *lists, const struct page *p, uint32_t word, uint32_t end)
{
    AUTO(buf) text = BUF(256);
    if (!states_may_stand(lists, p, word, end))
        return false;
    page_words_line(p, word, MIN(end, word + 12), &text);
    return !text.over && states_named(lists, buf_str(&text));
}

#define FIRST_WORD 4.0 /* how much more the first word says than the next: log(1 + 4 n); 1, 4 and 16 were tried */

enum {
    STATE_WORDS = 8,
    STATE_LINE = 16,
    EVENT_LINE = 40,
    EVENT_WORDS = 2,
    EVENT_VISITS = 3,
    BUTTON_WORDS = 5,
    SENTENCE_WORDS = 5,
    LEGAL_WORDS = 60
};

/* Whether a state is among the words of the range that changed, or directly beside them: "In stock" says nothing of what changed at the
 * end of its line. */
static bool has_state_near(struct state_lists *lists, const struct page *p, const uint32_t *change, struct sentence range)
{
    enum { BESIDE = 2 };
    if (!states_may_stand(lists, p, range.word - MIN(range.word, (uint32_t)BESIDE), MIN(p->n_words, range.end + BESIDE)))
        return false; /* as most */
    for (uint32_t w = range.word; w < range.end; w++) {
        uint32_t from = w, to = w + 1;
        if (change[w] == NONE || !shape_is_letters(page_word(p, w)))
            continue;
        while (from > 0 && w - from < BESIDE && !(p->word[from].flags & WORD_BREAK))
            from--;
        while (to < p->n_words && to - w <= BESIDE && !(p->word[to].flags & WORD_BREAK))
            to++;
        if (has_state(lists, p, from, to))
            return true;
    }
    return false;
}

/* Whether the words of the range that changed stand together between brackets, and are a state: "A long title (sold out)". */
static bool has_state_aside(struct state_lists *lists, const struct page *p, const uint32_t *change, struct sentence range)
{
    uint32_t from = range.word, to = range.end;
    while (from < to && change[from] == NONE)
        from++;
    while (from < to && change[to - 1] == NONE)
        to--;
    if (to - from < 3 || to - from > STATE_WORDS)
        return false;
    struct str first = page_word(p, from), last = page_word(p, to - 1);
    bool brackets = (str_eq(first, STR("(")) && str_eq(last, STR(")"))) || (str_eq(first, STR("[")) && str_eq(last, STR("]")));
    return brackets && has_state(lists, p, from + 1, to - 1);
}

/* What a line says, and what it said before, if it did; empty where it is too long for a state. */
static void read_states(const struct delta *d, const struct judge_piece *p, struct buf *was, struct buf *now)
{
    struct sentence s = piece_range(p->old ? d->old : d->new, p);
    page_words_line(p->old ? d->old : d->new, s.word, s.end, now);
    if (p->old_end > p->old_word) {
        struct sentence gone = piece_was(d, p);
        page_words_line(d->old, gone.word, gone.end, was);
    }
}

/* It can be bought as before, in other words. */
static bool is_same_offer(const struct evidence_context *c, struct str was, struct str now)
{
    return states_are_alike(c->lists, was, now) || (c->rewords_buttons && states_can_buy(c->lists, now));
}

/* It says the same in other words, or what it says every day at that hour. */
static bool is_usual_state(const struct evidence_context *c, const struct judge_piece *p)
{
    AUTO(buf) was = BUF(1024);
    AUTO(buf) now = BUF(1024);
    read_states(c->delta, p, &was, &now);
    return !now.over && !was.over
           && (is_same_offer(c, buf_str(&was), buf_str(&now))
               || ((states_run(c->lists, buf_str(&now)) || states_run(c->lists, buf_str(&was)))
                   && past_was_there(c->past, p->text_key)));
}

/* A button that says the same in other words, and nothing else. */
static bool is_reworded_button(const struct evidence_context *c, const struct judge_piece *p)
{
    AUTO(buf) was = BUF(256);
    AUTO(buf) now = BUF(256);
    uint32_t words = MAX(p->came[SHAPE_LETTERS], p->went[SHAPE_LETTERS]) + p->kept;
    const struct page *page = p->old ? c->delta->old : c->delta->new;
    if (p->sentence == NONE || p->kind == PIECE_MOVED || words == 0 || words > BUTTON_WORDS
        || p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER] + p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE])
        return false;
    struct sentence s = piece_range(page, p);
    if (!states_may_stand(c->lists, page, s.word, s.end))
        return false;
    read_states(c->delta, p, &was, &now);
    return !now.over && !was.over && is_same_offer(c, buf_str(&was), buf_str(&now));
}

/* Only where words changed: the figures in "Operational, 99.98 % uptime" are not its state. */
static bool is_state(const struct evidence_context *c, const struct judge_piece *p)
{
    const struct delta *d = c->delta;
    uint32_t words = p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS];
    if (p->sentence == NONE || !place_is_content(p->place) || words == 0 || words > STATE_WORDS)
        return false;
    const struct page *page = p->old ? d->old : d->new;
    struct sentence s = piece_range(page, p), old = { .word = p->old_word, .end = p->old_end };
    bool (*has)(struct state_lists *, const struct page *, const uint32_t *, struct sentence) =
        s.end - s.word > STATE_LINE ? has_state_aside : has_state_near;
    bool named = has(c->lists, page, p->old ? d->old_change : d->new_change, s) || has(c->lists, d->old, d->old_change, old);
    return named && !is_usual_state(c, p);
}

/* Whether two lines are items of a list, or the one before is a sentence: it is no label of the next. */
static bool are_items(const struct page *p, const struct sentence *before, const struct sentence *s)
{
    static const uint32_t items[] = { TAG_LI };
    uint32_t one = page_around(p, p->word[before->word].node, items, 1), other = page_around(p, p->word[s->word].node, items, 1);
    return (one != NONE && other != NONE && one != other) || shape_ends_sentence(page_word(p, before->end - 1));
}

/* A line without what its pictures show: "in front of a house" says nothing of when. */
static void add_line(const struct page *p, uint32_t word, uint32_t end, struct buf *out)
{
    for (uint32_t w = word, to; w < end; w = to + 1) {
        for (to = w; to < end && !word_picture(p, to); to++)
            ;
        page_words_line(p, w, to, out);
    }
}

/* The line of a piece, behind a short line before it, which may be its label, but no sentence. In XML the name of the element is. */
static void add_labelled(const struct page *p, uint32_t sentence, struct buf *out)
{
    const struct sentence *s = &p->sentence[sentence], *before = sentence ? s - 1 : NULL;
    if (p->dom.xml) {
        buf_add(out, tag_name(p->dom.symbols, p->dom.node[p->dom.node[p->word[s->word].node].parent].tag));
        buf_add_char(out, ' ');
        before = NULL;
    }
    if (before && before->end - before->word <= STATE_WORDS && !are_items(p, before, s)) {
        add_line(p, before->word, before->end, out);
        buf_add_char(out, ' ');
    }
    add_line(p, s->word, s->end, out);
}

/* The part of a line that was edited, between such marks; all of it, where that part is a few words: a label or a figure of the others. */
static struct sentence part_of(const struct delta *d, const struct page *page, const struct judge_piece *p)
{
    enum { PART_WORDS = 3 };
    struct sentence s = piece_range(page, p), at = { .word = s.end, .end = s.word };
    uint32_t letters = 0;
    for (uint32_t w = s.word; w < s.end && p->kind == PIECE_CHANGED && !p->old; w++)
        if (d->new_change[w] != NONE) {
            at.word = MIN(at.word, w);
            at.end = w + 1;
        }
    while (at.word < at.end && at.word > s.word && !shape_parts(page_word(page, at.word - 1)))
        at.word--;
    while (at.word < at.end && at.end < s.end && !shape_parts(page_word(page, at.end)))
        at.end++;
    for (uint32_t w = at.word; w < at.end; w++)
        letters += d->new_to_old[w] != NONE && shape_is_letters(page_word(page, w));
    return letters >= PART_WORDS ? at : s;
}

/* The line of a piece; with its label, unless it says itself what it is about. */
static void add_context(const struct delta *d, const struct page *page, const struct judge_piece *p, struct buf *out)
{
    struct sentence s = part_of(d, page, p);
    if (p->kept >= SENTENCE_WORDS || p->to)
        add_line(page, s.word, s.end, out);
    else
        add_labelled(page, p->sentence, out);
}

/* Whether nothing was different there before, as far as some visits can tell. */
static bool stood_still(const struct evidence_context *c, const struct judge_piece *p)
{
    return c->past->visits >= EVENT_VISITS && !past_find(c->past, p->place_key) && !past_find(c->past, p->shelf_key)
           && !past_find(c->past, p->spot_key);
}

/* Whether a line that names no event says when something is. A sentence does that says nothing of when it was written. A line with nothing
 * but a date does where it has stayed the same for some visits: it is not the day of the visit. Nor are several days, in one line or below
 * each other, nor one with a time that people agree on. */
static bool is_spoken_of(const struct evidence_context *c, const struct judge_piece *p, const struct page *page, struct str text)
{
    bool appointment = dates_is_appointment(text);
    bool instead = p->kind == PIECE_CHANGED || (p->went[SHAPE_TIME] && all_words(p) == 1) || appointment;
    if (!instead || running_named(c->lists, text) || stamps_named(c->lists, text))
        return false;
    return p->kept >= EVENT_WORDS || appointment || p->listed || periods_are_terms(c->delta, p) || stood_still(c, p)
           || days_named(text) || days_of_data(page, p->sentence, text);
}

/* Which row a time counts in that says when something is, or how long it may take: the date of an event that was put off. */
static enum evidence_kind event_kind(const struct evidence_context *c, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    if (p->sentence == NONE || !place_is_content(p->place) || !p->came[SHAPE_TIME])
        return EVIDENCE_NONE;
    const struct page *page = p->old ? c->delta->old : c->delta->new;
    struct sentence s = piece_range(page, p);
    if (s.end - s.word > EVENT_LINE)
        return EVIDENCE_NONE;
    add_context(c->delta, page, p, &text);
    if (text.over)
        return EVIDENCE_NONE;
    bool period = periods_changed(c->delta, p);
    if (events_named(c->lists, buf_str(&text)))
        return period ? EVIDENCE_PERIOD : EVIDENCE_EVENT_TIME;
    return !is_spoken_of(c, p, page, buf_str(&text)) ? EVIDENCE_NONE : period ? EVIDENCE_PERIOD : EVIDENCE_TEXT_TIME;
}

/* Whether a line that came or went says that something can be bought. */
static bool is_button(struct state_lists *lists, const struct page *page, struct sentence s)
{
    AUTO(buf) text = BUF(256);
    if (s.end - s.word > STATE_WORDS || !states_may_stand(lists, page, s.word, s.end))
        return false;
    page_words_line(page, s.word, s.end, &text);
    return !text.over && states_can_buy(lists, buf_str(&text));
}

/* Buttons of one page, and what they say. */
struct buttons {
    uint32_t n;
    uint64_t text;
    bool mixed;
};

static void count_button(struct buttons *b, uint64_t text)
{
    b->mixed |= b->n && b->text != text;
    b->text = text;
    b->n++;
}

/* As many lines as went say in one other way that something can be bought: "Add to cart", "In den Warenkorb". The shop speaks another
 * language, or has other buttons. */
static bool rewords_buttons(const struct delta *d, const struct judge_pieces *pieces)
{
    enum { BUTTONS_LEAST = 2 };
    struct state_lists *lists = pieces->new.dates.lists;
    struct buttons new = { 0 }, old = { 0 };
    for (uint32_t i = 0; i < pieces->n; i++) {
        const struct judge_piece *p = &pieces->item[i];
        if ((p->kind != PIECE_ADDED && p->kind != PIECE_REMOVED) || p->sentence == NONE)
            continue;
        if (is_button(lists, p->old ? d->old : d->new, piece_range(p->old ? d->old : d->new, p)))
            count_button(p->old ? &old : &new, p->text_key);
        if (p->kind == PIECE_ADDED && p->old_end > p->old_word && is_button(lists, d->old, piece_was(d, p)))
            count_button(&old, p->gone_key);
    }
    return !new.mixed && !old.mixed &&new.n >= BUTTONS_LEAST &&new.n == old.n &&new.text != old.text;
}

/* By symbol: whether the page has it. */
static const bool *words_of(struct arena *a, const struct page *p)
{
    bool *has = NEW_ARRAY(a, bool, p->dom.symbols->n + 1);
    for (uint32_t w = 0; w < p->n_words; w++)
        has[p->symbol[w]] = true;
    return has;
}

void evidence_follow(struct arena *a, const struct delta *d, const struct past *past, struct judge_pieces *pieces,
                     struct spots *out)
{
    spots_find(a, d, past, false, pieces, out);
    traces_find(d, past, pieces);
    middle_narrow(a, d, past, pieces);
}

struct evidence_context evidence_open(const struct delta *d, const struct past *past, const struct judge_pieces *pieces)
{
    struct record_memory *records = NEW(pieces->new.arena, struct record_memory);
    *records = (struct record_memory){ .arena = pieces->new.arena, .delta = d };
    return (struct evidence_context){ .delta = d,
                                      .past = past,
                                      .lists = pieces->new.dates.lists,
                                      .pieces = pieces,
                                      .records = records,
                                      .renewed = returns_renewed(d, past, pieces),
                                      .agos = ago_open(pieces->new.arena, d->new->dom.symbols),
                                      .stood = words_of(pieces->new.arena, d->old),
                                      .legal = legal_is_text(d->new),
                                      .data = habit_brings_data(d, pieces, past),
                                      .rewords_buttons = rewords_buttons(d, pieces),
                                      .market = habit_is_other_market(d, pieces) };
}

/* A line is the same but for its signs. With a word that came or went they are ornaments. */
static bool has_other_sign(const struct judge_piece *p)
{
    bool instead = p->came[SHAPE_SIGN] && p->went[SHAPE_SIGN],
         here = p->kind == PIECE_CHANGED && p->came[SHAPE_SIGN] + p->went[SHAPE_SIGN];
    return p->kind != PIECE_MOVED && place_is_content(p->place) && (instead || here) && all_words(p) == 0;
}

/* ---- Documents ---- */

/* A short line that is all link or button counts as an item of a menu: "Download", "Add to cart". */
static bool may_act(enum judge_place place)
{
    return place_is_content(place) || place == PLACE_MENU;
}

/* The same words lead to another document or person, or new ones to a document: a menu leads to pages. */
static bool is_document(const struct delta *d, const struct judge_piece *p)
{
    struct link_change link;
    if (p->kind == PIECE_ADDED && may_act(p->place))
        return leads_to_file(d->new, p->sentence);
    return p->kind == PIECE_LINK && may_act(p->place) && link_change_of(d, p->change, &link) && link_matters(&link);
}

/* The same words do not hold any more, or hold again: they are struck out, what they name cannot be chosen. */
static bool is_put_out(const struct delta *d, const struct judge_piece *p)
{
    static const unsigned states = TELLS_STRUCK | TELLS_UNSTRUCK | TELLS_PUT_OUT | TELLS_PUT_IN;
    return p->sentence == NONE && may_act(p->place) && d->change[p->change].tells & states && put_out_matters(d, p->change);
}

/* ---- Amounts ---- */

static float letters(const struct judge_piece *p, bool went)
{
    return (float)(went ? p->went : p->came)[SHAPE_LETTERS];
}

static void add_main(const struct judge_piece *p, float *amount)
{
    if (p->heading)
        amount[p->heading == 1 ? EVIDENCE_MAIN_HEADING : EVIDENCE_HEADING] += letters(p, false) + letters(p, true);
    amount[EVIDENCE_MAIN_NEW] += letters(p, false);
    amount[EVIDENCE_MAIN_GONE] += letters(p, true);
    amount[EVIDENCE_MAIN_NUMBER] += (float)(p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER]);
    amount[EVIDENCE_MAIN_TIME] += has_time(p);
    amount[EVIDENCE_PRICE] += (float)(p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE]);
}

static void add_other(const struct judge_piece *p, float *amount)
{
    amount[EVIDENCE_OTHER_NEW] += letters(p, false);
    amount[EVIDENCE_OTHER_GONE] += letters(p, true);
    amount[EVIDENCE_OTHER_NUMBER] += (float)(p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER]);
    amount[EVIDENCE_OTHER_TIME] += has_time(p);
    amount[EVIDENCE_PRICE] += (float)(p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE]);
}

/* Around the text of terms a program's version is that of the site's own. */
static bool brings_version(const struct evidence_context *c, const struct judge_piece *p)
{
    return habit_brings_version(c->delta, p)
           && (!c->pieces->text || place_is_content(p->place) || !beside_text_has_program(c->delta, p));
}

static void add_words(const struct evidence_context *c, const struct judge_piece *p, float *amount)
{
    static const enum evidence_kind around[PLACES] = {
        [PLACE_ASIDE] = EVIDENCE_ASIDE, [PLACE_HEADER] = EVIDENCE_FRAME, [PLACE_FOOTER] = EVIDENCE_FRAME,
        [PLACE_MENU] = EVIDENCE_FRAME,  [PLACE_EXTRA] = EVIDENCE_EXTRA,  [PLACE_NOTICE] = EVIDENCE_NOTICE,
    };
    amount[EVIDENCE_TOKEN] += (float)(p->came[SHAPE_TOKEN] + p->went[SHAPE_TOKEN]);
    amount[EVIDENCE_PICTURE] += p->picture;
    amount[EVIDENCE_REGROUPED] += p->regrouped && !p->old;
    if (p->kind == PIECE_MOVED)
        amount[p->place == PLACE_MAIN ? EVIDENCE_MAIN_MOVED : EVIDENCE_MOVED] += all_words(p);
    else if (p->respelled && place_is_content(p->place))
        amount[EVIDENCE_SPELLING] += letters(p, false) + letters(p, true);
    else if (p->place == PLACE_MAIN || p->headed)
        add_main(p, amount);
    else if (p->place == PLACE_OTHER || brings_version(c, p))
        add_other(p, amount);
    else
        amount[around[p->place]] += all_words(p);
}

/* Whether a word came that the page did not have: a name. */
static bool brings_word(const struct evidence_context *c, const struct judge_piece *p)
{
    const struct delta *d = c->delta;
    const struct sentence *s = &d->new->sentence[p->sentence];
    for (uint32_t w = s->word; w < s->end; w++)
        if (d->new_change[w] != NONE && !c->stood[d->new->symbol[w]] && shape_is_letters(page_word(d->new, w)))
            return true;
    return false;
}

/* Whether each number that came or went alone has a counter beside it: "3 days ago · 24 candidates · 2,013 views". */
static bool is_tally(const struct judge_piece *p)
{
    return p->kind != PIECE_CHANGED && p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER] <= p->came[SHAPE_COUNT] + p->went[SHAPE_COUNT];
}

/* Whether nothing but figures changed, or a line came or went that is little else: "45 hours ago, 6 likes". */
static bool is_figures(const struct evidence_context *c, const struct judge_piece *p)
{
    enum { LABEL_WORDS = 3 };
    uint32_t prices = p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE],
             others = prices + (is_tally(p) ? 0 : p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER]);
    if (p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] == 0)
        return others == 0;
    if (others || p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] > LABEL_WORDS)
        return false;
    return p->kind == PIECE_REMOVED || (p->kind == PIECE_ADDED && !p->swapped && !(p->resizes && brings_word(c, p)));
}

/* A cell that came or went with its row, which has others. */
static bool is_of_whole_row(const struct evidence_context *c, const struct page *page, const struct judge_piece *p)
{
    static const uint32_t cells[] = { TAG_TD };
    const struct sentence *s = &page->sentence[p->sentence];
    uint32_t row = page_around(page, page->word[s->word].node, cells, 1) == NONE ? NONE : whole_record(c->records, p);
    return row != NONE && page->first_word[page->dom.node[row].end] - page->first_word[row] > s->end - s->word;
}

/* A machine wrote the time in the line: nobody updates a page at 09:37. What takes place then is told by its words, or has a row of a
 * table. */
static bool is_machine_time(const struct evidence_context *c, const struct page *page, const struct judge_piece *p, struct str text)
{
    if (page->dom.xml && dates_has_seconds(text)) /* when an entry of a feed was written: what is new of it are its words */
        return true;
    if (page->dom.xml || page->kind == KIND_JSON) /* "updated_at", "2031-05-03 07:12:41" */
        return stamps_named(c->lists, text) || (dates_is_moment(text) && dates_has_odd_seconds(text));
    if (dates_is_moment(text) && dates_has_seconds(text))
        return true;
    return !p->cell && !events_named(c->lists, text)
           && (dates_is_moment(text) || (dates_has_clock(text) && stamps_named(c->lists, text))) && !is_of_whole_row(c, page, p);
}

static bool is_day(const struct evidence_context *c, const struct page *page, uint32_t word, uint32_t end)
{
    enum { DAY_WORDS = 3 }; /* "i morgen", "aujourd’hui" */
    AUTO(buf) text = BUF(64);
    if (end <= word || end - word > DAY_WORDS || !shape_is_letters(page_word(page, word)))
        return false;
    page_words_line(page, word, end, &text);
    return !text.over && days_among(c->lists, buf_str(&text));
}

/* "Today" where the date stands now, or the other way round: the page says the same of the same day. */
static bool is_named_day(const struct evidence_context *c, const struct judge_piece *p)
{
    const struct delta *d = c->delta;
    const struct sentence *s = &(p->old ? d->old : d->new)->sentence[p->sentence];
    if (p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER] + p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE])
        return false;
    if (p->old)
        return is_day(c, d->old, s->word, s->end);
    if (is_day(c, d->old, p->old_word, p->old_end))
        return p->came[SHAPE_LETTERS] == 0 || is_day(c, d->new, s->word, s->end);
    return p->went[SHAPE_LETTERS] == 0 && is_day(c, d->new, s->word, s->end);
}

/* Nothing but figures changed in a line that tells of the day of the visit; a price is more than that. */
static bool tells_of_today(const struct evidence_context *c, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    const struct page *page = p->old ? c->delta->old : c->delta->new;
    const struct sentence *s = &page->sentence[p->sentence];
    if (p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] + p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE])
        return false;
    page_words_line(page, s->word, s->end, &text);
    return !text.over && today_named(c->lists, buf_str(&text));
}

/* It says the same as before at another time: "3 hours ago", "2 days and 4 hours left", "Good evening". */
static bool is_of_clock(const struct evidence_context *c, const struct judge_piece *p)
{
    const struct delta *d = c->delta;
    return is_named_day(c, p) || ago_retold(c->agos, d, p) || moments_retold(c->agos, d, p) || relative_retold(d, p)
           || sides_greets_anew(d, p) || (is_figures(c, p) && periods_count_down(d, p)) || countdown_changed(d, p);
}

/* Only a counter counted on, or a time that runs by itself: "3 users online", "3 hours ago". */
static bool is_count(const struct evidence_context *c, const struct judge_piece *p)
{
    const struct delta *d = c->delta;
    AUTO(buf) text = BUF(1024);
    uint32_t counts = p->came[SHAPE_COUNT] + p->went[SHAPE_COUNT];
    if (p->sentence == NONE)
        return false;
    if (is_of_clock(c, p) || ago_counted(c->agos, c->pieces, d, p) || (has_time(p) && tells_of_today(c, p)))
        return true;
    if (!is_figures(c, p) || (!has_time(p) && !counts))
        return false;
    const struct page *page = p->old ? d->old : d->new;
    bool letters = p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] > 0;
    if (!has_time(p) && !letters)
        return true;
    add_context(c->delta, page, p, &text);
    if (text.over || (letters && states_named(c->lists, buf_str(&text))))
        return false;
    return has_time(p) ? running_named(c->lists, buf_str(&text)) || is_machine_time(c, page, p, buf_str(&text)) : counts > 0;
}

/* The strongest reason that the piece itself gives. */
static enum noise_kind noise_of(const struct evidence_context *c, const struct judge_piece *p)
{
    const struct delta *d = c->delta;
    uint32_t words = p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] + p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE]
                     + p->came[SHAPE_SIGN] + p->went[SHAPE_SIGN];
    if (is_count(c, p))
        return NOISE_COUNT;
    if (p->end || p->over)
        return p->end ? NOISE_END : NOISE_OVER;
    if (p->kind == PIECE_MOVED)
        return p->regrouped ? NOISE_NONE : NOISE_MOVED;
    if (p->picture)
        return NOISE_NONE;
    if (p->sentence == NONE)
        return p->kind == PIECE_TITLE || is_document(d, p) || is_put_out(d, p) ? NOISE_NONE : NOISE_MARKUP;
    if (is_reworded_button(c, p))
        return NOISE_WORDING;
    if (!place_is_content(p->place))
        return is_document(d, p) || brings_version(c, p) ? NOISE_NONE : NOISE_PLACE;
    return words ? NOISE_NONE : p->capitals || p->parted ? NOISE_CASE : NOISE_SHAPE;
}

static void add_wordless(const struct judge_piece *p, float *amount)
{
    static const enum evidence_kind kinds[PIECE_KINDS] = {
        [PIECE_TITLE] = EVIDENCE_TITLE,
        [PIECE_LINK] = EVIDENCE_LINK,
        [PIECE_PICTURE] = EVIDENCE_NOTE,
        [PIECE_NOTE] = EVIDENCE_NOTE,
    };
    amount[kinds[p->kind]] += 1;
}

/* Whether a date of the piece is that of a legal text: it stands on one, or in a sentence that speaks of one. A title names the version by
 * a number. */
static bool is_of_legal(const struct evidence_context *c, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    if (p->kind == PIECE_TITLE)
        return c->legal && str_has_digit(c->delta->new->title);
    if (c->legal || p->sentence == NONE || !has_time(p))
        return c->legal;
    const struct page *page = p->old ? c->delta->old : c->delta->new;
    const struct sentence *s = &page->sentence[p->sentence];
    page_words_line(page, s->word, MIN(s->end, s->word + LEGAL_WORDS), &text);
    return legal_named(buf_str(&text));
}

/* Whether a line of a header says since when the text holds: that is the day and little else. An offer ends on some day, too. */
static bool dates_text(const struct evidence_context *c, const struct judge_piece *p)
{
    enum { DATED_WORDS = 5 };
    AUTO(buf) text = BUF(1024);
    if (p->place != PLACE_HEADER || p->sentence == NONE || !has_time(p))
        return false;
    if (p->kept + MAX(p->came[SHAPE_LETTERS], p->went[SHAPE_LETTERS]) <= DATED_WORDS)
        return true;
    const struct page *page = p->old ? c->delta->old : c->delta->new;
    struct sentence s = piece_range(page, p);
    page_words_line(page, s.word, s.end, &text);
    return !text.over && legal_named(buf_str(&text));
}

/* A time limit is not the date of the text; and "under certain conditions" in a page of another kind is not about a legal text. */
static enum evidence_kind legal_kind(const struct evidence_context *c, const struct judge_piece *p)
{
    if (periods_changed(c->delta, p))
        return EVIDENCE_PERIOD;
    return c->legal ? EVIDENCE_LEGAL_TIME : EVIDENCE_TEXT_TIME;
}

/* What runs by itself counts nothing, whatever the past says. */
static float own_factor(enum noise_kind own)
{
    return own == NOISE_COUNT || own == NOISE_END || own == NOISE_OVER || own == NOISE_WORDING ? 0 : 1;
}

/* What makes a piece news whatever its words are. */
static void add_reasons(const struct evidence_context *c, const struct judge_piece *p, bool state, float *amount)
{
    if ((place_is_content(p->place) || dates_text(c, p)) && is_of_legal(c, p))
        amount[legal_kind(c, p)] += p->kind == PIECE_TITLE ? 1 : has_time(p);
    enum evidence_kind event = event_kind(c, p);
    amount[event] += event != EVIDENCE_NONE;
    amount[EVIDENCE_STATE] += state || is_put_out(c->delta, p);
    amount[EVIDENCE_SIGN] += has_other_sign(p);
    amount[EVIDENCE_DOCUMENT] += is_document(c->delta, p);
}

/* The price of something that was there before, or that stands by itself. With a new name beside it, it is the price of something else. */
static bool is_price(const struct judge_piece *p)
{
    return p->came[SHAPE_PRICE] && p->came[SHAPE_LETTERS] <= p->kept;
}

/* Only the date changed that says when the page or a part of it was written. Two of them are not news either, but that of a legal text
 * is. */
static bool is_stamp(const struct evidence_context *c, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    if (p->sentence == NONE || !has_time(p) || p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER] || is_of_legal(c, p))
        return false;
    add_context(c->delta, p->old ? c->delta->old : c->delta->new, p, &text);
    return !text.over && stamps_named(c->lists, buf_str(&text)) && !events_named(c->lists, buf_str(&text));
}

/* A line that says one thing, however many words it takes: "See also: walks, timetables". */
static bool is_short(const struct judge_piece *p)
{
    enum { SHORT_WORDS = 12 };
    return p->kept + MAX(p->came[SHAPE_LETTERS], p->went[SHAPE_LETTERS]) < SHORT_WORDS;
}

/* Counts what the past leaves of the amounts, and the rest as words that often change or were there before. */
static void keep_share(const struct judge_piece *p, enum noise_kind own, struct evidence *out)
{
    float letters_left = (letters(p, false) + letters(p, true)) * (1 - out->factor),
          rest = all_words(p) * (1 - out->factor) - letters_left;
    bool seen = out->noise == NOISE_SEEN || own == NOISE_END || own == NOISE_OVER;
    for (unsigned i = 0; i < EVIDENCES; i++)
        out->amount[i] *= out->factor;
    if (out->noise == NOISE_PROBED)
        return;
    enum evidence_kind kind = place_is_content(p->place) ? EVIDENCE_CHURN_MAIN : EVIDENCE_CHURN;
    out->amount[seen ? EVIDENCE_SEEN : kind] += is_short(p) ? MIN(letters_left, 1) : letters_left;
    out->amount[EVIDENCE_CHURN] += rest; /* a counter that counts on is not content, wherever it stands */
}

static struct evidence untaught(const struct evidence_context *c, const struct judge_piece *p)
{
    struct evidence out = { 0 };
    enum noise_kind own = noise_of(c, p);
    bool still =
        own != NOISE_OVER && own != NOISE_COUNT && own != NOISE_WORDING && still_until_now(c->delta, p, c->past, c->pieces);
    bool entry = own == NOISE_PLACE && !c->legal && still_is_entry(c->delta, p, c->past), state = is_state(c, p);
    still |= entry;
    own = still ? NOISE_NONE : own;
    struct habit past = entry ? (struct habit){ .factor = 1 } : habit_of(c, p, state || is_price(p));
    out.usual = past.usual;
    out.factor = own == NOISE_SHAPE && is_stamp(c, p) ? 0 : own_factor(own) * past.factor;
    out.noise = past.noise == NOISE_NONE || own == NOISE_END || own == NOISE_OVER ? own : past.noise;
    if (p->sentence == NONE)
        add_wordless(p, out.amount);
    else
        add_words(c, p, out.amount);
    out.amount[EVIDENCE_STILL] += still;
    out.amount[EVIDENCE_OTHER_PICTURE] += !p->picture && picture_is_another(c->delta, c->pieces, p);
    if (p->kind != PIECE_MOVED)
        add_reasons(c, p, state && out.factor > 0, out.amount);
    if (out.factor < 1)
        keep_share(p, own, &out);
    return out;
}

/* What somebody wants to be told of is content to them, whatever the past says. */
static struct evidence asked_for(const struct evidence_context *c, const struct judge_piece *p)
{
    struct past none = { 0 };
    struct evidence_context context = *c;
    struct judge_piece piece = *p;
    context.past = &none;
    piece.place = PLACE_MAIN;
    piece.fleeting = false;
    struct evidence out = untaught(&context, &piece);
    out.noise = NOISE_NONE;
    out.amount[EVIDENCE_ASKED] = 1;
    return out;
}

void evidence_heed(struct evidence_context *c, struct arena *a, const struct lessons *lessons)
{
    struct piece_parts *parts = lessons ? NEW(a, struct piece_parts) : NULL;
    if (lessons)
        *parts = piece_parts_open(a, c->delta);
    c->lessons = lessons;
    c->parts = parts;
}

struct evidence evidence_of(const struct evidence_context *c, const struct judge_piece *p)
{
    enum lesson_kind said = lessons_said(c->lessons, c->delta, p), taught = said ? said : lessons_ask(c->lessons, c->parts, p);
    if (taught == LESSON_TOLD && p->kind != PIECE_MOVED)
        return asked_for(c, p);
    if (taught == LESSON_PART || said == LESSON_DISMISSED || (taught == LESSON_DISMISSED && !habit_is_fresh(p)))
        return (struct evidence){ .noise = NOISE_TAUGHT };
    return untaught(c, p);
}

double evidence_part(unsigned kind, float amount)
{
    return rows[kind].weight * log1p(FIRST_WORD * (double)amount);
}

double evidence_odds(const float amount[EVIDENCES])
{
    double odds = rows[EVIDENCE_NONE].weight;
    for (unsigned i = 0; i < EVIDENCE_NONE; i++)
        odds += evidence_part(i, amount[i]);
    return odds;
}

double evidence_chance(double odds)
{
    return 1 / (1 + exp(-odds));
}
