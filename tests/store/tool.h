/* Programs that the tests of version sources need: git and RCS in a folder of their own, with a name, a clock and no settings of the
 * user. */
#ifndef TESTS_STORE_TOOL_H
#define TESTS_STORE_TOOL_H

#include <stdlib.h>

#include "base/io.h"
#include "intake/source_run.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct tool {
    struct arena *arena;
    const char *folder;
    const char *date; /* "2024-01-31T23:59:58Z" */
};

/* Runs "sh -c TEXT" there; what it printed, or nothing where it failed. The text is the test's own. */
__attribute__((unused)) static struct str tool_run(const struct tool *t, const char *text)
{
    const char *path = getenv("PATH");
    const char *date = t->date ? t->date : "2024-01-31T23:59:58Z";
    const char *env[] = { arena_printf(t->arena, "PATH=%s", path ? path : "").ptr,
                          arena_printf(t->arena, "HOME=%s", t->folder).ptr,
                          arena_printf(t->arena, "GIT_AUTHOR_DATE=%s", date).ptr,
                          arena_printf(t->arena, "GIT_COMMITTER_DATE=%s", date).ptr,
                          "GIT_AUTHOR_NAME=Ann Author",
                          "GIT_AUTHOR_EMAIL=ann@example.org",
                          "GIT_COMMITTER_NAME=Carl",
                          "GIT_COMMITTER_EMAIL=carl@example.org",
                          "GIT_CONFIG_NOSYSTEM=1",
                          "LOGNAME=ann",
                          "TZ=UTC",
                          NULL };
    const char *args[] = { "sh", "-ec", arena_printf(t->arena, "cd '%s'; %s", t->folder, text).ptr, NULL };
    struct str out = { "", 0 };
    struct err e = { 0 };
    if (source_run(t->arena, &(struct source_run){ args, env, (size_t)64 << 20 }, &out, &e))
        printf("# %s: %s\n", text, e.text);
    return out;
}

__attribute__((unused)) static void tool_write(const struct tool *t, const char *name, struct str bytes)
{
    struct err e = { 0 };
    if (io_write(arena_printf(t->arena, "%s/%s", t->folder, name).ptr, bytes, &e))
        printf("# %s\n", e.text);
}

__attribute__((unused)) static struct str tool_path(const struct tool *t, const char *prefix, const char *name)
{
    return arena_printf(t->arena, "%s%s/%s", prefix, t->folder, name);
}

#endif
