/* What the files of the detector share. Private to event/. */
#ifndef EVENT_DETECTOR_IMPL_H
#define EVENT_DETECTOR_IMPL_H

#include "event/detector.h"

/* Behind the others; the oldest goes where there are too many. */
void occurrences_add(struct arena *a, struct occurrences *k, const struct occurrence *o);
void occurrences_remove(struct occurrences *k, uint32_t from, uint32_t n);

/* What the node makes of that which its parts made in this step, into its `out`. */
void detector_look(struct detector *d, uint32_t node);

#endif
