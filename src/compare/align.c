/* Alignment of units: which old sentence or row stands for which new one.
 *
 * In: the units of both pages. Out: unit.match on both sides, increasing on both: a heaviest common subsequence in the sense of
 * section 5.1 of the paper (Hirschberg's LCS with weights; a sentence weighs the words it has in common with its partner).
 *
 *  1. Common head and tail.
 *  2. Equal units that are rare on both sides: the heaviest chain of all their pairs. A unit that occurs often ("Read more") is left
 *     to step 3, where its neighbours decide.
 *  3. In each gap between those: equal and similar pairs together, the heaviest chain again. A gap of up to ALIGN_GAP_PAIRS pairs and
 *     ALIGN_GAP_CELLS words old x new is looked at in full; in a larger one the candidates come from an index over rare words.
 * Which units are aligned with which is for align_segments.c to say.
 * Cost: O(u log u) for u units, plus the word comparisons of step 3, which are bounded by the candidates. */
#include <stdlib.h>

#include "base/map.h"
#include "compare/align.h"

enum {
    ALIGN_RARE = 16,             /* occurrences old x new up to which all pairs of an id are tried in step 2 */
    ALIGN_GAP_PAIRS = 4096,      /* units old x new of a gap that is compared in full ... */
    ALIGN_GAP_CELLS = 1 << 26,   /* ... and words old x new: a millisecond or two */
    ALIGN_EXACT_CELLS = 1 << 22, /* words old x new of a pair whose common words are counted; in larger ones runs of three are */
    ALIGN_HEADING = 24,          /* words that an equal heading weighs beyond its own: those of a long sentence */
    ALIGN_CANDIDATES = 6,        /* similar old units tried for each new one in a larger gap */
    ALIGN_WORD_RARE = 8,         /* an index word in more old units than that tells nothing */
    ALIGN_LENGTH = 3,            /* "length close enough": the longer has at most so many times the words of the shorter ... */
    ALIGN_SHARE_PERCENT = 50,    /* ... and 2W/L is at least this */
};

typedef VEC(struct pair) pair_list;

static uint32_t length_of(const struct unit *u)
{
    return u->end - u->word;
}

static bool same_words(const struct compare *c, const struct unit *a, const struct unit *b)
{
    return a->id == b->id && length_of(a) == length_of(b)
           && memcmp(c->delta->old->symbol + a->word, c->delta->new->symbol + b->word, length_of(a) * sizeof(uint32_t)) == 0;
}

static void trim(struct compare *c, struct gap *g)
{
    while (g->a < g->a_end && g->b < g->b_end && same_words(c, old_at(c, g->a), new_at(c, g->b))) {
        match(c, g->a++, g->b++);
    }
    while (g->a < g->a_end && g->b < g->b_end && same_words(c, old_at(c, g->a_end - 1), new_at(c, g->b_end - 1))) {
        match(c, --g->a_end, --g->b_end);
    }
}

/* About how many words two long sequences have in common: those of the new one with which three words begin that stand side by side in
 * the old one too. O(n + m), where the exact number would cost n x m. */
static uint32_t common_triples(const uint32_t *old, uint32_t n, const uint32_t *new, uint32_t m)
{
    AUTO(arena) scratch = { 0 };
    struct map seen;
    uint32_t common = 0;

    map_open(&seen, &scratch, n);
    for (uint32_t i = 0; i + 2 < n; i++)
        ++*map_slot(&seen, hash_mix(hash_mix(old[i], old[i + 1]), old[i + 2]), 0);
    for (uint32_t j = 0; j + 2 < m; j++) {
        uint32_t *left = map_find(&seen, hash_mix(hash_mix(new[j], new[j + 1]), new[j + 2]));
        if (left && *left) {
            --*left;
            common++;
        }
    }
    return common;
}

uint32_t similar_words(const struct compare *c, uint32_t old_word, uint32_t old_end, uint32_t new_word, uint32_t new_end)
{
    uint32_t n = old_end - old_word, m = new_end - new_word, common;
    const uint32_t *old = c->delta->old->symbol + old_word, *new = c->delta->new->symbol + new_word;

    if (n > m * ALIGN_LENGTH || m > n * ALIGN_LENGTH)
        return 0;
    common = (uint64_t)n * m > ALIGN_EXACT_CELLS ? common_triples(old, n, new, m) : sequence_length(old, n, new, m);
    return 200 * (uint64_t)common >= (uint64_t)ALIGN_SHARE_PERCENT * (n + m) ? common : 0;
}

/* The first cell with words in it names a row. */
static bool same_key(const struct compare *c, const struct unit *a, const struct unit *b)
{
    const struct page *old = c->delta->old, *new = c->delta->new;
    uint32_t n = 1, m = 1;

    while (a->word + n < a->end && !(old->word[a->word + n].flags & WORD_BREAK))
        n++;
    while (b->word + m < b->end && !(new->word[b->word + m].flags &WORD_BREAK))
        m++;
    return n == m && n < length_of(a) && memcmp(old->symbol + a->word, new->symbol + b->word, n * sizeof(uint32_t)) == 0;
}

/* Words of the number that a unit begins with: "3." and "4.2)" count what they stand before, and change when something is put in. */
static uint32_t number_words(const struct page *p, const struct unit *u)
{
    if (u->end - u->word < 3 || p->word[u->word].flags & WORD_ATOM)
        return 0;
    char first = *page_word(p, u->word).ptr;
    struct str point = p->word[u->word + 1].flags & WORD_ATOM ? STR("") : page_word(p, u->word + 1);
    return first >= '0' && first <= '9' && (str_eq(point, STR(".")) || str_eq(point, STR(")"))) ? 2 : 0;
}

/* Common words of two units that are similar; of two that are numbered, the numbers count as equal where the rest is similar. */
static uint32_t similar_units(const struct compare *c, const struct unit *a, const struct unit *b)
{
    uint32_t common = similar_words(c, a->word, a->end, b->word, b->end);
    uint32_t n = number_words(c->delta->old, a), m = number_words(c->delta->new, b);
    uint32_t rest = n && m ? similar_words(c, a->word + n, a->end, b->word + m, b->end) : 0;

    return rest ? MAX(common, rest + n) : common;
}

/* What an equal pair weighs in words. A heading names all that stands under it, and is too short to be said to have moved. */
static uint32_t equal_weight(const struct compare *c, const struct unit *u)
{
    const struct page *p = c->delta->old;
    uint32_t node = p->word[u->word].node,
             tag = p->dom.node[p->dom.node[node].kind == NODE_TEXT ? p->dom.node[node].parent : node].tag;

    return length_of(u) + (tag >= TAG_H1 && tag <= TAG_H6 ? ALIGN_HEADING : 0);
}

/* The weight of a pair: its common words where they match in the paper's sense, else 0. Twice that, so that an equal pair may be
 * given one more than a similar pair with as many words in common. */
static uint32_t weight_of(const struct compare *c, uint32_t i, uint32_t j)
{
    const struct unit *a = old_at(c, i), *b = new_at(c, j);

    if (a->id == b->id)
        return 2 * equal_weight(c, a) + 1;
    if ((a->row == NONE) != (b->row == NONE))
        return 0;
    uint32_t common = similar_units(c, a, b);
    if (!common && a->row != NONE && same_key(c, a, b))
        common = 1;
    return 2 * common;
}

static void take_chain(struct compare *c, pair_list *pairs)
{
    uint32_t n = sequence_chain(c->scratch, pairs->item, pairs->n);

    for (uint32_t k = 0; k < n; k++) {
        struct pair *p = &pairs->item[k];
        if (old_at(c, p->a)->id != new_at(c, p->b)->id || same_words(c, old_at(c, p->a), new_at(c, p->b)))
            match(c, p->a, p->b);
    }
}

/* Step 2. Counts occurrences by id, links those of the new side, and pairs what is rare. */
static void match_rare(struct compare *c, const struct gap *g)
{
    struct id_counts *ids = &c->id_counts;
    uint32_t *next = NEW_ARRAY_RAW(c->scratch, uint32_t, g->b_end - g->b + 1);
    pair_list pairs = { 0 };

    for (uint32_t i = g->a; i < g->a_end; i++)
        ids->old[old_at(c, i)->id]++;
    for (uint32_t j = g->b_end; j-- > g->b;) { /* backwards: the lists then run forwards */
        uint32_t id = new_at(c, j)->id;
        ids->new[id]++;
        next[j - g->b] = ids->head[id];
        ids->head[id] = j + 1;
    }
    for (uint32_t i = g->a; i < g->a_end; i++) {
        uint32_t id = old_at(c, i)->id;

        if ((uint64_t)ids->old[id] * ids->new[id] > ALIGN_RARE)
            continue;
        for (uint32_t j = ids->head[id]; j; j = next[j - 1 - g->b])
            *VEC_ADD(c->scratch, &pairs) = (struct pair){ i, j - 1, equal_weight(c, old_at(c, i)) };
    }
    take_chain(c, &pairs);
    for (uint32_t i = g->a; i < g->a_end; i++)
        ids->old[old_at(c, i)->id] = 0;
    for (uint32_t j = g->b; j < g->b_end; j++)
        ids->new[new_at(c, j)->id] = ids->head[new_at(c, j)->id] = 0;
}

static void match_all_pairs(struct compare *c, const struct gap *g)
{
    pair_list pairs = { 0 };

    for (uint32_t i = g->a; i < g->a_end; i++) {
        for (uint32_t j = g->b; j < g->b_end; j++) {
            uint32_t weight = weight_of(c, i, j);
            if (weight)
                *VEC_ADD(c->scratch, &pairs) = (struct pair){ i, j, weight };
        }
    }
    take_chain(c, &pairs);
}

/* An index of the old units of a gap by their words; a word's list is cut off once it is too long to tell anything. */
struct index_entry {
    uint32_t unit, next; /* next: 1 + an earlier entry of the same word, or 0 */
    uint32_t count;      /* entries of the word so far */
};

struct word_index {
    struct map first; /* symbol -> 1 + its latest entry */
    VEC(struct index_entry) entries;
};

static void index_units(struct compare *c, const struct gap *g, struct word_index *index)
{
    map_open(&index->first, c->scratch, 1024);
    for (uint32_t i = g->a; i < g->a_end; i++) {
        for (uint32_t w = old_at(c, i)->word; w < old_at(c, i)->end; w++) {
            uint32_t *slot = map_slot(&index->first, c->delta->old->symbol[w], 0);
            uint32_t count = *slot ? index->entries.item[*slot - 1].count : 0;

            if (*slot && index->entries.item[*slot - 1].unit == i)
                continue;
            if (count > ALIGN_WORD_RARE)
                continue;
            uint32_t before = *slot;
            *VEC_ADD(c->scratch, &index->entries) = (struct index_entry){ i, before, count + 1 };
            *slot = index->entries.n;
        }
    }
}

/* The old units that share the most rare words with new unit j, best first; returns how many. */
static uint32_t candidates_of(struct compare *c, const struct word_index *index, uint32_t j, uint32_t found[ALIGN_CANDIDATES])
{
    struct {
        uint32_t unit, votes;
    } best[4 * ALIGN_CANDIDATES];
    uint32_t n = 0, n_found = 0;

    for (uint32_t w = new_at(c, j)->word; w < new_at(c, j)->end; w++) {
        const uint32_t *slot = map_find(&index->first, c->delta->new->symbol[w]);

        if (!slot || index->entries.item[*slot - 1].count > ALIGN_WORD_RARE)
            continue;
        for (uint32_t e = *slot; e; e = index->entries.item[e - 1].next) {
            uint32_t k = 0, unit = index->entries.item[e - 1].unit;

            while (k < n && best[k].unit != unit)
                k++;
            if (k == n && n < ARRAY_LEN(best)) {
                best[n].unit = unit;
                best[n++].votes = 0;
            }
            if (k < n)
                best[k].votes++;
        }
    }
    while (n_found < ALIGN_CANDIDATES && n_found < n) {
        uint32_t top = n_found;
        for (uint32_t k = n_found + 1; k < n; k++)
            if (best[k].votes > best[top].votes)
                top = k;
        found[n_found] = best[top].unit;
        best[top] = best[n_found];
        best[n_found].unit = found[n_found];
        n_found++;
    }
    return n_found;
}

static int compare_pairs(const void *left, const void *right)
{
    const struct pair *a = left, *b = right;

    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

static void match_candidates(struct compare *c, const struct gap *g)
{
    struct word_index index = { 0 };
    pair_list pairs = { 0 };

    index_units(c, g, &index);
    for (uint32_t j = g->b; j < g->b_end; j++) {
        uint32_t found[ALIGN_CANDIDATES], n = candidates_of(c, &index, j, found);

        for (uint32_t k = 0; k < n; k++) {
            uint32_t weight = weight_of(c, found[k], j);
            if (weight)
                *VEC_ADD(c->scratch, &pairs) = (struct pair){ found[k], j, weight };
        }
    }
    if (pairs.n)
        qsort(pairs.item, pairs.n, sizeof *pairs.item, compare_pairs);
    take_chain(c, &pairs);
}

/* Equal units of a large gap that are too frequent to be candidates: the plain LCS of their ids. */
static void match_frequent(struct compare *c, const struct gap *g)
{
    uint32_t n = g->a_end - g->a, m = g->b_end - g->b;
    uint32_t *old = NEW_ARRAY_RAW(c->scratch, uint32_t, n + 1), *new = NEW_ARRAY_RAW(c->scratch, uint32_t, m + 1);
    struct runs runs;

    for (uint32_t i = 0; i < n; i++)
        old[i] = old_at(c, g->a + i)->id;
    for (uint32_t j = 0; j < m; j++)
        new[j] = new_at(c, g->b + j)->id;
    sequence_match(c->scratch, old, n, new, m, &runs);
    c->delta->exact &= runs.exact;
    for (uint32_t r = 0; r < runs.n; r++)
        for (uint32_t k = 0; k < runs.item[r].n; k++)
            if (same_words(c, old_at(c, g->a + runs.item[r].a + k), new_at(c, g->b + runs.item[r].b + k)))
                match(c, g->a + runs.item[r].a + k, g->b + runs.item[r].b + k);
}

void each_gap(struct compare *c, struct gap g, void (*fill)(struct compare *, const struct gap *))
{
    struct gap inner = { g.a, g.a, g.b, g.b };

    for (uint32_t i = g.a; i <= g.a_end; i++) {
        if (i < g.a_end && old_at(c, i)->match == NONE)
            continue;
        inner.a_end = i;
        inner.b_end = i < g.a_end ? c->new.place[old_at(c, i)->match] : g.b_end;
        uint32_t next = inner.b_end + 1;
        if (inner.a < inner.a_end && inner.b < inner.b_end)
            fill(c, &inner);
        inner.a = i + 1;
        inner.b = next;
    }
}

/* Whether all pairs of a gap may be compared; it has units on both sides. */
static bool is_small(const struct compare *c, const struct gap *g)
{
    uint64_t old_words = old_at(c, g->a_end - 1)->end - old_at(c, g->a)->word;
    uint64_t new_words = new_at(c, g->b_end - 1)->end - new_at(c, g->b)->word;

    return (uint64_t)(g->a_end - g->a) * (g->b_end - g->b) <= ALIGN_GAP_PAIRS && old_words * new_words <= ALIGN_GAP_CELLS;
}

static void fill_small(struct compare *c, const struct gap *g)
{
    if (is_small(c, g))
        match_all_pairs(c, g);
    else
        match_frequent(c, g);
}

/* Step 3. What candidates leave of a large gap falls into smaller ones, which are then looked at in full. */
static void fill_gap(struct compare *c, const struct gap *g)
{
    if (is_small(c, g)) {
        match_all_pairs(c, g);
        return;
    }
    match_candidates(c, g);
    each_gap(c, *g, fill_small);
}

void align_gap(struct compare *c, const struct gap *whole)
{
    struct gap g = *whole;

    trim(c, &g);
    if (g.a == g.a_end || g.b == g.b_end)
        return;
    match_rare(c, &g);
    each_gap(c, g, fill_gap);
}
