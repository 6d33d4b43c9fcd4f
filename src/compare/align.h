/* What the two files that align units share. Private to compare/. */
#ifndef COMPARE_ALIGN_H
#define COMPARE_ALIGN_H

#include "compare/steps.h"

/* Places in the two lists of units that are alive, see live_units(). */
struct gap {
    uint32_t a, a_end, b, b_end;
};

static inline struct unit *old_at(const struct compare *c, uint32_t place)
{
    return &c->old.item[c->old.live[place]];
}

static inline struct unit *new_at(const struct compare *c, uint32_t place)
{
    return &c->new.item[c->new.live[place]];
}

static inline void match(struct compare *c, uint32_t a, uint32_t b)
{
    old_at(c, a)->match = c->new.live[b];
    new_at(c, b)->match = c->old.live[a];
}

/* Calls `fill` for every gap between matched units of `g` that has units on both sides. */
void each_gap(struct compare *c, struct gap g, void (*fill)(struct compare *, const struct gap *));
/* Aligns the units of a gap that has some on both sides, none of them matched yet. */
void align_gap(struct compare *c, const struct gap *g);

#endif
