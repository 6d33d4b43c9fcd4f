/* Files in, files out. A write is whole or not there: a temporary beside the target, fsync, rename. The words of an error name the
 * file already, so that callers need not. */
#ifndef BASE_IO_H
#define BASE_IO_H

#include "base/arena.h"

/* The bytes of a file, or of standard input for "-"; at most limit_bytes, else E_LIMIT. A folder is an error that says so.
 * The bytes lie in the arena with a NUL behind them that does not count. */
int io_read(struct arena *a, const char *path, size_t limit_bytes, struct str *out, struct err *e) MUST_CHECK;

/* Replaces the file at `path` as a whole; a full disk leaves the earlier file as it was. Links are followed, rights are kept.
 * Devices, pipes and open descriptors (/dev/full, /dev/stdout, /dev/fd/5) are written directly. */
int io_write(const char *path, struct str bytes, struct err *e) MUST_CHECK;

/* All bytes to an open descriptor, going on after short writes and signals. */
int io_write_fd(int fd, struct str bytes, struct err *e) MUST_CHECK;

#endif
