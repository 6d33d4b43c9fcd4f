/* In: versions of a page. Out: its L-P fragments with their lifetimes.
 *
 * Each version is compared with the base version, as the paper has it: that tells which parts are fragments. And with the version before:
 * that tells which part is which, and at which visit it changed. Once little is left of the base, the version before takes its place, and
 * where little is left of that too, the new one does. Where a part was replaced by one that is not similar, place and kind decide
 * (lp_match_slots), and what no part of the version before goes on as may stand where a part of an earlier version stood: after an error
 * page, the parts of the page are the same as before it.
 * Coming, going and coming back are changes of a slot; only those of the first version did not come.
 * Invariants: 1. every node of the newest version has a slot, no two the same; 2. a fragment of one version stays one: with more versions
 * there are never fewer.
 * Cost: two comparisons (lp.c) a version; memory O(nodes of all versions that are not each other's continuation). */
#include "fragment/history.h"

#include <math.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/search.h"
#include "page/paths.h"

struct history_version {
    struct arena arena;
    struct af tree; /* without its page */
    uint32_t *nth;  /* by node: its number among the children of its parent that are of its kind */
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

bool history_is_churn(uint32_t n_changed, uint32_t n_visits)
{
    return n_changed >= CHURN_CHANGES && n_changed >= CHURN_SHARE * n_visits;
}

void history_open(struct history *h, struct arena *a, const struct lp_options *options)
{
    *h = (struct history){ .arena = a, .options = *options };
    map_open(&h->gone, a, 0);
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

static void count_kinds(struct history_version *v)
{
    AUTO(arena) scratch = { 0 };
    struct map seen;

    map_open(&seen, &scratch, v->tree.n);
    for (uint32_t k = 0; k < v->tree.n; k++) {
        const struct af_node *n = &v->tree.node[k];
        v->nth[k] = (*map_slot(&seen, hash_mix(n->kind, n->parent), 0))++;
    }
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
    v->nth = NEW_ARRAY_RAW(&v->arena, uint32_t, v->tree.n);
    count_kinds(v);
    *out = v;
    return 0;
}

/* ---- Slots ---- */

/* One visit: when, and how long after the one before. */
struct visit {
    double at_s, span_s;
};

static void count_visit(struct history *h, struct history_slot *s, const struct visit *visit, bool changed)
{
    s->n_visits++;
    s->n_changed += changed;
    lifetime_add(&s->seen, h->arena, visit->span_s, changed);
}

static uint32_t new_slot(struct history *h, const struct af_node *n, const struct visit *visit)
{
    uint32_t number = h->slot.n;
    struct history_slot *s = VEC_ADD(h->arena, &h->slot);

    *s = (struct history_slot){ .first = h->n_versions,
                                .last = h->n_versions,
                                .first_s = visit->at_s,
                                .gone_s = NAN,
                                .value = n->value,
                                .bytes = n->to - n->from,
                                .node = NONE };
    if (h->n_versions) /* something came between the visits */
        count_visit(h, s, visit, true);
    return number;
}

static void go_on(struct history *h, struct history_slot *s, const struct af_node *n, const struct visit *visit)
{
    bool changed = s->value != n->value || s->last + 1 < h->n_versions;

    s->last = h->n_versions;
    s->gone_s = NAN;
    s->value = n->value;
    s->bytes = n->to - n->from;
    count_visit(h, s, visit, changed);
}

/* Where a node stands, as one number that other versions give to the same place. */
static uint64_t place_of(const struct history_version *v, uint32_t k)
{
    const struct af_node *n = &v->tree.node[k];
    return hash_mix(hash_mix(k ? v->slot[n->parent] : NONE, n->kind), v->nth[k]);
}

/* The slot that went from where node `k` stands, in a version before the last; NONE: there is none. */
static uint32_t gone_from(const struct history *h, const struct history_version *v, uint32_t k)
{
    const uint32_t *slot = map_find(&h->gone, place_of(v, k));
    return slot && h->slot.item[*slot].last + 1 < h->n_versions ? *slot : NONE;
}

static void end_slots(struct history *h, const struct lp *lp, const struct history_version *before, const struct visit *visit)
{
    for (uint32_t i = 0; i < before->tree.n; i++) {
        struct history_slot *s = &h->slot.item[before->slot[i]];
        if (lp->from[i] != NONE)
            continue;
        s->gone_s = visit->at_s;
        s->node = NONE;
        count_visit(h, s, visit, true);
        *map_slot(&h->gone, place_of(before, i), 0) = before->slot[i];
    }
}

/* How much of what is in a node the version before had: lists and pages change part by part, what is new all through has no part of it.
 * Leaves have no parts. */
static double kept_of(const struct lp *lp, uint32_t old, uint32_t k)
{
    return lp->new->node[k].n_children ? shingle_overlap(af_shingles(lp->old, old), af_shingles(lp->new, k)) : 0;
}

static void follow(struct history *h, const struct lp *lp, const struct history_version *before, struct history_version *v,
                   const struct visit *visit)
{
    for (uint32_t k = 0; k < v->tree.n; k++) {
        const struct af_node *n = &v->tree.node[k];
        uint32_t old = lp->match[k];
        v->slot[k] = old == NONE ? gone_from(h, v, k) : before->slot[old];
        if (v->slot[k] == NONE) {
            v->slot[k] = new_slot(h, n, visit);
            continue;
        }
        struct history_slot *s = &h->slot.item[v->slot[k]];
        if (old != NONE) {
            s->kept += s->value != n->value ? kept_of(lp, old, k) : 0;
            s->n_moved += lp->status[k] == LP_POSITION;
        }
        go_on(h, s, n, visit);
    }
    end_slots(h, lp, before, visit);
}

/* ---- Fragments ---- */

/* What the comparison with the base says: these nodes are fragments. */
static void flag(struct history *h, const struct lp *lp, struct history_version *v)
{
    AUTO(arena) scratch = { 0 };
    uint32_t n, *node = lp_fragments(&scratch, lp, h->options.min_bytes, &n);

    for (uint32_t i = 0; i < n; i++) {
        struct history_slot *s = &h->slot.item[v->slot[node[i]]];
        s->status = MAX(s->status, lp->status[node[i]]);
    }
}

/* Where the slots of the newest version stand in its page. */
static void place(struct history *h, const struct page *page, const struct history_version *v)
{
    AUTO(arena) scratch = { 0 };
    struct paths paths;

    paths_open(&paths, &scratch, &page->dom);
    for (uint32_t k = 0; k < v->tree.n; k++) {
        struct history_slot *s = &h->slot.item[v->slot[k]];
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

static int compare(struct history *h, struct history_version *v, const struct visit *visit, struct err *e)
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
    lp_match_slots(&with_before);
    follow(h, &with_before, before, v, visit);
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
    struct visit visit = { at_s, at_s - h->at_s };
    int code = read_version(page, &v, e);

    if (code)
        return code;
    if (h->before) {
        code = compare(h, v, &visit, e);
    } else {
        for (uint32_t k = 0; k < v->tree.n; k++)
            v->slot[k] = new_slot(h, &v->tree.node[k], &visit);
        h->base = h->before = v;
    }
    place(h, page, v);
    v->tree.page = NULL; /* the caller may drop it now */
    h->at_s = at_s;
    h->n_versions++;
    return code;
}

const uint32_t *history_slots(const struct history *h, uint32_t *n)
{
    *n = h->before ? h->before->tree.n : 0;
    return h->before ? h->before->slot : NULL;
}

void history_same(struct history *h, double at_s)
{
    struct visit visit = { at_s, at_s - h->at_s };

    for (uint32_t k = 0; h->before && k < h->before->tree.n; k++)
        count_visit(h, &h->slot.item[h->before->slot[k]], &visit, false);
    h->at_s = at_s;
}

static double watched(const struct lifetime_seen *seen)
{
    double sum = seen->quiet_s;
    for (uint32_t i = 0; i < seen->changed_s.n; i++)
        sum += seen->changed_s.item[i];
    return sum;
}

static enum history_class class_of(const struct history_slot *s)
{
    bool lasting = s->n_changed && s->kept >= LASTING_SHARE * s->n_changed; /* what is in it comes and goes one by one */
    if (history_is_churn(s->n_changed, s->n_visits) && !lasting)
        return CLASS_CHURN;
    return s->n_changed || s->n_moved > 1 ? CLASS_SCROLL : CLASS_STATIC;
}

/* The lowest parts of the newest version that churn. */
static void find_churn(struct history *h, const struct history_version *v, struct history_result *out)
{
    VEC(struct history_range) list = { 0 };

    for (uint32_t k = 0; v && k < v->tree.n; k++) {
        const struct history_slot *s = &h->slot.item[v->slot[k]];
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
        const struct history_slot *s = &h->slot.item[v->slot[k]];
        out->part[k] = (struct history_part){ s->node, s->end, v->tree.node[k].n_children == 0, &s->seen };
    }
}

const struct history_part *history_part_at(const struct history_result *r, uint32_t node)
{
    uint32_t at = SEARCH_FIRST(r->part, r->n_parts, node, node);
    return at < r->n_parts && r->part[at].node == node ? &r->part[at] : NULL;
}

struct fragment_list {
    VEC(struct history_fragment) item;
};

static void list_fragment(struct history *h, const struct history_slot *s, struct fragment_list *list)
{
    if (s->status == LP_UNCHANGED)
        return;
    *VEC_ADD(h->arena, &list->item) = (struct history_fragment){
        .path = s->path,
        .node = s->node,
        .end = s->end,
        .first = s->first,
        .last = s->last,
        .first_s = s->first_s,
        .gone_s = s->gone_s,
        .bytes = s->bytes,
        .status = (enum lp_status)s->status,
        .class = class_of(s),
        .lifetime = lifetime_of(&s->seen),
        .n_visits = s->n_visits,
        .n_changed = s->n_changed,
        .shortest_s = s->seen.shortest_s,
        .watched_s = watched(&s->seen),
    };
}

static int latest_first(const void *a, const void *b)
{
    const struct history_fragment *x = a, *y = b;
    if (x->last != y->last)
        return x->last > y->last ? -1 : 1;
    return str_cmp(x->path, y->path);
}

void history_end(struct history *h, struct history_result *out)
{
    struct fragment_list list = { 0 };
    const struct history_version *v = h->before;

    for (uint32_t k = 0; v && k < v->tree.n; k++)
        list_fragment(h, &h->slot.item[v->slot[k]], &list);
    uint32_t n_there = list.item.n;
    for (uint32_t i = 0; i < h->slot.n; i++)
        if (h->slot.item[i].node == NONE)
            list_fragment(h, &h->slot.item[i], &list);
    *out = (struct history_result){ .n_versions = h->n_versions, .item = list.item.item, .n = list.item.n, .n_there = n_there };
    if (out->n > n_there)
        qsort(out->item + n_there, out->n - n_there, sizeof *out->item, latest_first);
    list_parts(h, v, out);
    find_churn(h, v, out);
    history_drop(h);
}
