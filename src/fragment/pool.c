/* In: pages, one after the other. Out: their nodes by class.
 *
 * A site's pages have most of their nodes in common, so a class is kept once, with its shingles, and a node costs 28 bytes. Paths are kept
 * as a tree of steps that all pages share.
 * Cost: that of the AF tree; memory O(nodes + windows of different classes / 4). */
#include "fragment/pool.h"

#include "base/hash.h"
#include "base/limits.h"
#include "page/paths.h"

void pool_open(struct pool *p, struct arena *a, const struct shingle_options *options, uint32_t min_bytes, bool exact)
{
    *p = (struct pool){ .arena = a, .options = *options, .min_bytes = MAX(min_bytes, 1), .exact = exact };
    map_open(&p->by_value, a, 0);
    map_open(&p->by_step, a, 0);
    symbols_open(&p->names, a);
}

/* ---- Paths ---- */

static struct str step_name(const struct dom *d, const struct node *n)
{
    return n->kind == NODE_TEXT ? STR("text()") : n->kind == NODE_COMMENT ? STR("comment()") : tag_name(d->symbols, n->tag);
}

static uint32_t add_step(struct pool *p, uint32_t parent, struct str name, uint32_t place)
{
    struct pool_step step = { parent, symbols_add(&p->names, name), place };
    uint64_t key = hash_mix(hash_mix(parent, step.name), place);

    for (;; key++) { /* a key that another step has is passed over */
        uint32_t fresh = p->step.n, *slot = map_slot(&p->by_step, key, fresh);
        if (*slot == fresh) {
            *VEC_ADD(p->arena, &p->step) = step;
            return fresh;
        }
        const struct pool_step *at = &p->step.item[*slot];
        if (at->parent == step.parent && at->name == step.name && at->place == step.place)
            return *slot;
    }
}

/* Steps of all nodes above `node` are known by node, where they were asked for before. */
static uint32_t path_of(struct pool *p, const struct paths *paths, uint32_t node, uint32_t *known)
{
    uint32_t way[LIMIT_DEPTH + 2], n = 0, at = NONE, i = node;
    const struct dom *d = paths->dom;

    while (known[i] == NONE) {
        way[n++] = i;
        if (i == 0)
            break;
        i = d->node[i].parent;
    }
    if (known[i] != NONE)
        at = known[i];
    while (n) {
        i = way[--n];
        at = add_step(p, at, step_name(d, &d->node[i]), paths->place[i]);
        known[i] = at;
    }
    return at;
}

void pool_path(const struct pool *p, uint32_t node, struct buf *out)
{
    uint32_t way[LIMIT_DEPTH + 2], n = 0;

    for (uint32_t at = p->node.item[node].path; at != NONE; at = p->step.item[at].parent)
        way[n++] = at;
    while (n) {
        const struct pool_step *step = &p->step.item[way[--n]];
        buf_add_char(out, '/');
        buf_add(out, symbols_str(&p->names, step->name));
        if (step->place)
            buf_addf(out, "[%u]", step->place);
    }
}

/* ---- Nodes ---- */

static void keep_shingles(struct pool *p, struct pool_class *c, struct shingles s)
{
    if (p->n_shingles + s.n > p->room_shingles) {
        uint64_t grown = MAX(p->room_shingles * 3 / 2, p->n_shingles + s.n + 4096);
        p->shingle = arena_grow(p->arena, p->shingle, p->room_shingles, grown, sizeof *p->shingle);
        p->room_shingles = grown;
    }
    c->shingle = p->n_shingles;
    c->n_shingles = s.n;
    for (uint32_t i = 0; i < s.n; i++)
        p->shingle[p->n_shingles++] = shingle_short(&p->options, s.item[i]);
}

static uint32_t class_of(struct pool *p, const struct af *t, uint32_t i)
{
    uint64_t value = t->node[i].value;
    uint32_t bytes = af_bytes(t, i), fresh = p->kind.n;
    uint32_t *slot = map_slot(&p->by_value, hash_mix(value, bytes), fresh);

    if (*slot != fresh)
        return *slot;
    struct pool_class *c = VEC_ADD(p->arena, &p->kind);
    *c = (struct pool_class){ .value = value, .bytes = bytes, .first = NONE, .last = NONE };
    if (!p->exact)
        keep_shingles(p, c, af_shingles(t, i));
    return fresh;
}

static void add_node(struct pool *p, struct pool_node node)
{
    uint32_t at = p->node.n;
    struct pool_class *c = &p->kind.item[node.kind];

    *VEC_ADD(p->arena, &p->node) = node;
    if (c->n_nodes++)
        p->node.item[c->last].next = at;
    else
        c->first = at;
    c->last = at;
}

static void add_nodes(struct pool *p, const struct af *t)
{
    AUTO(arena) scratch = { 0 };
    uint32_t *here =
        NEW_ARRAY_RAW(&scratch, uint32_t, t->n); /* by node of the tree: where it, or the nearest above it, is in the pool */
    uint32_t *known = NEW_ARRAY_RAW(&scratch, uint32_t, t->page->dom.n);
    struct paths paths;

    memset(known, 0xff, t->page->dom.n * sizeof *known);
    paths_open(&paths, &scratch, &t->page->dom);
    for (uint32_t i = 0; i < t->n; i++) {
        uint32_t up = i ? here[t->node[i].parent] : NONE;
        here[i] = up;
        if (af_bytes(t, i) < p->min_bytes)
            continue;
        here[i] = p->node.n;
        add_node(p, (struct pool_node){
                        .page = p->page.n,
                        .parent = up,
                        .end = p->node.n + 1,
                        .kind = class_of(p, t, i),
                        .path = path_of(p, &paths, t->node[i].node, known),
                        .node = t->node[i].node,
                        .next = NONE,
                    });
    }
}

int pool_add(struct pool *p, const struct page *page, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = p->arena->budget_bytes };
    struct af tree;
    uint32_t first = p->node.n;
    int code = af_build(&a, page, &tree, e);

    if (code == 0 && (!p->exact || p->count_hashes))
        code = af_shingle(&a, &tree, &p->options, p->min_bytes, e);
    if (code)
        return code;
    add_nodes(p, &tree);
    for (uint32_t i = p->node.n; i-- > first;) {
        struct pool_node *n = &p->node.item[i];
        if (n->parent != NONE)
            p->node.item[n->parent].end = MAX(p->node.item[n->parent].end, n->end);
    }
    p->n_hashes += tree.n_hashes;
    p->n_hashes_direct += tree.n_hashes_direct;
    *VEC_ADD(p->arena, &p->page) = (struct pool_range){ first, p->node.n };
    return arena_over(p->arena) ? err_set(e, E_LIMIT, "more different fragments than memory allows; give fewer pages") : 0;
}
