/* Checks of pages that all changed: how long the store is locked for others at a time, what memory it takes, what a second thread gains.
 *
 *     check_changed FOLDER THREADS PAGES BYTES [EDITS]
 *
 * Pages are files of the folder, which needs no network: first all of them are kept, then each gets other words, EDITS times (once), and
 * these runs are measured together: of large pages every few versions make a key frame. Prints "THREADS SECONDS LOCK_MS MEMORY_MB
 * LOCK_CPU_MS". The lock is measured by the store itself, from the beginning of a transaction to the moment at which others may write;
 * LOCK_CPU_MS is without waits. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "base/clock.h"
#include "base/io.h"
#include "base/limits.h"
#include "flow/due.h"

struct bench {
    struct arena arena;
    struct store store;
    const char *folder;
    unsigned threads, pages, bytes, edits;
    uint32_t changed;
    struct err err;
};

static void must(struct bench *b, int code)
{
    if (code == 0)
        return;
    fprintf(stderr, "check_changed: %s\n", b->err.text);
    exit(1);
}

static const char *path_of(struct bench *b, unsigned page)
{
    return arena_printf(&b->arena, "%s/%u.html", b->folder, page).ptr;
}

/* Sections of paragraphs of words that are the page's own; one word in fifty is the edit's. */
static void write_page(struct bench *b, unsigned page, unsigned edit)
{
    AUTO(buf) out = BUF(MIB(16));
    uint64_t state = page * 0x9e3779b97f4a7c15u + 1;
    buf_addf(&out, "<!DOCTYPE html><title>Page %u</title><main>", page);
    for (unsigned n = 0; out.len < b->bytes; n++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        unsigned word = (unsigned)(state >> 40);
        if (n % 200 == 0)
            buf_addf(&out, "<h2>Part %u</h2>", n / 200);
        if (n % 20 == 0)
            buf_add(&out, STR("<p class=text>"));
        buf_addf(&out, "w%x ", n % 50 == 7 ? word + edit : word);
    }
    must(b, io_write(path_of(b, page), buf_str(&out), &b->err));
}

static void count(void *ctx, const struct check *check)
{
    struct bench *b = ctx;
    b->changed += check->outcome == CHECK_CHANGED;
}

static void open_store(struct bench *b)
{
    struct store_options options = { .create = true };
    must(b, store_open(&b->store, arena_printf(&b->arena, "%s/weft.db", b->folder).ptr, &options, &b->err));
}

static void add_pages(struct bench *b)
{
    AUTO(store_tx) tx = { 0 };
    int64_t user, id;
    must(b, store_begin(&b->store, &tx, &b->err));
    must(b, store_user_add(&b->store, STR("bench"), 1, &user, &b->err));
    for (unsigned i = 0; i < b->pages; i++) {
        struct store_page page = { .url = arena_printf(&b->arena, "file://%s", path_of(b, i)), .next_check_at = 1 };
        must(b, store_page_add(&b->store, &page, &id, &b->err));
        must(b, store_watch_put(&b->store, &(struct store_watch){ .user = user, .page = id, .added_at = 1 }, &b->err));
    }
    must(b, store_commit(&tx, &b->err));
}

static void check_all(struct bench *b)
{
    struct check_run *run;
    struct run_options options = { .store = &b->store,
                                   .fetch = { .clock = fetch_clock_system() },
                                   .rules = { .every_ms = 1 },
                                   .allow_file = true,
                                   .threads = b->threads,
                                   .told = count,
                                   .ctx = b };
    must(b, run_open(&options, &run, &b->err));
    AUTO(due) due = { .run = run, .store = &b->store, .once = true };
    due_begin(&due);
    uint32_t fresh = 1;
    while (fresh || run_left(run)) {
        must(b, due_feed(&due, clock_now_ms() + 1000, &fresh, &b->err));
        if (run_left(run))
            must(b, run_step(run, 100, &b->err));
    }
    run_close(run);
}

int main(int argc, char **argv)
{
    struct bench b = { 0 };
    struct rusage used;
    if (argc < 5)
        return 2;
    b.folder = argv[1];
    b.threads = (unsigned)strtoul(argv[2], NULL, 10);
    b.pages = (unsigned)strtoul(argv[3], NULL, 10);
    b.bytes = (unsigned)strtoul(argv[4], NULL, 10);
    b.edits = argc > 5 ? (unsigned)strtoul(argv[5], NULL, 10) : 1;
    open_store(&b);
    for (unsigned i = 0; i < b.pages; i++)
        write_page(&b, i, 0);
    add_pages(&b);
    check_all(&b);
    store_close(&b.store); /* what is measured is measured of a store that was just opened */
    open_store(&b);
    b.changed = 0;
    int64_t took = 0;
    for (unsigned edit = 1; edit <= b.edits; edit++) {
        for (unsigned i = 0; i < b.pages; i++)
            write_page(&b, i, edit);
        int64_t begun = clock_steady_ms();
        check_all(&b);
        took += clock_steady_ms() - begun;
    }
    double seconds = (double)took / 1000;
    getrusage(RUSAGE_SELF, &used);
    if (b.changed != b.pages * b.edits) {
        fprintf(stderr, "check_changed: %u of %u changes found\n", b.changed, b.pages * b.edits);
        return 1;
    }
    printf("%u %.2f %.1f %.0f %.1f\n", b.threads, seconds, (double)store_lock_time(&b.store).us / 1000,
           (double)used.ru_maxrss / 1024, (double)store_lock_time(&b.store).cpu_us / 1000);
    store_close(&b.store);
    arena_drop(&b.arena);
    return 0;
}
