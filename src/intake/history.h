/* When the user last saw a page, as their browser remembers it: Firefox's places.sqlite, Chromium's History.
 *
 * The browser's files are only read: they are copied (write-ahead log and journal too) into a private folder, and the copy is opened. A
 * browser that runs and holds its locks does not matter; one that writes while the copy is made makes it be taken again. Visits are looked
 * up by the canonical form of the address (track/canonical.h), so that #fragments and utm_source do not count. */
#ifndef INTAKE_HISTORY_H
#define INTAKE_HISTORY_H

#include "base/arena.h"
#include "base/map.h"

enum { HISTORY_VISITS_MAX = 5000000 };

struct history_page {
    struct str url; /* canonical */
    int64_t visited_at;
    uint32_t visits;
};

struct browser_history {
    struct history_page *item;
    uint32_t n;
    const char *browser; /* "Firefox", "Chromium"; of several files the last */
    struct map map;      /* from the hash of a canonical address to its item */
};

/* Adds the visits of a database to *h, which begins as zeros: of several browsers the latest visit counts. E_FORMAT: no history; E_SYSTEM:
 * it cannot be read or copied. O(visits). */
int history_load(struct arena *a, const char *path, struct browser_history *h, struct err *e) MUST_CHECK;
/* NULL where the page was never visited. */
const struct history_page *history_find(const struct browser_history *h, struct str url);

#endif
