/* The dependency graph: what holds what. */
#include "fragment/graph.h"

#include "tests/fragment/site.h"
#include "tests/tap.h"

#define MENU "<ul><li>Home page of the site<li>News of the whole day<li>Weather in the north</ul>"
#define FOOT "<div>Copyright by the owners of all this, all rights reserved</div>"

int main(void)
{
    AUTO(arena) a = { 0 };
    static const struct str html[] = {
        STR_INIT("<body><div>" MENU FOOT "</div><p>One text that stands alone here</p>"),
        STR_INIT("<body><div>" MENU FOOT "</div><p>Two texts, or a second one</p>"),
        STR_INIT("<body>" MENU "<p>Three, and the last of them that has no foot</p>" MENU),
    };
    struct shingle_options shingle = SHINGLE_DEFAULT;
    struct pool pool;
    struct shared s;
    struct graph g;
    struct err e;
    pool_open(&pool, &a, &shingle, 30, false);
    for (unsigned i = 0; i < 3; i++) {
        struct page p = read_page(&a, html[i]);
        if (pool_add(&pool, &p, &e))
            abort();
    }
    if (shared_find(&a, &pool, &(struct shared_options){ .share = 2, .match = 1 }, &s, &e))
        abort();
    graph_of(&a, &s, &g);
    if (!ok(g.n == 4 && s.n == 2, "four edges between three pages, the box and the menu: %u", g.n))
        return tap_done();
    ok(g.edge[0].from == 0 && g.edge[0].to == 0 && g.edge[1].from == 1 && g.edge[1].to == 0, "two pages hold the box");
    ok(g.edge[2].from == 2 && g.edge[2].to == 1 && g.edge[2].n == 2, "the third holds the menu, twice");
    ok(g.edge[3].from == 3 && g.edge[3].to == 1 && g.edge[3].n == 2, "and the box holds it, on both pages");
    ok(g.depth[0] == 1 && g.depth[1] == 2, "the menu is two steps from a page");
    struct shared none = { .pool = &pool };
    graph_of(&a, &none, &g);
    eq_int(g.n, 0, "no fragments, no edges");
    return tap_done();
}
