/* The JSON writer: nesting and commas, every byte in a string, numbers at their edges, and misuse. */
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json.h"
#include "base/utf8.h"
#include "tests/base/random.h"
#include "tests/tap.h"

static void write_sample(struct json *j)
{
    json_object(j);
    json_field_str(j, "name", STR("a\"b"));
    json_field_number(j, "n", -3);
    json_key(j, "list");
    json_array(j);
    json_number(j, 1);
    json_object(j);
    json_end(j);
    json_array(j);
    json_end(j);
    json_null(j);
    json_end(j);
    json_field_bool(j, "yes", true);
    json_end(j);
}

static void test_nesting(void)
{
    struct json j;
    AUTO(buf) b = BUF(1 << 16);
    json_open(&j, &b, 0);
    write_sample(&j);
    eq_str(buf_str(&b), STR("{\"name\":\"a\\\"b\",\"n\":-3,\"list\":[1,{},[],null],\"yes\":true}"), "on one line");
    buf_clear(&b);
    json_open(&j, &b, 2);
    write_sample(&j);
    eq_str(
        buf_str(&b),
        STR("{\n  \"name\": \"a\\\"b\",\n  \"n\": -3,\n  \"list\": [\n    1,\n    {},\n    [],\n    null\n  ],\n  \"yes\": true\n}"),
        "indented by 2");
    buf_clear(&b);
    json_open(&j, &b, 0);
    for (int i = 0; i < JSON_DEPTH_MAX; i++)
        json_array(&j);
    for (int i = 0; i < JSON_DEPTH_MAX; i++)
        json_end(&j);
    eq_int(b.len, 2 * JSON_DEPTH_MAX, "as deep as it goes");
}

static struct str quoted(struct buf *b, struct str s)
{
    struct json j;
    buf_clear(b);
    json_open(&j, b, 0);
    json_str(&j, s);
    return buf_str(b);
}

static void test_strings(void)
{
    AUTO(buf) b = BUF(1 << 16);
    eq_str(quoted(&b, STR("")), STR("\"\""), "the empty string");
    eq_str(quoted(&b, (struct str){ NULL, 0 }), STR("\"\""), "nothing");
    eq_str(quoted(&b, STR("\b\f\n\r\t\"\\/")), STR("\"\\b\\f\\n\\r\\t\\\"\\\\/\""), "those with a short form");
    eq_str(quoted(&b, STR("\0\x01\x0b\x1f\x7f")), STR("\"\\u0000\\u0001\\u000b\\u001f\\u007f\""), "other controls");
    eq_str(quoted(&b, STR("a\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0")), STR("\"a\\u0080\\u009b\\u009f\xc2\xa0\""),
           "C1, and what comes after");
    eq_str(quoted(&b, STR("\xe2\x80\xa7\xe2\x80\xa8\xe2\x80\xae\xe2\x81\xa6\xe2\x81\xa9\xe2\x81\xaa")),
           STR("\"\xe2\x80\xa7\\u2028\\u202e\\u2066\\u2069\xe2\x81\xaa\""), "what turns text around");
    eq_str(quoted(&b, STR("\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80")), STR("\"\xc3\xa9\xe4\xb8\xad\xf0\x9f\x98\x80\""),
           "UTF-8 as it is");
    eq_str(quoted(&b, STR("a\xff\xc3\xa9\xc3")), STR("\"a\xef\xbf\xbd\xc3\xa9\xef\xbf\xbd\""), "wrong bytes as U+FFFD");
    eq_str(quoted(&b, STR("\xed\xa0\x80")), STR("\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""), "a lone surrogate, too");
}

static void quote_slowly(struct buf *b, struct str s)
{
    const char *at = s.ptr, *end = s.ptr + s.len;
    buf_clear(b);
    buf_add_char(b, '"');
    while (at < end) {
        uint32_t c;
        char bytes[4];
        static const char *const brief[128] = {
            ['\b'] = "\\b", ['\f'] = "\\f", ['\n'] = "\\n", ['\r'] = "\\r", ['\t'] = "\\t", ['"'] = "\\\"", ['\\'] = "\\\\"
        };
        at += utf8_next(at, end, &c);
        if (c < 128 && brief[c])
            buf_add(b, str_of(brief[c]));
        else if (c < 0x20 || (c >= 0x7f && c <= 0x9f) || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069))
            buf_addf(b, "\\u%04x", (unsigned)c);
        else
            buf_add_bytes(b, bytes, utf8_put(bytes, c));
    }
    buf_add_char(b, '"');
}

/* A value that was written before, with the indent of its place. */
static void test_raw(void)
{
    AUTO(buf) part = BUF(1000);
    AUTO(buf) out = BUF(1000);
    AUTO(buf) whole = BUF(1000);
    struct json j;

    json_open_at(&j, &part, 2, 1);
    json_object(&j);
    json_field_number(&j, "a", 1);
    json_end(&j);
    json_open(&j, &out, 2);
    json_array(&j);
    json_raw(&j, buf_str(&part));
    json_raw(&j, buf_str(&part));
    json_end(&j);
    json_open(&j, &whole, 2);
    json_array(&j);
    for (int i = 0; i < 2; i++) {
        json_object(&j);
        json_field_number(&j, "a", 1);
        json_end(&j);
    }
    json_end(&j);
    eq_str(buf_str(&out), buf_str(&whole), "parts that were put together are as if they were written in place");
}

static void test_twin(void)
{
    struct random r = { 4 };
    AUTO(buf) fast = BUF(1 << 16);
    AUTO(buf) slow = BUF(1 << 16);
    bool same = true, valid = true;
    for (unsigned round = 0; round < 20000; round++) {
        char text[120];
        size_t n = 0, want = random_below(&r, sizeof text - 4);
        unsigned rare = 1 + random_below(&r, 30);
        while (n < want) {
            uint32_t c =
                random_below(&r, rare) ? 'a' + random_below(&r, 26) : random_below(&r, random_below(&r, 2) ? 0x900 : 0x2100);
            n += utf8_put(text + n, c);
            if (!random_below(&r, rare * 4))
                text[n++] = (char)random_below(&r, 256);
        }
        n = MIN(n, want);
        quote_slowly(&slow, (struct str){ text, n });
        same = same && str_eq(quoted(&fast, (struct str){ text, n }), buf_str(&slow));
        valid = valid && utf8_valid(buf_str(&fast));
    }
    ok(same, "20000 random strings are quoted as character by character");
    ok(valid, "and all are UTF-8");
}

static void test_numbers(void)
{
    struct json j;
    AUTO(buf) b = BUF(1 << 16);
    json_open(&j, &b, 0);
    json_array(&j);
    json_number(&j, INT64_MIN);
    json_number(&j, INT64_MAX);
    json_number(&j, 0);
    json_number(&j, -1);
    json_real(&j, 0.5);
    json_real(&j, 1.0 / 3);
    json_real(&j, 3);
    json_real(&j, 1e300);
    json_real(&j, -1e-7);
    json_real(&j, NAN);
    json_real(&j, -INFINITY);
    json_bool(&j, false);
    json_end(&j);
    eq_str(buf_str(&b), STR("[-9223372036854775808,9223372036854775807,0,-1,0.5,0.333333,3,1e+300,-1e-07,null,null,false]"),
           "numbers");
}

static void one_end_too_many(struct json *j)
{
    json_end(j);
}
static void value_without_key(struct json *j)
{
    json_object(j);
    json_null(j);
}
static void key_in_array(struct json *j)
{
    json_array(j);
    json_key(j, "x");
}
static void key_without_value(struct json *j)
{
    json_object(j);
    json_key(j, "x");
    json_end(j);
}
static void two_documents(struct json *j)
{
    json_null(j);
    json_null(j);
}
static void too_deep(struct json *j)
{
    for (int i = 0; i <= JSON_DEPTH_MAX; i++)
        json_array(j);
}

static bool aborts(void (*misuse)(struct json *))
{
    int status = 0;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        struct json j;
        AUTO(buf) b = BUF(1 << 16);
        setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
        signal(SIGABRT, SIG_DFL);
        json_open(&j, &b, 0);
        misuse(&j);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

int main(void)
{
    test_nesting();
    test_strings();
    test_raw();
    test_twin();
    test_numbers();
    ok(aborts(one_end_too_many) && aborts(value_without_key) && aborts(key_in_array), "misuse is a bug and ends the process");
    ok(aborts(key_without_value) && aborts(two_documents) && aborts(too_deep), "each kind of it");
    AUTO(buf) b = BUF(5);
    quoted(&b, STR("too long"));
    ok(b.over, "a full buf is marked as ever");
    return tap_done();
}
