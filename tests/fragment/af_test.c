/* The AF tree: which nodes it has, and that shingles built from children are those computed directly, always. */
#include "fragment/af.h"

#include "tests/fragment/site.h"
#include "tests/generate.h"
#include "tests/tap.h"

static void test_shape(void)
{
    AUTO(arena) a = { 0 };
    struct page p =
        read_page(&a, STR("<body><div><p>One <b>two</b></p>tail <i>x</i></div><section><div>In <a href=x>one</a></div></section>"
                          "<p></p><p><br></p><ul><li>a<li>b</ul>"));
    struct af t;
    struct err e;
    if (!ok(af_build(&a, &p, &t, &e) == 0, "a tree"))
        return;
    eq_int(t.n, 8, "nodes: body, div, p, run, section, ul, li, li");
    static const char *const values[] = {
        "One two tail x In one a b", "One two tail x", "One two", "tail x", "In one", "a b", "a", "b"
    };
    for (uint32_t i = 0; i < t.n; i++)
        eq_str(af_value(&t, i), str_of(values[i]), "its value");
    eq_str(dom_path(&a, &p.dom, t.node[4].node), STR("/html/body/section"), "a wrapper stands for what it holds");
    eq_str(dom_path(&a, &p.dom, t.node[3].node), STR("/html/body/div/text()"), "a run is named by its first node");
    ok(t.node[3].run && !t.node[2].run, "and marked");
    eq_int(t.node[7].place, 1, "places count from 0");
    eq_int(t.node[5].n_children, 2, "children are counted");
    eq_int(t.node[4].stands_for, 3, "the section stands for itself, the div in it and its text");
    eq_int(t.node[1].end, 4, "a subtree is a range");
    eq_int(af_node_end(&t, 2), t.node[3].node, "an element ends where the next node begins");
    eq_int(af_node_end(&t, 3), t.node[4].node, "a run too");
    eq_int(af_node_end(&t, 7), p.dom.node[t.node[0].node].end, "the last ends with the page");
    struct page same = read_page(&a, STR("<body>x<table><tr><td>a<td>b</table><ul><li>a <br>b</ul>"));
    struct af u;
    if (ok(af_build(&a, &same, &u, &e) == 0, "another"))
        ok(u.n > 3 && u.node[u.n - 1].value == t.node[5].value && u.node[u.n - 1].value != t.node[6].value,
           "equal words have equal values, whatever holds them");
    struct page empty = read_page(&a, STR("<script>x</script>"));
    ok(af_build(&a, &empty, &u, &e) == 0 && u.n == 0, "a page without words has no nodes");
}

static bool same_as_direct(struct arena *a, const struct page *p, const struct shingle_options *o, uint64_t *saved)
{
    struct af t;
    struct err e;
    uint64_t *direct = NEW_ARRAY(a, uint64_t, o->sample_max), cost = 0;

    if (af_build(a, p, &t, &e) || af_shingle(a, &t, o, 0, &e))
        return false;
    for (uint32_t i = 0; i < t.n; i++) {
        uint32_t n = shingle_direct(o, af_value(&t, i), direct);
        struct shingles got = af_shingles(&t, i);
        cost += t.node[i].stands_for * shingle_cost(o, af_bytes(&t, i));
        if (got.n != n || memcmp(got.item, direct, n * sizeof *direct) != 0)
            return false;
    }
    *saved += t.n_hashes_direct - t.n_hashes;
    return cost == t.n_hashes_direct && t.n_hashes <= t.n_hashes_direct;
}

/* HiSh is exact: random pages, tidy and broken, windows and samples of many sizes. */
static void test_hish(void)
{
    static const struct shingle_options options[] = {
        SHINGLE_DEFAULT,
        { .window = 1, .sample_min = 8, .sample_max = 8, .bits = 64 },
        { .window = 3, .sample_min = 200, .sample_max = 200, .bits = 20 },
        { .window = 64, .sample_min = 8, .sample_max = 100, .bits = 64 },
        { .window = 20, .sample_min = 4, .sample_max = 16, .bits = 8 },
    };
    struct random r = { 2024 };
    uint64_t saved = 0;

    for (unsigned turn = 0; turn < 120; turn++) {
        AUTO(arena) a = { 0 };
        struct str html = sketch_html(&a, random_page(&a, &r, 5 + random_below(&r, 600)));
        if (turn % 3 == 0)
            html = mangle_bytes(&a, &r, html, 1 + random_below(&r, 30));
        struct page p = read_page(&a, html);
        if (!ok(same_as_direct(&a, &p, &options[turn % ARRAY_LEN(options)], &saved), "page %u: as computed directly", turn))
            return;
    }
    ok(saved > 0, "with %llu hashes less", (unsigned long long)saved);
}

static void test_limit(void)
{
    AUTO(arena) a = { 0 };
    AUTO(arena) small = { .budget_bytes = 100 };
    struct page p = read_page(&a, STR("<p>some words that do not fit into a hundred bytes of tree"));
    struct af t;
    struct err e;
    eq_int(af_build(&small, &p, &t, &e), E_LIMIT, "a budget holds");
}

/* "body(p(One two) run(tail x))": the tree of a page, leaves with their values. */
static void add_tree(struct arena *a, const struct af *t, uint32_t i, struct buf *out)
{
    const struct node *n = &t->page->dom.node[t->node[i].node];
    struct str name = t->node[i].run ? STR("run") : tag_name(t->page->dom.symbols, n->tag);

    buf_addf(out, "%.*s(", STR_ARG(name));
    if (!t->node[i].n_children)
        buf_add(out, af_value(t, i));
    for (uint32_t k = i + 1; k < t->node[i].end; k = t->node[k].end) {
        buf_add(out, k > i + 1 ? STR(" ") : STR(""));
        add_tree(a, t, k, out);
    }
    buf_add_char(out, ')');
}

static const struct {
    const char *name, *html, *want;
} trees[] = {
    { "paragraphs", "<p>one</p><p>two</p>", "body(p(one) p(two))" },
    { "an only paragraph stands for the page", "<p>one</p>", "body(one)" },
    { "inline markup is part of its text", "<p>one <b>two <i>three</i></b> <a href=x>four</a></p><p>five</p>",
      "body(p(one two three four) p(five))" },
    { "wrappers are one node with what they hold", "<div><section><div><p>one</p></div></section></div><p>two</p>",
      "body(div(one) p(two))" },
    { "text between blocks is a run", "<div>before<p>inside</p>behind</div><p>x</p>",
      "body(div(run(before) p(inside) run(behind)) p(x))" },
    { "a run goes over inline elements", "<div><p>one</p>two <b>three</b> four</div><p>x</p>",
      "body(div(p(one) run(two three four)) p(x))" },
    { "items", "<ul><li>one</li><li>two</li></ul><p>x</p>", "body(ul(li(one) li(two)) p(x))" },
    { "a list in an item", "<ul><li>one<ul><li>two</li><li>three</li></ul></li><li>four</li></ul><p>x</p>",
      "body(ul(li(run(one) ul(li(two) li(three))) li(four)) p(x))" },
    { "rows and cells", "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table><p>x</p>",
      "body(table(tr(td(1) td(2)) tr(td(3) td(4))) p(x))" },
    { "a row of one cell is the cell", "<table><tr><td>1</td></tr><tr><td>2</td></tr></table><p>x</p>",
      "body(table(tr(1) tr(2)) p(x))" },
    { "empty elements are no nodes", "<div></div><p>one</p><p><br></p><p>two</p>", "body(p(one) p(two))" },
    { "what is hidden has words too", "<p>one</p><p hidden>two</p>", "body(p(one) p(two))" },
    { "scripts and styles have none", "<p>one</p><script>x()</script><style>y{}</style><p>two</p>", "body(p(one) p(two))" },
    { "terms", "<dl><dt>one</dt><dd>two</dd></dl><p>x</p>", "body(dl(dt(one) dd(two)) p(x))" },
    { "letters without spaces between them", "<p>图书馆</p><p>休息</p>", "body(p(图书馆) p(休息))" },
};

static void test_trees(void)
{
    for (size_t i = 0; i < ARRAY_LEN(trees); i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) out = BUF(1 << 16);
        struct page p = read_page(&a, str_of(trees[i].html));
        struct af t;
        struct err e;

        if (af_build(&a, &p, &t, &e))
            abort();
        if (t.n)
            add_tree(&a, &t, 0, &out);
        eq_str(buf_str(&out), str_of(trees[i].want), trees[i].name);
    }
}

/* Which elements are items of one list: by tag, id and class, whatever digits these have. */
static void test_kinds(void)
{
    static const struct {
        const char *name, *one, *two;
        bool same;
    } cases[] = {
        { "the same tag", "<li>", "<li>", true },
        { "another tag", "<li>", "<p>", false },
        { "the same class", "<li class=news>", "<li class=news>", true },
        { "another class", "<li class=news>", "<li class=advert>", false },
        { "a class more", "<li class=news>", "<li class='news top'>", false },
        { "other digits in an id", "<li id=item-17>", "<li id=item-18>", true },
        { "another id", "<li id=first>", "<li id=last>", false },
        { "other attributes", "<li title=a>", "<li title=b>", true },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        struct page p =
            read_page(&a, arena_printf(&a, "<body>%sone two<section>x</section>%sthree four", cases[i].one, cases[i].two));
        struct af t;
        struct err e;

        if (af_build(&a, &p, &t, &e))
            abort();
        uint64_t first = t.node[1].kind, last = t.node[t.n - 1].kind;
        ok((first == last) == cases[i].same, "%s: %s kind", cases[i].name, cases[i].same ? "one" : "another");
    }
}

int main(void)
{
    test_shape();
    test_hish();
    test_limit();
    test_trees();
    test_kinds();
    return tap_done();
}
