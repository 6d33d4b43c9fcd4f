/* In: what libcurl wants to wait for. Out: libcurl called when it is there.
 *
 * curl_multi_poll() looks at every transfer at every call; this way a step costs what has happened, however many are under way. */
#include "fetch/loop.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
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
    if (epoll_ctl(l->epoll_fd, EPOLL_CTL_MOD, fd, &event) && errno == ENOENT)
        epoll_ctl(l->epoll_fd, EPOLL_CTL_ADD, fd, &event);
    return 0;
}

static int on_timer(CURLM *multi, long ms, void *ctx)
{
    struct loop *l = ctx;
    struct itimerspec at = { 0 };
    (void)multi;
    if (ms > 0)
        at.it_value = (struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 };
    else if (ms == 0)
        at.it_value.tv_nsec = 1; /* zero would stop the timer */
    timerfd_settime(l->timer_fd, 0, &at, NULL);
    return 0;
}

int loop_open(struct loop *l, const struct curl *c, struct err *e)
{
    *l = (struct loop){ .curl = c, .epoll_fd = epoll_create1(EPOLL_CLOEXEC) };
    l->timer_fd = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    l->multi = c->curl_multi_init_p();
    struct epoll_event event = { .events = EPOLLIN, .data.fd = l->timer_fd };
    if (!l->multi || l->epoll_fd < 0 || l->timer_fd < 0 || epoll_ctl(l->epoll_fd, EPOLL_CTL_ADD, l->timer_fd, &event))
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
    if (l->curl && l->timer_fd >= 0)
        close(l->timer_fd);
    *l = (struct loop){ 0 };
}

static CURLMcode act(struct loop *l, const struct epoll_event *event)
{
    int running, fd = event->data.fd;
    if (fd == l->timer_fd) {
        uint64_t times;
        if (read(fd, &times, sizeof times) < 0)
            return CURLM_OK; /* set anew by an event before this one */
        return l->curl->curl_multi_socket_action_p(l->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    }
    int mask = (event->events & EPOLLIN ? CURL_CSELECT_IN : 0) | (event->events & EPOLLOUT ? CURL_CSELECT_OUT : 0);
    if (event->events & (EPOLLERR | EPOLLHUP))
        mask |= CURL_CSELECT_ERR;
    return l->curl->curl_multi_socket_action_p(l->multi, fd, mask, &running);
}

int loop_step(struct loop *l, int wait_ms, struct err *e)
{
    struct epoll_event event[EVENTS];
    int n = epoll_wait(l->epoll_fd, event, EVENTS, wait_ms);
    if (n < 0 && errno != EINTR)
        return err_system(e, "waiting for the network failed");
    for (int i = 0; i < n; i++)
        if (act(l, &event[i]) != CURLM_OK)
            return err_set(e, E_SYSTEM, "libcurl cannot go on");
    return 0;
}
