/* In: what the tab knows, and the time. Out: the next call, and at last the page.
 *
 *     context -> target -> attach -> look -> load -> snapshot -> [metrics -> picture] -> dispose
 *
 * Each step asks for something and waits until it has come or its time is up. A page that does not answer loses its scripts first, then
 * its tab. Whatever went wrong before, the last step puts the page's context away.
 *
 *  1. v->page is complete when the step is VISIT_DISPOSE or beyond.
 *  2. tab.place.arena is set exactly while a snapshot or a picture is waited for. */
#include "browser/visit.h"

#include "base/base64.h"
#include "browser/proxy.h"

static void enter(struct visit *v, enum visit_step step, int64_t until_ms)
{
    v->step = step;
    v->until_ms = until_ms;
    v->prolonged = false;
}

void visit_start(struct visit *v, struct wire *w, unsigned number, unsigned proxy_port, int64_t now_ms)
{
    v->page = (struct browser_page){ .state = BROWSER_OK };
    v->unsettled = v->ended = v->too_large = v->stuck = false;
    tab_open(&v->tab, w, number, v->arena, v->request);
    v->tab.proxy_port = proxy_port;
    tab_ask_context(&v->tab);
    enter(v, VISIT_CONTEXT, now_ms + BROWSER_START_MS);
}

/* ---- What became of the step at hand ---- */

static bool is_quiet(const struct tab *t)
{
    return t->loaded && t->n_open == 0;
}

static enum visit_outcome look_at_load(const struct visit *v, int64_t now_ms)
{
    const struct tab *t = &v->tab;
    if (is_quiet(t) && now_ms - t->quiet_at >= BROWSER_QUIET_MS)
        return VISIT_CAME;
    if (t->refused || (t->fault.len && !t->navigated))
        return VISIT_LOST;
    return now_ms >= v->until_ms ? VISIT_LATE : VISIT_STILL;
}

static enum visit_outcome look_at(const struct visit *v, int64_t now_ms)
{
    static const enum tab_call call[] = {
        [VISIT_CONTEXT] = CALL_CONTEXT,   [VISIT_TARGET] = CALL_TARGET,   [VISIT_ATTACH] = CALL_ATTACH,
        [VISIT_SNAPSHOT] = CALL_SNAPSHOT, [VISIT_METRICS] = CALL_METRICS, [VISIT_PICTURE] = CALL_PICTURE,
        [VISIT_DISPOSE] = CALL_DISPOSE,
    };
    const struct tab *t = &v->tab;
    if (t->place.over || (v->too_large && v->step != VISIT_DISPOSE))
        return VISIT_LARGE;
    if (t->crashed || t->closed)
        return VISIT_LOST;
    if (v->step == VISIT_LOAD)
        return look_at_load(v, now_ms);
    if (v->step == VISIT_LOOK ? t->n_orders == 0 : tab_has(t, call[v->step]))
        return VISIT_CAME;
    return now_ms >= v->until_ms ? VISIT_LATE : VISIT_STILL;
}

int64_t visit_next_at(const struct visit *v)
{
    bool quiet = v->step == VISIT_LOAD && is_quiet(&v->tab);
    return quiet ? MIN(v->until_ms, v->tab.quiet_at + BROWSER_QUIET_MS) : v->until_ms;
}

/* ---- The end ---- */

static struct str own_url(struct arena *a, const struct browser_request *q, struct str url)
{
    static const struct str host = STR_INIT("http://" PROXY_FILE_HOST);
    if (!q->path.len || !str_starts(url, host))
        return url;
    return arena_printf(a, "file://%.*s", (int)(url.len - host.len), url.ptr + host.len);
}

static void note_loss(struct browser_page *out, const struct tab *t)
{
    out->state = t->crashed ? BROWSER_CRASHED : BROWSER_FAILED;
    out->message = t->crashed       ? STR("the page crashed the browser's tab")
                   : t->n_downloads ? STR("it is a download, not a page")
                   : t->closed      ? STR("the page closed itself")
                                    : arena_printf(t->arena, "the browser cannot show it: %.*s", STR_ARG(t->fault));
}

static void note_end(struct visit *v, enum visit_outcome outcome)
{
    struct browser_page *out = &v->page;
    const struct tab *t = &v->tab;
    if (outcome == VISIT_LATE) {
        out->state = BROWSER_HUNG;
        out->message = STR("the page did not answer, even after its scripts were ended");
    } else if (outcome == VISIT_LARGE) {
        out->state = BROWSER_TOO_LARGE;
        out->message = STR("the page is too large for the browser: memory or the number of its elements");
    } else if (outcome == VISIT_LOST) {
        note_loss(out, t);
    } else if (v->unsettled || v->ended) {
        out->state = BROWSER_UNSETTLED;
        out->message = v->ended ? STR("a script that did not end was ended") : STR("the page was still loading");
    }
    out->n_dialogs = t->n_dialogs;
    out->n_windows = t->n_windows;
    out->n_downloads = t->n_downloads;
    out->status = t->status;
    out->final_url = own_url(v->arena, v->request, t->final_url);
}

static void over(struct visit *v, bool stuck)
{
    arena_drop(&v->raw);
    v->raw = (struct arena){ 0 };
    v->stuck = stuck;
    v->step = VISIT_OVER;
}

/* The page is known; its context goes, with all that is in it. */
static void put_away(struct visit *v, enum visit_outcome outcome, int64_t now_ms)
{
    struct tab *t = &v->tab;
    note_end(v, outcome);
    wire_leave(t->wire, &t->place);
    t->place = (struct wire_place){ 0 };
    if (t->context[0] == '\0') {
        over(v, true);
        return;
    }
    t->crashed = t->closed = false;
    t->session[0] = '\0'; /* that it ends is no news */
    tab_ask_dispose(t);
    enter(v, VISIT_DISPOSE, now_ms + 2 * BROWSER_STUCK_MS);
}

void visit_abort(struct visit *v)
{
    note_end(v, VISIT_CAME);
    v->page.state = BROWSER_CRASHED;
    v->page.message = STR("the browser ended while it showed the page");
    v->page.snapshot = v->page.picture = STR("");
    v->tab.place = (struct wire_place){ 0 };
    over(v, false);
}

/* ---- Step by step ---- */

/* Until when a page has to answer before its scripts are ended. */
static int64_t answer_by(const struct visit *v, int64_t now_ms)
{
    return now_ms + (v->unsettled ? BROWSER_STUCK_MS : BROWSER_READY_MS);
}

static void ask_snapshot(struct visit *v, int64_t now_ms)
{
    v->tab.place = (struct wire_place){ .arena = v->arena, .max_bytes = BROWSER_SNAPSHOT_MAX };
    tab_ask_snapshot(&v->tab);
    enter(v, VISIT_SNAPSHOT, answer_by(v, now_ms));
}

static void ask_picture(struct visit *v, int64_t now_ms)
{
    v->raw = (struct arena){ .budget_bytes = BROWSER_SNAPSHOT_MAX };
    v->tab.place = (struct wire_place){ .arena = &v->raw, .max_bytes = BROWSER_SNAPSHOT_MAX };
    tab_ask_picture(&v->tab);
    enter(v, VISIT_PICTURE, answer_by(v, now_ms));
}

static void take_picture(struct visit *v)
{
    static const struct str opening = STR_INIT("{\"data\":\"");
    AUTO(buf) png = BUF(BROWSER_SNAPSHOT_MAX);
    struct str rest = str_sub(v->tab.picture, opening.len, v->tab.picture.len);
    if (str_starts(v->tab.picture, opening) && base64_read(str_cut(&rest, '"'), &png)
        && buf_take(&png, v->arena, &v->page.picture, NULL))
        v->page.picture = STR("");
}

static void take_snapshot(struct visit *v, int64_t now_ms)
{
    if (v->tab.failed >> CALL_SNAPSHOT & 1) {
        put_away(v, VISIT_LOST, now_ms);
        return;
    }
    v->page.snapshot = v->tab.snapshot;
    v->tab.place = (struct wire_place){ 0 };
    if (v->request->picture) {
        tab_ask_metrics(&v->tab);
        enter(v, VISIT_METRICS, answer_by(v, now_ms));
    } else {
        put_away(v, VISIT_CAME, now_ms);
    }
}

/* What holds the page up is ended, once in a step; an answer that is on its way is no silence. False: that was done before. */
static bool end_scripts(struct visit *v, int64_t now_ms)
{
    if (v->prolonged)
        return false;
    if (v->tab.wire->place != &v->tab.place) {
        tab_end_scripts(&v->tab);
        v->ended |= v->step == VISIT_SNAPSHOT;
    }
    v->until_ms = now_ms + BROWSER_SNAPSHOT_MS;
    v->prolonged = true;
    return true;
}

static void load(struct visit *v, int64_t now_ms)
{
    tab_navigate(&v->tab);
    enter(v, VISIT_LOAD, now_ms + (v->request->load_ms ? v->request->load_ms : BROWSER_LOAD_MS));
}

/* The step at hand has come: the next one. */
static void go_on(struct visit *v, int64_t now_ms)
{
    switch (v->step) {
    case VISIT_CONTEXT:
        tab_ask_target(&v->tab);
        enter(v, VISIT_TARGET, now_ms + BROWSER_START_MS);
        break;
    case VISIT_TARGET:
        tab_ask_attach(&v->tab);
        enter(v, VISIT_ATTACH, now_ms + BROWSER_START_MS);
        break;
    case VISIT_ATTACH:
        tab_order_look(&v->tab);
        enter(v, VISIT_LOOK, now_ms + BROWSER_START_MS);
        break;
    case VISIT_LOOK:
        load(v, now_ms);
        break;
    case VISIT_LOAD:
        ask_snapshot(v, now_ms);
        break;
    case VISIT_SNAPSHOT:
        take_snapshot(v, now_ms);
        break;
    case VISIT_METRICS:
        ask_picture(v, now_ms);
        break;
    case VISIT_PICTURE:
        take_picture(v);
        put_away(v, VISIT_CAME, now_ms);
        break;
    case VISIT_DISPOSE:
    case VISIT_WAITS:
    case VISIT_OVER:
        over(v, false);
        break;
    }
}

/* It has not come. */
static void fail(struct visit *v, enum visit_outcome outcome, int64_t now_ms)
{
    bool taking = v->step == VISIT_SNAPSHOT || v->step == VISIT_METRICS || v->step == VISIT_PICTURE;
    if (v->step == VISIT_DISPOSE) {
        over(v, true);
    } else if (v->step == VISIT_LOAD && outcome == VISIT_LATE) {
        v->unsettled = true;
        ask_snapshot(v, now_ms);
    } else if (taking && outcome == VISIT_LATE && end_scripts(v, now_ms)) {
        return;
    } else {
        /* A picture that cannot be had is none; the snapshot is worth more. */
        bool has_snapshot = v->step == VISIT_METRICS || v->step == VISIT_PICTURE;
        put_away(v, has_snapshot ? VISIT_CAME : outcome, now_ms);
    }
}

bool visit_advance(struct visit *v, int64_t now_ms)
{
    enum visit_outcome outcome;
    while (v->step != VISIT_OVER && (outcome = look_at(v, now_ms)) != VISIT_STILL) {
        if (outcome == VISIT_CAME)
            go_on(v, now_ms);
        else
            fail(v, outcome, now_ms);
    }
    return v->step == VISIT_OVER;
}
