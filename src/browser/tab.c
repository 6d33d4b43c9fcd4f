/* In: a request and Chromium's messages. Out: Chromium's orders, and what is known of the page.
 *
 *  1. An answer counts only for the page that asked: ids are (calls so far x 16 + the tab's number) x 16 + call.
 *  2. n_open is how many requests of the page have begun and not ended, streams that never end left out.
 *  3. What the page's own origin alone may have is added to requests one by one (browser_pass.h), each hop of a redirect for itself.
 *  4. Nothing a page does makes it outlive its context: windows it opens are closed, dialogues answered, downloads refused.
 * Cost: O(bytes of messages). */
#include "browser/tab.h"

#include <stdio.h>

#include "base/base64.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/json_read.h"
#include "browser/pass.h"
#include "browser/proxy.h"

/* A page that asks again and again has its scripts ended. */
enum { DIALOGS_MAX = 20 };
/* The answer of a call that is not a snapshot or a picture, and any event, as a tree. */
#define MESSAGE_MEMORY ((size_t)64 << 20)

static const char *const styles[] = { BROWSER_STYLES };

/* The path of a file as an address of the proxy's. */
static struct str file_url(struct arena *a, struct str path)
{
    AUTO(buf) b = BUF(KIB(64));
    struct str url = STR("");
    buf_add(&b, STR("http://" PROXY_FILE_HOST));
    for (size_t i = 0; i < path.len; i++) {
        char c = path.ptr[i], lower = byte_lower(c);
        if ((lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || strchr("/-_.~", c))
            buf_add_char(&b, c);
        else
            buf_addf(&b, "%%%02X", (unsigned char)c);
    }
    return buf_take(&b, a, &url, NULL) ? STR("") : url;
}

void tab_open(struct tab *t, struct wire *w, unsigned number, struct arena *a, const struct browser_request *q)
{
    *t = (struct tab){ .wire = w, .number = number, .arena = a, .request = q, .first_call = w->n_calls };
    t->url = q->path.len ? file_url(a, q->path) : STR("http://" BROWSER_HOST "/");
    if (!q->path.len && q->url.len) {
        t->pass = q->pass;
        t->url = pass_take_login(a, q->url, &t->pass);
    }
    map_open(&t->open, a, 64);
    map_open(&t->frames, a, 16);
}

/* Every call is an object that begin() opens and finish() closes, with the parameters between. */
static void begin(struct tab *t, struct json *j, enum tab_call call, const char *method)
{
    t->n_orders += call == CALL_OTHER;
    json_open(j, &t->wire->out, 0);
    json_object(j);
    json_field_number(j, "id", ((int64_t)t->wire->n_calls++ * TABS_MAX + t->number) * 16 + call);
    json_field_str(j, "method", str_of(method));
    json_key(j, "params");
    json_object(j);
}

static void finish(struct tab *t, struct json *j, bool in_session)
{
    json_end(j);
    if (in_session)
        json_field_str(j, "sessionId", str_of(t->session));
    json_end(j);
    wire_end(t->wire);
}

/* A call of the session with nothing to say, or with one thing. */
static void order(struct tab *t, const char *method)
{
    struct json j;
    begin(t, &j, CALL_OTHER, method);
    finish(t, &j, true);
}

static void order_bool(struct tab *t, const char *method, const char *name, bool value)
{
    struct json j;
    begin(t, &j, CALL_OTHER, method);
    json_field_bool(&j, name, value);
    finish(t, &j, true);
}

static void order_str(struct tab *t, const char *method, const char *name, const char *value)
{
    struct json j;
    begin(t, &j, CALL_OTHER, method);
    json_field_str(&j, name, str_of(value));
    finish(t, &j, true);
}

void tab_ask_version(struct tab *t)
{
    struct json j;
    begin(t, &j, CALL_VERSION, "Browser.getVersion");
    finish(t, &j, false);
    begin(t, &j, CALL_OTHER, "Target.setDiscoverTargets");
    json_field_bool(&j, "discover", true);
    finish(t, &j, false);
}

void tab_ask_context(struct tab *t)
{
    struct json j;
    begin(t, &j, CALL_CONTEXT, "Target.createBrowserContext");
    json_field_bool(&j, "disposeOnDetach", true);
    if (t->proxy_port) {
        AUTO(buf) proxy = BUF(64);
        buf_addf(&proxy, "http://127.0.0.1:%u", t->proxy_port);
        json_field_str(&j, "proxyServer", buf_str(&proxy));
        json_field_str(&j, "proxyBypassList", STR("<-loopback>"));
    }
    finish(t, &j, false);
}

void tab_ask_target(struct tab *t)
{
    struct json j;
    begin(t, &j, CALL_OTHER, "Browser.setDownloadBehavior");
    json_field_str(&j, "behavior", STR("deny"));
    json_field_str(&j, "browserContextId", str_of(t->context));
    json_field_bool(&j, "eventsEnabled", true);
    finish(t, &j, false);
    begin(t, &j, CALL_TARGET, "Target.createTarget");
    json_field_str(&j, "url", STR("about:blank"));
    json_field_str(&j, "browserContextId", str_of(t->context));
    json_field_number(&j, "width", BROWSER_WIDTH);
    json_field_number(&j, "height", BROWSER_HEIGHT);
    finish(t, &j, false);
}

void tab_ask_attach(struct tab *t)
{
    struct json j;
    begin(t, &j, CALL_ATTACH, "Target.attachToTarget");
    json_field_str(&j, "targetId", str_of(t->target));
    json_field_bool(&j, "flatten", true);
    finish(t, &j, false);
}

static void order_window(struct tab *t)
{
    struct json j;
    begin(t, &j, CALL_OTHER, "Emulation.setDeviceMetricsOverride");
    json_field_number(&j, "width", BROWSER_WIDTH);
    json_field_number(&j, "height", BROWSER_HEIGHT);
    json_field_number(&j, "screenWidth", BROWSER_WIDTH);
    json_field_number(&j, "screenHeight", BROWSER_HEIGHT);
    json_field_number(&j, "deviceScaleFactor", 1);
    json_field_bool(&j, "mobile", false);
    finish(t, &j, true);
}

static void order_media(struct tab *t)
{
    static const char *const feature[][2] = { { "prefers-color-scheme", "light" }, { "prefers-reduced-motion", "reduce" } };
    struct json j;
    begin(t, &j, CALL_OTHER, "Emulation.setEmulatedMedia");
    json_key(&j, "features");
    json_array(&j);
    for (size_t i = 0; i < ARRAY_LEN(feature); i++) {
        json_object(&j);
        json_field_str(&j, "name", str_of(feature[i][0]));
        json_field_str(&j, "value", str_of(feature[i][1]));
        json_end(&j);
    }
    json_end(&j);
    finish(t, &j, true);
}

/* Documents alone are stopped, so that the page's can be given its body; all requests, where some of them get headers. */
static void order_interception(struct tab *t, bool all)
{
    struct json j;
    begin(t, &j, CALL_OTHER, "Fetch.enable");
    json_key(&j, "patterns");
    json_array(&j);
    json_object(&j);
    json_field_str(&j, "urlPattern", STR("*"));
    if (!all)
        json_field_str(&j, "resourceType", STR("Document"));
    json_end(&j);
    json_end(&j);
    finish(t, &j, true);
}

/* A call for each: one that Chromium does not take costs the others nothing. */
static void order_cookies(struct tab *t)
{
    struct pass_cookies all = pass_cookies(&t->pass, t->url);
    struct pass_cookie cookie;
    struct json j;
    while (pass_next_cookie(t->arena, &all, &cookie)) {
        begin(t, &j, CALL_OTHER, "Network.setCookie");
        pass_write_cookie(&j, &cookie);
        finish(t, &j, true);
    }
}

void tab_order_look(struct tab *t)
{
    struct json j;
    order(t, "Inspector.enable");
    order(t, "Page.enable");
    begin(t, &j, CALL_OTHER, "Network.enable");
    json_field_number(&j, "maxTotalBufferSize", 1); /* nobody asks for bodies: none is kept */
    json_field_number(&j, "maxResourceBufferSize", 1);
    finish(t, &j, true);
    order_bool(t, "Network.setBypassServiceWorker", "bypass", true);
    order_window(t);
    order_media(t);
    order_str(t, "Emulation.setTimezoneOverride", "timezoneId", "UTC");
    order_str(t, "Emulation.setLocaleOverride", "locale", "en-US");
    order_bool(t, "Emulation.setScrollbarsHidden", "hidden", true);
    if (t->request->no_scripts)
        order_bool(t, "Emulation.setScriptExecutionDisabled", "value", true);
    order_cookies(t);
    if (t->request->has_body || pass_needs_headers(&t->pass))
        order_interception(t, pass_needs_headers(&t->pass));
}

void tab_navigate(struct tab *t)
{
    struct json j;
    begin(t, &j, CALL_NAVIGATE, "Page.navigate");
    json_field_str(&j, "url", t->url);
    finish(t, &j, true);
}

void tab_ask_metrics(struct tab *t)
{
    struct json j;
    begin(t, &j, CALL_METRICS, "Page.getLayoutMetrics");
    finish(t, &j, true);
}

void tab_ask_snapshot(struct tab *t)
{
    struct json j;
    begin(t, &j, CALL_SNAPSHOT, "DOMSnapshot.captureSnapshot");
    json_key(&j, "computedStyles");
    json_array(&j);
    for (size_t i = 0; i < ARRAY_LEN(styles); i++)
        json_str(&j, str_of(styles[i]));
    json_end(&j);
    finish(t, &j, true);
}

void tab_ask_picture(struct tab *t)
{
    struct json j;
    begin(t, &j, CALL_PICTURE, "Page.captureScreenshot");
    json_field_str(&j, "format", STR("png"));
    json_field_bool(&j, "captureBeyondViewport", true);
    json_field_bool(&j, "optimizeForSpeed", true);
    json_key(&j, "clip");
    json_object(&j);
    json_field_number(&j, "x", 0);
    json_field_number(&j, "y", 0);
    json_field_number(&j, "width", (int64_t)MIN(MAX(t->width, 1.0), (double)BROWSER_PICTURE_WIDTH));
    json_field_number(&j, "height", (int64_t)MIN(MAX(t->height, 1.0), (double)BROWSER_PICTURE_HEIGHT));
    json_field_number(&j, "scale", 1);
    json_end(&j);
    finish(t, &j, true);
}

void tab_end_scripts(struct tab *t)
{
    order(t, "Runtime.terminateExecution");
}

void tab_ask_dispose(struct tab *t)
{
    struct json j;
    begin(t, &j, CALL_DISPOSE, "Target.disposeBrowserContext");
    json_field_str(&j, "browserContextId", str_of(t->context));
    finish(t, &j, false);
}

static struct str text_of(const struct json_value *object, struct str key)
{
    struct str s = STR("");
    return json_text(json_get(object, key), &s) ? s : STR("");
}

static void copy_id(char to[TAB_ID_MAX + 1], struct str id)
{
    snprintf(to, TAB_ID_MAX + 1, "%.*s", STR_ARG(id));
}

/* A number as JSON writes it; Chromium's are short. */
static double number_of(const struct json_value *v)
{
    char text[32] = "";
    double number = 0;
    if (v && v->kind == JSON_NUMBER && v->str.len < sizeof text) {
        memcpy(text, v->str.ptr, v->str.len);
        if (sscanf(text, "%lf", &number) != 1)
            number = 0;
    }
    return number;
}

static void take_result(struct tab *t, enum tab_call call, const struct json_value *result)
{
    const struct json_value *size = json_get(result, STR("cssContentSize"));
    switch (call) {
    case CALL_CONTEXT:
        copy_id(t->context, text_of(result, STR("browserContextId")));
        break;
    case CALL_TARGET:
        copy_id(t->target, text_of(result, STR("targetId")));
        break;
    case CALL_ATTACH:
        copy_id(t->session, text_of(result, STR("sessionId")));
        break;
    case CALL_NAVIGATE:
        if (!t->refused) /* the proxy's own words may have come before */
            t->fault = arena_str(t->arena, text_of(result, STR("errorText")));
        t->n_downloads += json_get(result, STR("isDownload")) && json_get(result, STR("isDownload"))->truth;
        break;
    case CALL_METRICS:
        t->width = number_of(json_get(size, STR("width")));
        t->height = number_of(json_get(size, STR("height")));
        break;
    default:
        break;
    }
}

static void fulfil(struct tab *t, struct str request, struct str url)
{
    const struct browser_request *q = t->request;
    struct json j;
    t->fulfilled = arena_str(t->arena, url);
    begin(t, &j, CALL_OTHER, "Fetch.fulfillRequest");
    json_field_str(&j, "requestId", request);
    json_field_number(&j, "responseCode", 200);
    json_key(&j, "responseHeaders");
    json_array(&j);
    json_object(&j);
    json_field_str(&j, "name", STR("Content-Type"));
    json_field_str(&j, "value", q->content_type.len ? q->content_type : STR("text/html"));
    json_end(&j);
    if (q->path.len) {
        json_object(&j);
        json_field_str(&j, "name", STR("Content-Security-Policy"));
        json_field_str(&j, "value", STR(PROXY_FILE_POLICY));
        json_end(&j);
    }
    json_end(&j);
    /* Letters of base64 need no escapes: straight into the message. */
    json_key(&j, "body");
    json_str(&j, STR(""));
    t->wire->out.len--;
    base64_add(&t->wire->out, q->body);
    buf_add_char(&t->wire->out, '"');
    finish(t, &j, true);
}

/* What is known of a frame's document. A navigation under way says what it will be; once one is shown, only the next that is shown
 * counts: until then it is the old one that asks. */
enum frame_state { FRAME_UNKNOWN, FRAME_WILL_BE_OWN, FRAME_OWN, FRAME_OTHER };

static bool is_own(const struct tab *t, struct str frame)
{
    const uint32_t *state = map_find(&t->frames, hash_str(frame));
    return state && (*state == FRAME_OWN || *state == FRAME_WILL_BE_OWN);
}

static void note_navigation(struct tab *t, struct str frame, struct str url, bool shown)
{
    uint32_t *state = map_slot(&t->frames, hash_str(frame), FRAME_UNKNOWN);
    bool own = pass_same_origin(url, t->origin);
    if (shown)
        *state = own ? FRAME_OWN : FRAME_OTHER;
    else if (*state == FRAME_UNKNOWN || *state == FRAME_WILL_BE_OWN)
        *state = own ? FRAME_WILL_BE_OWN : FRAME_UNKNOWN;
}

/* An event of the browser that names no frame counts for every tab. */
static bool has_frame(const struct tab *t, struct str frame)
{
    return frame.len == 0 || str_eq(frame, str_of(t->target)) || map_find(&t->frames, hash_str(frame));
}

static void go_on(struct tab *t, struct str id, const struct json_value *request, const struct pass_request *q)
{
    struct json j;
    enum pass_scope scope = pass_needs_headers(&t->pass) ? pass_scope(q, t->origin) : PASS_NONE;
    begin(t, &j, CALL_OTHER, "Fetch.continueRequest");
    json_field_str(&j, "requestId", id);
    if (scope != PASS_NONE) {
        json_key(&j, "headers");
        pass_headers(&j, &t->pass, json_get(request, STR("headers")), scope, q->document);
    }
    finish(t, &j, true);
}

static void on_paused(struct tab *t, const struct json_value *p)
{
    const struct json_value *request = json_get(p, STR("request"));
    struct str id = text_of(p, STR("requestId")), frame = text_of(p, STR("frameId"));
    struct pass_request q = { .url = text_of(request, STR("url")),
                              .method = text_of(request, STR("method")),
                              .document = str_eq(text_of(p, STR("resourceType")), STR("Document")),
                              .main_frame = str_eq(frame, str_of(t->target)),
                              .own_asks = is_own(t, frame),
                              .own_page = is_own(t, str_of(t->target)) };
    /* The first that is stopped is what we have asked for ourselves. */
    if (q.document && q.main_frame && t->origin.len == 0)
        t->origin = arena_str(t->arena, q.url);
    if (q.document)
        note_navigation(t, frame, q.url, false);
    if (t->request->has_body && q.document && q.main_frame && (t->fulfilled.len == 0 || str_eq(t->fulfilled, q.url)))
        fulfil(t, id, q.url);
    else
        go_on(t, id, request, &q);
}

/* What stays open by its nature does not keep a page from being ready. */
static bool is_stream(struct str type)
{
    return str_eq(type, STR("EventSource")) || str_eq(type, STR("WebSocket")) || str_eq(type, STR("Ping"))
           || str_eq(type, STR("Prefetch")) || str_eq(type, STR("Media"));
}

static void on_request(struct tab *t, const struct json_value *p)
{
    uint64_t key = hash_str(text_of(p, STR("requestId")));
    struct str loader = STR("-");
    json_text(json_get(p, STR("loaderId")), &loader);
    /* What no document loads (the script of a worker) has its end told to somebody else. */
    if (loader.len == 0 || is_stream(text_of(p, STR("type"))))
        return;
    uint32_t *open = map_slot(&t->open, key, 0);
    t->n_open += *open == 0;
    *open = 1;
}

static void on_request_end(struct tab *t, const struct json_value *p, int64_t now_ms)
{
    uint32_t *open = map_find(&t->open, hash_str(text_of(p, STR("requestId"))));
    if (!open || *open == 0)
        return;
    *open = 0;
    t->n_open--;
    t->quiet_at = now_ms;
}

static void on_response(struct tab *t, const struct json_value *p)
{
    const struct json_value *response = json_get(p, STR("response"));
    struct str words = text_of(json_get(response, STR("headers")), STR(PROXY_WORDS));
    bool document = str_eq(text_of(p, STR("type")), STR("Document")),
         main_frame = str_eq(text_of(p, STR("frameId")), str_of(t->target));
    if (!document || !main_frame)
        return;
    t->status = (unsigned)number_of(json_get(response, STR("status")));
    t->refused = words.len > 0;
    if (t->refused)
        t->fault = arena_str(t->arena, words);
}

static void on_navigated(struct tab *t, const struct json_value *p, int64_t now_ms)
{
    const struct json_value *frame = json_get(p, STR("frame"));
    struct str url = text_of(frame, STR("url"));
    bool inner = json_get(frame, STR("parentId"));
    if (inner || !str_eq(url, STR("about:blank"))) /* what was there before the page says nothing of it */
        note_navigation(t, text_of(frame, STR("id")), url, true);
    if (inner || str_eq(url, STR("about:blank")))
        return;
    t->navigated = true;
    t->loaded = false;
    t->quiet_at = now_ms;
    t->final_url = arena_str(t->arena, url);
}

static void on_dialog(struct tab *t, const struct json_value *p)
{
    /* Who is asked whether to leave says yes; to everything else, no. */
    order_bool(t, "Page.handleJavaScriptDialog", "accept", str_eq(text_of(p, STR("type")), STR("beforeunload")));
    if (++t->n_dialogs > DIALOGS_MAX)
        tab_end_scripts(t);
}

/* Windows that a page opens, in whatever way, are closed at once. */
static void on_target(struct tab *t, const struct json_value *p)
{
    const struct json_value *info = json_get(p, STR("targetInfo"));
    struct str id = text_of(info, STR("targetId")), context = text_of(info, STR("browserContextId"));
    struct json j;
    if (context.len && !str_eq(context, str_of(t->context)))
        return; /* another tab's */
    if (!str_eq(text_of(info, STR("type")), STR("page")) || text_of(info, STR("openerId")).len == 0
        || str_eq(id, str_of(t->target)))
        return;
    t->n_windows++;
    begin(t, &j, CALL_OTHER, "Target.closeTarget");
    json_field_str(&j, "targetId", id);
    finish(t, &j, false);
}

enum event {
    EVENT_LOAD,
    EVENT_NAVIGATED,
    EVENT_DIALOG,
    EVENT_REQUEST,
    EVENT_FINISHED,
    EVENT_FAILED,
    EVENT_RESPONSE,
    EVENT_PAUSED,
    EVENT_CRASHED,
    EVENT_TARGET,
    EVENT_DETACHED,
    EVENT_DOWNLOAD,
    EVENTS
};

static const struct str event_names[EVENTS] = {
    [EVENT_LOAD] = STR_INIT("Page.loadEventFired"),
    [EVENT_NAVIGATED] = STR_INIT("Page.frameNavigated"),
    [EVENT_DIALOG] = STR_INIT("Page.javascriptDialogOpening"),
    [EVENT_REQUEST] = STR_INIT("Network.requestWillBeSent"),
    [EVENT_FINISHED] = STR_INIT("Network.loadingFinished"),
    [EVENT_FAILED] = STR_INIT("Network.loadingFailed"),
    [EVENT_RESPONSE] = STR_INIT("Network.responseReceived"),
    [EVENT_PAUSED] = STR_INIT("Fetch.requestPaused"),
    [EVENT_CRASHED] = STR_INIT("Inspector.targetCrashed"),
    [EVENT_TARGET] = STR_INIT("Target.targetCreated"),
    [EVENT_DETACHED] = STR_INIT("Target.detachedFromTarget"),
    [EVENT_DOWNLOAD] = STR_INIT("Browser.downloadWillBegin"),
};

static void take_event(struct tab *t, enum event event, const struct json_value *p, int64_t now_ms)
{
    switch (event) {
    case EVENT_LOAD:
        t->loaded = t->navigated;
        t->quiet_at = now_ms;
        break;
    case EVENT_NAVIGATED:
        on_navigated(t, p, now_ms);
        break;
    case EVENT_DIALOG:
        on_dialog(t, p);
        break;
    case EVENT_REQUEST:
        on_request(t, p);
        break;
    case EVENT_FINISHED:
    case EVENT_FAILED:
        on_request_end(t, p, now_ms);
        break;
    case EVENT_RESPONSE:
        on_response(t, p);
        break;
    case EVENT_PAUSED:
        on_paused(t, p);
        break;
    case EVENT_CRASHED:
        t->crashed = true;
        break;
    case EVENT_TARGET:
        on_target(t, p);
        break;
    case EVENT_DETACHED:
        t->closed = t->closed || (t->session[0] && str_eq(text_of(p, STR("sessionId")), str_of(t->session)));
        break;
    case EVENT_DOWNLOAD:
        t->n_downloads += has_frame(t, text_of(p, STR("frameId")));
        break;
    case EVENTS:
        break;
    }
}

/* An event, by the name it opens with; those nobody asks about are not read. Events of Target and Browser belong to no session. */
static void read_event(struct tab *t, struct str message, int64_t now_ms)
{
    static const struct str opening = STR_INIT("{\"method\":\"");
    AUTO(arena) a = { .budget_bytes = MESSAGE_MEMORY };
    struct json_value root;
    struct str rest = str_sub(message, opening.len, message.len), name;
    if (!str_starts(message, opening))
        return;
    name = str_cut(&rest, '"');
    for (unsigned i = 0; i < EVENTS; i++) {
        if (!str_eq(name, event_names[i]) || json_read(&a, message, &root, NULL))
            continue;
        struct str session = text_of(&root, STR("sessionId"));
        if (session.len == 0 || str_eq(session, str_of(t->session)))
            take_event(t, (enum event)i, json_get(&root, STR("params")), now_ms);
    }
}

static void read_answer(struct tab *t, enum tab_call call, struct str message)
{
    AUTO(arena) a = { .budget_bytes = MESSAGE_MEMORY };
    struct json_value root;
    bool raw = call == CALL_SNAPSHOT || call == CALL_PICTURE;
    bool good = str_starts(message, STR("\"result\":"));
    t->done |= 1u << call;
    t->n_orders -= call == CALL_OTHER && t->n_orders;
    if (!good)
        t->failed |= 1u << call;
    if (!good || call == CALL_OTHER)
        return;
    struct str body = str_sub(message, sizeof "\"result\":" - 1, message.len);
    if (raw) {
        /* What came the small way lies in the wire's own memory. */
        struct str kept = t->wire->in_arena ? body : arena_str(t->arena, body);
        *(call == CALL_SNAPSHOT ? &t->snapshot : &t->picture) = kept;
        return;
    }
    AUTO(buf) whole = BUF(WIRE_SMALL_MAX);
    buf_add_char(&whole, '{');
    buf_add(&whole, message);
    if (!json_read(&a, buf_str(&whole), &root, NULL))
        take_result(t, call, json_get(&root, STR("result")));
}

/* "{"id":NUMBER,": false where the message is no answer. */
static bool read_id(struct str message, uint64_t *id, struct str *rest)
{
    static const struct str opening = STR_INIT("{\"id\":");
    *rest = str_sub(message, opening.len, message.len);
    *id = UINT64_MAX;
    if (!str_starts(message, opening))
        return false;
    str_number(str_cut(rest, ','), UINT64_MAX / 2, id);
    return true;
}

static bool is_answer_to(const struct tab *t, uint64_t id)
{
    return id <= UINT64_MAX / 2 && id / 16 % TABS_MAX == t->number && id / 16 / TABS_MAX >= t->first_call && id % 16 < CALLS;
}

struct tab_address tab_address(struct str message)
{
    static const struct str mark = STR_INIT("\"sessionId\":\"");
    struct tab_address out = { .session = STR("") };
    struct str rest, end = str_sub(message, message.len > 100 ? message.len - 100 : 0, message.len);
    uint64_t id;
    if (read_id(message, &id, &rest)) {
        out.answer = true;
        out.number = (unsigned)(id / 16 % TABS_MAX);
        return out;
    }
    /* The session stands last; quotes inside of strings are escaped, so nothing a page says looks like it. */
    size_t at = str_find(end, mark, 0);
    if (at != SIZE_MAX) {
        rest = str_sub(end, at + mark.len, end.len);
        out.session = str_cut(&rest, '"');
    }
    return out;
}

bool tab_waits(const struct tab *t, struct str beginning)
{
    struct str rest;
    uint64_t id;
    return t->place.arena && read_id(beginning, &id, &rest) && is_answer_to(t, id)
           && (id % 16 == CALL_SNAPSHOT || id % 16 == CALL_PICTURE);
}

void tab_take(struct tab *t, struct str message, int64_t now_ms)
{
    struct str rest;
    uint64_t id;
    if (!read_id(message, &id, &rest))
        read_event(t, message, now_ms);
    else if (is_answer_to(t, id))
        read_answer(t, (enum tab_call)(id % 16), rest);
}
