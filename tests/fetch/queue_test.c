/* The order of turns against a plain search, and queues. */
#include "fetch/queue.h"

#include "tests/base/random.h"
#include "tests/tap.h"

enum { LANES = 200, STEPS = 20000 };

static void test_order(void)
{
    AUTO(arena) a = { 0 };
    struct host_queues l;
    struct host_queue *queue[LANES];
    struct random r = { 5 };
    unsigned wrong = 0;
    host_queues_open(&l, &a);
    for (int i = 0; i < LANES; i++)
        queue[i] = host_queues_get(&l, arena_printf(&a, "http://h%d:80", i));
    ok(host_queues_get(&l, STR("http://h7:80")) == queue[7], "a queue is found again");
    ok(host_queues_next(&l) == NULL, "nobody waits");
    for (int step = 0; step < STEPS; step++) {
        struct host_queue *one = queue[random_below(&r, LANES)];
        host_queues_set(&l, one, random_below(&r, 3) > 0, random_below(&r, 1000));
        int64_t best = INT64_MAX;
        for (int i = 0; i < LANES; i++)
            if (queue[i]->heap_at != NO_PLACE)
                best = MIN(best, queue[i]->ready_at_ms);
        struct host_queue *next = host_queues_next(&l);
        wrong += next ? next->ready_at_ms != best : best != INT64_MAX;
    }
    eq_int(wrong, 0, "the earliest is always next");
    host_queues_drop(&l);
}

static struct job *job_named(const char *url)
{
    struct job *j = NULL;
    if (job_new(&(struct request){ .url = str_of(url) }, &j, NULL))
        ok(false, "a job");
    return j;
}

static void test_queue(void)
{
    AUTO(arena) a = { 0 };
    struct host_queues l;
    host_queues_open(&l, &a);
    struct host_queue *queue = host_queues_get(&l, STR("http://a:80"));
    host_queue_push(queue, job_named("1"));
    host_queue_push(queue, job_named("2"));
    host_queue_push_front(queue, job_named("0"));
    for (char c = '0'; c <= '2'; c++) {
        struct job *j = host_queue_pop(queue);
        ok(j && j->q.url.ptr[0] == c && j->queue == queue, "job %c in its turn", c);
        job_free(j);
    }
    ok(host_queue_pop(queue) == NULL && queue->n == 0 && queue->last == NULL, "then none");
    host_queue_push_front(queue, job_named("3"));
    host_queue_push(queue, job_named("4"));
    eq_int(queue->n, 2, "what is left is freed with the queues");
    host_queues_drop(&l);
}

int main(void)
{
    test_order();
    test_queue();
    return tap_done();
}
