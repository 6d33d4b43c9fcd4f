/* In: an address as it stands in a watch or a Location line. Out: its normal form and its parts.
 *
 *  1. The url of a link, read again, is the same link.
 *  2. No fragment, user or control character is left in it.
 * Cost: O(bytes). */
#include "fetch/link.h"

#include "fetch/fetch.h"

void fetch_link_drop(struct fetch_link *l)
{
    buf_drop(&l->text);
}

struct str link_scheme(struct str reference)
{
    struct str rest = reference, scheme = str_cut(&rest, ':');
    if (scheme.len == reference.len)
        return (struct str){ "", 0 };
    for (size_t i = 0; i < scheme.len; i++) {
        char c = byte_lower(scheme.ptr[i]);
        bool letter = c >= 'a' && c <= 'z', other = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
        if (!letter && (i == 0 || !other))
            return (struct str){ "", 0 };
    }
    return scheme;
}

/* "localhost:8080/x" has no scheme, though it looks as if it had: what follows the colon is a port. */
static bool is_web(struct str reference)
{
    struct str scheme = link_scheme(reference);
    return scheme.len == 0 || str_eq_nocase(scheme, STR("http")) || str_eq_nocase(scheme, STR("https"));
}

static bool set_part(const struct curl *c, CURLU *u, CURLUPart part, struct str s)
{
    char text[FETCH_URL_MAX + 1];
    if (s.len >= sizeof text || memchr(s.ptr, '\0', s.len))
        return false;
    memcpy(text, s.ptr, s.len);
    text[s.len] = '\0';
    return c->curl_url_set_p(u, part, text, CURLU_URLENCODE) == CURLUE_OK;
}

/* Adds a part and its NUL to the text; where it starts. */
static size_t add_part(struct fetch_link *l, const struct curl *c, CURLU *u, CURLUPart part, unsigned flags)
{
    char *value = NULL;
    size_t at = l->text.len;
    if (c->curl_url_get_p(u, part, &value, flags) == CURLUE_OK)
        buf_add(&l->text, str_of(value));
    c->curl_free_p(value);
    buf_add_char(&l->text, '\0');
    return at;
}

static struct str part_at(const struct fetch_link *l, size_t at)
{
    return str_of(l->text.ptr + at);
}

static void lower(struct fetch_link *l, size_t at)
{
    for (; at < l->text.len; at++)
        l->text.ptr[at] = byte_lower(l->text.ptr[at]);
}

static void read_parts(struct fetch_link *l, const struct curl *c, CURLU *u)
{
    size_t user = add_part(l, c, u, CURLUPART_USER, CURLU_URLDECODE),
           password = add_part(l, c, u, CURLUPART_PASSWORD, CURLU_URLDECODE);
    c->curl_url_set_p(u, CURLUPART_USER, NULL, 0);
    c->curl_url_set_p(u, CURLUPART_PASSWORD, NULL, 0);
    c->curl_url_set_p(u, CURLUPART_FRAGMENT, NULL, 0);
    size_t url = add_part(l, c, u, CURLUPART_URL, 0), origin = add_part(l, c, u, CURLUPART_SCHEME, 0);
    l->text.len--;
    buf_add(&l->text, STR("://"));
    add_part(l, c, u, CURLUPART_HOST, 0);
    l->text.len--;
    lower(l, origin);
    buf_add_char(&l->text, ':');
    add_part(l, c, u, CURLUPART_PORT, CURLU_DEFAULT_PORT);
    l->user = part_at(l, user);
    l->password = part_at(l, password);
    l->url = part_at(l, url);
    l->origin = part_at(l, origin);
}

/* ---- Addresses that are in their normal form ---- */

static bool is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* A number as libcurl would write it. */
static bool is_plain_number(struct str s, uint64_t max)
{
    uint64_t n;
    return s.len && (s.len == 1 || s.ptr[0] != '0') && str_number(s, max, &n);
}

static bool is_plain_ipv4(struct str host)
{
    for (int i = 0; i < 4; i++)
        if (!is_plain_number(str_cut(&host, '.'), 255) || (host.len == 0) != (i == 3))
            return false;
    return true;
}

/* Small letters, digits, "-" and "."; numbers have many forms, and a name's last label begins with a letter. */
static bool is_plain_host(struct str host)
{
    size_t label = 0;
    for (size_t i = 0; i < host.len; i++) {
        char c = host.ptr[i];
        if (c == '.')
            label = i + 1;
        else if (!is_letter(c) && !is_digit(c) && c != '-')
            return false;
    }
    return label < host.len && (is_letter(host.ptr[label]) || is_plain_ipv4(host));
}

/* Nothing in it that is written otherwise in a normal form: no "%", no "/.", nothing that must be escaped. */
static bool is_plain_path(struct str path)
{
    for (size_t i = 0; i < path.len; i++) {
        char c = path.ptr[i];
        if (!is_letter(byte_lower(c)) && !is_digit(c) && (c == '\0' || !strchr("/?-_.~!$&()*+,;=:@", c)))
            return false;
        if (c == '.' && i && path.ptr[i - 1] == '/')
            return false;
    }
    return path.len && path.ptr[0] == '/';
}

/* Nearly every address of an archive is as libcurl would write it. Reading it with libcurl costs a tenth of all that weft itself does for
 * a page that has not changed. */
static bool read_plain(struct fetch_link *l, struct str url)
{
    bool tls = str_starts(url, STR("https://"));
    if (!tls && !str_starts(url, STR("http://")))
        return false;
    struct str rest = str_sub(url, tls ? 8 : 7, url.len), before = rest, port = str_cut(&before, '/');
    struct str path = str_sub(rest, port.len, rest.len), host = str_cut(&port, ':');
    bool has_port = host.len + path.len < rest.len;
    if (!is_plain_host(host) || (has_port && !is_plain_number(port, 65535)) || !is_plain_path(path))
        return false;
    buf_add(&l->text, url);
    buf_add_char(&l->text, '\0');
    buf_add(&l->text, str_sub(url, 0, (tls ? 8 : 7) + host.len));
    buf_add_char(&l->text, ':');
    buf_add(&l->text, has_port ? port : tls ? STR("443") : STR("80"));
    buf_add_char(&l->text, '\0');
    l->user = l->password = STR("");
    l->url = part_at(l, 0);
    l->origin = part_at(l, url.len + 1);
    return true;
}

enum link_fault link_read(struct fetch_link *l, const struct curl *c, struct str reference, struct str base)
{
    reference = str_trim(reference);
    *l = (struct fetch_link){ .text = BUF(8 * FETCH_URL_MAX) };
    if (reference.len > FETCH_URL_MAX || (reference.len == 0 && base.len == 0))
        return LINK_BAD;
    if (base.len == 0 && read_plain(l, reference))
        return LINK_FINE;
    if (!is_web(reference))
        return LINK_SCHEME;
    if (base.len == 0 && link_scheme(reference).len == 0)
        return LINK_BAD;
    if (base.len && (reference.len == 0 || reference.ptr[0] == '#'))
        reference = base; /* the page itself; libcurl 7.88 would give the folder it is in */
    CURLU *u = c->curl_url_p();
    bool good = u && (base.len == 0 || set_part(c, u, CURLUPART_URL, base)) && set_part(c, u, CURLUPART_URL, reference);
    if (good)
        read_parts(l, c, u);
    c->curl_url_cleanup_p(u);
    return good && !l->text.over && l->url.len <= FETCH_URL_MAX ? LINK_FINE : LINK_BAD;
}

static size_t authority_of(struct str url)
{
    size_t at = str_find(url, STR("://"), 0);
    return at == SIZE_MAX ? 0 : at + 3;
}

struct str link_path(struct str url)
{
    size_t at = authority_of(url);
    while (at < url.len && url.ptr[at] != '/' && url.ptr[at] != '?')
        at++;
    return at < url.len ? str_sub(url, at, url.len) : STR("/");
}

struct str link_host(struct str url)
{
    size_t from = authority_of(url), to = from;
    while (to < url.len && url.ptr[to] != '/' && url.ptr[to] != '?')
        to++;
    return str_sub(url, from, to);
}

struct str link_origin_host(struct str origin)
{
    struct str host = link_host(origin);
    size_t to = host.len;
    while (to > 0 && host.ptr[to - 1] != ':')
        to--;
    return to ? str_sub(host, 0, to - 1) : host;
}

int link_check_proxy(struct str proxy, struct err *e)
{
    static const char *const known[] = { "http", "https", "socks4", "socks4a", "socks5", "socks5h" };
    bool named = str_find(proxy, STR("://"), 0) != SIZE_MAX;
    struct str scheme = named ? str_cut(&proxy, ':') : STR("http"); /* as libcurl takes it */
    for (size_t i = 0; i < ARRAY_LEN(known); i++)
        if (str_eq_nocase(scheme, str_of(known[i])))
            return 0;
    return err_set(e, E_USAGE,
                   "weft cannot use a proxy of the kind '%.*s'; write http://HOST:PORT, https://HOST:PORT or socks5h://HOST:PORT",
                   STR_ARG(scheme));
}
