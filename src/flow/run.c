/* Many checks. In: pages. Out: outcomes. One thread drives transfers, browser and store, as many as there are processors analyse.
 *
 *     leased -> fetched -> [drawn] -> loaded -> analysed -> committed -> told
 *
 * All waiting is done in one loop (base/loop.h): for transfers, for the browser's tabs, for threads that are done.
 *
 * Invariants: 1. no transaction is open while the network is waited for, or while a page is compared; 2. a page is told exactly once for
 * each time it was queued; 3. no transaction for writing goes on for longer than COMMIT_MS and one page more.
 * Memory: bodies of answers that are not stored yet, bounded by WAITING_BYTES and what the transfers bring beyond it; what is loaded to
 * compare them with, bounded by LOADED_BYTES and one page more; and what each thread needs for the page it has (LIMIT_CHECK_MEMORY). */
#include "flow/render.h"
#include "flow/run_inside.h"

#include "store/sensor.h"
#include "track/decide.h"

struct run_options run_options_of(struct arena *a, const struct settings *s)
{
    struct renderer by = renderer_of(a, s);

    return (struct run_options){
        .fetch = settings_fetch_options(a, s),
        .browser = by.options,
        .layout = by.layout,
        .allow_file = settings_flag(s, SETTING_ALLOW_FILE),
        .probe = settings_flag(s, SETTING_PROBE),
        .sensors = settings_flag(s, SETTING_SITEMAPS),
        .body_max = (size_t)settings_number(s, SETTING_BODY_MAX),
        .time_ms = (uint32_t)settings_number(s, SETTING_TIME_MAX),
        .n_redirects_max = (uint32_t)settings_number(s, SETTING_REDIRECTS_MAX),
    };
}

int run_open(const struct run_options *options, struct check_run **out, struct err *e)
{
    struct check_run *run = heap_grow(NULL, sizeof *run);
    *run = (struct check_run){ .options = *options, .plan = visit_plan_none() };
    run->options.rules.plan = &run->plan;
    map_open(&run->page_of, &run->names, 256);
    run_load_told(run);
    leases_open(&run->leases, options->store, run, options->fetch.gap_ms);
    int code = options->loop ? 0 : loop_open(&run->own_loop, e);
    run->loop = options->loop ? options->loop : run->own_loop;
    run->options.fetch.loop = run->loop;
    run->options.fetch.gate = (struct fetch_gate){ run, run_enter_host, run_leave_host };
    run->draws = draw_queue_open(run->loop);
    struct workers_options threads = { .n = options->threads ? options->threads : workers_cores(),
                                       .open = run_open_thread,
                                       .close = run_close_thread,
                                       .run = run_analyse,
                                       .done = run_wake,
                                       .context = run };
    if (code == 0)
        code = fetcher_open(&run->options.fetch, &run->fetcher, e);
    if (code == 0)
        code = run_load_hosts(run, e);
    if (code == 0)
        code = visit_plan_load(options->store, &run->plan, e);
    if (code == 0)
        code = workers_open(&threads, &run->workers, e);
    if (code)
        run_close(run);
    else
        *out = run;
    return code;
}

/* What was answered is stored. */
static int finish(struct check_run *run, struct err *e)
{
    probe_drop(run);
    int code = run_keep_sensed(run, e);
    while (code == 0 && (run->answered.n || run->found.n || run_is_busy(run))) {
        code = run_load_answers(run, e);
        if (code == 0 && run_is_busy(run))
            code = loop_step(run->loop, GROUP_MS, e);
        run_serve_draws(run);
        run_collect(run);
        if (code == 0)
            code = run_flush(run, e);
    }
    return code;
}

/* The store has failed: nothing can be kept, but no thread may be left waiting for the browser. */
static void drain(struct check_run *run)
{
    struct err lost;
    while (run_is_busy(run) && loop_step(run->loop, GROUP_MS, &lost) == 0) {
        run_serve_draws(run);
        run_collect(run);
    }
}

void run_close(struct check_run *run)
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
        arena_drop(&run->pages.item[i]->answer);
    }
    while (run->n_spare)
        arena_drop(&run->spare[--run->n_spare]);
    leases_drop(&run->leases);
    fetcher_close(run->fetcher);
    loop_close(run->own_loop);
    arena_drop(&run->lists);
    arena_drop(&run->names);
    templates_drop(&run->templates);
    visit_plan_drop(&run->plan);
    heap_free(run);
}

static struct run_page *page_of(struct check_run *run, int64_t page)
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

bool run_has(struct check_run *run, int64_t page)
{
    const uint32_t *place = map_find(&run->page_of, (uint64_t)page);
    return place && (run->pages.item[*place - 1]->under_way || run->pages.item[*place - 1]->again_at);
}

uint32_t run_host_pages(struct check_run *run, struct str host)
{
    const struct lease_host *h = leases_find(&run->leases, host);
    return h ? h->n_pages : 0;
}

int run_due(struct arena *a, struct check_run *run, const struct leases_wish *wish, struct store_pages *out, struct err *e)
{
    return leases_due(a, &run->leases, wish, out, e);
}

/* Promises alone take the budget, in requests or in bytes, every day: what is left is never anything, and best effort comes one by one,
 * at the moments of a plan that has a share for it (flow/schedule.h). */
static bool is_short(const struct visit_plan *plan)
{
    const double inexact = 1.05;
    return plan->cost_a_day > plan->budget * inexact;
}

int run_allowance(struct check_run *run, struct allowance_left *out, struct err *e)
{
    const struct subject_rules *rules = &run->options.rules;
    if (allowance_left(run->options.store, &rules->budget, run->plan.mean_bytes, run_now(run), out, e))
        return e->code;
    if (out->visits == 0 && is_short(&run->plan))
        *out = (struct allowance_left){ .visits = 1, .full_at = NEVER };
    return 0;
}

int run_next_due(struct check_run *run, int64_t *at, struct err *e)
{
    struct allowance_left left;
    struct leases_wish wish = { .now = run_now(run) };
    if (run_allowance(run, &left, e))
        return e->code;
    wish.promised = left.visits == 0;
    if (leases_next(&run->leases, &wish, at, e))
        return e->code;
    int64_t sense_at = NEVER;
    if (run->options.sensors && store_sensor_next(run->options.store, &sense_at, e))
        return e->code;
    *at = MIN(*at, wish.promised ? left.at : MIN(sense_at, run_early_at(run, &left)));
    return 0;
}

int run_start(struct check_run *run, struct run_page *p, struct err *e)
{
    const struct subject *s = p->subject;
    struct request q = subject_request(&p->arena, s);
    p->browser = s->row.n && s->watch[0].browser;
    p->form = q.n_form > 0;
    p->known = s->state.known_hash;
    p->n_moved = 0;
    if (p->browser || p->probe
        || p->confirm) /* validators speak of other bytes than those that are kept; a second look wants an answer */
        q.etag = q.last_modified = STR("");
    if (p->browser || p->probe)
        q.known_hash = 0;
    q.allow_file = run->options.allow_file;
    q.body_max = run->options.body_max;
    q.time_ms = run->options.time_ms;
    q.n_redirects_max = run->options.n_redirects_max;
    return fetch_start(run->fetcher, &q, run_take_answer, p, e);
}

static int put_back(struct check_run *run, struct subject *s, const struct subject_decision *d, struct err *e)
{
    AUTO(arena) a = { 0 };
    s->state.rule = str_of(track_rule_name((enum track_rule)d->decision.rule));
    s->page.next_check_at = d->decision.next_at;
    s->page.best_effort = subject_is_best_effort(d);
    s->page.state = page_state_write(&a, &s->state);
    return store_page_schedule(run->options.store, &s->page, e);
}

/* Who asked for a page hears why it is left alone. */
static void tell_put_off(struct check_run *run, const struct subject *s, const struct subject_decision *d)
{
    AUTO(buf) words = BUF(KIB(16));
    if (s->row.n == 0)
        buf_add(&words, STR("not checked: nobody watches it; 'weft add' with its address does"));
    else
        decision_words(&d->decision, &d->facts, &words);
    run_tell(run, &(struct check){
                      .subject = *s, .outcome = CHECK_PUT_OFF, .answer = FETCH_LATER, .words = buf_str(&words), .importance = -1 });
}

/* The host asked for a pause, or is asked seldom: the page is owed, and looked at when that is over. */
static int put_off(struct check_run *run, struct run_page *p, int64_t until, struct err *e)
{
    struct subject *s = p->subject;
    struct subject_decision d;
    s->state.retry_at = until;
    s->state.owed |= p->asked_at != 0;
    if (subject_decide(&p->arena, s, &run->options.rules, &(struct subject_when){ .now = run_now(run) }, &d, e)
        || put_back(run, s, &d, e))
        return e->code;
    tell_put_off(run, s, &d);
    p->again_at = 0; /* whoever asked meanwhile has heard it, too */
    run_end_page(run, p);
    return 0;
}

/* Another has the host, or it is to be left alone: for a short while the page waits for it. */
static int wait_for_host(struct check_run *run, struct run_page *p, const struct lease_host *h, struct err *e)
{
    const struct fetch_options *o = &run->options.fetch;
    int64_t most = o->turn_ms ? o->turn_ms : o->max_pause_ms ? o->max_pause_ms : FETCH_PAUSE_MS;
    if (h->free_at - run_now(run) > most)
        return put_off(run, p, h->free_at, e);
    run->lease_try_at = run->waiting.n ? MIN(run->lease_try_at, h->look_at) : h->look_at;
    run_pages_add(run, &run->waiting, p);
    return 0;
}

/* The host is the run's: the request goes out. */
static int begin(struct check_run *run, struct run_page *p, struct err *e)
{
    struct lease_host *h;
    int code = leases_take(&run->leases, p->subject->page.host, run_now(run), &h, e);
    if (code)
        return code;
    if (!h->held)
        return wait_for_host(run, p, h, e);
    code = run_start(run, p, e);
    if (code == 0) {
        h->n_pages++;
        p->host = h->host;
    }
    return code;
}

int run_begin_probe(struct check_run *run, struct run_page *p, bool *begun, struct err *e)
{
    struct lease_host *h;
    int code = leases_take(&run->leases, p->subject->page.host, run_now(run), &h, e);
    *begun = code == 0 && h->held;
    return *begun ? begin(run, p, e) : code;
}

static int queue(struct check_run *run, struct run_page *p, bool *queued, struct err *e)
{
    p->under_way = true;
    p->step = run->n_steps;
    run->open++;
    int code = begin(run, p, e);
    *queued = code == 0;
    if (code == 0)
        return 0;
    struct err why = *e;
    code = run_is_fault(code) ? run_tell_fault(run, p, &why, e) : err_in(e, "%.*s", STR_ARG(p->subject->page.url));
    run_end_page(run, p);
    return code;
}

/* What the skip rules say. False: the page is left alone, which is told where somebody asked. */
static int apply_rules(struct check_run *run, struct run_page *p, enum run_mode mode, bool *go, struct err *e)
{
    struct subject *s = p->subject;
    struct subject_decision d;
    struct err why;
    *go = false;
    if (s->row.n == 0 && s->fault.len) { /* nobody's watch can be read: told, and the others go on */
        err_set(&why, E_FORMAT, "%.*s", STR_ARG(s->fault));
        return run_tell_fault(run, p, &why, e);
    }
    if (subject_decide(&p->arena, s, &run->options.rules,
                       &(struct subject_when){ run_now(run), mode == RUN_ASKED, mode == RUN_EARLY }, &d, &why))
        return run_tell_fault(run, p, &why, e);
    *go = d.decision.check;
    if (*go || mode == RUN_EARLY)
        return 0;
    if (mode == RUN_ASKED)
        tell_put_off(run, s, &d);
    else
        run->totals.skipped++;
    return put_back(run, s, &d, e);
}

static int add_wanted(struct check_run *run, struct run_page *p, const struct run_choice *from, enum run_mode mode, bool *queued,
                      struct err *e)
{
    bool go = false;
    int code = run_read_subject(run, p, e);
    bool wanted = code == 0 && (!from->wants || from->wants(from->ctx, p->subject));
    p->asked_at = mode != RUN_ASKED ? 0 : run->options.since ? run->options.since : run_now(run);
    if (wanted && run_is_found(p)) /* whatever the rules say of another look */
        code = run_tell_found(run, p, e);
    else if (wanted)
        code = apply_rules(run, p, mode, &go, e);
    if (code || !go) {
        run_forget(p);
        return code;
    }
    p->early = mode == RUN_EARLY;
    run->totals.early += p->early;
    return queue(run, p, queued, e);
}

/* Whether it is under way. What has gone out already may be older than what somebody wants to see now: settle() decides. A command that
 * ends wants what has been seen since it began, and names a page twice in vain. */
static bool is_queued(struct check_run *run, struct run_page *p, enum run_mode mode)
{
    bool anew = mode == RUN_ASKED && !run->options.since;
    if (anew && p->under_way)
        probe_cancel(run, p);
    if (anew && p->under_way && p->step != run->n_steps) /* else nothing has gone out yet */
        p->again_at = run_now(run);
    return p->under_way || p->again_at;
}

int run_add(struct check_run *run, int64_t page, enum run_mode mode, bool *queued, struct err *e)
{
    struct run_page *p = page_of(run, page);
    *queued = is_queued(run, p, mode);
    return *queued ? 0 : add_wanted(run, p, &(struct run_choice){ .n = 1 }, mode, queued, e);
}

/* One transaction for some of them: each reads several rows, and one that is put back is written. */
static int add_some(struct check_run *run, const struct run_choice *some, enum run_mode mode, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    bool queued;
    if (store_begin_unsynced(run->options.store, &tx, e))
        return e->code;
    for (uint32_t i = 0; i < some->n; i++) {
        struct run_page *p = page_of(run, some->page[i]);
        int code = is_queued(run, p, mode) ? 0 : add_wanted(run, p, some, mode, &queued, e);
        if (code && code != E_ABSENT)
            return code;
    }
    return store_commit(&tx, e);
}

int run_add_all(struct check_run *run, const struct run_choice *list, enum run_mode mode, struct err *e)
{
    int code = 0;
    for (uint32_t from = 0; code == 0 && from < list->n; from += RUN_TOGETHER) {
        struct run_choice some = *list;
        some.page += from;
        some.n = MIN(list->n - from, (uint32_t)RUN_TOGETHER);
        code = add_some(run, &some, mode, e);
    }
    return code;
}

/* The host is free again. */
static int try_again(struct check_run *run, struct run_page *p, struct err *e)
{
    run_forget(p);
    int code = run_read_subject(run, p, e);
    if (code == 0 && run_is_found(p)) {
        code = run_tell_found(run, p, e);
        run_end_page(run, p);
        return code;
    }
    if (code == 0)
        code = begin(run, p, e);
    if (code == 0)
        return 0;
    run_end_page(run, p);
    return code == E_ABSENT ? 0 : code;
}

static int try_waiting(struct check_run *run, struct err *e)
{
    struct run_pages list = run->waiting;
    int64_t now = run_now(run);
    int code = 0;
    if (list.n == 0 || now < run->lease_try_at)
        return 0;
    run->waiting = (struct run_pages){ 0 };
    for (uint32_t i = 0; i < list.n; i++) {
        const struct lease_host *h = leases_find(&run->leases, list.item[i]->subject->page.host);
        if (code)
            run_end_page(run, list.item[i]);
        else if (h && !h->held && now < h->look_at)
            code = wait_for_host(run, list.item[i], h, e);
        else
            code = try_again(run, list.item[i], e);
    }
    return code;
}

static int look_once_more(struct check_run *run, struct run_page *p, struct err *e)
{
    bool go = false, queued;
    p->again_at = 0;
    int code = run_read_subject(run, p, e);
    if (code == 0)
        code = apply_rules(run, p, RUN_ASKED, &go, e);
    if (code || !go) {
        run_forget(p);
        return code == E_ABSENT ? 0 : code;
    }
    p->asked_at = run_now(run);
    p->early = false;
    return queue(run, p, &queued, e);
}

static int look_again(struct check_run *run, struct err *e)
{
    struct run_pages list = run->again;
    int code = 0;
    run->again = (struct run_pages){ 0 };
    for (uint32_t i = 0; i < list.n && code == 0; i++)
        code = look_once_more(run, list.item[i], e);
    return code;
}

bool run_has_room(const struct check_run *run)
{
    return run->loaded <= LOADED_BYTES && workers_busy(run->workers) + run->found.n <= WAITING_PAGES;
}

static bool is_full(const struct check_run *run)
{
    return run->bytes > WAITING_BYTES || !run_has_room(run);
}

/* For whatever comes first: answers, unless there are more than enough, and threads that are done. */
static int wait_for(struct check_run *run, int64_t wait_ms, uint32_t *left, struct err *e)
{
    bool full = is_full(run);
    int64_t wait = run->found.n ? full ? 0 : MIN(wait_ms, (int64_t)GROUP_MS) : wait_ms;
    if (run->waiting.n)
        wait = MAX(MIN(wait, run->lease_try_at - run_now(run)), (int64_t)0);
    wait = probe_wait(run, wait);
    *left = fetch_open(run->fetcher);
    if (*left && !full)
        return fetch_step(run->fetcher, wait, left, e);
    bool idle = (run->answered.n == 0 || full) && (run_is_busy(run) || run->waiting.n || run->probing.n);
    return loop_step(run->loop, idle ? wait : 0, e);
}

int run_step(struct check_run *run, int64_t wait_ms, struct err *e)
{
    uint32_t left;
    run->n_steps++;
    int code = wait_for(run, wait_ms, &left, e);
    run->totals.network_down |= fetch_network_down(run->fetcher);
    if (code == 0)
        code = try_waiting(run, e);
    if (code == 0)
        code = probe_start(run, e);
    if (code == 0)
        code = run_load_answers(run, e);
    if (code == 0)
        code = run_keep_sensed(run, e);
    run_collect(run);
    run_serve_draws(run);
    bool last = left == 0 && run->answered.n == 0 && !run_is_busy(run);
    bool old = run->found.n && run_now(run) - run->found_at >= GROUP_MS;
    if (code == 0 && (last || old || run->found.n >= GROUP_MAX || is_full(run)))
        code = run_flush(run, e);
    if (code == 0)
        code = look_again(run, e);
    if (code == 0 && run_now(run) - run->leases.renewed_at >= LEASE_RENEW_MS)
        code = leases_tend(&run->leases, run_now(run), e);
    return code;
}

void run_begin(struct check_run *run)
{
    fetch_new_run(run->fetcher);
    run->totals = (struct run_totals){ 0 };
    run->n_probes = 0;
}

int run_plan(struct check_run *run, struct err *e)
{
    return planner_tend(run->options.store, &run->options.rules, run_now(run), &run->plan, e);
}

uint32_t run_left(const struct check_run *run)
{
    return run->open + run->again.n;
}

const struct run_totals *run_totals(const struct check_run *run)
{
    return &run->totals;
}
