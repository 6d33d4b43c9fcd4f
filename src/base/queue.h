/* What comes first: a heap of ids by their keys, in which each id stands at most once and can be moved or taken out.
 *
 *     uint32_t *place = NEW_ARRAY(a, uint32_t, n_ids);          zero: stands in no queue
 *     queue_put(&q, a, place, id, key);                         anew, or moved to another key
 *     while (q.n > 0 && q.item[0].key <= now) { ... queue_remove(&q, place, q.item[0].id); }
 *
 * Queues whose ids are never in two of them may share one `place`. Equal keys come in the order of their ids, so that nothing depends
 * on how the heap came to be. O(log n) for each call. */
#ifndef BASE_QUEUE_H
#define BASE_QUEUE_H

#include "base/vec.h"

struct queue_item {
    int64_t key;
    uint32_t id;
};

struct queue {
    struct queue_item *item; /* item[0] is the first */
    uint32_t n, room;
};

void queue_put(struct queue *q, struct arena *a, uint32_t *place, uint32_t id, int64_t key);
/* Nothing happens where the id is not in it. */
void queue_remove(struct queue *q, uint32_t *place, uint32_t id);

#endif
