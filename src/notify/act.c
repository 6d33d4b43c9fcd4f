/* In: an act, or a token. Out: the other. O(1). */
#include "notify/act.h"

#include <sodium.h>

#include "base/limits.h"
#include "notify/sign.h"

enum { MAC_BYTES = 16, PARTS = 5 };

static const char letters[ACTS] = { 'd', 'p', 'o', 's' };

static void mac_text(const unsigned char key[ACT_KEY_BYTES], struct str text, char out[2 * MAC_BYTES + 1])
{
    unsigned char mac[SIGN_BYTES];
    sign_hmac((struct str){ (const char *)key, ACT_KEY_BYTES }, text, mac);
    sodium_bin2hex(out, 2 * MAC_BYTES + 1, mac, MAC_BYTES);
}

void act_write(const unsigned char key[ACT_KEY_BYTES], const struct act_link *l, struct buf *out)
{
    char mac[2 * MAC_BYTES + 1];
    AUTO(buf) text = BUF(KIB(1));
    buf_addf(&text, "%c.%lld.%lld.%lld.%lld", letters[l->act], (long long)l->user, (long long)l->page, (long long)l->number,
             (long long)l->until);
    mac_text(key, buf_str(&text), mac);
    buf_addf(out, "%.*s.%s", STR_ARG(buf_str(&text)), mac);
}

static bool read_parts(struct str text, struct act_link *out)
{
    uint64_t number[PARTS - 1];
    struct str act = str_cut(&text, '.');
    const char *letter = act.len == 1 ? memchr(letters, act.ptr[0], ACTS) : NULL;
    for (int i = 0; i < PARTS - 1; i++)
        if (!str_number(str_cut(&text, '.'), INT64_MAX, &number[i]))
            return false;
    if (!letter || text.len)
        return false;
    *out = (struct act_link){ (enum act_kind)(letter - letters), (int64_t)number[0], (int64_t)number[1], (int64_t)number[2],
                              (int64_t)number[3] };
    return true;
}

int act_read(const unsigned char key[ACT_KEY_BYTES], struct str token, int64_t now, struct act_link *out, struct err *e)
{
    char mac[2 * MAC_BYTES + 1];
    struct act_link got;
    size_t dot = token.len;
    while (dot && token.ptr[dot - 1] != '.')
        dot--;
    struct str text = str_sub(token, 0, dot ? dot - 1 : 0), given = str_sub(token, dot, token.len);
    mac_text(key, text, mac);
    if (given.len != 2 * MAC_BYTES || sodium_memcmp(given.ptr, mac, 2 * MAC_BYTES) != 0 || !read_parts(text, &got))
        return err_set(e, E_DENIED, "this link is not one of weft's; copy it whole out of the message");
    if (got.until < now)
        return err_set(e, E_DENIED, "this link was good for %d days, which are over", ACT_DAYS);
    *out = got;
    return 0;
}
