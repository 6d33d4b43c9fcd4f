/* Words inside aligned units.
 *
 * In: unit.match. Out: old_to_new and new_to_old, by word.
 *
 *  1. Equal units keep all their words. In similar sentences the longest common subsequence is kept, together with the neighbours they
 *     were split from or joined with; in rows first cells are aligned with cells (rows.c), then words inside them.
 *  2. What is left between two kept words on both sides may still hold a long common run: a sentence was split, or two were
 *     joined. Such runs are kept when they are long enough to be no accident, or all that is left on both sides but line breaks, also
 *     over breaks that stay: they moved, and the words did not.
 *  3. What is mostly other is given up, so that one old and one new passage stand there (passages.c).
 *  4. A difference that may slide (the x of "a [x a] x b") is slid to the start of a sentence where it can be.
 * Cost: O(words of changed units) times the sequence engine's. */
#include "compare/steps.h"

enum {
    WORDS_RUN = 5,              /* a left-over run this long is no accident ... */
    WORDS_RUN_SHORT = 3,        /* ... nor is one of this length if it is a third of what is left on one side */
    WORDS_LEFT_CELLS = 1 << 24, /* left-over words old x new up to which step 2 looks: a few milliseconds */
    WORDS_STRETCH = 400,        /* words of neighbours that may belong to a sentence that was split or joined */
    BREAKS_MAX = 16,            /* line breaks that moved in one stretch of words */
    LINK_DEPTH = 4,             /* elements between a word and the link it is in */
    SLIDE_WORDS = 1000,         /* words of a slide whose links are compared */
};

void keep_common(struct compare *c, uint32_t old_word, uint32_t old_end, uint32_t new_word, uint32_t new_end)
{
    struct runs runs;

    sequence_match(c->scratch, c->delta->old->symbol + old_word, old_end - old_word, c->delta->new->symbol + new_word,
                   new_end - new_word, &runs);
    c->delta->exact &= runs.exact;
    for (uint32_t r = 0; r < runs.n; r++)
        keep_words(c->delta, old_word + runs.item[r].a, new_word + runs.item[r].b, runs.item[r].n);
}

/* Words [from, to) of one page that may be compared together: an aligned sentence and its neighbours on the same line that found no
 * partner. */
struct stretch {
    uint32_t from, to;
};

static bool is_free(const struct page *p, const uint32_t *to_other, const struct unit *u)
{
    if (u->match != NONE || u->row != NONE || p->word[u->word].flags & WORD_ATOM)
        return false;
    for (uint32_t w = u->word; w < u->end; w++)
        if (to_other[w] != NONE)
            return false;
    return true;
}

/* Whether word w goes on where the one before it ended: on the same line, or in plain text on the next one, with no empty line between. */
static bool runs_on(const struct page *p, uint32_t w)
{
    if (!(p->word[w].flags & WORD_BREAK))
        return true;
    uint32_t line = p->dom.node[p->word[w].node].parent, before = p->dom.node[p->word[w - 1].node].parent;
    return p->kind == KIND_TEXT && p->dom.node[before].end == line;
}

static struct stretch stretch_around(const struct compare *c, bool is_old, uint32_t i)
{
    const struct page *p = is_old ? c->delta->old : c->delta->new;
    const struct units *units = is_old ? &c->old : &c->new;
    const uint32_t *to_other = is_old ? c->delta->old_to_new : c->delta->new_to_old;
    const bool *border = is_old ? c->old_border : c->new_border;
    uint32_t first = i, last = i;

    while (first > 0 && runs_on(p, units->item[first].word) && !border[units->item[first].word]
           && is_free(p, to_other, &units->item[first - 1]))
        first--;
    while (last + 1 < units->n && runs_on(p, units->item[last + 1].word) && !border[units->item[last + 1].word]
           && is_free(p, to_other, &units->item[last + 1]))
        last++;
    return (struct stretch){ units->item[first].word, units->item[last].end };
}

/* Two aligned sentences. Where one of them was split in two, or joined with another, the neighbours hold the rest of its words: they are
 * taken in when all of theirs are found, or at least half and no fewer than would be a run of their own. */
static void keep_sentence(struct compare *c, uint32_t i)
{
    const struct delta *d = c->delta;
    const struct unit *u = &c->old.item[i], *v = &c->new.item[u->match];
    struct stretch x = stretch_around(c, true, i), y = stretch_around(c, false, u->match);
    uint32_t more = x.to - x.from - (u->end - u->word) + y.to - y.from - (v->end - v->word);

    if (more && more <= WORDS_STRETCH) {
        uint32_t alone = sequence_length(d->old->symbol + u->word, u->end - u->word, d->new->symbol + v->word, v->end - v->word);
        uint32_t all = sequence_length(d->old->symbol + x.from, x.to - x.from, d->new->symbol + y.from, y.to - y.from);
        if ((all >= alone + WORDS_RUN_SHORT && 2 * (all - alone) >= more) || all >= alone + more) {
            keep_common(c, x.from, x.to, y.from, y.to);
            return;
        }
    }
    keep_common(c, u->word, u->end, v->word, v->end);
    give_up_mostly_other(c, u, v);
}

static void keep_units(struct compare *c)
{
    rows_open(c);
    for (uint32_t i = 0; i < c->old.n; i++) {
        const struct unit *u = &c->old.item[i];

        if (u->match == NONE)
            continue;
        const struct unit *v = &c->new.item[u->match];
        if (u->id == v->id)
            keep_words(c->delta, u->word, v->word, u->end - u->word);
        else if (u->row != NONE)
            keep_row(c, u, v);
        else
            keep_sentence(c, i);
    }
}

bool is_kept_here(const struct delta *d, const struct segment *s, uint32_t a)
{
    uint32_t b = d->old_to_new[a];

    return b != NONE && b >= s->b && b < s->b_end;
}

bool next_hole(const struct delta *d, const struct segment *s, uint32_t a, uint32_t b, struct hole *h)
{
    while (a < s->a_end && b < s->b_end && d->old_to_new[a] == b)
        a++, b++;
    if (a == s->a_end && b == s->b_end)
        return false;
    *h = (struct hole){ a, a, b, b };
    while (h->a_end < s->a_end && !is_kept_here(d, s, h->a_end))
        h->a_end++;
    h->b_end = h->a_end < s->a_end ? d->old_to_new[h->a_end] : s->b_end;
    return true;
}

bool is_plain(const struct compare *c, const struct segment *s, const struct hole *h)
{
    for (uint32_t w = h->a; w < h->a_end; w++)
        if (c->old_owner[w] != s->owner)
            return false;
    for (uint32_t w = h->b; w < h->b_end; w++)
        if (c->new_owner[w] != s->owner)
            return false;
    return true;
}

static bool is_in_line(const struct page *p, uint32_t from, uint32_t to)
{
    for (uint32_t w = from + 1; w < to; w++)
        if (p->word[w].flags & WORD_BREAK)
            return false;
    return true;
}

static bool is_line_break(const struct page *p, uint32_t w)
{
    uint32_t tag = p->dom.node[p->word[w].node].tag;

    return p->word[w].flags & WORD_ATOM && (tag == TAG_BR || tag == TAG_WBR);
}

/* Whether a hole holds the same words on both sides, but for line breaks between them. */
static bool holds_same_words(const struct delta *d, const struct hole *h)
{
    uint32_t v = h->a, w = h->b, n = 0;

    for (;; v++, w++, n++) {
        while (v < h->a_end && is_line_break(d->old, v))
            v++;
        while (w < h->b_end && is_line_break(d->new, w))
            w++;
        if (v == h->a_end || w == h->b_end)
            return v == h->a_end && w == h->b_end && n > 0;
        if (d->old->symbol[v] != d->new->symbol[w])
            return false;
    }
}

/* Long runs, and in one line what fills a box of its own: the price beside a button that changed. */
static void keep_left_over(struct compare *c, const struct hole *h)
{
    const struct delta *d = c->delta;
    uint32_t n = h->a_end - h->a, m = h->b_end - h->b, least = MIN(n, m);
    struct runs runs;

    bool in_line = is_in_line(d->old, h->a, h->a_end) && is_in_line(d->new, h->b, h->b_end);

    if ((least < WORDS_RUN_SHORT && !in_line) || least == 0 || (uint64_t)n * m > WORDS_LEFT_CELLS)
        return;
    sequence_match(c->scratch, d->old->symbol + h->a, n, d->new->symbol + h->b, m, &runs);
    for (uint32_t r = 0; r < runs.n; r++) {
        const struct run *run = &runs.item[r];
        if (run->n >= WORDS_RUN || (run->n >= WORDS_RUN_SHORT && run->n * 3 >= least)
            || (in_line && fill_boxes(d, h->a + run->a, h->b + run->b, run->n)))
            keep_words(c->delta, h->a + run->a, h->b + run->b, run->n);
    }
}

/* Reaches over line breaks that are kept to the hole behind them. False: something else is kept there. */
static bool reach_on(const struct delta *d, const struct segment *s, struct hole *h)
{
    struct hole next = *h, far;

    while (next.a_end < s->a_end && is_line_break(d->old, next.a_end) && d->old_to_new[next.a_end] == next.b_end) {
        next.a_end++;
        next.b_end++;
    }
    if (next.a_end == h->a_end || !next_hole(d, s, next.a_end, next.b_end, &far) || far.a != next.a_end || far.b != next.b_end)
        return false;
    *h = (struct hole){ h->a, far.a_end, h->b, far.b_end };
    return true;
}

/* A line break that moved was kept, and the words that it went over stand in the holes on either side of it: they are kept instead. */
static bool keep_over_breaks(struct compare *c, const struct segment *s, struct hole *h)
{
    struct delta *d = c->delta;
    struct hole all = *h;
    uint32_t breaks = 0;

    do
        if (++breaks > BREAKS_MAX || !reach_on(d, s, &all) || !is_plain(c, s, &all))
            return false;
    while (!holds_same_words(d, &all));
    for (uint32_t a = all.a; a < all.a_end; a++)
        if (d->old_to_new[a] != NONE)
            give_up(d, a, 1);
    for (uint32_t a = all.a, b = all.b; a < all.a_end && b < all.b_end;) {
        if (is_line_break(d->old, a))
            a++;
        else if (is_line_break(d->new, b))
            b++;
        else
            keep_words(d, a++, b++, 1);
    }
    *h = all;
    return true;
}

static void keep_all_left_over(struct compare *c, const struct segment *s)
{
    struct hole h;

    for (uint32_t a = s->a, b = s->b; next_hole(c->delta, s, a, b, &h); a = h.a_end, b = h.b_end)
        if (is_plain(c, s, &h) && holds_same_words(c->delta, &h))
            keep_common(c, h.a, h.a_end, h.b, h.b_end);
        else if (!keep_over_breaks(c, s, &h) && is_plain(c, s, &h))
            keep_left_over(c, &h);
}

/* One side of a page for sliding: its words' symbols and flags, and where its partners are. */
struct slide_side {
    const struct page *page, *other;
    const uint32_t *symbol;
    const struct word *word;
    uint32_t n; /* words */
    uint32_t *to_other, *from_other;
    struct units *own, *others;
    const uint32_t *owner; /* by word */
    uint32_t end;          /* of the segment, on this page */
};

static bool starts_unit(const struct slide_side *s, uint32_t w)
{
    return w == s->n || s->own->item[s->own->of_word[w]].word == w;
}

/* Where the link around a word leads; empty where there is none. */
static struct str target_of(const struct page *p, uint32_t w)
{
    uint32_t node = p->word[w].node;

    for (uint32_t up = 0; up < LINK_DEPTH && node && p->dom.node[node].tag != TAG_A; up++)
        node = p->dom.node[node].parent;
    return link_address(p, node);
}

/* Whether word w leads to where `partner` leads on the other page. */
static bool leads_alike(const struct slide_side *s, uint32_t w, uint32_t partner)
{
    return str_eq(target_of(s->page, w), target_of(s->other, partner));
}

/* Whether a box starts or ends between word w and the one before. */
static bool is_at_border(const struct slide_side *s, uint32_t w, uint32_t n)
{
    return w == 0 || w == n || s->word[w].node != s->word[w - 1].node;
}

static void slide_to(const struct slide_side *s, uint32_t from, uint32_t to, uint32_t at)
{
    for (uint32_t k = 0; k < from - at; k++) {
        uint32_t partner = s->to_other[from - 1 - k];

        s->to_other[to - 1 - k] = partner;
        s->from_other[partner] = to - 1 - k;
        s->to_other[from - 1 - k] = NONE;
    }
}

/* How far [from, to) can slide to the left so that more of the words it slides over stand in links that lead where they led: of five
 * equal words in five links, the one whose address came is new. Returns where it starts then; `from` if that wins nothing. */
static uint32_t slide_by_links(const struct slide_side *s, uint32_t from, uint32_t to, uint32_t floor)
{
    uint32_t best = from;
    int gain = 0, most = 0;

    for (uint32_t at = from; at > floor && from - at < SLIDE_WORDS;) {
        uint32_t left = --at, right = to - (from - at), partner = s->to_other[left];
        if (partner == NONE || s->symbol[left] != s->symbol[right])
            break;
        gain += leads_alike(s, right, partner) - leads_alike(s, left, partner);
        bool apart = s->word[at].flags & (WORD_SPACE | WORD_BREAK) && !(s->word[best].flags & (WORD_SPACE | WORD_BREAK));
        if (gain > most || (most && gain == most && apart))
            most = gain, best = at;
    }
    return best;
}

/* Slides the one-sided difference [from, to) to the left while the word before it equals its last word: to where the links agree; or as
 * far as a place that starts a line or a sentence; or else one where it begins and ends at borders of boxes, as a link does; stays where it
 * is when there is none. `floor` is the first word that may move. */
static void slide(const struct slide_side *s, uint32_t from, uint32_t to, uint32_t floor, const uint32_t *unit_of)
{
    uint32_t at = from, box = from, linked = slide_by_links(s, from, to, floor);
    bool in_box = is_at_border(s, from, s->n) && is_at_border(s, to, s->n);

    if (linked < from) {
        slide_to(s, from, to, linked);
        return;
    }
    while (unit_of[at] == (at ? unit_of[at - 1] : NONE)) {
        uint32_t shift = from - at + 1;
        if (at == floor || s->to_other[at - 1] == NONE || s->symbol[at - 1] != s->symbol[to - shift]) {
            slide_to(s, from, to, box);
            return;
        }
        at--;
        if (!in_box && is_at_border(s, at, s->n) && is_at_border(s, to - shift, s->n))
            in_box = true, box = at;
    }
    slide_to(s, from, to, at);
}

/* How far the one-sided difference [from, to) slides to the right, over whole sentences, to be all that a box holds: of two comments that
 * end with "1 point" the one that came has its own. 0 where it is in its place, or there is no such box before the segment ends, or a
 * record in it begins. */
static uint32_t slide_to_box(const struct slide_side *s, uint32_t from, uint32_t to)
{
    if (fill_box(s->page, from, to) || !starts_unit(s, from))
        return 0;
    for (uint32_t k = 0; to + k < s->end && s->owner[to + k] == s->owner[from] && k < SLIDE_WORDS; k++) {
        uint32_t partner = s->to_other[to + k];
        if (partner == NONE || partner != s->to_other[to] + k || s->symbol[from + k] != s->symbol[to + k]
            || starts_unit(s, from + k) != starts_unit(s, to + k))
            return 0;
        if (starts_unit(s, from + k + 1) && starts_unit(s, to + k + 1) && fill_box(s->page, from + k + 1, to + k + 1))
            return k + 1;
    }
    return 0;
}

/* The partners of n words from `to` on, and of their sentences, are given to those from `from` on. */
static void slide_right(const struct slide_side *s, uint32_t from, uint32_t to, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        uint32_t partner = s->to_other[to + k], unit = s->own->of_word[from + k];
        struct unit *now = &s->own->item[unit], *before = &s->own->item[s->own->of_word[to + k]];

        s->to_other[from + k] = partner;
        s->from_other[partner] = from + k;
        s->to_other[to + k] = NONE;
        if (now->word != from + k || before->match == NONE)
            continue;
        now->match = before->match;
        s->others->item[now->match].match = unit;
        before->match = NONE;
    }
}

/* Slides the words [from, to) of one side that the other does not have. Returns how far they went to the right. */
static uint32_t slide_hole(const struct slide_side *s, uint32_t from, uint32_t to, uint32_t floor)
{
    uint32_t right = slide_to_box(s, from, to);

    if (right)
        slide_right(s, from, to, right);
    else
        slide(s, from, to, floor, s->own->of_word);
    return right;
}

static void slide_all(struct compare *c, const struct segment *s)
{
    struct delta *d = c->delta;
    struct slide_side old = { d->old,        d->new,  d->old->symbol, d->old->word, d->old->n_words, d->old_to_new,
                              d->new_to_old, &c->old, &c->new,        c->old_owner, s->a_end };
    struct slide_side new = { d->new,        d->old,  d->new->symbol, d->new->word, d->new->n_words, d->new_to_old,
                              d->old_to_new, &c->new, &c->old,        c->new_owner, s->b_end };
    uint32_t floor_a = s->a, floor_b = s->b;
    struct hole h;

    for (uint32_t a = s->a, b = s->b; next_hole(d, s, a, b, &h); a = h.a_end, b = h.b_end) {
        uint32_t right = 0;
        if (h.a == h.a_end && is_plain(c, s, &h))
            right = slide_hole(&new, h.b, h.b_end, floor_b);
        else if (h.b == h.b_end && is_plain(c, s, &h))
            right = slide_hole(&old, h.a, h.a_end, floor_a);
        h.a_end += right, h.b_end += right;
        floor_a = h.a_end, floor_b = h.b_end;
    }
}

void number_places(struct compare *c)
{
    const struct delta *d = c->delta;
    uint32_t n = d->old->n_words, m = d->new->n_words;

    c->old_kept = NEW_ARRAY(c->scratch, uint32_t, n + 1);
    c->new_kept = NEW_ARRAY(c->scratch, uint32_t, m + 1);
    c->old_place = NEW_ARRAY_RAW(c->scratch, uint32_t, n + 1);
    c->new_place = NEW_ARRAY_RAW(c->scratch, uint32_t, m + 1);
    for (uint32_t w = 0; w < n; w++)
        c->old_kept[w + 1] = c->old_kept[w] + (d->old_to_new[w] != NONE);
    for (uint32_t w = 0; w < m; w++)
        c->new_kept[w + 1] = c->new_kept[w] + (d->new_to_old[w] != NONE);
    c->old_place[n] = c->new_place[m] = m;
    for (uint32_t w = n; w-- > 0;)
        c->old_place[w] = d->old_to_new[w] != NONE ? d->old_to_new[w] : c->old_place[w + 1];
    for (uint32_t w = m; w-- > 0;)
        c->new_place[w] = d->new_to_old[w] != NONE ? w : c->new_place[w + 1];
}

void compare_words(struct compare *c)
{
    keep_units(c);
    for (uint32_t k = 0; k < c->segments.n; k++) {
        const struct segment *s = &c->segments.item[k];

        keep_all_left_over(c, s);
        give_up_islands(c, s);
        slide_all(c, s);
        give_up_torn_tokens(c, s);
    }
}
