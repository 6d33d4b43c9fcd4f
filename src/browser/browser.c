/* In: requests. Out: pages as Chromium has drawn them.
 *
 * One loop drives both the DevTools pipe and the proxy; await() runs it until an answer is there, the page is lost or time is up. A page
 * that does not answer loses its scripts first, then its tab; a Chromium that does not answer is killed, and the next page gets a new
 * one. The page that was on its way when Chromium died is tried once more: it need not have been its fault.
 *
 *  1. Between two calls Chromium has no page open.
 *  2. p->pid is 0 or a child of ours that nobody else waits for.
 * Cost: Chromium's; our own is O(bytes of messages). */
#include "browser/browser.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>

#include "base/base64.h"
#include "base/clock.h"
#include "fetch/address.h"
#include "browser/process.h"
#include "browser/tab.h"
#include "browser/proxy.h"
#include "browser/proxy_name.h"

enum { MEMORY_EVERY_MS = 1000 };

struct browser {
    struct arena arena;
    struct browser_options options;
    char program[PATH_MAX];
    struct process process;
    struct wire wire;
    struct proxy *proxy;
    bool alive;
    uint32_t n_starts, n_pages, n_here; /* n_here: by the running Chromium */
    int64_t memory_at;
};

const char *browser_state_name(enum browser_state state)
{
    static const char *const names[BROWSER_STATES] = { "ok", "unsettled", "failed", "hung", "crashed", "too large" };
    return names[state];
}

int browser_open(const struct browser_options *options, struct browser **out, struct err *e)
{
    struct address_rules rules;
    int bad = address_rules_read(options->allow_address, &rules, e);
    if (!bad)
        bad = name_list_check(options->resolve, e);
    if (bad)
        return bad;
    struct browser *b = heap_grow(NULL, sizeof *b);
    *b = (struct browser){ .options = *options };
    b->options.program = arena_str(&b->arena, options->program);
    b->options.allow_address = arena_str(&b->arena, options->allow_address);
    b->options.resolve = arena_str(&b->arena, options->resolve);
    b->options.proxy = arena_str(&b->arena, options->proxy);
    b->options.user_agent = arena_str(&b->arena, options->user_agent.len ? options->user_agent : STR("weft/" WEFT_VERSION));
    if (!b->options.n_pages_max)
        b->options.n_pages_max = BROWSER_PAGES;
    *out = b;
    return 0;
}

static void stop(struct browser *b)
{
    if (b->process.pid == 0)
        return;
    proxy_close(b->proxy);
    b->proxy = NULL;
    wire_drop(&b->wire);
    b->process.in_fd = b->process.out_fd = -1; /* the wire had them */
    process_end(&b->process);
    b->alive = false;
}

void browser_close(struct browser *b)
{
    if (!b)
        return;
    stop(b);
    arena_drop(&b->arena);
    heap_free(b);
}

/* Waits for something to happen, up to `until`, and deals with it. False: Chromium is gone. */
static bool step(struct browser *b, struct tab *t, int64_t until)
{
    int64_t now = clock_steady_ms();
    struct pollfd fd[3] = {
        { .fd = b->wire.in_fd, .events = POLLIN },
        { .fd = proxy_fd(b->proxy), .events = POLLIN },
        { .fd = wire_has_output(&b->wire) ? b->wire.out_fd : -1, .events = POLLOUT },
    };
    struct str message;
    if (poll(fd, 3, (int)MIN(MAX(until - now, 0), 1000)) < 0 && errno != EINTR)
        return false;
    proxy_step(b->proxy);
    if (!wire_send(&b->wire) || (fd[0].revents && !wire_read(&b->wire)))
        b->alive = false;
    now = clock_steady_ms();
    while (b->alive && wire_next(&b->wire, &message))
        tab_take(t, message, now);
    return b->alive;
}

/* Whether Chromium has grown past all measure; looked at once a second. */
static bool is_too_large(struct browser *b)
{
    int64_t now = clock_steady_ms();
    if (now - b->memory_at < MEMORY_EVERY_MS)
        return false;
    b->memory_at = now;
    return process_memory(&b->process) > BROWSER_MEMORY_MAX;
}

enum outcome { CAME, LATE, LOST, DEAD, LARGE };

static enum outcome await(struct browser *b, struct tab *t, enum tab_call call, int64_t ms)
{
    int64_t until = clock_steady_ms() + ms;
    while (!tab_has(t, call)) {
        if (!step(b, t, until))
            return DEAD;
        if (b->wire.over || is_too_large(b))
            return LARGE;
        if (t->crashed || t->closed)
            return LOST;
        if (clock_steady_ms() >= until && !tab_has(t, call))
            return LATE;
    }
    return CAME;
}

static int start(struct browser *b, struct err *e)
{
    static const struct browser_request nothing = { 0 };
    AUTO(arena) a = { 0 };
    struct tab t;
    int bad = b->program[0] ? 0 : process_find(b->options.program, b->program, sizeof b->program, e);
    if (!bad)
        bad = process_start(&b->process, &(struct process_options){ b->program, b->options.user_agent.ptr, b->options.no_sandbox },
                            e);
    if (bad)
        return bad;
    struct proxy_options proxy = { b->options.allow_address, b->options.resolve, b->options.proxy };
    bad = proxy_open(b->process.listen_fd, &proxy, &b->proxy, e);
    wire_open(&b->wire, b->process.in_fd, b->process.out_fd);
    b->alive = true;
    b->n_starts++;
    b->n_here = 0;
    if (bad) {
        stop(b);
        return bad;
    }
    tab_open(&t, &b->wire, &a, &nothing);
    tab_ask_version(&t);
    enum outcome outcome = await(b, &t, CALL_VERSION, BROWSER_START_MS);
    if (outcome == CAME)
        return 0;
    stop(b);
    return err_set(e, E_SYSTEM, "%s %s; run it by hand to see why", b->program,
                   outcome == LATE ? "does not answer" : "ends as soon as it is started");
}

/* A running Chromium that has not yet drawn too many pages. */
static int ensure(struct browser *b, struct err *e)
{
    if (b->process.pid && (!b->alive || b->n_here >= b->options.n_pages_max || !process_runs(&b->process)))
        stop(b);
    return b->process.pid ? 0 : start(b, e);
}

static enum outcome open_tab(struct browser *b, struct tab *t)
{
    enum outcome outcome;
    tab_ask_context(t);
    if ((outcome = await(b, t, CALL_CONTEXT, BROWSER_START_MS)) != CAME)
        return outcome;
    tab_ask_target(t);
    if ((outcome = await(b, t, CALL_TARGET, BROWSER_START_MS)) != CAME)
        return outcome;
    tab_ask_attach(t);
    if ((outcome = await(b, t, CALL_ATTACH, BROWSER_START_MS)) != CAME)
        return outcome;
    tab_order_look(t);
    for (int64_t until = clock_steady_ms() + BROWSER_START_MS; t->n_orders;)
        if (!step(b, t, until))
            return DEAD;
        else if (t->crashed || t->closed || clock_steady_ms() >= until)
            return LOST;
    return CAME;
}

/* Until the page is ready: CAME; LATE where it is taken as it is. */
static enum outcome load(struct browser *b, struct tab *t)
{
    int64_t now = clock_steady_ms(), until = now + (t->request->load_ms ? t->request->load_ms : BROWSER_LOAD_MS);
    tab_navigate(t);
    while (now < until) {
        bool quiet = t->loaded && t->n_open == 0;
        if (quiet && now - t->quiet_at >= BROWSER_QUIET_MS)
            return CAME;
        if (!step(b, t, quiet ? t->quiet_at + BROWSER_QUIET_MS : until))
            return DEAD;
        if (is_too_large(b))
            return LARGE;
        if (t->crashed || t->closed || t->refused || (t->fault.len && !t->navigated))
            return LOST;
        now = clock_steady_ms();
    }
    return LATE;
}

/* What holds the page up is ended. */
static enum outcome await_page(struct browser *b, struct tab *t, enum tab_call call, bool *ended)
{
    enum outcome outcome = await(b, t, call, t->ready ? BROWSER_READY_MS : BROWSER_STUCK_MS);
    if (outcome != LATE)
        return outcome;
    if (!b->wire.large) { /* an answer on its way is no silence */
        tab_end_scripts(t);
        *ended = true;
    }
    return await(b, t, call, BROWSER_SNAPSHOT_MS);
}

static enum outcome take_snapshot(struct browser *b, struct tab *t, bool *ended)
{
    wire_expect(&b->wire, t->arena, BROWSER_SNAPSHOT_MAX);
    tab_ask_snapshot(t);
    enum outcome outcome = await_page(b, t, CALL_SNAPSHOT, ended);
    wire_expect(&b->wire, NULL, 0);
    return outcome == CAME && t->failed >> CALL_SNAPSHOT & 1 ? LOST : outcome;
}

/* A picture that cannot be had is none; the snapshot is worth more. */
static void take_picture(struct browser *b, struct tab *t, struct str *out)
{
    static const struct str opening = STR_INIT("{\"data\":\"");
    AUTO(arena) a = { .budget_bytes = BROWSER_SNAPSHOT_MAX };
    AUTO(buf) png = BUF(BROWSER_SNAPSHOT_MAX);
    bool ended;
    tab_ask_metrics(t);
    if (await_page(b, t, CALL_METRICS, &ended) != CAME)
        return;
    wire_expect(&b->wire, &a, BROWSER_SNAPSHOT_MAX);
    tab_ask_picture(t);
    enum outcome outcome = await_page(b, t, CALL_PICTURE, &ended);
    wire_expect(&b->wire, NULL, 0);
    if (outcome != CAME || !str_starts(t->picture, opening))
        return;
    struct str rest = str_sub(t->picture, opening.len, t->picture.len);
    if (base64_read(str_cut(&rest, '"'), &png) && buf_take(&png, t->arena, out, NULL))
        *out = STR("");
}

static struct str own_url(struct arena *a, const struct browser_request *q, struct str url)
{
    static const struct str host = STR_INIT("http://" PROXY_FILE_HOST);
    if (!q->path.len || !str_starts(url, host))
        return url;
    return arena_printf(a, "file://%.*s", (int)(url.len - host.len), url.ptr + host.len);
}

static void note_end(struct browser_page *out, struct tab *t, enum outcome outcome)
{
    switch (outcome) {
    case LATE:
        out->state = BROWSER_HUNG;
        out->message = STR("the page did not answer, even after its scripts were ended");
        break;
    case LARGE:
        out->state = BROWSER_TOO_LARGE;
        out->message = STR("the page is too large for the browser: memory or the number of its elements");
        break;
    case LOST:
        out->state = t->crashed ? BROWSER_CRASHED : BROWSER_FAILED;
        out->message = t->crashed  ? STR("the page crashed the browser's tab")
                       : t->closed ? STR("the page closed itself")
                                   : arena_printf(t->arena, "the browser cannot show it: %.*s", STR_ARG(t->fault));
        if (!t->crashed && t->n_downloads)
            out->message = STR("it is a download, not a page");
        break;
    case DEAD:
        out->state = BROWSER_CRASHED;
        out->message = STR("the browser ended while it showed the page");
        break;
    case CAME:
        break;
    }
}

static void note_counts(struct browser *b, struct tab *t, struct browser_page *out)
{
    struct proxy_counts counts;
    proxy_counts(b->proxy, &counts);
    out->n_requests = counts.n_requests;
    out->n_refused = counts.n_refused;
    out->refused = arena_str(t->arena, counts.refused);
    out->n_dialogs = t->n_dialogs;
    out->n_windows = t->n_windows;
    out->n_downloads = t->n_downloads;
    out->status = t->status;
    out->final_url = own_url(t->arena, t->request, t->final_url);
}

static enum outcome show(struct browser *b, struct tab *t, struct browser_page *out)
{
    bool ended = false;
    enum outcome outcome = open_tab(b, t);
    if (outcome != CAME)
        return outcome;
    enum outcome loaded = load(b, t);
    if (loaded != CAME && loaded != LATE)
        return loaded;
    t->ready = loaded == CAME;
    if ((outcome = take_snapshot(b, t, &ended)) != CAME)
        return outcome;
    out->snapshot = t->snapshot;
    if (loaded == LATE || ended) {
        out->state = BROWSER_UNSETTLED;
        out->message = ended ? STR("a script that did not end was ended") : STR("the page was still loading");
    }
    if (t->request->picture)
        take_picture(b, t, &out->picture);
    return CAME;
}

/* DEAD: Chromium went down with the page. */
static enum outcome show_once(struct arena *a, struct browser *b, const struct browser_request *q, struct browser_page *out)
{
    struct tab t;
    *out = (struct browser_page){ .state = BROWSER_OK };
    tab_open(&t, &b->wire, a, q);
    b->n_here++;
    enum outcome outcome = show(b, &t, out);
    note_end(out, &t, outcome);
    note_counts(b, &t, out);
    /* What cannot be put away within seconds, or has broken all bounds, goes with its browser. */
    if (b->alive && outcome != LARGE && t.context[0]) {
        t.crashed = t.closed = false;
        t.session[0] = '\0'; /* that it ends is no news */
        tab_ask_dispose(&t);
        if (await(b, &t, CALL_DISPOSE, 2 * BROWSER_STUCK_MS) != CAME)
            stop(b);
    } else {
        stop(b);
    }
    return outcome;
}

static int check(const struct browser_request *q, struct err *e)
{
    if (q->has_body && q->body.len > BROWSER_BODY_MAX)
        return err_set(e, E_LIMIT, "the page has more than %zu MB, too much for the browser", BROWSER_BODY_MAX >> 20);
    if (q->path.len && q->path.ptr[0] != '/')
        return err_set(e, E_USAGE, "a file is given to the browser by its whole path");
    if (!q->path.len && !q->url.len && !q->has_body)
        return err_set(e, E_USAGE, "the browser needs an address, a file or the page itself");
    if (q->url.len && !str_starts_nocase(q->url, STR("http://")) && !str_starts_nocase(q->url, STR("https://")))
        return err_set(e, E_USAGE, "the browser shows http and https addresses only");
    return 0;
}

int browser_render(struct arena *a, struct browser *b, const struct browser_request *q, struct browser_page *out, struct err *e)
{
    int64_t from = clock_steady_ms();
    struct browser_page page = { 0 };
    int bad = check(q, e);
    for (int tries = 0; !bad && tries < 2; tries++) {
        if ((bad = ensure(b, e)))
            break;
        proxy_page(b->proxy, q->path.len ? PROXY_FILES : q->offline ? PROXY_NOWHERE : PROXY_NETWORK);
        if ((bad = proxy_via(b->proxy, q->proxy, e)))
            break;
        if (show_once(a, b, q, &page) != DEAD)
            break;
    }
    if (bad)
        return bad;
    b->n_pages++;
    page.ms = (uint32_t)(clock_steady_ms() - from);
    *out = page;
    return 0;
}

void browser_facts(const struct browser *b, struct browser_facts *out)
{
    *out = (struct browser_facts){
        .program = str_of(b->program),
        .own_network = b->process.own_network,
        .sandbox = b->process.sandbox,
        .n_starts = b->n_starts,
        .n_pages = b->n_pages,
        .pid = b->process.pid,
    };
}
