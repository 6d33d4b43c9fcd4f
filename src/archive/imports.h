/* A list that another program keeps, as watches of the caller: some entries at a time, so that a long list shows how far it is, keeps
 * nobody else from writing, and can be stopped. */
#ifndef ARCHIVE_IMPORTS_H
#define ARCHIVE_IMPORTS_H

#include "archive/caller.h"
#include "flow/watch.h"
#include "intake/hotlist.h"

enum { IMPORT_REFUSED_SHOWN = 20, IMPORT_PAGES_SHOWN = 50 };

struct import_result {
    uint32_t n_new;   /* pages that are watched from now on */
    uint32_t n_known; /* that were watched already: what the list says of them is taken over */
    uint32_t n_refused;
    struct import_refused {
        struct str url, why; /* the second names the first */
    } refused[IMPORT_REFUSED_SHOWN];
    struct import_page {
        int64_t page;
        bool known;
    } page[IMPORT_PAGES_SHOWN]; /* the first that are watched now */
    uint32_t n_pages;
};

/* What is `given` for all entries, and what the list says of this one: what neither speaks of stays as it is on a page that is watched
 * already. In the arena. */
struct watch_edit import_edit(struct arena *a, const struct watch_edit *given, const struct hotlist_entry *entry);

/* The entries [from, from + n), in a transaction of their own; adds to *out. What cannot be watched is refused with a reason and does not
 * keep the others out. */
struct import_part {
    uint32_t from, n;
};
int import_some(const struct caller *c, const struct hotlist *list, struct import_part part, const struct watch_edit *given,
                struct import_result *out, struct err *e) MUST_CHECK;

#endif
