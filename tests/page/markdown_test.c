/* What is Markdown, its links and pictures, and the rows for programs before it. */
#include "page/markdown.h"

#include "base/buf.h"
#include "page/markdown_html.h"
#include "tests/tap.h"

/* The children of a node as one line: "'see ' a[/fees]('Fees')". */
static void add_children(const struct dom *d, uint32_t parent, struct buf *out)
{
    for (uint32_t i = parent + 1; i < d->node[parent].end; i = d->node[i].end) {
        struct str address = STR("");
        if (i > parent + 1)
            buf_add_char(out, ' ');
        if (d->node[i].kind == NODE_TEXT) {
            buf_addf(out, "'%.*s'", STR_ARG(node_text(&d->node[i])));
            continue;
        }
        bool picture = d->node[i].tag == TAG_IMG;
        dom_attr(d, i, picture ? STR("src") : STR("href"), &address);
        buf_addf(out, "%s[%.*s]", picture ? "img" : "a", STR_ARG(address));
        if (picture && dom_attr(d, i, STR("alt"), &address))
            buf_addf(out, "'%.*s'", STR_ARG(address));
        buf_add_char(out, '(');
        add_children(d, i, out);
        buf_add_char(out, ')');
    }
}

static void check_text(const char *line, const char *want)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(1 << 16);
    struct symbols symbols;
    struct dom dom = { 0 };

    symbols_open(&symbols, &a);
    struct dom_builder b = { .arena = &a, .symbols = &symbols };
    dom_open(&b, TAG_DIV, SPACE_HTML);
    markdown_text(&b, str_of(line));
    dom_close(&b);
    ok(dom_finish(&b, &dom, NULL) == 0 && !dom_check(&dom), "%s: a whole tree", line);
    add_children(&dom, 0, &out);
    eq_str(buf_str(&out), str_of(want), "... as it should be");
}

static void test_links(void)
{
    check_text("", "");
    check_text("plain [words] (here)", "'plain [words] (here)'");
    check_text("see [Fees](/fees), now", "'see ' a[/fees]('Fees') ', now'");
    check_text("[a](x)[b](y)", "a[x]('a') a[y]('b')");
    check_text("[a [b] c](x \"A title\")", "a[x]('a [b] c')");
    check_text("[wiki](https://a.example/A_(b))", "a[https://a.example/A_(b)]('wiki')");
    check_text("[a](<x y>)", "a[<x]('a')");
    check_text("[a](<x>)", "a[x]('a')");
    check_text("![Plan](p.png) below", "img[p.png]'Plan'() ' below'");
    check_text("[![Build](b.svg) state](/ci)", "a[/ci](img[b.svg]'Build'() ' state')");
    check_text("`[a](x)` and [b](y)", "'`[a](x)` and ' a[y]('b')");
    check_text("`open [a](x)", "'`open ' a[x]('a')");
    check_text("\\[a](x)", "'\\[a](x)'");
    check_text("[never](closed", "'[never](closed'");
    check_text("[[[[", "'[[[['");
}

static void test_html(void)
{
    check_text("<img src='p.png' width=3 alt=\"Plan <b>\"> below", "img[p.png]'Plan <b>'() ' below'");
    check_text("[<img class=x src=p.png>](/plan)", "a[/plan](img[p.png]''())");
    check_text("<a href=\"/fees\" class=\"b\">Fees</a> rise", "a[/fees]('Fees') ' rise'");
    check_text("<a href=x>see [b](y) now</a>", "a[x]('see ' a[]('b') ' now')");
    check_text("<a href=x>never closed", "a[]('<a href=x>') 'never closed'");
    check_text("a <b class=x>bold</b> word", "'a ' a[]('<b class=x>') 'bold' a[]('</b>') ' word'");
    check_text("a<!-- note -->b", "'a' a[]('<!-- note -->') 'b'");
    check_text("7 < 9, <https://a.example>, <me@a.example> and <b", "'7 < 9, <https://a.example>, <me@a.example> and <b'");
    check_text("`<b>`", "'`<b>`'");
    check_text("<div>x", "a[](a[]('<div>')) 'x'");
    ok(markdown_is_style(STR(".box-a1{color:red}")) && markdown_is_style(STR("@media print{.a{b:c}}")), "rules of CSS are style");
    ok(!markdown_is_style(STR("# {x: y}")) && !markdown_is_style(STR(".NET {new}")) && !markdown_is_style(STR("{a:b}")),
       "headings, sentences and data are not");
    ok(markdown_style(STR("<style>\na\n</style> b\nc")) == 21 && markdown_style(STR("<script>x</script>")) == 18,
       "a style ends with the line of its end tag");
    ok(markdown_style(STR("<style>\na")) == 0 && markdown_style(STR("<styles></style>")) == 0, "one without an end is text");
}

static void check_paragraph(const char *text, size_t bytes, bool wrapped)
{
    struct markdown_paragraph p = markdown_paragraph(str_of(text));
    ok(p.text.len == bytes && p.wrapped == wrapped, "%s: %zu bytes, %s", text, p.text.len, p.wrapped ? "wrapped" : "not wrapped");
}

static void test_paragraphs(void)
{
    check_paragraph("one\ntwo\n\nthree", 8, false);
    check_paragraph("see [the\nfees](/f)\nnow\n\nthree", 23, true);
    check_paragraph("see [the fees](/f-\nx) now", 25, true);
    check_paragraph("from [0 to\nN) and\nback", 22, false);
    check_paragraph("# See [the\nfees](/f)", 11, false);
    check_paragraph("[the\n* fees](/f)", 5, false);
    check_paragraph("\n[the\nfees](/f)", 1, false);
}

static void test_kind(void)
{
    static const struct {
        const char *name, *text;
        bool markdown;
    } rows[] = {
        { "a.md", "x", true },
        { "a.txt", "x", false },
        { "a.txt", "[x](https://a.example)", true },
        { "https://a.example/raw/7", "[x](https://a.example)", true },
        { "a.c", "f[x](https)", false },
        { "a.c", "[x](https://a.example)", false },
        { "", "[x](y)", false },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct plain_source source = { str_of(rows[i].text), str_of(rows[i].name) };
        ok(markdown_is(&source) == rows[i].markdown, "%s with %s", rows[i].name, rows[i].text);
    }
    ok(markdown_tag(STR("## Two")) == TAG_H2 && markdown_tag(STR("#two")) == TAG_DIV && markdown_tag(STR("####### 7")) == TAG_DIV,
       "headings have one to six marks and a space");
}

static size_t matter(const char *name, const char *text)
{
    return markdown_matter(&(struct plain_source){ str_of(text), str_of(name) }).len;
}

static void test_matter(void)
{
    AUTO(arena) a = { 0 };
    ok(matter("a.md", "---\ntitle: x\ntags:\n  - y\n---\n# X") == 29, "rows of keys between two lines");
    ok(matter("a.txt", "---\r\na: b\r\n---\r\nx") == 16, "with any ends of lines");
    ok(matter("a.yml", "---\na: b\n---\n") == 0, "a file of YAML is nothing else");
    ok(matter("a.md", "---\nA sentence: this is one.\n---\n") == 0, "text between two rules is text");
    ok(matter("a.md", "---\n\n---\n") == 0, "two rules are two rules");
    ok(matter("a.md", "---\na: b\n") == 0, "what is never closed is none");
    ok(matter("a.md", "x\n---\na: b\n---\n") == 0, "it stands before all else");
    ok(matter("a.md", "[^1]\nRules\n---\nlayout: b\n---\nx") == 18, "or behind a few lines where a key is for programs");
    ok(matter("a.md", "1\n2\n3\n4\n---\nlayout: b\n---\n") == 0, "but not further down");
    ok(markdown_is_read(STR("Title: x")) && !markdown_is_read(STR("layout: x")), "a title is for people, a layout is not");
    eq_str(markdown_row(&a, STR("title: !!str 'Fees'")), STR("title: Fees"), "the type of a value is left out");
    eq_str(markdown_row(&a, STR("title: 'Fees'")), STR("title: 'Fees'"), "other rows stay as they are");
    eq_str(markdown_row(&a, STR("x: !!null")), STR("x: "), "a type may be all there is");
}

int main(void)
{
    test_links();
    test_html();
    test_paragraphs();
    test_kind();
    test_matter();
    return tap_done();
}
