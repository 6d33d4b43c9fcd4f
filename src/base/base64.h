/* Bytes as letters and back (RFC 4648, section 4, with padding): for bytes that are not UTF-8 and must stand in JSON. */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/buf.h"

void base64_add(struct buf *out, struct str bytes);
/* Adds the bytes that `text` stands for; false where it is not base64, and then *out may have some of them. Strict: no white space, the
 * padding that is due and none else, no bits left over. */
bool base64_read(struct str text, struct buf *out);

#endif
