/* In: a secret and whose it is. Out: a nonce, then the sealed bytes with their tag.
 *
 * Invariants: 1. the key's file has mode 0600 from its first byte and appears whole or not at all: it is written under another name and
 * linked, so that of several makers the first wins and all read the same key; 2. no nonce is used twice: 24 random bytes each. */
#include "store/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"

enum {
    NONCE = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
    TAG = crypto_aead_xchacha20poly1305_ietf_ABYTES,
};

_Static_assert(SEAL_KEY_BYTES == crypto_aead_xchacha20poly1305_ietf_KEYBYTES, "the key is as long as the cipher wants it");

/* E_ABSENT: it is not there. */
static int key_read(const char *path, struct seal_key *out, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct stat about;
    struct str bytes;

    if (stat(path, &about))
        return errno == ENOENT
                   ? err_set(e, E_ABSENT, "%s: the key to the secrets is not there; restore it from where you keep it", path)
                   : err_system(e, "%s", path);
    if (about.st_mode & (S_IRWXG | S_IRWXO))
        return err_set(e, E_FORMAT, "%s: others can read this key; run: chmod 600 '%s'", path, path);
    if (io_read(&a, path, SEAL_KEY_BYTES + 1, &bytes, e))
        return e->code;
    if (bytes.len != SEAL_KEY_BYTES)
        return err_set(e, E_FORMAT, "%s: not a key of weft's: it has %zu bytes, not %d", path, bytes.len, SEAL_KEY_BYTES);
    memcpy(out->bytes, bytes.ptr, SEAL_KEY_BYTES);
    sodium_memzero((char *)bytes.ptr, bytes.len);
    return 0;
}

/* Fills a file that nobody else can open and gives it its name, unless another was faster. */
static int key_write(const char *path, char *temporary, struct err *e)
{
    struct seal_key fresh;
    int fd = mkostemp(temporary, O_CLOEXEC); /* mode 0600 */
    int code;

    if (fd < 0)
        return err_system(e, "%s", temporary);
    randombytes_buf(fresh.bytes, sizeof fresh.bytes);
    code = io_write_fd(fd, (struct str){ (const char *)fresh.bytes, sizeof fresh.bytes }, e);
    seal_key_drop(&fresh);
    if (code == 0 && fsync(fd))
        code = err_system(e, "%s", temporary);
    close(fd);
    if (code == 0 && link(temporary, path) && errno != EEXIST)
        code = err_system(e, "%s", path);
    unlink(temporary);
    return code;
}

int seal_key_open(const char *store_path, bool create, struct seal_key *out, struct err *e)
{
    AUTO(arena) a = { 0 };
    const char *path = arena_printf(&a, "%s.key", store_path).ptr;
    struct stat about;

    if (sodium_init() < 0)
        return err_set(e, E_SYSTEM, "the system gives no random numbers");
    if (create && stat(path, &about) && errno == ENOENT) {
        struct str temporary = arena_printf(&a, "%s.key-XXXXXX", store_path);
        if (key_write(path, (char *)temporary.ptr, e))
            return e->code;
    }
    return key_read(path, out, e);
}

void seal_key_drop(struct seal_key *key)
{
    sodium_memzero(key->bytes, sizeof key->bytes);
}

/* What the seal is bound to. The name comes last: nothing else varies in length. */
static struct str bound_to(struct arena *a, const struct seal_label *label)
{
    return arena_printf(a, "weft secret %lld %lld %.*s", (long long)label->user, (long long)label->page, (int)label->name.len,
                        label->name.ptr);
}

struct str seal(struct arena *a, const struct seal_key *key, const struct seal_label *label, struct str secret)
{
    unsigned char *out = arena_alloc(a, NONCE + secret.len + TAG);
    struct str to = bound_to(a, label);
    unsigned long long n;

    randombytes_buf(out, NONCE);
    crypto_aead_xchacha20poly1305_ietf_encrypt(out + NONCE, &n, (const unsigned char *)secret.ptr, secret.len,
                                               (const unsigned char *)to.ptr, to.len, NULL, out, key->bytes);
    return (struct str){ (const char *)out, NONCE + (size_t)n };
}

int unseal(struct arena *a, const struct seal_key *key, const struct seal_label *label, struct str sealed, struct str *out,
           struct err *e)
{
    const unsigned char *in = (const unsigned char *)sealed.ptr;
    struct str to = bound_to(a, label);
    unsigned long long n;

    if (sealed.len < NONCE + TAG)
        return err_set(e, E_FORMAT, "a secret is damaged; give it again");
    unsigned char *plain = arena_alloc(a, sealed.len - NONCE - TAG + 1);
    if (crypto_aead_xchacha20poly1305_ietf_decrypt(plain, &n, NULL, in + NONCE, sealed.len - NONCE, (const unsigned char *)to.ptr,
                                                   to.len, in, key->bytes))
        return err_set(e, E_FORMAT, "the secret '%.*s' does not open with this key; give it again", (int)label->name.len,
                       label->name.ptr);
    *out = (struct str){ (const char *)plain, (size_t)n };
    return 0;
}
