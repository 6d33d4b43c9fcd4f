/* The order of turns against a plain search, and queues. */
#include "fetch/lane.h"

#include "tests/base/random.h"
#include "tests/tap.h"

enum { LANES = 200, STEPS = 20000 };

static void test_order(void)
{
    AUTO(arena) a = { 0 };
    struct lanes l;
    struct lane *lane[LANES];
    struct random r = { 5 };
    unsigned wrong = 0;
    lanes_open(&l, &a);
    for (int i = 0; i < LANES; i++)
        lane[i] = lanes_get(&l, arena_printf(&a, "http://h%d:80", i));
    ok(lanes_get(&l, STR("http://h7:80")) == lane[7], "a lane is found again");
    ok(lanes_next(&l) == NULL, "nobody waits");
    for (int step = 0; step < STEPS; step++) {
        struct lane *one = lane[random_below(&r, LANES)];
        lanes_set(&l, one, random_below(&r, 3) > 0, random_below(&r, 1000));
        int64_t best = INT64_MAX;
        for (int i = 0; i < LANES; i++)
            if (lane[i]->heap_at != NO_PLACE)
                best = MIN(best, lane[i]->ready_at_ms);
        struct lane *next = lanes_next(&l);
        wrong += next ? next->ready_at_ms != best : best != INT64_MAX;
    }
    eq_int(wrong, 0, "the earliest is always next");
    lanes_drop(&l);
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
    struct lanes l;
    lanes_open(&l, &a);
    struct lane *lane = lanes_get(&l, STR("http://a:80"));
    lane_push(lane, job_named("1"));
    lane_push(lane, job_named("2"));
    lane_push_front(lane, job_named("0"));
    for (char c = '0'; c <= '2'; c++) {
        struct job *j = lane_pop(lane);
        ok(j && j->q.url.ptr[0] == c && j->lane == lane, "job %c in its turn", c);
        job_free(j);
    }
    ok(lane_pop(lane) == NULL && lane->n == 0 && lane->last == NULL, "then none");
    lane_push_front(lane, job_named("3"));
    lane_push(lane, job_named("4"));
    eq_int(lane->n, 2, "what is left is freed with the lanes");
    lanes_drop(&l);
}

int main(void)
{
    test_order();
    test_queue();
    return tap_done();
}
