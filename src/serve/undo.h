/* What takes an act back, kept for some minutes: the marks as they were before. In memory, the last 256 acts of all users. */
#ifndef SERVE_UNDO_H
#define SERVE_UNDO_H

#include <pthread.h>

#include "archive/removal.h"

enum undo_kind { UNDO_SEEN, UNDO_PAUSED, UNDO_TAUGHT };

/* Of one page: what was seen before, or which version taught something. */
struct undo_step {
    enum undo_kind kind;
    int64_t page, number;
};

enum { UNDOS = 256, UNDO_STEPS_MAX = 20000 };

struct undos {
    pthread_mutex_t lock;
    struct undo {
        uint64_t id; /* 0: free */
        int64_t user;
        struct arena arena; /* of what follows */
        struct undo_step *step;
        uint32_t n;
        struct ended_watches ended; /* or these, where watches were ended */
    } item[UNDOS];
    uint32_t next;
};

void undos_open(struct undos *u);
void undos_drop(struct undos *u);

/* Remembers the steps; 0: there are too many to take back. */
uint64_t undo_put(struct undos *u, int64_t user, const struct undo_step *step, uint32_t n);
/* The same for watches that were ended. */
uint64_t undo_put_ended(struct undos *u, int64_t user, const struct ended_watches *ended);
/* Takes them back for the caller, who did them. *n: how many pages. E_ABSENT: it is too late. */
int undo_do(struct undos *u, const struct caller *c, uint64_t id, uint32_t *n, struct err *e) MUST_CHECK;

#endif
