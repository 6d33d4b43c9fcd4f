/* The parts of messages: addresses, rules, pauses, letters, signatures, links, payloads. */
#include "base/duration.h"
#include "base/json_read.h"
#include "base/limits.h"
#include "notify/act.h"
#include "notify/address.h"
#include "notify/mime.h"
#include "notify/payload.h"
#include "notify/retry.h"
#include "notify/rules.h"
#include "notify/sign.h"
#include "notify/template.h"
#include "notify/websub.h"
#include "tests/tap.h"

#include <stdlib.h>

/* ---- Addresses ---- */

static void good_address(const char *text, const char *shown)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(KIB(8));
    struct notify_address x;
    struct err e;
    if (!ok(notify_address_read(&a, str_of(text), &x, &e) == 0, "%s is an address", text))
        return;
    notify_address_show(&x, &out);
    eq_str(buf_str(&out), str_of(shown), text);
}

static void bad_address(const char *text)
{
    AUTO(arena) a = { 0 };
    struct notify_address x;
    struct err e;
    ok(notify_address_read(&a, str_of(text), &x, &e) == E_USAGE, "\"%s\" is not an address", text);
}

static void test_addresses(void)
{
    good_address("mail:anna@example.org", "mail:anna@example.org");
    good_address("email:anna+weft@example.org", "mail:anna+weft@example.org");
    good_address("https://example.org/hook?token=abc", "https://example.org/...");
    good_address("ntfy:topic", "ntfy:https://ntfy.sh/...");
    good_address("ntfy:https://me:pass@push.example.org/topic", "ntfy:https://push.example.org/...");
    good_address("slack:https://hooks.slack.com/services/T0/B0/x", "slack:https://hooks.slack.com/...");
    good_address("matrix:https://tok@matrix.example.org/!room:example.org", "matrix:https://matrix.example.org/...");
    good_address("telegram:123:abc@-100200", "telegram:-100200");
    good_address("fax:+49-30-123456", "fax:+49-30-123456");
    good_address("command:/usr/bin/keep --quiet", "command:/usr/bin/keep");
    static const char *const bad[] = {
        "",
        "mail:",
        "mail:anna",
        "mail:@example.org",
        "mail:anna@example.org\r\nBcc: all@example.org",
        "mail:a b@example.org",
        "mail:<a@example.org>",
        "mail:a@b@c",
        "mail:-oQ@example.org",
        "ftp://example.org/",
        "https://",
        "https:///x",
        "gopher:x",
        "slack:hooks",
        "matrix:https://matrix.example.org/!room:example.org",
        "telegram:abc",
        "fax:+49 30",
        "fax:12",
        "command:keep",
        "command:",
        "https://example.org/a b",
        "ntfy:a/b",
        "interactive:x",
    };
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        bad_address(bad[i]);
}

/* ---- Rules: local time is UTC here ---- */

#define AT(day, hour, minute) \
    ((INT64_C(20773) + (day)) * DURATION_DAY_MS + (hour)*DURATION_HOUR_MS + (minute)*DURATION_MINUTE_MS) /* 2026-11-16, a Monday */

static void due(const char *quiet, const char *digest, int64_t at, int64_t want)
{
    struct notify_rules r = { 0 };
    struct err e;
    ok(notify_quiet_read(str_of(quiet), &r, &e) == 0 && notify_digest_read(str_of(digest), &r, &e) == 0, "%s, %s", quiet, digest);
    eq_int(notify_due(&r, at), want, "what comes then goes out when it should");
}

static void test_rules(void)
{
    setenv("TZ", "UTC", 1);
    due("off", "none", AT(0, 23, 30), AT(0, 23, 30));
    due("22:00-07:00", "none", AT(0, 21, 59), AT(0, 21, 59));
    due("22:00-07:00", "none", AT(0, 22, 0), AT(1, 7, 0));
    due("22:00-07:00", "none", AT(1, 6, 59), AT(1, 7, 0));
    due("22:00-07:00", "none", AT(1, 7, 0), AT(1, 7, 0));
    due("12:00-13:30", "none", AT(0, 12, 30), AT(0, 13, 30));
    due("off", "hour", AT(0, 9, 20), AT(0, 10, 0));
    due("off", "day", AT(0, 7, 59), AT(0, 8, 0));
    due("off", "day", AT(0, 8, 0), AT(1, 8, 0));
    due("off", "week", AT(0, 7, 0), AT(0, 8, 0));
    due("off", "week", AT(0, 9, 0), AT(7, 8, 0));
    due("off", "week", AT(2, 9, 0), AT(7, 8, 0));
    due("22:00-09:00", "day", AT(0, 12, 0), AT(1, 9, 0));
    AUTO(arena) a = { 0 };
    struct str tags[] = { STR("work"), STR("a \"b\"") };
    struct notify_rules r = { .quiet_from = 1320,
                              .quiet_to = 420,
                              .digest = DIGEST_WEEK,
                              .floor = 0.35,
                              .tags = tags,
                              .n_tags = 2 },
                        got;
    struct str text = notify_rules_write(&a, &r);
    struct err e;
    ok(notify_rules_read(&a, text, &got, &e) == 0, "rules that were written are read");
    eq_str(notify_rules_write(&a, &got), text, "as the same");
    eq_str(notify_rules_write(&a, &(struct notify_rules){ 0 }), STR(""), "no rules are nothing");
    static const char *const bad[] = { "25:00-01:00", "22-07", "22:00", "x", "22:60-07:00" };
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        ok(notify_quiet_read(str_of(bad[i]), &r, &e) == E_USAGE, "%s is not quiet hours", bad[i]);
    ok(notify_floor_read(STR("1.1"), &r, &e) && notify_floor_read(STR("nan"), &r, &e) && notify_floor_read(STR(""), &r, &e),
       "an importance lies between 0 and 1");
}

static void test_retry(void)
{
    int64_t last = 0;
    uint32_t n = 0;
    for (struct retry_answer x; n < 20; n++, last = x.next_at) {
        x = retry_after(&(struct retry_facts){ .now = last, .tries = n });
        if (x.give_up)
            break;
        ok(x.next_at > last, "try %u comes after %lld s", n + 2, (long long)((x.next_at - last) / 1000));
    }
    eq_int(n, 7, "after eight tries a message is given up");
    ok(last < 2 * DURATION_DAY_MS, "after less than two days");
    ok(retry_after(&(struct retry_facts){ .hopeless = true }).give_up, "one that is refused for good is given up at once");
    eq_int(retry_after(&(struct retry_facts){ .wait_ms = DURATION_HOUR_MS }).next_at, DURATION_HOUR_MS,
           "a receiver may ask for a pause");
    eq_int(retry_after(&(struct retry_facts){ .wait_ms = DURATION_WEEK_MS }).next_at, DURATION_DAY_MS, "of a day at most");
}

/* ---- Letters ---- */

static struct notice a_notice(const char *headline, struct excerpt *x, struct mail_page *page)
{
    *x = (struct excerpt){
        .kind = CHANGE_UPDATE, .before = STR("Oak table"), .old = STR("340 <b>"), .new = STR("360 & more"), .after = STR("euro")
    };
    *page = (struct mail_page){ .headline = str_of(headline),
                                .title = STR("Price <list>"),
                                .url = STR("javascript:alert(1)"),
                                .diff = STR("https://weft.example/page/1/diff?a=1&b=2"),
                                .changes = { x, 1 },
                                .importance = 0.9 };
    return (struct notice){ .key = STR("weft-0123"),
                            .at = 1000,
                            .now = 2000,
                            .letter = { .subject = page->headline, .page = page, .n_pages = 1 },
                            .json = STR("{\"a\":1}") };
}

static bool has(const struct buf *b, const char *text)
{
    return str_find(buf_str(b), str_of(text), 0) != SIZE_MAX;
}

static void test_mime(void)
{
    AUTO(buf) out = BUF(MIB(1));
    struct excerpt x;
    struct mail_page page;
    struct notice n = a_notice("Oak\r\nBcc: all@example.org\r\n\r\n<script>", &x, &page);
    mime_write(&n, &(struct mime_head){ STR("weft@example.org"), STR("anna@example.org"), STR("https://weft.example/k/x"), true },
               &out);
    ok(has(&out, "Subject: Oak  Bcc: all@example.org    <script>\r\n"), "a subject is one line, whatever the page says");
    ok(str_find(buf_str(&out), STR("\nBcc:"), 0) > str_find(buf_str(&out), STR("\r\n\r\n"), 0), "no header can be put in");
    ok(has(&out, "Message-ID: <weft-0123@example.org>\r\n"), "the message's number is its key");
    ok(has(&out, "List-Unsubscribe: <https://weft.example/k/x>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"),
       "it can be turned off with one click");
    ok(!has(&out, "javascript:alert(1)\""), "what is not an address of the web is no link");
    ok(has(&out, "&lt;script&gt;") && !has(&out, "<script>\r\n</"), "what a page says is text");
    for (struct str rest = buf_str(&out); rest.len;) {
        struct str line = str_cut(&rest, '\n');
        if (line.len > 79 || (line.len && line.ptr[line.len - 1] != '\r'))
            ok(false, "a line of %zu bytes: %.*s", line.len, (int)MIN(line.len, (size_t)100), line.ptr);
    }
    AUTO(buf) header = BUF(KIB(4));
    mime_header(&header, "Subject", STR("Größe jetzt 5 €, war 4 € – und noch viel mehr Wörter, die nicht in eine Zeile passen"));
    ok(str_starts(buf_str(&header), STR("Subject: =?utf-8?B?")) && has(&header, "?=\r\n =?utf-8?B?"),
       "other letters are encoded and folded");
    AUTO(buf) quoted = BUF(KIB(4));
    mime_quoted(&quoted, STR("a=b \n.dot\nä"));
    eq_str(buf_str(&quoted), STR("a=3Db=20\r\n=2Edot\r\n=C3=A4\r\n"), "quoted-printable");
}

static void test_size(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(MIB(8));
    struct mail_page *pages = NEW_ARRAY(&a, struct mail_page, 500);
    struct excerpt x[4];
    for (int i = 0; i < 500; i++)
        a_notice("A headline", &x[i % 4], &pages[i]);
    mail_html(&(struct mail_letter){ .subject = STR("many"), .page = pages, .n_pages = 500 }, &out);
    ok(out.len < 100000 && out.len > 20000, "500 pages are a letter of %zu bytes", out.len);
    ok(has(&out, "more pages"), "which says how many it leaves out");
}

/* ---- Signatures and links ---- */

static void test_signatures(void)
{
    /* The published vector of Standard Webhooks. */
    struct str secret = STR("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    struct signed_message m = { STR("msg_p5jXN8AQM9LWM0D4loKWxJek"), STR("{\"test\": 2432232314}"), INT64_C(1614265330) * 1000 };
    AUTO(buf) out = BUF(KIB(1));
    sign_add(&out, secret, &m);
    eq_str(buf_str(&out), STR("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="), "a signature as the specification has it");
    ok(sign_is_right(secret, &m, STR("v1,AAAA v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")), "one of several is enough");
    m.at += 1000;
    ok(!sign_is_right(secret, &m, buf_str(&out)), "another time is another message");
    ok(!sign_is_right(STR("other"), &m, buf_str(&out)), "another secret does not fit");
}

static void test_acts(void)
{
    unsigned char key[ACT_KEY_BYTES] = "0123456789abcdef0123456789abcde", other[ACT_KEY_BYTES] = "x";
    struct act_link link = { ACT_PAUSE, 7, 41, 13, 5000 }, got;
    AUTO(buf) out = BUF(KIB(1));
    struct err e;
    act_write(key, &link, &out);
    ok(act_read(key, buf_str(&out), 5000, &got, &e) == 0 && got.act == ACT_PAUSE && got.user == 7 && got.page == 41
           && got.number == 13,
       "a link says what it does");
    ok(act_read(key, buf_str(&out), 5001, &got, &e) == E_DENIED, "for a time");
    ok(act_read(other, buf_str(&out), 0, &got, &e) == E_DENIED, "with one key");
    for (size_t i = 0; i < out.len; i++) {
        char was = out.ptr[i];
        out.ptr[i] = was == '1' ? '2' : '1';
        if (act_read(key, buf_str(&out), 0, &got, &e) != E_DENIED)
            ok(false, "a link with another byte at %zu is taken", i);
        out.ptr[i] = was;
    }
    ok(act_read(key, STR(""), 0, &got, &e) == E_DENIED && act_read(key, STR("...."), 0, &got, &e) == E_DENIED, "rubbish is none");
}

/* ---- Payloads ---- */

static void payload_of(const char *address, const char *url, const char *part)
{
    AUTO(arena) a = { 0 };
    struct notify_address to;
    struct payload p;
    struct excerpt x;
    struct mail_page page;
    struct json_value root;
    struct err e;
    struct notice n = a_notice("<b>@everyone</b> & <!channel>", &x, &page);
    ok(notify_address_read(&a, str_of(address), &to, &e) == 0, "%s", address);
    payload_make(&a, &to, STR("whsec_AAAA"), &n, &p);
    eq_str(p.url, str_of(url), url);
    ok(json_read(&a, p.body, &root, &e) == 0, "its body is JSON");
    ok(str_find(p.body, str_of(part), 0) != SIZE_MAX, "with %s", part);
    if (str_find(p.body, str_of(part), 0) == SIZE_MAX)
        tap_show("body", p.body);
    for (uint32_t i = 0; i < p.n_headers; i++)
        ok(str_find(p.header[i], STR("\n"), 0) == SIZE_MAX, "%.*s is one line", STR_ARG(p.header[i]));
}

static void test_payloads(void)
{
    payload_of("slack:https://hooks.slack.com/x", "https://hooks.slack.com/x", "&lt;!channel&gt;");
    payload_of("discord:https://discord.com/api/webhooks/1/x", "https://discord.com/api/webhooks/1/x",
               "\"allowed_mentions\":{\"parse\":[]}");
    payload_of("matrix:https://tok@m.example/!r:m.example",
               "https://m.example/_matrix/client/v3/rooms/%21r%3Am.example/send/m.room.message/weft-0123", "&lt;b&gt;@everyone");
    payload_of("telegram:1:abc@42", "https://api.telegram.org/bot1:abc/sendMessage", "&lt;b&gt;@everyone");
    payload_of("ntfy:https://push.example/topic", "https://push.example/", "\"priority\":5");
    payload_of("https://hook.example/x", "https://hook.example/x", "{\"a\":1}");
}

/* ---- Hubs ---- */

static void hub(const char *head, const char *body, const char *hub, const char *topic)
{
    struct websub_offer x = { STR(""), STR("") };
    bool found = websub_find(str_of(head), str_of(body), STR("http://page/"), &x);
    ok(found == (hub[0] != 0), "%s%s", head, body);
    eq_str(x.hub, str_of(hub), "its hub");
    eq_str(x.topic, str_of(topic), "its topic");
}

static void test_hubs(void)
{
    hub("Link: <https://hub/>; rel=\"hub\", <https://a/f>; rel=self\r\n", "", "https://hub/", "https://a/f");
    hub("Content-Type: x\r\nlink: <https://hub/>;rel=hub\r\nLink: <https://other/>; rel=\"next hub\"\r\n", "", "https://hub/",
        "http://page/");
    hub("", "<head><LINK href='https://hub/' rel='hub'><link rel=stylesheet href=/x>", "https://hub/", "http://page/");
    hub("", "<rss><atom:link rel=\"hub\" href=\"https://hub/\"/><atom:link rel=\"self\" href=\"https://a/f\"/>", "https://hub/",
        "https://a/f");
    hub("", "<p>our hub has a link", "", "");
    hub("Link: <javascript:x>; rel=hub\r\nLink: <https://a b/>; rel=hub\r\nLink: <https://x\r\n", "<link rel=hub href", "", "");
    unsigned char key[WEBSUB_KEY_BYTES] = "k";
    AUTO(buf) token = BUF(KIB(1));
    int64_t page;
    struct err e;
    websub_token(key, 41, &token);
    ok(websub_token_read(key, buf_str(&token), &page, &e) == 0 && page == 41, "a page is known by its token");
    token.ptr[1] = '2';
    ok(websub_token_read(key, buf_str(&token), &page, &e) == E_DENIED && websub_token_read(key, STR(""), &page, &e) == E_DENIED,
       "and by no other");
}

static void eq_template(const char *text, const struct mail_letter *m, const char *subject, const char *body)
{
    AUTO(buf) one = BUF(KIB(64)), all = BUF(KIB(64));
    template_subject(str_of(text), m, &one);
    template_text(str_of(text), m, &all);
    eq_str(buf_str(&one), str_of(subject), text);
    eq_str(buf_str(&all), str_of(body), text);
}

static void test_templates(void)
{
    struct excerpt change = { .kind = CHANGE_UPDATE, .old = STR("340"), .new = STR("360") };
    const struct mail_page pages[] = {
        { .headline = STR("{title} {url}\r\nBcc: eve"),
          .title = STR("Prices"),
          .url = STR("https://a/"),
          .importance = 0.5,
          .changes = { &change, 1 } },
        { .headline = STR("Second"), .importance = -1 },
    };
    struct mail_letter m = { .page = pages, .n_pages = 2 };
    struct err e;
    eq_template("{title}: {headline}", &m, "Prices: {title} {url}  Bcc: eve", "Prices: {title} {url}\r\nBcc: eve\n\n: Second");
    eq_template("{{{importance}} of {pages}", &m, "{0.50} of 2", "{0.50} of 2\n\n{} of 2");
    eq_template("{changes}", &m, "340 → 360 ", "340 → 360\n\n\n");
    eq_template("plain", &m, "plain", "plain\n\nplain");
    eq_template("", &m, "", "\n\n");
    ok(template_check(STR("{headline} {{ }"), &e) == 0, "words that are known, and braces");
    ok(template_check(STR("{headlin}"), &e) == E_USAGE && strstr(e.text, "{headline}"), "others are refused: %s", e.text);
    ok(template_check(STR("{headline"), &e) == E_USAGE, "and a brace that does not end: %s", e.text);
    ok(template_check(STR("{system(1)}"), &e) == E_USAGE, "nothing is run");
}

int main(void)
{
    test_hubs();
    test_templates();
    test_addresses();
    test_rules();
    test_retry();
    test_mime();
    test_size();
    test_signatures();
    test_acts();
    test_payloads();
    return tap_done();
}
