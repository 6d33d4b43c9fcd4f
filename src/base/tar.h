/* Files in one: the plain tar of POSIX (ustar), as every unpacker reads it.
 *
 *     tar_add(fd, &(struct tar_file){ STR("pages/index.html"), bytes, now_s }, e); ... tar_end(fd, e); */
#ifndef BASE_TAR_H
#define BASE_TAR_H

#include "base/err.h"
#include "base/str.h"

enum { TAR_BLOCK = 512, TAR_NAME_MAX = 100 };

struct tar_file {
    struct str name; /* with the folders before it, and no leading slash */
    struct str bytes;
    int64_t at_s; /* when it was written, in seconds since 1970 */
};

/* Everyone may read it. E_LIMIT: its name is too long. */
int tar_add(int fd, const struct tar_file *file, struct err *e) MUST_CHECK;
/* The two empty blocks that say that nothing follows. */
int tar_end(int fd, struct err *e) MUST_CHECK;

#endif
