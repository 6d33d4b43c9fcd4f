/* Many checks at once, on files: queued once, told once, stored before they are told. */
#include <math.h>

#include "base/io.h"
#include "base/limits.h"
#include "flow/run.h"
#include "tests/flow/archive.h"

struct heard {
    struct archive *archive;
    uint32_t n[CHECK_OUTCOMES], n_all;
    bool stored;           /* what was told could be read by others */
    char headline[2][200]; /* of the last change, and of the one before */
    double importance[2];
    bool is_news[2];
};

static void told(void *ctx, const struct check *check)
{
    struct heard *h = ctx;
    AUTO(store) other = { 0 };
    AUTO(arena) a = { 0 };
    struct store_page page;
    struct err e;
    h->n[check->outcome]++;
    h->n_all++;
    if (check->outcome == CHECK_CHANGED) {
        memcpy(h->headline[1], h->headline[0], sizeof *h->headline);
        snprintf(h->headline[0], sizeof *h->headline, "%.*s %.*s", STR_ARG(check->headline), STR_ARG(check->words));
        h->importance[1] = h->importance[0];
        h->importance[0] = check->importance;
        h->is_news[1] = h->is_news[0];
        h->is_news[0] = check_is_news_for(check, h->archive->user);
    }
    if (store_open(&other, folder_path(&a, &h->archive->folder, "weft.db"), &(struct store_options){ .read_only = true }, &e)
        || store_page_get(&a, &other, check->subject.page.id, &page, &e) || page.checked_at != check->subject.page.checked_at)
        h->stored = false;
}

static int64_t watch_file(struct archive *x, const char *name, const char *text)
{
    const char *path = folder_path(&x->arena, &x->folder, name);
    archive_must(x, io_write(path, str_of(text), &x->err), "write");
    return archive_watch(x, arena_printf(&x->arena, "file://%s", path).ptr, x->user, "{\"every\":\"1h\"}");
}

static void run_to_end(struct archive *x, struct check_run *run)
{
    for (unsigned i = 0; run_left(run) && i < 1000; i++)
        archive_must(x, run_step(run, 100, &x->err), "step");
    eq_int(run_left(run), 0, "everything has its outcome");
}

static bool is_low(void *ctx, const struct subject *s)
{
    return s->page.id <= *(const int64_t *)ctx;
}

static void test_run(void)
{
    enum { N = 300 };
    AUTO(archive) x = { 0 };
    struct check_run *run = NULL;
    bool queued = false;
    char name[32];
    int64_t page[N];
    archive_open(&x);
    struct heard h = { .archive = &x, .stored = true };
    struct run_options options = { .store = &x.store,
                                   .fetch = { .clock = fetch_clock_system() },
                                   .rules = { .every_ms = DURATION_DAY_MS },
                                   .allow_file = true,
                                   .told = told,
                                   .ctx = &h };
    archive_must(&x, run_open(&options, &run, &x.err), "open");
    for (unsigned i = 0; i < N; i++) {
        snprintf(name, sizeof name, "%u.html", i);
        page[i] = watch_file(&x, name, arena_printf(&x.arena, "<title>%u</title><p>This is page number %u of many.", i, i).ptr);
        archive_must(&x, run_add(run, page[i], RUN_DUE, &queued, &x.err), "add");
    }
    archive_must(&x, run_add(run, page[0], RUN_ASKED, &queued, &x.err), "again");
    eq_int(run_left(run), N, "a page that is queued twice is queued once");
    run_to_end(&x, run);
    ok(h.n_all == N && h.n[CHECK_FIRST] == N, "each is told once");
    ok(h.stored, "after it was stored");
    archive_must(&x, run_add(run, page[1], RUN_DUE, &queued, &x.err), "due");
    ok(!queued && run_totals(run)->skipped == 1, "what is not due is put back");
    watch_file(&x, "1.html", "<title>1</title><p>This is page number 1 of a few.");
    archive_must(&x, run_add(run, page[1], RUN_ASKED, &queued, &x.err), "asked");
    ok(queued, "unless somebody asks");
    run_to_end(&x, run);
    eq_int(h.n[CHECK_CHANGED], 1, "it has changed");
    archive_must(&x, run_add(run, page[2], RUN_ASKED, &queued, &x.err), "a page");
    archive_must(&x, store_page_remove(&x.store, page[2], &x.err), "that is removed meanwhile");
    run_to_end(&x, run);
    eq_int(h.n_all, N + 1, "is not told");
    ok(run_add(run, page[2], RUN_ASKED, &queued, &x.err) == E_ABSENT, "nor queued again");
    struct run_choice few = { .page = page, .n = N, .wants = is_low, .ctx = &page[9] };
    archive_must(&x, run_add_all(run, &few, RUN_ASKED, &x.err), "some of them");
    eq_int(run_left(run), 9, "those that are wanted");
    run_to_end(&x, run);
    eq_int(h.n[CHECK_SAME], 9, "are looked at, and nothing else");
    h.n[CHECK_SAME] = 0;
    archive_must(&x, run_add_all(run, &(struct run_choice){ .page = page, .n = N }, RUN_ASKED, &x.err), "all of them at once");
    eq_int(run_left(run), N - 1, "but for the one that is gone");
    run_to_end(&x, run);
    eq_int(h.n[CHECK_SAME], N - 1, "nothing has changed on them");
    run_begin(run);
    eq_int(run_totals(run)->n[CHECK_FIRST], 0, "a new run counts anew");
    run_close(run);
}

/* Who asks is content with what anybody has found since their command began. */
static void test_since(void)
{
    AUTO(archive) x = { 0 };
    bool queued;
    archive_open(&x);
    struct heard h = { .archive = &x, .stored = true };
    struct run_options options = { .store = &x.store,
                                   .fetch = { .clock = fetch_clock_system() },
                                   .rules = { .every_ms = DURATION_DAY_MS },
                                   .allow_file = true,
                                   .told = told,
                                   .ctx = &h };
    options.since = options.fetch.clock.now_ms(options.fetch.clock.ctx);
    int64_t page = watch_file(&x, "a.html", "<title>A</title><p>The page as another process has found it.");
    for (unsigned i = 0; i < 5; i++) {
        struct check_run *run = NULL;
        if (i == 2)
            options.since = 0;
        if (i == 3) {
            watch_file(&x, "a.html", "<title>A</title><p>The page costs 12 euro now, as another process has found it.");
            options.since = options.fetch.clock.now_ms(options.fetch.clock.ctx);
        }
        archive_must(&x, run_open(&options, &run, &x.err), "open");
        archive_must(&x, run_add(run, page, RUN_ASKED, &queued, &x.err), "asked");
        eq_int(queued, i % 3 != 1, "it is looked at, unless another command has done so since this one began");
        run_to_end(&x, run);
        eq_int(run_totals(run)->found, i % 3 == 1, "which is counted");
        run_close(run);
    }
    ok(h.n[CHECK_FIRST] == 2 && h.n[CHECK_SAME] == 1 && h.n[CHECK_CHANGED] == 2,
       "each time it has its outcome, whoever has looked");
    ok(h.headline[0][0] && strcmp(h.headline[0], h.headline[1]) == 0, "in the same words: %s", h.headline[0]);
    ok(h.importance[0] > 0 && fabs(h.importance[0] - h.importance[1]) < 1e-5, "as important");
    ok(h.is_news[0] && h.is_news[1], "and news to the user");
}

struct spoken {
    uint32_t n[CHECK_OUTCOMES];
    char words[400];
};

static void keep_words(void *ctx, const struct check *check)
{
    struct spoken *s = ctx;
    s->n[check->outcome]++;
    if (check->words.len && str_find(check->words, STR("of memory"), 0) != SIZE_MAX)
        snprintf(s->words, sizeof s->words, "%.*s", STR_ARG(check->words));
}

/* A page that needs more memory than an analysis has is kept, and told as such; the others are compared as ever. */
static void test_budget(void)
{
    AUTO(archive) x = { 0 };
    AUTO(buf) large = BUF(MIB(4));
    struct spoken s = { 0 };
    struct check_run *run = NULL;
    bool queued;
    archive_open(&x);
    struct run_options options = { .store = &x.store,
                                   .fetch = { .clock = fetch_clock_system() },
                                   .rules = { .every_ms = DURATION_DAY_MS },
                                   .allow_file = true,
                                   .check_memory = MIB(4),
                                   .told = keep_words,
                                   .ctx = &s };
    for (unsigned i = 0; i < 40000; i++)
        buf_addf(&large, "<p>word%u and <b>more%u</b>", i, i);
    archive_must(&x, run_open(&options, &run, &x.err), "open");
    for (int turn = 0; turn < 2; turn++) {
        int64_t page[2] = { watch_file(&x, "large.html", buf_str(&large).ptr),
                            watch_file(&x, "small.html",
                                       turn ? "<p>A page of some words, now with others." : "<p>A page of some words.") };
        for (int i = 0; i < 2; i++)
            archive_must(&x, run_add(run, page[i], RUN_ASKED, &queued, &x.err), "add");
        run_to_end(&x, run);
        buf_add(&large, STR("<p>and this"));
        buf_add_char(&large, '\0');
        large.len--;
    }
    ok(s.n[CHECK_FIRST] == 2 && s.n[CHECK_CHANGED] == 2 && s.n[CHECK_FAILED] == 0, "both are kept, and have changed");
    ok(s.words[0], "the one that needs too much says so: %s", s.words);
    run_close(run);
}

/* What a run may spend on best effort when the budget is used up, by a plan that costs so much a day. */
static struct allowance_left left_over(double requests_a_day, double bytes_a_day, double cost_a_day)
{
    AUTO(archive) x = { 0 };
    struct check_run *run = NULL;
    struct allowance_left left;
    struct fetch_clock clock = fetch_clock_system();
    archive_open(&x);
    struct visit_plan plan = visit_plan_none();
    plan.made_at = clock.now_ms(clock.ctx);
    plan.budget = 100;
    plan.mean_bytes = 1000;
    plan.visits_a_day = 150;
    plan.cost_a_day = cost_a_day;
    archive_must(&x, visit_plan_keep(&x.store, &plan, &x.err), "plan");
    struct run_options options = { .store = &x.store,
                                   .fetch = { .clock = clock },
                                   .rules = { .every_ms = DURATION_DAY_MS, .budget = { requests_a_day, bytes_a_day, 0, 0 } } };
    archive_must(&x,
                 allowance_spend(&x.store, &options.rules.budget, plan.made_at, (struct allowance_spent){ 100, 100000, 0 }, &x.err),
                 "spend");
    archive_must(&x, run_open(&options, &run, &x.err), "open");
    archive_must(&x, run_allowance(run, &left, &x.err), "allowance");
    run_close(run);
    return left;
}

static void test_short_budget(void)
{
    eq_int(left_over(100, 0, 150).visits, 1, "where promises alone take all requests, best effort comes one by one");
    eq_int(left_over(0, 100000, 150).visits, 1, "where they take all bytes, likewise");
    struct allowance_left left = left_over(100, 0, 100);
    ok(left.visits == 0 && left.at > 0, "else it waits until something is left");
    left = left_over(0, 100000, 100);
    ok(left.visits == 0 && left.at > 0, "also where the limit is bytes, and many cheap visits fit into them");
}

int main(void)
{
    test_run();
    test_since();
    test_budget();
    test_short_budget();
    return tap_done();
}
