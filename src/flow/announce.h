/* Pages that a sitemap or a feed says have changed: what others tell us for nothing, as far as it is worth something (flow/forecast.h).
 *
 *     announce_read(a, body, since, &list);                  list.item[i].url changed after `since`, it says
 *
 *     kind = announce_open(&reader, body);                   or all that it names, one by one, with or without a date
 *     while (announce_next(a, &reader, &one))
 *
 * Reads <url><loc><lastmod> of sitemaps, <sitemap><loc><lastmod> of their indexes, <entry><link href><updated> of Atom,
 * <item><link><pubDate> of RSS; anything else announces nothing. Pure; O(bytes), and only the head of what is none of these. */
#ifndef FLOW_ANNOUNCE_H
#define FLOW_ANNOUNCE_H

#include "base/arena.h"

/* Of one visit: announcements are looked up while others wait for the store. */
enum { ANNOUNCE_MAX = 64 };

enum announce_kind { ANNOUNCE_NOTHING, ANNOUNCE_SITEMAP, ANNOUNCE_INDEX, ANNOUNCE_FEED };

struct announcement {
    struct str url;  /* in the arena */
    struct str date; /* as it stands there, a slice; empty: none */
    int64_t at;      /* NEVER: it has no date, or none that can be read */
};

struct announcements {
    struct announcement item[ANNOUNCE_MAX];
    uint32_t n;
};

struct announce_reader {
    struct str body;
    const struct announce_form *form; /* NULL: of none */
    size_t at;
};

enum announce_kind announce_open(struct announce_reader *r, struct str body);
bool announce_next(struct arena *a, struct announce_reader *r, struct announcement *out);

/* What has a date after `since`. */
void announce_read(struct arena *a, struct str body, int64_t since, struct announcements *out);

#endif
