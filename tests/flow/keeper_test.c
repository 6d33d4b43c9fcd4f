/* Work that dies of a page: it begins again and leaves that page alone; whatever ends it otherwise is passed on or told. */
#include "flow/keeper.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/auto.h"
#include "tests/tap.h"

enum { PAGES = 9 };

/* What several processes count together. */
struct counts {
    unsigned begun, done[PAGES + 1], known[PAGES + 1];
    int64_t deadly; /* the page that ends it */
    int64_t begun_at, told[PAGES];
    uint32_t n_told; /* when it began for the last time */
    int how;         /* a signal, or 0: exit, as out-of-memory does */
};

/* By the signal itself: a sanitizer would make an exit of it. */
static void die(int how)
{
    signal(how, SIG_DFL);
    raise(how);
}

static int read_pages(void *context, struct keeper *k)
{
    struct counts *c = context;
    const int64_t *told;
    c->n_told = MIN(keeper_told(k, &told), (uint32_t)PAGES);
    memcpy(c->told, told, c->n_told * sizeof *told);
    if (c->begun++ == 0)
        c->begun_at = keeper_begun_at(k);
    c->begun_at *= c->begun_at == keeper_begun_at(k);
    for (int64_t page = 1; page <= PAGES; page++) {
        if (c->done[page])
            continue;
        bool known = keeper_knows(k, page);
        int slot = keeper_enter(k, page);
        if (page == c->deadly && !known && c->how)
            die(c->how);
        if (page == c->deadly && !known)
            _exit(2);
        c->known[page] += known;
        c->done[page]++;
        keeper_leave(k, slot);
        keeper_note_told(k, page);
    }
    return 7;
}

static struct counts *shared(void)
{
    struct counts *c = mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (c == MAP_FAILED)
        abort();
    return c;
}

static void test_death(int how, const char *what)
{
    struct counts *c = shared();
    struct err e = { 0 };
    int status = -1;
    unsigned done = 0;
    *c = (struct counts){ .deadly = 5, .how = how };
    ok(keeper_run(read_pages, c, &status, &e) == 0 && status == 7, "%s: the work is done in the end", what);
    for (int i = 1; i <= PAGES; i++)
        done += c->done[i] == 1 && c->known[i] == (i == 5);
    ok(done == PAGES && c->begun == 2, "every page once, and the one that ended it is known (%u, %u)", done, c->begun);
    ok(c->n_told == 4 && c->told[0] == 1 && c->told[3] == 4, "it knows what it told before: %u", c->n_told);
    ok(c->begun_at > 0, "and when it began for the first time");
    munmap(c, sizeof *c);
}

static int die_at_once(void *context, struct keeper *k)
{
    (void)k;
    ++*(unsigned *)context;
    die(SIGSEGV);
    return 0;
}

static int be_asked(void *context, struct keeper *k)
{
    (void)k;
    ++*(unsigned *)context;
    kill(getppid(), SIGTERM);
    pause();
    return 0;
}

static int die_with_keeper(void *context, struct keeper *k)
{
    (void)k;
    int end = *(int *)context;
    alarm(20);
    ssize_t told = write(end, "x", 1);
    pause();
    return told == 1 ? 0 : 1;
}

/* The keeper is killed: the other end of the pipe closes because the work goes too. */
static void test_orphan(void)
{
    int ends[2], status;
    char byte;
    struct err e;
    if (pipe(ends))
        abort();
    fflush(stdout);
    pid_t keeper = fork();
    if (keeper == 0) {
        close(ends[0]);
        _exit(keeper_run(die_with_keeper, &ends[1], &status, &e) ? 1 : 0);
    }
    close(ends[1]);
    ok(read(ends[0], &byte, 1) == 1, "the work runs");
    kill(keeper, SIGKILL);
    ok(read(ends[0], &byte, 1) == 0, "and ends with its keeper");
    close(ends[0]);
}

int main(void)
{
    struct counts *c = shared();
    unsigned *n = (unsigned *)c;
    struct err e = { 0 };
    int status = -1;
    test_death(SIGSEGV, "a fault");
    test_death(SIGABRT, "an abort");
    test_death(SIGKILL, "a machine without memory");
    test_death(0, "a process without memory");
    ok(keeper_run(die_at_once, n, &status, &e) == E_SYSTEM && *n == KEEPER_BLANK_MAX && strstr(e.text, "signal 11"),
       "work that dies without a page is not begun for ever: %s", e.text);
    *n = 0;
    ok(keeper_run(be_asked, n, &status, &e) == 0 && *n == 1 && status == 128 + SIGTERM, "a signal is passed on, and ends it");
    const int64_t *told;
    keeper_note_told(NULL, 1);
    ok(!keeper_knows(NULL, 1) && keeper_enter(NULL, 1) < 0 && keeper_told(NULL, &told) == 0 && keeper_begun_at(NULL) == 0,
       "without a keeper nothing is known");
    keeper_leave(NULL, -1);
    test_orphan();
    return tap_done();
}
