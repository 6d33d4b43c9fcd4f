/* How much an export or an import moved, in words and as JSON. */
#ifndef CLI_TRANSFER_H
#define CLI_TRANSFER_H

#include "base/json.h"
#include "store/store.h"

/* "38 pages, 348 versions, 1 user, 40 watches, 12 announced changes": what there is none of is left out. */
void transfer_add(struct buf *out, const struct store_transfer *n);
/* The same as fields of an object that is open, zeros among them. */
void transfer_json(struct json *j, const struct store_transfer *n);

#endif
