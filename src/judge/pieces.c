/* In: a delta. Out: its pieces, in the order of the new page, then those of the old page that are gone.
 *
 *  1. A sentence of the new page with words that came is a piece; so is one that lost words and kept others.
 *  2. Of an update, the first old sentence belongs to the piece that took its place; the others are gone.
 *  3. A sentence that the other page has as often has moved. Short ones ("Yes", "12") must stand at the same kind of place for that, or
 *     be headings on both. */
#include "judge/pieces.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/search.h"
#include "base/vec.h"
#include "judge/agenda.h"
#include "judge/beside_text.h"
#include "judge/consent.h"
#include "judge/leads.h"
#include "judge/line_order.h"
#include "judge/moved_edits.h"
#include "judge/piece_codes.h"
#include "judge/piece_menus.h"
#include "judge/piece_owner.h"
#include "judge/piece_same.h"
#include "judge/piece_shelves.h"
#include "judge/piece_swaps.h"
#include "judge/piece_side.h"
#include "judge/pictures.h"
#include "judge/regrouped.h"
#include "judge/sections.h"
#include "judge/shapes.h"
#include "judge/sides.h"
#include "judge/trimmings.h"
#include "judge/window.h"

enum { MOVED_WORDS = 3, ASKED_MARKS = 8192 };

/* What became of the words of an old sentence that went. */
enum lost_words { LOST_NONE, LOST_ALONE, LOST_TO_ANOTHER }; /* the sentence is a piece; it is part of the one that took its place */

struct piece_finder {
    struct arena *arena;
    const struct delta *delta;
    struct judge_pieces *out;
    struct piece_side old, new;
    VEC(struct judge_piece) pieces;
    uint32_t *piece_of; /* by sentence of the new page: 1 + its piece */
    uint8_t *lost;      /* by sentence of the old page: enum lost_words */
    const struct sides_phrases *sides;
    uint64_t asked[ASKED_MARKS / 64]; /* by hash of sentences that may be asked for on either page */
};

static uint64_t *mark_of(struct piece_finder *f, uint64_t hash)
{
    return &f->asked[hash % ASKED_MARKS / 64];
}

/* Only sentences that changed, or lost words to a change, are asked for. */
static void find_changed(struct piece_finder *f, struct piece_side *s)
{
    const struct page *p = s->page;
    for (uint32_t w = delta_next(s->change, 0, p->n_words), i; w < p->n_words;
         w = delta_next(s->change, p->sentence[i].end, p->n_words)) {
        i = piece_sentence(s, w);
        *VEC_ADD(f->arena, &s->changed) = i;
        *mark_of(f, p->sentence[i].hash) |= UINT64_C(1) << (p->sentence[i].hash % 64);
        for (uint32_t k = p->sentence[i].word; k < p->sentence[i].end; k++)
            if (s->partner[k] != NONE) {
                uint64_t hash = s->other->page->sentence[piece_sentence(s->other, s->partner[k])].hash;
                *mark_of(f, hash) |= UINT64_C(1) << (hash % 64);
                break;
            }
    }
}

static void index_sentences(struct piece_finder *f, struct piece_side *s)
{
    const struct page *p = s->page;
    for (uint32_t i = 0; i < p->n_sentences; i++) {
        uint64_t hash = p->sentence[i].hash;
        if (!(*mark_of(f, hash) >> (hash % 64) & 1))
            continue;
        uint32_t *last = map_slot(&s->seen, hash, NONE);
        s->times[i] = *last == NONE ? 1 : s->times[*last] + 1;
        *last = i;
    }
}

/* The last sentence of the page with the hash; NONE. */
static uint32_t sentence_with(const struct piece_side *s, uint64_t hash)
{
    const uint32_t *last = map_find(&s->seen, hash);
    return last ? *last : NONE;
}

/* How many sentences of the page have the hash. */
static uint32_t times_of(const struct piece_side *s, uint64_t hash)
{
    const uint32_t *last = map_find(&s->seen, hash);
    return last ? s->times[*last] : 0;
}

/* ---- Pieces ---- */

static uint32_t letters_in(const struct piece_side *s, const struct sentence *sentence)
{
    uint32_t n = 0;
    for (uint32_t w = sentence->word; w < sentence->end; w++)
        n += s->shape[w] == SHAPE_LETTERS || s->shape[w] == SHAPE_NUMBER;
    return n;
}

static uint32_t heading_of(const struct page *p, uint32_t word)
{
    static const uint32_t tags[] = { TAG_H1, TAG_H2, TAG_H3, TAG_H4, TAG_H5, TAG_H6 };
    uint32_t heading = page_around(p, p->word[word].node, tags, ARRAY_LEN(tags));
    return heading == NONE ? 0 : 1 + (p->dom.node[heading].tag - TAG_H1);
}

/* The same sentence stands on the other page as often, as long as it is, or at a place of the same name; or it is a link below the same
 * heading. */
static bool stood_there(const struct piece_side *s, const struct piece_side *other, uint32_t sentence)
{
    const struct sentence *at = &s->page->sentence[sentence];
    const uint32_t *found = map_find(&other->seen, at->hash);
    if (!found || other->times[*found] < times_of(s, at->hash))
        return false;
    const struct sentence *there = &other->page->sentence[*found];
    if (piece_is_of_other_row(s, sentence))
        return false;
    return letters_in(s, at) >= MOVED_WORDS || (heading_of(s->page, at->word) && heading_of(other->page, there->word))
           || piece_path(s, s->page->word[at->word].node) == piece_path(other, other->page->word[there->word].node)
           || (leads_to_page(s->page, sentence) && leads_to_page(other->page, *found)
               && section_is_same(s->page, at->word, other->page, there->word));
}

static bool counts(const struct piece_finder *f, uint32_t change)
{
    return piece_counts(f->delta, change);
}

/* Whether all words of a sentence are a day, and no time of day is among them. */
static bool is_day(const struct piece_side *s, uint32_t sentence)
{
    const struct sentence *at = &s->page->sentence[sentence];
    bool day = piece_is_day(s, sentence);
    for (uint32_t w = at->word; day && w < at->end; w++) {
        struct str word = page_word(s->page, w);
        day = !word.len || !memchr(word.ptr, ':', word.len);
    }
    return day;
}

/* A row of days is a schedule: none of them is the day of the visit. */
static bool is_listed(const struct piece_side *s, uint32_t sentence)
{
    return is_day(s, sentence)
           && ((sentence && is_day(s, sentence - 1)) || (sentence + 1 < s->page->n_sentences && is_day(s, sentence + 1)));
}

static struct judge_piece *piece_at(struct piece_finder *f, uint32_t sentence, uint32_t change)
{
    if (!f->piece_of[sentence]) {
        const struct sentence *s = &f->new.page->sentence[sentence];
        struct judge_piece *p = VEC_ADD(f->arena, &f->pieces);
        shapes_find(f->new.dates, f->new.shape, s);
        *p = (struct judge_piece){
            .kind = PIECE_CHANGED, .sentence = sentence, .change = change, .heading = heading_of(f->new.page, s->word)
        };
        p->place = place_of(&f->out->new, s->word);
        p->headed = p->place == PLACE_OTHER && place_is_headed(&f->out->new, f->new.page->word[s->word].node);
        p->cell = piece_is_in_old_cell(f->delta, &f->new, sentence);
        p->listed = is_listed(&f->new, sentence);
        p->gap = piece_is_gap(f->new.page);
        p->text_key = piece_says(&f->new, sentence);
        p->repeated = times_of(&f->new, s->hash) > 1;
        p->also = sentence_with(&f->old, s->hash);
        p->known = p->also != NONE;
        for (uint32_t w = s->word; w < s->end; w++)
            p->kept += f->new.partner[w] != NONE && f->new.shape[w] == SHAPE_LETTERS;
        f->piece_of[sentence] = f->pieces.n;
    }
    return &f->pieces.item[f->piece_of[sentence] - 1];
}

static void add_new(struct piece_finder *f)
{
    const struct page *p = f->new.page;
    for (uint32_t k = 0; k < f->new.changed.n; k++) {
        uint32_t i = f->new.changed.item[k], change = NONE, stays = 0, moved = 0, n = 0;
        for (uint32_t w = p->sentence[i].word; w < p->sentence[i].end; w++) {
            if (!piece_is_other(f->delta, &f->new, w))
                continue;
            change = change == NONE ? f->new.change[w] : change;
            moved += f->delta->change[f->new.change[w]].kind == CHANGE_MOVE;
            n++;
        }
        if (change == NONE)
            continue;
        struct judge_piece *piece = piece_at(f, i, change);
        for (uint32_t w = p->sentence[i].word; w < p->sentence[i].end; w++) {
            piece->came[f->new.shape[w]] += piece_is_other(f->delta, &f->new, w);
            stays += f->new.partner[w] != NONE && f->new.shape[w] != SHAPE_MARK;
        }
        if (moved == n || (!piece->cell && stood_there(&f->new, &f->old, i) && !piece_is_state_of_item(&f->new, i)))
            piece->kind = PIECE_MOVED;
        else if (!stays)
            piece->kind = PIECE_ADDED;
    }
}

static bool is_inside(const struct page *p, uint32_t node, uint32_t element)
{
    return node >= element && node < p->dom.node[element].end;
}

static bool has_like_path(const struct page *p, uint32_t a, const struct page *q, uint32_t b)
{
    while (a && b && a != p->body && b != q->body) {
        if (place_names_tag(&p->dom, p->dom.node[a].tag) != place_names_tag(&q->dom, q->dom.node[b].tag))
            return false;
        a = p->dom.node[a].parent;
        b = q->dom.node[b].parent;
    }
    return (a == p->body || !a) == (b == q->body || !b);
}

/* Whether one sentence may have taken the place of another that has no word of it: in the same element, or where both elements are new to
 * the other page, in one of the same kind. A paragraph that is gone did not become the advert behind it. */
static bool stand_alike(const struct piece_finder *f, uint32_t old, uint32_t new)
{
    const struct page *p = f->old.page, *q = f->new.page;
    uint32_t a = p->dom.node[p->word[p->sentence[old].word].node].parent,
             b = q->dom.node[q->word[q->sentence[new].word].node].parent;
    if (f->delta->new_node[b] != NONE)
        return is_inside(p, a, f->delta->new_node[b]);
    if (f->delta->old_node[a] != NONE)
        return is_inside(q, b, f->delta->old_node[a]);
    return (piece_cell_around(p, a) != NONE && piece_cell_around(q, b) != NONE) || has_like_path(p, a, q, b);
}

/* The piece that an old sentence which lost words belongs to; NONE: it is one by itself. One that kept no word gives way to a sentence
 * with new words, not to one that was there already. */
static uint32_t successor(const struct piece_finder *f, uint32_t sentence, uint32_t change)
{
    const struct sentence *s = &f->old.page->sentence[sentence];
    const struct change *c = &f->delta->change[change];
    for (uint32_t w = s->word; w < s->end; w++)
        if (f->old.partner[w] != NONE)
            return piece_sentence(&f->new, f->old.partner[w]);
    bool first = c->old_word >= s->word && c->old_word < s->end;
    uint32_t into = first && c->new_word < c->new_end ? piece_sentence(&f->new, c->new_word) : NONE;
    return into != NONE && f->piece_of[into] && stand_alike(f, sentence, into) ? into : NONE;
}

/* A word that was written twice in a row by mistake: "the the". One of the two stays. */
static bool was_doubled(const struct piece_side *s, const struct sentence *at, uint32_t w)
{
    const struct page *p = s->page;
    bool before = w > at->word && s->partner[w - 1] != NONE && p->symbol[w - 1] == p->symbol[w];
    bool behind = w + 1 < at->end && s->partner[w + 1] != NONE && p->symbol[w + 1] == p->symbol[w];
    return s->shape[w] == SHAPE_LETTERS && (before || behind);
}

static void count_gone(struct piece_finder *f, uint32_t sentence, struct judge_piece *piece)
{
    const struct sentence *s = &f->old.page->sentence[sentence];
    for (uint32_t w = s->word; w < s->end; w++) {
        if (!piece_is_other(f->delta, &f->old, w))
            continue;
        piece->went[was_doubled(&f->old, s, w) ? SHAPE_MARK : f->old.shape[w]]++;
        piece->old_word = piece->old_end ? piece->old_word : w;
        piece->old_end = w + 1;
    }
    if (!piece->gone_key)
        piece->gone_key = piece_says(&f->old, sentence);
}

/* The first change that took words of an old sentence; NONE. */
static uint32_t change_that_took(const struct piece_finder *f, uint32_t sentence)
{
    const struct sentence *s = &f->old.page->sentence[sentence];
    for (uint32_t w = s->word; w < s->end; w++)
        if (piece_is_other(f->delta, &f->old, w))
            return f->old.change[w];
    return NONE;
}

static struct judge_piece *add_gone(struct piece_finder *f, uint32_t sentence, uint32_t change)
{
    const struct sentence *s = &f->old.page->sentence[sentence];
    struct judge_piece *p = VEC_ADD(f->arena, &f->pieces);
    *p = (struct judge_piece){ .kind = PIECE_REMOVED, .old = true, .sentence = sentence, .change = change };
    count_gone(f, sentence, p);
    f->lost[sentence] = LOST_ALONE;
    p->heading = heading_of(f->old.page, s->word);
    p->place = place_of(&f->out->old, s->word);
    p->headed = p->place == PLACE_OTHER && place_is_headed(&f->out->old, f->old.page->word[s->word].node);
    p->text_key = p->gone_key;
    p->also = sentence_with(&f->new, s->hash);
    p->known = p->still_said = p->also != NONE;
    if (f->delta->change[change].kind == CHANGE_MOVE || stood_there(&f->old, &f->new, sentence))
        p->kind = PIECE_MOVED;
    return p;
}

/* Whether the new sentence came from elsewhere on the page, so that it says nothing of what went where it stands. */
static bool came_from_elsewhere(const struct piece_finder *f, uint32_t into, uint32_t old)
{
    return f->piece_of[into] && f->pieces.item[f->piece_of[into] - 1].kind == PIECE_MOVED
           && f->new.page->sentence[into].hash != f->old.page->sentence[old].hash;
}

/* What a cell said before it says something else is gone from it, though another cell may say that now. */
static void add_old(struct piece_finder *f)
{
    const struct page *p = f->old.page;
    for (uint32_t k = 0; k < f->old.changed.n; k++) {
        uint32_t i = f->old.changed.item[k], change = change_that_took(f, i);
        if (change == NONE)
            continue;
        uint32_t into = successor(f, i, change);
        shapes_find(f->old.dates, f->old.shape, &p->sentence[i]);
        f->lost[i] = LOST_TO_ANOTHER;
        if (into == NONE
            || (stood_there(&f->old, &f->new, i) && !piece_is_in_old_cell(f->delta, &f->new, into)
                && !piece_is_state_of_item(&f->new, into))
            || came_from_elsewhere(f, into, i))
            add_gone(f, i, change);
        else
            count_gone(f, i, piece_at(f, into, change));
    }
}

/* The words of letters of a line with a time that runs by itself; 0: it has none, or too few words to be known by. */
static uint64_t running_letters(const struct piece_side *s, uint32_t sentence)
{
    const struct sentence *at = &s->page->sentence[sentence];
    uint64_t hash = 0;
    uint32_t letters = 0;
    for (uint32_t w = at->word; w < at->end; w++)
        if (s->shape[w] == SHAPE_LETTERS) {
            hash = hash_mix(hash + 1, s->page->symbol[w]);
            letters++;
        }
    return letters >= MOVED_WORDS && piece_runs(s, sentence) ? hash : 0;
}

/* The new line has the words of the one that went, and other figures. */
static void take_figures(struct judge_piece *new, const struct judge_piece *gone)
{
    memcpy(new->went, gone->went, sizeof new->went);
    new->kind = PIECE_CHANGED;
    new->kept += new->came[SHAPE_LETTERS];
    new->came[SHAPE_LETTERS] = new->went[SHAPE_LETTERS] = 0;
    new->old_word = gone->old_word;
    new->old_end = gone->old_end;
    new->gone_key = gone->gone_key;
}

/* Lines of a list that say the same with other figures, "1,204 files, 3 minutes ago", are taken for each other by the comparison. What is
 * left over of them on both pages is the same lines, and nothing new. */
static void pair_running(struct piece_finder *f)
{
    struct map gone; /* by words: 1 + the first piece that went; `next` has the one behind it */
    uint32_t n = f->pieces.n, kept = 0, *next = NEW_ARRAY(f->arena, uint32_t, n + 1);
    bool *taken = NEW_ARRAY(f->arena, bool, n + 1);
    map_open(&gone, f->arena, 64);
    for (uint32_t i = n; i-- > 0;) {
        const struct judge_piece *p = &f->pieces.item[i];
        uint64_t words = p->kind == PIECE_REMOVED ? running_letters(&f->old, p->sentence) : 0;
        uint32_t *first = words ? map_slot(&gone, words, 0) : NULL;
        if (first) {
            next[i] = *first;
            *first = i + 1;
        }
    }
    for (uint32_t i = 0; i < n && gone.n; i++) {
        struct judge_piece *p = &f->pieces.item[i];
        uint64_t words = p->kind == PIECE_ADDED && !p->old_end ? running_letters(&f->new, p->sentence) : 0;
        uint32_t *first = words ? map_find(&gone, words) : NULL;
        if (!first || !*first)
            continue;
        uint32_t at = *first - 1;
        *first = next[at];
        taken[at] = true;
        take_figures(p, &f->pieces.item[at]);
    }
    for (uint32_t i = 0; i < n; i++)
        if (!taken[i])
            f->pieces.item[kept++] = f->pieces.item[i];
    f->pieces.n = kept;
}

/* What a sentence says without what runs by itself: counters, codes, and "3 hours ago". 0: too little to know it by. Of a short one,
 * such as "Posted 3 hours ago", the elements around it are part of that. The items of a list in one line are the same in any order. */
static uint64_t bare_hash(const struct piece_side *s, uint32_t sentence)
{
    const struct sentence *at = &s->page->sentence[sentence];
    uint64_t hash = 0, sum = 0;
    bool runs = piece_runs(s, sentence), bare = false;
    for (uint32_t w = at->word; w < at->end; w++) {
        uint8_t shape = s->shape[w];
        if (shape == SHAPE_LETTERS || shape == SHAPE_NUMBER || shape == SHAPE_PRICE || (shape == SHAPE_TIME && !runs)) {
            hash = hash_mix(hash + 1, s->page->symbol[w]);
            sum += hash_mix(s->page->symbol[w], 1);
        } else
            bare |= shape == SHAPE_TIME || shape == SHAPE_COUNT;
    }
    if (hash && line_is_list(s->page, at))
        return sum | 1;
    if (letters_in(s, at) >= MOVED_WORDS || hash == 0)
        return hash;
    return bare ? hash_mix(hash, piece_path(s, s->page->word[at->word].node)) : 0;
}

/* Takes one from a count that is not 0. */
static bool take(const struct map *left, uint64_t hash)
{
    uint32_t *n = hash ? map_find(left, hash) : NULL;
    if (!n || !*n)
        return false;
    --*n;
    return true;
}

/* By sentence of one side that has a piece or lost words: bare_hash(). *times has how often each is there. */
static uint64_t *bare_hashes(struct piece_finder *f, const struct piece_side *s, struct map *times)
{
    uint64_t *hash = NEW_ARRAY_RAW(f->arena, uint64_t, s->page->n_sentences + 1);
    map_open(times, f->arena, f->pieces.n);
    for (uint32_t i = 0; i < s->page->n_sentences; i++)
        if (s == &f->old ? f->lost[i] : f->piece_of[i]) {
            hash[i] = bare_hash(s, i);
            ++*map_slot(times, hash[i], 0);
        }
    return hash;
}

/* A piece that has moved took nothing's place: what went there is gone, or moved too. `now` has what each new sentence says, `left` how
 * often that is there and has not been found again; `was` what the old ones say. */
static void part_from_old(struct piece_finder *f, uint32_t piece, const uint64_t *was, uint64_t now, const struct map *left)
{
    const struct page *old = f->old.page;
    struct judge_piece moved = f->pieces.item[piece];
    if (moved.old || !moved.old_end || was[piece_sentence(&f->old, moved.old_word)] == now)
        return;
    f->pieces.item[piece].old_word = f->pieces.item[piece].old_end = 0;
    f->pieces.item[piece].gone_key = 0;
    memset(f->pieces.item[piece].went, 0, sizeof moved.went);
    for (uint32_t i = piece_sentence(&f->old, moved.old_word); i < old->n_sentences && old->sentence[i].word < moved.old_end; i++) {
        if (f->lost[i] != LOST_TO_ANOTHER)
            continue;
        struct judge_piece *gone = add_gone(f, i, change_that_took(f, i));
        if (take(left, was[i]))
            gone->kind = PIECE_MOVED;
    }
}

/* Items in another order, each with a time that ran on, moved. So did the items of a list in one line. What a cell of a row that was there
 * says now is new of that row, whatever another said before, and so is a state of an item. */
static void find_moved(struct piece_finder *f)
{
    struct map old, new;
    if (f->old.changed.n == 0) /* nothing went */
        return;
    const uint64_t *was = bare_hashes(f, &f->old, &old), *is = bare_hashes(f, &f->new, &new);
    uint32_t n = f->pieces.n;
    for (uint32_t i = 0; i < n; i++) {
        struct judge_piece *p = &f->pieces.item[i];
        bool other = p->kind == PIECE_ADDED || p->kind == PIECE_REMOVED
                     || (p->kind == PIECE_CHANGED && p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS]);
        if (!other || p->cell || piece_is_state_of_item(p->old ? &f->old : &f->new, p->sentence)
            || !take(p->old ? &new : &old, (p->old ? was : is)[p->sentence]))
            continue;
        p->kind = PIECE_MOVED;
        part_from_old(f, i, was, p->old ? 0 : is[p->sentence], &new);
    }
}

/* The sentence of the old page that it was; NULL: none. */
static const struct sentence *sentence_it_was(const struct piece_finder *f, const struct judge_piece *p)
{
    const struct sentence *s = &f->new.page->sentence[p->sentence];
    if (p->old)
        return NULL;
    if (p->old_end)
        return &f->old.page->sentence[piece_sentence(&f->old, p->old_word)];
    for (uint32_t w = s->word; w < s->end; w++)
        if (f->new.partner[w] != NONE)
            return &f->old.page->sentence[piece_sentence(&f->old, f->new.partner[w])];
    return NULL;
}

/* Whether a whole sentence stands on the page several times: it is said by the frame around the entries, and is one place, whichever entry
 * it stands in. */
static bool is_of_frame(const struct piece_side *s, const struct judge_piece *p)
{
    const struct sentence *at = &s->page->sentence[p->sentence];
    return (p->kind == PIECE_ADDED || p->kind == PIECE_REMOVED) && times_of(s, at->hash) > 1 && letters_in(s, at) >= MOVED_WORDS;
}

/* A sentence that only gained words does not say what it said: when it loses them, it says again what it said before. */
static void name_gone(const struct piece_finder *f, struct judge_piece *p)
{
    const struct sentence *was = p->kind == PIECE_CHANGED && !p->gone_key ? sentence_it_was(f, p) : NULL;
    if (was)
        p->gone_key = piece_text(&f->old, (uint32_t)(was - f->old.page->sentence));
    if (!p->old && p->old_end)
        p->still_said = map_find(&f->new.seen, f->old.page->sentence[piece_sentence(&f->old, p->old_word)].hash) != NULL;
}

/* What one line no longer says may be what another one says now: two lines whose times ran on and that changed places. */
static void find_still_said(struct piece_finder *f)
{
    struct map said;
    map_open(&said, f->arena, f->pieces.n);
    for (uint32_t i = 0; i < f->pieces.n; i++)
        if (!f->pieces.item[i].old && f->pieces.item[i].text_key)
            map_slot(&said, f->pieces.item[i].text_key, 0);
    for (uint32_t i = 0; i < f->pieces.n; i++)
        if (f->pieces.item[i].gone_key)
            f->pieces.item[i].still_said |= map_find(&said, f->pieces.item[i].gone_key) != NULL;
}

/* A line with other words of letters is known by those; in JSON by all of a value, which has a key. */
static void name_letters(const struct piece_finder *f, struct judge_piece *p)
{
    if (p->kind != PIECE_CHANGED || !p->old_end || !p->came[SHAPE_LETTERS] || !p->went[SHAPE_LETTERS]
        || f->new.page->kind == KIND_JSON)
        return;
    p->by_letters = true;
    p->text_key = piece_letters(&f->new, p->sentence);
    p->gone_key = piece_letters(&f->old, piece_sentence(&f->old, p->old_word));
}

/* When all of what it lost and kept is known. */
static void name_place(const struct piece_finder *f, struct judge_piece *p)
{
    const struct piece_side *s = p->old ? &f->old : &f->new;
    p->place_key = piece_place(s, p->sentence, sentence_it_was(f, p));
    if (piece_only_counts(p)) /* noise by itself, which says nothing of what else stands in the line */
        p->place_key = hash_mix(p->place_key, NAME_COUNTS);
    p->path_key = piece_path_alone(s, p->sentence);
    p->stem_key = p->kind == PIECE_CHANGED ? piece_stem(s, p->sentence, &p->stem) : 0;
    name_letters(f, p);
    name_gone(f, p);
    p->frame = is_of_frame(s, p);
    if (p->frame)
        p->place_key = hash_mix(p->path_key, NAME_FRAME);
    p->zone_key = piece_zone(s, p->sentence, p->place_key);
    p->keyed = piece_is_keyed(s->page, p->sentence);
    p->shelf_key = hash_mix(p->path_key, NAME_SHELF);
    enum judge_place side = sides_place(f->sides, s->page, p->sentence);
    p->place = side < PLACES ? side : p->place == PLACE_OTHER && consent_tells(s->page, p->sentence) ? PLACE_NOTICE : p->place;
    p->headed &= p->place == PLACE_OTHER;
    p->picture = picture_matters(f->delta, f->out, p);
}

/* What is seen now, or no longer, is neither a link nor a picture that is another one. */
static enum piece_kind kind_of_wordless(const struct change *c)
{
    if (c->tells & (TELLS_TITLE | TELLS_SHOWN))
        return c->tells & TELLS_TITLE ? PIECE_TITLE : PIECE_NOTE;
    if (c->tells & (TELLS_ADDRESS | TELLS_LINKS))
        return PIECE_LINK;
    return c->tells & (TELLS_PICTURE | TELLS_ALT) ? PIECE_PICTURE : PIECE_NOTE;
}

_Static_assert((int)PIECE_TITLE == NAME_TITLE && (int)PIECE_NOTE == NAME_NOTE, "kinds are part of names that are kept");

/* Changes that own no words: they speak of elements. */
static void add_wordless(struct piece_finder *f)
{
    const struct delta *d = f->delta;
    for (uint32_t i = 0; i < d->n_changes; i++) {
        const struct change *c = &d->change[i];
        bool format = c->kind == CHANGE_FORMAT || c->kind == CHANGE_ATTRIBUTE;
        if (!counts(f, i) || (!format && c->note.len == 0))
            continue;
        bool old = c->new_node == NONE && c->new_word >= c->new_end;
        const struct piece_side *s = old ? &f->old : &f->new;
        uint32_t word = MIN(old ? c->old_word : c->new_word, MAX(s->page->n_words, 1u) - 1);
        struct judge_piece *p = VEC_ADD(f->arena, &f->pieces);
        *p = (struct judge_piece){ .kind = kind_of_wordless(c), .old = old, .sentence = NONE, .change = i };
        p->place = s->page->n_words ? place_of(old ? &f->out->old : &f->out->new, word) : PLACE_OTHER;
        if (p->kind == PIECE_TITLE)
            p->place = PLACE_MAIN;
        p->text_key = hash_str(c->note);
        p->place_key = hash_mix(s->page->n_words ? piece_path(s, s->page->word[word].node) : 0, p->kind);
        p->zone_key = p->path_key = p->place_key;
    }
}

static bool is_whole(const struct judge_piece *p)
{
    return p->kind == PIECE_REMOVED || p->kind == PIECE_ADDED;
}

/* Whether it stands in an item of a list or a row of a table. */
static bool is_in_item(const struct page *p, uint32_t sentence)
{
    static const uint32_t tags[] = { TAG_LI, TAG_TR };
    return page_around(p, p->word[p->sentence[sentence].word].node, tags, ARRAY_LEN(tags)) != NONE;
}

/* Lists and gaps to which more came than went, or the other way round. What moved came to one and went from another. */
static void find_growing(struct piece_finder *f)
{
    struct map more, went;
    map_open(&more, f->arena, 64);
    map_open(&went, f->arena, 64);
    for (uint32_t i = 0; i < f->pieces.n; i++) {
        const struct judge_piece *p = &f->pieces.item[i];
        if (!is_whole(p) && (p->kind != PIECE_MOVED || p->sentence == NONE))
            continue;
        *map_slot(&more, p->zone_key, 0) += p->old ? UINT32_MAX : 1u;
        if (p->old && p->kind != PIECE_MOVED)
            *map_slot(&went, p->zone_key, 0) = 1;
    }
    for (uint32_t i = 0; i < f->pieces.n; i++) {
        struct judge_piece *p = &f->pieces.item[i];
        bool whole = is_whole(p) && p->zone_key != p->place_key;
        uint32_t n = whole ? *map_find(&more, p->zone_key) : 0; /* below 0 it is large */
        p->resizes = n && (n <= f->pieces.n) == (p->kind == PIECE_ADDED);
        p->grows = p->resizes && p->kind == PIECE_ADDED && !map_find(&went, p->zone_key) && is_in_item(f->new.page, p->sentence);
    }
}

bool piece_has_words(const struct judge_piece *p)
{
    uint32_t n = 0;
    for (unsigned i = 0; i < SHAPE_MARK; i++)
        n += p->came[i] + p->went[i];
    return n > 0;
}

bool piece_only_counts(const struct judge_piece *p)
{
    uint32_t counts = p->came[SHAPE_COUNT] + p->went[SHAPE_COUNT], all = 0;
    for (unsigned i = 0; i < SHAPE_MARK; i++)
        all += p->came[i] + p->went[i];
    return p->kind == PIECE_CHANGED && counts && all == counts;
}

bool piece_is_replaced(const struct judge_piece *p)
{
    return p->kind == PIECE_CHANGED && MAX(p->came[SHAPE_LETTERS], p->went[SHAPE_LETTERS]) > p->kept;
}

int pieces_find(struct arena *a, const struct delta *d, struct judge_pieces *out, struct err *e)
{
    struct piece_finder f = { .arena = a, .delta = d, .out = out, .sides = sides_open(a, d->new->dom.symbols) };
    *out = (struct judge_pieces){ 0 };
    if (places_find(a, d->old, NULL, &out->old, e) || places_find(a, d->new, &out->old, &out->new, e))
        return e->code;
    out->old_pictures = NEW(a, struct map);
    struct moved_partners partners = moved_partners_of(a, d);
    f.old = (struct piece_side){ .change = d->old_change, .partner = partners.old_to_new, .dates = &out->old.dates };
    f.new = (struct piece_side){ .change = d->new_change, .partner = partners.new_to_old, .dates = &out->new.dates };
    const struct piece_pair pair = { d, &f.old, &f.new };
    piece_side_open(a, d->old, &f.new, &f.old);
    piece_side_open(a, d->new, &f.old, &f.new);
    place_names_open(&f.old.paths, a, d->old, NULL);
    place_names_open(&f.new.paths, a, d->new, &f.old.paths);
    find_changed(&f, &f.old);
    find_changed(&f, &f.new);
    index_sentences(&f, &f.old);
    index_sentences(&f, &f.new);
    f.piece_of = NEW_ARRAY(a, uint32_t, d->new->n_sentences + 1);
    f.lost = NEW_ARRAY(a, uint8_t, d->old->n_sentences + 1);
    add_new(&f);
    add_old(&f);
    for (uint32_t i = 0; i < f.pieces.n; i++) {
        piece_codes_find(&pair, &f.pieces.item[i]);
        piece_same_keep(&pair, &f.pieces.item[i]);
    }
    find_moved(&f);
    pair_running(&f);
    window_find(a, &f.old, &f.new, f.pieces.item, f.pieces.n);
    agenda_find(a, d, &f.old, &f.new, f.pieces.item, f.pieces.n);
    for (uint32_t i = 0; i < f.pieces.n; i++)
        name_place(&f, &f.pieces.item[i]);
    piece_shelves_find(a, &f.old, &f.new, f.pieces.item, f.pieces.n);
    regrouped_find(a, d, &f.old, &f.new, f.pieces.item, f.pieces.n);
    add_wordless(&f);
    piece_swaps_find(a, &pair, f.pieces.item, f.pieces.n);
    find_growing(&f);
    piece_menus_join(a, d, f.pieces.item, f.pieces.n);
    find_still_said(&f);
    out->item = f.pieces.item;
    out->n = f.pieces.n;
    trimmings_find(a, d, out);
    beside_text_find(d, out);
    return 0;
}
