/* The two drawings of the status page, as inline SVG: 420 units wide, so that they can be read on a phone. */
#ifndef SERVE_STATUS_CHART_H
#define SERVE_STATUS_CHART_H

#include "archive/hosts.h"
#include "archive/outlook.h"
#include "base/buf.h"

/* How fresh the pages are kept by each budget; the one there is has a dot. */
void chart_budget(struct buf *out, const struct outlook *x);
/* How many pages are visited next in each of the coming hours. */
void chart_hours(struct buf *out, const uint64_t hours[STANDING_HOURS]);

#endif
