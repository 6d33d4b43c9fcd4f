/* Marks look like what they say, and no style of the page can beat that. */
#include "show/style.h"

#include "tests/show/body.h"
#include "tests/tap.h"

/* The style attribute of the first tag in the merged page that has `data-weft="KIND"`. */
static struct str style_of(struct example *x, const char *old, const char *new, const char *kind)
{
    example_open(x, old, new);
    struct str page = example_bare(x, SHOW_MERGED);
    struct str mark = arena_printf(&x->arena, "data-weft=\"%s\"", kind), name = STR(" style=\"");
    size_t at = str_find(page, mark, str_find(page, STR("<body"), 0)), from = at;

    if (at == SIZE_MAX)
        return STR("(no mark)");
    while (from > 0 && page.ptr[from] != '<')
        from--;
    size_t end = str_find(page, STR(">"), at), style = str_find(page, name, from);
    if (style == SIZE_MAX || style > end)
        return STR("");
    return str_sub(page, style + name.len, str_find(page, STR("\""), style + name.len));
}

static bool has(struct str text, const char *part)
{
    return str_find(text, str_of(part), 0) != SIZE_MAX;
}

/* Whether each declaration of weft's is important. */
static bool is_strong(struct str style)
{
    size_t own = str_find(style, STR(STYLE_OWN), 0), n = 0, strong = 0;

    style = own == SIZE_MAX ? style : str_sub(style, own + sizeof STYLE_OWN - 1, style.len);
    for (size_t k = 0; k < style.len; k++)
        n += style.ptr[k] == ':';
    for (size_t at = 0; (at = str_find(style, STR("!important"), at)) != SIZE_MAX; at++)
        strong++;
    return n > 0 && n == strong;
}

static void check(const char *old, const char *new, const char *kind, const char *want, const char *what)
{
    AUTO(example) x = { 0 };
    struct str style = style_of(&x, old, new, kind);

    ok(has(style, want), "%s: %s", what, want);
    ok(is_strong(style), "%s: every declaration is important", what);
}

int main(void)
{
    check("<p>a b", "<p>a b c", "insert", "text-decoration:underline", "what came is underlined");
    check("<p>a b c", "<p>a b", "delete", "text-decoration:line-through", "what went is struck out");
    check("<ul><li>one two three<li>four five six<li>seven</ul>", "<ul><li>one two three<li>seven<li>four five six</ul>", "move",
          "dotted", "what moved is dotted");
    check("<p>See <a href=/a>it</a>", "<p>See <a href=/b>it</a>", "change", "underline dashed",
          "a link that leads elsewhere is dashed");
    check("<ul><li>a a a<li>b b b</ul>", "<ul><li>a a a<li style='color:red'>c c c<li>b b b</ul>", "insert", "box-shadow:-4px 0",
          "a block has a bar beside it");
    check("<p>a<p>one two", "<p>a<p hidden>one two", "change", "display:block", "what is hidden now is shown all the same");

    AUTO(example) x = { 0 };
    struct str style =
        style_of(&x, "<ul><li>a a a<li>b b b</ul>", "<ul><li>a a a<li style='color:red'>c c c<li>b b b</ul>", "insert");
    ok(has(style, "color:red;" STYLE_OWN) || has(style, "color:red; " STYLE_OWN), "the page's own style stands before weft's");
    AUTO(example) y = { 0 };
    eq_str(style_of(&y, "<p class=a>one two", "<p class=b>one two", "change"), STR(""), "what is folded looks as it did");
    return tap_done();
}
