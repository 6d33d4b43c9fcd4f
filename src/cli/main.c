/* weft: the program. Set-up that no command can do without, then the command. */
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "cli/command.h"
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

int main(int argc, char **argv)
{
    struct err e = { 0 };

    /* A reader that went away and a file size limit are errors of write(), told in words. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    fill_descriptors();
    int status = command_line(argc, argv, &e);
    if (status >= 0)
        return status;
    output_trouble(&e);
    return STATUS_TROUBLE;
}
