/* The heads of HTTP messages that pass the proxy. Pure. */
#ifndef BROWSER_PROXY_HEAD_H
#define BROWSER_PROXY_HEAD_H

#include "base/buf.h"

struct proxy_head {
    struct str method;
    bool connect;    /* a tunnel */
    struct str host; /* without the brackets of IPv6 */
    uint32_t port;
    struct str path;  /* with the query; "/" at least. Empty for a tunnel */
    struct str lines; /* the header, without the first line and the empty one */
    size_t len;       /* of the whole head */
};

enum proxy_reading { PROXY_MORE, PROXY_WHOLE, PROXY_BAD };

/* A request as a proxy gets it. Slices of `bytes`. BAD: not HTTP/1, no whole http address, a control character where none may be.
 * O(bytes). */
enum proxy_reading proxy_head_read(struct str bytes, struct proxy_head *out);
/* The request as its server gets it: the path alone, nothing that was for us, "Connection: close". */
void proxy_head_write(const struct proxy_head *h, struct buf *out);
/* ... and as another proxy gets it; `authorization` is the value of that line, or empty. */
void proxy_head_write_whole(const struct proxy_head *h, struct str authorization, struct buf *out);

/* "http://[USER:PASSWORD@]HOST:PORT" with or without the scheme; *authorization is added to `text`. False: it is none. */
bool proxy_address_read(struct str address, struct str *host, uint32_t *port, struct buf *authorization);
/* The length of an answer's head; MORE where its end is not there yet. *interim: another head follows (1xx). */
enum proxy_reading proxy_answer_read(struct str bytes, size_t *len, bool *interim);
/* The head of an answer with "Connection: close", so that the client sends no second request this way. */
void proxy_answer_write(struct str head, struct buf *out);

#endif
