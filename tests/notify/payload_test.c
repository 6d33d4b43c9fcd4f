/* Notices as requests: where each way sends what, how words of a page stay words, what is cut, and what is signed. */
#include "notify/payload.h"

#include <stdlib.h>

#include "base/json_read.h"
#include "base/limits.h"
#include "notify/sign.h"
#include "tests/notify/letters.h"
#include "tests/tap.h"

struct sent {
    struct arena arena;
    struct notify_address to;
    struct payload p;
    struct json_value root;
};

static void sent_drop(struct sent *x)
{
    arena_drop(&x->arena);
}

static void send_to(struct sent *x, const char *address, const char *secret, const struct notice *n)
{
    struct err e;
    *x = (struct sent){ .arena = { 0 } };
    if (notify_address_read(&x->arena, str_of(address), &x->to, &e))
        abort();
    payload_make(&x->arena, &x->to, str_of(secret), n, &x->p);
    if (json_read(&x->arena, x->p.body, &x->root, &e))
        ok(false, "the body for %s is not JSON", address);
}

static struct str field(const struct sent *x, const char *name)
{
    struct str text = STR("");
    json_text(json_get(&x->root, str_of(name)), &text);
    return text;
}

static struct str header(const struct sent *x, const char *name)
{
    for (uint32_t i = 0; i < x->p.n_headers; i++) {
        struct str rest = x->p.header[i];
        if (str_eq(str_cut(&rest, ':'), str_of(name)))
            return str_trim(rest);
    }
    return STR("");
}

/* ---- One page ---- */

static const char hostile[] = "<b>@everyone</b> & <!channel> *x*";

static void test_bodies(void)
{
    static const struct {
        const char *address, *method, *url, *body;
    } rows[] = {
        { "https://hook.example/x", "POST", "https://hook.example/x", "{\"a\":1}" },
        { "slack:https://hooks.slack.com/x", "POST", "https://hooks.slack.com/x",
          "{\"text\":\"<https://weft.example/page/1/diff?a=1&b=2|&lt;b&gt;@everyone&lt;/b&gt; &amp; &lt;!channel&gt; *x*>\\n"
          "Price &lt;list&gt;\\nOak table ~340 &lt;b&gt;~ *360 &amp; more* euro\\n\",\"unfurl_links\":false}" },
        { "discord:https://discord.com/api/webhooks/1/x", "POST", "https://discord.com/api/webhooks/1/x",
          "{\"content\":\"<b>@everyone</b> & <!channel> *x*\",\"allowed_mentions\":{\"parse\":[]},\"embeds\":["
          "{\"title\":\"Price <list>\",\"url\":\"https://weft.example/page/1/diff?a=1&b=2\","
          "\"description\":\"Oak table ~~340 \\\\<b\\\\>~~ **360 & more** euro\\n\"}]}" },
        { "matrix:https://tok@m.example/!r:m.example", "PUT",
          "https://m.example/_matrix/client/v3/rooms/%21r%3Am.example/send/m.room.message/weft-0123",
          "{\"msgtype\":\"m.notice\",\"body\":\"<b>@everyone</b> & <!channel> *x*\\nPrice <list>\\nOak table 340 <b> → 360 & more "
          "euro\\n\",\"format\":\"org.matrix.custom.html\",\"formatted_body\":\"<b><a "
          "href=\\\"https://weft.example/page/1/diff?a=1&amp;b=2\\\">&lt;b&gt;@everyone&lt;/b&gt; &amp; &lt;!channel&gt; "
          "*x*</a></b><br>\\nPrice &lt;list&gt;<br>\\nOak table <del>340 &lt;b&gt;</del> <u>360 &amp; more</u> euro<br>\\n\"}" },
        { "telegram:1:abc@42", "POST", "https://api.telegram.org/bot1:abc/sendMessage",
          "{\"chat_id\":\"42\",\"text\":\"<b><a href=\\\"https://weft.example/page/1/diff?a=1&amp;b=2\\\">&lt;b&gt;@everyone&lt;/b&gt; "
          "&amp; &lt;!channel&gt; *x*</a></b>\\nPrice &lt;list&gt;\\nOak table <s>340 &lt;b&gt;</s> <u>360 &amp; more</u> "
          "euro\\n\",\"parse_mode\":\"HTML\",\"disable_web_page_preview\":true}" },
        { "ntfy:https://push.example/topic", "POST", "https://push.example/",
          "{\"topic\":\"topic\",\"title\":\"<b>@everyone</b> & <!channel> *x*\",\"message\":\"Price <list>\\nOak table 340 <b> → 360 & "
          "more euro\\n\",\"priority\":5,\"sequence_id\":\"weft-0123\",\"click\":\"https://weft.example/page/1/diff?a=1&b=2\"}" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct letter_parts parts;
        AUTO(sent) x;
        send_to(&x, rows[i].address, "whsec_AAAA", letter_about(&parts, hostile));
        eq_str(str_of(x.p.method), str_of(rows[i].method), rows[i].address);
        eq_str(x.p.url, str_of(rows[i].url), "goes there");
        eq_str(x.p.body, str_of(rows[i].body), "with this body");
        for (uint32_t k = 0; k < x.p.n_headers; k++)
            ok(str_find(x.p.header[k], STR("\n"), 0) == SIZE_MAX, "%.*s is one line", STR_ARG(x.p.header[k]));
    }
}

/* Marks of Markdown that a page writes mark nothing. */
static void test_markdown(void)
{
    struct letter_parts parts;
    AUTO(sent) x;
    letter_about(&parts, "A");
    parts.change = (struct excerpt){ .kind = CHANGE_INSERT, .new = STR("\\*_~`|<>[]()#-.") };
    send_to(&x, "discord:https://d.example/x", "", &parts.notice);
    const struct json_value *embeds = json_get(&x.root, STR("embeds"));
    struct str description = STR("");
    json_text(json_get(&embeds->item[0], STR("description")), &description);
    eq_str(description, STR("**\\\\\\*\\_\\~\\`\\|\\<\\>\\[\\]\\(\\)\\#\\-.**\n"), "words of a page are words in Discord");
}

static void test_fields_left_out(void)
{
    struct letter_parts parts;
    AUTO(sent) telegram, slack, ntfy, discord;
    letter_about(&parts, "A");
    parts.page.title = STR("");
    parts.page.diff = STR("");
    parts.page.url = STR("https://a/");
    parts.page.changes.n = 0;
    parts.page.name = STR("price<s>");
    send_to(&telegram, "telegram:t@c", "", &parts.notice);
    eq_str(field(&telegram, "text"), STR("price&lt;s&gt;: <b><a href=\"https://a/\">A</a></b>\n"),
           "without a title there is no line of it, without weft's pages the link is the page, and a sentinel is named");
    send_to(&slack, "slack:https://s/x", "", &parts.notice);
    eq_str(field(&slack, "text"), STR("price&lt;s&gt;: <https://a/|A>\n"), "in Slack too");
    send_to(&ntfy, "ntfy:t", "", &parts.notice);
    eq_str(field(&ntfy, "message"), STR("https://a/\n"), "a push message names the page by its address then");
    send_to(&discord, "discord:https://d/x", "", &parts.notice);
    eq_str(field(&discord, "content"), STR("A"), "in Discord the message begins with the headline");
}

/* ---- Messages of other kinds ---- */

static void test_plain_messages(void)
{
    static const struct str lines[] = { STR_INIT("Subject"), STR_INIT("Your code is <4711>.") };
    static const struct {
        const char *address, *field, *text;
    } rows[] = {
        { "ntfy:t", "message", "Your code is <4711>.\n" },
        { "ntfy:t", "click", "" },
        { "matrix:https://k@m/!r", "body", "Subject\nYour code is <4711>.\n" },
        { "matrix:https://k@m/!r", "formatted_body", "Subject<br>\nYour code is &lt;4711&gt;.<br>\n" },
        { "telegram:t@c", "text", "Subject\nYour code is &lt;4711&gt;.\n" },
        { "slack:https://s/x", "text", "Subject\nYour code is &lt;4711&gt;.\n" },
        { "discord:https://d/x", "content", "Subject\nYour code is <4711>.\n" },
    };
    struct notice n = { .key = STR("k"), .letter = { .subject = STR("Subject"), .plain = lines, .n_plain = 2 } };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(sent) x;
        send_to(&x, rows[i].address, "", &n);
        eq_str(field(&x, rows[i].field), str_of(rows[i].text), rows[i].address);
    }
}

/* Where the receiver has words of their own, these are all there is. */
static void test_own_words(void)
{
    static const struct {
        const char *address, *field, *text;
    } rows[] = {
        { "ntfy:t", "message", "my <own> words\n" },
        { "matrix:https://k@m/!r", "body", "A\nmy <own> words\n" },
        { "matrix:https://k@m/!r", "formatted_body", "my &lt;own&gt; words" },
        { "telegram:t@c", "text", "my &lt;own&gt; words" },
        { "slack:https://s/x", "text", "my &lt;own&gt; words" },
        { "discord:https://d/x", "content", "my <own> words" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct letter_parts parts;
        AUTO(sent) x;
        letter_about(&parts, "A");
        parts.notice.letter.text = STR("my <own> words");
        send_to(&x, rows[i].address, "", &parts.notice);
        eq_str(field(&x, rows[i].field), str_of(rows[i].text), rows[i].address);
        const struct json_value *embeds = json_get(&x.root, STR("embeds"));
        ok(!embeds || embeds->n == 0, "and no page stands beside them");
    }
}

/* ---- Many pages, and long ones ---- */

static void test_many_pages(void)
{
    AUTO(arena) a = { 0 };
    AUTO(sent) ntfy, slack, discord;
    struct mail_page *pages = NEW_ARRAY(&a, struct mail_page, 12);
    for (unsigned i = 0; i < 12; i++)
        pages[i] = (struct mail_page){ .headline = arena_printf(&a, "H%u", i),
                                       .title = arena_printf(&a, "T%u", i),
                                       .url = STR("https://a/") };
    struct notice n = { .key = STR("k"), .letter = { .subject = STR("H0"), .page = pages, .n_pages = 12 } };
    send_to(&ntfy, "ntfy:t", "", &n);
    eq_str(field(&ntfy, "message"),
           STR("H0\nT0\n\nH1\nT1\n\nH2\nT2\n\nH3\nT3\n\nH4\nT4\n\nH5\nT5\n\nH6\nT6\n\nH7\nT7\n\nH8\nT8\n\nH9\nT9\n"),
           "a short message shows ten pages, each with its headline");
    send_to(&slack, "slack:https://s/x", "", &n);
    ok(str_find(field(&slack, "text"), STR("|H9>"), 0) != SIZE_MAX && str_find(field(&slack, "text"), STR("|H10>"), 0) == SIZE_MAX,
       "so does one in Slack");
    send_to(&discord, "discord:https://d/x", "", &n);
    const struct json_value *embeds = json_get(&discord.root, STR("embeds"));
    struct str title;
    eq_int(embeds->n, 10, "Discord takes ten embeds");
    ok(json_text(json_get(&embeds->item[9], STR("title")), &title) && str_eq(title, STR("H9")), "each with its headline");
}

static struct str repeated(struct arena *a, const char *text, size_t n)
{
    AUTO(buf) out = BUF(MIB(1));
    while (n--)
        buf_add(&out, str_of(text));
    return arena_str(a, buf_str(&out));
}

/* Receivers refuse what is too long: it is cut, between characters. "ä" has two bytes. */
static void test_cut(void)
{
    static const struct {
        const char *address, *field;
        size_t bytes;
    } rows[] = {
        { "ntfy:t", "title", 250 },
        { "ntfy:t", "message", 3500 },
        { "slack:https://s/x", "text", 30000 },
        { "discord:https://d/x", "content", 1900 },
        { "matrix:https://k@m/!r", "body", 30000 },
        { "telegram:t@c", "text", 700 },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(sent) x;
        AUTO(arena) a = { 0 };
        struct notice n = { .key = STR("k"), .letter = { .subject = repeated(&a, "ä", 200), .text = repeated(&a, "xä", 15000) } };
        send_to(&x, rows[i].address, "", &n);
        struct str got = field(&x, rows[i].field);
        ok(got.len <= rows[i].bytes && got.len >= rows[i].bytes - 1, "the %s for %s has %zu bytes", rows[i].field, rows[i].address,
           got.len);
        ok(str_ends(got, STR("ä")) || str_ends(got, STR("x")), "and ends with a whole character");
    }
}

/* Half of an element would be refused: a page is written whole, or without its changes, or not at all. */
static void test_html_fits(void)
{
    AUTO(arena) a = { 0 };
    AUTO(sent) x;
    struct excerpt change = { .kind = CHANGE_INSERT, .new = repeated(&a, "<", 400) }; /* 1,600 bytes as text */
    struct mail_page pages[5];
    for (unsigned i = 0; i < 5; i++)
        pages[i] =
            (struct mail_page){ .headline = arena_printf(&a, "H%u", i), .url = STR("https://a/"), .changes = { &change, 1 } };
    struct notice n = { .key = STR("k"), .letter = { .subject = STR("H0"), .page = pages, .n_pages = 5 } };
    send_to(&x, "telegram:t@c", "", &n);
    struct str text = field(&x, "text");
    ok(text.len < 3500 + 100, "a message of %zu bytes", text.len);
    ok(str_ends(text, STR("H4</a></b>\n")), "names every page");
    size_t n_changes = 0;
    for (size_t at = 0; (at = str_find(text, STR("<u>"), at)) != SIZE_MAX; at++)
        n_changes++;
    eq_int(n_changes, 2, "and shows as many of their changes as fit");
}

static void test_lines(void)
{
    AUTO(sent) x;
    struct excerpt changes[9];
    for (unsigned i = 0; i < 9; i++)
        changes[i] = (struct excerpt){ .kind = CHANGE_INSERT, .new = STR("x") };
    struct mail_page page = { .headline = STR("H"), .title = STR("T"), .changes = { changes, 9 } };
    struct notice n = { .key = STR("k"), .letter = { .subject = STR("H"), .page = &page, .n_pages = 1 } };
    send_to(&x, "ntfy:t", "", &n);
    ok(str_ends(field(&x, "message"), STR("New: x\nand 1 more\n")), "eight changes of a page are shown, the rest is counted");
}

static void test_priorities(void)
{
    static const struct {
        double importance;
        int priority;
    } rows[] = { { 1, 5 }, { 0.8, 5 }, { 0.79, 4 }, { 0.6, 4 }, { 0.59, 3 }, { 0.35, 3 }, { 0.34, 2 }, { 0, 2 }, { -1, 3 } };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(sent) x;
        uint64_t got = 0;
        struct mail_page pages[] = { { .importance = -1 }, { .importance = rows[i].importance }, { .importance = -1 } };
        struct notice n = { .key = STR("k"), .letter = { .page = pages, .n_pages = 3 } };
        send_to(&x, "ntfy:t", "", &n);
        ok(json_whole(json_get(&x.root, STR("priority")), 9, &got) && (int)got == rows[i].priority,
           "the page that matters most, %.2f, makes the telephone ring with %d", rows[i].importance, rows[i].priority);
    }
}

/* ---- Headers ---- */

static void test_logins(void)
{
    static const struct {
        const char *address, *authorization;
    } rows[] = {
        { "https://a/x", "" },
        { "https://tok@a/x", "Bearer tok" },
        { "https://me:pass@a/x", "Basic bWU6cGFzcw==" },
        { "ntfy:https://me:pass@a/x", "Basic bWU6cGFzcw==" },
        { "matrix:https://tok@a/!r", "Bearer tok" },
        { "telegram:t@c", "" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct letter_parts parts;
        AUTO(sent) x;
        send_to(&x, rows[i].address, "", letter_about(&parts, "A"));
        eq_str(header(&x, "Authorization"), str_of(rows[i].authorization), rows[i].address);
        eq_str(header(&x, "Content-Type"), STR("application/json"), "says that it is JSON");
        eq_str(header(&x, "Idempotency-Key"), STR("weft-0123"), "and by which key it is known again");
    }
}

static void test_signatures(void)
{
    struct letter_parts parts;
    AUTO(sent) signed_one, bare, slack;
    const struct notice *n = letter_about(&parts, "A");
    send_to(&signed_one, "https://a/x", "whsec_AAAA", n);
    eq_str(header(&signed_one, "webhook-id"), STR("weft-0123"), "a webhook carries its key");
    eq_str(header(&signed_one, "webhook-timestamp"), STR("2"), "the second at which it is sent");
    struct signed_message m = { n->key, n->json, n->now };
    ok(sign_is_right(STR("whsec_AAAA"), &m, header(&signed_one, "webhook-signature")), "and a signature over both and the body");
    send_to(&bare, "https://a/x", "", n);
    eq_str(header(&bare, "webhook-id"), STR("weft-0123"), "without a secret it carries its key");
    eq_str(header(&bare, "webhook-signature"), STR(""), "and no signature");
    send_to(&slack, "slack:https://a/x", "whsec_AAAA", n);
    eq_str(header(&slack, "webhook-id"), STR(""), "other ways are not signed");
}

int main(void)
{
    test_bodies();
    test_markdown();
    test_fields_left_out();
    test_plain_messages();
    test_own_words();
    test_many_pages();
    test_cut();
    test_html_fits();
    test_lines();
    test_priorities();
    test_logins();
    test_signatures();
    return tap_done();
}
