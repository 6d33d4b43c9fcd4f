/* The inside of detecting.c, shared with detecting_tell.c. */
#ifndef ARCHIVE_DETECTING_INSIDE_H
#define ARCHIVE_DETECTING_INSIDE_H

#include "archive/detecting.h"
#include "archive/sentinel_world.h"
#include "event/observe.h"

struct detecting {
    struct caller caller;
    bool loaded;
    int64_t stamp;      /* of the store, when this was read */
    struct arena arena; /* of the next ones */
    struct sentinel_world world;
    struct detection graph;
    struct map page_of; /* from a page's id to its number in the graph, counted from 1 */
    struct detector detector;
    int64_t finding; /* the number of the last one */
    struct detecting_totals totals;
};

/* A version that was looked at, on its way into the store. */
struct looked {
    struct store_look look;
    struct observed observed;
    int64_t *before; /* by event: the number of the version that it was compared with */
    int64_t at;
    bool gone; /* nobody asks for the page, or the version is not there any more */
};

/* Keeps what was found. */
int detecting_keep_findings(struct detecting *d, const struct looked *x, struct err *e) MUST_CHECK;
/* Keeps and tells what the last step of the detector found. */
int detecting_tell(struct detecting *d, struct err *e) MUST_CHECK;

#endif
