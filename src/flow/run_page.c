/* A page of a run, its host and its outcome. In: pages under way. Out: what was read of them, what is told, who has the host.
 * O(1) for a page beside what the store takes. */
#include "flow/run_inside.h"

#include "flow/keeper.h"
#include "flow/sensors.h"
#include "track/canonical.h"

int64_t run_now(const struct check_run *run)
{
    return run->options.fetch.clock.now_ms(run->options.fetch.clock.ctx);
}

void run_pages_add(struct check_run *run, struct run_pages *list, struct run_page *p)
{
    *VEC_ADD(&run->lists, list) = p;
}

/* ---- Hosts ---- */

/* Facts that cannot be read are learnt anew. */
int run_load_hosts(struct check_run *run, struct err *e)
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

void run_keep_host(void *ctx, const struct host_facts *facts)
{
    AUTO(arena) a = { 0 };
    struct check_run *run = ctx;
    struct store_host row = { facts->origin, host_facts_write(&a, facts) };
    if (run->failed.code || store_host_put(run->options.store, &row, &run->failed))
        return;
    if (run->options.sensors && sensors_offer_robots(run->options.store, facts, run_now(run), &run->failed))
        return;
}

/* ---- Outcomes ---- */

void run_tell(struct check_run *run, const struct check *check)
{
    run->totals.n[check->outcome]++;
    run->totals.followed += check->n_followed;
    if (run->options.told)
        run->options.told(run->options.ctx, check);
    if (run->options.since && check->outcome != CHECK_PUT_OFF && !check->again)
        keeper_note_told(run->options.keeper, check->subject.page.id);
}

static void leave_host(struct check_run *run, struct run_page *p)
{
    struct lease_host *h = p->host.ptr ? leases_find(&run->leases, p->host) : NULL;
    if (h && h->n_pages)
        h->n_pages--;
    p->host = (struct str){ 0 };
}

/* ---- Hosts that requests go to: also where a redirect leads ---- */

int64_t run_enter_host(void *ctx, struct str origin, int64_t gap_ms)
{
    struct check_run *run = ctx;
    struct lease_host *h;
    int64_t now = run_now(run);
    if (leases_take(&run->leases, canonical_host(origin), now, &h, &run->failed))
        return now + LEASE_TRY_MS;
    if (!h->held)
        return h->look_at;
    int64_t turn_at = leases_turn(h, now, gap_ms);
    if (turn_at > now)
        return turn_at;
    return leases_ask(&run->leases, h, now, gap_ms, &run->failed) ? now + LEASE_TRY_MS : 0;
}

void run_leave_host(void *ctx, struct str origin, int64_t ready_at)
{
    struct check_run *run = ctx;
    struct lease_host *h = leases_find(&run->leases, canonical_host(origin));
    if (h)
        leases_answered(h, ready_at);
}

void run_forget(struct run_page *p)
{
    struct check_run *run = p->run;
    arena_drop(&p->arena);
    arena_clear(&p->answer);
    if (run->n_spare < SPARE_ARENAS && p->answer.block)
        run->spare[run->n_spare++] = p->answer;
    else
        arena_drop(&p->answer);
    p->answer = (struct arena){ 0 };
    run->loaded -= p->loaded;
    p->loaded = 0;
    p->work = NULL;
    p->subject = NULL;
}

/* The page has its outcome, or nobody wants one any more. */
void run_end_page(struct check_run *run, struct run_page *p)
{
    leave_host(run, p);
    if (p->work)
        run->bytes -= p->work->response.body.len;
    if (p->draw)
        arena_drop(&p->draw->arena);
    p->draw = NULL;
    run_forget(p);
    p->under_way = p->probe = p->confirm = p->confirmed = false;
    run->open--;
    if (p->again_at)
        run_pages_add(run, &run->again, p);
}

/* Told as a failure, and left alone for a while: else it would come up again at once, and for ever. */
int run_tell_fault(struct check_run *run, struct run_page *p, const struct err *why, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct subject s;
    if (p->probe)
        return 0; /* nobody asked for it */
    int code = subject_load(&a, run->options.store, p->page, &s, e);
    if (code)
        return code == E_ABSENT ? 0 : code;
    s.page.next_check_at = run_now(run) + FAULT_MS;
    s.page.errors++;
    s.state.message = str_of(why->text);
    s.page.state = page_state_write(&a, &s.state);
    if (store_page_schedule(run->options.store, &s.page, e))
        return e->code;
    run_tell(run, &(struct check){ .subject = s, .outcome = CHECK_FAILED, .words = str_of(why->text), .importance = -1 });
    return 0;
}

/* What is wrong with one page ends its check; what is wrong with the store or the machine ends the run. */
bool run_is_fault(int code)
{
    return code == E_FORMAT || code == E_LIMIT || code == E_USAGE;
}

/* Into the arena of the page, for the whole check. */
int run_read_subject(struct check_run *run, struct run_page *p, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct subject *s = NEW(&p->arena, struct subject);
    int code = store_begin_read(run->options.store, &tx, e);
    if (code == 0)
        code = store_stamp(run->options.store, &p->stamp, e);
    if (code == 0)
        code = subject_load(&p->arena, run->options.store, p->page, s, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code)
        return code;
    p->subject = s;
    return 0;
}
