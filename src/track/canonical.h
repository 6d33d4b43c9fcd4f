/* One form for addresses that mean the same page: to find a page again, and to go round no loop.
 *
 * WHATWG's serialised form (host in lower case, no default port, no dot segments), without fragment, with %XX in capitals and decoded where
 * the character is unreserved (RFC 3986, 6.2.2), and without the parameters that only tell where a visitor came from (utm_source, fbclid
 * ...). Everything else may change the answer and stays: order of parameters, a slash at the end, www., http or https. Law:
 * canonical_url(canonical_url(x)) = canonical_url(x). */
#ifndef TRACK_CANONICAL_H
#define TRACK_CANONICAL_H

#include "base/arena.h"

/* What is no address comes out trimmed. O(bytes). */
struct str canonical_url(struct arena *a, struct str url);
/* The host in lower case without port, user and brackets; empty where there is none. A slice of `url`, which must be canonical. */
struct str canonical_host(struct str url);
/* The address up to and with the last slash of its path: what `--same-prefix` holds on to. A slice of `url`, which must be canonical. */
struct str canonical_folder(struct str url);

#endif
