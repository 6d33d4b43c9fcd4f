/* In: requests of other threads. Out: the same, handed to the browser and back.
 *
 *  1. A request belongs to the loop's thread from the moment it is taken off the list until `done` is set under the lock; its thread
 *     sleeps meanwhile, so that its arena has one user at a time. */
#include "flow/draw_queue.h"

#include <pthread.h>

#include "base/loop.h"

/* Lies on the stack of the thread that waits. */
struct draw_request {
    struct draw_request *next;
    struct draw_queue *queue;
    struct arena *arena;
    const struct browser_request *request;
    struct browser_page *page;
    struct err *err;
    int code;
    bool done;
};

struct draw_queue {
    struct loop *loop;
    pthread_mutex_t lock;
    pthread_cond_t done;
    struct draw_request *first, **end;
};

struct draw_queue *draw_queue_open(struct loop *loop)
{
    struct draw_queue *q = heap_grow(NULL, sizeof *q);
    *q = (struct draw_queue){ .loop = loop, .end = &q->first };
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->done, NULL);
    return q;
}

void draw_queue_close(struct draw_queue *q)
{
    if (!q)
        return;
    pthread_cond_destroy(&q->done);
    pthread_mutex_destroy(&q->lock);
    heap_free(q);
}

int draw_queue_render(struct arena *a, struct draw_queue *q, const struct browser_request *request, struct browser_page *out,
                      struct err *e)
{
    struct draw_request *r = NEW(a, struct draw_request);
    *r = (struct draw_request){ .queue = q, .arena = a, .request = request, .page = out, .err = e };
    pthread_mutex_lock(&q->lock);
    *q->end = r;
    q->end = &r->next;
    loop_wake(q->loop);
    while (!r->done)
        pthread_cond_wait(&q->done, &q->lock);
    pthread_mutex_unlock(&q->lock);
    return r->code;
}

static struct draw_request *take_all(struct draw_queue *q)
{
    pthread_mutex_lock(&q->lock);
    struct draw_request *all = q->first;
    q->first = NULL;
    q->end = &q->first;
    pthread_mutex_unlock(&q->lock);
    return all;
}

static void finish(struct draw_request *r, int code)
{
    struct draw_queue *q = r->queue;
    pthread_mutex_lock(&q->lock);
    r->code = code;
    r->done = true;
    pthread_cond_broadcast(&q->done);
    pthread_mutex_unlock(&q->lock);
}

static void take_page(void *ctx, const struct browser_page *page, const struct err *failed)
{
    struct draw_request *r = ctx;
    if (!failed)
        *r->page = *page;
    finish(r, failed ? err_set(r->err, failed->code, "%s", failed->text) : 0);
}

bool draw_queue_waits(struct draw_queue *q)
{
    pthread_mutex_lock(&q->lock);
    bool waits = q->first != NULL;
    pthread_mutex_unlock(&q->lock);
    return waits;
}

void draw_queue_serve(struct draw_queue *q, struct browser *b)
{
    for (struct draw_request *r = take_all(q), *next; r; r = next) {
        next = r->next;
        int code = browser_start(r->arena, b, r->request, take_page, r, r->err);
        if (code)
            finish(r, code);
    }
}

void draw_queue_fail(struct draw_queue *q, const struct err *why)
{
    for (struct draw_request *r = take_all(q), *next; r; r = next) {
        next = r->next;
        finish(r, err_set(r->err, why->code, "%s", why->text));
    }
}
