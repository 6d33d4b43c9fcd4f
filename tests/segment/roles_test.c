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
    { "footers", ROLE_FOOTER },
    { "barefoot", 0 },
    { "left-col", ROLE_COLUMN },
    { "col-md-4", ROLE_COLUMN },
    { "main content", ROLE_MAIN },
    { "comment-list ad", ROLE_COMMENT | ROLE_AD },
    { "averyveryverylongwordthatisnone", 0 },
    { "ad1", ROLE_AD },
    { "headerimage", ROLE_HEADER },
    { "footerlinks2", ROLE_FOOTER },
    { "theheader", 0 },
    { "cmp-experiencefragment", 0 }, /* a system that begins the names of all components so */
    { "cmplz-description", ROLE_UNSEEN },
    { "vjs-control", ROLE_UNSEEN }, /* the buttons of a video player */
};

static bool in_part(struct arena *a, const struct page *p, const char *node, const char *part)
{
    struct roles r;
    roles_open(&r, a, p, NULL);
    return roles_parts(a, &r)[by_id(p, node)] == (part ? by_id(p, part) : 0);
}

static void parts(struct arena *a)
{
    const struct page *p =
        page_from(a,
                  STR("<div id=page-header><ul id=menu><li id=a>x</ul></div><div id=main><div id=b class=header>x</div><div id=c "
                      "class=sidebar>y</div></div><div id=sidebar><p id=d>x</p></div><div id=footer><p id=e>x</p></div>"),
                  STR(""));

    ok(in_part(a, p, "a", "page-header"), "what is in a header is in that part, also a menu");
    ok(in_part(a, p, "b", NULL) && in_part(a, p, "c", NULL), "inside the main content there are no parts");
    ok(in_part(a, p, "d", "sidebar") && in_part(a, p, "e", "footer"), "a sidebar, a footer");
    p = page_from(a, STR("<div id=footer>x</div><p>a</p><p>b</p><p>c</p><p>d</p><div id=header>x</div>"), STR(""));
    ok(in_part(a, p, "footer", NULL) && in_part(a, p, "header", NULL), "a footer above and a header below are none");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    const struct page *p =
        page_from(&a, STR("<nav id=x>a</nav><div id=y role=navigation class='top bar'>b</div><main id=z>c</main>"), STR(""));
    struct roles r;

    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        eq_int(roles_of_name(str_of(row[i].name)), row[i].roles, row[i].name);
    roles_open(&r, &a, p, NULL);
    eq_int(roles_of(&r, by_id(p, "x")), ROLE_NAV, "a tag has a role");
    eq_int(roles_of(&r, by_id(p, "y")), ROLE_NAV | ROLE_HEADER, "role and class add up");
    eq_int(roles_of(&r, by_id(p, "z")), ROLE_MAIN, "main");
    eq_int(roles_of(&r, p->body), 0, "body has none");
    parts(&a);
    return tap_done();
}
