/* Long output on a terminal, a page at a time: what people know from git. */
#ifndef CLI_PAGER_H
#define CLI_PAGER_H

#include "base/arena.h"

/* All bytes to standard output. Where that is a terminal and they have more lines than it, they go through $WEFT_PAGER, else $PAGER, else
 * less, which is told to keep colours and to leave the text on the screen (LESS=FRX, unless LESS is set). A pager that is "cat" or empty,
 * a terminal that is "dumb", or `wanted` being false: no pager. One that cannot be run is done without. */
int pager_write(struct str bytes, bool wanted, struct err *e) MUST_CHECK;

#endif
