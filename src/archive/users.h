/* Who has watches in the archive: an administrator's business. */
#ifndef ARCHIVE_USERS_H
#define ARCHIVE_USERS_H

#include "archive/caller.h"

struct user_row {
    struct store_user user;
    uint64_t watches;
};

struct user_rows {
    struct user_row *item; /* in the order they were added */
    uint32_t n;
};

/* An administrator sees everybody, anybody else themselves. */
int users_list(const struct caller *c, struct user_rows *out, struct err *e) MUST_CHECK;
/* E_USAGE: there is one of that name. */
int users_add(const struct caller *c, struct str name, struct err *e) MUST_CHECK;
/* E_ABSENT: nobody has the name. */
int users_rename(const struct caller *c, struct str name, struct str to, struct err *e) MUST_CHECK;
/* With their watches, marks, settings and secrets; the pages stay. */
int users_remove(const struct caller *c, struct str name, struct err *e) MUST_CHECK;

#endif
