/* What the verbs of `weft sentinel` share: the verbs themselves, and a file of sentinels as they read it. */
#ifndef CLI_SENTINEL_H
#define CLI_SENTINEL_H

#include "archive/sentinels.h"
#include "base/json.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "event/detection.h"

extern const struct command sentinel_check;
extern const struct command sentinel_explain;
extern const struct command sentinel_test;
extern const struct command sentinel_grammar;
extern const struct command sentinel_create;
extern const struct command sentinel_list;
extern const struct command sentinel_show;
extern const struct command sentinel_drop;
extern const struct command sentinel_enable;
extern const struct command sentinel_disable;
extern const struct command sentinel_events;

struct sentinel_source {
    const char *path; /* "-" is standard input */
    struct str text;
    struct grammar grammar;
    struct sentinel_file file;
    struct fault_list faults;
    struct world world;
    struct detection graph;
};

/* Reads the file of sentinels; what is wrong in it is in out->faults, and no error. */
int sentinel_source_read(struct arena *a, const char *path, struct sentinel_source *out, struct err *e) MUST_CHECK;
/* Makes the graph of sentinels that begin at `created_at` unless they say otherwise; where they do not fit together, out->faults says
 * so. */
int sentinel_source_build(struct arena *a, struct sentinel_source *s, int64_t created_at, struct err *e) MUST_CHECK;
/* Each fault as "FILE:LINE:COLUMN: TEXT", then the line with a mark below. */
void sentinel_faults_text(const struct sentinel_source *s, struct buf *out);

/* An event behind what stands on the line already: its headline, then a line for each change. */
void sentinel_told_text(struct buf *out, const struct sentinel_told *told);
/* " by email anna@example.org, webhook https://...". */
void sentinel_ways_text(struct buf *out, const struct sentinel *s);

/* sentinel_try.c: `weft sentinel test NAME`. */
extern const struct option option_from, option_to;
int sentinel_try(const struct args *args, struct err *e) MUST_CHECK;

#endif
