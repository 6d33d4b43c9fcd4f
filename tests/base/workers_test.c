/* Work done on other threads: every item once, each by a thread with something of its own, and none lost at the end. */
#include "base/workers.h"

#include <stdatomic.h>
#include <unistd.h>

#include "tests/tap.h"

enum { N = 1000 };

struct item {
    struct work_item item;
    unsigned number;
    unsigned done;
    bool own;
};

static atomic_uint opened, closed, told;

static void *open_own(void *context)
{
    (void)context;
    atomic_fetch_add(&opened, 1);
    return &opened;
}

static void close_own(void *own)
{
    atomic_fetch_add(&closed, own == &opened);
}

static void square(void *own, struct work_item *item)
{
    struct item *x = (struct item *)item;
    x->done = x->number * x->number;
    x->own = own == &opened;
}

static void tell(void *context)
{
    (void)context;
    atomic_fetch_add(&told, 1);
}

int main(void)
{
    static struct item item[N];
    struct workers *w = NULL;
    struct err e;
    struct workers_options options = { .n = 3, .open = open_own, .close = close_own, .run = square, .done = tell };
    unsigned right = 0, taken = 0;
    ok(workers_cores() >= 1, "there is a processor");
    ok(workers_open(&options, &w, &e) == 0, "threads are made");
    ok(workers_take(w) == NULL && workers_busy(w) == 0, "at first nothing is done");
    for (unsigned i = 0; i < N; i++) {
        item[i].number = i;
        workers_push(w, &item[i].item);
    }
    eq_int(workers_busy(w), N, "what is pushed counts");
    while (workers_busy(w)) {
        usleep(1000);
        for (struct work_item *done; (done = workers_take(w)); taken++) {
            const struct item *x = (const struct item *)done;
            right += x->done == x->number * x->number && x->own;
        }
    }
    ok(taken == N && right == N, "every item is done once, by a thread with its own things");
    for (unsigned i = 0; i < N; i++) {
        item[i].done = 0;
        workers_push(w, &item[i].item);
    }
    workers_close(w);
    eq_int(item[N - 1].done, (N - 1) * (N - 1), "what was pushed is done before the end");
    ok(opened == 3 && closed == 3, "each thread opened and closed its own");
    eq_int(told, 2 * N, "and told of every item");
    workers_close(NULL);
    return tap_done();
}
