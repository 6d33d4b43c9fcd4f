/* A folder of its own for one test of the store, gone with everything in it when the scope ends; and bodies that look like pages. */
#ifndef TESTS_STORE_FOLDER_H
#define TESTS_STORE_FOLDER_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buf.h"

struct folder {
    char path[128];
};

__attribute__((unused)) static int folder_unlink(const char *path, const struct stat *about UNUSED, int kind UNUSED,
                                                 struct FTW *at UNUSED)
{
    return remove(path);
}

__attribute__((unused)) static void folder_drop(struct folder *f)
{
    if (f->path[0])
        nftw(f->path, folder_unlink, 16, FTW_DEPTH | FTW_PHYS);
}

__attribute__((unused)) static struct folder folder_new(void)
{
    struct folder f;
    const char *temp = getenv("TMPDIR");
    snprintf(f.path, sizeof f.path, "%.100s/weft-store-XXXXXX", temp ? temp : "/tmp");
    if (!mkdtemp(f.path))
        abort();
    return f;
}

/* A path in it, NUL behind. */
__attribute__((unused)) static const char *folder_path(struct arena *a, const struct folder *f, const char *name)
{
    return arena_printf(a, "%s/%s", f->path, name).ptr;
}

/* Page `page` as of edit `edit`: some hundred lines of which each edit changes a few. */
__attribute__((unused)) static struct str page_body(struct arena *a, unsigned page, unsigned edit)
{
    enum { LINES = 120 };
    AUTO(buf) b = BUF(1 << 20);
    struct str out;
    buf_addf(&b, "<html><title>Page %u</title><body>\n", page);
    for (unsigned i = 0; i < LINES; i++) {
        unsigned last = edit - (edit + LINES - i % LINES) % LINES % 40; /* the edit this line changed in */
        uint64_t word = ((uint64_t)page << 32 | i) * 0x9e3779b97f4a7c15u + last * 0xd6e8feb86659fd93u;
        buf_addf(&b, "<p class=line>Line %u says %llx and %llx.</p>\n", i, (unsigned long long)word >> 40,
                 (unsigned long long)(word * word) >> 44);
    }
    buf_addf(&b, "<p>Edit %u</p></body></html>\n", edit);
    if (buf_take(&b, a, &out, NULL))
        abort();
    return out;
}

#endif
