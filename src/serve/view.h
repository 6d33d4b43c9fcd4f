/* What the origin of stored pages may show: one comparison or one version, for one user, for some hours; signed by the application.
 *
 * That origin knows no cookies, so the address itself says who asks. Only the application can make such an address, and archive/ checks the
 * user's rights once more when it is opened. */
#ifndef SERVE_VIEW_H
#define SERVE_VIEW_H

#include "serve/form.h"
#include "serve/request.h"

enum view_kind { VIEW_MERGED, VIEW_SIDE, VIEW_CHANGES, VIEW_BLOCKS, VIEW_TEXT, VIEW_SOURCE, VIEW_VERSION, VIEW_KINDS };

struct page_view {
    int64_t page, from, to; /* `to` alone for VIEW_VERSION */
    enum view_kind kind;
    bool whole;  /* everything that differs, also what is ignored or noise */
    bool shared; /* for somebody who has no other views */
    bool alone;  /* nothing is loaded from the site itself */
    int64_t user;
    int64_t until;
};

/* "merged", "side" ... */
const char *view_name(enum view_kind kind);
/* VIEW_KINDS: there is none of that name. */
enum view_kind view_find(struct str name);

/* The address on the other origin. */
struct str view_address(struct http_request *r, const struct page_view *v);
/* What a query asks for. E_DENIED: not signed by this server, or expired. */
int view_read(struct http_request *r, struct page_view *out, struct err *e) MUST_CHECK;
/* Requests for which this is the same can share one computation. */
uint64_t view_share(struct str query);
/* The user for whom a query was signed, as it says itself; 0: it says none. */
int64_t view_owner(struct str query);
/* By what the result is kept. Comparisons are made as a user's own watch sees the page: `watch` is what it says. */
uint64_t view_key(const struct page_view *v, struct str watch);

#endif
