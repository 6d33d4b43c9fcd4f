/* The queue against a plain array that is searched. */
#include "base/queue.h"

#include "tests/base/random.h"
#include "tests/tap.h"

enum { IDS = 40 };

/* The id that must come first: the least key, of equal ones the least id; IDS where none is in. */
static uint32_t first_of(const int64_t *key, const bool *in)
{
    uint32_t first = IDS;
    for (uint32_t i = 0; i < IDS; i++)
        if (in[i] && (first == IDS || key[i] < key[first]))
            first = i;
    return first;
}

static bool agrees(const struct queue *q, const uint32_t *place, const int64_t *key, const bool *in)
{
    uint32_t first = first_of(key, in), n = 0;
    for (uint32_t i = 0; i < IDS; i++) {
        n += in[i];
        if ((place[i] != 0) != in[i] || (in[i] && (q->item[place[i] - 1].id != i || q->item[place[i] - 1].key != key[i])))
            return false;
    }
    return q->n == n && (n == 0 || q->item[0].id == first);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct random r = { 7 };
    struct queue q = { 0 };
    uint32_t place[IDS] = { 0 };
    int64_t key[IDS] = { 0 };
    bool in[IDS] = { 0 }, good = true;
    for (int step = 0; step < 20000 && good; step++) {
        uint32_t id = random_below(&r, IDS);
        if (random_below(&r, 3) == 0) {
            queue_remove(&q, place, id);
            in[id] = false;
        } else {
            key[id] = (int64_t)random_below(&r, 30) - 15;
            in[id] = true;
            queue_put(&q, &a, place, id, key[id]);
        }
        good = agrees(&q, place, key, in);
    }
    ok(good, "20,000 puts, moves and removals keep every place and the first");
    int64_t last = INT64_MIN;
    for (good = true; q.n > 0; queue_remove(&q, place, q.item[0].id)) {
        good = good && q.item[0].key >= last;
        last = q.item[0].key;
    }
    ok(good, "taken out from the front, keys never fall");
    return tap_done();
}
