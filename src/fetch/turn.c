/* In: jobs that wait, hosts and their manners, the time. Out: transfers that start, or answers that need none.
 *
 *  1. A page's transfer starts only when its host's robots.txt is known and allows it, or is overridden.
 *  2. Nothing is started while the network is in doubt and something is still under way that may clear it up.
 * Cost: O(log hosts) a transfer. */
#include "fetch/engine.h"

#include "fetch/link.h"
#include "fetch/local.h"
#include "fetch/robots.h"

int64_t engine_now(const struct fetcher *f)
{
    return f->o.clock.now_ms(f->o.clock.ctx);
}

void jobs_push(struct jobs *list, struct job *j)
{
    j->next = NULL;
    if (list->last)
        list->last->next = j;
    else
        list->first = j;
    list->last = j;
    list->n++;
}

struct job *jobs_pop(struct jobs *list)
{
    struct job *j = list->first;
    if (!j)
        return NULL;
    list->first = j->next;
    if (!list->first)
        list->last = NULL;
    list->n--;
    return j;
}

static void finish_pause(struct fetcher *f, struct lane *lane, int64_t now_ms)
{
    AUTO(buf) words = BUF(MESSAGE_MAX);
    buf_add(&words, link_host(lane->host.facts.origin));
    buf_addf(&words, ": not tried; the server asked for a pause of %lld s",
             (long long)(lane->host.facts.pause_until_ms - now_ms + 999) / 1000);
    for (struct job *j; (j = lane_pop(lane));) {
        j->retry_at_ms = lane->host.facts.pause_until_ms;
        answer_finish(f, j, FETCH_LATER, buf_str(&words));
    }
}

void turn_update(struct fetcher *f, struct lane *lane)
{
    int64_t now_ms = engine_now(f);
    if (lane->first && lane->host.facts.pause_until_ms - now_ms > f->o.max_pause_ms)
        finish_pause(f, lane, now_ms);
    bool asking = lane->host.asking_robots && lane->first && !lane->first->robots_for;
    bool waits = lane->first && !asking && lane->host.n_active < f->o.n_per_host;
    int64_t ready_at = waits ? host_ready_at(&lane->host, f->o.gap_ms, now_ms) : 0;
    lanes_set(&f->lanes, lane, waits, MAX(ready_at, waits ? lane->closed_until_ms : 0));
}

/* An address that stands there in numbers needs no DNS to be refused, and a proxy would not tell us what it connects to. */
static bool is_blocked(const struct fetcher *f, const struct job *j, struct str origin, struct buf *words)
{
    struct address a;
    if (!address_parse(link_origin_host(origin), &a) || address_allowed(&f->world.rules, a))
        return false;
    verdict_blocked(words, j->url, a);
    return true;
}

static void enter(struct fetcher *f, struct job *j, struct str origin, bool first)
{
    AUTO(buf) words = BUF(MESSAGE_MAX);
    if (is_blocked(f, j, origin, &words)) {
        answer_finish(f, j, FETCH_BLOCKED, buf_str(&words));
        return;
    }
    struct lane *lane = lanes_get(&f->lanes, origin);
    if (first)
        lane_push_front(lane, j);
    else
        lane_push(lane, j);
    turn_update(f, lane);
}

void turn_enter(struct fetcher *f, struct job *j, struct str origin)
{
    enter(f, j, origin, true);
}

static void refuse(struct fetcher *f, struct job *j, enum link_fault fault)
{
    AUTO(buf) words = BUF(MESSAGE_MAX);
    struct str scheme = link_scheme(str_trim(j->q.url));
    buf_add(&words, j->q.url);
    if (local_is(j->q.url))
        buf_add(&words, STR(": files of this machine may not be watched here"));
    else if (fault == LINK_SCHEME)
        buf_addf(&words, ": weft does not fetch %.*s: addresses; write http://, https:// or file:///", STR_ARG(scheme));
    else
        buf_add(&words, STR(": no web address; write it as in https://example.org/page"));
    answer_finish(f, j, fault == LINK_SCHEME ? FETCH_BAD_SCHEME : FETCH_BAD_ADDRESS, buf_str(&words));
}

void turn_route(struct fetcher *f, struct job *j)
{
    AUTO(fetch_link) l = { 0 };
    bool local = local_is(j->q.url);
    j->url = j->q.url;
    if (local && j->q.allow_file) {
        answer_finish(f, j, FETCH_OK, STR("")); /* read when it is answered */
        return;
    }
    enum link_fault fault = link_read(&l, &f->curl, j->q.url, STR(""));
    if (fault != LINK_FINE) {
        refuse(f, j, fault);
        return;
    }
    if (j->q.user.len == 0 && l.user.len) {
        j->q.user = job_keep(j, l.user);
        j->q.password = job_keep(j, l.password);
    }
    j->url = job_keep(j, l.url);
    j->first_origin = job_keep(j, l.origin);
    enter(f, j, l.origin, false);
}

/* Puts a request for robots.txt before everything else of the lane. */
static void ask_robots(struct lane *lane)
{
    AUTO(buf) url = BUF(FETCH_URL_MAX * 2);
    struct err e;
    struct job *j;
    buf_add(&url, lane->host.facts.origin);
    buf_add(&url, STR("/robots.txt"));
    struct request q = { .url = buf_str(&url), .body_max = ROBOTS_BYTES_MAX, .n_redirects_max = ROBOTS_HOPS };
    if (lane->first)
        q.proxy = lane->first->q.proxy;
    if (job_new(&q, &j, &e))
        return;
    j->robots_for = lane;
    j->url = j->q.url;
    j->first_origin = job_keep(j, lane->host.facts.origin);
    lane->host.asking_robots = true;
    lane_push_front(lane, j);
}

static bool is_forbidden(struct fetcher *f, struct lane *lane, struct job *j)
{
    AUTO(buf) words = BUF(MESSAGE_MAX);
    const struct host_facts *facts = &lane->host.facts;
    struct str rule;
    if (facts->robots_state == ROBOTS_READ && robots_allows(facts->robots, link_path(j->url), &rule)) {
        j->robots = FETCH_ROBOTS_ALLOWED;
        return false;
    }
    bool read = facts->robots_state == ROBOTS_READ;
    buf_addf(&words, "%.*s: ", STR_ARG(link_host(j->url)));
    if (read)
        buf_addf(&words, "robots.txt forbids it (Disallow: %.*s); ", STR_ARG(str_sub(rule, 2, rule.len)));
    else
        buf_addf(&words, "robots.txt could not be read (%u), so nothing is fetched for now; it is tried again within the hour; ",
                 facts->robots_status);
    buf_add(&words, STR("'weft add --ignore-robots' has it fetched all the same"));
    /* What could not be read forbids nothing for good: that is the server's trouble, and passes. */
    j->robots = read ? FETCH_ROBOTS_DENIED : FETCH_ROBOTS_NONE;
    j->retry_at_ms = read ? 0 : facts->robots_at_ms + ROBOTS_RETRY_MS;
    answer_finish(f, lane_pop(lane), read ? FETCH_ROBOTS : FETCH_LATER, buf_str(&words));
    return true;
}

static void finish_skipped(struct fetcher *f, struct lane *lane)
{
    AUTO(buf) words = BUF(MESSAGE_MAX);
    buf_addf(&words, "not tried; its host failed in this run: %s", lane->host.why);
    answer_finish(f, lane_pop(lane), FETCH_SKIPPED, buf_str(&words));
}

/* Another process may have the host, also one that only a redirect leads to. */
static bool is_closed(struct fetcher *f, struct lane *lane, int64_t now_ms)
{
    if (!f->o.gate.enter || f->o.gate.enter(f->o.gate.ctx, lane->host.facts.origin)) {
        lane->closed_at_ms = lane->closed_until_ms = 0;
        return false;
    }
    lane->closed_at_ms = lane->closed_at_ms ? MIN(lane->closed_at_ms, now_ms) : now_ms;
    lane->closed_until_ms = now_ms + FETCH_GATE_MS;
    return true;
}

/* The other process may wait for a host of ours. */
static void finish_closed(struct fetcher *f, struct lane *lane, int64_t now_ms)
{
    AUTO(buf) words = BUF(MESSAGE_MAX);
    struct job *j = lane_pop(lane);
    buf_addf(&words, "%.*s: another process is asking this host; it is tried again", STR_ARG(link_host(lane->host.facts.origin)));
    j->retry_at_ms = now_ms + FETCH_GATE_WAIT_MS;
    answer_finish(f, j, FETCH_LATER, buf_str(&words));
    if (!lane->first)
        lane->closed_at_ms = lane->closed_until_ms = 0;
}

void turn_leave(struct fetcher *f, struct lane *lane)
{
    if (f->o.gate.leave)
        f->o.gate.leave(f->o.gate.ctx, lane->host.facts.origin, host_ready_at(&lane->host, f->o.gap_ms, engine_now(f)));
}

static void start_transfer(struct fetcher *f, struct lane *lane, int64_t now_ms)
{
    struct job *j = lane_pop(lane);
    struct transfer *t = f->free;
    if (t) {
        f->free = t->next;
    } else {
        t = transfer_new(&f->world);
        *VEC_ADD(&f->arena, &f->transfers) = t;
    }
    bool validators = !j->verifying && host_trusted(&lane->host, now_ms);
    host_started(&lane->host, now_ms);
    if (transfer_start(t, j, validators) && f->curl.curl_multi_add_handle_p(f->multi.handle, t->easy) == CURLM_OK) {
        f->n_active++;
        return;
    }
    host_answered(&lane->host, 0, -1, now_ms);
    turn_leave(f, lane);
    transfer_end(t);
    t->next = f->free;
    f->free = t;
    answer_finish(f, j, FETCH_BAD_ADDRESS, STR("libcurl does not take this address"));
}

bool turn_doubt(const struct fetcher *f)
{
    return f->n_down >= (f->answered ? DOWN_HOSTS_LATER : DOWN_HOSTS);
}

/* One move in the lane whose turn it is; false: there is no room for a transfer. */
static bool move(struct fetcher *f, struct lane *lane, int64_t now_ms)
{
    struct job *j = lane->first;
    bool asks = !j->robots_for && !j->q.ignore_robots;
    if (lane->host.skip) {
        finish_skipped(f, lane);
        return true;
    }
    if (asks && !host_robots_known(&lane->host, now_ms)) {
        ask_robots(lane);
        return true;
    }
    if (asks && is_forbidden(f, lane, j))
        return true;
    if (!asks)
        j->robots = FETCH_ROBOTS_OVERRIDDEN;
    if (f->n_active >= f->o.n_active || turn_doubt(f))
        return false;
    if (is_closed(f, lane, now_ms)) {
        if (now_ms - lane->closed_at_ms >= FETCH_GATE_WAIT_MS)
            finish_closed(f, lane, now_ms);
        return true;
    }
    start_transfer(f, lane, now_ms);
    return true;
}

void turn_start(struct fetcher *f)
{
    int64_t now_ms = engine_now(f);
    struct lane *lane;
    while (!f->down && (lane = lanes_next(&f->lanes)) && lane->ready_at_ms <= now_ms && move(f, lane, now_ms))
        turn_update(f, lane);
}

static void end_all(struct fetcher *f)
{
    static const char network[] =
        "the network seems to be down: no host can be reached; the page is not to blame and is tried again later";
    static const char proxy[] =
        "the proxy does not answer, so nothing can be reached; check the setting proxy; the page is not to blame "
        "and is tried again later";
    const char *words = f->proxy_down ? proxy : network;
    for (struct job *j; (j = jobs_pop(&f->held));)
        answer_finish(f, j, FETCH_NETWORK_DOWN, str_of(words));
    for (uint32_t i = 0; i < f->lanes.all.n; i++) {
        struct lane *lane = f->lanes.all.item[i];
        for (struct job *j; (j = lane_pop(lane));)
            answer_finish(f, j, FETCH_NETWORK_DOWN, str_of(words));
        turn_update(f, lane);
    }
}

static void release_held(struct fetcher *f)
{
    for (struct job *j; (j = jobs_pop(&f->held));)
        jobs_push(&f->ready, j);
}

void turn_alive(struct fetcher *f)
{
    f->answered = true;
    if (f->n_down == 0)
        return;
    f->n_down = 0;
    f->epoch++;
    release_held(f);
}

void turn_down(struct fetcher *f)
{
    bool queue_empty = f->n_open == f->held.n + f->ready.n;
    if (f->n_active)
        return;
    if (turn_doubt(f) || (queue_empty && !f->answered && f->n_down >= DOWN_HOSTS_END))
        f->down = true;
    if (f->down)
        end_all(f);
    else if (queue_empty)
        release_held(f);
}
