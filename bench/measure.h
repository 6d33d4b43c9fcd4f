/* What the programs of the bench share: CPU time, and an end where something fails. */
#ifndef BENCH_MEASURE_H
#define BENCH_MEASURE_H

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/err.h"

/* CPU that this program has used so far, in microseconds. */
static inline double cpu_us(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static inline void must(int code, const struct err *e)
{
    if (code == 0)
        return;
    fprintf(stderr, "%s: %s\n", program_invocation_short_name, e->text);
    exit(2);
}

#endif
