/* Answers that may not be the page, from visit to visit: when they are believed, what is told of them, and the page when it is back. */
#include "flow/suspicion.h"

#include "tests/flow/archive.h"

#define MEETING \
    "<title>Minutes</title><main><h1>Minutes of the meeting</h1><p>Present were 24 members, and the board reports on the year."
#define MINUTES(fee) MEETING "<p>The fee for 2027 is " fee " euro a year.<p>The new hut is opened on 3 May.</main>"
#define DOOR(code) \
    "<title>Sign in</title><h1>Sign in</h1><form><input name=u><input type=password name=p><input type=hidden value=" code \
    "></form>"
#define BROKEN "<title>Error</title><h1>Error establishing a database connection</h1>"

static struct check see(struct archive *x, int64_t page, const char *body)
{
    return archive_check(x, page, archive_page(x, body));
}

static bool has(struct str text, const char *what)
{
    return str_find(text, str_of(what), 0) != SIZE_MAX;
}

/* A page that was seen, and then a door twice. */
static int64_t shut(struct archive *x)
{
    archive_open(x);
    int64_t page = archive_watch(x, "http://h/", x->user, "{}");
    see(x, page, MINUTES("60"));
    see(x, page, DOOR("1"));
    return page;
}

static void test_told(void)
{
    AUTO(archive) x = { 0 };
    int64_t page = shut(&x);
    struct check c = see(&x, page, DOOR("2"));
    ok(c.outcome == CHECK_CHANGED && has(c.words, "seen twice now, so it is announced: it looks like a login page"),
       "told with the reason: %.*s", STR_ARG(c.words));
    ok(has(c.headline, "It looks like a login page"), "which is the headline: %.*s", STR_ARG(c.headline));
    ok(c.importance > 0.49 && c.importance < 0.51, "a wall has its own importance: %.2f", c.importance);
    eq_int(c.subject.state.real, 1, "the page is remembered");
    c = see(&x, page, DOOR("3"));
    ok(c.outcome == CHECK_QUIET && has(c.words, "still not there"), "the same door again is not news: %.*s", STR_ARG(c.words));
    c = see(&x, page, BROKEN);
    ok(c.outcome == CHECK_QUIET && has(c.words, "error page"), "nor another wall: %.*s", STR_ARG(c.words));
    eq_int(archive_news(&x, x.user), 1, "it is one piece of news");
}

#define GUARD(ray) "<title>Just a moment...</title><h1>Checking your browser</h1><p>This takes a few seconds. Ray ID: " ray "</p>"
#define AWAY \
    "<title>Maintenance</title><h1>503 Service Unavailable</h1><p>We are down for scheduled maintenance and will return this evening.</p>"
#define GATE \
    "<title>Members</title><h1>Members only</h1><form>Your number <input type=password name=p> Forgotten? Write to us</form>"
/* A site's own frame, which is most of each of its pages. */
#define FRAMED(title, what) \
    "<title>" title "</title><ul><li>Walks<li>Huts<li>Courses<li>Library<li>Shop<li>Press<li>Jobs<li>Contact</ul><h1>" title \
    "</h1>" what "<p>The alpine club of the valley, founded by nine friends in a mill</p>"

/* Two outages of different kinds are not one that was seen twice. */
static void test_different(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    see(&x, page, MINUTES("60"));
    struct check c = see(&x, page, GUARD("8f00a1"));
    ok(c.outcome == CHECK_SUSPECT && has(c.words, "a check for robots"), "a guard is held: %.*s", STR_ARG(c.words));
    c = see(&x, page, AWAY);
    ok(c.outcome == CHECK_SUSPECT && has(c.words, "an error page"), "so is the maintenance after it: %.*s", STR_ARG(c.words));
    c = see(&x, page, MINUTES("75"));
    ok(c.outcome == CHECK_CHANGED && c.before == 1, "the page is compared with the page: %.*s", STR_ARG(c.words));
    eq_int(archive_news(&x, x.user), 1, "which is all the news there is");
    see(&x, page, GUARD("8f00a1"));
    c = see(&x, page, GUARD("77ccd2"));
    ok(c.outcome == CHECK_CHANGED && has(c.words, "seen twice now"), "one guard twice, with another number: %.*s",
       STR_ARG(c.words));
}

static void test_two_doors(void)
{
    AUTO(archive) x = { 0 };
    int64_t page = shut(&x);
    struct check c = see(&x, page, GATE);
    ok(c.outcome == CHECK_SUSPECT, "another door is not the same door: %.*s", STR_ARG(c.words));
    c = see(&x, page, GATE "<!-- 2 -->");
    ok(c.outcome == CHECK_CHANGED, "until it is seen twice: %.*s", STR_ARG(c.words));
}

/* Most words of the two are of the frame: the kind of the answer tells them apart. */
static void test_frame(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    see(&x, page, MINUTES("60"));
    see(&x, page, FRAMED("Sign in", "<form><input type=password name=p></form>"));
    struct check c = see(&x, page, FRAMED("Not found", "Page not found"));
    ok(c.outcome == CHECK_SUSPECT && has(c.words, "an error page"), "another kind in the same frame: %.*s", STR_ARG(c.words));
    c = see(&x, page, FRAMED("Not found", "<p>Page not found</p>"));
    ok(c.outcome == CHECK_CHANGED, "the same kind: %.*s", STR_ARG(c.words));
}

/* A page that is away for good must be told of, though its server says something else each time. */
static void test_many(void)
{
    static const char *const walls[SUSPICION_ANSWERS] = { GUARD("1"), AWAY, DOOR("1"), BROKEN };
    AUTO(archive) x = { 0 };
    struct check c = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    see(&x, page, MINUTES("60"));
    for (int i = 0; i < SUSPICION_ANSWERS; i++) {
        ok(i == 0 || c.outcome == CHECK_SUSPECT, "wall %d is held: %.*s", i, STR_ARG(c.words));
        c = see(&x, page, walls[i]);
    }
    ok(c.outcome == CHECK_CHANGED
           && has(c.words, "the page was not there 4 times in a row, so it is announced: it looks like an error"),
       "the last is told: %.*s", STR_ARG(c.words));
    c = see(&x, page, MINUTES("60"));
    ok(c.outcome == CHECK_QUIET && c.back, "and the page is known when it is back: %.*s", STR_ARG(c.words));
}

static void test_same_told(void)
{
    AUTO(archive) x = { 0 };
    int64_t page = shut(&x);
    struct check c = see(&x, page, DOOR("1"));
    ok(c.outcome == CHECK_CHANGED && has(c.headline, "It looks like a login page") && c.importance > 0.49,
       "the same bytes are told alike: %.*s", STR_ARG(c.headline));
}

static void test_back(void)
{
    AUTO(archive) x = { 0 };
    int64_t page = shut(&x);
    see(&x, page, DOOR("2"));
    struct check c = see(&x, page, MINUTES("60"));
    ok(c.outcome == CHECK_QUIET && c.before == 1 && c.back && has(c.words, "the page is back as it was on"),
       "the page is back: %.*s", STR_ARG(c.words));
    eq_int(archive_news(&x, x.user), 0, "and what stood in its place is not news any more");
    eq_int(c.subject.state.real, 0, "the newest is the page");
    struct store_version wall;
    archive_must(&x, store_version_get(&x.arena, &x.store, page, 3, &wall, &x.err), "version");
    ok(wall.suspect, "views leave the wall out");
}

static void test_back_changed(void)
{
    AUTO(archive) x = { 0 };
    int64_t page = shut(&x);
    see(&x, page, DOOR("2"));
    see(&x, page, DOOR("3"));
    struct check c = see(&x, page, MINUTES("75"));
    ok(c.outcome == CHECK_CHANGED && c.before == 1 && c.counts.words_inserted == 1 && has(c.words, "the page is back; since"),
       "what changed behind the wall is held against the page: %.*s", STR_ARG(c.words));
    eq_str(c.headline, STR("The fee for 2027 is 75 euro a year (was 60 euro)"), "and named");
}

/* A page that was cut down for good lives on: what changes then is held against what is left. */
static void test_cut_down(void)
{
    static const char gone[] = "<title>Minutes</title><main><h1>Minutes</h1><p>Minutes are kept in the archive now.</main>";
    static const char moved[] =
        "<title>Minutes</title><main><h1>Minutes</h1><p>Minutes are kept in the town hall of Leeds now.</main>";
    AUTO(archive) x = { 0 };
    AUTO(buf) b = BUF(1 << 16);
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    buf_add(&b, STR(MEETING));
    for (int i = 0; i < 20; i++)
        buf_addf(&b, "<p>Member number %d asked for the report on hut %d, which the board had sent.", i, 3 * i);
    see(&x, page, arena_str(&x.arena, buf_str(&b)).ptr);
    see(&x, page, gone);
    struct check c = see(&x, page, gone);
    ok(c.outcome == CHECK_CHANGED && has(c.headline, "words, where it used to have about")
           && has(c.headline, "kept in the archive"),
       "told with what is left: %.*s", STR_ARG(c.headline));
    c = see(&x, page, moved);
    ok(c.outcome == CHECK_CHANGED && c.before == 2 && has(c.headline, "Leeds"), "it lives on: %.*s", STR_ARG(c.headline));
}

/* English, then a Japanese error: English is not another language. */
static void test_language(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    static const char good[] = MEETING
        "<p>It is the wish of the board that all of the members who have a key to the hut bring it to the office by the end "
        "of the month, and that they sign for it in the book which is at the door of the office.</main>";
    static const char error[] =
        "<title>エラー</title><h1>ページが見つかりません</h1><p>お探しのページは移動または削除された可能性があります。";
    see(&x, page, good);
    see(&x, page, error);
    see(&x, page, error);
    struct check c = see(&x, page, good);
    ok(c.outcome == CHECK_QUIET && c.before == 1, "the language of an error page is not that of the page: %.*s", STR_ARG(c.words));
}

/* Nothing but doors ever came: that is no page that is well. */
static void test_never_seen(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    struct check c = see(&x, page, DOOR("1"));
    ok(c.outcome == CHECK_SUSPECT && c.subject.state.blocked.len == 0, "one door is suspect");
    c = see(&x, page, DOOR("2"));
    ok(c.outcome == CHECK_SUSPECT && has(c.words, "weft has not seen the page itself yet: it looks like a login page"),
       "after the second the page is blocked: %.*s", STR_ARG(c.words));
    ok(has(c.subject.state.blocked, "login page") && c.subject.page.attention, "which is kept");
    c = see(&x, page, DOOR("3"));
    ok(c.outcome == CHECK_SUSPECT && has(c.subject.state.blocked, "login page"), "another door of the kind leaves it so");
    c = see(&x, page, DOOR("3"));
    ok(c.outcome == CHECK_SAME && has(c.subject.state.blocked, "login page"), "and so does the same");
    c = see(&x, page, MINUTES("60"));
    ok(c.outcome == CHECK_CHANGED && c.subject.state.blocked.len == 0, "the page ends it, and is news");
    c = see(&x, page, MINUTES("75"));
    ok(c.subject.state.blocked.len == 0, "for good");
}

static void test_same_blocked(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://h/", x.user, "{}");
    see(&x, page, DOOR("1"));
    struct check c = see(&x, page, DOOR("1"));
    ok(c.outcome == CHECK_SUSPECT && has(c.subject.state.blocked, "login page"), "the same bytes twice are blocked, too");
    page = archive_watch(&x, "http://h/other", x.user, "{}");
    see(&x, page, BROKEN);
    c = see(&x, page, DOOR("1"));
    ok(c.outcome == CHECK_SUSPECT, "two different walls are not: %.*s", STR_ARG(c.words));
    c = see(&x, page, DOOR("1"));
    ok(c.outcome == CHECK_SUSPECT && has(c.subject.state.blocked, "login page"), "until one is seen twice: %.*s", STR_ARG(c.words));
    eq_int(archive_news(&x, x.user), 0, "and nothing of it is news: there is nothing to compare it with");
}

static bool lasts(const struct page_state *s, const struct subject_rules *rules, const struct verdict *v, int64_t at)
{
    struct suspicion_answer answer = suspicion_of(s, v, 1, at);
    return suspicion_lasts(s, rules, &answer);
}

static void test_time(void)
{
    struct page_state s = page_state_none();
    struct subject_rules rules = { .suspect_ms = 600000 };
    struct verdict v = { .suspect = STR("it is empty"), .suspect_kind = SUSPECT_EMPTY, .again = true };
    ok(!lasts(&s, &rules, &v, 1000), "the first is never believed");
    suspicion_learn(&s, &(struct suspicion_version){ &v, 1, 1000, true });
    ok(!lasts(&s, &rules, &v, 6000), "nor one that follows within seconds");
    suspicion_learn(&s, &(struct suspicion_version){ &v, 1, 6000, true });
    ok(!lasts(&s, &rules, &v, 600999) && lasts(&s, &rules, &v, 601000), "the time counts from the first");
    v.suspect_kind = SUSPECT_ERROR;
    ok(!lasts(&s, &rules, &v, 601000), "another kind is not the same");
    s.suspect_kind = STR("");
    ok(lasts(&s, &rules, &v, 601000), "where the kind is not known, as in older archives, the words decide");
    suspicion_learn(&s, &(struct suspicion_version){ &(struct verdict){ .any = true }, 1, 7000, false });
    ok(s.suspect.len == 0 && s.suspect_at == NEVER && s.real == 0, "a good answer ends it");
}

int main(void)
{
    test_told();
    test_different();
    test_two_doors();
    test_frame();
    test_many();
    test_same_told();
    test_back();
    test_back_changed();
    test_cut_down();
    test_language();
    test_never_seen();
    test_same_blocked();
    test_time();
    return tap_done();
}
