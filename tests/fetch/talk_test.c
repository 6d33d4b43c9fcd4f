/* Whole conversations with a server: talks/NAME.txt says what is asked for and what the server answers, and what must come of it.
 *
 *     --- ask        lines: url PATH-OR-ADDRESS, header NAME: VALUE, user U:P, bearer T, cookies LINE, form N=V, etag E, modified M,
 *                    hash BODY, keep-cookies, robots (it is asked for robots.txt first), redirects N, bytes N; "again" starts another
 *     --- answers    the server's answers one after the other, each ends with a line "."; lines end as HTTP wants it. HOST and OTHER
 *                    stand for where it is: two origins
 *     --- sent in full, sent   what the server got, word for word; "sent" leaves out the two lines that are the same in every request
 *     --- got        what the caller is told; in place of libcurl's own words nothing
 *
 * The server is a thread on loopback and closes each connection after its answer. Time is made: nobody waits for a host's turn. */
#include <arpa/inet.h>
#include <pthread.h>
#include <sys/socket.h>

#include "base/hash.h"
#include "tests/cases.h"
#include "tests/fetch/server.h"

enum { ANSWERS_MAX = 12, HEAD_MAX = 1 << 16 };

struct talk {
    struct arena *arena;
    int listen_fd;
    unsigned port;
    struct str answer[ANSWERS_MAX];
    unsigned n_answers;
    struct buf sent; /* all requests, by the thread until it has ended */
};

/* The port is another one at every run. */
static void add_placed(struct talk *t, struct str text, struct buf *out)
{
    struct str host = arena_printf(t->arena, "127.0.0.1:%u", t->port);

    while (text.len) {
        size_t at = str_find(text, host, 0), local = str_find(text, arena_printf(t->arena, "localhost:%u", t->port), 0);
        size_t first = at < local ? at : local;
        buf_add(out, str_sub(text, 0, first == SIZE_MAX ? text.len : first));
        if (first == SIZE_MAX)
            return;
        buf_add(out, at < local ? STR("HOST") : STR("OTHER"));
        text = str_sub(text, first + host.len, text.len); /* both names have nine letters */
    }
}

/* HOST and OTHER as addresses: one machine, two origins. */
static struct str real_text(struct talk *t, struct str text)
{
    AUTO(buf) out = BUF(MIB(1));

    while (text.len) {
        size_t host = str_find(text, STR("HOST"), 0), other = str_find(text, STR("OTHER"), 0);
        size_t first = host < other ? host : other;
        buf_add(&out, str_sub(text, 0, first));
        if (first == SIZE_MAX)
            break;
        buf_addf(&out, "%s:%u", host < other ? "127.0.0.1" : "localhost", t->port);
        text = str_sub(text, first + (host < other ? 4 : 5), text.len);
    }
    return arena_str(t->arena, buf_str(&out));
}

/* One request with its body, as far as a length is told. */
static size_t read_request(int fd, char *head)
{
    size_t n = 0, need = SIZE_MAX;

    while (n < need && n < HEAD_MAX - 1) {
        ssize_t more = read(fd, head + n, HEAD_MAX - 1 - n);
        if (more <= 0)
            break;
        n += (size_t)more;
        struct str all = { head, n };
        size_t end = str_find(all, STR("\r\n\r\n"), 0), length = str_find_nocase(all, STR("content-length:"), 0);
        if (end != SIZE_MAX && need == SIZE_MAX)
            need = end + 4 + (length < end ? strtoul(head + length + 15, NULL, 10) : 0);
    }
    return n;
}

static void *serve(void *context)
{
    struct talk *t = context;
    static char head[HEAD_MAX];
    int fd;

    for (unsigned k = 0; (fd = accept(t->listen_fd, NULL, NULL)) >= 0; k++) {
        size_t n = read_request(fd, head);
        struct str answer = k < t->n_answers ? t->answer[k] : STR("HTTP/1.1 500 No answer left\r\n\r\n");

        buf_add_bytes(&t->sent, head, n);
        buf_add_char(&t->sent, '\n');
        if (send(fd, answer.ptr, answer.len, MSG_NOSIGNAL) < 0)
            buf_add(&t->sent, STR("(nobody listens)\n"));
        shutdown(fd, SHUT_WR);
        while (read(fd, head, sizeof head) > 0)
            continue;
        close(fd);
    }
    return NULL;
}

/* Cuts the answers; their lines end in CRLF up to the empty one. */
static void read_answers(struct talk *t, struct str text)
{
    while (text.len && t->n_answers < ANSWERS_MAX) {
        AUTO(buf) out = BUF(MIB(1));
        bool head = true;

        while (text.len) {
            struct str line = str_cut(&text, '\n');
            if (str_eq(line, STR(".")))
                break;
            buf_add(&out, case_unescape(t->arena, line));
            buf_add(&out, head ? STR("\r\n") : STR("\n"));
            head &= line.len > 0;
        }
        if (head)
            buf_add(&out, STR("\r\n"));
        t->answer[t->n_answers++] = real_text(t, buf_str(&out));
    }
}

static bool open_talk(struct talk *t)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof at;

    t->listen_fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (t->listen_fd < 0 || bind(t->listen_fd, (struct sockaddr *)&at, sizeof at) || listen(t->listen_fd, 8)
        || getsockname(t->listen_fd, (struct sockaddr *)&at, &len))
        return false;
    t->port = ntohs(at.sin_port);
    return true;
}

/* ---- What is asked ---- */

struct asked {
    struct request q;
    struct fetch_pair header[8], form[8];
};

static struct fetch_pair pair_of(struct str value, char separator)
{
    struct str name = str_cut(&value, separator);
    return (struct fetch_pair){ name, str_trim(value) };
}

static void read_line(struct talk *t, struct asked *a, struct str line)
{
    struct str rest = line, word = str_cut(&rest, ' ');
    uint64_t number = 0;

    str_number(rest, UINT32_MAX, &number);
    if (str_eq(word, STR("url")))
        a->q.url = str_starts(rest, STR("/")) ? arena_printf(t->arena, "http://127.0.0.1:%u%.*s", t->port, STR_ARG(rest)) : rest;
    else if (str_eq(word, STR("header")))
        a->header[a->q.n_header++] = pair_of(rest, ':');
    else if (str_eq(word, STR("form")))
        a->form[a->q.n_form++] = pair_of(rest, '=');
    else if (str_eq(word, STR("user")))
        a->q.user = pair_of(rest, ':').name, a->q.password = pair_of(rest, ':').value;
    else if (str_eq(word, STR("bearer")))
        a->q.bearer = rest;
    else if (str_eq(word, STR("cookies")))
        a->q.cookies = case_unescape(t->arena, rest), a->q.keep_cookies = true;
    else if (str_eq(word, STR("keep-cookies")))
        a->q.keep_cookies = true;
    else if (str_eq(word, STR("etag")))
        a->q.etag = case_unescape(t->arena, rest);
    else if (str_eq(word, STR("modified")))
        a->q.last_modified = rest;
    else if (str_eq(word, STR("hash")))
        a->q.known_hash = hash_str(case_unescape(t->arena, rest));
    else if (str_eq(word, STR("robots")))
        a->q.ignore_robots = false;
    else if (str_eq(word, STR("redirects")))
        a->q.n_redirects_max = (uint32_t)number;
    else if (str_eq(word, STR("bytes")))
        a->q.body_max = number;
    else
        abort();
}

static void add_line(struct talk *t, struct buf *out, const char *what, struct str value)
{
    AUTO(buf) shown = BUF(MIB(1));

    if (!value.len)
        return;
    case_show(&shown, value);
    buf_addf(out, "%s: ", what);
    add_placed(t, buf_str(&shown), out);
    buf_add_char(out, '\n');
}

static void add_response(struct talk *t, struct buf *out, const struct response *r)
{
    static const char *const robots[] = { "", ", robots.txt allows it", ", robots.txt forbids it", ", robots.txt is overridden" };

    buf_addf(out, "%s (%u)%s%s%s%s%s\n", fetch_state_name(r->state), r->status, r->unchanged ? ", unchanged" : "",
             r->verified ? ", verified" : "", r->lied ? ", the server lied" : "", r->partial ? ", a part" : "",
             robots[r->robots <= FETCH_ROBOTS_DENIED ? r->robots : 0]);
    add_line(t, out, "words", r->state == FETCH_BROKEN ? str_sub(r->message, 0, str_find(r->message, STR(" ("), 0)) : r->message);
    if (!str_eq(r->url, r->final_url))
        add_line(t, out, "from", r->final_url);
    add_line(t, out, "moved to", r->moved_to);
    if (r->n_redirects)
        buf_addf(out, "redirects: %u\n", r->n_redirects);
    add_line(t, out, "type", r->content_type);
    add_line(t, out, "etag", r->etag);
    add_line(t, out, "modified", r->last_modified);
    add_line(t, out, "body", r->body);
    add_line(t, out, "cookies", r->cookies);
    if (r->retry_at_ms)
        buf_addf(out, "again in %lld ms\n", (long long)(r->retry_at_ms - r->fetched_at_ms));
}

static void ask_all(struct talk *t, struct str lines, struct buf *out)
{
    struct made_clock clock = { 0 };
    struct fetch_options o = {
        .clock = made_clock_calls(&clock), .allow_address = STR("127.0.0.0/8"), .user_agent = STR("weft/1"), .gap_ms = 10
    };
    struct str resolve = arena_printf(t->arena, "localhost:%u:127.0.0.1\n*:%u:127.0.0.1\n*:80:127.0.0.1\n", t->port, t->port);
    struct fetcher *f = NULL;
    struct err e = { 0 };

    o.resolve = resolve;
    if (fetcher_open(&o, &f, &e)) {
        buf_addf(out, "error %d: %s\n", e.code, e.text);
        return;
    }
    while (lines.len) {
        struct asked a = { .q = { .ignore_robots = true, .time_ms = 10000 } };
        struct response r = { 0 };

        while (lines.len) {
            struct str line = str_cut(&lines, '\n');
            if (str_eq(line, STR("again")))
                break;
            read_line(t, &a, real_text(t, line));
        }
        a.q.header = a.header, a.q.form = a.form;
        if (fetch_get(t->arena, f, &a.q, &r, &e))
            buf_addf(out, "error %d: %s\n", e.code, e.text);
        else
            add_response(t, out, &r);
    }
    fetcher_close(f);
}

static bool is_usual(struct str line)
{
    return str_eq(line, STR("User-Agent: weft/1"))
           || str_eq(line, STR("Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"));
}

/* Which compressions libcurl knows is its own affair; the other two lines are the same in every request. */
static void drop_usual(struct buf *b, bool all)
{
    struct str rest = buf_str(b);
    size_t n = 0;

    while (rest.len) {
        struct str line = str_cut(&rest, '\n');
        if (str_starts(line, STR("Accept-Encoding: ")) || (all && is_usual(line)))
            continue;
        memmove(b->ptr + n, line.ptr, line.len);
        n += line.len;
        b->ptr[n++] = '\n';
    }
    b->len = n;
}

/* A text file would hide them. */
static void drop_returns(struct buf *b)
{
    size_t n = 0;

    for (size_t i = 0; i < b->len; i++)
        if (b->ptr[i] != '\r')
            b->ptr[n++] = b->ptr[i];
    b->len = n;
}

/* Both parts come of one run: what was got waits here until it is asked for. */
static struct str last_got;

static struct str give(struct arena *a, const struct text_case *c, struct str label)
{
    AUTO(buf) got = BUF(MIB(1));
    struct talk t = { .arena = a, .sent = BUF(MIB(1)) };
    pthread_t thread;

    if (str_eq(label, STR("got")))
        return last_got;
    if (!str_eq(label, STR("sent")) && !str_eq(label, STR("sent in full")))
        return (struct str){ NULL, 0 };
    if (!open_talk(&t) || (read_answers(&t, case_text(c, "answers")), pthread_create(&thread, NULL, serve, &t)))
        abort();
    ask_all(&t, case_text(c, "ask"), &got);
    shutdown(t.listen_fd, SHUT_RDWR);
    pthread_join(thread, NULL);
    close(t.listen_fd);
    AUTO(buf) sent = BUF(MIB(1));
    add_placed(&t, buf_str(&t.sent), &sent);
    drop_returns(&sent);
    drop_usual(&sent, str_eq(label, STR("sent")));
    last_got = case_take(a, &got);
    buf_drop(&t.sent);
    return case_take(a, &sent);
}

int main(int argc, char **argv)
{
    return cases_main(argc, argv, "tests/fetch/talks/*.txt", give);
}
