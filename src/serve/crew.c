/* A queue under one lock. An item that shares its number with one that waits hangs behind that one; with one that runs, behind its thread.
 * An item may be gone as soon as it was run, so nothing is asked of it afterwards. */
#include "serve/crew.h"

#include "base/arena.h"
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
    t->share = 0;
    while (!p->first && !p->stopping)
        pthread_cond_wait(&p->more, &p->lock);
    if ((item = p->first)) {
        p->first = item->next;
        p->last = p->first ? p->last : NULL;
        t->share = item->share;
        t->behind = item->behind;
    }
    return item;
}

static void *work(void *context)
{
    struct crew_thread *t = context;

    wall_raise(WALL_NO_PROGRAMS); /* it takes stored pages apart; where the kernel has no walls it does so without */
    pthread_mutex_lock(&t->crew->lock);
    for (struct crew_item *item; (item = take(t));) {
        t->crew->n_waiting--;
        pthread_mutex_unlock(&t->crew->lock);
        item->run(item);
        pthread_mutex_lock(&t->crew->lock);
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
        if (p->thread[i].share == item->share)
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
