/* What a page's own style sheets say of an element. */
#include "segment/sheet.h"

#include "tests/segment/cuts.h"
#include "tests/tap.h"

static struct style style_at(struct arena *a, const char *html)
{
    const struct page *p = page_from(a, str_of(html), STR(""));
    struct sheet *sheet = sheet_read(a, p);
    struct style out = style_initial();

    if (sheet)
        sheet_apply(sheet, by_id(p, "x"), &out);
    return out;
}

static const struct {
    const char *sheet, *body, *what;
    float width;
} row[] = {
    { "p{width:1px}", "<p id=x>", "a tag", 1 },
    { "P{width:1px}", "<p id=x>", "a tag in capitals", 1 },
    { "#x{width:2px}", "<p id=x>", "an id", 2 },
    { ".a{width:3px}", "<p id=x class='b a'>", "a class among others", 3 },
    { ".a{width:3px}", "<p id=x class='ab'>", "another class", 0 },
    { "*{width:4px}", "<p id=x>", "all", 4 },
    { "p.a{width:5px}", "<p id=x class=a>", "a tag with a class", 5 },
    { "div.a{width:5px}", "<p id=x class=a>", "another tag with the class", 0 },
    { ".a .b{width:6px}", "<div class=a><div><p id=x class=b>", "an ancestor", 6 },
    { ".a > .b{width:6px}", "<div class=a><div><p id=x class=b>", "no child of it", 0 },
    { ".a>.b{width:6px}", "<div class=a><p id=x class=b>", "a child of it", 6 },
    { "p,.a , div{width:7px}", "<p id=x>", "a list", 7 },
    { "p{width:1px} p{width:2px}", "<p id=x>", "the later rule wins", 2 },
    { "#x{width:1px} .a{width:2px} p{width:3px}", "<p id=x class=a>", "the more specific rule wins", 1 },
    { "p{color:red;width:8px!important;background:url(data:x;y)}", "<p id=x>", "between other declarations", 8 },
    { "/* p{width:1px} */ <!-- p{width:2px} -->", "<p id=x>", "comments", 2 },
    { "@import 'a'; @media print{p{width:1px}} p{width:2px}", "<p id=x>", "what is for paper is left out", 2 },
    { "@media screen and (min-width: 700px){p{width:1px}} .z{}", "<p id=x>", "a screen that is wide", 1 },
    { "@media (max-width: 700px){p{width:1px}}", "<p id=x>", "a screen that is narrow", 0 },
    { "@media (prefers-color-scheme: dark){p{width:1px}}", "<p id=x>", "what is not known is left out", 0 },
    { "p:hover{width:1px} p[a]{width:2px} p+p{width:3px}", "<p>y<p id=x a=b>", "selectors that are not read", 0 },
    { "p{width:1px", "<p id=x>", "a rule without an end", 1 },
    { "}}{ p{width:1px}", "<p id=x>", "broken braces", 0 },
};

int main(void)
{
    AUTO(arena) a = { 0 };

    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        struct str html = arena_printf(&a, "<style>%s</style>%s", row[i].sheet, row[i].body);
        struct style s = style_at(&a, html.ptr);
        ok(s.width.value == row[i].width, "%s", row[i].what);
    }
    ok(style_at(&a, "<style media=print>p{width:1px}</style><p id=x>").width.value == 0, "a sheet for paper");
    ok(style_at(&a, "<style>p{display:none;visibility:hidden;opacity:0}</style><p id=x>").display == DISPLAY_BLOCK
           && !style_at(&a, "<style>p{display:none;visibility:hidden;opacity:0}</style><p id=x>").unseen,
       "a sheet hides nothing");
    ok(!sheet_read(&a, page_from(&a, STR("<style>p{cursor:help}</style><p>x"), STR(""))), "no rule that matters, no sheet");
    return tap_done();
}
