/* In: the versions of a page with its slots. Out: what to cut, and how long each piece lives.
 *
 * Of every part the visits are kept that saw its own bytes changed, those in no part inside it; coming, going and order of the parts inside
 * count as bytes of its own. What a piece without its cuts saw is then a union. From the innermost parts up each part decides which of the
 * parts in it to cut: those that changed most often go first, and as many go as make
 *     bytes left x (1 + changes of what is left) + sum over the cuts of (bytes + HEAD) x (1 + changes)
 * smallest. A part that nearly all changes with is not cut from its frame: the frame is, one level up, where something is left that stays.
 * Invariants: 1. parts nest; 2. a change of any byte is a change of exactly one part, or of one that is gone, which counts as the part that
 * was around it.
 * Cost: plan_add() O(bytes + nodes); plan_choose() O(parts x (log parts + visits / 64)). */
#include "fragment/plan.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/search.h"
#include "fragment/source.h"

/* Bytes: an include with its address, and the head of a request and its answer. */
enum { TAG = 60, HEAD = 250 };

/* ---- Sets of visits ---- */

static void set_visit(struct plan_visits *v, struct arena *a, uint32_t visit)
{
    while (v->word.n <= visit / 64)
        *VEC_ADD(a, &v->word) = 0;
    v->word.item[visit / 64] |= UINT64_C(1) << visit % 64;
}

static bool has_visit(const struct plan_visits *v, uint32_t visit)
{
    return visit / 64 < v->word.n && v->word.item[visit / 64] >> visit % 64 & 1;
}

static void add_visits(struct plan_visits *to, struct arena *a, const struct plan_visits *from)
{
    while (to->word.n < from->word.n)
        *VEC_ADD(a, &to->word) = 0;
    for (uint32_t i = 0; i < from->word.n; i++)
        to->word.item[i] |= from->word.item[i];
}

static uint32_t count_visits(const struct plan_visits *v)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->word.n; i++)
        n += (uint32_t)__builtin_popcountll(v->word.item[i]);
    return n;
}

/* ---- Versions ---- */

void plan_open(struct plan *p, struct arena *a)
{
    *p = (struct plan){ .arena = a, .page = { .parent = NONE } };
}

static void add_span(struct plan *p, double at_s)
{
    if (p->n_versions)
        *VEC_ADD(p->arena, &p->span_s) = at_s - p->at_s;
    p->at_s = at_s;
}

/* The parts of a version: slots whose elements have a place in the bytes. */
static void list_parts(struct plan *p, const struct history *h, const struct page *page)
{
    AUTO(arena) scratch = { 0 };
    const struct source_range *range = source_ranges(&scratch, page);
    uint32_t n, around = 0;
    const uint32_t *slot = history_slots(h, &n);

    p->part.n = 0;
    *VEC_ADD(p->arena, &p->part) = (struct plan_part){ .to = (uint32_t)page->bytes.len, .slot = NONE };
    for (uint32_t k = 0; k < n; k++) {
        uint32_t node = h->slot.item[slot[k]].node;
        struct source_range r = range[node];
        if (r.to == 0 || node == page->body)
            continue;
        while (r.from >= p->part.item[around].to)
            around = p->part.item[around].parent;
        bool inside = r.from >= p->part.item[around].from && r.to <= p->part.item[around].to;
        bool again = around && p->part.item[around].node == node; /* a run that begins with its element */
        if (!inside || again)
            continue;
        *VEC_ADD(p->arena, &p->part) = (struct plan_part){ node, r.from, r.to, around, slot[k], false };
        around = p->part.n - 1;
    }
}

/* By part: its own bytes and the slots in it, as one number. */
static uint64_t *own_hashes(const struct plan *p, struct arena *a, struct str bytes)
{
    uint64_t *own = NEW_ARRAY(a, uint64_t, p->part.n);
    uint32_t *done = NEW_ARRAY_RAW(a, uint32_t, p->part.n); /* by part: where its own bytes go on */

    for (uint32_t i = 0; i < p->part.n; i++) {
        const struct plan_part *x = &p->part.item[i];
        done[i] = x->from;
        if (i == 0)
            continue;
        own[x->parent] = hash_mix(own[x->parent], hash_str(str_sub(bytes, done[x->parent], x->from)));
        own[x->parent] = hash_mix(own[x->parent], x->slot);
        done[x->parent] = x->to;
    }
    for (uint32_t i = 0; i < p->part.n; i++)
        own[i] = hash_mix(own[i], hash_str(str_sub(bytes, done[i], p->part.item[i].to)));
    return own;
}

void plan_add(struct plan *p, const struct history *h, const struct page *page, double at_s)
{
    AUTO(arena) scratch = { 0 };

    add_span(p, at_s);
    list_parts(p, h, page);
    uint64_t *own = own_hashes(p, &scratch, page->bytes);
    p->n_versions++;
    while (p->slot.n < h->slot.n)
        *VEC_ADD(p->arena, &p->slot) = (struct plan_slot){ 0 };
    for (uint32_t i = 0; i < p->part.n; i++) {
        struct plan_slot *s = i ? &p->slot.item[p->part.item[i].slot] : &p->page;
        bool back = s->version && s->version + 1 < p->n_versions;
        if (s->version && (s->own != own[i] || back))
            set_visit(&s->own_changed, p->arena, p->span_s.n - 1);
        if (s->version == 0)
            s->first = p->span_s.n;
        s->own = own[i];
        s->version = p->n_versions;
        s->parent = i && p->part.item[i].parent ? p->part.item[p->part.item[i].parent].slot : NONE;
    }
}

void plan_same(struct plan *p, double at_s)
{
    add_span(p, at_s);
}

static const struct plan_slot *slot_of(const struct plan *p, uint32_t part)
{
    return part ? &p->slot.item[p->part.item[part].slot] : &p->page;
}

/* The changes of what is gone count as those of what was around it. */
static void add_gone(struct plan *p, const uint32_t *part_of)
{
    for (uint32_t i = 0; i < p->slot.n; i++) {
        uint32_t around = i;
        if (p->slot.item[i].version == 0 || part_of[i] != NONE)
            continue;
        for (unsigned steps = 0; around != NONE && part_of[around] == NONE; steps++)
            around = steps < LIMIT_DEPTH ? p->slot.item[around].parent : NONE;
        add_visits(&p->changed[around == NONE ? 0 : part_of[around]], p->arena, &p->slot.item[i].own_changed);
    }
}

void plan_end(struct plan *p)
{
    AUTO(arena) scratch = { 0 };
    uint32_t *part_of = NEW_ARRAY_RAW(&scratch, uint32_t, p->slot.n); /* by slot; NONE: it is gone */

    memset(part_of, 0xff, p->slot.n * sizeof *part_of);
    p->changed = NEW_ARRAY(p->arena, struct plan_visits, p->part.n);
    for (uint32_t i = 0; i < p->part.n; i++) {
        if (i)
            part_of[p->part.item[i].slot] = i;
        add_visits(&p->changed[i], p->arena, &slot_of(p, i)->own_changed);
    }
    add_gone(p, part_of);
}

/* ---- Choosing ---- */

/* A part inside the one in question. */
struct inner {
    uint32_t part, n_changed;
};

struct chooser {
    struct plan *plan;
    struct arena *scratch;
    struct plan_visits *changed; /* by part: what its bytes saw without those that are cut out */
    double *bytes;               /* by part: without those */
};

static int often_first(const void *a, const void *b)
{
    const struct inner *x = a, *y = b;
    if (x->n_changed != y->n_changed)
        return x->n_changed > y->n_changed ? -1 : 1;
    return x->part < y->part ? -1 : x->part > y->part;
}

/* How many of the inner parts to cut, those first that changed most often. */
static uint32_t best_cuts(struct chooser *c, uint32_t part, const struct inner *inner, uint32_t n)
{
    struct plan_visits rest = { 0 };
    double *left = NEW_ARRAY(c->scratch, double, n + 1), cuts = 0, best_cost = 0;
    uint32_t best = 0;

    add_visits(&rest, c->scratch, &c->changed[part]);
    for (uint32_t k = n; k > 0; k--) { /* changes of what is left with k cuts */
        left[k] = 1 + count_visits(&rest);
        add_visits(&rest, c->scratch, &c->changed[inner[k - 1].part]);
    }
    left[0] = 1 + count_visits(&rest);
    double bytes = c->bytes[part];
    for (uint32_t i = 0; i < n; i++)
        bytes += c->bytes[inner[i].part];
    for (uint32_t k = 0; k <= n; k++) {
        if (k) {
            double size = c->bytes[inner[k - 1].part];
            cuts += (size + HEAD) * (1 + inner[k - 1].n_changed);
            bytes += TAG - size;
        }
        double cost = bytes * left[k] + cuts;
        if (k && cost >= best_cost)
            continue;
        best = k;
        best_cost = cost;
    }
    return best;
}

static void choose_in(struct chooser *c, uint32_t part, struct inner *inner, uint32_t n)
{
    if (n)
        qsort(inner, n, sizeof *inner, often_first);
    uint32_t cuts = best_cuts(c, part, inner, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t x = inner[i].part;
        c->plan->part.item[x].cut = i < cuts;
        c->bytes[part] += i < cuts ? TAG : c->bytes[x];
        if (i >= cuts)
            add_visits(&c->changed[part], c->scratch, &c->changed[x]);
    }
}

void plan_choose(struct plan *p)
{
    AUTO(arena) scratch = { 0 };
    struct chooser c = { p, &scratch, NEW_ARRAY(&scratch, struct plan_visits, p->part.n), NEW_ARRAY(&scratch, double, p->part.n) };
    uint32_t *first = NEW_ARRAY_RAW(&scratch, uint32_t, p->part.n), *next = NEW_ARRAY_RAW(&scratch, uint32_t, p->part.n);
    VEC(struct inner) inner = { 0 };

    memset(first, 0xff, p->part.n * sizeof *first);
    for (uint32_t i = 0; i < p->part.n; i++) {
        add_visits(&c.changed[i], &scratch, &p->changed[i]);
        c.bytes[i] += p->part.item[i].to - p->part.item[i].from;
        if (i)
            c.bytes[p->part.item[i].parent] -= p->part.item[i].to - p->part.item[i].from;
    }
    for (uint32_t i = p->part.n; i-- > 0;) { /* inner parts before those around them */
        inner.n = 0;
        for (uint32_t x = first[i]; x != NONE; x = next[x]) {
            if (p->part.item[x].cut)
                c.bytes[i] += TAG;
            else
                *VEC_ADD(&scratch, &inner) = (struct inner){ x, count_visits(&c.changed[x]) };
        }
        choose_in(&c, i, inner.item, inner.n);
        if (i) {
            next[i] = first[p->part.item[i].parent];
            first[p->part.item[i].parent] = i;
        }
    }
}

void plan_lifetime(const struct plan *p, uint32_t part, struct lifetime_seen *out)
{
    AUTO(arena) scratch = { 0 };
    struct plan_visits changed = { 0 };

    add_visits(&changed, &scratch, &p->changed[part]);
    for (uint32_t i = part + 1; i < p->part.n && p->part.item[i].from < p->part.item[part].to;) {
        const struct plan_part *x = &p->part.item[i++];
        if (!x->cut) {
            add_visits(&changed, &scratch, &p->changed[i - 1]);
            continue;
        }
        while (i < p->part.n && p->part.item[i].from < x->to)
            i++;
    }
    *out = (struct lifetime_seen){ 0 };
    for (uint32_t visit = slot_of(p, part)->first; visit < p->span_s.n; visit++)
        lifetime_add(out, p->arena, p->span_s.item[visit], has_visit(&changed, visit));
}

uint32_t plan_part_at(const struct plan *p, uint32_t node)
{
    uint32_t at = SEARCH_FIRST(p->part.item, p->part.n, node, node);
    return at < p->part.n && p->part.item[at].node == node ? at : NONE;
}
