/* In: heads, bodies, messages of hubs. Out: offers, forms, whether to believe. O(bytes). */
#include "notify/websub.h"

#include <sodium.h>

#include "base/limits.h"
#include "notify/sign.h"

enum { MAC_BYTES = 16 };
#define BODY_LOOKED_AT KIB(64)

/* ---- Discovery ---- */

static bool has_word(struct str list, struct str word)
{
    while (list.len)
        if (str_eq_nocase(str_trim(str_cut(&list, ' ')), word))
            return true;
    return false;
}

static bool is_address(struct str url)
{
    for (size_t i = 0; i < url.len; i++)
        if (url.ptr[i] <= ' ' || url.ptr[i] == '"' || url.ptr[i] == '<' || url.ptr[i] == '>')
            return false;
    return url.len < WEBSUB_URL_MAX && (str_starts_nocase(url, STR("https://")) || str_starts_nocase(url, STR("http://")));
}

/* Of several the first counts. */
static void take(struct str rel, struct str url, struct websub_offer *out)
{
    if (!is_address(url))
        return;
    if (out->hub.len == 0 && has_word(rel, STR("hub")))
        out->hub = url;
    if (out->topic.len == 0 && has_word(rel, STR("self")))
        out->topic = url;
}

/* The value of name="..." or name=...; empty where there is none. */
static struct str parameter(struct str text, struct str name)
{
    for (size_t at = 0; (at = str_find_nocase(text, name, at)) != SIZE_MAX; at += name.len) {
        struct str rest = str_sub(text, at + name.len, text.len);
        bool begins = at == 0 || byte_is_space(text.ptr[at - 1]) || text.ptr[at - 1] == ';' || text.ptr[at - 1] == '"'
                      || text.ptr[at - 1] == '\'';
        rest = str_trim(rest);
        if (!begins || rest.len == 0 || rest.ptr[0] != '=')
            continue;
        rest = str_trim(str_sub(rest, 1, rest.len));
        char quote = rest.len && (rest.ptr[0] == '"' || rest.ptr[0] == '\'') ? rest.ptr[0] : 0;
        if (quote) {
            rest = str_sub(rest, 1, rest.len);
            return str_cut(&rest, quote);
        }
        size_t end = 0;
        while (end < rest.len && !byte_is_space(rest.ptr[end]) && !strchr(";,>", rest.ptr[end]))
            end++;
        return str_sub(rest, 0, end);
    }
    return STR("");
}

/* Each "<URL>; rel=..." of the Link lines. */
static void read_head(struct str head, struct websub_offer *out)
{
    while (head.len) {
        struct str line = str_cut(&head, '\n');
        if (!str_starts_nocase(line, STR("link:")))
            continue;
        line = str_sub(line, 5, line.len);
        for (size_t open; (open = str_find(line, STR("<"), 0)) != SIZE_MAX;) {
            struct str rest = str_sub(line, open + 1, line.len), url = str_cut(&rest, '>');
            size_t next = str_find(rest, STR("<"), 0);
            take(parameter(str_sub(rest, 0, next), STR("rel")), url, out);
            line = next == SIZE_MAX ? STR("") : str_sub(rest, next, rest.len);
        }
    }
}

/* <link rel=hub href=...> of HTML, Atom and RSS, where documents have it: near the beginning. */
static void read_body(struct str body, struct websub_offer *out)
{
    struct str text = str_sub(body, 0, MIN(body.len, BODY_LOOKED_AT));
    for (size_t at = 0; (at = str_find_nocase(text, STR("link"), at)) != SIZE_MAX; at += 4) {
        bool element =
            at > 0 && (text.ptr[at - 1] == '<' || text.ptr[at - 1] == ':') && at + 4 < text.len && byte_is_space(text.ptr[at + 4]);
        struct str rest = str_sub(text, at + 4, text.len), tag = str_cut(&rest, '>');
        if (element)
            take(parameter(tag, STR("rel")), parameter(tag, STR("href")), out);
    }
}

bool websub_find(struct str head, struct str body, struct str url, struct websub_offer *out)
{
    struct websub_offer found = { 0 };
    read_head(head, &found);
    if (found.hub.len == 0 && str_find_nocase(str_sub(body, 0, MIN(body.len, BODY_LOOKED_AT)), STR("hub"), 0) != SIZE_MAX)
        read_body(body, &found);
    if (found.hub.len == 0)
        return false;
    if (found.topic.len == 0)
        found.topic = url;
    *out = found;
    return true;
}

/* ---- Tokens ---- */

static void add_mac(const unsigned char key[WEBSUB_KEY_BYTES], const char *use, int64_t page, size_t bytes, struct buf *out)
{
    AUTO(buf) text = BUF(KIB(1));
    unsigned char mac[SIGN_BYTES];
    char hex[2 * SIGN_BYTES + 1];
    buf_addf(&text, "%s %lld", use, (long long)page);
    sign_hmac((struct str){ (const char *)key, WEBSUB_KEY_BYTES }, buf_str(&text), mac);
    buf_add(out, str_of(sodium_bin2hex(hex, sizeof hex, mac, bytes)));
}

void websub_token(const unsigned char key[WEBSUB_KEY_BYTES], int64_t page, struct buf *out)
{
    buf_addf(out, "%lld.", (long long)page);
    add_mac(key, "token", page, MAC_BYTES, out);
}

void websub_secret(const unsigned char key[WEBSUB_KEY_BYTES], int64_t page, struct buf *out)
{
    add_mac(key, "secret", page, SIGN_BYTES, out);
}

int websub_token_read(const unsigned char key[WEBSUB_KEY_BYTES], struct str token, int64_t *page, struct err *e)
{
    AUTO(buf) right = BUF(KIB(1));
    struct str rest = token;
    uint64_t number;
    bool numbered = str_number(str_cut(&rest, '.'), INT64_MAX, &number);
    if (numbered)
        websub_token(key, (int64_t)number, &right);
    if (!numbered || right.len != token.len || sodium_memcmp(right.ptr, token.ptr, token.len) != 0)
        return err_set(e, E_DENIED, "this is not a subscription of weft's");
    *page = (int64_t)number;
    return 0;
}

/* ---- Messages ---- */

static void add_field(struct buf *out, const char *name, struct str value)
{
    buf_addf(out, "%s%s=", out->len ? "&" : "", name);
    for (size_t i = 0; i < value.len; i++) {
        char c = value.ptr[i], l = byte_lower(c);
        if ((l >= 'a' && l <= 'z') || (c >= '0' && c <= '9') || (c && strchr("-._~", c)))
            buf_add_char(out, c);
        else
            buf_addf(out, "%%%02X", (unsigned char)c);
    }
}

void websub_form(const struct websub_offer *offer, struct str callback, struct str secret, struct buf *out)
{
    add_field(out, "hub.mode", STR("subscribe"));
    add_field(out, "hub.topic", offer->topic);
    add_field(out, "hub.callback", callback);
    add_field(out, "hub.secret", secret);
    buf_addf(out, "&hub.lease_seconds=%lld", (long long)(WEBSUB_LEASE_MS / 1000));
}

bool websub_is_signed(struct str secret, struct str body, struct str signature)
{
    unsigned char mac[SIGN_BYTES];
    char hex[2 * SIGN_BYTES + 1];
    struct str rest = str_trim(signature), method = str_cut(&rest, '=');
    sign_hmac(secret, body, mac);
    sodium_bin2hex(hex, sizeof hex, mac, sizeof mac);
    return str_eq_nocase(method, STR("sha256")) && rest.len == 2 * SIGN_BYTES && sodium_memcmp(rest.ptr, hex, rest.len) == 0;
}
