/* The document around what is shown: names, position, switches, list, map, legend, keys. One for all views. Private to show/.
 *
 * A page that is shown stands in an iframe of its own without scripts, so that neither its styles nor its ids can reach what weft says,
 * and weft's styles do not reach the page:
 *
 *     +--------------------------------------------+
 *     | Title        old name -> new name          |   f-top
 *     | ± changed 4  + added 3  ...     3 of 12 v ^|   f-tools
 *     +------------------------------+-+-----------+
 *     | iframe: the page with marks  |m| list of   |   f-page, f-map, f-list
 *     |                              |a| changes   |
 *     |                              |p|           |
 *     +------------------------------+-+-----------+
 *
 * Without JavaScript the page, the list and its links work; with it come the switches, the keys and the place on the page. */
#ifndef SHOW_FRAME_H
#define SHOW_FRAME_H

#include "show/listing.h"
#include "show/show.h"

struct frame {
    struct arena *arena;
    const struct delta *delta; /* as it is shown: of a reversed view the reversed one */
    const struct show_options *options;
    const struct listing_target *target; /* by change: where lists and map lead */
    struct buf *out;
};

/* All before the place of the page, and all behind it. */
void frame_open(const struct frame *f);
void frame_close(const struct frame *f);

/* The name of a page, with its date where there is one. */
void frame_add_name(const struct frame *f, struct str name, struct str at);

/* A page in an iframe: what is written between the two calls is its document. `name` is what links name it by; returns where it starts. */
size_t frame_open_page(const struct frame *f, const char *name, const char *title);
void frame_close_page(const struct frame *f, size_t start);

#endif
