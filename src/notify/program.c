/* In: words and bytes. Out: how the program ended. The bytes lie in memory that has a descriptor: nothing is written while it runs, so a
 * program that does not read holds up nobody. */
#include "notify/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io.h"

extern char **environ;

static void keep_said(struct program *p)
{
    ssize_t n = p->said_fd >= 0 ? pread(p->said_fd, p->said, PROGRAM_SAID_MAX, 0) : 0;
    p->said[n > 0 ? n : 0] = '\0';
    if (p->said_fd >= 0)
        close(p->said_fd);
    p->said_fd = -1;
}

static void reap(struct program *p)
{
    if (p->pid == 0)
        return;
    loop_forget(p->loop, &p->ended);
    loop_cancel(p->loop, &p->limit);
    close(p->ended.fd);
    while (waitpid(p->pid, &p->status, 0) < 0 && errno == EINTR)
        ;
    p->pid = 0;
    keep_said(p);
}

static void has_ended(struct loop_watch *w, unsigned events)
{
    struct program *p = w->owner;
    (void)events;
    reap(p);
    p->done(p);
}

/* With all that it started: it leads a group of its own. */
static void time_over(struct loop_timer *t)
{
    struct program *p = t->owner;
    p->over_time = true;
    kill(-p->pid, SIGKILL);
}

static int input_of(struct str input, struct err *e)
{
    int fd = memfd_create("weft", MFD_CLOEXEC);
    if (fd < 0)
        return err_system(e, "no memory for the input of a program");
    for (size_t done = 0; done < input.len;) {
        ssize_t n = write(fd, input.ptr + done, input.len - done);
        if (n < 0 && errno != EINTR) {
            close(fd);
            return err_system(e, "no memory for the input of a program");
        }
        done += n > 0 ? (size_t)n : 0;
    }
    lseek(fd, 0, SEEK_SET);
    return fd;
}

/* Memory of one size: what is written behind it is refused. Zeroes are where nothing was written. -1: its words are thrown away. */
static int open_said(void)
{
    int fd = memfd_create("weft", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd >= 0 && (ftruncate(fd, PROGRAM_SAID_MAX) || fcntl(fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK))) {
        close(fd);
        return -1;
    }
    return fd;
}

static int spawn(struct program *p, char *const *argv, int input)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    if (p->said_fd >= 0)
        posix_spawn_file_actions_adddup2(&files, p->said_fd, STDERR_FILENO);
    else
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setsigmask(&how, &none);
    posix_spawnattr_setsigdefault(&how, &all);
    int failed = posix_spawn(&p->pid, argv[0], &files, &how, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&how);
    return failed;
}

int program_start(struct program *p, char *const *argv, struct str input, int64_t time_ms, struct err *e)
{
    int fd = input_of(input, e);
    if (fd < 0)
        return fd;
    p->said_fd = open_said();
    int failed = spawn(p, argv, fd);
    close(fd);
    if (failed) {
        keep_said(p);
        p->pid = 0;
        errno = failed;
        return err_system(e, "%s cannot be started", argv[0]);
    }
    int pidfd = (int)syscall(SYS_pidfd_open, p->pid, 0);
    if (pidfd < 0) {
        err_system(e, "%s cannot be waited for", argv[0]);
        kill(-p->pid, SIGKILL);
        waitpid(p->pid, &p->status, 0);
        p->pid = 0;
        keep_said(p);
        return e->code;
    }
    p->ended = (struct loop_watch){ .fd = pidfd, .ready = has_ended, .owner = p };
    p->limit = (struct loop_timer){ .due = time_over, .owner = p };
    loop_watch(p->loop, &p->ended, LOOP_READ);
    loop_at(p->loop, &p->limit, clock_steady_ms() + time_ms);
    return 0;
}

void program_end(struct program *p)
{
    if (p->pid) {
        kill(-p->pid, SIGKILL);
        reap(p);
    }
}
