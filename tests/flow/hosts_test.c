/* Hosts and the pages of a run, against real servers on loopback: a slow host waits alone, a host has one worker at a time, also where a
 * redirect leads, and eight threads with a store of their own each fetch every page once. */
#include <pthread.h>

#include "base/clock.h"
#include "flow/due.h"
#include "flow/leases.h"
#include "tests/fetch/server.h"
#include "tests/flow/archive.h"
#include "track/canonical.h"

static const char *const names[] = { "delay.test", "a.test", "b.test", NULL };

static int64_t watch(struct archive *x, struct str url)
{
    int64_t page;
    struct store_page row = { .url = url, .host = canonical_host(url), .added_at = 1, .next_check_at = 1 };
    struct store_watch w = { .user = x->user, .added_at = 1, .settings = STR("{\"ignore_robots\":true}") };
    archive_must(x, store_page_add(&x->store, &row, &page, &x->err), "page");
    w.page = page;
    if (str_find(url, STR("delay.test"), 0) != SIZE_MAX)
        w.settings = STR("{}"); /* robots.txt has its say there */
    archive_must(x, store_watch_put(&x->store, &w, &x->err), "watch");
    return page;
}

static struct run_options options_of(struct store *s, const struct server *server)
{
    return (struct run_options){
        .store = s,
        .fetch = { .clock = fetch_clock_system(), .allow_address = STR("127.0.0.0/8"), .resolve = str_of(server->resolve) },
        .rules = { .every_ms = DURATION_DAY_MS },
        .threads = 1
    };
}

/* ---- A slow host waits alone ---- */

struct heard {
    unsigned honest, slow, other;
};

static void count(void *ctx, const struct check *check)
{
    struct heard *h = ctx;
    struct str url = check->subject.page.url;
    bool slow = str_find(url, STR("delay.test"), 0) != SIZE_MAX || str_find(url, STR("/stall"), 0) != SIZE_MAX;
    h->slow += slow;
    h->honest += !slow && check->outcome <= CHECK_SAME;
    h->other += !slow && check->outcome > CHECK_SAME;
}

enum { DELAYED = 3000, STALLED = 5, HONEST = 40, PATIENCE_MS = 60000 };

/* Until so many honest pages were told; how long that took. */
static int64_t run_until(struct archive *x, struct due *due, const struct heard *h, unsigned honest)
{
    int64_t from = clock_steady_ms();
    while (h->honest < honest && clock_steady_ms() - from < PATIENCE_MS) {
        uint32_t fresh;
        archive_must(x, due_feed(due, clock_now_ms(), &fresh, &x->err), "feed");
        archive_must(x, run_step(due->run, 50, &x->err), "step");
    }
    return clock_steady_ms() - from;
}

static void test_slow_hosts(const struct server *server)
{
    AUTO(archive) x = { 0 };
    AUTO(due) due = { 0 };
    struct heard h = { 0 };
    struct check_run *run;
    int64_t honest[HONEST];
    archive_open(&x);
    AUTO(store_tx) tx = { 0 };
    archive_must(&x, store_begin(&x.store, &tx, &x.err), "begin");
    for (unsigned i = 0; i < DELAYED; i++) /* due before all others */
        watch(&x, arena_printf(&x.arena, "http://delay.test:%u/ok?%u", server->port, i));
    for (unsigned i = 0; i < STALLED; i++)
        watch(&x, arena_printf(&x.arena, "http://127.3.0.%u:%u/stall", i + 1, server->port));
    for (unsigned i = 0; i < HONEST; i++)
        honest[i] = watch(&x, arena_printf(&x.arena, "http://127.3.1.%u:%u/ok", i + 1, server->port));
    archive_must(&x, store_commit(&tx, &x.err), "commit");
    struct run_options options = options_of(&x.store, server);
    options.told = count;
    options.ctx = &h;
    archive_must(&x, run_open(&options, &run, &x.err), "open");
    due = (struct due){ .run = run, .store = &x.store };
    due_begin(&due);
    run_begin(run);
    int64_t took = run_until(&x, &due, &h, HONEST);
    ok(h.honest == HONEST && h.slow < 10 && h.other == 0,
       "%d pages come after %lld ms, while %d of a host with Crawl-delay and %d that stall wait (%u, %u)", HONEST, (long long)took,
       DELAYED, STALLED, h.honest, h.slow);
    ok(run_left(run) < DELAYED / 2, "the slow host has its share of the queue and no more: %u pages are under way", run_left(run));
    for (unsigned i = 0; i < HONEST; i++)
        archive_must(
            &x,
            store_page_schedule(&x.store, &(struct store_page){ .id = honest[i], .next_check_at = 7, .checked_at = NEVER }, &x.err),
            "schedule");
    took = run_until(&x, &due, &h, 2 * HONEST);
    eq_int(h.honest, 2 * HONEST, "due again they come again, each at its own time: there are no rounds");
    ok(took < PATIENCE_MS / 2, "and soon: %lld ms", (long long)took);
    run_close(run);
}

/* ---- A host has one worker, also where a redirect leads ---- */

static void test_redirect(const struct server *server)
{
    AUTO(archive) x = { 0 };
    AUTO(store) second = { 0 };
    AUTO(leases) other = { 0 };
    struct heard h = { 0 };
    struct lease_host *taken;
    struct check_run *run;
    bool queued;
    archive_open(&x);
    archive_must(&x, store_open(&second, folder_path(&x.arena, &x.folder, "weft.db"), &(struct store_options){ 0 }, &x.err),
                 "second");
    int64_t page = watch(&x, arena_printf(&x.arena, "http://a.test:%u/to/302?http://b.test:%u/held", server->port, server->port));
    leases_open(&other, &second, &other, 0);
    archive_must(&x, leases_take(&other, STR("b.test"), clock_now_ms(), &taken, &x.err), "take");
    taken->n_pages = 1;
    struct run_options options = options_of(&x.store, server);
    options.told = count;
    options.ctx = &h;
    archive_must(&x, run_open(&options, &run, &x.err), "open");
    archive_must(&x, run_add(run, page, RUN_ASKED, &queued, &x.err), "add");
    for (int64_t from = clock_steady_ms(); clock_steady_ms() - from < 1500;)
        archive_must(&x, run_step(run, 50, &x.err), "step");
    ok(run_left(run) == 1 && h.honest == 0, "a redirect to a host that another has waits");
    taken->n_pages = 0;
    archive_must(&x, leases_tend(&other, clock_now_ms(), &x.err), "tend");
    for (int64_t from = clock_steady_ms(); run_left(run) && clock_steady_ms() - from < PATIENCE_MS;)
        archive_must(&x, run_step(run, 50, &x.err), "step");
    eq_int(h.honest, 1, "and is followed when the host is free");
    run_close(run);
}

/* ---- What somebody asks for while the page is under way ---- */

struct last {
    unsigned n;
    enum check_outcome outcome;
    int64_t next_at;
};

static void keep_last(void *ctx, const struct check *check)
{
    struct last *l = ctx;
    l->n++;
    l->outcome = check->outcome;
    l->next_at = check->subject.page.next_check_at;
}

static unsigned told_after(struct archive *x, struct check_run *run, const struct last *last, unsigned n)
{
    for (int64_t from = clock_steady_ms(); last->n < n && clock_steady_ms() - from < PATIENCE_MS;)
        archive_must(x, run_step(run, 50, &x->err), "step");
    return last->n;
}

static void test_asked_again(const struct server *server)
{
    AUTO(archive) x = { 0 };
    struct last last = { 0 };
    struct check_run *run;
    bool queued;
    archive_open(&x);
    int64_t page = watch(&x, arena_printf(&x.arena, "http://a.test:%u/ok", server->port));
    struct run_options options = options_of(&x.store, server);
    options.told = keep_last;
    options.ctx = &last;
    options.probe = true;
    archive_must(&x, run_open(&options, &run, &x.err), "open");
    archive_must(&x, run_add(run, page, RUN_ASKED, &queued, &x.err), "add");
    ok(told_after(&x, run, &last, 1) == 1 && run_left(run) == 1, "the page is new, and a second look is due that nobody hears of");
    archive_must(&x, run_add(run, page, RUN_DUE, &queued, &x.err), "due");
    ok(queued && run_has(run, page), "it is under way");
    archive_must(&x, run_add(run, page, RUN_ASKED, &queued, &x.err), "ask");
    eq_int(told_after(&x, run, &last, 2), 2, "who asks meanwhile hears of it,");
    ok(last.outcome == CHECK_SAME && run_left(run) == 0, "instead of the second look");
    archive_must(&x, run_add(run, page, RUN_ASKED, &queued, &x.err), "add");
    archive_must(&x, run_add(run, page, RUN_ASKED, &queued, &x.err), "ask");
    eq_int(told_after(&x, run, &last, 3), 3, "who asks before the request goes out");
    ok(run_left(run) == 0, "has it as the answer");
    run_close(run);
}

/* A command that ends looks once, however often it names a page. */
static void test_named_twice(const struct server *server)
{
    AUTO(archive) x = { 0 };
    struct last last = { 0 };
    struct check_run *run;
    bool queued = false;
    archive_open(&x);
    int64_t page = watch(&x, arena_printf(&x.arena, "http://a.test:%u/ok", server->port));
    struct run_options options = options_of(&x.store, server);
    options.told = keep_last;
    options.ctx = &last;
    options.probe = true;
    options.since = clock_now_ms();
    archive_must(&x, run_open(&options, &run, &x.err), "open");
    archive_must(&x, run_add(run, page, RUN_ASKED, &queued, &x.err), "add");
    archive_must(&x, run_add(run, page, RUN_ASKED, &queued, &x.err), "add");
    ok(told_after(&x, run, &last, 1) == 1 && last.outcome == CHECK_FIRST && run_left(run) == 1, "a second look is due");
    archive_must(&x, run_add(run, page, RUN_ASKED, &queued, &x.err), "add");
    ok(queued && last.n == 1 && run_left(run) == 1, "which stays, and the page is told once: %u", last.n);
    run_close(run);
}

/* ---- A host that is to be left alone ---- */

/* As another process leaves it that was asked for a pause. */
static int64_t leave_alone(struct archive *x, const char *host, int64_t ms)
{
    struct store_lease other = { STR("other"), clock_now_ms(), clock_now_ms() + 1000, 1, 1, false };
    struct store_lease_answer answer;
    archive_must(x, store_lease_host(&x->store, &other, str_of(host), &answer, &x->err), "take");
    archive_must(x, store_lease_return(&x->store, &other, str_of(host), other.now + ms, &x->err), "return");
    return other.now + ms;
}

static void test_pause(const struct server *server)
{
    AUTO(archive) x = { 0 };
    struct last last = { 0 };
    struct check_run *run;
    bool queued;
    unsigned steps = 0;
    archive_open(&x);
    int64_t page = watch(&x, arena_printf(&x.arena, "http://a.test:%u/ok", server->port));
    struct run_options options = options_of(&x.store, server);
    options.told = keep_last;
    options.ctx = &last;
    archive_must(&x, run_open(&options, &run, &x.err), "open");
    int64_t until = leave_alone(&x, "a.test", 700);
    archive_must(&x, run_add(run, page, RUN_ASKED, &queued, &x.err), "add");
    for (int64_t from = clock_steady_ms(); last.n == 0 && clock_steady_ms() - from < PATIENCE_MS && clock_now_ms() < until; steps++)
        archive_must(&x, run_step(run, 5000, &x.err), "step");
    ok(last.n == 0 && steps <= 3, "a short pause is waited for, idle: %u steps", steps);
    for (int64_t from = clock_steady_ms(); last.n == 0 && clock_steady_ms() - from < PATIENCE_MS;)
        archive_must(&x, run_step(run, 5000, &x.err), "step");
    ok(last.n == 1 && last.outcome == CHECK_FIRST && clock_now_ms() >= until, "then the host is asked");
    until = leave_alone(&x, "a.test", 3600000);
    archive_must(&x, run_add(run, page, RUN_ASKED, &queued, &x.err), "add");
    ok(last.n == 2 && last.outcome == CHECK_PUT_OFF && run_left(run) == 0, "for a long one nobody waits");
    eq_int(last.next_at, until, "the next try is when it is over");
    run_close(run);
    AUTO(arena) a = { 0 };
    struct subject s;
    struct subject_decision d;
    archive_must(&x, subject_load(&a, &x.store, page, &s, &x.err), "subject");
    archive_must(&x, subject_decide(&a, &s, &options.rules, &(struct subject_when){ .now = until }, &d, &x.err), "decide");
    ok(s.state.owed && d.decision.check, "and then it is made up for, whatever its threshold says");
}

/* ---- Eight threads ---- */

enum { THREADS = 8, PAGES = 1000, HOSTS = 40 };

struct worker {
    pthread_t thread;
    const char *path;
    const struct server *server;
    uint32_t first, other; /* outcomes that it told */
    struct err err;
};

static void count_worker(void *ctx, const struct check *check)
{
    struct worker *w = ctx;
    w->first += check->outcome == CHECK_FIRST;
    w->other += check->outcome != CHECK_FIRST;
}

static int work(struct worker *w, struct err *e)
{
    AUTO(store) s = { 0 };
    AUTO(due) due = { 0 };
    struct check_run *run = NULL;
    uint32_t fresh = 1;
    int64_t next = 0;
    if (store_open(&s, w->path, &(struct store_options){ .wait_ms = 60000 }, e))
        return e->code;
    struct run_options options = options_of(&s, w->server);
    options.told = count_worker;
    options.ctx = w;
    int code = run_open(&options, &run, e);
    due = (struct due){ .run = run, .store = &s };
    due_begin(&due);
    /* Until nothing is due: what another worker has may come back. */
    for (unsigned i = 0; code == 0 && i < 4000 && (fresh || run_left(run) || next <= clock_now_ms()); i++) {
        code = due_feed(&due, clock_now_ms(), &fresh, e);
        if (code == 0)
            code = run_step(run, 20, e);
        if (code == 0 && run_left(run) == 0) {
            usleep(5000);
            code = run_next_due(run, &next, e);
        }
    }
    run_close(run);
    return code;
}

static void *work_thread(void *context)
{
    struct worker *w = context;
    if (work(w, &w->err) == 0)
        w->err.code = 0;
    return NULL;
}

static void test_threads(const struct server *server)
{
    AUTO(archive) x = { 0 };
    struct worker worker[THREADS] = { 0 };
    uint32_t first = 0, other = 0, failed = 0;
    archive_open(&x);
    AUTO(store_tx) tx = { 0 };
    archive_must(&x, store_begin(&x.store, &tx, &x.err), "begin");
    for (unsigned i = 0; i < PAGES; i++)
        watch(&x, arena_printf(&x.arena, "http://127.4.0.%u:%u/held?%u", i % HOSTS + 1, server->port, i));
    archive_must(&x, store_commit(&tx, &x.err), "commit");
    for (int i = 0; i < THREADS; i++) {
        worker[i] = (struct worker){ .path = folder_path(&x.arena, &x.folder, "weft.db"), .server = server };
        failed += pthread_create(&worker[i].thread, NULL, work_thread, &worker[i]) != 0;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(worker[i].thread, NULL);
        first += worker[i].first;
        other += worker[i].other;
        failed += worker[i].err.code != 0;
        if (worker[i].err.code)
            printf("# worker %d: %s\n", i, worker[i].err.text);
    }
    ok(failed == 0 && first == PAGES && other == 0, "eight threads tell each of a thousand pages once (%u, %u, %u)", first, other,
       failed);
    AUTO(arena) a = { 0 };
    struct fetch_options options = options_of(&x.store, server).fetch;
    struct fetcher *f;
    struct response r;
    archive_must(&x, fetcher_open(&options, &f, &x.err), "fetcher");
    archive_must(&x, fetch_get(&a, f, &(struct request){ .url = server_url(&a, server, "127.0.0.1", "/held-log") }, &r, &x.err),
                 "get");
    eq_str(r.body, STR("pages 1001 most 1 overlaps 0"), "each was fetched once, and no host was asked twice at a time");
    fetcher_close(f);
}

int main(void)
{
    struct server server;
    signal(SIGPIPE, SIG_IGN);
    if (!server_start(&server, names)) {
        skip("python3 does not start the server");
        return tap_done();
    }
    test_slow_hosts(&server);
    test_redirect(&server);
    test_asked_again(&server);
    test_named_twice(&server);
    test_pause(&server);
    test_threads(&server);
    server_stop(&server);
    return tap_done();
}
