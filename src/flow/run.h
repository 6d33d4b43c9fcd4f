/* Checks of many pages at once: pages in, outcomes told one by one as soon as they are safe on the disk.
 *
 *     struct check_run *run;
 *     if (run_open(&options, &run, e)) return e->code;
 *     run_add(run, page, RUN_ASKED, &queued, e);      any number
 *     while (run_left(run))
 *         run_step(run, 1000, e);                     each is told when it is stored
 *     run_close(run);
 *
 * An answer is loaded, analysed on one of several threads, and written in a group with others, because a transaction waits for the disk: a
 * group ends when it is large, or old, or the last, and never holds the store for long. An outcome is told after its group was committed,
 * never before; a crash loses at most what was not told. A page that fails in any of this is an outcome; the others go on.
 * Hosts are leased, so that several processes may do this at once. */
#ifndef FLOW_RUN_H
#define FLOW_RUN_H

#include "browser/browser.h"
#include "flow/allowance.h"
#include "flow/check.h"
#include "flow/leases.h"
#include "flow/settings.h"
#include "segment/layout.h"

struct check_run;

/* A check that is done. Holds until it returns. */
typedef void run_told(void *ctx, const struct check *check);

struct run_options {
    struct store *store;
    struct loop *loop;     /* that everything of the run joins; NULL: one of its own */
    struct keeper *keeper; /* who begins the process again where a page ends it; NULL: nobody */
    struct fetch_options fetch;
    struct browser_options browser; /* for watches that want their pages rendered, and for layouts */
    enum layout_source layout;      /* by which pages are cut into blocks */
    struct subject_rules rules;
    bool allow_file;
    bool sensors;  /* ask for sitemaps and feeds, too (flow/sensors.h) */
    int64_t since; /* what anybody has looked at since then is the outcome for who asks; 0: since they ask for the page */
    bool probe; /* look at a page that is new, or rarely later, a second time at once, to learn what is different on every load */
    size_t body_max;  /* 0: that of fetch.h */
    uint32_t time_ms; /* likewise */
    uint32_t n_redirects_max;
    unsigned threads;    /* that analyse; 0: as many as there are processors */
    size_t check_memory; /* for each of them; 0: LIMIT_CHECK_MEMORY */
    run_told *told;      /* may be NULL */
    void *ctx;
};

struct run_totals {
    uint32_t n[CHECK_OUTCOMES];
    uint32_t skipped;    /* the skip rules said no */
    uint32_t found;      /* another process looked at them since somebody asked; counted as same or failed, too */
    uint32_t early;      /* before their time: the budget had room */
    uint32_t followed;   /* new watches by following links */
    bool network_down;   /* the run was stopped: nothing answers */
    uint32_t n_analysed; /* checks that compared something */
};

/* What a run takes from the settings; whose it is, its rules and whom it tells are the caller's to add. */
struct run_options run_options_of(struct arena *a, const struct settings *s);
int run_open(const struct run_options *options, struct check_run **out, struct err *e) MUST_CHECK;
/* What is still open is dropped; what was answered and not yet stored is stored. NULL is fine. */
void run_close(struct check_run *run);

/* Pages that are queued in one transaction: others wait for it. */
enum { RUN_TOGETHER = 64 };

enum run_mode {
    RUN_ASKED, /* the user named it: looked at whatever the skip rules say of thresholds */
    RUN_DUE,   /* by the skip rules; a page they keep back is scheduled anew */
    RUN_EARLY, /* before its time, where its shortest interval is over; else nothing happens */
};

/* Queues a page; one that is queued already is queued once, but one that is asked for while its request is out is looked at again after
 * that, for what is on its way may be older than what somebody wants to see (unless `since` says what they want). *queued is false
 * where the skip rules said no; a page that was asked for is then told as put off, with the reason. Where another process has its host
 * it waits; what that process found meanwhile is the outcome. */
int run_add(struct check_run *run, int64_t page, enum run_mode mode, bool *queued, struct err *e) MUST_CHECK;
/* Pages to choose from. Each is read once, for the choice and for the check. */
struct run_choice {
    const int64_t *page;
    uint32_t n;
    bool (*wants)(void *ctx, const struct subject *s); /* NULL: all of them */
    void *ctx;
};
/* As run_add() for each that is wanted; those that are gone are left out. */
int run_add_all(struct check_run *run, const struct run_choice *list, enum run_mode mode, struct err *e) MUST_CHECK;
/* Where the work began again (flow/keeper.h): what it told before is told again, marked so, and counts. Nothing is asked for. */
int run_add_told(struct check_run *run, struct err *e) MUST_CHECK;
/* Waits at most wait_ms for answers, stores and tells. */
int run_step(struct check_run *run, int64_t wait_ms, struct err *e) MUST_CHECK;
/* Hosts that failed are tried again, the network counts as up. */
void run_begin(struct check_run *run);
/* The plan as it stands in the store; one that is a day old, or was made for other pages, is made anew. due_feed() does this. */
int run_plan(struct check_run *run, struct err *e) MUST_CHECK;
/* Pages that are due, of hosts that no other process has and that may be asked; they are the run's until they have their outcome. */
int run_due(struct arena *a, struct check_run *run, const struct leases_wish *wish, struct store_pages *out, struct err *e)
    MUST_CHECK;
/* Asks for sitemaps and feeds that are due, at most `left` of them. */
int run_sense(struct check_run *run, uint32_t left, struct err *e) MUST_CHECK;
/* Begins visits to pages that are due next, where nothing is under way and the budget has more saved up than it can keep. *n grows by how
 * many. */
int run_early(struct check_run *run, uint32_t *n, struct err *e) MUST_CHECK;
/* When there may be some, if nobody changes anything meanwhile; NEVER: nothing is planned. */
int run_next_due(struct check_run *run, int64_t *at, struct err *e) MUST_CHECK;
/* What the budget has left for best effort. */
int run_allowance(struct check_run *run, struct allowance_left *out, struct err *e) MUST_CHECK;
bool run_has(struct check_run *run, int64_t page);               /* under way */
uint32_t run_host_pages(struct check_run *run, struct str host); /* of that host, under way */
/* Pages that have no outcome yet, and sitemaps that have not answered. */
uint32_t run_left(const struct check_run *run);
const struct run_totals *run_totals(const struct check_run *run);

#endif
