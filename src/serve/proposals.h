/* What was just added, each page as weft divided it, with a proposal: its title, what to watch of it, how often. */
#ifndef SERVE_PROPOSALS_H
#define SERVE_PROPOSALS_H

#include "serve/request.h"

struct page_numbers {
    const int64_t *item;
    uint32_t n;
};

/* Where these are shown; `known` were watched already. */
struct str proposals_address(struct arena *a, const struct page_numbers *pages, const struct page_numbers *known);
/* The part of the page that shows those that the query names. */
int proposals_add(struct http_request *r, struct err *e) MUST_CHECK;

#endif
