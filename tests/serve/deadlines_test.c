/* Connections that take too long are shut down, the others are not; with a clock of the test's own. */
#include "serve/deadlines.h"

#include <sys/socket.h>
#include <unistd.h>

#include "base/auto.h"
#include "tests/tap.h"

struct pair {
    int end[2];
    struct deadline *deadline;
};

static void pair_open(struct pair *p, struct deadlines *all, int64_t until)
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, p->end))
        p->end[0] = p->end[1] = -1;
    p->deadline = deadline_begin(all, p->end[0], until);
}

static bool is_open(const struct pair *p)
{
    char byte;

    return recv(p->end[1], &byte, 1, 0) != 0; /* 0: the other side has ended it; else there is nothing yet */
}

static void pair_close(struct pair *p, struct deadlines *all)
{
    deadline_end(all, p->deadline);
    close(p->end[0]);
    close(p->end[1]);
}

int main(void)
{
    struct deadlines all;
    struct pair slow, quick, patient;

    deadlines_open(&all);
    pair_open(&slow, &all, 1000);
    pair_open(&quick, &all, 1000);
    pair_open(&patient, &all, NEVER);
    ok(deadlines_sweep(&all, 999) == 0 && is_open(&slow), "nobody is ended before their time");
    deadline_set(quick.deadline, 5000); /* its head is complete */
    ok(deadlines_sweep(&all, 1000) == 1 && !is_open(&slow), "who sends a head without end is ended");
    ok(is_open(&quick) && is_open(&patient), "and nobody else");
    ok(deadlines_sweep(&all, 1001) == 0, "once is enough");
    ok(deadlines_sweep(&all, 5000) == 1 && !is_open(&quick) && is_open(&patient),
       "each by a moment of its own; who may wait waits");
    pair_close(&quick, &all);
    pair_close(&patient, &all);
    ok(deadlines_sweep(&all, 9000) == 0 && all.first == slow.deadline, "those who have left are forgotten");
    pair_close(&slow, &all);
    ok(all.first == NULL, "all of them");
    deadlines_drop(&all);
    return tap_done();
}
