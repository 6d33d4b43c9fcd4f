/* In: requests. Out: a callback for each. The way of one request, top to bottom:
 *
 *     fetch_start   copy it, join one that is the same (job.c)
 *     dispatch_route    which host it belongs to, or why to none (link.c, address.c)
 *     dispatch_start    when its turn has come: robots.txt (robots.c), manners (host.c, queue.c), a transfer (transfer.c)
 *     loop_step     the network (multi.c)
 *     answer_take   a further hop, a check of "not modified", or the answer (verdict.c)
 *
 * Cost of a step: what has happened, not what is open. */
#include "fetch/fetch.h"

#include "fetch/engine.h"
#include "fetch/header.h"
#include "fetch/link.h"

/* Open connections that wait for their host's next turn; well below the 1,024 files a process may usually open. */
#define CONNECTIONS_KEPT 400u
/* Nothing at all to do. */
#define WAIT_MAX_MS INT64_C(3600000)

static bool is_token_byte(char c)
{
    c = byte_lower(c);
    return (c >= 'a' && c <= 'z') || c == '-' || c == '_';
}

/* The product token by which robots.txt names us. */
static struct str agent_of(struct str user_agent)
{
    size_t n = 0;
    while (n < user_agent.len && is_token_byte(user_agent.ptr[n]))
        n++;
    return n ? str_sub(user_agent, 0, n) : STR("weft");
}

static void set_defaults(struct fetcher *f)
{
    struct fetch_options *o = &f->o;
    o->user_agent = arena_str(&f->arena, o->user_agent.len ? o->user_agent : STR("weft/" WEFT_VERSION));
    o->n_active = o->n_active ? o->n_active : FETCH_ACTIVE;
    o->n_per_host = o->n_per_host ? MIN(o->n_per_host, 255u) : 1;
    o->max_pause_ms = o->max_pause_ms ? o->max_pause_ms : FETCH_PAUSE_MS;
    f->agent = agent_of(o->user_agent);
    f->epoch = 1;
}

static void set_world(struct fetcher *f)
{
    struct transfer_world *w = &f->world;
    w->curl = &f->curl;
    w->user_agent = f->o.user_agent.ptr;
    w->proxy = arena_str(&f->arena, f->o.proxy).ptr;
    w->ca_file = arena_str(&f->arena, f->o.ca_file).ptr;
    for (struct str rest = f->o.resolve; rest.len;) {
        struct str line = str_trim(str_cut(&rest, '\n'));
        if (line.len)
            w->resolve = f->curl.curl_slist_append_p(w->resolve, arena_str(&f->arena, line).ptr);
    }
    w->share = f->curl.curl_share_init_p();
    f->curl.curl_share_setopt_p(w->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
    f->curl.curl_share_setopt_p(w->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_PSL);
    f->curl.curl_multi_setopt_p(f->multi.handle, CURLMOPT_MAXCONNECTS, (long)MAX(f->o.n_active, CONNECTIONS_KEPT));
}

int fetcher_open(const struct fetch_options *options, struct fetcher **out, struct err *e)
{
    struct fetcher *f = heap_grow(NULL, sizeof *f);
    *f = (struct fetcher){ .o = *options };
    f->chance = options->clock.random(options->clock.ctx);
    set_defaults(f);
    host_queues_open(&f->queues, &f->arena);
    int code = address_rules_read(options->allow_address, &f->world.rules, e);
    if (code)
        err_in(e, "allow-address");
    else if (!header_is_sendable(options->user_agent, FETCH_VALIDATOR_MAX))
        code = err_set(e, E_FORMAT, "user-agent: it has control characters, or is longer than %zu bytes", FETCH_VALIDATOR_MAX);
    if (code == 0 && !f->o.loop)
        code = loop_open(&f->own_loop, e);
    f->loop = f->o.loop ? f->o.loop : f->own_loop;
    if (code || (code = curl_load(&f->curl, e)) || (code = multi_open(&f->multi, &f->curl, f->loop, e))) {
        fetcher_close(f);
        return code;
    }
    set_world(f);
    *out = f;
    return 0;
}

static void free_jobs(struct jobs *list)
{
    for (struct job *j; (j = jobs_pop(list));)
        job_free(j);
}

void fetcher_close(struct fetcher *f)
{
    if (!f)
        return;
    for (uint32_t i = 0; i < f->transfers.n; i++) {
        struct transfer *t = f->transfers.item[i];
        struct job *j = t->job;
        if (j) {
            f->curl.curl_multi_remove_handle_p(f->multi.handle, t->easy);
            job_free(j);
        }
        transfer_free(t);
    }
    multi_drop(&f->multi);
    loop_close(f->own_loop);
    if (f->world.share)
        f->curl.curl_share_cleanup_p(f->world.share);
    if (f->world.resolve)
        f->curl.curl_slist_free_all_p(f->world.resolve);
    free_jobs(&f->ready);
    free_jobs(&f->held);
    host_queues_drop(&f->queues);
    job_table_drop(&f->open);
    arena_drop(&f->arena);
    heap_free(f);
}

int fetch_start(struct fetcher *f, const struct request *q, fetch_done *done, void *ctx, struct err *e)
{
    struct job *j;
    int code = job_new(q, &j, e);
    if (code)
        return code;
    struct job *same = job_table_find(&f->open, j);
    if (same) {
        job_wait(same, done, ctx);
        job_free(j);
        return 0;
    }
    job_wait(j, done, ctx);
    job_table_add(&f->open, j);
    f->n_open++;
    dispatch_route(f, j);
    return 0;
}

void fetch_new_run(struct fetcher *f)
{
    f->down = f->answered = false;
    f->n_down = 0;
    f->epoch++;
    for (uint32_t i = 0; i < f->queues.all.n; i++)
        host_run(&f->queues.all.item[i]->host);
}

/* How long nothing needs to be done but wait. */
static int64_t idle_ms(struct fetcher *f, int64_t wait_ms)
{
    if (f->ready.first)
        return 0;
    struct host_queue *next = f->n_active < f->o.n_active && !dispatch_doubt(f) ? host_queues_next(&f->queues) : NULL;
    return next ? MIN(wait_ms, MAX(next->ready_at_ms - engine_now(f), 0)) : wait_ms;
}

/* Time that is made passes at once where nothing is under way; 0: it has. */
static int64_t sleep_or_wait(struct fetcher *f, int64_t wait_ms)
{
    if (f->n_active || !f->o.clock.sleep_ms)
        return wait_ms;
    f->o.clock.sleep_ms(f->o.clock.ctx, wait_ms);
    return 0;
}

static void take_done(struct fetcher *f)
{
    CURLMsg *done;
    int left;
    while ((done = f->curl.curl_multi_info_read_p(f->multi.handle, &left))) {
        struct transfer *t;
        CURLcode code = done->data.result;
        f->curl.curl_easy_getinfo_p(done->easy_handle, CURLINFO_PRIVATE, &t);
        answer_take(f, t, code);
    }
}

int64_t fetch_advance(struct fetcher *f)
{
    take_done(f);
    dispatch_start(f);
    dispatch_down(f);
    answer_ready(f);
    return f->n_open ? idle_ms(f, WAIT_MAX_MS) : WAIT_MAX_MS;
}

int fetch_step(struct fetcher *f, int64_t wait_ms, uint32_t *open, struct err *e)
{
    uint32_t before = f->n_open;
    int64_t wait = fetch_advance(f);
    if (f->n_open && f->n_open == before) {
        wait = wait > 0 ? sleep_or_wait(f, MIN(wait, wait_ms)) : 0;
        int code = loop_step(f->loop, wait, e);
        if (code)
            return code;
        fetch_advance(f);
    }
    *open = f->n_open;
    return f->multi.failed ? err_set(e, E_SYSTEM, "libcurl cannot go on") : 0;
}

uint32_t fetch_open(const struct fetcher *f)
{
    return f->n_open;
}

bool fetch_network_down(const struct fetcher *f)
{
    return f->down;
}

struct response response_copy(struct arena *a, const struct response *r)
{
    struct response copy = *r;
    struct str *const text[] = { &copy.message,      &copy.url,  &copy.final_url,     &copy.moved_to, &copy.head,
                                 &copy.content_type, &copy.etag, &copy.last_modified, &copy.body,     &copy.cookies };
    for (size_t i = 0; i < ARRAY_LEN(text); i++)
        *text[i] = arena_str(a, *text[i]);
    return copy;
}

struct get {
    struct arena *arena;
    struct response *out;
    bool done;
};

static void take_get(void *ctx, const struct response *r)
{
    struct get *g = ctx;
    *g->out = response_copy(g->arena, r);
    g->done = true;
}

int fetch_get(struct arena *a, struct fetcher *f, const struct request *q, struct response *out, struct err *e)
{
    struct get g = { .arena = a, .out = out };
    uint32_t open;
    if (f->n_open == 0)
        fetch_new_run(f);
    int code = fetch_start(f, q, take_get, &g, e);
    while (code == 0 && !g.done)
        code = fetch_step(f, 1000, &open, e);
    return code;
}

void fetch_host_put(struct fetcher *f, const struct host_facts *facts)
{
    struct host_queue *queue = host_queues_get(&f->queues, facts->origin);
    host_set(&queue->host, facts);
    dispatch_update(f, queue);
}

void fetch_hosts(struct fetcher *f, void (*each)(void *ctx, const struct host_facts *facts), void *ctx)
{
    for (uint32_t i = 0; i < f->queues.all.n; i++) {
        struct host *h = &f->queues.all.item[i]->host;
        if (h->changed)
            each(ctx, &h->facts);
        h->changed = false;
    }
}
