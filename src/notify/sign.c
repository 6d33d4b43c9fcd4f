/* In: a secret and bytes. Out: signatures, or whether one is right. O(bytes). */
#include "notify/sign.h"

#include <sodium.h>

#include "base/base64.h"
#include "base/limits.h"

void sign_hmac(struct str key, struct str bytes, unsigned char out[SIGN_BYTES])
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, (const unsigned char *)key.ptr, key.len);
    crypto_auth_hmacsha256_update(&state, (const unsigned char *)bytes.ptr, bytes.len);
    crypto_auth_hmacsha256_final(&state, out);
}

/* "whsec_" is a mark, not a part of the secret; what is not base64 behind it counts as it is. */
static struct str bytes_of(struct str secret, struct buf *room)
{
    struct str coded = str_sub(secret, 6, secret.len);
    return str_starts(secret, STR("whsec_")) && base64_read(coded, room) ? buf_str(room) : secret;
}

static void sign(struct str secret, const struct signed_message *m, unsigned char out[SIGN_BYTES])
{
    AUTO(buf) text = BUF(MIB(64));
    AUTO(buf) room = BUF(KIB(4));
    buf_addf(&text, "%.*s.%lld.", STR_ARG(m->id), (long long)(m->at / 1000));
    buf_add(&text, m->body);
    sign_hmac(bytes_of(secret, &room), buf_str(&text), out);
}

void sign_add(struct buf *out, struct str secret, const struct signed_message *m)
{
    unsigned char mac[SIGN_BYTES];
    sign(secret, m, mac);
    buf_add(out, STR("v1,"));
    base64_add(out, (struct str){ (const char *)mac, sizeof mac });
}

bool sign_is_right(struct str secret, const struct signed_message *m, struct str signatures)
{
    unsigned char mac[SIGN_BYTES];
    bool right = false;
    sign(secret, m, mac);
    while (signatures.len) {
        AUTO(buf) given = BUF(KIB(1));
        struct str one = str_trim(str_cut(&signatures, ' '));
        if (str_starts(one, STR("v1,")) && base64_read(str_sub(one, 3, one.len), &given) && given.len == SIGN_BYTES)
            right |= sodium_memcmp(given.ptr, mac, SIGN_BYTES) == 0;
    }
    return right;
}
