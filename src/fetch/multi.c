/* In: what libcurl wants to wait for. Out: libcurl called when it is there.
 *
 *  1. A socket's watch is on `used` from the first time that libcurl names the socket until it says CURL_POLL_REMOVE; libcurl keeps its
 *     address.
 * Any call for a socket also runs libcurl's timers that are over. */
#include "fetch/multi.h"

#include "base/arena.h"
#include "base/clock.h"
#include "fetch/transfer.h"

struct multi_socket {
    struct loop_watch watch; /* first: the loop's pointer is ours */
    struct multi_socket *next, **self;
};

static void act(struct multi *m, curl_socket_t fd, int mask)
{
    int running;
    if (m->curl->curl_multi_socket_action_p(m->handle, fd, mask, &running) != CURLM_OK)
        m->failed = true;
}

static void socket_ready(struct loop_watch *w, unsigned events)
{
    int mask = (events & LOOP_READ ? CURL_CSELECT_IN : 0) | (events & LOOP_WRITE ? CURL_CSELECT_OUT : 0)
               | (events & LOOP_ERROR ? CURL_CSELECT_ERR : 0);
    act(w->owner, w->fd, mask);
}

static void time_over(struct loop_timer *t)
{
    act(t->owner, CURL_SOCKET_TIMEOUT, 0);
}

static struct multi_socket *add_socket(struct multi *m, curl_socket_t fd)
{
    struct multi_socket *s = m->free;
    if (s)
        m->free = s->next;
    else
        s = heap_grow(NULL, sizeof *s);
    *s = (struct multi_socket){ .watch = { .fd = fd, .ready = socket_ready, .owner = m }, .next = m->used, .self = &m->used };
    if (s->next)
        s->next->self = &s->next;
    m->used = s;
    m->curl->curl_multi_assign_p(m->handle, fd, s);
    return s;
}

static void remove_socket(struct multi *m, struct multi_socket *s)
{
    loop_forget(m->loop, &s->watch);
    *s->self = s->next;
    if (s->next)
        s->next->self = s->self;
    s->next = m->free;
    m->free = s;
}

static int on_socket(CURL *easy, curl_socket_t fd, int what, void *ctx, void *known)
{
    struct multi *m = ctx;
    struct multi_socket *s = known;
    struct transfer *t = NULL;
    if (what == CURL_POLL_REMOVE) {
        if (s)
            remove_socket(m, s);
        return 0;
    }
    if (!s)
        s = add_socket(m, fd);
    if (m->curl->curl_easy_getinfo_p(easy, CURLINFO_PRIVATE, &t) == CURLE_OK && t)
        t->fd = fd;
    loop_watch(m->loop, &s->watch, (what & CURL_POLL_IN ? LOOP_READ : 0u) | (what & CURL_POLL_OUT ? LOOP_WRITE : 0u));
    return 0;
}

static int on_timer(CURLM *handle, long ms, void *ctx)
{
    struct multi *m = ctx;
    (void)handle;
    if (ms < 0)
        loop_cancel(m->loop, &m->timer);
    else
        loop_at(m->loop, &m->timer, ms ? clock_steady_ms() + ms : 0);
    return 0;
}

int multi_open(struct multi *m, const struct curl *c, struct loop *l, struct err *e)
{
    *m = (struct multi){ .curl = c, .loop = l, .handle = c->curl_multi_init_p(), .timer = { .due = time_over, .owner = m } };
    if (!m->handle)
        return err_set(e, E_SYSTEM, "libcurl cannot be set up");
    c->curl_multi_setopt_p(m->handle, CURLMOPT_SOCKETFUNCTION, on_socket);
    c->curl_multi_setopt_p(m->handle, CURLMOPT_SOCKETDATA, m);
    c->curl_multi_setopt_p(m->handle, CURLMOPT_TIMERFUNCTION, on_timer);
    c->curl_multi_setopt_p(m->handle, CURLMOPT_TIMERDATA, m);
    return 0;
}

static void free_sockets(struct multi_socket *s)
{
    for (struct multi_socket *next; s; s = next) {
        next = s->next;
        heap_free(s);
    }
}

void multi_drop(struct multi *m)
{
    if (m->handle)
        m->curl->curl_multi_cleanup_p(m->handle);
    if (m->loop) {
        loop_cancel(m->loop, &m->timer);
        while (m->used)
            remove_socket(m, m->used);
    }
    free_sockets(m->free);
    *m = (struct multi){ 0 };
}
