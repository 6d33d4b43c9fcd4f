/* Secrets of users, sealed on their way in and opened on their way out. In: plain bytes and whose they are. Out: the same, where the key is
 * there. The key is read when the first secret is needed, and kept while the store is open. O(log rows) and the bytes. */
#include <sodium.h>

#include "store/query.h"
#include "store/seal.h"

static int key_of(struct store *s, bool create, const struct seal_key **out, struct err *e)
{
    if (!s->key) {
        struct seal_key *key = NEW(&s->arena, struct seal_key);
        int code = seal_key_open(s->place, create && !s->read_only, key, e);
        if (code)
            return code;
        s->key = key;
    }
    *out = s->key;
    return 0;
}

int store_derive(struct store *s, const char *use, unsigned char out[SEAL_KEY_BYTES], struct err *e)
{
    const struct seal_key *key;
    int code = key_of(s, true, &key, e);
    if (code == 0)
        crypto_generichash(out, SEAL_KEY_BYTES, (const unsigned char *)use, strlen(use), key->bytes, sizeof key->bytes);
    return code;
}

int store_seal(struct store *s, const struct store_secret *secret, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_secret sealed = *secret;
    const struct seal_key *key;
    int code = secret->bytes.len ? key_of(s, true, &key, e) : 0;
    if (code == 0 && secret->bytes.len)
        sealed.bytes = seal(&a, key, &(struct seal_label){ secret->user, secret->page, secret->name }, secret->bytes);
    return code ? code : store_secret_put(s, &sealed, e);
}

int store_unseal(struct arena *a, struct store *s, struct store_secret *secret, struct err *e)
{
    AUTO(query) q = { 0 };
    const struct seal_key *key;
    int got = query_one(&q, s, "SELECT bytes FROM secret WHERE person = $1 AND page = $2 AND name = $3",
                        VALUES(num(secret->user), num(secret->page), text(secret->name)), e);
    if (got == 0)
        return err_set(e, E_ABSENT, "there is no secret '%.*s'", STR_ARG(secret->name));
    if (got < 0 || (got = key_of(s, false, &key, e)))
        return got;
    return unseal(a, key, &(struct seal_label){ secret->user, secret->page, secret->name }, query_bytes(&q, 0), &secret->bytes, e);
}
