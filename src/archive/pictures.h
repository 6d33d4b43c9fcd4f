/* Pictures that changed under the same address. The page's own bytes do not tell, but a watch with --entities keeps versions of them. */
#ifndef ARCHIVE_PICTURES_H
#define ARCHIVE_PICTURES_H

#include "archive/caller.h"
#include "compare/delta.h"

/* A difference of two versions of a page, and the moments whose pictures are compared. */
struct pictures_query {
    const struct delta *delta;
    int64_t from, to;
    const bool *node; /* by node of the new page: somebody looks there; NULL: everywhere */
};

struct pictures {
    struct change *item; /* changes of attributes, to be added to the delta */
    uint32_t n;
};

/* Of pictures that stand in both pages and that the caller watches, those whose bytes differ. O(pictures) lookups. */
int pictures_changed(const struct caller *c, const struct pictures_query *query, struct pictures *out, struct err *e) MUST_CHECK;

#endif
