/* What page.c shares with leases and watches. */
#ifndef STORE_PAGE_H
#define STORE_PAGE_H

#include "store/query.h"

/* Columns of `page p` that page_list() reads. */
#define PAGE_COLUMNS \
    "p.id, p.url, p.canonical, p.host, p.added_at, p.checked_at, p.next_check_at, p.etag, p.last_modified, p.errors, p.state," \
    " p.attention, p.best_effort, p.learnt"

enum { PAGE_N_COLUMNS = 14 };

/* The row of the query, whose first columns these are. */
void page_fill(struct arena *a, struct query *q, struct store_page *out);
/* Takes all rows of the query, whose first step answered `got`. */
int page_list(struct arena *a, struct query *q, int got, struct store_pages *out, struct err *e) MUST_CHECK;

#endif
