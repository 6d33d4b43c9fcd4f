/* Which nodes a round keeps whole. */
#include "segment/rules.h"

#include "tests/segment/cuts.h"
#include "tests/tap.h"

/* The pieces of a page, by id, tag or text; with their degrees of coherence behind a stroke. */
static struct str pieces_of(struct arena *a, const char *html, unsigned round, bool degrees)
{
    const struct page *p = page_from(a, str_of(html), STR(""));
    struct rule_pool pool = { .arena = a };
    struct layout layout;
    struct scene scene;
    struct str out = STR("");

    if (layout_estimate(a, p, &layout, NULL) || scene_build(a, p, &layout, &scene, NULL))
        abort();
    rules_extract(&scene, &p->body, 1, round, &pool);
    for (uint32_t i = 0; i < pool.piece.n; i++) {
        uint32_t node = pool.piece.item[i].node;
        struct str id = STR("?");
        if (p->dom.node[node].kind == NODE_TEXT)
            id = str_trim(node_text(&p->dom.node[node]));
        else if (!dom_attr(&p->dom, node, STR("id"), &id))
            id = tag_name(p->dom.symbols, p->dom.node[node].tag);
        out = arena_printf(a, degrees ? "%.*s%s%.*s/%u" : "%.*s%s%.*s", STR_ARG(out), out.len ? " " : "", STR_ARG(id),
                           pool.piece.item[i].doc);
    }
    return out;
}

#define TEXT "words of a text that fills a line of the page from its left side nearly to its right side, so that it is wide "
#define TEN TEXT TEXT TEXT TEXT TEXT TEXT TEXT TEXT TEXT TEXT

/* Which pieces a round leaves whole, each with its degree of coherence. */
static const struct {
    const char *name, *html;
    unsigned round;
    const char *want;
} divided[] = {
    { "text alone is as coherent as can be", "<p id=a>one</p><p id=b>two</p>", 0, "a/10 b/10" },
    { "in two fonts a little less", "<p id=a>one <b>two</b></p><p id=b>two</p>", 0, "a/9 b/10" },
    { "a small box with text and more", "<div id=a>one <img width=40 height=40></div><p id=b>x</p>", 0, "a/5 b/10" },
    { "a small item of a list", "<ul><li id=a>one <img width=40 height=40><li id=b>two</ul><p id=c>x</p>", 9,
      "one/10 img/10 b/10 c/10" },
    { "code", "<code id=a>one <img width=40 height=40></code><p id=b>x</p>", 0, "a/7 b/10" },
    { "a link around a picture and words", "<a id=a href=x><img width=40 height=40> one</a><p id=b>x</p>", 0, "a/8 b/10" },
    { "a box of small things without text",
      "<div id=a><img id=i width=40 height=40><img id=j width=40 height=40></div><p id=b>x</p>", 0, "a/8 b/10" },
    { "a large box is divided", "<div id=a><p id=b>" TEN TEXT TEXT "</p><p id=c>" TEXT "</p></div><p id=d>x</p>", 0,
      "b/10 c/10 d/10" },
    { "later rounds divide smaller ones", "<div id=a><p id=b>" TEXT "</p><p id=c>" TEXT "</p></div><p id=d>x</p>", 5,
      "b/10 c/10 d/10" },
    { "and smaller ones", "<div id=a><p id=b>x</p><p id=c>y</p></div><p id=d>z</p>", 8, "b/10 c/10 d/10" },
    { "a table is divided where colours differ", "<table id=t><tr id=r><td>x<tr id=s bgcolor=red><td>y</table><p id=d>z</p>", 0,
      "td/10 s/7 d/10" },
    { "a row too", "<table id=t><tr id=r><td id=a>x<td id=b bgcolor=red>y</table><p id=d>z</p>", 0, "a/10 b/7 d/10" },
    { "a row of small cells stays whole", "<table id=t><tr><td id=a>x <b>y</b><td id=b>z</table><p id=d>z</p>", 9, "tr/8 d/10" },
    { "whatever they hold", "<table id=t width=1200><tr><td id=a><p id=e>x</p><p id=f>y</p><td id=b>z</table><p id=d>z</p>", 9,
      "tr/8 d/10" },
    { "a small line with a block in it stays whole", "<span id=a>one <div id=b>two</div> three</span><p id=c>x</p>", 0,
      "a/8 c/10" },
    { "a rule in a line", "<div id=a>one<hr id=h>two</div><p id=b>x</p>", 0, "one/10 h/10 two/10 b/10" },
    { "children that lie over each other divide",
      "<div id=a><p id=b style='position:absolute'>one</p><p id=c>two</p></div><p id=d>x</p>", 0, "b/10 c/10 d/10" },
    { "one child after the other is gone into",
      "<div id=a><section id=b><div id=c><p id=d>x</p><p id=e>y</p></div></section></div><p id=f>z</p>", 0, "c/8 f/10" },
    { "a list of links", "<ul id=a><li id=b><a href=1>one</a><li id=c><a href=2>two</a></ul><p id=d>x</p>", 0, "a/8 d/10" },
    { "a form", "<form id=a><p id=b>Name <input></p><p id=c><button>Go</button></p></form><p id=d>x</p>", 0, "a/8 d/10" },
};

static void test_divided(void)
{
    for (size_t i = 0; i < ARRAY_LEN(divided); i++) {
        AUTO(arena) a = { 0 };
        eq_str(pieces_of(&a, divided[i].html, divided[i].round, true), str_of(divided[i].want), divided[i].name);
    }
}

static struct str pieces(struct arena *a, const char *html, unsigned round)
{
    return pieces_of(a, html, round, false);
}

int main(void)
{
    AUTO(arena) a = { 0 };

    test_divided();
    eq_str(pieces(&a, "<p id=a>one</p><p id=b>two</p>", 0), STR("a b"), "the only root is divided, text stays");
    eq_str(pieces(&a, "<div><div><p id=a>one</p></div></div>", 0), STR("a"), "an only child is gone into");
    eq_str(pieces(&a, "<p id=a>one</p><p id=b></p><script>x</script>", 0), STR("a"), "what is empty is dropped");
    eq_str(pieces(&a, "<div id=a>one <b>two</b></div>three", 0), STR("a three"), "text beside a block is a piece");
    eq_str(pieces(&a, "<div id=a><p id=b>x</p><p id=c>y</p></div><p id=d>z</p>", 0), STR("a d"),
           "small things stay whole at first");
    eq_str(pieces(&a, "<div id=a><p id=b>x</p><p id=c>y</p></div><p id=d>z</p>", 9), STR("b c d"), "and are divided in the end");
    eq_str(pieces(&a, "<div id=a><p id=b>x</p><hr id=h><p id=c>y</p></div><p id=d>z</p>", 0), STR("b h c d"), "a rule divides");
    eq_str(pieces(&a, "<div id=a><p id=b style='background:red'>x</p><p id=c>y</p></div><p id=d>z</p>", 0), STR("b c d"),
           "a colour divides");
    eq_str(pieces(&a, "<table id=t><tr><td>x<td>y<tr><td>x<td>y</table><p id=d>z</p>", 0), STR("tbody d"),
           "a small table stays whole");
    eq_str(pieces(&a, "<img id=i width=90 height=90><select id=s><option>x</select>", 0), STR("i s"), "pictures and controls");
    return tap_done();
}
