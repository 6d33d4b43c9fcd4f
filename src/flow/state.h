/* What the last check of a page learnt, kept as JSON with the page, and what a run learnt of a host. */
#ifndef FLOW_STATE_H
#define FLOW_STATE_H

#include "fetch/host.h"
#include "flow/record.h"

struct page_state {
    struct str outcome; /* check_outcome_name(); empty: never tried */
    struct str answer;  /* fetch_state_name() of the last try */
    uint32_t status;    /* of HTTP */
    struct str message; /* in words, where something is to be said */
    struct str title;   /* the page's own */
    struct str final_url, moved_to;
    struct str
        leads_to;  /* a redirect of its host that could not be followed in the same turn: the next try begins there. Else empty */
    uint32_t hops; /* ... and redirects that were followed in this way since the last answer */
    struct str cookies;         /* sealed apart (flow/sealed.h): no part of the JSON */
    struct record_list missing; /* expressions of --select that chose nothing on the page */
    struct str suspect;         /* the reason, while the newest version is suspect */
    struct str suspect_kind;    /* suspect_name() of it; empty: not known */
    int64_t suspect_at;         /* of the first answer in a row that was; NEVER: none was */
    struct str blocked;         /* the reason, where nothing but answers that may not be the page ever came */
    uint32_t real; /* version: the page, while what was believed in its place (flow/suspicion.h) is the newest; 0: the newest is */
    struct str rule;                                             /* track_rule_name() of the last decision */
    uint64_t known_hash;                                         /* of the body the validators belong to */
    uint64_t followed;                                           /* hash of the body whose links were followed last */
    int64_t tried_at, changed_at, proxy_at, retry_at, robots_at; /* NEVER: never, or not known */
    int64_t pushed_at;                                           /* somebody said that it has changed; NEVER: nobody did */
    uint32_t checks, changes;                                    /* answers, and versions they brought, lately: old ones fade */
    struct str past;                                             /* what its visits taught of it (judge/past.h) */
    bool robots_overridden;
    bool owed;       /* somebody asked for a check that was put off: it is made up for */
    bool distrusted; /* its validators were found lying */
};

/* That of a page that was never tried. */
struct page_state page_state_none(void);
int page_state_read(struct arena *a, struct str text, struct page_state *out, struct err *e) MUST_CHECK;
struct str page_state_write(struct arena *a, const struct page_state *state);

int host_facts_read(struct arena *a, struct str origin, struct str text, struct host_facts *out, struct err *e) MUST_CHECK;
struct str host_facts_write(struct arena *a, const struct host_facts *facts);

#endif
