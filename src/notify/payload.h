/* A notice as the request that each way wants. Pure.
 *
 * What comes from pages is text in every one of them: it is escaped by the rules of the receiver, names nobody (no @everyone), and links
 * to nothing but the page and weft. */
#ifndef NOTIFY_PAYLOAD_H
#define NOTIFY_PAYLOAD_H

#include "notify/address.h"
#include "notify/notice.h"

enum { PAYLOAD_HEADERS_MAX = 8 };

struct payload {
    struct str url;                         /* a NUL behind it */
    const char *method;                     /* "POST", "PUT" */
    struct str header[PAYLOAD_HEADERS_MAX]; /* "Name: value", a NUL behind each */
    uint32_t n_headers;
    struct str body;
};

/* For the ways that are HTTP requests. `secret`: what a webhook is signed with. In the arena. */
void payload_make(struct arena *a, const struct notify_address *to, struct str secret, const struct notice *n, struct payload *out);

#endif
