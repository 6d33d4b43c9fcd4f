/* The layout as the rules see it. */
#include "segment/scene.h"

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
    ok(box_join((struct box){ 0, 0, 0, 0 }, (struct box){ 5, 5, 1, 1 }).x == 5, "nothing joined with a box is the box");
    return tap_done();
}
