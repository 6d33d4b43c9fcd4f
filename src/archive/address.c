/* Addresses as people type them. O(bytes). */
#include "archive/address.h"

#include "base/limits.h"
#include "track/canonical.h"

bool address_has_scheme(struct str s)
{
    struct str rest = s, before = str_cut(&rest, ':'), port = str_cut(&rest, '/');
    uint64_t number;

    return before.len < s.len && str_find(before, STR("/"), 0) == SIZE_MAX && !str_number(port, UINT16_MAX, &number);
}

/* Whether a name of the network may look so: letters, digits, '-', '_' and dots, a number in brackets, or letters beyond ASCII. A word that
 * was typed alone ("news") is not one, for all that it could be a machine beside us: that is written http://news/. */
static bool is_host(struct str host, bool bare)
{
    bool dot = str_find(host, STR("."), 0) != SIZE_MAX || str_eq_nocase(host, STR("localhost")) || str_starts(host, STR("["));

    for (size_t i = 0; i < host.len; i++) {
        unsigned char c = (unsigned char)host.ptr[i];
        if (c < 0x80 && !(byte_lower((char)c) >= 'a' && byte_lower((char)c) <= 'z') && !(c >= '0' && c <= '9')
            && !strchr("-_.[]:", c))
            return false;
    }
    return host.len > 0 && (dot || !bare);
}

/* Whether what follows the host is a port, or nothing. A URL parser leaves an address with any other as it was. */
static bool is_port(struct str url)
{
    struct str host = canonical_host(url), rest = str_span(host.ptr + host.len, url.ptr + url.len);
    uint64_t port;

    if (str_starts(rest, STR("]")))
        rest = str_sub(rest, 1, SIZE_MAX);
    if (!str_starts(rest, STR(":")))
        return true;
    rest = str_sub(rest, 1, SIZE_MAX);
    return str_number(str_cut(&rest, '/'), UINT16_MAX, &port);
}

static int refuse(struct str typed, struct err *e)
{
    return err_set(e, E_USAGE, "%.*s is not the address of a web page; it is written https://example.org/page", STR_ARG(typed));
}

int address_read(const struct caller *c, struct str typed, struct str *out, struct err *e)
{
    struct str s = str_trim(typed);

    if (s.len == 0 || s.len > KIB(8))
        return err_set(e, E_USAGE, "an address is empty, or longer than 8 KB");
    bool bare = str_find(s, STR("://"), 0) == SIZE_MAX && !str_starts_nocase(s, STR("file:"));
    if (bare && address_has_scheme(s))
        return refuse(typed, e);
    if (bare)
        s = arena_printf(c->arena, "https://%.*s", STR_ARG(s));
    size_t bracket = str_find(s, STR("://["), 0);
    if (bracket != SIZE_MAX && str_find(s, STR("]"), bracket) == SIZE_MAX)
        return refuse(typed, e);
    s = canonical_url(c->arena, s);
    bool web = str_starts(s, STR("http://")) || str_starts(s, STR("https://"));
    if (!web && str_starts(s, STR("file:")))
        return c->who.role == ROLE_ADMIN ? (*out = s, 0)
                                         : err_set(e, E_DENIED, "only an administrator may watch files of the machine");
    if (!web || !is_host(canonical_host(s), bare) || !is_port(s))
        return refuse(typed, e);
    *out = s;
    return 0;
}
