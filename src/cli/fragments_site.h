/* The pages of a site with what they share, for the verbs that show it. */
#ifndef CLI_FRAGMENTS_SITE_H
#define CLI_FRAGMENTS_SITE_H

#include "cli/fragments.h"
#include "show/fragments.h"

/* How fragments are looked for. */
struct site_options {
    struct shared_options shared;
    struct shingle_options shingle;
    uint32_t min_bytes;
    bool count_hashes;
};

#define SITE_DEFAULT \
    { \
        .shared = { .share = SHARED_PAGES_MIN, .match = SHARED_MATCH }, .shingle = SHINGLE_DEFAULT, .min_bytes = SHARED_BYTES_MIN \
    }

struct site {
    struct arena arena;
    struct input input; /* item i is page i of the pool */
    struct pool pool;
    struct shared shared;
    struct fragments_names names;
};

/* What --min-size and --share say; the rest of *o stays as it is. */
int site_options(const struct args *args, struct site_options *o, struct err *e) MUST_CHECK;
/* The pages that the words name and their shared fragments. */
int site_open(struct site *s, const struct args *args, const struct site_options *o, struct err *e) MUST_CHECK;
void site_drop(struct site *s);
/* How each fragment begins, into names.excerpt: pages are read again, one after the other. */
int site_excerpts(struct site *s, struct err *e) MUST_CHECK;
/* All versions of a page as the archive has them; of a file nothing is known: no versions. */
int site_history(struct site *s, uint32_t page, struct arena *a, struct history_result *out, struct err *e) MUST_CHECK;
/* How long each fragment lives, into names.life, by the page that was visited most often. */
int site_lifetimes(struct site *s, struct err *e) MUST_CHECK;

#endif
