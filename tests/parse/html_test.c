/* HTML to the flat tree: what a browser with scripting would see, in document order. */
#include "parse/html.h"
#include "tests/parse/tree.h"
#include "tests/tap.h"

static void gives(struct str html, struct str want)
{
    AUTO(arena) a = { 0 };
    char *what = (char *)arena_str(&a, html).ptr;
    for (size_t i = 0; i < html.len; i++)
        what[i] = what[i] >= 0 && what[i] < ' ' ? ' ' : what[i]; /* TAP is lines of text */
    eq_str(tree_of(&a, html, STR("text/html; charset=utf-8")), want, what);
}

static void test_shape(void)
{
    gives(STR(""), STR("html(head body)"));
    gives(STR("x"), STR("html(head body(\"x\"))"));
    gives(STR("<p class=x>Hi <b>you</b>!</p>"), STR("html(head body(p[class=x](\"Hi \" b(\"you\") \"!\")))"));
    gives(STR("<!-- a --><html><!-- b --><p>x"), STR("html(<!-- b --> head body(p(\"x\")))"));
    gives(STR("<table>x<tr><td>1<td>2</table>"), STR("html(head body(\"x\" table(tbody(tr(td(\"1\") td(\"2\"))))))"));
    gives(STR("<p>a<table>b</table>c"), STR("html(head body(p(\"ab\" table \"c\")))"));
    gives(STR("<b><p>x</b>y"), STR("html(head body(b p(b(\"x\") \"y\")))"));
    gives(STR("<ul><li>a<li>b</ul>"), STR("html(head body(ul(li(\"a\") li(\"b\"))))"));
    gives(STR("<frameset><frame src=x></frameset>"), STR("html(head frameset(frame[src=x]))"));
    gives(STR("<title>a<b></title>"), STR("html(head(title(\"a<b>\")) body)"));
}

static void test_modes(void)
{
    gives(STR("<body><noscript><iframe></noscript>x"), STR("html(head body(noscript(\"<iframe>\") \"x\"))"));
    gives(STR("<template><i>t</i>u</template>v"), STR("html(head(template(i(\"t\") \"u\")) body(\"v\"))"));
    gives(STR("<template><template>a</template></template>"), STR("html(head(template(template(\"a\"))) body)"));
    gives(STR("<div><template></template></div>"), STR("html(head body(div(template)))"));
    gives(STR("<textarea>\n<p></textarea>"), STR("html(head body(textarea(\"<p>\")))"));
    gives(STR("<xmp><b></xmp><plaintext></p>"), STR("html(head body(xmp(\"<b>\") plaintext(\"</p>\")))"));
    gives(STR("<image src=a><isindex>"), STR("html(head body(img[src=a] isindex))"));
}

static void test_foreign(void)
{
    gives(STR("<svg viewbox=1><foreignobject/><LinearGradient xlink:href=x /></svg>"),
          STR("html(head body(svg:svg[viewBox=1](svg:foreignObject svg:linearGradient[xlink:href=x])))"));
    gives(STR("<svg viewbox=1 viewBox=2 a=1 a=2>"), STR("html(head body(svg:svg[viewBox=1][a=1]))"));
    gives(STR("<math definitionurl=x><mi>y"), STR("html(head body(math:math[definitionURL=x](math:mi(\"y\"))))"));
    gives(STR("<svg><![CDATA[a<b]]></svg><![CDATA[c]]>"), STR("html(head body(svg:svg(\"a<b\") <!--[CDATA[c]]-->))"));
    gives(STR("<x-Foo BAR=1 bar=2>y"), STR("html(head body(x-foo[bar=1](\"y\")))"));
    gives(STR("<svg><title>a</title><a>b</a></svg>"), STR("html(head body(svg:svg(svg:title(\"a\") svg:a(\"b\"))))"));
}

static void test_bytes(void)
{
    gives(STR("a\r\nb\rc"), STR("html(head body(\"a\nb\nc\"))"));
    gives(STR("<p>a\0b"), STR("html(head body(p(\"ab\")))"));
    gives(STR("<p title='a\0b'>"), STR("html(head body(p[title=a\ufffdb]))"));
    gives(STR("&amp;&notit;&#x80;&#0;&nLt;"), STR("html(head body(\"&¬it;€\ufffd≪⃒\"))"));
    gives(STR("a\xff"
              "b\xed\xa0\x80"
              "c"),
          STR("html(head body(\"a\ufffdb\ufffd\ufffd\ufffdc\"))"));
    gives(STR("<a href='?a&lt=1&amp;b'>"), STR("html(head body(a[href=?a&lt=1&b]))"));
    gives(STR("<"), STR("html(head body(\"<\"))"));
    gives(STR("<p a=\"unclosed"), STR("html(head body)"));
    gives(STR("<!--unclosed"), STR("html(head body)"));
    gives(STR("<script>a</scrip"), STR("html(head(script(\"a</scrip\")) body)"));
}

static void doctype(const char *html, const char *want, bool quirks)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct err e = { 0 };
    symbols_open(&symbols, &a);
    struct dom d = { .symbols = &symbols };
    ok(html_parse(&a, str_of(html), &d, &e) == 0 && d.quirks == quirks, "%s: %s", html, quirks ? "quirks" : "no quirks");
    eq_str(d.doctype, str_of(want), "its doctype");
    /* Written again it must bring back the same mode. */
    struct dom again = { .symbols = &symbols };
    struct str written = d.doctype.len ? arena_printf(&a, "<!DOCTYPE %.*s>", STR_ARG(d.doctype)) : STR("");
    ok(html_parse(&a, written, &again, &e) == 0 && again.quirks == quirks, "the same mode again");
}

static void test_doctype(void)
{
    doctype("<p>", "", true);
    doctype("<!doctype html>", "html", false);
    doctype("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD HTML 4.01//EN\" 'http://www.w3.org/TR/html4/strict.dtd'>",
            "html PUBLIC \"-//W3C//DTD HTML 4.01//EN\" \"http://www.w3.org/TR/html4/strict.dtd\"", false);
    doctype("<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'>", "html PUBLIC \"-//W3C//DTD HTML 3.2//EN\"", true);
    doctype("<!DOCTYPE html SYSTEM 'about:legacy-compat'>", "html SYSTEM \"about:legacy-compat\"", false);
    doctype("<!DOCTYPE html PUBLIC 'a\"b'>", "html PUBLIC 'a\"b'", false);
    doctype("<!DOCTYPE html PUBLIC>", "", true);
    doctype("<!DOCTYPE html PUBLIC 'a' 'b' c>", "html PUBLIC \"a\" \"b\"", false);
    doctype("<!DOCTYPE html PUBLIC 'a", "", true);
    doctype("<!doctype svg>", "svg", true);
    doctype("<!doctype>", "", true);
}

/* The parser is fed in pieces of 32 KiB: wherever the cut falls, the tree is the same. */
static void test_pieces(void)
{
    AUTO(arena) a = { 0 };
    static const char tail[] = "<p a=\"b&amp;c\">x&notin;y<![CDATA[z]]><!--q--><script>s</script>\r\n<svg><![CDATA[<i>]]></svg>";
    char *page = NEW_ARRAY(&a, char, KIB(32) + sizeof tail);
    unsigned wrong = 0;
    for (size_t cut = 0; cut < sizeof tail; cut++) {
        AUTO(arena) own = { 0 };
        size_t lead = KIB(32) - cut;
        memset(page, 'l', lead);
        memcpy(page + lead, tail, sizeof tail - 1);
        struct str got = tree_of(&own, (struct str){ page, lead + sizeof tail - 1 }, STR("text/html"));
        size_t at = str_find(got, STR("p[a="), 0);
        wrong += at == SIZE_MAX
                 || !str_eq(str_sub(got, at, got.len),
                            STR("p[a=b&c](\"x∉y\" <!--[CDATA[z]]--> <!--q--> script(\"s\") \"\n\" svg:svg(\"<i>\"))))"));
    }
    eq_int(wrong, 0, "the same tree wherever a piece ends");
}

int main(void)
{
    test_shape();
    test_modes();
    test_foreign();
    test_bytes();
    test_doctype();
    test_pieces();
    return tap_done();
}
