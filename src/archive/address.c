/* Addresses as people type them. O(bytes). */
#include "archive/address.h"

#include "base/limits.h"
#include "track/canonical.h"

/* Whether a scheme that is not one of the web's stands before: "javascript:alert(1)", but not "example.org:8080/". */
static bool has_other_scheme(struct str s)
{
    struct str rest = s, before = str_cut(&rest, ':'), port = str_cut(&rest, '/');
    uint64_t number;

    return before.len < s.len && str_find(before, STR("/"), 0) == SIZE_MAX && !str_number(port, UINT16_MAX, &number);
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
    if (bare && has_other_scheme(s))
        return refuse(typed, e);
    if (bare)
        s = arena_printf(c->arena, "https://%.*s", STR_ARG(s));
    s = canonical_url(c->arena, s);
    bool web = str_starts(s, STR("http://")) || str_starts(s, STR("https://"));
    if (!web && str_starts(s, STR("file:")))
        return c->who.role == ROLE_ADMIN ? (*out = s, 0)
                                         : err_set(e, E_DENIED, "only an administrator may watch files of the machine");
    if (!web || canonical_host(s).len == 0)
        return refuse(typed, e);
    *out = s;
    return 0;
}
