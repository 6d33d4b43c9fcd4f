/* Records of two lists, paired. For compare/records.c alone. */
#ifndef COMPARE_RECORD_PAIRS_H
#define COMPARE_RECORD_PAIRS_H

#include "compare/likeness.h"
#include "compare/steps.h"

struct list_match {
    const struct container *x, *y;
    uint32_t *old, *new; /* by place in the container: the place of the partner in the other, or NONE */
    bool *staying;       /* by place of the old one */
};

/* Finds partners for records that have none yet. */
void record_pairs(const struct compare *c, struct likeness *likeness, struct list_match *l);

#endif
