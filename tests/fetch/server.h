/* What tests of fetching share: a server of its own on loopback, a clock that is made, and one call that fetches.
 *
 * Nothing here ever leaves loopback: names are resolved by a list alone, and the list knows only loopback. */
#ifndef TESTS_FETCH_SERVER_H
#define TESTS_FETCH_SERVER_H

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fetch/fetch.h"

/* A child with a pipe to its standard input; it ends when that is closed, or by its process id. */
struct server {
    pid_t pid;
    int in_fd;
    unsigned port;
    char resolve[4096];
};

/* A point in the year 2026, which tests may move. */
struct made_clock {
    int64_t now_ms;
    int64_t slept_ms;
    uint64_t chance;
};

static inline int64_t made_now(void *ctx)
{
    return ((struct made_clock *)ctx)->now_ms;
}

static inline void made_sleep(void *ctx, int64_t ms)
{
    struct made_clock *c = ctx;
    c->now_ms += ms;
    c->slept_ms += ms;
}

static inline uint64_t made_chance(void *ctx)
{
    return ((struct made_clock *)ctx)->chance;
}

static inline struct fetch_clock made_clock_calls(struct made_clock *c)
{
    c->now_ms = INT64_C(1780000000000);
    return (struct fetch_clock){ .ctx = c, .now_ms = made_now, .sleep_ms = made_sleep, .random = made_chance };
}

/* Runs a program with its standard input and output on pipes; *out_fd is what it prints. */
static inline bool server_spawn(struct server *s, char *const argv[], int *out_fd)
{
    int in[2], out[2];
    if (pipe(in) || pipe(out))
        return false;
    s->pid = fork();
    if (s->pid == 0) {
        dup2(in[0], 0);
        dup2(out[1], 1);
        close(in[1]);
        close(out[0]);
        execvp(argv[0], argv);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    s->in_fd = in[1];
    *out_fd = out[0];
    return s->pid > 0;
}

static inline void server_stop(struct server *s)
{
    if (s->pid <= 0)
        return;
    close(s->in_fd);
    kill(s->pid, SIGTERM);
    waitpid(s->pid, NULL, 0);
    s->pid = 0;
}

/* A server of tests/server that prints its port. False: there is no python3. */
static inline bool server_run(struct server *s, const char *name)
{
    char path[4096], line[32] = "";
    const char *source = getenv("WEFT_SOURCE");
    int fd;
    snprintf(path, sizeof path, "%s/tests/server/%s", source ? source : ".", name);
    char *argv[] = { "python3", path, NULL };
    *s = (struct server){ .pid = 0 };
    if (!server_spawn(s, argv, &fd))
        return false;
    /* To the end of the line: it may come in pieces, and who closes before would break the server's pipe. */
    size_t len = 0;
    for (ssize_t n = 1; n > 0 && len < sizeof line - 1 && !strchr(line, '\n'); len += n > 0 ? (size_t)n : 0)
        n = read(fd, line + len, sizeof line - 1 - len);
    close(fd);
    s->port = (unsigned)strtoul(line, NULL, 10);
    if (s->port == 0)
        server_stop(s);
    return s->port != 0;
}

/* The lying server, and names that lead to it. False: there is no python3. */
static inline bool server_start(struct server *s, const char *const names[])
{
    if (!server_run(s, "liar.py"))
        return false;
    /* Whatever a test asks for by mistake or by redirect must not reach a resolver. */
    size_t at = (size_t)snprintf(s->resolve, sizeof s->resolve, "*:80:127.0.0.1\n*:443:127.0.0.1\n*:1:127.0.0.1\n*:%u:127.0.0.1\n",
                                 s->port);
    for (size_t i = 0; names[i]; i++)
        at += (size_t)snprintf(s->resolve + at, sizeof s->resolve - at, "%s:%u:127.0.0.1\n", names[i], s->port);
    return true;
}

/* "http://HOST:PORT/path" in the arena. */
static inline struct str server_url(struct arena *a, const struct server *s, const char *host, const char *path)
{
    return arena_printf(a, "http://%s:%u%s", host, s->port, path);
}

#endif
