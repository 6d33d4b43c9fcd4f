/* Where else the user hears of what What's new shows: "sent to phone", "to be sent to digest today 18:00", "only here". */
#ifndef SERVE_SENT_H
#define SERVE_SENT_H

#include "base/map.h"
#include "serve/request.h"
#include "store/outbox.h"

enum sent_way { SENT_DONE, SENT_WAITS, SENT_FAILED, SENT_HERE };
enum { SENT_WAYS = SENT_HERE + 1 };

struct sent {
    struct store_sents sents;
    struct map page; /* to the best of its rows */
};

/* Of some pages together. */
struct sent_sum {
    uint32_t n[SENT_WAYS];
    struct str channel[SENT_WAYS]; /* empty: several */
    int64_t due_at;                /* the first of what waits */
};

int sent_read(struct http_request *r, struct sent *out, struct err *e) MUST_CHECK;
void sent_count(const struct sent *t, int64_t page, struct sent_sum *sum);
void sent_words(struct buf *out, const struct sent_sum *sum, int64_t now);

#endif
