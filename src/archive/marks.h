/* What a person has seen, wants kept, or does not want to hear of: marks on versions, each person's own. */
#ifndef ARCHIVE_MARKS_H
#define ARCHIVE_MARKS_H

#include "archive/caller.h"

enum mark {
    MARK_SEEN,      /* it is not new any more, nor is what came before it */
    MARK_KEPT,      /* it is never thrown away */
    MARK_NOT_KEPT,  /* that is taken back */
    MARK_DISMISSED, /* it is not told */
};

/* Sets the caller's mark on a version of a page they may see. E_ABSENT: there is no such page or version. */
int marks_set(const struct caller *c, int64_t page, int64_t number, enum mark mark, struct err *e) MUST_CHECK;

/* Takes back what was seen of the page behind version `to` (0: all of it): it is new again. */
int marks_unsee(const struct caller *c, int64_t page, int64_t to, struct err *e) MUST_CHECK;

struct marked {
    struct store_page page;
    int64_t number;
};

struct marked_list {
    struct marked *item;
    uint32_t n;
};

/* The newest version of each page that has something new for the caller, of those that carry one of the tags (none: of all): what
 * "everything is seen" marks. In the caller's arena. */
int marks_new(const struct caller *c, const struct str *tag, uint32_t n_tags, struct marked_list *out, struct err *e) MUST_CHECK;

#endif
