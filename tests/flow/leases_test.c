/* Hosts of a run: taken, shared out between two runs, given back, and taken over from a process that is gone. */
#include "flow/leases.h"

#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/flow/archive.h"

static int64_t due_page(struct archive *x, const char *url, const char *host)
{
    int64_t page;
    struct store_page row = { .url = str_of(url), .host = str_of(host), .next_check_at = 1 };
    archive_must(x, store_page_add(&x->store, &row, &page, &x->err), "page");
    return page;
}

static uint32_t due(struct archive *x, struct leases *l)
{
    struct store_pages pages;
    archive_must(x, leases_due(&x->arena, l, &(struct leases_wish){ x->now, 10, 10, false }, &pages, &x->err), "due");
    return pages.n;
}

static void test_two_runs(void)
{
    AUTO(archive) x = { 0 };
    AUTO(leases) one = { 0 };
    AUTO(leases) two = { 0 };
    struct lease_host *h;
    archive_open(&x);
    due_page(&x, "http://a/1", "a");
    due_page(&x, "http://a/2", "a");
    leases_open(&one, &x.store, &one, 0);
    leases_open(&two, &x.store, &two, 0);
    eq_int(due(&x, &one), 2, "one run takes what is due");
    eq_int(due(&x, &two), 0, "the other gets none of it");
    archive_must(&x, leases_take(&two, STR("a"), x.now, &h, &x.err), "take");
    ok(!h->held, "not when it asks for the host either");
    archive_must(&x, leases_take(&one, STR("a"), x.now, &h, &x.err), "take");
    h->n_pages = 1;
    archive_must(&x, leases_tend(&one, x.now, &x.err), "tend");
    eq_int(due(&x, &two), 0, "as long as a page is under way");
    ok(leases_find(&one, STR("a")) == h && leases_find(&one, STR("zzz")) == NULL, "a host that was asked for is found");
    h->n_pages = 0;
    h->n_requests = 1;
    archive_must(&x, leases_tend(&one, x.now, &x.err), "tend");
    eq_int(due(&x, &two), 0, "or a request to it, of whatever page");
    h->n_requests = 0;
    h->ready_at = x.now + 500;
    archive_must(&x, leases_tend(&one, x.now, &x.err), "tend");
    eq_int(due(&x, &two), 0, "and for the pause that the host needs");
    x.now += 500;
    eq_int(due(&x, &two), 2, "then they are the other's");
}

/* A host that asks for ten minutes: every run knows, none polls, and it holds beyond the run that heard it. */
static void test_pause(void)
{
    AUTO(archive) x = { 0 };
    AUTO(leases) one = { 0 };
    AUTO(leases) two = { 0 };
    struct lease_host *h;
    int64_t at, pause = 600000;
    archive_open(&x);
    due_page(&x, "http://a/1", "a");
    leases_open(&one, &x.store, &one, 1000);
    leases_open(&two, &x.store, &two, 1000);
    archive_must(&x, leases_take(&one, STR("a"), x.now, &h, &x.err), "take");
    archive_must(&x, leases_ask(&one, h, x.now, pause, &x.err), "ask");
    leases_answered(h, x.now + pause);
    archive_must(&x, leases_tend(&one, x.now, &x.err), "tend");
    archive_must(&x, leases_next(&two, &(struct leases_wish){ .now = x.now }, &at, &x.err), "next");
    eq_int(at, x.now + pause, "nothing is to do before the pause is over");
    archive_must(&x, leases_take(&two, STR("a"), x.now, &h, &x.err), "take");
    ok(!h->held && h->free_at == at && h->look_at == at, "whoever names the host learns until when, and looks again then");
    eq_int(due(&x, &one), 0, "the run that heard it waits as well");
    x.now = at;
    eq_int(due(&x, &one), 1, "and may ask again after it");
    archive_must(&x, leases_take(&one, STR("a"), x.now, &h, &x.err), "take");
    archive_must(&x, leases_ask(&one, h, x.now, pause, &x.err), "ask");
    archive_must(&x, store_lease_end(&x.store, one.worker, x.now, &x.err), "it dies before the answer");
    eq_int(due(&x, &two), 0, "a host that is asked seldom is not asked early for that");
    one.n = 0;
}

/* However many pages a host has, it gets its share, and so do the others. */
static void test_share(void)
{
    AUTO(archive) x = { 0 };
    AUTO(leases) l = { 0 };
    AUTO(store_tx) tx = { 0 };
    struct store_pages pages;
    uint32_t others = 0;
    archive_open(&x);
    archive_must(&x, store_begin(&x.store, &tx, &x.err), "begin");
    for (int i = 0; i < 3000; i++)
        due_page(&x, arena_printf(&x.arena, "http://big/%d", i).ptr, "big");
    for (int i = 0; i < 20; i++)
        due_page(&x, arena_printf(&x.arena, "http://small%d/", i).ptr, arena_printf(&x.arena, "small%d", i).ptr);
    archive_must(&x, store_commit(&tx, &x.err), "commit");
    leases_open(&l, &x.store, &l, 0);
    archive_must(&x, leases_due(&x.arena, &l, &(struct leases_wish){ x.now, 100, 50, false }, &pages, &x.err), "due");
    for (uint32_t i = 0; i < pages.n; i++)
        others += !str_eq(pages.item[i].host, STR("big"));
    ok(others == 20 && pages.n <= 25, "a host with thousands of due pages takes no room from the others (%u, %u)", others, pages.n);
}

/* Five runs that take, ask, wait, give back and die as it comes; whenever a host is asked, its pause is over. */
static void test_cap(void)
{
    enum { RUNS = 5, STEPS = 4000 };
    AUTO(archive) x = { 0 };
    AUTO(store_tx) tx = { 0 };
    struct leases run[RUNS];
    int64_t asked[2] = { 0, 0 };
    const int64_t gap[2] = { 1000,
                             7000 }; /* of two hosts; the second by its Crawl-delay, which robots.txt told with the first answer */
    const char *const host[2] = { "quick", "slow" };
    uint32_t n[2] = { 0, 0 }, early = 0;
    uint64_t random = 7;
    archive_open(&x);
    archive_must(&x, store_begin(&x.store, &tx, &x.err), "begin");
    for (int i = 0; i < RUNS; i++)
        leases_open(&run[i], &x.store, &run[i], 1000);
    for (int step = 0; step < ROUNDS(STEPS); step++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        unsigned who = (random >> 33) % RUNS, which = (random >> 40) % 2, what = (random >> 45) % 16;
        struct lease_host *h;
        x.now += (int64_t)((random >> 50) % 300);
        archive_must(&x, leases_take(&run[who], str_of(host[which]), x.now, &h, &x.err), "take");
        if (h->held && x.now >= h->ready_at) {
            archive_must(&x, leases_ask(&run[who], h, x.now, n[which] ? gap[which] : 0, &x.err), "ask");
            early += n[which] && x.now - asked[which] < gap[which];
            asked[which] = x.now;
            n[which]++;
            if (what > 0 || n[which] == 1)
                leases_answered(h, x.now + gap[which]);
        }
        if (what == 0 && n[0] && n[1]) { /* it dies, before its answer or after, and another notices at once */
            archive_must(&x, store_lease_end(&x.store, run[who].worker, x.now + 1000, &x.err), "dies");
            run[who].n = 0;
            leases_drop(&run[who]);
            leases_open(&run[who], &x.store, &run[who], 1000);
        } else if (what < 8) {
            archive_must(&x, leases_tend(&run[who], x.now, &x.err), "tend");
        }
    }
    ok(early == 0 && n[0] > 50 && n[1] > 10,
       "no host is asked before its pause is over, by any of five runs: %u and %u times, %u early", n[0], n[1], early);
    for (int i = 0; i < RUNS; i++)
        leases_drop(&run[i]);
}

/* ---- Several processes, on a time that they share ---- */

enum { PROCESSES = 4, TURNS = 100, ASKED_MAX = 1024 };
static const int64_t GAP_MS = 7000;

struct shared_time {
    _Atomic int64_t now;
    _Atomic uint32_t n;
    int64_t asked[ASKED_MAX]; /* the moments at which the host was asked */
};

static int ask_in_turns(const char *path, struct shared_time *t)
{
    AUTO(store) s = { 0 };
    AUTO(leases) l = { 0 };
    struct err e;
    if (store_open(&s, path, &(struct store_options){ .wait_ms = 60000 }, &e))
        return 1;
    leases_open(&l, &s, &l, 1000);
    for (int i = 0; i < TURNS; i++) {
        struct lease_host *h;
        int64_t now = atomic_fetch_add(&t->now, 997);
        if (leases_take(&l, STR("capped"), now, &h, &e))
            return 1;
        if (h->held && now >= h->ready_at) {
            if (leases_ask(&l, h, now, GAP_MS, &e))
                return 1;
            t->asked[atomic_fetch_add(&t->n, 1) % ASKED_MAX] = now;
            leases_answered(h, now + GAP_MS);
        }
        if (leases_tend(&l, now, &e))
            return 1;
    }
    return 0;
}

static int compare_moments(const void *one, const void *other)
{
    int64_t a = *(const int64_t *)one, b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static void test_processes(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    struct shared_time *t = mmap(NULL, sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    const char *path = folder_path(&x.arena, &x.folder, "weft.db");
    pid_t child[PROCESSES];
    int failed = 0, status;
    t->now = x.now;
    for (int i = 0; i < PROCESSES; i++)
        if ((child[i] = fork()) == 0)
            _exit(ask_in_turns(path, t));
    for (int i = 0; i < PROCESSES; i++) {
        waitpid(child[i], &status, 0);
        failed += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    }
    uint32_t n = MIN(t->n, (uint32_t)ASKED_MAX), early = 0;
    qsort(t->asked, n, sizeof *t->asked, compare_moments);
    for (uint32_t i = 1; i < n; i++)
        early += t->asked[i] - t->asked[i - 1] < GAP_MS;
    ok(failed == 0 && early == 0 && n > 5, "the cap of a host holds for four processes together: asked %u times, %u of them early",
       n, early);
    munmap(t, sizeof *t);
}

static void test_dead(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    due_page(&x, "http://a/1", "a");
    int status;
    pid_t child = fork();
    if (child == 0) {
        AUTO(store) s = { 0 };
        struct leases l;
        struct arena a = { 0 };
        struct err e;
        if (store_open(&s, folder_path(&a, &x.folder, "weft.db"), &(struct store_options){ 0 }, &e))
            _exit(1);
        leases_open(&l, &s, &l, 0);
        struct store_pages pages;
        _exit(leases_due(&a, &l, &(struct leases_wish){ x.now, 10, 10, false }, &pages, &e) || pages.n != 1);
    }
    waitpid(child, &status, 0);
    ok(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a process takes a host and ends without a word");
    AUTO(leases) l = { 0 };
    leases_open(&l, &x.store, &l, 0);
    eq_int(due(&x, &l), 1, "the next one takes it over at once");
}

int main(void)
{
    test_two_runs();
    test_pause();
    test_share();
    test_cap();
    test_processes();
    test_dead();
    return tap_done();
}
