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

int main(void)
{
    test_shape();
    test_hish();
    test_limit();
    return tap_done();
}
