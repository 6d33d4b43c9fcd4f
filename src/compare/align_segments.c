/* Which units are aligned with which: segment by segment, and across borders that turn out to be wrong.
 *
 * In: segments, owners and anchors of records.c. Out: unit.match; segments that text flows between are one.
 *
 *  1. The units of a segment are aligned with one another (align.c), between anchors: units that keep their order whatever records say.
 *  2. Segments that text flows between are joined and their gaps aligned once more: what keeps its order among its matched neighbours has
 *     not moved.
 * Cost: O(u log s) for u units and s segments, beside align.c's. */
#include "compare/align.h"

enum {
    FLOW_LETTERS = 20
}; /* of a sentence that is known again between its neighbours, though it stands on the page more than once */

/* The units of one side in the order of the segments they are compared in; those of lone records are left out. `bound` gets where each
 * segment's units start. */
static void live_units(struct compare *c, struct units *units, const uint32_t *owner, bool is_old, uint32_t *bound)
{
    uint32_t n = 0;

    units->live = NEW_ARRAY_RAW(c->scratch, uint32_t, units->n + 1);
    units->place = NEW_ARRAY_RAW(c->scratch, uint32_t, units->n + 1);
    for (uint32_t k = 0; k < c->segments.n; k++) {
        const struct segment *s = &c->segments.item[k];
        uint32_t word = is_old ? s->a : s->b, end = is_old ? s->a_end : s->b_end;

        bound[k] = n;
        for (uint32_t i = word < end ? units->of_word[word] : units->n; i < units->n && units->item[i].word < end; i++) {
            if (owner[units->item[i].word] != s->owner)
                continue;
            units->place[i] = n;
            units->live[n++] = i;
        }
    }
    bound[c->segments.n] = n;
}

/* ---- anchors ---- */

/* Where old and new side of an anchor stand among the units that are alive. */
static struct pair place_of(const struct compare *c, uint32_t k)
{
    struct pair p = c->anchors.item[k];

    return (struct pair){ c->old.place[p.a], c->new.place[p.b], 0 };
}

/* A row that is all of a segment on both sides: they were paired as records. */
static void align_cell(struct compare *c, const struct gap *segment, const struct gap *cell)
{
    bool alone = segment->a_end - segment->a == 1 && segment->b_end - segment->b == 1;

    if (alone && old_at(c, cell->a)->row != NONE && new_at(c, cell->b)->row != NONE)
        match(c, cell->a, cell->b);
    else
        align_gap(c, cell);
}

/* Aligns what of a segment lies between the same two anchors. `first` is the first anchor that is not before the segment on both sides. */
static void align_segment(struct compare *c, struct gap g, uint32_t *first)
{
    while (*first < c->anchors.n && place_of(c, *first).a < g.a && place_of(c, *first).b < g.b)
        ++*first;
    for (uint32_t k = *first;; k++) {
        struct gap cell = g;

        if (k > 0) {
            cell.a = MAX(g.a, place_of(c, k - 1).a + 1);
            cell.b = MAX(g.b, place_of(c, k - 1).b + 1);
        }
        if (k < c->anchors.n) {
            cell.a_end = MIN(g.a_end, place_of(c, k).a);
            cell.b_end = MIN(g.b_end, place_of(c, k).b);
        }
        if (cell.a < cell.a_end && cell.b < cell.b_end)
            align_cell(c, &g, &cell);
        if (k == c->anchors.n || (cell.a_end == g.a_end && cell.b_end == g.b_end))
            return;
    }
}

/* ---- segments that text flows between ---- */

/* By id: how many units of a page have it, up to 2. */
static uint8_t *count_units(struct compare *c, const struct units *units)
{
    uint8_t *count = NEW_ARRAY(c->scratch, uint8_t, c->n_ids + 1);

    for (uint32_t i = 0; i < units->n; i++)
        count[units->item[i].id] = MIN(count[units->item[i].id] + 1, 2);
    return count;
}

/* The new units of each id in order, by place. */
struct twins {
    uint32_t *head, *next;    /* 1 + a place, or 0 */
    const uint8_t *old, *new; /* counts */
};

static struct twins list_twins(struct compare *c, uint32_t n)
{
    struct twins t = { NEW_ARRAY(c->scratch, uint32_t, c->n_ids + 1), NEW_ARRAY_RAW(c->scratch, uint32_t, n + 1),
                       count_units(c, &c->old), count_units(c, &c->new) };

    for (uint32_t b = n; b-- > 0;) {
        t.next[b] = t.head[new_at(c, b)->id];
        t.head[new_at(c, b)->id] = b + 1;
    }
    return t;
}

/* The place from `from` on where a new unit equal to u stands that has no partner; NONE if there is none before `end`. What stands on a
 * page more than once must be as long as a sentence. `from` never decreases from call to call. */
static uint32_t twin_of(const struct compare *c, struct twins *t, const struct unit *u, uint32_t from, uint32_t end)
{
    uint32_t *head = &t->head[u->id];

    if ((t->old[u->id] > 1 || t->new[u->id] > 1) && unit_letters(c->delta->old, u) < FLOW_LETTERS)
        return NONE;
    while (*head && (*head - 1 < from || new_at(c, *head - 1)->match != NONE))
        *head = t->next[*head - 1];
    return *head && *head - 1 < end ? *head - 1 : NONE;
}

/* By place of the old side: the place of the new one that the next matched unit has. */
static uint32_t *next_matches(struct compare *c, uint32_t n, uint32_t end)
{
    uint32_t *next = NEW_ARRAY_RAW(c->scratch, uint32_t, n + 1);

    next[n] = end;
    for (uint32_t a = n; a-- > 0;)
        next[a] = old_at(c, a)->match == NONE ? next[a + 1] : c->new.place[old_at(c, a)->match];
    return next;
}

static uint32_t segment_at(const uint32_t *bound, uint32_t n, uint32_t place)
{
    uint32_t low = 0, high = n;

    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        *(bound[middle] <= place ? &low : &high) = middle;
    }
    return low;
}

static void join(uint32_t *reach, uint32_t s, uint32_t t)
{
    reach[MIN(s, t)] = MAX(reach[MIN(s, t)], MAX(s, t));
}

/* By segment of the first n: the last one that it goes together with. A unit without partner whose equal stands in another segment,
 * between the same matched neighbours, has not moved: the border between the segments is wrong. */
static uint32_t *find_flow(struct compare *c, uint32_t n, const uint32_t *old_bound, const uint32_t *new_bound)
{
    const uint32_t *next = next_matches(c, old_bound[n], new_bound[n]);
    struct twins twins = list_twins(c, new_bound[n]);
    uint32_t *reach = NEW_ARRAY_RAW(c->scratch, uint32_t, n + 1);

    for (uint32_t k = 0; k < n; k++)
        reach[k] = k;
    for (uint32_t a = 0, from = 0; a < old_bound[n]; a++) {
        const struct unit *u = old_at(c, a);
        uint32_t twin = u->match == NONE ? twin_of(c, &twins, u, from, next[a]) : NONE;

        if (u->match != NONE)
            from = c->new.place[u->match] + 1;
        else if (twin != NONE)
            join(reach, segment_at(old_bound, n, a), segment_at(new_bound, n, twin));
    }
    for (uint32_t k = 0; k < c->anchors.n; k++)
        join(reach, segment_at(old_bound, n, place_of(c, k).a), segment_at(new_bound, n, place_of(c, k).b));
    return reach;
}

static void join_segments(struct compare *c, const uint32_t *old_bound, const uint32_t *new_bound)
{
    struct segment *segment = c->segments.item;
    uint32_t n = 0, kept = 0;

    while (n < c->segments.n && segment[n].owner == OWNER_PLACE)
        n++;
    const uint32_t *reach = find_flow(c, n, old_bound, new_bound);
    for (uint32_t k = 0, end; k < n; k = end) {
        uint32_t last = reach[k];

        for (end = k + 1; end <= last; end++)
            last = MAX(last, reach[end]);
        segment[kept] = segment[k];
        segment[kept].a_end = segment[end - 1].a_end;
        segment[kept++].b_end = segment[end - 1].b_end;
        if (end > k + 1)
            each_gap(c, (struct gap){ old_bound[k], old_bound[end], new_bound[k], new_bound[end] }, align_gap);
    }
    for (uint32_t k = n; k < c->segments.n; k++)
        segment[kept++] = segment[k];
    c->segments.n = kept;
}

void compare_align(struct compare *c)
{
    uint32_t *old_bound = NEW_ARRAY_RAW(c->scratch, uint32_t, c->segments.n + 1);
    uint32_t *new_bound = NEW_ARRAY_RAW(c->scratch, uint32_t, c->segments.n + 1);

    live_units(c, &c->old, c->old_owner, true, old_bound);
    live_units(c, &c->new, c->new_owner, false, new_bound);
    c->id_counts = (struct id_counts){ NEW_ARRAY(c->scratch, uint32_t, c->n_ids + 1), NEW_ARRAY(c->scratch, uint32_t, c->n_ids + 1),
                                       NEW_ARRAY(c->scratch, uint32_t, c->n_ids + 1) };
    for (uint32_t k = 0; k < c->anchors.n; k++)
        match(c, place_of(c, k).a, place_of(c, k).b);
    for (uint32_t k = 0, first = 0; k < c->segments.n; k++)
        align_segment(c, (struct gap){ old_bound[k], old_bound[k + 1], new_bound[k], new_bound[k + 1] }, &first);
    join_segments(c, old_bound, new_bound);
}
