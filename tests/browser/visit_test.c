/* One page's way through a tab, with made messages and made time: what is asked for in which order, and what is done where it does not
 * come. Chromium itself is in browser_test.c. */
#include "browser/visit.h"

#include "tests/tap.h"

struct world {
    struct arena arena;
    struct wire wire;
    struct visit visit;
    int64_t now;
};

static void world_drop(struct world *w)
{
    wire_drop(&w->wire);
    arena_drop(&w->arena);
}

static void begin(struct world *w, const struct browser_request *q)
{
    wire_open(&w->wire, -1, -1);
    w->now = 1000;
    w->visit = (struct visit){ .request = q, .arena = &w->arena };
    visit_start(&w->visit, &w->wire, 2, 3130, w->now);
}

/* Whether it was sent since the last time this was asked. */
static bool sends(struct world *w, const char *part)
{
    bool found = str_find(buf_str(&w->wire.out), str_of(part), 0) != SIZE_MAX;
    buf_clear(&w->wire.out);
    return found;
}

/* The answer to the newest call of that kind. */
static bool answer(struct world *w, enum tab_call call, const char *result)
{
    for (uint64_t n = w->wire.n_calls; n-- > w->visit.tab.first_call;) {
        struct str text = arena_printf(&w->arena, "{\"id\":%llu,%s}", (unsigned long long)((n * TABS_MAX + 2) * 16 + call), result);
        if (call != CALL_OTHER && tab_has(&w->visit.tab, call))
            break;
        tab_take(&w->visit.tab, text, w->now);
    }
    return visit_advance(&w->visit, w->now);
}

static bool event(struct world *w, const char *name, const char *params)
{
    tab_take(&w->visit.tab, arena_printf(&w->arena, "{\"method\":\"%s\",\"params\":{%s},\"sessionId\":\"S\"}", name, params),
             w->now);
    return visit_advance(&w->visit, w->now);
}

static bool wait(struct world *w)
{
    w->now = visit_next_at(&w->visit);
    return visit_advance(&w->visit, w->now);
}

/* Up to the page's being loaded. */
static void open_page(struct world *w)
{
    answer(w, CALL_CONTEXT, "\"result\":{\"browserContextId\":\"C\"}");
    answer(w, CALL_TARGET, "\"result\":{\"targetId\":\"T\"}");
    answer(w, CALL_ATTACH, "\"result\":{\"sessionId\":\"S\"}");
    answer(w, CALL_OTHER, "\"result\":{}");
}

static void load(struct world *w)
{
    open_page(w);
    event(w, "Page.frameNavigated", "\"frame\":{\"id\":\"T\",\"url\":\"http://a.test/\"}");
    event(w, "Page.loadEventFired", "");
}

static const struct browser_request plain = { .url = STR_INIT("http://a.test/") };

static void draws(void)
{
    AUTO(world) w = { 0 };
    static const struct browser_request q = { .url = STR_INIT("http://a.test/"), .picture = true };
    begin(&w, &q);
    ok(sends(&w, "createBrowserContext") && w.visit.step == VISIT_CONTEXT, "a context first");
    open_page(&w);
    ok(sends(&w, "\"Page.navigate\"") && w.visit.step == VISIT_LOAD, "then the page, when all that fixes its look is there");
    event(&w, "Page.frameNavigated", "\"frame\":{\"id\":\"T\",\"url\":\"http://a.test/\"}");
    event(&w, "Page.loadEventFired", "");
    eq_int(visit_next_at(&w.visit), w.now + BROWSER_QUIET_MS, "it has to be quiet for a moment");
    wait(&w);
    ok(sends(&w, "captureSnapshot") && w.visit.step == VISIT_SNAPSHOT && w.visit.tab.place.arena, "then it is taken");
    answer(&w, CALL_SNAPSHOT, "\"result\":{\"documents\":[]}");
    ok(sends(&w, "getLayoutMetrics"), "then measured");
    answer(&w, CALL_METRICS, "\"result\":{\"cssContentSize\":{\"width\":10,\"height\":20}}");
    ok(sends(&w, "captureScreenshot"), "then its picture");
    answer(&w, CALL_PICTURE, "\"result\":{\"data\":\"aGk=\"}");
    ok(sends(&w, "disposeBrowserContext") && w.visit.step == VISIT_DISPOSE, "then it is put away");
    ok(answer(&w, CALL_DISPOSE, "\"result\":{}") && !w.visit.stuck, "and over");
    ok(w.visit.page.state == BROWSER_OK && str_eq(w.visit.page.picture, STR("hi")) && w.visit.page.snapshot.len,
       "with snapshot and picture");
}

static void is_late(void)
{
    AUTO(world) w = { 0 };
    begin(&w, &plain);
    open_page(&w);
    wait(&w);
    ok(w.visit.step == VISIT_SNAPSHOT && w.visit.unsettled, "a page that never ends loading is taken as it is");
    wait(&w);
    ok(sends(&w, "terminateExecution") && w.visit.step == VISIT_SNAPSHOT, "one that does not answer then loses its scripts");
    answer(&w, CALL_SNAPSHOT, "\"result\":{\"documents\":[]}");
    eq_int(w.visit.page.state, BROWSER_UNSETTLED, "what comes after that is told as unsettled");
    ok(wait(&w) && w.visit.stuck, "a page that cannot be put away is told to the browser");
}

static void hangs(void)
{
    AUTO(world) w = { 0 };
    begin(&w, &plain);
    load(&w);
    for (int i = 0; i < 3; i++)
        wait(&w);
    ok(w.visit.step == VISIT_DISPOSE && w.visit.page.state == BROWSER_HUNG, "one that never answers has hung");
    answer(&w, CALL_DISPOSE, "\"result\":{}");
    eq_int(w.visit.step, VISIT_OVER, "and is put away all the same");
}

static void breaks(void)
{
    AUTO(world) w = { 0 };
    AUTO(world) x = { 0 };
    AUTO(world) y = { 0 };
    AUTO(world) z = { 0 };
    begin(&w, &plain);
    load(&w);
    event(&w, "Inspector.targetCrashed", "");
    eq_int(w.visit.page.state, BROWSER_CRASHED, "a crash of the tab is its page's");
    begin(&x, &plain);
    load(&x);
    x.visit.too_large = true;
    event(&x, "Inspector.targetCrashed", "");
    eq_int(x.visit.page.state, BROWSER_TOO_LARGE, "unless it was ended for its memory");
    begin(&y, &plain);
    open_page(&y);
    event(
        &y, "Network.responseReceived",
        "\"type\":\"Document\",\"frameId\":\"T\",\"response\":{\"status\":403,\"headers\":{\"X-Weft-Proxy\":\"not this address\"}}");
    ok(y.visit.page.state == BROWSER_FAILED && str_find(y.visit.page.message, STR("not this address"), 0) != SIZE_MAX,
       "what the proxy refuses is a failure");
    begin(&z, &plain);
    ok(wait(&z) && z.visit.stuck, "a tab that cannot be opened is not waited for");
    visit_abort(&y.visit);
    ok(y.visit.step == VISIT_OVER && y.visit.page.state == BROWSER_CRASHED, "the end of Chromium is the end of all");
}

int main(void)
{
    draws();
    is_late();
    hangs();
    breaks();
    return tap_done();
}
