/* What the verbs of `weft fragments` share: the verbs themselves, the pages they read, the numbers of their options. */
#ifndef CLI_FRAGMENTS_H
#define CLI_FRAGMENTS_H

#include "archive/site_pages.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/session.h"
#include "fragment/history.h"
#include "fragment/shared.h"

extern const struct command fragments_shared;
extern const struct command fragments_lifetime;
extern const struct command fragments_personal;
extern const struct command fragments_esi;
extern const struct command fragments_graph;
extern const struct command fragments_report;

/* Options that several verbs have. */
extern const struct option option_min_size;
extern const struct option option_share;
extern const struct option option_match;
extern const struct option option_site;
extern const struct option option_child_change;
extern const struct option option_times;

/* The pages that the operands name: files as they are, folders with all pages below them, the newest version of every page of --site, or
 * all versions of one address.
 *
 *     AUTO(input) in = { 0 };
 *     if (input_open(&in, args, e) ... */
struct input {
    struct session session; /* its arena holds the items; its store is open where one is needed */
    struct input *of;       /* whose session it uses; NULL: its own */
    struct site_item *item;
    uint32_t n;
    double seen_s; /* of versions in the archive: when the newest was seen last; 0: unknown */
};

int input_open(struct input *in, const struct args *args, struct err *e) MUST_CHECK;
/* The same for verbs without --site. */
int input_open_files(struct input *in, const struct args *args, struct err *e) MUST_CHECK;
/* The same for verbs that look at one page over time: an operand that is an address stands for its versions. */
int input_open_versions(struct input *in, const struct args *args, struct err *e) MUST_CHECK;
void input_drop(struct input *in);
/* When each version was fetched: from the file that --times names, else from the files' names, else from their dates. The archive knows.
 * *from says which it was; NULL: none of these rise, and the times are unknown. */
#define INPUT_TIMES_UNKNOWN \
    "weft does not know when the versions were fetched, so it cannot say how long parts live: neither the names nor the dates of the files " \
    "are in the order of time; --times FILE says when"
int input_times(struct input *in, const char *times, const char **from, struct err *e) MUST_CHECK;

/* The next item: steps the bar and reads it. What is no page is told on standard error, and *is_page is false. */
struct progress;
int input_take(struct input *in, uint32_t i, struct progress *bar, struct parsed_page *out, bool *is_page, struct err *e)
    MUST_CHECK;
/* E_FORMAT for bytes that are no page: a picture, an archive, a program. */
int input_read(struct input *in, uint32_t i, struct parsed_page *out, struct err *e) MUST_CHECK;

/* A page's name for people: an address as it is, of a file the last name. */
struct str input_short_name(struct str name);
/* The last word of a line that holds a name and something behind it; *name is what stands before, and may be empty. */
struct str input_last_word(struct str line, struct str *name);
/* A whole number of at least `min`; *out stays as it is where the option is not given. */
int input_number(const struct args *args, const struct option *option, uint32_t min, uint32_t *out, struct err *e) MUST_CHECK;
/* A number above 0, at most 1. */
int input_share(const struct args *args, const struct option *option, double *out, struct err *e) MUST_CHECK;

/* The pool of all pages, with a progress bar; what is no page is told on standard error and taken off the list, so that page i of the pool
 * is item i. */
int input_pool(struct input *in, struct pool *pool, struct err *e) MUST_CHECK;

/* All versions of the page that item `i` is the newest of; E_USAGE for a file. They use the session of `in` and need no
 * input_drop(). */
int input_history(struct input *in, uint32_t i, struct input *out, struct err *e) MUST_CHECK;

/* Reads all versions, with a progress bar where they are not those of input_history(), and finds their L-P fragments. */
int fragments_history(struct input *in, const struct lp_options *options, struct arena *a, struct history_result *out,
                      struct err *e) MUST_CHECK;

#endif
