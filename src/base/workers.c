/* Threads with one queue in and one list out, both under one lock: items are whole pages, so nobody waits for the lock for long.
 * Invariants: 1. an item is in the queue, with one thread, or in the list; 2. `busy` counts all three. */
#include "base/workers.h"

#include <pthread.h>
#include <sched.h>

#include "base/arena.h"

struct workers {
    struct workers_options options;
    pthread_mutex_t lock;
    pthread_cond_t pushed;
    struct work_item *first, *last; /* the queue */
    struct work_item *done;         /* the list */
    uint32_t busy;
    bool ending;
    unsigned n_threads;
    pthread_t thread[];
};

static struct work_item *next_item(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    while (!w->first && !w->ending)
        pthread_cond_wait(&w->pushed, &w->lock);
    struct work_item *item = w->first;
    if (item)
        w->first = item->next;
    pthread_mutex_unlock(&w->lock);
    return item;
}

static void finish(struct workers *w, struct work_item *item)
{
    pthread_mutex_lock(&w->lock);
    item->next = w->done;
    w->done = item;
    pthread_mutex_unlock(&w->lock);
    if (w->options.done)
        w->options.done(w->options.context);
}

static void *work(void *context)
{
    struct workers *w = context;
    void *own = w->options.open ? w->options.open(w->options.context) : NULL;
    for (struct work_item *item; (item = next_item(w));) {
        w->options.run(own, item);
        finish(w, item);
    }
    if (w->options.close)
        w->options.close(own);
    return NULL;
}

int workers_open(const struct workers_options *options, struct workers **out, struct err *e)
{
    struct workers *w = heap_grow(NULL, sizeof *w + options->n * sizeof *w->thread);
    *w = (struct workers){ .options = *options };
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->pushed, NULL);
    while (w->n_threads < options->n && pthread_create(&w->thread[w->n_threads], NULL, work, w) == 0)
        w->n_threads++;
    if (w->n_threads == 0) {
        workers_close(w);
        return err_set(e, E_SYSTEM, "no thread could be started");
    }
    *out = w;
    return 0;
}

void workers_close(struct workers *w)
{
    if (!w)
        return;
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_cond_broadcast(&w->pushed);
    pthread_mutex_unlock(&w->lock);
    for (unsigned i = 0; i < w->n_threads; i++)
        pthread_join(w->thread[i], NULL);
    pthread_cond_destroy(&w->pushed);
    pthread_mutex_destroy(&w->lock);
    heap_free(w);
}

void workers_push(struct workers *w, struct work_item *item)
{
    item->next = NULL;
    pthread_mutex_lock(&w->lock);
    if (w->first)
        w->last->next = item;
    else
        w->first = item;
    w->last = item;
    w->busy++;
    pthread_cond_signal(&w->pushed);
    pthread_mutex_unlock(&w->lock);
}

struct work_item *workers_take(struct workers *w)
{
    pthread_mutex_lock(&w->lock);
    struct work_item *item = w->done;
    if (item) {
        w->done = item->next;
        w->busy--;
    }
    pthread_mutex_unlock(&w->lock);
    return item;
}

/* Only the thread that pushes and takes changes it. */
uint32_t workers_busy(const struct workers *w)
{
    return w->busy;
}

unsigned workers_cores(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    return n > 0 ? (unsigned)n : 1;
}
