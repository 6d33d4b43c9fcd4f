/* Users, and walks over the pages that somebody may see. */
#include "archive/users.h"

#include <stdlib.h>

#include "archive/marks.h"
#include "archive/opening.h"
#include "archive/pages.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct world {
    struct arena arena;
    struct store store;
    struct settings settings;
    struct caller admin;
    int64_t page[3];
    struct err e;
};

static void must(struct world *w, int code)
{
    if (code == 0)
        return;
    printf("Bail out! %s\n", w->e.text);
    exit(1);
}

static struct caller as(struct world *w, const char *name, enum caller_role role)
{
    struct caller c = { .who = { .name = str_of(name), .role = role }, .store = &w->store, .arena = &w->arena, .now = 1000 };
    struct store_user found;
    if (store_user_find(&w->arena, &w->store, c.who.name, &found, &w->e) == 0)
        c.who.user = found.id;
    return c;
}

static void add_version(struct world *w, int64_t page, int64_t at, const char *body)
{
    struct store_version v = { .page = page, .fetched_at = at, .status = 200 };
    bool is_new;
    must(w, store_version_add(&w->store, &v, str_of(body), &is_new, &w->e));
}

/* Three pages; ann watches the first with a tag and the second, and the first has something new for her. */
static void build(struct world *w, const struct folder *folder)
{
    must(w, store_open(&w->store, folder_path(&w->arena, folder, "w.db"), &(struct store_options){ .create = true }, &w->e));
    w->admin = as(w, "root", ROLE_ADMIN);
    must(w, users_add(&w->admin, STR("ann"), &w->e));
    must(w, users_add(&w->admin, STR("bob"), &w->e));
    struct caller ann = as(w, "ann", ROLE_USER);
    for (int i = 0; i < 3; i++) {
        struct store_page page = { .url = arena_printf(&w->arena, "http://h/%d", i) };
        struct store_watch watch = { .user = ann.who.user, .settings = i ? STR("") : STR("{\"tags\":[\"work\"]}") };
        must(w, store_page_add(&w->store, &page, &w->page[i], &w->e));
        add_version(w, w->page[i], 10, "one");
        watch.page = w->page[i];
        if (i < 2)
            must(w, store_watch_put(&w->store, &watch, &w->e));
    }
    add_version(w, w->page[0], 20, "two");
    struct store_event event = {
        .user = ann.who.user, .page = w->page[0], .number = 2, .before = 1, .at = 20, .kind = STORE_EVENT_CHANGED
    };
    int64_t id;
    must(w, store_event_put(&w->store, &event, &id, &w->e));
}

static void test_users(struct world *w)
{
    struct user_rows rows;
    struct caller bob = as(w, "bob", ROLE_USER);
    eq_int(users_add(&w->admin, STR("ann"), &w->e), E_USAGE, "a name is given once");
    ok(users_list(&w->admin, &rows, &w->e) == 0 && rows.n == 2 && rows.item[0].watches == 2 && rows.item[1].watches == 0,
       "all, and what they watch");
    ok(users_list(&bob, &rows, &w->e) == 0 && rows.n == 1 && str_eq(rows.item[0].user.name, STR("bob")),
       "who is no administrator sees themselves");
    eq_int(users_rename(&bob, STR("ann"), STR("eve"), &w->e), E_DENIED, "and renames nobody");
    ok(users_rename(&w->admin, STR("bob"), STR("carl"), &w->e) == 0, "an administrator does");
    eq_int(users_remove(&w->admin, STR("bob"), &w->e), E_ABSENT, "the old name is gone");
    ok(users_remove(&w->admin, STR("carl"), &w->e) == 0 && users_list(&w->admin, &rows, &w->e) == 0 && rows.n == 1,
       "and so is who had it");
}

static int count(void *context, const struct store_page *page UNUSED, struct err *e UNUSED)
{
    ++*(int *)context;
    return 0;
}

static void test_pages(struct world *w)
{
    struct caller ann = as(w, "ann", ROLE_USER), nobody = as(w, "nobody", ROLE_USER);
    int all = 0, hers = 0, none = 0;
    ok(pages_each(&w->admin, count, &all, &w->e) == 0 && pages_each(&ann, count, &hers, &w->e) == 0
           && pages_each(&nobody, count, &none, &w->e) == 0,
       "walks: %s", w->e.text);
    ok(all == 3 && hers == 2 && none == 0, "each over what they may see: %d %d %d", all, hers, none);
}

static void test_marks(struct world *w)
{
    struct caller ann = as(w, "ann", ROLE_USER);
    struct marked_list news;
    struct store_seens seen;
    struct str tag = STR("work"), other = STR("play");
    ok(marks_new(&ann, NULL, 0, &news, &w->e) == 0 && news.n == 1 && news.item[0].number == 2, "one page has something new");
    ok(marks_new(&ann, &tag, 1, &news, &w->e) == 0 && news.n == 1, "it carries the tag");
    ok(marks_new(&ann, &other, 1, &news, &w->e) == 0 && news.n == 0, "and no other");
    ok(marks_set(&ann, w->page[0], 2, MARK_DISMISSED, &w->e) == 0 && marks_new(&ann, NULL, 0, &news, &w->e) == 0 && news.n == 0,
       "what is dismissed is not new");
    ok(marks_set(&ann, w->page[0], 1, MARK_KEPT, &w->e) == 0 && marks_set(&ann, w->page[0], 2, MARK_SEEN, &w->e) == 0
           && store_seen_list(&w->arena, &w->store, ann.who.user, w->page[0], &seen, &w->e) == 0 && seen.n == 2 && seen.item[0].kept
           && seen.item[1].seen_at == 1000,
       "kept and seen");
    ok(marks_set(&ann, w->page[0], 1, MARK_NOT_KEPT, &w->e) == 0
           && store_seen_list(&w->arena, &w->store, ann.who.user, w->page[0], &seen, &w->e) == 0 && !seen.item[0].kept,
       "and not kept any more");
    eq_int(marks_set(&ann, w->page[2], 1, MARK_SEEN, &w->e), E_ABSENT, "a page that is not theirs is not there");
    eq_int(marks_set(&ann, w->page[0], 9, MARK_SEEN, &w->e), E_ABSENT, "nor is a version that never was");
}

/* Doors open the archive, and learn who asks. */
static void test_opening(const struct folder *folder)
{
    AUTO(store) s = { 0 };
    AUTO(arena) a = { 0 };
    struct err e;
    struct caller c = { .who = { .name = STR("eve") }, .store = &s, .arena = &a, .now = 7 };
    const char *path = folder_path(&a, folder, "opened.db"), *none = folder_path(&a, folder, "none.db");

    ok(archive_open(&s, path, &(struct store_options){ 0 }, &e) && !archive_is_at(path), "there is none yet");
    eq_int(archive_open(&s, path, &(struct store_options){ .create = true }, &e), 0, "one is made");
    ok(archive_is_at(path) && !archive_is_at(none), "and is known as one");
    ok(archive_find_caller(&c, &e) == 0 && c.who.user == 0, "a name that nobody has is nobody, and no failure");
    ok(archive_add_caller(&c, &e) == 0 && c.who.user > 0, "who begins is added");
    int64_t user = c.who.user;
    ok(archive_add_caller(&c, &e) == 0 && c.who.user == user, "once");
    c.who.user = 0;
    ok(archive_find_caller(&c, &e) == 0 && c.who.user == user, "and found by name");
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct world w = { 0 };
    build(&w, &folder);
    test_pages(&w);
    test_marks(&w);
    test_users(&w);
    store_close(&w.store);
    arena_drop(&w.arena);
    test_opening(&folder);
    return tap_done();
}
