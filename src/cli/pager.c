/* In: text. Out: the same on the terminal, through a pager where it is long.
 *
 * The pager is a line for the shell, as everywhere ("less -S"). It may end before it has read all: the write that then fails is fine. */
#include "cli/pager.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/io.h"
#include "cli/output.h"
#include "cli/term.h"

enum { STATUS_NOT_RUN = 127 }; /* of a shell that does not find the program (POSIX) */

/* The pager to run; NULL: none is wished for. */
static const char *pager_name(void)
{
    const char *own = getenv("WEFT_PAGER"), *common = getenv("PAGER"), *terminal = getenv("TERM");
    const char *name = own ? own : common ? common : "less";

    if (!terminal || !*terminal || strcmp(terminal, "dumb") == 0)
        return NULL;
    return *name && strcmp(name, "cat") != 0 ? name : NULL;
}

/* Whether the text has more lines than the terminal; the prompt takes one. */
static bool is_long(struct str text)
{
    unsigned height = term_height(STDOUT_FILENO), n = 1;

    for (size_t i = 0; i < text.len && n < height; i++)
        n += text.ptr[i] == '\n';
    return n >= height;
}

static _Noreturn void run_pager(const char *name, const int pipe_fd[2])
{
    dup2(pipe_fd[0], STDIN_FILENO);
    close(pipe_fd[0]);
    close(pipe_fd[1]);
    setenv("LESS", "FRX", 0);
    setenv("LV", "-c", 0);
    signal(SIGPIPE, SIG_DFL);
    execl("/bin/sh", "sh", "-c", name, (char *)NULL);
    _exit(STATUS_NOT_RUN);
}

/* Keys such as ^C are the pager's affair while it runs. */
struct quiet {
    void (*interrupt)(int), (*quit)(int), (*pipe)(int);
};

static struct quiet quiet_open(void)
{
    return (struct quiet){ signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN), signal(SIGPIPE, SIG_IGN) };
}

static void quiet_drop(struct quiet *q)
{
    signal(SIGINT, q->interrupt);
    signal(SIGQUIT, q->quit);
    signal(SIGPIPE, q->pipe);
}

/* True where the pager has shown it. */
static bool show_by(const char *name, struct str bytes)
{
    int pipe_fd[2], status = 0;

    if (pipe(pipe_fd))
        return false;
    pid_t child = fork();
    if (child == 0)
        run_pager(name, pipe_fd);
    close(pipe_fd[0]);
    AUTO(quiet) q UNUSED = quiet_open();
    if (child > 0 && io_write_fd(pipe_fd[1], bytes, NULL))
        status = 0; /* the reader left before the end */
    close(pipe_fd[1]);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return child > 0 && !(WIFEXITED(status) && WEXITSTATUS(status) == STATUS_NOT_RUN);
}

int pager_write(struct str bytes, bool wanted, struct err *e)
{
    const char *name = wanted && term_is(STDOUT_FILENO) && is_long(bytes) ? pager_name() : NULL;

    return name && show_by(name, bytes) ? 0 : output_text(NULL, bytes, e);
}
