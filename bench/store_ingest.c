/* Puts files into a store as versions of pages, for bench/store: store_ingest STORE FOLDER... Each folder is a page, its files in the
 * order of names are versions a minute apart. Prints the versions added, CPU seconds of adding, CPU seconds of store_gc(), the bytes on
 * disk, and the mean and the worst CPU milliseconds of reading one version back. Ends badly where a byte differs. */
#include <dirent.h>

#include "base/io.h"
#include "base/limits.h"
#include "bench/measure.h"
#include "store/store.h"

static int is_page(const struct dirent *entry)
{
    return str_ends(str_of(entry->d_name), STR(".html"));
}

struct sums {
    unsigned versions;
    double adding, reading, worst;
};

typedef void each(struct store *s, int64_t page, int64_t number, struct str body, struct sums *sums);

static void add(struct store *s, int64_t page, int64_t number, struct str body, struct sums *sums)
{
    struct err e;
    bool is_new;
    struct store_version v = { .page = page,
                               .fetched_at = 1700000000000 + number * 60000,
                               .server_at = NEVER,
                               .status = 200,
                               .content_type = STR("text/html") };
    double from = cpu_us();
    must(store_version_add(s, &v, body, &is_new, &e), &e);
    sums->adding += cpu_us() - from;
    sums->versions++; /* a file that repeats the one before is a version seen, too */
}

static void compare(struct store *s, int64_t page, int64_t number, struct str body, struct sums *sums)
{
    AUTO(arena) a = { 0 };
    struct err e;
    struct str got;
    struct store_version v;
    double from = cpu_us();
    must(store_version_as_of(&a, s, page, 1700000000000 + number * 60000, &v, &e), &e);
    must(store_version_body(&a, s, page, v.number, &got, &e), &e);
    double took = cpu_us() - from;
    sums->reading += took;
    sums->worst = MAX(sums->worst, took);
    if (!str_eq(got, body)) {
        fprintf(stderr, "store_ingest: version %lld of page %lld differs\n", (long long)number, (long long)page);
        exit(1);
    }
}

static void over_files(struct store *s, int64_t page, const char *folder, each *run, struct sums *sums)
{
    struct dirent **name;
    int n = scandir(folder, &name, is_page, alphasort);
    for (int i = 0; i < n; i++) {
        AUTO(arena) a = { 0 };
        struct err e;
        struct str body;
        must(io_read(&a, arena_printf(&a, "%s/%s", folder, name[i]->d_name).ptr, LIMIT_PAGE_BYTES, &body, &e), &e);
        run(s, page, i + 1, body, sums);
    }
}

int main(int argc, char **argv)
{
    AUTO(store) s = { 0 };
    struct err e;
    struct sums sums = { 0 };
    struct store_swept swept;
    must(argc < 3, &(struct err){ .text = "usage: store_ingest STORE FOLDER..." });
    must(store_open(&s, argv[1], &(struct store_options){ .create = true }, &e), &e);
    for (int i = 2; i < argc; i++) {
        int64_t page;
        must(store_page_add(&s, &(struct store_page){ .url = str_of(argv[i]), .next_check_at = NEVER }, &page, &e), &e);
        over_files(&s, page, argv[i], add, &sums);
    }
    double from = cpu_us();
    must(store_gc(&s, &(struct store_policy){ .reclaim = true }, &swept, &e), &e);
    double packing = cpu_us() - from;
    for (int i = 2; i < argc; i++)
        over_files(&s, i - 1, argv[i], compare, &sums);
    printf("%u %.3f %.3f %llu %.4f %.4f\n", sums.versions, sums.adding / 1e6, packing / 1e6, (unsigned long long)swept.bytes_after,
           sums.reading / 1e3 / sums.versions, sums.worst / 1e3);
    return 0;
}
