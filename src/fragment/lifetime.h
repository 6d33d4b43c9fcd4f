/* How long something lives, from visits that saw it changed or not.
 *
 * Between two visits a part was seen to change, or not; when exactly, and how often, nobody knows, and what was before the first visit and
 * after the last neither: everything is censored. Changes are taken as a Poisson process of unknown rate; what is known of the rate after
 * the visits is computed numerically, and gives a middle and a range. */
#ifndef FRAGMENT_LIFETIME_H
#define FRAGMENT_LIFETIME_H

#include "base/vec.h"

/* What the visits saw of one part. */
struct lifetime_seen {
    double quiet_s;        /* time between visits without a change, summed */
    VEC(double) changed_s; /* the times between visits with one */
    uint32_t n_quiet;
    double shortest_s; /* time between any two visits; 0: unknown */
};

struct lifetime {
    double middle_s;      /* as likely longer as shorter */
    double low_s, high_s; /* in nine cases of ten in between */
};

/* A visit, so many seconds after the one before it. Spans of 0 or less tell nothing. */
void lifetime_add(struct lifetime_seen *seen, struct arena *a, double span_s, bool changed);
/* How many visits it rests on. */
static inline uint32_t lifetime_visits(const struct lifetime_seen *seen)
{
    return seen->n_quiet + seen->changed_s.n;
}
/* Without any visit it says nothing, and who asks must look at lifetime_visits(): the range is then a wide one around a second.
 * O(changes). */
struct lifetime lifetime_of(const struct lifetime_seen *seen);

#endif
