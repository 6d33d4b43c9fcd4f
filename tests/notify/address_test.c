/* Addresses of channels: their parts, what may be shown of them, which are the same, and what is refused with which words. */
#include "notify/address.h"

#include "base/limits.h"
#include "tests/tap.h"

static void test_parts(void)
{
    static const struct {
        const char *text;
        enum notify_way way;
        const char *to, *url, *user, *token, *shown;
    } rows[] = {
        { "mail:anna@example.org", WAY_MAIL, "anna@example.org", "", "", "", "mail:anna@example.org" },
        { "email:anna+weft@example.org", WAY_MAIL, "anna+weft@example.org", "", "", "", "mail:anna+weft@example.org" },
        { " MailTo:a@b ", WAY_MAIL, "a@b", "", "", "", "mail:a@b" },
        { "https://example.org/hook?token=abc", WAY_WEBHOOK, "", "https://example.org/hook?token=abc", "", "",
          "https://example.org/..." },
        { "https://example.org/~anna", WAY_WEBHOOK, "", "https://example.org/~anna", "", "", "https://example.org/..." },
        { "HTTP://example.org", WAY_WEBHOOK, "", "HTTP://example.org", "", "", "HTTP://example.org/..." },
        { "https://me:pass@example.org/hook", WAY_WEBHOOK, "", "https://example.org/hook", "me", "pass",
          "https://example.org/..." },
        { "https://tok@example.org/a@b", WAY_WEBHOOK, "", "https://example.org/a@b", "", "tok", "https://example.org/..." },
        { "https://example.org/a@b", WAY_WEBHOOK, "", "https://example.org/a@b", "", "", "https://example.org/..." },
        { "webhook:https://example.org/", WAY_WEBHOOK, "", "https://example.org/", "", "", "https://example.org/..." },
        { "ntfy:topic", WAY_NTFY, "topic", "https://ntfy.sh/topic", "", "", "ntfy:https://ntfy.sh/..." },
        { "push:topic", WAY_NTFY, "topic", "https://ntfy.sh/topic", "", "", "ntfy:https://ntfy.sh/..." },
        { "pda:topic", WAY_NTFY, "topic", "https://ntfy.sh/topic", "", "", "ntfy:https://ntfy.sh/..." },
        { "ntfy:https://me:pass@push.example.org/x/topic", WAY_NTFY, "topic", "https://push.example.org/x/topic", "me", "pass",
          "ntfy:https://push.example.org/..." },
        { "slack:https://hooks.slack.com/services/T0/B0/x", WAY_SLACK, "", "https://hooks.slack.com/services/T0/B0/x", "", "",
          "slack:https://hooks.slack.com/..." },
        { "discord:https://discord.com/api/webhooks/1/x", WAY_DISCORD, "", "https://discord.com/api/webhooks/1/x", "", "",
          "discord:https://discord.com/..." },
        { "matrix:https://tok@m.example/!room:m.example", WAY_MATRIX, "!room:m.example", "https://m.example", "", "tok",
          "matrix:https://m.example/..." },
        { "matrix:https://tok@m.example/#weft:m.example", WAY_MATRIX, "#weft:m.example", "https://m.example", "", "tok",
          "matrix:https://m.example/..." },
        { "telegram:123:abc@-100200", WAY_TELEGRAM, "-100200", "https://api.telegram.org", "", "123:abc", "telegram:-100200" },
        { "telegram:123:abc@@weft", WAY_TELEGRAM, "@weft", "https://api.telegram.org", "", "123:abc", "telegram:@weft" },
        { "telegram:http://127.0.0.1:81/bot123:abc?chat_id=7", WAY_TELEGRAM, "7", "http://127.0.0.1:81", "", "123:abc",
          "telegram:7" },
        { "fax:+49-30-123456", WAY_FAX, "+49-30-123456", "", "", "", "fax:+49-30-123456" },
        { "interactive", WAY_INTERACTIVE, "", "", "", "", "interactive" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        AUTO(buf) shown = BUF(KIB(8));
        struct notify_address x;
        struct err e;
        if (!ok(notify_address_read(&a, str_of(rows[i].text), &x, &e) == 0, "%s is an address", rows[i].text))
            continue;
        eq_int(x.way, rows[i].way, "of its way");
        eq_str(x.to, str_of(rows[i].to), "with its receiver");
        eq_str(x.url, str_of(rows[i].url), "its address of the web");
        eq_str(x.user, str_of(rows[i].user), "its login");
        eq_str(x.token, str_of(rows[i].token), "its secret");
        notify_address_show(&x, &shown);
        eq_str(buf_str(&shown), str_of(rows[i].shown), "and shown without it");
        ok(notify_address_is_secret(&x) == (rows[i].url[0] != '\0'), "what leads somewhere on the web is a secret");
    }
}

/* ---- What is refused ---- */

static void refused(const char *text, const char *says)
{
    AUTO(arena) a = { 0 };
    struct notify_address x = { .way = WAY_FAX, .n_argv = 7 };
    struct err e;
    ok(notify_address_read(&a, str_of(text), &x, &e) == E_USAGE && x.way == WAY_FAX && x.n_argv == 7, "\"%.60s\" is not an address",
       text);
    if (!ok(strstr(e.text, says) != NULL, "and the words are: %s", says))
        tap_show("got", str_of(e.text));
}

static void test_refused(void)
{
    static const struct {
        const char *says, *text[12];
    } rows[] = {
        { "it is written mail:anna@example.org",
          { "mail:", "mail:anna", "mail:@example.org", "mail:anna@", "mail:anna@example.org\r\nBcc: all@example.org",
            "mail:a b@example.org", "mail:<a@example.org>", "mail:a@b@c", "mail:-oQ@example.org", "mail:a@.org", "mail:a@org." } },
        { "it is written mail:anna@example.org",
          { "mail:a,b@c", "mail:a;b@c", "mail:\"a\"@c", "mail:a(b)@c", "mail:[a]@c", "mail:a\\b@c", "mail:a:b@c", "mail:\xc3\xa4@c",
            "mail:a\x7f@c" } },
        { "it is written https://example.org/hook", { "webhook:", "webhook:example.org", "webhook:ftp://example.org/" } },
        { "it is written ntfy:TOPIC",
          { "ntfy:", "ntfy:a/b", "ntfy:a b", "ntfy:https://push.example.org/", "ntfy:a?b", "ntfy:a%20b" } },
        { "it is written slack:https://", { "slack:", "slack:hooks", "slack:ftp://hooks.slack.com/x" } },
        { "it is written discord:https://", { "discord:", "discord:x", "discord:https:///x" } },
        { "it is written matrix:https://TOKEN@",
          { "matrix:", "matrix:room", "matrix:https://matrix.example.org/!room:example.org",
            "matrix:https://tok@matrix.example.org", "matrix:https://tok@matrix.example.org/",
            "matrix:https://tok@matrix.example.org/room", "matrix:https://me:tok@matrix.example.org/!room:example.org" } },
        { "it is written telegram:TOKEN@CHAT",
          { "telegram:", "telegram:abc", "telegram:abc@", "telegram:@chat", "telegram:a/b@c", "telegram:a?b@c", "telegram:a@b/c",
            "telegram:a@b&c", "telegram:http://host/x?chat_id=7", "telegram:http://host/?chat_id=7/bot1" } },
        { "it is written fax:+4930123456",
          { "fax:", "fax:12", "fax:+49 30 1", "fax:12+34", "fax:123456789012345678901", "fax:12a" } },
        { "the command of a channel is written with its whole path, such as command:/usr/local/bin/program",
          { "command:", "command:keep", "command:   ", "command:./keep", "command: keep /usr/bin/keep" } },
        { "it is written command:", { "command:/usr/bin/keep\nnow", "command:/usr/bin/keep\t-q" } },
        { "it is written interactive", { "interactive:x" } },
        { "write mail:ADDRESS, https://..., ntfy:TOPIC",
          { "", "gopher:x", "ftp://example.org/", "https://", "https:///x", "https://?x", "http://#x", "https://example.org/a b",
            "https://example.org/<x>", "https://example.org/{x}", "anna@example.org" } },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        for (size_t k = 0; k < ARRAY_LEN(rows[i].text) && rows[i].text[k]; k++)
            refused(rows[i].text[k], rows[i].says);
}

/* `before`, then as many of `fill` as make it `bytes` long, then `behind`. */
static struct str of_length(struct arena *a, const char *before, char fill, const char *behind, size_t bytes)
{
    AUTO(buf) out = BUF(KIB(8));
    buf_add(&out, str_of(before));
    while (out.len + strlen(behind) < bytes)
        buf_add_char(&out, fill);
    buf_add(&out, str_of(behind));
    return arena_str(a, buf_str(&out));
}

static void test_lengths(void)
{
    AUTO(arena) a = { 0 };
    struct notify_address x;
    struct err e;
    ok(notify_address_read(&a, of_length(&a, "mail:", 'a', "@b", 5 + NOTIFY_MAIL_MAX), &x, &e) == 0,
       "a mail address has 254 bytes");
    ok(notify_address_read(&a, of_length(&a, "mail:", 'a', "@b", 6 + NOTIFY_MAIL_MAX), &x, &e) == E_USAGE, "and not 255");
    ok(notify_address_read(&a, of_length(&a, "https://a/", 'a', "", NOTIFY_ADDRESS_MAX), &x, &e) == 0,
       "an address has 2,048 bytes");
    ok(notify_address_read(&a, of_length(&a, "https://a/", 'a', "", NOTIFY_ADDRESS_MAX + 1), &x, &e) == E_USAGE,
       "and not one more");
    eq_str(str_of(e.text), STR("an address to send to has 2048 bytes at most"), "as is said");
    ok(notify_address_read(&a, STR("fax:123"), &x, &e) == 0, "a number has three digits");
    ok(notify_address_read(&a, STR("fax:12345678901234567890"), &x, &e) == 0, "to twenty");
}

static void test_commands(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(KIB(1)), many = BUF(KIB(1));
    struct notify_address x;
    struct err e;
    ok(notify_address_read(&a, STR("command: /usr/bin/keep  --quiet a;b "), &x, &e) == 0,
       "a command is split at blanks, and no shell reads it");
    eq_int(x.n_argv, 3, "into its words");
    eq_str(x.argv[0], STR("/usr/bin/keep"), "the program");
    eq_str(x.argv[1], STR("--quiet"), "its first argument");
    eq_str(x.argv[2], STR("a;b"), "and its second");
    notify_address_show(&x, &out);
    eq_str(buf_str(&out), STR("command:/usr/bin/keep"), "of which the program alone is shown");
    ok(!notify_address_is_secret(&x), "a command is not a secret");
    buf_add(&many, STR("command:/a"));
    for (int i = 1; i < NOTIFY_ARGV_MAX; i++)
        buf_add(&many, STR(" b"));
    ok(notify_address_read(&a, buf_str(&many), &x, &e) == 0 && x.n_argv == NOTIFY_ARGV_MAX, "it has 32 words");
    buf_add(&many, STR(" b"));
    ok(notify_address_read(&a, buf_str(&many), &x, &e) == E_USAGE, "and not 33");
    eq_str(str_of(e.text), STR("a command of a channel has 32 words at most"), "as is said");
}

/* ---- The same or not ---- */

static void test_same(void)
{
    static const struct {
        const char *one, *other;
        bool same;
    } rows[] = {
        { "mail:a@b", "email:a@b", true },
        { "mail:a@b", "mail:a@c", false },
        { "ntfy:x", "ntfy:https://ntfy.sh/x", true },
        { "ntfy:x", "ntfy:y", false },
        { "https://a/x", "webhook:https://a/x", true },
        { "https://a/x", "https://a/y", false },
        { "https://a/x", "slack:https://a/x", false },
        { "https://u:p@a/x", "https://v:p@a/x", false },
        { "https://u:p@a/x", "https://u:q@a/x", false },
        { "https://u:p@a/x", "https://a/x", false },
        { "command:/a b", "command: /a  b", true },
        { "command:/a b", "command:/a c", false },
        { "command:/a b", "command:/a b c", false },
        { "interactive", "interactive", true },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct notify_address x, y;
        struct err e;
        ok(notify_address_read(&a, str_of(rows[i].one), &x, &e) == 0 && notify_address_read(&a, str_of(rows[i].other), &y, &e) == 0,
           "%s and %s", rows[i].one, rows[i].other);
        ok(notify_address_same(&x, &y) == rows[i].same && notify_address_same(&y, &x) == rows[i].same, "lead %s",
           rows[i].same ? "to the same receiver" : "to different ones");
        if (x.n_argv == 0) /* words of commands are shown, and have no mark */
            ok((notify_address_mark(&x) == notify_address_mark(&y)) == (rows[i].same || x.way != y.way), "and are marked so");
    }
}

static void test_marks(void)
{
    AUTO(arena) a = { 0 };
    bool inside = true;
    for (unsigned i = 0; i < 5000; i++) {
        struct notify_address x = { .way = WAY_WEBHOOK, .url = arena_printf(&a, "https://a/%u", i) };
        uint32_t mark = notify_address_mark(&x);
        inside = inside && mark >= 1 && mark <= UINT16_MAX;
    }
    ok(inside, "a mark is a number from 1 to 65,535");
}

/* ---- Names ---- */

static void test_names(void)
{
    static const struct {
        const char *name;
        enum notify_way way;
    } rows[] = {
        { "mail", WAY_MAIL },       { "webhook", WAY_WEBHOOK },         { "ntfy", WAY_NTFY },         { "slack", WAY_SLACK },
        { "discord", WAY_DISCORD }, { "matrix", WAY_MATRIX },           { "telegram", WAY_TELEGRAM }, { "fax", WAY_FAX },
        { "command", WAY_COMMAND }, { "interactive", WAY_INTERACTIVE },
    };
    enum notify_way way = WAY_FAX;

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        eq_str(str_of(notify_way_name(rows[i].way)), str_of(rows[i].name), "the name of a way");
        ok(notify_way_find(str_of(rows[i].name), &way) && way == rows[i].way, "%s is found by its name", rows[i].name);
    }
    ok(notify_way_find(STR("EMAIL"), &way) && way == WAY_MAIL, "other names, in any case");
    way = WAY_FAX;
    ok(!notify_way_find(STR("pigeon"), &way) && way == WAY_FAX, "there is no other way");
    ok(!notify_way_find(STR(""), &way), "and none without a name");
}

/* `BY kind details` of a sentinel. */
static void test_by(void)
{
    static const struct {
        const char *kind, *details, *address;
    } rows[] = {
        { "email", "anna@example.org", "mail:anna@example.org" },
        { "pda", "topic", "ntfy:topic" },
        { "fax", "+4930123456", "fax:+4930123456" },
        { "webhook", "https://a/x", "https://a/x" },
        { "webhook", "a", "webhook:a" },
        { "slack", "https://a/x", "slack:https://a/x" },
        { "interactive", "whatever", "interactive" },
        { "pigeon", "x", "" },
    };
    AUTO(arena) a = { 0 };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        eq_str(notify_address_of(&a, str_of(rows[i].kind), str_of(rows[i].details)), str_of(rows[i].address), rows[i].kind);
}

int main(void)
{
    test_parts();
    test_refused();
    test_lengths();
    test_commands();
    test_same();
    test_marks();
    test_names();
    test_by();
    return tap_done();
}
