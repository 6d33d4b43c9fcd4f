/* Chromium as a process: found, started behind walls, ended with all it has started. */
#ifndef BROWSER_PROCESS_H
#define BROWSER_PROCESS_H

#include <sys/types.h>

#include "base/arena.h"

/* The first port of the proxies inside of Chromium's own network, where nobody else listens; and how many of them there may be. */
enum { PROCESS_PORT = 3128, PROCESS_PROXIES_MAX = 16 };

struct process {
    pid_t pid;                          /* leads a group of its own; 0: none */
    int in_fd, out_fd;                  /* of the DevTools pipe, without blocking: what it says, what it hears */
    int listen_fd[PROCESS_PROXIES_MAX]; /* the proxies', inside of Chromium's network; -1: none */
    unsigned port[PROCESS_PROXIES_MAX];
    int lock_fd; /* says that the profile is in use */
    bool own_network, sandbox;
    char profile[64]; /* a folder of its own, with all that Chromium writes */
};

/* The program's path: the one that is named, else headless-shell, else chromium. E_SYSTEM: none, and what to install. */
int process_find(struct str named, char *path, size_t room, struct err *e) MUST_CHECK;
struct process_options {
    const char *path;
    const char *user_agent; /* NULL or "": Chromium's own */
    bool no_sandbox;
    unsigned n_proxies; /* 0: 1 */
};

/* Starts it. The pipe and the listening sockets belong to the caller from then on. Folders that earlier processes left are removed. */
int process_start(struct process *p, const struct process_options *o, struct err *e) MUST_CHECK;
/* Ends it, and whatever it has started, and removes its profile. Waits for none longer than the kernel needs to kill it. */
void process_end(struct process *p);
/* Whether it still runs. */
bool process_runs(const struct process *p);
/* Resident bytes of all its processes; what they share is counted once for each that has it. */
size_t process_memory(const struct process *p);
/* The one of them that has the most, itself included; 0: none. */
pid_t process_largest(const struct process *p);

#endif
