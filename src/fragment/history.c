/* In: versions of a page. Out: its L-P fragments with their lifetimes.
 *
 * Each version is compared with the base version, as the paper has it: that tells which parts are fragments. And with the version before:
 * that tells which part is which, and at which visit it changed. Once little is left of the base, the version before takes its place, and
 * where little is left of that too, the new one does. Where a part was replaced by one that is not similar, the place decides: the new one
 * at the same place under the same parent goes on with its slot.
 * A slot that came later than the first version counts its coming as a change.
 * Invariants: 1. every node of the newest version has a slot, no two the same; 2. a slot that a version lacks never comes back.
 * Cost: two comparisons (lp.c) a version; memory O(nodes of all versions that are not each other's continuation). */
#include "fragment/history.h"

#include "base/limits.h"
#include "base/search.h"
#include "page/paths.h"

struct history_version {
    struct arena arena;
    struct af tree; /* without its page */
    uint32_t *slot; /* by node */
};

static void version_drop(struct history_version *v)
{
    arena_drop(&v->arena);
    heap_free(v);
}

/* churn: at least so many changes, at so large a share of the visits */
enum { CHURN_CHANGES = 2 };
#define CHURN_SHARE 0.8
#define LASTING_SHARE 0.5

static const char *const class_names[] = { [CLASS_STATIC] = "static", [CLASS_SCROLL] = "scroll", [CLASS_CHURN] = "churn" };

const char *history_class_name(enum history_class class)
{
    return class_names[class];
}

void history_open(struct history *h, struct arena *a, const struct lp_options *options)
{
    *h = (struct history){ .arena = a, .options = *options };
}

/* Drops a version that is neither base nor the one before any more. */
static void release(const struct history *h, struct history_version *v)
{
    if (v && v != h->base && v != h->before)
        version_drop(v);
}

void history_drop(struct history *h)
{
    struct history_version *base = h->base, *before = h->before;

    h->base = h->before = NULL;
    release(h, base);
    if (before != base)
        release(h, before);
}

static int read_version(const struct page *page, struct history_version **out, struct err *e)
{
    struct history_version *v = heap_grow(NULL, sizeof *v);
    struct shingle_options shingle = LP_SHINGLE;
    int code;

    *v = (struct history_version){ .arena = { .budget_bytes = LIMIT_JOB_MEMORY } };
    if ((code = af_build(&v->arena, page, &v->tree, e)) == 0)
        code = af_shingle(&v->arena, &v->tree, &shingle, 0, e);
    if (code) {
        version_drop(v);
        return code;
    }
    v->slot = NEW_ARRAY_RAW(&v->arena, uint32_t, v->tree.n);
    *out = v;
    return 0;
}

/* ---- Slots ---- */

static uint32_t new_slot(struct history *h, const struct af_node *n, double span_s)
{
    uint32_t number = h->slot.n;
    struct slot *s = VEC_ADD(h->arena, &h->slot);

    *s = (struct slot){ .first = h->n_versions, .last = h->n_versions, .value = n->value, .bytes = n->to - n->from, .node = NONE };
    if (h->n_versions) { /* something came between the visits */
        s->n_visits = s->n_changed = 1;
        lifetime_add(&s->seen, h->arena, span_s, true);
    }
    return number;
}

static void go_on(struct history *h, struct slot *s, const struct af_node *n, bool moved, double span_s)
{
    bool changed = s->value != n->value;

    s->last = h->n_versions;
    s->value = n->value;
    s->bytes = n->to - n->from;
    s->n_visits++;
    s->n_changed += changed;
    s->n_moved += moved;
    lifetime_add(&s->seen, h->arena, span_s, changed);
}

/* How much of what is in a node the version before had: lists and pages change part by part, what is new all through has no part of it.
 * Leaves have no parts. */
static double kept_of(const struct lp *lp, uint32_t old, uint32_t k)
{
    return lp->new->node[k].n_children ? shingle_overlap(af_shingles(lp->old, old), af_shingles(lp->new, k)) : 0;
}

static void follow(struct history *h, const struct lp *lp, const struct history_version *before, struct history_version *v,
                   double span_s)
{
    for (uint32_t k = 0; k < v->tree.n; k++) {
        const struct af_node *n = &v->tree.node[k];
        uint32_t old = lp->match[k];
        if (old == NONE)
            v->slot[k] = new_slot(h, n, span_s);
        else {
            struct slot *s = &h->slot.item[v->slot[k] = before->slot[old]];
            s->kept += s->value != n->value ? kept_of(lp, old, k) : 0;
            go_on(h, s, n, lp->status[k] == LP_POSITION, span_s);
        }
    }
}

/* ---- Fragments ---- */

/* What the comparison with the base says: these nodes are fragments. */
static void flag(struct history *h, const struct lp *lp, struct history_version *v)
{
    AUTO(arena) scratch = { 0 };
    uint32_t n, *node = lp_fragments(&scratch, lp, h->options.min_bytes, &n);

    for (uint32_t i = 0; i < n; i++) {
        struct slot *s = &h->slot.item[v->slot[node[i]]];
        s->status = MAX(s->status, lp->status[node[i]]);
    }
}

/* Where the slots of the newest version stand in its page. */
static void place(struct history *h, const struct page *page, const struct history_version *v)
{
    AUTO(arena) scratch = { 0 };
    struct paths paths;

    paths_open(&paths, &scratch, &page->dom);
    for (uint32_t i = 0; i < h->slot.n; i++)
        h->slot.item[i].node = NONE;
    for (uint32_t k = 0; k < v->tree.n; k++) {
        struct slot *s = &h->slot.item[v->slot[k]];
        AUTO(buf) path = BUF(KIB(64));
        s->node = v->tree.node[k].node;
        s->end = af_node_end(&v->tree, k);
        if (s->status == LP_UNCHANGED)
            continue;
        paths_add(&paths, s->node, &path);
        if (!str_eq(s->path, buf_str(&path)))
            s->path = arena_str(h->arena, buf_str(&path));
    }
}

static int compare(struct history *h, struct history_version *v, double span_s, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    struct lp with_before, with_base;
    bool one = h->base == h->before;

    lp_compare(&scratch, &h->before->tree, &v->tree, &h->options, &with_before);
    with_base = with_before;
    if (!one)
        lp_compare(&scratch, &h->base->tree, &v->tree, &h->options, &with_base);
    struct history_version *base = h->base, *before = h->before;
    if (with_base.drastic && !one) {
        with_base = with_before;
        h->base = before;
    }
    if (with_base.drastic)
        h->base = v;
    lp_match_places(&with_before);
    follow(h, &with_before, before, v, span_s);
    flag(h, &with_base, v);
    h->before = v;
    release(h, base);
    if (!one)
        release(h, before);
    return arena_over(h->arena) ? err_set(e, E_LIMIT, "the versions have more parts than memory allows; give fewer") : 0;
}

int history_add(struct history *h, const struct page *page, double at_s, struct err *e)
{
    struct history_version *v;
    int code = read_version(page, &v, e);

    if (code)
        return code;
    if (h->before) {
        code = compare(h, v, at_s - h->at_s, e);
    } else {
        for (uint32_t k = 0; k < v->tree.n; k++)
            v->slot[k] = new_slot(h, &v->tree.node[k], 0);
        h->base = h->before = v;
    }
    place(h, page, v);
    v->tree.page = NULL; /* the caller may drop it now */
    h->at_s = at_s;
    h->n_versions++;
    return code;
}

void history_same(struct history *h, double at_s)
{
    for (uint32_t k = 0; h->before && k < h->before->tree.n; k++) {
        struct slot *s = &h->slot.item[h->before->slot[k]];
        s->n_visits++;
        lifetime_add(&s->seen, h->arena, at_s - h->at_s, false);
    }
    h->at_s = at_s;
}

static enum history_class class_of(const struct slot *s)
{
    bool lasting = s->n_changed && s->kept >= LASTING_SHARE * s->n_changed; /* what is in it comes and goes one by one */
    if (s->n_changed >= CHURN_CHANGES && s->n_changed >= CHURN_SHARE * s->n_visits && !lasting)
        return CLASS_CHURN;
    return s->n_changed || s->n_moved > 1 ? CLASS_SCROLL : CLASS_STATIC;
}

/* The lowest parts of the newest version that churn. */
static void find_churn(struct history *h, const struct history_version *v, struct history_result *out)
{
    VEC(struct history_range) list = { 0 };

    for (uint32_t k = 0; v && k < v->tree.n; k++) {
        const struct slot *s = &h->slot.item[v->slot[k]];
        if (v->tree.node[k].n_children == 0 && class_of(s) == CLASS_CHURN)
            *VEC_ADD(h->arena, &list) = (struct history_range){ s->node, s->end };
    }
    out->churn = list.item;
    out->n_churn = list.n;
}

static void list_parts(struct history *h, const struct history_version *v, struct history_result *out)
{
    out->n_parts = v ? v->tree.n : 0;
    out->part = NEW_ARRAY_RAW(h->arena, struct history_part, out->n_parts);
    for (uint32_t k = 0; k < out->n_parts; k++) {
        const struct slot *s = &h->slot.item[v->slot[k]];
        out->part[k] = (struct history_part){ s->node, s->end, v->tree.node[k].n_children == 0, &s->seen };
    }
}

const struct history_part *history_part_at(const struct history_result *r, uint32_t node)
{
    uint32_t at = SEARCH_FIRST(r->part, r->n_parts, node, node);
    return at < r->n_parts && r->part[at].node == node ? &r->part[at] : NULL;
}

void history_end(struct history *h, struct history_result *out)
{
    VEC(struct history_fragment) list = { 0 };
    const struct history_version *v = h->before;

    for (uint32_t k = 0; v && k < v->tree.n; k++) {
        const struct slot *s = &h->slot.item[v->slot[k]];
        if (s->status == LP_UNCHANGED || s->bytes < h->options.min_bytes)
            continue;
        *VEC_ADD(h->arena, &list) = (struct history_fragment){
            .path = s->path,
            .node = s->node,
            .end = s->end,
            .bytes = s->bytes,
            .status = (enum lp_status)s->status,
            .class = class_of(s),
            .lifetime = lifetime_of(&s->seen),
            .n_visits = s->n_visits,
            .n_changed = s->n_changed,
        };
    }
    *out = (struct history_result){ .n_versions = h->n_versions, .item = list.item, .n = list.n };
    list_parts(h, v, out);
    find_churn(h, v, out);
    history_drop(h);
}
