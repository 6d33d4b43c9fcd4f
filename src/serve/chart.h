/* Pictures of a page's history as SVG inside the page: colours come from classes, so that they follow light and dark. */
#ifndef SERVE_CHART_H
#define SERVE_CHART_H

#include "base/buf.h"
#include "compare/metrics.h"

enum chart_mark { CHART_SHOWN, CHART_NEWS, CHART_QUIET };

struct chart_point {
    int64_t at;
    double importance; /* negative: not known */
    enum chart_mark mark;
    int64_t number, before; /* of versions */
    int64_t bytes;          /* of the version; negative: not known */
    uint32_t words_in, words_out;
    struct metrics metrics; /* for chart_measures() alone */
};

/* A bar for each point but the first, over the time from that one to `now`. */
void chart_importance(struct buf *out, const struct chart_point *point, uint32_t n, int64_t now);
/* A line of the size over the same time; below, words that came and went with each version. */
void chart_sizes(struct buf *out, const struct chart_point *point, uint32_t n, int64_t now);
/* The six measures of each version against the one before, in the order of versions. */
void chart_measures(struct buf *out, const struct chart_point *point, uint32_t n);
/* A mark for each point over the time from the first to `now`. */
void chart_messages(struct buf *out, const struct chart_point *point, uint32_t n, int64_t now);
/* The days of the last 53 weeks, deeper where more important things happened; a day leads to what mattered most on it. */
void chart_calendar(struct buf *out, int64_t page, const struct chart_point *point, uint32_t n, int64_t now);

#endif
