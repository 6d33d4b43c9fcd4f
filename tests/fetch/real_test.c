/* Real servers on loopback: nginx for validators, ranges, gzip, keep-alive, TLS and HTTP/2; tinyproxy for the way through a proxy.
 *
 * Each is started here in a folder of its own and ended by its process id. What is not installed is skipped with the reason. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/stat.h>
#include <time.h>

#include "base/io.h"
#include "fetch/fetch.h"
#include "fetch/header.h"
#include "tests/fetch/server.h"
#include "tests/tap.h"

struct world {
    struct arena *arena;
    char folder[64];
    struct server nginx, proxy;
    unsigned port, tls_port, proxy_port;
    struct fetch_clock clock;
};

static bool has(struct str s, const char *part)
{
    return str_find(s, str_of(part), 0) != SIZE_MAX;
}

/* A port that is free now. */
static unsigned free_port(void)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof a;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool bound = fd >= 0 && bind(fd, (struct sockaddr *)&a, len) == 0 && getsockname(fd, (struct sockaddr *)&a, &len) == 0;
    if (fd >= 0)
        close(fd);
    return bound ? ntohs(a.sin_port) : 0;
}

/* Waits up to ten seconds until somebody listens. */
static bool wait_for(unsigned port)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons((uint16_t)port) };
    for (int i = 0; i < 200; i++) {
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        bool there = connect(fd, (struct sockaddr *)&a, sizeof a) == 0;
        close(fd);
        if (there)
            return true;
        nanosleep(&(struct timespec){ .tv_nsec = 50000000 }, NULL);
    }
    return false;
}

static void write_file(struct world *w, const char *name, struct str bytes)
{
    struct err e = { 0 };
    if (io_write(arena_printf(w->arena, "%s/%s", w->folder, name).ptr, bytes, &e))
        ok(false, "%s", e.text);
}

static int run(char *const argv[])
{
    int status = -1;
    pid_t pid = fork();
    if (pid == 0) {
        if (!freopen("/dev/null", "w", stderr) || !freopen("/dev/null", "w", stdout))
            _exit(126);
        execvp(argv[0], argv);
        _exit(127);
    }
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool make_certificate(struct world *w)
{
    char *key = (char *)arena_printf(w->arena, "%s/key.pem", w->folder).ptr,
         *cert = (char *)arena_printf(w->arena, "%s/cert.pem", w->folder).ptr;
    char *argv[] = { "openssl",
                     "req",
                     "-x509",
                     "-newkey",
                     "ec",
                     "-pkeyopt",
                     "ec_paramgen_curve:prime256v1",
                     "-nodes",
                     "-keyout",
                     key,
                     "-out",
                     cert,
                     "-days",
                     "30",
                     "-subj",
                     "/CN=a.test",
                     "-addext",
                     "subjectAltName=DNS:a.test",
                     NULL };
    return run(argv) == 0;
}

static bool start_nginx(struct world *w)
{
    w->port = free_port();
    w->tls_port = free_port();
    const char *f = w->folder;
    write_file(
        w, "nginx.conf",
        arena_printf(
            w->arena,
            "daemon off;\nmaster_process off;\npid %s/pid;\nerror_log %s/error.log;\nevents {}\nhttp {\n"
            "log_format c '$connection $request';\naccess_log %s/access.log c;\ngzip on;\ngzip_min_length 100;\n"
            "types { text/html html; }\nclient_body_temp_path %s/t1;\nproxy_temp_path %s/t2;\nfastcgi_temp_path %s/t3;\n"
            "uwsgi_temp_path %s/t4;\nscgi_temp_path %s/t5;\n"
            "server { listen 127.0.0.1:%u; root %s/www; }\n"
            "server { listen 127.0.0.1:%u ssl http2; ssl_certificate %s/cert.pem; ssl_certificate_key %s/key.pem; root %s/www; }\n}\n",
            f, f, f, f, f, f, f, f, w->port, f, w->tls_port, f, f, f));
    char *argv[] = { "nginx",
                     "-p",
                     w->folder,
                     "-e",
                     (char *)arena_printf(w->arena, "%s/error.log", f).ptr,
                     "-c",
                     (char *)arena_printf(w->arena, "%s/nginx.conf", f).ptr,
                     NULL };
    int fd;
    if (!w->port || !w->tls_port || !server_spawn(&w->nginx, argv, &fd))
        return false;
    close(fd);
    return wait_for(w->port) && wait_for(w->tls_port);
}

static bool start_proxy(struct world *w)
{
    w->proxy_port = free_port();
    write_file(
        w, "proxy.conf",
        arena_printf(
            w->arena,
            "Port %u\nListen 127.0.0.1\nTimeout 30\nMaxClients 20\nAllow 127.0.0.1\nConnectPort %u\nLogFile \"%s/proxy.log\"\n",
            w->proxy_port, w->tls_port, w->folder));
    char *argv[] = { "tinyproxy", "-d", "-c", (char *)arena_printf(w->arena, "%s/proxy.conf", w->folder).ptr, NULL };
    int fd;
    if (!w->proxy_port || !server_spawn(&w->proxy, argv, &fd))
        return false;
    close(fd);
    return wait_for(w->proxy_port);
}

static struct fetcher *open_fetcher(struct world *w, struct fetch_options o)
{
    struct fetcher *f = NULL;
    struct err e = { 0 };
    o.clock = w->clock;
    o.resolve = arena_printf(w->arena, "a.test:%u:127.0.0.1\na.test:%u:127.0.0.1\n*:80:127.0.0.1", w->port, w->tls_port);
    if (fetcher_open(&o, &f, &e))
        printf("Bail out! %s\n", e.text);
    return f;
}

static struct response get(struct world *w, struct fetcher *f, const struct request *q)
{
    struct err e = { 0 };
    struct response r = { 0 };
    if (fetch_get(w->arena, f, q, &r, &e))
        ok(false, "fetch_get: %s", e.text);
    return r;
}

static void make_pages(struct world *w)
{
    AUTO(buf) page = BUF(100000);
    buf_add(&page, STR("<!DOCTYPE html><title>page</title>"));
    for (int i = 0; i < 1000; i++)
        buf_addf(&page, "<p>Paragraph %d of a page that compresses well.", i);
    mkdir(arena_printf(w->arena, "%s/www", w->folder).ptr, 0755);
    mkdir(arena_printf(w->arena, "%s/www/folder", w->folder).ptr, 0755);
    write_file(w, "www/page.html", buf_str(&page));
    write_file(w, "www/folder/index.html", STR("<p>folder"));
}

static void test_plain(struct world *w)
{
    struct fetcher *f = open_fetcher(w, (struct fetch_options){ .allow_address = STR("127.0.0.1") });
    struct request q = { .url = arena_printf(w->arena, "http://a.test:%u/page.html", w->port) };
    struct response r = get(w, f, &q);
    ok(r.state == FETCH_OK && r.http == 11 && r.body.len > 40000, "a page");
    eq_str(header_get(r.head, STR("Content-Encoding")), STR("gzip"), "that came compressed");
    ok(str_starts(r.etag, STR("W/")) && r.last_modified.len, "with validators");
    struct request again = q;
    again.etag = r.etag;
    again.last_modified = r.last_modified;
    again.known_hash = r.body_hash;
    r = get(w, f, &again);
    ok(r.state == FETCH_NOT_MODIFIED && r.status == 304, "not modified");
    again.etag = STR("");
    eq_int(get(w, f, &again).state, FETCH_NOT_MODIFIED, "by its date alone");
    again.last_modified = STR("Sun, 06 Nov 1994 08:49:37 GMT");
    r = get(w, f, &again);
    ok(r.state == FETCH_OK && r.unchanged, "touched, but the same");
    struct fetch_pair range = { STR("Range"), STR("bytes=0-14") };
    struct request part = { .url = q.url, .header = &range, .n_header = 1 };
    struct fetch_pair ranges[] = { range, { STR("Accept-Encoding"), STR("identity") } };
    part.header = ranges;
    part.n_header = 2;
    r = get(w, f, &part);
    ok(r.state == FETCH_OK && r.partial && r.status == 206, "a range");
    eq_str(r.body, STR("<!DOCTYPE html>"), "and no more");
    q.url = arena_printf(w->arena, "http://a.test:%u/folder", w->port);
    r = get(w, f, &q);
    ok(r.state == FETCH_OK && has(r.moved_to, "/folder/"), "nginx's permanent redirect to a folder");
    q.url = arena_printf(w->arena, "http://a.test:%u/none", w->port);
    eq_int(get(w, f, &q).state, FETCH_GONE, "a page that is not there");
    fetcher_close(f);
}

static void test_keep_alive(struct world *w)
{
    AUTO(arena) a = { 0 };
    struct str log;
    struct err e;
    if (io_read(&a, arena_printf(&a, "%s/access.log", w->folder).ptr, 1 << 20, &log, &e)) {
        ok(false, "%s", e.text);
        return;
    }
    struct str first = log, connection = str_cut(&first, ' ');
    unsigned n = 0, other = 0;
    while (log.len) {
        struct str line = str_cut(&log, '\n');
        n++;
        other += !str_eq(str_cut(&line, ' '), connection);
    }
    ok(n >= 8, "%u requests were made", n);
    eq_int(other, 0, "all over one connection");
}

static void test_tls(struct world *w)
{
    struct request q = { .url = arena_printf(w->arena, "https://a.test:%u/page.html", w->tls_port) };
    struct fetcher *f = open_fetcher(w, (struct fetch_options){ .allow_address = STR("127.0.0.1") });
    struct response r = get(w, f, &q);
    ok(r.state == FETCH_TLS && has(r.message, "certificate"), "a certificate nobody vouches for");
    fetcher_close(f);
    f = open_fetcher(w, (struct fetch_options){ .allow_address = STR("127.0.0.1"),
                                                .ca_file = arena_printf(w->arena, "%s/cert.pem", w->folder) });
    r = get(w, f, &q);
    ok(r.state == FETCH_OK && r.body.len > 40000, "a certificate that is known");
    eq_int(r.http, 20, "HTTP/2");
    q.url = arena_printf(w->arena, "https://127.0.0.1:%u/page.html", w->tls_port);
    eq_int(get(w, f, &q).state, FETCH_TLS, "for another name it does not count");
    q.url = arena_printf(w->arena, "http://a.test:%u/page.html", w->tls_port);
    eq_int(get(w, f, &q).status, 400, "plain HTTP to a TLS port is nginx's error");
    fetcher_close(f);
}

static void test_proxy(struct world *w)
{
    struct request q = { .url = arena_printf(w->arena, "http://127.0.0.1:%u/page.html", w->port) };
    struct str proxy = arena_printf(w->arena, "http://127.0.0.1:%u", w->proxy_port);
    struct fetcher *f = open_fetcher(w, (struct fetch_options){ .allow_address = STR("127.0.0.1"), .proxy = proxy });
    struct response r = get(w, f, &q);
    ok(r.state == FETCH_OK && r.body.len > 40000, "a page through tinyproxy");
    ok(has(header_get(r.head, STR("Via")), "tinyproxy"), "which says so");
    q.url = STR("http://10.1.1.1/");
    eq_int(get(w, f, &q).state, FETCH_BLOCKED, "the proxy is not asked for a private address");
    fetcher_close(f);
    f = open_fetcher(w, (struct fetch_options){ .allow_address = STR("127.0.0.1"),
                                                .proxy = proxy,
                                                .ca_file = arena_printf(w->arena, "%s/cert.pem", w->folder) });
    q.url = arena_printf(w->arena, "https://127.0.0.1:%u/page.html", w->tls_port);
    eq_int(get(w, f, &q).state, FETCH_TLS, "TLS through the proxy is checked all the same");
    fetcher_close(f);
    f = open_fetcher(w, (struct fetch_options){ .allow_address = STR("127.0.0.1"), .proxy = STR("http://127.0.0.1:1") });
    q.url = arena_printf(w->arena, "http://a.test:%u/page.html", w->port);
    r = get(w, f, &q);
    ok(r.state == FETCH_PROXY && has(r.message, "the proxy 127.0.0.1:1 does not answer"), "a proxy that is not there");
    fetcher_close(f);
}

static void clean_up(struct world *w)
{
    char *argv[] = { "rm", "-rf", w->folder, NULL };
    server_stop(&w->nginx);
    server_stop(&w->proxy);
    run(argv);
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct world w = { .arena = &a, .folder = "/tmp/weft-nginx-XXXXXX", .clock = fetch_clock_system() };
    signal(SIGPIPE, SIG_IGN);
    setenv("PATH", arena_printf(&a, "%s:/usr/sbin", getenv("PATH") ? getenv("PATH") : "/usr/bin").ptr,
           1); /* where Debian has nginx */
    if (!mkdtemp(w.folder)) {
        skip("no temporary folder");
        return tap_done();
    }
    make_pages(&w);
    if (!make_certificate(&w) || !start_nginx(&w)) {
        skip("nginx or openssl is not installed: Debian's nginx-light, openssl");
    } else {
        test_plain(&w);
        test_keep_alive(&w);
        test_tls(&w);
        if (start_proxy(&w))
            test_proxy(&w);
        else
            skip("tinyproxy is not installed: Debian's tinyproxy-bin");
    }
    clean_up(&w);
    return tap_done();
}
