/* WebSub (W3C recommendation of 2018): a page names a hub, weft subscribes, and the hub says at once when the page has changed. Pure.
 *
 *     Link: <https://hub.example/>; rel="hub", <https://example.org/feed>; rel="self"      or the same as <link> elements
 *
 * A message of a hub only makes weft look; the page is fetched as ever. Where there is no hub, or it is silent, polling goes on. */
#ifndef NOTIFY_WEBSUB_H
#define NOTIFY_WEBSUB_H

#include "base/arena.h"
#include "base/buf.h"

enum { WEBSUB_KEY_BYTES = 32 };
/* What weft asks for; a hub may give less. */
#define WEBSUB_LEASE_MS (INT64_C(10) * 24 * 3600 * 1000)
/* Addresses longer than this are nobody's hub. */
#define WEBSUB_URL_MAX ((size_t)2048)

struct websub_offer {
    struct str hub, topic;
};

/* The hub that the head or the beginning of the body names, and what it calls the page (`url` where nothing is said). Slices of what came
 * in. False: there is none. O(head, and 64 KB of the body). */
bool websub_find(struct str head, struct str body, struct str url, struct websub_offer *out);

/* The word in the callback's address by which the page is known again, "PAGE.MAC", and the secret that the hub signs with. */
void websub_token(const unsigned char key[WEBSUB_KEY_BYTES], int64_t page, struct buf *out);
void websub_secret(const unsigned char key[WEBSUB_KEY_BYTES], int64_t page, struct buf *out);
/* E_DENIED: it is not a token of ours. */
int websub_token_read(const unsigned char key[WEBSUB_KEY_BYTES], struct str token, int64_t *page, struct err *e) MUST_CHECK;

/* The form that asks the hub. */
void websub_form(const struct websub_offer *offer, struct str callback, struct str secret, struct buf *out);
/* Whether X-Hub-Signature ("sha256=HEX") is right for the body. */
bool websub_is_signed(struct str secret, struct str body, struct str signature);

#endif
