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

/* A row or small card with a change is told whole, behind the change as before it. */
static void test_boxes(void)
{
    AUTO(arena) a = { 0 };
    struct str page = shown(&a, STR("<table><tr><td>Bern<td>10:02<td>track 7<tr><td>Olten<td>10:15<td>track 2</table>"),
                            STR("<table><tr><td>Bern<td>10:05<td>track 7<tr><td>Olten<td>10:15<td>track 2</table>"));

    ok(has(page, "<p dir=\"auto\">Bern<span data-weft=\"ui\" class=\"dim\"> | </span><del")
           && has(page, ">10:05</ins><span data-weft=\"ui\" class=\"dim\"> | </span>track 7</p>"),
       "a row");
    page = shown(&a, STR("<ul><li><h3>Oak</h3><p>340 euro<p>in stock<li><h3>Elm</h3><p>200 euro<p>in stock</ul>"),
                 STR("<ul><li><h3>Oak</h3><p>360 euro<p>in stock<li><h3>Elm</h3><p>200 euro<p>in stock</ul>"));
    ok(has(page, "<p dir=\"auto\">Oak<br data-weft=\"ui\"><del") && has(page, ">360</ins> euro<br data-weft=\"ui\">in stock</p>"),
       "a card");
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

/* The passages of the page of changes: text as it is read, marks as words, "#" before where each stands. */
static void add_plain_tag(struct buf *out, struct str tag)
{
    static const struct {
        const char *start, *sign;
    } signs[] = { { "del", "[-" }, { "/del", "-]" }, { "ins", "{+" }, { "/ins", "+}" },
                  { "br", " / " }, { "h2", "# " },   { "/h2", ": " }, { "/article", "\n" } };

    for (size_t k = 0; k < ARRAY_LEN(signs); k++) {
        struct str start = str_of(signs[k].start);
        if (str_starts(tag, start) && (tag.len == start.len || tag.ptr[start.len] == ' '))
            buf_add(out, str_of(signs[k].sign));
    }
}

static struct str passages(struct arena *a, const char *old, const char *new)
{
    struct str page = shown(a, str_of(old), str_of(new));
    AUTO(buf) out = BUF(MIB(1));
    size_t at = str_find(page, STR("<article"), 0), end = MIN(page.len, str_find(page, STR("</main>"), 0));

    while (at < end) {
        size_t next = page.ptr[at] == '<' ? str_find(page, STR(">"), at) + 1 : at + 1;
        if (page.ptr[at] == '<')
            add_plain_tag(&out, str_sub(page, at + 1, next - 1));
        else if (page.ptr[at] != '\n')
            buf_add_char(&out, page.ptr[at]);
        at = next;
    }
    return str_trim(arena_str(a, buf_str(&out)));
}

static const struct passage_case {
    const char *name, *old, *new, *want;
} cases[] = {
    { "a word", "<h2>S</h2><p>one two three", "<h2>S</h2><p>one new three", "# S: one [-two-] {+new+} three" },
    { "two words of one sentence", "<h2>S</h2><p>one two three four five", "<h2>S</h2><p>one new three old five",
      "# S: one [-two-] {+new+} three [-four-] {+old+} five" },
    { "two sentences of one block", "<h2>S</h2><p>One two three. Four five six.", "<h2>S</h2><p>One new three. Four old six.",
      "# S: One [-two-] {+new+} three. Four [-five-] {+old+} six." },
    { "a paragraph that came", "<h2>S</h2><p>one two", "<h2>S</h2><p>one two<p>all of it is new", "# S: {+all of it is new+}" },
    { "one that went", "<h2>S</h2><p>one two<p>all of it was old", "<h2>S</h2><p>one two", "# S: [-all of it was old-]" },
    { "a cell with its row", "<h2>S</h2><table><tr><td>Tea<td>hot<td>10<tr><td>Milk<td>cold<td>4</table>",
      "<h2>S</h2><table><tr><td>Tea<td>hot<td>12<tr><td>Milk<td>cold<td>4</table>", "# S: Tea | hot | [-10-] {+12+}" },
    { "a row that came", "<table><tr><td>Tea<td>10<tr><td>Milk<td>4</table>",
      "<table><tr><td>Tea<td>10<tr><td>Juice<td>7<tr><td>Milk<td>4</table>", "# Top of the page: {+Juice | 7+}" },
    { "a small card", "<ul><li><h3>Chair</h3><p>89 euro<p>5 left<li><h3>Lamp</h3><p>39 euro<p>7 left</ul>",
      "<ul><li><h3>Chair</h3><p>99 euro<p>4 left<li><h3>Lamp</h3><p>39 euro<p>7 left</ul>",
      "# Top of the page: Chair / [-89-] {+99+} euro / [-5-] {+4+} left" },
    { "an item that moved", "<ul><li>one red fish<li>two blue birds<li>three green cats</ul>",
      "<ul><li>two blue birds<li>three green cats<li>one red fish</ul>",
      "# Top of the page: {+one red fish+} moved: 3rd, was 1st" },
    { "a link that leads elsewhere", "<p>See <a href=/a>the map</a> here", "<p>See <a href=/b>the map</a> here",
      "# Top of the page: the map [-/a-] {+/b+}" },
    { "a link that has no address now", "<p>See <a href=/a>the map</a> here", "<p>See the map here",
      "# Top of the page: the map [-/a-]" },
    { "another picture", "<p>See <img src=a.png alt=Map> here", "<p>See <img src=b.png alt=Plan> here",
      "# Top of the page: picture [-Map-] {+Plan+}" },
    { "a picture that came", "<p>See here", "<p>See <img src=b.png alt=Plan> here", "# Top of the page: See {+[img Plan]+} here" },
    { "a field", "<p><label>Name <input value=Ann></label>", "<p><label>Name <input value=Bob></label>",
      "# Top of the page: [input] [-Ann-] {+Bob+}" },
    { "the title and a word", "<title>Old</title><p>one two", "<title>New</title><p>one three",
      "# Title of the page: [-Old-] {+New+}\n"
      "# Top of the page: one [-two-] {+three+}" },
    { "the description", "<meta name=description content=Old><p>one two", "<meta name=description content=New><p>one two",
      "# Description of the page: [-Old-] {+New+}" },
    { "lines that went stand one below the other", "<p>one<p>gone is this<p>and this too<p>end", "<p>one<p>end",
      "# Top of the page: [-gone is this / and this too-]" },
    { "two places", "<h2>A</h2><p>one two<h2>B</h2><p>three four", "<h2>A</h2><p>one new<h2>B</h2><p>three new",
      "# A: one [-two-] {+new+}\n"
      "# B: three [-four-] {+new+}" },
    { "no place has a name", "<p>one two", "<p>one new", "# Top of the page: one [-two-] {+new+}" },
    { "a part of the page", "<h1>T</h1><p>x</p><footer>one two</footer>", "<h1>T</h1><p>x</p><footer>one new</footer>",
      "# Foot of the page: one [-two-] {+new+}" },
    { "what nobody sees", "<p>x<p hidden>one two", "<p>x<p hidden>one new",
      "# Top of the page · hidden on the page: one [-two-] {+new+}" },
};

static void test_passages(void)
{
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        eq_str(passages(&a, cases[i].old, cases[i].new), str_of(cases[i].want), cases[i].name);
    }
}

int main(void)
{
    test_marks();
    test_kinds();
    test_boxes();
    test_safety();
    test_law();
    test_passages();
    return tap_done();
}
