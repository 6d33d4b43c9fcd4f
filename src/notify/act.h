/* Links in messages that do something for whoever got the message, without a login: signed, for one act on one page, for 90 days.
 *
 * A token is "ACT.USER.PAGE.NUMBER.UNTIL.MAC". What a link does is asked once more before it is done (a mail program may open links by
 * itself), and can be undone. Pure. */
#ifndef NOTIFY_ACT_H
#define NOTIFY_ACT_H

#include "base/arena.h"
#include "base/buf.h"

enum { ACT_KEY_BYTES = 32 };
#define ACT_DAYS 90

enum act_kind {
    ACT_DISMISS, /* this change does not matter */
    ACT_PAUSE,   /* no messages about the page for a week */
    ACT_OFF,     /* no messages about the page any more */
    ACT_REST,    /* the sentinel is disabled: `number` is the sentinel's */
};
enum { ACTS = ACT_REST + 1 };

struct act_link {
    enum act_kind act;
    int64_t user, page, number;
    int64_t until; /* milliseconds since 1970 */
};

void act_write(const unsigned char key[ACT_KEY_BYTES], const struct act_link *link, struct buf *out);
/* E_DENIED: it was not signed with this key, or its time is over at `now`. */
int act_read(const unsigned char key[ACT_KEY_BYTES], struct str token, int64_t now, struct act_link *out, struct err *e) MUST_CHECK;

#endif
