/* Sending at the end of a command, and beside a run. */
#ifndef CLI_POSTING_H
#define CLI_POSTING_H

#include "archive/detecting.h"
#include "archive/posting.h"
#include "cli/session.h"

/* Lets the sentinels look at every version that waits for them. */
int detecting_all(struct detecting *d, struct err *e) MUST_CHECK;
/* The same; then sends what is due and waits until the receivers have answered, or their time is over (the setting send-time). What they
 * did not take goes out with the next command that sends. Says what could not be sent, and how much was where `says_sent`. */
int posting_now(struct session *s, bool says_sent, struct err *e) MUST_CHECK;
/* The same, and how it went with the channel's last message: E_SYSTEM with the receiver's words where it was not taken. */
int posting_test(struct session *s, struct str channel, struct err *e) MUST_CHECK;

#endif
