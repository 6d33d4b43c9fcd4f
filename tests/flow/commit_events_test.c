/* What a new version leaves in the store: its verdict, an event for each whom it concerns, and what is to be sent. */
#include "store/outbox.h"
#include "tests/flow/archive.h"

static const char page_1[] =
    "<title>Shop</title><h1>Prices of tea</h1><p>We sell green tea, black tea and white tea, each in bags of one hundred grams, and we "
    "send them to you within two days of your order.<p id=p>The oak table is 340 euro.<p class=news>The shop opens at nine.";
static const char page_2[] =
    "<title>Shop</title><h1>Prices of tea</h1><p>We sell green tea, black tea and white tea, each in bags of one hundred grams, and we "
    "send them to you within two days of your order.<p id=p>The oak table is 360 euro.<p class=news>The shop opens at nine.";

static int64_t channel(struct archive *x, const char *name, const char *settings, bool is_default)
{
    struct store_channel c = { .user = x->user,
                               .name = str_of(name),
                               .address = STR("mail:a@b"),
                               .settings = str_of(settings),
                               .confirmed_at = 1,
                               .is_default = is_default };
    int64_t id;
    archive_must(x, store_channel_put(&x->store, &c, &id, &x->err), "channel");
    return id;
}

static struct store_events events_of(struct archive *x, int64_t user, int64_t page)
{
    struct store_events list;
    archive_must(x,
                 store_event_list(&x->arena, &x->store, &(struct store_event_query){ .user = user, .page = page }, &list, &x->err),
                 "events");
    return list;
}

/* Messages that wait, by channel: "post:1". */
static struct str waiting(struct archive *x)
{
    AUTO(buf) out = BUF(4096);
    struct store_waits list;
    archive_must(x, store_outbox_waiting(&x->arena, &x->store, x->user, &list, &x->err), "waiting");
    for (uint32_t i = 0; i < list.n; i++) {
        struct store_channel c;
        archive_must(x, store_channel_get(&x->arena, &x->store, list.item[i].channel, &c, &x->err), "channel");
        buf_addf(&out, "%s%.*s:%lld", i ? " " : "", STR_ARG(c.name), (long long)list.item[i].n);
    }
    return arena_str(&x->arena, buf_str(&out));
}

static void test_rows(void)
{
    AUTO(archive) x = { 0 };
    struct store_verdict v;
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    archive_check(&x, page, archive_page(&x, page_1));
    eq_int(store_verdict_get(&x.arena, &x.store, page, 1, &v, &x.err), E_ABSENT, "of a first version nothing is thought");
    eq_int(events_of(&x, x.user, page).n, 0, "and nobody is told");
    struct check c = archive_check(&x, page, archive_page(&x, page_2));
    archive_must(&x, store_verdict_get(&x.arena, &x.store, page, 2, &v, &x.err), "verdict");
    ok(v.before == 1 && v.counts.words_inserted == 1 && v.counts.words_deleted == 1 && v.counts.changes[0] == 1,
       "a verdict counts what changed since");
    ok(v.importance >= 0 && v.importance <= 1 && v.chance >= 0 && v.chance <= 1, "and says how much that matters");
    ok(str_starts(v.reasons, STR("[\"")) && str_ends(v.reasons, STR("\"]")), "with its reasons: %.*s", STR_ARG(v.reasons));
    ok(str_find(v.changes, STR("360"), 0) != SIZE_MAX && str_find(v.headline, STR("360"), 0) != SIZE_MAX, "in words of the page");
    eq_int(v.held_back.len, 0, "nothing was held back");
    struct store_events list = events_of(&x, x.user, page);
    ok(list.n == 1 && list.item[0].number == 2 && list.item[0].before == 1 && list.item[0].at == x.now
           && list.item[0].kind == STORE_EVENT_CHANGED,
       "who watches it is told of the version");
    ok(str_eq(list.item[0].headline, v.headline) && str_eq(list.item[0].changes, v.changes)
           && str_eq(list.item[0].reasons, v.reasons),
       "in the same words");
    ok(c.outcome == CHECK_CHANGED && list.item[0].counts.words_inserted == 1, "and counts");
}

/* Each is told of what they asked for. */
static void test_own_view(void)
{
    AUTO(archive) x = { 0 };
    int64_t bob, carl;
    archive_open(&x);
    archive_must(&x, store_user_add(&x.store, STR("bob"), 1, &bob, &x.err), "user");
    archive_must(&x, store_user_add(&x.store, STR("carl"), 1, &carl, &x.err), "user");
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    archive_watch(&x, "http://h/", bob, "{\"select\":[\".news\"]}");
    archive_watch(&x, "http://h/", carl, "{\"ignore\":[\"#p\"]}");
    archive_check(&x, page, archive_page(&x, page_1));
    archive_check(&x, page, archive_page(&x, page_2));
    ok(events_of(&x, x.user, page).n == 1, "who watches all of a page is told of a price");
    ok(events_of(&x, bob, page).n == 0, "who watches another part is not");
    ok(events_of(&x, carl, page).n == 0, "nor who passes that part over");
    static const char both[] =
        "<title>Shop</title><h1>Prices of tea</h1><p>We sell green tea, black tea and white tea, each in bags of one hundred grams, and "
        "we send them to you within two days of your order.<p id=p>The oak table is 390 euro.<p class=news>The shop is closed on Friday.";
    archive_check(&x, page, archive_page(&x, both));
    struct store_events hers = events_of(&x, x.user, page), his = events_of(&x, bob, page);
    ok(his.n == 1 && str_find(his.item[0].changes, STR("390"), 0) == SIZE_MAX
           && str_find(his.item[0].changes, STR("Friday"), 0) != SIZE_MAX,
       "each is shown the changes that they asked for");
    ok(hers.n == 2 && str_find(hers.item[0].changes, STR("390"), 0) != SIZE_MAX, "and who asked for all, all");
}

static void test_sending(void)
{
    static const struct {
        const char *name, *settings, *waits;
    } rows[] = {
        { "what names no channel goes to the default", "{}", "post:1" },
        { "a watch may name another", "{\"notify\":[\"slow\"]}", "slow:1" },
        { "or several", "{\"notify\":[\"slow\",\"post\"]}", "post:1 slow:1" },
        { "or none at all", "{\"notify\":[\"none\"]}", "" },
        { "a tag that a channel wants goes there", "{\"tags\":[\"red\"]}", "tagged:1" },
        { "a watch may be silent for a time", "{\"silent_until\":\"2100-01-01T00:00:00.000Z\"}", "" },
        { "and no longer", "{\"silent_until\":\"1970-01-01T00:00:00.001Z\"}", "post:1" },
        { "a moment that cannot be read keeps nothing back", "{\"silent_until\":\"soon\"}", "post:1" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(archive) x = { 0 };
        archive_open(&x);
        channel(&x, "post", "", true);
        channel(&x, "slow", "", false);
        channel(&x, "tagged", "{\"tags\":[\"red\"]}", false);
        int64_t page = archive_watch(&x, "http://h/", x.user, rows[i].settings);
        archive_check(&x, page, archive_page(&x, page_1));
        archive_check(&x, page, archive_page(&x, page_2));
        eq_str(waiting(&x), str_of(rows[i].waits), rows[i].name);
        eq_int(events_of(&x, x.user, page).n, 1, "in the list of what is new it stands whatever is sent");
    }
}

/* A watch that a sentinel began tells nobody of its own. */
static void test_sentinels_watch(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{\"sentinel\":true}");
    archive_check(&x, page, archive_page(&x, page_1));
    archive_check(&x, page, archive_page(&x, page_2));
    eq_int(events_of(&x, x.user, page).n, 0, "what a sentinel watches is told by the sentinel alone");
}

/* A page that was found below another is news when it comes, unless it was there when the following began. */
static void test_found(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t fresh = archive_watch(&x, "http://h/new", x.user, "{\"root\":\"http://h/\"}");
    int64_t known = archive_watch(&x, "http://h/old", x.user, "{\"root\":\"http://h/\",\"known\":true}");
    archive_check(&x, fresh, archive_page(&x, page_1));
    archive_check(&x, known, archive_page(&x, page_1));
    struct store_events list = events_of(&x, x.user, fresh);
    ok(list.n == 1 && list.item[0].kind == STORE_EVENT_FOUND && list.item[0].before == 0,
       "a page that is new in a tree is news by itself");
    eq_int(events_of(&x, x.user, known).n, 0, "one that was there is not");
}

int main(void)
{
    test_rows();
    test_own_view();
    test_sending();
    test_sentinels_watch();
    test_found();
    return tap_done();
}
