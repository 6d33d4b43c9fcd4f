/* What a page points to, as far as it is to be tracked too (AIDE, section 8.3: virtual library pages, collections of related pages; section
 * 5.3: referenced entities). Pure: a page in, a list of addresses out.
 *
 *     struct follow f;
 *     follow_open(&f, a, &options);                       once for a tree of pages
 *     follow_page(&f, page, url, depth, &links, e)        for each page of it, the first with depth 0
 *
 * No address comes out twice for a tree, whatever its pages say, so following ends: loops and self links go by the canonical form. */
#ifndef TRACK_FOLLOW_H
#define TRACK_FOLLOW_H

#include "base/map.h"
#include "page/page.h"

enum {
    FOLLOW_DEPTH_MAX = 8,
    FOLLOW_PAGES_MAX = 10000, /* of one tree; options may ask for less */
    FOLLOW_ENTITIES_MAX = 10000,
    FOLLOW_URL_MAX = 2048,       /* longer ones are traps that grow with each step */
    FOLLOW_SEGMENTS_SAME_MAX = 3 /* /a/b/a/b/a/b/: a relative link that goes down for ever */
};

enum follow_kind {
    FOLLOW_PAGE,  /* a, area, frame, iframe: tracked as a page of its own */
    FOLLOW_IMAGE, /* img, picture, input type=image, poster, svg image, icons */
    FOLLOW_MEDIA, /* video, audio, track */
    FOLLOW_STYLE, /* stylesheets */
    FOLLOW_FILE,  /* a link to what is no page by its name: .pdf, .zip ...; embed, object */
    FOLLOW_KINDS
};

const char *follow_kind_name(enum follow_kind kind);

struct follow_options {
    uint32_t depth;        /* how many links away from the first page: 1 is what it points to; 0: none */
    bool same_prefix;      /* only pages below the folder of the first one */
    bool same_host;        /* ... or at least on its host */
    bool entities;         /* images and files too, compared by checksum; from any host */
    uint32_t pages_max;    /* 0: 100 */
    uint32_t entities_max; /* 0: 100 */
};

struct follow_link {
    struct str url;  /* absolute, without fragment: what is to be fetched */
    uint32_t kind;   /* enum follow_kind */
    uint32_t depth;  /* of what it points to */
    uint32_t node;   /* of the page */
    struct str text; /* of the link, or alt, on one line; may be empty */
};

struct follow_links {
    struct follow_link *item; /* in document order */
    uint32_t n;
    uint32_t left_out; /* would have been followed, but a limit was reached */
};

struct follow {
    struct arena *arena;
    struct follow_options options;
    struct str prefix, host; /* of the first page */
    struct map seen;         /* hashes of canonical addresses */
    uint32_t n_pages, n_entities;
};

/* `start` is the address of the first page. */
void follow_open(struct follow *f, struct arena *a, struct str start, const struct follow_options *options);
/* An address that need not come out: it is tracked already. */
void follow_know(struct follow *f, struct str url);
/* `depth`: of this page, 0 for the first. Links are marked as seen as they come out. O(nodes). */
int follow_page(struct follow *f, const struct page *page, uint32_t depth, struct follow_links *out, struct err *e) MUST_CHECK;

#endif
