/* Lists of pages that other programs keep, read into one form: what `weft import` of a hotlist adds as watches.
 *
 *     Netscape bookmark files (every browser exports them)      Chromium's Bookmarks file (JSON)      Firefox's places.sqlite
 *     OPML      plain lists of addresses      urlwatch's urls.yaml      changedetection.io's watch.json and url-watches.json
 *
 * The format is recognised from the content, never from the name. What weft has no place for is not dropped silently: `lost` tells it in
 * words. Nothing is fetched and nothing in the file is run. Entries whose address is neither http, https nor file are left out and told in
 * `lost`; an address that comes twice is one entry. Everything lies in the arena. */
#ifndef INTAKE_HOTLIST_H
#define INTAKE_HOTLIST_H

#include "base/arena.h"

#define HOTLIST_UNKNOWN INT64_MAX /* a moment that the source does not tell */

enum {
    HOTLIST_BYTES_MAX = 64 << 20,  /* 100,000 bookmarks with icons as data: addresses */
    HOTLIST_ENTRIES_MAX = 1000000, /* as many watches as a store is built for */
    HOTLIST_LOST_MAX = 1000        /* more words than that nobody reads; the last one tells how many are left */
};

enum hotlist_format {
    HOTLIST_NETSCAPE,
    HOTLIST_CHROMIUM,
    HOTLIST_PLACES,
    HOTLIST_OPML,
    HOTLIST_PLAIN,
    HOTLIST_URLWATCH,
    HOTLIST_CHANGEDETECTION,
    HOTLIST_FORMATS
};

/* "Netscape bookmarks", "urlwatch YAML" ... */
const char *hotlist_format_name(enum hotlist_format format);

struct hotlist_pair {
    struct str name, value;
};

struct hotlist_strs {
    struct str *item;
    uint32_t n;
};

struct hotlist_pairs {
    struct hotlist_pair *item;
    uint32_t n;
};

struct hotlist_entry {
    struct str url; /* as written there, trimmed */
    struct str title, note;
    struct str folder; /* "News/Local", outermost first; empty: none */
    struct hotlist_strs tags;
    bool has_every;   /* the source names a threshold ... */
    int64_t every_ms; /* ... which is this; NEVER: not at all */
    bool paused;      /* is not to be checked until the user says so */
    bool muted;       /* no messages are to be sent of it */
    bool browser;     /* needs a browser that runs scripts */
    bool ignore_robots;
    struct hotlist_pairs headers, form; /* form: POST */
    struct hotlist_strs select, ignore; /* CSS or XPath: what counts, what does not */
    struct str user, password, proxy;
    int64_t added_at, visited_at; /* HOTLIST_UNKNOWN: not told */
};

struct hotlist {
    enum hotlist_format format;
    struct hotlist_entry *item; /* in the order of the source */
    uint32_t n;
    struct hotlist_strs lost; /* "URL: what could not be carried over" */
    uint32_t n_lost;          /* all of that, however much is told */
    uint32_t n_refused;       /* of these, whole entries */
};

/* From bytes: every format but places.sqlite. E_FORMAT: none that weft knows, or broken; the words say which was tried. */
int hotlist_read(struct arena *a, struct str bytes, struct hotlist *out, struct err *e) MUST_CHECK;
/* From a file ("-": standard input), places.sqlite too (read from a private copy, so that a running browser does not matter). */
int hotlist_load(struct arena *a, const char *path, struct hotlist *out, struct err *e) MUST_CHECK;

#endif
