/* What of a page survives. */
#include "show/clean.h"
#include "tests/show/body.h"
#include "tests/tap.h"

static void test_attribute(const char *html, bool old, bool kept)
{
    AUTO(example) x = { 0 };
    example_pages(&x, html, "");
    const struct dom *d = &x.old.dom;

    for (uint32_t i = 0; i < d->n; i++)
        if (d->node[i].kind == NODE_ELEMENT && d->node[i].n_attr)
            ok(clean_attribute(&x.old, i, &d->attr[d->node[i].attr], old) == kept, "%s %s", html, kept ? "stays" : "goes");
}

static void test_elements(void)
{
    AUTO(example) x = { 0 };
    static const char page[] =
        "<body>text<script>s()</script><iframe src=/f></iframe><object data=/o><p>fallback</p></object><meta name=x>"
        "<noscript>n</noscript><style>b{}</style><svg><script>t()</script></svg><form action=/send><input></form>";
    example_open(&x, page, page);
    struct str body = body_of(&x, SHOW_MERGED);

    ok(str_find(body, STR("script"), 0) == SIZE_MAX, "no script, in no vocabulary");
    ok(str_find(body, STR("iframe src"), 0) == SIZE_MAX && str_find(body, STR("<object"), 0) == SIZE_MAX, "no frame or plug-in");
    ok(str_find(example_show(&x, SHOW_MERGED), STR("] fallback</span>"), 0) != SIZE_MAX,
       "what a plug-in holds for those who cannot see it is kept");
    ok(str_find(body, STR("<meta"), 0) == SIZE_MAX, "no meta");
    ok(str_find(body, STR("action"), 0) == SIZE_MAX && str_find(body, STR("<form"), 0) != SIZE_MAX,
       "a form stays, but sends nothing");
    ok(str_find(body, STR("<style>b{}</style>"), 0) != SIZE_MAX, "styles stay");
}

static void test_css(void)
{
    AUTO(example) x = { 0 };
    static const char page[] =
        "<head><style>a{b:url(JavaScript:c())}</style></head><p style='d:url(\"javascript:javascript:e()\");f:g'>h";
    example_open(&x, page, page);
    struct str shown = example_bare(&x, SHOW_MERGED);

    ok(str_find(shown, STR("<style>a{b:url(about:c())}</style>"), 0) != SIZE_MAX, "no script address in a style sheet");
    ok(str_find(shown, STR("style=\"d:url(&quot;about:about:e()&quot;);f:g\""), 0) != SIZE_MAX, "nor in a style attribute");
}

static void test_css_ends(void)
{
    static const char *const good[] = { "", "color:red", "a:url(x;y);b:c", "a:\"x\\\"y\";b:[1]", "a:b/* c ' */;d:e" };
    static const char *const bad[] = { "a:'x", "a:url(x", "a:b/* c", "a:{", "a:b}", "a:b\\", "a:\"x\ny\"" };

    for (size_t k = 0; k < ARRAY_LEN(good); k++)
        ok(clean_css_ends(str_of(good[k])), "%s ends", good[k]);
    for (size_t k = 0; k < ARRAY_LEN(bad); k++)
        ok(!clean_css_ends(str_of(bad[k])), "%s would swallow what follows", k + 1 < ARRAY_LEN(bad) ? bad[k] : "a broken string");
}

int main(void)
{
    test_css_ends();
    test_css();
    test_attribute("<p onclick=x>", false, false);
    test_attribute("<p ONMOUSEOVER=x>", false, false);
    test_attribute("<p content\"=x>", false, false);
    test_attribute("<p a<b>", false, false);
    test_attribute("<a href=javascript:x>", false, false);
    test_attribute("<a href=' \1JaVa&#9;Script:x'>", false, false);
    test_attribute("<a href='data:text/html,x'>", false, false);
    test_attribute("<a href=/x>", false, true);
    test_attribute("<a href=/x>", true, false);
    test_attribute("<p data-weft=ui>", false, false);
    test_attribute("<p id=x>", false, true);
    test_attribute("<p id=x>", true, false);
    test_attribute("<p class=x>", true, true);
    test_attribute("<input autofocus>", false, false);
    test_attribute("<button formaction=/x>", false, false);
    test_attribute("<a ping=/x>", false, false);
    test_elements();
    return tap_done();
}
