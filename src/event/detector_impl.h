/* What the files of the detector share. Private to event/. */
#ifndef EVENT_DETECTOR_IMPL_H
#define EVENT_DETECTOR_IMPL_H

#include "event/detector.h"

/* Behind the others; the oldest goes where there are too many. */
void kept_add(struct arena *a, struct kept *k, const struct occurrence *o);
void kept_remove(struct kept *k, uint32_t from, uint32_t n);

/* What the node makes of that which its parts made in this step, into its `out`. */
void detector_look(struct detector *d, uint32_t node);

static inline bool kept_is_empty(const struct kept *k)
{
    return k->n == 0;
}

#endif
