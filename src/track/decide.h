/* Whether a page is to be looked at now, by which rule, and when next: w3newer's skip rules (AIDE, section 3) as a pure function.
 *
 *     struct decision d = decide(&facts);
 *     decision_words(&d, &facts, &text);      "not now: you saw it 3 hours ago, and it is looked at every 2 days; next in 1 day 21 hours"
 *
 * Rules in their order; the first that holds is the reason that is told:
 *   never       its threshold is "never"
 *   robots      robots.txt forbids it, and that is known (section 3.1)
 *   host        its host asked for a pause
 *   error       the last try failed, and the pause after errors is not over (section 3.1: "errors are likely to be transient")
 *   visited     the user saw the page within the threshold
 *   modified    it is known to have changed since the user saw it, and that was learnt less than a week ago
 *   checked     the server was asked within the threshold
 *   proxy       a proxy's copy speaks for a moment within the threshold
 * and where none holds it is checked, because it was asked for, never looked at, suspect, stale or simply due.
 *
 * Laws (tests/track/decide_test.c): at every moment before next_at the answer is "not now", at next_at it is "check"; with the same facts a
 * page that is due stays due; a longer threshold never gives an earlier check.
 * Moments after `now` cannot have been: a clock was wrong, and they count as NEVER (but for host_ready_at). */
#ifndef TRACK_DECIDE_H
#define TRACK_DECIDE_H

#include "base/buf.h"

/* "long enough ago to be considered stale (currently, the threshold is one week)" */
#define TRACK_STALE_MS (INT64_C(7) * 86400000)
/* After the first error in a row; it doubles with each, up to the threshold and to the maximum. */
#define TRACK_RETRY_MS (INT64_C(5) * 60000)
#define TRACK_RETRY_MAX_MS (INT64_C(24) * 3600000)
/* A suspect answer is looked at again after this, or after the threshold where that is shorter. */
#define TRACK_SUSPECT_MS (INT64_C(15) * 60000)

struct track_facts {
    int64_t now_at;
    int64_t threshold_ms;  /* 0: in every run; NEVER: not at all */
    int64_t run_ms;        /* time between two runs: what "every run" means for next_at; 0: now */
    int64_t visited_at;    /* the user last saw the page: browser history, `weft seen` */
    int64_t checked_at;    /* the server itself last answered */
    int64_t tried_at;      /* the last request went out, whatever came of it */
    int64_t modified_at;   /* the last change that is known: a version, or Last-Modified */
    int64_t known_at;      /* ... and when that was learnt */
    int64_t proxy_at;      /* the moment a proxy's copy speaks for: when it was got, less its Age */
    int64_t host_ready_at; /* the host asked to be left alone until then; NEVER: it did not */
    struct str host_said;  /* why, in the words of the last try; empty: the page itself was not tried */
    int64_t robots_at;     /* robots.txt was read and forbids the page; NEVER: it does not */
    int64_t robots_ms;     /* how long that holds: ROBOTS_AGE_MS */
    uint32_t errors;       /* tries that failed since the last that did not */
    bool asked;            /* the user named it: only the host's pause and robots.txt count */
    bool archive;          /* every version is wanted (section 8.2): that it is known to have changed is no reason not to look */
    bool suspect;          /* the last answer was suspect: look again soon */
    bool ignore_robots;    /* this watch overrides robots.txt */
    bool error_is_check;   /* an error counts as a check (section 3.1): the threshold is the pause */
};

/* No fact is known but the time and the threshold. */
struct track_facts track_facts_none(int64_t now_at, int64_t threshold_ms);

enum track_rule {
    TRACK_RULE_NEVER,
    TRACK_RULE_ROBOTS,
    TRACK_RULE_HOST,
    TRACK_RULE_ERROR,
    TRACK_RULE_VISITED,
    TRACK_RULE_MODIFIED,
    TRACK_RULE_CHECKED,
    TRACK_RULE_PROXY,
    TRACK_SKIPS, /* from here on: checked */
    TRACK_RULE_ASKED = TRACK_SKIPS,
    TRACK_RULE_SUSPECT,
    TRACK_RULE_FIRST,
    TRACK_RULE_STALE,
    TRACK_RULE_AGAIN, /* after an error */
    TRACK_RULE_DUE,
    TRACK_RULES
};

struct decision {
    bool check;
    uint8_t rule;      /* enum track_rule: why, now */
    uint8_t last_rule; /* the rule that holds longest: why not before next_at */
    int64_t next_at;   /* when it is to be checked if nothing new is learnt; now where it is; NEVER */
};

struct decision decide(const struct track_facts *f);
/* One page, several users who watch it: checked as soon as one of them wants it, told by that one. n >= 1; *which: whose it is. */
struct decision decide_all(const struct track_facts *f, uint32_t n, uint32_t *which);

/* "visited", "due" ...: for JSON, for storing a decision. */
const char *track_rule_name(enum track_rule rule);
/* A sentence without a full stop for a person: `weft why`. The moments are told as spans from now_at. */
void decision_words(const struct decision *d, const struct track_facts *f, struct buf *out);

#endif
