/* In: jobs and the times hosts are ready. Out: the queue whose turn it is.
 *
 *  1. heap.item[i]->heap_at == i; no queue is ready earlier than the one above it.
 *  2. Lanes are never freed before the fetcher: addresses hold.
 * Cost: O(1) to queue, O(log queues) to set a time. */
#include "fetch/queue.h"

#include "base/hash.h"

void host_queues_open(struct host_queues *l, struct arena *a)
{
    *l = (struct host_queues){ .arena = a };
    map_open(&l->by_origin, a, 64);
}

void host_queues_drop(struct host_queues *l)
{
    for (uint32_t i = 0; i < l->all.n; i++) {
        for (struct job *j; (j = host_queue_pop(l->all.item[i]));)
            job_free(j);
        host_drop(&l->all.item[i]->host);
    }
}

struct host_queue *host_queues_get(struct host_queues *l, struct str origin)
{
    /* Two origins with one hash take the next free key: nobody gets another host's robots.txt. */
    for (uint64_t key = hash_str(origin);; key++) {
        uint32_t *at = map_slot(&l->by_origin, key, UINT32_MAX);
        if (*at == UINT32_MAX) {
            struct host_queue *queue = NEW(l->arena, struct host_queue);
            *at = l->all.n;
            *VEC_ADD(l->arena, &l->all) = queue;
            queue->heap_at = NO_PLACE;
            host_set(&queue->host, &(struct host_facts){ .origin = origin, .robots = STR("") });
            return queue;
        }
        if (str_eq(l->all.item[*at]->host.facts.origin, origin))
            return l->all.item[*at];
    }
}

void host_queue_push(struct host_queue *queue, struct job *j)
{
    j->queue = queue;
    j->next = NULL;
    if (queue->last)
        queue->last->next = j;
    else
        queue->first = j;
    queue->last = j;
    queue->n++;
}

void host_queue_push_front(struct host_queue *queue, struct job *j)
{
    j->queue = queue;
    j->next = queue->first;
    queue->first = j;
    if (!queue->last)
        queue->last = j;
    queue->n++;
}

struct job *host_queue_pop(struct host_queue *queue)
{
    struct job *j = queue->first;
    if (!j)
        return NULL;
    queue->first = j->next;
    if (!queue->first)
        queue->last = NULL;
    j->next = NULL;
    queue->n--;
    return j;
}

static void place(struct host_queues *l, uint32_t at, struct host_queue *queue)
{
    l->heap.item[at] = queue;
    queue->heap_at = at;
}

static void sift_up(struct host_queues *l, struct host_queue *queue)
{
    uint32_t at = queue->heap_at;
    while (at && l->heap.item[(at - 1) / 2]->ready_at_ms > queue->ready_at_ms) {
        place(l, at, l->heap.item[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    place(l, at, queue);
}

static void sift_down(struct host_queues *l, struct host_queue *queue)
{
    uint32_t at = queue->heap_at;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child + 1 < l->heap.n && l->heap.item[child + 1]->ready_at_ms < l->heap.item[child]->ready_at_ms)
            child++;
        if (child >= l->heap.n || l->heap.item[child]->ready_at_ms >= queue->ready_at_ms)
            break;
        place(l, at, l->heap.item[child]);
        at = child;
    }
    place(l, at, queue);
}

static void heap_remove(struct host_queues *l, struct host_queue *queue)
{
    uint32_t at = queue->heap_at;
    struct host_queue *last = l->heap.item[--l->heap.n];
    queue->heap_at = NO_PLACE;
    if (last == queue)
        return;
    place(l, at, last);
    sift_up(l, last);
    sift_down(l, last);
}

void host_queues_set(struct host_queues *l, struct host_queue *queue, bool waiting, int64_t ready_at_ms)
{
    if (!waiting) {
        if (queue->heap_at != NO_PLACE)
            heap_remove(l, queue);
        return;
    }
    queue->ready_at_ms = ready_at_ms;
    if (queue->heap_at == NO_PLACE) {
        queue->heap_at = l->heap.n;
        *VEC_ADD(l->arena, &l->heap) = queue;
    }
    sift_up(l, queue);
    sift_down(l, queue);
}

struct host_queue *host_queues_next(const struct host_queues *l)
{
    return l->heap.n ? l->heap.item[0] : NULL;
}
