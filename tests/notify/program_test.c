/* Programs that get bytes: what they read, what of their words is kept, how they end, and what they cannot do. */
#include "notify/program.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "tests/tap.h"

struct run {
    struct program program; /* first: its address is the run's */
    struct loop *loop;
    unsigned n_done;
    int code;
    struct err e;
};

static void run_drop(struct run *x)
{
    program_end(&x->program);
    loop_close(x->loop);
}

static void done(struct program *p)
{
    ((struct run *)p)->n_done++;
}

static void run_begin(struct run *x, const char *script, struct str input, int64_t time_ms)
{
    char *argv[] = { "/bin/sh", "-c", (char *)script, "weft", "a b", NULL };
    *x = (struct run){ .program = { .done = done } };
    if (loop_open(&x->loop, &x->e))
        abort();
    x->program.loop = x->loop;
    x->code = program_start(&x->program, argv, input, time_ms, &x->e);
}

static void run_wait(struct run *x)
{
    while (x->code == 0 && x->n_done == 0)
        if (loop_step(x->loop, 10000, &x->e))
            abort();
}

static void test_ends(void)
{
    static const struct {
        const char *name, *script;
        int status; /* negative: the signal */
        const char *said;
    } rows[] = {
        { "a program that is content", "exit 0", 0, "" },
        { "one that is not", "exit 7", 7, "" },
        { "what it says of its trouble is kept", "echo no paper >&2; exit 1", 1, "no paper\n" },
        { "what it prints is not", "echo printed; exit 3", 3, "" },
        { "a signal ends it", "kill -TERM $$", -SIGTERM, "" },
        { "it reads what it is given", "read line; echo \"got $line\" >&2", 0, "got first\n" },
        { "to the end", "wc -c >&2", 0, "12\n" },
        { "and its words as they are", "echo \"$1\" >&2", 0, "a b\n" },
        { "nothing else is open", "(: <&3) 2>/dev/null && exit 9; (: <&4) 2>/dev/null && exit 9; exit 0", 0, "" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(run) x;
        run_begin(&x, rows[i].script, STR("first\nsecond"), 60000);
        run_wait(&x);
        eq_int(x.code, 0, rows[i].name);
        eq_int(x.n_done, 1, "it ends once");
        eq_int(x.program.pid, 0, "and is waited for");
        int status = x.program.status;
        eq_int(WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), rows[i].status, "its status");
        eq_str(str_of(x.program.said), str_of(rows[i].said), "its words");
        ok(!x.program.over_time, "in time");
    }
}

/* The memory has one size: a program that goes on talking is told that there is no more room, and its first words are kept. */
static void test_talks_on(void)
{
    AUTO(run) x;
    run_begin(&x, "i=0; while [ $i -lt 200 ]; do echo 123456789 >&2 || exit 5; i=$((i+1)); done", STR(""), 60000);
    run_wait(&x);
    ok(strlen(x.program.said) <= PROGRAM_SAID_MAX && strlen(x.program.said) >= PROGRAM_SAID_MAX - 10,
       "of many words %zu bytes are kept", strlen(x.program.said));
    ok(str_starts(str_of(x.program.said), STR("123456789\n1234")), "the first");
}

static void test_over_time(void)
{
    AUTO(run) x;
    /* The child of the program holds nothing up: the whole group is ended. */
    run_begin(&x, "sleep 1000 & echo $! >&2; wait", STR(""), 50);
    run_wait(&x);
    ok(x.program.over_time, "a program that takes too long is ended");
    ok(WIFSIGNALED(x.program.status) && WTERMSIG(x.program.status) == SIGKILL, "by a signal that it cannot refuse");
    pid_t child = (pid_t)strtol(x.program.said, NULL, 10);
    bool gone = child == 0;
    for (int i = 0; i < 1000 && !gone; i++) {
        char path[64], state[256] = "";
        snprintf(path, sizeof path, "/proc/%d/stat", (int)child);
        FILE *f = fopen(path, "r");
        gone = !f || !fgets(state, sizeof state, f) || strstr(state, ") Z ");
        if (f)
            fclose(f);
        if (!gone)
            usleep(1000);
    }
    ok(gone, "with all that it started");
}

static void test_ended_by_us(void)
{
    AUTO(run) x;
    run_begin(&x, "sleep 1000", STR(""), 60000);
    pid_t pid = x.program.pid;
    program_end(&x.program);
    eq_int(x.program.pid, 0, "a program can be ended");
    eq_int(x.n_done, 0, "which calls nobody");
    ok(kill(pid, 0) < 0 && errno == ESRCH, "and leaves nothing behind");
    program_end(&x.program);
    eq_int(x.n_done, 0, "to end it again does nothing");
}

static void test_cannot_start(void)
{
    AUTO(run) x = { .program = { .done = done } };
    char *argv[] = { "/nowhere/program", NULL };
    if (loop_open(&x.loop, &x.e))
        abort();
    x.program.loop = x.loop;
    eq_int(program_start(&x.program, argv, STR("input"), 1000, &x.e), E_SYSTEM, "a program that is not there does not start");
    eq_str(str_of(x.e.text), STR("/nowhere/program cannot be started: No such file or directory"), "and is named");
    eq_int(x.program.pid, 0, "nothing runs");
    eq_str(str_of(x.program.said), STR(""), "nothing was said");
}

/* Signals that are blocked or passed over here are not there: /bin/sh could not be ended otherwise. */
static void test_signals(void)
{
    sigset_t blocked, was;
    AUTO(run) x;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGUSR1);
    sigprocmask(SIG_BLOCK, &blocked, &was);
    signal(SIGUSR2, SIG_IGN);
    run_begin(&x, "kill -USR2 $$; kill -USR1 $$; exit 0", STR(""), 60000);
    run_wait(&x);
    ok(WIFSIGNALED(x.program.status) && WTERMSIG(x.program.status) == SIGUSR2, "a program has the signals of any program");
    signal(SIGUSR2, SIG_DFL);
    sigprocmask(SIG_SETMASK, &was, NULL);
}

static void test_large_input(void)
{
    AUTO(arena) a = { 0 };
    AUTO(run) x;
    char *bytes = NEW_ARRAY(&a, char, 3 << 20);
    memset(bytes, 'x', 3 << 20);
    run_begin(&x, "exit 0", (struct str){ bytes, 3 << 20 }, 60000);
    run_wait(&x);
    eq_int(x.program.status, 0, "a program that does not read holds nobody up");
}

int main(void)
{
    test_ends();
    test_talks_on();
    test_over_time();
    test_ended_by_us();
    test_cannot_start();
    test_signals();
    test_large_input();
    return tap_done();
}
