/* Version sources (AIDE, section 8.1): a file under git or RCS as a history that `weft log/show/diff` can read like one of the store.
 *
 *     git:PATH       a file in a git work tree (renames are followed), or "git:REPOSITORY:PATH" for a bare one
 *     rcs:FILE,v     an RCS archive; "rcs:FILE" finds FILE,v beside it or in RCS/
 *
 *     AUTO(source) s = { 0 };
 *     struct source_versions list;
 *     struct str body;
 *     if (source_open(&s, a, STR("git:index.html"), e) || source_list(&s, &list, e) || source_body(&s, a, 3, &body, e))
 *         return e->code;
 *
 * Versions count from 1, the oldest, as in the store. Nothing is written, neither there nor in the store. Only what is committed counts; a
 * plain path without prefix is no source. git is run as a program: no shell, no hooks, no pagers, no configuration of the repository that
 * could run anything, no network. RCS archives are read by weft itself: the trunk, with keywords as they stand in the archive (`co -kb`,
 * `co -ko`). */
#ifndef INTAKE_SOURCE_H
#define INTAKE_SOURCE_H

#include "base/arena.h"
#include "base/buf.h"

enum {
    SOURCE_VERSIONS_MAX = 100000,
    SOURCE_LIST_BYTES_MAX = 256 << 20 /* what a log or an archive may have */
};

struct source_version {
    uint32_t number; /* from 1 */
    int64_t at;      /* committed or checked in, milliseconds since 1970 */
    struct str author;
    struct str label;   /* the commit in full, or the RCS revision "1.4" */
    struct str message; /* without blanks at its ends */
    struct str path;    /* the file's name then, where it was another; else empty */
    bool gone;          /* the file was removed: no bytes */
};

struct source_versions {
    struct source_version *item; /* in the order of numbers */
    uint32_t n;
};

struct source_ops;

struct source {
    const struct source_ops *ops; /* all fields are the source's own business */
    struct arena *arena;
    void *state;
    struct source_versions list;
};

/* Whether the text names a source: it begins with "git:" or "rcs:". */
bool source_named(struct str text);
/* Reads the list. E_USAGE: no such file, not under version control; E_SYSTEM: git is not there, or failed; E_FORMAT: no RCS archive. */
int source_open(struct source *s, struct arena *a, struct str name, struct err *e) MUST_CHECK;
void source_drop(struct source *s);

int source_list(const struct source *s, struct source_versions *out, struct err *e) MUST_CHECK;
/* The version that stood at that moment: the highest number that is not dated later. E_USAGE: none. */
int source_as_of(const struct source *s, int64_t at, uint32_t *number, struct err *e) MUST_CHECK;
/* The bytes exactly, at most LIMIT_PAGE_BYTES, in the arena. E_USAGE: no such version, or the file was gone then. */
int source_body(const struct source *s, struct arena *a, uint32_t number, struct str *out, struct err *e) MUST_CHECK;

#endif
