/* The proxy between a client and servers that are all this test: nothing but loopback is ever connected to. */
#include "browser/proxy.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/io.h"
#include "tests/tap.h"

struct world {
    struct loop *loop;
    struct proxy *proxy;
    unsigned port;   /* the proxy's */
    int server_fd;   /* listens */
    unsigned server; /* its port */
};

static bool has(struct str s, const char *part)
{
    return str_find(s, str_of(part), 0) != SIZE_MAX;
}

static int listen_here(unsigned *port)
{
    struct sockaddr_in here = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t n = sizeof here;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (bind(fd, (struct sockaddr *)&here, sizeof here) || listen(fd, 16) || getsockname(fd, (struct sockaddr *)&here, &n))
        return -1;
    *port = ntohs(here.sin_port);
    return fd;
}

static int connect_here(unsigned port)
{
    struct sockaddr_in here = { .sin_family = AF_INET,
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                .sin_port = htons((uint16_t)port) };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(fd, (struct sockaddr *)&here, sizeof here))
        return -1;
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

static bool open_world(struct world *w, const char *allow, const char *resolve, const char *upstream)
{
    struct err e = { 0 };
    *w = (struct world){ .proxy = NULL };
    if (loop_open(&w->loop, &e))
        return false;
    struct proxy_options o = { w->loop, str_of(allow), str_of(resolve), str_of(upstream) };
    w->server_fd = listen_here(&w->server);
    int fd = listen_here(&w->port);
    return w->server_fd >= 0 && fd >= 0 && proxy_open(fd, &o, &w->proxy, &e) == 0;
}

static void world_drop(struct world *w)
{
    proxy_close(w->proxy);
    loop_close(w->loop);
    close(w->server_fd);
}

/* Lets the proxy work for a moment. */
static void turn(struct world *w)
{
    struct err e;
    if (loop_step(w->loop, 20, &e))
        ok(false, "loop_step: %s", e.text);
}

/* What comes on a socket until `end` is in it, the other side closes or two seconds pass. */
static struct str hear(struct arena *a, struct world *w, int fd, const char *end)
{
    AUTO(buf) b = BUF((size_t)8 << 20);
    int64_t until = clock_steady_ms() + 2000;
    struct str text = STR("");
    while (clock_steady_ms() < until && (!end || !has(buf_str(&b), end))) {
        char piece[1 << 14];
        turn(w);
        ssize_t n = recv(fd, piece, sizeof piece, MSG_DONTWAIT);
        if (n == 0)
            break;
        if (n > 0)
            buf_add_bytes(&b, piece, (size_t)n);
    }
    return buf_take(&b, a, &text, NULL) ? STR("") : text;
}

/* The server's side of the next connection; -1 where none comes within 200 ms. */
static int answerer(struct world *w)
{
    for (int i = 0; i < 10; i++) {
        turn(w);
        int fd = accept4(w->server_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd >= 0)
            return fd;
    }
    return -1;
}

static void say(int fd, struct str text)
{
    while (text.len) {
        ssize_t n = send(fd, text.ptr, text.len, MSG_NOSIGNAL);
        if (n <= 0)
            return;
        text = str_sub(text, (size_t)n, text.len);
    }
}

/* A client that has asked for something. */
static int ask(struct world *w, const char *format, unsigned port)
{
    char text[512];
    int fd = connect_here(w->port);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    snprintf(text, sizeof text, format, port);
#pragma GCC diagnostic pop
    say(fd, str_of(text));
    return fd;
}

static void forwards(void)
{
    AUTO(arena) a = { 0 };
    AUTO(world) w = { 0 };
    if (!ok(open_world(&w, "127.0.0.1", "", ""), "a proxy that may reach loopback"))
        return;
    int client =
        ask(&w, "POST http://127.0.0.1:%u/x?y HTTP/1.1\r\nHost: z\r\nProxy-Connection: keep-alive\r\nContent-Length: 4\r\n\r\nbody",
            w.server);
    int server = answerer(&w);
    struct str request = hear(&a, &w, server, "body");
    ok(str_starts(request, STR("POST /x?y HTTP/1.1\r\nHost: 127.0.0.1:")) && has(request, "\r\n\r\nbody"),
       "a request is passed on");
    ok(!has(request, "Proxy-Connection") && has(request, "Connection: close\r\n"), "without what was for the proxy");
    say(server, STR("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nConnec"));
    turn(&w);
    say(server, STR("tion: keep-alive\r\nContent-Length: 5\r\n\r\nhello"));
    struct str answer = hear(&a, &w, client, "hello");
    eq_str(answer, STR("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"),
           "the answer comes back, to be the last");
    close(client);
    ok(hear(&a, &w, server, NULL).len == 0, "a client that goes takes its connection along");
    close(server);

    client = ask(&w, "GET http://127.0.0.1:%u/ HTTP/1.1\r\n\r\n", w.server);
    server = answerer(&w);
    hear(&a, &w, server, "\r\n\r\n");
    say(server, STR("HTTP/1.0 200 OK\r\n\r\nto the end"));
    close(server);
    ok(has(hear(&a, &w, client, NULL), "\r\n\r\nto the end"), "an answer without a length ends with its connection");
    close(client);

    AUTO(buf) much = BUF(1 << 20);
    buf_add(&much, STR("HTTP/1.1 200 OK\n"));
    for (int i = 0; i < 5000; i++)
        buf_add(&much, STR("a:\n"));
    buf_add(&much, STR("\n"));
    for (int i = 0; i < 20000; i++)
        buf_addf(&much, "%06d", i);
    client = ask(&w, "GET http://127.0.0.1:%u/ HTTP/1.1\r\n\r\n", w.server);
    server = answerer(&w);
    say(server, buf_str(&much));
    close(server);
    struct str all = hear(&a, &w, client, NULL);
    ok(all.len == 17 + 5000 * 4 + 21 + 120000 && has(all, "\r\n\r\n000000000001") && str_ends(all, STR("019999")),
       "a head and a body that come at once, with ends of lines to mend");
    close(client);

    client = ask(&w, "GET http://127.0.0.1:%u/ HTTP/1.1\r\n\r\n", w.server);
    server = answerer(&w);
    close(server);
    eq_int(hear(&a, &w, client, NULL).len, 0, "a server that says nothing is passed on as that");
    close(client);
    struct proxy_counts counts;
    proxy_counts(w.proxy, &counts);
    ok(counts.n_requests == 4 && counts.n_refused == 0 && counts.n_bytes > 50, "and all is counted");
}

static void tunnels(void)
{
    AUTO(arena) a = { 0 };
    AUTO(world) w = { 0 };
    AUTO(buf) much = BUF((size_t)4 << 20);
    char resolve[64] = "a.test:*:127.0.0.1";
    if (!ok(open_world(&w, "127.0.0.0/8", resolve, ""), "a proxy with a list of names"))
        return;
    int client = ask(&w, "CONNECT a.test:%u HTTP/1.1\r\nHost: a.test\r\n\r\nfirst", w.server), server = answerer(&w);
    eq_str(hear(&a, &w, client, "\r\n\r\n"), STR("HTTP/1.1 200 Connected\r\n\r\n"), "a tunnel stands");
    eq_str(hear(&a, &w, server, "first"), STR("first"), "what came with the request goes through");
    for (int i = 0; i < 200000; i++)
        buf_addf(&much, "%06d ", i);
    /* More than all buffers hold, so both sides have to wait for each other. */
    fcntl(server, F_SETFL, O_NONBLOCK);
    size_t sent = 0, got = 0;
    uint64_t same = 1;
    for (int64_t until = clock_steady_ms() + 20000; got < much.len && clock_steady_ms() < until;) {
        char piece[1 << 15];
        ssize_t n = sent < much.len ? send(server, much.ptr + sent, much.len - sent, MSG_NOSIGNAL) : 0;
        sent += n > 0 ? (size_t)n : 0;
        turn(&w);
        n = recv(client, piece, sizeof piece, MSG_DONTWAIT);
        same &= n <= 0 || memcmp(piece, much.ptr + got, (size_t)n) == 0;
        got += n > 0 ? (size_t)n : 0;
    }
    ok(got == much.len && same, "a megabyte and more comes through as it is");
    close(server);
    eq_int(hear(&a, &w, client, NULL).len, 0, "the end too");
    close(client);
}

static void refused(struct world *w, const char *format, const char *words)
{
    AUTO(arena) a = { 0 };
    int client = ask(w, format, w->server);
    struct str answer = hear(&a, w, client, "\r\n\r\n");
    ok(str_starts(answer, STR("HTTP/1.1 403 ")) && has(answer, words), "refused: %.40s", format);
    int server = accept4(w->server_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    ok(server < 0, "and no connection was made");
    close(client);
}

static void guards(void)
{
    AUTO(arena) a = { 0 };
    AUTO(world) w = { 0 };
    struct proxy_counts counts;
    if (!ok(open_world(&w, "", "inner.test:*:127.0.0.1\nv6.test:*:::1\n", ""), "a proxy without rules"))
        return;
    refused(&w, "GET http://127.0.0.1:%u/ HTTP/1.1\r\n\r\n", "does not connect");
    refused(&w, "GET http://2130706433:%u/ HTTP/1.1\r\n\r\n", "does not connect");
    refused(&w, "GET http://0x7f.1:%u/ HTTP/1.1\r\n\r\n", "does not connect");
    refused(&w, "GET http://[::ffff:127.0.0.1]:%u/ HTTP/1.1\r\n\r\n", "does not connect");
    refused(&w, "GET http://localhost:%u/ HTTP/1.1\r\n\r\n", "does not connect");
    refused(&w, "GET http://x.localhost.:%u/ HTTP/1.1\r\n\r\n", "does not connect");
    refused(&w, "CONNECT 127.0.0.1:%u HTTP/1.1\r\n\r\n", "does not connect");
    refused(&w, "CONNECT inner.test:%u HTTP/1.1\r\n\r\n", "does not connect");
    refused(&w, "CONNECT v6.test:%u HTTP/1.1\r\n\r\n", "does not connect");
    proxy_counts(w.proxy, &counts);
    eq_int(counts.n_refused, 9, "every refusal is counted");
    ok(has(counts.refused, "inner.test:") && has(counts.refused, " (127.0.0.1) loopback\n"), "and told");
    int client = ask(&w, "GET http://nobody.invalid:%u/ HTTP/1.1\r\n\r\n", 80);
    ok(str_starts(hear(&a, &w, client, "\r\n\r\n"), STR("HTTP/1.1 502 ")), "a name that cannot be");
    close(client);
    proxy_page(w.proxy, PROXY_NOWHERE);
    proxy_counts(w.proxy, &counts);
    eq_int(counts.n_requests, 0, "a new page starts from nothing");
    refused(&w, "GET http://127.0.0.1:%u/ HTTP/1.1\r\n\r\n", "offline");
}

static void bad_clients(void)
{
    AUTO(arena) a = { 0 };
    AUTO(world) w = { 0 };
    AUTO(buf) head = BUF((size_t)1 << 20);
    if (!ok(open_world(&w, "127.0.0.1", "", ""), "a proxy"))
        return;
    int client = ask(&w, "GET /not-a-proxy-request HTTP/1.1\r\nX: %u\r\n\r\n", 1);
    ok(str_starts(hear(&a, &w, client, "\r\n\r\n"), STR("HTTP/1.1 400 ")), "what is for a server is refused");
    close(client);
    client = connect_here(w.port);
    buf_add(&head, STR("GET http://127.0.0.1/ HTTP/1.1\r\n"));
    while (head.len < 100000)
        buf_add(&head, STR("X-Line: and another one\r\n"));
    say(client, buf_str(&head));
    eq_int(hear(&a, &w, client, NULL).len, 0, "a head without end is cut off");
    close(client);
    client = connect_here(w.port);
    turn(&w);
    close(client);
    turn(&w);
    /* More connections than are allowed: the rest is closed, the proxy goes on. */
    int many[PROXY_CONNECTIONS + 20];
    for (size_t i = 0; i < ARRAY_LEN(many); i++) {
        many[i] = connect_here(w.port);
        turn(&w);
    }
    char byte;
    ok(recv(many[ARRAY_LEN(many) - 1], &byte, 1, MSG_DONTWAIT) == 0, "there is a limit to connections");
    for (size_t i = 0; i < ARRAY_LEN(many); i++)
        close(many[i]);
    turn(&w);
    client = ask(&w, "GET http://127.0.0.1:%u/ HTTP/1.1\r\n\r\n", w.server);
    int server = answerer(&w);
    ok(server >= 0, "and afterwards it works as before");
    proxy_page(w.proxy, PROXY_NETWORK);
    ok(recv(client, &byte, 1, 0) <= 0, "a new page cuts what the old one has open");
    close(client);
    close(server);
}

static struct str file_answer(struct arena *a, struct world *w, const char *path)
{
    char text[512];
    int client = connect_here(w->port);
    snprintf(text, sizeof text, "GET http://" PROXY_FILE_HOST "%s HTTP/1.1\r\n\r\n", path);
    say(client, str_of(text));
    struct str answer = hear(a, w, client, NULL);
    close(client);
    return answer;
}

static void files(void)
{
    AUTO(arena) a = { 0 };
    AUTO(world) w = { 0 };
    struct err e;
    char folder[] = "/tmp/weft-test-XXXXXX", path[128];
    if (!ok(open_world(&w, "127.0.0.1", "", "") && mkdtemp(folder), "a folder"))
        return;
    static const char *const names[] = { "a b.css", "c.css?v=1", "secret.txt", "p.html", "f.woff2" };
    bool written = true;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        written = written && io_write(path, str_of(names[i]), &e) == 0;
    }
    snprintf(path, sizeof path, "%s/pipe.css", folder);
    written = written && mkfifo(path, 0600) == 0;
    proxy_page(w.proxy, PROXY_FILES);
    snprintf(path, sizeof path, "%s/a%%20b.css?x", folder);
    ok(written && has(file_answer(&a, &w, path), "Content-Type: text/css\r\nConnection: close\r\n\r\na b.css"),
       "a style sheet, its query left out");
    snprintf(path, sizeof path, "%s/c.css?v=1", folder);
    ok(has(file_answer(&a, &w, path), "\r\n\r\nc.css?v=1"), "a query that is part of the name");
    snprintf(path, sizeof path, "%s/p.html", folder);
    ok(has(file_answer(&a, &w, path), "Content-Security-Policy: sandbox allow-scripts\r\n"), "a page has an origin of its own");
    snprintf(path, sizeof path, "%s/f.woff2", folder);
    ok(has(file_answer(&a, &w, path), "Access-Control-Allow-Origin: *\r\n"), "a font may be used by it");
    snprintf(path, sizeof path, "%s/secret.txt", folder);
    ok(has(file_answer(&a, &w, path), " 404 "), "what pages are not made of is not there");
    snprintf(path, sizeof path, "%s/pipe.css", folder);
    ok(has(file_answer(&a, &w, path), " 404 "), "nor is a pipe");
    ok(has(file_answer(&a, &w, "/etc/passwd"), " 404 ") && has(file_answer(&a, &w, "/etc/passwd%00.css"), " 404 "),
       "nor the system's files");
    refused(&w, "GET http://127.0.0.1:%u/ HTTP/1.1\r\n\r\n", "nothing from the network");
    refused(&w, "CONNECT 127.0.0.1:%u HTTP/1.1\r\n\r\n", "nothing from the network");
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/pipe.css", folder);
    unlink(path);
    rmdir(folder);
}

static void upstream(void)
{
    AUTO(arena) a = { 0 };
    AUTO(world) w = { 0 };
    char address[64];
    unsigned port;
    int fd = listen_here(&port);
    snprintf(address, sizeof address, "http://user:pass@127.0.0.1:%u/", port);
    if (!ok(open_world(&w, "", "", address), "another proxy behind this one"))
        return;
    close(w.server_fd);
    w.server_fd = fd;
    int client = ask(&w, "GET http://far.test:%u/x HTTP/1.1\r\nAccept: a\r\n\r\n", 81), server = answerer(&w);
    eq_str(
        hear(&a, &w, server, "\r\n\r\n"),
        STR("GET http://far.test:81/x HTTP/1.1\r\nHost: far.test:81\r\nProxy-Authorization: Basic dXNlcjpwYXNz\r\nAccept: a\r\nConnection: "
            "close\r\n\r\n"),
        "gets requests whole");
    close(client);
    close(server);
    client = ask(&w, "CONNECT far.test:%u HTTP/1.1\r\n\r\n", 443);
    server = answerer(&w);
    ok(str_starts(hear(&a, &w, server, "\r\n\r\n"), STR("CONNECT far.test:443 HTTP/1.1\r\n")), "and tunnels");
    say(server, STR("HTTP/1.1 200 Fine\r\n\r\nx"));
    eq_str(hear(&a, &w, client, "x"), STR("HTTP/1.1 200 Fine\r\n\r\nx"), "and answers for them");
    close(client);
    close(server);
    refused(&w, "GET http://10.0.0.1:%u/ HTTP/1.1\r\n\r\n", "does not connect");
    struct err e = { 0 };
    struct proxy *p;
    struct proxy_options o = { .loop = w.loop, .upstream = STR("socks5://127.0.0.1:1080") };
    eq_int(proxy_open(listen_here(&port), &o, &p, &e), E_FORMAT, "other kinds of proxies are refused");
    ok(has(str_of(e.text), "http://HOST:PORT"), "with what to write: %s", e.text);
}

int main(void)
{
    forwards();
    tunnels();
    guards();
    bad_clients();
    files();
    upstream();
    return tap_done();
}
