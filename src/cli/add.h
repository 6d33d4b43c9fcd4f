/* What add.c shares with the reading of hotlists: pages put into the archive, one after the other, in one transaction. */
#ifndef CLI_ADD_H
#define CLI_ADD_H

#include "base/json.h"
#include "base/vec.h"
#include "cli/session.h"
#include "archive/watches.h"

/* What is added to, and what was done. */
struct add_context {
    struct session *session;
    struct buf out;
    struct json json;
    bool as_json;
    unsigned n_new, n_changed;
    unsigned n_left_out;    /* entries of a list that are not addresses, or cannot be watched */
    unsigned n_not_carried; /* settings of a list that weft has no place for; their pages are added */
    unsigned n_failed;      /* pages that were named and could not be fetched */
    const char *done;       /* "paused", "resumed": what a change is called; NULL: "changed", with what */
    bool only_changes;      /* pages that stay as they are are not listed */
    VEC(int64_t) fresh;     /* pages that were named and are new */
};

/* Adds the page; of one that the user watches already, changes just what is named. */
int add_page(struct add_context *x, struct str url, const struct watch_edit *edit, struct watch_change *out, struct err *e)
    MUST_CHECK;
/* Every page of the list at `path`, with what the list says of it and else what `given` names. What could not be carried over is told. */
int add_hotlist(struct add_context *x, const char *path, const struct watch_edit *given, struct err *e) MUST_CHECK;
/* A line, or an object of JSON. */
void add_tell(struct add_context *x, const struct watch_change *change);

#endif
