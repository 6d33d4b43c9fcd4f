/* In: work that may die of what it reads. Out: the same work, begun again without what killed it.
 *
 * The two share some memory: a slot for each page that is being taken apart, with the moment it began, and the pages that were told. The
 * keeper itself reads nothing that comes from outside, opens nothing, and has one thread, so forking is safe whenever it does.
 * Invariants: 1. a slot is written before the page is touched and cleared behind it; 2. the work dies with its keeper; 3. a signal that
 * was sent to the keeper alone reaches the work, and one that the terminal sent to both reaches it once; 4. a page is noted as told behind
 * its telling: one that was told when the work ended may be told again, none is left out.
 * Cost: a few stores and 8 bytes for each page, one process. */
#include "flow/keeper.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/clock.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED true
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED true /* its shadow counts as memory */
#endif
#endif
#ifndef SANITIZED
#define SANITIZED false
#endif

struct slot {
    _Atomic int64_t page; /* 0: free */
    _Atomic int64_t since_ms;
};

struct keeper {
    struct slot slot[KEEPER_SLOTS];
    int64_t ended[KEEPER_PAGES_MAX]; /* written by the keeper alone, while there is no work */
    uint32_t n_ended, n_begun;
    int64_t begun_at;
    _Atomic uint32_t n_told; /* written by the work alone */
    int64_t told[KEEPER_TOLD_MAX];
};

static int64_t elapsed_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- In the work ---- */

bool keeper_knows(const struct keeper *k, int64_t page)
{
    for (uint32_t i = 0; k && i < MIN(k->n_ended, KEEPER_PAGES_MAX); i++)
        if (k->ended[i] == page)
            return true;
    return false;
}

bool keeper_began_again(const struct keeper *k)
{
    return k && k->n_begun > 1;
}

int64_t keeper_begun_at(const struct keeper *k)
{
    return k ? k->begun_at : 0;
}

void keeper_note_told(struct keeper *k, int64_t page)
{
    uint32_t n = k ? atomic_load(&k->n_told) : KEEPER_TOLD_MAX;
    if (n >= KEEPER_TOLD_MAX)
        return;
    k->told[n] = page;
    atomic_store(&k->n_told, n + 1);
}

uint32_t keeper_told(const struct keeper *k, const int64_t **page)
{
    *page = k ? k->told : NULL;
    return k ? MIN(atomic_load(&k->n_told), (uint32_t)KEEPER_TOLD_MAX) : 0;
}

int keeper_enter(struct keeper *k, int64_t page)
{
    for (int i = 0; k && i < KEEPER_SLOTS; i++) {
        int64_t free = 0;
        if (atomic_compare_exchange_strong(&k->slot[i].page, &free, page)) {
            atomic_store(&k->slot[i].since_ms, elapsed_ms());
            return i;
        }
    }
    return -1;
}

void keeper_leave(struct keeper *k, int slot)
{
    if (slot < 0)
        return;
    atomic_store(&k->slot[slot].since_ms, 0);
    atomic_store(&k->slot[slot].page, 0);
}

/* ---- The keeper ---- */

static const int passed_on[] = { SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2 };

/* No core of a process that has read passwords, and no more memory than there is: an allocation that fails ends the work, where a machine
 * without memory would end others. */
static void set_limits(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    struct rlimit limit;
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
    if (!SANITIZED && pages > 0 && bytes > 0 && getrlimit(RLIMIT_DATA, &limit) == 0) {
        limit.rlim_cur = MIN(limit.rlim_max, (rlim_t)pages * (rlim_t)bytes);
        setrlimit(RLIMIT_DATA, &limit);
    }
}

static _Noreturn void be_work(int (*work)(void *, struct keeper *), void *context, struct keeper *k, const sigset_t *mask)
{
    set_limits();
    sigprocmask(SIG_SETMASK, mask, NULL);
    exit(work(context, k));
}

static pid_t start(int (*work)(void *, struct keeper *), void *context, struct keeper *k, const sigset_t *mask)
{
    pid_t keeper = getpid(), child = fork();
    if (child)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper)
        _exit(1); /* it went before it could be told */
    be_work(work, context, k, mask);
}

static void end_what_is_stuck(const struct keeper *k, pid_t child)
{
    int64_t now = elapsed_ms();
    for (int i = 0; i < KEEPER_SLOTS; i++) {
        int64_t since = atomic_load(&k->slot[i].since_ms);
        if (since && now - since > KEEPER_PAGE_MS)
            kill(child, SIGKILL);
    }
}

/* Until the work ends; how, as waitpid() tells it. *asked: a signal was passed on that may have ended it. */
static int wait_for(const struct keeper *k, pid_t child, const sigset_t *set, bool *asked)
{
    int status;
    for (;;) {
        siginfo_t info;
        pid_t got = waitpid(child, &status, WNOHANG);
        if (got == child || (got < 0 && errno != EINTR))
            return got == child ? status : 0;
        int number = sigtimedwait(set, &info, &(struct timespec){ .tv_sec = 1 });
        end_what_is_stuck(k, child);
        if (number <= 0 || number == SIGCHLD)
            continue;
        *asked = true;
        if (info.si_code <= 0) /* of a process; the terminal's go to both */
            kill(child, number);
    }
}

/* Pages that were being taken apart, which are not to be again; how many. */
static unsigned take_pages(struct keeper *k)
{
    unsigned n = 0;
    for (int i = 0; i < KEEPER_SLOTS; i++) {
        int64_t page = atomic_load(&k->slot[i].page);
        if (page) {
            k->ended[k->n_ended++ % KEEPER_PAGES_MAX] = page;
            n++;
        }
        keeper_leave(k, i);
    }
    return n;
}

static int keep(int (*work)(void *, struct keeper *), void *context, struct keeper *k, int *status, struct err *e)
{
    sigset_t set, mask;
    int code = 0;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    for (size_t i = 0; i < ARRAY_LEN(passed_on); i++)
        sigaddset(&set, passed_on[i]);
    sigprocmask(SIG_BLOCK, &set, &mask);
    for (unsigned blank = 0;;) {
        bool asked = false;
        k->n_begun++;
        pid_t child = start(work, context, k, &mask);
        if (child < 0) {
            code = err_system(e, "the work cannot be started");
            break;
        }
        int how = wait_for(k, child, &set, &asked);
        *status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
        unsigned pages = take_pages(k); /* out of memory is an exit in the middle of one */
        if (asked || (WIFEXITED(how) && pages == 0))
            break;
        if (pages == 0 && ++blank >= KEEPER_BLANK_MAX) {
            code = err_set(e, E_SYSTEM, "the work was ended by signal %d, %u times", WTERMSIG(how), blank);
            break;
        }
    }
    sigprocmask(SIG_SETMASK, &mask, NULL);
    return code;
}

int keeper_run(int (*work)(void *context, struct keeper *k), void *context, int *status, struct err *e)
{
    struct keeper *k = mmap(NULL, sizeof *k, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (k == MAP_FAILED)
        return err_system(e, "no memory to share");
    k->begun_at = clock_now_ms();
    int code = keep(work, context, k, status, e);
    munmap(k, sizeof *k);
    return code;
}
