/* A page that a command is told to look at: a file, standard input or an address. */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "cli/args.h"
#include "page/page.h"

/* Whether the operand is an address to fetch rather than the name of a file. */
bool source_is_address(const char *operand);
/* E_USAGE where the value of --base is no address that others can stand on; NULL, where it was not given, is right. */
int source_check_base(const char *base, struct err *e) MUST_CHECK;
/* Which page, and the command that asks, by whose settings it is fetched. */
struct source_asked {
    const struct args *args;
    const char *operand;
    const char *base; /* NULL: an address is its own */
};

/* Reads the page at a file, "-" or an address; the fetch is guarded, polite and bounded. `symbols` is opened here. The words of an error
 * name the operand. */
int source_page(struct arena *a, const struct source_asked *asked, struct symbols *symbols, struct page *out, struct err *e)
    MUST_CHECK;

#endif
