/* parse(write(tree)) = tree, on wild pages: tags of every kind in any order, as HTML (which a parser repairs) and as XML (which it does
 * not), each alone and as the old and the new side of a comparison. One point for each hundred pages. */
#include <stdio.h>

#include "base/buf.h"
#include "base/limits.h"
#include "show/show.h"
#include "tests/base/random.h"
#include "tests/show/pair.h"
#include "tests/tap.h"
#include "tests/written.h"

enum { HUNDREDS = ROUNDS(10) };

static const char *const html_names[] = {
    "a",        "b",        "i",       "nobr",     "font",     "p",          "p",     "div",     "div",       "span",
    "ul",       "li",       "li",      "dl",       "dt",       "dd",         "h1",    "h2",      "form",      "form",
    "button",   "table",    "table",   "tr",       "td",       "th",         "tbody", "thead",   "caption",   "col",
    "colgroup", "select",   "option",  "optgroup", "hr",       "br",         "img",   "input",   "pre",       "listing",
    "textarea", "xmp",      "noembed", "noframes", "noscript", "template",   "style", "script",  "iframe",    "object",
    "marquee",  "applet",   "ruby",    "rt",       "rp",       "rb",         "rtc",   "svg",     "math",      "section",
    "title",    "frameset", "body",    "html",     "head",     "image",      "label", "details", "summary",   "dialog",
    "search",   "main",     "address", "fieldset", "legend",   "center",     "x-y",   "foo",     "plaintext", "keygen",
    "isindex",  "datalist", "picture", "source",   "menu",     "hgroup",     "meta",  "base",    "link",      "embed",
    "ins",      "del",      "portal",  "slot",     "article",  "blockquote",
};
static const char *const foreign_names[] = {
    "g",     "path",   "desc",   "title",      "foreignObject", "style",          "text",
    "tspan", "a",      "use",    "script",     "animate",       "image",          "mi",
    "mo",    "mtext",  "mglyph", "malignmark", "mrow",          "annotation-xml", "ms",
    "svg",   "math",   "p",      "div",        "table",         "font",           "b",
    "img",   "select", "form",   "mtable",     "mtr",           "clipPath",       "linearGradient",
};
static const char *const attributes[] = {
    " class=c",
    " id=i",
    " style='color:red'",
    " style='x:url(\"<a>\")'",
    " href=/x",
    " onclick=x()",
    " color=red",
    " encoding=text/html",
    " type=hidden",
    " title='</style><b>'",
    " data-weft=ui",
    " xlink:href='#a'",
    " viewBox='0 0 1 1'",
    " src=x",
    " =x",
    " a<b",
    " size=2",
};
static const char *const texts[] = { "word", " ",     "\n",  "two words ", "&lt;img&gt;", "&amp;amp;",
                                     "\n\n", "&#13;", "-->", "]]>",        "a{b:c}",      "&nbsp;" };

#define ANY(r, list) (list)[random_below((r), ARRAY_LEN(list))]

/* Tags as they come; seldom what a person would write. */
static struct str wild_html(struct arena *a, struct random *r, bool quirks)
{
    AUTO(buf) b = BUF(MIB(1));
    struct str out = STR("");

    buf_add(&b, quirks ? STR("") : STR("<!doctype html>"));
    for (unsigned n = 4 + random_below(r, 40); n; n--) {
        unsigned kind = random_below(r, 10);
        const char *name = random_below(r, 4) ? ANY(r, html_names) : ANY(r, foreign_names);

        if (kind < 5)
            buf_addf(&b, "<%s%s>", name, random_below(r, 2) ? ANY(r, attributes) : "");
        else if (kind < 7)
            buf_addf(&b, "</%s>", name);
        else if (kind < 9)
            buf_addf(&b, "%s", ANY(r, texts));
        else
            buf_add(&b, random_below(r, 2) ? STR("<!--x-->") : STR("<![CDATA[<b>]]>"));
    }
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

/* Elements in each other as no HTML parser would put them. */
static struct str wild_xml(struct arena *a, struct random *r)
{
    static const char *const spaces[] = { "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xhtml",
                                          "http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML", "urn:other" };
    AUTO(buf) b = BUF(MIB(1));
    const char *open[64];
    unsigned depth = 0;
    struct str out = STR("");

    buf_add(&b, STR("<?xml version=\"1.0\"?><page xmlns=\"http://www.w3.org/1999/xhtml\"><body>"));
    for (unsigned n = 4 + random_below(r, 40); n; n--) {
        unsigned kind = random_below(r, 10);
        if (kind < 6 && depth < ARRAY_LEN(open)) {
            open[depth] = random_below(r, 4) ? ANY(r, html_names) : ANY(r, foreign_names);
            buf_addf(&b, "<%s", open[depth++]);
            if (!random_below(r, 4))
                buf_addf(&b, " xmlns=\"%s\"", ANY(r, spaces));
            buf_add(&b, random_below(r, 3) ? STR(">") : STR(" onclick=\"x()\" STYLE=\"a:b\" class=\"c\">"));
        } else if (kind < 8 && depth) {
            buf_addf(&b, "</%s>", open[--depth]);
        } else {
            buf_addf(&b, "%s", ANY(r, texts)[0] == '&' ? "&lt;b&gt;" : "words ");
        }
    }
    while (depth)
        buf_addf(&b, "</%s>", open[--depth]);
    buf_add(&b, STR("</body></page>"));
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

static struct str wild_page(struct arena *a, struct random *r)
{
    unsigned kind = random_below(r, 4);

    return kind == 0 ? wild_xml(a, r) : wild_html(a, r, kind == 1);
}

static bool check_pair(struct random *r)
{
    static const enum show_format formats[] = { SHOW_MERGED, SHOW_NEW, SHOW_REVERSED };
    AUTO(arena) a = { 0 };
    struct str old = wild_page(&a, r), new = random_below(r, 4) ? wild_page(&a, r) : old;

    for (size_t k = 0; k < ARRAY_LEN(formats); k++) {
        struct str shown = pair_show(&a, show_delta, (struct show_options){ .format = formats[k], .bare = true }, old, new);
        const char *broken = shown.len ? written_check(&a, shown) : NULL;
        if (broken) {
            printf("# %s\n", broken);
            tap_show("old", old);
            tap_show("new", new);
            tap_show("shown", str_sub(shown, str_find(shown, STR("<body"), 0), shown.len));
            return false;
        }
    }
    return true;
}

/* The law can be broken, and both readers see it. */
static void test_readers(void)
{
    AUTO(arena) a = { 0 };
    ok(written_check(&a, STR("<p>a<div>b</div></p>")) != NULL, "a paragraph that a parser would close is found");
    ok(written_check_again(&a, STR("<p title=\"x\">y</p>")) == NULL, "libxml2 reads what was written");
    ok(written_check_again(&a, STR("<p title='x' onclick='y()'>y</p>")) != NULL, "and tells of what was not");
}

int main(void)
{
    test_readers();
    for (unsigned k = 0; k < HUNDREDS; k++) {
        struct random r = { .state = 1000 + k };
        unsigned failed = 0;

        for (unsigned n = 0; n < 100 && failed < 3; n++)
            failed += !check_pair(&r);
        ok(!failed, "pages %u to %u are read as they were written", 100 * k, 100 * k + 99);
    }
    return tap_done();
}
