/* In: a program and its arguments. Out: what it printed.
 *
 * Two pipes are read side by side, so that neither can fill and stop the program. */
#include "intake/source_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

enum { COMPLAINT_MAX = 4096 };

struct child {
    pid_t pid;
    int out, err; /* reading ends */
};

static void child_drop(struct child *c)
{
    if (c->out >= 0)
        close(c->out);
    if (c->err >= 0)
        close(c->err);
    if (c->pid > 0) {
        kill(c->pid, SIGKILL);
        while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
}

/* The environment's PATH counts, not one of ours: git is where the user has it. */
static int spawn(struct child *c, const struct source_run *run, const int out[2], const int err[2])
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, all;
    int code;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    code = posix_spawnp(&c->pid, run->args[0], &actions, &attributes, (char *const *)run->args, (char *const *)run->env);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (code)
        c->pid = 0;
    errno = code;
    return code;
}

static int start(struct child *c, const struct source_run *run, struct err *e)
{
    int out[2], err[2], code;
    if (pipe2(out, O_CLOEXEC))
        return err_system(e, "%s", run->args[0]);
    if (pipe2(err, O_CLOEXEC)) {
        close(out[0]);
        close(out[1]);
        return err_system(e, "%s", run->args[0]);
    }
    code = spawn(c, run, out, err);
    c->out = out[0];
    c->err = err[0];
    close(out[1]);
    close(err[1]);
    if (code == ENOENT)
        return err_set(e, E_SYSTEM, "%s is not installed, or not on the PATH", run->args[0]);
    errno = code;
    return code ? err_system(e, "%s cannot be started", run->args[0]) : 0;
}

/* False at the end. What does not fit is read and forgotten: the buf is marked. */
static bool drain(int *fd, struct buf *to)
{
    char piece[65536];
    ssize_t n = read(*fd, piece, sizeof piece);
    if (n > 0)
        buf_add_bytes(to, piece, (size_t)n);
    if (n > 0 || (n < 0 && errno == EINTR))
        return true;
    close(*fd);
    *fd = -1;
    return false;
}

static int read_both(struct child *c, struct buf *out, struct buf *complaint, struct err *e)
{
    int64_t end = clock_steady_ms() + SOURCE_RUN_MS;
    while (c->out >= 0 || c->err >= 0) {
        struct pollfd wait[2] = { { .fd = c->out, .events = POLLIN }, { .fd = c->err, .events = POLLIN } };
        int64_t left = end - clock_steady_ms();
        if (left <= 0)
            return err_set(e, E_SYSTEM, "it took longer than %d seconds", SOURCE_RUN_MS / 1000);
        if (poll(wait, 2, (int)left) < 0 && errno != EINTR)
            return err_system(e, "poll");
        if (wait[0].revents)
            drain(&c->out, out);
        if (wait[1].revents)
            drain(&c->err, complaint);
        if (out->over)
            return buf_check(out, e);
    }
    return 0;
}

/* How it ended. The first line of what it complained about says more than a number. */
static int finish(struct child *c, const char *name, struct str complaint, struct err *e)
{
    int status = 0;
    pid_t pid = c->pid;
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return err_system(e, "%s", name);
    c->pid = 0;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return 0;
    struct str line = str_trim(str_cut(&complaint, '\n'));
    if (line.len)
        return err_set(e, E_SYSTEM, "%s: %.*s", name, STR_ARG(line));
    return err_set(e, E_SYSTEM, "%s failed (status %d)", name, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

int source_run(struct arena *a, const struct source_run *run, struct str *out, struct err *e)
{
    AUTO(child) c = { .out = -1, .err = -1 };
    AUTO(buf) bytes = BUF(run->output_max);
    AUTO(buf) complaint = BUF(COMPLAINT_MAX);
    int code = start(&c, run, e);
    if (!code && (code = read_both(&c, &bytes, &complaint, e)))
        err_in(e, "%s", run->args[0]);
    if (!code)
        code = finish(&c, run->args[0], buf_str(&complaint), e);
    return code ? code : buf_take(&bytes, a, out, e);
}
