/* A process that was killed leaves its work behind; where it ran on this machine that is seen by its number. */
#include "flow/worker.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

static struct str machine_name(struct arena *a)
{
    char name[256] = "";
    gethostname(name, sizeof name - 1);
    return arena_str(a, str_of(name));
}

struct str worker_name(struct arena *a, const void *what)
{
    return arena_printf(a, "%.*s:%ld:%p", STR_ARG(machine_name(a)), (long)getpid(), what);
}

bool worker_is_dead(struct arena *a, struct str worker)
{
    struct str machine = str_cut(&worker, ':'), process = str_cut(&worker, ':');
    uint64_t id;
    if (!str_eq(machine, machine_name(a)) || !str_number(process, INT32_MAX, &id) || id == 0)
        return false;
    return kill((pid_t)id, 0) != 0 && errno == ESRCH;
}
