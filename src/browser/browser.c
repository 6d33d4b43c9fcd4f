/* In: requests. Out: pages as Chromium has drawn them.
 *
 * Everything happens in callbacks of the loop, and every callback ends in advance(), which does what can be done: visits go on
 * (visit.c), those that are over are answered, those that wait get a tab, Chromium is started or ended. A page that does not answer loses
 * its scripts first, then its tab. A Chromium that does not answer, has drawn many pages or could not put one away gets no new pages and
 * is ended when the last one is done.
 *
 *  1. A slot has a visit exactly while its tab is in use; its proxy lives as long as Chromium.
 *  2. p->pid is 0 or a child of ours that nobody else waits for.
 *  3. A visit whose Chromium died is drawn alone: nothing else is under way beside it.
 * Cost: Chromium's; our own is O(bytes of messages). */
#include "browser/browser.h"

#include <limits.h>
#include <signal.h>

#include "base/clock.h"
#include "base/loop.h"
#include "browser/process.h"
#include "browser/proxy.h"
#include "browser/proxy_name.h"
#include "browser/visit.h"
#include "fetch/address.h"

/* How often memory is looked at, and how long after a process was ended for it the crash of a tab is put down to that. */
enum { MEMORY_EVERY_MS = 500, CULLED_MS = 5000 };
/* Tries of a page that ended with the end of Chromium. */
enum { TRIES = 2 };

struct slot {
    struct proxy *proxy;
    struct visit *visit; /* NULL: free */
};

struct browser {
    struct arena arena;
    struct browser_options options;
    struct loop *loop, *own_loop;
    struct loop_watch in, out; /* of the wire */
    struct loop_timer timer;
    char program[PATH_MAX];
    struct process process;
    struct wire wire;
    struct tab control; /* calls that belong to no page */
    struct arena control_arena;
    bool alive, ready, worn; /* the pipe holds; it has answered; it gets no new pages */
    int64_t start_until_ms, memory_at_ms, culled_at_ms;
    struct slot slot[TABS_MAX];
    struct visit *first, *last; /* that wait for a tab */
    uint32_t n_waiting, n_active;
    uint32_t n_starts, n_pages, n_here; /* n_here: by the running Chromium */
};

/* The tab of calls that belong to no page has the last number, which no page gets. */
enum { CONTROL = TABS_MAX - 1 };

static void advance(struct browser *b);

const char *browser_state_name(enum browser_state state)
{
    static const char *const names[BROWSER_STATES] = { "ok", "unsettled", "failed", "hung", "crashed", "too large" };
    return names[state];
}

/* ---- What the loop calls ---- */

static void take_message(struct browser *b, struct str message, int64_t now_ms)
{
    struct tab_address to = tab_address(message);
    if (to.number == CONTROL)
        tab_take(&b->control, message, now_ms);
    for (unsigned i = 0; i < b->options.n_tabs; i++) {
        struct visit *v = b->slot[i].visit;
        bool mine = to.answer ? to.number == i : to.session.len == 0 || (v && str_eq(to.session, str_of(v->tab.session)));
        if (v && mine)
            tab_take(&v->tab, message, now_ms);
    }
}

static void on_pipe(struct loop_watch *w, unsigned events)
{
    struct browser *b = w->owner;
    struct str message;
    if (w == &b->in && events && !wire_read(&b->wire))
        b->alive = false;
    int64_t now_ms = clock_steady_ms();
    while (b->alive && wire_next(&b->wire, &message))
        take_message(b, message, now_ms);
    advance(b);
}

static void on_time(struct loop_timer *t)
{
    advance(t->owner);
}

static struct wire_place *waits(void *owner, struct str beginning)
{
    struct browser *b = owner;
    for (unsigned i = 0; i < b->options.n_tabs; i++)
        if (b->slot[i].visit && tab_waits(&b->slot[i].visit->tab, beginning))
            return &b->slot[i].visit->tab.place;
    return NULL;
}

/* ---- Chromium ---- */

static void stop(struct browser *b)
{
    if (b->process.pid == 0)
        return;
    for (unsigned i = 0; i < b->options.n_tabs; i++) {
        proxy_close(b->slot[i].proxy);
        b->slot[i].proxy = NULL;
    }
    loop_forget(b->loop, &b->in);
    loop_forget(b->loop, &b->out);
    b->in.fd = b->out.fd = -1;
    wire_drop(&b->wire);
    b->process.in_fd = b->process.out_fd = -1; /* the wire had them */
    process_end(&b->process);
    arena_drop(&b->control_arena);
    b->control_arena = (struct arena){ 0 };
    b->alive = b->ready = b->worn = false;
}

static int open_proxies(struct browser *b, struct err *e)
{
    struct proxy_options options = { b->loop, b->options.allow_address, b->options.resolve, b->options.proxy };
    int bad = 0;
    for (unsigned i = 0; !bad && i < b->options.n_tabs; i++)
        bad = proxy_open(b->process.listen_fd[i], &options, &b->slot[i].proxy, e);
    return bad;
}

static int start(struct browser *b, struct err *e)
{
    static const struct browser_request nothing = { 0 };
    struct process_options options = { b->program, b->options.user_agent.ptr, b->options.no_sandbox, b->options.n_tabs };
    int bad = b->program[0] ? 0 : process_find(b->options.program, b->program, sizeof b->program, e);
    if (!bad)
        bad = process_start(&b->process, &options, e);
    if (bad)
        return bad;
    wire_open(&b->wire, b->process.in_fd, b->process.out_fd);
    b->wire.waits = waits;
    b->wire.owner = b;
    b->in = (struct loop_watch){ .fd = b->wire.in_fd, .ready = on_pipe, .owner = b };
    b->out = (struct loop_watch){ .fd = b->wire.out_fd, .ready = on_pipe, .owner = b };
    loop_watch(b->loop, &b->in, LOOP_READ);
    b->alive = true;
    b->n_starts++;
    b->n_here = 0;
    b->start_until_ms = clock_steady_ms() + BROWSER_START_MS;
    tab_open(&b->control, &b->wire, CONTROL, &b->control_arena, &nothing);
    tab_ask_version(&b->control);
    bad = open_proxies(b, e);
    if (bad)
        stop(b);
    return bad;
}

/* Whether it has answered for the first time. E_SYSTEM: it will not. */
static int await_start(struct browser *b, struct err *e)
{
    b->ready = b->ready || tab_has(&b->control, CALL_VERSION);
    bool late = clock_steady_ms() >= b->start_until_ms;
    if (b->ready || (b->alive && !late))
        return 0;
    const char *why = b->alive ? "does not answer" : "ends as soon as it is started";
    stop(b);
    return err_set(e, E_SYSTEM, "%s %s; run it by hand to see why", b->program, why);
}

/* Where Chromium takes too much, its largest process goes, and the page that it draws with it; the tab tells that it has crashed. */
static void watch_memory(struct browser *b, int64_t now_ms)
{
    if (b->n_active == 0 || now_ms - b->memory_at_ms < MEMORY_EVERY_MS)
        return;
    b->memory_at_ms = now_ms;
    if (process_memory(&b->process) <= b->options.memory_max)
        return;
    pid_t largest = process_largest(&b->process);
    b->culled_at_ms = now_ms;
    if (largest > 0 && largest != b->process.pid)
        kill(largest, SIGKILL);
    else
        b->alive = false;
}

/* ---- Pages ---- */

static void push(struct browser *b, struct visit *v)
{
    v->next = NULL;
    v->step = VISIT_WAITS;
    if (b->last)
        b->last->next = v;
    else
        b->first = v;
    b->last = v;
    b->n_waiting++;
}

static struct visit *pop(struct browser *b)
{
    struct visit *v = b->first;
    b->first = v->next;
    if (!b->first)
        b->last = NULL;
    b->n_waiting--;
    return v;
}

/* The visit is freed before the call: its owner may close the browser's customers, not the browser. */
static void answer(struct visit *v, const struct err *failed)
{
    struct browser_page page = v->page;
    browser_done *done = v->done;
    void *ctx = v->ctx;
    page.ms = (uint32_t)(clock_steady_ms() - v->from_ms);
    heap_free(v);
    done(ctx, failed ? NULL : &page, failed);
}

static void leave_slot(struct browser *b, struct slot *s)
{
    struct visit *v = s->visit;
    struct proxy_counts counts;
    proxy_counts(s->proxy, &counts);
    v->page.n_requests = counts.n_requests;
    v->page.n_refused = counts.n_refused;
    v->page.refused = arena_str(v->arena, counts.refused);
    proxy_page(s->proxy, PROXY_NOWHERE);
    s->visit = NULL;
    b->n_active--;
}

static void finish(struct browser *b, struct slot *s)
{
    struct visit *v = s->visit;
    leave_slot(b, s);
    b->worn |= v->stuck;
    b->n_pages++;
    answer(v, NULL);
}

/* Chromium is gone: its pages are tried once more. */
static void bury(struct browser *b)
{
    for (unsigned i = 0; i < b->options.n_tabs; i++) {
        struct visit *v = b->slot[i].visit;
        if (!v)
            continue;
        visit_abort(v);
        if (++v->n_tries >= TRIES) {
            finish(b, &b->slot[i]);
        } else {
            leave_slot(b, &b->slot[i]);
            push(b, v);
        }
    }
    stop(b);
}

/* One that nobody can draw. */
static void fail_first(struct browser *b, const struct err *why)
{
    struct err e = *why;
    answer(pop(b), &e);
}

static void begin(struct browser *b, unsigned number, int64_t now_ms)
{
    struct slot *s = &b->slot[number];
    const struct browser_request *q = b->first->request;
    struct err e;
    proxy_page(s->proxy, q->path.len ? PROXY_FILES : q->offline ? PROXY_NOWHERE : PROXY_NETWORK);
    if (proxy_via(s->proxy, q->proxy, &e)) {
        fail_first(b, &e);
        return;
    }
    s->visit = pop(b);
    b->n_active++;
    b->n_here++;
    visit_start(s->visit, &b->wire, number, b->process.port[number], now_ms);
}

static bool is_alone(const struct browser *b)
{
    for (unsigned i = 0; i < b->options.n_tabs; i++)
        if (b->slot[i].visit && b->slot[i].visit->n_tries)
            return true;
    return false;
}

/* ---- All of it ---- */

/* False: there is no Chromium that pages could be given to now. */
static bool is_there(struct browser *b)
{
    struct err e;
    int bad = 0;
    b->worn |= b->process.pid && (b->n_here >= b->options.n_pages_max || !process_runs(&b->process));
    if (b->worn && b->n_active == 0)
        stop(b);
    if (b->process.pid == 0 && b->n_waiting)
        bad = start(b, &e);
    if (!bad && b->process.pid)
        bad = await_start(b, &e);
    for (uint32_t n = bad ? b->n_waiting : 0; n; n--)
        fail_first(b, &e);
    return b->process.pid && b->ready && !b->worn;
}

static void begin_waiting(struct browser *b, int64_t now_ms)
{
    for (unsigned i = 0; i < b->options.n_tabs && b->first && is_there(b); i++) {
        bool alone = b->first && (b->first->n_tries || is_alone(b));
        if (!b->first || (alone && b->n_active))
            return;
        if (!b->slot[i].visit)
            begin(b, i, now_ms);
    }
}

static void go_on(struct browser *b, int64_t now_ms)
{
    for (unsigned i = 0; i < b->options.n_tabs; i++) {
        struct visit *v = b->slot[i].visit;
        if (v && v->tab.crashed && now_ms - b->culled_at_ms < CULLED_MS)
            v->too_large = true;
        if (v && visit_advance(v, now_ms))
            finish(b, &b->slot[i]);
    }
}

static int64_t next_at(const struct browser *b, int64_t now_ms)
{
    int64_t at = b->ready ? INT64_MAX : b->start_until_ms;
    if (b->process.pid == 0)
        return b->n_waiting ? now_ms : INT64_MAX;
    for (unsigned i = 0; i < b->options.n_tabs; i++)
        if (b->slot[i].visit)
            at = MIN(at, visit_next_at(b->slot[i].visit));
    return b->n_active ? MIN(at, b->memory_at_ms + MEMORY_EVERY_MS) : at;
}

static void advance(struct browser *b)
{
    int64_t now_ms = clock_steady_ms(), at;
    if (b->process.pid && b->ready) {
        if (b->alive)
            go_on(b, now_ms);
        watch_memory(b, now_ms);
        if (b->alive && !wire_send(&b->wire))
            b->alive = false;
        if (!b->alive)
            bury(b);
    }
    begin_waiting(b, now_ms);
    if (b->process.pid) {
        if (!wire_send(&b->wire))
            b->alive = false;
        loop_watch(b->loop, &b->out, wire_has_output(&b->wire) ? LOOP_WRITE : 0);
    }
    at = b->alive || b->process.pid == 0 ? next_at(b, now_ms) : now_ms;
    if (at != INT64_MAX)
        loop_at(b->loop, &b->timer, at);
    else
        loop_cancel(b->loop, &b->timer);
}

/* ---- For callers ---- */

static void set_defaults(struct browser *b, const struct browser_options *options)
{
    struct browser_options *o = &b->options;
    o->program = arena_str(&b->arena, options->program);
    o->allow_address = arena_str(&b->arena, options->allow_address);
    o->resolve = arena_str(&b->arena, options->resolve);
    o->proxy = arena_str(&b->arena, options->proxy);
    o->user_agent = arena_str(&b->arena, options->user_agent.len ? options->user_agent : STR("weft/" WEFT_VERSION));
    o->n_pages_max = o->n_pages_max ? o->n_pages_max : BROWSER_PAGES;
    o->n_tabs = o->n_tabs ? MIN(o->n_tabs, (uint32_t)CONTROL) : BROWSER_TABS;
    o->memory_max = o->memory_max ? o->memory_max : BROWSER_MEMORY_MAX;
}

int browser_open(const struct browser_options *options, struct browser **out, struct err *e)
{
    struct address_rules rules;
    struct loop *own = NULL;
    int bad = address_rules_read(options->allow_address, &rules, e);
    if (!bad)
        bad = name_list_check(options->resolve, e);
    if (!bad && !options->loop)
        bad = loop_open(&own, e);
    if (bad)
        return bad;
    struct browser *b = heap_grow(NULL, sizeof *b);
    *b = (struct browser){ .options = *options,
                           .loop = own ? own : options->loop,
                           .own_loop = own,
                           .in.fd = -1,
                           .out.fd = -1,
                           .culled_at_ms = INT64_MIN / 2,
                           .timer = { .due = on_time, .owner = b } };
    set_defaults(b, options);
    *out = b;
    return 0;
}

void browser_close(struct browser *b)
{
    if (!b)
        return;
    for (unsigned i = 0; i < b->options.n_tabs; i++)
        if (b->slot[i].visit) {
            visit_abort(b->slot[i].visit);
            heap_free(b->slot[i].visit);
        }
    while (b->first)
        heap_free(pop(b));
    stop(b);
    loop_cancel(b->loop, &b->timer);
    loop_close(b->own_loop);
    arena_drop(&b->arena);
    heap_free(b);
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

int browser_start(struct arena *a, struct browser *b, const struct browser_request *q, browser_done *done, void *ctx, struct err *e)
{
    int bad = check(q, e);
    if (bad)
        return bad;
    struct visit *v = heap_grow(NULL, sizeof *v);
    *v = (struct visit){ .request = q, .arena = a, .done = done, .ctx = ctx, .from_ms = clock_steady_ms() };
    push(b, v);
    loop_at(b->loop, &b->timer, 0);
    return 0;
}

uint32_t browser_open_pages(const struct browser *b)
{
    return b->n_active + b->n_waiting;
}

struct awaited_page {
    struct browser_page page;
    struct err err;
    bool done;
};

static void take_page(void *ctx, const struct browser_page *page, const struct err *failed)
{
    struct awaited_page *r = ctx;
    r->done = true;
    if (failed)
        r->err = *failed;
    else
        r->page = *page;
}

int browser_render(struct arena *a, struct browser *b, const struct browser_request *q, struct browser_page *out, struct err *e)
{
    struct awaited_page r = { 0 };
    int bad = browser_start(a, b, q, take_page, &r, e);
    while (!bad && !r.done)
        bad = loop_step(b->loop, 1000, e);
    if (!bad && r.err.code)
        bad = err_set(e, r.err.code, "%s", r.err.text);
    if (!bad)
        *out = r.page;
    return bad;
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
