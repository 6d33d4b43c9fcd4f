/* Watches begun and changed: what was not named stays, a reader changes nothing, and a request that others share is left to them. */
#include "archive/watches.h"

#include "tests/store/folder.h"
#include "tests/tap.h"

struct world {
    struct arena arena;
    struct store store;
    struct settings settings;
    struct caller ann, bob;
    struct err e;
};

static struct caller as(struct world *w, const char *name, enum caller_role role)
{
    struct caller c = {
        .who = { .name = str_of(name), .role = role },
        .store = &w->store,
        .settings = &w->settings,
        .arena = &w->arena,
        .now = 1000,
    };
    if (store_user_add(&w->store, c.who.name, 1, &c.who.user, &w->e))
        abort();
    return c;
}

/* An edit of one field. */
static struct watch_edit set(struct arena *a, const char *field, struct watch to)
{
    struct watch_edit x = { to, { NEW_ARRAY(a, struct str, 1), 1 } };
    x.name.item[0] = str_of(field);
    return x;
}

static struct watch_change add(struct world *w, const struct caller *c, const struct watch_edit *edit)
{
    struct watch_change change = { 0 };
    ok(watches_add(c, STR("https://example.org/page"), edit, &change, &w->e) == 0, "added: %s", w->e.text);
    return change;
}

static void test_add(struct world *w)
{
    struct watch_edit every = set(&w->arena, "every", (struct watch){ .every = STR("2h"), .title = STR("not named") });
    struct watch_edit title = set(&w->arena, "title", (struct watch){ .title = STR("News") });
    struct watch_change first = add(w, &w->ann, &every), second = add(w, &w->ann, &title), third = add(w, &w->ann, &title);

    ok(first.is_new && first.after.title.len == 0, "a field that is not named is not taken");
    ok(!second.is_new && second.page == first.page && str_eq(second.after.every, STR("2h")), "the second changes the same watch");
    ok(second.changed.n == 1 && str_eq(second.changed.item[0], STR("title")), "and says what");
    eq_int(third.changed.n, 0, "the same once more is no change");
}

/* What a sentinel began is the user's own as soon as they add it themselves, and the sentinel's edits leave it so. */
static void test_sentinel(struct world *w)
{
    struct caller cleo = as(w, "cleo", ROLE_USER);
    struct watch_edit began = set(&w->arena, "sentinel", (struct watch){ .sentinel = true });
    struct watch_edit title = set(&w->arena, "title", (struct watch){ .title = STR("News") });
    struct watch_change first = add(w, &cleo, &began), again = add(w, &cleo, &began), own = add(w, &cleo, &title);

    ok(first.is_new && !again.is_new && again.after.sentinel, "a sentinel's edit leaves the watch to it");
    ok(own.is_new && own.page == first.page && !own.after.sentinel, "the user's makes it theirs");
    ok(!add(w, &cleo, &title).is_new, "once");
}

static void test_reader(struct world *w)
{
    struct caller reader = as(w, "reader", ROLE_READER);
    struct watch_edit title = set(&w->arena, "title", (struct watch){ .title = STR("News") });
    struct watch_change change;
    struct target t = { .name = STR("https://example.org/page") };

    eq_int(watches_add(&reader, STR("https://example.org/new"), &title, &change, &w->e), E_DENIED, "a reader adds nothing");
    eq_int(watches_edit(&reader, &t, &title, &change, &w->e), E_DENIED, "and changes nothing");
}

/* ann sends a header from now on: bob, who shares the page, keeps it as it is. */
static void test_shared(struct world *w)
{
    struct watch_edit title = set(&w->arena, "title", (struct watch){ .title = STR("Mine") });
    struct record_pair key = { STR("X-Key"), STR("1"), false };
    struct watch_edit header = set(&w->arena, "header", (struct watch){ .header = { &key, 1 } });
    int64_t page = add(w, &w->bob, &title).page;
    struct target t;
    struct watch_change change;

    ok(target_find(&w->ann, "https://example.org/page", &t, &w->e) == 0 && t.page.id == page, "both watch one page");
    ok(watches_edit(&w->ann, &t, &header, &change, &w->e) == 0, "one of them sends a header from now on");
    ok(change.page != page, "and gets a page of their own");
    bool watches;
    ok(caller_watches(&w->bob, page, &watches, &w->e) == 0 && watches, "the other has the first one still");
    ok(caller_watches(&w->ann, page, &watches, &w->e) == 0 && !watches, "which is not theirs any more");
    struct watch_edit none = set(&w->arena, "header", (struct watch){ 0 });
    t.page.id = change.page;
    ok(store_page_get(&w->arena, &w->store, change.page, &t.page, &w->e) == 0
           && watches_edit(&w->ann, &t, &none, &change, &w->e) == 0 && change.page == page,
       "without the header they share the first one again: %s", w->e.text);
}

/* How the machine reaches the world is its owner's to decide. */
static void test_rights(struct world *w)
{
    struct caller admin = w->ann;
    struct watch_edit proxy = set(&w->arena, "proxy", (struct watch){ .proxy = STR("http://127.0.0.1:3128") });
    struct watch_edit browser = set(&w->arena, "browser", (struct watch){ .browser = true });
    struct watch_change change;

    admin.who.role = ROLE_ADMIN;
    eq_int(watches_add(&w->ann, STR("https://example.org/far"), &proxy, &change, &w->e), E_DENIED, "a user names no proxy");
    eq_int(watches_add(&w->ann, STR("https://example.org/far"), &browser, &change, &w->e), E_DENIED, "nor has a browser run");
    ok(watches_add(&admin, STR("https://example.org/far"), &proxy, &change, &w->e) == 0, "an administrator does: %s", w->e.text);
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct world w = { 0 };

    if (store_open(&w.store, folder_path(&w.arena, &folder, "w.db"), &(struct store_options){ .create = true }, &w.e))
        return 1;
    w.ann = as(&w, "ann", ROLE_USER);
    w.bob = as(&w, "bob", ROLE_USER);
    test_add(&w);
    test_sentinel(&w);
    test_reader(&w);
    test_shared(&w);
    test_rights(&w);
    store_close(&w.store);
    arena_drop(&w.arena);
    return tap_done();
}
