/* One origin on libmicrohttpd: from bytes of HTTP to a struct http_request, and from its answer to bytes.
 *
 * A request has three moments: its head (begin), its body piece by piece (take_body), its answer. Quick routes are answered on the thread
 * that read the request; for slow ones the connection sleeps while the pool works, so that no thread waits for them. */
#include <arpa/inet.h>
#include <netdb.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io.h"
#include "base/limits.h"
#include "base/workers.h"
#include "serve/server.h"
#include "serve/view.h"

enum {
    IDLE_S = 20,                  /* a connection that says nothing is closed */
    BODY_UNWANTED_MAX = 64 << 10, /* sent to an address that takes nothing */
    HEAD_MAX = 24 << 10,          /* bytes of a request's head: cookies and a long address fit */
    BODIES_MAX = 256 << 20,       /* of all that is being sent at a time */
    BODY_DRAINED_MAX = 64 << 20,  /* of one that is refused: a browser hears nothing before it has sent all of it */
    REQUEST_MEMORY = 512 << 20    /* of one request: the list of a user with a hundred thousand pages */
};

enum exchange_state { EXCHANGE_NEW, EXCHANGE_BODY, EXCHANGE_WORKING, EXCHANGE_DONE };

struct exchange {
    struct crew_item item; /* first: the pool's */
    struct arena arena;
    struct server_door *door;
    struct MHD_Connection *connection;
    enum exchange_state state;
    struct buf body;
    size_t body_max, n_body, n_drained;
    const char *refusal; /* said once all has come, none of which is kept; NULL: it is wanted */
    struct http_request request;
};

/* ---- The request ---- */

static const struct microhttpd *http_of(const struct exchange *x)
{
    return &x->door->server->http;
}

static struct str header_of(struct exchange *x, const char *name)
{
    const char *value = http_of(x)->MHD_lookup_connection_value_p(x->connection, MHD_HEADER_KIND, name);

    return arena_str(&x->arena, str_of(value ? value : ""));
}

/* What was found so far in the headers of one request. */
struct head_check {
    unsigned n_hosts, n_lengths, n_codings;
    bool broken;
};

/* As libmicrohttpd wants it. */
static enum MHD_Result check_header(void *context, enum MHD_ValueKind kind UNUSED, const char *name, const char *value)
{
    struct head_check *c = context;

    c->n_hosts += strcasecmp(name, "Host") == 0;
    c->n_lengths += strcasecmp(name, "Content-Length") == 0;
    c->n_codings += strcasecmp(name, "Transfer-Encoding") == 0;
    for (const char *at = name; *at && !c->broken; at++)
        c->broken = *at <= ' ' || *at == 0x7f;
    for (const char *at = value ? value : ""; *at && !c->broken; at++)
        c->broken = (unsigned char)*at < ' ' && *at != '\t';
    return MHD_YES;
}

/* Whether another server before us could read these headers in another way: where a request ends, and for whom it is. */
static bool is_ambiguous(struct exchange *x)
{
    struct head_check c = { 0 };

    http_of(x)->MHD_get_connection_values_p(x->connection, MHD_HEADER_KIND, check_header, &c);
    return c.broken || c.n_hosts > 1 || c.n_lengths + c.n_codings > 1;
}

static struct str address_of(struct exchange *x)
{
    const union MHD_ConnectionInfo *info = http_of(x)->MHD_get_connection_info_p(x->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    char host[NI_MAXHOST];

    if (!info || !info->client_addr
        || getnameinfo(info->client_addr,
                       info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6) : sizeof(struct sockaddr_in), host,
                       sizeof host, NULL, 0, NI_NUMERICHOST))
        return STR("unknown");
    return arena_str(&x->arena, str_of(host));
}

/* Until when the connection must be done with what it does now. */
static void must_end(struct exchange *x, int64_t ms)
{
    const union MHD_ConnectionInfo *info = http_of(x)->MHD_get_connection_info_p(x->connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    if (info && info->socket_context)
        deadline_set(info->socket_context, ms == NEVER ? NEVER : clock_steady_ms() + ms);
}

/* Called with the address as it was sent, before anything is decoded. */
static void *begin(void *context, const char *uri, struct MHD_Connection *connection)
{
    struct exchange *x = heap_grow(NULL, sizeof *x);

    *x = (struct exchange){ .arena = { .budget_bytes = REQUEST_MEMORY }, .door = context, .connection = connection };
    struct str query = arena_str(&x->arena, str_of(uri)), path = str_cut(&query, '?');
    x->body = (struct buf)BUF(0);
    x->request = (struct http_request){ .server = x->door->server,
                                        .arena = &x->arena,
                                        .is_pages = x->door->is_pages,
                                        .path = path,
                                        .query_text = query,
                                        .answer = { .body = BUF(ANSWER_MAX_BYTES), .fd = -1 } };
    return x;
}

static void read_head(struct exchange *x, const char *method)
{
    struct http_request *r = &x->request;
    const struct {
        struct str *to;
        const char *name;
    } wanted[] = {
        { &r->host, "Host" },
        { &r->cookie, "Cookie" },
        { &r->agent, "User-Agent" },
        { &r->content_type, "Content-Type" },
        { &r->authorization, "Authorization" },
        { &r->api_key, "X-Api-Key" },
        { &r->if_none_match, "If-None-Match" },
        { &r->accept, "Accept" },
        { &r->encodings, "Accept-Encoding" },
        { &r->came_from, "Origin" },
        { &r->fetch_site, "Sec-Fetch-Site" },
        { &r->fetch_mode, "Sec-Fetch-Mode" },
        { &r->token, "X-Weft-Token" },
        { &r->last_event, "Last-Event-ID" },
        { &r->push_id, "webhook-id" },
        { &r->push_time, "webhook-timestamp" },
        { &r->push_signature, "webhook-signature" },
        { &r->hub_signature, "X-Hub-Signature" },
    };

    r->method = arena_str(&x->arena, str_of(method));
    for (size_t i = 0; i < ARRAY_LEN(wanted); i++)
        *wanted[i].to = header_of(x, wanted[i].name);
    r->address = address_of(x);
}

/* ---- The answer ---- */

/* libmicrohttpd closes what it was given. */
static struct MHD_Response *response_of_file(const struct microhttpd *http, struct http_answer *a)
{
    struct stat st;
    struct MHD_Response *response = fstat(a->fd, &st) ? NULL : http->MHD_create_response_from_fd64_p((uint64_t)st.st_size, a->fd);

    if (response)
        a->fd = -1;
    return response;
}

static enum MHD_Result send_answer(struct exchange *x)
{
    const struct microhttpd *http = http_of(x);
    struct http_answer *a = &x->request.answer;
    struct str bytes = a->bytes.ptr ? a->bytes : buf_str(&a->body);
    struct MHD_Response *response;
    bool is_file = a->fd >= 0;

    if (a->live) {
        a->live->connection = x->connection;
        response = http->MHD_create_response_from_callback_p(MHD_SIZE_UNKNOWN, LIVE_PENDING_MAX, live_read, a->live, NULL);
    } else if (is_file)
        response = response_of_file(http, a);
    else
        response = http->MHD_create_response_from_buffer_p(bytes.len, (void *)bytes.ptr, MHD_RESPMEM_PERSISTENT);
    if (!response)
        return MHD_NO;
    must_end(x, a->live || is_file ? NEVER : DEADLINE_ANSWER_MS);
    if (a->type)
        http->MHD_add_response_header_p(response, "Content-Type", a->type);
    for (unsigned i = 0; i < a->n_headers; i++)
        http->MHD_add_response_header_p(response, a->header[i].name, arena_str(&x->arena, a->header[i].value).ptr);
    enum MHD_Result result = http->MHD_queue_response_p(x->connection, a->status, response);
    http->MHD_destroy_response_p(response);
    return result;
}

/* A store for the request; it is given back with give_store(). */
static int take_store(struct exchange *x, struct err *e)
{
    struct server *s = x->door->server;
    struct caller *c = &x->request.caller;

    c->now = clock_now_ms();
    c->arena = &x->arena;
    c->settings = s->options->settings;
    return stores_take(&s->stores, &c->store, e);
}

static void give_store(struct exchange *x)
{
    stores_give(&x->door->server->stores, x->request.caller.store);
    x->request.caller.store = NULL;
}

static void answer(struct exchange *x)
{
    struct server *s = x->door->server;
    struct http_request *r = &x->request;
    struct err e;

    r->body = buf_str(&x->body);
    if (take_store(x, &e)) {
        answer_failure(r, &e);
    } else {
        request_answer(r);
        give_store(x);
    }
    __atomic_fetch_add(&s->n_requests, 1, __ATOMIC_RELAXED);
    if (r->answer.status >= 500)
        __atomic_fetch_add(&s->n_failed, 1, __ATOMIC_RELAXED);
    x->state = EXCHANGE_DONE;
}

static void answer_slowly(struct crew_item *item)
{
    struct exchange *x = (struct exchange *)item;

    x->request.work = item->progress;
    answer(x);
    http_of(x)->MHD_resume_connection_p(x->connection);
}

static enum MHD_Result refuse(struct exchange *x, int code, const char *words)
{
    struct err e;

    err_set(&e, code, "%s", words);
    answer_failure(&x->request, &e);
    if (code == E_LIMIT || code == E_FORMAT)
        answer_header(&x->request, "Connection", STR("close"));
    x->state = EXCHANGE_DONE;
    return send_answer(x);
}

/* What comes from now on is passed over. */
static void drain(struct exchange *x)
{
    x->refusal = x->body_max
                     ? arena_printf(&x->arena, "what was sent is too large; at most %zu KB are taken here", x->body_max >> 10).ptr
                     : "nothing is taken here";
}

/* ---- What libmicrohttpd calls ---- */

static bool is_signed_in(struct exchange *x)
{
    struct err e;

    if (take_store(x, &e))
        return false;
    bool known = request_is_signed_in(&x->request);
    give_store(x);
    return known;
}

/* Much is taken from those alone who may have it taken: memory is not for whoever finds the address. */
static bool may_send(struct exchange *x, uint64_t length)
{
    return length <= BODY_UNWANTED_MAX || !x->request.route || x->request.route->needs != NEEDS_SESSION || is_signed_in(x);
}

/* A program that asks before it sends hears at once that it need not; whoever is not known may lose the answer. */
static enum MHD_Result refuse_body(struct exchange *x, uint64_t length)
{
    drain(x);
    if (length && length <= BODY_DRAINED_MAX && header_of(x, "Expect").len == 0 && is_signed_in(x))
        return MHD_YES;
    return refuse(x, E_LIMIT, x->refusal);
}

static enum MHD_Result take_head(struct exchange *x, const char *method)
{
    struct http_request *r = &x->request;
    const struct route *table = x->door->is_pages ? routes_pages : routes_app;
    size_t n = x->door->is_pages ? n_routes_pages : n_routes_app;
    uint64_t length = 0;
    unsigned status;

    x->state = EXCHANGE_BODY;
    must_end(x, DEADLINE_BODY_MS);
    read_head(x, method);
    struct str said = header_of(x, "Content-Length");
    r->route = route_find(table, n, r->method, r->path, &r->match, &status);
    r->answer.status = status;
    x->body_max = r->route ? r->route->body_max : BODY_UNWANTED_MAX; /* else it could not be said what is wrong */
    x->body.limit_bytes = x->body_max;
    if (is_ambiguous(x))
        return refuse(x, E_FORMAT, "the head of the request can be read in two ways");
    if (said.len && (!str_number(said, INT64_MAX, &length) || length > x->body_max))
        return refuse_body(x, length);
    if (!may_send(x, said.len ? length : x->body_max))
        return refuse(x, E_LIMIT, "sign in first");
    return MHD_YES;
}

/* False: too much is being sent, by this one or by all. */
static bool take_body(struct exchange *x, const char *piece, size_t n)
{
    if (x->refusal) {
        x->n_drained += n;
        return x->n_drained <= BODY_DRAINED_MAX;
    }
    buf_add_bytes(&x->body, piece, n);
    x->n_body += n;
    if (x->body.over)
        drain(x);
    return __atomic_add_fetch(&x->door->server->body_bytes, (int64_t)n, __ATOMIC_RELAXED) <= BODIES_MAX;
}

/* As libmicrohttpd wants it. */
#define ACCESS_HANDLER_PARAMETERS \
    void *context UNUSED, struct MHD_Connection *connection UNUSED, const char *url UNUSED, const char *method, \
        const char *version UNUSED, const char *piece, size_t *n, void **own

static enum MHD_Result handle(ACCESS_HANDLER_PARAMETERS)
{
    struct exchange *x = *own;

    if (x->state == EXCHANGE_NEW)
        return take_head(x, method);
    if (*n) {
        bool fits = take_body(x, piece, *n);
        *n = 0;
        return fits ? MHD_YES : MHD_NO;
    }
    must_end(x, NEVER);
    if (x->state == EXCHANGE_DONE)
        return send_answer(x);
    if (x->refusal)
        return refuse(x, E_LIMIT, x->refusal);
    if (x->request.route && x->request.route->slow) {
        x->state = EXCHANGE_WORKING;
        x->item.share = x->door->is_pages ? view_share(x->request.query_text) : 0;
        x->item.owner = view_owner(x->request.query_text);
        x->item.run = answer_slowly;
        http_of(x)->MHD_suspend_connection_p(x->connection);
        if (crew_push(&x->door->server->crew, &x->item))
            return MHD_YES;
        http_of(x)->MHD_resume_connection_p(x->connection);
        return refuse(x, E_SYSTEM, "the server is busy; try again in a moment");
    }
    answer(x);
    return send_answer(x);
}

static void completed(void *context UNUSED, struct MHD_Connection *connection UNUSED, void **own,
                      enum MHD_RequestTerminationCode code UNUSED)
{
    struct exchange *x = *own;

    if (!x)
        return;
    *own = NULL;
    must_end(x, DEADLINE_HEAD_MS);
    __atomic_sub_fetch(&x->door->server->body_bytes, (int64_t)x->n_body, __ATOMIC_RELAXED);
    if (x->request.answer.held)
        cache_give(&x->door->server->cache, x->request.answer.held);
    if (x->request.answer.live)
        live_leave(x->request.answer.live);
    if (x->request.answer.fd >= 0)
        close(x->request.answer.fd);
    buf_drop(&x->body);
    buf_drop(&x->request.answer.body);
    arena_drop(&x->arena);
    heap_free(x);
}

static void notice(void *context, struct MHD_Connection *connection, void **own, enum MHD_ConnectionNotificationCode code)
{
    struct server *s = ((struct server_door *)context)->server;

    if (code == MHD_CONNECTION_NOTIFY_STARTED) {
        const union MHD_ConnectionInfo *info = s->http.MHD_get_connection_info_p(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        *own = info ? deadline_begin(&s->deadlines, info->connect_fd, clock_steady_ms() + DEADLINE_HEAD_MS) : NULL;
    } else if (*own) {
        deadline_end(&s->deadlines, *own);
        *own = NULL;
    }
}

/* ---- Listening ---- */

/* "127.0.0.1:8620", "[::1]:8620" */
static int split(struct str listen, char host[128], char port[8], struct err *e)
{
    size_t colon = listen.len;

    while (colon && listen.ptr[colon - 1] != ':')
        colon--;
    struct str name = str_sub(listen, 0, colon ? colon - 1 : 0), number = str_sub(listen, colon, listen.len);
    uint64_t n;
    if (str_starts(name, STR("[")) && str_ends(name, STR("]")))
        name = str_sub(name, 1, name.len - 1);
    if (name.len == 0 || name.len >= 128 || number.len >= 8 || !str_number(number, UINT16_MAX, &n))
        return err_set(e, E_USAGE, "%.*s is not an address to listen on; it is written 127.0.0.1:8620", STR_ARG(listen));
    memcpy(host, name.ptr, name.len);
    host[name.len] = '\0';
    memcpy(port, number.ptr, number.len);
    port[number.len] = '\0';
    return 0;
}

static int bind_to(struct server_door *d, const struct addrinfo *at, struct str listen_on, struct err *e)
{
    struct sockaddr_storage bound;
    socklen_t len = sizeof bound;
    int on = 1;

    d->fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (d->fd < 0 || setsockopt(d->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) || bind(d->fd, at->ai_addr, at->ai_addrlen)
        || listen(d->fd, 1024) || getsockname(d->fd, (struct sockaddr *)&bound, &len))
        return err_system(e, "cannot listen on %.*s", STR_ARG(listen_on));
    d->port =
        ntohs(bound.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&bound)->sin6_port : ((struct sockaddr_in *)&bound)->sin_port);
    return 0;
}

int door_open(struct server_door *d, struct str listen_on, struct err *e)
{
    const struct addrinfo hints = { .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE, .ai_socktype = SOCK_STREAM };
    struct addrinfo *found;
    char host[128], port[8];
    int failed = split(listen_on, host, port, e);

    if (failed)
        return failed;
    if (getaddrinfo(host, port, &hints, &found))
        return err_set(e, E_USAGE, "%.*s is not an address to listen on; it is written 127.0.0.1:8620", STR_ARG(listen_on));
    failed = bind_to(d, found, listen_on, e);
    freeaddrinfo(found);
    return failed;
}

int door_start(struct server_door *d, struct err *e)
{
    struct server *s = d->server;
    const struct server_options *o = s->options;
    struct str certificate = { 0 }, key = { 0 };
    unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, threads = MAX(workers_cores(), 2u);
    int failed = 0;

    if (o->certificate.len
        && ((failed = io_read(&s->arena, o->certificate.ptr, MIB(1), &certificate, e))
            || (failed = io_read(&s->arena, o->key.ptr, MIB(1), &key, e))))
        return failed;
    struct MHD_OptionItem tls[] = {
        { o->certificate.len ? MHD_OPTION_HTTPS_MEM_CERT : MHD_OPTION_END, 0, (void *)certificate.ptr },
        { MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key.ptr },
        { MHD_OPTION_END, 0, NULL },
    };
    d->daemon = s->http.MHD_start_daemon_p(
        flags | (o->certificate.len ? MHD_USE_TLS : 0), 0, NULL, NULL, handle, d, MHD_OPTION_LISTEN_SOCKET, d->fd,
        MHD_OPTION_THREAD_POOL_SIZE, threads, MHD_OPTION_CONNECTION_LIMIT, d->connections, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)IDLE_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEAD_MAX, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_URI_LOG_CALLBACK, begin, d, MHD_OPTION_NOTIFY_COMPLETED, completed, d, MHD_OPTION_NOTIFY_CONNECTION, notice, d,
        MHD_OPTION_ARRAY, tls, MHD_OPTION_END);
    if (!d->daemon)
        return err_set(e, E_SYSTEM, "the server cannot start%s", o->certificate.len ? "; look at the certificate and its key" : "");
    return 0;
}

void door_stop(struct server_door *d)
{
    if (d->daemon)
        d->server->http.MHD_stop_daemon_p(d->daemon); /* closes the socket */
    else if (d->fd >= 0)
        close(d->fd);
}
