/* What is shown on the origin of stored pages, while it is made. */
#ifndef SERVE_SHOWN_H
#define SERVE_SHOWN_H

#include "archive/target.h"
#include "page/body.h"
#include "serve/view.h"

struct shown {
    struct http_request *request;
    struct caller caller; /* the user for whom the address was signed */
    struct page_view view;
    struct target target;
    struct body body[2]; /* old and new; of a version the new one alone */
};

/* A plain document around text of ours. */
void shown_open_text(struct buf *out, const char *title);
void shown_close_text(struct buf *out);

/* shown_source.c: both sources as one text, what came and went marked. */
int shown_source(struct shown *s, struct buf *out, struct err *e) MUST_CHECK;
/* shown_blocks.c: the merged page with the blocks in which something happened outlined by what they weigh. */
int shown_blocks(struct shown *s, struct buf *out, struct err *e) MUST_CHECK;

#endif
