/* In: libcurl's code, the HTTP status, what the callbacks noticed. Out: a state and words with the cure.
 *
 * One row for each way to fail; a code that has none is a broken answer with libcurl's own words. */
#include "fetch/verdict.h"

#include "fetch/link.h"

enum { HOST = 1, FATAL = 2, NETWORK = 4 };

static const struct row {
    CURLcode code;
    enum fetch_state state;
    unsigned blame;
    const char *words;
} rows[] = {
    { CURLE_COULDNT_RESOLVE_HOST, FETCH_HOST_ERROR, HOST | FATAL | NETWORK, "no such name; check how it is spelt" },
    { CURLE_COULDNT_RESOLVE_PROXY, FETCH_HOST_ERROR, HOST | FATAL | NETWORK,
      "the proxy's name cannot be found; check the setting proxy" },
    { CURLE_COULDNT_CONNECT, FETCH_HOST_ERROR, HOST | FATAL | NETWORK, "no connection; the server is down, or the port is wrong" },
    { CURLE_PROXY, FETCH_HOST_ERROR, HOST | FATAL | NETWORK, "the proxy refuses; check the setting proxy" },
    { CURLE_OPERATION_TIMEDOUT, FETCH_TIMEOUT, HOST | FATAL, "no whole answer in time; it is tried again at the next check" },
    { CURLE_PEER_FAILED_VERIFICATION, FETCH_TLS, HOST | FATAL, "its certificate cannot be trusted" },
    { CURLE_SSL_CONNECT_ERROR, FETCH_TLS, HOST | FATAL, "no secure connection" },
    { CURLE_SSL_CIPHER, FETCH_TLS, HOST | FATAL, "no secure connection" },
    { CURLE_SSL_CERTPROBLEM, FETCH_TLS, HOST | FATAL, "no secure connection" },
    { CURLE_SSL_CACERT_BADFILE, FETCH_TLS, HOST | FATAL, "the file of trusted certificates cannot be read" },
    { CURLE_SSL_SHUTDOWN_FAILED, FETCH_TLS, HOST, "the secure connection was not closed properly" },
    { CURLE_PARTIAL_FILE, FETCH_BROKEN, HOST, "the answer is shorter than announced; the version before it stays" },
    { CURLE_GOT_NOTHING, FETCH_BROKEN, HOST, "the connection was closed without an answer" },
    { CURLE_RECV_ERROR, FETCH_BROKEN, HOST, "the connection was lost" },
    { CURLE_SEND_ERROR, FETCH_BROKEN, HOST, "the connection was lost" },
    { CURLE_BAD_CONTENT_ENCODING, FETCH_BROKEN, HOST, "the answer's compression is broken" },
    { CURLE_HTTP2, FETCH_BROKEN, HOST, "the answer is no HTTP/2" },
    { CURLE_HTTP2_STREAM, FETCH_BROKEN, HOST, "the answer broke off" },
    { CURLE_WEIRD_SERVER_REPLY, FETCH_BROKEN, HOST, "the answer is no HTTP" },
    { CURLE_UNSUPPORTED_PROTOCOL, FETCH_BROKEN, HOST, "the answer is no HTTP" },
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
    buf_add(message, link_host(url));
    buf_add(message, STR(": "));
    address_print(message, a);
    buf_addf(message, " is not a public address (%s); if it is meant, allow it: allow-address=", address_kind(a));
    address_print(message, a);
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
        buf_addf(message, "the head of the answer has more than %zu bytes", FETCH_HEAD_MAX);
    else
        buf_addf(message, "the page has more than %zu bytes; raise the setting body-max if it is meant", t->body_max);
    return (struct fetch_verdict){ .state = FETCH_TOO_LARGE, .answered = true };
}

static struct fetch_verdict failed(const struct transfer *t, CURLcode code, struct buf *message)
{
    const struct row *row = row_of(code);
    unsigned blame = row ? row->blame : HOST;
    bool connecting = transfer_ms(t, CURLINFO_TOTAL_TIME_T) && transfer_status(t) == 0 && t->head.len == 0;
    curl_off_t connected = 0;
    t->world->curl->curl_easy_getinfo_p(t->easy, CURLINFO_CONNECT_TIME_T, &connected);
    add_host(message, t);
    if (t->proxied && code == CURLE_COULDNT_CONNECT)
        buf_add(message, STR("no connection to the proxy; check the setting proxy"));
    else
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

enum fetch_state verdict_status(unsigned status, struct str url, struct buf *message)
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
        buf_add(message, STR("the page is gone for good (410); remove the watch"));
        return FETCH_GONE;
    case 401:
    case 403:
    case 407:
        buf_addf(message, "access is denied (%u); %s", status,
                 status == 407 ? "give the proxy's user and password" : "give a user, a token or cookies, or remove the watch");
        return FETCH_DENIED;
    case 429:
    case 503:
        buf_addf(message, "the server asks for a pause (%u)", status);
        return FETCH_BUSY;
    default:
        buf_addf(message, "the server answers %u%s", status,
                 status >= 500 ? ", an error of its own; it is tried again at the next check" : "");
        return FETCH_HTTP_ERROR;
    }
}

struct fetch_verdict verdict_of(const struct transfer *t, CURLcode code, struct buf *message)
{
    if (t->blocked && code != CURLE_OK)
        return blocked(t, message);
    if (t->too_large || t->head_too_large || code == CURLE_FILESIZE_EXCEEDED)
        return too_large(t, message);
    if (code != CURLE_OK)
        return failed(t, code, message);
    struct fetch_verdict v = { .state = FETCH_OK, .answered = true };
    unsigned status = transfer_status(t);
    if (status >= 200 && (status < 300 || status >= 400))
        v.state = verdict_status(status, t->job->url, message);
    return v;
}
