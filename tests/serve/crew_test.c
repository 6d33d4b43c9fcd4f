/* Slow work: all of it is done, what shares a number one after the other, and the queue has an end. */
#include "serve/crew.h"

#include <stdatomic.h>
#include <unistd.h>

#include "tests/tap.h"

enum { JOBS = 60 };

static struct job {
    struct crew_item item;
    _Atomic int *running, *most, *done;
} jobs[JOBS];
static _Atomic int running[4], most[4], done[4];

static void work(struct crew_item *item)
{
    struct job *j = (struct job *)item;
    int now = ++*j->running, before = *j->most;

    while (now > before && !atomic_compare_exchange_weak(j->most, &before, now))
        ;
    usleep(500);
    --*j->running;
    ++*j->done;
}

static void rest(struct crew_item *item UNUSED)
{
    usleep(1000);
}

/* Takes steps until it is stopped. */
static _Atomic int steps, stopped;

static void walk(struct crew_item *item)
{
    struct err e;

    while (crew_step(item->progress, "walking", &e) == 0) {
        steps++;
        usleep(500);
    }
    stopped++;
}

static void test_stop(void)
{
    static struct crew_item walker[3];
    struct crew crew;
    struct crew_state state = { 0 };
    struct err e;

    ok(crew_open(&crew, &e) == 0, "a crew that is asked how far it is");
    for (int i = 0; i < 3; i++) {
        walker[i] = (struct crew_item){ .share = 9, .owner = i == 2 ? 8 : 7, .run = walk };
        crew_push(&crew, &walker[i]);
    }
    for (int i = 0; i < 4000 && !(state.stage && state.before == 0); i++) {
        usleep(500);
        state = crew_look(&crew, 9, 7);
    }
    ok(state.known && state.stage && strcmp(state.stage, "walking") == 0 && state.ms >= 0, "it says what is done now");
    ok(crew_look(&crew, 9, 8).known && crew_look(&crew, 9, 8).before == 1, "and that others wait for it");
    ok(!crew_look(&crew, 5, 7).known && crew_stop(&crew, 9, 6) == 0 && crew_stop(&crew, 5, 7) == 0, "of others nothing is stopped");
    eq_int(crew_stop(&crew, 9, 7), 2, "one's own is, also what waits");
    for (int i = 0; i < 4000 && stopped < 2; i++)
        usleep(500);
    ok(stopped == 2 && steps > 0, "it ends before its next step");
    for (int i = 0; i < 4000 && crew_stop(&crew, 9, 8) == 0; i++)
        usleep(500);
    crew_close(&crew);
    eq_int(stopped, 3, "the other one went on until its owner had enough");
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
    test_stop();
    return tap_done();
}
