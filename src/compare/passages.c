/* What is mostly other becomes one old and one new passage (section 5.3 of the paper: a muddle of old and new words cannot be read).
 *
 * In: kept words of a segment. Out: fewer kept words.
 *
 *  1. Two aligned sentences that share only small words are two passages.
 *  2. An island of kept words between two differences is given up where it says little beside them: a comma in a date that changed, a
 *     small word or two between larger differences.
 * What a word says is judged by how often it stands on the two pages: the words of any language that are everywhere say little; so do
 * short ones, for pages too small to count, and punctuation says nothing. Words that fill a box of their own (a link, a price in its span)
 * are a thing by themselves and stay, whatever changed beside them. Cost: O(words of changed segments x depth of inline elements). */
#include "compare/steps.h"

enum {
    MEANS_MUCH = 8,    /* an ordinary word; a small one means 1, punctuation nothing */
    SMALL_LETTERS = 3, /* ASCII words up to that length are small */
    OFTEN_COUNT = 6,   /* words there more often than that, and more than ... */
    OFTEN_SHARE = 150, /* ... once in so many words, are small */
    ISLAND_WORDS = 4,  /* kept words that may be given up between two differences */
    OTHER_SHARE = 4,   /* a pair of sentences of whose meaning less than one in so many parts is kept is mostly other */
};

static uint32_t *count_words(struct compare *c)
{
    const struct page *old = c->delta->old, *new = c->delta->new;
    uint32_t *count = NEW_ARRAY(c->scratch, uint32_t, new->dom.symbols->n + 1);

    for (uint32_t w = 0; w < old->n_words; w++)
        count[old->symbol[w]]++;
    for (uint32_t w = 0; w < new->n_words; w++)
        count[new->symbol[w]]++;
    return count;
}

/* EUR, GB: short, and yet no small word. */
static bool is_abbreviation(struct str word)
{
    for (size_t k = 0; k < word.len; k++)
        if (word.ptr[k] < 'A' || word.ptr[k] > 'Z')
            return false;
    return word.len > 1;
}

/* What word w of a page says. */
static uint32_t meaning_of(struct compare *c, const struct page *p, uint32_t w)
{
    struct str word = page_word(p, w);
    unsigned char first = (unsigned char)*word.ptr, letter = first | 0x20;
    bool is_digit = first >= '0' && first <= '9', is_letter = letter >= 'a' && letter <= 'z';

    if (p->word[w].flags & WORD_ATOM)
        return MEANS_MUCH;
    if (!is_digit && !is_letter && first < 0xc3)
        return 0;
    if (is_digit)
        return MEANS_MUCH;
    if (!c->count)
        c->count = count_words(c);
    uint32_t count = c->count[p->symbol[w]], all = c->delta->old->n_words + c->delta->new->n_words;
    bool often = count > OFTEN_COUNT && count > all / OFTEN_SHARE;
    bool small = first < 0x80 && word.len <= SMALL_LETTERS && !is_abbreviation(word);
    return often || small ? 1 : MEANS_MUCH;
}

static uint32_t meaning_between(struct compare *c, const struct page *p, uint32_t from, uint32_t to)
{
    uint32_t sum = 0;

    for (uint32_t w = from; w < to; w++)
        sum += meaning_of(c, p, w);
    return sum;
}

bool fill_box(const struct page *p, uint32_t from, uint32_t to)
{
    uint32_t node = p->dom.node[p->word[from].node].parent;

    while (node && p->first_word[node] >= from && p->first_word[p->dom.node[node].end] < to)
        node = p->dom.node[node].parent;
    return node && p->first_word[node] == from && p->first_word[p->dom.node[node].end] == to;
}

bool fill_boxes(const struct delta *d, uint32_t a, uint32_t b, uint32_t n)
{
    return fill_box(d->old, a, a + n) && fill_box(d->new, b, b + n);
}

void give_up(struct delta *d, uint32_t a, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        d->new_to_old[d->old_to_new[a + k]] = NONE;
        d->old_to_new[a + k] = NONE;
    }
}

static bool is_one_sided(const struct hole *h)
{
    return h->a == h->a_end || h->b == h->b_end;
}

static uint32_t meaning_of_hole(struct compare *c, const struct hole *h)
{
    return meaning_between(c, c->delta->old, h->a, h->a_end) + meaning_between(c, c->delta->new, h->b, h->b_end);
}

/* Words of a page, a number with its points and commas counted as one. */
static uint32_t count_between(const struct page *p, uint32_t from, uint32_t to)
{
    uint32_t n = 0;

    for (uint32_t w = from; w < to; w++) {
        unsigned char first = (unsigned char)*page_word(p, w).ptr;
        bool in_number = w > from && !(p->word[w].flags & (WORD_SPACE | WORD_BREAK | WORD_ATOM)) && first < 0x3a;
        n += !in_number;
    }
    return n;
}

static uint32_t size_of(const struct compare *c, const struct hole *h)
{
    return count_between(c->delta->old, h->a, h->a_end) + count_between(c->delta->new, h->b, h->b_end);
}

/* The number that a word is, where it is one of at most four digits; else 0. */
static uint32_t number_of(const struct page *p, uint32_t w)
{
    uint64_t number = 0;

    return page_word(p, w).len <= 4 && str_number(page_word(p, w), 9999, &number) ? (uint32_t)number : 0;
}

static bool is_day_and_year(uint32_t x, uint32_t y)
{
    return MIN(x, y) > 0 && MIN(x, y) <= 31 && MAX(x, y) >= 1900 && MAX(x, y) < 2100;
}

/* Whether the kept words between two holes are the month between a day and a year of which both changed. */
static bool is_month(const struct compare *c, const struct hole *before, const struct hole *after)
{
    const struct page *old = c->delta->old, *new = c->delta->new;

    return after->a - before->a_end <= 2 && is_day_and_year(number_of(old, before->a_end - 1), number_of(old, after->a))
           && is_day_and_year(number_of(new, before->b_end - 1), number_of(new, after->b));
}

/* Whether a bracket opens or closes among words [from, to) of a page, and its partner stands elsewhere. */
static bool tears_bracket(const struct page *p, uint32_t from, uint32_t to)
{
    int open = 0;

    for (uint32_t w = from; w < to && open >= 0; w++) {
        struct str word = page_word(p, w);
        open += word.len == 1 && strchr("([{", *word.ptr) ? 1 : word.len == 1 && strchr(")]}", *word.ptr) ? -1 : 0;
    }
    return open != 0;
}

/* Whether the kept words between two holes are an island to give up: few, on one line, no box of their own, and saying little beside
 * each difference. A bracket is not torn from its partner. */
static bool is_island(struct compare *c, const struct hole *before, const struct hole *after)
{
    const struct delta *d = c->delta;
    uint32_t n = after->a - before->a_end;

    if (n > ISLAND_WORDS || n == 0 || is_one_sided(before) || is_one_sided(after))
        return false;
    for (uint32_t w = before->a_end; w <= after->a; w++)
        if (d->old->word[w].flags & (WORD_BREAK | WORD_ATOM))
            return false;
    for (uint32_t w = before->b_end; w <= after->b; w++)
        if (d->new->word[w].flags & WORD_BREAK)
            return false;
    if (fill_boxes(d, before->a_end, before->b_end, n) || tears_bracket(d->old, before->a_end, after->a))
        return false;
    if (is_month(c, before, after))
        return true;
    uint32_t meaning = meaning_between(c, d->old, before->a_end, after->a);
    if (meaning <= n && 8 * meaning <= MIN(meaning_of_hole(c, before), meaning_of_hole(c, after)))
        return true; /* small words and punctuation */
    return n <= ISLAND_WORDS / 2 && 4 * n <= MIN(size_of(c, before), size_of(c, after));
}

void give_up_islands(struct compare *c, const struct segment *s)
{
    struct delta *d = c->delta;
    struct hole before, after;

    if (!next_hole(d, s, s->a, s->b, &before))
        return;
    while (next_hole(d, s, before.a_end, before.b_end, &after)) {
        if (is_plain(c, s, &before) && is_plain(c, s, &after) && is_island(c, &before, &after)) {
            give_up(d, before.a_end, after.a - before.a_end);
            before.a_end = after.a_end, before.b_end = after.b_end;
        } else {
            before = after;
        }
    }
}

/* The end of the run of kept words at `a`, all neighbours on both sides. */
static uint32_t run_end(const struct delta *d, uint32_t a, uint32_t end)
{
    uint32_t to = a + 1;

    while (to < end && d->old_to_new[to] == d->old_to_new[to - 1] + 1)
        to++;
    return to;
}

static uint32_t count_holes(const struct delta *d, const struct unit *u, const struct unit *v)
{
    struct segment s = { u->word, u->end, v->word, v->end, OWNER_PLACE };
    uint32_t n = 0;
    struct hole h;

    for (uint32_t a = s.a, b = s.b; next_hole(d, &s, a, b, &h); a = h.a_end, b = h.b_end)
        n++;
    return n;
}

static uint32_t tag_around(const struct page *p, uint32_t word)
{
    return p->dom.node[p->dom.node[p->word[word].node].parent].tag;
}

void give_up_mostly_other(struct compare *c, const struct unit *u, const struct unit *v)
{
    struct delta *d = c->delta;
    uint32_t all = meaning_between(c, d->old, u->word, u->end) + meaning_between(c, d->new, v->word, v->end), kept = 0;

    for (uint32_t w = u->word; w < u->end; w++)
        if (d->old_to_new[w] != NONE)
            kept += 2 * meaning_of(c, d->old, w);
    bool nothing = !kept && tag_around(d->old, u->word) != tag_around(d->new, v->word); /* a full stop in other markup */
    if (!nothing && (OTHER_SHARE * kept >= all || count_holes(d, u, v) < 2))
        return; /* one difference is no muddle, however large it is */
    for (uint32_t w = u->word, to; w < u->end; w = to) {
        to = w + 1;
        if (d->old_to_new[w] == NONE)
            continue;
        to = run_end(d, w, u->end);
        if (!fill_boxes(d, w, d->old_to_new[w], to - w))
            give_up(d, w, to - w);
    }
}
