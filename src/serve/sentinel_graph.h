/* How a sentinel is detected, as a drawing inside a page: the sentinel on top, operators below it, then the changes, at the bottom the
 * pages. Colours come from classes, so that they follow light and dark. */
#ifndef SERVE_SENTINEL_GRAPH_H
#define SERVE_SENTINEL_GRAPH_H

#include "archive/sentinel_events.h"
#include "event/detection.h"

struct sentinel_graph {
    const struct detection *graph;
    struct str name;                  /* of the sentinel */
    struct str note;                  /* below its name: how it tells */
    const struct sentinel_told *told; /* what it found: changes in it carry the moment */
    uint32_t n_told;
    int64_t now;
};

/* False, and nothing written, where there is no such sentinel or it has more parts than can be read. */
bool sentinel_graph_draw(struct arena *a, const struct sentinel_graph *g, struct buf *out);

#endif
