/* Numbers of bytes as people write them: "4096", "64k", "32M", "1.5GB", "2 MiB". All units are powers of 1024. */
#ifndef BASE_SIZE_H
#define BASE_SIZE_H

#include "base/buf.h"

/* E_FORMAT with words that show how it is written. */
int size_read(struct str text, uint64_t *out, struct err *e) MUST_CHECK;
/* Exactly, in the largest unit that divides it: "32MB", "1025B", "0B". */
void size_add(struct buf *out, uint64_t bytes);
/* For a person, with about three digits: "1.54MB". */
void size_add_short(struct buf *out, uint64_t bytes);

#endif
