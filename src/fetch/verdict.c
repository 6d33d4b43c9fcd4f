/* In: libcurl's code, the HTTP status, what the callbacks noticed. Out: a state and words with the cure.
 *
 * One row for each way to fail; a code that has none is a broken answer with libcurl's own words. */
#include "fetch/verdict.h"

#include "fetch/header.h"
#include "fetch/link.h"

enum { HOST = 1, FATAL = 2, NETWORK = 4 };

static const struct row {
    CURLcode code;
    enum fetch_state state;
    unsigned blame;
    const char *words;
} rows[] = {
    { CURLE_COULDNT_RESOLVE_HOST, FETCH_HOST_ERROR, HOST | FATAL | NETWORK, "no such name; check how it is spelt" },
    { CURLE_COULDNT_CONNECT, FETCH_HOST_ERROR, HOST | FATAL | NETWORK, "no connection; the server is down, or the port is wrong" },
    { CURLE_OPERATION_TIMEDOUT, FETCH_TIMEOUT, HOST | FATAL, "no whole answer in time" },
    { CURLE_PEER_FAILED_VERIFICATION, FETCH_TLS, HOST | FATAL, "its certificate cannot be trusted" },
    { CURLE_SSL_CONNECT_ERROR, FETCH_TLS, HOST | FATAL, "no secure connection" },
    { CURLE_SSL_CIPHER, FETCH_TLS, HOST | FATAL, "no secure connection" },
    { CURLE_SSL_CERTPROBLEM, FETCH_TLS, HOST | FATAL, "no secure connection" },
    { CURLE_SSL_CACERT_BADFILE, FETCH_TLS, HOST | FATAL, "the file of trusted certificates cannot be read" },
    { CURLE_SSL_SHUTDOWN_FAILED, FETCH_TLS, HOST, "the secure connection was not closed properly" },
    { CURLE_PARTIAL_FILE, FETCH_BROKEN, HOST, "the answer is shorter than announced, so it was not kept" },
    { CURLE_GOT_NOTHING, FETCH_BROKEN, HOST, "the connection was closed without an answer" },
    { CURLE_RECV_ERROR, FETCH_BROKEN, HOST, "the connection was lost" },
    { CURLE_SEND_ERROR, FETCH_BROKEN, HOST, "the connection was lost" },
    { CURLE_BAD_CONTENT_ENCODING, FETCH_BROKEN, HOST, "the answer's compression is broken" },
    { CURLE_HTTP2, FETCH_BROKEN, HOST, "the answer is not HTTP/2" },
    { CURLE_HTTP2_STREAM, FETCH_BROKEN, HOST, "the answer broke off" },
    { CURLE_WEIRD_SERVER_REPLY, FETCH_BROKEN, HOST, "the answer is not HTTP" },
    { CURLE_UNSUPPORTED_PROTOCOL, FETCH_BROKEN, HOST, "the answer is not HTTP" },
    { CURLE_URL_MALFORMAT, FETCH_BAD_ADDRESS, 0, "no valid address; check how it is spelt" },
};

static const struct row *row_of(CURLcode code)
{
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        if (rows[i].code == code)
            return &rows[i];
    return NULL;
}

static void add_host(struct buf *message, const struct transfer *t)
{
    buf_add(message, link_host(t->job->url));
    buf_add(message, STR(": "));
}

void verdict_blocked(struct buf *message, struct str url, struct address a)
{
    AUTO(buf) shown = BUF(128);
    address_print(&shown, a);
    if (!str_eq(link_host(url), buf_str(&shown))) { /* else it would be said twice */
        buf_add(message, link_host(url));
        buf_add(message, STR(": "));
    }
    buf_add(message, buf_str(&shown));
    buf_addf(message, " is not a public address (%s); if you mean it, write 'allow-address = ", address_kind(a));
    address_print(message, a);
    buf_add(message, STR("' into the settings file ('weft settings' names it)"));
}

static struct fetch_verdict blocked(const struct transfer *t, struct buf *message)
{
    verdict_blocked(message, t->job->url, t->blocked_address);
    return (struct fetch_verdict){ .state = FETCH_BLOCKED };
}

static struct fetch_verdict too_large(const struct transfer *t, struct buf *message)
{
    add_host(message, t);
    if (t->head_too_large)
        buf_addf(message, "the head of the answer, with trailers behind the body, has more than %zu bytes", FETCH_HEAD_MAX);
    else if (t->wire_too_large)
        buf_addf(message, "the answer takes more than %llu bytes to send, most of them not part of the page",
                 (unsigned long long)FETCH_WIRE_MAX(t->body_max));
    else
        buf_addf(message, "the page has more than %zu bytes; raise the setting body-max if it is meant", t->body_max);
    return (struct fetch_verdict){ .state = FETCH_TOO_LARGE, .answered = true };
}

/* ---- The proxy's own failures ---- */

/* "proxy.example:3128": without scheme and login. */
static void add_proxy(struct buf *message, const struct transfer *t)
{
    struct str proxy = t->job->q.proxy.len ? t->job->q.proxy : str_of(t->world->proxy);
    size_t at = str_find(proxy, STR("://"), 0);
    if (at != SIZE_MAX)
        proxy = str_sub(proxy, at + 3, proxy.len);
    const char *login = proxy.len ? memrchr(proxy.ptr, '@', proxy.len) : NULL;
    if (login)
        proxy = str_span(login + 1, proxy.ptr + proxy.len);
    struct str host = str_cut(&proxy, '/');
    buf_addf(message, "the proxy %.*s ", STR_ARG(host));
}

/* What a proxy says to CONNECT, or instead of the page. */
static void add_refusal(struct buf *message, long status)
{
    const char *words = status == 407 ? "wants a user and a password; write them into its address"
                        : status == 502 || status == 503 || status == 504 ? "cannot reach the server"
                                                                          : "refuses the connection";
    buf_addf(message, "%s (%ld)", words, status);
}

/* The status with which the proxy refused a tunnel; 0: it did not. */
static long refused_tunnel(const struct transfer *t)
{
    long status = 0;
    t->world->curl->curl_easy_getinfo_p(t->easy, CURLINFO_HTTP_CONNECTCODE, &status);
    return status >= 300 ? status : 0;
}

/* Whether the proxy, and not the host behind it, is to blame; then with words. */
static bool is_proxy_fault(const struct transfer *t, CURLcode code, bool connected, struct fetch_verdict *v, struct buf *message)
{
    long tunnel = t->proxied ? refused_tunnel(t) : 0;
    bool no_name = code == CURLE_COULDNT_RESOLVE_PROXY || (code == CURLE_COULDNT_RESOLVE_HOST && t->proxied);
    bool silent = t->proxied && !connected && (code == CURLE_COULDNT_CONNECT || code == CURLE_OPERATION_TIMEDOUT);
    if (!no_name && !silent && !tunnel && code != CURLE_PROXY)
        return false;
    *v = (struct fetch_verdict){ FETCH_PROXY, .host_failed = true, .fatal = true, .proxy = true };
    v->answered = tunnel;
    v->unreachable = !tunnel && t->proxy_trusted;
    add_host(message, t);
    add_proxy(message, t);
    if (tunnel)
        add_refusal(message, tunnel);
    else
        buf_add(message, no_name               ? STR("cannot be found; check its name in --via or the setting proxy")
                         : code == CURLE_PROXY ? STR("does not do what a proxy does; check --via or the setting proxy")
                                               : STR("does not answer; check --via or the setting proxy"));
    return true;
}

static struct fetch_verdict failed(const struct transfer *t, CURLcode code, struct buf *message)
{
    const struct row *row = row_of(code);
    unsigned blame = row ? row->blame : HOST;
    bool connecting = transfer_ms(t, CURLINFO_TOTAL_TIME_T) && transfer_status(t) == 0 && t->head.len == 0;
    curl_off_t connected = 0;
    t->world->curl->curl_easy_getinfo_p(t->easy, CURLINFO_CONNECT_TIME_T, &connected);
    struct fetch_verdict v;
    if (is_proxy_fault(t, code, connected > 0, &v, message))
        return v;
    add_host(message, t);
    buf_add(message, row ? str_of(row->words) : STR("the answer is broken"));
    if (t->error[0])
        buf_addf(message, " (%s)", t->error);
    if (code == CURLE_OPERATION_TIMEDOUT && connecting && connected == 0)
        blame |= NETWORK;
    return (struct fetch_verdict){
        .state = row ? row->state : FETCH_BROKEN,
        .answered = !(blame & NETWORK) && connected > 0,
        .host_failed = blame & HOST,
        .fatal = blame & FATAL,
        .unreachable = blame & NETWORK,
    };
}

/* Who gave a login or a token need not be told to give one: it is wrong, or not enough. */
static void add_denied(struct buf *message, unsigned status, const char *sent)
{
    if (*sent && status == 401)
        buf_addf(message, "the %s was refused (401); 'weft edit URL --%s' corrects it", sent,
                 strcmp(sent, "login") == 0 ? "login NAME:PASSWORD" : "bearer TOKEN");
    else
        buf_addf(message, "access is denied (%u); give a user, a token or cookies, or remove the watch", status);
}

/* What a request proves itself by, where that is sent there. */
static const char *proof_of(const struct job *j)
{
    if (!transfer_is_first_origin(j))
        return "";
    return j->q.user.len ? "login" : j->q.bearer.len ? "token" : "";
}

enum fetch_state verdict_status(unsigned status, struct str url, const char *sent, struct buf *message)
{
    struct str host = link_host(url);
    if (status >= 200 && status < 300)
        return FETCH_OK;
    buf_addf(message, "%.*s: ", STR_ARG(host));
    switch (status) {
    case 404:
        buf_add(message, STR("there is no such page (404); if it stays so, correct the address or remove the watch"));
        return FETCH_GONE;
    case 410:
        buf_add(message, STR("the page is gone and will not come back (410); remove the watch"));
        return FETCH_GONE;
    case 401:
    case 403:
    case 407:
        add_denied(message, status, sent);
        return FETCH_DENIED;
    case 429:
    case 503:
        buf_addf(message, "the server asks for a pause (%u)", status);
        return FETCH_BUSY;
    default:
        buf_addf(message, "the server answers %u%s", status, status >= 500 ? ", an error of its own" : "");
        return FETCH_HTTP_ERROR;
    }
}

/* A length that no machine can hold: libcurl passes over it, and nobody knows where the page ends. */
static bool is_length_absurd(const struct transfer *t)
{
    struct str length = header_get(buf_str(&t->head), STR("Content-Length"));
    uint64_t bytes;
    for (size_t i = 0; i < length.len; i++)
        if (length.ptr[i] < '0' || length.ptr[i] > '9')
            return false;
    return length.len && !str_number(length, INT64_MAX, &bytes);
}

/* A part of the page, for which nobody asked: what is missing would be told as removed. */
static bool is_part_unasked(const struct transfer *t)
{
    const struct request *q = &t->job->q;
    bool asked = false;
    for (uint32_t i = 0; i < q->n_header; i++)
        asked |= str_eq_nocase(q->header[i].name, STR("Range"));
    return transfer_status(t) == 206 && !asked;
}

struct fetch_verdict verdict_of(const struct transfer *t, CURLcode code, struct buf *message)
{
    if (t->blocked && code != CURLE_OK)
        return blocked(t, message);
    if (t->too_large || t->head_too_large || t->wire_too_large || code == CURLE_FILESIZE_EXCEEDED)
        return too_large(t, message);
    if (code != CURLE_OK)
        return failed(t, code, message);
    bool absurd = is_length_absurd(t);
    if (absurd || is_part_unasked(t)) {
        add_host(message, t);
        buf_add(message, absurd ? STR("the answer says that it is longer than anything; the version before it stays")
                                : STR("the server sent a part of the page without being asked (206); the version before it stays"));
        return (struct fetch_verdict){ .state = FETCH_BROKEN, .answered = true, .host_failed = true };
    }
    struct fetch_verdict v = { .state = FETCH_OK, .answered = true };
    unsigned status = transfer_status(t);
    if (status == 407 && t->proxied) {
        add_host(message, t);
        add_proxy(message, t);
        add_refusal(message, 407);
        return (struct fetch_verdict){ .state = FETCH_PROXY, .answered = true };
    }
    if (status >= 200 && (status < 300 || status >= 400))
        v.state = verdict_status(status, t->job->url, proof_of(t->job), message);
    return v;
}
