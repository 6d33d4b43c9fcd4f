/* Where a start tag makes a child of what is open, and nothing else. */
#include "show/stack.h"
#include "tests/tap.h"

/* Opens elements by name, from the outside in. */
static void open_all(struct stack *s, struct arena *a, struct symbols *symbols, struct str names)
{
    *s = (struct stack){ .arena = a };
    while (names.len) {
        struct str name = str_cut(&names, ' ');
        enum node_space space = str_eq(name, STR("svg")) || str_eq(name, STR("g")) || str_eq(name, STR("desc")) ? SPACE_SVG
                                : str_eq(name, STR("math")) || str_eq(name, STR("mi"))                          ? SPACE_MATH
                                                                                                                : SPACE_HTML;
        stack_push(s, name, tag_number(symbols, name), space);
    }
}

static void takes(const char *open, const char *name, bool want)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct stack s;
    enum node_space space = !strcmp(name, "svg") || !strcmp(name, "path") ? SPACE_SVG
                            : !strcmp(name, "math")                       ? SPACE_MATH
                                                                          : SPACE_HTML;

    symbols_open(&symbols, &a);
    open_all(&s, &a, &symbols, str_of(open));
    ok(stack_takes(&s, tag_number(&symbols, str_of(name)), space) == want, "%s %s %s", open, want ? "takes" : "does not take",
       name);
}

static void missing(const char *open, uint32_t tag, uint32_t want)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct stack s;

    symbols_open(&symbols, &a);
    open_all(&s, &a, &symbols, str_of(open));
    eq_int(stack_missing(&s, tag), want, open);
}

static void test_nesting(void)
{
    takes("body", "p", true);
    takes("body p", "div", false);
    takes("body p span", "ul", false);
    takes("body p button", "div", true);
    takes("body p", "table", false);
    takes("body h1", "h2", false);
    takes("body h1 span", "h2", true);
    takes("body a span", "a", false);
    takes("body a table tbody tr td", "a", true);
    takes("body nobr b", "nobr", false);
    takes("body button div", "button", false);
    takes("body form table tbody tr td", "form", false);
    takes("body ul li div", "li", false);
    takes("body ul li ul", "li", true);
    takes("body dl dd span", "dt", false);
    takes("body dl dd section", "dt", true);
    takes("body ruby rt", "rt", false);
    takes("body ruby", "rt", true);
    takes("body", "body", false);
    takes("body div", "head", false);
}

static void test_parts(void)
{
    takes("body", "td", false);
    takes("body table", "tbody", true);
    takes("body table", "tr", false);
    takes("body table tbody tr", "td", true);
    takes("body table tbody tr", "div", false);
    takes("body table tbody tr td", "tr", false);
    takes("body select", "option", true);
    takes("body select option", "option", false);
    takes("body select", "div", true);
    takes("body select div", "input", false);
    takes("body select p", "option", false);
    takes("body select table tbody tr td", "input", true);
    takes("body select optgroup", "option", true);
    missing("body table", TAG_TD, TAG_TBODY);
    missing("body table tbody", TAG_TD, TAG_TR);
    missing("body table tbody tr", TAG_TD, TAG_NONE);
    missing("body table tbody tr", TAG_NONE, TAG_TD);
    missing("body table", TAG_COL, TAG_COLGROUP);
    missing("body div", TAG_TD, TAG_NONE);
}

static void test_foreign(void)
{
    takes("body p", "svg", true);
    takes("body", "path", false);
    takes("body svg g", "path", true);
    takes("body svg g", "p", false);
    takes("body svg desc", "p", false);
    takes("body svg desc", "svg", false);
    takes("body math mi", "math", false);
    takes("body table", "svg", false);
    takes("body select", "svg", true);
}

int main(void)
{
    test_nesting();
    test_parts();
    test_foreign();
    return tap_done();
}
