/* The versions of a page as sentinels see them: which of them count, read when a comparison needs them.
 *
 *     struct page_versions v = { .arena = &a, .store = s, .page = id, .url = url };
 *     page_versions_open(&v, newest, &e);
 *     page_versions_observe(&v, &(struct version_look){ ... }, &observed, &e);
 *
 * A version that is suspect or lost counts as the one before it. What is not text, or cannot be read, is not compared. */
#ifndef ARCHIVE_PAGE_VERSIONS_H
#define ARCHIVE_PAGE_VERSIONS_H

#include "event/observe.h"
#include "store/store.h"

struct page_versions {
    struct arena *arena; /* of everything that is read */
    struct store *store;
    int64_t page;
    struct str url;
    uint32_t n; /* versions, by number from 0 */
    struct symbols symbols;
    const struct page **model; /* NULL: not read yet, or cannot be */
    int64_t *at;
    uint32_t *stands; /* the version that counts in its place; NONE: none does yet */
    struct str *type; /* its media type */
};

/* Versions 1 to `newest` as they stand in the store; no body is read. */
int page_versions_open(struct page_versions *v, int64_t newest, struct err *e) MUST_CHECK;
/* Whether version `i` is there and counts itself. */
bool page_versions_has(const struct page_versions *v, uint32_t i);

/* One version that the sentinels of a graph look at. */
struct version_look {
    const struct detection *graph;
    uint32_t page;        /* of graph->page */
    uint32_t version;     /* by number from 0 */
    int64_t at;           /* the moment that it counts for */
    uint64_t first_event; /* the number of the first event that is found */
};

/* How much the change of a version matters, 0 to 1: what weft itself calls quiet matters 0. Negative: nobody judged it. */
int version_importance(struct store *s, int64_t page, int64_t number, double *out, struct err *e) MUST_CHECK;

/* Reads what the leaves of the page need, and looks. E_LIMIT: too much for one page. */
int page_versions_observe(struct page_versions *v, const struct version_look *look, struct observed *out, struct err *e) MUST_CHECK;
/* The number in the store of the version that an event was compared with. */
int64_t page_versions_before(const struct page_versions *v, const struct observed_event *event);

#endif
