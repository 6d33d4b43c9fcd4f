/* What was found, stored and told. In: pages that were analysed. Out: rows, then outcomes.
 *
 * Invariants: 1. no transaction for writing goes on for longer than COMMIT_MS and one page more, nor waits for the disk; 2. an outcome is
 * told after the transaction that holds it was committed, and is on the disk. */
#include "flow/run_inside.h"

#include "base/clock.h"

/* Of a page that changed nearly all that is written is its body. */
static size_t bytes_of(const struct run_page *p)
{
    return p->work->compares ? p->work->pack.whole.bytes.len : 0;
}

/* What became of each page of a group. */
enum fate { FATE_TOLD, FATE_GONE, FATE_MOVED, FATE_FAULT };

struct group {
    struct arena arena;
    enum fate fate[GROUP_MAX];
    struct err *why[GROUP_MAX]; /* of a fault; else NULL */
    uint32_t n;
    int64_t stamp; /* of the store: nobody else writes meanwhile */
};

static void group_drop(struct group *g)
{
    arena_drop(&g->arena);
}

/* Of a page that has not changed one row is written, last and by one statement: without it nothing is half done. */
static bool is_one_row(const struct check_work *w, int64_t stamp)
{
    return w->late && w->stamp == stamp && w->subject.state.suspect.len == 0;
}

/* One page is one part: where it fails, the others are kept. */
static int commit_page(struct check_run *run, struct run_page *p, struct group *g, struct err *e)
{
    AUTO(store_tx) part = { 0 };
    struct check_context context = { run->options.store, &run->options.rules, &run->templates };
    bool apart = !is_one_row(p->work, g->stamp);
    int code = apart ? store_begin_part(run->options.store, &part, e) : 0;
    if (code)
        return code;
    code = check_commit(p->work, &context, e);
    if (code == 0 && apart)
        code = store_commit(&part, e);
    g->fate[g->n] = code == 0 ? FATE_TOLD : code > 0 ? FATE_MOVED : code == E_ABSENT ? FATE_GONE : FATE_FAULT;
    if (g->fate[g->n] != FATE_FAULT)
        return 0;
    if (!run_is_fault(code))
        return code;
    g->why[g->n] = NEW(&g->arena, struct err);
    *g->why[g->n] = *e;
    return 0;
}

/* Requests that went out, and what they brought. */
static struct allowance_spent spent_by(const struct check_run *run, const struct group *g)
{
    struct allowance_spent spent = { 0, 0, 0 };
    for (uint32_t i = 0; i < g->n; i++) {
        const struct response *r = &run->found.item[i]->work->response;
        bool sent =
            r->state != FETCH_LATER && r->state != FETCH_SKIPPED && r->state != FETCH_NETWORK_DOWN && g->fate[i] != FATE_MOVED;
        spent.requests += sent + run->found.item[i]->confirmed;
        spent.bytes += sent ? (double)r->body.len : 0;
        spent.early += sent && run->found.item[i]->early;
    }
    return spent;
}

static int commit_group(struct check_run *run, struct group *g, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin_unsynced(run->options.store, &tx, e);
    int64_t begun = clock_steady_ms();
    size_t bytes = 0;
    if (code == 0)
        code = store_stamp(run->options.store, &g->stamp, e);
    for (; code == 0 && g->n < MIN(run->found.n, (uint32_t)GROUP_MAX); g->n++) {
        bytes += bytes_of(run->found.item[g->n]);
        if (g->n && (clock_steady_ms() - begun >= COMMIT_MS || bytes > COMMIT_BYTES))
            break;
        code = commit_page(run, run->found.item[g->n], g, e);
    }
    if (code == 0)
        fetch_hosts(run->fetcher, run_keep_host, run);
    if (code == 0)
        code = allowance_spend(run->options.store, &run->options.rules.budget, run_now(run), spent_by(run, g), e);
    if (code == 0 && run->failed.code)
        code = err_set(e, run->failed.code, "%s", run->failed.text);
    if (code == 0)
        code = store_commit(&tx, e);
    return code ? code : store_sync(run->options.store, e); /* before anybody hears of it */
}

/* It changed in the store while it was analysed: all over again, and told as a fault where that does not end. */
static int again(struct check_run *run, struct run_page *p, struct err *e)
{
    struct response r = p->work->response;
    struct body second = p->work->second;
    struct err why;
    if (++p->n_moved <= MOVED_MAX) {
        *p->work = (struct check_work){ .arena = &p->answer,
                                        .owner = p,
                                        .page = p->page,
                                        .asked = p->asked_at != 0,
                                        .response = r,
                                        .second = second,
                                        .rules = &run->options.rules,
                                        .probe = p->probe };
        run_pages_add(run, &run->answered, p);
        return 0;
    }
    err_set(&why, E_SYSTEM, "it was changed by others again and again while it was compared");
    int code = run_tell_fault(run, p, &why, e);
    run_end_page(run, p);
    return code;
}

/* What was asked for after somebody wished for it is what they wished for. Nobody hears of a second look. */
static bool is_answer(const struct run_page *p)
{
    return !p->probe && p->work->response.sent_at_ms > p->again_at;
}

static int settle(struct check_run *run, struct run_page *p, enum fate fate, const struct err *why, struct err *e)
{
    int code = 0;
    if (fate == FATE_MOVED)
        return again(run, p, e);
    bool probe = fate == FATE_TOLD && probe_is_wanted(run, p->work);
    if (fate == FATE_TOLD && !p->probe)
        run_tell(run, &p->work->check);
    else if (fate == FATE_FAULT)
        code = run_tell_fault(run, p, why, e);
    if (is_answer(p))
        p->again_at = 0;
    p->fetched_at = p->work->response.fetched_at_ms;
    probe = probe && code == 0 && !p->again_at;
    run_end_page(run, p);
    if (probe)
        probe_add(run, p);
    return code;
}

/* Threads, or the browser, have a page. */
bool run_is_busy(const struct check_run *run)
{
    return workers_busy(run->workers) || (run->browser && browser_open_pages(run->browser));
}

/* One transaction, as many pages as fit it. */
int run_flush(struct check_run *run, struct err *e)
{
    AUTO(group) g = { 0 };
    struct run_pages list = run->found;
    if (list.n == 0)
        return 0;
    int code = commit_group(run, &g, e);
    uint32_t done = code ? list.n : g.n;
    run->found = (struct run_pages){ 0 };
    for (uint32_t i = 0; i < list.n; i++) {
        if (i >= done)
            run_keep_found(run, list.item[i]);
        else if (code == 0)
            code = settle(run, list.item[i], g.fate[i], g.why[i], e);
        else
            run_end_page(run, list.item[i]);
    }
    if (run->answered.n + run->found.n + run->waiting.n + run->probing.n + run->again.n == 0 && !run_is_busy(run)) {
        run->answered = run->found = run->waiting = run->probing = run->again = (struct run_pages){ 0 };
        arena_drop(&run->lists);
        run->lists = (struct arena){ 0 };
    }
    return code ? code : leases_tend(&run->leases, run_now(run), e);
}
