/* Sitemaps and feeds that are asked for on weft's own account. The rules are those of store/store.h. */
#ifndef STORE_SENSOR_H
#define STORE_SENSOR_H

#include "store/store.h"

struct store_sensor {
    struct str url;   /* unique */
    struct str host;  /* whose pages it speaks of */
    int64_t ask_at;   /* NEVER: not */
    struct str facts; /* what was learnt of it: the owner's business, JSON by custom */
    struct str seen;  /* what it said last: the owner's business */
};

struct store_sensors {
    struct store_sensor *item; /* what is due first comes first */
    uint32_t n;
};

/* Adds it where it is not there and its host has fewer than `most`. Reads url, host, ask_at, facts. */
int store_sensor_offer(struct store *s, const struct store_sensor *x, uint32_t most, struct err *e) MUST_CHECK;
/* E_ABSENT: there is none. */
int store_sensor_get(struct arena *a, struct store *s, struct str url, struct store_sensor *out, struct err *e) MUST_CHECK;
/* Those that are due at `now`, at most `limit`, without facts and seen. */
int store_sensor_due(struct arena *a, struct store *s, int64_t now, uint32_t limit, struct store_sensors *out, struct err *e)
    MUST_CHECK;
/* When the first is due; NEVER: none. */
int store_sensor_next(struct store *s, int64_t *at, struct err *e) MUST_CHECK;
/* To another moment, if nobody has moved it since it was read: of several processes one gets it. */
int store_sensor_take(struct store *s, const struct store_sensor *x, int64_t to, bool *taken, struct err *e) MUST_CHECK;
/* Reads all but the host. */
int store_sensor_put(struct store *s, const struct store_sensor *x, struct err *e) MUST_CHECK;
int store_sensor_remove(struct store *s, struct str url, struct err *e) MUST_CHECK;
/* All of them, without `seen`. O(sensors). */
int store_sensor_list(struct arena *a, struct store *s, struct store_sensors *out, struct err *e) MUST_CHECK;
/* Some pages of the host that are planned: at most `most` into page[], *n says how many. */
int store_sensor_pages(struct store *s, struct str host, uint32_t most, int64_t *page, uint32_t *n, struct err *e) MUST_CHECK;

#endif
