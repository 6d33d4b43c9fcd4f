/* Everybody's sentinels over the store: 10,000 of them on 1,000 pages, a hundred for each specification, look at each page once; what
 * another process did meanwhile is seen; a sentinel may wait for a time. */
#include "archive/detecting.h"

#include "base/clock.h"
#include "base/limits.h"
#include "store/outbox.h"
#include "store/sentinel.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

#ifdef __SANITIZE_ADDRESS__
enum { GROUPS = 10 };
#else
enum { GROUPS = 100 };
#endif
enum { GROUP_PAGES = 10, SHARES = 100, CHANGED = 5 };

struct archive_world {
    struct arena arena;
    struct store store;
    struct settings settings;
    struct caller admin;
    int64_t user[2];
    struct err e;
};

static void must(struct archive_world *w, int code, const char *what)
{
    if (code == 0)
        return;
    printf("Bail out! %s: %s\n", what, w->e.text);
    exit(1);
}

static void open_store(struct archive_world *w, const struct folder *folder, const char *name)
{
    must(w, store_open(&w->store, folder_path(&w->arena, folder, name), &(struct store_options){ .create = true }, &w->e), "open");
    must(w, store_user_add(&w->store, STR("ann"), 1, &w->user[0], &w->e), "user");
    must(w, store_user_add(&w->store, STR("ben"), 1, &w->user[1], &w->e), "user");
    must(w, settings_defaults(&w->arena, &w->settings, &w->e), "settings");
    w->admin = (struct caller){ .who = { .role = ROLE_ADMIN }, .store = &w->store, .settings = &w->settings, .arena = &w->arena };
}

static void add_version(struct archive_world *w, int64_t page, int64_t at, const char *link, const char *word)
{
    struct store_version v = { .page = page, .fetched_at = at, .status = 200, .content_type = STR("text/html") };
    bool is_new;
    must(w,
         store_version_add(&w->store, &v, arena_printf(&w->arena, "<p>Words <a href='/%s'>here</a> and %s", link, word), &is_new,
                           &w->e),
         "version");
    must(w, store_look_add(&w->store, &(struct store_look){ .page = page, .number = v.number, .at = at }, &w->e), "look");
}

static int64_t add_page(struct archive_world *w, struct str url)
{
    int64_t page;
    must(w, store_page_add(&w->store, &(struct store_page){ .url = url, .canonical = url }, &page, &w->e), "page");
    return page;
}

static int64_t add_sentinel(struct archive_world *w, int64_t user, struct str name, struct str text, const int64_t *page,
                            uint32_t n)
{
    struct store_sentinel s = { .user = user, .name = name, .created_at = 50, .text = text, .is_set = page == NULL };
    int64_t id;
    must(w, store_sentinel_put(&w->store, &s, &id, &w->e), "sentinel");
    if (page)
        must(w, store_sentinel_pages(&w->store, id, page, n, &w->e), "pages");
    return id;
}

static void run(struct archive_world *w, struct detecting *d)
{
    for (bool more = true; more;)
        must(w, detecting_step(d, &more, &w->e), "step");
}

/* ---- Many ---- */

static void add_group(struct archive_world *w, int group)
{
    AUTO(buf) set = BUF(KIB(64));
    int64_t page[GROUP_PAGES];
    buf_addf(&set, "CREATE SET g%d AS ", group);
    for (int i = 0; i < GROUP_PAGES; i++) {
        struct str url = arena_printf(&w->arena, "http://site/%d/%d", group, i);
        page[i] = add_page(w, url);
        add_version(w, page[i], 10, "a", "one");
        buf_addf(&set, "%s\"%.*s\"", i ? ", " : "", STR_ARG(url));
    }
    buf_add(&set, STR(";"));
    for (int user = 0; user < 2; user++)
        add_sentinel(w, w->user[user], arena_printf(&w->arena, "g%d", group), arena_str(&w->arena, buf_str(&set)), NULL, 0);
    for (int i = 0; i < SHARES; i++)
        add_sentinel(w, w->user[i % 2], arena_printf(&w->arena, "s%d-%d", group, i),
                     arena_printf(&w->arena, "CREATE SENTINEL s%d-%d ON g%d MONITOR links AND NOT images;", group, i, group), page,
                     GROUP_PAGES);
}

static int64_t count_events(struct archive_world *w)
{
    struct store_sentinel_events list;
    int64_t n = 0;
    for (int user = 0; user < 2; user++) {
        must(w,
             store_sentinel_event_list(&w->arena, &w->store, &(struct sentinel_event_query){ .user = w->user[user] }, &list, &w->e),
             "events");
        n += list.n;
    }
    return n;
}

static void test_many(const struct folder *folder)
{
    struct archive_world w = { 0 };
    struct detecting *d;
    struct store_tx tx = { 0 };
    open_store(&w, folder, "many.db");
    must(&w, store_begin(&w.store, &tx, &w.e), "begin");
    for (int i = 0; i < GROUPS; i++)
        add_group(&w, i);
    for (int64_t page = 1; page <= (int64_t)GROUPS * GROUP_PAGES; page++)
        add_version(&w, page, 100 + page, page <= CHANGED ? "b" : "a", "two");
    must(&w, store_commit(&tx, &w.e), "commit");
    must(&w, detecting_open(&w.admin, &d, &w.e), "open");
    run(&w, d);
    const struct detecting_totals *t = detecting_totals(d);
    eq_int((int64_t)t->versions, GROUPS * GROUP_PAGES, "each new version is looked at");
    eq_int((int64_t)t->compared, GROUPS * GROUP_PAGES, "and compared once, however many sentinels ask");
    eq_int((int64_t)t->leaves, 2 * GROUPS * GROUP_PAGES, "each change that somebody asks for is looked for once");
    eq_int((int64_t)t->loads, 1, "the graph is built once");
    eq_int(count_events(&w), CHANGED * SHARES, "and everybody who asked has their event");
    detecting_close(d);
    store_close(&w.store);
    arena_drop(&w.arena);
}

/* ---- Two processes, and time ---- */

static void test_two(const struct folder *folder)
{
    struct archive_world w = { 0 };
    struct detecting *one, *two;
    open_store(&w, folder, "two.db");
    struct str url = STR("http://a/");
    int64_t page = add_page(&w, url), next;
    add_version(&w, page, 10, "a", "one");
    add_sentinel(&w, w.user[0], STR("s"), STR("CREATE SENTINEL s ON \"http://a/\" MONITOR links SEQ words CONTEXT CHRONICLE;"),
                 &page, 1);
    add_sentinel(&w, w.user[0], STR("late"), STR("CREATE SENTINEL late ON \"http://a/\" MONITOR PLUS(links, 1 second);"), &page, 1);
    must(&w, detecting_open(&w.admin, &one, &w.e), "open");
    must(&w, detecting_open(&w.admin, &two, &w.e), "open");
    run(&w, one);
    int64_t now = clock_now_ms();
    add_version(&w, page, now, "b", "one");
    run(&w, two);
    must(&w, detecting_next(one, &next, &w.e), "next");
    eq_int(next, now + 1000, "what is due without a new version is known to all");
    add_version(&w, page, now + 1, "b", "two");
    run(&w, one);
    eq_int(count_events(&w), 1, "a sequence that two processes saw the parts of");
    add_version(&w, page, now + 2000, "b", "three");
    run(&w, one);
    eq_int(count_events(&w), 2, "and what its time has come for");
    run(&w, one);
    run(&w, two);
    eq_int(count_events(&w), 2, "once");
    detecting_close(one);
    detecting_close(two);
    store_close(&w.store);
    arena_drop(&w.arena);
}

/* ---- What stands between ---- */

static void test_suspect(const struct folder *folder)
{
    struct archive_world w = { 0 };
    struct detecting *d;
    struct store_sentinel_events list;
    struct store_finding f;
    open_store(&w, folder, "suspect.db");
    int64_t page = add_page(&w, STR("http://a/"));
    add_version(&w, page, 10, "a", "one");
    add_sentinel(&w, w.user[0], STR("s"), STR("CREATE SENTINEL s ON \"http://a/\" MONITOR links;"), &page, 1);
    struct store_version v = { .page = page, .fetched_at = 60, .suspect = true, .content_type = STR("text/html") };
    bool is_new;
    must(&w, store_version_add(&w.store, &v, STR("<p>Please log in"), &is_new, &w.e), "version");
    add_version(&w, page, 70, "b", "one");
    must(&w, detecting_open(&w.admin, &d, &w.e), "open");
    run(&w, d);
    must(&w, store_sentinel_event_list(&w.arena, &w.store, &(struct sentinel_event_query){ .user = w.user[0] }, &list, &w.e),
         "events");
    eq_int(list.n, 1, "a suspect version is passed over");
    must(&w, store_finding_get(&w.arena, &w.store, 1, &f, &w.e), "finding");
    ok(f.number == 3 && f.before == 1, "the one before it is the reference");
    detecting_close(d);
    store_close(&w.store);
    arena_drop(&w.arena);
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    test_many(&folder);
    test_two(&folder);
    test_suspect(&folder);
    return tap_done();
}
