/* What the pages of a site have in common: the parts that several of them share, how long each lives, where it stands on one. */
#ifndef ARCHIVE_SITE_H
#define ARCHIVE_SITE_H

#include "archive/caller.h"
#include "fragment/lifetime.h"
#include "segment/layout.h"

enum {
    SITE_PAGES_MAX = 200,  /* that are read: each is parsed twice */
    SITE_PARTS_MAX = 30,   /* that are told of: those that save most */
    SITE_VERSIONS_MAX = 40 /* of the page that is drawn, for lifetimes */
};

struct site_page {
    int64_t id, number; /* the newest version */
    struct str url, title;
};

struct site_part {
    struct str excerpt; /* how it begins */
    uint32_t bytes;
    uint32_t n_pages;
    bool exact;           /* the same bytes on all of them; else nearly */
    struct box box;       /* on the page that is drawn; no width: it is not there, or not seen */
    struct lifetime life; /* as that page's history tells; middle_s 0: unknown */
};

struct site_view {
    struct site_page *page; /* that were read, in the order they were added */
    uint32_t n_pages, n_left_out;
    struct site_part *part; /* those that save most first */
    uint32_t n_parts, n_found;
    uint64_t bytes, bytes_once; /* of all pages, and with each shared part once */
    uint32_t drawn;             /* of page[] */
    double width, height;       /* of the drawing */
};

/* Of the pages on the host that the caller watches; `page` is drawn, or the one with most parts where it is none of them. E_ABSENT: they
 * watch none there that was fetched. Cost: two parses of each page, and of some versions of one. */
int site_read(const struct caller *c, struct str host, int64_t page, struct site_view *out, struct err *e) MUST_CHECK;

#endif
