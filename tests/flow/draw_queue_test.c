/* Pages that other threads want drawn: each gets its answer, from a browser or from the lack of one. */
#include "flow/draw_queue.h"

#include <pthread.h>

#include "base/loop.h"
#include "tests/tap.h"

enum { THREADS = 4 };

struct customer {
    pthread_t thread;
    struct draw_queue *queue;
    struct browser_page page;
    struct err err;
    int code;
};

static void *ask(void *context)
{
    AUTO(arena) a = { 0 };
    struct customer *c = context;
    struct browser_request q = { .body = STR("<p>x"), .has_body = true, .offline = true };
    c->code = draw_queue_render(&a, c->queue, &q, &c->page, &c->err);
    return NULL;
}

/* Lets the threads ask, and serves them until all have their answers. */
static unsigned serve(struct loop *l, struct draw_queue *queue, struct browser *b, struct customer *customer)
{
    unsigned n = 0, handed = 0;
    struct err e;
    for (int i = 0; i < THREADS; i++) {
        customer[i] = (struct customer){ .queue = queue };
        n += pthread_create(&customer[i].thread, NULL, ask, &customer[i]) == 0;
    }
    while (handed < n || browser_open_pages(b)) {
        uint32_t before = browser_open_pages(b);
        draw_queue_serve(queue, b);
        handed += browser_open_pages(b) - before;
        if (loop_step(l, 1000, &e))
            break;
    }
    for (unsigned i = 0; i < n; i++)
        pthread_join(customer[i].thread, NULL);
    return n;
}

int main(void)
{
    struct loop *l;
    struct browser *b = NULL;
    struct customer customer[THREADS];
    struct err e;
    if (loop_open(&l, &e) || browser_open(&(struct browser_options){ .loop = l, .program = STR("/bin/true") }, &b, &e))
        return 1;
    struct draw_queue *queue = draw_queue_open(l);
    unsigned n = serve(l, queue, b, customer), told = 0;
    for (unsigned i = 0; i < n; i++)
        told += customer[i].code == E_SYSTEM && str_find(str_of(customer[i].err.text), STR("/bin/true"), 0) != SIZE_MAX;
    eq_int(told, n, "a browser that does not start is told to every thread");
    draw_queue_close(queue);
    draw_queue_close(NULL);
    browser_close(b);
    b = NULL;
    queue = draw_queue_open(l);
    struct customer one = { .queue = queue };
    if (pthread_create(&one.thread, NULL, ask, &one) == 0) {
        struct err why;
        err_set(&why, E_SYSTEM, "no browser today");
        while (!draw_queue_waits(queue))
            if (loop_step(l, 1000, &e))
                break;
        draw_queue_fail(queue, &why);
        pthread_join(one.thread, NULL);
        ok(one.code == E_SYSTEM && strcmp(one.err.text, "no browser today") == 0, "that there is none is told too");
    }
    draw_queue_close(queue);
    loop_close(l);
    return tap_done();
}
