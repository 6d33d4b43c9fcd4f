/* In: sentinels. Out: the graph that detects them.
 *
 * A sentinel's target is walked; where a page stands, its changes are walked for that page. Every node is looked up by its key before
 * it is made, so that what is equal is shared without being searched for. The parts of OR, AND and ANY are sorted by key: their order
 * means nothing. Cost: O(nodes log parts), expected. */
#include "event/detection.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/map.h"

struct detection_builder {
    struct arena *arena;
    const struct world *world;
    VEC(struct detect_node) nodes;
    VEC(struct detect_page) pages;
    VEC(struct detect_root) roots;
    struct map node_of_key, page_of_address;
    bool over;
};

/* Whose expression is walked. */
struct graph_walk {
    struct detection_builder *b;
    const struct world_sentinel *sentinel;
    const struct expr *changes; /* what is asked of each page; NULL: sentinels stand for their events */
};

typedef VEC(uint32_t) node_list;

static uint32_t build_target(const struct graph_walk *w, const struct expr *x);
static uint32_t build_changes(const struct graph_walk *w, const struct expr *x, uint32_t page);

static uint32_t page_of(struct detection_builder *b, struct str address)
{
    uint32_t *slot = map_slot(&b->page_of_address, hash_str(address), NONE);
    if (*slot == NONE) {
        *slot = b->pages.n;
        *VEC_ADD(b->arena, &b->pages) = (struct detect_page){ .address = address };
    }
    return *slot;
}

static uint64_t key_of(const struct detection_builder *b, const struct detect_node *n)
{
    uint64_t key = hash_mix((uint64_t)n->kind, n->count);
    key = hash_mix(hash_mix(key, (uint64_t)n->ms), (uint64_t)n->within_ms);
    key = hash_mix(hash_mix(key, (uint64_t)n->context), (uint64_t)n->from_at);
    for (uint32_t i = 0; i < n->n_parts; i++)
        key = hash_mix(key, b->nodes.item[n->part[i]].key);
    if (n->kind == DETECT_CHANGE) {
        AUTO(buf) text = BUF((size_t)1 << 20);
        type_print(&n->type, &text);
        key = hash_mix(hash_mix(key, hash_str(b->pages.item[n->page].address)), hash_str(buf_str(&text)));
        key = hash_mix(key, hash_mix((uint64_t)n->compare, n->compare_n));
    }
    return key;
}

/* The node that means this: the one that is there, or a new one. */
static uint32_t add_node(struct detection_builder *b, struct detect_node n)
{
    n.key = key_of(b, &n);
    uint32_t *slot = map_slot(&b->node_of_key, n.key, NONE);
    if (*slot != NONE)
        return *slot;
    b->over |= b->nodes.n >= DETECTION_NODES_MAX || arena_over(b->arena);
    if (b->over)
        return 0;
    *slot = b->nodes.n;
    *VEC_ADD(b->arena, &b->nodes) = n;
    return b->nodes.n - 1;
}

struct keyed {
    uint64_t key;
    uint32_t node;
};

static int by_key(const void *one, const void *two)
{
    const struct keyed *a = one, *b = two;
    return a->key < b->key ? -1 : a->key > b->key;
}

/* In the order of their keys, each once: the order means nothing, and the same twice is the same. */
static void sort_by_key(const struct detection_builder *b, node_list *parts)
{
    struct keyed *sorted = NEW_ARRAY(b->arena, struct keyed, parts->n + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < parts->n; i++)
        sorted[i] = (struct keyed){ b->nodes.item[parts->item[i]].key, parts->item[i] };
    qsort(sorted, parts->n, sizeof *sorted, by_key);
    for (uint32_t i = 0; i < parts->n; i++)
        if (i == 0 || sorted[i].node != sorted[i - 1].node)
            parts->item[n++] = sorted[i].node;
    parts->n = n;
}

/* A node over parts, with the state that its sentinel's context asks for. */
static struct detect_node operator_node(const struct graph_walk *w, enum detect_kind kind, node_list parts)
{
    bool is_recent = w->sentinel->s.context == CONTEXT_RECENT, has_state = kind != DETECT_OR && kind != DETECT_PLUS;
    return (struct detect_node){
        .kind = kind,
        .part = parts.item,
        .n_parts = parts.n,
        .context = has_state ? w->sentinel->s.context : CONTEXT_RECENT,
        .from_at = has_state && !is_recent ? w->sentinel->from_at : INT64_MIN,
    };
}

static uint32_t add_or(const struct graph_walk *w, node_list parts)
{
    sort_by_key(w->b, &parts);
    return parts.n == 1 ? parts.item[0] : add_node(w->b, operator_node(w, DETECT_OR, parts));
}

static uint32_t add_all(const struct graph_walk *w, node_list parts, uint32_t count, int64_t within_ms)
{
    sort_by_key(w->b, &parts);
    if (parts.n == 1 && !within_ms)
        return parts.item[0];
    struct detect_node n = operator_node(w, DETECT_ALL, parts);
    n.count = MIN(count, parts.n);
    n.within_ms = within_ms;
    return add_node(w->b, n);
}

/* Of what has no state of its own: only what is short enough. */
static uint32_t add_window(const struct graph_walk *w, uint32_t node, int64_t within_ms)
{
    node_list parts = { 0 };
    *VEC_ADD(w->b->arena, &parts) = node;
    return within_ms ? add_all(w, parts, 1, within_ms) : node;
}

static uint32_t add_pair(const struct graph_walk *w, enum detect_kind kind, const uint32_t part[3], int64_t within_ms)
{
    node_list parts = { 0 };
    for (unsigned i = 0; i < (kind == DETECT_BETWEEN ? 3 : 2); i++)
        *VEC_ADD(w->b->arena, &parts) = part[i];
    struct detect_node n = operator_node(w, kind, parts);
    n.within_ms = within_ms;
    return add_node(w->b, n);
}

/* One part of an expression: of a target, or of the changes of a page. */
static uint32_t build_part(const struct graph_walk *w, const struct expr *x, uint32_t page)
{
    return page == NONE ? build_target(w, x) : build_changes(w, x, page);
}

/* The parts that happen, or those that must not. */
static node_list build_parts(const struct graph_walk *w, const struct expr *x, uint32_t page, bool nots)
{
    node_list parts = { 0 };
    for (uint32_t i = 0; i < x->n_parts; i++) {
        bool is_not = x->part[i]->kind == EXPR_NOT;
        if (is_not != nots)
            continue;
        uint32_t node = build_part(w, is_not ? x->part[i]->part[0] : x->part[i], page);
        *VEC_ADD(w->b->arena, &parts) = node;
    }
    return parts;
}

static uint32_t build_and(const struct graph_walk *w, const struct expr *x, uint32_t page)
{
    node_list happen = build_parts(w, x, page, false), not = build_parts(w, x, page, true);
    uint32_t all = add_all(w, happen, happen.n, not .n ? 0 : x->within_ms);
    if (not .n == 0)
        return all;
    return add_pair(w, DETECT_UNLESS, (uint32_t[3]){ all, add_or(w, not ), 0 }, x->within_ms);
}

/* a SEQ b SEQ c is (a SEQ b) SEQ c; what must not be between two is asked of the two around it. */
static uint32_t build_seq(const struct graph_walk *w, const struct expr *x, uint32_t page)
{
    uint32_t all = build_part(w, x->part[0], page);
    node_list not = { 0 };
    for (uint32_t i = 1; i < x->n_parts; i++) {
        int64_t within_ms = i + 1 == x->n_parts ? x->within_ms : 0;
        if (x->part[i]->kind == EXPR_NOT) {
            uint32_t node = build_part(w, x->part[i]->part[0], page);
            *VEC_ADD(w->b->arena, &not ) = node;
            continue;
        }
        uint32_t next = build_part(w, x->part[i], page);
        if (not .n)
            all = add_pair(w, DETECT_BETWEEN, (uint32_t[3]){ all, add_or(w, not ), next }, within_ms);
        else
            all = add_pair(w, DETECT_SEQ, (uint32_t[3]){ all, next, 0 }, within_ms);
        not = (node_list){ 0 };
    }
    return all;
}

static uint32_t build_plus(const struct graph_walk *w, const struct expr *x, uint32_t page)
{
    struct detect_node n = operator_node(w, DETECT_PLUS, build_parts(w, x, page, false));
    n.ms = x->ms;
    return add_node(w->b, n);
}

static node_list build_set(const struct graph_walk *w, const struct world_set *set)
{
    node_list parts = { 0 };
    for (uint32_t i = 0; i < set->n; i++) {
        uint32_t node = build_changes(w, w->changes, page_of(w->b, set->address[i]));
        *VEC_ADD(w->b->arena, &parts) = node;
    }
    return parts;
}

/* ANY counts the pages of a set each. */
static uint32_t build_any(const struct graph_walk *w, const struct expr *x, uint32_t page)
{
    node_list parts = { 0 };
    for (uint32_t i = 0; i < x->n_parts; i++) {
        const struct world_set *set = x->part[i]->kind == EXPR_NAMED ? world_find_set(w->b->world, x->part[i]->name) : NULL;
        node_list more = { 0 };
        if (set)
            more = build_set(w, set);
        else
            *VEC_ADD(w->b->arena, &more) = build_part(w, x->part[i], page);
        for (uint32_t k = 0; k < more.n; k++)
            *VEC_ADD(w->b->arena, &parts) = more.item[k];
    }
    return add_all(w, parts, x->count, x->within_ms);
}

static uint32_t build_operator(const struct graph_walk *w, const struct expr *x, uint32_t page)
{
    switch (x->kind) {
    case EXPR_AND:
        return build_and(w, x, page);
    case EXPR_SEQ:
        return build_seq(w, x, page);
    case EXPR_ANY:
        return build_any(w, x, page);
    case EXPR_PLUS:
        return build_plus(w, x, page);
    default:
        return add_window(w, add_or(w, build_parts(w, x, page, false)), x->within_ms);
    }
}

static uint32_t build_changes(const struct graph_walk *w, const struct expr *x, uint32_t page)
{
    const struct sentinel *s = &w->sentinel->s;
    bool counts = s->compare == COMPARE_EVERY || s->compare == COMPARE_NEXT;
    if (x->kind != EXPR_TYPE)
        return build_operator(w, x, page);
    return add_node(w->b, (struct detect_node){ .kind = DETECT_CHANGE,
                                                .page = page,
                                                .type = x->type,
                                                .compare = s->compare,
                                                .compare_n = s->compare_n,
                                                .from_at = counts ? w->sentinel->from_at : INT64_MIN });
}

/* A name: a set is any of its pages; a sentinel is its event, or with changes of our own its pages. */
static uint32_t build_named(const struct graph_walk *w, const struct expr *x)
{
    const struct world_set *set = world_find_set(w->b->world, x->name);
    const struct world_sentinel *other = world_find(w->b->world, x->name);
    if (set)
        return add_or(w, build_set(w, set));
    if (w->changes)
        return build_target(w, other->s.target);
    return build_target(&(struct graph_walk){ w->b, other, other->s.changes }, other->s.target);
}

static uint32_t build_target(const struct graph_walk *w, const struct expr *x)
{
    if (x->kind == EXPR_PAGE)
        return add_window(w, build_changes(w, w->changes, page_of(w->b, x->name)), x->within_ms);
    if (x->kind == EXPR_NAMED)
        return add_window(w, build_named(w, x), x->within_ms);
    return build_operator(w, x, NONE);
}

/* Who is above whom, which leaves a page has, which sentinels a node is the event of: each as one array, counted first. */
static void link_nodes(struct detection_builder *b)
{
    for (uint32_t i = 0; i < b->nodes.n; i++) {
        struct detect_node *n = &b->nodes.item[i];
        for (uint32_t k = 0; k < n->n_parts; k++)
            b->nodes.item[n->part[k]].n_above++;
        if (n->kind == DETECT_CHANGE)
            b->pages.item[n->page].n_leaves++;
    }
    for (uint32_t i = 0; i < b->roots.n; i++)
        b->nodes.item[b->roots.item[i].node].n_roots++;
    for (uint32_t i = 0; i < b->nodes.n; i++) {
        struct detect_node *n = &b->nodes.item[i];
        n->above = NEW_ARRAY(b->arena, uint32_t, n->n_above + 1);
        n->root = NEW_ARRAY(b->arena, uint32_t, n->n_roots + 1);
        n->n_above = n->n_roots = 0;
    }
    for (uint32_t i = 0; i < b->pages.n; i++) {
        b->pages.item[i].leaf = NEW_ARRAY(b->arena, uint32_t, b->pages.item[i].n_leaves + 1);
        b->pages.item[i].n_leaves = 0;
    }
    for (uint32_t i = 0; i < b->nodes.n; i++) {
        struct detect_node *n = &b->nodes.item[i];
        struct detect_page *page = n->kind == DETECT_CHANGE ? &b->pages.item[n->page] : NULL;
        for (uint32_t k = 0; k < n->n_parts; k++) {
            struct detect_node *part = &b->nodes.item[n->part[k]];
            if (part->n_above == 0 || part->above[part->n_above - 1] != i)
                part->above[part->n_above++] = i;
        }
        if (page)
            page->leaf[page->n_leaves++] = i;
    }
    for (uint32_t i = 0; i < b->roots.n; i++) {
        struct detect_node *n = &b->nodes.item[b->roots.item[i].node];
        n->root[n->n_roots++] = i;
    }
}

int detection_build(struct arena *a, const struct world *w, struct detection *out, struct err *e)
{
    struct detection_builder b = { .arena = a, .world = w };
    map_open(&b.node_of_key, a, w->n);
    map_open(&b.page_of_address, a, w->n);
    for (uint32_t i = 0; i < w->n && !b.over; i++) {
        struct graph_walk walk = { &b, &w->item[i], w->item[i].s.changes };
        if (w->item[i].disabled)
            continue;
        uint32_t node = build_target(&walk, w->item[i].s.target);
        *VEC_ADD(a, &b.roots) = (struct detect_root){ i, node };
    }
    if (b.over)
        return err_set(e, E_LIMIT, "the sentinels need more than %u nodes, or too much memory", DETECTION_NODES_MAX);
    link_nodes(&b);
    *out = (struct detection){ w, b.nodes.item, b.nodes.n, b.pages.item, b.pages.n, b.roots.item, b.roots.n };
    return 0;
}
