/* Slow work: all of it is done, what shares a number one after the other, and the queue has an end. */
#include "serve/crew.h"

#include <unistd.h>

#include "tests/tap.h"

enum { JOBS = 60 };

static struct job {
    struct crew_item item;
    int *running, *most, *done;
} jobs[JOBS];
static int running[4], most[4], done[4];

static void work(struct crew_item *item)
{
    struct job *j = (struct job *)item;
    int now = __atomic_add_fetch(j->running, 1, __ATOMIC_SEQ_CST);

    if (now > *j->most)
        *j->most = now;
    usleep(500);
    __atomic_sub_fetch(j->running, 1, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(j->done, 1, __ATOMIC_SEQ_CST);
}

static void rest(struct crew_item *item UNUSED)
{
    usleep(1000);
}

int main(void)
{
    static struct crew_item many[CREW_WAITING_MAX + 100];
    struct crew crew;
    struct err e;
    unsigned taken = 0;

    ok(crew_open(&crew, &e) == 0, "threads start");
    for (int i = 0; i < JOBS; i++) {
        int k = i % 4;
        jobs[i] = (struct job){ { .share = (uint64_t)k, .run = work }, &running[k], &most[k], &done[k] };
        crew_push(&crew, &jobs[i].item);
    }
    crew_close(&crew);
    ok(done[0] + done[1] + done[2] + done[3] == JOBS, "all of it is done before the end");
    ok(most[1] == 1 && most[2] == 1 && most[3] == 1, "what shares a number is done one after the other");

    ok(crew_open(&crew, &e) == 0, "again");
    for (size_t i = 0; i < ARRAY_LEN(many); i++) {
        many[i].run = rest;
        taken += crew_push(&crew, &many[i]);
    }
    ok(taken >= CREW_WAITING_MAX && taken < ARRAY_LEN(many), "%u were taken, and then no more", taken);
    crew_close(&crew);
    return tap_done();
}
