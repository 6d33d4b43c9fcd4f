/* What the verbs of `weft fragments` share: the verbs themselves, the pages they read, the numbers of their options. */
#ifndef CLI_FRAGMENTS_H
#define CLI_FRAGMENTS_H

#include "cli/args.h"
#include "cli/commands.h"
#include "fragment/shared.h"

extern const struct command fragments_shared;

/* Options that several verbs have. */
extern const struct option option_min_size;
extern const struct option option_share;
extern const struct option option_match;

/* The pages that the operands name: files as they are, folders with all pages below them. */
struct input {
    struct str *path;
    uint32_t n;
};

int input_list(struct arena *a, const struct args *args, struct input *out, struct err *e) MUST_CHECK;

/* One page, read. Its bytes and its model lie in an arena of its own. */
struct input_page {
    struct arena arena;
    struct symbols symbols;
    struct page page;
};

void input_page_drop(struct input_page *p);
/* E_FORMAT for bytes that are no page: a picture, an archive, a program. */
int input_read(const char *path, struct input_page *out, struct err *e) MUST_CHECK;

/* A whole number of at least `min`; *out stays as it is where the option is not given. */
int input_number(const struct args *args, const struct option *option, uint32_t min, uint32_t *out, struct err *e) MUST_CHECK;
/* A number above 0, at most 1. */
int input_share(const struct args *args, const struct option *option, double *out, struct err *e) MUST_CHECK;

/* The pool of all pages, with a progress bar; what is no page is told on standard error and left out. path[] gets the names in the order of
 * the pool's pages. */
int input_pool(const struct input *input, struct pool *pool, struct str *path, struct err *e) MUST_CHECK;

#endif
