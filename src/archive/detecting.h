/* Runs new versions through the sentinels of everybody, as long as somebody drives it:
 *
 *     struct detecting *d;
 *     if (detecting_open(&caller, &d, e)) return e->code;
 *     detecting_step(d, &more, e);          some versions; again while there is more
 *     detecting_close(d);
 *
 * A check writes down which version is to be looked at (`look`), with the version. A step reads it and the versions it is compared with,
 * finds the changes that somebody asks for, each once however many do, and puts them through the detection graph; findings, events, what is
 * to be sent, and the state of the graph are written in one transaction with the row taken out. So a crash at any point loses and doubles
 * nothing. Several processes may do this at once: where another was faster, its state is read and the work done again. */
#ifndef ARCHIVE_DETECTING_H
#define ARCHIVE_DETECTING_H

#include "archive/caller.h"

struct detecting;

/* An administrator's business: it reads everybody's sentinels. The caller's store must live as long; the arena is not used. */
int detecting_open(const struct caller *c, struct detecting **out, struct err *e) MUST_CHECK;
void detecting_close(struct detecting *d);

/* Never waits. *more: something is left to do now. */
int detecting_step(struct detecting *d, bool *more, struct err *e) MUST_CHECK;
/* When something is due without a new version (PLUS of a sentinel); NEVER: nothing. */
int detecting_next(struct detecting *d, int64_t *at, struct err *e) MUST_CHECK;

struct detecting_totals {
    uint64_t versions;         /* looked at */
    uint64_t leaves, compared; /* changes looked for, pairs of versions compared */
    uint64_t events;           /* of sentinels */
    uint64_t loads;            /* times that the graph was built */
};
const struct detecting_totals *detecting_totals(const struct detecting *d);

#endif
