/* The pages of a site with what they share, for the verbs that show it. */
#ifndef CLI_FRAGMENTS_SITE_H
#define CLI_FRAGMENTS_SITE_H

#include "cli/fragments.h"
#include "show/fragments.h"

struct site {
    struct input input;
    struct arena arena;
    struct pool pool;
    struct shared shared;
    struct str *path; /* by page */
    struct fragments_names names;
};

/* The pages that the words name and their shared fragments, by --min-size, --share and --match. */
int site_open(struct site *s, const struct args *args, struct err *e) MUST_CHECK;
void site_drop(struct site *s);
/* The number of the input that a page was read from. */
uint32_t site_input(const struct site *s, uint32_t page);
/* Reads pages of the archive through their versions: how long each fragment lives, by the page that was visited most often. Files have no
 * versions, and nothing is known then. */
int site_lifetimes(struct site *s, struct err *e) MUST_CHECK;

#endif
