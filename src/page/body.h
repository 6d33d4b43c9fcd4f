/* What a server answered with, read as what it is.
 *
 * Pages (HTML, XML) are read as pages, other text as the lines of one; of anything else only the bytes can be compared. */
#ifndef PAGE_BODY_H
#define PAGE_BODY_H

#include "page/page.h"

struct body {
    struct str bytes;
    struct str content_type; /* empty: unknown */
    struct str url;          /* what relative addresses in it stand on */
};

/* Whether a browser takes it for a page: what has no type may be one. */
bool body_is_page(struct str content_type);

/* `*readable` is false, and nothing else is written, where the body is neither a page nor text. */
int body_read(struct arena *a, struct symbols *symbols, const struct body *body, struct page *out, bool *readable, struct err *e)
    MUST_CHECK;

#endif
