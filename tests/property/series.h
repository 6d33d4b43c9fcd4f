/* Real page histories, for tests that run over all of them: SERIES/NNNN.html below the folder that unpack-corpus
 * names. Skipped where there is none: the pages are other people's and no part of this tree. */
#ifndef TESTS_PROPERTY_SERIES_H
#define TESTS_PROPERTY_SERIES_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "tests/tap.h"

/* Under a sanitizer one pair in sixteen, to stay within a minute. */
enum { STEP = SANITIZED ? 16 : 1 };

/* NULL, or what does not hold of two versions that follow each other. */
typedef const char *check_pair_fn(struct arena *a, const char *old_path, const char *new_path);

static int is_seen(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* The names in a folder in order, in the arena; none where it cannot be read. */
static uint32_t list_folder(struct arena *a, const char *folder, struct str **names)
{
    struct dirent **entry = NULL;
    int n = scandir(folder, &entry, is_seen, alphasort);

    *names = NEW_ARRAY(a, struct str, n > 0 ? (size_t)n : 1);
    for (int i = 0; i < n; i++) {
        (*names)[i] = arena_printf(a, "%s/%s", folder, entry[i]->d_name);
        heap_free(entry[i]);
    }
    heap_free(entry);
    return n > 0 ? (uint32_t)n : 0;
}

static bool is_folder(const char *path)
{
    struct stat info;

    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* The line that unpack-corpus prints, empty where it has nothing. */
static struct str find_corpus(struct arena *a)
{
    const char *source = getenv("WEFT_SOURCE");
    FILE *script = popen(arena_printf(a, "'%s/tests/property/unpack-corpus'", source ? source : ".").ptr, "r");
    char line[4096] = "";

    if (script && !fgets(line, sizeof line, script))
        line[0] = '\0';
    if (script)
        pclose(script);
    return arena_str(a, str_trim(str_of(line)));
}

__attribute__((unused)) static void check_series(const char *folder, check_pair_fn *check_pair)
{
    AUTO(arena) names = { 0 };
    struct str *page;
    uint32_t n = list_folder(&names, folder, &page), pairs = 0, failed = 0;

    for (uint32_t i = 0; i + 1 < n; i += STEP) {
        AUTO(arena) a = { 0 };
        const char *broken;

        if (!str_ends(page[i], STR(".html")) || !str_ends(page[i + 1], STR(".html")))
            continue;
        pairs++;
        broken = check_pair(&a, page[i].ptr, page[i + 1].ptr);
        if (broken && ++failed <= 5)
            printf("# %s: %s\n", page[i].ptr, broken);
    }
    ok(!failed, "%s: %u pairs", folder, pairs);
}

/* One point for each series; false, and one that is skipped, where there is none. */
__attribute__((unused)) static bool check_corpus(check_pair_fn *check_pair)
{
    AUTO(arena) a = { 0 };
    struct str folder = find_corpus(&a), *series;
    uint32_t n = folder.len ? list_folder(&a, folder.ptr, &series) : 0;

    for (uint32_t i = 0; i < n; i++)
        if (is_folder(series[i].ptr))
            check_series(series[i].ptr, check_pair);
    if (!n)
        skip("given data: no page histories beside this checkout, and WEFT_CORPUS names none");
    return n > 0;
}

#endif
