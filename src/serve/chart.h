/* Pictures of a page's history as SVG inside the page: colours come from classes, so that they follow light and dark. */
#ifndef SERVE_CHART_H
#define SERVE_CHART_H

#include "base/buf.h"

enum chart_mark { CHART_SHOWN, CHART_NEWS, CHART_QUIET };

struct chart_point {
    int64_t at;
    double importance; /* negative: not known */
    enum chart_mark mark;
    int64_t number;
};

/* A bar for each point over the time from the first to `now`. */
void chart_importance(struct buf *out, const struct chart_point *point, uint32_t n, int64_t now);
/* The days of the last 53 weeks, deeper where more important things happened. */
void chart_calendar(struct buf *out, const struct chart_point *point, uint32_t n, int64_t now);

#endif
