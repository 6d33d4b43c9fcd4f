/* A person's watches: begun, changed, ended. Inside the transaction that is open, or each in one of its own. */
#ifndef ARCHIVE_WATCHES_H
#define ARCHIVE_WATCHES_H

#include "archive/target.h"
#include "flow/watch.h"

/* What was done to a watch. */
struct watch_change {
    int64_t page;
    struct str url;  /* the address */
    struct str name; /* for people: with what is sent there */
    bool is_new;     /* the caller did not watch it before, or only a sentinel of theirs did */
    struct watch before, after;
    struct record_list changed; /* the names of the fields that differ */
    struct record_list missing; /* where `select` changed: those of its expressions that choose nothing on the page */
};

/* Begins to watch the address; of a page the caller watches already, changes just what `edit` names. A watch that a
 * sentinel began becomes the caller's own, and is new, unless `edit` names `sentinel`. A form, headers, a login, cookies, a
 * proxy or a browser make another page than the plain one at the address. */
int watches_add(const struct caller *c, struct str url, const struct watch_edit *edit, struct watch_change *out, struct err *e)
    MUST_CHECK;
/* Changes a watch that is there; its versions stay with it, whatever is changed. One that a sentinel began becomes the caller's own, unless
 * it is only paused. E_USAGE: the caller does not watch it. */
int watches_edit(const struct caller *c, const struct target *t, const struct watch_edit *edit, struct watch_change *out,
                 struct err *e) MUST_CHECK;

#endif
