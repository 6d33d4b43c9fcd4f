/* CSS selectors over the flat tree: each kind, how they combine, and a slow twin that searches instead of passing sets on. */
#include "parse/css.h"

#include "tests/parse/chosen.h"
#include "tests/tap.h"

static const struct str page =
    STR_INIT("<!DOCTYPE html><html id=root><head id=head></head><body id=body>"
             "<div id=a class='x y'><p id=b>one</p><p id=c class=X lang=en-GB>two <a id=d href='/u.HTML'>l</a></p></div>"
             "<div id=e class=y><p id=f></p><span id=g><b id=h title='p q'>b</b></span><p id=i class='x'>t</p></div>"
             "<ul id=j><li id=k><li id=l class=x><li id=m><li id=n class=x><li id=o></ul></body></html>");

static void gives(const char *expression, const char *want)
{
    AUTO(arena) a = { 0 };
    eq_str(chosen_by(&a, page, str_of(expression)), str_of(want), expression);
}

static void test_simple(void)
{
    gives("p", "b c f i");
    gives("P", "b c f i");
    gives("#e", "e");
    gives(".x", "a i l n");
    gives(".y.x", "a");
    gives("div.y#e", "e");
    gives("*|span", "g");
    gives("b, ul , #a", "a h j");
    gives("nothing", "");
}

static void test_attributes(void)
{
    gives("[lang]", "c");
    gives("[LANG]", "c");
    gives("[lang=en-GB]", "c");
    gives("[lang=en-gb]", "");
    gives("[lang=en-gb i]", "c");
    gives("[lang|=en]", "c");
    gives("[title~=q]", "h");
    gives("[title~='p q']", "");
    gives("[href^='/u']", "d");
    gives("[href$=html i]", "d");
    gives("[href*='.']", "d");
    gives("[href*='']", "");
    gives("[class='']", "");
}

static void test_combinators(void)
{
    gives("div p", "b c f i");
    gives("body > p", "");
    gives("div > p", "b c f i");
    gives("div > p a", "d");
    gives("p + p", "c");
    gives("p ~ p", "c i");
    gives("span + p", "i");
    gives("div ~ ul > .x", "l n");
    gives("#a + div ~ ul li:last-child", "o");
    gives("html div span b", "h");
    gives("div div", "");
}

static void test_positions(void)
{
    gives("li:first-child", "k");
    gives("li:nth-child(odd)", "k m o");
    gives("li:nth-child(2n)", "l n");
    gives("li:nth-child(-n+2)", "k l");
    gives("li:nth-last-child(2)", "n");
    gives("li:nth-child(2 of .x)", "n");
    gives("p:nth-of-type(2)", "c i");
    gives("p:last-of-type", "c i");
    gives("span:only-of-type", "g");
    gives("b:only-child", "h");
    gives(":root", "root");
    gives("p:empty", "f");
    gives(":any-link", "d");
}

static void test_functions(void)
{
    gives("p:not(.x, .X)", "b f");
    gives(":is(#a, #e) > p", "b c f i");
    gives(":where(ul) .x", "l n");
    gives("div:has(a)", "a");
    gives("div:has(> a)", "");
    gives("p:has(> a[href])", "c");
    gives("p:has(+ span)", "f");
    gives("p:has(~ p)", "b f");
    gives("div:has(span > b)", "e");
    gives("div:not(:has(b))", "a");
    gives("body:has(li + li)", "body");
}

static void test_errors(void)
{
    gives("", "error: the selector is empty");
    gives("div >", "error: the selector 'div >' ends too early");
    gives("p, :bogus", "error: the selector 'p, :bogus' cannot be read: 'bogus' (character 5) is not expected there");
    gives(":is(.a, :bogus)", "error: the selector ':is(.a, :bogus)' cannot be read: 'bogus' (character 10) is not expected there");
    gives("a:hover", "error: the selector ':hover' does not work on a stored page");
    gives("svg|a", "error: the selector names the namespace 'svg', and weft knows none by name");
    gives(":not(:not(:not(:not(:not(:not(:not(:not(:not(p)))))))))", "error: the selector has more than 8 functions in each other");
}

/* The slow twin of combinators: from the right, with backtracking, one element at a time. Parts are "name" with ' ', '>', '+' or '~'
 * before it. */
static uint32_t before(const struct dom *d, uint32_t i)
{
    uint32_t found = 0;
    for (uint32_t s = d->node[i].parent + 1; i && s < i; s = d->node[s].end)
        if (d->node[s].kind == NODE_ELEMENT)
            found = s;
    return found;
}

static bool slow_matches(const struct dom *d, uint32_t i, const char *how, const char *name, int n)
{
    const struct node *node = &d->node[i];
    struct str own = tag_name(d->symbols, node->tag);
    if (node->kind != NODE_ELEMENT || own.len != 1 || own.ptr[0] != name[n])
        return false;
    if (n == 0)
        return true;
    if (how[n] == '>' || how[n] == ' ') {
        for (uint32_t up = i; up;) {
            up = d->node[up].parent;
            if (slow_matches(d, up, how, name, n - 1))
                return true;
            if (how[n] == '>')
                break;
        }
        return false;
    }
    for (uint32_t left = before(d, i); left; left = before(d, left)) {
        if (slow_matches(d, left, how, name, n - 1))
            return true;
        if (how[n] == '+')
            break;
    }
    return false;
}

static uint32_t draw(uint64_t *seed, uint32_t below)
{
    *seed = hash_mix(*seed, 77);
    return (uint32_t)(*seed >> 33) % below;
}

static bool twin_agrees(uint64_t seed)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) text = BUF(1 << 16);
    char how[4], name[4];
    struct symbols symbols;
    struct dom d;
    struct err e = { 0 };
    uint8_t *chosen;

    buf_add(&text, STR("<?xml version='1.0'?><a>"));
    uint32_t open = 0;
    for (unsigned i = 0; i < 60; i++) {
        if (open && draw(&seed, 3) == 0) {
            open--;
            buf_add(&text, STR("</u>"));
        } else if (draw(&seed, 4) == 0) {
            open++;
            buf_add(&text, STR("<u>"));
        } else {
            char tag = "abu"[draw(&seed, 3)];
            buf_addf(&text, draw(&seed, 5) ? "<%c>t</%c>" : "<%c>t<u/></%c>", tag, tag);
        }
    }
    while (open--)
        buf_add(&text, STR("</u>"));
    buf_add(&text, STR("</a>"));
    symbols_open(&symbols, &a);
    struct parse_source source = { .bytes = buf_str(&text) };
    if (parse_page(&a, &symbols, &source, &d, &e) || !d.xml)
        return false;
    AUTO(buf) selector = BUF(64);
    for (int i = 0; i < 4; i++) {
        how[i] = " >+~"[draw(&seed, 4)];
        name[i] = "abu"[draw(&seed, 3)];
        if (i)
            buf_addf(&selector, " %c ", how[i]);
        buf_add_char(&selector, name[i]);
    }
    if (css_select(&a, &d, buf_str(&selector), &chosen, &e))
        return false;
    for (uint32_t i = 0; i < d.n; i++)
        if (chosen[i] != slow_matches(&d, i, how, name, 3)) {
            tap_show("selector", buf_str(&selector));
            tap_show("page", buf_str(&text));
            return false;
        }
    return true;
}

int main(void)
{
    unsigned agree = 0;
    test_simple();
    test_attributes();
    test_combinators();
    test_positions();
    test_functions();
    test_errors();
    for (uint64_t seed = 1; seed <= 500; seed++)
        agree += twin_agrees(seed);
    eq_int(agree, 500, "sets choose what a search with backtracking chooses");
    return tap_done();
}
