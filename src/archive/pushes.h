/* Notices that pages have changed (notify/push.h): who may send them, and what they do. */
#ifndef ARCHIVE_PUSHES_H
#define ARCHIVE_PUSHES_H

#include "archive/caller.h"
#include "notify/push.h"

/* A new key for the caller's notices, in the place of the one before; shown this once. */
int pushes_key(const struct caller *c, struct str *key, struct err *e) MUST_CHECK;

struct pushed {
    int64_t *page; /* to be looked at now, whatever their thresholds say */
    uint32_t n;
    uint32_t unknown; /* addresses that the user does not watch */
};

/* Checks the signature, that it is not old, and that it has not come before; then the pages in it that its user watches are due at once.
 * The right is the signature: the caller is whoever keeps the door. E_DENIED: it is none; E_FORMAT: not a notice. */
int pushes_take(const struct caller *c, const struct push_request *request, struct pushed *out, struct err *e) MUST_CHECK;

/* The page is due at once, whatever its thresholds say, and fetched whole. For whoever has the right by a signature. */
int push_wake(struct arena *a, struct store *s, int64_t page, int64_t now, struct err *e) MUST_CHECK;

#endif
