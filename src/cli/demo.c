/* weft demo: the demo site on loopback, by a server that knows just enough HTTP to be a polite one.
 *
 * One thread, one connection at a time, HTTP/1.1 with Connection: close: a demonstration has one visitor, and a visitor who stalls is cut
 * off. Pages carry an ETag of their content, so that a conditional request is answered with 304. */
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/duration.h"
#include "base/hash.h"
#include "base/io.h"
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/demo_site.h"
#include "cli/output.h"

enum { REQUEST_MAX = 16 << 10, PATIENCE_MS = 2000 };

static const struct option option_port = { "port", 0, "N", "The port on 127.0.0.1; 0, the default, takes a free one.", NULL };
static const struct option option_pace = { "pace", 0, "TIME", "How often something changes; the default is 2s.", NULL };

struct demo {
    int fd;
    uint16_t port;
    int64_t start_ms, pace_ms;
    struct demo_moment moment;
};

static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
    stopped = signal_number;
}

/* ---- Requests ---- */

/* The head of a request, up to the empty line; false where the visitor stalls, leaves or talks too much. */
static bool read_head(int fd, char *head, size_t *len)
{
    int64_t until = clock_steady_ms() + PATIENCE_MS;

    for (*len = 0; *len < REQUEST_MAX;) {
        struct pollfd p = { .fd = fd, .events = POLLIN };
        int64_t left = until - clock_steady_ms();
        if (left <= 0 || poll(&p, 1, (int)left) <= 0)
            return false;
        ssize_t got = read(fd, head + *len, REQUEST_MAX - *len);
        if (got <= 0)
            return false;
        *len += (size_t)got;
        if (str_find((struct str){ head, *len }, STR("\r\n\r\n"), 0) != SIZE_MAX)
            return true;
    }
    return false;
}

static struct str header_of(struct str head, struct str name)
{
    while (head.len) {
        struct str line = str_cut(&head, '\n'), key = str_cut(&line, ':');
        if (str_eq_nocase(str_trim(key), name))
            return str_trim(line);
    }
    return STR("");
}

/* ---- Answers ---- */

struct answer {
    const char *status, *type;
    struct buf body;
};

static void answer_drop(struct answer *x)
{
    buf_drop(&x->body);
}

static void make_answer(struct demo *d, struct str path, struct answer *out)
{
    const struct demo_page *page = demo_pages;

    out->status = "200 OK";
    out->type = "text/html; charset=utf-8";
    if (str_eq(path, STR("/robots.txt"))) {
        out->type = "text/plain";
        buf_add(&out->body, STR("User-agent: *\nDisallow:\n"));
        return;
    }
    if (str_eq(path, STR("/picture.svg"))) {
        out->type = "image/svg+xml";
        demo_picture_add(&out->body, &d->moment);
        return;
    }
    while (page->path && !str_eq(str_of(page->path), path))
        page++;
    if (page->path) {
        d->moment.visits++;
        demo_page_add(&out->body, page, &d->moment);
        return;
    }
    out->status = "404 Not Found";
    buf_add(&out->body, STR("<!DOCTYPE html><title>Not found</title><h1>Not found</h1>\n"));
}

static void send_answer(int fd, const struct answer *x, bool head_only, struct str known)
{
    AUTO(buf) out = BUF(MIB(1));
    char etag[24];
    struct err gone;

    snprintf(etag, sizeof etag, "\"%016llx\"", (unsigned long long)hash_str(buf_str(&x->body)));
    bool same = str_eq(known, str_of(etag));
    buf_addf(&out, "HTTP/1.1 %s\r\nETag: %s\r\nConnection: close\r\n", same ? "304 Not Modified" : x->status, etag);
    if (!same)
        buf_addf(&out, "Content-Type: %s\r\nContent-Length: %zu\r\n", x->type, x->body.len);
    buf_add(&out, STR("\r\n"));
    if (!same && !head_only)
        buf_add(&out, buf_str(&x->body));
    if (io_write_fd(fd, buf_str(&out), &gone))
        return; /* the visitor has left */
}

static void serve(struct demo *d, int fd)
{
    AUTO(answer) x = { .body = BUF(MIB(1)) };
    char bytes[REQUEST_MAX];
    size_t len;

    if (!read_head(fd, bytes, &len))
        return;
    struct str head = { bytes, len }, line = str_cut(&head, '\n'), method = str_cut(&line, ' '), path = str_cut(&line, ' ');
    d->moment.tick = (uint64_t)((clock_steady_ms() - d->start_ms) / d->pace_ms);
    make_answer(d, str_sub(path, 0, MIN(str_find(path, STR("?"), 0), path.len)), &x);
    send_answer(fd, &x, str_eq(method, STR("HEAD")), header_of(head, STR("if-none-match")));
}

/* ---- The server ---- */

static int listen_on(struct demo *d, uint16_t port, struct err *e)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof at;
    int on = 1;

    d->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (d->fd < 0 || setsockopt(d->fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) || bind(d->fd, (struct sockaddr *)&at, len)
        || listen(d->fd, SOMAXCONN) || getsockname(d->fd, (struct sockaddr *)&at, &len))
        return err_system(e, "127.0.0.1:%u", port);
    d->port = ntohs(at.sin_port);
    return 0;
}

static int serve_all(struct demo *d, struct err *e)
{
    while (!stopped) {
        int fd = accept4(d->fd, NULL, NULL, SOCK_CLOEXEC);
        if (fd < 0 && (errno == EINTR || errno == ECONNABORTED))
            continue;
        if (fd < 0)
            return err_system(e, "demo");
        serve(d, fd);
        shutdown(fd, SHUT_RDWR);
        close(fd);
    }
    return STATUS_SAME;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(buf) words = BUF(KIB(4));
    struct demo d = { .start_ms = clock_steady_ms(), .pace_ms = 2 * DURATION_SECOND_MS };
    struct sigaction action = { .sa_handler = stop }; /* without SA_RESTART: accept() returns */
    const char *port = args_value(args, &option_port), *pace = args_value(args, &option_pace);
    uint64_t number = 0;

    if (port && !str_number(str_of(port), UINT16_MAX, &number))
        return err_set(e, E_USAGE, "demo: --port %s: it is a number of 0 to 65535", port);
    if (pace && duration_read(str_of(pace), &duration_seconds, &d.pace_ms, e))
        return err_in(e, "demo: --pace");
    if (d.pace_ms <= 0)
        return err_set(e, E_USAGE, "demo: --pace must be longer than nothing");
    if (listen_on(&d, (uint16_t)number, e))
        return e->code;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    for (const struct demo_page *p = demo_pages; p->path; p++)
        buf_addf(&words, "http://127.0.0.1:%u%s\n", d.port, p->path);
    int failed = output_text(NULL, buf_str(&words), e);
    return failed ? failed : serve_all(&d, e);
}

static const struct option *const options[] = { &option_port, &option_pace, NULL };

static const struct example examples[] = {
    { "weft demo --port 8080", "the demo site on http://127.0.0.1:8080/" },
    { "weft demo --port 8080 --pace 10s", "with a change somewhere every ten seconds" },
    { NULL, NULL },
};

const struct command command_demo = {
    .name = "demo",
    .args = "",
    .summary = "serves a small site on loopback that changes as one looks",
    .help =
        "Serves five pages to try weft on: a news front page with an advert and a visitor counter, a price list, a course page, terms of "
        "service and a status page, each changing at its own pace. Prints their addresses, a line each, and serves until Ctrl-C.\n\n"
        "Loopback is guarded like every private address: watch the site with WEFT_ALLOW_ADDRESS=127.0.0.0/8.",
    .options = options,
    .examples = examples,
    .run = run,
};
