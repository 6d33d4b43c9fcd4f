/* Real page histories, for tests that run over all of them: the folder that unpack-corpus names, and what is in it. */
#ifndef TESTS_PROPERTY_SERIES_H
#define TESTS_PROPERTY_SERIES_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/arena.h"

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

#endif
