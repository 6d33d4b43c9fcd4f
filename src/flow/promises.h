/* Promises that were broken: an interval that somebody asked for and that passed without a look at the page. Counted by day for a month,
 * the last of them with their pages; kept in the store, for all processes together.
 *
 *     promises_late_ms(&subject, &threshold, now)            how much too late a visit comes
 *     promises_broke(store, &broken, e);                     in the transaction of the visit
 *
 * A pause that the host asked for, and tries after errors, are not ours and break nothing. */
#ifndef FLOW_PROMISES_H
#define FLOW_PROMISES_H

#include "flow/subject.h"

enum {
    PROMISES_DAYS = 30,
    PROMISES_LAST = 10,
    PROMISES_LATE_MS = 60000 /* a promise that is kept within this is kept: a host's gap and the answer's own time are not ours */
};

struct broken_promise {
    int64_t page;
    int64_t at; /* it was looked at, */
    int64_t late_ms;
};

struct promises {
    int64_t today;                             /* days since 1970; of count[0] */
    uint32_t count[PROMISES_DAYS];             /* broken on that day, and on the days before it */
    struct broken_promise last[PROMISES_LAST]; /* the newest first */
    uint32_t n;
};

/* What cannot be read counts as none. */
int promises_load(struct store *s, int64_t now, struct promises *out, struct err *e) MUST_CHECK;
/* Of the last 30 days. */
uint32_t promises_count(const struct promises *p);
int promises_broke(struct store *s, const struct broken_promise *b, struct err *e) MUST_CHECK;

/* How much later than promised a visit at that moment comes; 0: in time, or nothing was promised. */
int64_t promises_late_ms(const struct subject *s, const struct subject_threshold *t, int64_t now);

#endif
