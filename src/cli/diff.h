/* What one run of diff was asked to do: read from its options once, then passed along. */
#ifndef CLI_DIFF_H
#define CLI_DIFF_H

#include "cli/args.h"
#include "cli/pair.h"

struct diff_job {
    const char *old, *new; /* paths; "-" is standard input; or pages of the archive, and then `new` may be NULL */
    const char *output;    /* NULL: standard output */
    const char *base;      /* NULL: unknown */
    bool json;             /* counts are asked for as JSON too */
    bool pager;            /* for text on a terminal */
    bool whole;            /* of a page of the archive: everything, not only what is watched */
    bool stat;             /* counts on standard output; the difference only goes where `output` says */
    struct show_options show;
};

/* The difference to where the job says, through a pager where that is a terminal. */
int diff_write(const struct diff_job *job, struct str bytes, struct err *e) MUST_CHECK;

/* A comparison that was made already, written where the job says; returns an exit status or a negative E_*. */
int diff_delta(struct arena *a, const struct diff_job *job, const struct delta *d, struct err *e) MUST_CHECK;

/* One comparison, likewise. */
int diff_pair(struct arena *a, const struct diff_job *job, const struct page_pair *pair, struct err *e) MUST_CHECK;

/* Where an operand is no file: versions of pages in the archive; `seen`: the newer one is marked as seen. See diff_archive.c. */
int diff_archive(const struct args *args, const struct diff_job *job, bool seen, struct err *e) MUST_CHECK;

/* A page of the archive and all that is watched because it points there. See diff_tree.c. */
int diff_tree(const struct args *args, const struct diff_job *job, struct err *e) MUST_CHECK;

/* Every page below two folders; returns an exit status or a negative E_*. See folder.c. */
int folder_diff(const struct diff_job *job, struct err *e) MUST_CHECK;

#endif
