/* In: the pieces of a change. Out: which came where something else went, and the other way round, also where the comparison did not pair
 * them.
 *
 *  1. Where more came than went a list has grown: what is new there took nothing's place.
 *  2. An advert has some lines; where more than that came, a text was rewritten.
 *  3. In a row of a table the day of the visit does not take the place of its name: words do that of words, figures that of figures.
 *  4. A line that says what another said, and more, takes no line's place: the comparison may take one for the other where lines of a list
 *     say nearly the same. */
#include "judge/piece_swaps.h"

#include "base/hash.h"
#include "base/map.h"

enum { GROWN = 2, SWAPPED_MAX = 5 };

struct swaps {
    const struct piece_pair *pair;
    const struct judge_piece *item;
    struct map gone, came; /* by place: how many */
    struct map last;       /* by place: 1 + the last that went; `before` each the one before */
    uint32_t *before;
};

static uint64_t swap_key(const struct judge_piece *p)
{
    return hash_mix(p->place_key, p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] > 0);
}

static void add_piece(struct swaps *s, uint32_t i)
{
    const struct judge_piece *p = &s->item[i];
    if (p->kind != PIECE_REMOVED && p->kind != PIECE_ADDED)
        return;
    ++*map_slot(p->kind == PIECE_REMOVED ? &s->gone : &s->came, swap_key(p), 0);
    if (p->kind == PIECE_REMOVED && p->sentence != NONE) {
        uint32_t *slot = map_slot(&s->last, swap_key(p), 0);
        s->before[i] = *slot;
        *slot = i + 1;
    }
}

static bool extends_one(struct swaps *s, const struct judge_piece *p)
{
    uint32_t k = *map_slot(&s->last, swap_key(p), 0);
    while (k && !piece_extends(s->pair, p, &s->item[k - 1]))
        k = s->before[k - 1];
    return k > 0;
}

static uint32_t count_of(const struct map *m, uint64_t key)
{
    const uint32_t *n = map_find(m, key);
    return n ? *n : 0;
}

static bool is_swapped(struct swaps *s, const struct judge_piece *p)
{
    uint32_t gone = count_of(&s->gone, swap_key(p)), came = count_of(&s->came, swap_key(p));
    if (gone > SWAPPED_MAX || came > SWAPPED_MAX)
        return false;
    if (p->kind == PIECE_REMOVED)
        return came && GROWN * came >= gone;
    return (p->went[SHAPE_LETTERS] || (gone && GROWN * gone >= came)) && !(gone && p->sentence != NONE && extends_one(s, p));
}

void piece_swaps_find(struct arena *a, const struct piece_pair *pair, struct judge_piece *item, uint32_t n)
{
    struct swaps s = { .pair = pair, .item = item, .before = NEW_ARRAY(a, uint32_t, n + 1) };
    map_open(&s.gone, a, 64);
    map_open(&s.came, a, 64);
    map_open(&s.last, a, 64);
    for (uint32_t i = 0; i < n; i++)
        add_piece(&s, i);
    for (uint32_t i = 0; i < n; i++)
        if (item[i].kind == PIECE_ADDED || item[i].kind == PIECE_REMOVED)
            item[i].swapped = is_swapped(&s, &item[i]);
}
