/* Numbers of bytes from text and back. */
#include "base/size.h"

#include "tests/tap.h"

static void test_good(void)
{
    static const struct {
        const char *text;
        uint64_t bytes;
        const char *again, *brief;
    } rows[] = {
        { "0", 0, "0B", "0B" },
        { "4096", 4096, "4KB", "4.00KB" },
        { "1025", 1025, "1025B", "1.00KB" },
        { "999B", 999, "999B", "999B" },
        { "64k", 65536, "64KB", "64.0KB" },
        { " 32 MB ", 32 << 20, "32MB", "32.0MB" },
        { "2MiB", 2 << 20, "2MB", "2.00MB" },
        { "1.5G", UINT64_C(3) << 29, "1536MB", "1.50GB" },
        { "0.001k", 1, "1B", "1B" },
        { "1000K", 1024000, "1000KB", "0.98MB" },
        { "3P", UINT64_C(3) << 50, "3PB", "3.00PB" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) out = BUF(64);
        struct err e = { 0 };
        uint64_t bytes = 7;
        ok(size_read(str_of(rows[i].text), &bytes, &e) == 0, "%s is read: %s", rows[i].text, e.text);
        ok(bytes == rows[i].bytes, "as %llu", (unsigned long long)bytes);
        size_add(&out, bytes);
        eq_str(buf_str(&out), str_of(rows[i].again), "and written exactly");
        buf_clear(&out);
        size_add_short(&out, bytes);
        eq_str(buf_str(&out), str_of(rows[i].brief), "and in short");
    }
}

int main(void)
{
    static const char *const bad[] = { "",   "k", "-1", "1X", "1BB", "1kk", "1.2345k", "1..2k", "99999999P", "18446744073709551616",
                                       "1 2" };
    struct err e;
    uint64_t bytes;

    test_good();
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        ok(size_read(str_of(bad[i]), &bytes, &e) == E_FORMAT, "\"%s\" is refused", bad[i]);
    return tap_done();
}
