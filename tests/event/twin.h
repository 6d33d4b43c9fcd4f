/* The semantics of events again, plainly and slowly: every node's whole history at once from the whole histories of its parts.
 *
 * No state is carried: what waits at a moment is found by walking over everything that came before it. What detector.h says in words
 * stands here as loops. Histories are short: O(n^3) does not matter. */
#ifndef TESTS_EVENT_TWIN_H
#define TESTS_EVENT_TWIN_H

#include "event/detector.h"

struct twin_list {
    struct occurrence *item;
    uint32_t n, room;
};

struct twin {
    struct arena *arena;
    const struct detection *graph;
    struct twin_list *list; /* by node: all its occurrences, by their ends */
};

/* A group of ANY that is not complete: which occurrence of which parts. */
struct twin_group {
    const struct occurrence *member[8];
    uint32_t part[8];
    uint32_t n;
};

/* What one node has at hand while its history is told. */
struct twin_node {
    struct twin *t;
    const struct detect_node *n;
    struct twin_list out;
    bool *used[8];   /* by part: which occurrences were used up */
    uint32_t met[8]; /* by part: how many have come so far */
    struct {
        struct twin_group *item;
        uint32_t n, room;
    } groups;
};

static inline const struct twin_list *twin_part(const struct twin_node *x, uint32_t p)
{
    return &x->t->list[x->n->part[p]];
}

static inline bool twin_fits(const struct twin_node *x, const struct occurrence *o)
{
    return x->n->within_ms == 0 || o->end - o->start <= x->n->within_ms;
}

/* Still young enough to be part of something that ends now. */
static inline bool twin_is_young(const struct twin_node *x, const struct occurrence *o, int64_t now)
{
    return x->n->within_ms == 0 || now - o->start <= x->n->within_ms;
}

static inline void twin_make(struct twin_node *x, const struct occurrence **item, uint32_t n)
{
    struct occurrence o = { .start = INT64_MAX, .end = INT64_MIN, .since = INT64_MAX };
    for (uint32_t i = 0; i < n; i++) {
        o.start = MIN(o.start, item[i]->start);
        o.end = MAX(o.end, item[i]->end);
        o.since = MIN(o.since, item[i]->since);
        o.importance_ppm = MAX(o.importance_ppm, item[i]->importance_ppm);
        o.event = arena_grow(x->t->arena, o.event, o.n, o.n + item[i]->n, sizeof *o.event);
        memcpy(o.event + o.n, item[i]->event, item[i]->n * sizeof *o.event);
        o.n += item[i]->n;
    }
    if (twin_fits(x, &o))
        *VEC_ADD(x->t->arena, &x->out) = o;
}

/* Whether this one of the part has come, is not used and not too old. */
static inline bool twin_waits(const struct twin_node *x, uint32_t p, uint32_t i, int64_t now)
{
    const struct occurrence *o = &twin_part(x, p)->item[i];
    return i < x->met[p] && !x->used[p][i] && twin_fits(x, o) && twin_is_young(x, o, now);
}

/* Sorted by end, beginning, then as they were. */
static inline void twin_sort(const struct occurrence **item, uint32_t n)
{
    for (uint32_t i = 1; i < n; i++)
        for (uint32_t k = i; k > 0; k--) {
            const struct occurrence *one = item[k - 1], *two = item[k];
            if (one->end < two->end || (one->end == two->end && one->start <= two->start))
                break;
            item[k - 1] = two;
            item[k] = one;
        }
}

static inline void twin_all_recent(struct twin_node *x, uint32_t p, const struct occurrence *o)
{
    const struct occurrence *newest[9];
    uint32_t n = 0;
    for (uint32_t q = 0; q < x->n->n_parts; q++) {
        uint32_t last = x->met[q];
        while (last > 0 && !twin_fits(x, &twin_part(x, q)->item[last - 1]))
            last--;
        if (q != p && last > 0 && twin_is_young(x, &twin_part(x, q)->item[last - 1], o->end))
            newest[n++] = &twin_part(x, q)->item[last - 1];
    }
    twin_sort(newest, n);
    if (n + 1 < x->n->count)
        return;
    newest[n] = o;
    twin_make(x, newest + n + 1 - x->n->count, x->n->count);
}

static inline void twin_all_used(struct twin_node *x, int64_t now, bool all)
{
    const struct occurrence *item[1000];
    uint32_t part[1000], number[1000], n = 0, n_filled = 0;
    for (uint32_t q = 0; q < x->n->n_parts; q++) {
        bool is_first = true;
        for (uint32_t i = 0; i < twin_part(x, q)->n; i++) {
            if (!twin_waits(x, q, i, now))
                continue;
            n_filled += is_first;
            if (is_first || all) {
                part[n] = q;
                number[n] = i;
                item[n++] = &twin_part(x, q)->item[i];
            }
            is_first = false;
        }
    }
    if (n_filled < x->n->count)
        return;
    for (uint32_t i = 0; i < n; i++)
        x->used[part[i]][number[i]] = true;
    twin_sort(item, n);
    twin_make(x, item, n);
}

static inline int64_t twin_group_start(const struct twin_group *g)
{
    int64_t start = INT64_MAX;
    for (uint32_t i = 0; i < g->n; i++)
        start = MIN(start, g->member[i]->start);
    return start;
}

static inline void twin_all_grouped(struct twin_node *x, uint32_t p, const struct occurrence *o, bool is_used)
{
    struct twin_group *old = x->groups.item;
    uint32_t n = x->groups.n;
    bool completed = false;
    memset(&x->groups, 0, sizeof x->groups);
    for (unsigned round = 0; round < 2; round++) { /* those that it does not change, then those that it joins */
        for (uint32_t i = 0; i < n; i++) {
            bool joins = true;
            if (x->n->within_ms && o->end - twin_group_start(&old[i]) > x->n->within_ms)
                continue;
            for (uint32_t k = 0; k < old[i].n; k++)
                joins &= old[i].part[k] != p;
            if (round == 0 && (!joins || !is_used))
                *VEC_ADD(x->t->arena, &x->groups) = old[i];
            if (round == 0 || !joins)
                continue;
            struct twin_group more = old[i];
            more.member[more.n] = o;
            more.part[more.n++] = p;
            if (more.n == x->n->count) {
                twin_make(x, more.member, more.n);
                completed = true;
            } else
                *VEC_ADD(x->t->arena, &x->groups) = more;
        }
    }
    if (!completed || !is_used)
        *VEC_ADD(x->t->arena, &x->groups) = (struct twin_group){ { o }, { p }, 1 };
}

static inline void twin_all(struct twin_node *x, uint32_t p, uint32_t i)
{
    const struct occurrence *o = &twin_part(x, p)->item[i];
    x->met[p] = i + 1;
    if (!twin_fits(x, o))
        return;
    if (x->n->count == 1)
        twin_make(x, &o, 1);
    else if (x->n->context == CONTEXT_RECENT)
        twin_all_recent(x, p, o);
    else if (x->n->context == CONTEXT_CHRONICLE || x->n->context == CONTEXT_CUMULATIVE)
        twin_all_used(x, o->end, x->n->context == CONTEXT_CUMULATIVE);
    else
        twin_all_grouped(x, p, o, x->n->context == CONTEXT_CONTINUOUS);
}

/* Whether a B lies inside [end of first, beginning of last]. */
static inline bool twin_is_between(const struct twin_node *x, const struct occurrence *first, const struct occurrence *last)
{
    for (uint32_t i = 0; x->n->kind == DETECT_BETWEEN && i < twin_part(x, 1)->n; i++) {
        const struct occurrence *b = &twin_part(x, 1)->item[i];
        if (b->start >= first->end && b->end <= last->start)
            return true;
    }
    return false;
}

static inline void twin_last(struct twin_node *x, const struct occurrence *last)
{
    const struct occurrence *chosen[1000];
    enum event_context context = x->n->context;
    uint32_t n = 0;
    const struct twin_list *firsts = twin_part(x, 0);
    for (uint32_t i = 0; i < firsts->n && firsts->item[i].end < last->end; i++) {
        const struct occurrence *first = &firsts->item[i];
        bool is_newest = i + 1 == firsts->n || firsts->item[i + 1].end >= last->end;
        bool waits = !x->used[0][i] && twin_fits(x, first) && twin_is_young(x, first, last->end) && first->end < last->start;
        if (!waits || (context == CONTEXT_RECENT && !is_newest) || (context == CONTEXT_CHRONICLE && n > 0))
            continue;
        x->used[0][i] = context != CONTEXT_RECENT && context != CONTEXT_UNRESTRICTED;
        if (!twin_is_between(x, first, last))
            chosen[n++] = first;
    }
    if (context == CONTEXT_CUMULATIVE && n) {
        chosen[n++] = last;
        twin_make(x, chosen, n);
    }
    for (uint32_t i = 0; context != CONTEXT_CUMULATIVE && i < n; i++)
        twin_make(x, (const struct occurrence *[]){ chosen[i], last }, 2);
}

static inline void twin_unless(struct twin_node *x, const struct occurrence *o)
{
    for (uint32_t i = 0; i < twin_part(x, 1)->n; i++)
        if (twin_part(x, 1)->item[i].start >= o->start && twin_part(x, 1)->item[i].end <= o->end)
            return;
    twin_make(x, &o, 1);
}

static inline void twin_arrival(struct twin_node *x, uint32_t p, uint32_t i)
{
    const struct occurrence *o = &twin_part(x, p)->item[i];
    struct occurrence later = *o;
    switch (x->n->kind) {
    case DETECT_OR:
        twin_make(x, &o, 1);
        break;
    case DETECT_ALL:
        twin_all(x, p, i);
        break;
    case DETECT_UNLESS:
        if (p == 0)
            twin_unless(x, o);
        break;
    case DETECT_PLUS:
        later.start = later.end = o->end + x->n->ms;
        *VEC_ADD(x->t->arena, &x->out) = later;
        break;
    default:
        if (p + 1 == x->n->n_parts)
            twin_last(x, o);
    }
}

/* Tells the history of a node, moment by moment, part by part. */
static inline void twin_tell(struct twin *t, uint32_t node)
{
    struct twin_node x = { .t = t, .n = &t->graph->node[node] };
    uint32_t at[8] = { 0 };
    for (uint32_t p = 0; p < x.n->n_parts; p++)
        x.used[p] = NEW_ARRAY(t->arena, bool, twin_part(&x, p)->n + 1);
    for (;;) {
        int64_t now = INT64_MAX;
        for (uint32_t p = 0; p < x.n->n_parts; p++)
            if (at[p] < twin_part(&x, p)->n)
                now = MIN(now, twin_part(&x, p)->item[at[p]].end);
        if (now == INT64_MAX)
            break;
        for (uint32_t p = 0; p < x.n->n_parts; p++)
            for (; at[p] < twin_part(&x, p)->n && twin_part(&x, p)->item[at[p]].end == now; at[p]++)
                twin_arrival(&x, p, at[p]);
    }
    t->list[node] = x.out;
}

/* All occurrences of all nodes, from all primitive events in the order of time. */
static inline void twin_run(struct twin *t, struct arena *a, const struct detection *graph, const struct primitive *p, uint32_t n)
{
    *t = (struct twin){ a, graph, NEW_ARRAY(a, struct twin_list, graph->n + 1) };
    for (uint32_t i = 0; i < n; i++) {
        uint64_t *event = NEW(a, uint64_t);
        *event = p[i].event;
        *VEC_ADD(a, &t->list[p[i].node]) = (struct occurrence){ p[i].start, p[i].end, p[i].start, p[i].importance_ppm, 1, event };
    }
    for (uint32_t i = 0; i < graph->n; i++)
        if (graph->node[i].kind != DETECT_CHANGE)
            twin_tell(t, i);
}

#endif
