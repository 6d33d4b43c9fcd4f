/* Two pages to compare, at least one of them out of the archive: what commands that compare versions begin with.
 *
 *     AUTO(sides) both = { 0 };
 *     if (sides_read(args, &(struct sides_asked){ "URL@1", "@3" }, &both, e)) return e->code; */
#ifndef CLI_SIDES_H
#define CLI_SIDES_H

#include "archive/target.h"
#include "cli/session.h"

/* One of the two pages. */
struct side {
    struct target target;
    const char *path; /* a file; NULL: a version */
    struct target_version version;
    struct str bytes, name, base, content_type;
    struct str file; /* its name where it is a file, also one under version control; else empty */
};

struct sides {
    struct session session; /* its arena has all that is read */
    struct side side[2];
};

void sides_drop(struct sides *s);

struct sides_asked {
    const char *old, *new; /* as they were typed; `new` may be NULL */
    bool write;            /* the archive is opened for that */
};

/* Whether the operand is a file or standard input: what is there is never looked for in the archive. */
bool sides_is_file(const char *operand);

/* E_USAGE: no such page or version, with words like "No such file or directory" where a file may have been meant. */
int sides_read(const struct args *args, const struct sides_asked *q, struct sides *out, struct err *e) MUST_CHECK;

#endif
