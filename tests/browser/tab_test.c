/* What a tab sends, and what it makes of Chromium's messages; Chromium itself is in browser_test.c. */
#include "browser/tab.h"

#include "base/json_read.h"
#include "tests/tap.h"

struct world {
    struct arena arena;
    struct wire wire;
    struct tab tab;
};

static void world_drop(struct world *w)
{
    wire_drop(&w->wire);
    arena_drop(&w->arena);
}

static void open_world(struct world *w, const struct browser_request *q)
{
    wire_open(&w->wire, -1, -1);
    tab_open(&w->tab, &w->wire, 0, &w->arena, q);
}

static bool has(struct str s, const char *part)
{
    return str_find(s, str_of(part), 0) != SIZE_MAX;
}

static void take(struct world *w, const char *message)
{
    tab_take(&w->tab, str_of(message), 1000);
}

/* Everything sent so far, as whole messages of JSON; nothing is left. */
static struct str sent(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct json_value value;
    struct str all = arena_str(&w->arena, buf_str(&w->wire.out)), rest = all;
    while (rest.len)
        if (json_read(&a, str_cut(&rest, '\0'), &value, NULL))
            return STR("(not JSON)");
    buf_clear(&w->wire.out);
    return all;
}

/* Up to the session, with the numbers that the calls have. */
static void attach(struct world *w)
{
    char text[128];
    tab_ask_context(&w->tab);
    ok(has(sent(w), "\"Target.createBrowserContext\""), "a context is asked for");
    snprintf(text, sizeof text, "{\"id\":%u,\"result\":{\"browserContextId\":\"C1\"}}", 0 * 256 + CALL_CONTEXT);
    take(w, text);
    ok(tab_has(&w->tab, CALL_CONTEXT) && strcmp(w->tab.context, "C1") == 0, "and comes");
    tab_ask_target(&w->tab);
    ok(has(sent(w), "\"behavior\":\"deny\",\"browserContextId\":\"C1\""), "downloads are forbidden in it");
    snprintf(text, sizeof text, "{\"id\":%u,\"result\":{\"targetId\":\"T1\"}}", 2 * 256 + CALL_TARGET);
    take(w, text);
    tab_ask_attach(&w->tab);
    ok(has(sent(w), "\"targetId\":\"T1\",\"flatten\":true"), "a session to the tab");
    snprintf(text, sizeof text, "{\"id\":%u,\"result\":{\"sessionId\":\"S1\"}}", 3 * 256 + CALL_ATTACH);
    take(w, text);
    ok(strcmp(w->tab.session, "S1") == 0, "comes too");
    eq_int(w->tab.n_orders, 1, "one order has no answer yet");
    take(w, "{\"id\":256,\"result\":{}}");
    eq_int(w->tab.n_orders, 0, "now it has");
}

static void loads(struct world *w)
{
    struct tab *t = &w->tab;
    tab_order_look(t);
    struct str look = sent(w);
    ok(has(look, "\"width\":1366,\"height\":768") && has(look, "\"UTC\"") && has(look, "\"en-US\"") && has(look, "Fetch.enable"),
       "the look is ordered");
    ok(!has(look, "setScriptExecutionDisabled") && t->n_orders >= 9, "scripts may run, and answers are due");
    tab_navigate(t);
    ok(has(sent(w), "\"Page.navigate\",\"params\":{\"url\":\"http://a.test/x\"},\"sessionId\":\"S1\""), "then the page is opened");
    take(w, "{\"method\":\"Page.loadEventFired\",\"params\":{},\"sessionId\":\"S1\"}");
    ok(!t->loaded, "the load event of the empty page does not count");
    take(w,
         "{\"method\":\"Network.requestWillBeSent\",\"params\":{\"requestId\":\"1\",\"type\":\"Document\"},\"sessionId\":\"S1\"}");
    take(w,
         "{\"method\":\"Network.requestWillBeSent\",\"params\":{\"requestId\":\"1\",\"type\":\"Document\"},\"sessionId\":\"S1\"}");
    eq_int(t->n_open, 1, "a redirected request is one request");
    take(
        w,
        "{\"method\":\"Network.requestWillBeSent\",\"params\":{\"requestId\":\"2\",\"type\":\"EventSource\"},\"sessionId\":\"S1\"}");
    take(w,
         "{\"method\":\"Network.requestWillBeSent\",\"params\":{\"requestId\":\"3\",\"type\":\"Image\"},\"sessionId\":\"other\"}");
    take(
        w,
        "{\"method\":\"Network.requestWillBeSent\",\"params\":{\"requestId\":\"4\",\"loaderId\":\"\",\"type\":\"Script\"},\"sessionId\":\"S1\"}");
    eq_int(t->n_open, 1, "streams, scripts of workers and other tabs do not count");
    take(
        w,
        "{\"method\":\"Fetch.requestPaused\",\"params\":{\"requestId\":\"i1\",\"frameId\":\"T1\",\"resourceType\":\"Document\",\"request\":{\"url\":\"http://a.test/x\"}},"
        "\"sessionId\":\"S1\"}");
    struct str given = sent(w);
    ok(has(given, "\"Fetch.fulfillRequest\"") && has(given, "\"body\":\"PHA+aGk8L3A+\""), "the page gets its body");
    take(
        w,
        "{\"method\":\"Fetch.requestPaused\",\"params\":{\"requestId\":\"i2\",\"frameId\":\"F2\",\"resourceType\":\"Document\",\"request\":{\"url\":\"http://a.test/f\"}},"
        "\"sessionId\":\"S1\"}");
    ok(has(sent(w), "\"Fetch.continueRequest\",\"params\":{\"requestId\":\"i2\"}"), "a frame does not");
    take(
        w,
        "{\"method\":\"Page.frameNavigated\",\"params\":{\"frame\":{\"id\":\"F2\",\"parentId\":\"T1\",\"url\":\"http://b.test/\"}},\"sessionId\":\"S1\"}");
    ok(!t->navigated, "a frame is not the page");
    take(
        w,
        "{\"method\":\"Page.frameNavigated\",\"params\":{\"frame\":{\"id\":\"T1\",\"url\":\"http://a.test/x\"}},\"sessionId\":\"S1\"}");
    take(
        w,
        "{\"method\":\"Network.responseReceived\",\"params\":{\"type\":\"Document\",\"frameId\":\"T1\",\"response\":{\"status\":404,\"headers\":{}}},"
        "\"sessionId\":\"S1\"}");
    take(w, "{\"method\":\"Page.loadEventFired\",\"params\":{},\"sessionId\":\"S1\"}");
    take(w, "{\"method\":\"Network.loadingFinished\",\"params\":{\"requestId\":\"1\"},\"sessionId\":\"S1\"}");
    take(w, "{\"method\":\"Network.loadingFinished\",\"params\":{\"requestId\":\"1\"},\"sessionId\":\"S1\"}");
    ok(t->loaded && t->n_open == 0 && t->quiet_at == 1000, "loaded, and quiet since then");
    ok(t->status == 404 && str_eq(t->final_url, STR("http://a.test/x")), "status and address are known");
}

static void misbehaves(struct world *w)
{
    struct tab *t = &w->tab;
    take(w, "{\"method\":\"Page.javascriptDialogOpening\",\"params\":{\"type\":\"beforeunload\"},\"sessionId\":\"S1\"}");
    ok(has(sent(w), "\"accept\":true"), "who asks whether to leave is told yes");
    for (int i = 0; i < 30; i++)
        take(w, "{\"method\":\"Page.javascriptDialogOpening\",\"params\":{\"type\":\"alert\"},\"sessionId\":\"S1\"}");
    struct str answers = sent(w);
    ok(has(answers, "\"accept\":false") && has(answers, "Runtime.terminateExecution") && t->n_dialogs == 31,
       "who asks too often has his scripts ended");
    take(w, "{\"method\":\"Target.targetCreated\",\"params\":{\"targetInfo\":{\"targetId\":\"T1\",\"type\":\"page\"}}}");
    take(
        w,
        "{\"method\":\"Target.targetCreated\",\"params\":{\"targetInfo\":{\"targetId\":\"T9\",\"type\":\"page\",\"openerId\":\"T1\"}}}");
    answers = sent(w);
    ok(has(answers, "\"Target.closeTarget\",\"params\":{\"targetId\":\"T9\"}") && !has(answers, "\"targetId\":\"T1\"")
           && t->n_windows == 1,
       "a window that it opens is closed");
    take(w, "{\"method\":\"Browser.downloadWillBegin\",\"params\":{}}");
    eq_int(t->n_downloads, 1, "downloads are counted");
    take(
        w,
        "{\"method\":\"Network.responseReceived\",\"params\":{\"type\":\"Document\",\"frameId\":\"T1\",\"response\":{\"status\":403,\"headers\":"
        "{\"X-Weft-Proxy\":\"not this address\"}}},\"sessionId\":\"S1\"}");
    ok(t->refused && str_eq(t->fault, STR("not this address")), "the proxy's own answer is no page");
    take(w, "{\"method\":\"Target.detachedFromTarget\",\"params\":{\"sessionId\":\"S2\"}}");
    ok(!t->closed, "another tab's end is not ours");
    take(w, "{\"method\":\"Target.detachedFromTarget\",\"params\":{\"sessionId\":\"S1\"}}");
    take(w, "{\"method\":\"Inspector.targetCrashed\",\"params\":{},\"sessionId\":\"S1\"}");
    ok(t->closed && t->crashed, "ours is, and a crash");
    static const char *const nonsense[] = { "",
                                            "{",
                                            "null",
                                            "{\"id\":",
                                            "{\"id\":x,",
                                            "{\"id\":99999999999999999999,\"result\":{}}",
                                            "{\"method\":\"",
                                            "{\"method\":\"Page.loadEventFired\"",
                                            "{\"method\":\"Fetch.requestPaused\",\"params\":7,\"sessionId\":\"S1\"}" };
    for (size_t i = 0; i < ARRAY_LEN(nonsense); i++)
        take(w, nonsense[i]);
    ok(true, "nonsense is passed over");
}

static void takes_results(void)
{
    AUTO(world) w = { 0 };
    static const struct browser_request q = { .path = STR_INIT("/a b/\303\244.html"), .no_scripts = true };
    char text[256];
    wire_open(&w.wire, -1, -1);
    w.wire.n_calls = 100;
    tab_open(&w.tab, &w.wire, 0, &w.arena, &q);
    eq_str(w.tab.url, STR("http://weft.invalid/a%20b/%C3%A4.html"), "a file has an address");
    tab_order_look(&w.tab);
    ok(has(sent(&w), "Emulation.setScriptExecutionDisabled"), "scripts can be forbidden");
    uint64_t call = w.wire.n_calls;
    tab_ask_snapshot(&w.tab);
    ok(has(sent(&w), "\"computedStyles\":[\"display\",\"visibility\""), "the snapshot is asked for with its styles");
    snprintf(text, sizeof text, "{\"id\":%u,\"result\":{\"documents\":[]}}", 5 * 256 + CALL_SNAPSHOT);
    take(&w, text);
    ok(!tab_has(&w.tab, CALL_SNAPSHOT), "the answer to an earlier page's call is none");
    snprintf(text, sizeof text, "{\"id\":%u,\"result\":{\"documents\":[]},\"sessionId\":\"\"}",
             (unsigned)(call * 256 + CALL_SNAPSHOT));
    take(&w, text);
    ok(tab_has(&w.tab, CALL_SNAPSHOT) && str_starts(w.tab.snapshot, STR("{\"documents\":[]}")), "the right one is kept as it is");
    call = w.wire.n_calls;
    tab_ask_metrics(&w.tab);
    snprintf(text, sizeof text, "{\"id\":%u,\"result\":{\"cssContentSize\":{\"x\":0,\"width\":1366,\"height\":99999.5}}}",
             (unsigned)(call * 256 + CALL_METRICS));
    take(&w, text);
    sent(&w);
    tab_ask_picture(&w.tab);
    ok(has(sent(&w), "\"width\":1366,\"height\":16384"), "a picture has its limits");
    call = w.wire.n_calls;
    tab_navigate(&w.tab);
    snprintf(text, sizeof text, "{\"id\":%u,\"error\":{\"code\":-1}}", (unsigned)(call * 256 + CALL_NAVIGATE));
    take(&w, text);
    ok(tab_has(&w.tab, CALL_NAVIGATE) && w.tab.failed >> CALL_NAVIGATE & 1, "an error is an answer");
}

/* A stopped request: `in` opens its parameters after the id. */
static struct str stopped(struct world *w, const char *in)
{
    take(w, arena_printf(&w->arena, "{\"method\":\"Fetch.requestPaused\",\"params\":{\"requestId\":\"i\",%s},\"sessionId\":\"S1\"}",
                         in)
                .ptr);
    return sent(w);
}

#define REQUEST(frame, type, method, url) \
    "\"frameId\":\"" frame "\",\"resourceType\":\"" type "\",\"request\":{\"url\":\"" url "\",\"method\":\"" method \
    "\",\"headers\":{\"Referer\":\"r\"}}"

/* What is secret follows the origin of the page, request by request. */
static void passes(void)
{
    AUTO(world) w = { 0 };
    static const struct browser_request q = { .url = STR_INIT("http://ann:pw@A.test:80/x"),
                                              .pass = { .cookies = STR_INIT("a.test\tFALSE\t/\tFALSE\t0\tn\tv\n") } };
    static const char login[] =
        "\"headers\":[{\"name\":\"Referer\",\"value\":\"r\"},{\"name\":\"Authorization\",\"value\":\"Basic YW5uOnB3\"}]";
    open_world(&w, &q);
    attach(&w);
    tab_order_look(&w.tab);
    struct str look = sent(&w);
    ok(has(look, "\"Network.setCookie\",\"params\":{\"name\":\"n\",\"value\":\"v\"")
           && has(look, "\"patterns\":[{\"urlPattern\":\"*\"}]"),
       "cookies are set, and every request is stopped");
    tab_navigate(&w.tab);
    ok(has(sent(&w), "\"url\":\"http://A.test:80/x\""), "the address is told without the login");
    ok(has(stopped(&w, REQUEST("T1", "Document", "GET", "http://a.test/x")), login), "the page gets it");
    ok(has(stopped(&w, REQUEST("T1", "Image", "GET", "http://a.test/i")), login),
       "what it names too, before it is said to be there");
    ok(!has(stopped(&w, REQUEST("T1", "Image", "GET", "http://a.test:8/i")), "headers"), "another port does not");
    take(
        &w,
        "{\"method\":\"Page.frameNavigated\",\"params\":{\"frame\":{\"id\":\"F2\",\"parentId\":\"T1\",\"url\":\"http://b.test/\"}},"
        "\"sessionId\":\"S1\"}");
    ok(!has(stopped(&w, REQUEST("F2", "Image", "GET", "http://a.test/i")), "Authorization"),
       "a frame of another site gets nothing of it");
    ok(!has(stopped(&w, REQUEST("F2", "Document", "POST", "http://a.test/i")), "Authorization"), "not even by navigating");
    ok(!has(stopped(&w, REQUEST("F2", "Image", "GET", "http://a.test/i")), "Authorization"), "or while it does");
    take(
        &w,
        "{\"method\":\"Page.frameNavigated\",\"params\":{\"frame\":{\"id\":\"T1\",\"url\":\"http://b.test/\"}},\"sessionId\":\"S1\"}");
    ok(!has(stopped(&w, REQUEST("T1", "XHR", "GET", "http://a.test/i")), "Authorization"),
       "nor does a page that has become another's");
    take(
        &w,
        "{\"method\":\"Network.responseReceived\",\"params\":{\"type\":\"Document\",\"frameId\":\"T1\",\"response\":{\"status\":403,\"headers\":"
        "{\"X-Weft-Proxy\":\"not this address\"}}},\"sessionId\":\"S1\"}");
    take(&w, arena_printf(&w.arena, "{\"id\":%u,\"result\":{\"frameId\":\"T1\"}}",
                          (unsigned)((w.wire.n_calls - 1) * 256 + CALL_NAVIGATE))
                 .ptr);
    eq_str(w.tab.fault, STR("not this address"), "the proxy's words stay, whatever is answered later");
}

/* Several tabs share one pipe: each takes what is its own. */
static void shares(void)
{
    AUTO(world) w = { 0 };
    static const struct browser_request q = { .body = STR_INIT("<p>"), .has_body = true };
    wire_open(&w.wire, -1, -1);
    tab_open(&w.tab, &w.wire, 3, &w.arena, &q);
    w.tab.proxy_port = 3131;
    tab_ask_context(&w.tab);
    struct str asked = sent(&w);
    ok(has(asked, "\"id\":50,") && has(asked, "\"proxyServer\":\"http://127.0.0.1:3131\""), "the fourth tab has its own proxy");
    take(&w, "{\"id\":2,\"result\":{\"browserContextId\":\"C0\"}}");
    ok(!tab_has(&w.tab, CALL_CONTEXT), "another tab's answer is not its own");
    take(&w, "{\"id\":50,\"result\":{\"browserContextId\":\"C3\"}}");
    ok(tab_has(&w.tab, CALL_CONTEXT), "its own is");
    take(
        &w,
        "{\"method\":\"Target.targetCreated\",\"params\":{\"targetInfo\":{\"targetId\":\"T9\",\"type\":\"page\",\"openerId\":\"T1\","
        "\"browserContextId\":\"C0\"}}}");
    take(&w, "{\"method\":\"Browser.downloadWillBegin\",\"params\":{\"frameId\":\"F0\"}}");
    ok(w.tab.n_windows == 0 && w.tab.n_downloads == 0, "nor are its windows and downloads");
    struct tab_address to = tab_address(STR("{\"id\":50,\"result\":{}}"));
    ok(to.answer && to.number == 3, "an answer says whose it is");
    to = tab_address(STR("{\"method\":\"x\",\"params\":{\"a\":\"\\\"sessionId\\\":\\\"S1\"},\"sessionId\":\"S2\"}"));
    ok(!to.answer && str_eq(to.session, STR("S2")), "so does an event, whatever a page writes into it");
    eq_str(tab_address(STR("{\"method\":\"x\",\"params\":{}}")).session, STR(""), "one of the browser is for all");
    ok(!tab_waits(&w.tab, STR("{\"id\":55,\"result\":{")), "a large answer that nobody waits for");
    w.tab.place = (struct wire_place){ .arena = &w.arena };
    ok(tab_waits(&w.tab, STR("{\"id\":55,\"result\":{")) && !tab_waits(&w.tab, STR("{\"id\":7,\"result\":{")),
       "and one that it does");
}

int main(void)
{
    AUTO(world) w = { 0 };
    static const struct browser_request q = { .url = STR_INIT("http://a.test/x"), .body = STR_INIT("<p>hi</p>"), .has_body = true };
    open_world(&w, &q);
    attach(&w);
    loads(&w);
    misbehaves(&w);
    takes_results();
    passes();
    shares();
    return tap_done();
}
