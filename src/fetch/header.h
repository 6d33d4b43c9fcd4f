/* What the head of an HTTP answer says. Pure: a head is its raw lines, as they came. */
#ifndef FETCH_HEADER_H
#define FETCH_HEADER_H

#include "base/str.h"

/* The value of the first line with this name (without case), trimmed; empty where there is none. O(head). */
struct str header_get(struct str head, struct str name);

/* An HTTP date in its three forms (RFC 9110, 5.6.7) as milliseconds since 1970; false leaves *out alone. */
bool header_date(struct str text, int64_t *out_ms);

/* How long Retry-After asks to wait, at least 0: seconds, or a date less the server's own Date (so that a wrong clock there does no
 * harm), or less now where it sends none. False where it is missing or unreadable. */
bool header_retry_after(struct str head, int64_t now_ms, int64_t *out_ms);

/* "Age", by which a proxy tells how old its copy is; 0 where there is none. */
int64_t header_age_ms(struct str head);

/* How long ago Last-Modified was when the answer was made; 0: it does not say, or a moment ago. */
int64_t header_unmodified_ms(struct str head, int64_t now_ms);

/* How long the answer holds by what its head says (RFC 9111, 4.2): max-age, else Expires, else a tenth of the time since Last-Modified;
 * less its Age. 0: it does not hold at all, or nothing is said. */
int64_t header_fresh_ms(struct str head, int64_t now_ms);

/* Whether a value can be sent as part of a head: no control characters but the tab, and not longer than that. */
bool header_is_sendable(struct str value, size_t max_bytes);

#endif
