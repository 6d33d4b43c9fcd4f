/* What a page points to becomes watched too: `--depth N`, `--same-prefix`, `--entities`. In three parts, as a check is: what is watched
 * already is read, links are found on any thread, rows are written. */
#ifndef FLOW_LINKS_H
#define FLOW_LINKS_H

#include "flow/subject.h"
#include "page/page.h"
#include "track/follow.h"

/* Of each watch of a page. */
struct links {
    struct arena *arena;
    const struct subject *from;
    struct links_of {
        bool wanted; /* the watch follows links from here */
        struct str root;
        struct follow follow;
        struct follow_links found;
    } * watch; /* NULL: nobody follows links */
};

/* Reads what the users who follow links watch already. `from` must live as long as *out. */
int links_load(struct arena *a, struct store *s, const struct subject *from, struct links *out, struct err *e) MUST_CHECK;
/* Pure; touches nothing but *links and its arena. */
int links_find(struct links *links, const struct page *page, struct err *e) MUST_CHECK;
/* Adds pages and watches, inside the transaction that is open. `first`: the page's first version, so what it points to is not news. *n: how
 * many watches are new. */
int links_add(struct arena *a, struct store *s, const struct links *links, bool first, uint32_t *n, struct err *e) MUST_CHECK;

#endif
