/* Many checks. In: pages. Out: outcomes. One thread drives transfers, browser and store, as many as there are processors analyse.
 *
 *     leased -> fetched -> [drawn] -> loaded -> analysed -> committed -> told
 *
 * All waiting is done in one loop (base/loop.h): for transfers, for the browser's tabs, for threads that are done.
 *
 * Invariants: 1. no transaction is open while the network is waited for, or while a page is compared; 2. a page is told exactly once for
 * each time it was queued; 3. no transaction for writing goes on for longer than COMMIT_MS and one page more.
 * Memory: bodies of answers that are not stored yet, bounded by WAITING_BYTES and what the transfers bring beyond it, and what each
 * thread needs for the page it has (LIMIT_CHECK_MEMORY). */
#include "flow/run.h"

#include <time.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/loop.h"
#include "base/map.h"
#include "base/vec.h"
#include "flow/leases.h"
#include "flow/render.h"
#include "flow/scripted.h"
#include "track/canonical.h"

enum {
    GROUP_MAX = 256,     /* pages of one transaction */
    GROUP_MS = 200,      /* that an outcome waits for others */
    COMMIT_MS = 4,       /* after which a transaction takes no further page: others wait for it */
    WAITING_PAGES = 128, /* that are analysed or wait for it before no more answers are taken */
    LEASE_TRY_MS = 250,  /* between two tries for a host that another process has */
    MOVED_MAX = 8,       /* times that a page is analysed again because it changed in the store meanwhile */
};
#define WAITING_BYTES MIB(16)
/* A page whose rows cannot be read or written is left alone for so long. */
#define FAULT_MS (INT64_C(3600) * 1000)

/* One for each page that was ever queued: the contexts of callbacks must not move, and fetch may drop one without a call. */
struct run_page {
    struct run *run;
    int64_t page;
    int64_t asked_at; /* somebody named it then; 0: nobody */
    bool under_way;
    bool browser;   /* the page is to be drawn when its answer has come */
    bool form;      /* its request sends one */
    uint64_t known; /* hash of the body that is kept */
    struct str host;
    struct arena arena; /* of the check under way */
    struct check_work *work;
    struct draw *draw; /* while the page is with the browser; else NULL */
    unsigned n_moved;
};

/* A page that a browser draws. */
struct draw {
    struct request request;
    struct browser_request asked;
    struct browser_page page;
    struct err failed; /* code 0: it has not */
    struct arena arena;
};

struct run_pages {
    struct run_page **item;
    uint32_t n, room;
};

struct run {
    struct run_options options;
    struct loop *loop, *own_loop; /* in use; of its own, where the options name none */
    struct fetcher *fetcher;
    struct workers *workers;
    struct browser *browser; /* opened for the first page that wants one */
    struct draw_queue *draws;
    struct leases leases;
    struct run_totals totals;
    struct templates templates;
    uint32_t open;
    int64_t lease_try_at;

    struct arena names;
    struct map page_of; /* from a page to its place in `pages`, counted from 1 */
    struct run_pages pages;
    struct arena lists;        /* of the three below */
    struct run_pages waiting;  /* asked for, but another process has the host */
    struct run_pages answered; /* their answer has come */
    struct run_pages found;    /* analysed, not stored */
    size_t bytes;              /* of bodies that are not stored */
    int64_t found_at;          /* the first of `found` came */
    struct err failed;         /* of a callback, which has no way to tell it */
};

static int64_t now_of(const struct run *run)
{
    return run->options.fetch.clock.now_ms(run->options.fetch.clock.ctx);
}

static void add_page(struct run *run, struct run_pages *list, struct run_page *p)
{
    *VEC_ADD(&run->lists, list) = p;
}

/* ---- Hosts ---- */

/* Facts that cannot be read are learnt anew. */
static int load_hosts(struct run *run, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_hosts hosts;
    if (store_host_list(&a, run->options.store, &hosts, e))
        return e->code;
    for (uint32_t i = 0; i < hosts.n; i++) {
        struct host_facts facts;
        struct err unread;
        if (host_facts_read(&a, hosts.item[i].origin, hosts.item[i].facts, &facts, &unread) == 0)
            fetch_host_put(run->fetcher, &facts);
    }
    return 0;
}

static void keep_host(void *ctx, const struct host_facts *facts)
{
    AUTO(arena) a = { 0 };
    struct run *run = ctx;
    struct store_host row = { facts->origin, host_facts_write(&a, facts) };
    if (run->failed.code == 0 && store_host_put(run->options.store, &row, &run->failed))
        return;
}

/* ---- Outcomes ---- */

static void tell(struct run *run, const struct check *check)
{
    run->totals.n[check->outcome]++;
    run->totals.followed += check->n_followed;
    if (run->options.told)
        run->options.told(run->options.ctx, check);
}

static void leave_host(struct run *run, struct run_page *p)
{
    struct lease_host *h;
    struct err lost;
    if (p->host.ptr && leases_take(&run->leases, p->host, now_of(run), &h, &lost) == 0 && h && h->n_pages) {
        h->n_pages--;
        h->ready_at = MAX(h->ready_at, p->work ? fetch_ready_at(run->fetcher, p->work->response.url) : 0);
    }
    p->host = (struct str){ 0 };
}

/* The page has its outcome, or nobody wants one any more. */
static void end_page(struct run *run, struct run_page *p)
{
    leave_host(run, p);
    if (p->work)
        run->bytes -= p->work->response.body.len;
    if (p->draw)
        arena_drop(&p->draw->arena);
    p->draw = NULL;
    arena_drop(&p->arena);
    p->arena = (struct arena){ 0 };
    p->work = NULL;
    p->under_way = false;
    run->open--;
}

/* Told as a failure, and left alone for a while: else it would come up again at once, and for ever. */
static int tell_fault(struct run *run, struct run_page *p, const struct err *why, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct subject s;
    int code = subject_load(&a, run->options.store, p->page, &s, e);
    if (code)
        return code == E_ABSENT ? 0 : code;
    s.page.next_check_at = now_of(run) + FAULT_MS;
    s.page.errors++;
    s.state.message = str_of(why->text);
    s.page.state = page_state_write(&a, &s.state);
    if (store_page_schedule(run->options.store, &s.page, e))
        return e->code;
    tell(run, &(struct check){ .subject = s, .outcome = CHECK_FAILED, .words = str_of(why->text), .importance = -1 });
    return 0;
}

/* What is wrong with one page ends its check; what is wrong with the store or the machine ends the run. */
static bool is_of_page(int code)
{
    return code == E_FORMAT || code == E_LIMIT || code == E_USAGE;
}

/* ---- Answers ---- */

static void take_answer(void *ctx, const struct response *r)
{
    struct run_page *p = ctx;
    struct run *run = p->run;
    struct response kept = *r;
    if (p->browser && r->state == FETCH_OK && !p->form)
        kept.body = STR(""); /* the browser asks for it again */
    p->work = NEW(&p->arena, struct check_work);
    *p->work = (struct check_work){ .arena = &p->arena, .owner = p, .page = p->page, .response = response_copy(&p->arena, &kept) };
    run->bytes += kept.body.len;
    add_page(run, &run->answered, p);
}

static void keep_found(struct run *run, struct run_page *p)
{
    if (run->found.n == 0)
        run->found_at = now_of(run);
    add_page(run, &run->found, p);
}

static int load(struct run *run, struct run_page *p, struct err *e)
{
    int code = check_load(p->work, run->options.store, e);
    if (code)
        return code;
    if (!p->work->compares) {
        keep_found(run, p);
        return 0;
    }
    run->totals.n_analysed++;
    workers_push(run->workers, &p->work->item);
    return 0;
}

/* ---- Drawing, in the same thread ---- */

static int open_browser(struct run *run, struct err *e)
{
    run->options.browser.loop = run->loop;
    return run->browser ? 0 : browser_open(&run->options.browser, &run->browser, e);
}

/* What came is made into the answer by a thread: snapshots are large. */
static void take_drawn(void *ctx, const struct browser_page *page, const struct err *failed)
{
    struct run_page *p = ctx;
    if (failed)
        p->draw->failed = *failed;
    else
        p->draw->page = *page;
    workers_push(p->run->workers, &p->work->item);
}

/* The request is read from the store once more: it is not kept while the page is on its way. */
static int send_to_browser(struct run *run, struct run_page *p, struct err *e)
{
    struct subject s;
    struct draw *d = NEW(&p->arena, struct draw);
    int code = subject_load(&p->arena, run->options.store, p->page, &s, e);
    if (code)
        return code;
    d->request = subject_request(&p->arena, &s);
    d->asked = scripted_request(&d->request, &p->work->response);
    p->draw = d;
    p->browser = false; /* once */
    run->bytes -= p->work->response.body.len;
    if (open_browser(run, &d->failed) == 0 && browser_start(&d->arena, run->browser, &d->asked, take_drawn, p, &d->failed) == 0)
        return 0;
    workers_push(run->workers, &p->work->item);
    return 0;
}

/* Layouts that the threads wait for. */
static void serve_draws(struct run *run)
{
    struct err e;
    if (!draw_queue_waits(run->draws))
        return;
    if (open_browser(run, &e))
        draw_queue_fail(run->draws, &e);
    else
        draw_queue_serve(run->draws, run->browser);
}

static int load_answers(struct run *run, struct err *e)
{
    struct run_pages list = run->answered;
    run->answered = (struct run_pages){ 0 };
    for (uint32_t i = 0; i < list.n; i++) {
        struct run_page *p = list.item[i];
        bool draw = p->browser && p->work->response.state == FETCH_OK;
        int code = draw ? send_to_browser(run, p, e) : load(run, p, e);
        if (is_of_page(code)) {
            struct err why = *e;
            code = tell_fault(run, p, &why, e);
            end_page(run, p);
        } else if (code == E_ABSENT) {
            end_page(run, p);
            code = 0;
        }
        if (code)
            return code;
    }
    return 0;
}

/* ---- Analysis, on other threads ---- */

/* What each thread has for itself. */
struct run_thread {
    struct run *run;
    struct check_tools tools;
    struct cutter cutter;
    struct renderer renderer;
};

static void *open_thread(void *context)
{
    struct run *run = context;
    struct run_thread *b = heap_grow(NULL, sizeof *b);
    *b = (struct run_thread){ .run = run, .renderer = { .layout = run->options.layout, .queue = run->draws } };
    b->cutter = (struct cutter){ renderer_cut, &b->renderer };
    b->tools = (struct check_tools){ codec_open(), &b->cutter };
    return b;
}

static void close_thread(void *own)
{
    struct run_thread *b = own;
    codec_close(b->tools.codec);
    heap_free(b);
}

static void analyse(void *own, struct work_item *item)
{
    struct run_thread *b = own;
    struct check_work *w = (struct check_work *)item;
    struct run_page *p = w->owner;
    if (p->draw)
        scripted_take(&p->arena, &p->draw->page, p->draw->failed.code ? &p->draw->failed : NULL, p->known, &w->response);
    else
        check_analyse(w, &b->tools);
}

static void wake(void *context)
{
    struct run *run = context;
    loop_wake(run->loop);
}

/* A page that was drawn is loaded as if it had come so. */
static void collect(struct run *run)
{
    for (struct work_item *item; (item = workers_take(run->workers));) {
        struct run_page *p = ((struct check_work *)item)->owner;
        if (!p->draw) {
            keep_found(run, p);
            continue;
        }
        arena_drop(&p->draw->arena);
        p->draw = NULL;
        run->bytes += p->work->response.body.len;
        add_page(run, &run->answered, p);
    }
}

/* ---- The store ---- */

static int64_t steady_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* What became of each page of a group. */
enum fate { FATE_TOLD, FATE_GONE, FATE_MOVED, FATE_FAULT };

struct group {
    enum fate fate[GROUP_MAX];
    struct err why[GROUP_MAX]; /* of a fault */
    uint32_t n;
};

/* One page is one part: where it fails, the others are kept. */
static int commit_page(struct run *run, struct run_page *p, enum fate *fate, struct err *why, struct err *e)
{
    AUTO(store_tx) part = { 0 };
    struct check_context context = { run->options.store, &run->options.rules, &run->templates };
    int code = store_begin_part(run->options.store, &part, e);
    if (code)
        return code;
    code = check_commit(p->work, &context, e);
    if (code == 0)
        code = store_commit(&part, e);
    *fate = code == 0 ? FATE_TOLD : code > 0 ? FATE_MOVED : code == E_ABSENT ? FATE_GONE : FATE_FAULT;
    if (code < 0 && code != E_ABSENT && !is_of_page(code))
        return code;
    *why = *e;
    return 0;
}

static int commit_group(struct run *run, struct group *g, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(run->options.store, &tx, e);
    int64_t begun = steady_us();
    for (; code == 0 && g->n < MIN(run->found.n, (uint32_t)GROUP_MAX); g->n++) {
        if (g->n && steady_us() - begun > COMMIT_MS * 1000)
            break;
        code = commit_page(run, run->found.item[g->n], &g->fate[g->n], &g->why[g->n], e);
    }
    if (code == 0)
        fetch_hosts(run->fetcher, keep_host, run);
    if (code == 0 && run->failed.code)
        code = err_set(e, run->failed.code, "%s", run->failed.text);
    if (code == 0)
        code = store_commit(&tx, e);
    run->totals.lock_us_max = MAX(run->totals.lock_us_max, steady_us() - begun);
    return code;
}

/* It changed in the store while it was analysed: all over again, and told as a fault where that does not end. */
static int again(struct run *run, struct run_page *p, struct err *e)
{
    struct response r = p->work->response;
    struct err why;
    if (++p->n_moved <= MOVED_MAX) {
        *p->work = (struct check_work){ .arena = &p->arena, .owner = p, .page = p->page, .response = r };
        add_page(run, &run->answered, p);
        return 0;
    }
    err_set(&why, E_SYSTEM, "it was changed by others again and again while it was compared");
    int code = tell_fault(run, p, &why, e);
    end_page(run, p);
    return code;
}

static int settle(struct run *run, struct run_page *p, enum fate fate, const struct err *why, struct err *e)
{
    int code = 0;
    if (fate == FATE_MOVED)
        return again(run, p, e);
    if (fate == FATE_TOLD)
        tell(run, &p->work->check);
    else if (fate == FATE_FAULT)
        code = tell_fault(run, p, why, e);
    end_page(run, p);
    return code;
}

/* Threads, or the browser, have a page. */
static bool is_busy(const struct run *run)
{
    return workers_busy(run->workers) || (run->browser && browser_open_pages(run->browser));
}

/* One transaction, as many pages as fit it. */
static int flush(struct run *run, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct group *g = NEW(&a, struct group);
    struct run_pages list = run->found;
    if (list.n == 0)
        return 0;
    int code = commit_group(run, g, e);
    uint32_t done = code ? list.n : g->n;
    run->found = (struct run_pages){ 0 };
    for (uint32_t i = 0; i < list.n; i++) {
        if (i >= done)
            keep_found(run, list.item[i]);
        else if (code == 0)
            code = settle(run, list.item[i], g->fate[i], &g->why[i], e);
        else
            end_page(run, list.item[i]);
    }
    if (run->answered.n + run->found.n + run->waiting.n == 0 && !is_busy(run)) {
        run->answered = run->found = run->waiting = (struct run_pages){ 0 };
        arena_drop(&run->lists);
        run->lists = (struct arena){ 0 };
    }
    return code ? code : leases_tend(&run->leases, now_of(run), e);
}

/* ---- The run ---- */

int run_open(const struct run_options *options, struct run **out, struct err *e)
{
    struct run *run = heap_grow(NULL, sizeof *run);
    *run = (struct run){ .options = *options };
    map_open(&run->page_of, &run->names, 256);
    leases_open(&run->leases, options->store, run);
    int code = options->loop ? 0 : loop_open(&run->own_loop, e);
    run->loop = options->loop ? options->loop : run->own_loop;
    run->options.fetch.loop = run->loop;
    run->draws = draw_queue_open(run->loop);
    struct workers_options threads = { .n = options->threads ? options->threads : workers_cores(),
                                       .open = open_thread,
                                       .close = close_thread,
                                       .run = analyse,
                                       .done = wake,
                                       .context = run };
    if (code == 0)
        code = fetcher_open(&run->options.fetch, &run->fetcher, e);
    if (code == 0)
        code = load_hosts(run, e);
    if (code == 0)
        code = workers_open(&threads, &run->workers, e);
    if (code)
        run_close(run);
    else
        *out = run;
    return code;
}

/* What was answered is stored. */
static int finish(struct run *run, struct err *e)
{
    int code = 0;
    while (code == 0 && (run->answered.n || run->found.n || is_busy(run))) {
        code = load_answers(run, e);
        if (code == 0 && is_busy(run))
            code = loop_step(run->loop, GROUP_MS, e);
        serve_draws(run);
        collect(run);
        if (code == 0)
            code = flush(run, e);
    }
    return code;
}

/* The store has failed: nothing can be kept, but no thread may be left waiting for the browser. */
static void drain(struct run *run)
{
    struct err lost;
    while (is_busy(run) && loop_step(run->loop, GROUP_MS, &lost) == 0) {
        serve_draws(run);
        collect(run);
    }
}

void run_close(struct run *run)
{
    struct err lost;
    if (!run)
        return;
    if (run->fetcher && run->workers && finish(run, &lost)) {
        run->failed = lost;
        drain(run);
    }
    workers_close(run->workers);
    browser_close(run->browser);
    draw_queue_close(run->draws);
    for (uint32_t i = 0; i < run->pages.n; i++) {
        if (run->pages.item[i]->draw)
            arena_drop(&run->pages.item[i]->draw->arena);
        arena_drop(&run->pages.item[i]->arena);
    }
    leases_drop(&run->leases);
    fetcher_close(run->fetcher);
    loop_close(run->own_loop);
    arena_drop(&run->lists);
    arena_drop(&run->names);
    templates_drop(&run->templates);
    heap_free(run);
}

static struct run_page *page_of(struct run *run, int64_t page)
{
    uint32_t *place = map_slot(&run->page_of, (uint64_t)page, 0);
    if (*place == 0) {
        struct run_page *new = NEW(&run->names, struct run_page);
        *new = (struct run_page){ .run = run, .page = page };
        *VEC_ADD(&run->names, &run->pages) = new;
        *place = run->pages.n;
    }
    return run->pages.item[*place - 1];
}

bool run_has(struct run *run, int64_t page)
{
    const uint32_t *place = map_find(&run->page_of, (uint64_t)page);
    return place && run->pages.item[*place - 1]->under_way;
}

int run_due(struct arena *a, struct run *run, int64_t now, uint32_t limit, struct store_pages *out, struct err *e)
{
    return leases_due(a, &run->leases, now, limit, out, e);
}

static int start(struct run *run, struct arena *a, const struct subject *s, struct run_page *p, struct err *e)
{
    struct request q = subject_request(a, s);
    p->browser = s->row.n && s->watch[0].browser;
    p->form = q.n_form > 0;
    p->known = s->state.known_hash;
    p->n_moved = 0;
    if (p->browser) { /* validators speak of other bytes than those that are kept */
        q.etag = q.last_modified = STR("");
        q.known_hash = 0;
    }
    q.allow_file = run->options.allow_file;
    q.body_max = run->options.body_max;
    q.time_ms = run->options.time_ms;
    q.n_redirects_max = run->options.n_redirects_max;
    return fetch_start(run->fetcher, &q, take_answer, p, e);
}

static int put_back(struct run *run, struct subject *s, const struct subject_decision *d, struct err *e)
{
    AUTO(arena) a = { 0 };
    s->state.rule = str_of(track_rule_name((enum track_rule)d->decision.rule));
    s->page.next_check_at = d->decision.next_at;
    s->page.state = page_state_write(&a, &s->state);
    return store_page_schedule(run->options.store, &s->page, e);
}

/* Who asked for a page hears why it is left alone. */
static void tell_put_off(struct run *run, const struct subject *s, const struct subject_decision *d)
{
    AUTO(buf) words = BUF(KIB(16));
    decision_words(&d->decision, &d->facts, &words);
    tell(run, &(struct check){
                  .subject = *s, .outcome = CHECK_PUT_OFF, .answer = FETCH_LATER, .words = buf_str(&words), .importance = -1 });
}

/* The host is the run's: the request goes out. */
static int begin(struct run *run, struct arena *a, const struct subject *s, struct run_page *p, struct err *e)
{
    struct lease_host *h = NULL;
    int code = leases_take(&run->leases, s->page.host, now_of(run), &h, e);
    if (code)
        return code;
    if (!h) {
        add_page(run, &run->waiting, p);
        return 0;
    }
    code = start(run, a, s, p, e);
    if (code == 0) {
        h->n_pages++;
        p->host = h->host;
    }
    return code;
}

static int queue(struct run *run, struct run_page *p, struct arena *a, const struct subject *s, bool *queued, struct err *e)
{
    p->under_way = true;
    run->open++;
    int code = begin(run, a, s, p, e);
    *queued = code == 0;
    if (code == 0)
        return 0;
    end_page(run, p);
    struct err why = *e;
    return is_of_page(code) ? tell_fault(run, p, &why, e) : err_in(e, "%.*s", STR_ARG(s->page.url));
}

int run_add(struct run *run, int64_t page, enum run_mode mode, bool *queued, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct subject s;
    struct subject_decision d;
    struct run_page *p = page_of(run, page);
    int64_t now = now_of(run);
    *queued = p->under_way;
    if (*queued)
        return 0;
    if (subject_load(&a, run->options.store, page, &s, e))
        return e->code;
    struct err why;
    if (s.row.n == 0 && s.fault.len) { /* nobody's watch can be read: told, and the others go on */
        err_set(&why, E_FORMAT, "%.*s", STR_ARG(s.fault));
        return tell_fault(run, p, &why, e);
    }
    if (subject_decide(&a, &s, &run->options.rules, &(struct subject_when){ now, mode == RUN_ASKED }, &d, &why))
        return tell_fault(run, p, &why, e);
    if (!d.decision.check) {
        if (mode == RUN_ASKED)
            tell_put_off(run, &s, &d);
        else
            run->totals.skipped++;
        return put_back(run, &s, &d, e);
    }
    p->asked_at = mode == RUN_ASKED ? now : 0;
    return queue(run, p, &a, &s, queued, e);
}

/* The host is free again. What another process has found since somebody asked is what they asked for. */
static int try_again(struct run *run, struct run_page *p, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct subject s;
    int code = subject_load(&a, run->options.store, p->page, &s, e);
    if (code == 0 && p->asked_at && s.state.tried_at != NEVER && s.state.tried_at >= p->asked_at) {
        tell(run, &(struct check){ .subject = s,
                                   .outcome = s.page.errors ? CHECK_FAILED : CHECK_SAME,
                                   .words = STR("another process has just checked it"),
                                   .importance = -1 });
        end_page(run, p);
        return 0;
    }
    if (code == 0)
        code = begin(run, &a, &s, p, e);
    if (code == 0)
        return 0;
    end_page(run, p);
    return code == E_ABSENT ? 0 : code;
}

static int try_waiting(struct run *run, struct err *e)
{
    struct run_pages list = run->waiting;
    int64_t now = now_of(run);
    int code = 0;
    if (list.n == 0 || (now < run->lease_try_at && now > run->lease_try_at - LEASE_TRY_MS))
        return 0;
    run->lease_try_at = now + LEASE_TRY_MS;
    run->waiting = (struct run_pages){ 0 };
    for (uint32_t i = 0; i < list.n; i++)
        if (code == 0)
            code = try_again(run, list.item[i], e);
        else
            end_page(run, list.item[i]);
    return code;
}

static bool is_full(const struct run *run)
{
    return run->bytes > WAITING_BYTES || workers_busy(run->workers) + run->found.n > WAITING_PAGES;
}

/* For whatever comes first: answers, unless there are more than enough, and threads that are done. */
static int wait_for(struct run *run, int64_t wait_ms, uint32_t *left, struct err *e)
{
    bool full = is_full(run);
    int64_t wait = run->found.n ? MIN(wait_ms, (int64_t)GROUP_MS) : run->waiting.n ? MIN(wait_ms, (int64_t)LEASE_TRY_MS) : wait_ms;
    *left = fetch_open(run->fetcher);
    if (*left && !full)
        return fetch_step(run->fetcher, wait, left, e);
    return loop_step(run->loop, is_busy(run) && run->answered.n == 0 ? wait : 0, e);
}

int run_step(struct run *run, int64_t wait_ms, struct err *e)
{
    uint32_t left;
    int code = wait_for(run, wait_ms, &left, e);
    run->totals.network_down |= fetch_network_down(run->fetcher);
    if (code == 0)
        code = try_waiting(run, e);
    if (code == 0)
        code = load_answers(run, e);
    collect(run);
    serve_draws(run);
    bool last = left == 0 && run->answered.n == 0 && !is_busy(run);
    bool old = run->found.n && now_of(run) - run->found_at >= GROUP_MS;
    if (code == 0 && (last || old || run->found.n >= GROUP_MAX / 4 || is_full(run)))
        code = flush(run, e);
    if (code == 0 && now_of(run) - run->leases.renewed_at >= LEASE_RENEW_MS)
        code = leases_tend(&run->leases, now_of(run), e);
    return code;
}

void run_begin(struct run *run)
{
    fetch_new_run(run->fetcher);
    run->totals = (struct run_totals){ 0 };
}

uint32_t run_left(const struct run *run)
{
    return run->open;
}

const struct run_totals *run_totals(const struct run *run)
{
    return &run->totals;
}
