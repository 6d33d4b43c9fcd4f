/* One check, from the answer to what is stored: outcomes, who is told, what the next check will know. */
#include "tests/flow/archive.h"

static const char first[] =
    "<title>Shop</title><h1>Prices of tea</h1><p>We sell green tea, black tea and white tea, each in bags of one "
    "hundred grams, and we send them to you within two days of your order.<p id=n>Stored in chest 1";
static const char second[] =
    "<title>Shop</title><h1>Prices of tea</h1><p>We sell green tea, black tea and red tea, each in bags of one "
    "hundred grams, and we send them to you within two days of your order.<p id=n>Stored in chest 1";
static const char counted[] =
    "<title>Shop</title><h1>Prices of tea</h1><p>We sell green tea, black tea and white tea, each in bags of one "
    "hundred grams, and we send them to you within two days of your order.<p id=n>Stored in chest 2";

static void test_life(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    struct check c = archive_check(&x, page, archive_page(&x, first));
    ok(c.outcome == CHECK_FIRST && c.number == 1 && !check_is_news(&c), "a first version");
    eq_int(archive_news(&x, x.user), 0, "is what changes are held against, and no news");
    c = archive_check(&x, page, archive_page(&x, first));
    ok(c.outcome == CHECK_SAME && c.number == 1, "the same bytes make no version");
    c = archive_check(&x, page, archive_page(&x, second));
    ok(c.outcome == CHECK_CHANGED && c.number == 2 && c.before == 1, "other words make one");
    ok(check_is_news(&c), "which is news");
    ok(c.counts.words_inserted == 1 && c.counts.words_deleted == 1, "and are counted");
    eq_int(archive_news(&x, x.user), 1, "that is news");
    c = archive_check(&x, page, archive_page(&x, arena_printf(&x.arena, "%s<!-- 3 -->", second).ptr));
    ok(c.outcome == CHECK_QUIET && c.number == 3, "a comment is kept quietly");
    eq_int(c.subject.page.next_check_at, x.now + 2 * DURATION_DAY_MS, "it is looked at again after the threshold");
    eq_str(c.subject.state.outcome, STR("quiet"), "the state is kept with the page");
}

/* A selector that finds nothing hides every change: it is told with the first version, once, and again when it goes missing later. */
static void test_missing(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{\"select\":[\"#price\",\"#n\"]}");
    struct check c = archive_check(&x, page, archive_page(&x, first));
    ok(c.outcome == CHECK_FIRST && c.warns && str_find(c.words, STR("--select '#price' finds nothing"), 0) != SIZE_MAX,
       "told with the first version");
    ok(c.subject.state.missing.n == 1 && str_eq(c.subject.state.title, STR("Shop")), "and kept with the page, as its title is");
    c = archive_check(&x, page, archive_page(&x, counted));
    ok(c.outcome == CHECK_CHANGED && c.warns && c.subject.state.missing.n == 1, "and at every check while it is so");
    c = archive_check(&x, page,
                      archive_page(&x, "<title>Shop</title><h1>Prices of tea</h1><p id=price>We sell green tea, black tea"));
    ok(c.warns && c.subject.state.missing.n == 1 && str_eq(c.subject.state.missing.item[0], STR("#n")), "another is told");
}

/* Important changes a day that are expected of a page after a month of daily visits, each of which found something else. */
static double rate_of(struct archive *x, const char *url, bool ticker)
{
    int64_t page = archive_watch(x, url, x->user, "{}");
    struct rate_prior prior = rate_prior_start();
    static const char *const what[] = { "bridges", "schools",   "buses",  "taxes",    "parks",  "streets",
                                        "markets", "libraries", "rivers", "theatres", "museums" };
    struct check c = { 0 };
    for (int day = 0; day < 30; day++) {
        int seen = ticker ? day * 37 % 1000 : 7, n = ticker ? 7 : day;
        struct str body =
            arena_printf(&x->arena,
                         "<title>Council</title><main><h1>The council decides about %s</h1><p>After a long debate about %s and "
                         "%s it was agreed that %s come first this year, and %s after them.</p></main><footer><p>Seen %d times "
                         "so far</p></footer>",
                         what[n % 11], what[(n * 3 + 1) % 11], what[(n * 5 + 2) % 11], what[n % 11], what[(n * 7 + 3) % 11], seen);
        x->now += DURATION_DAY_MS;
        c = archive_check(x, page, archive_page(x, body.ptr));
    }
    return rate_mean(&c.subject.memory.forecast.rate, &prior);
}

/* What is known of the rate of a part decides what its next change counts for: one that is new at every visit is no reason to come. */
static void test_rates_of_parts(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    double ticker = rate_of(&x, "http://h/ticker", true), content = rate_of(&x, "http://h/content", false);
    ok(ticker < RATE_UNKNOWN / 3 && content > 3 * ticker,
       "a part that changes all the time makes no page urgent, its content does: %.3f and %.3f a day", ticker, content);
}

static void test_errors(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    archive_check(&x, page, archive_page(&x, first));
    struct check c = archive_check(&x, page, archive_failure(&x, FETCH_GONE, "404"));
    ok(c.outcome == CHECK_FAILED && c.subject.page.errors == 1 && c.number == 0, "an error is counted");
    c = archive_check(&x, page, archive_failure(&x, FETCH_HOST_ERROR, "no such host"));
    ok(c.subject.page.errors == 2 && str_eq(c.words, STR("no such host")), "and told");
    c = archive_check(&x, page, archive_failure(&x, FETCH_NETWORK_DOWN, "down"));
    ok(c.outcome == CHECK_PUT_OFF && c.subject.page.errors == 2, "the network's failure is not the page's");
    c = archive_check(&x, page, archive_failure(&x, FETCH_SKIPPED, "its host failed"));
    ok(c.outcome == CHECK_PUT_OFF && c.subject.page.errors == 2, "nor is that of its host in the same run");
    c = archive_check(&x, page, archive_page(&x, first));
    ok(c.outcome == CHECK_SAME && c.subject.page.errors == 0, "an answer ends the count");
    struct response busy = archive_failure(&x, FETCH_BUSY, "503");
    busy.retry_at_ms = x.now + 7200000;
    c = archive_check(&x, page, busy);
    ok(c.subject.page.next_check_at >= x.now + 7200000, "a pause that was asked for is kept");
}

static void test_suspect(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    archive_check(&x, page, archive_page(&x, first));
    struct check c = archive_check(&x, page, archive_page(&x, "<html></html>"));
    ok(c.outcome == CHECK_SUSPECT && c.number == 2, "an empty page is kept, as suspect");
    eq_int(archive_news(&x, x.user), 0, "and no news");
    c = archive_check(&x, page, archive_page(&x, first));
    ok(c.outcome == CHECK_QUIET && c.number == 3, "the page is back: nothing happened");
    eq_int(archive_news(&x, x.user), 0, "and nothing is told");
    archive_check(&x, page, archive_page(&x, "<html></html>"));
    struct response same = archive_page(&x, "<html></html>");
    same.unchanged = true;
    c = archive_check(&x, page, same);
    ok(c.outcome == CHECK_CHANGED && c.before == 3, "seen twice it is announced");
    eq_int(archive_news(&x, x.user), 1, "as news");
    c = archive_check(&x, page, archive_page(&x, second));
    ok(c.outcome == CHECK_CHANGED && c.before == 3, "and what comes then is held against what stood before it");
}

/* An outage that was announced does not make the page news when it is back. */
static void test_return(void)
{
    static const char wall[] = "<html><body><h1>Just a moment...</h1><p>Please verify you are human.";
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    archive_check(&x, page, archive_page(&x, first));
    archive_check(&x, page, archive_page(&x, wall));
    struct check c =
        archive_check(&x, page, archive_page(&x, "<html><body><h1>Just a moment...</h1><p>Verify that you are human."));
    ok(c.outcome == CHECK_CHANGED && str_find(c.words, STR("robots"), 0) != SIZE_MAX,
       "an outage that is seen twice says what it is: %.*s", STR_ARG(c.words));
    c = archive_check(&x, page, archive_page(&x, first));
    ok(c.outcome == CHECK_QUIET && c.before == 1, "the page is back as it was: nothing happened");
    archive_check(&x, page, archive_page(&x, wall));
    archive_check(&x, page, archive_page(&x, "<html><body><h1>Just a moment...</h1><p>Verify that you are human."));
    c = archive_check(&x, page, archive_page(&x, second));
    ok(c.outcome == CHECK_CHANGED && c.before == 4, "what is told is what changed since it was there");
}

/* A host that answers with a guard from the first visit on. */
static void test_blocked(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    for (unsigned i = 1; i <= 3; i++) {
        const char *guard =
            arena_printf(&x.arena, "<html><body><iframe src=\"/_Incapsula_Resource?incident_id=%u\"></iframe></body></html>", i)
                .ptr;
        struct check c = archive_check(&x, page, archive_page(&x, guard));
        ok(c.outcome != CHECK_CHANGED && c.number == i, "answer %u of a guard is not news: %.*s", i, STR_ARG(c.words));
    }
    eq_int(archive_news(&x, x.user), 0, "nothing is told of a page that was never seen");
}

#define COUNTER \
    "<title>News</title><main><h1>The bridge</h1><p>The council has decided on the new bridge after a debate of six hours.<p>Tickets for the " \
    "ferry cost %u euro.</main><aside><p>You are visitor number %u of this page.</aside>"

/* A counter is not told; what else changes is told all the same. */
static void test_churn(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    unsigned told = 0;
    for (unsigned i = 0; i < 12; i++) {
        struct response r = archive_page(&x, arena_printf(&x.arena, COUNTER, 3, 1000 + 7 * i).ptr);
        struct check c = archive_check(&x, page, r);
        told += c.outcome == CHECK_CHANGED;
    }
    eq_int(told, 0, "a counter beside the content is never told");
    struct check c = archive_check(&x, page, archive_page(&x, arena_printf(&x.arena, COUNTER, 4, 2000).ptr));
    ok(c.outcome == CHECK_CHANGED && c.counts.words_inserted == 1, "a price beside it is told, and it alone");
    c = archive_check(&x, page, archive_page(&x, arena_printf(&x.arena, COUNTER, 4, 2007).ptr));
    eq_int(c.outcome, CHECK_QUIET, "then the counter is quiet again");
}

/* What the page is about is told however often it changes. */
static void test_daily(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    unsigned told = 0;
    for (unsigned i = 0; i < 9; i++) {
        AUTO(buf) text = BUF(1 << 14);
        buf_add(&text, STR("<title>Daily</title><nav><a href=/>Home</a></nav><main><h1>Today</h1><p>"));
        for (unsigned k = 0; k < 60; k++)
            buf_addf(&text, "word%u ", 1000 * i + 7 * k);
        buf_add(&text, STR("</main><footer>The daily paper of the town</footer>"));
        struct response r = archive_page(&x, arena_printf(&x.arena, "%.*s", STR_ARG(buf_str(&text))).ptr);
        told += archive_check(&x, page, r).outcome == CHECK_CHANGED;
    }
    eq_int(told, 8, "an article that is another each time is told each time");
}

/* A new sentence on all pages of a site is one change. */
static void test_template(void)
{
    AUTO(archive) x = { 0 };
    unsigned told = 0, quiet = 0;
    int64_t bob;
    archive_open(&x);
    archive_must(&x, store_user_add(&x.store, STR("bob"), 1, &bob, &x.err), "bob");
    for (unsigned i = 0; i < 9; i++) {
        int64_t page = archive_watch(&x, arena_printf(&x.arena, "http://h/%u", i).ptr, i < 8 ? x.user : bob, "{}");
        const char *story =
            arena_printf(&x.arena, "<main><p>Page %u says something of its own about tea and coffee.</main>", i).ptr;
        archive_check(&x, page, archive_page(&x, arena_printf(&x.arena, "<main><p>Home, news, contact</p></main>%s", story).ptr));
        const char *after =
            arena_printf(&x.arena, "<main><p>Home, news, contact, and now with a forum for all our readers</p></main>%s", story)
                .ptr;
        struct check c = archive_check(&x, page, archive_page(&x, after));
        told += i < 8 && c.outcome == CHECK_CHANGED;
        quiet += i < 8 && c.outcome == CHECK_QUIET;
        if (i + 1 == TEMPLATE_PAGES)
            eq_int(archive_news(&x, x.user), TEMPLATE_PAGES, "the same on a few pages is news for each of them");
    }
    ok(told == TEMPLATE_PAGES && quiet == 8 - TEMPLATE_PAGES, "a template's change is told for %u pages, then no more", told);
    eq_int(archive_news(&x, x.user), 1, "and is news once");
    eq_int(archive_news(&x, bob), 1, "a user who watches none of these is told, too");
}

/* The advert beside it is other on each page, and nobody is told of it. */
static void test_template_beside_churn(void)
{
    AUTO(archive) x = { 0 };
    unsigned told = 0;
    archive_open(&x);
    for (unsigned i = 0; i < 6; i++) {
        int64_t page = archive_watch(&x, arena_printf(&x.arena, "http://h/%u", i).ptr, x.user, "{}");
        struct check c = { 0 };
        for (unsigned visit = 0; visit < 8; visit++) {
            const char *menu = visit < 7 ? "Home, news, contact" : "Home, news, contact, and now with a forum for all our readers";
            const char *text = arena_printf(&x.arena,
                                            "<main><p>%s</p><p>Page %u says something of its own about tea and coffee.</main>"
                                            "<aside><p>Buy %u things and pay for %u, this morning only</aside>",
                                            menu, i, 100 * i + visit, 7 * visit + i)
                                   .ptr;
            c = archive_check(&x, page, archive_page(&x, text));
        }
        told += c.outcome == CHECK_CHANGED;
    }
    eq_int(told, TEMPLATE_PAGES, "a template's change beside adverts is one change, too");
}

static void test_whom(void)
{
    AUTO(archive) x = { 0 };
    int64_t bob;
    archive_open(&x);
    archive_must(&x, store_user_add(&x.store, STR("bob"), 1, &bob, &x.err), "bob");
    int64_t page = archive_watch(&x, "http://h/", x.user, "{\"ignore\":[\"#n\"]}");
    archive_watch(&x, "http://h/", bob, "{}");
    archive_check(&x, page, archive_page(&x, first));
    struct check c = archive_check(&x, page, archive_page(&x, counted));
    ok(c.outcome == CHECK_CHANGED, "what counts for one of them is a change");
    eq_int(archive_news(&x, bob), 1, "for the one who asked");
    eq_int(archive_news(&x, x.user), 0, "and not for the other");
    ok(check_is_news_for(&c, bob) && !check_is_news_for(&c, x.user) && !check_is_news_for(&c, 99), "as the check itself says");
    ok(check_seen_by(&x.arena, &c, bob).outcome == CHECK_CHANGED, "who is concerned sees a change");
    struct check quiet = check_seen_by(&x.arena, &c, x.user);
    ok(quiet.outcome == CHECK_QUIET && quiet.counts.words_inserted == 0 && quiet.headline.len == 0, "the other a quiet one");
    c = archive_check(&x, page, archive_page(&x, second));
    ok(archive_news(&x, bob) == 1 && archive_news(&x, x.user) == 1, "another change is for both");
}

static void test_moved(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    struct response r = archive_page(&x, first);
    r.moved_to = STR("http://new/");
    struct check c = archive_check(&x, page, r);
    eq_str(c.moved_to, STR("http://new/"), "a move for good is told");
    eq_str(subject_request(&x.arena, &c.subject).url, STR("http://new/"), "and remembered");
    c = archive_check(&x, page, archive_failure(&x, FETCH_GONE, "404"));
    eq_str(subject_request(&x.arena, &c.subject).url, STR("http://h/"), "until it leads nowhere");
}

static void test_validators(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    struct response r = archive_page(&x, first);
    r.etag = STR("\"1\"");
    r.age_ms = 500;
    struct check c = archive_check(&x, page, r);
    struct request q = subject_request(&x.arena, &c.subject);
    ok(str_eq(q.etag, STR("\"1\"")) && q.known_hash == r.body_hash, "validators go with the next request");
    eq_int(c.subject.state.proxy_at, x.now - 500, "a proxy's copy is as old as it is");
    r = archive_page(&x, "");
    r.state = FETCH_NOT_MODIFIED;
    r.unchanged = true;
    r.body_hash = 0;
    c = archive_check(&x, page, r);
    ok(c.outcome == CHECK_SAME && str_eq(c.subject.page.etag, STR("\"1\"")), "they stay where none come");
    r = archive_page(&x, second);
    r.state = FETCH_NOT_MODIFIED;
    r.unchanged = r.lied = true;
    c = archive_check(&x, page, r);
    ok(c.outcome == CHECK_CHANGED && c.subject.state.distrusted, "a lie is found, and what it hid is kept");
}

static void test_gone(void)
{
    AUTO(archive) x = { 0 };
    struct check c;
    struct subject_rules rules = { 0 };
    archive_open(&x);
    struct response r = archive_page(&x, first);
    ok(check_answer(&x.arena, &(struct check_job){ .store = &x.store, .rules = &rules, .page = 99, .response = &r }, &c, &x.err)
           == E_ABSENT,
       "a page that was removed meanwhile");
}

int main(void)
{
    test_life();
    test_missing();
    test_rates_of_parts();
    test_errors();
    test_suspect();
    test_return();
    test_blocked();
    test_churn();
    test_daily();
    test_template();
    test_template_beside_churn();
    test_whom();
    test_moved();
    test_validators();
    test_gone();
    return tap_done();
}
