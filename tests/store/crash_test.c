/* kill -9 at random moments while 50 pages change: after each the store is whole, and every version that was acknowledged is there.
 *
 * A child writes versions and tells each one through a pipe after its commit; the parent kills it and looks. Some children collect
 * rubbish and rewrite the file in between. WEFT_KILLS sets how often (default 200; soak runs 2000). */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>

#include "store/store.h"
#include "tests/base/random.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

enum { PAGES = 50, ROUND = 25, FIRST_MS = 30000 }; /* a new store after ROUND kills, so that looking stays quick */

struct ack {
    int32_t page, number;
};

static int open_store(struct store *s, const char *path)
{
    struct err e;
    int code = store_open(s, path, &(struct store_options){ .create = true }, &e);
    if (code)
        printf("# %s\n", e.text);
    return code;
}

/* One check of one page, as the program does it: the version and the plan land together. */
static int write_one(struct store *s, int64_t page, struct ack *ack)
{
    AUTO(arena) a = { 0 };
    AUTO(store_tx) tx = { 0 };
    struct store_version last = { 0 }, v = { .page = page, .server_at = NEVER };
    bool is_new;
    if (store_begin(s, &tx, NULL))
        return -1;
    if (store_version_newest(&a, s, page, &last, NULL))
        last.number = 0;
    v.fetched_at = last.number + 1;
    struct store_page plan = { .id = page, .checked_at = v.fetched_at, .next_check_at = v.fetched_at + 1 };
    if (store_version_add(s, &v, page_body(&a, (unsigned)page, (unsigned)last.number + 1), &is_new, NULL)
        || store_page_schedule(s, &plan, NULL) || store_commit(&tx, NULL))
        return -1;
    *ack = (struct ack){ (int32_t)page, (int32_t)v.number };
    return 0;
}

static _Noreturn void child(const char *path, int to, uint64_t seed)
{
    struct store s = { 0 };
    struct random random = { seed };
    struct store_swept swept;
    if (open_store(&s, path))
        _exit(3);
    for (unsigned i = 0;; i++) {
        struct ack ack;
        int64_t page;
        char url[32];
        snprintf(url, sizeof url, "http://x/%u", random_below(&random, PAGES));
        if (store_page_add(&s, &(struct store_page){ .url = str_of(url), .next_check_at = 0 }, &page, NULL)
            || write_one(&s, page, &ack))
            _exit(4);
        if (write(to, &ack, sizeof ack) != sizeof ack)
            _exit(5);
        if (seed % 4 == 0 && i % 8 == 7 && store_gc(&s, &(struct store_policy){ .reclaim = seed % 8 == 0 }, &swept, NULL))
            _exit(6);
    }
}

static bool is_whole(struct store *s)
{
    struct err e = { 0 };
    struct store_report report = { 0 };
    if (store_verify(s, false, &report, &e) == 0 && report.faults == 0 && report.lost == 0)
        return true;
    printf("# %s: %llu faults, %llu lost\n", e.text, (unsigned long long)report.faults, (unsigned long long)report.lost);
    return false;
}

static bool has(struct store *s, int64_t page, int64_t number)
{
    AUTO(arena) a = { 0 };
    struct str body;
    return store_version_body(&a, s, page, number, &body, NULL) == 0
           && str_eq(body, page_body(&a, (unsigned)page, (unsigned)number));
}

/* Lets a child write for a while, kills it, takes what it told. `opening` kills also while it opens the store, else the while begins with
 * its first version: a busy machine may take long to get there. Returns false where it ended by itself. */
static bool write_and_kill(const char *path, uint64_t seed, bool opening, unsigned nap_us, int32_t acked[PAGES + 1], unsigned *n)
{
    int ends[2], status;
    struct ack ack;
    if (pipe(ends))
        return false;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0)
        child(path, ends[1], seed);
    close(ends[1]);
    if (!opening)
        poll(&(struct pollfd){ .fd = ends[0], .events = POLLIN }, 1, FIRST_MS);
    usleep(nap_us);
    kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    while (read(ends[0], &ack, sizeof ack) == sizeof ack) {
        acked[ack.page] = MAX(acked[ack.page], ack.number);
        ++*n;
    }
    close(ends[0]);
    if (WIFSIGNALED(status))
        return true;
    printf("# the child ended with %d\n", WEXITSTATUS(status));
    return false;
}

static bool look(const char *path, const int32_t acked[PAGES + 1])
{
    AUTO(store) s = { 0 };
    if (open_store(&s, path) || !is_whole(&s))
        return false;
    for (int64_t p = 1; p <= PAGES; p++)
        if (acked[p] && !has(&s, p, acked[p])) {
            printf("# page %lld: version %d is missing\n", (long long)p, acked[p]);
            return false;
        }
    return true;
}

int main(void)
{
    const char *wanted = getenv("WEFT_KILLS");
    uint64_t kills = 200;
    unsigned n = 0, done = 0;
    struct random random = { 42 };
    bool good = true;
    if (wanted)
        good = str_number(str_of(wanted), 1000000, &kills);
    while (done < kills && good) {
        AUTO(folder) f = folder_new();
        AUTO(arena) a = { 0 };
        int32_t acked[PAGES + 1] = { 0 };
        for (unsigned i = 0; i < ROUND && done < kills && good; i++, done++) {
            bool opening = i % 5 == 0;
            unsigned nap_us = random_below(&random, opening ? 6000 : 40000);
            good = write_and_kill(folder_path(&a, &f, "s"), 1 + random_below(&random, 1000), opening, nap_us, acked, &n)
                   && look(folder_path(&a, &f, "s"), acked);
        }
    }
    ok(good, "whole after each of %u kills, and no acknowledged version is missing", done);
    ok(n > kills / 4, "%u versions were acknowledged", n);
    return tap_done();
}
