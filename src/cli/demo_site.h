/* The pages of the demo site as they stand at one moment. Pure: the same moment gives the same page, but for what changes with every
 * visit. */
#ifndef CLI_DEMO_SITE_H
#define CLI_DEMO_SITE_H

#include "base/buf.h"

struct demo_moment {
    uint64_t tick;   /* steps since the site began: each changes something somewhere */
    uint64_t visits; /* requests so far: the counter and the advert follow it */
};

struct demo_page {
    const char *path;  /* "/prices" */
    const char *title; /* in words */
    void (*add)(struct buf *out, const struct demo_moment *at);
};

/* The pages in the order of the menu, then a row without a path. The first is the front page, "/". */
extern const struct demo_page demo_pages[];

/* The whole document. */
void demo_page_add(struct buf *out, const struct demo_page *page, const struct demo_moment *at);
/* The picture of the front page: it changes now and then, under the same address. */
void demo_picture_add(struct buf *out, const struct demo_moment *at);

#endif
