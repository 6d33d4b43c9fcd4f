/* What a watch sends: sealed apart from it, opened again, and the name of the page that is fetched with it. */
#include "flow/sealed.h"

#include "tests/store/folder.h"
#include "tests/tap.h"

struct world {
    struct arena arena;
    struct store store;
    int64_t ann, bob;
    struct err e;
};

static struct str want(struct world *w, int64_t user, const struct watch *watch, int64_t page)
{
    struct sealed_want query = { watch, STR_INIT("http://h/"), user, page };
    struct str name = STR("");
    ok(sealed_page_name(&w->arena, &w->store, &query, &name, &w->e) == 0, "a name: %s", w->e.text);
    return name;
}

static int64_t begin(struct world *w, int64_t user, const struct watch *watch)
{
    struct store_page page = { .url = want(w, user, watch, 0), .canonical = STR("http://h/") };
    struct store_watch row = { .user = user };
    ok(store_page_add(&w->store, &page, &row.page, &w->e) == 0 && sealed_write(&w->arena, &w->store, &row, watch, &w->e) == 0,
       "watched: %s", w->e.text);
    return row.page;
}

static struct store_watch row_of(struct world *w, int64_t user, int64_t page)
{
    struct store_watched row = { 0 };
    ok(store_watched_page(&w->arena, &w->store, user, page, &row, &w->e) == 0, "a row: %s", w->e.text);
    return row.watch;
}

static void test_read(struct world *w)
{
    struct watch login = { .user = STR("ann"), .password = STR("pw"), .title = STR("Mine") }, back;
    int64_t page = begin(w, w->ann, &login);
    struct store_watch row = row_of(w, w->ann, page);
    ok(str_find(row.settings, STR("pw"), 0) == SIZE_MAX, "the row has no password: %.*s", STR_ARG(row.settings));
    ok(sealed_read(&w->arena, &w->store, &row, &back, &w->e) == 0 && str_eq(back.password, STR("pw")) && !back.private, "it opens");
    login.user = login.password = STR("");
    ok(sealed_write(&w->arena, &w->store, &row, &login, &w->e) == 0, "without a login");
    struct store_secrets left;
    ok(store_secret_list(&w->arena, &w->store, w->ann, page, &left, &w->e) == 0 && left.n == 0, "nothing is left of it");
    row.settings = STR("{\"private\":true}");
    eq_int(sealed_read(&w->arena, &w->store, &row, &back, &w->e), E_ABSENT, "a secret that is lost is told");
}

static void test_names(struct world *w)
{
    struct watch one = { .bearer = STR("one") }, two = { .bearer = STR("two") }, jar = { .cookies = true };
    int64_t page = begin(w, w->ann, &one);
    eq_str(want(w, w->bob, &one, 0), STR("http://h/ (token)"), "who sends the same gets the same page");
    eq_str(want(w, w->bob, &two, 0), STR("http://h/ (token; 2)"), "who sends another gets another");
    eq_str(want(w, w->ann, &two, page), STR("http://h/ (token)"), "who changes what they send alone keeps the page");
    begin(w, w->bob, &one);
    eq_str(want(w, w->ann, &two, page), STR("http://h/ (token; 2)"), "unless others watch it");
    begin(w, w->ann, &jar);
    eq_str(want(w, w->ann, &jar, 0), STR("http://h/ (cookies)"), "cookies are one's own");
    eq_str(want(w, w->bob, &jar, 0), STR("http://h/ (cookies; 2)"), "and nobody else's");
    eq_str(want(w, w->bob, &(struct watch){ 0 }, 0), STR("http://h/"), "a plain watch has the plain page");
}

static void test_cookies(struct world *w)
{
    struct store_watch row = { .user = w->ann, .page = 77 };
    struct str jar;
    ok(sealed_cookies_read(&w->arena, &w->store, &row, &jar, &w->e) == 0 && jar.len == 0, "no cookies yet");
    ok(sealed_cookies_write(&w->store, &row, STR("a=b"), &w->e) == 0, "kept: %s", w->e.text);
    ok(sealed_cookies_read(&w->arena, &w->store, &row, &jar, &w->e) == 0 && str_eq(jar, STR("a=b")), "and there");
    row.user = w->bob;
    ok(sealed_cookies_read(&w->arena, &w->store, &row, &jar, &w->e) == 0 && jar.len == 0, "for their user alone");
}

/* What an earlier weft wrote; a row that cannot be read stays. */
static void test_migrate(struct world *w)
{
    struct store_page page = { .url = STR("http://old/#weft-0123456789abcdef"), .canonical = STR("http://old/") }, bad = page, got;
    struct store_watch row = { .user = w->ann, .settings = STR("{\"bearer\":\"old\"}") },
                       damaged = { .user = w->ann, .settings = STR("{") };
    struct watch back;
    bad.url = STR("http://bad/");
    ok(store_page_add(&w->store, &page, &row.page, &w->e) == 0 && store_watch_put(&w->store, &row, &w->e) == 0
           && store_page_add(&w->store, &bad, &damaged.page, &w->e) == 0 && store_watch_put(&w->store, &damaged, &w->e) == 0,
       "an old watch and a damaged one");
    ok(sealed_adopt(&w->store, &w->e) == 0, "sealed: %s", w->e.text);
    row = row_of(w, w->ann, row.page);
    ok(str_find(row.settings, STR("old"), 0) == SIZE_MAX && sealed_read(&w->arena, &w->store, &row, &back, &w->e) == 0
           && str_eq(back.bearer, STR("old")),
       "the token left the row");
    ok(store_page_get(&w->arena, &w->store, row.page, &got, &w->e) == 0 && str_eq(got.url, STR("http://old/ (token)")),
       "the hash the name");
    eq_str(row_of(w, w->ann, damaged.page).settings, STR("{"), "what cannot be read stays");
    ok(sealed_migrate(&w->store, &w->e) == 0, "and a second time there is nothing to do");
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct world w = { 0 };
    if (ok(store_open(&w.store, folder_path(&w.arena, &folder, "w.db"), &(struct store_options){ .create = true }, &w.e) == 0
               && store_user_add(&w.store, STR("ann"), 1, &w.ann, &w.e) == 0
               && store_user_add(&w.store, STR("bob"), 1, &w.bob, &w.e) == 0,
           "a store: %s", w.e.text)) {
        test_read(&w);
        test_names(&w);
        test_cookies(&w);
        test_migrate(&w);
    }
    store_close(&w.store);
    arena_drop(&w.arena);
    return tap_done();
}
