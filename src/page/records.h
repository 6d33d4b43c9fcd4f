/* Records: what a page repeats. The items of a list, the rows of a table, the cards of a front page, and flat runs in which a record is
 * several siblings (`h4 p p hr`, `dt dd`).
 *
 *     container   <div class=news>                          record 0 .. 3
 *       record      <article><h3>..</h3><p>..</p></article>
 *       record      <article><h3>..</h3><img></article>     a picture more, a paragraph less: alike all the same
 *       (no record) <aside>..</aside>
 *       record      <article>..</article>
 *
 * A view of the page model: numbers of nodes and words, nothing is copied. Containers stand in document order, outer ones first, and
 * the records of one container side by side. A record of a container may hold further containers: a thread of comments. */
#ifndef PAGE_RECORDS_H
#define PAGE_RECORDS_H

#include "page/page.h"

struct record {
    uint32_t node, end;      /* siblings [node, end) */
    uint32_t word, word_end; /* what they say: at least one word */
    uint32_t container;
};

struct container {
    uint32_t node;               /* the element the records stand in */
    uint32_t record, record_end; /* of record[] */
    uint32_t word, word_end;     /* of the element */
    uint32_t inside;             /* the innermost record that holds it, or NONE */
};

struct records {
    struct container *container;
    uint32_t n_containers;
    struct record *record;
    uint32_t n;
};

/* Finds them. O(nodes). */
void records_find(struct arena *a, const struct page *p, struct records *out);

#endif
