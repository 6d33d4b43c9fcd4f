/* A program that gets bytes on its standard input, and is waited for in a loop. */
#ifndef NOTIFY_PROGRAM_H
#define NOTIFY_PROGRAM_H

#include <sys/types.h>

#include "base/loop.h"
#include "base/str.h"

/* Of what a program says about its trouble: a line or two. What it writes behind that is refused, so it cannot fill the memory. */
enum { PROGRAM_SAID_MAX = 400 };

struct program {
    struct loop *loop;
    struct loop_watch ended; /* of its pidfd */
    struct loop_timer limit;
    pid_t pid;  /* 0: it has ended */
    int status; /* of waitpid(); valid once it has ended */
    bool over_time;
    char said[PROGRAM_SAID_MAX + 1]; /* the beginning of what it wrote to standard error; valid once it has ended */
    int said_fd;
    void (*done)(struct program *p);
};

/* Starts argv (NUL-terminated, then NULL) in a session of its own, its output thrown away but for
 * the beginning of standard error. `done` is called once it has ended, or was ended
 * because time_ms are over. E_SYSTEM: it cannot be started. */
int program_start(struct program *p, char *const *argv, struct str input, int64_t time_ms, struct err *e) MUST_CHECK;
/* Ends it, without a call. */
void program_end(struct program *p);

#endif
