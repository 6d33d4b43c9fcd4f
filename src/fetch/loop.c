/* In: what libcurl wants to wait for. Out: libcurl called when it is there.
 *
 * Any call for a socket also runs the timers that are over, so that a busy loop needs no timer of its own.
 * curl_multi_poll() looks at every transfer at every call; this way a step costs what has happened, however many are under way. */
#include "fetch/loop.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { EVENTS = 256 };

static int on_socket(CURL *easy, curl_socket_t fd, int what, void *ctx, void *known)
{
    struct loop *l = ctx;
    struct epoll_event event = { .data.fd = fd };
    (void)easy;
    (void)known;
    if (what == CURL_POLL_REMOVE) {
        epoll_ctl(l->epoll_fd, EPOLL_CTL_DEL, fd, &event);
        return 0;
    }
    event.events = (what & CURL_POLL_IN ? EPOLLIN : 0u) | (what & CURL_POLL_OUT ? EPOLLOUT : 0u);
    if (epoll_ctl(l->epoll_fd, EPOLL_CTL_ADD, fd, &event) && errno == EEXIST) /* most are new, or kept and taken up again */
        epoll_ctl(l->epoll_fd, EPOLL_CTL_MOD, fd, &event);
    return 0;
}

static int on_timer(CURLM *multi, long ms, void *ctx)
{
    struct loop *l = ctx;
    (void)multi;
    l->timer_ms = ms;
    return 0;
}

int loop_open(struct loop *l, const struct curl *c, struct err *e)
{
    *l = (struct loop){
        .curl = c, .epoll_fd = epoll_create1(EPOLL_CLOEXEC), .wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK), .timer_ms = -1
    };
    l->multi = c->curl_multi_init_p();
    struct epoll_event event = { .events = EPOLLIN, .data.fd = l->wake_fd };
    if (!l->multi || l->epoll_fd < 0 || l->wake_fd < 0 || epoll_ctl(l->epoll_fd, EPOLL_CTL_ADD, l->wake_fd, &event))
        return err_system(e, "waiting for the network cannot be set up");
    c->curl_multi_setopt_p(l->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
    c->curl_multi_setopt_p(l->multi, CURLMOPT_SOCKETDATA, l);
    c->curl_multi_setopt_p(l->multi, CURLMOPT_TIMERFUNCTION, on_timer);
    c->curl_multi_setopt_p(l->multi, CURLMOPT_TIMERDATA, l);
    return 0;
}

void loop_drop(struct loop *l)
{
    if (l->multi)
        l->curl->curl_multi_cleanup_p(l->multi);
    if (l->curl && l->epoll_fd >= 0)
        close(l->epoll_fd);
    if (l->curl && l->wake_fd >= 0)
        close(l->wake_fd);
    *l = (struct loop){ 0 };
}

void loop_wake(struct loop *l)
{
    uint64_t one = 1;
    ssize_t written = write(l->wake_fd, &one, sizeof one);
    (void)written; /* where it is full already, somebody is being woken */
}

static CURLMcode act(struct loop *l, const struct epoll_event *event)
{
    int running;
    uint64_t times;
    if (event->data.fd == l->wake_fd)
        return read(l->wake_fd, &times, sizeof times) < 0 && errno != EAGAIN ? CURLM_INTERNAL_ERROR : CURLM_OK;
    int mask = (event->events & EPOLLIN ? CURL_CSELECT_IN : 0) | (event->events & EPOLLOUT ? CURL_CSELECT_OUT : 0);
    if (event->events & (EPOLLERR | EPOLLHUP))
        mask |= CURL_CSELECT_ERR;
    return l->curl->curl_multi_socket_action_p(l->multi, event->data.fd, mask, &running);
}

static CURLMcode act_timer(struct loop *l)
{
    int running;
    l->timer_ms = -1; /* libcurl sets it anew where it needs it */
    return l->curl->curl_multi_socket_action_p(l->multi, CURL_SOCKET_TIMEOUT, 0, &running);
}

int loop_step(struct loop *l, int wait_ms, struct err *e)
{
    struct epoll_event event[EVENTS];
    if (l->timer_ms == 0) /* a new transfer: it starts, and may even end, before anything is waited for */
        return act_timer(l) == CURLM_OK ? 0 : err_set(e, E_SYSTEM, "libcurl cannot go on");
    if (l->timer_ms >= 0)
        wait_ms = (int)MIN(wait_ms, l->timer_ms);
    int n = epoll_wait(l->epoll_fd, event, EVENTS, wait_ms);
    if (n < 0 && errno != EINTR)
        return err_system(e, "waiting for the network failed");
    CURLMcode code = CURLM_OK;
    for (int i = 0; i < n && code == CURLM_OK; i++)
        code = act(l, &event[i]);
    if (n == 0 && code == CURLM_OK)
        code = act_timer(l);
    return code == CURLM_OK ? 0 : err_set(e, E_SYSTEM, "libcurl cannot go on");
}
