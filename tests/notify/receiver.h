/* A receiver of messages on loopback, on a thread of its own (libcurl waits for a mail server without turning back to the loop): it says
 * the lines of its script and keeps what it was sent.
 *
 *     receiver_open(&r, script, n);     a script of one entry is an answer of HTTP, given once the request has come whole;
 *                                       of more, the lines of a mail server: its greeting, then one for each command
 *     r.port, r.got, r.n_connections    to be read once the message has ended */
#ifndef TESTS_NOTIFY_RECEIVER_H
#define TESTS_NOTIFY_RECEIVER_H

#include <arpa/inet.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"

struct receiver {
    pthread_t thread;
    int door;                  /* listens; -1: nobody is there */
    const char *const *script; /* an entry that is NULL: it says nothing and hangs up; "": it says nothing and waits */
    size_t n_script;
    struct buf got;
    unsigned port, n_connections;
};

/* Whether all that is answered at once has come: a request with its body, a command, a letter. */
static bool receiver_is_asked(const struct receiver *r, size_t next, size_t heard)
{
    struct str all = buf_str(&r->got), news = str_sub(all, heard, all.len);
    if (r->n_script > 1 && next > 0 && str_starts(str_of(r->script[next - 1]), STR("354")))
        return str_ends(news, STR("\r\n.\r\n"));
    if (r->n_script > 1)
        return next == 0 || str_ends(news, STR("\r\n"));
    size_t end = str_find(news, STR("\r\n\r\n"), 0), at = str_find_nocase(news, STR("Content-Length: "), 0);
    return end != SIZE_MAX && news.len - end - 4 >= (at < end ? strtoul(news.ptr + at + 16, NULL, 10) : 0);
}

/* False: the other side hung up. */
static bool receiver_hears(struct receiver *r, int fd, size_t next, size_t heard)
{
    char room[16384];
    while (!receiver_is_asked(r, next, heard)) {
        ssize_t n = read(fd, room, sizeof room);
        if (n <= 0)
            return false;
        buf_add_bytes(&r->got, room, (size_t)n);
    }
    return true;
}

static void receiver_talks(struct receiver *r, int fd)
{
    char last[1];
    size_t heard = r->got.len;
    for (size_t next = 0; next < r->n_script && receiver_hears(r, fd, next, heard) && r->script[next]; next++) {
        size_t len = strlen(r->script[next]);
        heard = r->got.len;
        if (send(fd, r->script[next], len, MSG_NOSIGNAL) != (ssize_t)len)
            return;
        while (len == 0 && read(fd, last, 1) > 0)
            ;
    }
}

static void *receiver_run(void *ctx)
{
    struct receiver *r = ctx;
    for (int fd; (fd = accept(r->door, NULL, NULL)) >= 0; close(fd)) {
        r->n_connections++;
        receiver_talks(r, fd);
    }
    return NULL;
}

static void receiver_leave(struct receiver *r)
{
    if (r->door < 0)
        return;
    shutdown(r->door, SHUT_RDWR);
    pthread_join(r->thread, NULL);
    close(r->door);
    r->door = -1;
}

static void receiver_drop(struct receiver *r)
{
    receiver_leave(r);
    buf_drop(&r->got);
}

static void receiver_open(struct receiver *r, const char *const *script, size_t n)
{
    struct sockaddr_in here = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof here;
    *r = (struct receiver){ .script = script, .n_script = n, .got = BUF(16 << 20) };
    r->door = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(r->door, (struct sockaddr *)&here, len) || listen(r->door, 8) || getsockname(r->door, (struct sockaddr *)&here, &len)
        || pthread_create(&r->thread, NULL, receiver_run, r))
        abort();
    r->port = ntohs(here.sin_port);
}

#endif
