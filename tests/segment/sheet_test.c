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
    { ".a.b{width:9px}", "<p id=x class='b a'>", "two classes", 9 },
    { ".a.b{width:9px}", "<p id=x class='a'>", "one of two classes", 0 },
    { "p#x.a{width:9px}", "<p id=x class=a>", "a tag, an id and a class", 9 },
    { "div p{width:9px}", "<div><section><p id=x>", "a tag within a tag", 9 },
    { "div div p{width:9px}", "<div><p id=x>", "within two of them", 0 },
    { "section > div p{width:9px}", "<section><div><div><p id=x>", "of the ancestors that fit only the nearest is tried", 0 },
    { ".a .b{width:1px} .b{width:2px}", "<div class=a><p id=x class=b>", "two classes go before one, whatever comes later", 1 },
    { "p{width:1px} *{width:2px}", "<p id=x>", "a tag goes before all", 1 },
    { ".a{width:1px} .b{width:2px}", "<p id=x class='b a'>", "of two classes the later rule", 2 },
    { ".A{width:1px}", "<p id=x class=a>", "a class in other case is another class", 0 },
    { ".\\61{width:1px}", "<p id=x class=a>", "an escape is not read", 0 },
    { "p{WIDTH:3px}", "<p id=x>", "a property in capitals", 3 },
    { "p{width:3px;width:oops}", "<p id=x>", "a value that is none does not count", 3 },
    { "p{width:3px;;;height:1px}", "<p id=x>", "empty declarations", 3 },
    { "p{max-width:4px}", "<p id=x>", "the most is taken for the width", 4 },
    { "p {\n  width : 5px ;\n}", "<p id=x>", "blanks and lines", 5 },
    { "p/**/{/* } */width:6px}", "<p id=x>", "comments between and inside", 6 },
    { "@media screen{p{width:7px}}", "<p id=x>", "a screen", 7 },
    { "@media all{p{width:7px}}", "<p id=x>", "all media", 7 },
    { "@media print, screen{p{width:7px}}", "<p id=x>", "one of two media", 7 },
    { "@media (min-width: 2000px){p{width:7px}}", "<p id=x>", "a screen wider than ours", 0 },
    { "@media (min-width: 600px) and (max-width: 900px){p{width:7px}}", "<p id=x>", "between two widths that ours is not in", 0 },
    { "@media (min-width: 600px) and (max-width: 1900px){p{width:7px}}", "<p id=x>", "between two that it is in", 7 },
    { "@media screen{@media (min-width:1px){p{width:7px}}}", "<p id=x>", "one in the other", 7 },
    { "@font-face{width:1px} p{width:8px}", "<p id=x>", "other rules with braces are passed over", 8 },
    { "@charset 'utf-8'; p{width:8px}", "<p id=x>", "and those without", 8 },
    { "@supports (display:grid){p{width:9px}}", "<p id=x>", "what a browser may not support is left out", 0 },
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
