/* Numbers with their separators, in the order of ISO 8601, as far as they are given. The calendar is the C library's. */
#include "base/moment.h"

#include <time.h>

#include "base/duration.h"

/* What was read, and how much of it: the parts that were not given stay at their first value. */
struct parts {
    struct tm tm;
    int given; /* 2: year and month, 3: day, 5: minutes, 6: seconds, 7: milliseconds */
    int ms;
    bool zoned;
    int offset_min;
};

static bool take_number(struct str *rest, size_t digits, uint64_t max, int *out)
{
    uint64_t n;

    if (rest->len < digits || !str_number(str_sub(*rest, 0, digits), max, &n))
        return false;
    *rest = str_sub(*rest, digits, rest->len);
    *out = (int)n;
    return true;
}

static bool take_char(struct str *rest, const char *any)
{
    if (rest->len == 0 || !strchr(any, rest->ptr[0]) || !rest->ptr[0])
        return false;
    *rest = str_sub(*rest, 1, rest->len);
    return true;
}

static bool take_zone(struct str *rest, struct parts *p)
{
    int hours, minutes = 0;

    if (rest->len == 0)
        return true;
    p->zoned = true;
    if (take_char(rest, "Zz"))
        return rest->len == 0;
    int sign = rest->ptr[0] == '-' ? -1 : 1;
    if (!take_char(rest, "+-") || !take_number(rest, 2, 23, &hours))
        return false;
    take_char(rest, ":");
    if (rest->len && !take_number(rest, 2, 59, &minutes))
        return false;
    p->offset_min = sign * (hours * 60 + minutes);
    return rest->len == 0;
}

static bool take_fraction(struct str *rest, struct parts *p)
{
    int digits = 0;

    for (; rest->len && rest->ptr[0] >= '0' && rest->ptr[0] <= '9'; digits++) {
        if (digits < 3)
            p->ms = p->ms * 10 + (rest->ptr[0] - '0');
        *rest = str_sub(*rest, 1, rest->len);
    }
    for (int i = digits; i < 3; i++)
        p->ms *= 10;
    p->given = 7;
    return digits > 0;
}

static bool take_clock(struct str *rest, struct parts *p)
{
    if (!take_number(rest, 2, 23, &p->tm.tm_hour) || !take_char(rest, ":") || !take_number(rest, 2, 59, &p->tm.tm_min))
        return false;
    p->given = 5;
    if (take_char(rest, ":")) {
        if (!take_number(rest, 2, 60, &p->tm.tm_sec))
            return false;
        p->given = 6;
        if (take_char(rest, ".,") && !take_fraction(rest, p))
            return false;
    }
    return take_zone(rest, p);
}

static bool take_date(struct str *rest, struct parts *p)
{
    if (!take_number(rest, 4, 9999, &p->tm.tm_year) || !take_char(rest, "-") || !take_number(rest, 2, 12, &p->tm.tm_mon)
        || p->tm.tm_mon == 0)
        return false;
    p->tm.tm_year -= 1900;
    p->tm.tm_mon -= 1;
    p->tm.tm_mday = 1;
    p->tm.tm_isdst = -1;
    p->given = 2;
    if (rest->len == 0)
        return true;
    if (!take_char(rest, "-") || !take_number(rest, 2, 31, &p->tm.tm_mday) || p->tm.tm_mday == 0)
        return false;
    p->given = 3;
    return rest->len == 0 || (take_char(rest, "Tt ") && take_clock(rest, p));
}

static int64_t to_ms(struct parts p)
{
    time_t seconds = p.zoned ? timegm(&p.tm) - (time_t)p.offset_min * 60 : mktime(&p.tm);

    return (int64_t)seconds * 1000 + p.ms;
}

/* One more of the last part that was given; less a millisecond that is the end of the span. */
static struct parts next(struct parts p)
{
    switch (p.given) {
    case 2:
        p.tm.tm_mon++;
        break;
    case 3:
        p.tm.tm_mday++;
        break;
    case 5:
        p.tm.tm_min++;
        break;
    case 6:
        p.tm.tm_sec++;
        break;
    default:
        p.ms++;
        break;
    }
    return p;
}

/* 31 November is no day, though mktime would take it for 1 December. */
static bool day_exists(const struct parts *p)
{
    struct tm tm = { .tm_year = p->tm.tm_year, .tm_mon = p->tm.tm_mon, .tm_mday = p->tm.tm_mday, .tm_hour = 12 };

    timegm(&tm);
    return tm.tm_mday == p->tm.tm_mday;
}

/* What a text names: its first moment and the one behind its last. */
struct span {
    int64_t from, to;
};

static struct tm local_of(int64_t at)
{
    time_t seconds = (time_t)(at / 1000);
    struct tm tm;

    localtime_r(&seconds, &tm);
    return tm;
}

int64_t moment_of_minute(int64_t at, int days, int minute)
{
    struct tm tm = local_of(at);

    tm.tm_mday += days;
    tm.tm_hour = tm.tm_sec = 0;
    tm.tm_min = minute;
    tm.tm_isdst = -1;
    return (int64_t)mktime(&tm) * 1000;
}

int64_t moment_day_start(int64_t at, int back)
{
    return moment_of_minute(at, -back, 0);
}

int moment_minute(int64_t at)
{
    struct tm tm = local_of(at);

    return tm.tm_hour * 60 + tm.tm_min;
}

int moment_weekday(int64_t at)
{
    return (local_of(at).tm_wday + 6) % 7;
}

static bool read_word(struct str text, int64_t now, struct span *out)
{
    static const struct duration_units spelt = { 0 };
    int64_t span;

    if (str_eq_nocase(text, STR("now")))
        *out = (struct span){ now, now + 1 };
    else if (str_eq_nocase(text, STR("today")))
        *out = (struct span){ moment_day_start(now, 0), moment_day_start(now, -1) };
    else if (str_eq_nocase(text, STR("yesterday")))
        *out = (struct span){ moment_day_start(now, 1), moment_day_start(now, 0) };
    else if (duration_read(str_ends(text, STR(" ago")) ? str_sub(text, 0, text.len - 4) : text, &spelt, &span, NULL) == 0)
        *out = (struct span){ now - span, now - span + 1 };
    else
        return false;
    return true;
}

static int read_span(struct str text, int64_t now, struct span *out, struct err *e)
{
    struct str trimmed = str_trim(text), rest = trimmed;
    struct parts p = { 0 };

    if (read_word(trimmed, now, out))
        return 0;
    if (!take_date(&rest, &p) || !day_exists(&p))
        return err_set(e, E_FORMAT, "\"%.*s\" is not a moment; write 2026-11-01, 2026-11-01T10:00, yesterday or 3d", STR_ARG(text));
    *out = (struct span){ to_ms(p), to_ms(next(p)) };
    return 0;
}

int moment_read(struct str text, int64_t now, int64_t *out, struct err *e)
{
    struct span span;
    int failed = read_span(text, now, &span, e);

    if (!failed)
        *out = span.to - 1;
    return failed;
}

int moment_read_start(struct str text, int64_t now, int64_t *out, struct err *e)
{
    struct span span;
    int failed = read_span(text, now, &span, e);

    if (!failed)
        *out = span.from;
    return failed;
}

static int64_t floor_seconds(int64_t at)
{
    return at / 1000 - (at % 1000 < 0);
}

void moment_add(struct buf *out, int64_t at)
{
    time_t seconds = (time_t)floor_seconds(at);
    char text[MOMENT_TEXT_MAX] = "?";
    struct tm tm;

    if (localtime_r(&seconds, &tm))
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &tm);
    buf_add(out, str_of(text));
}

void moment_add_zone(struct buf *out, int64_t at)
{
    time_t seconds = (time_t)floor_seconds(at);
    char text[MOMENT_TEXT_MAX] = "";
    struct tm tm;

    if (localtime_r(&seconds, &tm))
        strftime(text, sizeof text, "%Z", &tm);
    buf_add(out, str_of(text));
}

struct utc_date {
    int year, month, day;
};

/* Of days since 1970, from the first of March of the year 0 on, as 400 years are always the same number of days and months from March to
 * January have 30.6 of them (E. G. Richards, Mapping Time, chapter 25). Not before that day. */
static struct utc_date date_of(int64_t days)
{
    enum { DAYS_400 = 146097, DAYS_100 = 36524, DAYS_4 = 1461, DAYS_1 = 365, TO_1970 = 719468 };
    int64_t since = days + TO_1970, in_400 = since % DAYS_400;
    int64_t year = (in_400 - in_400 / (DAYS_4 - 1) + in_400 / DAYS_100 - in_400 / (DAYS_400 - 1)) / DAYS_1;
    int64_t in_year = in_400 - (DAYS_1 * year + year / 4 - year / 100), from_march = (5 * in_year + 2) / 153;

    return (struct utc_date){ (int)(year + since / DAYS_400 * 400 + (from_march > 9)),
                              (int)(from_march < 10 ? from_march + 3 : from_march - 9),
                              (int)(in_year - (153 * from_march + 2) / 5 + 1) };
}

/* "2026-11-16T09:26:39.120Z": lists have some thousands of them, so no format is read and no calendar of the C library asked. Years that
 * have not four digits are "?". */
static struct str utc_text(char text[MOMENT_TEXT_MAX], int64_t at)
{
    enum { DAY = 86400, YEAR_1000 = -354285, YEAR_10000 = 2932897 }; /* the first days of these years */
    int64_t seconds = floor_seconds(at), days = seconds / DAY - (seconds % DAY < 0);

    if (days < YEAR_1000 || days >= YEAR_10000)
        return STR("?");
    struct utc_date date = date_of(days);
    int of_day = (int)(seconds - days * DAY);
    const int part[] = { date.year / 100, date.year % 100, date.month, date.day, of_day / 3600, of_day / 60 % 60, of_day % 60 };
    char *to = text;
    for (size_t i = 0; i < ARRAY_LEN(part); i++) {
        *to++ = (char)('0' + part[i] / 10);
        *to++ = (char)('0' + part[i] % 10);
        if (i)
            *to++ = "--T::."[i - 1];
    }
    int thousandths = (int)(at - floor_seconds(at) * 1000);
    *to++ = (char)('0' + thousandths / 100);
    *to++ = (char)('0' + thousandths / 10 % 10);
    *to++ = (char)('0' + thousandths % 10);
    *to++ = 'Z';
    return (struct str){ text, (size_t)(to - text) };
}

void moment_add_utc(struct buf *out, int64_t at)
{
    char text[MOMENT_TEXT_MAX];

    buf_add(out, utc_text(text, at));
}

void moment_json(struct json *j, const char *name, int64_t at)
{
    char text[MOMENT_TEXT_MAX];

    json_key(j, name);
    if (at == INT64_MAX)
        json_null(j);
    else
        json_str(j, utc_text(text, at));
}

void moment_add_ago(struct buf *out, int64_t at, int64_t now)
{
    static const struct {
        int64_t ms;
        const char *one, *many;
    } units[] = {
        { 365 * DURATION_DAY_MS, "year", "years" },  { 30 * DURATION_DAY_MS, "month", "months" },
        { DURATION_DAY_MS, "day", "days" },          { DURATION_HOUR_MS, "hour", "hours" },
        { DURATION_MINUTE_MS, "minute", "minutes" }, { DURATION_SECOND_MS, "second", "seconds" },
    };
    int64_t span = at > now ? at - now : now - at;

    for (size_t i = 0; i < ARRAY_LEN(units); i++) {
        int64_t unit = units[i].ms;
        /* What is to come is nearly never a whole number any more when it is told: what was set for two days is in two days. */
        int64_t n = at > now && span >= unit - unit / 100 ? (span + unit / 2) / unit : span / unit;
        if (n == 0)
            continue;
        buf_addf(out, "%s%lld %s%s", at > now ? "in " : "", (long long)n, n == 1 ? units[i].one : units[i].many,
                 at > now ? "" : " ago");
        return;
    }
    buf_add(out, STR("just now"));
}
