/* What a page points to becomes watched too: `--depth N`, `--same-prefix`, `--entities`. */
#ifndef FLOW_SPREAD_H
#define FLOW_SPREAD_H

#include "flow/subject.h"
#include "page/page.h"

struct spread {
    struct store *store;
    const struct subject *from;
    const struct page *page;
    bool first; /* its first version: what it points to is not news */
};

/* Adds pages and watches for what the page points to, for every watch of it that asks; inside the transaction that is open. *n: how many
 * watches are new. */
int spread(struct arena *a, const struct spread *s, uint32_t *n, struct err *e) MUST_CHECK;

#endif
