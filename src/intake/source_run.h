/* A program run for its output: no shell, nothing on its standard input, an environment of our making. */
#ifndef INTAKE_SOURCE_RUN_H
#define INTAKE_SOURCE_RUN_H

#include "base/arena.h"
#include "base/buf.h"

/* A log of a large repository may take minutes; longer than this nobody waits. */
#define SOURCE_RUN_MS 600000

struct source_run {
    const char *const *args; /* args[0] is found along PATH; ends in NULL */
    const char *const *env;  /* "NAME=value"; ends in NULL */
    size_t output_max;
};

/* What it printed, in the arena. E_SYSTEM: it could not be started, failed (the words are the first line of its standard error), or took
 * too long; E_LIMIT: it printed more than output_max. The program is ended and waited for on every way out. */
int source_run(struct arena *a, const struct source_run *run, struct str *out, struct err *e) MUST_CHECK;

#endif
