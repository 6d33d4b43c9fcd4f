/* base64: the examples of RFC 4648, section 10; there and back; what is refused. */
#include "base/base64.h"

#include "tests/base/random.h"
#include "tests/tap.h"

static void test_examples(void)
{
    static const struct {
        struct str bytes, text;
    } rows[] = {
        { STR_INIT(""), STR_INIT("") },
        { STR_INIT("f"), STR_INIT("Zg==") },
        { STR_INIT("fo"), STR_INIT("Zm8=") },
        { STR_INIT("foo"), STR_INIT("Zm9v") },
        { STR_INIT("foob"), STR_INIT("Zm9vYg==") },
        { STR_INIT("fooba"), STR_INIT("Zm9vYmE=") },
        { STR_INIT("foobar"), STR_INIT("Zm9vYmFy") },
        { STR_INIT("\xff\xfe\xfd"), STR_INIT("//79") },
        { STR_INIT("\0"), STR_INIT("AA==") },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) to = BUF(100);
        AUTO(buf) back = BUF(100);
        base64_add(&to, rows[i].bytes);
        eq_str(buf_str(&to), rows[i].text, "bytes as letters");
        ok(base64_read(rows[i].text, &back), "read again");
        eq_str(buf_str(&back), rows[i].bytes, "letters as bytes");
    }
}

static void test_refused(void)
{
    static const char *const bad[] = { "Z",        "Zg",    "Zg=",    "Zg===", "====", "Z===", "Zh==",   "Zm9=",
                                       "Zm8=Zm8=", "Zm 9v", "Zm9v\n", "Zm9-",  "=Zg=", "Zg=g", "Zm9\x80" };

    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        AUTO(buf) out = BUF(100);
        ok(!base64_read(str_of(bad[i]), &out), "refused: \"%s\"", i + 1 < ARRAY_LEN(bad) && i != 10 ? bad[i] : "...");
    }
}

static void test_there_and_back(void)
{
    struct random r = { 7 };
    unsigned bad = 0;

    for (unsigned i = 0; i < 2000; i++) {
        AUTO(buf) bytes = BUF(1000);
        AUTO(buf) text = BUF(2000);
        AUTO(buf) back = BUF(1000);
        for (uint32_t n = random_below(&r, 60); n; n--)
            buf_add_char(&bytes, (char)random_below(&r, 256));
        base64_add(&text, buf_str(&bytes));
        bad += !base64_read(buf_str(&text), &back) || !str_eq(buf_str(&bytes), buf_str(&back));
    }
    eq_int(bad, 0, "2000 random strings come back as they were");
}

int main(void)
{
    test_examples();
    test_refused();
    test_there_and_back();
    return tap_done();
}
