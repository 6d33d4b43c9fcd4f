/* A visit in the browser after a change is as good as 'weft seen'; one before it is not. */
#include "archive/visits.h"

#include "base/hash.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct world {
    struct folder folder;
    struct arena arena;
    struct store store;
    struct settings settings;
    int64_t user, page;
    struct err e;
};

static void world_drop(struct world *w)
{
    store_close(&w->store);
    arena_drop(&w->arena);
    folder_drop(&w->folder);
}

static int add(struct world *w, const char *body, int64_t at)
{
    struct store_version v = { .page = w->page, .fetched_at = at, .status = 200 };
    bool is_new;

    if (store_version_add(&w->store, &v, str_of(body), &is_new, &w->e))
        return w->e.code;
    struct store_event event = {
        .user = w->user, .page = w->page, .number = v.number, .before = v.number - 1, .at = at, .kind = STORE_EVENT_CHANGED
    };
    int64_t id;
    return v.number == 1 ? 0 : store_event_put(&w->store, &event, &id, &w->e);
}

/* The first version is seen; the second came at 20, the third at 30. */
static bool build(struct world *w)
{
    struct store_page page = { .url = STR("https://example.org/"), .host = STR("example.org") };
    struct store_watch watch = { .settings = STR("{}") };

    w->folder = folder_new();
    if (store_open(&w->store, folder_path(&w->arena, &w->folder, "w.db"), &(struct store_options){ .create = true }, &w->e)
        || store_user_add(&w->store, STR("ann"), 1, &w->user, &w->e) || store_page_add(&w->store, &page, &w->page, &w->e))
        return false;
    watch.user = w->user;
    watch.page = w->page;
    return add(w, "one", 10) == 0 && store_watch_put(&w->store, &watch, &w->e) == 0 && add(w, "two", 20) == 0
           && add(w, "three", 30) == 0;
}

static struct browser_history visited(struct world *w, int64_t at)
{
    struct browser_history h = { .item = NEW_ARRAY(&w->arena, struct history_page, 1), .n = 1 };

    h.item[0] = (struct history_page){ STR("https://example.org/"), at, 1 };
    map_open(&h.map, &w->arena, 1);
    map_slot(&h.map, hash_str(h.item[0].url), 0);
    return h;
}

int main(void)
{
    static const struct {
        int64_t at, seen;
        uint32_t n_new;
    } rows[] = { { 15, 1, 2 }, { 25, 2, 1 }, { 30, 3, 0 }, { 99, 3, 0 } };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(world) w = { 0 };
        struct store_news news = { 0 };
        int64_t seen = 0;
        uint32_t n;
        if (!ok(build(&w), "an archive: %s", w.e.text))
            continue;
        struct caller c = {
            .who = { w.user, STR("ann"), ROLE_USER }, .store = &w.store, .settings = &w.settings, .arena = &w.arena, .now = 1000
        };
        struct browser_history h = visited(&w, rows[i].at);
        ok(visits_mark(&c, &h, &n, &w.e) == 0 && store_last_seen(&w.store, w.user, w.page, &seen, &w.e) == 0
               && store_news(&w.arena, &w.store, w.user, 0, &news, &w.e) == 0,
           "a visit at %d", (int)rows[i].at);
        ok(seen == rows[i].seen && (news.n ? news.item[0].n_events : 0) == rows[i].n_new, "sees version %d, %u are left",
           (int)rows[i].seen, rows[i].n_new);
        ok(visits_since(&h, STR("https://example.org/"), 30) == (rows[i].at >= 30), "and is after the newest or not");
        ok(!visits_since(&h, STR("https://example.com/"), 0) && !visits_since(NULL, STR("https://example.org/"), 0),
           "others are not");
    }
    return tap_done();
}
