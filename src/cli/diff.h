/* What one run of diff was asked to do: read from its options once, then passed along. */
#ifndef CLI_DIFF_H
#define CLI_DIFF_H

#include "show/show.h"

struct diff_job {
    const char *old, *new; /* paths; "-" is standard input */
    const char *output;    /* NULL: standard output */
    const char *base;      /* NULL: unknown */
    bool json;             /* counts are asked for as JSON too */
    bool stat;             /* counts on standard output; the difference only goes where `output` says */
    struct show_options show;
};

/* Every page below two folders; returns an exit status or a negative E_*. See folder.c. */
int folder_diff(const struct diff_job *job, struct err *e) MUST_CHECK;

#endif
