/* The state of a detector as bytes, and back.
 *
 *     version, moment, then for each node with state: its key, its parts' occurrences, its groups, what blocks it
 *
 * Numbers are 7 bits a byte, the low ones first, signed ones folded to the unsigned. Bytes come from a store that may be damaged:
 * every count is held against what is left, and what does not add up is E_FORMAT. O(state). */
#include "event/detector_impl.h"

#include "base/map.h"

enum { STATE_VERSION = 1 };

static void put(struct buf *out, uint64_t n)
{
    for (; n >= 0x80; n >>= 7)
        buf_add_char(out, (char)(n | 0x80));
    buf_add_char(out, (char)n);
}

static void put_signed(struct buf *out, int64_t n)
{
    put(out, (uint64_t)n << 1 ^ (n < 0 ? UINT64_MAX : 0));
}

static void put_occurrence(struct buf *out, const struct occurrence *o)
{
    put_signed(out, o->start);
    put(out, (uint64_t)(o->end - o->start));
    put(out, (uint64_t)(o->start - o->since));
    put(out, o->importance_ppm);
    put(out, o->n);
    for (uint32_t i = 0; i < o->n; i++)
        put(out, o->event[i]);
}

static bool has_state(const struct detect_node *n, const struct detect_state *s)
{
    for (uint32_t i = 0; i < n->n_parts; i++)
        if (s->slot[i].n)
            return true;
    return s->partials.n || s->blocked_from != INT64_MIN;
}

static void put_node(struct buf *out, const struct detect_node *n, const struct detect_state *s)
{
    buf_add_bytes(out, (const char *)&n->key, sizeof n->key);
    put_signed(out, s->blocked_from);
    put(out, n->n_parts);
    for (uint32_t i = 0; i < n->n_parts; i++) {
        put(out, s->slot[i].n);
        for (uint32_t k = 0; k < s->slot[i].n; k++)
            put_occurrence(out, &s->slot[i].item[k]);
    }
    put(out, s->partials.n);
    for (uint32_t i = 0; i < s->partials.n; i++) {
        put_occurrence(out, &s->partials.item[i].so_far);
        put(out, s->partials.item[i].n_parts);
        for (uint32_t k = 0; k < s->partials.item[i].n_parts; k++)
            put(out, s->partials.item[i].part[k]);
    }
}

void detector_write(const struct detector *d, struct buf *out)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < d->graph->n; i++)
        n += has_state(&d->graph->node[i], &d->state[i]);
    put(out, STATE_VERSION);
    put_signed(out, d->at);
    put(out, n);
    for (uint32_t i = 0; i < d->graph->n; i++)
        if (has_state(&d->graph->node[i], &d->state[i]))
            put_node(out, &d->graph->node[i], &d->state[i]);
}

struct state_reader {
    struct arena *arena;
    const unsigned char *at, *end;
    bool bad;
};

static uint64_t get(struct state_reader *r)
{
    uint64_t n = 0;
    for (unsigned shift = 0; shift < 64 && r->at < r->end; shift += 7) {
        unsigned char byte = *r->at++;
        n |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return n;
    }
    r->bad = true;
    return 0;
}

static int64_t get_signed(struct state_reader *r)
{
    uint64_t n = get(r);
    return (int64_t)(n >> 1) ^ -(int64_t)(n & 1);
}

/* How many of something that takes a byte at least, and is no more than `most`. */
static uint32_t get_count(struct state_reader *r, uint64_t most)
{
    uint64_t n = get(r);
    if (n > (uint64_t)(r->end - r->at) || n > most) {
        r->bad = true;
        return 0;
    }
    return (uint32_t)n;
}

/* A moment, so many milliseconds from another. */
static int64_t get_moment(struct state_reader *r, int64_t from, bool is_before)
{
    uint64_t n = get(r);
    int64_t at = n > DETECT_MOMENT_MAX ? INT64_MAX : is_before ? from - (int64_t)n : from + (int64_t)n;
    if (at < -DETECT_MOMENT_MAX || at > DETECT_MOMENT_MAX) {
        r->bad = true;
        return from;
    }
    return at;
}

static struct occurrence get_occurrence(struct state_reader *r)
{
    struct occurrence o = { .start = get_signed(r) };
    if (o.start < -DETECT_MOMENT_MAX || o.start > DETECT_MOMENT_MAX) {
        r->bad = true;
        o.start = 0;
    }
    o.end = get_moment(r, o.start, false);
    o.since = get_moment(r, o.start, true);
    uint64_t importance = get(r);
    o.importance_ppm = importance > 1000000 ? IMPORTANCE_UNKNOWN : (uint32_t)importance;
    o.n = get_count(r, UINT32_MAX);
    o.event = NEW_ARRAY(r->arena, uint64_t, o.n + 1);
    for (uint32_t i = 0; i < o.n; i++)
        o.event[i] = get(r);
    return o;
}

/* Into `s`; NULL: the graph has no such node, and it is passed over. */
static void get_node(struct state_reader *r, const struct detect_node *n, struct detect_state *s)
{
    int64_t blocked_from = get_signed(r);
    uint32_t n_parts = get_count(r, UINT32_MAX);
    if (s)
        s->blocked_from = blocked_from;
    r->bad |= n && n->n_parts != n_parts;
    for (uint32_t i = 0; i < n_parts && !r->bad; i++) {
        uint32_t n_kept = get_count(r, DETECT_KEPT_MAX);
        for (uint32_t k = 0; k < n_kept && !r->bad; k++) {
            struct occurrence o = get_occurrence(r);
            if (s)
                occurrences_add(r->arena, &s->slot[i], &o);
        }
    }
    uint32_t n_partials = get_count(r, DETECT_KEPT_MAX);
    for (uint32_t i = 0; i < n_partials && !r->bad; i++) {
        struct partial p = { .so_far = get_occurrence(r) };
        p.n_parts = get_count(r, n_parts);
        p.part = NEW_ARRAY(r->arena, uint32_t, p.n_parts + 1);
        for (uint32_t k = 0; k < p.n_parts; k++)
            p.part[k] = (uint32_t)get(r);
        if (s)
            *VEC_ADD(r->arena, &s->partials) = p;
    }
}

static uint64_t get_key(struct state_reader *r)
{
    uint64_t key = 0;
    r->bad |= (size_t)(r->end - r->at) < sizeof key;
    if (r->bad)
        return 0;
    memcpy(&key, r->at, sizeof key);
    r->at += sizeof key;
    return key;
}

int detector_read(struct detector *d, struct str bytes, struct err *e)
{
    struct state_reader r = { &d->arena, (const unsigned char *)bytes.ptr, (const unsigned char *)bytes.ptr + bytes.len, false };
    struct map node_of_key;
    map_open(&node_of_key, &d->scratch, d->graph->n);
    for (uint32_t i = 0; i < d->graph->n; i++)
        *map_slot(&node_of_key, d->graph->node[i].key, 0) = i;
    r.bad |= get(&r) != STATE_VERSION;
    int64_t at = get_signed(&r);
    uint32_t n = get_count(&r, UINT32_MAX);
    for (uint32_t i = 0; i < n && !r.bad; i++) {
        const uint32_t *node = map_find(&node_of_key, get_key(&r));
        get_node(&r, node ? &d->graph->node[*node] : NULL, node ? &d->state[*node] : NULL);
    }
    bool is_moment = at == INT64_MIN || (at >= -DETECT_MOMENT_MAX && at <= DETECT_MOMENT_MAX);
    if (r.bad || r.at != r.end || !is_moment)
        return err_set(e, E_FORMAT, "the state of the sentinels cannot be read: it is damaged, or a later weft wrote it");
    d->at = at;
    return 0;
}
