/* Nodes of many pages: classes, parents, paths. */
#include "fragment/pool.h"

#include "page/paths.h"
#include "tests/fragment/site.h"
#include "tests/generate.h"
#include "tests/tap.h"

static void test_pool(void)
{
    AUTO(arena) a = { 0 };
    struct shingle_options o = SHINGLE_DEFAULT;
    struct pool pool;
    struct err e;
    static const struct str html[] = {
        STR_INIT("<body><div><p>the same words here</p><p>and others</p></div><p>x"),
        STR_INIT("<body><h1>title</h1><div><p>the same words here</p></div><p>x"),
    };

    pool_open(&pool, &a, &o, 10, false);
    for (unsigned i = 0; i < 2; i++) {
        struct page p = read_page(&a, html[i]);
        ok(pool_add(&pool, &p, &e) == 0, "page %u", i);
    }
    eq_int(pool.node.n, 6, "nodes of at least 10 bytes");
    eq_int(pool.kind.n, 5, "of which two are equal");
    const struct pool_node *n = pool.node.item;
    eq_int(n[2].kind, n[5].kind, "the two");
    eq_int(n[2].next, 5, "are in one list");
    eq_int(n[2].parent, 1, "parents");
    eq_int(n[5].parent, 4, "of the second page too");
    eq_int(n[0].end, 4, "a page's nodes stand together");
    eq_int(pool.page.item[0].end, 4, "and the pool knows where they end");
    ok(pool.page.item[1].first == 4 && pool.page.item[1].end == 6, "and where the next one's are");
    AUTO(buf) path = BUF(1000);
    pool_path(&pool, 2, &path);
    eq_str(buf_str(&path), STR("/html/body/div/p[1]"), "a path");
    buf_clear(&path);
    pool_path(&pool, 5, &path);
    eq_str(buf_str(&path), STR("/html/body/div"), "the path of a wrapper");
}

/* Paths are those of the page. */
static void test_paths(void)
{
    struct random r = { 5 };
    for (unsigned turn = 0; turn < 10; turn++) {
        AUTO(arena) a = { 0 };
        struct shingle_options o = SHINGLE_DEFAULT;
        struct pool pool;
        struct af t;
        struct err e;
        uint32_t at = 0;
        bool same = true;
        struct page p = read_page(&a, sketch_html(&a, random_page(&a, &r, 300)));
        pool_open(&pool, &a, &o, 1, true);
        if (!ok(pool_add(&pool, &p, &e) == 0 && af_build(&a, &p, &t, &e) == 0, "page %u", turn))
            return;
        same = pool.node.n == t.n;
        for (; same && at < t.n; at++) {
            AUTO(buf) path = BUF(10000);
            pool_path(&pool, at, &path);
            same = str_eq(buf_str(&path), dom_path(&a, &p.dom, t.node[at].node)) && pool.node.item[at].end == t.node[at].end;
        }
        ok(same, "its paths");
    }
}

int main(void)
{
    test_pool();
    test_paths();
    return tap_done();
}
