/* In: what happened at a moment. Out: what that makes, for each sentinel.
 *
 * Nodes are looked at in the order of their numbers, which is the order from pages to sentinels: only those that something came to, by
 * a bit each. The state lives in an arena; when it has grown to several times what lives in it, the living is copied to a new one. */
#include "event/detector.h"

#include "event/detector_impl.h"

/* The arena is made new when it has grown by so much beyond what lived the last time. */
enum { GARBAGE_BYTES = 1 << 20 };

void detector_open(struct detector *d, const struct detection *graph)
{
    *d = (struct detector){ .graph = graph, .step = 1, .at = INT64_MIN };
    d->state = NEW_ARRAY(&d->arena, struct detect_state, graph->n + 1);
    d->dirty = NEW_ARRAY(&d->arena, uint64_t, graph->n / 64 + 1);
    d->timer = NEW_ARRAY(&d->arena, uint32_t, graph->n + 1);
    for (uint32_t i = 0; i < graph->n; i++) {
        d->state[i].slot = NEW_ARRAY(&d->arena, struct occurrences, graph->node[i].n_parts + 1);
        d->state[i].blocked_from = INT64_MIN;
        if (graph->node[i].kind == DETECT_PLUS)
            d->timer[d->n_timers++] = i;
    }
    d->live_bytes = d->arena.used_bytes;
}

void detector_drop(struct detector *d)
{
    arena_drop(&d->arena);
    arena_drop(&d->scratch);
}

int64_t detector_next_at(const struct detector *d)
{
    int64_t next = NEVER;
    for (uint32_t i = 0; i < d->n_timers; i++) {
        const struct occurrences *waiting = &d->state[d->timer[i]].slot[0];
        if (waiting->n)
            next = MIN(next, waiting->item[0].end + d->graph->node[d->timer[i]].ms);
    }
    return next;
}

static void mark(struct detector *d, uint32_t node)
{
    d->dirty[node / 64] |= UINT64_C(1) << node % 64;
}

/* What the node made goes to those above it, and to its sentinels. */
static void pass_on(struct detector *d, uint32_t node)
{
    const struct detect_node *n = &d->graph->node[node];
    const struct detect_state *s = &d->state[node];
    if (s->made_in != d->step || s->out.n == 0)
        return;
    for (uint32_t i = 0; i < n->n_above; i++)
        mark(d, n->above[i]);
    for (uint32_t i = 0; i < n->n_roots; i++) {
        const struct world_sentinel *w = &d->graph->world->item[d->graph->root[n->root[i]].sentinel];
        for (uint32_t k = 0; k < s->out.n; k++) {
            const struct occurrence *o = &s->out.item[k];
            if (o->since >= w->from_at && o->end <= w->to_at && o->importance_ppm >= w->s.importance_ppm)
                *VEC_ADD(&d->scratch, &d->found) = (struct detected){ n->root[i], *o };
        }
    }
}

/* Everything that has a bit, lowest number first; looking gives bits to higher numbers alone. */
static void look_at_all(struct detector *d)
{
    for (uint32_t w = 0; w <= d->graph->n / 64; w++) {
        while (d->dirty[w]) {
            uint32_t node = w * 64 + (uint32_t)__builtin_ctzll(d->dirty[w]);
            d->dirty[w] &= d->dirty[w] - 1;
            d->n_looked_at++;
            detector_look(d, node);
            pass_on(d, node);
        }
    }
}

static void begin_step(struct detector *d, int64_t at)
{
    d->step++;
    d->at = at;
    for (uint32_t i = 0; i < d->n_timers; i++) {
        const struct occurrences *waiting = &d->state[d->timer[i]].slot[0];
        if (waiting->n && waiting->item[0].end + d->graph->node[d->timer[i]].ms <= at)
            mark(d, d->timer[i]);
    }
}

static void add_primitive(struct detector *d, const struct primitive *p)
{
    struct detect_state *s = &d->state[p->node];
    uint64_t *event = NEW(&d->scratch, uint64_t);
    struct occurrence o = { p->start, p->end, p->start, p->importance_ppm, 1, event };
    *event = p->event;
    if (s->made_in != d->step) {
        s->made_in = d->step;
        s->out = (struct occurrences){ 0 };
    }
    occurrences_add(&d->scratch, &s->out, &o);
    mark(d, p->node);
}

/* Moves the state to a new arena, which leaves behind what nobody holds any more. */
static void collect(struct detector *d)
{
    AUTO(buf) bytes = BUF((size_t)1 << 32);
    struct detector fresh;
    struct err e;
    if (d->arena.used_bytes < 2 * d->live_bytes + GARBAGE_BYTES)
        return;
    detector_write(d, &bytes);
    detector_open(&fresh, d->graph);
    if (buf_check(&bytes, &e) || detector_read(&fresh, buf_str(&bytes), &e)) {
        detector_drop(&fresh); /* too large to copy: it goes on as it is */
        d->live_bytes = d->arena.used_bytes;
        return;
    }
    arena_drop(&d->arena);
    arena_drop(&fresh.scratch);
    d->arena = fresh.arena;
    d->state = fresh.state;
    d->dirty = fresh.dirty;
    d->timer = fresh.timer;
    d->live_bytes = d->arena.used_bytes;
}

static int check_primitives(const struct detector *d, int64_t at, const struct primitive *primitive, uint32_t n, struct err *e)
{
    if (at < -DETECT_MOMENT_MAX || at > DETECT_MOMENT_MAX)
        return err_set(e, E_USAGE, "an event at a moment that no clock shows");
    if (at < d->at)
        return err_set(e, E_USAGE, "an event before the last one: moments do not go back");
    for (uint32_t i = 0; i < n; i++) {
        bool is_leaf = primitive[i].node < d->graph->n && d->graph->node[primitive[i].node].kind == DETECT_CHANGE;
        if (!is_leaf || primitive[i].end != at || primitive[i].start > at || primitive[i].start < -DETECT_MOMENT_MAX)
            return err_set(e, E_USAGE, "an event that does not belong to this moment or to this graph");
    }
    return 0;
}

int detector_step(struct detector *d, int64_t at, const struct primitive *primitive, uint32_t n, struct err *e)
{
    int failed = check_primitives(d, at, primitive, n, e);
    if (failed)
        return failed;
    collect(d);
    arena_drop(&d->scratch);
    d->scratch = (struct arena){ 0 };
    memset(&d->found, 0, sizeof d->found);
    for (int64_t due = detector_next_at(d); due < at; due = detector_next_at(d)) {
        begin_step(d, due);
        look_at_all(d);
    }
    begin_step(d, at);
    for (uint32_t i = 0; i < n; i++)
        add_primitive(d, &primitive[i]);
    look_at_all(d);
    return 0;
}
