/* Secrets at rest: passwords, tokens and cookies are sealed with a key that lies beside the store, never in it.
 *
 *     struct seal_key key;
 *     if (seal_key_open("weft.db", true, &key, e)) return e->code;
 *     if (seal(a, &key, &label, password, &sealed, e)) ...       the bytes for store_secret_put()
 *     if (unseal(a, &key, &label, sealed, &password, e)) ...
 *
 * A copy of the store alone (a backup, an export, a stolen file) tells no secret. The label is part of the seal: bytes that are moved to
 * another user, page or name do not open. XChaCha20-Poly1305 of libsodium, a fresh nonce each time. */
#ifndef STORE_SEAL_H
#define STORE_SEAL_H

#include "base/arena.h"

enum { SEAL_KEY_BYTES = 32 };

struct seal_key {
    unsigned char bytes[SEAL_KEY_BYTES];
};

/* Whose secret it is, and which. */
struct seal_label {
    int64_t user, page; /* page 0: of the user */
    struct str name;
};

/* The key of the store at `store_path`: the file STORE_PATH.key, which only its owner can read. With `create` it is made where there is
 * none; of two processes that make it at once, both get the same. E_ABSENT where it is not there; E_FORMAT where the file has not 32 bytes,
 * or others may read it. */
int seal_key_open(const char *store_path, bool create, struct seal_key *out, struct err *e) MUST_CHECK;
/* Overwrites the key in memory. */
void seal_key_drop(struct seal_key *key);

/* Lies in the arena. */
struct str seal(struct arena *a, const struct seal_key *key, const struct seal_label *label, struct str secret);
/* E_FORMAT: the bytes were changed, or sealed with another key or label. */
int unseal(struct arena *a, const struct seal_key *key, const struct seal_label *label, struct str sealed, struct str *out,
           struct err *e) MUST_CHECK;

#endif
