/* In: a transfer that has ended, or a job that needs none. Out: the next hop, or the caller's answer.
 *
 *  1. A page's job is answered once and then freed.
 *  2. "Not modified" counts only where it was asked for; a sample of it is checked by a full GET.
 * Cost: O(head + body) for each hop. */
#include "fetch/engine.h"

#include "base/hash.h"
#include "fetch/header.h"
#include "fetch/link.h"
#include "fetch/local.h"
#include "fetch/robots.h"

/* Of an address that makes no sense, in words. */
enum { SHOWN_BYTES = 200 };

static void call_back(struct fetcher *f, struct job *j, struct response *r)
{
    job_table_remove(&f->open, j);
    f->n_open--;
    r->url = j->q.url;
    r->fetched_at_ms = engine_now(f);
    r->sent_at_ms = j->sent_at_ms ? j->sent_at_ms : r->fetched_at_ms;
    r->robots = j->robots;
    for (struct waiter *w = j->waiter; w; w = w->next)
        w->done(w->ctx, r);
    job_free(j);
}

/* A request for robots.txt that ends untried. With its own host the pages end too and it is asked for in the next run; what it was
 * redirected to and cannot be had counts as an error of the server. */
static void drop_robots(struct fetcher *f, struct job *j)
{
    struct host_queue *queue = j->robots_for;
    bool whole_host = j->state == FETCH_LATER || j->state == FETCH_SKIPPED || j->state == FETCH_NETWORK_DOWN;
    queue->host.asking_robots = false;
    if (j->queue != queue || !whole_host)
        host_robots(&queue->host, 500, STR(""), engine_now(f));
    if (j->queue != queue)
        dispatch_update(f, queue);
    job_free(j);
}

void answer_finish(struct fetcher *f, struct job *j, enum fetch_state state, struct str message)
{
    j->state = state;
    j->message = job_keep(j, message);
    if (j->robots_for)
        drop_robots(f, j);
    else
        jobs_push(&f->ready, j);
}

static void hold(struct fetcher *f, struct job *j, enum fetch_state state, struct str message)
{
    if (j->queue->down_epoch != f->epoch) {
        j->queue->down_epoch = f->epoch;
        f->n_down++;
    }
    j->state = state;
    j->message = job_keep(j, message);
    jobs_push(&f->held, j);
}

static void answer_local(struct fetcher *f, struct job *j)
{
    AUTO(arena) a = { 0 };
    struct response r = { .final_url = j->q.url };
    local_get(&a, &j->q, engine_now(f), &r);
    if (r.state == FETCH_OK)
        r.body_hash = hash_str(r.body);
    r.unchanged = r.state == FETCH_NOT_MODIFIED || (r.state == FETCH_OK && j->q.known_hash && r.body_hash == j->q.known_hash);
    call_back(f, j, &r);
}

void answer_ready(struct fetcher *f)
{
    struct job *j;
    for (unsigned n = 0; n < ANSWERS_MAX && (j = jobs_pop(&f->ready)); n++) {
        if (j->state == FETCH_OK) {
            answer_local(f, j);
            continue;
        }
        struct response r = {
            .state = j->state,
            .status = j->status,
            .message = j->message,
            .final_url = j->url,
            .moved_to = j->moved_to,
            .n_redirects = j->n_redirects,
            .retry_at_ms = j->retry_at_ms,
            .cookies = j->cookies,
        };
        call_back(f, j, &r);
    }
}

/* The body is here; was "not modified" before it true? */
static void compare(struct fetcher *f, struct job *j, struct response *r)
{
    bool same = j->q.etag.len ? str_eq(j->q.etag, r->etag) : str_eq(j->q.last_modified, r->last_modified);
    r->verified = true;
    if (r->body_hash == j->q.known_hash) {
        r->state = FETCH_NOT_MODIFIED;
        return;
    }
    r->lied = same;
    host_lied(&j->queue->host, same, engine_now(f));
}

/* A value of the head that is kept. One that could not be sent back is not: the page could never be asked for again. */
static struct str value_of(struct str head, struct str name, size_t max_bytes)
{
    struct str value = header_get(head, name);
    return header_is_sendable(value, max_bytes) ? value : STR("");
}

static void read_head(const struct fetcher *f, const struct transfer *t, struct response *r)
{
    int64_t date_ms, now_ms = engine_now(f);
    r->head = buf_str(&t->head);
    r->content_type = value_of(r->head, STR("Content-Type"), FETCH_VALIDATOR_MAX);
    r->etag = value_of(r->head, STR("ETag"), FETCH_VALIDATOR_MAX);
    r->last_modified = value_of(r->head, STR("Last-Modified"), FETCH_VALIDATOR_MAX);
    r->age_ms = header_age_ms(r->head);
    if (header_date(header_get(r->head, STR("Date")), &date_ms))
        r->skew_ms = date_ms - now_ms;
    r->connect_ms = transfer_ms(t, CURLINFO_CONNECT_TIME_T);
    r->first_byte_ms = transfer_ms(t, CURLINFO_STARTTRANSFER_TIME_T);
    r->total_ms = transfer_ms(t, CURLINFO_TOTAL_TIME_T);
    r->http = transfer_http(t);
}

static void say_moved(const struct job *j, struct buf *message)
{
    if (message->len == 0 && j->moved_to.len)
        buf_addf(message, "the page has moved permanently; give the watch its new address: %.*s", STR_ARG(j->moved_to));
}

static void answer_page(struct fetcher *f, struct transfer *t, enum fetch_state state, struct buf *message)
{
    struct job *j = t->job;
    struct response r = { .state = state, .status = transfer_status(t), .final_url = j->url, .n_redirects = j->n_redirects };
    read_head(f, t, &r);
    bool whole =
        state == FETCH_OK || state == FETCH_GONE || state == FETCH_DENIED || state == FETCH_HTTP_ERROR || state == FETCH_BUSY;
    if (whole) {
        r.body = buf_str(&t->body);
        r.body_hash = hash_str(r.body);
    }
    if (j->verifying && state == FETCH_OK)
        compare(f, j, &r);
    else if (j->verifying) /* what the full GET ran into says nothing against the answer before it */
        r.state = FETCH_NOT_MODIFIED;
    if (r.state == FETCH_NOT_MODIFIED)
        r.body = (struct str){ "", 0 };
    if (r.state == FETCH_OK || r.state == FETCH_NOT_MODIFIED || r.state == FETCH_MOVED) {
        r.moved_to = j->moved_to;
        say_moved(j, message);
    }
    if (state == FETCH_BUSY)
        r.retry_at_ms = j->queue->host.facts.pause_until_ms;
    r.unchanged = r.state == FETCH_NOT_MODIFIED || (r.state == FETCH_OK && j->q.known_hash && r.body_hash == j->q.known_hash);
    r.partial = r.status == 206;
    r.cookies = j->cookies;
    r.message = buf_str(message);
    call_back(f, j, &r);
}

/* A circle: the same address asked in the same way. A cookie that came on the way makes it another way. */
static bool was_here(struct job *j, struct str url)
{
    uint64_t here = hash_mix(hash_mix(hash_str(url), hash_str(j->cookies)), j->post);
    for (uint32_t i = 0; i <= j->n_redirects; i++)
        if (j->seen[i] == here)
            return true;
    j->seen[MIN(j->n_redirects + 1, FETCH_REDIRECTS_MAX)] = here;
    return false;
}

static enum fetch_state check_hop(struct job *j, const struct fetch_link *l, unsigned status, struct buf *message)
{
    uint32_t max = j->q.n_redirects_max ? MIN(j->q.n_redirects_max, FETCH_REDIRECTS_MAX) : FETCH_REDIRECTS;
    bool other = !str_eq(l->origin, j->first_origin);
    if (j->n_redirects >= max) {
        buf_addf(message, "more than %u redirects, at last to %.*s; watch the page they should lead to", max, STR_ARG(l->url));
        return FETCH_TOO_MANY_HOPS;
    }
    if (status < 307)
        j->post = false;
    if (j->post && other) {
        buf_addf(
            message,
            "the form has moved to %.*s; what was typed in is not sent to another host: change the watch's address if it should",
            STR_ARG(l->url));
        return FETCH_MOVED;
    }
    if (was_here(j, l->url)) {
        buf_addf(message, "redirects go in a circle, back to %.*s; the page may want cookies", STR_ARG(l->url));
        return FETCH_TOO_MANY_HOPS;
    }
    return FETCH_OK;
}

/* Where a redirect leads; any other state than FETCH_OK ends the job. */
static enum fetch_state hop(struct fetcher *f, struct transfer *t, unsigned status, struct buf *message)
{
    AUTO(fetch_link) l = { 0 };
    struct job *j = t->job;
    struct str location = header_get(buf_str(&t->head), STR("Location"));
    if (j->n_redirects == 0)
        j->seen[0] = hash_mix(hash_mix(hash_str(j->url), hash_str(j->q.cookies)), j->post);
    enum link_fault fault = link_read(&l, &f->curl, location, j->url);
    if (location.len == 0) {
        buf_addf(message, "%.*s: redirects, but does not say where to (%u)", STR_ARG(link_host(j->url)), status);
        return FETCH_TOO_MANY_HOPS;
    }
    if (fault != LINK_FINE) {
        struct str shown = str_sub(location, 0, MIN(location.len, (size_t)SHOWN_BYTES));
        buf_addf(message, "%.*s: redirects to \"%.*s\", which is not a web address", STR_ARG(link_host(j->url)), STR_ARG(shown));
        return fault == LINK_SCHEME ? FETCH_BAD_SCHEME : FETCH_TOO_MANY_HOPS;
    }
    enum fetch_state state = check_hop(j, &l, status, message);
    j->lasting = j->lasting && (status == 301 || status == 308);
    if (j->lasting && (state == FETCH_OK || state == FETCH_MOVED))
        j->moved_to = job_keep(j, l.url);
    if (state != FETCH_OK)
        return state;
    j->n_redirects++;
    j->url = job_keep(j, l.url);
    dispatch_enter(f, j, l.origin);
    return FETCH_OK;
}

static bool is_redirect(unsigned status)
{
    return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

/* Whether this answer is one of the sample (splitmix64, Steele et al. 2014). */
static bool is_sampled(struct fetcher *f)
{
    uint64_t x = f->chance += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return (x ^ (x >> 31)) % 100 < f->o.verify_percent;
}

static void take_not_modified(struct fetcher *f, struct transfer *t, struct buf *message)
{
    struct job *j = t->job;
    if (!t->validators) {
        buf_addf(message, "%.*s: answers \"not modified\" (304) without being asked", STR_ARG(link_host(j->url)));
        answer_page(f, t, FETCH_BROKEN, message);
    } else if (j->q.known_hash && f->o.turn_ms == 0 && is_sampled(f)) { /* nobody waits for a second turn to verify it */
        j->verifying = true;
        dispatch_enter(f, j, j->queue->host.facts.origin);
    } else {
        answer_page(f, t, FETCH_NOT_MODIFIED, message);
    }
}

/* A redirect, 304, a status without meaning, or the page itself. */
static void take_page(struct fetcher *f, struct transfer *t, unsigned status, enum fetch_state state, struct buf *message)
{
    if (state != FETCH_OK || (status >= 200 && status < 300)) {
        answer_page(f, t, state, message);
    } else if (status == 304) {
        take_not_modified(f, t, message);
    } else if (is_redirect(status)) {
        state = hop(f, t, status, message);
        if (state != FETCH_OK)
            answer_page(f, t, state, message);
    } else {
        buf_addf(message, "%.*s: the server answers %u", STR_ARG(link_host(t->job->url)), status);
        answer_page(f, t, FETCH_HTTP_ERROR, message);
    }
}

/* The host whose robots.txt was asked for could not be reached: the first page that waits for it gets the reason. */
static void pass_on(struct fetcher *f, struct host_queue *queue, struct fetch_verdict v, struct str message)
{
    struct job *j = host_queue_pop(queue);
    if (j && v.unreachable)
        hold(f, j, v.state, message);
    else if (j)
        answer_finish(f, j, v.state, message);
}

/* True where the job goes on to another hop. */
static bool take_robots(struct fetcher *f, struct transfer *t, struct fetch_verdict v, struct buf *message)
{
    AUTO(buf) rules = BUF(ROBOTS_RULES_MAX);
    struct job *j = t->job;
    struct host_queue *queue = j->robots_for;
    unsigned status = transfer_status(t);
    bool no_http = v.host_failed || v.state == FETCH_BLOCKED;
    if (!no_http && is_redirect(status) && hop(f, t, status, message) == FETCH_OK)
        return true;
    if (!no_http && status >= 200 && status < 300)
        robots_read(buf_str(&t->body), f->agent, &rules);
    else if (!no_http && status < 400)
        status = 404; /* redirects without end: RFC 9309 counts it as not there */
    queue->host.asking_robots = false;
    if (no_http && j->queue == queue && (v.fatal || v.state == FETCH_BLOCKED))
        pass_on(f, queue, v, buf_str(message));
    else
        host_robots(&queue->host, no_http ? 500 : status, buf_str(&rules), engine_now(f));
    job_free(j);
    dispatch_update(f, queue);
    return false;
}

static void settle_host(struct fetcher *f, struct transfer *t, struct fetch_verdict v, const struct buf *message)
{
    struct host *h = &t->job->queue->host;
    int64_t now_ms = engine_now(f), retry_ms = -1;
    if (v.host_failed) {
        char why[sizeof h->why];
        size_t n = MIN(message->len, sizeof why - 1);
        memcpy(why, buf_str(message).ptr, n);
        why[n] = '\0';
        host_failed(h, v.fatal, why);
        return;
    }
    if (v.answered && !header_retry_after(buf_str(&t->head), now_ms, &retry_ms))
        retry_ms = -1;
    host_answered(h, v.answered ? transfer_status(t) : 0, retry_ms, now_ms);
}

static void keep_cookies(struct transfer *t)
{
    struct job *j = t->job;
    AUTO(buf) jar = BUF(FETCH_COOKIES_MAX);
    if (j->robots_for || (!j->q.keep_cookies && j->cookies.len == 0))
        return;
    transfer_cookies(t, &jar);
    if (!str_eq(buf_str(&jar), j->cookies))
        j->cookies = job_keep(j, buf_str(&jar));
}

void answer_take(struct fetcher *f, struct transfer *t, CURLcode code)
{
    AUTO(buf) message = BUF(MESSAGE_MAX);
    struct job *j = t->job;
    struct host_queue *queue = j->queue;
    struct fetch_verdict v = verdict_of(t, code, &message);
    f->curl.curl_multi_remove_handle_p(f->multi.handle, t->easy);
    f->n_active--;
    j->spent_ms += transfer_ms(t, CURLINFO_TOTAL_TIME_T);
    f->proxy_down = v.proxy && v.unreachable;
    settle_host(f, t, v, &message);
    keep_cookies(t);
    if (v.answered)
        dispatch_alive(f);
    if (j->robots_for)
        take_robots(f, t, v, &message);
    else if (v.unreachable)
        hold(f, j, v.state, buf_str(&message));
    else
        take_page(f, t, transfer_status(t), v.state, &message);
    transfer_end(t);
    t->next = f->free;
    f->free = t;
    dispatch_leave(f, queue);
    dispatch_update(f, queue);
}
