/* What of a page survives. */
#include "show/clean.h"

#include <strings.h>

#include "tests/show/body.h"
#include "tests/tap.h"

static void test_attribute(const char *html, bool old, bool kept)
{
    AUTO(example) x = { 0 };
    example_pages(&x, html, "");
    const struct dom *d = &x.old.dom;

    for (uint32_t i = 0; i < d->n; i++)
        if (d->node[i].kind == NODE_ELEMENT && d->node[i].n_attr) {
            struct clean_attribute clean;
            bool stays =
                clean_attribute(&x.arena, &x.old, i, &d->attr[d->node[i].attr], &clean) && !(old && clean_is_tied(clean.kind));
            ok(stays == kept, "%s %s", html, kept ? "stays" : "goes");
        }
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

    ok(str_find(shown, STR("<style>a{b:url(\"about:invalid\"))}</style>"), 0) != SIZE_MAX, "no script address in a style sheet");
    ok(str_find(shown, STR("style=\"d:url(&quot;about:invalid&quot;);f:g\""), 0) != SIZE_MAX, "nor in a style attribute");
}

static void eq_css(const char *css, const char *want)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(KIB(64));

    clean_css(&a, STR("https://e.example/d/"), str_of(css), &out);
    eq_str(buf_str(&out), str_of(want), css);
}

static void test_css_tokens(void)
{
    eq_css("a>b{c:url(x.png)}", "a>b{c:url(\"https://e.example/d/x.png\")}");
    eq_css("a{b:URL( 'x y' )}", "a{b:URL(\"https://e.example/d/x%20y\" )}");
    eq_css("a{b:url(#part)}", "a{b:url(\"#part\")}");
    eq_css("a{b:u\\72l(\\6a avascript:c)}", "a{b:u\\72l(\"about:invalid\")}");
    eq_css("@import 'x.css' print;a{b:'x.css'}", "@import \"https://e.example/d/x.css\" print;a{b:'x.css'}");
    eq_css("@import url(data:text/css,x)", "@import url(\"about:invalid\")");
    eq_css("a{b:url(data:image/png;base64,AA==)}", "a{b:url(\"data:image/png;base64,AA==\")}");
    eq_css("<!-- a{} -->", " !-- a{} -->");
    eq_css("a{b:'</style>'}/* <b> */", "a{b:'\\3c /style>'}/*  b> */");
    eq_css("@media (width < 9px){}", "@media (9px > width){}");
    eq_css("@media (1px<=width <9px){}", "@media (9px > width >= 1px){}");
    eq_css("[data-weft]{a:b}.weft-x{}#weft-1{}", "[x-data-weft]{a:b}.x-weft-x{}#x-weft-1{}");
    eq_css("[d\\61ta-weft]{}", "[x-d\\61ta-weft]{}");
    eq_css("a{width:expression(b());Behavior:url(c)}", "a{width:x-expression(b());x-Behavior:url(\"https://e.example/d/c\")}");
    eq_css("a{b:'unclosed", "a{b:'unclosed'");
    eq_css("a{b:url(unclosed", "a{b:url(\"https://e.example/d/unclosed\"");
    eq_css("a{b:c}/* unclosed", "a{b:c}/* unclosed*/");
    eq_css("\\", "\\");
}

static void test_address(void)
{
    static const char *const fetched[] = { "x.png", "//h/x", "https://h/", "HTTP://h/", "data:image/png,x", "file:///x", "" };
    static const char *const not_fetched[] = { "javascript:x",
                                               " java\nscript:x",
                                               "\1javascript:x",
                                               "vbscript:x",
                                               "data:text/html,x",
                                               "blob:x",
                                               "mailto:x",
                                               "file://host/x",
                                               "x-unknown:y",
                                               "ftp://h/",
                                               "averyveryveryverylongschemethatnobodyhas:x" };

    for (size_t k = 0; k < ARRAY_LEN(fetched); k++)
        ok(clean_address(str_of(fetched[k]), CLEAN_FETCH), "%s may be loaded", fetched[k]);
    for (size_t k = 0; k < ARRAY_LEN(not_fetched); k++)
        ok(!clean_address(str_of(not_fetched[k]), CLEAN_FETCH), "%s may not", not_fetched[k]);
    ok(clean_address(STR("mailto:x"), CLEAN_FOLLOW) && !clean_address(STR("data:image/png,x"), CLEAN_FOLLOW),
       "what is followed is not what is loaded");
}

static bool is_sorted(const char *const *name, size_t n)
{
    for (size_t k = 1; k < n; k++)
        if (strcasecmp(name[k - 1], name[k]) > 0) {
            printf("# %s after %s\n", name[k], name[k - 1]);
            return false;
        }
    return true;
}

/* What is found by halving stands in order. */
static void test_tables(void)
{
#define ATTRIBUTE(name, space, kind, on) name,
    static const char *const attributes[] = {
#include "show/attributes.def"
    };
#undef ATTRIBUTE
#define ELEMENT(NAME, what)
#define REFUSED(name)
#define FOREIGN(space, name, what) #space name,
    static const char *const foreign[] = {
#include "show/elements.def"
    };
    ok(is_sorted(attributes, ARRAY_LEN(attributes)), "attributes.def is sorted");
    ok(is_sorted(foreign, ARRAY_LEN(foreign)), "the names of SVG and MathML are");
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

/* Addresses by scheme: what a link may lead to, and what a page may load. */
static void test_schemes(void)
{
    static const struct {
        const char *name, *address;
        bool follow, fetch;
    } cases[] = {
        { "the web", "https://a.example/", true, true },
        { "the web without encryption", "HTTP://a.example/", true, true },
        { "no scheme at all", "/a/b:c", true, true },
        { "an empty address", "", true, true },
        { "a place in the page", "#x", true, true },
        { "a mail address", "mailto:a@b.example", true, false },
        { "a telephone", "tel:+123", true, false },
        { "a script", "javascript:alert(1)", false, false },
        { "a script in capitals", "JavaScript:alert(1)", false, false },
        { "with a tab inside", "java\tscript:alert(1)", false, false },
        { "with lines inside", "java\r\nscript:alert(1)", false, false },
        { "behind blanks and controls", " \x01javascript:alert(1)", false, false },
        { "an older script", "vbscript:x", false, false },
        { "a picture inside the address", "data:image/png;base64,xx", false, true },
        { "a sound inside it", "data:audio/ogg;base64,xx", false, true },
        { "a film", "data:video/mp4;base64,xx", false, true },
        { "a font", "data:font/woff2;base64,xx", false, true },
        { "an older font", "data:application/x-font-ttf;base64,xx", false, true },
        { "a page inside it", "data:text/html,<script>x</script>", false, false },
        { "nothing said of what is inside", "data:,xx", false, false },
        { "a scheme that nobody knows", "zork:x", false, false },
        { "a colon alone is no scheme", ":x", true, true },
        { "a scheme begins with a letter", "1x:y", true, true },
        { "and may hold figures and signs", "a1+-.:y", false, false },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        eq_int(clean_address(str_of(cases[i].address), CLEAN_FOLLOW), cases[i].follow, cases[i].name);
        eq_int(clean_address(str_of(cases[i].address), CLEAN_FETCH), cases[i].fetch, "as something that is loaded");
    }
}

/* A style attribute may stand beside others only where it ends by itself. */
static void test_open_ends(void)
{
    static const struct {
        const char *name, *css;
        bool ends;
    } cases[] = {
        { "declarations", "color:red;margin:0", true },
        { "a text in quotes", "content:\"a;b\"", true },
        { "a text that is left open", "content:\"a", false },
        { "in the other quotes", "content:'a", false },
        { "a quote in the other quotes", "content:'\"'", true },
        { "a comment", "color:red/* x */", true },
        { "a comment that is left open", "color:red/* x", false },
        { "a star is not one", "width:calc(2 * 3px)", true },
        { "a bracket that is left open", "width:calc(2", false },
        { "brackets of other kinds", "a:[b]{c}", true },
        { "one of them left open", "a:{b", false },
        { "a quote that is escaped", "content:\"a\\\"\"", true },
        { "an escape at the end", "color:red\\", false },
        { "nothing", "", true },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        eq_int(clean_css_ends(str_of(cases[i].css)), cases[i].ends, cases[i].name);
}

static void test_sheets(void)
{
    static const struct {
        const char *name, *css, *want;
    } cases[] = {
        { "what is harmless stays", "p{color:red}", "p{color:red}" },
        { "an address is made whole", "p{background:url(a.png)}", "p{background:url(\"https://a.example/b/a.png\")}" },
        { "in quotes, too", "p{background:url('a.png')}", "p{background:url(\"https://a.example/b/a.png\")}" },
        { "a script in an address goes", "p{background:url(javascript:x)}", "p{background:url(\"about:invalid\")}" },
        { "an import is an address", "@import \"a.css\";p{color:red}", "@import \"https://a.example/b/a.css\";p{color:red}" },
        { "what could end the style element", "p{content:\"</style>\"}", "p{content:\"\\3c /style>\"}" },
        { "names of weft are out of reach", ".weft-x{display:none}[data-weft]{display:none}",
          ".x-weft-x{display:none}[x-data-weft]{display:none}" },
        { "escapes do not hide them", ".w\\65 ft-x{display:none}", ".x-w\\65 ft-x{display:none}" },
        { "a comment", "/* x */p{color:red}", "/* x */p{color:red}" },
        { "names of other letters", ".straße{color:red}", ".straße{color:red}" },
        { "numbers in names", ".h1-0_x{color:red}", ".h1-0_x{color:red}" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) out = BUF(KIB(4));

        clean_css(&a, STR("https://a.example/b/"), str_of(cases[i].css), &out);
        eq_str(buf_str(&out), str_of(cases[i].want), cases[i].name);
        ok(!memchr(out.ptr, '<', out.len), "and no sign of markup is in it");
    }
}

/* Attributes as they are written again. */
static void test_attributes(void)
{
    static const struct {
        const char *name, *html, *want; /* "name=value" of the last attribute of the first element in the body; "-": left out */
    } cases[] = {
        { "a class", "<p class='a b'>", "class=a b" },
        { "classes of weft are taken out", "<p class='a weft-x b'>", "class=a  b" },
        { "in capitals, too", "<p class='WEFT-X'>", "class=" },
        { "what runs", "<p onclick=x>", "-" },
        { "what weft marks with", "<p data-weft-x=1>", "-" },
        { "what programs mark with", "<p data-x=1>", "data-x=1" },
        { "an empty mark", "<p data-=1>", "-" },
        { "what readers' tools use", "<p aria-label=A>", "aria-label=A" },
        { "a link", "<a href=b.html>x", "href=https://a.example/b/b.html" },
        { "a place in the page", "<a href='#x'>x", "href=#x" },
        { "a script", "<a href='javascript:x'>x", "-" },
        { "a picture", "<img src=c.png>", "src=https://a.example/b/c.png" },
        { "pictures for screens", "<img srcset='a.png 1x, b.png 2x'>",
          "srcset=https://a.example/b/a.png 1x, https://a.example/b/b.png 2x" },
        { "where one of them is a script none stays", "<img srcset='javascript:x 1x, b.png 2x'>", "-" },
        { "without sizes", "<img srcset='a.png,, b.png'>", "srcset=https://a.example/b/a.png, https://a.example/b/b.png" },
        { "a tooltip", "<p title='a\"b'>", "title=a\"b" },
        { "where a form is sent", "<form action=/x>y", "-" },
        { "a style", "<p style='color:red'>", "style=color:red" },
        { "an attribute that nobody knows", "<p zork=1>", "-" },
        { "a height", "<img height=10>", "height=10" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        struct symbols symbols;
        struct page p;
        struct clean_attribute got;
        symbols_open(&symbols, &a);
        if (page_read(&a, &symbols, &(struct parse_source){ .bytes = str_of(cases[i].html) }, STR("https://a.example/b/"), &p,
                      NULL))
            abort();
        uint32_t node = p.body + 1;
        const struct attr *last = &p.dom.attr[p.dom.node[node].attr + p.dom.node[node].n_attr - 1];
        struct str text = clean_attribute(&a, &p, node, last, &got)
                              ? arena_printf(&a, "%.*s=%.*s", STR_ARG(got.name), STR_ARG(got.value))
                              : STR("-");
        eq_str(text, str_of(cases[i].want), cases[i].name);
    }
}

int main(void)
{
    test_tables();
    test_css_ends();
    test_css();
    test_css_tokens();
    test_address();
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
    test_attribute("<a target=_blank>", false, false);
    test_attribute("<a attributionsrc=/x>", false, false);
    test_attribute("<div href=/x>", false, false);
    test_attribute("<foo src=/x>", false, false);
    test_attribute("<p _ngcontent-a>", false, true);
    test_attribute("<p newthing=x>", false, false);
    test_attribute("<img name=querySelectorAll>", false, false);
    test_attribute("<svg><a xlink:href=/x>", false, true);
    test_attribute("<svg><a xlink:href=/x>", true, false);
    test_attribute("<svg><use href=/x>", false, false);
    test_attribute("<svg><use href=#x>", false, true);
    test_elements();
    test_schemes();
    test_open_ends();
    test_sheets();
    test_attributes();
    return tap_done();
}
