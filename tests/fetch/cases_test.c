/* robots.txt, heads of answers, addresses, the guard, and the words for what went wrong: cases/NAME.txt.
 *
 *     --- robots, agent   a robots.txt and the name that asks ("weft" where none is given)
 *     --- kept            what is kept of it
 *     --- paths           a table: each path, and the rule that decides
 *     --- head            the lines of an answer
 *     --- said            what they say, at noon of 1 May 2030
 *     --- dates, links, hosts, guard, rules, statuses, codes, states ...   tables */
#include "base/moment.h"
#include "fetch/header.h"
#include "fetch/link.h"
#include "fetch/robots.h"
#include "fetch/verdict.h"
#include "tests/cases.h"

static const int64_t now_ms = INT64_C(1903867200000); /* 2030-05-01 12:00 UTC */

/* The case whose tables are read, and libcurl. */
static const struct text_case *current;
static struct curl curl;

static void read_rules(struct arena *a, struct buf *rules)
{
    struct str agent = case_text(current, "agent");

    robots_read(case_bytes(a, current, "robots"), agent.len ? agent : STR("weft"), rules);
}

static struct str give_kept(struct arena *a)
{
    AUTO(buf) out = BUF(ROBOTS_RULES_MAX);
    AUTO(buf) rules = BUF(ROBOTS_RULES_MAX);

    read_rules(a, &rules);
    buf_add(&out, buf_str(&rules));
    struct str rest = buf_str(&rules), url;
    while (robots_next_sitemap(&rest, &url))
        buf_addf(&out, "sitemap %.*s\n", STR_ARG(url));
    buf_addf(&out, "waits %lld ms\n", (long long)robots_delay_ms(buf_str(&rules)));
    return case_take(a, &out);
}

static void row_path(struct arena *a, struct str in, struct buf *out)
{
    AUTO(buf) rules = BUF(ROBOTS_RULES_MAX);
    struct str rule = STR("");

    read_rules(a, &rules);
    bool allowed = robots_allows(buf_str(&rules), in, &rule);
    buf_addf(out, "%s%s%.*s", allowed ? "allowed" : "forbidden", rule.len ? " by " : "", STR_ARG(rule));
}

static struct str give_said(struct arena *a)
{
    AUTO(buf) out = BUF(KIB(64));
    struct str head = case_bytes(a, current, "head");
    int64_t wait_ms = -1;

    static const char *const names[] = { "Content-Type", "ETag", "Last-Modified" };
    for (size_t i = 0; i < ARRAY_LEN(names); i++)
        buf_addf(&out, "%s: %.*s\n", names[i], STR_ARG(header_get(head, str_of(names[i]))));
    if (header_retry_after(head, now_ms, &wait_ms))
        buf_addf(&out, "wait %lld ms\n", (long long)wait_ms);
    buf_addf(&out, "age %lld ms, unmodified for %lld ms, fresh for %lld ms\n", (long long)header_age_ms(head),
             (long long)header_unmodified_ms(head, now_ms), (long long)header_fresh_ms(head, now_ms));
    return case_take(a, &out);
}

static void row_date(struct arena *a, struct str in, struct buf *out)
{
    int64_t ms = 0;

    (void)a;
    if (header_date(in, &ms))
        buf_addf(out, "%lld", (long long)ms / 1000);
    else
        buf_add(out, STR("not a date"));
}

/* "BASE -> REFERENCE". */
static void row_link(struct arena *a, struct str in, struct buf *out)
{
    AUTO(fetch_link) l = { 0 };
    struct str base = case_cut_pair(&in);
    enum link_fault fault = link_read(&l, &curl, case_unescape(a, in), base);

    if (fault != LINK_FINE) {
        buf_add(out, fault == LINK_BAD ? STR("not an address") : STR("not of the web"));
        return;
    }
    buf_addf(out, "%.*s at %.*s", STR_ARG(l.url), STR_ARG(l.origin));
    if (l.user.len || l.password.len)
        buf_addf(out, " as %.*s with %.*s", STR_ARG(l.user), STR_ARG(l.password));
}

static void row_host(struct arena *a, struct str in, struct buf *out)
{
    (void)a;
    buf_addf(out, "path %.*s, host %.*s, scheme %.*s", STR_ARG(link_path(in)), STR_ARG(link_host(in)), STR_ARG(link_scheme(in)));
}

static void row_proxy(struct arena *a, struct str in, struct buf *out)
{
    struct err e = { 0 };

    (void)a;
    if (link_check_proxy(in, &e))
        buf_addf(out, "error %d: %s", e.code, e.text);
    else
        buf_add(out, STR("fine"));
}

/* What the guard takes a text for. */
static void row_guard(struct arena *a, struct str in, struct buf *out)
{
    struct address address;

    (void)a;
    if (!address_parse(in, &address)) {
        buf_add(out, STR("a name"));
        return;
    }
    address_print(out, address);
    const char *kind = address_kind(address);
    buf_addf(out, ", %s", kind ? kind : "public");
}

/* "RULES -> ADDRESS". */
static void row_rule(struct arena *a, struct str in, struct buf *out)
{
    struct str list = case_cut_pair(&in);
    struct address_rules rules;
    struct address address;
    struct err e = { 0 };

    (void)a;
    if (address_rules_read(list, &rules, &e))
        buf_addf(out, "error %d: %s", e.code, e.text);
    else if (!address_parse(in, &address))
        buf_addf(out, "%u rules", rules.n);
    else
        buf_add(out, address_allowed(&rules, address) ? STR("allowed") : STR("refused"));
}

static void row_status(struct arena *a, struct str in, struct buf *out)
{
    AUTO(buf) message = BUF(KIB(4));
    struct str number = str_cut(&in, ' ');
    uint64_t status = 0;

    str_number(number, 999, &status);
    enum fetch_state state =
        verdict_status((unsigned)status, STR("https://shop.example/tea"), arena_printf(a, "%.*s", STR_ARG(in)).ptr, &message);
    buf_addf(out, "%s: %.*s", fetch_state_name(state), STR_ARG(buf_str(&message)));
}

static void row_blocked(struct arena *a, struct str in, struct buf *out)
{
    struct str url = case_cut_pair(&in);
    struct address address;

    (void)a;
    if (address_parse(in, &address))
        verdict_blocked(out, url, address);
}

static const struct {
    const char *name;
    CURLcode code;
} codes[] = {
    { "COULDNT_RESOLVE_PROXY", CURLE_COULDNT_RESOLVE_PROXY },
    { "COULDNT_RESOLVE_HOST", CURLE_COULDNT_RESOLVE_HOST },
    { "COULDNT_CONNECT", CURLE_COULDNT_CONNECT },
    { "OPERATION_TIMEDOUT", CURLE_OPERATION_TIMEDOUT },
    { "PEER_FAILED_VERIFICATION", CURLE_PEER_FAILED_VERIFICATION },
    { "SSL_CONNECT_ERROR", CURLE_SSL_CONNECT_ERROR },
    { "SSL_CIPHER", CURLE_SSL_CIPHER },
    { "SSL_CERTPROBLEM", CURLE_SSL_CERTPROBLEM },
    { "SSL_CACERT_BADFILE", CURLE_SSL_CACERT_BADFILE },
    { "SSL_SHUTDOWN_FAILED", CURLE_SSL_SHUTDOWN_FAILED },
    { "PARTIAL_FILE", CURLE_PARTIAL_FILE },
    { "GOT_NOTHING", CURLE_GOT_NOTHING },
    { "RECV_ERROR", CURLE_RECV_ERROR },
    { "SEND_ERROR", CURLE_SEND_ERROR },
    { "BAD_CONTENT_ENCODING", CURLE_BAD_CONTENT_ENCODING },
    { "HTTP2", CURLE_HTTP2 },
    { "HTTP2_STREAM", CURLE_HTTP2_STREAM },
    { "WEIRD_SERVER_REPLY", CURLE_WEIRD_SERVER_REPLY },
    { "UNSUPPORTED_PROTOCOL", CURLE_UNSUPPORTED_PROTOCOL },
    { "URL_MALFORMAT", CURLE_URL_MALFORMAT },
    { "FILESIZE_EXCEEDED", CURLE_FILESIZE_EXCEEDED },
    { "PROXY", CURLE_PROXY },
    { "OUT_OF_MEMORY", CURLE_OUT_OF_MEMORY },
};

/* "CODE" or "CODE via PROXY": how a transfer ended that never got an answer. */
static void row_code(struct arena *a, struct str in, struct buf *out)
{
    AUTO(buf) message = BUF(KIB(4));
    size_t via = str_find(in, STR(" via "), 0);
    struct transfer_world world = { .curl = &curl, .user_agent = "", .proxy = "", .ca_file = "" };
    struct job job = { .url = STR_INIT("https://shop.example/tea") };
    size_t k = 0;

    (void)a;
    if (via != SIZE_MAX)
        job.q.proxy = str_sub(in, via + 5, in.len);
    while (k < ARRAY_LEN(codes) && !str_eq(str_sub(in, 0, via), str_of(codes[k].name)))
        k++;
    if (k == ARRAY_LEN(codes))
        abort();
    struct transfer t = { .world = &world,
                          .job = &job,
                          .easy = curl.curl_easy_init_p(),
                          .head = BUF(KIB(1)),
                          .body_max = 1000,
                          .proxied = via != SIZE_MAX };
    struct fetch_verdict v = verdict_of(&t, codes[k].code, &message);
    curl.curl_easy_cleanup_p(t.easy);
    buf_addf(out, "%s%s%s%s%s%s: %.*s", fetch_state_name(v.state), v.answered ? ", answered" : "",
             v.host_failed ? ", host failed" : "", v.fatal ? ", fatal" : "", v.unreachable ? ", unreachable" : "",
             v.proxy ? ", proxy" : "", STR_ARG(buf_str(&message)));
}

static void row_state(struct arena *a, struct str in, struct buf *out)
{
    uint64_t state = 0;

    (void)a;
    str_number(in, FETCH_STATES, &state);
    buf_addf(out, "%s%s", fetch_state_name((enum fetch_state)state),
             fetch_state_passing((enum fetch_state)state) ? ", may pass" : "");
}

static const struct {
    const char *label;
    void (*row)(struct arena *a, struct str in, struct buf *out);
} tables[] = {
    { "paths", row_path },       { "dates", row_date },  { "links", row_link },   { "hosts", row_host },
    { "proxies", row_proxy },    { "guard", row_guard }, { "rules", row_rule },   { "statuses", row_status },
    { "refusals", row_blocked }, { "codes", row_code },  { "states", row_state },
};

static struct str give(struct arena *a, const struct text_case *c, struct str label)
{
    current = c;
    for (size_t i = 0; i < ARRAY_LEN(tables); i++)
        if (str_eq(label, str_of(tables[i].label)))
            return case_table(a, case_text(c, tables[i].label), tables[i].row);
    if (str_eq(label, STR("kept")))
        return give_kept(a);
    return str_eq(label, STR("said")) ? give_said(a) : (struct str){ NULL, 0 };
}

int main(int argc, char **argv)
{
    struct err e = { 0 };

    if (curl_load(&curl, &e)) {
        skip(e.text);
        return tap_done();
    }
    return cases_main(argc, argv, "tests/fetch/cases/*.txt", give);
}
