/* What names say about the part of a page they are given to. */
#include "segment/roles.h"

#include "tests/segment/cuts.h"
#include "tests/tap.h"

static const struct {
    const char *name;
    unsigned roles;
} row[] = {
    { "", 0 },
    { "footer", ROLE_FOOTER },
    { "site-footer", ROLE_FOOTER },
    { "siteFooter", ROLE_FOOTER },
    { "SITE_FOOTER", ROLE_FOOTER },
    { "footers", 0 },
    { "barefoot", 0 },
    { "left-col", ROLE_COLUMN },
    { "col-md-4", ROLE_COLUMN },
    { "main content", ROLE_MAIN },
    { "comment-list ad", ROLE_COMMENT | ROLE_AD },
    { "averyveryverylongwordthatisnone", 0 },
    { "ad1", ROLE_AD },
    { "headerimage", 0 },
};

int main(void)
{
    AUTO(arena) a = { 0 };
    const struct page *p =
        page_from(&a, STR("<nav id=x>a</nav><div id=y role=navigation class='top bar'>b</div><main id=z>c</main>"), STR(""));
    struct roles r;

    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        eq_int(roles_of_name(str_of(row[i].name)), row[i].roles, row[i].name);
    roles_open(&r, p);
    eq_int(roles_of(&r, p, by_id(p, "x")), ROLE_NAV, "a tag has a role");
    eq_int(roles_of(&r, p, by_id(p, "y")), ROLE_NAV | ROLE_HEADER, "role and class add up");
    eq_int(roles_of(&r, p, by_id(p, "z")), ROLE_MAIN, "main");
    eq_int(roles_of(&r, p, p->body), 0, "body has none");
    return tap_done();
}
