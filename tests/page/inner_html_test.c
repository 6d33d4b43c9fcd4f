/* Texts that hold HTML: which do, and what becomes of them. */
#include "page/inner_html.h"

#include "base/buf.h"
#include "tests/tap.h"

static void check_is(bool want, const char *text)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;

    symbols_open(&symbols, &a);
    ok(inner_html_is(&symbols, str_of(text)) == want, "%s is %s", text, want ? "HTML" : "a text");
}

static void add_node(const struct dom *d, uint32_t i, struct buf *out)
{
    const struct node *n = &d->node[i];

    if (n->kind == NODE_TEXT) {
        buf_addf(out, "'%.*s'", STR_ARG(node_text(n)));
        return;
    }
    buf_addf(out, "%.*s(", STR_ARG(tag_name(d->symbols, n->tag)));
    for (uint32_t child = i + 1; child < n->end; child = d->node[child].end)
        add_node(d, child, out);
    buf_add_char(out, ')');
}

static void check(const char *text, const char *want)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(1 << 16);
    struct symbols symbols;
    struct dom dom = { 0 };

    symbols_open(&symbols, &a);
    struct dom_builder b = { .arena = &a, .symbols = &symbols };
    struct inner_html html = { .to = &b };
    dom_open(&b, TAG_DIV, SPACE_HTML);
    inner_html_add(&html, str_of(text));
    dom_close(&b);
    ok(dom_finish(&b, &dom, NULL) == 0 && !dom_check(&dom), "%s: a whole tree", text);
    add_node(&dom, 0, &out);
    eq_str(buf_str(&out), str_of(want), "... as it should be");
}

int main(void)
{
    check_is(true, "<p>One.</p>");
    check_is(true, "\n<p>One.</p>\n<H2>Two</H2>\n");
    check_is(true, "<!-- wp -->\n<p>One.</p>");
    check_is(true, "The <i>Elm</i> sails");
    check_is(false, "");
    check_is(false, "if a < b and c > d");
    check_is(false, "Name <anna@mail.example>");
    check_is(false, "use <br> here");
    check_is(false, "the end tag </nonsense>");
    check_is(false, "cut off: </p");
    check_is(false, "- one\n- <b>two</b>");

    check("a", "div('a')");
    check("<p>a &amp; <b>b</b></p></div><p>c", "div(p('a & 'b('b'))p('c'))");
    check("AT&amp;T", "div('AT&T')");
    check("<script>a</script>", "div('<script>a</script>')");
    return tap_done();
}
