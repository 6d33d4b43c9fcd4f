/* Signatures over what is sent and what comes back. HMAC-SHA-256; comparisons take the same time whatever differs.
 *
 * Webhooks and notices of pushes are signed as "Standard Webhooks" has it (https://www.standardwebhooks.com): three headers,
 *
 *     webhook-id         the key of the message: the same at every try
 *     webhook-timestamp  seconds since 1970
 *     webhook-signature  "v1," and base64 of HMAC-SHA-256 over "ID.TIMESTAMP.BODY"
 *
 * The secret is bytes, written "whsec_" and base64; any other text stands for its own bytes. */
#ifndef NOTIFY_SIGN_H
#define NOTIFY_SIGN_H

#include "base/arena.h"
#include "base/buf.h"

enum { SIGN_BYTES = 32 };
/* A message that is older or newer than this is not believed: it may have been kept and sent again. */
#define SIGN_AGE_MS (INT64_C(5) * 60 * 1000)

void sign_hmac(struct str key, struct str bytes, unsigned char out[SIGN_BYTES]);

struct signed_message {
    struct str id, body;
    int64_t at; /* milliseconds since 1970; signed in seconds */
};

/* Adds "v1,BASE64". */
void sign_add(struct buf *out, struct str secret, const struct signed_message *m);
/* Whether one of the signatures (blanks between them) is right. */
bool sign_is_right(struct str secret, const struct signed_message *m, struct str signatures);

#endif
