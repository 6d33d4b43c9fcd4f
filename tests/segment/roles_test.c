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
    { "cmplz-description", ROLE_UNSEEN | ROLE_CONSENT },
    { "vjs-control", ROLE_UNSEEN }, /* the buttons of a video player */
};

/* "header nav": roles in words. */
static struct str role_names(struct arena *a, unsigned roles)
{
    static const char *const name[] = { "header", "footer",  "nav",  "main", "aside",  "column", "ad",  "comment",
                                        "share",  "related", "meta", "wrap", "unseen", "search", "body" };
    struct str out = STR("");

    for (size_t k = 0; k < ARRAY_LEN(name); k++)
        if (roles & 1u << k)
            out = arena_printf(a, "%.*s%s%s", STR_ARG(out), out.len ? " " : "", name[k]);
    return out;
}

/* Names as authors give them, in several languages and spellings. */
static const struct {
    const char *name, *want;
} named[] = {
    { "masthead", "header" },
    { "kopfzeile", "header" },
    { "cabecera-principal", "header" },
    { "entete", "header" },
    { "testata", "header" },
    { "pied-de-page", "footer wrap" },
    { "fusszeile", "footer" },
    { "rodape", "footer" },
    { "voettekst", "footer" },
    { "hauptmenu", "nav" },
    { "main-menu", "nav main" },
    { "navigazione", "nav" },
    { "breadcrumbs", "meta" },
    { "pagination", "nav" },
    { "inhalt", "main" },
    { "contenido", "main" },
    { "contenuto_principale", "main" },
    { "article-body", "main body" },
    { "storyBody", "main body" },
    { "entry-content", "main" },
    { "post text", "main body" },
    { "leftColumn", "column" },
    { "col-xs-12", "column" },
    { "rightRail", "aside column" },
    { "widget_area", "aside" },
    { "seitenleiste", "aside" },
    { "werbung", "ad" },
    { "adBox", "ad" },
    { "sponsored-link", "ad" },
    { "header-ad", "header ad" },
    { "comments-area", "comment" },
    { "kommentare", "comment" },
    { "disqus_thread", "comment" },
    { "social-share", "share" },
    { "newsletter-signup", "share" },
    { "related-posts", "related" },
    { "most-popular", "related" },
    { "taboola", "ad related" },
    { "byline", "meta" },
    { "published-date", "meta" },
    { "page-wrapper", "wrap" },
    { "container", "wrap" },
    { "sr-only", "unseen" },
    { "visually-hidden", "unseen" },
    { "cookie-banner", "header unseen" },
    { "onetrust-consent", "unseen" },
    { "search-form", "search" },
    { "headline", "" },
    { "addition", "" },
    { "broadcast", "" },
    { "topic", "" },
    { "download", "" },
    { "x1-y2", "" },
    { "rates-0ad1be52", "" },
    { "ad-0ad1be52", "ad" },
    { "card_9ad5e", "" },
    { "ad2", "ad" },
    { "--", "" },
};

static void test_named(void)
{
    for (size_t i = 0; i < ARRAY_LEN(named); i++) {
        AUTO(arena) a = { 0 };
        eq_str(role_names(&a, roles_of_name(str_of(named[i].name))), str_of(named[i].want), named[i].name);
    }
}

/* "a: header; b: -": the parts of a page by the id of each element in them. */
static struct str parts_of(struct arena *a, const char *html)
{
    const struct page *p = page_from(a, str_of(html), STR(""));
    struct str out = STR(""), id, part;
    struct roles r;

    roles_open(&r, a, p, NULL);
    const uint32_t *parts = roles_parts(a, &r);
    for (uint32_t i = 0; i < p->dom.n; i++) {
        if (p->dom.node[i].kind != NODE_ELEMENT || !dom_attr(&p->dom, i, STR("id"), &id))
            continue;
        part = STR("-");
        if (parts[i] && !dom_attr(&p->dom, parts[i], STR("id"), &part))
            part = tag_name(p->dom.symbols, p->dom.node[parts[i]].tag);
        out = arena_printf(a, "%.*s%s%.*s in %.*s", STR_ARG(out), out.len ? "; " : "", STR_ARG(id), STR_ARG(part));
    }
    return out;
}

#define NOTE "<p>Carts are made of oak.<aside><p>Oak is heavy.</aside>"
#define TEXT \
    "The council has decided on the new bridge after a debate of six hours, and work on it begins in the spring of next year. It will be " \
    "the third bridge of the town, wide enough for two carts and a row of people on foot."

static const struct {
    const char *name, *html, *want;
} part_rows[] = {
    { "cells that head the rows of a table",
      "<p id=p>Words that are not in the table, and more of them.</p><table><tr><td id=a class=row-header>Wheat<td>3"
      "<tr><td id=b class=row-header>Rye<td>4</table>" TEXT,
      "p in -; a in -; b in -" },
    { "a cell by itself may be the header of a page that is drawn as a table",
      "<table><tr><td id=a class=header><div>The town</div><tr><td><p id=p>" TEXT "</table>", "a in a; p in -" },
    { "notes between paragraphs", NOTE NOTE NOTE NOTE NOTE NOTE NOTE NOTE "<aside id=a><p>Carts are heavy.</aside><p id=p>" TEXT,
      "a in -; p in -" },
    { "a side column", NOTE NOTE "<aside id=a><p>Carts are heavy.</aside><p id=p>" TEXT, "a in a; p in -" },
    { "elements that say it", "<header><p id=a>x</p></header><main><p id=b>y</p></main><footer><p id=c>z</p></footer>",
      "a in header; b in -; c in footer" },
    { "roles that say it",
      "<div role=banner><p id=a>x</p></div><div role=main><p id=b>y</p></div><div role=contentinfo><p id=c>z</p></div>",
      "a in div; b in -; c in div" },
    { "a menu in a header is the header's", "<header><nav><p id=a>x</p></nav></header><p id=b>y</p><p>z</p>",
      "a in header; b in -" },
    { "a menu below a header is one of its own", "<header><p id=a>x</p></header><nav><p id=b>y</p></nav><p id=c>z</p>",
      "a in header; b in nav; c in -" },
    { "a header in an article is the article's", "<article><header><p id=a>x</p></header><p id=b>y</p></article>",
      "a in -; b in -" },
    { "a footer in an article is not that of the page", "<article><p id=a>x</p><footer><p id=b>y</p></footer></article><p>z</p>",
      "a in -; b in -" },
    { "a hidden menu is none", "<nav hidden><p id=a>x</p></nav><p id=b>y</p>", "a in -; b in -" },
    { "an inline element is none", "<p id=a><span class=header id=b>x</span></p>", "a in -; b in -" },
    { "an aside between paragraphs", "<p id=a>x</p><aside><p id=b>y</p></aside><p id=c>z</p>", "a in -; b in aside; c in -" },
    { "<main> is no header", "<main class='content header'><p id=a><a href=b>y</a></p></main><p>z</p>", "a in -" },
    { "what holds <main> is no menu", "<div class=menu><main><p id=a><a href=b>y</a></p></main></div><p>z</p>", "a in -" },
    { "a page without names", "<div><p id=a>x</p></div><div><p id=b>y</p></div>", "a in -; b in -" },
};

/* Whether each node is said to be in the same part where it is asked for alone, from the last on or from the first on. */
static bool agrees_alone(struct arena *a, const struct page *p, bool last_first)
{
    struct roles r;
    bool same = true;

    roles_open(&r, a, p, NULL);
    const uint32_t *parts = roles_parts(a, &r);
    for (uint32_t i = 1; i < p->dom.n; i++) {
        uint32_t node = last_first ? p->dom.n - i : i;
        same &= roles_part_of(&r, node) == parts[node] && roles_part_of(&r, node) == parts[node];
    }
    return same;
}

static void test_parts(void)
{
    bool same = true;
    for (size_t i = 0; i < ARRAY_LEN(part_rows); i++) {
        AUTO(arena) a = { 0 };
        eq_str(parts_of(&a, part_rows[i].html), str_of(part_rows[i].want), part_rows[i].name);
        const struct page *p = page_from(&a, str_of(part_rows[i].html), STR(""));
        same &= agrees_alone(&a, p, false) && agrees_alone(&a, p, true);
    }
    ok(same, "one node alone is in the same part");
}

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
    p = page_from(a,
                  STR("<div class=with-sidebar><p id=a>one two three four five six</p><div id=sidebar><p id=b>x y</p></div></div>"
                      "<div id=menu><a href=/1 id=c>a b c d e f g h i j k l m n o p q r</a></div><p>end</p>"),
                  STR(""));
    ok(in_part(a, p, "a", NULL) && in_part(a, p, "b", "sidebar"), "what holds most of the page is not a part of it");
    ok(in_part(a, p, "c", "menu"), "a menu that is longer than the page is one");
    p = page_from(
        a,
        STR("<div id=x><h2 class=unit-header id=a>One</h2><p>a b c</p><h2 class=unit-header id=b>Two</h2><p>d e f</p><p>g</p>"
            "<p>h</p></div><p>i j k l m n o p</p>"),
        STR(""));
    ok(in_part(a, p, "a", NULL) && in_part(a, p, "b", NULL), "headers of sections are not that of the page");
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
    test_named();
    test_parts();
    struct roles again;
    roles_open(&again, &a, p, &r);
    ok(again.names == r.names && roles_of(&again, by_id(p, "y")) == (ROLE_NAV | ROLE_HEADER),
       "another version shares what is known");
    return tap_done();
}
