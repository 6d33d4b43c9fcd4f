/* What has changed since a user looked: made when a version lands behind one that is unseen, for each user by the version they saw last. */
#include "flow/since.h"

#include "tests/flow/archive.h"

#define PAGE(text) "<!DOCTYPE html><title>News</title><main><h1>News of the harbour</h1>" text "</main>"
#define FERRY(when) "<p>The ferry to the island leaves at " when " from the old pier.</p>"
#define STORM "<p>A storm with heavy rain and very high waves is expected for tonight.</p>"

static struct store_new news_of(struct archive *x, int64_t user)
{
    struct store_news news;
    archive_must(x, store_news(&x->arena, &x->store, user, 0, &news, &x->err), "news");
    return news.n ? news.item[0] : (struct store_new){ 0 };
}

static void check(struct archive *x, int64_t page, const char *body)
{
    archive_check(x, page, archive_page(x, body));
}

static void test_several(struct archive *x, int64_t page, int64_t bob)
{
    check(x, page, PAGE(FERRY("nine")));
    check(x, page, PAGE(FERRY("ten") STORM));
    struct store_new ann = news_of(x, x->user);
    ok(ann.n_events == 1 && ann.since.number == 0, "one version that is new needs nothing beside its event");
    archive_must(x,
                 store_seen_add(&x->store, &(struct store_seen){ .user = bob, .page = page, .number = 2, .seen_at = 5 }, &x->err),
                 "seen");
    check(x, page, PAGE(FERRY("noon")));
    ann = news_of(x, x->user);
    ok(ann.n_events == 2 && ann.since.seen == 1 && ann.since.number == 3, "of two it is kept what they come to");
    eq_str(ann.since.headline, STR("The ferry to the island leaves at noon from the old pier (was nine)"), "in words");
    ok(ann.since.counts.changes[CLASS_CONTENT] == 1 && ann.since.counts.words_inserted == 1 && ann.since.counts.words_deleted == 1,
       "counted: %u +%u -%u", ann.since.counts.changes[CLASS_CONTENT], ann.since.counts.words_inserted,
       ann.since.counts.words_deleted);
    ok(ann.since.importance > 0 && ann.since.importance < ann.event[0].importance, "weighed by what is left: %.2f",
       ann.since.importance);
    ok(str_find(ann.since.changes, STR("noon"), 0) != SIZE_MAX && str_find(ann.since.changes, STR("storm"), 0) == SIZE_MAX,
       "and quoted: %.*s", STR_ARG(ann.since.changes));
    struct store_new his = news_of(x, bob);
    ok(his.n_events == 1 && his.since.number == 0, "who saw the second has one that is new");
}

static void test_gone(struct archive *x, int64_t page, int64_t bob)
{
    check(x, page, PAGE(FERRY("nine")) "<!-- by another machine -->");
    ok(news_of(x, x->user).n_events == 0, "nothing is left of what was new since version 1");
    struct store_new his = news_of(x, bob);
    ok(his.n_events > 0 && his.since.seen == 2 && his.since.number == 4, "to who saw version 2 it is news");
    check(x, page, PAGE(FERRY("nine")) "<!-- by a third machine -->");
    his = news_of(x, bob);
    ok(his.since.number == 5 && his.newest < 5, "a quiet version is held against what was seen, too: %lld",
       (long long)his.since.number);
    struct str before = his.since.headline;
    ok(before.len && his.since.counts.changes[CLASS_CONTENT], "what changed before it has not changed: %.*s", STR_ARG(before));
    archive_must(x, store_since_drop(&x->store, bob, page, &x->err), "drop");
    check(x, page, PAGE(FERRY("nine")) "<!-- by a fourth machine -->");
    ok(news_of(x, bob).since.number == 0, "what is not known any more is compared when it is read");
    check(x, page, PAGE(FERRY("nine")) "<p>The fourth machine says hello to everybody.</p>");
    his = news_of(x, bob);
    ok(his.since.number == 7 && str_find(his.since.changes, STR("hello"), 0) != SIZE_MAX, "or with the next change: %lld",
       (long long)his.since.number);
}

static void test_wanted(struct archive *x)
{
    int64_t page = archive_watch(x, "https://example.org/other", x->user, "");
    struct store_since_list wanted;
    check(x, page, PAGE(FERRY("nine")));
    check(x, page, PAGE(FERRY("ten") STORM));
    archive_must(x, store_since_wanted(&x->arena, &x->store, page, &wanted, &x->err), "wanted");
    ok(wanted.n == 1 && wanted.item[0].seen == 1, "one user has something unseen");
    archive_must(x, store_watch_remove(&x->store, x->user, page, &x->err), "remove");
    archive_must(x, store_since_wanted(&x->arena, &x->store, page, &wanted, &x->err), "wanted");
    ok(wanted.n == 0, "who does not watch it any more is not reckoned with");
}

int main(void)
{
    AUTO(archive) x = { 0 };
    int64_t bob;
    archive_open(&x);
    archive_must(&x, store_user_add(&x.store, STR("bob"), 1, &bob, &x.err), "bob");
    int64_t page = archive_watch(&x, "https://example.org/news", x.user, "");
    archive_must(&x, store_watch_put(&x.store, &(struct store_watch){ .user = bob, .page = page, .added_at = 1 }, &x.err), "watch");
    test_several(&x, page, bob);
    test_gone(&x, page, bob);
    test_wanted(&x);
    return tap_done();
}
