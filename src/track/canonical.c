/* In: an address. Out: the one form of all addresses that mean the same page.
 *
 * lexbor brings it to WHATWG's form (an empty reference against it loses the fragment); the rest is one walk over the bytes behind the
 * host. Invariant: idempotent. For that a character is not decoded where it would complete a stray "%" before it ("%4%31" must not become
 * "%41"). */
#include "track/canonical.h"

#include "base/buf.h"
#include "parse/url.h"

/* Each byte stays or becomes less, so the limit is lexbor's own output. */
enum { CANONICAL_MAX = 1 << 20 };

/* Parameters that servers do not look at: they tell whose link was clicked. */
static const struct str visitor_marks[] = {
    STR_INIT("fbclid"),  STR_INIT("gclid"),  STR_INIT("gclsrc"), STR_INIT("dclid"),  STR_INIT("gbraid"), STR_INIT("wbraid"),
    STR_INIT("msclkid"), STR_INIT("yclid"),  STR_INIT("igshid"), STR_INIT("mc_cid"), STR_INIT("mc_eid"), STR_INIT("_ga"),
    STR_INIT("_gl"),     STR_INIT("_hsenc"), STR_INIT("_hsmi"),  STR_INIT("twclid"), STR_INIT("ttclid"), STR_INIT("mkt_tok"),
};

static bool is_visitor_mark(struct str parameter)
{
    struct str name = str_cut(&parameter, '=');
    if (str_starts_nocase(name, STR("utm_")))
        return true;
    for (size_t i = 0; i < ARRAY_LEN(visitor_marks); i++)
        if (str_eq_nocase(name, visitor_marks[i]))
            return true;
    return false;
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = byte_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool is_unreserved(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_'
           || c == '~';
}

static void add_normal(struct buf *out, struct str s)
{
    size_t stray = SIZE_MAX; /* where the last "%" without two digits went */
    for (size_t i = 0; i < s.len; i++) {
        int high = i + 2 < s.len && s.ptr[i] == '%' ? hex_value(s.ptr[i + 1]) : -1, low = high < 0 ? -1 : hex_value(s.ptr[i + 2]);
        int c = high * 16 + low;
        if (high < 0 || low < 0) {
            if (s.ptr[i] == '%')
                stray = out->len;
            buf_add_char(out, s.ptr[i]);
            continue;
        }
        if (is_unreserved(c) && (stray == SIZE_MAX || out->len - stray > 2))
            buf_add_char(out, (char)c);
        else
            buf_addf(out, "%%%02X", (unsigned)c);
        i += 2;
    }
}

static void add_query(struct buf *out, struct str query)
{
    char before = '?';
    for (bool more = true; more;) {
        size_t end = str_find(query, STR("&"), 0);
        struct str parameter = str_cut(&query, '&');
        more = end != SIZE_MAX;
        if (is_visitor_mark(parameter))
            continue;
        buf_add_char(out, before);
        add_normal(out, parameter);
        before = '&';
    }
}

/* What stands between "//" and the path, and where the path begins. */
static struct str authority(struct str url, size_t *path)
{
    size_t from = str_find(url, STR("://"), 0), to;
    *path = url.len;
    if (from == SIZE_MAX)
        return (struct str){ "", 0 };
    for (to = from + 3; to < url.len && !memchr("/?#", url.ptr[to], 3); to++)
        ;
    *path = to;
    return str_sub(url, from + 3, to);
}

static struct str one_pass(struct arena *a, struct str url)
{
    AUTO(buf) out = BUF(CANONICAL_MAX);
    struct str plain = url_resolve(a, url, STR("")), result;
    if (!plain.len)
        return str_trim(url);
    size_t path, query = str_find(plain, STR("?"), 0);
    struct str host = authority(plain, &path);
    const char *user = host.len ? memrchr(host.ptr, '@', host.len) : NULL;
    buf_add(&out, str_sub(plain, 0, user ? (size_t)(user - plain.ptr) : path - host.len));
    /* lexbor does not lower what was encoded. */
    while (out.len < path && !out.over)
        buf_add_char(&out, byte_lower(plain.ptr[out.len]));
    add_normal(&out, str_sub(plain, path, query));
    if (query != SIZE_MAX)
        add_query(&out, str_sub(plain, query + 1, plain.len));
    return buf_take(&out, a, &result, NULL) ? plain : result;
}

static bool has_stray_percent(struct str s)
{
    for (size_t i = 0; (i = str_find(s, STR("%"), i)) != SIZE_MAX; i++)
        if (s.len - i < 3 || hex_value(s.ptr[i + 1]) < 0 || hex_value(s.ptr[i + 2]) < 0)
            return true;
    return false;
}

struct str canonical_url(struct arena *a, struct str url)
{
    enum { PASSES_MAX = 4 };
    struct str now = one_pass(a, url), before = url;
    /* lexbor takes "?" for a part of the path where a stray "%" stands right before it, and sees it the next time. */
    for (unsigned i = 1; i < PASSES_MAX && has_stray_percent(now) && !str_eq(now, before); i++) {
        before = now;
        now = one_pass(a, now);
    }
    return now;
}

struct str canonical_host(struct str url)
{
    size_t path;
    struct str host = authority(url, &path);
    const char *at = host.len ? memrchr(host.ptr, '@', host.len) : NULL;
    if (at)
        host = str_span(at + 1, host.ptr + host.len);
    if (host.len && host.ptr[0] == '[')
        return str_sub(host, 1, str_find(host, STR("]"), 0));
    return str_cut(&host, ':');
}

struct str canonical_folder(struct str url)
{
    size_t path, end;
    authority(url, &path);
    for (end = path; end < url.len && url.ptr[end] != '?' && url.ptr[end] != '#'; end++)
        ;
    while (end > path && url.ptr[end - 1] != '/')
        end--;
    return str_sub(url, 0, end);
}
