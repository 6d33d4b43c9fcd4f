/* In: two AF trees. Out: for each node of the new one what became of it.
 *
 * From the root down, each node is compared with the most similar node of the old tree, wherever that stands: one of equal value, else the
 * one whose shingles are most alike. Where the values are equal the nodes below need no look; where they differ, the children are
 * compared in turn; then, from the leaves up, a node of which enough children changed has changed itself.
 * Differences from the paper: a place is counted within the matched parent, so that a part that moves as a whole is one change and not as
 * many as it has nodes; a child that is gone counts as one that changed; and between nodes that are about equally similar the one of the
 * same kind and at the same place is taken.
 * Invariants: 1. a node of the old tree is matched at most once; 2. a node under one that is new is new.
 * Cost: O(nodes x 200 x LIST_MAX) at worst, in practice some microseconds a node. */
#include "fragment/lp.h"

#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"

enum { LIST_MAX = 64 }; /* a shingle that more nodes have says nothing about which of them is meant */

struct entry {
    uint64_t shingle;
    uint32_t node;
};

struct matcher {
    const struct af *old, *new;
    const struct lp_options *options;
    struct lp *lp;
    struct map by_value; /* the first node of the old tree with a value; next[] leads to the others */
    uint32_t *next;
    struct entry *entry; /* by shingle */
    uint32_t n_entries;
    uint32_t *common;  /* by node of the old tree: shingles in common with the node in question */
    VEC(uint32_t) met; /* nodes whose `common` is not 0 */
    struct arena *scratch;
};

static int by_shingle(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->shingle != y->shingle)
        return x->shingle < y->shingle ? -1 : 1;
    return x->node < y->node ? -1 : x->node > y->node;
}

static void open_matcher(struct matcher *m)
{
    const struct af *t = m->old;
    size_t n = 0;

    map_open(&m->by_value, m->scratch, t->n);
    m->next = NEW_ARRAY_RAW(m->scratch, uint32_t, t->n);
    for (uint32_t i = t->n; i-- > 0;) {
        uint32_t *slot = map_slot(&m->by_value, t->node[i].value, NONE);
        m->next[i] = *slot;
        *slot = i;
        n += t->node[i].n_shingles;
    }
    m->entry = NEW_ARRAY_RAW(m->scratch, struct entry, n);
    for (uint32_t i = 0; i < t->n; i++) {
        for (uint32_t k = 0; k < t->node[i].n_shingles; k++)
            m->entry[m->n_entries++] = (struct entry){ t->shingle[t->node[i].shingle + k], i };
    }
    if (m->n_entries)
        qsort(m->entry, m->n_entries, sizeof *m->entry, by_shingle);
    m->common = NEW_ARRAY(m->scratch, uint32_t, t->n);
}

/* How well the place of old node `i` suits new node `k`: the same place, or at least the same parent. */
static unsigned suits(const struct matcher *m, uint32_t i, uint32_t k)
{
    const struct af_node *x = &m->old->node[i], *y = &m->new->node[k];
    bool parent = k == 0 ? i == 0 : i != 0 && m->lp->match[y->parent] == x->parent;
    return (parent ? 2 : 0) + (x->place == y->place);
}

static uint32_t equal_node(const struct matcher *m, uint32_t k)
{
    enum { LOOKS = 256 }; /* among very many equal nodes any will do */
    const uint32_t *first = map_find(&m->by_value, m->new->node[k].value);
    uint32_t best = NONE, looks = 0;

    for (uint32_t i = first ? *first : NONE; i != NONE && looks < LOOKS; i = m->next[i], looks++) {
        if (m->lp->from[i] == NONE && (best == NONE || suits(m, i, k) > suits(m, best, k)))
            best = i;
    }
    return best;
}

static uint32_t first_entry(const struct matcher *m, uint64_t shingle)
{
    uint32_t low = 0, high = m->n_entries;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->entry[middle].shingle < shingle)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Counts the shingles that free nodes of the old tree share with new node `k`. */
static void count_common(struct matcher *m, uint32_t k)
{
    struct shingles s = af_shingles(m->new, k);
    for (uint32_t i = 0; i < s.n; i++) {
        uint32_t at = first_entry(m, s.item[i]), end = at;
        while (end < m->n_entries && end - at <= LIST_MAX && m->entry[end].shingle == s.item[i])
            end++;
        if (end - at > LIST_MAX)
            continue;
        for (; at < end; at++) {
            uint32_t node = m->entry[at].node;
            if (m->lp->from[node] == NONE && m->common[node]++ == 0)
                *VEC_ADD(m->scratch, &m->met) = node;
        }
    }
}

/* What a node of the same kind is worth. A part often holds nearly all that the part around it holds: without this, one that loses some of
 * its content would be taken for its own child. */
#define KIND_BONUS 0.25

static uint32_t similar_node(struct matcher *m, uint32_t k)
{
    uint32_t best = NONE;
    double best_score = 0;

    count_common(m, k);
    for (uint32_t i = 0; i < m->met.n; i++) {
        uint32_t node = m->met.item[i];
        m->common[node] = 0;
        double similarity = shingle_similarity(af_shingles(m->old, node), af_shingles(m->new, k));
        double score = similarity + (m->old->node[node].kind == m->new->node[k].kind ? KIND_BONUS : 0);
        if (similarity < m->options->similar || score < best_score)
            continue;
        bool better = score > best_score || best == NONE || suits(m, node, k) > suits(m, best, k)
                      || (suits(m, node, k) == suits(m, best, k) && node < best);
        if (better)
            best = node;
        best_score = score;
    }
    m->met.n = 0;
    return best;
}

static void link_nodes(struct lp *lp, uint32_t old, uint32_t new)
{
    lp->match[new] = old;
    lp->from[old] = new;
}

/* Below equal values: node by node where the trees are alike too. */
static void match_below(struct matcher *m, uint32_t old, uint32_t new)
{
    uint32_t n = m->new->node[new].end - new;
    bool alike = m->old->node[old].end - old == n;
    for (uint32_t i = 1; i < n; i++) {
        m->lp->status[new + i] = LP_UNCHANGED;
        if (alike && m->lp->from[old + i] == NONE)
            link_nodes(m->lp, old + i, new + i);
    }
}

static void mark_below(struct matcher *m, uint32_t new)
{
    for (uint32_t i = new; i < m->new->node[new].end; i++)
        m->lp->status[i] = LP_VALUE;
}

/* Takes one node; returns the next to look at. */
static uint32_t take(struct matcher *m, uint32_t k)
{
    struct lp *lp = m->lp;
    uint32_t same = equal_node(m, k), old = same != NONE ? same : similar_node(m, k);

    if (k == 0 && same == NONE && m->old->n) /* a page is compared with the page before, however little is left */
        old = 0;
    if (old == NONE) {
        mark_below(m, k);
        return m->new->node[k].end;
    }
    link_nodes(lp, old, k);
    lp->status[k] = suits(m, old, k) == 3 || k == 0 ? LP_UNCHANGED : LP_POSITION;
    if (same != NONE) {
        match_below(m, old, k);
        return m->new->node[k].end;
    }
    if (m->new->node[k].n_children == 0)
        lp->status[k] = LP_VALUE;
    return k + 1;
}

/* From the leaves up: enough children changed, or are gone. */
static void fold(struct matcher *m, const bool *open)
{
    const struct af *t = m->new;
    uint32_t *changed = NEW_ARRAY(m->scratch, uint32_t, t->n);

    for (uint32_t k = t->n; k-- > 0;) {
        uint32_t all = t->node[k].n_children, old = m->lp->match[k];
        if (open[k] && all && old != NONE) {
            for (uint32_t i = old + 1; i < m->old->node[old].end; i = m->old->node[i].end) {
                bool gone = m->lp->from[i] == NONE;
                changed[k] += gone;
                all += gone;
            }
            /* one that was replaced is gone and new: count it once */
            uint32_t replaced = MIN(all - t->node[k].n_children, changed[k] - (all - t->node[k].n_children));
            all -= replaced;
            changed[k] -= replaced;
            if (changed[k] && (double)changed[k] >= m->options->child_change * all - 1e-9)
                m->lp->status[k] = LP_VALUE;
        }
        if (k)
            changed[t->node[k].parent] += m->lp->status[k] == LP_VALUE;
    }
}

void lp_compare(struct arena *a, const struct af *old, const struct af *new, const struct lp_options *options, struct lp *out)
{
    AUTO(arena) scratch = { 0 };
    struct lp lp = { .old = old, .new = new, .status = NEW_ARRAY(a, uint8_t, new->n) };
    struct matcher m = { .old = old, .new = new, .options = options, .lp = &lp, .scratch = &scratch };
    bool *open = NEW_ARRAY(&scratch, bool, new->n); /* looked at by itself, not as a part of a node above */

    lp.match = NEW_ARRAY_RAW(a, uint32_t, new->n);
    lp.from = NEW_ARRAY_RAW(a, uint32_t, old->n);
    memset(lp.match, 0xff, new->n * sizeof *lp.match);
    memset(lp.from, 0xff, old->n * sizeof *lp.from);
    open_matcher(&m);
    for (uint32_t k = 0; k < new->n;) {
        open[k] = true;
        k = take(&m, k);
    }
    fold(&m, open);
    lp.drastic = new->n && old->n
                 && (lp.status[0] == LP_VALUE || shingle_similarity(af_shingles(old, 0), af_shingles(new, 0)) < options->similar);
    *out = lp;
}

/* How children of a matched pair that have no match are brought together. */
struct place_rule {
    int64_t further; /* a new one stands so many places behind the old one */
    bool one_kind;
    const uint32_t
        *rival; /* by place among the new children: the child; where the old one may as well be the one there, it is neither.
                              NULL: the first to come has it */
    int64_t rival_further;
};

static bool fits(const struct lp *lp, const struct place_rule *r, uint32_t i, uint32_t k)
{
    const struct af_node *x = &lp->old->node[i], *y = &lp->new->node[k];
    return lp->match[k] == NONE && (!r->one_kind || x->kind == y->kind);
}

static bool has_rival(const struct lp *lp, const struct place_rule *r, uint32_t i, uint32_t new)
{
    int64_t place = lp->old->node[i].place + r->rival_further;
    return r->rival && place >= 0 && place < lp->new->node[new].n_children &&fits(lp, r, i, r->rival[place]);
}

static void match_children(struct lp *lp, uint32_t old, uint32_t new, const struct place_rule *r)
{
    const struct af_node *x = lp->old->node, *y = lp->new->node;
    uint32_t i = old + 1, k = new + 1;

    while (i < x[old].end && k < y[new].end) {
        int64_t place = x[i].place + r->further;
        if (place == y[k].place && lp->from[i] == NONE && fits(lp, r, i, k) && !has_rival(lp, r, i, new))
            link_nodes(lp, i, k);
        bool behind = place <= y[k].place, ahead = y[k].place <= place;
        i = behind ? x[i].end : i;
        k = ahead ? y[k].end : k;
    }
}

void lp_match_places(struct lp *lp)
{
    for (uint32_t k = 0; k < lp->new->n; k++) { /* a parent before its children */
        uint32_t old = lp->match[k];
        if (old == NONE)
            continue;
        match_children(lp, old, k, &(struct place_rule){ .further = 0 });
        match_children(lp, old, k,
                       &(struct place_rule){ .further = (int64_t)lp->new->node[k].n_children - lp->old->node[old].n_children });
    }
}

/* By place: counted from the first child, then from the last. Where these give two, nobody knows which of them is new: neither is taken for
 * what was there before. */
static void match_by_place(struct lp *lp, uint32_t old, uint32_t new, bool one_kind, struct arena *scratch)
{
    const struct af_node *y = lp->new->node;
    int64_t further = (int64_t)y[new].n_children - lp->old->node[old].n_children;
    struct place_rule rule = { .one_kind = one_kind };

    if (further) {
        uint32_t *child = NEW_ARRAY_RAW(scratch, uint32_t, y[new].n_children), n = 0;
        for (uint32_t k = new + 1; k < y[new].end; k = y[k].end)
            child[n++] = k;
        rule.rival = child;
        rule.rival_further = further;
    }
    match_children(lp, old, new, &rule);
    rule.further = further;
    rule.rival_further = 0;
    match_children(lp, old, new, &rule);
}

/* What came takes the place of what went: the first of a kind that of the first of this kind, where no more came than went. */
static void match_by_kind(struct lp *lp, uint32_t old, uint32_t new, struct arena *scratch)
{
    const struct af_node *x = lp->old->node, *y = lp->new->node;
    VEC(uint32_t) gone = { 0 };
    struct map first, went, came; /* by kind: the first that went and is not taken yet, counted in gone[]; how many did */

    for (uint32_t i = old + 1; i < x[old].end; i = x[i].end)
        if (lp->from[i] == NONE)
            *VEC_ADD(scratch, &gone) = i;
    if (gone.n == 0)
        return;
    uint32_t *next = NEW_ARRAY_RAW(scratch, uint32_t, gone.n);
    map_open(&first, scratch, gone.n);
    map_open(&went, scratch, gone.n);
    map_open(&came, scratch, gone.n);
    for (uint32_t g = gone.n; g-- > 0;) {
        uint32_t *head = map_slot(&first, x[gone.item[g]].kind, NONE);
        next[g] = *head;
        *head = g;
        ++*map_slot(&went, x[gone.item[g]].kind, 0);
    }
    for (uint32_t k = new + 1; k < y[new].end; k = y[k].end)
        *map_slot(&came, y[k].kind, 0) += lp->match[k] == NONE;
    for (uint32_t k = new + 1; k < y[new].end; k = y[k].end) {
        uint32_t *head = lp->match[k] == NONE ? map_find(&first, y[k].kind) : NULL;
        if (!head || *head == NONE || *map_find(&came, y[k].kind) > *map_find(&went, y[k].kind))
            continue;
        link_nodes(lp, gone.item[*head], k);
        *head = next[*head];
    }
}

/* Whether something of what stands in the new node stood in the old one. */
static bool has_match(const struct lp *lp, uint32_t new)
{
    const struct af_node *y = lp->new->node;
    for (uint32_t k = new + 1; k < y[new].end; k = y[k].end)
        if (lp->match[k] != NONE)
            return true;
    return false;
}

void lp_match_slots(struct lp *lp)
{
    AUTO(arena) scratch = { 0 };

    for (uint32_t k = 0; k < lp->new->n; k++) { /* a parent before its children */
        uint32_t old = lp->match[k];
        if (old == NONE)
            continue;
        match_by_place(lp, old, k, true, &scratch);
        match_by_kind(lp, old, k, &scratch);
        if (has_match(lp, k)) /* else all around it is new, and a place says nothing */
            match_by_place(lp, old, k, false, &scratch);
    }
}

uint32_t *lp_fragments(struct arena *a, const struct lp *lp, uint32_t min_bytes, uint32_t *n)
{
    VEC(uint32_t) list = { 0 };
    const struct af *t = lp->new;

    for (uint32_t i = 0; i < t->n;) {
        bool large = af_bytes(t, i) >= min_bytes;
        if (i && large && lp->status[i] != LP_UNCHANGED)
            *VEC_ADD(a, &list) = i;
        i = (i && lp->status[i] == LP_VALUE) || !large ? t->node[i].end : i + 1;
    }
    *n = list.n;
    return list.item;
}
