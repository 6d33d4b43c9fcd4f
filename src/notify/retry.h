/* When a message that was not taken is tried again. Pure. */
#ifndef NOTIFY_RETRY_H
#define NOTIFY_RETRY_H

#include <stdbool.h>
#include <stdint.h>

struct retry_facts {
    int64_t now;
    uint32_t tries; /* before this one */
    bool taken;
    bool hopeless;   /* no later try would end otherwise */
    int64_t wait_ms; /* the receiver asks for it; 0: it does not */
};

struct retry_answer {
    bool give_up;
    int64_t next_at;
};

/* After 1 minute, 5, 30, 2 hours, 6, 12 and 24; or later where the receiver asks for it, at most a day. */
struct retry_answer retry_after(const struct retry_facts *f);

#endif
