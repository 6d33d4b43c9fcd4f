/* In: a pool of nodes. Out: the fragments that pages share.
 *
 * Groups are made of classes: nodes with equal values belong together whatever the leader, so no class is ever split.
 * Invariants: 1. a class is in at most one fragment; 2. fragments are found from the largest leader down, so what stands around a node is
 * marked before its turn comes; 3. of two nodes of a fragment none lies in the other: the inner one is done with, but not listed.
 * Cost: see shared.h; the judgement is O(nodes of the group and below them). */
#include "fragment/shared.h"

#include <math.h>
#include <stdlib.h>

#include "fragment/group.h"

bool group_near(const struct grouping *g, uint32_t a, uint32_t b)
{
    double x = g->pool->kind.item[a].bytes, y = g->pool->kind.item[b].bytes;
    return x <= y ? x >= y * g->options.near : y >= x * g->options.near;
}

bool group_match(struct grouping *g, uint32_t a, uint32_t b)
{
    const struct pool_class *x = &g->pool->kind.item[a], *y = &g->pool->kind.item[b];

    g->n_comparisons++;
    if (g->options.match >= 1)
        return x->value == y->value && x->bytes == y->bytes;
    if (MIN(x->n_shingles, y->n_shingles) < group_partner_min(g, MAX(x->n_shingles, y->n_shingles)))
        return false;
    return shingle_reaches(pool_shingles(g->pool, a), pool_shingles(g->pool, b), g->options.match);
}

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* All nodes of the group in the order of the pool. */
static uint32_t *nodes_of(struct arena *a, const struct grouping *g, uint32_t *n)
{
    VEC(uint32_t) list = { 0 };

    for (uint32_t i = 0; i < g->group.n; i++) {
        const struct pool_class *c = &g->pool->kind.item[g->group.item[i]];
        for (uint32_t at = c->first; at != NONE; at = g->pool->node.item[at].next)
            *VEC_ADD(a, &list) = at;
    }
    if (g->group.n > 1) /* those of one class are in order */
        qsort(list.item, list.n, sizeof *list.item, by_number);
    *n = list.n;
    return list.item;
}

static uint32_t count_pages(const struct grouping *g, const uint32_t *node, uint32_t n)
{
    uint32_t count = 0, last = NONE;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t page = g->pool->node.item[node[i]].page;
        count += page != last;
        last = page;
    }
    return count;
}

/* All nodes lie in one and the same fragment. */
static bool is_trivial(const struct grouping *g, const uint32_t *node, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        if (g->mark[node[i]] == NONE || g->mark[node[i]] != g->mark[node[0]])
            return false;
    }
    return true;
}

/* The different marks of the fragment's nodes, rising. */
static void add_parents(struct grouping *g, struct shared_fragment *f)
{
    AUTO(arena) scratch = { 0 };
    VEC(uint32_t) list = { 0 };

    for (uint32_t i = f->node; i < f->node_end; i++) {
        if (g->mark[g->node.item[i]] != NONE)
            *VEC_ADD(&scratch, &list) = g->mark[g->node.item[i]];
    }
    if (list.n)
        qsort(list.item, list.n, sizeof *list.item, by_number);
    f->parent = g->parent.n;
    for (uint32_t i = 0; i < list.n; i++) {
        if (i == 0 || list.item[i] != list.item[i - 1])
            *VEC_ADD(g->arena, &g->parent) = list.item[i];
    }
    f->parent_end = g->parent.n;
}

static void declare(struct grouping *g, const uint32_t *node, uint32_t n)
{
    const struct pool_node *all = g->pool->node.item;
    uint32_t number = g->fragment.n, inside = 0;
    struct shared_fragment f = { .node = g->node.n, .exact = true, .n_pages = count_pages(g, node, n) };

    for (uint32_t i = 0; i < n; i++) {
        f.bytes = MAX(f.bytes, pool_bytes(g->pool, node[i]));
        if (node[i] >= inside) { /* not in the node listed last */
            *VEC_ADD(g->arena, &g->node) = node[i];
            f.exact &= all[node[i]].kind == all[g->node.item[f.node]].kind;
        }
        inside = MAX(inside, all[node[i]].end);
    }
    f.node_end = g->node.n;
    add_parents(g, &f);
    for (uint32_t i = f.node; i < f.node_end; i++) {
        uint32_t at = g->node.item[i];
        g->of[at] = number;
        for (uint32_t below = at + 1; below < all[at].end; below++)
            g->mark[below] = number;
    }
    *VEC_ADD(g->arena, &g->fragment) = f;
}

void group_judge(struct grouping *g)
{
    AUTO(arena) scratch = { 0 };
    uint32_t n, *node = nodes_of(&scratch, g, &n);
    bool enough = count_pages(g, node, n) >= g->options.share;

    if (enough && !is_trivial(g, node, n))
        declare(g, node, n);
    for (uint32_t i = 0; i < g->group.n && enough; i++)
        g->done[g->group.item[i]] = true;
    g->group.n = 0;
}

int shared_find(struct arena *a, const struct pool *pool, const struct shared_options *options, struct shared *out, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    struct grouping g = { .arena = a, .pool = pool, .options = *options };
    int code = arena_room(a, (size_t)pool->node.n * 8, e);

    if (code)
        return code;
    if (g.options.near <= 0)
        g.options.near = fmin(SHARED_NEAR, g.options.match);
    g.done = NEW_ARRAY(&scratch, bool, pool->kind.n);
    g.mark = NEW_ARRAY_RAW(&scratch, uint32_t, pool->node.n);
    g.of = NEW_ARRAY_RAW(a, uint32_t, pool->node.n);
    memset(g.mark, 0xff, pool->node.n * sizeof *g.mark);
    memset(g.of, 0xff, pool->node.n * sizeof *g.of);
    bool enough = pool->page.n >= options->share;
    if (enough && options->way == SHARED_PAPER)
        buckets_find(&g);
    else if (enough && (code = index_find(&g, e)))
        return code;
    *out = (struct shared){
        .pool = pool,
        .fragment = g.fragment.item,
        .n = g.fragment.n,
        .node = g.node.item,
        .n_nodes = g.node.n,
        .parent = g.parent.item,
        .n_parents = g.parent.n,
        .of = g.of,
        .n_comparisons = g.n_comparisons,
    };
    return 0;
}

static int by_saving(const void *a, const void *b, void *fragments)
{
    const struct shared_fragment *f = fragments;
    uint32_t i = *(const uint32_t *)a, k = *(const uint32_t *)b;
    uint64_t x = shared_saves(&f[i]), y = shared_saves(&f[k]);
    return x != y ? (x > y ? -1 : 1) : i < k ? -1 : i > k;
}

uint32_t *shared_by_saving(struct arena *a, const struct shared *s)
{
    uint32_t *number = NEW_ARRAY_RAW(a, uint32_t, s->n);

    for (uint32_t i = 0; i < s->n; i++)
        number[i] = i;
    if (s->n)
        qsort_r(number, s->n, sizeof *number, by_saving, s->fragment);
    return number;
}

/* A fragment costs itself without the fragments in it, once; a page what no fragment covers. */
void shared_storage(const struct shared *s, uint64_t *pages, uint64_t *fragments)
{
    AUTO(arena) scratch = { 0 };
    const struct pool *p = s->pool;
    uint64_t *own = NEW_ARRAY(&scratch, uint64_t, p->node.n);
    bool *seen = NEW_ARRAY(&scratch, bool, s->n);
    uint64_t all = 0, once = 0;

    /* What lies in a node, less what lies in fragments below it: fragments hand their size to the next one above. */
    for (uint32_t i = p->node.n; i-- > 0;) {
        const struct pool_node *n = &p->node.item[i];
        bool top = n->parent == NONE, is_fragment = s->of[i] != NONE;
        uint64_t bytes = pool_bytes(p, i), inside = own[i];
        all += top ? bytes : 0;
        if (!top)
            own[n->parent] += is_fragment ? bytes : inside;
        if (is_fragment && !seen[s->of[i]]) {
            seen[s->of[i]] = true;
            once += bytes - inside;
        }
        if (top && !is_fragment)
            once += bytes - inside;
    }
    *pages = all;
    *fragments = once;
}
