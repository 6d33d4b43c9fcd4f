/* Moments from text and back, in a zone with daylight saving. */
#include "base/moment.h"

#include <stdlib.h>
#include <time.h>

#include "tests/tap.h"

/* 2026-11-15T12:00:00Z, in Berlin 13:00. */
#define NOW INT64_C(1794744000000)

static void test_good(void)
{
    static const struct {
        const char *text, *utc;
    } rows[] = {
        { "2026-11-01", "2026-11-01T22:59:59.999Z" },
        { "2026-10-25", "2026-10-25T22:59:59.999Z" }, /* a day of 25 hours */
        { "2026-03-29", "2026-03-29T21:59:59.999Z" }, /* and one of 23 */
        { "2026-11", "2026-11-30T22:59:59.999Z" },
        { "2026-12", "2026-12-31T22:59:59.999Z" },
        { "2024-02-29", "2024-02-29T22:59:59.999Z" },
        { "2026-11-01T10:00", "2026-11-01T09:00:59.999Z" },
        { "2026-11-01 10:00:05", "2026-11-01T09:00:05.999Z" },
        { "2026-11-01T10:00:05.1234", "2026-11-01T09:00:05.123Z" },
        { "2026-11-01T10:00:05.1", "2026-11-01T09:00:05.100Z" },
        { "2026-11-01T10:00Z", "2026-11-01T10:00:59.999Z" },
        { "2026-11-01T10:00:05.123Z", "2026-11-01T10:00:05.123Z" },
        { "2026-11-01T10:00+05:30", "2026-11-01T04:30:59.999Z" },
        { "2026-11-01t23:00-02", "2026-11-02T01:00:59.999Z" },
        { "1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z" },
        { "now", "2026-11-15T12:00:00.000Z" },
        { "today", "2026-11-15T22:59:59.999Z" },
        { "yesterday", "2026-11-14T22:59:59.999Z" },
        { "3d", "2026-11-12T12:00:00.000Z" },
        { "1d12h ago", "2026-11-14T00:00:00.000Z" },
        { " 2026-11-01 ", "2026-11-01T22:59:59.999Z" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) out = BUF(64);
        struct err e = { 0 };
        int64_t at = 0, again = 1;
        ok(moment_read(str_of(rows[i].text), NOW, &at, &e) == 0, "%s is read: %s", rows[i].text, e.text);
        moment_add_utc(&out, at);
        eq_str(buf_str(&out), str_of(rows[i].utc), "as the last moment of it");
        ok(moment_read(buf_str(&out), NOW, &again, &e) == 0 && again == at, "what is written reads the same");
    }
}

static void test_start(void)
{
    static const struct {
        const char *text, *utc;
    } rows[] = {
        { "2026-11-01", "2026-10-31T23:00:00.000Z" },
        { "2026-10-25", "2026-10-24T22:00:00.000Z" },
        { "2026-12", "2026-11-30T23:00:00.000Z" },
        { "2026-11-01T10:00", "2026-11-01T09:00:00.000Z" },
        { "2026-11-01T10:00:05Z", "2026-11-01T10:00:05.000Z" },
        { "now", "2026-11-15T12:00:00.000Z" },
        { "today", "2026-11-14T23:00:00.000Z" },
        { "yesterday", "2026-11-13T23:00:00.000Z" },
        { "3d", "2026-11-12T12:00:00.000Z" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) out = BUF(64);
        struct err e = { 0 };
        int64_t at = 0;
        ok(moment_read_start(str_of(rows[i].text), NOW, &at, &e) == 0, "%s is read: %s", rows[i].text, e.text);
        moment_add_utc(&out, at);
        eq_str(buf_str(&out), str_of(rows[i].utc), "as the first moment of it");
    }
    ok(moment_read_start(STR("soon"), NOW, &(int64_t){ 0 }, &(struct err){ 0 }) == E_FORMAT, "what is none is refused");
}

/* Our calendar against the C library's: most days of 9,000 years. */
static void test_calendar(void)
{
    const int64_t day_ms = 86400000;
    int64_t wrong = 0;

    for (int64_t day = -354285; day < 2932897; day++) {
        AUTO(buf) out = BUF(64);
        time_t seconds = (time_t)(day * 86400);
        struct tm tm;
        char text[64];
        moment_add_utc(&out, day * day_ms);
        strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S.000Z", gmtime_r(&seconds, &tm));
        wrong += !str_eq(buf_str(&out), str_of(text));
        day += day % 7 == 0 ? 5 : 0;
    }
    ok(wrong == 0, "days are named as the C library names them: %lld are not", (long long)wrong);
    for (int i = 0; i < 2; i++) {
        AUTO(buf) out = BUF(64);
        moment_add_utc(&out, i ? 2932897 * day_ms : -354285 * day_ms - 1);
        eq_str(buf_str(&out), STR("?"), "a year that has not four digits is not written");
    }
}

static void test_bad(void)
{
    static const char *const texts[] = {
        "",
        "3",
        "2026",
        "20261101",
        "2026-13-01",
        "2026-00-01",
        "2026-11-31",
        "2026-02-29",
        "2026-11-00",
        "2026-11-01T",
        "2026-11-01T24:00",
        "2026-11-01T10:60",
        "tomorrow",
        "2026-11-01T10",
        "5m",
        "2026-11-01Z",
        "2026-11-01T10:00x",
        "2026-11-01T10:00:",
        "2026-11-01T10:00:05.",
        "26-11-01",
    };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct err e = { 0 };
        int64_t at;
        ok(moment_read(str_of(texts[i]), NOW, &at, &e) == E_FORMAT, "\"%s\" is refused", texts[i]);
    }
}

static void test_words(void)
{
    static const struct {
        int64_t span;
        const char *words;
    } rows[] = {
        { 0, "just now" },           { 999, "just now" },
        { 1000, "1 second ago" },    { 119000, "1 minute ago" },
        { 7200000, "2 hours ago" },  { 86400000, "1 day ago" },
        { -7200000, "in 2 hours" },  { -172799000, "in 2 days" },
        { -3599000, "in 1 hour" },   { -1900000, "in 32 minutes" },
        { -130000, "in 2 minutes" }, { INT64_C(800) * 86400000, "2 years ago" },
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(buf) out = BUF(64);
        moment_add_ago(&out, NOW - rows[i].span, NOW);
        eq_str(buf_str(&out), str_of(rows[i].words), "a span in words");
    }
    AUTO(buf) fields = BUF(256);
    struct json j;
    json_open(&j, &fields, 0);
    json_object(&j);
    moment_json(&j, "a", NOW);
    moment_json(&j, "b", INT64_MAX);
    json_end(&j);
    eq_str(buf_str(&fields), STR("{\"a\":\"2026-11-15T12:00:00.000Z\",\"b\":null}"), "as fields of JSON");
    AUTO(buf) out = BUF(64);
    moment_add(&out, NOW);
    eq_str(buf_str(&out), STR("2026-11-15 13:00:00"), "local time for people");
}

/* 2026-10-25 has 25 hours here, and 2026-03-29 has 23: a minute of the day is what the clock on the wall shows. */
static void test_minutes(void)
{
    static const struct {
        const char *day, *name;
        int days, minute;
        const char *is;
    } rows[] = {
        { "2026-10-24T12:00", "tomorrow at seven, after a longer night", 1, 420, "2026-10-25T07:00:00+01:00" },
        { "2026-10-25T12:00", "the same day at seven", 0, 420, "2026-10-25T07:00:00+01:00" },
        { "2026-03-28T12:00", "tomorrow at seven, after a shorter night", 1, 420, "2026-03-29T07:00:00+02:00" },
        { "2026-11-30T00:00", "tomorrow is another month", 1, 1439, "2026-12-01T23:59:00+01:00" },
        { "2026-11-16T08:00", "a day back", -1, 0, "2026-11-15T00:00:00+01:00" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct err e = { 0 };
        int64_t at, want;
        ok(moment_read_start(str_of(rows[i].day), NOW, &at, &e) == 0 && moment_read_start(str_of(rows[i].is), NOW, &want, &e) == 0,
           "%s", rows[i].day);
        eq_int(moment_of_minute(at, rows[i].days, rows[i].minute), want, rows[i].name);
        eq_int(moment_minute(want), rows[i].minute, "when the clock shows that minute");
        eq_int(moment_minute(want + 59999), rows[i].minute, "for a minute");
    }
}

int main(void)
{
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
    test_good();
    test_start();
    test_calendar();
    test_bad();
    test_words();
    test_minutes();
    return tap_done();
}
