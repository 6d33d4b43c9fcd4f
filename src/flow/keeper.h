/* A process that works and one that looks after it: a page that ends the first, whatever it does, ends nothing else.
 *
 *     keeper_run(work, context, &status, e);        the work is done in a process of its own
 *
 * In the work, whoever takes a hostile page apart says so; where the process dies meanwhile (a fault in a library, memory, a loop without
 * end), it is started again and knows the page as one that is not to be taken apart:
 *
 *     if (keeper_knows(k, page)) ... judge it by its bytes
 *     int slot = keeper_enter(k, page);
 *     ...
 *     keeper_leave(k, slot); */
#ifndef FLOW_KEEPER_H
#define FLOW_KEEPER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum {
    KEEPER_SLOTS = 256,      /* pages taken apart at once: one for each thread, and more threads than that go without */
    KEEPER_PAGES_MAX = 1024, /* that are known to have ended the work; then the oldest are forgotten */
    KEEPER_BLANK_MAX = 3,    /* deaths without such a page, after which the fault is told instead */
    KEEPER_PAGE_MS = 600000  /* for one page: every loop of ours has a bound far below that */
};

struct keeper; /* memory that both processes have */

/* Does the work in a process of its own, again where it died, and passes on signals to it. *status is what it returned; E_SYSTEM: it
 * could not be started, or dies again and again. The work begins with nothing open but what the caller had open. */
int keeper_run(int (*work)(void *context, struct keeper *k), void *context, int *status, struct err *e) MUST_CHECK;

/* All of them from any thread; without a keeper (NULL) nothing is known and nothing noted. */
bool keeper_knows(const struct keeper *k, int64_t page);
bool keeper_began_again(const struct keeper *k); /* what this process does may be done in part */
int keeper_enter(struct keeper *k, int64_t page);
void keeper_leave(struct keeper *k, int slot);

#endif
