/* RCS archives (the format of rcsfile(5)): the trunk from its head back to its first revision.
 *
 * The head is stored whole, each older revision as what must be done to the next newer one ("d3 2": delete 2 lines from line 3; "a5 1":
 * after line 5 add 1). Branches are read over. Keywords stand as they were checked in. */
#ifndef INTAKE_SOURCE_RCS_H
#define INTAKE_SOURCE_RCS_H

#include "base/arena.h"

struct rcs_revision {
    struct str number, author, state, next;
    int64_t at;           /* milliseconds since 1970 */
    struct str log, text; /* still with "@@" for "@" */
    bool has_text;
};

struct rcs {
    struct rcs_revision *item; /* the trunk, the head first */
    uint32_t n;
};

/* The bytes must live as long as what comes out. E_FORMAT: no archive, or a broken one: the words tell where. O(bytes). */
int rcs_read(struct arena *a, struct str bytes, struct rcs *out, struct err *e) MUST_CHECK;
/* The text of item[which]. O(lines of all revisions down to it); at most LIMIT_PAGE_BYTES. */
int rcs_text(struct arena *a, const struct rcs *r, uint32_t which, struct str *out, struct err *e) MUST_CHECK;
/* A string of the archive without its escapes. */
struct str rcs_plain(struct arena *a, struct str raw);

#endif
