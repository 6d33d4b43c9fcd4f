/* The suite of every engine: transactions, pages, versions, time travel, users, marks, and care, all through store.h. */
#include <stdio.h>

#include "tests/store/conformance.h"

struct run {
    const struct conformance *c;
    struct store store;
    struct arena arena;
    struct err err;
};

#define CHECK(r, condition, what) (r)->c->point((condition), __FILE__, __LINE__, (what))
#define DONE(r, call, what) (r)->c->point((call) == 0, __FILE__, __LINE__, (what))

static int open_it(struct run *r, bool create, bool read_only)
{
    return store_open(&r->store, r->c->place,
                      &(struct store_options){ .engine = r->c->engine, .create = create, .read_only = read_only, .wait_ms = 200 },
                      &r->err);
}

static int64_t add_page(struct run *r, struct str url, int64_t due)
{
    int64_t id = 0;
    struct store_page p = { .url = url, .host = STR("a.example"), .added_at = 5, .next_check_at = due };
    return store_page_add(&r->store, &p, &id, &r->err) ? 0 : id;
}

/* The number the version got; 0 where nothing was new; -1 for a failure. */
static int64_t add_version(struct run *r, int64_t page, int64_t at, struct str body)
{
    bool is_new;
    struct store_version v = {
        .page = page, .fetched_at = at, .server_at = STORE_NEVER, .status = 200, .content_type = STR("text/html")
    };
    if (store_version_add(&r->store, &v, body, &is_new, &r->err))
        return -1;
    return is_new ? v.number : 0;
}

static bool reads(struct run *r, int64_t page, int64_t number, struct str want)
{
    struct str got;
    return store_version_body(&r->arena, &r->store, page, number, &got, &r->err) == 0 && str_eq(got, want);
}

static void run_opening(struct run *r)
{
    CHECK(r, open_it(r, false, false) != 0 && r->err.text[0], "a store that is not there is refused with words");
    DONE(r, open_it(r, true, false), "a store is made");
    store_close(&r->store);
    DONE(r, open_it(r, true, false), "one that is there is opened");
    store_close(&r->store);
    DONE(r, open_it(r, false, true), "and for reading only");
    CHECK(r, add_page(r, STR("http://a.example/"), 1) == 0 && r->err.code == E_USAGE, "which refuses to write");
    store_close(&r->store);
    store_close(&r->store);
    DONE(r, open_it(r, false, false), "closing twice is fine");
}

static void run_pages(struct run *r)
{
    struct store_page p;
    struct store_pages list;
    int64_t one = add_page(r, STR("http://a.example/1"), 300), two = add_page(r, STR("http://a.example/2?\xc3\xa4"), 100), at;
    CHECK(r, one > 0 && two > one, "pages get ids that go up");
    CHECK(r, add_page(r, STR("http://a.example/1"), 7) == one, "the same URL is the same page");
    CHECK(r, add_page(r, STR(""), 7) == 0 && r->err.code == E_USAGE, "no page without URL");
    DONE(r, store_page_get(&r->arena, &r->store, two, &p, &r->err), "a page by its id");
    CHECK(r, str_eq(p.url, STR("http://a.example/2?\xc3\xa4")) && str_eq(p.canonical, p.url) && str_eq(p.host, STR("a.example")),
          "its texts");
    CHECK(r, p.added_at == 5 && p.checked_at == STORE_NEVER && p.next_check_at == 100 && p.errors == 0, "its times");
    CHECK(r, store_page_find(&r->arena, &r->store, STR("http://none/"), &p, &r->err) == E_USAGE, "a URL that is not there");
    p = (struct store_page){ .id = one, .checked_at = 290, .next_check_at = 50, .etag = STR("\"x\""), .errors = 2 };
    DONE(r, store_page_schedule(&r->store, &p, &r->err), "what a check leaves behind");
    DONE(r, store_page_find(&r->arena, &r->store, STR("http://a.example/1"), &p, &r->err), "a page by its URL");
    CHECK(r, p.checked_at == 290 && p.next_check_at == 50 && str_eq(p.etag, STR("\"x\"")) && p.errors == 2, "is as it was left");
    DONE(r, store_due(&r->arena, &r->store, 99, 10, &list, &r->err), "what is due");
    CHECK(r, list.n == 1 && list.item[0].id == one, "is one page");
    DONE(r, store_due(&r->arena, &r->store, 100, 10, &list, &r->err), "what is due later");
    CHECK(r, list.n == 2 && list.item[0].id == one && list.item[1].id == two, "are two, the longest due first");
    CHECK(r, store_next_due(&r->store, &at, &r->err) == 0 && at == 50, "when the next is due");
    DONE(r, store_pages(&r->arena, &r->store, one, 10, &list, &r->err), "pages behind the first");
    CHECK(r, list.n == 1 && list.item[0].id == two, "are the second");
    p = (struct store_page){ .url = STR("http://a.example/1#form"),
                             .canonical = STR("http://a.example/1"),
                             .next_check_at = STORE_NEVER };
    DONE(r, store_page_add(&r->store, &p, &at, &r->err), "a page of the same canonical form");
    DONE(r, store_pages_alike(&r->arena, &r->store, STR("http://a.example/1"), &list, &r->err), "pages of one canonical form");
    CHECK(r, list.n == 2 && list.item[0].id == one && list.item[1].id == at, "are both");
    DONE(r, store_page_remove(&r->store, at, &r->err), "and one goes");
    p = (struct store_page){ .id = 999999, .checked_at = 1, .next_check_at = STORE_NEVER };
    CHECK(r, store_page_schedule(&r->store, &p, &r->err) == E_USAGE, "no page, no schedule");
}

static int mark(struct run *r, int64_t page, int64_t number, bool suspect, bool quiet)
{
    return store_version_mark(
        &r->store, &(struct store_version){ .page = page, .number = number, .suspect = suspect, .quiet = quiet }, &r->err);
}

static void run_versions(struct run *r)
{
    int64_t page = add_page(r, STR("http://a.example/v"), STORE_NEVER);
    struct store_version v;
    struct store_versions list;
    CHECK(r, store_version_newest(&r->arena, &r->store, page, &v, &r->err) == E_USAGE, "a page without versions has no newest");
    CHECK(r, add_version(r, page, 1000, STR("alpha")) == 1, "the first version is 1");
    CHECK(r, add_version(r, page, 2000, STR("alpha")) == 0, "the same bytes make no version");
    CHECK(r, add_version(r, page, 3000, STR("beta\0\xff")) == 2, "other bytes do");
    CHECK(r, add_version(r, page, 4000, STR("alpha")) == 3, "and bytes that were there before do again");
    CHECK(r, add_version(r, page, 4000, STR("")) == 4, "an empty body is one, too");
    CHECK(r,
          reads(r, page, 1, STR("alpha")) && reads(r, page, 2, STR("beta\0\xff")) && reads(r, page, 3, STR("alpha"))
              && reads(r, page, 4, STR("")),
          "all of them read back");
    CHECK(r, store_version_body(&r->arena, &r->store, page, 5, &(struct str){ 0 }, &r->err) == E_USAGE,
          "what is not there does not");
    DONE(r, store_version_first(&r->arena, &r->store, page, &v, &r->err), "the first");
    CHECK(r,
          v.number == 1 && v.bytes == 5 && v.status == 200 && str_eq(v.content_type, STR("text/html"))
              && v.server_at == STORE_NEVER,
          "is told");
    DONE(r, store_version_as_of(&r->arena, &r->store, page, 2999, &v, &r->err), "as of a moment before the second");
    CHECK(r, v.number == 1, "stood the first");
    CHECK(r, store_version_as_of(&r->arena, &r->store, page, 3000, &v, &r->err) == 0 && v.number == 2,
          "as of its own moment the second");
    CHECK(r, store_version_as_of(&r->arena, &r->store, page, 9999, &v, &r->err) == 0 && v.number == 4,
          "of one moment the highest number");
    CHECK(r, store_version_as_of(&r->arena, &r->store, page, 999, &v, &r->err) == E_USAGE, "before the first there was none");
    CHECK(r, store_version_list(&r->arena, &r->store, page, &list, &r->err) == 0 && list.n == 4 && list.item[3].number == 4,
          "the list of all");
    DONE(r, mark(r, page, 4, true, false), "a version becomes suspect");
    CHECK(r, store_version_get(&r->arena, &r->store, page, 4, &v, &r->err) == 0 && v.suspect && !v.quiet, "and is");
    DONE(r, mark(r, page, 4, false, true), "then quiet");
    CHECK(r, store_version_get(&r->arena, &r->store, page, 4, &v, &r->err) == 0 && !v.suspect && v.quiet, "and is");
    CHECK(r, mark(r, page, 9, true, true) == E_USAGE, "what is not there cannot");
    CHECK(r, add_version(r, 999999, 1, STR("x")) == -1 && r->err.code == E_USAGE, "no page, no version");
}

static void run_transactions(struct run *r)
{
    int64_t page = add_page(r, STR("http://a.example/t"), STORE_NEVER);
    {
        AUTO(store_tx) tx = { 0 };
        DONE(r, store_begin(&r->store, &tx, &r->err), "a transaction begins");
        CHECK(r, add_version(r, page, 1, STR("one")) == 1, "a version inside");
    }
    CHECK(r, add_version(r, page, 1, STR("two")) == 1, "is gone when the transaction is dropped");
    {
        AUTO(store_tx) tx = { 0 };
        DONE(r, store_begin(&r->store, &tx, &r->err), "another");
        CHECK(r, add_version(r, page, 2, STR("three")) == 2 && add_version(r, page, 3, STR("four")) == 3, "with two versions");
        DONE(r, store_commit(&tx, &r->err), "commits");
    }
    CHECK(r, reads(r, page, 2, STR("three")) && reads(r, page, 3, STR("four")), "and both are there");
    {
        AUTO(store_tx) tx = { 0 };
        DONE(r, store_begin(&r->store, &tx, &r->err), "an outer one");
        CHECK(r, add_version(r, page, 4, STR("five")) == 4 && add_version(r, 999999, 4, STR("five")) == -1,
              "with a part that fails");
        CHECK(r, store_commit(&tx, &r->err) == E_USAGE, "cannot commit");
    }
    CHECK(r, !reads(r, page, 4, STR("five")), "and leaves nothing");
    AUTO(store_tx) tx = { 0 };
    DONE(r, store_begin_read(&r->store, &tx, &r->err), "one for reading");
    CHECK(r, reads(r, page, 3, STR("four")), "reads");
    CHECK(r, add_version(r, page, 9, STR("six")) == -1 && r->err.code == E_USAGE, "and does not write");
}

/* `user` watches the page and another that is new, and has seen its two versions. */
static void run_marks(struct run *r, int64_t user, int64_t page)
{
    struct store_watches watches;
    struct store_news news;
    add_version(r, page, 40, STR("3"));
    CHECK(r, mark(r, page, 3, true, false) == 0 && store_news(&r->arena, &r->store, user, &news, &r->err) == 0 && news.n == 1,
          "a suspect version is no news");
    CHECK(r, mark(r, page, 3, false, true) == 0 && store_news(&r->arena, &r->store, user, &news, &r->err) == 0 && news.n == 1,
          "nor is a quiet one");
    CHECK(r, mark(r, page, 3, false, false) == 0 && store_news(&r->arena, &r->store, user, &news, &r->err) == 0 && news.n == 2,
          "any other is");
    CHECK(r,
          store_page_watches(&r->arena, &r->store, page, &watches, &r->err) == 0 && watches.n == 1 && watches.item[0].user == user,
          "the watches of a page");
}

static void run_names(struct run *r, int64_t ann)
{
    struct store_users users;
    CHECK(r, store_user_rename(&r->store, ann, STR("bob"), &r->err) == E_USAGE, "no two users have one name");
    CHECK(r, store_user_rename(&r->store, ann, STR(""), &r->err) == E_USAGE, "nor has one none");
    CHECK(r, store_user_rename(&r->store, 999999, STR("cy"), &r->err) == E_USAGE, "nobody is renamed to nothing");
    CHECK(r,
          store_user_rename(&r->store, ann, STR("anna"), &r->err) == 0
              && store_user_list(&r->arena, &r->store, &users, &r->err) == 0 && str_eq(users.item[0].name, STR("anna"))
              && users.item[0].id == ann,
          "a user with another name is the same");
}

static void run_users(struct run *r)
{
    int64_t page = add_page(r, STR("http://a.example/u"), STORE_NEVER),
            other = add_page(r, STR("http://a.example/u2"), STORE_NEVER), ann, bob;
    struct store_users users;
    struct store_watches watches;
    struct store_seens seen;
    struct store_news news;
    add_version(r, page, 10, STR("1"));
    add_version(r, page, 20, STR("2"));
    add_version(r, other, 15, STR("1"));
    DONE(r, store_user_add(&r->store, STR("ann"), 1, &ann, &r->err), "a user");
    DONE(r, store_user_add(&r->store, STR("bob"), 2, &bob, &r->err), "another");
    CHECK(r, store_user_list(&r->arena, &r->store, &users, &r->err) == 0 && users.n == 2 && str_eq(users.item[1].name, STR("bob")),
          "the list of users");
    DONE(r, store_watch_put(&r->store, &(struct store_watch){ ann, page, 3, STR("{}") }, &r->err), "a watch");
    DONE(r, store_watch_put(&r->store, &(struct store_watch){ ann, other, 3, STR("") }, &r->err), "another watch");
    DONE(r, store_watch_put(&r->store, &(struct store_watch){ ann, page, 9, STR("{\"every\":1}") }, &r->err), "other settings");
    CHECK(r, store_watch_put(&r->store, &(struct store_watch){ ann, 999999, 9, STR("") }, &r->err) == E_USAGE,
          "no watch of no page");
    CHECK(r,
          store_watch_list(&r->arena, &r->store, &(struct store_watch){ .user = ann }, 10, &watches, &r->err) == 0 && watches.n == 2
              && watches.item[0].added_at == 3 && str_eq(watches.item[0].settings, STR("{\"every\":1}")),
          "the watches of a user");
    CHECK(r,
          store_news(&r->arena, &r->store, ann, &news, &r->err) == 0 && news.n == 2 && news.item[0].page == page
              && news.item[0].newest == 2 && news.item[0].seen == 0,
          "all is new at first, the newest first");
    DONE(r, store_seen_add(&r->store, &(struct store_seen){ ann, page, 2, 30, false }, &r->err), "a version was seen");
    CHECK(r, store_news(&r->arena, &r->store, ann, &news, &r->err) == 0 && news.n == 1 && news.item[0].page == other,
          "and is new no more");
    DONE(r, store_keep(&r->store, &(struct store_seen){ .user = ann, .page = page, .number = 1, .kept = true }, &r->err),
         "one is kept");
    CHECK(r,
          store_seen_list(&r->arena, &r->store, ann, page, &seen, &r->err) == 0 && seen.n == 2 && seen.item[0].kept
              && seen.item[0].seen_at == STORE_NEVER && seen.item[1].seen_at == 30,
          "the set of versions seen and kept");
    CHECK(r, store_seen_list(&r->arena, &r->store, bob, page, &seen, &r->err) == 0 && seen.n == 0, "is another for each user");
    CHECK(r, store_seen_add(&r->store, &(struct store_seen){ ann, page, 7, 30, false }, &r->err) == E_USAGE,
          "no version, nothing seen");
    run_marks(r, ann, page);
    DONE(r, store_watch_remove(&r->store, ann, other, &r->err), "a watch goes");
    CHECK(r, store_watch_remove(&r->store, ann, other, &r->err) == E_USAGE, "once");
    run_names(r, ann);
    DONE(r, store_user_remove(&r->store, ann, &r->err), "a user goes");
    CHECK(r, store_seen_list(&r->arena, &r->store, ann, page, &seen, &r->err) == 0 && seen.n == 0, "with what they saw");
}

static void run_hosts(struct run *r)
{
    struct store_hosts hosts;
    CHECK(r, store_host_list(&r->arena, &r->store, &hosts, &r->err) == 0 && hosts.n == 0, "nothing is known of a host");
    DONE(r, store_host_put(&r->store, &(struct store_host){ STR("http://h"), STR("1") }, &r->err), "until it is");
    DONE(r, store_host_put(&r->store, &(struct store_host){ STR("http://h"), STR("2") }, &r->err), "and more");
    DONE(r, store_host_put(&r->store, &(struct store_host){ STR("http://g"), STR("3") }, &r->err), "of two");
    CHECK(r,
          store_host_list(&r->arena, &r->store, &hosts, &r->err) == 0 && hosts.n == 2
              && str_eq(hosts.item[0].origin, STR("http://g")),
          "the list of hosts");
    CHECK(r, hosts.n == 2 && str_eq(hosts.item[1].facts, STR("2")), "the last word counts");
    CHECK(r, store_host_put(&r->store, &(struct store_host){ STR(""), STR("2") }, &r->err) == E_USAGE, "a host has an origin");
}

static void run_care(struct run *r)
{
    struct store_report report = { 0 };
    struct store_swept swept;
    struct store_page p;
    int64_t shared = add_page(r, STR("http://a.example/shared"), STORE_NEVER);
    add_version(r, shared, 1, STR("alpha"));
    DONE(r, store_page_find(&r->arena, &r->store, STR("http://a.example/v"), &p, &r->err), "a page with versions");
    DONE(r, store_page_remove(&r->store, p.id, &r->err), "goes");
    CHECK(r, store_page_remove(&r->store, p.id, &r->err) == E_USAGE, "once");
    DONE(r, store_gc(&r->store, &(struct store_policy){ .reclaim = true }, &swept, &r->err), "rubbish is collected");
    CHECK(r, swept.blobs > 0 && swept.versions == 0, "bodies that nobody has");
    CHECK(r, reads(r, shared, 1, STR("alpha")), "but not one that another page shares");
    DONE(r, store_verify(&r->store, false, &report, &r->err), "the store is looked at");
    CHECK(r, report.faults == 0 && report.lost == 0 && report.versions > 5, "and is whole");
}

void conformance_run(const struct conformance *c)
{
    struct run r = { .c = c };
    run_opening(&r);
    run_pages(&r);
    run_versions(&r);
    run_transactions(&r);
    run_users(&r);
    run_hosts(&r);
    run_care(&r);
    store_close(&r.store);
    arena_drop(&r.arena);
}
