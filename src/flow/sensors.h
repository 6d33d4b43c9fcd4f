/* Sitemaps and feeds that weft asks for on its own, so that they announce pages before their turn: one request speaks of many pages.
 *
 *     sensors_offer_robots(store, &facts, now, e);           robots.txt names sitemaps, or they are at the usual place
 *     sensors_offer_feeds(store, &subject, &feeds, now, e);  a page names feeds (<link rel=alternate>)
 *     sensors_ask(a, store, &due, now, &request, e);         the request, by the same fetcher and under the same guards as any
 *     sensors_take(store, rules, url, &response, e);         what it says is news since it was last read
 *
 * What was said of a page counts as an announcement (flow/forecast.h), which may bring its visit forward. A feed also announces the pages
 * that name it. A sensor speaks of pages of its host alone, is asked seldom where it has nothing to say, and is not listened to while what
 * it says is hardly ever followed by an important change. Its first reading announces nothing. */
#ifndef FLOW_SENSORS_H
#define FLOW_SENSORS_H

#include "fetch/fetch.h"
#include "flow/subject.h"
#include "page/page.h"
#include "store/sensor.h"

enum {
    SENSOR_PAGES_MIN = 3, /* pages of a host below which asking them is no dearer than asking its sitemap */
    SENSOR_HOST_MAX = 12, /* of one host: a sitemap, its parts, some feeds */
    SENSOR_FEEDS_MAX = 2, /* that one page may name: the rest are comments and categories */
    SENSOR_NAMED_BY = 16  /* pages that a feed speaks for because they name it, those with the shortest addresses */
};

/* What was learnt of one. */
struct sensor_facts {
    struct str etag, last_modified;
    int64_t checked_at; /* NEVER: not yet */
    int64_t every_ms;   /* between two readings */
    uint32_t errors;    /* in a row */
    uint32_t told,
        right; /* announcements of which it is known whether an important change came with them, lately; and those that did */
    struct record_list pages;   /* that name it: their numbers */
    struct record_list waiting; /* announcements of which it is not known yet: "PAGE MOMENT IMPORTANCE" */
};

struct sensor_facts sensor_facts_read(struct arena *a, struct str text);
/* False: so few of its announcements were right that they are not passed on. */
bool sensor_is_believed(const struct sensor_facts *f);

/* The feeds that a page names; absolute addresses in the arena. Pure; O(nodes of its head). */
struct record_list sensors_find_feeds(struct arena *a, const struct page *page);

/* All of these inside the transaction that is open. */
int sensors_offer_robots(struct store *s, const struct host_facts *facts, int64_t now, struct err *e) MUST_CHECK;
int sensors_offer_feeds(struct arena *a, struct store *s, const struct subject *from, const struct record_list *feeds, int64_t now,
                        struct err *e) MUST_CHECK;

/* out->url is empty where another process asks, its host has too few pages left, somebody watches it anyway, or its host is reached by a
 * watch's own proxy: it is put off, or removed. */
int sensors_ask(struct arena *a, struct store *s, const struct store_sensor *due, int64_t now, struct request *out, struct err *e)
    MUST_CHECK;
int sensors_take(struct store *s, const struct subject_rules *rules, struct str url, const struct response *r, struct err *e)
    MUST_CHECK;

/* Somebody says that the page changed: its clock moves forward by what that was worth before. */
int sensors_announce(struct arena *a, struct store *s, const struct subject_rules *rules, int64_t page, int64_t now, struct err *e)
    MUST_CHECK;

#endif
