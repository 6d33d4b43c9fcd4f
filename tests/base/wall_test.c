/* What a thread behind a wall can and cannot do, and that those beside it can go on. */
#include "base/wall.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/tap.h"

static bool starts_program(void)
{
    char *argv[] = { (char *)"/bin/true", NULL };
    pid_t pid;
    int status;
    return posix_spawn(&pid, argv[0], NULL, NULL, argv, NULL) == 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

static bool opens(const char *path, int flags)
{
    int fd = open(path, flags, 0600);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static bool makes_socket(void)
{
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

static bool computes(void)
{
    char *room = malloc(64 << 20);
    void *library = dlopen("libm.so.6", RTLD_NOW), *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    bool good = room && library && page != MAP_FAILED;
    free(room);
    return good;
}

static void *compute(void *raised)
{
    *(bool *)raised = wall_raise(WALL_COMPUTE);
    if (!*(bool *)raised)
        return NULL;
    ok(computes(), "behind the wall there is memory, and libraries load");
    ok(opens("/proc/self/status", O_RDONLY), "files are read");
    ok(!opens("/tmp/weft-wall-test", O_WRONLY | O_CREAT) && errno == EPERM, "none is made");
    ok(!opens("/dev/null", O_RDWR) && errno == EPERM, "nor opened for writing");
    ok(!makes_socket() && errno == EPERM, "there is no socket");
    ok(!starts_program(), "no program starts");
    ok(kill(getppid(), 0) < 0 && errno == EPERM, "no other process gets a signal");
    ok(ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0 && errno == EPERM, "none is looked into");
    return NULL;
}

static void *answer(void *raised)
{
    *(bool *)raised = wall_raise(WALL_NO_PROGRAMS);
    if (!*(bool *)raised)
        return NULL;
    ok(computes() && opens("/dev/null", O_RDWR) && makes_socket(), "who answers may write files and talk");
    ok(!starts_program(), "but start no program");
    ok(ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0 && errno == EPERM, "nor look into one");
    return NULL;
}

static bool run(void *(*work)(void *))
{
    pthread_t thread;
    bool raised = false;
    if (pthread_create(&thread, NULL, work, &raised))
        abort();
    pthread_join(thread, NULL);
    return raised;
}

int main(void)
{
    bool raised = run(compute);
    if (!raised)
        printf("# no walls in this kernel\n");
    ok(run(answer) == raised, "both walls, or none");
    ok(starts_program() && makes_socket() && opens("/dev/null", O_RDWR), "the thread beside it has its rights");
    return tap_done();
}
