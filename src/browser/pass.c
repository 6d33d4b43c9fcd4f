/* In: what a watch has for its site, and a request of the page. Out: the headers and cookies that go along.
 *
 *  1. A header, login or token is written only where pass_scope() said PASS_ALL: the address has the own origin.
 *  2. A redirect is a request of its own and is asked about anew (Chromium keeps no header of ours from hop to hop).
 * 3. Chromium binds a cookie to the scheme and port that it came from (browser_process.c), so one for a single host is for that origin
 * alone. Cost: O(bytes). */
#include "browser/pass.h"

#include "base/base64.h"

struct origin {
    struct str host, port;
    bool secure;
};

/* Of an address as Chromium writes it; one that it would write in another way has no origin in common with it. */
static bool read_origin(struct str url, struct origin *out)
{
    struct origin o = { .secure = str_starts_nocase(url, STR("https://")) };
    if (!o.secure && !str_starts_nocase(url, STR("http://")))
        return false;
    size_t from = o.secure ? 8 : 7, to = from;
    while (to < url.len && !strchr("/?#\\", url.ptr[to]))
        to++;
    struct str authority = str_sub(url, from, to);
    const char *user = authority.len ? memrchr(authority.ptr, '@', authority.len) : NULL;
    if (user)
        authority = str_span(user + 1, authority.ptr + authority.len);
    size_t close = authority.len && authority.ptr[0] == '[' ? str_find(authority, STR("]"), 0) : 0;
    size_t colon = close == SIZE_MAX ? SIZE_MAX : str_find(authority, STR(":"), close);
    o.host = str_sub(authority, 0, colon);
    o.port = colon == SIZE_MAX ? STR("") : str_sub(authority, colon + 1, authority.len);
    if (o.port.len == 0)
        o.port = o.secure ? STR("443") : STR("80");
    *out = o;
    return o.host.len > 0 && close != SIZE_MAX;
}

bool pass_same_origin(struct str a, struct str b)
{
    struct origin x, y;
    return read_origin(a, &x) && read_origin(b, &y) && x.secure == y.secure && str_eq_nocase(x.host, y.host)
           && str_eq(x.port, y.port);
}

struct str pass_decoded(struct arena *a, struct str s)
{
    char *out = arena_array(a, s.len + 1, 1);
    size_t n = 0;
    for (size_t i = 0; i < s.len; i++) {
        int byte = s.ptr[i] == '%' ? str_hex_byte(s, i + 1) : -1;
        out[n++] = byte < 0 ? s.ptr[i] : (char)byte;
        i += byte < 0 ? 0 : 2;
    }
    return (struct str){ out, n };
}

struct str pass_take_login(struct arena *a, struct str url, struct browser_pass *p)
{
    struct origin o;
    if (!read_origin(url, &o))
        return url;
    size_t from = o.secure ? 8 : 7, host = (size_t)(o.host.ptr - url.ptr);
    if (host == from)
        return url;
    struct str login = str_sub(url, from, host - 1), user = str_cut(&login, ':');
    if (p->user.len == 0) {
        p->user = pass_decoded(a, user);
        p->password = pass_decoded(a, login);
    }
    return arena_printf(a, "%.*s%.*s", (int)from, url.ptr, (int)(url.len - host), url.ptr + host);
}

static bool is_accept(struct str name)
{
    return str_starts_nocase(name, STR("Accept"));
}

static bool is_cookie(struct str name)
{
    return str_eq_nocase(name, STR("Cookie"));
}

bool pass_needs_headers(const struct browser_pass *p)
{
    for (uint32_t i = 0; i < p->n_header; i++)
        if (!is_cookie(p->header[i].name))
            return true;
    return p->user.len || p->password.len || p->bearer.len;
}

enum pass_scope pass_scope(const struct pass_request *q, struct str origin)
{
    bool asks_for_page = str_eq(q->method, STR("GET")) || str_eq(q->method, STR("HEAD"));
    bool may = !q->document || !asks_for_page ? q->own_asks : q->main_frame || q->own_page;
    if (pass_same_origin(q->url, origin) && may)
        return PASS_ALL;
    return q->document && q->main_frame ? PASS_ACCEPT : PASS_NONE;
}

static bool names(const struct browser_pass *p, struct str name)
{
    for (uint32_t i = 0; i < p->n_header; i++)
        if (str_eq_nocase(p->header[i].name, name))
            return true;
    return false;
}

/* Whether this header of the watch belongs to the request. What is accepted as a page says nothing of pictures. */
static bool belongs(struct str name, enum pass_scope scope, bool document)
{
    if (is_cookie(name) || (!document && str_eq_nocase(name, STR("Accept"))))
        return false;
    return scope == PASS_ALL || (scope == PASS_ACCEPT && is_accept(name));
}

static void add_header(struct json *j, struct str name, struct str value)
{
    json_object(j);
    json_field_str(j, "name", name);
    json_field_str(j, "value", value);
    json_end(j);
}

/* One of them, as a fetcher would choose: a header that says it itself, a token, a login. */
static void add_authorization(struct json *j, const struct browser_pass *p)
{
    AUTO(buf) value = BUF(FETCH_HEAD_MAX);
    if (names(p, STR("Authorization")) || (p->bearer.len == 0 && p->user.len == 0 && p->password.len == 0))
        return;
    buf_add(&value, p->bearer.len ? STR("Bearer ") : STR("Basic "));
    if (p->bearer.len) {
        buf_add(&value, p->bearer);
    } else {
        AUTO(buf) login = BUF(FETCH_HEAD_MAX / 2);
        buf_add(&login, p->user);
        buf_add_char(&login, ':');
        buf_add(&login, p->password);
        base64_add(&value, buf_str(&login));
    }
    add_header(j, STR("Authorization"), buf_str(&value));
}

void pass_headers(struct json *j, const struct browser_pass *p, const struct json_value *sent, enum pass_scope scope, bool document)
{
    json_array(j);
    for (uint32_t i = 0; sent && sent->kind == JSON_OBJECT && i < sent->n; i++) {
        struct str name = sent->item[i].key, value = STR("");
        bool ours =
            (names(p, name) && belongs(name, scope, document)) || (scope == PASS_ALL && str_eq_nocase(name, STR("Authorization")));
        if (!ours && json_text(&sent->item[i], &value))
            add_header(j, name, value);
    }
    for (uint32_t i = 0; i < p->n_header; i++)
        if (belongs(p->header[i].name, scope, document))
            add_header(j, p->header[i].name, p->header[i].value);
    if (scope == PASS_ALL)
        add_authorization(j, p);
    json_end(j);
}

struct pass_cookies pass_cookies(const struct browser_pass *p, struct str url)
{
    return (struct pass_cookies){ .pass = p, .url = url, .jar = p->cookies };
}

/* Where a cookie came from: the page's own origin, or what its host would have by itself. */
static void set_source(struct arena *a, struct str url, struct str host, struct pass_cookie *c)
{
    struct origin own = { 0 };
    bool known = read_origin(url, &own);
    struct str bare = known && own.host.ptr[0] == '[' ? str_sub(own.host, 1, own.host.len - 1) : own.host;
    bool same = known && (host.len == 0 || str_eq_nocase(own.host, host) || str_eq_nocase(bare, host));
    c->from_secure = own.secure || (!same && c->secure);
    if (!same || !str_number(own.port, 65535, &c->port))
        c->port = c->from_secure ? 443 : 80;
    if (c->domain.len == 0)
        c->url =
            arena_printf(a, "%s://%.*s:%u/", c->from_secure ? "https" : "http", STR_ARG(same ? own.host : host), (unsigned)c->port);
}

/* A line of libcurl's jar: domain, whether for hosts below it, path, whether secure, expiry, name, value. */
static bool read_line(struct arena *a, struct str line, struct str url, struct pass_cookie *out)
{
    static const struct str mark = STR_INIT("#HttpOnly_");
    struct pass_cookie c = { .http_only = str_starts(line, mark) };
    struct str rest = c.http_only ? str_sub(line, mark.len, line.len) : line;
    struct str domain = str_cut(&rest, '\t'), below = str_cut(&rest, '\t');
    c.path = str_cut(&rest, '\t');
    c.secure = str_eq(str_cut(&rest, '\t'), STR("TRUE"));
    if (domain.len == 0 || domain.ptr[0] == '#' || !str_number(str_cut(&rest, '\t'), INT64_MAX, &c.expires))
        return false;
    c.name = str_cut(&rest, '\t');
    c.value = rest;
    if (str_eq(below, STR("TRUE")))
        c.domain = domain;
    set_source(a, url, c.domain.len ? STR("") : domain, &c);
    *out = c;
    return c.name.len || c.value.len;
}

/* "a=b" of a header, which the whole origin gets. */
static bool read_pair(struct arena *a, struct str pair, struct str url, struct pass_cookie *out)
{
    struct str value = str_trim(pair), name = str_cut(&value, '=');
    *out = (struct pass_cookie){ .name = str_trim(name), .value = str_trim(value), .path = STR("/") };
    set_source(a, url, STR(""), out);
    return out->name.len > 0;
}

bool pass_next_cookie(struct arena *a, struct pass_cookies *c, struct pass_cookie *out)
{
    while (c->jar.len)
        if (read_line(a, str_cut(&c->jar, '\n'), c->url, out))
            return true;
    for (;;) {
        while (c->header.len)
            if (read_pair(a, str_cut(&c->header, ';'), c->url, out))
                return true;
        while (c->n_header < c->pass->n_header && !is_cookie(c->pass->header[c->n_header].name))
            c->n_header++;
        if (c->n_header >= c->pass->n_header)
            return false;
        c->header = c->pass->header[c->n_header++].value;
    }
}

void pass_write_cookie(struct json *j, const struct pass_cookie *c)
{
    json_field_str(j, "name", c->name);
    json_field_str(j, "value", c->value);
    if (c->url.len)
        json_field_str(j, "url", c->url);
    else
        json_field_str(j, "domain", c->domain);
    json_field_str(j, "path", c->path);
    json_field_bool(j, "secure", c->secure);
    json_field_bool(j, "httpOnly", c->http_only);
    json_field_str(j, "sourceScheme", c->from_secure ? STR("Secure") : STR("NonSecure"));
    json_field_number(j, "sourcePort", (int64_t)c->port);
    if (c->expires)
        json_field_number(j, "expires", (int64_t)c->expires);
}
