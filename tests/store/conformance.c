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
        .page = page, .fetched_at = at, .server_at = NEVER, .status = 200, .content_type = STR("text/html")
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

/* The first page, due at 50, and another of its host, due at 100. */
static void run_due(struct run *r, struct store_page *p, int64_t two)
{
    struct store_pages list;
    int64_t at;
    struct store_lease lease = { STR("pages"), 99, 200, 10, 10, false };
    DONE(r, store_lease(&r->arena, &r->store, &lease, &list, &r->err), "what is due");
    CHECK(r, list.n == 1 && list.item[0].id == p->id, "is one page");
    lease.now = 100;
    DONE(r, store_lease(&r->arena, &r->store, &lease, &list, &r->err), "what is due later");
    CHECK(r, list.n == 2 && list.item[0].id == p->id && list.item[1].id == two, "are two, the longest due first");
    p->best_effort = true;
    p->learnt = (struct str){ "a\0b", 3 };
    DONE(r, store_page_schedule(&r->store, p, &r->err), "what nobody was promised");
    DONE(r, store_lease(&r->arena, &r->store, &lease, &list, &r->err), "what is due");
    CHECK(r, list.n == 2 && list.item[0].id == two && list.item[1].id == p->id, "comes behind what is promised");
    CHECK(r, list.item[1].best_effort && str_eq(list.item[1].learnt, p->learnt), "and is what it was");
    p->best_effort = false;
    DONE(r, store_page_schedule(&r->store, p, &r->err), "a promise again");
    lease.now = 40;
    CHECK(r, store_lease_next(&r->store, &lease, &at, &r->err) == 0 && at == 50, "when the next is due");
    DONE(r, store_lease_end(&r->store, lease.worker, 0, &r->err), "the worker goes");
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
    CHECK(r, p.added_at == 5 && p.checked_at == NEVER && p.next_check_at == 100 && p.errors == 0, "its times");
    CHECK(r, store_page_find(&r->arena, &r->store, STR("http://none/"), &p, &r->err) == E_ABSENT, "a URL that is not there");
    p = (struct store_page){ .id = one, .checked_at = 290, .next_check_at = 50, .etag = STR("\"x\""), .errors = 2 };
    DONE(r, store_page_schedule(&r->store, &p, &r->err), "what a check leaves behind");
    DONE(r, store_page_find(&r->arena, &r->store, STR("http://a.example/1"), &p, &r->err), "a page by its URL");
    CHECK(r, p.checked_at == 290 && p.next_check_at == 50 && str_eq(p.etag, STR("\"x\"")) && p.errors == 2, "is as it was left");
    run_due(r, &p, two);
    DONE(r, store_pages(&r->arena, &r->store, one, 10, &list, &r->err), "pages behind the first");
    CHECK(r, list.n == 1 && list.item[0].id == two, "are the second");
    p = (struct store_page){ .url = STR("http://a.example/1#form"),
                             .canonical = STR("http://a.example/1"),
                             .next_check_at = NEVER };
    DONE(r, store_page_add(&r->store, &p, &at, &r->err), "a page of the same canonical form");
    DONE(r, store_pages_alike(&r->arena, &r->store, STR("http://a.example/1"), &list, &r->err), "pages of one canonical form");
    CHECK(r, list.n == 2 && list.item[0].id == one && list.item[1].id == at, "are both");
    CHECK(r, store_page_rename(&r->store, at, STR("http://a.example/1"), &r->err) == E_USAGE, "no two have one name");
    DONE(r, store_page_rename(&r->store, one, STR("http://a.example/1#login"), &r->err), "a page gets another name");
    DONE(r, store_pages_alike(&r->arena, &r->store, STR("http://a.example/1"), &list, &r->err), "and its canonical form");
    CHECK(r, list.n == 2 && str_eq(list.item[0].url, STR("http://a.example/1#login")), "stays");
    DONE(r, store_page_rename(&r->store, one, STR("http://a.example/1"), &r->err), "and back");
    CHECK(r, store_page_rename(&r->store, 999999, STR("x"), &r->err) == E_ABSENT, "no page, no name");
    DONE(r, store_page_remove(&r->store, at, &r->err), "and one goes");
    p = (struct store_page){ .id = 999999, .checked_at = 1, .next_check_at = NEVER };
    CHECK(r, store_page_schedule(&r->store, &p, &r->err) == E_ABSENT, "no page, no schedule");
}

static int mark(struct run *r, int64_t page, int64_t number, bool suspect, bool quiet)
{
    return store_version_mark(
        &r->store, &(struct store_version){ .page = page, .number = number, .suspect = suspect, .quiet = quiet }, &r->err);
}

static void run_versions(struct run *r)
{
    int64_t page = add_page(r, STR("http://a.example/v"), NEVER);
    struct store_version v;
    struct store_versions list;
    CHECK(r, store_version_newest(&r->arena, &r->store, page, &v, &r->err) == E_ABSENT, "a page without versions has no newest");
    CHECK(r, add_version(r, page, 1000, STR("alpha")) == 1, "the first version is 1");
    CHECK(r, add_version(r, page, 2000, STR("alpha")) == 0, "the same bytes make no version");
    CHECK(r, add_version(r, page, 3000, STR("beta\0\xff")) == 2, "other bytes do");
    CHECK(r, add_version(r, page, 4000, STR("alpha")) == 3, "and bytes that were there before do again");
    CHECK(r, add_version(r, page, 4000, STR("")) == 4, "an empty body is one, too");
    CHECK(r,
          reads(r, page, 1, STR("alpha")) && reads(r, page, 2, STR("beta\0\xff")) && reads(r, page, 3, STR("alpha"))
              && reads(r, page, 4, STR("")),
          "all of them read back");
    CHECK(r, store_version_body(&r->arena, &r->store, page, 5, &(struct str){ 0 }, &r->err) == E_ABSENT,
          "what is not there does not");
    DONE(r, store_version_first(&r->arena, &r->store, page, &v, &r->err), "the first");
    CHECK(r, v.number == 1 && v.bytes == 5 && v.status == 200 && str_eq(v.content_type, STR("text/html")) && v.server_at == NEVER,
          "is told");
    DONE(r, store_version_as_of(&r->arena, &r->store, page, 2999, &v, &r->err), "as of a moment before the second");
    CHECK(r, v.number == 1, "stood the first");
    CHECK(r, store_version_as_of(&r->arena, &r->store, page, 3000, &v, &r->err) == 0 && v.number == 2,
          "as of its own moment the second");
    CHECK(r, store_version_as_of(&r->arena, &r->store, page, 9999, &v, &r->err) == 0 && v.number == 4,
          "of one moment the highest number");
    CHECK(r, store_version_as_of(&r->arena, &r->store, page, 999, &v, &r->err) == E_ABSENT, "before the first there was none");
    CHECK(r, store_version_list(&r->arena, &r->store, page, &list, &r->err) == 0 && list.n == 4 && list.item[3].number == 4,
          "the list of all");
    DONE(r, mark(r, page, 4, true, false), "a version becomes suspect");
    CHECK(r, store_version_get(&r->arena, &r->store, page, 4, &v, &r->err) == 0 && v.suspect && !v.quiet, "and is");
    DONE(r, mark(r, page, 4, false, true), "then quiet");
    CHECK(r, store_version_get(&r->arena, &r->store, page, 4, &v, &r->err) == 0 && !v.suspect && v.quiet, "and is");
    CHECK(r, mark(r, page, 9, true, true) == E_ABSENT, "what is not there cannot");
    CHECK(r, add_version(r, 999999, 1, STR("x")) == -1 && r->err.code == E_ABSENT, "no page, no version");
}

static bool glances(struct run *r, int64_t page, int64_t number, bool suspect)
{
    struct store_version v;
    return store_version_glance(&r->store, page, &v, &r->err) == 0 && v.number == number && v.suspect == suspect && v.page == page;
}

static void run_glance(struct run *r)
{
    int64_t page = add_page(r, STR("http://a.example/glance"), NEVER);
    CHECK(r, glances(r, page, 0, false), "a page without versions shows none at a glance");
    CHECK(r, add_version(r, page, 1, STR("one")) == 1 && add_version(r, page, 2, STR("two")) == 2, "two versions");
    CHECK(r, glances(r, page, 2, false), "the newest");
    CHECK(r, mark(r, page, 2, true, false) == 0 && glances(r, page, 2, true), "is suspect");
}

static void run_transactions(struct run *r)
{
    int64_t page = add_page(r, STR("http://a.example/t"), NEVER);
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

/* The version concerns the user, as a check would say. */
static int concern(struct run *r, int64_t user, int64_t page, int64_t number, const char *headline)
{
    int64_t id;
    struct store_event event = {
        .user = user,
        .page = page,
        .number = number,
        .at = 100 + number,
        .kind = STORE_EVENT_CHANGED,
        .importance = 0.25,
        .counts = { .changes = { 1, 2, 3 }, .words_inserted = 4, .words_deleted = 5 },
        .headline = str_of(headline),
    };
    return store_event_put(&r->store, &event, &id, &r->err);
}

/* How many events of the page are new for the user; page 0: how many pages are. */
static uint32_t n_new(struct run *r, int64_t user, int64_t page)
{
    struct store_news news;
    struct store_events events;
    if (store_news(&r->arena, &r->store, user, 0, &news, &r->err)
        || store_event_list(&r->arena, &r->store, &(struct store_event_query){ .user = user, .page = page, .unseen = true },
                            &events, &r->err))
        return UINT32_MAX;
    for (uint32_t i = 0; i < news.n; i++)
        if (news.item[i].page == page && news.item[i].n_events != events.n)
            return UINT32_MAX; /* the two must agree */
    return page ? events.n : news.n;
}

static void run_verdicts(struct run *r, int64_t page)
{
    struct store_verdict v = { .page = page,
                               .number = 2,
                               .before = 1,
                               .importance = 0.123456,
                               .counts = { { 7, 8, 9 }, 10, 11 },
                               .headline = STR("Tea is dearer"),
                               .reasons = STR("[\"a\"]"),
                               .chance = 0.25 };
    struct store_verdict got;
    struct store_verdicts list;
    CHECK(r, store_verdict_get(&r->arena, &r->store, page, 2, &got, &r->err) == E_ABSENT, "no verdict yet");
    DONE(r, store_verdict_put(&r->store, &v, &r->err), "a verdict");
    DONE(r, store_verdict_get(&r->arena, &r->store, page, 2, &got, &r->err), "is kept");
    CHECK(r,
          got.importance == 0.123456 && got.chance == 0.25 && got.before == 1
              && memcmp(&got.counts, &v.counts, sizeof v.counts) == 0 && str_eq(got.headline, v.headline)
              && str_eq(got.reasons, v.reasons) && got.held_back.len == 0,
          "as it was made");
    v.importance = -1;
    v.held_back = STR("[]");
    DONE(r, store_verdict_put(&r->store, &v, &r->err), "another takes its place");
    CHECK(r, store_verdict_list(&r->arena, &r->store, page, &list, &r->err) == 0 && list.n == 1 && list.item[0].importance < 0,
          "and is the one");
    v.number = 99;
    CHECK(r, store_verdict_put(&r->store, &v, &r->err) == E_ABSENT, "no version, no verdict");
}

/* What was taught of a page, and what was held back of it: each user's own. */
static void run_lessons(struct run *r, int64_t page, int64_t ann, int64_t bob)
{
    struct store_lesson told = {
        .user = ann, .page = page, .number = 2, .kind = STORE_LESSON_TOLD, .announces = true, .keys = STR("00ff")
    };
    struct store_lessons list;
    struct store_held_list held;
    struct store_held_query query = { .user = ann, .page = page, .seen = true };
    DONE(r, store_lesson_put(&r->store, &told, &r->err), "a lesson");
    told.kind = STORE_LESSON_PART;
    DONE(r, store_lesson_put(&r->store, &told, &r->err), "another of the same version");
    CHECK(r, store_lesson_list(&r->arena, &r->store, 0, page, &list, &r->err) == 0 && list.n == 1, "takes its place");
    CHECK(r, list.item[0].kind == STORE_LESSON_PART && list.item[0].announces && str_eq(list.item[0].keys, STR("00ff")),
          "as it was");
    CHECK(r, store_lesson_list(&r->arena, &r->store, bob, page, &list, &r->err) == 0 && list.n == 0, "others have none");
    CHECK(r, store_lesson_remove(&r->store, &told, &r->err) == 0 && store_lesson_remove(&r->store, &told, &r->err) == 0, "it goes");
    CHECK(r, store_lesson_list(&r->arena, &r->store, ann, page, &list, &r->err) == 0 && list.n == 0, "and is gone");
    CHECK(r, store_held(&r->arena, &r->store, &query, &held, &r->err) == 0 && held.n == 1 && held.item[0].number == 3,
          "what was held back");
    query.user = bob;
    CHECK(r, store_held(&r->arena, &r->store, &query, &held, &r->err) == 0 && held.n == 0, "from those who watch");
    DONE(r, store_event_retract(&r->store, bob, page, 4, &r->err), "another's event is not touched");
    CHECK(r, n_new(r, ann, page) == 1, "by one who has none");
    DONE(r, store_event_retract(&r->store, ann, page, 4, &r->err), "one's own is taken back");
    query = (struct store_held_query){ .user = ann, .page = page };
    CHECK(r, n_new(r, ann, page) == 0 && store_held(&r->arena, &r->store, &query, &held, &r->err) == 0, "it is held back");
    CHECK(r, held.n == 2 && held.item[0].number == 4 && held.item[1].number == 3 && !held.item[0].dismissed, "from its user");
    uint64_t n_held = 0;
    CHECK(r, store_held_count(&r->store, ann, &n_held, &r->err) == 0 && n_held == 2, "and counted");
    DONE(r, concern(r, ann, page, 4, "better words"), "and told again");
}

/* A page whose history is known to the letter: what is new for whom, and when. */
static void run_events(struct run *r, int64_t ann, int64_t bob)
{
    int64_t page = add_page(r, STR("http://a.example/e"), NEVER);
    struct store_watch watch = { .user = ann, .page = page, .added_at = 1 };
    struct store_events list;
    struct store_news news;
    add_version(r, page, 10, STR("e1"));
    add_version(r, page, 20, STR("e2"));
    run_verdicts(r, page);
    DONE(r, store_watch_put(&r->store, &watch, &r->err), "who begins to watch");
    CHECK(r, concern(r, ann, page, 2, "old") == 0 && n_new(r, ann, page) == 0, "begins at the newest version");
    add_version(r, page, 30, STR("e3"));
    CHECK(r, n_new(r, ann, page) == 0, "a version that concerns nobody is not new");
    add_version(r, page, 40, STR("e4"));
    DONE(r, concern(r, ann, page, 4, "first words"), "one that does");
    DONE(r, concern(r, ann, page, 4, "better words"), "is told once, in the last words");
    CHECK(r, store_news(&r->arena, &r->store, ann, 0, &news, &r->err) == 0 && news.n == 2, "is new");
    CHECK(r,
          news.item[0].newest == 4 && news.item[0].seen == 2 && news.item[0].n_events == 1
              && str_eq(news.item[0].event->headline, STR("better words")) && news.item[0].event->importance == 0.25
              && news.item[0].event->counts.changes[2] == 3 && news.item[0].event->counts.words_deleted == 5,
          "with all that was said of it");
    CHECK(r, n_new(r, bob, page) == 0, "for those whom it concerns");
    struct store_seen mark = { .user = ann, .page = page, .number = 4, .dismissed = true };
    CHECK(r, store_dismiss(&r->store, &mark, &r->err) == 0 && n_new(r, ann, page) == 0, "not when it was dismissed");
    mark.dismissed = false;
    CHECK(r, store_dismiss(&r->store, &mark, &r->err) == 0 && n_new(r, ann, page) == 1, "which can be taken back");
    run_lessons(r, page, ann, bob);
    add_version(r, page, 50, STR("e3"));
    DONE(r, concern(r, ann, page, 5, "back"), "the page goes back");
    CHECK(r, n_new(r, ann, page) == 0, "to what was seen, or differed in nothing that concerns the user: nothing is new");
    add_version(r, page, 60, STR("e6"));
    DONE(r, concern(r, ann, page, 6, "and on"), "it changes again");
    CHECK(r, store_news(&r->arena, &r->store, ann, 0, &news, &r->err) == 0 && news.item[0].n_events == 3, "all is new");
    CHECK(r, store_event_withdraw(&r->store, page, 6, &r->err) == 0, "an event is taken back");
    CHECK(r,
          store_event_list(&r->arena, &r->store, &(struct store_event_query){ .user = ann, .page = page }, &list, &r->err) == 0
              && list.n == 3 && list.item[0].number == 5,
          "and is listed no more");
    mark = (struct store_seen){ .user = ann, .page = page, .number = 6, .seen_at = 70 };
    CHECK(r, store_seen_add(&r->store, &mark, &r->err) == 0 && n_new(r, ann, page) == 0, "what was seen is not new");
    CHECK(
        r,
        store_event_list(&r->arena, &r->store, &(struct store_event_query){ .user = ann, .page = page, .limit = 2 }, &list, &r->err)
                == 0
            && list.n == 2,
        "but listed all the same");
    CHECK(r, concern(r, ann, page, 77, "none") == E_ABSENT, "no version, no event");
}

static void run_names(struct run *r, int64_t ann)
{
    struct store_users users;
    CHECK(r, store_user_rename(&r->store, ann, STR("bob"), &r->err) == E_USAGE, "no two users have one name");
    CHECK(r, store_user_rename(&r->store, ann, STR(""), &r->err) == E_USAGE, "nor has one none");
    CHECK(r, store_user_rename(&r->store, 999999, STR("cy"), &r->err) == E_ABSENT, "nobody is renamed to nothing");
    CHECK(r,
          store_user_rename(&r->store, ann, STR("anna"), &r->err) == 0
              && store_user_list(&r->arena, &r->store, &users, &r->err) == 0 && str_eq(users.item[0].name, STR("anna"))
              && users.item[0].id == ann,
          "a user with another name is the same");
}

static void run_settings(struct run *r, int64_t user)
{
    struct store_settings list;
    struct store_secrets secrets;
    DONE(r, store_setting_put(&r->store, &(struct store_setting){ user, STR("every"), STR("1d") }, &r->err), "a setting");
    DONE(r, store_setting_put(&r->store, &(struct store_setting){ user, STR("every"), STR("2d") }, &r->err), "another value");
    CHECK(r,
          store_setting_list(&r->arena, &r->store, user, &list, &r->err) == 0 && list.n == 1
              && str_eq(list.item[0].value, STR("2d")),
          "is the one");
    CHECK(r, store_setting_put(&r->store, &(struct store_setting){ 99999, STR("x"), STR("y") }, &r->err) == E_ABSENT, "of a user");
    DONE(r, store_setting_put(&r->store, &(struct store_setting){ user, STR("every"), STR("") }, &r->err), "and goes");
    CHECK(r, store_setting_list(&r->arena, &r->store, user, &list, &r->err) == 0 && list.n == 0, "altogether");
    DONE(r, store_secret_put(&r->store, &(struct store_secret){ user, 0, STR("mail"), STR("\0\1") }, &r->err), "a secret");
    CHECK(r,
          store_secret_list(&r->arena, &r->store, user, 0, &secrets, &r->err) == 0 && secrets.n == 1
              && str_eq(secrets.item[0].bytes, STR("\0\1")),
          "is bytes");
    CHECK(r, store_secret_list(&r->arena, &r->store, user, 1, &secrets, &r->err) == 0 && secrets.n == 0, "of one page or none");
    DONE(r, store_secret_put(&r->store, &(struct store_secret){ user, 0, STR("mail"), STR("") }, &r->err), "and goes, too");
}

static void run_users(struct run *r)
{
    int64_t page = add_page(r, STR("http://a.example/u"), NEVER), other = add_page(r, STR("http://a.example/u2"), NEVER), ann, bob;
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
    DONE(r,
         store_watch_put(&r->store, &(struct store_watch){ .user = ann, .page = page, .added_at = 3, .settings = STR("{}") },
                         &r->err),
         "a watch");
    DONE(r,
         store_watch_put(&r->store, &(struct store_watch){ .user = ann, .page = other, .added_at = 3, .settings = STR("") },
                         &r->err),
         "another watch");
    DONE(r,
         store_watch_put(&r->store,
                         &(struct store_watch){ .user = ann, .page = page, .added_at = 9, .settings = STR("{\"every\":1}") },
                         &r->err),
         "other settings");
    CHECK(r,
          store_watch_put(&r->store, &(struct store_watch){ .user = ann, .page = 999999, .added_at = 9, .settings = STR("") },
                          &r->err)
              == E_ABSENT,
          "no watch of no page");
    CHECK(r,
          store_watch_list(&r->arena, &r->store, &(struct store_watch){ .user = ann }, 10, &watches, &r->err) == 0 && watches.n == 2
              && watches.item[0].added_at == 3 && str_eq(watches.item[0].settings, STR("{\"every\":1}")),
          "the watches of a user");
    CHECK(r, n_new(r, ann, 0) == 0, "who begins to watch knows the page");
    add_version(r, page, 30, STR("3"));
    add_version(r, other, 35, STR("2"));
    CHECK(r, concern(r, ann, page, 3, "") == 0 && concern(r, ann, other, 2, "") == 0, "both change");
    CHECK(r,
          store_news(&r->arena, &r->store, ann, 0, &news, &r->err) == 0 && news.n == 2 && news.item[0].page == page
              && news.item[0].newest == 3 && news.item[0].seen == 2,
          "both are new, the newest first");
    DONE(r, store_seen_add(&r->store, &(struct store_seen){ .user = ann, .page = page, .number = 3, .seen_at = 30 }, &r->err),
         "a version was seen");
    CHECK(r, store_news(&r->arena, &r->store, ann, 0, &news, &r->err) == 0 && news.n == 1 && news.item[0].page == other,
          "and is new no more");
    DONE(r, store_keep(&r->store, &(struct store_seen){ .user = ann, .page = page, .number = 1, .kept = true }, &r->err),
         "one is kept");
    CHECK(r,
          store_seen_list(&r->arena, &r->store, ann, page, &seen, &r->err) == 0 && seen.n == 2 && seen.item[0].kept
              && seen.item[0].seen_at == NEVER && seen.item[1].seen_at == 30,
          "the set of versions seen and kept");
    CHECK(r, store_seen_list(&r->arena, &r->store, bob, page, &seen, &r->err) == 0 && seen.n == 0, "is another for each user");
    CHECK(r,
          store_seen_add(&r->store, &(struct store_seen){ .user = ann, .page = page, .number = 7, .seen_at = 30 }, &r->err)
              == E_ABSENT,
          "no version, nothing seen");
    run_events(r, ann, bob);
    run_settings(r, ann);
    DONE(r, store_watch_remove(&r->store, ann, other, &r->err), "a watch goes");
    CHECK(r, store_watch_remove(&r->store, ann, other, &r->err) == E_ABSENT, "once");
    run_names(r, ann);
    DONE(r, store_user_remove(&r->store, ann, &r->err), "a user goes");
    CHECK(r, store_seen_list(&r->arena, &r->store, ann, page, &seen, &r->err) == 0 && seen.n == 0, "with what they saw");
    CHECK(r, n_new(r, ann, 0) == 0, "and what was new");
}

/* Bob has l1, which has two pages that are due, and wants to be left alone; id[1] and id[3] are of other hosts. */
static void run_pauses(struct run *r, const int64_t id[4])
{
    struct store_lease ann = { STR("ann"), 79999, 90000, 10, 10, false }, bob = { STR("bob"), 2500, 3400, 10, 10, false };
    struct store_lease_answer answer;
    struct store_pages got;
    int64_t at;
    DONE(r, store_lease_return(&r->store, &bob, STR("l1"), 80000, &r->err), "a host is given back");
    CHECK(r, store_lease(&r->arena, &r->store, &ann, &got, &r->err) == 0 && got.n == 2, "others are free again");
    CHECK(r, !str_eq(got.item[0].host, STR("l1")) && !str_eq(got.item[1].host, STR("l1")),
          "it is left alone for the pause it needs");
    CHECK(r,
          store_lease_host(&r->store, &ann, STR("l1"), &answer, &r->err) == 0 && !answer.taken && answer.ready_at == 80000
              && answer.until == 0,
          "by whoever names it, too, who learns how long");
    ann.now = 80000 - INT64_C(86400000) - 1;
    CHECK(r, store_lease_next(&r->store, &ann, &at, &r->err) == 0 && at < 80000, "a pause of more than a day is not believed");
    DONE(r, store_lease_end(&r->store, ann.worker, 0, &r->err), "a worker goes");
    for (int i = 1; i < 4; i += 2)
        DONE(r, store_page_remove(&r->store, id[i], &r->err), "with other hosts");
    ann.now = 3000;
    CHECK(r, store_lease_next(&r->store, &ann, &at, &r->err) == 0 && at == 80000, "nothing is to do before the pause is over");
    ann.now = 80000;
    ann.until = 90000;
    CHECK(r, store_lease(&r->arena, &r->store, &ann, &got, &r->err) == 0 && got.n == 2, "then it is anybody's");
    DONE(r, store_lease_ready(&r->store, &ann, STR("l1"), 95000, &r->err), "a pause is known while it is taken");
    DONE(r, store_lease_end(&r->store, ann.worker, 91000, &r->err), "and holds where the worker dies");
    bob.now = 94999;
    CHECK(r, store_lease(&r->arena, &r->store, &bob, &got, &r->err) == 0 && got.n == 0, "nobody comes early");
}

/* Pages of two hosts that are due, and one that is not; two workers. */
static void run_leases(struct run *r)
{
    struct store_lease ann = { STR("ann"), 1000, 2000, 10, 10, false }, bob = { STR("bob"), 1000, 2000, 10, 10, false };
    struct store_lease_answer answer;
    struct store_pages got;
    struct store_page p = { .url = STR("http://l1/a"), .host = STR("l1"), .next_check_at = 900 };
    int64_t id[4];
    const struct {
        struct str url, host;
        int64_t due;
    } pages[] = { { STR_INIT("http://l1/a"), STR_INIT("l1"), 900 },
                  { STR_INIT("http://l2/a"), STR_INIT("l2"), 901 },
                  { STR_INIT("http://l1/b"), STR_INIT("l1"), 902 },
                  { STR_INIT("http://l3/a"), STR_INIT("l3"), 5000 } };
    CHECK(r, store_lease(&r->arena, &r->store, &ann, &got, &r->err) == 0, "what is due");
    for (uint32_t i = 0; i < got.n; i++) {
        got.item[i].next_check_at = NEVER;
        DONE(r, store_page_schedule(&r->store, &got.item[i], &r->err), "waits");
    }
    for (size_t i = 0; i < ARRAY_LEN(pages); i++) {
        p = (struct store_page){ .url = pages[i].url, .host = pages[i].host, .next_check_at = pages[i].due };
        DONE(r, store_page_add(&r->store, &p, &id[i], &r->err), "a page of a host");
    }
    DONE(r, store_lease_end(&r->store, ann.worker, 0, &r->err), "a worker that knows nothing of it yet");
    ann.limit = ann.per_host = 1;
    CHECK(r, store_lease(&r->arena, &r->store, &ann, &got, &r->err) == 0 && got.n == 1 && got.item[0].id == id[0],
          "a worker takes what is longest due, with its host");
    DONE(r, store_lease_end(&r->store, ann.worker, 0, &r->err), "and gives it back");
    CHECK(r, store_lease_host(&r->store, &ann, STR("l1"), &answer, &r->err) == 0 && answer.taken, "one host by its name");
    CHECK(r, store_lease(&r->arena, &r->store, &bob, &got, &r->err) == 0 && got.n == 1 && got.item[0].id == id[1],
          "another gets pages of other hosts alone");
    ann.limit = ann.per_host = 10;
    CHECK(r, store_lease(&r->arena, &r->store, &ann, &got, &r->err) == 0 && got.n == 2 && got.item[1].id == id[2],
          "the first gets all of its host");
    CHECK(r, store_lease_host(&r->store, &bob, STR("l1"), &answer, &r->err) == 0 && !answer.taken && answer.until == 2000,
          "a host that is taken is not given");
    CHECK(r, store_lease_host(&r->store, &bob, STR("l3"), &answer, &r->err) == 0 && answer.taken,
          "one that is free is, due or not");
    bob.now = 1999;
    CHECK(r, store_lease_host(&r->store, &bob, STR("l1"), &answer, &r->err) == 0 && !answer.taken, "until the last moment");
    ann.until = 2500;
    DONE(r, store_lease_renew(&r->store, &ann, &r->err), "a lease is renewed");
    bob.now = 2400;
    bob.until = 3400;
    CHECK(r, store_lease_host(&r->store, &bob, STR("l1"), &answer, &r->err) == 0 && !answer.taken, "and holds");
    bob.now = 2500;
    CHECK(r, store_lease(&r->arena, &r->store, &bob, &got, &r->err) == 0 && got.n == 3, "one that ran out is taken over");
    ann.now = 2500;
    CHECK(r, store_lease(&r->arena, &r->store, &ann, &got, &r->err) == 0 && got.n == 0, "and is gone for who had it");
    run_pauses(r, id);
    for (size_t i = 0; i < ARRAY_LEN(pages); i += 2)
        DONE(r, store_page_remove(&r->store, id[i], &r->err), "the page goes");
}

/* One thing of several that fails does not take the others with it. */
static void run_parts(struct run *r)
{
    AUTO(store_tx) tx = { 0 };
    int64_t one = 0;
    DONE(r, store_begin(&r->store, &tx, &r->err), "a transaction");
    {
        AUTO(store_tx) part = { 0 };
        DONE(r, store_begin_part(&r->store, &part, &r->err), "with a part");
        one = add_page(r, STR("http://a.example/part1"), NEVER);
        DONE(r, store_commit(&part, &r->err), "that is kept");
    }
    {
        AUTO(store_tx) part = { 0 };
        DONE(r, store_begin_part(&r->store, &part, &r->err), "and one");
        CHECK(r, add_page(r, STR("http://a.example/part2"), NEVER) > 0 && mark(r, one, 9, true, true) == E_ABSENT, "that fails");
        CHECK(r, store_commit(&part, &r->err) == E_USAGE, "and cannot be kept");
    }
    CHECK(r, add_version(r, one, 1, STR("x")) == 1, "the transaction goes on");
    DONE(r, store_commit(&tx, &r->err), "and is kept");
    struct store_page p;
    CHECK(r, store_page_get(&r->arena, &r->store, one, &p, &r->err) == 0, "the good part is there");
    CHECK(r, store_page_find(&r->arena, &r->store, STR("http://a.example/part2"), &p, &r->err) == E_ABSENT, "the bad one is not");
    DONE(r, store_page_remove(&r->store, one, &r->err), "and all is as before");
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
    int64_t shared = add_page(r, STR("http://a.example/shared"), NEVER);
    add_version(r, shared, 1, STR("alpha"));
    DONE(r, store_page_find(&r->arena, &r->store, STR("http://a.example/v"), &p, &r->err), "a page with versions");
    DONE(r, store_page_remove(&r->store, p.id, &r->err), "goes");
    CHECK(r, store_page_remove(&r->store, p.id, &r->err) == E_ABSENT, "once");
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
    run_glance(&r);
    run_transactions(&r);
    run_parts(&r);
    run_leases(&r);
    run_users(&r);
    run_hosts(&r);
    run_care(&r);
    store_close(&r.store);
    arena_drop(&r.arena);
}
