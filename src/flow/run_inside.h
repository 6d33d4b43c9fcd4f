/* The inside of a run, shared by the files that drive it: run_page.c (a page and its host), run_analyse.c (answers, drawing, threads),
 * run_commit.c (the store) and run.c. A page that is under way is in one place: with the fetcher, with the browser, with a thread, or in
 * one of the lists of struct check_run. */
#ifndef FLOW_RUN_INSIDE_H
#define FLOW_RUN_INSIDE_H

#include "base/limits.h"
#include "base/loop.h"
#include "base/map.h"
#include "base/vec.h"
#include "flow/planner.h"
#include "flow/render.h"
#include "flow/run.h"

enum {
    PROBES_MAX = 1000,   /* of one run, each to a host that was just asked: a ceiling for the list of those that wait */
    GROUP_MAX = 128,     /* pages of one transaction */
    GROUP_MS = 200,      /* that an outcome waits for others */
    COMMIT_MS = 4,       /* after which a transaction takes no further page: others wait for it */
    WAITING_PAGES = 128, /* that are analysed or wait for it before no more answers are taken */
    SPARE_ARENAS = 256,  /* that are kept for the next answers */
    MOVED_MAX = 8,       /* times that a page is analysed again because it changed in the store meanwhile */
};
/* Likewise: writing them to the log takes as long as the rows did. */
#define COMMIT_BYTES KIB(512)
#define WAITING_BYTES MIB(16)
/* Of what is loaded for analysis and not stored yet: a page that changed brings its old body and its frames. */
#define LOADED_BYTES MIB(32)
/* Of pages that wait for a second answer before somebody is told: past it they are told without. */
#define CONFIRM_BYTES MIB(128)
/* A page whose rows cannot be read or written is left alone for so long. */
#define FAULT_MS (INT64_C(3600) * 1000)
/* A second look comes so long after the first: news is rare in between, and whoever waits for a check does not wait long. */
#define PROBE_MS INT64_C(2000)

/* One for each page that was ever queued: the contexts of callbacks must not move, and fetch may drop one without a call. */
struct run_page {
    struct check_run *run;
    int64_t page;
    int64_t asked_at;   /* somebody named it then; 0: nobody */
    int64_t again_at;   /* ... and again, while it was under way; 0: nobody */
    int64_t fetched_at; /* what this run itself has stored of it last */
    uint64_t step;      /* of the run, when it was queued */
    bool under_way;
    bool browser;   /* the page is to be drawn when its answer has come */
    bool form;      /* its request sends one */
    uint64_t known; /* hash of the body that is kept */
    struct str host;
    struct arena arena;      /* of the check under way: what was read for it */
    struct arena answer;     /* ... and what came of it */
    struct subject *subject; /* as it was read when the page was queued; lies in the arena */
    int64_t stamp;           /* of the store, then */
    struct check_work *work;
    struct draw *draw; /* while the page is with the browser; else NULL */
    unsigned n_moved;
    bool probe;       /* what is under way is a second look (flow/probe.c) */
    bool confirm;     /* it is one before anybody is told: `work` has what was found */
    bool confirmed;   /* such a request went out for the check under way */
    bool early;       /* before its time */
    int64_t probe_at; /* it is made then */
    size_t loaded;    /* of check_run.loaded */
    size_t waiting;   /* of check_run.confirming */
};

/* A page that a browser draws. */
struct draw {
    struct request request;
    struct browser_request asked;
    struct browser_page page;
    struct err failed; /* code 0: it has not */
    struct arena arena;
};

struct run_pages {
    struct run_page **item;
    uint32_t n, room;
};

struct check_run {
    struct run_options options;
    struct loop *loop, *own_loop; /* in use; of its own, where the options name none */
    struct fetcher *fetcher;
    struct workers *workers;
    struct browser *browser; /* opened for the first page that wants one */
    struct draw_queue *draws;
    struct leases leases;
    struct run_totals totals;
    struct templates templates;
    struct visit_plan plan;
    uint64_t n_steps;
    uint32_t open;
    int64_t lease_try_at; /* the first moment at which a page of `waiting` may go on */

    struct arena names;
    struct map page_of; /* from a page to its place in `pages`, counted from 1 */
    struct run_pages pages;
    struct map told;           /* by page: this command told it before it began again */
    struct arena lists;        /* of those below */
    struct run_pages probing;  /* a second look is due soon */
    uint32_t n_probes;         /* that were begun in this run */
    struct run_pages waiting;  /* asked for, but another process has the host */
    struct run_pages again;    /* have ended, and are looked at once more: their request was out when somebody asked */
    struct run_pages answered; /* their answer has come */
    struct run_pages found;    /* analysed, not stored */
    size_t bytes;              /* of bodies that are not stored */
    size_t loaded;             /* bytes of pages that are analysed, or were and are not stored */
    size_t confirming;         /* bytes of pages that wait for a second answer: apart from the two above, which hold answers up */
    int64_t found_at;          /* the first of `found` came */
    int64_t early_at;          /* no look for pages to visit early before this */
    struct err failed;         /* of a callback, which has no way to tell it */
    struct run_sensor *sensed; /* sitemaps and feeds that have answered, */
    struct run_sensor *idle_sensors;

    struct arena spare[SPARE_ARENAS]; /* of answers, cleared */
    uint32_t n_spare;
};

/* run_page.c: a page, its host and its outcome. */
int64_t run_now(const struct check_run *run);
void run_pages_add(struct check_run *run, struct run_pages *list, struct run_page *p);
/* Into the arena of the page, for the whole check. */
int run_read_subject(struct check_run *run, struct run_page *p, struct err *e) MUST_CHECK;
void run_tell(struct check_run *run, const struct check *check);
/* Told as a failure, and left alone for a while: else it would come up again at once, and for ever. */
int run_tell_fault(struct check_run *run, struct run_page *p, const struct err *why, struct err *e) MUST_CHECK;
/* What is wrong with one page ends its check; what is wrong with the store or the machine ends the run. */
bool run_is_fault(int code);
void run_forget(struct run_page *p); /* what was read for the check */
/* The page has its outcome, or nobody wants one any more. Who asked again meanwhile is not forgotten. */
void run_end_page(struct check_run *run, struct run_page *p);
int run_load_hosts(struct check_run *run, struct err *e) MUST_CHECK;
void run_keep_host(void *ctx, const struct host_facts *facts);
/* The gate of the fetcher: hosts that requests go to, also where a redirect leads. */
int64_t run_enter_host(void *ctx, struct str origin, int64_t gap_ms);
void run_leave_host(void *ctx, struct str origin, int64_t ready_at);

/* run_analyse.c: from the answer to what was found. */
void run_take_answer(void *ctx, const struct response *r);
int run_load_answers(struct check_run *run, struct err *e) MUST_CHECK; /* as many as there is room for */
bool run_has_room(const struct check_run *run);                        /* for one more */
void run_serve_draws(struct check_run *run);                           /* layouts that the threads wait for */
void run_collect(struct check_run *run);                               /* what the threads have done */
void run_keep_found(struct check_run *run, struct run_page *p);
/* Of the threads. */
void *run_open_thread(void *context);
void run_close_thread(void *own);
void run_analyse(void *own, struct work_item *item);
void run_wake(void *context);

/* run.c: the request goes out; the run has the host. */
int run_start(struct check_run *run, struct run_page *p, struct err *e) MUST_CHECK;
/* *begun is false where another process has the host. */
int run_begin_probe(struct check_run *run, struct run_page *p, bool *begun, struct err *e) MUST_CHECK;

/* probe.c: a second look, a few seconds later. */
bool probe_is_wanted(struct check_run *run, const struct check_work *w);
void probe_add(struct check_run *run, struct run_page *p);        /* of a page that has just ended */
void probe_cancel(struct check_run *run, struct run_page *p);     /* where it has not begun yet */
int64_t probe_wait(const struct check_run *run, int64_t wait_ms); /* no longer than to the next of them */
int probe_start(struct check_run *run, struct err *e) MUST_CHECK; /* those that are due */
/* Before anybody is told. False: what was found holds. */
bool probe_confirms(struct check_run *run, struct run_page *p);
void probe_take(struct run_page *p, const struct response *r); /* the answer */
void probe_drop(struct check_run *run);                        /* no answers come any more: what was found holds */

/* run_early.c: when the budget has room for visits before their time; NEVER: it has no limit. */
int64_t run_early_at(const struct check_run *run, const struct allowance_left *left);

/* run_found.c: what another process has found since somebody asked is what they asked for. */
bool run_is_found(const struct run_page *p);
void run_load_told(struct check_run *run); /* pages that this command told before it began again */
int run_tell_found(struct check_run *run, struct run_page *p, struct err *e) MUST_CHECK;

/* run_sense.c: sitemaps and feeds that are asked for on weft's own account. */
int run_keep_sensed(struct check_run *run, struct err *e) MUST_CHECK; /* those that have answered */

/* run_commit.c: what was found, stored and told. */
bool run_is_busy(const struct check_run *run); /* threads, or the browser, have a page */
int run_flush(struct check_run *run, struct err *e) MUST_CHECK;

#endif
