/* The layout as the rules see it. */
#include "segment/scene.h"

#include "base/limits.h"
#include "tests/segment/cuts.h"
#include "tests/tap.h"

static const struct page *page;
static struct scene scene;

static void build(struct arena *a, const char *html)
{
    struct layout *layout = NEW(a, struct layout);

    page = page_from(a, str_of(html), STR(""));
    if (layout_estimate(a, page, layout, NULL) || scene_build(a, page, layout, &scene, NULL))
        abort();
}

static const struct scene_node *at(const char *id)
{
    return &scene.node[by_id(page, id)];
}

/* "a valid line; b ...": what the rules read of all elements with an id, in document order. */
static struct str flags(struct arena *a, const char *html)
{
    static const char *const name[] = { "valid",    "atom",     "text",     "line",     "rule",       "fonts",
                                        "all-text", "has-text", "has-line", "has-rule", "has-colour", "row" };
    AUTO(buf) out = BUF(KIB(64));
    struct str id;

    build(a, html);
    for (uint32_t i = 0; i < page->dom.n; i++) {
        if (page->dom.node[i].kind != NODE_ELEMENT || !dom_attr(&page->dom, i, STR("id"), &id))
            continue;
        buf_addf(&out, "%s%.*s:", out.len ? "; " : "", STR_ARG(id));
        for (size_t k = 0; k < ARRAY_LEN(name); k++)
            if (scene.node[i].flags & 1u << k)
                buf_addf(&out, " %s", name[k]);
    }
    return arena_str(a, buf_str(&out));
}

#define LINES "several words of a text<br>and more of them<br>and more<br>and more<br>and more<br>and more<br>and the last"

static const struct {
    const char *name, *html, *want;
} scenes[] = {
    { "a paragraph of words", "<p id=a>one</p>", "a: valid line all-text has-text" },
    { "words in an inline element", "<p id=a><b id=b>one</b></p>",
      "a: valid line all-text has-text; b: valid text all-text has-text" },
    { "a link in a sentence", "<p id=a>one <a id=b href=x>two</a> three</p>",
      "a: valid line all-text has-text; b: valid text all-text has-text" },
    { "a picture beside words", "<p id=a>one <img id=b width=50 height=50></p>", "a: valid line has-text; b: valid atom" },
    { "a picture in a link is not text", "<a id=a href=x><img id=b width=50 height=50></a>", "a: valid; b: valid atom" },
    { "a block in a block", "<div id=a><p id=b>one</p></div>", "a: valid line has-line; b: valid line all-text has-text" },
    { "words and a block", "<div id=a>one<p id=b>two</p></div>",
      "a: valid line has-text has-line; b: valid line all-text has-text" },
    { "a rule among blocks", "<div id=a><p id=b>one</p><hr id=c></div>",
      "a: valid line has-line has-rule; b: valid line all-text has-text; c: valid atom line rule" },
    { "two fonts", "<p id=a>one <big id=b>two</big></p>",
      "a: valid line fonts all-text has-text; b: valid text all-text has-text" },
    { "one font in two elements", "<p id=a><b id=b>one</b><strong id=c>two</strong></p>",
      "a: valid line all-text has-text; b: valid text all-text has-text; c: valid text all-text has-text" },
    { "a block on another colour", "<div id=a><p id=b style='background:#eef'>one</p></div>",
      "a: valid line has-line has-colour; b: valid line all-text has-text" },
    { "which shines through is none", "<div id=a><p id=b style='background:rgba(0,0,0,0)'>one</p></div>",
      "a: valid line has-line; b: valid line all-text has-text" },
    { "a field, a button and a list of choices", "<p id=a><input id=b><button id=c>Go</button><select id=d><option>x</select></p>",
      "a: valid line; b: valid atom; c: valid atom all-text has-text; d: valid atom" },
    { "an empty block", "<div id=a><p id=b></p></div>", "a: line; b: line" },
    { "hidden words", "<div id=a><p id=b hidden>one</p><p id=c>two</p></div>",
      "a: valid line has-line; b: line; c: valid line all-text has-text" },
    { "a line break is nothing by itself", "<p id=a><br id=b></p>", "a: line; b: line" },
    { "two columns of several lines", "<div id=a style='display:flex'><div id=b>" LINES "</div><div id=c>" LINES "</div></div>",
      "a: valid line has-line row; b: valid line all-text has-text; c: valid line all-text has-text" },
    { "two of one line are not", "<div id=a style='display:flex'><div id=b>one</div><div id=c>two</div></div>",
      "a: valid line has-line; b: valid line all-text has-text; c: valid line all-text has-text" },
    { "nor a text beside a narrow list",
      "<div id=a style='display:flex'><div id=b>" LINES
      "</div><div id=c style='width:60px'>1<br>2<br>3<br>4<br>5<br>6<br>7</div></div>",
      "a: valid line has-line; b: valid line all-text has-text; c: valid line all-text has-text" },
    { "nor blocks below each other", "<div id=a><div id=b>" LINES "</div><div id=c>" LINES "</div></div>",
      "a: valid line has-line; b: valid line all-text has-text; c: valid line all-text has-text" },
    { "nor a text beside a picture",
      "<div id=a style='display:flex'><div id=b>" LINES "</div><div id=c><img width=200 height=300></div></div>",
      "a: valid line has-line; b: valid line all-text has-text; c: valid line" },
};

static void test_flags(void)
{
    for (size_t i = 0; i < ARRAY_LEN(scenes); i++) {
        AUTO(arena) a = { 0 };
        eq_str(flags(&a, scenes[i].html), str_of(scenes[i].want), scenes[i].name);
    }
}

/* What differs to the eye makes another hash, where it stands does not. */
static void test_hashes(void)
{
    static const struct {
        const char *name, *old, *new;
        bool same;
    } cases[] = {
        { "the same page", "<div id=x><p>one</p></div>", "<div id=x><p>one</p></div>", true },
        { "other words of about the same length", "<div id=x><p>one</p></div>", "<div id=x><p>two</p></div>", true },
        { "a block before it", "<div id=x><p>one</p></div>", "<p>before</p><div id=x><p>one</p></div>", true },
        { "a block in it", "<div id=x><p>one</p></div>", "<div id=x><p>one</p><p>two</p></div>", false },
        { "another colour", "<div id=x><p>one</p></div>", "<div id=x><p style='background:red'>one</p></div>", false },
        { "another font", "<div id=x><p>one</p></div>", "<div id=x><p><b>one</b></p></div>", false },
        { "another tag", "<div id=x><p>one</p></div>", "<div id=x><blockquote>one</blockquote></div>", false },
        { "another order", "<div id=x><h2>one</h2><p>two</p></div>", "<div id=x><p>two</p><h2>one</h2></div>", false },
        { "a wider gap", "<div id=x><p>one</p><p>two</p></div>", "<div id=x><p>one</p><p style='margin-top:90px'>two</p></div>",
          false },
        { "an id", "<div id=x><p>one</p></div>", "<div id=x><p id=new>one</p></div>", true },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        build(&a, cases[i].old);
        uint64_t old = scene_hashes(&a, &scene)[by_id(page, "x")];
        build(&a, cases[i].new);
        ok((scene_hashes(&a, &scene)[by_id(page, "x")] == old) == cases[i].same, "%s: %s hash", cases[i].name,
           cases[i].same ? "the same" : "another");
    }
}

static void test_boxes(void)
{
    struct box one = { 10, 20, 30, 40 }, two = { 5, 50, 10, 100 }, both = box_join(one, two), none = { 7, 7, 0, 9 };

    ok(both.x == 5 && both.y == 20 && both.w == 35 && both.h == 130, "the box around two reaches from the first edge to the last");
    ok(box_join(one, none).w == 30 && box_join(none, one).x == 10, "a box without width adds nothing");
    ok(scene_place(one, two) == scene_place((struct box){ 0, 0, 1, 1 }, (struct box){ -5, 30, 1, 1 }), "a place is a distance");
    ok(scene_place(one, two) != scene_place(two, one), "in one direction");
}

static void test_common(void)
{
    AUTO(arena) a = { 0 };

    build(&a, "<div id=a><p id=b>x</p><p id=c>y</p></div><p id=d>z</p>");
    eq_int(scene_common(&scene, by_id(page, "b"), by_id(page, "c")), by_id(page, "a"), "the element that holds both");
    eq_int(scene_common(&scene, by_id(page, "b"), by_id(page, "d")), page->body, "or all");
    eq_int(scene_common(&scene, by_id(page, "a"), by_id(page, "c")), by_id(page, "a"), "which may be one of them");
    eq_int(scene_common(&scene, by_id(page, "c"), by_id(page, "b")), by_id(page, "a"), "in any order");
}

int main(void)
{
    AUTO(arena) a = { 0 };

    build(&a, "<p id=a>word</p><p id=b></p><div id=c><span id=d>x <b>y</b></span></div><hr id=e><img id=f width=50 height=50>");
    ok(at("a")->flags & SCENE_VALID && at("a")->flags & SCENE_LINE, "a paragraph");
    ok(!(at("b")->flags & SCENE_VALID), "an empty one is not seen");
    ok(at("a")->box.w < 100, "a box is shrunk to its words");
    ok(at("d")->flags & SCENE_TEXT && !(at("c")->flags & SCENE_TEXT) && at("c")->flags & SCENE_ALL_TEXT, "virtual text");
    ok(at("d")->flags & SCENE_FONTS && !(at("a")->flags & SCENE_FONTS), "fonts");
    ok(at("e")->flags & SCENE_RULE && at("f")->flags & SCENE_ATOM, "a rule, a picture");
    build(&a, "<div id=a><p id=b bgcolor=red style='background:red'>x</p><p id=c>y</p></div>");
    ok(at("b")->background == 0xff0000 && at("c")->background == 0xffffff && at("a")->flags & SCENE_HAS_COLOR, "colours");
    ok(at("b")->box.w > 1000, "a coloured box is seen as it is");
    build(&a, "<div id=a>most of the text is in this font<b>b</b></div>");
    ok(scene_font_size(at("a")->font) == 16 && (at("a")->font & 0xffff) == 400, "most of its text");
    test_flags();
    test_hashes();
    test_boxes();
    test_common();
    ok(box_join((struct box){ 0, 0, 0, 0 }, (struct box){ 5, 5, 1, 1 }).x == 5, "nothing joined with a box is the box");
    return tap_done();
}
