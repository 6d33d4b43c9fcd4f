/* XML to the same flat tree; whatever is not well-formed, or could grow, is HTML's. */
#include "parse/xml.h"
#include "tests/parse/tree.h"
#include "tests/tap.h"

#define XML "<?xml version=\"1.0\"?>"

static void gives(const char *what, struct str bytes, const char *type, const char *want)
{
    AUTO(arena) a = { 0 };
    eq_str(tree_of(&a, bytes, str_of(type)), str_of(want), what);
}

static void test_shape(void)
{
    gives("elements", STR(XML "<a><b c=\"1\" d=\"2\"/>x<b>y</b></a>"), "", "xml:a(xml:b[c=1][d=2] \"x\" xml:b(\"y\"))");
    gives("text and CDATA are one", STR(XML "<a>x<![CDATA[<y>&]]>&amp;z</a>"), "", "xml:a(\"x<y>&&z\")");
    gives("comments stay, instructions go", STR(XML "<!--a--><a><!--b-->x<?c d?>y</a><!--e-->"), "", "xml:a(<!--b--> \"xy\")");
    gives("namespaces", STR(XML "<a xmlns=\"u\" xmlns:x=\"v\"><x:title>t</x:title><title>u</title></a>"), "",
          "xml:a[xmlns=u][xmlns:x=v](xml:x:title(\"t\") xml:title(\"u\"))");
    gives("a feed", STR("<rss><channel><title>A &amp; B</title></channel></rss>"), "application/rss+xml",
          "xml:rss(xml:channel(xml:title(\"A & B\")))");
    gives("characters", STR(XML "<a b=\"&#233;&quot;\">&#x20ac;\r\n</a>"), "", "xml:a[b=é\"](\"€\n\")");
}

static void test_xhtml(void)
{
    gives("XHTML", STR("<html xmlns=\"http://www.w3.org/1999/xhtml\"><body><p>x</p><br/></body></html>"), "application/xhtml+xml",
          "html[xmlns=http://www.w3.org/1999/xhtml](body(p(\"x\") br))");
    gives("SVG and MathML",
          STR(XML "<svg xmlns=\"http://www.w3.org/2000/svg\"><math xmlns=\"http://www.w3.org/1998/Math/MathML\"/></svg>"), "",
          "svg:svg[xmlns=http://www.w3.org/2000/svg](math:math[xmlns=http://www.w3.org/1998/Math/MathML])");
    gives("a name of HTML's entities", STR("<html xmlns=\"http://www.w3.org/1999/xhtml\"><p>a&nbsp;b</p></html>"),
          "application/xhtml+xml", "html[xmlns=http://www.w3.org/1999/xhtml](head body(p(\"a\u00a0b\")))");
}

static void test_not_xml(void)
{
    gives("not well-formed", STR(XML "<a><b></a>"), "", "html(head body(a(b)))");
    gives("two roots", STR(XML "<a></a><b></b>"), "", "html(head body(a b))");
    gives("cut short", STR(XML "<a>x"), "", "html(head body(a(\"x\")))");
    gives("nothing in it", STR(XML), "", "html(head body)");
    gives("undeclared prefix", STR(XML "<x:a/>"), "", "xml:x:a");
    gives("no XML at all", STR("hello"), "application/xml", "html(head body(\"hello\"))");
    gives("empty", STR(""), "text/xml", "html(head body)");
    gives("a feed has the wrong label", STR("\n<rss><b/></rss>"), "text/html; charset=utf-8", "xml:rss(xml:b)");
    gives("so has XML that HTML does not know", STR(XML "<urlset/>"), "text/html", "xml:urlset");
    gives("but words are words", STR("a <rss></rss>"), "text/html", "html(head body(\"a \" rss))");
    gives("text/html wins", STR(XML "<a/>"), "text/html", "html(head body(a))");
    gives("an html root without a type", STR(XML "<html><p>x</html>"), "", "html(head body(p(\"x\")))");
    gives("NUL", STR(XML "<a>x\0y</a>"), "", "html(head body(a(\"xy\")))");
}

static void test_entities(void)
{
    gives("laughs", STR(XML "<!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;\">]><a>&c;</a>"), "",
          "html(head body(\"]>\" a(\"&c;\")))");
    gives("a file", STR(XML "<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>"), "",
          "html(head body(\"]>\" a(\"&b;\")))");
    gives("a DTD is not loaded", STR(XML "<!DOCTYPE a SYSTEM \"file:///no/such.dtd\"><a>x</a>"), "", "xml:a(\"x\")");
    gives("and what it might say is HTML's", STR(XML "<!DOCTYPE a SYSTEM \"file:///no/such.dtd\"><a>&x;</a>"), "",
          "html(head body(a(\"&x;\")))");
}

static struct str times(struct arena *a, const char *piece, size_t n)
{
    AUTO(buf) b = BUF(LIMIT_PAGE_BYTES);
    struct str all = { "", 0 };
    while (n--)
        buf_add(&b, str_of(piece));
    return buf_take(&b, a, &all, NULL) ? STR("") : all;
}

static void hostile(const char *what, struct arena *a, struct str body)
{
    struct str line = tree_of(a, arena_printf(a, XML "%.*s", STR_ARG(body)), STR(""));
    ok(line.len > 4 && !str_starts(line, STR("wrong")), "%s: %.*s", what, (int)MIN(line.len, 30u), line.ptr);
}

static void test_hostile(void)
{
    AUTO(arena) a = { 0 };
    hostile("200,000 deep", &a, times(&a, "<a>", 200000));
    hostile("30,000 attributes", &a, arena_printf(&a, "<a%s/>", times(&a, " b=\"1\"", 30000).ptr));
    hostile("300,000 siblings", &a, arena_printf(&a, "<a>%s</a>", times(&a, "<b/>", 300000).ptr));
    hostile("12 MB of text", &a, arena_printf(&a, "<a>%s</a>", times(&a, "hello ", 2000000).ptr));
    hostile("quotes and brackets", &a, times(&a, "<!--<![CDATA[<?'\"", 100000));
}

static void charset(const char *what, struct str bytes, const char *type, const char *name, const char *source)
{
    struct charset c = xml_charset(bytes, str_of(type));
    ok(strcmp(c.name, name) == 0 && strcmp(c.source, source) == 0, "%s: %s from %s", what, c.name, c.source);
}

static void not_xml(const char *text, const char *what)
{
    AUTO(arena) a = { 0 };
    ok(str_starts(tree_of(&a, arena_printf(&a, XML "%s", text), STR("application/xml")), STR("html(")), "%s", what);
}

/* What would take libxml2 seconds is not given to it; the guard counts as it does. */
static void test_guard(void)
{
    AUTO(buf) nested = BUF(MIB(64));

    not_xml("<!-- <!DOCTYPE a> --><!DOCTYPE a [<!ATTLIST a b CDATA 'c'>]><a/>", "a comment does not hide a DTD");
    not_xml("<!DOCTYPE a SYSTEM \"x>y\" [<!ATTLIST a b CDATA 'c'>]><a/>", "nor does a quote");
    for (unsigned k = 0; k < 100; k++)
        buf_addf(&nested, "<a xmlns:a%u='x' xmlns:b%u='x' xmlns:c%u='x'>", k, k, k);
    for (unsigned k = 0; k < 100; k++)
        buf_add(&nested, STR("</a>"));
    buf_add_char(&nested, '\0');
    not_xml(nested.ptr, "300 namespaces open at once");
}

static void test_charset(void)
{
    charset("declared", STR("<?xml version='1.0' encoding='koi8-r'?><a/>"), "", "KOI8-R", "xml");
    charset("not declared", STR("<a>\xe9</a>"), "application/xml", "UTF-8", "xml");
    charset("the header goes first", STR("<?xml version='1.0' encoding='koi8-r'?>"), "text/xml; charset=big5", "Big5", "header");
    charset("a BOM goes first", STR("\xef\xbb\xbf<?xml version='1.0' encoding='koi8-r'?>"), "", "UTF-8", "bom");
    charset("no such set", STR("<?xml version='1.0' encoding='klingon'?>"), "", "UTF-8", "xml");
    charset("broken declarations", STR("<?xml encoding"), "", "UTF-8", "xml");
    charset("broken declarations", STR("<?xml encoding=?>"), "", "UTF-8", "xml");
    gives("a legacy set", STR("<?xml version='1.0' encoding='koi8-r'?><a>\xf4\xc5\xd3\xd4</a>"), "", "xml:a(\"Тест\")");
    gives("UTF-16", STR("\xff\xfe<\0a\0>\0x\0<\0/\0a\0>\0"), "text/xml", "xml:a(\"x\")");
}

int main(void)
{
    test_shape();
    test_xhtml();
    test_not_xml();
    test_entities();
    test_hostile();
    test_guard();
    test_charset();
    return tap_done();
}
