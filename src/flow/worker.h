/* Names of processes that take work out of the store, and which of them are dead. */
#ifndef FLOW_WORKER_H
#define FLOW_WORKER_H

#include "base/arena.h"

/* "machine:process:address": no other has it. `what` tells two of one process apart. */
struct str worker_name(struct arena *a, const void *what);
/* A process of this machine that is gone. */
bool worker_is_dead(struct arena *a, struct str worker);

#endif
