/* Links in messages: they say what they would do, do it for their user alone, and only with the archive's own key. */
#include "archive/acts.h"

#include "flow/sealed.h"
#include "flow/watch.h"
#include "store/sentinel.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct world {
    struct arena arena;
    struct store store;
    struct settings settings;
    struct caller nobody; /* whoever opens the link */
    int64_t user, page;
    struct err e;
};

static void must(struct world *w, int code, const char *what)
{
    if (code == 0)
        return;
    printf("Bail out! %s: %s\n", what, w->e.text);
    exit(1);
}

static void build(struct world *w, const struct folder *folder)
{
    struct watch watch = { .title = STR("Prices") };
    struct setting_given given = { STR("https://weft.example"), SETTING_COMMAND_LINE, STR("--public-url") };
    must(w, store_open(&w->store, folder_path(&w->arena, folder, "w.db"), &(struct store_options){ .create = true }, &w->e),
         "open");
    must(w, store_user_add(&w->store, STR("ann"), 1, &w->user, &w->e), "user");
    must(w,
         store_page_add(&w->store, &(struct store_page){ .url = STR("http://a/"), .canonical = STR("http://a/") }, &w->page, &w->e),
         "page");
    must(w, sealed_write(&w->arena, &w->store, &(struct store_watch){ .user = w->user, .page = w->page }, &watch, &w->e), "watch");
    struct store_version v = { .page = w->page, .fetched_at = 10 };
    bool is_new;
    must(w, store_version_add(&w->store, &v, STR("<p>one"), &is_new, &w->e), "version");
    must(w, settings_defaults(&w->arena, &w->settings, &w->e), "settings");
    must(w, settings_set(&w->arena, &w->settings, SETTING_PUBLIC_URL, &given, &w->e), "settings");
    w->nobody = (struct caller){
        .who = { 0, STR("nobody"), ROLE_READER }, .store = &w->store, .settings = &w->settings, .arena = &w->arena, .now = 1000
    };
}

static struct str token_of(struct world *w, enum act_kind act)
{
    struct act_link link = { act, w->user, w->page, 1, 5000 };
    struct str address = act_address(&w->arena, &w->store, &w->settings, &link);
    ok(str_starts(address, STR("https://weft.example/k/")), "a link leads to weft");
    return str_sub(address, 23, address.len);
}

static struct watch watch_now(struct world *w)
{
    struct store_watched row;
    struct watch watch = { 0 };
    must(w, store_watched_page(&w->arena, &w->store, w->user, w->page, &row, &w->e), "watched");
    must(w, watch_read(&w->arena, row.watch.settings, &watch, &w->e), "watch");
    return watch;
}

static void test_acts(struct world *w)
{
    struct act_question q;
    struct store_seens seen;
    struct str dismiss = token_of(w, ACT_DISMISS);
    must(w, acts_read(&w->nobody, dismiss, &q, &w->e), "read");
    eq_str(q.words, STR("Dismiss the change of version 1"), "it says what it would do");
    eq_str(q.title, STR("Prices"), "and of which page");
    must(w, store_seen_list(&w->arena, &w->store, w->user, w->page, &seen, &w->e), "seen");
    eq_int(seen.n, 0, "and has done nothing yet");
    must(w, acts_do(&w->nobody, dismiss, &q, &w->e), "dismiss");
    must(w, acts_do(&w->nobody, dismiss, &q, &w->e), "dismiss twice");
    must(w, store_seen_list(&w->arena, &w->store, w->user, w->page, &seen, &w->e), "seen");
    ok(seen.n == 1 && seen.item[0].dismissed, "the change is dismissed");
    must(w, acts_do(&w->nobody, token_of(w, ACT_PAUSE), &q, &w->e), "pause");
    eq_str(watch_now(w).silent_until, STR("1970-01-08T00:00:01.000Z"), "a page is silent for a week");
    must(w, acts_do(&w->nobody, token_of(w, ACT_OFF), &q, &w->e), "off");
    ok(watch_now(w).notify.n == 1 && str_eq(watch_now(w).notify.item[0], STR("none")), "or for good");
}

static void test_sentinel(struct world *w)
{
    struct act_question q;
    struct store_sentinels list;
    struct store_sentinel s = { .user = w->user, .name = STR("prices"), .created_at = 1 };
    s.text = STR("CREATE SENTINEL prices ON \"http://a/\" MONITOR links;");
    int64_t id;
    must(w, store_sentinel_put(&w->store, &s, &id, &w->e), "sentinel");
    struct act_link link = { ACT_REST, w->user, w->page, id, 5000 };
    struct str address = act_address(&w->arena, &w->store, &w->settings, &link), token = str_sub(address, address.len, address.len);
    while (token.ptr > address.ptr && token.ptr[-1] != '/')
        token = (struct str){ token.ptr - 1, token.len + 1 };
    must(w, acts_do(&w->nobody, token, &q, &w->e), "rest");
    eq_str(q.words, STR("Switch off the sentinel prices"), "a link names its sentinel");
    must(w, store_sentinel_list(&w->arena, &w->store, w->user, &list, &w->e), "list");
    ok(list.n == 1 && list.item[0].disabled, "and switches it off");
    must(w, store_sentinel_remove(&w->store, id, &w->e), "remove");
    ok(acts_do(&w->nobody, token, &q, &w->e) == E_ABSENT, "one that is gone cannot be");
}

static void test_refused(struct world *w)
{
    struct act_question q;
    struct str token = token_of(w, ACT_OFF);
    w->nobody.now = 6000;
    ok(acts_do(&w->nobody, token, &q, &w->e) == E_DENIED, "not after its time");
    w->nobody.now = 1000;
    ok(acts_do(&w->nobody, STR("o.1.1.1.9999.00000000000000000000000000000000"), &q, &w->e) == E_DENIED, "nor without a signature");
    must(w, store_watch_remove(&w->store, w->user, w->page, &w->e), "remove");
    ok(acts_do(&w->nobody, token, &q, &w->e) == E_ABSENT, "nor for a page that is not watched any more");
    must(w, settings_defaults(&w->arena, &w->settings, &w->e), "settings");
    struct act_link link = { ACT_OFF, w->user, w->page, 1, 5000 };
    eq_str(act_address(&w->arena, &w->store, &w->settings, &link), STR(""), "where weft has no address there is no link");
}

int main(void)
{
    AUTO(folder) folder = folder_new();
    struct world w = { 0 };
    build(&w, &folder);
    test_acts(&w);
    test_sentinel(&w);
    test_refused(&w);
    store_close(&w.store);
    arena_drop(&w.arena);
    return tap_done();
}
