/* Copies of one page, asked for with other cookies, parameters or headers: which parts vary by these (the personalization of section 5).
 *
 * Every way of asking is a variant, fetched in rounds: all variants, then all again. A part that is not the same in all copies of a
 * variant varies by itself, with time or by chance: churn. One that is the same within every variant, and not in all of them, is personal
 * where chance alone would hardly bring that about; with too few rounds nobody can tell. Only values count: where a part stands is a matter
 * of what is around it. */
#ifndef FRAGMENT_PERSONAL_H
#define FRAGMENT_PERSONAL_H

#include "fragment/lp.h"

enum personal_class {
    PERSONAL_SURE,    /* varies by variant */
    PERSONAL_CHURN,   /* varies within a variant too */
    PERSONAL_UNKNOWN, /* varies by variant, but so few copies may look like that by chance */
};

/* "personal", "churn", "unknown" */
const char *personal_class_name(enum personal_class class);

/* A part counts as personal where chance makes the like of it at most so often. */
#define PERSONAL_CHANCE 0.05

struct personal_copy {
    const struct page *page;
    uint32_t variant; /* from 0, none left out */
};

struct personal_fragment {
    uint32_t copy;      /* whose page has it: the first of all, or the first that has something in that place */
    uint32_t node, end; /* of that page */
    struct str path;    /* in that page */
    uint32_t bytes;
    enum personal_class class;
    double chance; /* that values dealt out by chance are the same within every variant; 1 for churn */
    uint32_t *
        value; /* by variant: equal numbers for equal values, from 0 in the order of variants; those of churn are of the first copies */
    uint32_t n_values; /* over all copies; being absent is one */
};

struct personal {
    uint32_t n_variants;
    uint32_t n_rounds;              /* copies that every variant has */
    uint32_t bytes;                 /* of text in the first copy */
    struct personal_fragment *item; /* by copy, then in document order */
    uint32_t n;
};

/* Everything lies in the arena; pages in the order they were fetched. O(variants) comparisons (lp.h) for each copy. E_LIMIT: over a
 * budget. */
int personal_find(struct arena *a, const struct personal_copy *copy, uint32_t n, const struct lp_options *options,
                  struct personal *out, struct err *e) MUST_CHECK;

/* How likely values are the same within every variant where they are dealt out to the copies by chance: n_of[g] of n_variants variants have
 * value g, each n_rounds times. 1 with a single round. */
double personal_chance(const uint32_t *n_of, uint32_t n_values, uint32_t n_rounds);

#endif
