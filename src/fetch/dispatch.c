/* In: jobs that wait, hosts and their manners, the time. Out: transfers that start, or answers that need none.
 *
 *  1. A page's transfer starts only when its host's robots.txt is known and allows it, or is overridden.
 *  2. Nothing is started while the network is in doubt and something is still under way that may clear it up.
 * Cost: O(log hosts) a transfer. */
#include "fetch/engine.h"

#include "base/duration.h"
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

static void finish_pause(struct fetcher *f, struct host_queue *queue, int64_t now_ms)
{
    AUTO(buf) words = BUF(MESSAGE_MAX);
    buf_add(&words, link_host(queue->host.facts.origin));
    buf_add(&words, STR(": not tried; the server asked for a pause of "));
    duration_add_words(&words, queue->host.facts.pause_until_ms - now_ms);
    for (struct job *j; (j = host_queue_pop(queue));) {
        j->retry_at_ms = queue->host.facts.pause_until_ms;
        answer_finish(f, j, FETCH_LATER, buf_str(&words));
    }
}

/* A robots.txt that could not be read is an answer in itself, which no pause of its host keeps waiting. */
static bool is_unread(const struct fetcher *f, const struct host_queue *queue, int64_t now_ms)
{
    const struct job *j = queue->first;
    return !j->robots_for && !j->q.ignore_robots && queue->host.facts.robots_state == ROBOTS_UNREACHABLE
           && host_robots_known(&queue->host, f->o.gap_ms, now_ms);
}

static bool is_forbidden(struct fetcher *f, struct host_queue *queue, struct job *j)
{
    AUTO(buf) words = BUF(MESSAGE_MAX);
    const struct host_facts *facts = &queue->host.facts;
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
        buf_addf(&words, "robots.txt could not be read (%u); ", facts->robots_status);
    buf_add(&words, STR("'weft add --ignore-robots' has it fetched all the same"));
    /* What could not be read forbids nothing for good: that is the server's trouble, and passes. */
    j->robots = read ? FETCH_ROBOTS_DENIED : FETCH_ROBOTS_NONE;
    j->retry_at_ms = read ? 0 : facts->robots_at_ms + ROBOTS_RETRY_MS;
    answer_finish(f, host_queue_pop(queue), read ? FETCH_ROBOTS : FETCH_LATER, buf_str(&words));
    return true;
}

static void finish_skipped(struct fetcher *f, struct host_queue *queue)
{
    AUTO(buf) words = BUF(MESSAGE_MAX);
    buf_addf(&words, "not tried; its host failed in this run: %s", queue->host.why);
    answer_finish(f, host_queue_pop(queue), FETCH_SKIPPED, buf_str(&words));
}

static void add_turn(struct buf *words, const struct job *j, int64_t gap_ms)
{
    buf_addf(words, "%.*s: not asked now; host-requests-a-day allows one request every ", STR_ARG(link_host(j->url)));
    duration_add_words(words, gap_ms);
    if (j->n_redirects)
        buf_addf(words, "; the page leads on to %.*s, which takes one more", STR_ARG(j->url));
}

/* Before its turn, which is further away than anybody waits: a cap of requests a day. What needs no request has its answer at once. */
static void put_off_turns(struct fetcher *f, struct host_queue *queue, int64_t now_ms)
{
    AUTO(buf) words = BUF(MESSAGE_MAX);
    int64_t at = host_turn_at(&queue->host, f->o.gap_ms, now_ms);
    if (f->o.turn_ms == 0 || at - now_ms <= MAX(f->o.turn_ms, queue->host.delay_ms))
        return;
    while (queue->first && (queue->first->robots_for || !queue->host.asking_robots)) {
        struct job *j = queue->first;
        bool asks = !j->robots_for && !j->q.ignore_robots && host_robots_known(&queue->host, f->o.gap_ms, now_ms);
        if (queue->host.skip) {
            finish_skipped(f, queue);
            continue;
        }
        if (asks && is_forbidden(f, queue, j))
            continue;
        buf_clear(&words);
        add_turn(&words, j, f->o.gap_ms);
        j->retry_at_ms = at;
        answer_finish(f, host_queue_pop(queue), FETCH_LATER, buf_str(&words));
    }
}

void dispatch_update(struct fetcher *f, struct host_queue *queue)
{
    int64_t now_ms = engine_now(f);
    if (queue->first && queue->host.facts.pause_until_ms - now_ms > f->o.max_pause_ms)
        finish_pause(f, queue, now_ms);
    put_off_turns(f, queue, now_ms);
    bool asking = queue->host.asking_robots && queue->first && !queue->first->robots_for;
    bool waits = queue->first && !asking && queue->host.n_active < f->o.n_per_host;
    int64_t ready_at = waits && !is_unread(f, queue, now_ms) ? host_ready_at(&queue->host, f->o.gap_ms, now_ms) : 0;
    host_queues_set(&f->queues, queue, waits, MAX(ready_at, waits ? queue->closed_until_ms : 0));
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
    struct host_queue *queue = host_queues_get(&f->queues, origin);
    if (first)
        host_queue_push_front(queue, j);
    else
        host_queue_push(queue, j);
    dispatch_update(f, queue);
}

void dispatch_enter(struct fetcher *f, struct job *j, struct str origin)
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
        buf_add(&words, STR(": not a web address; write it as in https://example.org/page"));
    answer_finish(f, j, fault == LINK_SCHEME ? FETCH_BAD_SCHEME : FETCH_BAD_ADDRESS, buf_str(&words));
}

void dispatch_route(struct fetcher *f, struct job *j)
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

/* Puts a request for robots.txt before everything else of the queue. */
static void ask_robots(struct host_queue *queue)
{
    AUTO(buf) url = BUF(FETCH_URL_MAX * 2);
    struct err e;
    struct job *j;
    buf_add(&url, queue->host.facts.origin);
    buf_add(&url, STR("/robots.txt"));
    struct request q = { .url = buf_str(&url), .body_max = ROBOTS_BYTES_MAX, .n_redirects_max = ROBOTS_HOPS };
    if (queue->first)
        q.proxy = queue->first->q.proxy;
    if (job_new(&q, &j, &e))
        return;
    j->robots_for = queue;
    j->url = j->q.url;
    j->first_origin = job_keep(j, queue->host.facts.origin);
    queue->host.asking_robots = true;
    host_queue_push_front(queue, j);
}

/* Another process may have the host, also one that only a redirect leads to. */
static bool is_closed(struct fetcher *f, struct host_queue *queue, int64_t now_ms)
{
    int64_t gap_ms = MAX(f->o.gap_ms, queue->host.delay_ms);
    queue->closed_until_ms = f->o.gate.enter ? f->o.gate.enter(f->o.gate.ctx, queue->host.facts.origin, gap_ms) : 0;
    if (queue->closed_until_ms == 0)
        queue->closed_at_ms = 0;
    else
        queue->closed_at_ms = queue->closed_at_ms ? MIN(queue->closed_at_ms, now_ms) : now_ms;
    return queue->closed_until_ms != 0;
}

/* The other process may wait for a host of ours; or the host is to be left alone for longer than anybody waits. Where that keeps its
 * robots.txt from being read, the pages behind it cannot go out either. */
static void finish_closed(struct fetcher *f, struct host_queue *queue, int64_t now_ms)
{
    AUTO(buf) words = BUF(MESSAGE_MAX);
    bool all = queue->first->robots_for == queue;
    do {
        struct job *j = host_queue_pop(queue);
        buf_clear(&words);
        if (f->o.gap_ms > FETCH_GATE_WAIT_MS)
            add_turn(&words, j, f->o.gap_ms);
        else
            buf_addf(&words, "%.*s: not asked now, as another process has just asked it; it is tried again",
                     STR_ARG(link_host(queue->host.facts.origin)));
        j->retry_at_ms = MAX(now_ms + FETCH_GATE_WAIT_MS, queue->closed_until_ms);
        answer_finish(f, j, FETCH_LATER, buf_str(&words));
    } while (all && queue->first);
    if (!queue->first)
        queue->closed_at_ms = queue->closed_until_ms = 0;
}

void dispatch_leave(struct fetcher *f, struct host_queue *queue)
{
    if (f->o.gate.leave)
        f->o.gate.leave(f->o.gate.ctx, queue->host.facts.origin, host_ready_at(&queue->host, f->o.gap_ms, engine_now(f)));
}

static void start_transfer(struct fetcher *f, struct host_queue *queue, int64_t now_ms)
{
    struct job *j = host_queue_pop(queue);
    struct transfer *t = f->free;
    if (t) {
        f->free = t->next;
    } else {
        t = transfer_new(&f->world);
        *VEC_ADD(&f->arena, &f->transfers) = t;
    }
    bool validators = !j->verifying && host_trusted(&queue->host, now_ms);
    host_started(&queue->host, now_ms);
    j->sent_at_ms = now_ms;
    if (transfer_start(t, j, validators) && f->curl.curl_multi_add_handle_p(f->multi.handle, t->easy) == CURLM_OK) {
        f->n_active++;
        return;
    }
    host_answered(&queue->host, 0, -1, now_ms);
    dispatch_leave(f, queue);
    transfer_end(t);
    t->next = f->free;
    f->free = t;
    answer_finish(f, j, FETCH_BAD_ADDRESS, STR("libcurl does not take this address"));
}

bool dispatch_doubt(const struct fetcher *f)
{
    return f->n_down >= (f->answered ? DOWN_HOSTS_LATER : DOWN_HOSTS);
}

/* One move in the queue whose turn it is; false: there is no room for a transfer. */
static bool move(struct fetcher *f, struct host_queue *queue, int64_t now_ms)
{
    struct job *j = queue->first;
    bool asks = !j->robots_for && !j->q.ignore_robots;
    if (queue->host.skip) {
        finish_skipped(f, queue);
        return true;
    }
    if (asks && !host_robots_known(&queue->host, f->o.gap_ms, now_ms)) {
        ask_robots(queue);
        return true;
    }
    if (asks && is_forbidden(f, queue, j))
        return true;
    if (!asks)
        j->robots = FETCH_ROBOTS_OVERRIDDEN;
    if (f->n_active >= f->o.n_active || dispatch_doubt(f))
        return false;
    if (is_closed(f, queue, now_ms)) {
        if (now_ms - queue->closed_at_ms >= FETCH_GATE_WAIT_MS || queue->closed_until_ms - now_ms > FETCH_GATE_WAIT_MS)
            finish_closed(f, queue, now_ms);
        return true;
    }
    start_transfer(f, queue, now_ms);
    return true;
}

void dispatch_start(struct fetcher *f)
{
    int64_t now_ms = engine_now(f);
    struct host_queue *queue;
    while (!f->down && (queue = host_queues_next(&f->queues)) && queue->ready_at_ms <= now_ms && move(f, queue, now_ms))
        dispatch_update(f, queue);
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
    for (uint32_t i = 0; i < f->queues.all.n; i++) {
        struct host_queue *queue = f->queues.all.item[i];
        for (struct job *j; (j = host_queue_pop(queue));)
            answer_finish(f, j, FETCH_NETWORK_DOWN, str_of(words));
        dispatch_update(f, queue);
    }
}

static void release_held(struct fetcher *f)
{
    for (struct job *j; (j = jobs_pop(&f->held));)
        jobs_push(&f->ready, j);
}

void dispatch_alive(struct fetcher *f)
{
    f->answered = true;
    if (f->n_down == 0)
        return;
    f->n_down = 0;
    f->epoch++;
    release_held(f);
}

void dispatch_down(struct fetcher *f)
{
    bool queue_empty = f->n_open == f->held.n + f->ready.n;
    if (f->n_active)
        return;
    if (dispatch_doubt(f) || (queue_empty && !f->answered && f->n_down >= DOWN_HOSTS_END))
        f->down = true;
    if (f->down)
        end_all(f);
    else if (queue_empty)
        release_held(f);
}
