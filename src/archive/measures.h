/* How much two stored versions of a page differ, in numbers with their reasons: the six metrics, weft's own importance block by block, and
 * E of the paper on Vi-DIFF. All of both pages counts, whatever the caller's watch selects: the numbers say what happened to the page. */
#ifndef ARCHIVE_MEASURES_H
#define ARCHIVE_MEASURES_H

#include "archive/target.h"
#include "compare/metrics.h"

/* One block's part in the importance. */
struct measured_block {
    struct str name; /* its first words */
    double share;    /* of the importance */
    double weight;   /* what it weighs in the page: 0 to 1 */
    struct str why;  /* in words */
    bool gone;       /* only the older version has it */
};

struct measures {
    struct metrics metrics;
    double importance;            /* weft's own, from these two versions alone; negative: they are not pages */
    double paper;                 /* E; likewise */
    struct measured_block *block; /* those that changed, the largest share first */
    uint32_t n, n_blocks;         /* of how many */
};

/* In the caller's arena. The errors of comparison_make(). Cost: two parses, the LCS of their words, two segmentations. */
int measures_make(const struct caller *c, const struct target *t, const int64_t number[2], struct measures *out, struct err *e)
    MUST_CHECK;

/* The six metrics alone: what the history draws for every version. */
int measures_metrics(const struct caller *c, const struct target *t, const int64_t number[2], struct metrics *out, struct err *e)
    MUST_CHECK;

#endif
