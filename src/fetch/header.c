/* In: the raw head of an HTTP answer. Out: single values, dates, waits.
 *
 * Dates are read leniently in their blanks and strictly in their numbers. Years of two digits are taken as the RFC says: those that
 * would lie more than 50 years ahead are past; weft has no clock here and takes 70 to 99 as 19xx.
 * Cost: O(bytes). */
#include "fetch/header.h"

#include "base/auto.h"

struct str header_get(struct str head, struct str name)
{
    for (size_t at = 0, to; at < head.len; at = to + 1) {
        const char *end = memchr(head.ptr + at, '\n', head.len - at);
        to = end ? (size_t)(end - head.ptr) : head.len;
        if (to - at > name.len && head.ptr[at + name.len] == ':' && str_starts_nocase(str_sub(head, at, to), name))
            return str_trim(str_sub(head, at + name.len + 1, to)); /* of its "\r", too */
    }
    return (struct str){ "", 0 };
}

static bool separates(char c)
{
    return c == ' ' || c == ',' || c == '-' || c == ':';
}

/* Words of letters or digits; what stands between them only separates. */
static struct str next_word(struct str *rest)
{
    size_t from = 0, to;
    while (from < rest->len && separates(rest->ptr[from]))
        from++;
    for (to = from; to < rest->len && !separates(rest->ptr[to]) && rest->ptr[to]; to++)
        ;
    struct str word = str_sub(*rest, from, to);
    *rest = str_sub(*rest, to, rest->len);
    return word;
}

static bool read_month(struct str word, uint64_t *out)
{
    static const char names[] = "janfebmaraprmayjunjulaugsepoctnovdec";
    for (uint64_t i = 0; i < 12; i++)
        if (word.len == 3 && str_eq_nocase(word, (struct str){ names + 3 * i, 3 })) {
            *out = i + 1;
            return true;
        }
    return false;
}

static bool read_year(struct str word, uint64_t *out)
{
    if (!str_number(word, 9999, out) || (word.len != 2 && word.len != 4))
        return false;
    if (word.len == 2)
        *out += *out >= 70 ? 1900 : 2000;
    return *out >= 1601;
}

/* Days from 1970-01-01, counted in years that begin in March. */
static int64_t days_of(int64_t year, int64_t month, int64_t day)
{
    year -= month <= 2;
    int64_t era = year / 400, of_era = year - era * 400;
    int64_t of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

static bool read_clock(struct str *rest, int64_t *out_ms)
{
    uint64_t hour, minute, second;
    if (!str_number(next_word(rest), 23, &hour) || !str_number(next_word(rest), 59, &minute)
        || !str_number(next_word(rest), 60, &second))
        return false;
    *out_ms = (int64_t)(hour * 3600 + minute * 60 + second) * 1000;
    return true;
}

bool header_date(struct str text, int64_t *out_ms)
{
    uint64_t day, month, year;
    int64_t clock_ms;
    struct str rest = text;
    next_word(&rest); /* the day of the week, which is not looked at */
    struct str first = next_word(&rest), second = next_word(&rest);
    if (read_month(first, &month)) { /* asctime: Nov  6 08:49:37 1994 */
        if (!str_number(second, 31, &day) || !read_clock(&rest, &clock_ms) || !read_year(next_word(&rest), &year))
            return false;
    } else if (!str_number(first, 31, &day) || !read_month(second, &month) || !read_year(next_word(&rest), &year)
               || !read_clock(&rest, &clock_ms)) {
        return false;
    }
    if (day == 0)
        return false;
    *out_ms = days_of((int64_t)year, (int64_t)month, (int64_t)day) * 86400000 + clock_ms;
    return true;
}

bool header_retry_after(struct str head, int64_t now_ms, int64_t *out_ms)
{
    struct str value = header_get(head, STR("Retry-After"));
    uint64_t seconds;
    int64_t at_ms, base_ms = now_ms;
    if (str_number(value, INT64_C(100000000), &seconds)) {
        *out_ms = (int64_t)seconds * 1000;
        return true;
    }
    if (!header_date(value, &at_ms))
        return false;
    header_date(header_get(head, STR("Date")), &base_ms);
    *out_ms = MAX(at_ms - base_ms, 0);
    return true;
}

int64_t header_age_ms(struct str head)
{
    uint64_t seconds = 0;
    str_number(header_get(head, STR("Age")), INT64_C(10000000000), &seconds);
    return (int64_t)seconds * 1000;
}

/* The value of a directive: "max-age=60" among others. False: it is not there. */
static bool directive(struct str list, struct str name, struct str *value)
{
    while (list.len) {
        struct str rest = str_trim(str_cut(&list, ',')), key = str_trim(str_cut(&rest, '='));
        *value = str_trim(rest);
        if (str_eq_nocase(key, name))
            return true;
    }
    return false;
}

/* By the server's own clock, where it tells the time. */
static bool age_of_date(struct str head, struct str name, int64_t now_ms, int64_t *out_ms)
{
    int64_t at_ms, base_ms = now_ms;
    if (!header_date(header_get(head, name), &at_ms))
        return false;
    header_date(header_get(head, STR("Date")), &base_ms);
    *out_ms = base_ms - at_ms;
    return true;
}

int64_t header_unmodified_ms(struct str head, int64_t now_ms)
{
    int64_t ms;
    return age_of_date(head, STR("Last-Modified"), now_ms, &ms) ? MAX(ms, 0) : 0;
}

/* Longer promises than a year are meant for files whose names change with them. */
static const int64_t FRESH_MAX_MS = INT64_C(365) * 86400000;

int64_t header_fresh_ms(struct str head, int64_t now_ms)
{
    struct str control = header_get(head, STR("Cache-Control")), value;
    uint64_t seconds;
    int64_t ms;
    if (directive(control, STR("no-store"), &value) || directive(control, STR("no-cache"), &value))
        return 0;
    if (directive(control, STR("max-age"), &value) && str_number(value, INT64_C(10000000000), &seconds))
        ms = (int64_t)seconds * 1000;
    else if (header_get(head, STR("Expires")).len)
        ms = age_of_date(head, STR("Expires"), now_ms, &ms) ? -ms : 0; /* "0" and the like: it is over already */
    else
        ms = header_unmodified_ms(head, now_ms) / 10;
    return MIN(MAX(ms - header_age_ms(head), 0), FRESH_MAX_MS);
}

bool header_is_sendable(struct str value, size_t max_bytes)
{
    for (size_t i = 0; i < value.len; i++)
        if (((unsigned char)value.ptr[i] < ' ' && value.ptr[i] != '\t') || value.ptr[i] == 0x7f)
            return false;
    return value.len <= max_bytes;
}
