/* In: jobs and the times hosts are ready. Out: the lane whose turn it is.
 *
 *  1. heap.item[i]->heap_at == i; no lane is ready earlier than the one above it.
 *  2. Lanes are never freed before the fetcher: addresses hold.
 * Cost: O(1) to queue, O(log lanes) to set a time. */
#include "fetch/lane.h"

#include "base/hash.h"

void lanes_open(struct lanes *l, struct arena *a)
{
    *l = (struct lanes){ .arena = a };
    map_open(&l->by_origin, a, 64);
}

void lanes_drop(struct lanes *l)
{
    for (uint32_t i = 0; i < l->all.n; i++) {
        for (struct job *j; (j = lane_pop(l->all.item[i]));)
            job_free(j);
        host_drop(&l->all.item[i]->host);
    }
}

struct lane *lanes_get(struct lanes *l, struct str origin)
{
    /* Two origins with one hash take the next free key: nobody gets another host's robots.txt. */
    for (uint64_t key = hash_str(origin);; key++) {
        uint32_t *at = map_slot(&l->by_origin, key, UINT32_MAX);
        if (*at == UINT32_MAX) {
            struct lane *lane = NEW(l->arena, struct lane);
            *at = l->all.n;
            *VEC_ADD(l->arena, &l->all) = lane;
            lane->heap_at = NO_PLACE;
            host_set(&lane->host, &(struct host_facts){ .origin = origin, .robots = STR("") });
            return lane;
        }
        if (str_eq(l->all.item[*at]->host.facts.origin, origin))
            return l->all.item[*at];
    }
}

void lane_push(struct lane *lane, struct job *j)
{
    j->lane = lane;
    j->next = NULL;
    if (lane->last)
        lane->last->next = j;
    else
        lane->first = j;
    lane->last = j;
    lane->n++;
}

void lane_push_front(struct lane *lane, struct job *j)
{
    j->lane = lane;
    j->next = lane->first;
    lane->first = j;
    if (!lane->last)
        lane->last = j;
    lane->n++;
}

struct job *lane_pop(struct lane *lane)
{
    struct job *j = lane->first;
    if (!j)
        return NULL;
    lane->first = j->next;
    if (!lane->first)
        lane->last = NULL;
    j->next = NULL;
    lane->n--;
    return j;
}

static void place(struct lanes *l, uint32_t at, struct lane *lane)
{
    l->heap.item[at] = lane;
    lane->heap_at = at;
}

static void sift_up(struct lanes *l, struct lane *lane)
{
    uint32_t at = lane->heap_at;
    while (at && l->heap.item[(at - 1) / 2]->ready_at_ms > lane->ready_at_ms) {
        place(l, at, l->heap.item[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    place(l, at, lane);
}

static void sift_down(struct lanes *l, struct lane *lane)
{
    uint32_t at = lane->heap_at;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child + 1 < l->heap.n && l->heap.item[child + 1]->ready_at_ms < l->heap.item[child]->ready_at_ms)
            child++;
        if (child >= l->heap.n || l->heap.item[child]->ready_at_ms >= lane->ready_at_ms)
            break;
        place(l, at, l->heap.item[child]);
        at = child;
    }
    place(l, at, lane);
}

static void heap_remove(struct lanes *l, struct lane *lane)
{
    uint32_t at = lane->heap_at;
    struct lane *last = l->heap.item[--l->heap.n];
    lane->heap_at = NO_PLACE;
    if (last == lane)
        return;
    place(l, at, last);
    sift_up(l, last);
    sift_down(l, last);
}

void lanes_set(struct lanes *l, struct lane *lane, bool waiting, int64_t ready_at_ms)
{
    if (!waiting) {
        if (lane->heap_at != NO_PLACE)
            heap_remove(l, lane);
        return;
    }
    lane->ready_at_ms = ready_at_ms;
    if (lane->heap_at == NO_PLACE) {
        lane->heap_at = l->heap.n;
        *VEC_ADD(l->arena, &l->heap) = lane;
    }
    sift_up(l, lane);
    sift_down(l, lane);
}

struct lane *lanes_next(const struct lanes *l)
{
    return l->heap.n ? l->heap.item[0] : NULL;
}
