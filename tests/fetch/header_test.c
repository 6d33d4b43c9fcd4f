/* Heads of answers: values, dates in three forms, Retry-After. */
#include "fetch/header.h"

#include "base/auto.h"
#include "tests/tap.h"

static void test_get(void)
{
    struct str head = STR("Content-Type: text/html\r\nETag:\"a\"\r\nX: \r\nETag: \"b\"\r\nBroken\r\n: empty\r\n\r\n");
    eq_str(header_get(head, STR("content-type")), STR("text/html"), "without case");
    eq_str(header_get(head, STR("ETag")), STR("\"a\""), "the first of two");
    eq_str(header_get(head, STR("X")), STR(""), "an empty one");
    eq_str(header_get(head, STR("Content")), STR(""), "a part of a name is no name");
    eq_str(header_get(STR(""), STR("X")), STR(""), "an empty head");
}

static void test_date(void)
{
    static const char *const same[] = { "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                                        "Sun Nov  6 08:49:37 1994", "sun,  6 nov 1994 08:49:37" };
    static const char *const bad[] = { "",
                                       "yesterday",
                                       "Sun, 32 Nov 1994 08:49:37 GMT",
                                       "Sun, 06 Nox 1994 08:49:37 GMT",
                                       "Sun, 06 Nov 1994 24:49:37 GMT",
                                       "Sun, 06 Nov 194 08:49:37 GMT",
                                       "Sun, 00 Nov 1994 08:49:37 GMT",
                                       "0",
                                       "-1" };
    int64_t ms = 5;
    for (size_t i = 0; i < ARRAY_LEN(same); i++)
        ok(header_date(str_of(same[i]), &ms) && ms == INT64_C(784111777000), "%s", same[i]);
    ms = 5;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++)
        ok(!header_date(str_of(bad[i]), &ms) && ms == 5, "\"%s\" is no date", bad[i]);
    ok(header_date(STR("Thu, 01 Jan 1970 00:00:00 GMT"), &ms) && ms == 0, "the beginning");
    ok(header_date(STR("Thu, 29 Feb 2024 23:59:60 GMT"), &ms) && ms == INT64_C(1709251200000), "a leap day and a leap second");
    ok(header_date(STR("Tue, 01 Mar 2100 00:00:00 GMT"), &ms) && ms == INT64_C(4107542400000), "a century that is no leap year");
    ok(header_date(STR("Fri, 31 Dec 1969 00:00:00 GMT"), &ms) && ms == -86400000, "before 1970");
}

static void test_retry(void)
{
    int64_t ms = 0, now = INT64_C(784111777000);
    ok(header_retry_after(STR("Retry-After: 120\r\n"), now, &ms) && ms == 120000, "seconds");
    ok(header_retry_after(STR("Retry-After: Sun, 06 Nov 1994 08:50:07 GMT\r\n"), now, &ms) && ms == 30000, "a date");
    ok(header_retry_after(STR("Date: Mon, 07 Nov 1994 00:00:00 GMT\r\nRetry-After: Mon, 07 Nov 1994 00:00:09 GMT\r\n"), now, &ms)
           && ms == 9000,
       "by the server's own clock");
    ok(header_retry_after(STR("Retry-After: Sat, 05 Nov 1994 08:50:07 GMT\r\n"), now, &ms) && ms == 0, "a date that is past");
    ok(!header_retry_after(STR("Retry-After: soon\r\n"), now, &ms) && !header_retry_after(STR("X: 1\r\n"), now, &ms), "none");
    ok(!header_retry_after(STR("Retry-After: -5\r\n"), now, &ms), "less than nothing is none");
    eq_int(header_age_ms(STR("Age: 60\r\n")), 60000, "the age of a copy");
    eq_int(header_age_ms(STR("Age: x\r\n")), 0, "one that is none");
}

static void test_sendable(void)
{
    ok(header_is_sendable(STR("\"v1\""), 10) && header_is_sendable(STR(""), 0) && header_is_sendable(STR("a\tb\xc3\xa4"), 10),
       "what can be sent");
    ok(!header_is_sendable(STR("a\x01"), 10) && !header_is_sendable(STR("a\r\nb"), 10) && !header_is_sendable(STR("\x7f"), 10),
       "control characters cannot");
    ok(!header_is_sendable(STR("12345"), 4), "nor can what is too long");
}

static void test_fresh(void)
{
    static const struct {
        const char *head;
        int64_t seconds;
        const char *what;
    } rows[] = {
        { "Cache-Control: max-age=60\r\n", 60, "max-age" },
        { "Cache-Control: public, MAX-AGE = 3600 , must-revalidate\r\n", 3600, "among other words" },
        { "Cache-Control: max-age=3600\r\nAge: 600\r\n", 3000, "less the age of a proxy's copy" },
        { "Cache-Control: max-age=60\r\nAge: 600\r\n", 0, "which may be too old already" },
        { "Cache-Control: no-cache, max-age=60\r\n", 0, "no-cache" },
        { "Cache-Control: no-store\r\nExpires: Sun, 06 Nov 1994 09:49:37 GMT\r\n", 0, "no-store" },
        { "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nExpires: Sun, 06 Nov 1994 09:49:37 GMT\r\n", 3600,
          "Expires, by the server's clock" },
        { "Cache-Control: max-age=5\r\nExpires: Sun, 06 Nov 1994 09:49:37 GMT\r\n", 5, "max-age before Expires" },
        { "Expires: 0\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n", 0, "an Expires that is no date is over" },
        { "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\nLast-Modified: Sat, 05 Nov 1994 08:49:37 GMT\r\n", 8640,
          "a tenth of the time since Last-Modified" },
        { "Cache-Control: max-age=999999999\r\n", 365 * 86400, "a year at most" },
        { "Content-Type: text/html\r\n", 0, "nothing is said" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        eq_int(header_fresh_ms(str_of(rows[i].head), INT64_C(784111777000)), rows[i].seconds * 1000, rows[i].what);
    eq_int(header_unmodified_ms(STR("Last-Modified: Sun, 06 Nov 1994 08:48:37 GMT\r\n"), INT64_C(784111777000)), 60000,
           "unmodified since then");
    eq_int(header_unmodified_ms(STR("Last-Modified: Sun, 06 Nov 2094 08:48:37 GMT\r\n"), INT64_C(784111777000)), 0,
           "not since a time to come");
}

int main(void)
{
    test_get();
    test_date();
    test_retry();
    test_sendable();
    test_fresh();
    return tap_done();
}
