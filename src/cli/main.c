/* weft: the program. Set-up that no command can do without, then the command. */
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <unistd.h>

#include "base/limits.h"
#include "cli/command.h"
#include "cli/hide.h"
#include "cli/output.h"

/* A standard descriptor that is closed would be given to the next file opened, and output would land in that file. Each gets a
 * place where its use fails instead: input cannot be read, output cannot be written. */
static void fill_descriptors(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        /* open() takes the lowest free number, which is this one: those below are taken. */
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
    }
}

/* Memory that is given back to the system between two pages has to be taken and cleared again: a tenth of the time of a comparison. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, (int)MIB(512));
#endif
}

int main(int argc, char **argv)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };

    argv = hide_secrets(&a, argc, argv);
    /* A reader that went away and a file size limit are errors of write(), told in words. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    fill_descriptors();
    keep_memory();
    int status = command_line(argc, argv, &e);
    return status < 0 ? output_failure(&e) : status;
}
