/* What add.c shares with the reading of hotlists: pages put into the archive, one after the other, in one transaction. */
#ifndef CLI_ADD_H
#define CLI_ADD_H

#include "base/json.h"
#include "cli/session.h"
#include "flow/watch.h"

/* What is added to, and what was done. */
struct adding {
    struct session *session;
    struct buf out;
    struct json json;
    bool as_json;
    unsigned n_new, n_there;
};

/* Adds the page with this watch; one that the user watches already gets the new settings. */
int add_page(struct adding *x, struct str url, const struct watch *w, struct err *e) MUST_CHECK;
/* Every page of the list at `path`, with the settings of `given` where the list says nothing. What could not be carried over is told. */
int add_hotlist(struct adding *x, const char *path, const struct watch *given, struct err *e) MUST_CHECK;

#endif
