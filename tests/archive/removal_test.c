/* The end of watches: what stays, what goes with a page, and who may end what. */
#include "archive/removal.h"

#include "flow/watch.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct world {
    struct folder folder;
    struct arena arena;
    struct store store;
    struct settings settings;
    int64_t ann, bob, root, leaf, other;
    struct err e;
};

static void world_drop(struct world *w)
{
    store_close(&w->store);
    arena_drop(&w->arena);
    folder_drop(&w->folder);
}

static struct caller as(struct world *w, int64_t user, enum caller_role role)
{
    return (struct caller){
        .who = { user, STR("somebody"), role }, .store = &w->store, .settings = &w->settings, .arena = &w->arena, .now = 1000
    };
}

static int64_t watch(struct world *w, int64_t user, const char *url, const char *settings)
{
    struct store_page page = { .url = str_of(url), .next_check_at = 5 };
    struct store_watch row = { .user = user, .settings = str_of(settings) };

    if (store_page_add(&w->store, &page, &row.page, &w->e) || store_watch_put(&w->store, &row, &w->e))
        ok(false, "%s: %s", url, w->e.text);
    return row.page;
}

/* ann watches a root with a page followed from it, and one by itself, which bob watches too. */
static void build(struct world *w)
{
    w->folder = folder_new();
    if (store_open(&w->store, folder_path(&w->arena, &w->folder, "w.db"), &(struct store_options){ .create = true }, &w->e)
        || store_user_add(&w->store, STR("ann"), 1, &w->ann, &w->e) || store_user_add(&w->store, STR("bob"), 1, &w->bob, &w->e))
        ok(false, "%s", w->e.text);
    w->root = watch(w, w->ann, "http://h/", "{\"depth\":1}");
    w->leaf = watch(w, w->ann, "http://h/leaf", "{\"root\":\"http://h/\",\"level\":1}");
    w->other = watch(w, w->ann, "http://h/other", "{}");
    watch(w, w->bob, "http://h/other", "{}");
}

static int end(struct world *w, const struct caller *c, int64_t id, struct removal how, struct removed *out)
{
    struct target t = { .at = STR("") };

    if (store_page_get(&w->arena, &w->store, id, &t.page, &w->e))
        return w->e.code;
    t.name = t.page.url;
    return removal_do(c, &t, &how, out, &w->e);
}

static bool watches(struct world *w, int64_t user, int64_t page)
{
    struct caller c = as(w, user, ROLE_USER);
    bool yes = false;

    return caller_watches(&c, page, &yes, &w->e) == 0 && yes;
}

static void test_followed(void)
{
    AUTO(world) w = { 0 };
    build(&w);
    struct caller ann = as(&w, w.ann, ROLE_USER);
    struct removed removed;

    ok(end(&w, &ann, w.root, (struct removal){ 0 }, &removed) == 0 && removed.n_followed == 1, "one page was followed from it");
    ok(!watches(&w, w.ann, w.root) && watches(&w, w.ann, w.leaf), "which is still watched");
    watch(&w, w.ann, "http://h/", "{\"depth\":1}");
    ok(end(&w, &ann, w.root, (struct removal){ .followed = true }, &removed) == 0 && removed.n_followed == 1,
       "both go where that is asked");
    ok(!watches(&w, w.ann, w.root) && !watches(&w, w.ann, w.leaf) && watches(&w, w.ann, w.other), "and no other");
}

static void test_rights(void)
{
    AUTO(world) w = { 0 };
    build(&w);
    struct caller ann = as(&w, w.ann, ROLE_USER), bob = as(&w, w.bob, ROLE_USER), reader = as(&w, w.ann, ROLE_READER);
    struct store_page page;
    struct removed removed;

    eq_int(end(&w, &reader, w.other, (struct removal){ 0 }, &removed), E_DENIED, "a reader ends nothing");
    eq_int(end(&w, &bob, w.root, (struct removal){ 0 }, &removed), E_ABSENT,
           "nor does who does not watch it: it is not there for them");
    eq_int(end(&w, &ann, w.other, (struct removal){ .purge = true }, &removed), E_USAGE, "nobody purges what others watch");
    ok(end(&w, &ann, w.other, (struct removal){ 0 }, &removed) == 0 && watches(&w, w.bob, w.other), "it stays for them");
    ok(store_page_get(&w.arena, &w.store, w.other, &page, &w.e) == 0 && page.next_check_at == 5, "and is fetched for them");
    ok(end(&w, &bob, w.other, (struct removal){ 0 }, &removed) == 0 && store_page_get(&w.arena, &w.store, w.other, &page, &w.e) == 0
           && page.next_check_at == NEVER,
       "what nobody watches is not fetched any more");
    struct caller admin = as(&w, w.bob, ROLE_ADMIN);
    eq_int(end(&w, &bob, w.other, (struct removal){ .purge = true }, &removed), E_ABSENT, "nor is it there for who watched it");
    ok(end(&w, &admin, w.other, (struct removal){ .purge = true }, &removed) == 0
           && store_page_get(&w.arena, &w.store, w.other, &page, &w.e) == E_ABSENT,
       "an administrator can purge it");
}

/* All that was ended comes back as it was: settings, what was seen and what was taught. */
static void test_undo(void)
{
    AUTO(world) w = { 0 };
    build(&w);
    struct caller ann = as(&w, w.ann, ROLE_USER), reader = as(&w, w.ann, ROLE_READER);
    struct store_lesson lesson = { .user = w.ann, .page = w.root, .number = 1, .kind = STORE_LESSON_TOLD, .keys = STR("k") };
    struct removed removed;
    struct store_watches rows;
    struct store_lessons lessons;
    struct store_page page;

    ok(store_lesson_put(&w.store, &lesson, &w.e) == 0, "a lesson");
    ok(end(&w, &ann, w.root, (struct removal){ .followed = true }, &removed) == 0 && removed.ended.n == 2, "two watches are ended");
    struct ended_watches kept = ended_copy(&w.arena, &removed.ended);
    eq_int(removal_undo(&reader, &kept, &w.e), E_DENIED, "a reader brings nothing back");
    ok(removal_undo(&ann, &kept, &w.e) == 0 && watches(&w, w.ann, w.root) && watches(&w, w.ann, w.leaf), "both come back");
    ok(store_page_watches(&w.arena, &w.store, w.root, &rows, &w.e) == 0 && rows.n == 1
           && str_find(rows.item[0].settings, STR("\"depth\":1"), 0) != SIZE_MAX,
       "as they were");
    ok(store_lesson_list(&w.arena, &w.store, w.ann, w.root, &lessons, &w.e) == 0 && lessons.n == 1, "with what was taught");
    ok(store_page_get(&w.arena, &w.store, w.root, &page, &w.e) == 0 && page.next_check_at <= 1000, "and are fetched again");
    ok(removal_undo(&ann, &kept, &w.e) == 0, "what is watched again already is left alone");
}

int main(void)
{
    test_followed();
    test_undo();
    test_rights();
    return tap_done();
}
