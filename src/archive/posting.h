/* Sends what is in the outbox, as long as somebody drives it:
 *
 *     struct posting *p;
 *     if (posting_open(&caller, loop, &p, e)) return e->code;
 *     posting_step(p, e);                  takes up what is due and keeps how others ended; soon after each loop_step()
 *     posting_close(p);
 *
 * Several processes may do this at once: a message belongs to one of them at a time. One that was killed leaves its messages behind;
 * where it ran on this machine that is seen at once, else after some minutes. A message that was sent by a process that died before it
 * could say so goes out again, with the same key. */
#ifndef ARCHIVE_POSTING_H
#define ARCHIVE_POSTING_H

#include "archive/caller.h"
#include "base/loop.h"

struct posting;

/* An administrator's business: it reads everybody's messages. The caller, its store and settings must live as long; the arena is not used.
 * libcurl is loaded when the first message is sent. */
int posting_open(const struct caller *c, struct loop *loop, struct posting **out, struct err *e) MUST_CHECK;
/* What is under way is given up and free for others. NULL is fine. */
void posting_close(struct posting *p);

/* From now on nothing more is taken up: steps only keep how those under way ended, which is within the setting send-time. Whoever
 * closes before that lets them go out a second time. */
void posting_stop(struct posting *p);
/* Never waits. */
int posting_step(struct posting *p, struct err *e) MUST_CHECK;
/* Messages under way. */
uint32_t posting_left(const struct posting *p);
/* In how many milliseconds something is due, at most `most`. */
int posting_wait(struct posting *p, int64_t most, int64_t *ms, struct err *e) MUST_CHECK;

struct posting_totals {
    uint32_t sent, failed, dead;
};
const struct posting_totals *posting_totals(const struct posting *p);

#endif
