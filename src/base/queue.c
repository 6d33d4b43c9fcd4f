/* A binary heap whose items know their places: place[id] is the index + 1. */
#include "base/queue.h"

static bool before(struct queue_item x, struct queue_item y)
{
    return x.key != y.key ? x.key < y.key : x.id < y.id;
}

static void set(struct queue *q, uint32_t *place, uint32_t at, struct queue_item item)
{
    q->item[at] = item;
    place[item.id] = at + 1;
}

/* Puts the item where it belongs, from a free place on: up while it comes before its parent, else down. */
static void settle(struct queue *q, uint32_t *place, uint32_t at, struct queue_item item)
{
    while (at > 0 && before(item, q->item[(at - 1) / 2])) {
        set(q, place, at, q->item[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    for (uint32_t child = 2 * at + 1; child < q->n; child = 2 * at + 1) {
        child += child + 1 < q->n && before(q->item[child + 1], q->item[child]);
        if (!before(q->item[child], item))
            break;
        set(q, place, at, q->item[child]);
        at = child;
    }
    set(q, place, at, item);
}

void queue_put(struct queue *q, struct arena *a, uint32_t *place, uint32_t id, int64_t key)
{
    struct queue_item item = { key, id };
    if (place[id] == 0) {
        *VEC_ADD(a, q) = item;
        place[id] = q->n;
    }
    settle(q, place, place[id] - 1, item);
}

void queue_remove(struct queue *q, uint32_t *place, uint32_t id)
{
    uint32_t at = place[id];
    if (at == 0)
        return;
    place[id] = 0;
    struct queue_item last = q->item[--q->n];
    if (last.id != id)
        settle(q, place, at - 1, last);
}
