/* Waiting for descriptors, times and threads in one place: each is called when it is due, and what is forgotten is not called again. */
#include "base/loop.h"

#include <pthread.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"
#include "tests/tap.h"

struct end {
    struct loop *loop;
    struct loop_watch watch;
    struct end *other; /* is forgotten when this one is called */
    unsigned n_calls, events;
};

static void on_ready(struct loop_watch *w, unsigned events)
{
    struct end *n = w->owner;
    char byte;
    n->n_calls++;
    n->events = events;
    if (events & LOOP_READ && read(w->fd, &byte, 1) < 0)
        n->events = 0;
    if (n->other)
        loop_forget(n->loop, &n->other->watch);
}

static void step(struct loop *l, int64_t wait_ms)
{
    struct err e;
    if (loop_step(l, wait_ms, &e))
        ok(false, "loop_step: %s", e.text);
}

static void descriptors(struct loop *l)
{
    int one[2], two[2];
    if (pipe(one) || pipe(two))
        return;
    struct end a = { .loop = l, .watch = { .fd = one[0], .ready = on_ready, .owner = &a } };
    struct end b = { .loop = l, .watch = { .fd = two[0], .ready = on_ready, .owner = &b } };
    struct end none = { .loop = l, .watch = { .fd = -1, .ready = on_ready, .owner = &none } };
    loop_watch(l, &none.watch, LOOP_READ);
    loop_forget(l, &none.watch);
    loop_watch(l, &a.watch, LOOP_READ);
    step(l, 0);
    eq_int(a.n_calls, 0, "nothing to read: no call");
    ok(write(one[1], "xy", 2) == 2, "two bytes");
    step(l, 1000);
    step(l, 1000);
    ok(a.n_calls == 2 && a.events == LOOP_READ, "a call for each byte that is left");
    loop_watch(l, &a.watch, 0);
    ok(write(one[1], "z", 1) == 1, "one more");
    step(l, 0);
    eq_int(a.n_calls, 2, "who waits for nothing is not called");
    loop_watch(l, &a.watch, LOOP_READ);
    loop_watch(l, &b.watch, LOOP_READ);
    a.other = &b;
    b.other = &a;
    ok(write(two[1], "z", 1) == 1, "both can read now");
    step(l, 1000);
    eq_int(a.n_calls + b.n_calls, 3, "who was forgotten in the same step is not called");
    loop_forget(l, &a.watch);
    loop_forget(l, &b.watch);
    a.other = b.other = NULL;
    loop_watch(l, &b.watch, 0);
    close(two[1]);
    step(l, 1000);
    ok(b.events & LOOP_ERROR, "that the other side is gone comes unasked");
    loop_forget(l, &b.watch);
    close(one[0]);
    close(one[1]);
    close(two[0]);
}

struct alarm {
    struct loop *loop;
    struct loop_timer timer;
    unsigned number, again;
    unsigned *order, *n; /* in which they were called */
};

static void on_time(struct loop_timer *t)
{
    struct alarm *a = t->owner;
    a->order[(*a->n)++] = a->number;
    if (a->again) {
        a->again--;
        loop_at(a->loop, t, clock_steady_ms());
    }
}

enum { ALARMS = 200 };

/* In any order of setting, moving and cancelling they come in the order of their times. */
static void times(struct loop *l)
{
    static struct alarm alarm[ALARMS];
    unsigned order[ALARMS + 8], n = 0, bad = 0;
    int64_t now = clock_steady_ms();
    for (unsigned i = 0; i < ALARMS; i++) {
        alarm[i] = (struct alarm){ l, { .due = on_time, .owner = &alarm[i] }, i, 0, order, &n };
        loop_at(l, &alarm[i].timer, now + 1000000 + i * 7919 % ALARMS);
    }
    for (unsigned i = 0; i < ALARMS; i++)
        if (i % 3 == 0)
            loop_cancel(l, &alarm[i].timer);
        else
            loop_at(l, &alarm[i].timer, now - ALARMS + (int64_t)(i * 31 % ALARMS));
    loop_cancel(l, &alarm[0].timer);
    step(l, 0);
    for (unsigned i = 0; i < n; i++)
        bad += order[i] % 3 == 0 || (i && order[i - 1] * 31 % ALARMS > order[i] * 31 % ALARMS);
    ok(n == ALARMS - (ALARMS + 2) / 3 && bad == 0, "%u timers in their order, none that was cancelled", n);
    n = 0;
    alarm[1].again = 3;
    loop_at(l, &alarm[1].timer, now);
    step(l, 0);
    ok(n >= 1 && n <= 2, "one that sets itself again lets others have their turn");
    while (n < 4)
        step(l, 10);
    eq_int(n, 4, "and comes again");
    n = 0;
    now = clock_steady_ms();
    loop_at(l, &alarm[1].timer, now + 30);
    while (n == 0)
        step(l, 5000);
    ok(clock_steady_ms() - now >= 30 && clock_steady_ms() - now < 3000, "waiting ends when the first is due");
}

static void *wake(void *context)
{
    usleep(20000);
    loop_wake(context);
    return NULL;
}

static void threads(struct loop *l)
{
    pthread_t thread;
    int64_t from = clock_steady_ms();
    if (pthread_create(&thread, NULL, wake, l))
        return;
    step(l, 10000);
    ok(clock_steady_ms() - from < 5000, "another thread ends the waiting");
    pthread_join(thread, NULL);
    loop_wake(l);
    loop_wake(l);
    from = clock_steady_ms();
    step(l, 10000);
    ok(clock_steady_ms() - from < 5000, "also before it begins");
    from = clock_steady_ms();
    step(l, 30);
    ok(clock_steady_ms() - from >= 25, "once, however often it was woken");
}

int main(void)
{
    struct loop *l;
    struct err e;
    if (loop_open(&l, &e))
        return 1;
    descriptors(l);
    times(l);
    threads(l);
    loop_close(l);
    loop_close(NULL);
    return tap_done();
}
