/* A few threads that do one kind of work: items in, the same items out when they are done, in any order.
 *
 *     struct workers_options options = { .n = workers_cores(), .run = analyse, .done = wake, .context = run };
 *     workers_open(&options, &w, e);
 *     workers_push(w, &job->item);                          the job belongs to a thread from here on
 *     while ((item = workers_take(w))) ...                  and to the caller again
 *
 * One thread pushes and takes; `done` tells it (by loop_wake(), say) when there is something to take. `run` must share nothing with the
 * caller but its item. */
#ifndef BASE_WORKERS_H
#define BASE_WORKERS_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

/* Stands first in whatever is worked on. */
struct work_item {
    struct work_item *next;
};

struct workers;

struct workers_options {
    unsigned n;                   /* threads; at least 1 */
    void *(*open)(void *context); /* what each thread has for itself; may be NULL */
    void (*close)(void *own);     /* of what `open` gave */
    void (*run)(void *own, struct work_item *item);
    void (*done)(void *context); /* an item can be taken; called by the thread that did it. May be NULL */
    void *context;
};

/* E_SYSTEM: no thread could be made. */
int workers_open(const struct workers_options *options, struct workers **out, struct err *e) MUST_CHECK;
/* Finishes all that was pushed, then ends the threads: take what is done before or lose it. NULL is fine. */
void workers_close(struct workers *w);

void workers_push(struct workers *w, struct work_item *item);
/* One that is done; NULL where none is. */
struct work_item *workers_take(struct workers *w);
/* Pushed and not yet taken. */
uint32_t workers_busy(const struct workers *w);

/* How many processors this process may use. */
unsigned workers_cores(void);

#endif
