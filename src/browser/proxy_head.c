/* In: the head of a request or of an answer. Out: where it goes, and the head as it is passed on.
 *
 *  1. What is written has the method, host and path that were read: a server cannot read another host than the one checked.
 *  2. Lines that concern one connection (RFC 9110, 7.6.1) are not passed on.
 * Cost: O(bytes). */
#include "browser/proxy_head.h"

#include "base/base64.h"
#include "browser/pass.h"
#include "fetch/address.h"
#include "fetch/header.h"

static const struct str hop_lines[] = {
    STR_INIT("connection"),
    STR_INIT("proxy-connection"),
    STR_INIT("keep-alive"),
    STR_INIT("proxy-authorization"),
    STR_INIT("proxy-authenticate"),
    STR_INIT("te"),
    STR_INIT("upgrade"),
};

/* Behind the empty line, or SIZE_MAX. */
static size_t head_end(struct str bytes)
{
    size_t at = str_find(bytes, STR("\r\n\r\n"), 0), bare = str_find(bytes, STR("\n\n"), 0);
    if (at == SIZE_MAX && bare == SIZE_MAX)
        return SIZE_MAX;
    return at < bare ? at + 4 : bare + 2;
}

static struct str next_line(struct str *rest)
{
    struct str line = str_cut(rest, '\n');
    if (line.len && line.ptr[line.len - 1] == '\r')
        line.len--;
    return line;
}

static bool has_control(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if ((unsigned char)s.ptr[i] < 0x20 || s.ptr[i] == 0x7f)
            return true;
    return false;
}

/* What is written between brackets again because it has a colon. */
static bool is_v6(struct str host)
{
    struct address address;
    return memchr(host.ptr, ':', host.len) && host.ptr[0] != '[' && address_parse(host, &address);
}

static bool has_bracket(struct str host)
{
    return memchr(host.ptr, '[', host.len) || memchr(host.ptr, ']', host.len);
}

/* "a.org", "a.org:81", "[::1]:81" */
static bool read_authority(struct str s, uint32_t port, struct proxy_head *h)
{
    uint64_t number = port;
    size_t close = s.len && s.ptr[0] == '[' ? str_find(s, STR("]"), 0) : 0;
    if (close == SIZE_MAX || str_find(s, STR("@"), 0) != SIZE_MAX)
        return false;
    size_t colon = str_find(s, STR(":"), close);
    h->host = close ? str_sub(s, 1, close) : str_sub(s, 0, colon);
    if (close ? !is_v6(h->host) || MIN(colon, s.len) != close + 1 : has_bracket(h->host))
        return false;
    if (colon != SIZE_MAX && !str_number(str_sub(s, colon + 1, s.len), 65535, &number))
        return false;
    h->port = (uint32_t)number;
    return h->host.len && h->host.len <= 253 && number;
}

static bool read_target(struct str target, struct proxy_head *h)
{
    if (h->connect) {
        h->path = STR("");
        return read_authority(target, 443, h);
    }
    if (!str_starts_nocase(target, STR("http://")))
        return false;
    struct str rest = str_sub(target, 7, target.len);
    size_t at = 0;
    while (at < rest.len && rest.ptr[at] != '/' && rest.ptr[at] != '?')
        at++;
    h->path = str_sub(rest, at, rest.len);
    return read_authority(str_sub(rest, 0, at), 80, h);
}

static bool lines_are_good(struct str lines)
{
    while (lines.len) {
        struct str line = next_line(&lines), value = line, name = str_cut(&value, ':');
        if (name.len == 0 || name.len == line.len || has_control(name) || byte_is_space(name.ptr[0])
            || byte_is_space(name.ptr[name.len - 1]) || !header_is_sendable(value, value.len))
            return false;
    }
    return true;
}

static bool is_version(struct str s)
{
    return str_eq(s, STR("HTTP/1.1")) || str_eq(s, STR("HTTP/1.0"));
}

enum proxy_reading proxy_head_read(struct str bytes, struct proxy_head *out)
{
    struct proxy_head h = { .len = head_end(bytes) };
    if (h.len == SIZE_MAX)
        return PROXY_MORE;
    struct str rest = str_sub(bytes, 0, h.len), line = next_line(&rest);
    h.method = str_cut(&line, ' ');
    struct str target = str_cut(&line, ' ');
    h.connect = str_eq(h.method, STR("CONNECT"));
    if (h.method.len == 0 || h.method.len > 16 || has_control(h.method) || has_control(target) || !is_version(line))
        return PROXY_BAD;
    /* The empty line at the end, in both its forms. */
    h.lines = str_sub(rest, 0, rest.len - (str_ends(rest, STR("\r\n")) ? 2 : 1));
    if (!read_target(target, &h) || !lines_are_good(h.lines))
        return PROXY_BAD;
    *out = h;
    return PROXY_WHOLE;
}

static bool is_for_one_hop(struct str line)
{
    struct str rest = line, name = str_cut(&rest, ':');
    for (size_t i = 0; i < ARRAY_LEN(hop_lines); i++)
        if (str_eq_nocase(name, hop_lines[i]))
            return true;
    return false;
}

static void write_lines(struct str lines, bool host_too, struct buf *out)
{
    while (lines.len) {
        struct str line = next_line(&lines);
        if (line.len == 0 || is_for_one_hop(line) || (!host_too && str_starts_nocase(line, STR("host:"))))
            continue;
        buf_add(out, line);
        buf_add(out, STR("\r\n"));
    }
    buf_add(out, STR("Connection: close\r\n\r\n"));
}

static void write_host(const struct proxy_head *h, bool with_port, struct buf *out)
{
    bool v6 = memchr(h->host.ptr, ':', h->host.len) != NULL;
    buf_add(out, v6 ? STR("[") : STR(""));
    buf_add(out, h->host);
    buf_add(out, v6 ? STR("]") : STR(""));
    if (with_port)
        buf_addf(out, ":%u", h->port);
}

static void write_path(const struct proxy_head *h, struct buf *out)
{
    if (h->path.len == 0 || h->path.ptr[0] != '/')
        buf_add_char(out, '/');
    buf_add(out, h->path);
}

void proxy_head_write(const struct proxy_head *h, struct buf *out)
{
    buf_add(out, h->method);
    buf_add_char(out, ' ');
    write_path(h, out);
    buf_add(out, STR(" HTTP/1.1\r\nHost: "));
    write_host(h, h->port != 80, out);
    buf_add(out, STR("\r\n"));
    write_lines(h->lines, false, out);
}

void proxy_head_write_whole(const struct proxy_head *h, struct str authorization, struct buf *out)
{
    buf_add(out, h->method);
    buf_add(out, h->connect ? STR(" ") : STR(" http://"));
    write_host(h, h->connect || h->port != 80, out);
    if (!h->connect)
        write_path(h, out);
    buf_add(out, STR(" HTTP/1.1\r\nHost: "));
    write_host(h, h->connect || h->port != 80, out);
    buf_add(out, STR("\r\n"));
    if (authorization.len) {
        buf_add(out, STR("Proxy-Authorization: "));
        buf_add(out, authorization);
        buf_add(out, STR("\r\n"));
    }
    if (h->connect)
        buf_add(out, STR("\r\n"));
    else
        write_lines(h->lines, false, out);
}

/* "USER:PASSWORD", percent-encoded as in any address. */
static void add_login(struct buf *authorization, struct str login)
{
    AUTO(arena) a = { 0 };
    struct str password = login, user = pass_decoded(&a, str_cut(&password, ':'));

    password = pass_decoded(&a, password);
    buf_add(authorization, STR("Basic "));
    base64_add(authorization, arena_printf(&a, "%.*s:%.*s", STR_ARG(user), STR_ARG(password)));
}

bool proxy_address_read(struct str address, struct str *host, uint32_t *port, struct buf *authorization)
{
    struct proxy_head h = { .len = 0 };
    if (str_starts_nocase(address, STR("http://")))
        address = str_sub(address, 7, address.len);
    else if (str_find(address, STR("://"), 0) != SIZE_MAX)
        return false;
    if (str_ends(address, STR("/")))
        address.len--;
    const char *at = address.len ? memrchr(address.ptr, '@', address.len) : NULL;
    if (at) {
        add_login(authorization, str_span(address.ptr, at));
        address = str_span(at + 1, address.ptr + address.len);
    }
    if (has_control(address) || !read_authority(address, 1080, &h))
        return false;
    *host = h.host;
    *port = h.port;
    return true;
}

enum proxy_reading proxy_answer_read(struct str bytes, size_t *len, bool *interim)
{
    static const struct str start = STR_INIT("HTTP/1.");
    size_t n = MIN(bytes.len, start.len);
    if (!str_eq(str_sub(bytes, 0, n), str_sub(start, 0, n)))
        return PROXY_BAD;
    size_t end = head_end(bytes);
    if (end == SIZE_MAX)
        return PROXY_MORE;
    *len = end;
    *interim = bytes.len > 9 && bytes.ptr[9] == '1';
    return PROXY_WHOLE;
}

void proxy_answer_write(struct str head, struct buf *out)
{
    struct str rest = head;
    buf_add(out, next_line(&rest));
    buf_add(out, STR("\r\n"));
    write_lines(rest, true, out);
}
