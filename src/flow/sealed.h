/* What a watch sends beside the address: logins, tokens, headers, forms and cookies, sealed in the store apart from the watch.
 *
 * They are opened where a page is fetched or the watch is changed, and nowhere else: lists, exports and names of pages are made from the
 * watch as it is stored, which has none of them. */
#ifndef FLOW_SEALED_H
#define FLOW_SEALED_H

#include "flow/watch.h"
#include "store/store.h"

/* The watch of the row, with what it sends. E_ABSENT: that is not there (an export without secrets, a lost key): it must be given again. */
int sealed_read(struct arena *a, struct store *s, const struct store_watch *row, struct watch *out, struct err *e) MUST_CHECK;
/* Writes the watch: its row without, and the secret with what it sends. What could not be read (w->private) is left as it is. */
int sealed_write(struct arena *a, struct store *s, const struct store_watch *row, const struct watch *w, struct err *e) MUST_CHECK;

/* Who needs a page for what. */
struct sealed_want {
    const struct watch *watch;
    struct str url; /* canonical */
    int64_t user;
    int64_t page; /* the one they have now: where nobody else watches it, it stays theirs; 0: none */
};
/* The name of the page at the address that is fetched with this very request: one that is there, or one that is free. */
int sealed_page_name(struct arena *a, struct store *s, const struct sealed_want *want, struct str *out, struct err *e) MUST_CHECK;

/* Cookies that the server set, kept for the page's next check. */
int sealed_cookies_read(struct arena *a, struct store *s, const struct store_watch *row, struct str *out, struct err *e) MUST_CHECK;
int sealed_cookies_write(struct store *s, const struct store_watch *row, struct str cookies, struct err *e) MUST_CHECK;

/* Seals what an earlier weft kept in the settings of watches and the states of pages, and names pages anew whose name has a hash in it. All
 * of it in one transaction; nothing where it was done. */
int sealed_migrate(struct store *s, struct err *e) MUST_CHECK;
/* The same for whatever came with an import. */
int sealed_adopt(struct store *s, struct err *e) MUST_CHECK;

#endif
