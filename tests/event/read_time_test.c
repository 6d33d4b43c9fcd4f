/* Lengths of time and moments of the sentinel language: every way to write them, and days that no calendar has. */
#include "tests/event/sentences.h"

static void test_dates(void)
{
    static const char *const rows[][2] = {
        { "from 2026-11-02", "FROM 2026-11-02" },
        { "from 2026-1-2", "FROM 2026-01-02" },
        { "from 11/2/2026", "FROM 2026-11-02" },
        { "from Nov 2, 2026", "FROM 2026-11-02" },
        { "from Nov 2 2026", "FROM 2026-11-02" },
        { "from 2 November 2026", "FROM 2026-11-02" },
        { "from january 31, 2026", "FROM 2026-01-31" },
        { "from feb 28, 2026", "FROM 2026-02-28" },
        { "from march 31, 2026", "FROM 2026-03-31" },
        { "from apr 30, 2026", "FROM 2026-04-30" },
        { "from may 31, 2026", "FROM 2026-05-31" },
        { "from june 30, 2026", "FROM 2026-06-30" },
        { "from jul 31, 2026", "FROM 2026-07-31" },
        { "from august 31, 2026", "FROM 2026-08-31" },
        { "from sep 30, 2026", "FROM 2026-09-30" },
        { "from october 31, 2026", "FROM 2026-10-31" },
        { "from dec 31, 2026", "FROM 2026-12-31" },
        { "from 2024-02-29", "FROM 2024-02-29" },
        { "from 2000-02-29", "FROM 2000-02-29" },
        { "from 9999-12-31", "FROM 9999-12-31" },
        { "from 0001-01-01", "FROM 0001-01-01" },
        { "from 2026-11-02 10:30", "FROM 2026-11-02 10:30" },
        { "from 2026-11-02 10:30:05", "FROM 2026-11-02 10:30:05" },
        { "from 2026-11-02 00:00:00", "FROM 2026-11-02 00:00:00" },
        { "from 2026-11-02 23:59:59", "FROM 2026-11-02 23:59:59" },
        { "from 2026-11-02T10:30", "FROM 2026-11-02 10:30" },
        { "from 2026-11-02T10:30Z", "FROM 2026-11-02 10:30 UTC" },
        { "from 2026-11-02t10:30:05z", "FROM 2026-11-02 10:30:05 UTC" },
        { "from 2026-11-02 utc", "FROM 2026-11-02 UTC" },
        { "from Nov 2, 2026 9:05 UTC", "FROM 2026-11-02 09:05 UTC" },
        { "to 2026-11-02", "TO 2026-11-02" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        sentence_is(rows[i][0], rows[i][1]);
}

static void test_other_moments(void)
{
    static const char *const rows[][2] = {
        { "from now", "FROM NOW" },
        { "from now + 2 days", "FROM NOW + 2 days" },
        { "from now + 1 day + 12 hours", "FROM NOW + 36 hours" },
        { "from start(a)", "FROM START(a)" },
        { "from end(a) + 1 week", "FROM END(a) + 1 week" },
        { "to end(a)", "TO END(a)" },
        { "from during(a)", "FROM DURING(a)" },
        { "from 2026-11-02 + 3 hours", "FROM 2026-11-02 + 3 hours" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        sentence_is(rows[i][0], rows[i][1]);
}

static void test_no_days(void)
{
    static const char *const dates[] = { "2026-02-29", "2026-04-31",   "2026-13-01",    "2026-00-10",   "2026-01-00", "2026-01-32",
                                         "1900-02-29", "2100-02-29",   "0000-01-01",    "2026-11",      "13/1/2026",  "2/30/2026",
                                         "11/2/99999", "Feb 30, 2026", "31 April 2026", "2026-11-02-03" };

    for (size_t i = 0; i < ARRAY_LEN(dates); i++) {
        AUTO(arena) a = { 0 };
        struct str got = sentence_again(&a, arena_printf(&a, "create sentinel s on x from %s", dates[i]));
        if (str_eq(str_of(dates[i]), STR("2026-11-02-03"))) {
            ok(str_find(got, STR("2026-11-02"), 0) != SIZE_MAX, "a fourth number is passed over");
            continue;
        }
        struct str want = arena_printf(&a, "1:29 %s is not a day; write 2026-11-02, Nov 2, 2026 or 11/2/2026", dates[i]);
        eq_str(got, want, dates[i]);
    }
}

static void test_no_clocks(void)
{
    static const char *const clocks[] = { "24:00", "10:60", "10:30:60", "99:99" };

    for (size_t i = 0; i < ARRAY_LEN(clocks); i++) {
        AUTO(arena) a = { 0 };
        struct str got = sentence_again(&a, arena_printf(&a, "create sentinel s on x from 2026-11-02 %s", clocks[i]));
        eq_str(got, arena_printf(&a, "1:40 %s is not a time of day; write 10:30 or 10:30:05", clocks[i]), clocks[i]);
    }
}

static void test_spans(void)
{
    static const char *const rows[][2] = {
        { "fetch 1 second", "FETCH EVERY 1 second" }, { "fetch second", "FETCH EVERY 1 second" },
        { "fetch 30 sec", "FETCH EVERY 30 seconds" }, { "fetch 60 seconds", "FETCH EVERY 1 minute" },
        { "fetch 5 min", "FETCH EVERY 5 minutes" },   { "fetch every 90 minutes", "FETCH EVERY 90 minutes" },
        { "fetch 60 minutes", "FETCH EVERY 1 hour" }, { "fetch 24 hours", "FETCH EVERY 1 day" },
        { "fetch 36 hours", "FETCH EVERY 36 hours" }, { "fetch 7 days", "FETCH EVERY 1 week" },
        { "fetch 8 days", "FETCH EVERY 8 days" },     { "fetch 2 weeks", "FETCH EVERY 2 weeks" },
        { "fetch best effort", "FETCH BEST EFFORT" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++)
        sentence_is(rows[i][0], rows[i][1]);
    AUTO(arena) a = { 0 };
    struct str none = sentence_again(&a, STR("create sentinel s on x fetch 0 days"));
    ok(str_starts(none, STR("1:")) && !str_starts(none, STR("CREATE")), "no time is no span: %.*s", STR_ARG(none));
    struct str huge = sentence_again(&a, STR("create sentinel s on x fetch 99999999999 weeks"));
    ok(!str_starts(huge, STR("CREATE")), "nor is more than anybody lives: %.*s", STR_ARG(huge));
}

int main(void)
{
    test_dates();
    test_other_moments();
    test_no_days();
    test_no_clocks();
    test_spans();
    return tap_done();
}
