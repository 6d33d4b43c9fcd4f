/* A page that a command is told to look at: a file, standard input or an address. */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include "page/page.h"

/* Whether the operand is an address to fetch rather than the name of a file. */
bool source_is_address(const char *operand);
/* Reads the page at a file, "-" or an address; the fetch is guarded, polite and bounded by the settings. `base` may be NULL: then an address is
 * its own base. `symbols` is opened here. The words of an error name the operand. */
int source_page(struct arena *a, const char *operand, const char *base, struct symbols *symbols, struct page *out, struct err *e)
    MUST_CHECK;

#endif
