/* Every series of the given corpus goes in and comes out byte for byte, at every version and date, before and after packing.
 *
 * WEFT_CORPUS names the folder of the unpacked corpus; without it ../shared/data/corpus.tar.zst is unpacked for the test, and where that
 * is not there either the points are skipped. */
#include <dirent.h>
#include <sys/wait.h>

#include "base/io.h"
#include "base/limits.h"
#include "store/store.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

enum { MINUTE_MS = 60000 };

static int is_page(const struct dirent *entry)
{
    return str_ends(str_of(entry->d_name), STR(".html"));
}

static int is_folder(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static struct str body_of(struct arena *a, const char *folder, const char *name)
{
    struct str body = STR("");
    struct err e;
    if (io_read(a, arena_printf(a, "%s/%s", folder, name).ptr, LIMIT_PAGE_BYTES, &body, &e))
        printf("# %s\n", e.text);
    return body;
}

/* Adds every file; a file that repeats the one before makes no version. Returns the number of files, 0 for a failure. */
static unsigned put(struct store *s, const char *folder, int64_t *page)
{
    struct dirent **entry;
    int n = scandir(folder, &entry, is_page, alphasort);
    if (n <= 0 || store_page_add(s, &(struct store_page){ .url = str_of(folder), .next_check_at = NEVER }, page, NULL))
        return 0;
    for (int i = 0; i < n; i++) {
        AUTO(arena) a = { 0 };
        bool is_new;
        struct store_version v = { .page = *page, .fetched_at = (i + 1) * MINUTE_MS, .server_at = NEVER, .status = 200 };
        if (store_version_add(s, &v, body_of(&a, folder, entry[i]->d_name), &is_new, NULL))
            return 0;
        free(entry[i]);
    }
    free(entry);
    return (unsigned)n;
}

/* At the moment of each file, and a moment before the next, stands what that file had. */
static bool get(struct store *s, const char *folder, int64_t page)
{
    struct dirent **entry;
    int n = scandir(folder, &entry, is_page, alphasort);
    bool good = n > 0;
    for (int i = 0; i < n; i++) {
        AUTO(arena) a = { 0 };
        struct store_version v, later;
        struct str got, want = body_of(&a, folder, entry[i]->d_name);
        int64_t at = (i + 1) * MINUTE_MS;
        good = good && store_version_as_of(&a, s, page, at, &v, NULL) == 0
               && store_version_body(&a, s, page, v.number, &got, NULL) == 0 && str_eq(got, want)
               && store_version_as_of(&a, s, page, at + MINUTE_MS - 1, &later, NULL) == 0 && later.number == v.number;
        free(entry[i]);
    }
    free(entry);
    return good;
}

static bool test_all(struct store *s, const char *corpus, const char *when)
{
    struct dirent **entry;
    int n = scandir(corpus, &entry, is_folder, alphasort);
    bool good = true;
    for (int i = 0; i < n; i++) {
        AUTO(arena) a = { 0 };
        const char *folder = arena_printf(&a, "%s/%s", corpus, entry[i]->d_name).ptr;
        int64_t page = i + 1;
        good = good && (when || put(s, folder, &page)) && get(s, folder, page);
        ok(good, "%s%s", entry[i]->d_name, when ? when : "");
        free(entry[i]);
    }
    if (n >= 0)
        free(entry);
    return good && n > 0;
}

/* The folder of the series, or NULL. */
static const char *find_corpus(struct arena *a, const struct folder *f)
{
    static const char packed[] = "../shared/data/corpus.tar.zst";
    const char *given = getenv("WEFT_CORPUS");
    int status = 1;
    if (given)
        return arena_printf(a, "%s/series", given).ptr;
    if (access(packed, R_OK))
        return NULL;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        execlp("sh", "sh", "-c", "zstd -dcq --long=27 \"$1\" | tar -xf - -C \"$2\"", "sh", packed, f->path, (char *)NULL);
        _exit(127);
    }
    waitpid(pid, &status, 0);
    return status ? NULL : folder_path(a, f, "series");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    AUTO(folder) f = folder_new();
    const char *corpus = find_corpus(&a, &f);
    if (!corpus || access(corpus, R_OK)) {
        skip("given data: no page histories beside this checkout");
        return tap_done();
    }
    AUTO(store) s = { 0 };
    struct err e = { 0 };
    struct store_swept swept;
    struct store_report report = { 0 };
    ok(store_open(&s, folder_path(&a, &f, "s"), &(struct store_options){ .create = true }, &e) == 0, "a store");
    ok(test_all(&s, corpus, NULL), "all series");
    ok(store_gc(&s, &(struct store_policy){ .reclaim = true }, &swept, &e) == 0, "packed");
    ok(test_all(&s, corpus, ", packed"), "all series again");
    ok(store_verify(&s, false, &report, &e) == 0 && report.faults == 0 && report.lost == 0, "the store is whole");
    return tap_done();
}
