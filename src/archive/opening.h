/* The archive as a file that is opened: what every door does first. */
#ifndef ARCHIVE_OPENING_H
#define ARCHIVE_OPENING_H

#include "archive/caller.h"

/* Opens the store, and does the chores that an earlier weft left to this one. store_close() closes it. */
int archive_open(struct store *s, const char *path, const struct store_options *options, struct err *e) MUST_CHECK;
/* Whether an archive is at the path, whole enough to be read. */
bool archive_is_at(const char *path);

/* Fills who.user where somebody has the name; else it is 0. */
int archive_find_caller(struct caller *c, struct err *e) MUST_CHECK;
/* The same, and adds them where nobody has the name. */
int archive_add_caller(struct caller *c, struct err *e) MUST_CHECK;

#endif
