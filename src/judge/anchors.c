/* In: the lines of two rows. Out: which of them stay.
 *
 *  1. Lines with which both rows begin, and end, stay.
 *  2. Between them, a line of some words that each side has once is a likely pair; the heaviest chain of pairs in the same order stays.
 *     A short line may be anywhere by chance, and so may one that is there several times.
 *  3. Lines beside one that stays do so too, where they are equal. */
#include "judge/anchors.h"

#include "base/map.h"
#include "base/vec.h"
#include "compare/sequence.h"

enum { ANCHOR_WORDS = 3 };

#define SEVERAL UINT32_MAX

struct anchor_side {
    struct anchor_line *line;
    uint32_t from, to; /* lines that are left */
};

/* By hash: the line that has it, or SEVERAL. */
static void index_lines(struct arena *a, const struct anchor_side *s, struct map *out)
{
    map_open(out, a, 0);
    for (uint32_t i = s->from; i < s->to; i++) {
        uint32_t *line = s->line[i].words >= ANCHOR_WORDS ? map_slot(out, s->line[i].hash, i) : NULL;
        if (line && *line != i)
            *line = SEVERAL;
    }
}

/* Lines that both have once, as far as they keep their order. */
static uint32_t find_chain(struct arena *a, const struct anchor_side *old, const struct anchor_side *new, struct pair **out)
{
    struct map before, now;
    VEC(struct pair) pairs = { 0 };
    index_lines(a, old, &before);
    index_lines(a, new, &now);
    for (uint32_t i = old->from; i < old->to; i++) {
        const struct anchor_line *line = &old->line[i];
        const uint32_t *here = line->words >= ANCHOR_WORDS ? map_find(&before, line->hash) : NULL;
        const uint32_t *there = here && *here != SEVERAL ? map_find(&now, line->hash) : NULL;
        if (there && *there != SEVERAL)
            *VEC_ADD(a, &pairs) = (struct pair){ i, *there, line->words };
    }
    *out = pairs.item;
    return sequence_chain(a, pairs.item, pairs.n);
}

/* Takes lines that are equal off both ends. */
static void trim(struct anchor_side *old, struct anchor_side *new)
{
    while (old->from < old->to && new->from < new->to && old->line[old->from].hash == new->line[new->from].hash)
        old->line[old->from++].stays = new->line[new->from++].stays = true;
    while (old->from < old->to && new->from < new->to && old->line[old->to - 1].hash == new->line[new->to - 1].hash)
        old->line[--old->to].stays = new->line[--new->to].stays = true;
}

void anchors_find(struct arena *a, struct anchor_line *old, uint32_t n_old, struct anchor_line *new, uint32_t n_new)
{
    struct anchor_side was = { old, 0, n_old }, is = { new, 0, n_new };
    struct pair *chain;
    trim(&was, &is);
    uint32_t n = find_chain(a, &was, &is, &chain);
    for (uint32_t i = 0; i <= n; i++) { /* what lies before each pair; the last gap ends where the lines do */
        struct anchor_side o = { old, was.from, i < n ? chain[i].a : was.to }, w = { new, is.from, i < n ? chain[i].b : is.to };
        trim(&o, &w);
        if (i == n)
            break;
        old[chain[i].a].stays = new[chain[i].b].stays = true;
        was.from = chain[i].a + 1;
        is.from = chain[i].b + 1;
    }
}
