/* Notices that pages have changed, from whoever sits beside their web server (WebVigil's remote wrapper, section 4.6): what `weft push`
 * sends and weft's server takes. Pure.
 *
 *     POST /api/v1/push
 *     webhook-id: ...                  never the same twice
 *     webhook-timestamp: ...           seconds since 1970
 *     webhook-signature: v1,...        over all of it, with the user's key (notify/sign.h)
 *
 *     {"user":"anna","urls":["https://example.org/news.html"]}
 *
 * A notice only makes weft look: what is there, and whether it matters, weft finds out itself. */
#ifndef NOTIFY_PUSH_H
#define NOTIFY_PUSH_H

#include "base/arena.h"
#include "base/buf.h"

/* Pages of one notice, and its bytes: whoever has more sends several. */
enum { PUSH_URLS_MAX = 1000 };
#define PUSH_BYTES_MAX ((size_t)1 << 20)

struct push_notice {
    struct str user;
    struct str *url;
    uint32_t n;
};

struct push_request {
    struct str id, timestamp, signature, body; /* headers and body as they came; what is missing is empty */
};

void push_write(const struct push_notice *n, struct buf *out);
/* E_FORMAT: not a notice. Texts lie in the arena. */
int push_read(struct arena *a, struct str body, struct push_notice *out, struct err *e) MUST_CHECK;
/* Whether the user's key signed it, not long ago. E_DENIED: it did not. */
int push_check(const struct push_request *q, struct str key, int64_t now, struct err *e) MUST_CHECK;

#endif
