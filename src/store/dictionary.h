/* Dictionaries: what a site's pages have in common, kept once, so that a page's first version needs room only for what is its own.
 *
 * A dictionary is plain bytes that a whole body is packed against, as a delta is against its base. It belongs to a host. store_gc() makes
 * one once a host has enough pages, and a new one once the pages have drifted so far that it pays; bodies name the dictionary they need,
 * and one that is needed is never removed, so that old versions stay readable for ever. */
#ifndef STORE_DICTIONARY_H
#define STORE_DICTIONARY_H

#include "store/codec.h"
#include "store/query.h"

enum {
    DICTIONARY_PAGES_MIN = 6,        /* fewer pages do not pay for one */
    DICTIONARY_BYTES_MAX = 256 << 10 /* more would slow down every body that is packed or read, and gains little */
};

struct dictionary {
    int64_t id; /* 0: none */
    struct str bytes;
};

/* The one that new bodies of the page are packed against; id 0 where its host has none. The bytes hold until the next call, or the
 * end of the store. */
int dictionary_of_page(struct store *s, int64_t page, struct dictionary *out, struct err *e) MUST_CHECK;
int dictionary_of_host(struct store *s, struct str host, struct dictionary *out, struct err *e) MUST_CHECK;
/* By its number; E_FORMAT where it is missing or damaged. */
int dictionary_get(struct store *s, int64_t id, struct dictionary *out, struct err *e) MUST_CHECK;

/* Makes dictionaries for hosts that have none or need another, and packs their whole bodies anew where that makes them smaller. Part of
 * store_gc(): goes in small transactions. *packed counts frames. */
int dictionary_train(struct store *s, uint64_t *packed, struct err *e) MUST_CHECK;
/* Those that no body needs and no host would use. The caller has a transaction open. */
int dictionary_sweep(struct store *s, struct err *e) MUST_CHECK;

/* The one used last, kept unpacked. */
struct dictionary_memo;
void dictionary_forget(struct store *s);

#endif
