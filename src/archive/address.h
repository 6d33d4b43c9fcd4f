/* What a person types as the address of a page, made whole. */
#ifndef ARCHIVE_ADDRESS_H
#define ARCHIVE_ADDRESS_H

#include "archive/caller.h"

/* Whether a scheme stands before what has no "://": "javascript:alert(1)", but not "example.org:8080/". */
bool address_has_scheme(struct str s);
/* "example.org/news" becomes "https://example.org/news"; the canonical form, in the caller's arena. E_USAGE: not the address of a web page.
 * Only an administrator may name a file of the machine. */
int address_read(const struct caller *c, struct str typed, struct str *out, struct err *e) MUST_CHECK;

#endif
