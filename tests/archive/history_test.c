/* A page's history: each version with its verdict, in the caller's own words where it concerns them, and with what they have seen. */
#include "archive/history.h"

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

static int add_version(struct world *w, const char *body, int64_t at)
{
    struct store_version v = { .page = w->target.page.id, .fetched_at = at, .status = 200 };
    bool is_new;

    return store_version_add(&w->store, &v, str_of(body), &is_new, &w->e);
}

/* Three versions; the second has a verdict, and concerns ann, who selects a part of the page. ann has seen the third. */
static bool build(struct world *w, const struct folder *folder)
{
    struct store_page page = { .url = STR("https://example.org/"), .host = STR("example.org") };
    int64_t id, event;

    if (store_open(&w->store, folder_path(&w->arena, folder, "w.db"), &(struct store_options){ .create = true }, &w->e)
        || store_user_add(&w->store, STR("ann"), 1, &w->ann, &w->e) || store_user_add(&w->store, STR("bob"), 1, &w->bob, &w->e)
        || store_page_add(&w->store, &page, &id, &w->e) || store_page_get(&w->arena, &w->store, id, &w->target.page, &w->e))
        return false;
    w->target.name = page.url;
    struct store_watch watch = { .user = w->ann, .page = id, .settings = STR("{}") };
    struct store_verdict verdict = {
        .page = id, .number = 2, .before = 1, .importance = 0.5, .counts = { { 9, 1, 0 }, 20, 10 }, .headline = STR("all of it")
    };
    struct store_event concerns = {
        .user = w->ann,
        .page = id,
        .number = 2,
        .before = 1,
        .at = 20,
        .kind = STORE_EVENT_CHANGED,
        .importance = 0.25,
        .counts = { { 2, 0, 0 }, 3, 1 },
        .headline = STR("the price"),
    };
    struct store_seen seen = { .user = w->ann, .page = id, .number = 3, .seen_at = 40 };
    return store_watch_put(&w->store, &watch, &w->e) == 0 && add_version(w, "one", 10) == 0 && add_version(w, "two", 20) == 0
           && add_version(w, "three", 30) == 0 && store_verdict_put(&w->store, &verdict, &w->e) == 0
           && store_event_put(&w->store, &concerns, &event, &w->e) == 0 && store_seen_add(&w->store, &seen, &w->e) == 0;
}

static void test_rows(struct world *w)
{
    struct caller ann = as(w, w->ann), bob = as(w, w->bob), nobody = as(w, 0);
    struct page_history of_ann, of_bob, of_nobody;

    if (!ok(history_read(&ann, &w->target, &of_ann, &w->e) == 0 && history_read(&bob, &w->target, &of_bob, &w->e) == 0
                && history_read(&nobody, &w->target, &of_nobody, &w->e) == 0,
            "histories: %s", w->e.text))
        return;
    ok(of_ann.n == 3 && of_bob.n == 3 && of_nobody.n == 3, "all versions");
    ok(!of_ann.row[0].verdict && of_ann.row[1].verdict && !of_ann.row[2].verdict, "one has a verdict");
    eq_str(of_ann.row[1].verdict->headline, STR("the price"), "who selects a part reads of that part");
    ok(of_ann.row[1].verdict->counts.words_inserted == 3 && of_ann.row[1].verdict->importance == 0.25, "and counts its words");
    eq_str(of_bob.row[1].verdict->headline, STR("all of it"), "another reads what was thought of the whole");
    ok(of_ann.row[2].seen && of_ann.row[2].seen->seen_at == 40 && !of_bob.row[2].seen, "each has seen their own");
    ok(of_nobody.row[1].verdict && !of_nobody.row[2].seen, "somebody without a name has seen nothing");
    struct store_watch part = { .user = w->bob, .page = w->target.page.id, .settings = STR("{\"select\":[\"h1\"]}") };
    ok(store_watch_put(&w->store, &part, &w->e) == 0 && history_read(&bob, &w->target, &of_bob, &w->e) == 0
           && !of_bob.row[1].verdict,
       "who watches another part of the page is not told of this one");
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct world w = { 0 };

    if (ok(build(&w, &folder), "an archive: %s", w.e.text))
        test_rows(&w);
    store_close(&w.store);
    arena_drop(&w.arena);
    return tap_done();
}
