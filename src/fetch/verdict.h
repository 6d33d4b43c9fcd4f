/* What a hop's end means: its state, whether the host or the network is to blame, and the words for a person. */
#ifndef FETCH_VERDICT_H
#define FETCH_VERDICT_H

#include "base/buf.h"
#include "fetch/transfer.h"

struct fetch_verdict {
    enum fetch_state state;
    bool answered;    /* HTTP was spoken: the network is up */
    bool host_failed; /* the answer broke or never came */
    bool fatal;       /* ... and asking this host again makes no sense in this run */
    bool unreachable; /* ... and it may be the network itself */
    bool proxy;       /* ... or rather the proxy: the host was not even asked */
};

/* Of a transfer that has ended; adds words to `message` where there is something to say. */
struct fetch_verdict verdict_of(const struct transfer *t, CURLcode code, struct buf *message);
/* The words for an address that the guard refuses. */
void verdict_blocked(struct buf *message, struct str url, struct address a);
/* Of a status that is no redirect and no 304; `sent`: "login" or "token" where one was, else "". */
enum fetch_state verdict_status(unsigned status, struct str url, const char *sent, struct buf *message);

#endif
