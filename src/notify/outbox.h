/* What was found out, put into the outbox of whoever wants to be told: in the transaction that found it out. */
#ifndef NOTIFY_OUTBOX_H
#define NOTIFY_OUTBOX_H

#include "store/outbox.h"

/* Named in the place of a channel: nobody is told. */
#define NOTIFY_NONE "none"

struct outbox_thing {
    int64_t user;
    enum outbox_source source;
    int64_t subject;
    int64_t at;
    double importance;         /* negative: not known, which is no reason to be silent */
    const struct str *channel; /* by name; none: those for its tags, else the user's default */
    uint32_t n_channels;
    const struct str *tag;
    uint32_t n_tags;
    int64_t due_at; /* not before this; 0: at once */
    int64_t bundle; /* with others of this number; 0: by itself */
};

/* Adds a row for each channel that wants the thing: it is confirmed, and the thing matters enough to it. Names that no channel has are
 * passed over. Inside the transaction that is open. O(channels of the user). */
int outbox_tell(struct store *s, const struct outbox_thing *thing, struct err *e) MUST_CHECK;

#endif
