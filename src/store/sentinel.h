/* Sentinels as rows: what users wrote, the versions that wait to be looked at, what was found, and what the detector remembers.
 *
 *     sentinel         statements of a user, by name
 *     look             versions of pages that sentinels stand on, not looked at yet: written with the version
 *     finding          a change of one type in one version: what composite events are made of
 *     sentinel_event   what a sentinel has to tell
 *     detector         one row: the state of the detection graph, and a stamp that grows with every change of it or of the sentinels
 *
 * Whoever takes a version out of `look` writes findings, events and state in the same transaction, so that a crash loses and doubles
 * nothing. The rules are those of store/store.h. */
#ifndef STORE_SENTINEL_H
#define STORE_SENTINEL_H

#include "store/store.h"

struct store_sentinel {
    int64_t id, user;
    struct str name; /* unique for the user among sentinels, and among sets */
    bool is_set;
    bool disabled;
    int64_t created_at;
    struct str text; /* CREATE in the language, with what ALTER changed since */
};

struct store_sentinels {
    struct store_sentinel *item; /* in the order of ids */
    uint32_t n;
};

/* Adds the sentinel or set, or replaces its text and whether it is disabled. */
int store_sentinel_put(struct store *s, const struct store_sentinel *x, int64_t *id, struct err *e) MUST_CHECK;
/* Of one user; 0: of all, by user and then in the order of ids. */
int store_sentinel_list(struct arena *a, struct store *s, int64_t user, struct store_sentinels *out, struct err *e) MUST_CHECK;
/* With the pages it stands on; its events stay. */
int store_sentinel_remove(struct store *s, int64_t id, struct err *e) MUST_CHECK;

/* The pages that a sentinel stands on, in the place of those before. */
int store_sentinel_pages(struct store *s, int64_t sentinel, const int64_t *page, uint32_t n, struct err *e) MUST_CHECK;
/* How many sentinels of the user stand on the page. */
int store_sentinel_on_page(struct store *s, int64_t user, int64_t page, int64_t *n, struct err *e) MUST_CHECK;

/* ---- Versions to look at ---- */

struct store_look {
    int64_t id, page, number, at;
};

struct store_looks {
    struct store_look *item; /* in the order of ids */
    uint32_t n;
};

/* Only where a sentinel stands on the page. */
int store_look_add(struct store *s, const struct store_look *look, struct err *e) MUST_CHECK;
int store_look_list(struct arena *a, struct store *s, uint32_t limit, struct store_looks *out, struct err *e) MUST_CHECK;
int store_look_remove(struct store *s, int64_t id, struct err *e) MUST_CHECK;

/* ---- What was found ---- */

struct store_finding {
    int64_t id; /* the detector's number for it */
    int64_t page, number, before;
    int64_t at;
    struct str type;    /* as the language writes it */
    struct str changes; /* JSON (judge/excerpt.h) */
    uint32_t n;         /* how many there are in all */
};

int store_finding_add(struct store *s, const struct store_finding *f, struct err *e) MUST_CHECK;
int store_finding_get(struct arena *a, struct store *s, int64_t id, struct store_finding *out, struct err *e) MUST_CHECK;
/* The highest id there ever was; 0: none. */
int store_finding_last(struct store *s, int64_t *id, struct err *e) MUST_CHECK;

struct store_sentinel_event {
    int64_t id, user, sentinel;
    struct str name;      /* of the sentinel then */
    int64_t start, end;   /* moments */
    int64_t page, number; /* of the newest version in it */
    double importance;    /* negative: not known */
    struct str headline;
    struct str findings; /* JSON: their ids, in the order in which they took part */
    struct str view;     /* how the difference is to be shown: "changes", "merged", "side" */
    uint32_t history;    /* earlier events that a message lists */
};

struct store_sentinel_events {
    struct store_sentinel_event *item; /* the newest first */
    uint32_t n;
};

int store_sentinel_event_add(struct store *s, const struct store_sentinel_event *x, int64_t *id, struct err *e) MUST_CHECK;
int store_sentinel_event_get(struct arena *a, struct store *s, int64_t id, struct store_sentinel_event *out, struct err *e)
    MUST_CHECK;

struct sentinel_event_query {
    int64_t user;
    int64_t sentinel; /* 0: of all */
    int64_t before;   /* only ids below this; 0: all */
    uint32_t limit;   /* 0: all */
    int64_t page;     /* only those that end with one of its versions above `after`, up to `upto`; 0: of all pages */
    int64_t after, upto;
};

int store_sentinel_event_list(struct arena *a, struct store *s, const struct sentinel_event_query *query,
                              struct store_sentinel_events *out, struct err *e) MUST_CHECK;
/* How many events the sentinel has had. */
int store_sentinel_event_count(struct store *s, int64_t sentinel, int64_t *n, struct err *e) MUST_CHECK;

/* ---- The detector's state ---- */

struct store_detector {
    int64_t stamp;    /* 0: there has been none */
    struct str state; /* event/detector.h; empty: nothing yet */
    int64_t next_at;  /* when it has something to do without a new version; NEVER: nothing */
};

int store_detector_get(struct arena *a, struct store *s, struct store_detector *out, struct err *e) MUST_CHECK;
int store_detector_stamp(struct store *s, int64_t *stamp, int64_t *next_at, struct err *e) MUST_CHECK;
/* Writes the state; the stamp becomes the next one, which is *stamp. */
int store_detector_put(struct store *s, const struct store_detector *d, int64_t *stamp, struct err *e) MUST_CHECK;
/* The sentinels have changed: whoever has read them reads them again. */
int store_detector_touch(struct store *s, struct err *e) MUST_CHECK;

#endif
