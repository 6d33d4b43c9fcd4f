/* Runs a fuzz target over files instead of under libFuzzer: every seed and every crash once found is a test of ordinary builds.
 *
 * Arguments are files or folders of files; a point for each file, in the order of names. A target that finds a fault aborts. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/io.h"
#include "base/limits.h"
#include "tests/tap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replay_file(const char *path)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct str bytes;

    if (io_read(&a, path, LIMIT_PAGE_BYTES, &bytes, &e)) {
        ok(false, "%s: %s", path, e.text);
        return;
    }
    /* Named before it runs: a crash must say on which file. */
    printf("# %s\n", path);
    fflush(stdout);
    ok(LLVMFuzzerTestOneInput((const uint8_t *)bytes.ptr, bytes.len) == 0, "%s", path);
}

static int is_seen(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void replay_folder(const char *folder)
{
    AUTO(arena) a = { 0 };
    struct dirent **entry = NULL;
    int n = scandir(folder, &entry, is_seen, alphasort);

    ok(n > 0, "%s has seeds", folder);
    for (int i = 0; i < n; i++) {
        replay_file(arena_printf(&a, "%s/%s", folder, entry[i]->d_name).ptr);
        heap_free(entry[i]);
    }
    heap_free(entry);
}

int main(int n_args, char **args)
{
    for (int i = 1; i < n_args; i++) {
        struct stat info;

        if (stat(args[i], &info))
            ok(false, "%s: %s", args[i], strerror(errno));
        else if (S_ISDIR(info.st_mode))
            replay_folder(args[i]);
        else
            replay_file(args[i]);
    }
    return tap_done();
}
