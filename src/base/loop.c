/* In: what is waited for. Out: calls. epoll for descriptors, a heap for times, an eventfd for other threads.
 *
 *  1. timer[i]->place == i + 1; no timer is due earlier than the one above it.
 *  2. No pointer to a watch that was forgotten is left in `event` beyond `at`: whoever owns it may free it at once. */
#include "base/loop.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"

enum { EVENTS = 256, WAIT_MAX_MS = 3600000 };

struct loop {
    int epoll_fd, wake_fd;
    struct loop_timer **timer;
    uint32_t n_timers, room;
    struct epoll_event event[EVENTS]; /* of the step at hand */
    int at, n;
};

int loop_open(struct loop **out, struct err *e)
{
    struct loop *l = heap_grow(NULL, sizeof *l);
    *l = (struct loop){ .epoll_fd = epoll_create1(EPOLL_CLOEXEC), .wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) };
    struct epoll_event wake = { .events = EPOLLIN, .data.ptr = l };
    if (l->epoll_fd < 0 || l->wake_fd < 0 || epoll_ctl(l->epoll_fd, EPOLL_CTL_ADD, l->wake_fd, &wake)) {
        int code = err_system(e, "waiting cannot be set up");
        loop_close(l);
        return code;
    }
    *out = l;
    return 0;
}

void loop_close(struct loop *l)
{
    if (!l)
        return;
    if (l->epoll_fd >= 0)
        close(l->epoll_fd);
    if (l->wake_fd >= 0)
        close(l->wake_fd);
    heap_free(l->timer);
    heap_free(l);
}

/* ---- Descriptors ---- */

void loop_watch(struct loop *l, struct loop_watch *w, unsigned events)
{
    struct epoll_event event = { .events = (events & LOOP_READ ? EPOLLIN : 0u) | (events & LOOP_WRITE ? EPOLLOUT : 0u),
                                 .data.ptr = w };
    if (w->fd < 0 || (w->known && w->waiting == events))
        return;
    epoll_ctl(l->epoll_fd, w->known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, w->fd, &event);
    w->known = true;
    w->waiting = events;
}

void loop_forget(struct loop *l, struct loop_watch *w)
{
    if (!w->known)
        return;
    epoll_ctl(l->epoll_fd, EPOLL_CTL_DEL, w->fd, NULL);
    w->known = false;
    w->waiting = 0;
    for (int i = l->at; i < l->n; i++)
        if (l->event[i].data.ptr == w)
            l->event[i].data.ptr = NULL;
}

/* ---- Times ---- */

static void place(struct loop *l, uint32_t at, struct loop_timer *t)
{
    l->timer[at] = t;
    t->place = at + 1;
}

static void sift_up(struct loop *l, struct loop_timer *t)
{
    uint32_t at = t->place - 1;
    for (; at && l->timer[(at - 1) / 2]->at_ms > t->at_ms; at = (at - 1) / 2)
        place(l, at, l->timer[(at - 1) / 2]);
    place(l, at, t);
}

static void sift_down(struct loop *l, struct loop_timer *t)
{
    uint32_t at = t->place - 1;
    for (uint32_t below; (below = 2 * at + 1) < l->n_timers; at = below) {
        if (below + 1 < l->n_timers && l->timer[below + 1]->at_ms < l->timer[below]->at_ms)
            below++;
        if (l->timer[below]->at_ms >= t->at_ms)
            break;
        place(l, at, l->timer[below]);
    }
    place(l, at, t);
}

void loop_at(struct loop *l, struct loop_timer *t, int64_t at_ms)
{
    if (t->place == 0) {
        if (l->n_timers == l->room) {
            l->room = l->room ? 2 * l->room : 16;
            l->timer = heap_grow(l->timer, l->room * sizeof *l->timer);
        }
        place(l, l->n_timers++, t);
    }
    t->at_ms = at_ms;
    sift_up(l, t);
    sift_down(l, t);
}

void loop_cancel(struct loop *l, struct loop_timer *t)
{
    if (t->place == 0)
        return;
    struct loop_timer *last = l->timer[--l->n_timers];
    if (last != t) {
        place(l, t->place - 1, last);
        sift_up(l, last);
        sift_down(l, last);
    }
    t->place = 0;
}

/* Those that are due now; one that is set anew by its own call waits for the next step. */
static bool call_timers(struct loop *l)
{
    int64_t now = l->n_timers ? clock_steady_ms() : 0;
    uint32_t most = l->n_timers;
    bool any = false;
    while (most-- && l->n_timers && l->timer[0]->at_ms <= now) {
        struct loop_timer *t = l->timer[0];
        loop_cancel(l, t);
        t->due(t);
        any = true;
    }
    return any;
}

/* ---- A step ---- */

static int time_left(const struct loop *l, int64_t wait_ms)
{
    if (l->n_timers)
        wait_ms = MIN(wait_ms, l->timer[0]->at_ms - clock_steady_ms());
    return (int)MIN(MAX(wait_ms, 0), WAIT_MAX_MS);
}

static void call_watch(struct loop *l, const struct epoll_event *event)
{
    struct loop_watch *w = event->data.ptr;
    uint64_t times;
    if (event->data.ptr == l) {
        ssize_t n = read(l->wake_fd, &times, sizeof times);
        (void)n; /* another step has taken it */
    } else if (w) {
        unsigned events = (event->events & EPOLLIN ? LOOP_READ : 0u) | (event->events & EPOLLOUT ? LOOP_WRITE : 0u)
                          | (event->events & (EPOLLERR | EPOLLHUP) ? LOOP_ERROR : 0u);
        w->ready(w, events);
    }
}

int loop_step(struct loop *l, int64_t wait_ms, struct err *e)
{
    bool called = call_timers(l);
    l->n = epoll_wait(l->epoll_fd, l->event, EVENTS, called ? 0 : time_left(l, wait_ms));
    if (l->n < 0 && errno != EINTR)
        return err_system(e, "waiting failed");
    for (l->at = 0; l->at < l->n;) {
        struct epoll_event event = l->event[l->at++];
        call_watch(l, &event);
    }
    l->at = l->n = 0;
    call_timers(l);
    return 0;
}

void loop_wake(struct loop *l)
{
    uint64_t one = 1;
    ssize_t written = write(l->wake_fd, &one, sizeof one);
    (void)written; /* where it is full already, somebody is being woken */
}
