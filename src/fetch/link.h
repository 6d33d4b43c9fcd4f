/* Addresses, read by the same code that connects: libcurl's. A second parser that sees another host in the same text is how guards are
 * got around. */
#ifndef FETCH_LINK_H
#define FETCH_LINK_H

#include "base/buf.h"
#include "fetch/curl.h"

enum link_fault { LINK_FINE, LINK_BAD, LINK_SCHEME };

/* A web address in its normal form: absolute, http or https, no fragment, no user. Strings end in NUL and lie in `text`. */
struct fetch_link {
    struct buf text;
    struct str url;
    struct str origin; /* "https://example.org:443" */
    struct str user, password;
};

void fetch_link_drop(struct fetch_link *l);
/* Reads `reference` against `base` (empty: it must be absolute). LINK_SCHEME: an address, but none of the web. O(bytes). */
enum link_fault link_read(struct fetch_link *l, const struct curl *c, struct str reference, struct str base);

/* Parts of a normal form. */
struct str link_path(struct str url);           /* "/a?b=c" */
struct str link_host(struct str url);           /* "example.org:8080", for people */
struct str link_origin_host(struct str origin); /* "example.org", "[::1]" */

/* The scheme before ":" as it is written; empty where there is none. */
struct str link_scheme(struct str reference);

/* E_USAGE where weft has no way to use such a proxy; its name is not told, since it may have a password. Empty: none, which is fine. */
int link_check_proxy(struct str proxy, struct err *e) MUST_CHECK;

#endif
