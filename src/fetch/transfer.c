/* In: a job's hop. Out: a handle of libcurl's that is set up for it; later its head and body.
 *
 *  1. libcurl follows no redirect itself, reads no environment, no netrc, and speaks nothing but HTTP.
 *  2. Every socket is asked for from on_socket_open(), which sees the address it will connect to; on_ready() looks again at the
 *     address that is connected, also where a connection is used again.
 *  3. What is secret goes out only where the hop's origin is the first.
 * Cost: O(headers) to start. */
#include "fetch/transfer.h"

#include <linux/tcp.h> /* glibc's tcp_info has no bytes */
#include <netinet/in.h>
#include <sys/socket.h>

#include "fetch/queue.h"

/* A buffer that grew beyond is given back after its page: memory follows the usual page, not the largest. */
enum { KEEP_BYTES = 256 << 10 };
/* Calls of on_progress() between two looks at the connection. */
enum { PROGRESS_EVERY = 16 };

#define SET(t, option, value) ((t)->world->curl->curl_easy_setopt_p((t)->easy, (option), (value)))

bool transfer_sockaddr(const struct sockaddr *from, struct address *out)
{
    if (from->sa_family == AF_INET) {
        struct sockaddr_in v4;
        memcpy(&v4, from, sizeof v4);
        *out = address_v4((const uint8_t *)&v4.sin_addr);
        return true;
    }
    if (from->sa_family == AF_INET6) {
        struct sockaddr_in6 v6;
        memcpy(&v6, from, sizeof v6);
        memcpy(out->byte, &v6.sin6_addr, sizeof out->byte);
        return true;
    }
    return false;
}

static bool may_connect(struct transfer *t, struct address a)
{
    if (t->proxy_trusted || address_allowed(&t->world->rules, a))
        return true;
    t->blocked = true;
    t->blocked_address = a;
    return false;
}

static curl_socket_t on_socket_open(void *ctx, curlsocktype purpose, struct curl_sockaddr *to)
{
    struct transfer *t = ctx;
    struct address a;
    if (purpose != CURLSOCKTYPE_IPCXN || !transfer_sockaddr(&to->addr, &a) || !may_connect(t, a))
        return CURL_SOCKET_BAD;
    return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

static int on_ready(void *ctx, char *to_ip, char *own_ip, int to_port, int own_port)
{
    struct transfer *t = ctx;
    struct address a;
    (void)own_ip;
    (void)to_port;
    (void)own_port;
    return address_parse(str_of(to_ip), &a) && may_connect(t, a) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT;
}

static size_t on_head(char *bytes, size_t size, size_t n, void *ctx)
{
    struct transfer *t = ctx;
    struct str line = { bytes, size * n };
    t->heads_bytes += line.len;
    if (t->heads_bytes > FETCH_HEAD_MAX) {
        t->head_too_large = true;
        return 0;
    }
    if (str_starts(line, STR("HTTP/"))) {
        buf_clear(&t->head);
        t->head_done = false;
        return line.len;
    }
    if (t->head_done)
        return line.len; /* a trailer: what stands behind the body says nothing about it */
    t->head_done = str_trim(line).len == 0;
    buf_add(&t->head, line);
    t->head_too_large = t->head.over;
    return t->head.over ? 0 : line.len;
}

static size_t on_body(char *bytes, size_t size, size_t n, void *ctx)
{
    struct transfer *t = ctx;
    if (t->body.len + size * n > t->body_max) {
        buf_add_bytes(&t->body, bytes, t->body_max - t->body.len); /* robots.txt counts up to its limit */
        t->too_large = true;
        return 0;
    }
    buf_add_bytes(&t->body, bytes, size * n);
    return t->body.over ? 0 : size * n;
}

/* All that the connection has brought, by the kernel's count: what libcurl passes over (extensions of chunks, a proxy's head) is told to
 * nobody. 0: not known. */
static uint64_t wire_bytes(const struct transfer *t)
{
    struct tcp_info info = { 0 };
    socklen_t n = sizeof info;
    return getsockopt(t->fd, IPPROTO_TCP, TCP_INFO, &info, &n) ? 0 : info.tcpi_bytes_received;
}

/* An ordinary answer is over before it is looked at for the first time. */
static int on_progress(void *ctx, curl_off_t n_down, curl_off_t down, curl_off_t n_up, curl_off_t up)
{
    struct transfer *t = ctx;
    (void)n_down;
    (void)down;
    (void)n_up;
    (void)up;
    if (++t->n_progress % PROGRESS_EVERY)
        return 0;
    uint64_t bytes = wire_bytes(t);
    if (t->n_progress == PROGRESS_EVERY)
        t->wire_before = bytes > FETCH_WIRE_MAX(t->body_max) / 2 ? bytes : 0; /* of a connection that is used again */
    t->wire_too_large = bytes > t->wire_before + FETCH_WIRE_MAX(t->body_max);
    return t->wire_too_large;
}

struct transfer *transfer_new(struct transfer_world *w)
{
    struct transfer *t = heap_grow(NULL, sizeof *t);
    *t = (struct transfer){ .world = w, .easy = w->curl->curl_easy_init_p() };
    t->head = (struct buf)BUF(FETCH_HEAD_MAX);
    t->form = (struct buf)BUF(FETCH_FORM_MAX * 3 + 1);
    return t;
}

static void drop_large(struct buf *b)
{
    if (b->room > KEEP_BYTES)
        buf_drop(b);
    else
        buf_clear(b);
}

void transfer_end(struct transfer *t)
{
    t->world->curl->curl_slist_free_all_p(t->header);
    t->header = NULL;
    t->job = NULL;
    drop_large(&t->body);
    drop_large(&t->head);
    drop_large(&t->form);
}

void transfer_free(struct transfer *t)
{
    transfer_end(t);
    buf_drop(&t->body);
    buf_drop(&t->head);
    buf_drop(&t->form);
    t->world->curl->curl_easy_cleanup_p(t->easy);
    heap_free(t);
}

static void add_header(struct transfer *t, struct str name, struct str value)
{
    AUTO(buf) line = BUF(FETCH_HEAD_MAX);
    buf_add(&line, name);
    buf_add(&line, value.len ? STR(": ") : STR(";")); /* libcurl's way of an empty value */
    buf_add(&line, value);
    buf_add_char(&line, '\0');
    struct curl_slist *more = line.over ? NULL : t->world->curl->curl_slist_append_p(t->header, line.ptr);
    if (more)
        t->header = more;
}

bool transfer_is_first_origin(const struct job *j)
{
    return str_eq(j->queue->host.facts.origin, j->first_origin);
}

static void set_headers(struct transfer *t, const struct job *j, bool validators)
{
    bool first = transfer_is_first_origin(j) && !j->robots_for;
    bool accept = false;
    for (uint32_t i = 0; i < j->q.n_header; i++) {
        bool is_accept = str_starts_nocase(j->q.header[i].name, STR("Accept"));
        accept |= str_eq_nocase(j->q.header[i].name, STR("Accept"));
        if (first || is_accept)
            add_header(t, j->q.header[i].name, j->q.header[i].value);
    }
    if (!accept)
        add_header(t, STR("Accept"), STR("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"));
    if (first && j->q.bearer.len) {
        AUTO(buf) value = BUF(FETCH_HEAD_MAX);
        buf_add(&value, STR("Bearer "));
        buf_add(&value, j->q.bearer);
        add_header(t, STR("Authorization"), buf_str(&value));
    }
    t->validators = validators && (j->q.etag.len || j->q.last_modified.len);
    if (t->validators && j->q.etag.len)
        add_header(t, STR("If-None-Match"), j->q.etag);
    if (t->validators && j->q.last_modified.len)
        add_header(t, STR("If-Modified-Since"), j->q.last_modified);
    if (j->post)
        t->header =
            t->world->curl->curl_slist_append_p(t->header, "Expect:"); /* without it libcurl would wait for "100 Continue" */
    SET(t, CURLOPT_HTTPHEADER, t->header);
}

static void add_form_text(struct buf *b, struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char)s.ptr[i];
        bool plain =
            (c >= '0' && c <= '9') || (byte_lower((char)c) >= 'a' && byte_lower((char)c) <= 'z') || (c && strchr("*-._", c));
        if (plain)
            buf_add_char(b, (char)c);
        else if (c == ' ')
            buf_add_char(b, '+');
        else
            buf_addf(b, "%%%02X", c);
    }
}

static void set_form(struct transfer *t, const struct job *j)
{
    for (uint32_t i = 0; i < j->q.n_form; i++) {
        if (i)
            buf_add_char(&t->form, '&');
        add_form_text(&t->form, j->q.form[i].name);
        buf_add_char(&t->form, '=');
        add_form_text(&t->form, j->q.form[i].value);
    }
    SET(t, CURLOPT_POST, 1L);
    SET(t, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)t->form.len);
    SET(t, CURLOPT_POSTFIELDS, t->form.ptr);
    t->is_plain = false;
}

/* Lines that are cookies; libcurl takes some other words as orders. */
static void set_cookies(struct transfer *t, const struct job *j)
{
    if (t->cookies_on)
        SET(t, CURLOPT_COOKIELIST, "ALL");
    if (j->robots_for || (!j->q.keep_cookies && j->cookies.len == 0))
        return;
    SET(t, CURLOPT_COOKIEFILE, "");
    t->cookies_on = true;
    t->is_plain = false;
    for (struct str rest = j->cookies; rest.len;) {
        struct str line = str_cut(&rest, '\n');
        AUTO(buf) text = BUF(FETCH_COOKIES_MAX + 1);
        if (!memchr(line.ptr, '\t', line.len))
            continue;
        buf_add(&text, line);
        buf_add_char(&text, '\0');
        SET(t, CURLOPT_COOKIELIST, text.ptr);
    }
}

static void set_limits(struct transfer *t, const struct job *j)
{
    const struct request *q = &j->q;
    uint32_t time_ms = q->time_ms ? q->time_ms : FETCH_TIME_MS;
    long stall_ms = q->stall_ms ? q->stall_ms : FETCH_STALL_MS;
    t->body_max = q->body_max ? q->body_max : FETCH_BODY_MAX;
    t->body.limit_bytes = t->body_max;
    SET(t, CURLOPT_TIMEOUT_MS, (long)(j->spent_ms < time_ms ? time_ms - j->spent_ms : 1));
    SET(t, CURLOPT_CONNECTTIMEOUT_MS, (long)(q->connect_ms ? q->connect_ms : FETCH_CONNECT_MS));
    SET(t, CURLOPT_LOW_SPEED_LIMIT, 1L);
    SET(t, CURLOPT_LOW_SPEED_TIME, (stall_ms + 999) / 1000);
}

/* What is the same for every hop of every job, unless one says otherwise. */
static void set_rules(struct transfer *t)
{
    SET(t, CURLOPT_PROXY, t->world->proxy); /* an empty one also keeps the environment out */
    SET(t, CURLOPT_NOPROXY, "");
    SET(t, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    SET(t, CURLOPT_PROTOCOLS_STR, "http,https");
    SET(t, CURLOPT_NOSIGNAL, 1L);
    SET(t, CURLOPT_FOLLOWLOCATION, 0L);
    SET(t, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    SET(t, CURLOPT_ACCEPT_ENCODING, ""); /* all that libcurl can undo */
    SET(t, CURLOPT_SSL_VERIFYPEER, 1L);
    SET(t, CURLOPT_SSL_VERIFYHOST, 2L);
    SET(t, CURLOPT_USERAGENT, t->world->user_agent);
    SET(t, CURLOPT_SHARE, t->world->share);
    SET(t, CURLOPT_RESOLVE, t->world->resolve);
    SET(t, CURLOPT_ERRORBUFFER, t->error);
    SET(t, CURLOPT_PRIVATE, t);
    SET(t, CURLOPT_OPENSOCKETFUNCTION, on_socket_open);
    SET(t, CURLOPT_OPENSOCKETDATA, t);
    SET(t, CURLOPT_PREREQFUNCTION, on_ready);
    SET(t, CURLOPT_PREREQDATA, t);
    SET(t, CURLOPT_HEADERFUNCTION, on_head);
    SET(t, CURLOPT_HEADERDATA, t);
    SET(t, CURLOPT_WRITEFUNCTION, on_body);
    SET(t, CURLOPT_WRITEDATA, t);
    SET(t, CURLOPT_NOPROGRESS, 0L);
    SET(t, CURLOPT_XFERINFOFUNCTION, on_progress);
    SET(t, CURLOPT_XFERINFODATA, t);
    if (*t->world->ca_file)
        SET(t, CURLOPT_CAINFO, t->world->ca_file);
}

static void set_proxy(struct transfer *t, const struct job *j)
{
    bool own = j->q.proxy.len > 0;
    t->proxied = own || *t->world->proxy;
    t->proxy_trusted = t->proxied && !own;
    if (!own)
        return;
    SET(t, CURLOPT_PROXY, j->q.proxy.ptr);
    t->is_plain = false;
}

/* Most jobs leave nothing behind, and their handle is used again as it is: setting all of it takes longer than the rest of a start. */
static void make_plain(struct transfer *t)
{
    if (t->is_plain)
        return;
    if (t->cookies_on)
        SET(t, CURLOPT_COOKIEFILE, NULL); /* the reset would forget the list without freeing it */
    t->world->curl->curl_easy_reset_p(t->easy);
    set_rules(t);
    t->is_plain = true;
}

static void set_login(struct transfer *t, const struct job *j)
{
    if (j->q.user.len == 0 || !transfer_is_first_origin(j) || j->robots_for)
        return;
    SET(t, CURLOPT_HTTPAUTH, (long)CURLAUTH_BASIC);
    SET(t, CURLOPT_USERNAME, j->q.user.ptr);
    SET(t, CURLOPT_PASSWORD, j->q.password.ptr);
    t->is_plain = false;
}

bool transfer_start(struct transfer *t, struct job *j, bool validators)
{
    if (!t->easy)
        return false;
    make_plain(t);
    t->job = j;
    t->blocked = t->too_large = t->head_too_large = t->wire_too_large = t->head_done = false;
    t->heads_bytes = 0;
    t->wire_before = t->n_progress = 0;
    t->fd = -1;
    t->error[0] = '\0';
    if (SET(t, CURLOPT_URL, j->url.ptr) != CURLE_OK)
        return false;
    set_limits(t, j);
    set_proxy(t, j);
    set_headers(t, j, validators);
    set_cookies(t, j);
    set_login(t, j);
    if (j->post)
        set_form(t, j);
    return true;
}

unsigned transfer_status(const struct transfer *t)
{
    long status = 0;
    t->world->curl->curl_easy_getinfo_p(t->easy, CURLINFO_RESPONSE_CODE, &status);
    return (unsigned)status;
}

uint32_t transfer_ms(const struct transfer *t, CURLINFO info)
{
    curl_off_t us = 0;
    t->world->curl->curl_easy_getinfo_p(t->easy, info, &us);
    return (uint32_t)(us / 1000);
}

uint32_t transfer_http(const struct transfer *t)
{
    long version = 0;
    t->world->curl->curl_easy_getinfo_p(t->easy, CURLINFO_HTTP_VERSION, &version);
    return version == CURL_HTTP_VERSION_1_0 ? 10 : version == CURL_HTTP_VERSION_1_1 ? 11 : version ? 20 : 0;
}

void transfer_cookies(const struct transfer *t, struct buf *out)
{
    struct curl_slist *list = NULL;
    if (!t->cookies_on)
        return;
    t->world->curl->curl_easy_getinfo_p(t->easy, CURLINFO_COOKIELIST, &list);
    for (const struct curl_slist *at = list; at; at = at->next) {
        struct str line = str_of(at->data);
        if (out->len + line.len + 1 > out->limit_bytes)
            break; /* what does not fit the jar stays out, as browsers do it */
        buf_add(out, line);
        buf_add_char(out, '\n');
    }
    t->world->curl->curl_slist_free_all_p(list);
}
