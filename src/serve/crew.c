/* A queue under one lock. An item that shares its number with one that waits hangs behind that one; with one that runs, behind its thread.
 * An item may be gone as soon as it was run, so nothing is asked of it afterwards. */
#include "serve/crew.h"

#include "base/arena.h"
#include "base/clock.h"
#include "base/wall.h"

/* What is next for the thread: what shares its number, else the first that waits. NULL: the end. */
static struct crew_item *take(struct crew_thread *t)
{
    struct crew *p = t->crew;
    struct crew_item *item = t->behind;

    if (item) {
        t->behind = item->next;
        return item;
    }
    while (!p->first && !p->stopping)
        pthread_cond_wait(&p->more, &p->lock);
    if ((item = p->first)) {
        p->first = item->next;
        p->last = p->first ? p->last : NULL;
        t->behind = item->behind;
    }
    return item;
}

/* Under the lock: what the others may know of it. */
static void begin(struct crew_thread *t, struct crew_item *item)
{
    t->progress =
        (struct crew_progress){ .share = item->share, .owner = item->owner, .since = clock_now_ms(), .stop = item->stopped };
    item->progress = &t->progress;
}

static void *work(void *context)
{
    struct crew_thread *t = context;

    wall_raise(WALL_NO_PROGRAMS); /* it takes stored pages apart; where the kernel has no walls it does so without */
    pthread_mutex_lock(&t->crew->lock);
    for (struct crew_item *item; (item = take(t));) {
        t->crew->n_waiting--;
        begin(t, item);
        pthread_mutex_unlock(&t->crew->lock);
        item->run(item);
        pthread_mutex_lock(&t->crew->lock);
        if (!t->behind)
            t->progress = (struct crew_progress){ 0 };
    }
    pthread_mutex_unlock(&t->crew->lock);
    return NULL;
}

int crew_open(struct crew *p, struct err *e)
{
    *p = (struct crew){ 0 };
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->more, NULL);
    for (; p->n_threads < CREW_THREADS; p->n_threads++) {
        struct crew_thread *t = &p->thread[p->n_threads];
        t->crew = p;
        if (pthread_create(&t->id, NULL, work, t)) {
            crew_close(p);
            return err_set(e, E_SYSTEM, "a thread could not be started");
        }
    }
    return 0;
}

void crew_close(struct crew *p)
{
    pthread_mutex_lock(&p->lock);
    p->stopping = true;
    pthread_cond_broadcast(&p->more);
    pthread_mutex_unlock(&p->lock);
    for (unsigned i = 0; i < p->n_threads; i++)
        pthread_join(p->thread[i].id, NULL);
    pthread_cond_destroy(&p->more);
    pthread_mutex_destroy(&p->lock);
}

/* The end of a list that the item belongs to. */
static struct crew_item **place_of(struct crew *p, const struct crew_item *item)
{
    struct crew_item **list = NULL;

    for (unsigned i = 0; i < CREW_THREADS && item->share && !list; i++)
        if (p->thread[i].progress.share == item->share)
            list = &p->thread[i].behind;
    for (struct crew_item *x = p->first; x && item->share && !list; x = x->next)
        if (x->share == item->share)
            list = &x->behind;
    while (list && *list)
        list = &(*list)->next;
    return list;
}

bool crew_push(struct crew *p, struct crew_item *item)
{
    pthread_mutex_lock(&p->lock);
    bool fits = p->n_waiting < CREW_WAITING_MAX && !p->stopping;
    if (fits) {
        struct crew_item **behind = place_of(p, item);
        item->next = item->behind = NULL;
        p->n_waiting++;
        if (behind)
            *behind = item;
        else if (p->last)
            p->last = p->last->next = item;
        else
            p->first = p->last = item;
        pthread_cond_signal(&p->more);
    }
    pthread_mutex_unlock(&p->lock);
    return fits;
}

/* ---- How far it is ---- */

int crew_step(struct crew_progress *x, const char *stage, struct err *e)
{
    if (!x)
        return 0;
    if (__atomic_load_n(&x->stop, __ATOMIC_RELAXED))
        return err_set(e, E_USAGE, "Stopped, as you asked. Open the view again to go on.");
    __atomic_store_n(&x->stage, stage, __ATOMIC_RELAXED);
    return 0;
}

static bool is_of(const struct crew_item *item, uint64_t share, int64_t owner)
{
    return item->share == share && item->owner == owner;
}

static unsigned stop_waiting(struct crew_item *list, uint64_t share, int64_t owner)
{
    unsigned n = 0;

    for (; list; list = list->next) {
        bool mine = is_of(list, share, owner);
        list->stopped |= mine;
        n += mine;
        for (struct crew_item *x = list->behind; x; x = x->next) {
            x->stopped |= is_of(x, share, owner);
            n += is_of(x, share, owner);
        }
    }
    return n;
}

unsigned crew_stop(struct crew *p, uint64_t share, int64_t owner)
{
    pthread_mutex_lock(&p->lock);
    unsigned n = stop_waiting(p->first, share, owner);
    for (unsigned i = 0; i < CREW_THREADS; i++) {
        struct crew_thread *t = &p->thread[i];
        bool mine = t->progress.since && t->progress.share == share && t->progress.owner == owner;
        if (mine)
            __atomic_store_n(&t->progress.stop, true, __ATOMIC_RELAXED);
        n += mine + stop_waiting(t->behind, share, owner);
    }
    pthread_mutex_unlock(&p->lock);
    return n;
}

struct crew_state crew_look(struct crew *p, uint64_t share, int64_t owner)
{
    struct crew_state found = { 0 };
    uint32_t before = 1;

    pthread_mutex_lock(&p->lock);
    for (unsigned i = 0; i < CREW_THREADS && !found.known; i++) {
        const struct crew_progress *x = &p->thread[i].progress;
        if (x->since && x->share == share)
            found = (struct crew_state){ true, x->owner == owner ? 0 : 1, clock_now_ms() - x->since,
                                         __atomic_load_n(&x->stage, __ATOMIC_RELAXED) };
    }
    for (const struct crew_item *x = p->first; x && !found.known; x = x->next, before++)
        if (x->share == share)
            found = (struct crew_state){ .known = true, .before = before };
    pthread_mutex_unlock(&p->lock);
    return found;
}
