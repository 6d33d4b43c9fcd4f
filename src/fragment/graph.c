/* In: shared fragments and where they stand. Out: edges, each from the innermost page or fragment around to what is in it.
 *
 * Invariant: the graph has no circle, for what is inside is smaller than what is around it. Cost: O(nodes x depth + edges log edges). */
#include "fragment/graph.h"

#include <stdlib.h>

static int by_ends(const void *a, const void *b)
{
    const struct graph_edge *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

static uint32_t holder_of(const struct shared *s, uint32_t node)
{
    const struct pool_node *all = s->pool->node.item;
    uint32_t up = all[node].parent;

    while (up != NONE && s->of[up] == NONE)
        up = all[up].parent;
    return up == NONE ? all[node].page : s->pool->page.n + s->of[up];
}

/* Equal edges become one. */
static uint32_t fold(struct graph_edge *edge, uint32_t n)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (kept && by_ends(&edge[kept - 1], &edge[i]) == 0)
            edge[kept - 1].n++;
        else
            edge[kept++] = edge[i];
    }
    return kept;
}

void graph_of(struct arena *a, const struct shared *shared, struct graph *out)
{
    struct graph g = { .shared = shared, .n_pages = shared->pool->page.n };

    g.edge = NEW_ARRAY(a, struct graph_edge, shared->n_nodes);
    for (uint32_t i = 0; i < shared->n_nodes; i++)
        g.edge[i] = (struct graph_edge){ holder_of(shared, shared->node[i]), shared->of[shared->node[i]], 1 };
    if (shared->n_nodes)
        qsort(g.edge, shared->n_nodes, sizeof *g.edge, by_ends);
    g.n = fold(g.edge, shared->n_nodes);
    g.depth = NEW_ARRAY(a, uint32_t, shared->n);
    for (uint32_t i = 0; i < g.n; i++) /* holders have smaller numbers, and edges stand in their order */
        g.depth[g.edge[i].to] =
            MAX(g.depth[g.edge[i].to], g.edge[i].from < g.n_pages ? 1 : g.depth[g.edge[i].from - g.n_pages] + 1);
    *out = g;
}
