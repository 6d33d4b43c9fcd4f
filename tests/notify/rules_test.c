/* Rules of channels: what people write, what is kept, and when something goes out. */
#include "notify/rules.h"

#include <stdlib.h>
#include <time.h>

#include "base/duration.h"
#include "base/limits.h"
#include "base/moment.h"
#include "tests/base/random.h"
#include "tests/tap.h"

/* Day 0 is 2026-11-16, a Monday. Local time is UTC but where a test says otherwise. */
#define AT(day, hour, minute) ((INT64_C(20773) + (day)) * DURATION_DAY_MS + (hour)*DURATION_HOUR_MS + (minute)*DURATION_MINUTE_MS)

static void set_zone(const char *name)
{
    setenv("TZ", name, 1);
    tzset();
}

static void test_due(void)
{
    static const struct {
        const char *quiet, *digest;
        int64_t at, want;
    } rows[] = {
        { "off", "none", AT(0, 23, 30), AT(0, 23, 30) },
        /* over the night */
        { "22:00-07:00", "none", AT(0, 21, 59), AT(0, 21, 59) },
        { "22:00-07:00", "none", AT(0, 22, 0), AT(1, 7, 0) },
        { "22:00-07:00", "none", AT(1, 6, 59), AT(1, 7, 0) },
        { "22:00-07:00", "none", AT(1, 7, 0), AT(1, 7, 0) },
        { "22:00-07:00", "none", AT(1, 0, 0), AT(1, 7, 0) },
        /* within a day */
        { "12:00-13:30", "none", AT(0, 11, 59), AT(0, 11, 59) },
        { "12:00-13:30", "none", AT(0, 12, 0), AT(0, 13, 30) },
        { "12:00-13:30", "none", AT(0, 13, 29), AT(0, 13, 30) },
        { "12:00-13:30", "none", AT(0, 13, 30), AT(0, 13, 30) },
        /* from midnight, and to midnight */
        { "00:00-07:00", "none", AT(0, 0, 0), AT(0, 7, 0) },
        { "22:00-24:00", "none", AT(0, 23, 59), AT(1, 0, 0) },
        { "22:00-24:00", "none", AT(1, 0, 0), AT(1, 0, 0) },
        /* digests */
        { "off", "hour", AT(0, 9, 20), AT(0, 10, 0) },
        { "off", "hour", AT(0, 9, 0), AT(0, 10, 0) },
        { "off", "hour", AT(0, 9, 59), AT(0, 10, 0) },
        { "off", "day", AT(0, 7, 59), AT(0, 8, 0) },
        { "off", "day", AT(0, 8, 0), AT(1, 8, 0) },
        { "off", "day", AT(0, 23, 59), AT(1, 8, 0) },
        { "off", "week", AT(0, 7, 0), AT(0, 8, 0) },
        { "off", "week", AT(0, 8, 0), AT(7, 8, 0) },
        { "off", "week", AT(0, 9, 0), AT(7, 8, 0) },
        { "off", "week", AT(2, 9, 0), AT(7, 8, 0) },
        { "off", "week", AT(6, 23, 0), AT(7, 8, 0) },
        /* a digest that falls into quiet hours waits for their end */
        { "22:00-09:00", "day", AT(0, 12, 0), AT(1, 9, 0) },
        { "22:00-07:00", "hour", AT(0, 21, 10), AT(1, 7, 0) },
    };
    set_zone("UTC");

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct notify_rules r = { 0 };
        struct err e;
        ok(notify_quiet_read(str_of(rows[i].quiet), &r, &e) == 0 && notify_digest_read(str_of(rows[i].digest), &r, &e) == 0,
           "quiet hours %s, digest %s", rows[i].quiet, rows[i].digest);
        eq_int(notify_due(&r, rows[i].at), rows[i].want, "what is found then goes out when it should");
    }
}

/* Whatever the rules are: never before it was found, never in quiet hours, and within eight days. */
static void test_due_laws(void)
{
    struct random r = { 5 };
    unsigned early = 0, quiet = 0, late = 0, again = 0;
    set_zone("UTC");
    for (unsigned i = 0; i < 2000; i++) {
        struct notify_rules rules = { .quiet_from = (int)random_below(&r, 1440),
                                      .quiet_to = (int)random_below(&r, 1440),
                                      .digest = (enum notify_digest)random_below(&r, NOTIFY_DIGESTS) };
        int64_t at = AT(0, 0, 0) + (int64_t)random_below(&r, 1440 * 8) * DURATION_MINUTE_MS, due = notify_due(&rules, at);
        struct notify_rules hours = { .quiet_from = rules.quiet_from, .quiet_to = rules.quiet_to };
        early += due < at;
        quiet += notify_due(&hours, due) != due;
        late += due > at + 8 * DURATION_DAY_MS;
        again += rules.digest == DIGEST_NONE && notify_due(&rules, due) != due;
    }
    eq_int(early, 0, "nothing goes out before it was found");
    eq_int(quiet, 0, "nothing goes out in quiet hours");
    eq_int(late, 0, "nothing waits longer than eight days");
    eq_int(again, 0, "what may go out may go out");
}

/* The night of 2026-10-25 has an hour more in Berlin, that of 2026-03-29 one less: hours are those of the clock on the wall. */
static void test_summer_time(void)
{
    struct notify_rules r = { .quiet_from = 22 * 60, .quiet_to = 7 * 60 };
    int64_t autumn = (INT64_C(20750)) * DURATION_DAY_MS; /* 2026-10-24, in UTC */
    set_zone("CET-1CEST,M3.5.0,M10.5.0/3");
    eq_int(notify_due(&r, autumn + 21 * DURATION_HOUR_MS), autumn + DURATION_DAY_MS + 6 * DURATION_HOUR_MS,
           "quiet hours end by the clock on the wall, after a longer night too");
    eq_int(notify_due(&r, autumn + 12 * DURATION_HOUR_MS), autumn + 12 * DURATION_HOUR_MS, "and are not at noon");
    r.digest = DIGEST_DAY;
    eq_int(notify_due(&r, autumn + 12 * DURATION_HOUR_MS), autumn + DURATION_DAY_MS + 7 * DURATION_HOUR_MS,
           "a digest comes at eight of that clock");
    set_zone("UTC");
}

/* ---- What people write ---- */

static void test_quiet_hours(void)
{
    static const struct {
        const char *text;
        int from, to;
    } good[] = {
        { "22:00-07:00", 1320, 420 }, { " 22:00 - 07:00 ", 1320, 420 }, { "9:05-10:00", 545, 600 },
        { "00:00-12:00", 0, 720 },    { "12:00-24:00", 720, 0 },        { "off", 0, 0 },
        { "23:59-00:00", 1439, 0 },
    };
    static const char *const bad[] = {
        "25:00-01:00", "22-07", "22:00", "x",      "22:60-07:00", "24:01-07:00", "22:00-07:0",  "22:00-7:000",
        "off-07:00",   "",      "-",     "22:00-", "-07:00",      "22:00-25:00", "22:0x-07:00", "22:00-07:00-08:00"
    };

    static const char *const whole_days[] = { "00:00-24:00", "12:00-12:00", "24:00-0:00" };

    for (size_t i = 0; i < ARRAY_LEN(good); i++) {
        struct notify_rules r = { .quiet_from = 1, .quiet_to = 2 };
        struct err e;
        ok(notify_quiet_read(str_of(good[i].text), &r, &e) == 0 && r.quiet_from == good[i].from && r.quiet_to == good[i].to,
           "\"%s\" is from minute %d to %d", good[i].text, good[i].from, good[i].to);
    }
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        struct notify_rules r = { 0 };
        struct err e;
        ok(notify_quiet_read(str_of(bad[i]), &r, &e) == E_USAGE, "\"%s\" is not quiet hours", bad[i]);
        ok(strstr(e.text, "is not quiet hours; write 22:00-07:00, or off"), "and is answered with an example");
    }
    for (size_t i = 0; i < ARRAY_LEN(whole_days); i++) {
        struct notify_rules r = { .quiet_from = 1, .quiet_to = 2 };
        struct err e;
        eq_int(notify_quiet_read(str_of(whole_days[i]), &r, &e), E_USAGE, whole_days[i]);
        ok(strstr(e.text, "leaves no time to send anything") && r.quiet_from == 1 && r.quiet_to == 2,
           "the rules stay as they were");
    }
}

static void test_digests(void)
{
    static const struct str names[] = { STR_INIT("none"), STR_INIT("hour"), STR_INIT("day"), STR_INIT("week") };
    struct notify_rules r = { 0 };
    struct err e;
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        ok(notify_digest_read(names[i], &r, &e) == 0 && r.digest == i, "%.*s is a digest", STR_ARG(names[i]));
        eq_str(str_of(notify_digest_name((enum notify_digest)i)), names[i], "and called so");
    }
    ok(notify_digest_read(STR("DAY"), &r, &e) == 0 && r.digest == DIGEST_DAY, "in any case");
    ok(notify_digest_read(STR("month"), &r, &e) == E_USAGE && r.digest == DIGEST_DAY, "a month is not, and changes nothing");
    eq_str(str_of(e.text), STR("\"month\" is not a digest; write none, hour, day or week"), "the words name those there are");
}

static void test_floors(void)
{
    static const struct {
        const char *text;
        double floor; /* negative: refused */
    } rows[] = {
        { "0", 0 },         { "1", 1 },
        { " 0.35 ", 0.35 }, { "1.0", 1 },
        { "1.001", -1 },    { "-0.1", -1 },
        { "nan", -1 },      { "inf", -1 },
        { "", -1 },         { " ", -1 },
        { "half", -1 },     { "0.5x", -1 },
        { "0,5", -1 },      { "0.3333333333333333333333333333333333", 1.0 / 3 },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct notify_rules r = { .floor = 0.7 };
        struct err e;
        int code = notify_floor_read(str_of(rows[i].text), &r, &e);
        bool refused = rows[i].floor < 0;
        double want = refused ? 0.7 : rows[i].floor;
        ok(code == (refused ? E_USAGE : 0) && r.floor > want - 1e-9 && r.floor < want + 1e-9, "\"%s\" is %san importance",
           rows[i].text, refused ? "not " : "");
        if (refused)
            ok(strstr(e.text, "is not an importance; it lies between 0 and 1"), "and is told where one lies");
    }
}

/* ---- What is kept ---- */

static void test_kept(void)
{
    static struct str tags[] = { STR_INIT("work"), STR_INIT("a \"b\"") };
    static const struct {
        const char *name;
        struct notify_rules rules;
        const char *text;
    } rows[] = {
        { "no rules are nothing", { 0 }, "" },
        { "quiet hours",
          { .quiet_from = 1320, .quiet_to = 425 },
          "{\"quiet\":\"22:00-07:05\",\"digest\":\"none\",\"floor\":0,\"tags\":[],\"subject\":null,\"text\":null}" },
        { "a digest",
          { .digest = DIGEST_WEEK },
          "{\"quiet\":null,\"digest\":\"week\",\"floor\":0,\"tags\":[],\"subject\":null,\"text\":null}" },
        { "a floor",
          { .floor = 0.35 },
          "{\"quiet\":null,\"digest\":\"none\",\"floor\":0.35,\"tags\":[],\"subject\":null,\"text\":null}" },
        { "tags",
          { .tags = tags, .n_tags = 2 },
          "{\"quiet\":null,\"digest\":\"none\",\"floor\":0,\"tags\":[\"work\",\"a \\\"b\\\"\"],\"subject\":null,\"text\":null}" },
        { "a subject",
          { .subject = STR_INIT("{title}") },
          "{\"quiet\":null,\"digest\":\"none\",\"floor\":0,\"tags\":[],\"subject\":\"{title}\",\"text\":null}" },
        { "a text",
          { .text = STR_INIT("{url}") },
          "{\"quiet\":null,\"digest\":\"none\",\"floor\":0,\"tags\":[],\"subject\":null,\"text\":\"{url}\"}" },
        { "a mark",
          { .mark = 65535 },
          "{\"quiet\":null,\"digest\":\"none\",\"floor\":0,\"tags\":[],\"subject\":null,\"text\":null,\"mark\":65535}" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        AUTO(arena) a = { 0 };
        struct notify_rules got;
        struct err e;
        struct str text = notify_rules_write(&a, &rows[i].rules);
        eq_str(text, str_of(rows[i].text), rows[i].name);
        ok(notify_rules_read(&a, text, &got, &e) == 0, "are read again");
        eq_str(notify_rules_write(&a, &got), text, "as the same");
    }
}

static void test_not_kept(void)
{
    static const char *const bad[] = {
        "{", "{\"quiet\":\"22\"}", "{\"digest\":\"month\"}", "{\"floor\":2}", "{\"tags\":[1]}", "{\"tags\":[\"a\",null]}"
    };
    AUTO(arena) a = { 0 };
    struct notify_rules got = { .mark = 9 };
    struct err e;
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        ok(notify_rules_read(&a, str_of(bad[i]), &got, &e) == E_FORMAT && got.mark == 9, "not rules: %s", bad[i]);
        eq_str(str_of(e.text), STR("the rules of a channel cannot be read"), "as is said");
    }
    ok(notify_rules_read(&a, STR("{\"floor\":\"x\",\"tags\":7,\"mark\":65536,\"other\":1}"), &got, &e) == 0,
       "members of other kinds are passed over");
    ok(got.floor <= 0 && got.n_tags == 0 && got.mark == 0, "and count as not there");
}

int main(void)
{
    test_due();
    test_due_laws();
    test_summer_time();
    test_quiet_hours();
    test_digests();
    test_floors();
    test_kept();
    test_not_kept();
    return tap_done();
}
