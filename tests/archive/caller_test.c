/* What each caller may see and do: the owner of a watch, a stranger, a reader, an administrator. */
#include "archive/caller.h"

#include "archive/target.h"
#include "archive/watched.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct world {
    struct arena arena;
    struct store store;
    struct settings settings;
    int64_t ann, bob, page;
    struct err e;
};

static struct caller as(struct world *w, int64_t user, enum caller_role role)
{
    return (struct caller){
        .who = { user, STR("somebody"), role }, .store = &w->store, .settings = &w->settings, .arena = &w->arena, .now = 1000
    };
}

/* ann watches a page with one version; bob watches nothing. */
static bool build(struct world *w, const struct folder *folder)
{
    struct store_page page = { .url = STR("https://example.org/secret"), .host = STR("example.org"), .added_at = 1 };
    struct store_version v = { .fetched_at = 2, .status = 200 };
    struct store_watch watch = { .added_at = 1, .settings = STR("{\"tags\":[\"work\"]}") };
    bool is_new;

    if (store_open(&w->store, folder_path(&w->arena, folder, "w.db"), &(struct store_options){ .create = true }, &w->e)
        || store_user_add(&w->store, STR("ann"), 1, &w->ann, &w->e) || store_user_add(&w->store, STR("bob"), 1, &w->bob, &w->e)
        || store_page_add(&w->store, &page, &w->page, &w->e))
        return false;
    v.page = watch.page = w->page;
    watch.user = w->ann;
    return store_watch_put(&w->store, &watch, &w->e) == 0 && store_version_add(&w->store, &v, STR("body"), &is_new, &w->e) == 0;
}

static int count(void *n, const struct watched *w UNUSED, struct err *e UNUSED)
{
    ++*(int *)n;
    return 0;
}

/* 1 where the caller finds the page, and how many watches they have. */
static int finds(struct world *w, const struct caller *c, const char *typed)
{
    struct target t;
    return target_find(c, typed, &t, &w->e) == 0;
}

static void test_pages(struct world *w)
{
    struct caller ann = as(w, w->ann, ROLE_USER), bob = as(w, w->bob, ROLE_USER), nobody = as(w, 0, ROLE_READER);
    struct caller admin = as(w, w->bob, ROLE_ADMIN);

    ok(finds(w, &ann, "https://example.org/secret") && finds(w, &ann, "example.org/secret"), "who watches a page finds it");
    ok(!finds(w, &bob, "https://example.org/secret"), "a stranger does not");
    ok(!strstr(w->e.text, "did you mean"), "and is not offered it: %s", w->e.text);
    ok(!finds(w, &bob, "secret") && !strstr(w->e.text, "example.org"), "nor for a part of its address");
    ok(!finds(w, &nobody, "https://example.org/secret"), "nor is somebody without a name");
    ok(finds(w, &admin, "https://example.org/secret"), "an administrator finds it");
}

static void test_watches(struct world *w)
{
    struct caller ann = as(w, w->ann, ROLE_USER), bob = as(w, w->bob, ROLE_USER), nobody = as(w, 0, ROLE_USER);
    int of_ann = 0, of_bob = 0, of_nobody = 0;

    ok(watched_each(&ann, count, &of_ann, &w->e) == 0 && watched_each(&bob, count, &of_bob, &w->e) == 0
           && watched_each(&nobody, count, &of_nobody, &w->e) == 0,
       "watches are listed");
    ok(of_ann == 1 && of_bob == 0 && of_nobody == 0, "each has their own");
    struct watched_numbers some = { 0 };
    ok(watched_pages(&ann, &some, &w->e) == 0 && some.n == 1 && some.page[0] > 0, "the numbers alone, too");
    ok(watched_pages(&bob, &some, &w->e) == 0 && some.n == 0, "none where there is none");
}

static void test_rights(struct world *w)
{
    struct caller reader = as(w, w->ann, ROLE_READER), user = as(w, w->ann, ROLE_USER), admin = as(w, w->ann, ROLE_ADMIN);

    eq_int(caller_must_write(&reader, &w->e), E_DENIED, "a reader changes nothing");
    ok(caller_must_write(&user, &w->e) == 0 && caller_must_write(&admin, &w->e) == 0, "users and administrators may");
    eq_int(caller_must_administer(&user, "remove a user", &w->e), E_DENIED, "a user does not administer");
    eq_str(str_of(w->e.text), STR("only an administrator may remove a user"), "and reads what it was about");
    eq_int(caller_must_administer(&admin, "remove a user", &w->e), 0, "an administrator does");
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct world w = { 0 };

    if (ok(build(&w, &folder), "an archive of two users: %s", w.e.text)) {
        test_pages(&w);
        test_watches(&w);
        test_rights(&w);
    }
    store_close(&w.store);
    arena_drop(&w.arena);
    return tap_done();
}
