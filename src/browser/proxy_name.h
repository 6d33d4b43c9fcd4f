/* Names to addresses for the proxy: written as one, from a list, or from DNS, which is asked in a thread of its own. */
#ifndef BROWSER_PROXY_NAME_H
#define BROWSER_PROXY_NAME_H

#include "fetch/address.h"

enum { NAME_ADDRESSES_MAX = 16 };

struct name_addresses {
    struct address item[NAME_ADDRESSES_MAX];
    uint32_t n;
};

/* Without DNS: an address, "localhost", a name of the list (lines "NAME:PORT:ADDRESS", "*" for any), a name that DNS never knows (then
 * n is 0). False: DNS has to be asked. */
bool name_known(struct str resolve, struct str host, uint32_t port, struct name_addresses *out);
/* E_FORMAT: a line of the list that is none. */
int name_list_check(struct str resolve, struct err *e) MUST_CHECK;

struct name_query;

/* Asks DNS. NULL: no thread can be had. */
struct name_query *name_ask(struct str host);
/* Readable when the answer is there. */
int name_fd(const struct name_query *q);
/* The answer; n is 0 where there is none. */
void name_take(struct name_query *q, struct name_addresses *out);
/* May be called before the answer is there: then the thread tidies up. NULL is fine. */
void name_drop(struct name_query *q);

#endif
