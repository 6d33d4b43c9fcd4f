/* Spans of time from text and back. */
#include "base/duration.h"

#include "tests/tap.h"

#define S DURATION_SECOND_MS
#define H DURATION_HOUR_MS
#define D DURATION_DAY_MS

static void test_good(void)
{
    static const struct {
        const char *text;
        int64_t ms;
        const char *again;
    } rows[] = {
        { "0", 0, "0s" },
        { "0s", 0, "0s" },
        { "1", S, "1s" },
        { "0.2", 200, "200ms" },
        { ".25s", 250, "250ms" },
        { "500ms", 500, "500ms" },
        { "90s", 90 * S, "1min30s" },
        { "15min", 900 * S, "15min" },
        { "12h", 12 * H, "12h" },
        { "5 min", 300 * S, "5min" },
        { "1.5h", 90 * 60 * S, "1h30min" },
        { "2d", 2 * D, "2d" },
        { "2d12h", 60 * H, "2d12h" },
        { " 2d 12h ", 60 * H, "2d12h" },
        { "1W", 7 * D, "1w" },
        { "1w2d", 9 * D, "9d" },
        { "1d0.5s", D + 500, "1d500ms" },
        { "36525d", DURATION_MAX_MS, "36525d" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) out = BUF(64);
        struct err e = { 0 };
        int64_t ms = -1, again = -1;
        ok(duration_read(str_of(rows[i].text), &duration_seconds, &ms, &e) == 0, "%s is read: %s", rows[i].text, e.text);
        eq_int(ms, rows[i].ms, "as milliseconds");
        duration_add(&out, ms);
        eq_str(buf_str(&out), str_of(rows[i].again), "and written");
        ok(duration_read(buf_str(&out), &duration_seconds, &again, &e) == 0 && again == ms, "what is written reads the same");
    }
}

static void test_bad(void)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        { "", "not a span" },        { "d", "not a span" },    { "2d-1h", "not a span" }, { "-1s", "not a span" },
        { "1h2d", "not a span" },    { "1d1d", "not a span" }, { ".s", "not a span" },    { "5m", "months" },
        { "5 years", "not a unit" }, { "3 mo", "not a unit" }, { "36526d", "100 years" }, { "99999999999999999999s", "100 years" },
        { "36525d1s", "100 years" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct err e = { 0 };
        int64_t ms = -1;
        ok(duration_read(str_of(rows[i].text), &duration_seconds, &ms, &e) == E_FORMAT && ms == -1, "\"%s\" is refused",
           rows[i].text);
        ok(strstr(e.text, rows[i].says) != NULL, "and the words say %s: %s", rows[i].says, e.text);
    }
}

static void test_units(void)
{
    const struct duration_units no_plain = { .plain_ms = 0, .m_ms = DURATION_MINUTE_MS };
    struct err e = { 0 };
    int64_t ms;

    ok(duration_read(STR("5m"), &no_plain, &ms, &e) == 0 && ms == 5 * DURATION_MINUTE_MS, "the caller says what m is");
    ok(duration_read(STR("1h5m"), &no_plain, &ms, &e) == 0 && ms == 65 * DURATION_MINUTE_MS, "among other units too");
    ok(duration_read(STR("5"), &no_plain, &ms, &e) == E_FORMAT && strstr(e.text, "has no unit"), "a plain number may be refused");
    ok(duration_read(STR("0"), &no_plain, &ms, &e) == 0 && ms == 0, "but 0 is 0 in every unit");
}

static void test_words(void)
{
    static const struct {
        int64_t ms;
        const char *words;
    } rows[] = {
        { 0, "less than a second" }, { 999, "less than a second" }, { S, "1 second" },   { 61 * S, "1 minute 1 second" },
        { H + 59 * S, "1 hour" },    { 60 * H, "2 days 12 hours" }, { 9 * D, "9 days" }, { 2 * D - 1, "1 day 23 hours" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) out = BUF(64);
        duration_add_words(&out, rows[i].ms);
        eq_str(buf_str(&out), str_of(rows[i].words), "in words");
    }
}

int main(void)
{
    test_good();
    test_words();
    test_bad();
    test_units();
    return tap_done();
}
