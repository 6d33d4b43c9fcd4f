/* A store that fails in the middle of a check: each statement of it in turn, once alone and once with the transaction around it undone, as
 * SQLite does where the disk is full. What was not told is as if it had not been tried, and the next check ends as it would have. */
#include "base/io.h"
#include "base/limits.h"
#include "flow/run.h"
#include "tests/flow/archive.h"
#include "tests/store/statement.h"

/* ---- An archive that can be made again ---- */

enum { PAGES = 3 };

static const char *const old_text[PAGES] = {
    "<title>Shop</title><h1>Tea</h1><p>Green tea costs 3 euro in our shop. <a href=/a>Terms</a>",
    "<title>News</title><h1>News</h1><p>The first item of the news is short.",
    "<title>Same</title><p>Nothing ever happens on this page of ours."
};
static const char *const new_text[PAGES] = {
    "<title>Shop</title><h1>Tea</h1><p>Green tea costs 4 euro in our shop. <a href=/b>Terms</a>",
    "<title>News</title><h1>News</h1><p>The first item of the news is short.<p>The second is new.",
    "<title>Same</title><p>Nothing ever happens on this page of ours."
};

struct world {
    struct archive archive;
    int64_t page[PAGES], other; /* other: a second user */
    struct str copy;            /* the file, as it is after the first versions */
};

static const char *store_path(struct world *w)
{
    return folder_path(&w->archive.arena, &w->archive.folder, "weft.db");
}

static void world_write(struct world *w, const char *const *text)
{
    struct archive *x = &w->archive;
    for (unsigned i = 0; i < PAGES; i++) {
        const char *path = arena_printf(&x->arena, "%s/%u.html", x->folder.path, i).ptr;
        archive_must(x, io_write(path, str_of(text[i]), &x->err), "write");
    }
}

/* As it was before: the pages have changed, and nobody has looked. */
static void world_restore(struct world *w)
{
    struct archive *x = &w->archive;
    store_close(&x->store);
    archive_must(x, io_write(store_path(w), w->copy, &x->err), "copy");
    archive_must(x, store_open(&x->store, store_path(w), &(struct store_options){ 0 }, &x->err), "open again");
}

/* ---- Runs ---- */

struct heard {
    const struct world *world;
    unsigned n[PAGES];
    int64_t checked_at[PAGES], next_at[PAGES];
    enum check_outcome outcome[PAGES];
    char headline[PAGES][120];
};

static void told(void *ctx, const struct check *c)
{
    struct heard *h = ctx;
    for (unsigned i = 0; i < PAGES; i++)
        if (h->world->page[i] == c->subject.page.id) {
            h->n[i]++;
            h->outcome[i] = c->outcome;
            h->checked_at[i] = c->subject.page.checked_at;
            h->next_at[i] = c->subject.page.next_check_at;
            snprintf(h->headline[i], sizeof h->headline[i], "%.*s", STR_ARG(c->headline));
        }
}

/* All pages once; stops at the first failure. */
static int run_all(struct world *w, struct heard *h, struct err *e)
{
    struct check_run *run = NULL;
    bool queued;
    *h = (struct heard){ .world = w };
    struct run_options options = { .store = &w->archive.store,
                                   .fetch = { .clock = fetch_clock_system() },
                                   .rules = { .every_ms = DURATION_DAY_MS },
                                   .allow_file = true,
                                   .threads = 1,
                                   .told = told,
                                   .ctx = h };
    int code = run_open(&options, &run, e);
    for (unsigned i = 0; i < PAGES && code == 0; i++)
        code = run_add(run, w->page[i], RUN_ASKED, &queued, e);
    for (unsigned i = 0; code == 0 && run_left(run) && i < 1000; i++)
        code = run_step(run, 100, e);
    run_close(run);
    return code;
}

static void world_open(struct world *w)
{
    struct archive *x = &w->archive;
    struct heard first;
    archive_open(x);
    archive_must(x, store_user_add(&x->store, STR("bert"), 1, &w->other, &x->err), "user");
    for (unsigned i = 0; i < PAGES; i++) {
        const char *url = arena_printf(&x->arena, "file://%s/%u.html", x->folder.path, i).ptr;
        w->page[i] = archive_watch(x, url, x->user, "{\"every\":\"1h\",\"depth\":1}");
        struct store_watch also = { .user = w->other, .page = w->page[i], .added_at = 1, .settings = STR("{\"select\":[\"p\"]}") };
        archive_must(x, store_watch_put(&x->store, &also, &x->err), "a second watch");
    }
    world_write(w, old_text);
    archive_must(x, run_all(w, &first, &x->err), "the first versions");
    world_write(w, new_text);
    store_close(&x->store);
    archive_must(x, io_read(&x->arena, store_path(w), MIB(16), &w->copy, &x->err), "copy");
}

/* ---- What must hold ---- */

static int64_t newest(struct world *w, unsigned page)
{
    struct store_version v = { 0 };
    struct err e;
    return store_version_newest(&w->archive.arena, &w->archive.store, w->page[page], &v, &e) ? 0 : v.number;
}

/* What was told was told once, and is stored: the version, and when to look again. */
static bool is_kept(struct world *w, const struct heard *h)
{
    bool good = true;
    for (unsigned i = 0; i < PAGES && good; i++) {
        struct store_page page;
        if (h->n[i] == 0)
            continue;
        archive_must(&w->archive, store_page_get(&w->archive.arena, &w->archive.store, w->page[i], &page, &w->archive.err), "page");
        good = h->n[i] == 1 && page.checked_at == h->checked_at[i] && page.next_check_at == h->next_at[i]
               && (h->outcome[i] != CHECK_CHANGED || newest(w, i) == 2);
    }
    return good;
}

/* The second run has the outcome of a world without faults, unless the first had told it. */
static bool is_made_good(struct world *w, const struct heard *faulty, const struct heard *after, const struct heard *want)
{
    struct store_report report = { 0 };
    bool good = store_verify(&w->archive.store, false, &report, &w->archive.err) == 0 && report.faults == 0;
    for (unsigned i = 0; i < PAGES && good; i++) {
        bool had = faulty->n[i] && faulty->outcome[i] == want->outcome[i];
        good = after->n[i] == 1 && after->outcome[i] == (had ? CHECK_SAME : want->outcome[i]) && newest(w, i) == (i < 2 ? 2 : 1)
               && (had || strcmp(after->headline[i], want->headline[i]) == 0);
    }
    return good && archive_news(&w->archive, w->archive.user) == 2 && archive_news(&w->archive, w->other) == 2;
}

static const char *spoken(const struct heard *h, struct arena *a)
{
    AUTO(buf) out = BUF(KIB(4));
    struct str text;
    for (unsigned i = 0; i < PAGES; i++)
        buf_addf(&out, " %s", h->n[i] ? check_outcome_name(h->outcome[i]) : "-");
    return buf_take(&out, a, &text, NULL) ? "" : arena_str(a, text).ptr;
}

/* One statement fails. False: there are not as many. */
static bool fail_one(struct world *w, long at, bool undoes, const struct heard *want)
{
    struct heard faulty, after = { 0 };
    struct err e = { 0 }, again = { 0 };
    world_restore(w);
    statement_strike(at, undoes);
    int code = run_all(w, &faulty, &e);
    statement_fault.until = 0;
    bool kept = is_kept(w, &faulty), worded = code == 0 || e.text[0];
    int code_after = run_all(w, &after, &again);
    bool good = kept && worded && code_after == 0 && is_made_good(w, &faulty, &after, want);
    if (!good)
        ok(false, "statement %ld%s: %s: told%s, %d %s; then%s, %d %s; news %u %u", at, undoes ? ", all undone" : "",
           statement_fault.sql, spoken(&faulty, &w->archive.arena), code, e.text, spoken(&after, &w->archive.arena), code_after,
           again.text, archive_news(&w->archive, w->archive.user), archive_news(&w->archive, w->other));
    return statement_fault.struck;
}

int main(void)
{
    enum { MOST = 2000 };
    struct world w = { 0 };
    struct heard want;
    world_open(&w);
    world_restore(&w);
    archive_must(&w.archive, run_all(&w, &want, &w.archive.err), "a run without faults");
    ok(want.outcome[0] == CHECK_CHANGED && want.outcome[1] == CHECK_CHANGED && want.outcome[2] == CHECK_SAME,
       "two pages have changed:%s", spoken(&want, &w.archive.arena));
    for (int undoes = 0; undoes < 2; undoes++) {
        long at = 1;
        while (at < MOST && fail_one(&w, at, undoes, &want))
            at += SANITIZED ? 7 : undoes ? 3 : 1;
        ok(at > 50 && at < MOST, "%s of %ld statements failed once%s", SANITIZED || undoes ? "some" : "each", at - 1,
           undoes ? ", with its transaction" : "");
    }
    archive_drop(&w.archive);
    return tap_done();
}
