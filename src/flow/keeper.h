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
 *     keeper_leave(k, slot);
 *
 * Work that begins again goes on where it was: it is the same command, which began at keeper_begun_at(), and what it has told of a page
 * since then it does not say a second time. */
#ifndef FLOW_KEEPER_H
#define FLOW_KEEPER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"

enum {
    KEEPER_SLOTS = 256,        /* pages taken apart at once: one for each thread, and more threads than that go without */
    KEEPER_PAGES_MAX = 1024,   /* that are known to have ended the work; then the oldest are forgotten */
    KEEPER_TOLD_MAX = 1 << 20, /* pages that are known to have been told; the memory is there for as many as were */
    KEEPER_BLANK_MAX = 3,      /* deaths without such a page, after which the fault is told instead */
    KEEPER_PAGE_MS = 600000    /* for one page: every loop of ours has a bound far below that */
};

struct keeper; /* memory that both processes have */

/* Does the work in a process of its own, again where it died, and passes on signals to it. *status is what it returned; E_SYSTEM: it
 * could not be started, or dies again and again. The work begins with nothing open but what the caller had open. */
int keeper_run(int (*work)(void *context, struct keeper *k), void *context, int *status, struct err *e) MUST_CHECK;

/* All of them from any thread; without a keeper (NULL) nothing is known and nothing noted. */
bool keeper_knows(const struct keeper *k, int64_t page);
bool keeper_began_again(const struct keeper *k); /* what this process does may be done in part */
int64_t keeper_begun_at(const struct keeper *k); /* the first of them began; 0: nobody knows */
/* The outcome of a page has reached whoever waits for it. By one thread. */
void keeper_note_told(struct keeper *k, int64_t page);
/* Pages that were noted so, how many; of the work before this one, too. */
uint32_t keeper_told(const struct keeper *k, const int64_t **page);
int keeper_enter(struct keeper *k, int64_t page);
void keeper_leave(struct keeper *k, int slot);

#endif
