/* file: addresses: a file's bytes, or a folder as a page of what is in it. */
#ifndef FETCH_LOCAL_H
#define FETCH_LOCAL_H

#include "fetch/fetch.h"

/* Whether an address is for here. */
bool local_is(struct str url);
/* Fills state, message, validators and body of *out; strings lie in the arena. A stat alone where the ETag is known already. Never fails:
 * what went wrong is a state. A file that was written in the last moments before now_ms gets no ETag: another write may share its time. */
void local_get(struct arena *a, const struct request *q, int64_t now_ms, struct response *out);

#endif
