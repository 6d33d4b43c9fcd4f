/* What to watch, by pointing: the blocks of a page as weft divided it, each to be watched, ignored, or left to weft.
 *
 * A choice becomes selectors of the watch, the same that could be typed: an id or a class where it names one element alone, else a path. */
#ifndef SERVE_PICKER_H
#define SERVE_PICKER_H

#include "archive/page_blocks.h"
#include "archive/watched.h"
#include "serve/request.h"

/* The picture and the list, inside the form of the watch's settings. Nothing where the page has no version that can be divided. */
void picker_add(struct http_request *r, const struct watched *w);
/* The picture alone, small and without numbers. */
void picker_sketch(struct buf *out, const struct page_blocks *blocks);
/* What was chosen, put into the two lists of selectors. */
void picker_take(struct http_request *r, struct record_list *select, struct record_list *ignore);

#endif
