/* The folder into which weft fragments esi writes. */
#ifndef CLI_FRAGMENTS_FOLDER_H
#define CLI_FRAGMENTS_FOLDER_H

#include "archive/edge.h"

/* What an earlier run wrote there; an empty one where there is none. */
void folder_before(struct arena *a, const char *folder, struct edge_before *out);

/* Writes everything, and removes what the earlier run wrote and this one did not. At each moment all files that a template in the folder
 * includes are there. */
int folder_write(struct edge *x, const char *folder, const struct edge_before *before, struct err *e) MUST_CHECK;

#endif
