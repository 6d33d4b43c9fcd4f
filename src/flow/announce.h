/* Pages that a sitemap or a feed says have changed: what others tell us for nothing, as far as it is worth something (flow/forecast.h).
 *
 *     announce_read(a, body, since, &list);                  list.item[i].url changed after `since`, it says
 *
 * Reads <url><loc><lastmod> of sitemaps, <entry><link href><updated> of Atom, <item><link><pubDate> of RSS; anything else announces
 * nothing. What has no date is left out. Pure; O(bytes), and only the head of what is none of these. */
#ifndef FLOW_ANNOUNCE_H
#define FLOW_ANNOUNCE_H

#include "base/arena.h"

/* Of one visit: announcements are looked up while others wait for the store. */
enum { ANNOUNCE_MAX = 64 };

struct announcement {
    struct str url;
    int64_t at;
};

struct announcements {
    struct announcement item[ANNOUNCE_MAX];
    uint32_t n;
};

void announce_read(struct arena *a, struct str body, int64_t since, struct announcements *out);

#endif
