/* What stays of an answer, whatever kind it is: visits told as a script, and after each of them what is said, when the page is looked at
 * next, how many failures are counted and what is new for whoever watches it. */
#include "flow/sealed.h"
#include "store/websub.h"
#include "tests/flow/archive.h"

/* ---- A visit ---- */

struct visit {
    const char *body;          /* of a page; NULL: the answer is another */
    enum fetch_state state;    /* then */
    const char *type, *said;   /* content type; words of the answer */
    const char *moved, *final; /* permanently; where redirects led */
    unsigned status, n_redirects;
    int64_t after_ms, retry_ms; /* since the visit before; when the host wants to be asked again */
    bool unchanged, overridden;
    const char *want;
};

static struct response answer_of(struct archive *x, const struct visit *v)
{
    x->now += v->after_ms ? v->after_ms : DURATION_HOUR_MS;
    struct response r = v->body ? archive_page(x, v->body) : archive_failure(x, v->state, v->said ? v->said : "");
    r.state = v->state;
    r.status = v->status ? v->status : r.status;
    r.content_type = v->type ? str_of(v->type) : r.content_type;
    r.moved_to = v->moved ? str_of(v->moved) : STR("");
    r.final_url = v->final ? str_of(v->final) : v->moved ? str_of(v->moved) : STR("http://page.example/");
    r.n_redirects = v->n_redirects;
    r.retry_at_ms = v->retry_ms ? x->now + v->retry_ms : 0;
    r.unchanged = v->unchanged;
    r.robots = v->overridden ? FETCH_ROBOTS_OVERRIDDEN : FETCH_ROBOTS_ALLOWED;
    return r;
}

static void add_version(struct buf *out, const struct check *c)
{
    if (c->number)
        buf_addf(out, " version %lld", (long long)c->number);
    if (c->before)
        buf_addf(out, " after %lld", (long long)c->before);
}

/* "changed version 2 after 1: 1 word added, 1 removed: ...; next in 2 days; 1 new". */
static struct str told(struct archive *x, const struct check *c)
{
    AUTO(buf) out = BUF(1 << 14);
    const struct page_state *s = &c->subject.state;
    buf_add(&out, str_of(check_outcome_name(c->outcome)));
    add_version(&out, c);
    if (c->words.len)
        buf_addf(&out, ": %.*s", STR_ARG(c->words));
    buf_add(&out, STR("; next "));
    if (c->subject.page.next_check_at == NEVER)
        buf_add(&out, STR("never"));
    else if (c->subject.page.next_check_at <= x->now)
        buf_add(&out, STR("now"));
    else
        duration_add_words(&out, c->subject.page.next_check_at - x->now);
    if (c->subject.page.errors)
        buf_addf(&out, "; %lld failed", (long long)c->subject.page.errors);
    if (s->moved_to.len)
        buf_addf(&out, "; moved to %.*s", STR_ARG(s->moved_to));
    if (s->leads_to.len)
        buf_addf(&out, "; goes on at %.*s", STR_ARG(s->leads_to));
    if (s->suspect.len)
        buf_addf(&out, "; suspect: %.*s", STR_ARG(s->suspect));
    if (s->blocked.len)
        buf_addf(&out, "; blocked: %.*s", STR_ARG(s->blocked));
    if (s->robots_overridden)
        buf_add(&out, STR("; robots.txt was overridden"));
    if (c->subject.page.attention)
        buf_add(&out, STR("; in the report"));
    buf_addf(&out, "; %u new", archive_news(x, x->user));
    return arena_str(&x->arena, buf_str(&out));
}

static void play(const char *name, const char *watch, const struct visit *visit, size_t n)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://page.example/", x.user, watch);
    for (size_t i = 0; i < n; i++) {
        struct check c = archive_check(&x, page, answer_of(&x, &visit[i]));
        eq_str(told(&x, &c), str_of(visit[i].want), name);
    }
}

#define PLAY(name, watch, ...) \
    do { \
        static const struct visit visits[] = { __VA_ARGS__ }; \
        play(name, watch, visits, ARRAY_LEN(visits)); \
    } while (0)

/* ---- Pages ---- */

#define FERRY(words) \
    "<!DOCTYPE html><title>Ferry</title><header>Island ferries</header><main><h1>Ferry</h1><p>The ferry leaves from the old " \
    "pier.</p><p>" words "</p></main><footer>Island ferries, since 1921</footer>"
#define MORNING FERRY("The first boat goes in the morning.")
#define NOON FERRY("The first boat goes at noon.")
#define WALL "<title>Just a moment...</title><h1>Checking your browser</h1><p>Please verify you are human."
#define LOGIN \
    "<title>Sign in</title><form><label>User name <input name=u></label><label>Password <input type=password></label></form>"

/* What is said of them. */
#define KEPT "kept as version 1, 220 bytes"
#define AT_NOON "2 words added, 3 removed: The first boat goes at noon (was in the morning)"
#define ROBOTS "it looks like a check for robots (\"just a moment...\") and not like the page"
#define UNTIL "kept, and not announced unless it lasts"

static void test_pages(void)
{
    PLAY(
        "the life of a page", "{}", { .body = MORNING, .want = "first version 1: " KEPT "; next 2 days; 0 new" },
        { .body = MORNING, .unchanged = true, .want = "same version 1; next 2 days; 0 new" },
        { .body = NOON, .want = "changed version 2 after 1: " AT_NOON "; next 2 days; 1 new" },
        { .body = NOON "<!-- made by hand -->",
          .want = "quiet version 3 after 2: nothing that people read has changed; next 2 days; 1 new" },
        { .state = FETCH_NOT_MODIFIED, .unchanged = true, .want = "same version 3; next 2 days; 1 new" },
        { .body = MORNING,
          .want =
              "quiet version 4 after 3: 1 change held back: The first boat goes in the morning (was at noon) (it said the same before); see 'weft report --held-back'; next 2 days; 0 new" });
    PLAY("what is not a page is compared by its bytes", "{}",
         { .body = "\x89PNG one", .type = "image/png", .want = "first version 1: kept as version 1, 8 bytes; next 2 days; 0 new" },
         { .body = "\x89PNG three",
           .type = "image/png",
           .want = "changed version 2 after 1: its bytes changed: 8 before, 10 now; next 2 days; 1 new" },
         { .body = "\x89PNG three", .type = "image/png", .unchanged = true, .want = "same version 2; next 2 days; 1 new" });
    PLAY(
        "a page that becomes data", "{}", { .body = MORNING, .want = "first version 1: " KEPT "; next 2 days; 0 new" },
        { .body = "{\"boats\": [{\"name\": \"Ida\", \"seats\": 40}]}",
          .type = "application/json",
          .want =
              "changed version 2 after 1: 5 words added, 24 removed: New: boats name Ida seats 40; Removed: The ferry leaves from the old pier; The first boat goes in the morning.; next 2 days; 1 new" },
        { .body = "{\"boats\": [{\"name\": \"Ida\", \"seats\": 60}]}",
          .type = "application/json",
          .want = "changed version 3 after 2: 1 word added, 1 removed: Ida: seats 60 (was 40); next 2 days; 1 new" });
    PLAY("plain text", "{}",
         { .body = "tide 4.1\nwind west\n",
           .type = "text/plain",
           .want = "first version 1: kept as version 1, 19 bytes; next 2 days; 0 new" },
         { .body = "tide 4.1\nwind south-west, rising\n",
           .type = "text/plain",
           .want = "changed version 2 after 1: 4 words added, 0 removed: wind south-west, rising; next 2 days; 1 new" });
    PLAY("an interval of its own", "{\"every\":\"6h\"}",
         { .body = MORNING, .want = "first version 1: " KEPT "; next 6 hours; 0 new" },
         { .body = MORNING, .unchanged = true, .want = "same version 1; next 6 hours; 0 new" },
         { .body = NOON, .want = "changed version 2 after 1: " AT_NOON "; next 6 hours; 1 new" });
    PLAY("in every run", "{\"every\":\"0\"}", { .body = MORNING, .want = "first version 1: " KEPT "; next now; 0 new" },
         { .body = NOON, .want = "changed version 2 after 1: " AT_NOON "; next now; 1 new" });
    PLAY("never, but somebody asked", "{\"every\":\"never\"}",
         { .body = MORNING, .want = "first version 1: " KEPT "; next never; 0 new" });
    PLAY("only what is selected", "{\"select\":[\"footer\"]}",
         { .body = MORNING, .want = "first version 1: " KEPT "; next 2 days; 0 new" },
         { .body = NOON,
           .want = "quiet version 2 after 1: what changed is less than anybody asked to hear of; next 2 days; 0 new" });
    PLAY("nothing that is ignored", "{\"ignore\":[\"main\"]}",
         { .body = MORNING, .want = "first version 1: " KEPT "; next 2 days; 0 new" },
         { .body = NOON,
           .want = "quiet version 2 after 1: what changed is less than anybody asked to hear of; next 2 days; 0 new" });
    PLAY("a selector that is none", "{\"select\":[\"p[\"]}",
         { .body = MORNING,
           .want = "first version 1: " KEPT "; --select 'p[' finds nothing on the page; next 2 days; in the report; 0 new" },
         { .body = NOON,
           .want =
               "changed version 2 after 1: " AT_NOON "; p[: the selector 'p[' ends too early; next 2 days; in the report; 1 new" });
    PLAY("a watch that is paused", "{\"paused\":true}",
         { .body = MORNING, .want = "first version 1: " KEPT "; next never; 0 new" });
}

static void test_failures(void)
{
    PLAY("failures in a row are counted, and end with an answer", "{}",
         { .body = MORNING, .want = "first version 1: " KEPT "; next 2 days; 0 new" },
         { .state = FETCH_GONE,
           .status = 404,
           .said = "there is no such page (404)",
           .want = "failed: there is no such page (404); next 1 day 22 hours; 1 failed; 0 new" },
         { .state = FETCH_GONE,
           .status = 410,
           .said = "it is gone (410)",
           .want = "failed: it is gone (410); next 1 day 21 hours; 2 failed; 0 new" },
         { .state = FETCH_HTTP_ERROR,
           .status = 500,
           .said = "the server failed (500)",
           .want = "failed: the server failed (500); next 1 day 20 hours; 3 failed; 0 new" },
         { .state = FETCH_TIMEOUT,
           .said = "it took too long",
           .want = "failed: it took too long; next 1 day 19 hours; 4 failed; 0 new" },
         { .body = MORNING,
           .unchanged = true,
           .want = "same version 1: it answers again, as it was before the failures; next 2 days; 0 new" },
         { .state = FETCH_GONE, .status = 404, .want = "failed; next 1 day 22 hours; 1 failed; 0 new" });
    PLAY(
        "each kind of failure", "{\"every\":\"1d\"}",
        { .state = FETCH_MOVED, .said = "moved", .want = "failed: moved; next 5 minutes; 1 failed; 0 new" },
        { .state = FETCH_DENIED, .status = 403, .said = "denied", .want = "failed: denied; next 10 minutes; 2 failed; 0 new" },
        { .state = FETCH_BUSY,
          .status = 429,
          .said = "busy",
          .retry_ms = 3 * DURATION_HOUR_MS,
          .want = "failed: busy; next 3 hours; 3 failed; 0 new" },
        { .state = FETCH_BUSY, .status = 503, .said = "busy", .want = "failed: busy; next 40 minutes; 4 failed; 0 new" },
        { .state = FETCH_HTTP_ERROR, .status = 418, .said = "odd", .want = "failed: odd; next 1 hour 20 minutes; 5 failed; 0 new" },
        { .state = FETCH_ROBOTS,
          .said = "robots.txt forbids it",
          .want = "failed: robots.txt forbids it; next 1 day; 6 failed; 0 new" },
        { .state = FETCH_BLOCKED,
          .said = "not a public address",
          .want = "failed: not a public address; next 5 hours 20 minutes; 7 failed; 0 new" },
        { .state = FETCH_BAD_ADDRESS,
          .said = "not an address",
          .want = "failed: not an address; next 10 hours 40 minutes; 8 failed; 0 new" },
        { .state = FETCH_BAD_SCHEME,
          .said = "not of the web",
          .want = "failed: not of the web; next 21 hours 20 minutes; 9 failed; 0 new" },
        { .state = FETCH_TOO_MANY_HOPS, .said = "in a circle", .want = "failed: in a circle; next 1 day; 10 failed; 0 new" },
        { .state = FETCH_TOO_LARGE, .said = "too large", .want = "failed: too large; next 1 day; 11 failed; 0 new" },
        { .state = FETCH_TIMEOUT, .said = "too slow", .want = "failed: too slow; next 1 day; 12 failed; 0 new" },
        { .state = FETCH_BROKEN, .said = "broke off", .want = "failed: broke off; next 1 day; 13 failed; 0 new" },
        { .state = FETCH_TLS, .said = "certificate", .want = "failed: certificate; next 1 day; 14 failed; 0 new" },
        { .state = FETCH_HOST_ERROR, .said = "no such name", .want = "failed: no such name; next 1 day; 15 failed; 0 new" },
        { .state = FETCH_PROXY, .said = "proxy", .want = "failed: proxy; next 1 day; 16 failed; 0 new" });
    PLAY("what is not the page's fault is not counted", "{}",
         { .body = MORNING, .want = "first version 1: " KEPT "; next 2 days; 0 new" },
         { .state = FETCH_SKIPPED,
           .said = "its host failed in this run",
           .want = "put off: its host failed in this run; next 1 day 22 hours; 0 new" },
         { .state = FETCH_NETWORK_DOWN, .said = "nothing answers", .want = "put off: nothing answers; next 1 day 21 hours; 0 new" },
         { .state = FETCH_LATER,
           .said = "its host asked for a pause",
           .retry_ms = DURATION_HOUR_MS,
           .want = "put off: its host asked for a pause; next 1 day 20 hours; 0 new" },
         { .body = NOON, .want = "changed version 2 after 1: " AT_NOON "; next 2 days; 1 new" });
    PLAY("robots.txt, obeyed and overridden", "{\"every\":\"1d\"}",
         { .state = FETCH_ROBOTS,
           .said = "robots.txt forbids it",
           .want = "failed: robots.txt forbids it; next 1 day; 1 failed; 0 new" },
         { .body = MORNING, .overridden = true, .want = "first version 1: " KEPT "; next 1 day; robots.txt was overridden; 0 new" },
         { .body = MORNING, .unchanged = true, .want = "same version 1; next 1 day; 0 new" });
}

static void test_moves(void)
{
    PLAY("for good, and it is asked there from now on", "{}",
         { .body = MORNING,
           .moved = "http://new.example/",
           .n_redirects = 1,
           .want = "first version 1: " KEPT "; next 2 days; moved to http://new.example/; in the report; 0 new" },
         { .body = MORNING,
           .unchanged = true,
           .moved = "http://new.example/",
           .want = "same version 1; next 2 days; moved to http://new.example/; in the report; 0 new" },
         { .state = FETCH_TIMEOUT,
           .said = "too slow",
           .want = "failed: too slow; next 1 day 22 hours; 1 failed; moved to http://new.example/; in the report; 0 new" },
         { .state = FETCH_GONE, .said = "gone (404)", .want = "failed: gone (404); next 1 day 21 hours; 2 failed; 0 new" },
         { .body = MORNING,
           .unchanged = true,
           .want = "same version 1: it answers again, as it was before the failures; next 2 days; 0 new" });
    PLAY("for now", "{}",
         { .body = MORNING,
           .final = "http://page.example/today",
           .n_redirects = 1,
           .want = "first version 1: " KEPT "; next 2 days; 0 new" },
         { .body = NOON,
           .final = "http://page.example/tomorrow",
           .n_redirects = 1,
           .want = "changed version 2 after 1: " AT_NOON "; next 2 days; 1 new" });
    PLAY("a host that is asked seldom is followed step by step", "{}",
         { .state = FETCH_LATER,
           .said = "its host had its turn",
           .final = "http://page.example/2",
           .n_redirects = 1,
           .want = "put off: its host had its turn; next now; goes on at http://page.example/2; 0 new" },
         { .state = FETCH_LATER,
           .said = "its host had its turn",
           .final = "http://page.example/3",
           .n_redirects = 1,
           .want = "put off: its host had its turn; next now; goes on at http://page.example/3; 0 new" },
         { .body = MORNING, .final = "http://page.example/3", .want = "first version 1: " KEPT "; next 2 days; 0 new" });
    PLAY("but not for ever", "{}",
         { .state = FETCH_LATER,
           .said = "later",
           .final = "http://page.example/2",
           .n_redirects = 6,
           .want = "put off: later; next now; goes on at http://page.example/2; 0 new" },
         { .state = FETCH_LATER,
           .said = "later",
           .final = "http://page.example/3",
           .n_redirects = 6,
           .want = "failed: its redirects do not end; next 5 minutes; 1 failed; 0 new" });
}

static void test_suspects(void)
{
    PLAY("a check for robots, once", "{}", { .body = MORNING, .want = "first version 1: " KEPT "; next 2 days; 0 new" },
         { .body = WALL,
           .want = "suspect version 2 after 1: " ROBOTS "; " UNTIL "; next 15 minutes; suspect: " ROBOTS "; in the report; 0 new" },
         { .body = MORNING, .want = "quiet version 3 after 1: nothing that people read has changed; next 2 days; 0 new" });
    PLAY("a check for robots that stays", "{}", { .body = MORNING, .want = "first version 1: " KEPT "; next 2 days; 0 new" },
         { .body = WALL,
           .want = "suspect version 2 after 1: " ROBOTS "; " UNTIL "; next 15 minutes; suspect: " ROBOTS "; in the report; 0 new" },
         { .body = WALL,
           .unchanged = true,
           .want = "changed version 2 after 1: seen twice now, so it is announced: " ROBOTS "; next 2 days; 1 new" },
         { .body = WALL, .unchanged = true, .want = "same version 2; next 2 days; 1 new" },
         { .body = NOON,
           .want = "changed version 3 after 1: the page is back; since 1970-01-01 01:16:41: " AT_NOON "; next 2 days; 1 new" });
    PLAY("a login in its place", "{}", { .body = MORNING, .want = "first version 1: " KEPT "; next 2 days; 0 new" },
         { .body = LOGIN,
           .final = "http://page.example/login",
           .n_redirects = 1,
           .want =
               "suspect version 2 after 1: it looks like a login page (\"sign in\") and not like the page; " UNTIL
               "; next 15 minutes; suspect: it looks like a login page (\"sign in\") and not like the page; in the report; 0 new" },
         { .body = NOON, .want = "changed version 3 after 1: " AT_NOON "; next 2 days; 1 new" });
    PLAY(
        "nothing to read", "{}", { .body = MORNING, .want = "first version 1: " KEPT "; next 2 days; 0 new" },
        { .body = "<html><body></body></html>",
          .want = "suspect version 2 after 1: there is nothing to read on it; " UNTIL
                  "; next 15 minutes; suspect: there is nothing to read on it; in the report; 0 new" },
        { .body = "<html><body> </body></html>",
          .want =
              "changed version 3 after 1: seen twice now, so it is announced: there is nothing to read on it; next 2 days; 1 new" });
    PLAY(
        "an error that says 200", "{}", { .body = MORNING, .want = "first version 1: " KEPT "; next 2 days; 0 new" },
        { .body = "<title>500 Internal Server Error</title><h1>Internal Server Error</h1><p>Something went wrong.",
          .want =
              "suspect version 2 after 1: it looks like an error page (\"500 internal server error\") and not like the page; " UNTIL
              "; next 15 minutes; suspect: it looks like an error page (\"500 internal server error\") and not like the page; in the report; 0 new" });
    PLAY(
        "from the first visit on", "{}",
        { .body = WALL,
          .want = "suspect version 1: " ROBOTS "; " UNTIL "; next 15 minutes; suspect: " ROBOTS "; in the report; 0 new" },
        { .body = WALL,
          .unchanged = true,
          .want = "suspect version 1: weft has not seen the page itself yet: " ROBOTS "; next 2 days; blocked: " ROBOTS
                  "; in the report; 0 new" },
        { .body = MORNING,
          .want =
              "changed version 2 after 1: 24 words added, 9 removed: New: Ferry; The ferry leaves from the old pier; The first boat goes in the morning; Removed: Checking your browser; next 2 days; 1 new" },
        { .body = NOON, .want = "changed version 3 after 2: " AT_NOON "; next 2 days; 1 new" });
}

/* ---- Load, analyse and commit, with something between them ---- */

struct part_way {
    struct archive archive;
    struct store other; /* of another process */
    struct subject_rules rules;
    struct check_work work;
    int64_t page;
};

static void part_way_drop(struct part_way *x)
{
    store_close(&x->other);
    archive_drop(&x->archive);
}

static void begin(struct part_way *x, const char *watch)
{
    archive_open(&x->archive);
    x->rules.every_ms = 2 * DURATION_DAY_MS;
    x->page = archive_watch(&x->archive, "http://page.example/", x->archive.user, watch);
}

static void load(struct part_way *x, struct response r)
{
    x->work = (struct check_work){ .arena = &x->archive.arena, .page = x->page, .response = r, .rules = &x->rules };
    archive_must(&x->archive, check_load(&x->work, &x->archive.store, &x->archive.err), "load");
}

static void analyse(struct part_way *x, struct check_tools tools)
{
    tools.codec = codec_open();
    check_analyse(&x->work, &tools);
    codec_close(tools.codec);
}

static int commit(struct part_way *x)
{
    return check_commit(&x->work, &(struct check_context){ &x->archive.store, &x->rules, NULL }, &x->archive.err);
}

/* What follows is done by the other process, until it is called again. */
static void change_sides(struct part_way *x)
{
    struct store mine = x->archive.store;
    if (!x->other.engine)
        archive_must(&x->archive,
                     store_open(&x->other, folder_path(&x->archive.arena, &x->archive.folder, "weft.db"),
                                &(struct store_options){ 0 }, &x->archive.err),
                     "open");
    x->archive.store = x->other;
    x->other = mine;
}

/* What another process does meanwhile, and whether the check must be made again. */
static void test_meanwhile(void)
{
    static const struct {
        const char *what;
        const char *body, *watch; /* a version that comes, or a watch that is changed */
        bool new_user, new_page;
        int want;
    } rows[] = {
        { .what = "nothing", .want = 0 },
        { .what = "another page is added", .new_page = true, .want = 0 },
        { .what = "another version comes", .body = FERRY("The first boat goes at dawn."), .want = 1 },
        { .what = "the watch is changed", .watch = "{\"select\":[\"main\"]}", .want = 1 },
        { .what = "somebody else begins to watch it", .new_user = true, .want = 1 },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(part_way) x = { 0 };
        int64_t ben;
        begin(&x, "{}");
        archive_check(&x.archive, x.page, archive_page(&x.archive, MORNING));
        load(&x, archive_page(&x.archive, NOON));
        analyse(&x, (struct check_tools){ 0 });
        change_sides(&x);
        if (rows[i].body)
            archive_check(&x.archive, x.page, archive_page(&x.archive, rows[i].body));
        if (rows[i].watch)
            archive_watch(&x.archive, "http://page.example/", x.archive.user, rows[i].watch);
        if (rows[i].new_page)
            archive_watch(&x.archive, "http://other.example/", x.archive.user, "{}");
        if (rows[i].new_user) {
            archive_must(&x.archive, store_user_add(&x.archive.store, STR("ben"), 1, &ben, &x.archive.err), "ben");
            archive_watch(&x.archive, "http://page.example/", ben, "{}");
        }
        change_sides(&x);
        eq_int(commit(&x), rows[i].want, rows[i].what);
        if (rows[i].want == 0)
            ok(x.work.check.outcome == CHECK_CHANGED && x.work.check.number == 2, "what was found is kept");
    }
}

/* A page that must not be taken apart, or is more than may be read, is judged by its bytes: told, and why. */
static void test_by_bytes(void)
{
    static const struct {
        struct check_tools tools;
        const char *want;
    } rows[] = {
        { { .by_bytes = true },
          "its bytes changed: 220 before, 213 now; reading this page ended weft before, so it is judged by its bytes "
          "alone" },
        { { .memory_max = 1000 },
          "its bytes changed: 220 before, 213 now; this would need more than the 1000 bytes of memory that one "
          "job may take" },
        { { 0 }, "2 words added, 3 removed: The first boat goes at noon (was in the morning)" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(part_way) x = { 0 };
        begin(&x, "{}");
        archive_check(&x.archive, x.page, archive_page(&x.archive, MORNING));
        load(&x, archive_page(&x.archive, NOON));
        analyse(&x, rows[i].tools);
        eq_int(commit(&x), 0, "kept");
        eq_str(x.work.check.words, str_of(rows[i].want), "what is said of it");
        ok(x.work.check.outcome == CHECK_CHANGED && archive_news(&x.archive, x.archive.user) == 1, "whoever watches it is told");
    }
}

/* A second answer of one moment teaches what differs by itself; nothing is kept or told of it. */
static void test_probe(void)
{
    AUTO(part_way) x = { 0 };
    struct store_page before, after;
    struct store_versions versions;
    begin(&x, "{}");
    archive_check(&x.archive, x.page, archive_page(&x.archive, FERRY("You are guest number 4011.")));
    archive_must(&x.archive, store_page_get(&x.archive.arena, &x.archive.store, x.page, &before, &x.archive.err), "page");
    load(&x, archive_page(&x.archive, FERRY("You are guest number 4012.")));
    x.work.probe = true;
    analyse(&x, (struct check_tools){ 0 });
    ok(x.work.past.len > 0, "the probe has taught something");
    eq_int(commit(&x), 0, "which is kept");
    archive_must(&x.archive, store_page_get(&x.archive.arena, &x.archive.store, x.page, &after, &x.archive.err), "page");
    archive_must(&x.archive, store_version_list(&x.archive.arena, &x.archive.store, x.page, &versions, &x.archive.err), "versions");
    eq_int(versions.n, 1, "it makes no version");
    ok(after.next_check_at == before.next_check_at && after.checked_at == before.checked_at, "and is no visit");
    ok(!str_eq(after.state, before.state), "but the page's past has grown");
    struct check c = archive_check(&x.archive, x.page, archive_page(&x.archive, FERRY("You are guest number 4090.")));
    ok(c.outcome == CHECK_QUIET && archive_news(&x.archive, x.archive.user) == 0, "what differs by itself is not told: %.*s",
       STR_ARG(c.words));
}

/* A notice that came after the request had gone out may speak of something newer than the answer. */
static void test_pushed(void)
{
    static const struct {
        const char *what;
        int64_t ago_ms; /* before the answer came */
        uint32_t took_ms;
        bool again;
    } rows[] = {
        { "long before", 5000, 200, false },
        { "before the request went out", 201, 200, false },
        { "while it was under way", 100, 200, true },
        { "after the answer", -50, 200, true },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(part_way) x = { 0 };
        begin(&x, "{}");
        struct check c = archive_check(&x.archive, x.page, archive_page(&x.archive, MORNING));
        struct response r = archive_page(&x.archive, NOON);
        r.total_ms = rows[i].took_ms;
        r.etag = STR("\"2\"");
        c.subject.state.pushed_at = r.fetched_at_ms - rows[i].ago_ms;
        c.subject.page.state = page_state_write(&x.archive.arena, &c.subject.state);
        archive_must(&x.archive, store_page_schedule(&x.archive.store, &c.subject.page, &x.archive.err), "a notice");
        c = archive_check(&x.archive, x.page, r);
        eq_int(c.subject.state.owed, rows[i].again, rows[i].what);
        eq_int(c.subject.page.next_check_at, rows[i].again ? c.subject.state.pushed_at : x.archive.now + 2 * DURATION_DAY_MS,
               "it is looked at again at once, or as usual");
        eq_str(c.subject.page.etag, rows[i].again ? STR("") : STR("\"2\""), "without validators, or with them");
    }
}

/* ---- What comes along with a page ---- */

static void test_cookies(void)
{
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://page.example/", x.user, "{\"cookies\":true}");
    struct response r = archive_page(&x, MORNING);
    r.cookies = STR("page.example\tFALSE\t/\tFALSE\t0\tsession\tabc123");
    struct check c = archive_check(&x, page, r);
    struct store_page row;
    archive_must(&x, store_page_get(&x.arena, &x.store, page, &row, &x.err), "page");
    ok(str_find(row.state, STR("abc123"), 0) == SIZE_MAX, "a cookie does not stand in the page's row");
    eq_str(c.subject.state.cookies, r.cookies, "but is there for the next check");
    eq_str(subject_request(&x.arena, &c.subject).cookies, r.cookies, "which sends it");
    c = archive_check(&x, page, archive_page(&x, NOON));
    eq_str(c.subject.state.cookies, r.cookies, "it stays where no other comes");
}

static void test_offers(void)
{
    static const char with_hub[] = "<title>Diary</title><link rel=hub href=http://hub.example/><link rel=self "
                                   "href=http://page.example/feed><link rel=alternate type=application/atom+xml href=/feed>"
                                   "<p>A seal on the steps.";
    AUTO(archive) x = { 0 };
    archive_open(&x);
    int64_t page = archive_watch(&x, "http://page.example/", x.user, "{}");
    struct response r = archive_page(&x, with_hub);
    r.head = STR("Link: <http://hub.example/>; rel=\"hub\", <http://page.example/feed>; rel=\"self\"\r\n");
    archive_check(&x, page, r);
    struct store_websub hub = { 0 };
    archive_must(&x, store_websub_get(&x.arena, &x.store, page, &hub, &x.err), "a hub");
    eq_str(hub.hub, STR("http://hub.example/"), "a hub that the page names is kept");
    eq_str(hub.topic, STR("http://page.example/feed"), "with what it tells of");
    eq_int(hub.page, page, "for the page");
}

/* What a change is to each of those who watch the page. */
static void test_each(void)
{
    AUTO(archive) x = { 0 };
    int64_t ben, cleo;
    archive_open(&x);
    archive_must(&x, store_user_add(&x.store, STR("ben"), 1, &ben, &x.err), "ben");
    archive_must(&x, store_user_add(&x.store, STR("cleo"), 1, &cleo, &x.err), "cleo");
    int64_t page = archive_watch(&x, "http://page.example/", x.user, "{}");
    archive_watch(&x, "http://page.example/", ben, "{\"select\":[\"footer\"]}");
    archive_check(&x, page, archive_page(&x, MORNING));
    struct check c = archive_check(
        &x, page,
        archive_page(
            &x, "<!DOCTYPE html><title>Ferry</title><header>Island ferries</header><main><h1>Ferry</h1><p>The ferry leaves from "
                "the old pier.</p><p>The first boat goes at noon.</p></main><footer>Island ferries, founded 1921</footer>"));
    eq_str(check_seen_by(&x.arena, &c, x.user).words,
           STR("2 words added, 3 removed: The first boat goes at noon (was in the morning)"),
           "who watches all of it is told of the content");
    struct check bens = check_seen_by(&x.arena, &c, ben);
    eq_str(bens.words, STR("1 word added, 1 removed: Island ferries, founded 1921 (was since)"), "who selects a part, of that");
    eq_str(bens.headline, STR("Island ferries, founded 1921 (was since)"), "in their own headline");
    eq_str(check_seen_by(&x.arena, &c, cleo).words, c.words, "who does not watch it has no words of their own");
    c = archive_check(&x, page, archive_page(&x, FERRY("The first boat goes at dawn.")));
    c = archive_check(
        &x, page,
        archive_page(
            &x, "<!DOCTYPE html><title>Ferry</title><header>Island ferries</header><main><h1>Ferry</h1><p>The ferry leaves from "
                "the new pier.</p><p>The first boat goes at dawn.</p></main><footer>Island ferries, since 1921</footer>"));
    bens = check_seen_by(&x.arena, &c, ben);
    ok(bens.outcome == CHECK_QUIET && !check_is_news_for(&c, ben) && check_is_news_for(&c, x.user),
       "a change elsewhere is none to him");
    eq_str(bens.words, STR("it is news for others who watch it, not by what you asked; 'weft report --held-back' says why"),
           "as is said");
}

int main(void)
{
    test_pages();
    test_failures();
    test_moves();
    test_suspects();
    test_meanwhile();
    test_by_bytes();
    test_probe();
    test_pushed();
    test_cookies();
    test_offers();
    test_each();
    return tap_done();
}
