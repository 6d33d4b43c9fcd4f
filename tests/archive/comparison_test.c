/* Two versions compared as a watch sees them: what is selected, ignored, noise; what is not there, lost or no page. */
#include "archive/comparison.h"
#include "archive/measures.h"

#include "flow/watch.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct world {
    struct arena arena;
    struct store store;
    struct settings settings;
    int64_t ann, bob;
    struct target target;
    struct err e;
};

static struct caller as(struct world *w, int64_t user)
{
    return (struct caller){
        .who = { user, STR("somebody"), ROLE_ADMIN }, .store = &w->store, .settings = &w->settings, .arena = &w->arena, .now = 1000
    };
}

static const struct {
    const char *type, *body;
} versions[] = {
    { "text/html", "<h1>Shop</h1><p id=price>ten euro</p><p id=news>Nothing has happened here.</p>" },
    { "text/html", "<h1>Shop</h1><p id=price>nine euro</p><p id=news>A parrot moved in yesterday.</p>" },
    { "text/html", "<h1>Shop</h1><p id=price>eight euro</p><p id=news>A parrot moved in yesterday.</p>" },
    { "image/png", "\x89PNG\r\n\x1a\n and so on" },
};

static bool build(struct world *w, const struct folder *folder)
{
    struct store_page page = { .url = STR("https://example.org/"), .host = STR("example.org") };
    int64_t id;

    if (store_open(&w->store, folder_path(&w->arena, folder, "w.db"), &(struct store_options){ .create = true }, &w->e)
        || store_user_add(&w->store, STR("ann"), 1, &w->ann, &w->e) || store_user_add(&w->store, STR("bob"), 1, &w->bob, &w->e)
        || store_page_add(&w->store, &page, &id, &w->e) || store_page_get(&w->arena, &w->store, id, &w->target.page, &w->e))
        return false;
    w->target.name = page.url;
    struct store_watch ann = { .user = w->ann, .page = id, .settings = STR("{\"select\":[\"#price\"]}") };
    struct store_watch bob = { .user = w->bob, .page = id, .settings = STR("{\"ignore\":[\"#price\"]}") };
    for (size_t i = 0; i < ARRAY_LEN(versions); i++) {
        struct store_version v = { .page = id, .fetched_at = 10, .status = 200, .content_type = str_of(versions[i].type) };
        bool is_new;
        if (store_version_add(&w->store, &v, str_of(versions[i].body), &is_new, &w->e))
            return false;
    }
    struct store_verdict verdict = { .page = id, .number = 2, .before = 1, .importance = 0.5, .reasons = STR("[\"why\"]") };
    return store_watch_put(&w->store, &ann, &w->e) == 0 && store_watch_put(&w->store, &bob, &w->e) == 0
           && store_verdict_put(&w->store, &verdict, &w->e) == 0;
}

static struct comparison make(struct world *w, int64_t user, int64_t old, int64_t new, bool whole)
{
    struct caller c = as(w, user);
    struct comparison x = { 0 };

    if (comparison_make(&c, &(struct comparison_query){ .target = &w->target, .old = old, .new = new, .whole = whole }, &x, &w->e))
        ok(false, "%lld to %lld: %s", (long long)old, (long long)new, w->e.text);
    return x;
}

static void test_watches(struct world *w)
{
    struct comparison ann = make(w, w->ann, 1, 2, false), bob = make(w, w->bob, 1, 2, false), nobody = make(w, 0, 1, 2, false);

    ok(ann.delta.n_changes == 1 && ann.counts.words_inserted == 1 && ann.counts.words_deleted == 1, "what is selected");
    ok(ann.n_outside == bob.delta.n_changes && ann.n_outside > 0, "and how much is not");
    ok(bob.counts.words_inserted == 6 && bob.n_outside == 1, "what is not ignored: %u", bob.counts.words_inserted);
    ok(nobody.counts.changes[CLASS_CONTENT] == 1 + bob.counts.changes[CLASS_CONTENT] && !nobody.n_outside,
       "who does not watch it sees all of it");
    eq_str(comparison_left_out(&w->arena, &bob), STR("1 change outside of what you watch is not shown"), "in words");
    eq_str(comparison_left_out(&w->arena, &nobody), STR(""), "nothing is left out");
    ann = make(w, w->ann, 1, 2, true);
    ok(ann.delta.n_changes == nobody.delta.n_changes && ann.counts.words_inserted == 7 && !ann.n_outside,
       "all of it, when asked for");
    ann = make(w, w->ann, 2, 3, false);
    bob = make(w, w->bob, 2, 3, false);
    ok(ann.delta.n_changes == 1 && bob.delta.n_changes == 0 && bob.n_outside == 1 && !bob.identical,
       "a change that is one person's alone");
}

static void test_verdicts(struct world *w)
{
    struct comparison step = make(w, w->ann, 1, 2, false), far = make(w, w->ann, 1, 3, false), back = make(w, w->ann, 2, 1, false);

    ok(step.importance == 0.5 && str_eq(step.reasons, STR("[\"why\"]")), "what was thought of the step");
    ok(far.importance < 0 && far.reasons.len == 0 && far.delta.n_changes == 1, "nobody thought of two steps at once");
    ok(back.importance < 0 && back.counts.words_deleted == 1, "nor of the way back");
    ok(make(w, w->ann, 2, 2, false).identical, "a version and itself");
}

static void test_measures(struct world *w)
{
    struct caller ann = as(w, w->ann);
    struct measures m, same;
    struct metrics metrics;

    ok(measures_make(&ann, &w->target, (int64_t[]){ 1, 2 }, &m, &w->e) == 0, "two versions in numbers");
    ok(m.metrics.bw == 1 && m.metrics.ed > 0 && m.metrics.ed < 1 && m.metrics.words_old == 8, "words that are different: %u",
       m.metrics.words_old);
    ok(m.importance > 0 && m.importance <= 1 && m.paper > 0 && m.paper <= 1 && m.n >= 1 && m.n <= m.n_blocks, "importance, and E");
    ok(m.block[0].share > 0 && m.block[0].why.len && m.block[0].name.len, "with the part that weighs most: %.*s",
       STR_ARG(m.block[0].name));
    ok(measures_make(&ann, &w->target, (int64_t[]){ 2, 2 }, &same, &w->e) == 0 && same.metrics.bw == 0 && same.importance == 0
           && same.n == 0,
       "a version and itself");
    ok(measures_metrics(&ann, &w->target, (int64_t[]){ 1, 2 }, &metrics, &w->e) == 0 && metrics.ied == m.metrics.ied,
       "the six alone");
    eq_int(measures_make(&ann, &w->target, (int64_t[]){ 1, 9 }, &m, &w->e), E_USAGE, "no such version");
}

static void test_refusals(struct world *w)
{
    struct caller ann = as(w, w->ann);
    struct comparison x;
    struct page page;
    struct target file = { .name = STR("git:x"), .is_source = true };

    eq_int(comparison_make(&ann, &(struct comparison_query){ .target = &w->target, .old = 1, .new = 9 }, &x, &w->e), E_USAGE,
           "no such version");
    ok(strstr(w->e.text, "https://example.org/ has no version @9"), "it is named: %s", w->e.text);
    eq_int(comparison_make(&ann, &(struct comparison_query){ .target = &w->target, .old = 1, .new = 4 }, &x, &w->e), E_FORMAT,
           "a picture");
    eq_int(comparison_page(&ann, &w->target, 4, &page, &w->e), E_FORMAT, "alone as well");
    eq_int(comparison_page(&ann, &file, 1, &page, &w->e), E_USAGE, "a file under git");
    ok(comparison_page(&ann, &w->target, 1, &page, &w->e) == 0 && page.n_headings == 1, "a page");
    struct store_watch bad = { .user = w->ann, .page = w->target.page.id, .settings = STR("{\"select\":[\"p[\"]}") };
    ok(store_watch_put(&w->store, &bad, &w->e) == 0, "a watch that selects nonsense");
    x = make(w, w->ann, 1, 2, false);
    ok(x.note.len && x.delta.n_changes > 1, "hides nothing: %.*s", STR_ARG(x.note));
    bad.settings = STR("{\"every\":1");
    ok(store_watch_put(&w->store, &bad, &w->e) == 0 && make(w, w->ann, 1, 2, false).delta.n_changes > 1, "nor does a damaged one");
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct world w = { 0 };

    if (ok(build(&w, &folder), "an archive: %s", w.e.text)) {
        test_watches(&w);
        test_verdicts(&w);
        test_measures(&w);
        test_refusals(&w);
    }
    store_close(&w.store);
    arena_drop(&w.arena);
    return tap_done();
}
