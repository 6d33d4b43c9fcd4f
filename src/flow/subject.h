/* A page with all who watch it: what a decision and a check need to know. */
#ifndef FLOW_SUBJECT_H
#define FLOW_SUBJECT_H

#include "flow/visit_plan.h"
#include "flow/state.h"
#include "flow/watch.h"
#include "judge/interest.h"
#include "store/store.h"
#include "track/decide.h"
#include "intake/history.h"
#include "track/thresholds.h"

/* How often to look, where a watch does not say it itself. */
struct subject_rules {
    const struct thresholds *thresholds;   /* NULL: none */
    int64_t every_ms;                      /* where they say nothing */
    const struct browser_history *history; /* of the user's browser; NULL: none */
    int64_t run_ms;                        /* between two runs: how long "in every run" waits; 0: not at all */
    int64_t suspect_ms;                    /* for how long an answer must be suspect before it is believed */
    bool error_is_check;                   /* section 3.1 */
    struct str sensitivity;                /* lists by tag (judge/wishes.h); empty: as usual */
    struct str min_importance;
    int64_t least_ms, most_ms;     /* between two checks of best effort; 0: no bound */
    struct visit_budget budget;    /* of the first rules: for all */
    struct str policy;             /* likewise: of watches that have none; empty: harmonic, in a collection fresh */
    const struct visit_plan *plan; /* likewise; NULL: best effort is looked at every every_ms */
    bool skip_unseen;              /* do not look again at what has changed and was not seen: versions in between are lost */
    int64_t user;                  /* whose rules; 0: of everybody who has none of their own */
    struct subject_rules *next;    /* another user's; NULL: no more */
};

/* The rules of the user among these: their own, else those of everybody, else the first. O(users with rules of their own). */
const struct subject_rules *subject_rules_of(const struct subject_rules *rules, int64_t user);

struct subject {
    struct store_page page;
    struct page_state state;
    struct store_watches row;
    struct watch *watch;           /* of row.item[i] */
    struct forecast_memory memory; /* page.learnt */
    struct str fault;              /* rows that cannot be read, in words; they are left out. Empty: none */
};

/* E_ABSENT: the page is not there any more. A damaged row is a fault of the subject, not a failure. */
int subject_load(struct arena *a, struct store *s, int64_t page, struct subject *out, struct err *e) MUST_CHECK;

/* The user's watch; NULL where they have none. */
const struct watch *subject_watch(const struct subject *s, int64_t user);

struct subject_threshold {
    int64_t ms;
    bool best_effort;          /* the plan says when: ms is what it comes to */
    int64_t every_ms;          /* ... and this what it would be if nothing were known of the page */
    int64_t least_ms, most_ms; /* its bounds; of a promise both are ms */
    bool by_hours;             /* the plan knows the hours at which its host's pages change */
    struct str why;            /* where it comes from, in words */
    struct str fault; /* the thresholds could not be asked, in words: the setting 'every' counts instead. Empty: they could */
};

/* Whether watch i is paused, or says that the page is not to be fetched unless it is named. */
bool subject_is_never(const struct subject *s, uint32_t i, const struct subject_rules *rules);
/* How often watch i wants it looked at. */
int subject_threshold(struct arena *a, const struct subject *s, uint32_t i, const struct subject_rules *rules,
                      struct subject_threshold *out, struct err *e) MUST_CHECK;

/* What all who watch it ask together, for the plan. */
struct subject_wish {
    struct forecast_wish visit;
    bool best_effort;   /* nobody asked for a fixed interval */
    int64_t every_ms;   /* of best effort: how often it would be looked at if all pages were alike */
    int64_t planned_ms; /* ... and is, by the plan there is */
};
/* False: nobody wants it looked at. */
bool subject_wish(struct arena *a, const struct subject *s, const struct subject_rules *rules, struct subject_wish *out);

/* What the skip rules say at this moment, and the facts of the watch that spoke. A page that nobody watches is never due. */
struct subject_decision {
    struct decision decision;
    struct track_facts facts;
    struct subject_threshold threshold;
    struct str fault; /* of any watch's threshold; empty: none */
};

/* Whether the moment that was decided is one that nobody was promised. */
bool subject_is_best_effort(const struct subject_decision *d);

struct subject_when {
    int64_t now;
    bool asked; /* the user named the page */
    bool early; /* best effort counts as due once its shortest interval is over */
};

int subject_decide(struct arena *a, const struct subject *s, const struct subject_rules *rules, const struct subject_when *when,
                   struct subject_decision *out, struct err *e) MUST_CHECK;

/* What each of its watches selects, ignores and wants to hear of, in the order of the watches; lies in the arena. `rules` NULL: the watches
 * alone say so. */
struct interest *subject_interests(struct arena *a, const struct subject *s, const struct subject_rules *rules);

/* The request that all its watches come to, with the validators of the last answer. */
struct request subject_request(struct arena *a, const struct subject *s);

#endif
