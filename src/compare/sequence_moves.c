/* Moved runs: what the alignment left over on both sides and is still the same.
 *
 * In: both sequences, each item with a weight and taken or not. Out: disjoint runs of equal symbols, in order of b.
 * The idea: every left-over place of new is paired with the places of its symbol in old (all where old has few, else the one of
 * the same rank), each pair is grown both ways to a maximal run, and the runs are taken heaviest first. A run that has lost items
 * to a heavier one is cut to what is left of it and waits again.
 * Invariants: 1. a diagonal is grown once: `reached` tells how far; 2. the heap's top is the heaviest run, of equal ones the
 * first in b, then in a; 3. used places are never given twice.
 * Cost: O(n + m) expected, and O(r log r) for the r runs found. A place lies in at most 2 x SEQUENCE_MOVE_PLACES runs that a rare
 * symbol began, since each holds the rare symbol next to it on one side; STEPS holds the rest to linear time on any input. */
#include "compare/sequence_impl.h"

/* A symbol that old has left over more often than this is paired by rank alone. */
#define SEQUENCE_MOVE_PLACES 8u
/* Symbols compared, for each symbol left over. */
#define SEQUENCE_MOVE_STEPS 64u
/* A run is cut and put back this often, then what is left of it is dropped. */
#define SEQUENCE_MOVE_CUTS 16u

struct move {
    uint64_t weight;
    struct run run;
    uint32_t cuts;
};

struct moves {
    struct arena *arena;
    const struct leftover *old, *new;
    uint32_t min_weight;
    uint8_t *used_old, *used_new; /* taken by the alignment or by a move */
    uint32_t *first, *place;      /* places of old by id: place[first[id] .. first[id + 1]) */
    uint32_t *id;                 /* of each item of new; 0 is none */
    uint32_t *rank;               /* by id: how many of it new had so far */
    uint32_t *reached;            /* by diagonal: the end in new of the last run grown on it */
    uint64_t steps;               /* still to spend */
    struct move *item;            /* a heap */
    uint32_t n, room;
};

static bool before(const struct move *one, const struct move *other)
{
    if (one->weight != other->weight)
        return one->weight > other->weight;
    return one->run.b != other->run.b ? one->run.b < other->run.b : one->run.a < other->run.a;
}

static void heap_add(struct moves *m, struct move move)
{
    uint32_t at = m->n;
    *VEC_ADD(m->arena, m) = move;
    for (; at > 0 && before(&move, &m->item[(at - 1) / 2]); at = (at - 1) / 2)
        m->item[at] = m->item[(at - 1) / 2];
    m->item[at] = move;
}

static struct move heap_take(struct moves *m)
{
    struct move top = m->item[0], last = m->item[--m->n];
    uint32_t at = 0;
    for (uint32_t child; (child = 2 * at + 1) < m->n; at = child) {
        if (child + 1 < m->n && before(&m->item[child + 1], &m->item[child]))
            child++;
        if (!before(&m->item[child], &last))
            break;
        m->item[at] = m->item[child];
    }
    m->item[at] = last;
    return top;
}

static void offer(struct moves *m, struct run run, uint32_t cuts)
{
    uint64_t weight = 0;
    for (uint32_t i = 0; i < run.n; i++)
        weight += m->old->weight[run.a + i];
    if (run.n > 0 && weight >= m->min_weight)
        heap_add(m, (struct move){ weight, run, cuts });
}

static bool same(const struct moves *m, uint32_t i, uint32_t j)
{
    return m->old->symbol[i] == m->new->symbol[j] && !m->used_old[i] && !m->used_new[j];
}

/* Grows the run through (i, j), unless its diagonal has been here. */
static void grow(struct moves *m, uint32_t i, uint32_t j)
{
    uint32_t *reached = &m->reached[j + m->old->n - i];
    uint32_t back = 0, n = 1, room = MIN(m->old->n - i, m->new->n - j);
    if (j < *reached || m->steps == 0)
        return;
    while (back < i && back < j && same(m, i - back - 1, j - back - 1))
        back++;
    while (n < room && same(m, i + n, j + n))
        n++;
    *reached = j + n;
    m->steps -= MIN(m->steps, back + n);
    offer(m, (struct run){ i - back, j - back, back + n }, 0);
}

/* Numbers the symbols of old that are left over, and lists their places. */
static void index_old(struct moves *m, struct arena *scratch)
{
    struct ids ids;
    uint32_t n = m->old->n, *id = NEW_ARRAY(scratch, uint32_t, n);

    ids_open(&ids, scratch, n, MAX(largest_of(m->old->symbol, n), largest_of(m->new->symbol, m->new->n)));
    for (uint32_t i = 0; i < n; i++)
        id[i] = m->used_old[i] ? 0 : ids_add(&ids, m->old->symbol[i]);
    m->first = NEW_ARRAY(scratch, uint32_t, (size_t)ids.n + 2);
    m->place = NEW_ARRAY_RAW(scratch, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        m->first[id[i]]++;
    uint32_t sum = m->first[0] = 0;
    for (uint32_t k = 1; k <= ids.n + 1; k++) {
        sum += m->first[k];
        m->first[k] = sum; /* the end of k's places; filling from the back makes it their start */
    }
    for (uint32_t i = n; i-- > 0;)
        if (id[i])
            m->place[--m->first[id[i]]] = i;
    for (uint32_t j = 0; j < m->new->n; j++)
        m->id[j] = m->used_new[j] ? 0 : ids_find(&ids, m->new->symbol[j]);
    m->reached = NEW_ARRAY(scratch, uint32_t, (size_t)n + m->new->n + 1);
    m->steps = (uint64_t)SEQUENCE_MOVE_STEPS * ((uint64_t)n + m->new->n);
    m->rank = NEW_ARRAY(scratch, uint32_t, (size_t)ids.n + 1);
}

static void find(struct moves *m)
{
    for (uint32_t j = 0; j < m->new->n; j++) {
        uint32_t id = m->id[j];
        if (id == 0)
            continue;
        const uint32_t *place = m->place + m->first[id];
        uint32_t n = m->first[id + 1] - m->first[id], rank = m->rank[id]++;
        if (n > SEQUENCE_MOVE_PLACES && rank < n)
            grow(m, place[rank], j);
        else if (n <= SEQUENCE_MOVE_PLACES)
            for (uint32_t k = 0; k < n; k++)
                grow(m, place[k], j);
    }
}

/* Puts back the pieces of a run that no heavier one has used; false where it is still whole. */
static bool cut(struct moves *m, const struct move *move)
{
    struct run run = move->run, piece = { run.a, run.b, 0 };
    bool whole = true;
    for (uint32_t i = 0; i < run.n && whole; i++)
        whole = !m->used_old[run.a + i] && !m->used_new[run.b + i];
    if (whole || move->cuts == SEQUENCE_MOVE_CUTS)
        return !whole;
    for (uint32_t i = 0; i < run.n; i++) {
        if (!m->used_old[run.a + i] && !m->used_new[run.b + i]) {
            piece.n++;
            continue;
        }
        offer(m, piece, move->cuts + 1);
        piece = (struct run){ run.a + i + 1, run.b + i + 1, 0 };
    }
    offer(m, piece, move->cuts + 1);
    return true;
}

/* Takes runs off the heap; length and from are those of the run that begins at each place of new, 0 where none does. */
static uint32_t choose(struct moves *m, uint32_t *length, uint32_t *from)
{
    uint32_t chosen = 0;
    while (m->n > 0) {
        struct move move = heap_take(m);
        if (cut(m, &move))
            continue;
        memset(m->used_old + move.run.a, 1, move.run.n);
        memset(m->used_new + move.run.b, 1, move.run.n);
        length[move.run.b] = move.run.n;
        from[move.run.b] = move.run.a;
        chosen++;
    }
    return chosen;
}

static uint8_t *used_of(struct arena *scratch, const struct leftover *side)
{
    uint8_t *used = NEW_ARRAY_RAW(scratch, uint8_t, side->n);
    for (uint32_t i = 0; i < side->n; i++)
        used[i] = side->taken[i] != 0;
    return used;
}

void sequence_moves(struct arena *a, const struct leftover *old, const struct leftover *new, uint32_t min_weight, struct runs *out)
{
    AUTO(arena) scratch = { 0 };
    struct moves m = { .arena = &scratch,
                       .old = old,
                       .new = new,
                       .min_weight = min_weight,
                       .used_old = used_of(&scratch, old),
                       .used_new = used_of(&scratch, new),
                       .id = NEW_ARRAY_RAW(&scratch, uint32_t, new->n) };
    uint32_t *length = NEW_ARRAY(&scratch, uint32_t, new->n), *from = NEW_ARRAY_RAW(&scratch, uint32_t, new->n);

    index_old(&m, &scratch);
    find(&m);
    uint32_t n = choose(&m, length, from);
    *out = (struct runs){ .item = NEW_ARRAY_RAW(a, struct run, n), .exact = true };
    for (uint32_t j = 0; j < new->n; j += MAX(length[j], 1)) {
        if (length[j] == 0)
            continue;
        out->item[out->n++] = (struct run){ from[j], j, length[j] };
        out->common += length[j];
    }
}
