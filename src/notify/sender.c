/* In: messages. Out: how each ended. A job is a transfer of libcurl's or a program; jobs are few (the claims of archive/posting.h), so they
 * are found by a walk. */
#include "notify/sender.h"

#include <sys/socket.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "fetch/address.h"
#include "fetch/curl.h"
#include "fetch/header.h"
#include "fetch/multi.h"
#include "fetch/transfer.h"
#include "notify/program.h"

struct send_job {
    struct send_job *next;
    struct sender *sender;
    struct arena arena;
    send_done *done;
    void *ctx;
    int64_t time_ms; /* how long it may take */
    CURL *easy;      /* NULL: a program */
    struct curl_slist *header, *to;
    struct str letter; /* what of it is not sent yet */
    struct buf head, reply;
    bool is_mail, blocked, too_large;
    struct address blocked_address;
    char error[CURL_ERROR_SIZE];
    struct program program;
    bool ended;
    CURLcode code;
};

struct sender {
    struct arena arena;
    struct sender_options options;
    struct curl curl;
    struct multi multi;
    struct address_rules rules;
    struct curl_slist *resolve;
    struct send_job *jobs;
    uint32_t n;
};

#define SET(j, option, value) ((j)->sender->curl.curl_easy_setopt_p((j)->easy, (option), (value)))

/* ---- What libcurl asks ---- */

static bool may_connect(struct send_job *j, struct address a)
{
    if (j->is_mail || j->sender->options.proxy.len || address_allowed(&j->sender->rules, a))
        return true;
    j->blocked = true;
    j->blocked_address = a;
    return false;
}

static curl_socket_t on_socket_open(void *ctx, curlsocktype purpose, struct curl_sockaddr *to)
{
    struct address a;
    if (purpose != CURLSOCKTYPE_IPCXN || !transfer_sockaddr(&to->addr, &a) || !may_connect(ctx, a))
        return CURL_SOCKET_BAD;
    return socket(to->family, to->socktype | SOCK_CLOEXEC, to->protocol);
}

static size_t on_head(char *bytes, size_t size, size_t n, void *ctx)
{
    struct send_job *j = ctx;
    buf_add_bytes(&j->head, bytes, size * n);
    j->too_large |= j->head.over;
    return j->head.over ? 0 : size * n;
}

static size_t on_reply(char *bytes, size_t size, size_t n, void *ctx)
{
    struct send_job *j = ctx;
    buf_add_bytes(&j->reply, bytes, size * n);
    j->too_large |= j->reply.over;
    return j->reply.over ? 0 : size * n;
}

static size_t on_letter(char *room, size_t size, size_t n, void *ctx)
{
    struct send_job *j = ctx;
    size_t some = MIN(size * n, j->letter.len);
    memcpy(room, j->letter.ptr, some);
    j->letter = str_sub(j->letter, some, j->letter.len);
    return some;
}

/* ---- Starting ---- */

static void set_rules(struct send_job *j)
{
    const struct sender_options *o = &j->sender->options;
    SET(j, CURLOPT_PROTOCOLS_STR, j->is_mail ? "smtp,smtps" : "http,https");
    SET(j, CURLOPT_NOSIGNAL, 1L);
    SET(j, CURLOPT_FOLLOWLOCATION, 0L);
    SET(j, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    SET(j, CURLOPT_SSL_VERIFYPEER, 1L);
    SET(j, CURLOPT_SSL_VERIFYHOST, 2L);
    SET(j, CURLOPT_TIMEOUT_MS, (long)j->time_ms);
    SET(j, CURLOPT_CONNECTTIMEOUT_MS, (long)MIN(j->time_ms, SEND_CONNECT_MS));
    SET(j, CURLOPT_ERRORBUFFER, j->error);
    SET(j, CURLOPT_OPENSOCKETFUNCTION, on_socket_open);
    SET(j, CURLOPT_OPENSOCKETDATA, j);
    SET(j, CURLOPT_FORBID_REUSE, 0L);
    SET(j, CURLOPT_WRITEFUNCTION, on_reply);
    SET(j, CURLOPT_WRITEDATA, j);
    SET(j, CURLOPT_HEADERFUNCTION, on_head); /* of a mail server: each line that it says */
    SET(j, CURLOPT_HEADERDATA, j);
    SET(j, CURLOPT_PROXY, j->is_mail ? "" : o->proxy.len ? o->proxy.ptr : ""); /* an empty one keeps the environment out */
    SET(j, CURLOPT_RESOLVE, j->sender->resolve);
    if (o->ca_file.len)
        SET(j, CURLOPT_CAINFO, o->ca_file.ptr);
}

static void add_line(struct send_job *j, struct curl_slist **list, const char *line)
{
    struct curl_slist *more = j->sender->curl.curl_slist_append_p(*list, line);
    if (more)
        *list = more;
}

static void set_request(struct send_job *j, const struct payload *p)
{
    struct str body = arena_str(&j->arena, p->body);
    SET(j, CURLOPT_URL, arena_str(&j->arena, p->url).ptr);
    SET(j, CURLOPT_USERAGENT, j->sender->options.user_agent.ptr);
    for (uint32_t i = 0; i < p->n_headers; i++)
        add_line(j, &j->header, p->header[i].ptr);
    add_line(j, &j->header, "Expect:"); /* without it libcurl would wait for "100 Continue" */
    SET(j, CURLOPT_HTTPHEADER, j->header);
    SET(j, CURLOPT_POST, 1L);
    SET(j, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)body.len);
    SET(j, CURLOPT_POSTFIELDS, body.ptr);
    SET(j, CURLOPT_CUSTOMREQUEST, p->method);
}

/* "smtp://user@host" without the user, and whether the host is this machine. */
static struct str smtp_url(struct arena *a, struct str smtp, struct str *user, bool *local)
{
    size_t from = str_find(smtp, STR("://"), 0);
    from = from == SIZE_MAX ? 0 : from + 3;
    struct str host = str_sub(smtp, from, smtp.len), scheme = str_sub(smtp, 0, from);
    size_t at = str_find(host, STR("@"), 0);
    *user = at == SIZE_MAX ? STR("") : arena_str(a, str_sub(host, 0, at));
    host = at == SIZE_MAX ? host : str_sub(host, at + 1, host.len);
    *local = str_starts(host, STR("localhost")) || str_starts(host, STR("127.")) || str_starts(host, STR("[::1]"));
    return arena_printf(a, "%.*s%.*s", STR_ARG(scheme), STR_ARG(host));
}

static void set_letter(struct send_job *j, const struct send_message *m)
{
    const struct sender_options *o = &j->sender->options;
    struct str user;
    bool local;
    struct str url = smtp_url(&j->arena, o->smtp, &user, &local);
    j->letter = arena_str(&j->arena, m->letter);
    SET(j, CURLOPT_URL, url.ptr);
    SET(j, CURLOPT_USE_SSL, local ? (long)CURLUSESSL_TRY : (long)CURLUSESSL_ALL);
    if (local && !str_starts(url, STR("smtps:"))) { /* a certificate for this machine is rare, and nobody is in between */
        SET(j, CURLOPT_SSL_VERIFYPEER, 0L);
        SET(j, CURLOPT_SSL_VERIFYHOST, 0L);
    }
    if (user.len) {
        SET(j, CURLOPT_USERNAME, user.ptr);
        SET(j, CURLOPT_PASSWORD, o->smtp_password.ptr);
    }
    struct str from = arena_printf(&j->arena, "<%.*s>", STR_ARG(m->from));
    add_line(j, &j->to, arena_printf(&j->arena, "<%.*s>", STR_ARG(m->to)).ptr);
    SET(j, CURLOPT_MAIL_FROM, from.ptr);
    SET(j, CURLOPT_MAIL_RCPT, j->to);
    SET(j, CURLOPT_UPLOAD, 1L);
    SET(j, CURLOPT_READFUNCTION, on_letter);
    SET(j, CURLOPT_READDATA, j);
    SET(j, CURLOPT_INFILESIZE_LARGE, (curl_off_t)m->letter.len);
}

static void program_done(struct program *p)
{
    struct send_job *j = (struct send_job *)((char *)p - offsetof(struct send_job, program));
    j->ended = true;
}

static int start_program(struct send_job *j, const struct send_message *m, struct err *e)
{
    char **argv = NEW_ARRAY(&j->arena, char *, m->n_argv + 1);
    for (uint32_t i = 0; i < m->n_argv; i++)
        argv[i] = (char *)arena_str(&j->arena, m->argv[i]).ptr;
    j->program = (struct program){ .loop = j->sender->options.loop, .done = program_done };
    return program_start(&j->program, argv, m->input, j->time_ms, e);
}

static int start_transfer(struct send_job *j, const struct send_message *m, struct err *e)
{
    j->is_mail = m->request == NULL;
    j->time_ms *= j->is_mail ? SEND_MAIL_TIMES : 1;
    j->easy = j->sender->curl.curl_easy_init_p();
    if (!j->easy)
        return err_set(e, E_SYSTEM, "libcurl cannot be set up");
    set_rules(j);
    if (j->is_mail)
        set_letter(j, m);
    else
        set_request(j, m->request);
    if (j->sender->curl.curl_multi_add_handle_p(j->sender->multi.handle, j->easy) != CURLM_OK)
        return err_set(e, E_SYSTEM, "libcurl does not take the message");
    return 0;
}

static void send_job_free(struct send_job *j)
{
    const struct curl *c = &j->sender->curl;
    program_end(&j->program);
    if (j->easy) {
        c->curl_multi_remove_handle_p(j->sender->multi.handle, j->easy);
        c->curl_easy_cleanup_p(j->easy);
    }
    c->curl_slist_free_all_p(j->header);
    c->curl_slist_free_all_p(j->to);
    buf_drop(&j->head);
    buf_drop(&j->reply);
    arena_drop(&j->arena);
    heap_free(j);
}

int sender_start(struct sender *s, const struct send_message *m, send_done *done, void *ctx, struct err *e)
{
    struct send_job *j = heap_grow(NULL, sizeof *j);
    *j = (struct send_job){ .sender = s, .done = done, .ctx = ctx, .head = BUF(FETCH_HEAD_MAX), .reply = BUF(SEND_REPLY_MAX) };
    j->time_ms = s->options.time_ms ? s->options.time_ms : SEND_TIME_MS;
    int code = m->n_argv ? start_program(j, m, e) : start_transfer(j, m, e);
    if (code) {
        send_job_free(j);
        return code;
    }
    j->next = s->jobs;
    s->jobs = j;
    s->n++;
    return 0;
}

/* ---- Ending ---- */

enum { SAID_BYTES = 200 };

/* The first line of the answer; braces and tags are not words. */
static struct str reply_line(struct send_job *j)
{
    struct str rest = str_trim(buf_str(&j->reply)), line = str_trim(str_cut(&rest, '\n'));
    bool is_data = line.len && strchr("{[<", line.ptr[0]);
    return is_data ? STR("") : utf8_head(line, SAID_BYTES);
}

/* The last line that a mail server said before its good-bye, where it says no: "550 5.1.1 no such user here". Else empty. */
static struct str mail_refusal(struct send_job *j)
{
    struct str rest = str_trim(buf_str(&j->head)), line = STR("");
    while (rest.len) {
        struct str next = str_trim(str_cut(&rest, '\n'));
        line = str_starts(next, STR("221")) ? line : next;
    }
    return line.len > 3 && (line.ptr[0] == '4' || line.ptr[0] == '5') ? utf8_head(line, SAID_BYTES) : STR("");
}

static struct send_result blocked(struct send_job *j)
{
    AUTO(buf) address = BUF(KIB(1));
    address_print(&address, j->blocked_address);
    return (struct send_result){
        .hopeless = true,
        .message =
            arena_printf(&j->arena, "%.*s is not a public address; an administrator can allow it with the setting allow-address",
                         STR_ARG(buf_str(&address))),
    };
}

/* 408, 425, 429 and whatever is the server's own trouble may be over at the next try; another 4xx is not. */
static struct send_result http_result(struct send_job *j, long status)
{
    struct send_result r = { .taken = status >= 200 && status < 300 };
    struct str said = reply_line(j);
    if (r.taken)
        return r;
    r.hopeless = status >= 300 && status < 500 && status != 408 && status != 425 && status != 429;
    if (!header_retry_after(buf_str(&j->head), clock_now_ms(), &r.wait_ms))
        r.wait_ms = 0;
    struct str where = status / 100 == 3 ? header_get(buf_str(&j->head), STR("location")) : STR("");
    if (where.len)
        r.message = arena_printf(&j->arena, "the receiver answered %ld and points to %.*s; give the channel that address", status,
                                 STR_ARG(utf8_head(where, SAID_BYTES)));
    else
        r.message = arena_printf(&j->arena, "the receiver answered %ld%s%.*s", status, said.len ? ": " : "", STR_ARG(said));
    return r;
}

/* What libcurl calls it, in plainer words where it happens every day. */
static struct str trouble_words(struct send_job *j)
{
    const char *who = j->is_mail ? "the mail server" : "the receiver";
    const char *said = j->error[0] ? j->error : j->sender->curl.curl_easy_strerror_p(j->code);
    switch (j->code) {
    case CURLE_COULDNT_RESOLVE_HOST:
        return STR("no such host is known");
    case CURLE_COULDNT_CONNECT:
        return arena_printf(&j->arena, "%s cannot be reached: nothing answers at its address", who);
    case CURLE_OPERATION_TIMEDOUT:
        return arena_printf(&j->arena, "%s did not answer within %lld s", who, (long long)(j->time_ms / 1000));
    case CURLE_GOT_NOTHING:
    case CURLE_RECV_ERROR:
        return arena_printf(&j->arena, "%s closed the connection without an answer", who);
    default:
        return arena_str(&j->arena, str_of(said));
    }
}

static struct send_result mail_result(struct send_job *j)
{
    struct str no = mail_refusal(j);
    if (j->code == CURLE_OK)
        return (struct send_result){ .taken = true };
    if (no.len == 0)
        return (struct send_result){ .message = trouble_words(j) };
    return (struct send_result){ .hopeless = no.ptr[0] == '5' && j->code != CURLE_LOGIN_DENIED,
                                 .message = arena_printf(&j->arena, "the mail server said: %.*s", STR_ARG(no)) };
}

static struct send_result transfer_result(struct send_job *j)
{
    long status = 0;
    j->sender->curl.curl_easy_getinfo_p(j->easy, CURLINFO_RESPONSE_CODE, &status);
    if (j->blocked)
        return blocked(j);
    if (j->is_mail)
        return mail_result(j);
    if (status && (j->code == CURLE_OK || j->too_large))
        return http_result(j, status); /* what it says is told by the status; how long it goes on saying it is not our affair */
    return (struct send_result){
        .hopeless = j->code == CURLE_URL_MALFORMAT, /* an answer that is not HTTP may be of whoever stands before it */
        .message = trouble_words(j),
    };
}

static struct send_result program_result(struct send_job *j)
{
    int status = j->program.status;
    if (j->program.over_time)
        return (struct send_result){ .message = STR("the program took too long and was ended") };
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return (struct send_result){ .taken = true };
    struct str rest = str_trim(str_of(j->program.said)), said = str_trim(str_cut(&rest, '\n'));
    return (struct send_result){ .message = WIFEXITED(status)
                                                ? arena_printf(&j->arena, "the program ended with status %d%s%.*s",
                                                               WEXITSTATUS(status), said.len ? ": " : "", STR_ARG(said))
                                                : arena_printf(&j->arena, "signal %d ended the program", WTERMSIG(status)) };
}

static void take_messages(struct sender *s)
{
    CURLMsg *m;
    int left;
    while ((m = s->curl.curl_multi_info_read_p(s->multi.handle, &left)))
        for (struct send_job *j = s->jobs; j && m->msg == CURLMSG_DONE; j = j->next)
            if (j->easy == m->easy_handle) {
                j->ended = true;
                j->code = m->data.result;
            }
}

void sender_advance(struct sender *s)
{
    take_messages(s);
    for (struct send_job **at = &s->jobs; *at;) {
        struct send_job *j = *at;
        if (!j->ended) {
            at = &j->next;
            continue;
        }
        *at = j->next;
        s->n--;
        struct send_result r = j->easy ? transfer_result(j) : program_result(j);
        j->done(j->ctx, &r);
        send_job_free(j);
        at = &s->jobs; /* a callback may have started others */
    }
}

uint32_t sender_open_count(const struct sender *s)
{
    return s->n;
}

/* ---- Life ---- */

static void read_resolve(struct sender *s, struct str lines)
{
    while (lines.len) {
        struct str one = str_trim(str_cut(&lines, '\n'));
        struct curl_slist *more = one.len ? s->curl.curl_slist_append_p(s->resolve, arena_str(&s->arena, one).ptr) : NULL;
        s->resolve = more ? more : s->resolve;
    }
}

int sender_open(const struct sender_options *options, struct sender **out, struct err *e)
{
    struct sender *s = heap_grow(NULL, sizeof *s);
    *s = (struct sender){ .options = *options };
    struct str *texts[] = { &s->options.user_agent, &s->options.ca_file, &s->options.proxy, &s->options.smtp,
                            &s->options.smtp_password };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++)
        *texts[i] = arena_str(&s->arena, *texts[i]);
    int code = address_rules_read(options->allow_address, &s->rules, e);
    if (code == 0)
        code = curl_load(&s->curl, e);
    if (code == 0)
        code = multi_open(&s->multi, &s->curl, options->loop, e);
    if (code) {
        sender_close(s);
        return code;
    }
    read_resolve(s, options->resolve);
    *out = s;
    return 0;
}

void sender_close(struct sender *s)
{
    if (!s)
        return;
    for (struct send_job *next; s->jobs; s->jobs = next) {
        next = s->jobs->next;
        send_job_free(s->jobs);
    }
    if (s->multi.handle)
        multi_drop(&s->multi);
    if (s->resolve)
        s->curl.curl_slist_free_all_p(s->resolve);
    arena_drop(&s->arena);
    heap_free(s);
}
