/* Notices of pushes: their bytes, their limits, and whom they are believed of. */
#include "notify/push.h"

#include "base/limits.h"
#include "notify/sign.h"
#include "tests/tap.h"

static void test_bytes(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) out = BUF(KIB(4));
    struct str urls[] = { STR("https://example.org/news.html"), STR("https://example.org/\"a\"") };
    struct push_notice n = { STR("anna"), urls, 2 }, got;
    struct err e;
    push_write(&n, &out);
    eq_str(buf_str(&out), STR("{\"user\":\"anna\",\"urls\":[\"https://example.org/news.html\",\"https://example.org/\\\"a\\\"\"]}"),
           "a notice as JSON");
    ok(push_read(&a, buf_str(&out), &got, &e) == 0, "which is read again");
    eq_str(got.user, n.user, "with its user");
    eq_int(got.n, 2, "and its addresses");
    ok(str_eq(got.url[0], urls[0]) && str_eq(got.url[1], urls[1]), "in their order");
}

static void test_refused(void)
{
    static const struct {
        const char *name, *body, *says;
    } rows[] = {
        { "nothing", "", NULL },
        { "not JSON", "user=anna", NULL },
        { "without a user", "{\"urls\":[]}", "a notice has a user and at most 1000 urls" },
        { "with a number as user", "{\"user\":1,\"urls\":[]}", "a notice has a user and at most 1000 urls" },
        { "without urls", "{\"user\":\"anna\"}", "a notice has a user and at most 1000 urls" },
        { "with one url that is not in a list", "{\"user\":\"anna\",\"urls\":\"x\"}", "a notice has a user and at most 1000 urls" },
        { "with a url that is a number", "{\"user\":\"anna\",\"urls\":[\"a\",1]}", "a url of the notice is not a text" },
        { "a list", "[\"anna\"]", "a notice has a user and at most 1000 urls" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct push_notice got = { .n = 77 };
        struct err e;
        ok(push_read(&a, str_of(rows[i].body), &got, &e) == E_FORMAT && got.n == 77, "not a notice: %s", rows[i].name);
        if (rows[i].says)
            eq_str(str_of(e.text), str_of(rows[i].says), rows[i].name);
    }
}

static int read_many(unsigned n, struct push_notice *got)
{
    static struct arena a;
    AUTO(buf) body = BUF(MIB(1));
    struct err e;
    buf_add(&body, STR("{\"user\":\"anna\",\"urls\":["));
    for (unsigned i = 0; i < n; i++)
        buf_addf(&body, "%s\"u%u\"", i ? "," : "", i);
    buf_add(&body, STR("]}"));
    arena_drop(&a);
    return push_read(&a, arena_str(&a, buf_str(&body)), got, &e);
}

static void test_limits(void)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) body = BUF(MIB(2));
    struct push_notice got;
    struct err e;
    ok(read_many(0, &got) == 0 && got.n == 0, "a notice may name nothing");
    ok(read_many(PUSH_URLS_MAX, &got) == 0 && got.n == PUSH_URLS_MAX, "or a thousand pages");
    ok(read_many(PUSH_URLS_MAX + 1, &got) == E_FORMAT, "and no more");
    buf_add(&body, STR("{\"user\":\"anna\",\"urls\":[\""));
    while (body.len < PUSH_BYTES_MAX - 3)
        buf_add_char(&body, 'x');
    buf_add(&body, STR("\"]}"));
    ok(push_read(&a, buf_str(&body), &got, &e) == 0, "a megabyte is read");
    buf_add_char(&body, ' ');
    ok(push_read(&a, buf_str(&body), &got, &e) == E_FORMAT, "a byte more is not");
    eq_str(str_of(e.text), STR("a notice has 1048576 bytes at most"), "as is said");
    read_many(0, &got);
}

/* ---- Whom it is believed of ---- */

#define KEY "whsec_YWJjZGVm"
enum { SENT = 1000000 }; /* seconds since 1970 */

struct letter {
    struct push_request q;
    char timestamp[32];
    struct buf signature;
};

static void letter_drop(struct letter *x)
{
    buf_drop(&x->signature);
}

static void letter_write(struct letter *x)
{
    struct signed_message m = { STR("id-1"), STR("{}"), INT64_C(1000) * SENT };
    *x = (struct letter){ .signature = BUF(KIB(1)) };
    snprintf(x->timestamp, sizeof x->timestamp, "%d", SENT);
    sign_add(&x->signature, STR(KEY), &m);
    x->q = (struct push_request){ m.id, str_of(x->timestamp), buf_str(&x->signature), m.body };
}

static void test_times(void)
{
    static const struct {
        const char *name;
        int64_t late_ms;
        bool believed;
    } rows[] = {
        { "at once", 0, true },
        { "five minutes later", SIGN_AGE_MS, true },
        { "a millisecond more", SIGN_AGE_MS + 1, false },
        { "from a clock that is five minutes fast", -SIGN_AGE_MS, true },
        { "from one that is faster", -SIGN_AGE_MS - 1, false },
    };
    AUTO(letter) x;
    letter_write(&x);

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct err e = { 0 };
        int code = push_check(&x.q, STR(KEY), INT64_C(1000) * SENT + rows[i].late_ms, &e);
        eq_int(code, rows[i].believed ? 0 : E_DENIED, rows[i].name);
        if (code)
            eq_str(str_of(e.text), STR("the notice is too old, or the clocks differ by more than five minutes"), "why");
    }
}

static void test_forgeries(void)
{
    static const struct {
        const char *name;
        struct push_request other; /* what is set replaces what came */
        const char *key;
    } rows[] = {
        { "another id", { .id = STR_INIT("id-2") }, KEY },
        { "another body", { .body = STR_INIT("[]") }, KEY },
        { "another signature", { .signature = STR_INIT("v1,AAAA") }, KEY },
        { "another moment", { .timestamp = STR_INIT("1000001") }, KEY },
        { "a moment that is not a number", { .timestamp = STR_INIT("now") }, KEY },
        { "a moment behind all clocks", { .timestamp = STR_INIT("99999999999") }, KEY },
        { "another key", { .id = STR_INIT("") }, "whsec_YWJjZGVn" },
        { "a user without a key", { .id = STR_INIT("") }, "" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(letter) x;
        struct err e;
        letter_write(&x);
        struct str *came[] = { &x.q.id, &x.q.body, &x.q.signature, &x.q.timestamp };
        const struct str other[] = { rows[i].other.id, rows[i].other.body, rows[i].other.signature, rows[i].other.timestamp };
        for (size_t k = 0; k < ARRAY_LEN(came); k++)
            *came[k] = other[k].len ? other[k] : *came[k];
        eq_int(push_check(&x.q, str_of(rows[i].key), INT64_C(1000) * SENT, &e), E_DENIED, rows[i].name);
        eq_str(str_of(e.text), STR("the notice is not signed with this user's key"), "is said to be signed by somebody else");
    }
}

/* Whoever signs with an empty key, or without an id, is not believed although the signature is right. */
static void test_empty(void)
{
    struct signed_message m = { STR(""), STR("{}"), INT64_C(1000) * SENT };
    struct err e;
    AUTO(buf) signature = BUF(KIB(1)), by_nobody = BUF(KIB(1));
    sign_add(&signature, STR(KEY), &m);
    struct push_request q = { m.id, STR("1000000"), buf_str(&signature), m.body };
    eq_int(push_check(&q, STR(KEY), m.at, &e), E_DENIED, "a notice without an id could come twice");
    m.id = q.id = STR("id-1");
    sign_add(&by_nobody, STR(""), &m);
    q.signature = buf_str(&by_nobody);
    eq_int(push_check(&q, STR(""), m.at, &e), E_DENIED, "an empty key is nobody's");
}

int main(void)
{
    test_bytes();
    test_refused();
    test_limits();
    test_times();
    test_forgeries();
    test_empty();
    return tap_done();
}
