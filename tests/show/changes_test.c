/* The page of changes alone: marks and their chain, nothing of the page's markup, nothing that loads or runs. */
#include "show/changes.h"

#include "tests/generate.h"
#include "tests/show/pair.h"
#include "tests/tap.h"

static struct str shown(struct arena *a, struct str old, struct str new)
{
    return pair_show(a, show_changes, (struct show_options){ 0 }, old, new);
}

static bool has(struct str page, const char *text)
{
    return str_find(page, str_of(text), 0) != SIZE_MAX;
}

static void test_marks(void)
{
    AUTO(arena) a = { 0 };
    struct str page = shown(&a, STR("<h2>Shop &amp; more</h2><p>Prices start at 10 euro for members.</p><p>Gone.</p>"),
                            STR("<h2>Shop &amp; more</h2><p>Prices start at 12 euro for all members.</p>"));

    ok(str_starts(page, STR("<!DOCTYPE html>")) && str_ends(page, STR("</html>\n")), "a whole page");
    ok(has(page, "<article class=\"pass\"><h2 dir=\"auto\">Shop &amp; more</h2>"), "under its heading, escaped");
    ok(has(page, "Prices start at <del data-weft=\"update\" id=\"weft-1\" data-weft-change=\"1\" data-weft-stop=\"1\" "
                 "data-weft-next=\"weft-3\">10</del> <ins data-weft=\"update\" id=\"weft-2\" data-weft-change=\"1\" "
                 "data-weft-next=\"weft-3\">12</ins> euro for <ins data-weft=\"insert\" id=\"weft-3\""),
       "changes of one sentence stand together, with what is between them");
    ok(has(page, "data-weft-prev=\"weft-1\" data-weft-next=\"weft-4\">all</ins> members."), "each knows the one before and after");
    ok(has(page, "<del data-weft=\"delete\" id=\"weft-4\"") && has(page, "data-weft-prev=\"weft-3\">Gone.</del>"),
       "the last has none after it");
    ok(has(page, "<h2>3 changes</h2>") && has(page, "added</span> <span class=\"n\">1</span>") && has(page, "href=\"#weft-1\""),
       "counts, and a list that leads there");
    ok(has(page, "default-src 'none'"), "a strict policy");
}

static void test_kinds(void)
{
    AUTO(arena) a = { 0 };
    struct str page = shown(&a, STR("<p>See <b>this</b> one"), STR("<p>See this one"));

    ok(!has(page, "data-weft-change=") && has(page, "1 change of look: the words stay the same."), "look is one line");
    page = shown(&a, STR("<p>See <a href=/1>this</a> one"), STR("<p>See <a href=/2>this</a> one"));
    ok(has(page, "<span data-weft=\"change\" id=\"weft-1\"") && has(page, ">this</span> <del>/1</del> <ins>/2</ins>"), "a link");
    page = shown(&a, STR("<title>Old one</title><p>x"), STR("<title>New one</title><p>x"));
    ok(has(page, ">Old one</del> <ins data-weft=\"update\"") && has(page, ">New one</ins>"), "the title");
    page = shown(
        &a,
        STR("<h2>A</h2><p>This one moves down the page.</p><p>This stays where it was, longer.</p><h2>B</h2><p>End of it, with more words."),
        STR("<h2>A</h2><p>This stays where it was, longer.</p><h2>B</h2><p>End of it, with more words.<p>This one moves down the page.</p>"));
    ok(has(page, "<ins data-weft=\"move\"") && has(page, "moved: was under “A”") && !has(page, "<del data"), "a move is told once");
    page = shown(&a, STR("<ul><li>There will be a booth of ours in Linz<li>pears are green<li>plums are blue</ul>"),
                 STR("<ul><li>pears are green<li>plums are blue<li>There was a booth of ours in Linz</ul>"));
    ok(has(page, ">was</ins> a booth of ours in Linz"), "what changed inside of what moved is told with the words around it");
    page = shown(&a, STR("<p>x"), STR("<p>x"));
    ok(has(page, "The pages do not differ") && !has(page, "<article"), "equal pages");
    page = shown(&a, STR("<div hidden>a b</div><p>x"), STR("<div hidden>a c</div><p>x"));
    ok(has(page, " · hidden on the page</h2>"), "what is hidden is said to be");
}

static void test_safety(void)
{
    AUTO(arena) a = { 0 };
    struct str page = shown(
        &a, STR("<h2>&lt;script&gt;</h2><p>x"),
        STR("<title>&lt;/title>&lt;script></title><h2>&lt;script&gt;</h2><p>x &lt;img src=x onerror=y> <img alt='\"><script>' src='javascript:x'>"
            "<a href='javascript:alert(1)' onclick=x>link</a>"));

    page = str_sub(page, 0, str_find(page, STR("<script data-weft"), 0)); /* ours */
    ok(page.len && !has(page, "<script") && !has(page, "<img") && !has(page, "<a href=\"javascript") && !has(page, "onclick=x>"),
       "nothing of it is live");
    ok(has(page, "&lt;img src=x onerror=y&gt;"), "but all of it can be read");
}

/* Follows the marks: ids count up, every change of content has a mark, the chain goes through all of them. */
static const char *broken_chain(struct str page, const struct delta *d)
{
    unsigned mark = 0, change = 0, stops = 0;

    for (size_t at = str_find(page, STR(" id=\"weft-"), 0); at != SIZE_MAX; at = str_find(page, STR(" id=\"weft-"), at + 1)) {
        struct str rest = str_sub(page, at + 10, page.len), id = str_cut(&rest, '"');
        uint64_t n;
        if (!str_number(id, UINT32_MAX, &n) || n != ++mark)
            return "ids count up from 1";
        if (!str_starts(rest, STR(" data-weft-change=\"")))
            continue;
        rest = str_sub(rest, 19, rest.len);
        if (!str_number(str_cut(&rest, '"'), UINT32_MAX, &n) || n < change || n > d->n_changes)
            return "changes come in order";
        if (d->change[n - 1].class != CLASS_CONTENT)
            return "look is not marked";
        if (n > change && !str_starts(rest, STR(" data-weft-stop=")))
            return "the first mark of a change is a stop";
        stops += n > change;
        change = (unsigned)n;
    }
    return stops == d->n_class[CLASS_CONTENT] ? NULL : "every change has a mark";
}

/* The script and the fields of the frame. */
static bool is_ours(const struct page *p, uint32_t node)
{
    struct str state;
    uint32_t tag = p->dom.node[node].tag;

    return (tag == TAG_SCRIPT && dom_attr(&p->dom, node, STR("data-weft"), &state)) || tag == TAG_BUTTON
           || (tag == TAG_INPUT && p->dom.node[p->dom.node[node].parent].tag == TAG_LABEL) || tag == TAG_BR;
}

static const char *broken_page(struct arena *a, struct str old, struct str new)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct err e = { 0 };
    struct pair_of_pages *p = pair_read(a, old, new, &e);
    struct show_options o = { .old_name = STR("a"), .new_name = STR("b") };
    struct symbols symbols;
    struct page again;

    if (!p || show_changes(a, &p->delta, &o, &out, &e))
        return "it is written";
    struct parse_source source = { .bytes = buf_str(&out) };
    symbols_open(&symbols, a);
    if (page_read(a, &symbols, &source, STR(""), &again, &e))
        return "it can be read again";
    for (uint32_t i = 0; i < again.dom.n; i++)
        if (again.dom.node[i].kind == NODE_ELEMENT && tag_is(again.dom.node[i].tag, TAG_ACTIVE | TAG_ATOM) && !is_ours(&again, i))
            return "nothing of the page's own elements is in it";
    for (size_t at = str_find(buf_str(&out), STR("href=\""), 0); at != SIZE_MAX;
         at = str_find(buf_str(&out), STR("href=\""), at + 1)) {
        uint64_t target;
        struct str rest = str_sub(buf_str(&out), at + 6, out.len);
        if (str_starts(rest, STR("#weft-"))
            && !(rest = str_sub(rest, 6, rest.len),
                 str_number(str_cut(&rest, '"'), UINT32_MAX, &target)
                     && str_find(buf_str(&out), arena_printf(a, " id=\"weft-%u\"", (unsigned)target), 0) != SIZE_MAX))
            return "every way leads somewhere";
    }
    return broken_chain(buf_str(&out), &p->delta);
}

static void test_law(void)
{
    struct random r = { 60 };

    for (unsigned round = 0; round < 10; round++) {
        const char *fault = NULL;

        for (unsigned i = 0; i < 50 && !fault; i++) {
            AUTO(arena) a = { 0 };
            struct sketch *page = random_page(&a, &r, 5 + random_below(&r, 100));
            struct str old = sketch_html(&a, page),
                       new = sketch_html(&a, mutate_page(&a, &r, page, random_below(&r, 12), EDIT_ANY));
            if (round % 3 == 2)
                old = mangle_bytes(&a, &r, old, 3), new = mangle_bytes(&a, &r, new, 3);
            fault = broken_page(&a, old, new);
        }
        ok(!fault, "50 pairs: %s", fault ? fault : "the marks form one chain, and nothing is live");
    }
}

int main(void)
{
    test_marks();
    test_kinds();
    test_safety();
    test_law();
    return tap_done();
}
