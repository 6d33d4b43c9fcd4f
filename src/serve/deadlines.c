/* One list under one lock, and a thread that looks through it. */
#include "serve/deadlines.h"

#include <sys/socket.h>
#include <time.h>

#include "base/arena.h"
#include "base/clock.h"

enum { SWEEP_S = 1 };

void deadlines_open(struct deadlines *all)
{
    *all = (struct deadlines){ 0 };
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->wake, NULL);
}

void deadlines_drop(struct deadlines *all)
{
    pthread_cond_destroy(&all->wake);
    pthread_mutex_destroy(&all->lock);
}

/* ---- Connections ---- */

struct deadline *deadline_begin(struct deadlines *all, int fd, int64_t until)
{
    struct deadline *d = heap_grow(NULL, sizeof *d);

    pthread_mutex_lock(&all->lock);
    *d = (struct deadline){ .next = all->first, .before = &all->first, .fd = fd, .until = until };
    if (d->next)
        d->next->before = &d->next;
    all->first = d;
    pthread_mutex_unlock(&all->lock);
    return d;
}

void deadline_set(struct deadline *d, int64_t until)
{
    __atomic_store_n(&d->until, until, __ATOMIC_RELAXED);
}

void deadline_end(struct deadlines *all, struct deadline *d)
{
    pthread_mutex_lock(&all->lock);
    *d->before = d->next;
    if (d->next)
        d->next->before = d->before;
    pthread_mutex_unlock(&all->lock);
    heap_free(d);
}

/* ---- The end of some ---- */

static unsigned sweep(struct deadlines *all, int64_t now)
{
    unsigned n = 0;

    for (struct deadline *d = all->first; d; d = d->next)
        if (__atomic_load_n(&d->until, __ATOMIC_RELAXED) <= now) {
            deadline_set(d, NEVER); /* once is enough */
            shutdown(d->fd, SHUT_RDWR);
            n++;
        }
    return n;
}

unsigned deadlines_sweep(struct deadlines *all, int64_t now)
{
    pthread_mutex_lock(&all->lock);
    unsigned n = sweep(all, now);
    pthread_mutex_unlock(&all->lock);
    return n;
}

static void *work(void *context)
{
    struct deadlines *all = context;
    struct timespec next;

    pthread_mutex_lock(&all->lock);
    while (!all->stopping) {
        clock_gettime(CLOCK_REALTIME, &next);
        next.tv_sec += SWEEP_S;
        pthread_cond_timedwait(&all->wake, &all->lock, &next);
        sweep(all, clock_steady_ms());
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

int deadlines_start(struct deadlines *all, struct err *e)
{
    if (pthread_create(&all->thread, NULL, work, all))
        return err_set(e, E_SYSTEM, "a thread could not be started");
    all->running = true;
    return 0;
}

void deadlines_stop(struct deadlines *all)
{
    if (!all->running)
        return;
    pthread_mutex_lock(&all->lock);
    all->stopping = true;
    pthread_cond_signal(&all->wake);
    pthread_mutex_unlock(&all->lock);
    pthread_join(all->thread, NULL);
    all->running = false;
}
