/* How much a page matters to a user (AIDE, section 7: "information overload ... a user-specified prioritization of URLs").
 *
 * A file of rules (track/rules.h), the first that matches wins; a value is a weight, 1 where nothing is said, 0: do not tell me:
 *
 *     tag:work                   5
 *     ^https://intranet\.        10
 *     /comics/                   0.2
 *     Default                    1
 *
 * "tag:NAME" matches pages that carry the tag. */
#ifndef TRACK_PRIORITY_H
#define TRACK_PRIORITY_H

#include "track/rules.h"

#define PRIORITY_DEFAULT 1.0
#define PRIORITY_MAX 1000.0

struct priority {
    struct rules rules;
    double *weight; /* of rules.item[i] */
    double fallback;
};

struct priority_found {
    double weight;
    struct str pattern; /* empty: no rule said it */
    uint32_t line;
};

int priority_read(struct arena *a, struct str name, struct str text, struct priority *out, struct err *e) MUST_CHECK;
void priority_drop(struct priority *p);
/* A struct of zeros has no rules: everything weighs PRIORITY_DEFAULT. O(rules x tags). */
int priority_find(const struct priority *p, struct str url, const struct str *tag, uint32_t n_tags, struct priority_found *out,
                  struct err *e) MUST_CHECK;

#endif
