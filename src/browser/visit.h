/* One page's way through a tab: opened, loaded, taken, put away. Waits for nothing itself: whoever drives it says what time it is. */
#ifndef BROWSER_VISIT_H
#define BROWSER_VISIT_H

#include "browser/tab.h"

enum visit_step {
    VISIT_WAITS, /* for a tab */
    VISIT_CONTEXT,
    VISIT_TARGET,
    VISIT_ATTACH,
    VISIT_LOOK,
    VISIT_LOAD,
    VISIT_SNAPSHOT,
    VISIT_METRICS,
    VISIT_PICTURE,
    VISIT_DISPOSE,
    VISIT_OVER, /* `page` is what came of it */
};

/* What became of a step. */
enum visit_outcome {
    VISIT_STILL, /* under way */
    VISIT_CAME,
    VISIT_LATE,
    VISIT_LOST,  /* the page is gone: it failed, crashed or closed itself */
    VISIT_LARGE, /* past a limit */
};

struct visit {
    struct visit *next;
    const struct browser_request *request;
    struct arena *arena; /* for the page */
    struct browser_page page;
    browser_done *done;
    void *ctx;
    int64_t from_ms;
    unsigned n_tries; /* that ended with the end of Chromium */

    enum visit_step step;
    int64_t until_ms; /* for the step at hand */
    bool prolonged;   /* ... after its scripts were ended */
    struct tab tab;
    struct arena raw; /* for the picture, until it is decoded */
    bool unsettled;   /* taken before it was ready */
    bool ended;       /* its scripts were */
    bool too_large;   /* its process was ended for the memory it took */
    bool stuck;       /* it could not be put away: Chromium should be started afresh */
};

/* In a tab of its own with its own proxy. */
void visit_start(struct visit *v, struct wire *w, unsigned number, unsigned proxy_port, int64_t now_ms);
/* Does what can be done now; true: it is over. */
bool visit_advance(struct visit *v, int64_t now_ms);
/* When to look at it again, if no message comes before. */
int64_t visit_next_at(const struct visit *v);
/* Chromium is gone, and the page with it. */
void visit_abort(struct visit *v);

#endif
