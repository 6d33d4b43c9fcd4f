/* Pages that are due, fed into a run some at a time. One that was put off and is still due waits until the feeding begins anew.
 *
 *     struct due due = { .run = run, .store = store };
 *     due_begin(&due);
 *     for (;;) { due_feed(&due, now, &fresh, e); run_step(run, 1000, e); }
 *
 * until nothing is fresh and nothing is left: an answer may make more pages due. */
#ifndef FLOW_DUE_H
#define FLOW_DUE_H

#include "flow/run.h"

struct due {
    struct check_run *run;
    struct store *store;
    bool once;          /* a page comes up once, however often it is due meanwhile: for a command that ends */
    struct arena arena; /* all fields below are its own business */
    struct map tried;
    uint32_t n_tried;
    bool planned;
    uint32_t left;   /* visits of best effort that the budget has */
    int64_t look_at; /* not before this, as long as there is enough to do */
};

void due_begin(struct due *d);
void due_drop(struct due *d);

/* Queues what is due at `now`, where the run has few pages left. *fresh: how many came up for the first time. */
int due_feed(struct due *d, int64_t now, uint32_t *fresh, struct err *e) MUST_CHECK;

/* Pages that wait in the fetcher's queues: enough to keep every host busy, few enough to start with what is most due. */
enum { DUE_AHEAD = 4096 };
/* ... and of one host: as many as a fast one answers between two looks. */
enum { DUE_PER_HOST = 256 };

#endif
