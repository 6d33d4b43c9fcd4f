/* In: connections of Chromium. Out: the same bytes, to and from addresses that the guard has passed.
 *
 * A connection goes HEAD -> (LOOKUP) -> CONNECT -> RELAY, or at any point to ANSWER, where our own words are sent before it closes.
 *
 *  1. connect() is called in one place, try_next(), with an address that address_allowed() has just passed.
 *  2. One request for each connection: answers say "Connection: close", and what the client sends afterwards goes to the same server.
 *  3. A connection that is over is freed by the sweeper, at the end of the loop's step: whoever is about to look at it finds STATE_OVER.
 * Cost: O(events), 128 KB for each connection that relays. */
#include "browser/proxy.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "browser/proxy_file.h"
#include "browser/proxy_head.h"
#include "browser/proxy_name.h"

/* Room for one direction; an answer's head may grow when it is written anew (ends of lines, one line more), but never to twice its size.
 * */
enum { RELAY_BYTES = 1 << 16, RELAY_ROOM = 2 * RELAY_BYTES + 64 };
enum { REFUSED_BYTES = 4096, LATE_EVERY_MS = 1000 };

#define REFUSAL "weft does not connect to this address"

enum state { STATE_HEAD, STATE_LOOKUP, STATE_CONNECT, STATE_RELAY, STATE_ANSWER, STATE_OVER };

struct connection;

/* Bytes on their way from one side to the other. */
struct flow {
    char *data; /* RELAY_ROOM; NULL until it is needed */
    size_t from, to;
    bool ended, shut; /* no more comes; the other side knows */
};

struct connection {
    struct proxy *proxy;
    struct connection *next;
    enum state state;
    struct loop_watch client, server, lookup;
    struct buf head; /* of the request, then of the answer; then our own answer */
    size_t sent;
    struct proxy_head request; /* slices of `text` */
    struct buf text;
    struct name_query *query;
    struct name_addresses addresses;
    uint32_t next_address;
    bool refused;     /* the guard has refused one of the addresses */
    bool answer_head; /* the answer's head has still to be read */
    struct flow up, down;
    int64_t active_at;
};

/* Another proxy that requests go through. */
struct upstream {
    struct buf text, authorization; /* its address, and what to tell it */
    struct str host;
    uint32_t port; /* 0: there is none */
    bool trusted;
};

struct proxy {
    struct loop *loop;
    struct loop_watch accept;
    struct loop_timer sweeper, late; /* frees what is over; gives up what has waited too long */
    struct address_rules rules;
    struct buf resolve;
    struct upstream usual, own; /* of the options; of the page at hand */
    const struct upstream *via; /* the one in use */
    enum proxy_reach reach;
    struct connection *first;
    uint32_t n;
    struct proxy_counts counts;
    struct buf refused;
};

static void watch(struct proxy *p, struct loop_watch *w, unsigned events)
{
    loop_watch(p->loop, w, events);
}

static void shut(struct proxy *p, struct loop_watch *w)
{
    if (w->fd < 0)
        return;
    loop_forget(p->loop, w);
    close(w->fd);
    w->fd = -1;
}

static void flow_drop(struct flow *f)
{
    heap_free(f->data);
    *f = (struct flow){ 0 };
}

static void end(struct connection *c)
{
    shut(c->proxy, &c->client);
    shut(c->proxy, &c->server);
    loop_forget(c->proxy->loop, &c->lookup); /* the descriptor is the query's */
    c->lookup.fd = -1;
    name_drop(c->query);
    c->query = NULL;
    buf_drop(&c->head);
    buf_drop(&c->text);
    flow_drop(&c->up);
    flow_drop(&c->down);
    c->state = STATE_OVER;
    loop_at(c->proxy->loop, &c->proxy->sweeper, 0);
}

static void sweep(struct proxy *p)
{
    for (struct connection **at = &p->first; *at;) {
        struct connection *c = *at;
        if (c->state == STATE_OVER) {
            *at = c->next;
            p->n--;
            heap_free(c);
        } else {
            at = &c->next;
        }
    }
}

static void send_answer(struct connection *c)
{
    struct str rest = str_sub(buf_str(&c->head), c->sent, c->head.len);
    ssize_t n = rest.len ? send(c->client.fd, rest.ptr, rest.len, MSG_NOSIGNAL) : 0;
    if (n < 0 && errno != EAGAIN && errno != EINTR) {
        end(c);
        return;
    }
    c->sent += n > 0 ? (size_t)n : 0;
    c->active_at = clock_steady_ms();
    if (c->sent == c->head.len)
        end(c);
    else
        watch(c->proxy, &c->client, LOOP_WRITE);
}

/* From here on only what stands in c->head is sent. */
static void to_answer(struct connection *c)
{
    c->state = STATE_ANSWER;
    c->sent = 0;
    shut(c->proxy, &c->server);
    send_answer(c);
}

static void answer(struct connection *c, const char *status, const char *words)
{
    buf_clear(&c->head);
    buf_addf(&c->head, "HTTP/1.1 %s\r\n" PROXY_WORDS ": %s\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", status, words);
    to_answer(c);
}

static void note_refusal(struct connection *c, struct address a)
{
    struct proxy *p = c->proxy;
    p->counts.n_refused++;
    if (p->refused.len + 400 > REFUSED_BYTES)
        return;
    buf_add(&p->refused, c->request.host);
    buf_addf(&p->refused, ":%u ", c->request.port);
    AUTO(buf) text = BUF(64);
    address_print(&text, a);
    if (!str_eq(buf_str(&text), c->request.host)) {
        buf_add_char(&p->refused, '(');
        buf_add(&p->refused, buf_str(&text));
        buf_add(&p->refused, STR(") "));
    }
    buf_add(&p->refused, str_of(address_kind(a)));
    buf_add_char(&p->refused, '\n');
}

static int connect_to(struct address a, uint32_t port)
{
    struct sockaddr_in6 v6 = { .sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port) };
    struct sockaddr_in v4 = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port) };
    static const uint8_t mapped[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };
    bool is_v4 = memcmp(a.byte, mapped, sizeof mapped) == 0;
    int one = 1, fd = socket(is_v4 ? AF_INET : AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    memcpy(&v4.sin_addr, a.byte + 12, 4);
    memcpy(&v6.sin6_addr, a.byte, 16);
    const struct sockaddr *to = is_v4 ? (const struct sockaddr *)&v4 : (const struct sockaddr *)&v6;
    if (fd < 0)
        return -1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (connect(fd, to, is_v4 ? sizeof v4 : sizeof v6) == 0 || errno == EINPROGRESS)
        return fd;
    close(fd);
    return -1;
}

/* The next address that may be connected to; where none is left, the words why. */
static void try_next(struct connection *c)
{
    const struct upstream *via = c->proxy->via;
    shut(c->proxy, &c->server);
    while (c->next_address < c->addresses.n) {
        struct address a = c->addresses.item[c->next_address++];
        if (!(via->port && via->trusted) && !address_allowed(&c->proxy->rules, a)) {
            if (!c->refused)
                note_refusal(c, a);
            c->refused = true;
            continue;
        }
        c->server.fd = connect_to(a, via->port ? via->port : c->request.port);
        if (c->server.fd >= 0) {
            c->state = STATE_CONNECT;
            c->active_at = clock_steady_ms();
            watch(c->proxy, &c->server, LOOP_WRITE);
            return;
        }
    }
    if (c->refused)
        answer(c, "403 Forbidden", REFUSAL);
    else
        answer(c, "502 Bad Gateway", c->addresses.n ? "no connection" : "no such host");
}

static void look_up(struct connection *c)
{
    struct proxy *p = c->proxy;
    struct address number;
    struct str host = p->via->port ? p->via->host : c->request.host;
    /* Another proxy would not tell us what it connects to. */
    if (p->via->port && address_parse(c->request.host, &number) && !address_allowed(&p->rules, number)) {
        note_refusal(c, number);
        answer(c, "403 Forbidden", REFUSAL);
        return;
    }
    if (name_known(buf_str(&p->resolve), host, p->via->port ? p->via->port : c->request.port, &c->addresses)) {
        try_next(c);
        return;
    }
    c->query = name_ask(host);
    if (!c->query) {
        answer(c, "503 Service Unavailable", "no thread for DNS");
        return;
    }
    c->state = STATE_LOOKUP;
    c->lookup.fd = name_fd(c->query);
    watch(p, &c->lookup, LOOP_READ);
    watch(p, &c->client, 0);
}

static void take_name(struct connection *c)
{
    loop_forget(c->proxy->loop, &c->lookup);
    c->lookup.fd = -1;
    name_take(c->query, &c->addresses);
    name_drop(c->query);
    c->query = NULL;
    try_next(c);
}

static void serve_file(struct connection *c)
{
    bool get = str_eq(c->request.method, STR("GET")), ours = str_eq_nocase(c->request.host, STR(PROXY_FILE_HOST));
    if (!ours) {
        answer(c, "403 Forbidden", "a page of this machine gets nothing from the network");
        return;
    }
    buf_clear(&c->head);
    if (get && !c->request.connect)
        proxy_file_answer(c->request.path, &c->head);
    else
        buf_add(&c->head, STR("HTTP/1.1 405 Method Not Allowed\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"));
    to_answer(c);
}

static void start_request(struct connection *c)
{
    struct proxy *p = c->proxy;
    p->counts.n_requests++;
    if (p->reach == PROXY_FILES)
        serve_file(c);
    else if (p->reach == PROXY_NOWHERE)
        answer(c, "403 Forbidden", "offline");
    else if (p->counts.n_bytes > PROXY_PAGE_BYTES)
        answer(c, "503 Service Unavailable", "the page has loaded too much");
    else
        look_up(c);
}

static ssize_t read_into(struct loop_watch *s, struct buf *b)
{
    char piece[1 << 14];
    ssize_t n = recv(s->fd, piece, sizeof piece, 0);
    if (n > 0)
        buf_add_bytes(b, piece, (size_t)n);
    return n < 0 && (errno == EAGAIN || errno == EINTR) ? 1 : n;
}

static void read_request(struct connection *c)
{
    if (read_into(&c->client, &c->text) <= 0 || c->text.over) {
        end(c);
        return;
    }
    c->active_at = clock_steady_ms();
    switch (proxy_head_read(buf_str(&c->text), &c->request)) {
    case PROXY_MORE:
        break;
    case PROXY_BAD:
        answer(c, "400 Bad Request", "weft's proxy takes whole http addresses and CONNECT");
        break;
    case PROXY_WHOLE:
        start_request(c);
        break;
    }
}

static void flow_put(struct flow *f, struct str bytes)
{
    memcpy(f->data + f->to, bytes.ptr, bytes.len);
    f->to += bytes.len;
}

/* What is waited for follows from what is in the buffers. */
static void watch_relay(struct connection *c)
{
    bool up_room = c->up.to < RELAY_BYTES && !c->up.ended, down_room = c->down.to < RELAY_BYTES && !c->down.ended;
    watch(c->proxy, &c->client, (up_room ? LOOP_READ : 0u) | (c->down.from < c->down.to ? LOOP_WRITE : 0u));
    watch(c->proxy, &c->server, (down_room ? LOOP_READ : 0u) | (c->up.from < c->up.to ? LOOP_WRITE : 0u));
}

/* False: the sender is gone for good. */
static bool fill(struct connection *c, struct flow *f, int fd)
{
    ssize_t n = recv(fd, f->data + f->to, RELAY_BYTES - f->to, 0);
    if (n < 0)
        return errno == EAGAIN || errno == EINTR;
    f->to += (size_t)n;
    f->ended = n == 0;
    if (f == &c->down)
        c->proxy->counts.n_bytes += (uint64_t)n;
    return true;
}

static bool empty(struct flow *f, int fd)
{
    if (f->from < f->to) {
        ssize_t n = send(fd, f->data + f->from, f->to - f->from, MSG_NOSIGNAL);
        if (n < 0)
            return errno == EAGAIN || errno == EINTR;
        f->from += (size_t)n;
    }
    if (f->from == f->to) {
        f->from = f->to = 0;
        if (f->ended && !f->shut)
            shutdown(fd, SHUT_WR);
        f->shut = f->ended;
    }
    return true;
}

/* The answer's head goes through our hands; what follows does not. True: the head has passed, or never will. */
static bool pass_head(struct connection *c)
{
    struct str bytes = { c->down.data, c->down.to };
    size_t len = 0;
    bool interim = false;
    AUTO(buf) out = BUF(RELAY_ROOM);
    enum proxy_reading reading = proxy_answer_read(bytes, &len, &interim);
    if (reading == PROXY_MORE && bytes.len < RELAY_BYTES && !c->down.ended)
        return false;
    c->answer_head = false;
    /* An answer of HTTP/0.9, or a head without end: the client cannot keep such a connection. */
    if (reading != PROXY_WHOLE)
        return true;
    if (interim) {
        memmove(c->down.data, c->down.data + len, c->down.to - len);
        c->down.to -= len;
        c->answer_head = true;
        return pass_head(c);
    }
    proxy_answer_write(str_sub(bytes, 0, len), &out);
    buf_add(&out, str_sub(bytes, len, bytes.len));
    c->down.to = 0;
    flow_put(&c->down, buf_str(&out));
    return true;
}

/* Reads what is there. False: the client is gone; one that has nothing to say any more does not wait for an answer either. */
static bool take_in(struct connection *c, struct loop_watch *s)
{
    if (s == &c->client)
        return c->up.to == RELAY_BYTES || (fill(c, &c->up, s->fd) && !c->up.ended);
    /* A server that resets has said all it will say. */
    if (c->down.to < RELAY_BYTES && !fill(c, &c->down, s->fd))
        c->down.ended = true;
    return true;
}

/* Reads and sends what it can. False: it is over. */
static bool move(struct connection *c, struct loop_watch *s, unsigned events)
{
    if (events & (LOOP_READ | LOOP_ERROR) && !take_in(c, s))
        return false;
    if (c->answer_head && (c->down.to || c->down.ended) && !pass_head(c))
        return c->state == STATE_RELAY && !c->down.ended && empty(&c->up, c->server.fd);
    if (c->down.ended)
        shut(c->proxy, &c->server);
    bool sent = empty(&c->down, c->client.fd) && (c->server.fd < 0 || empty(&c->up, c->server.fd));
    return sent && !c->down.shut && c->proxy->counts.n_bytes <= PROXY_PAGE_BYTES;
}

static void relay(struct connection *c, struct loop_watch *s, unsigned events)
{
    c->active_at = clock_steady_ms();
    if (move(c, s, events))
        watch_relay(c);
    else if (c->state != STATE_OVER)
        end(c);
}

/* The connection stands: a tunnel is told so, a request is sent. */
static void start_relay(struct connection *c)
{
    AUTO(buf) head = BUF(RELAY_ROOM);
    int fault = 0;
    socklen_t n = sizeof fault;
    if (getsockopt(c->server.fd, SOL_SOCKET, SO_ERROR, &fault, &n) || fault) {
        try_next(c);
        return;
    }
    struct str rest = str_sub(buf_str(&c->text), c->request.len, c->text.len);
    c->up.data = heap_grow(NULL, RELAY_ROOM);
    c->down.data = heap_grow(NULL, RELAY_ROOM);
    c->state = STATE_RELAY;
    c->answer_head = !c->request.connect;
    if (c->proxy->via->port)
        proxy_head_write_whole(&c->request, buf_str(&c->proxy->via->authorization), &head);
    else if (c->request.connect)
        flow_put(&c->down, STR("HTTP/1.1 200 Connected\r\n\r\n"));
    else
        proxy_head_write(&c->request, &head);
    buf_add(&head, rest);
    if (head.over) {
        end(c);
        return;
    }
    flow_put(&c->up, buf_str(&head));
    watch_relay(c);
}

static void on_event(struct loop_watch *s, unsigned events)
{
    struct connection *c = s->owner;
    switch (c->state) {
    case STATE_HEAD:
        read_request(c);
        break;
    case STATE_LOOKUP:
        if (s == &c->lookup)
            take_name(c);
        else
            end(c);
        break;
    case STATE_CONNECT:
        if (s == &c->server)
            start_relay(c);
        else if (events & LOOP_ERROR)
            end(c);
        else
            watch(c->proxy, &c->client, 0);
        break;
    case STATE_RELAY:
        relay(c, s, events);
        break;
    case STATE_ANSWER:
        send_answer(c);
        break;
    case STATE_OVER:
        break;
    }
}

static void on_client(struct loop_watch *accepting, unsigned events UNUSED)
{
    struct proxy *p = accepting->owner;
    for (;;) {
        int one = 1, fd = accept4(p->accept.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd < 0)
            return;
        if (p->n >= PROXY_CONNECTIONS) {
            close(fd);
            continue;
        }
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        struct connection *c = heap_grow(NULL, sizeof *c);
        *c = (struct connection){
            .proxy = p, .next = p->first, .head = BUF(PROXY_FILE_MAX + PROXY_HEAD_MAX), .text = BUF(RELAY_BYTES / 2)
        };
        c->client = (struct loop_watch){ .fd = fd, .ready = on_event, .owner = c };
        c->server = c->lookup = (struct loop_watch){ .fd = -1, .ready = on_event, .owner = c };
        c->active_at = clock_steady_ms();
        p->first = c;
        p->n++;
        watch(p, &c->client, LOOP_READ);
        if (p->late.place == 0)
            loop_at(p->loop, &p->late, c->active_at + LATE_EVERY_MS);
    }
}

static void give_up_late(struct loop_timer *t)
{
    struct proxy *p = t->owner;
    int64_t now = clock_steady_ms();
    for (struct connection *c = p->first; c; c = c->next) {
        int64_t idle = now - c->active_at;
        if (c->state == STATE_CONNECT && idle > PROXY_CONNECT_MS)
            try_next(c);
        else if (c->state == STATE_LOOKUP && idle > PROXY_CONNECT_MS)
            answer(c, "504 Gateway Timeout", "the name server does not answer");
        else if (c->state != STATE_OVER && idle > PROXY_IDLE_MS)
            end(c);
    }
    if (p->first)
        loop_at(p->loop, t, now + LATE_EVERY_MS);
}

static void on_sweep(struct loop_timer *t)
{
    sweep(t->owner);
}

void proxy_counts(const struct proxy *p, struct proxy_counts *out)
{
    *out = p->counts;
    out->refused = buf_str(&p->refused);
}

static void end_all(struct proxy *p)
{
    for (struct connection *c = p->first; c; c = c->next)
        end(c);
    sweep(p);
}

void proxy_page(struct proxy *p, enum proxy_reach reach)
{
    end_all(p);
    p->reach = reach;
    p->via = &p->usual;
    p->counts = (struct proxy_counts){ 0 };
    buf_clear(&p->refused);
}

static int read_upstream(struct upstream *u, struct str address, struct err *e)
{
    u->port = 0;
    buf_clear(&u->text);
    buf_clear(&u->authorization);
    buf_add(&u->text, address);
    if (address.len && !proxy_address_read(buf_str(&u->text), &u->host, &u->port, &u->authorization))
        return err_set(e, E_FORMAT, "the browser cannot use this proxy; write http://HOST:PORT");
    return 0;
}

static void upstream_drop(struct upstream *u)
{
    buf_drop(&u->text);
    buf_drop(&u->authorization);
}

int proxy_via(struct proxy *p, struct str upstream, struct err *e)
{
    int bad = read_upstream(&p->own, upstream, e);
    if (!bad && upstream.len)
        p->via = &p->own;
    return bad;
}

static int read_options(struct proxy *p, const struct proxy_options *o, struct err *e)
{
    int bad = address_rules_read(o->allow_address, &p->rules, e);
    if (bad || (bad = name_list_check(o->resolve, e)))
        return bad;
    buf_add(&p->resolve, o->resolve);
    return read_upstream(&p->usual, o->upstream, e);
}

int proxy_open(int listen_fd, const struct proxy_options *o, struct proxy **out, struct err *e)
{
    struct proxy *p = heap_grow(NULL, sizeof *p);
    *p = (struct proxy){ .loop = o->loop,
                         .accept = { .fd = listen_fd, .ready = on_client, .owner = p },
                         .sweeper = { .due = on_sweep, .owner = p },
                         .late = { .due = give_up_late, .owner = p },
                         .resolve = BUF((size_t)1 << 20),
                         .usual = { .text = BUF(4096), .authorization = BUF(8192), .trusted = true },
                         .own = { .text = BUF(4096), .authorization = BUF(8192) },
                         .refused = BUF(REFUSED_BYTES) };
    p->via = &p->usual;
    int bad = read_options(p, o, e);
    if (bad) {
        proxy_close(p);
        return bad;
    }
    watch(p, &p->accept, LOOP_READ);
    *out = p;
    return 0;
}

void proxy_close(struct proxy *p)
{
    if (!p)
        return;
    end_all(p);
    loop_cancel(p->loop, &p->sweeper);
    loop_cancel(p->loop, &p->late);
    shut(p, &p->accept);
    buf_drop(&p->resolve);
    upstream_drop(&p->usual);
    upstream_drop(&p->own);
    buf_drop(&p->refused);
    heap_free(p);
}
