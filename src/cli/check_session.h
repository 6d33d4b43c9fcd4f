/* What check and watch share: a run as the settings want it, and its outcomes as lines or JSON. */
#ifndef CLI_CHECK_SESSION_H
#define CLI_CHECK_SESSION_H

#include "archive/preferences.h"
#include "cli/session.h"
#include "cli/term.h"
#include "flow/run.h"

struct check_session {
    struct session *session;
    struct preference_rules when;
    struct loop *loop; /* that everything of the run joins; NULL: one of its own */
    struct check_run *run;
    int64_t begun_at; /* of the command, however often its work began */
    struct progress progress;
    bool json;         /* a line of JSON for each outcome */
    struct json *into; /* or an object in this list; NULL: a line */
    bool verbose;      /* pages that did not change are told, too */
    bool quiet;        /* only what is new or failed is told */
    bool timed;        /* with the time before each line */
    bool color;
    uint32_t n_news;                                   /* pages with something new for the user */
    uint32_t n_others;                                 /* that changed for others alone: quiet ones */
    uint32_t n_blind;                                  /* pages on which the user selects what is not there */
    uint32_t n_paused;                                 /* pages that would have been checked, were they not paused */
    void (*changed)(void *ctx, const struct check *c); /* called for what is told; may be NULL */
    void *ctx;
};

/* What decides when to look: the thresholds, the history, the settings. All that `weft why` needs. */
int check_session_rules(struct check_session *c, struct session *session, int64_t run_ms, struct err *e) MUST_CHECK;
/* The rules, and the run; what comes of it goes to standard output. `run_ms`: time between two runs (track/decide.h). */
int check_session_open(struct check_session *c, struct session *session, int64_t run_ms, struct err *e) MUST_CHECK;
void check_session_drop(struct check_session *c);

/* "3 changed, 1 new, 40 the same, 2 failed": the end of a run, for people. */
void check_session_totals(const struct run_totals *t, struct buf *out);

#endif
