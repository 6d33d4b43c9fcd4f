/* In: syntax of lengths of time and moments. Out: milliseconds, and dates as they are written. Days that no calendar has are faults.
 * O(tokens). */
#include "base/duration.h"
#include "event/read_impl.h"

static const struct {
    const char *name;
    int64_t ms;
} units[] = {
    { "second", DURATION_SECOND_MS }, { "minute", DURATION_MINUTE_MS }, { "hour", DURATION_HOUR_MS },
    { "day", DURATION_DAY_MS },       { "week", DURATION_WEEK_MS },
};

void span_print(int64_t ms, struct buf *out)
{
    unsigned i = ARRAY_LEN(units) - 1;
    while (i && ms % units[i].ms)
        i--;
    buf_addf(out, "%lld %s%s", (long long)(ms / units[i].ms), units[i].name, ms == units[i].ms ? "" : "s");
}

int64_t read_span(const struct statement_reader *r, uint32_t at)
{
    uint32_t unit = syntax_find(r, at, RULE_unit), n = 1, first = syntax_at(r, at)->child;
    struct str word = syntax_text(r, unit);
    int64_t unit_ms = 0;
    for (unsigned i = 0; i < ARRAY_LEN(units); i++)
        if (str_starts_nocase(word, (struct str){ units[i].name, 3 })) /* SEC and MIN are words too */
            unit_ms = units[i].ms;
    if (first != unit)
        n = syntax_number(r, first, 1, (uint32_t)(DURATION_MAX_MS / unit_ms > UINT32_MAX ? UINT32_MAX : DURATION_MAX_MS / unit_ms));
    return n * unit_ms;
}

static uint32_t month_of(struct str word)
{
    static const char *const names[] = { "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec" };
    uint32_t i = 0;
    while (i < 11 && !str_starts_nocase(word, str_of(names[i])))
        i++;
    return i + 1;
}

static uint32_t days_in(uint32_t year, uint32_t month)
{
    static const uint8_t days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    bool leap = (year % 4 == 0 && year % 100) || year % 400 == 0;
    return month == 0 || month > 12 ? 0 : days[month - 1] + (month == 2 && leap);
}

/* Numbers of a text that is parted by `separators`; as many as there are, UINT32_MAX for one that cannot be read. */
static unsigned cut_numbers(struct str text, const char *separators, uint32_t number[3])
{
    unsigned n = 0;
    for (size_t from = 0; n < 3 && from <= text.len; n++) {
        size_t to = from;
        uint64_t value;
        while (to < text.len && !strchr(separators, text.ptr[to]))
            to++;
        number[n] = str_number(str_sub(text, from, to), 99999, &value) ? (uint32_t)value : UINT32_MAX;
        from = to + 1;
    }
    return n;
}

static void read_clock(const struct statement_reader *r, uint32_t at, struct str text, struct time_point *out)
{
    uint32_t number[3] = { 0, 0, 0 };
    unsigned n = cut_numbers(text, ":", number);
    if (n < 2 || number[0] > 23 || number[1] > 59 || number[2] > 59)
        fault_add(r->faults, syntax_at(r, at)->token.at, "%.*s is not a time of day; write 10:30 or 10:30:05", STR_ARG(text));
    out->hour = number[0];
    out->minute = number[1];
    out->second = n > 2 ? number[2] : 0;
    out->has_clock = true;
    out->has_second = n > 2;
}

/* 2026-11-02, 2026-11-02T10:30Z or 11/2/2026. */
static void read_calendar(const struct statement_reader *r, uint32_t at, struct time_point *out)
{
    struct str text = syntax_at(r, at)->token.text;
    size_t t = str_find_nocase(text, STR("t"), 0);
    struct str date = str_sub(text, 0, MIN(t, text.len)), clock = str_sub(text, t == SIZE_MAX ? text.len : t + 1, text.len);
    uint32_t number[3] = { 0, 0, 0 };
    bool is_american = memchr(date.ptr, '/', date.len) != NULL;
    unsigned n = cut_numbers(date, is_american ? "/" : "-", number);
    out->year = number[is_american ? 2 : 0];
    out->month = number[is_american ? 0 : 1];
    out->day = n == 3 ? number[is_american ? 1 : 2] : 0;
    if (clock.len && byte_lower(clock.ptr[clock.len - 1]) == 'z') {
        out->utc = true;
        clock.len--;
    }
    if (clock.len)
        read_clock(r, at, clock, out);
}

static void read_date(const struct statement_reader *r, uint32_t at, struct time_point *out)
{
    uint32_t number[3], n = 0;
    struct str written = syntax_at(r, at)->token.text;
    for (uint32_t i = syntax_at(r, at)->child; i; i = syntax_at(r, i)->next) {
        const struct syntax *part = syntax_at(r, i);
        if (part->rule == RULE_month)
            out->month = month_of(part->token.text);
        else if (part->token.terminal == TERMINAL_CALENDAR)
            read_calendar(r, i, out);
        else if (part->token.terminal == TERMINAL_CLOCK)
            read_clock(r, i, part->token.text, out);
        else if (part->token.terminal == TERMINAL_NUMBER && n < 2)
            number[n++] = syntax_number(r, i, 1, 9999);
        else if (syntax_is(r, i, "UTC"))
            out->utc = true;
        written = str_span(written.ptr, part->token.text.ptr + part->token.text.len);
    }
    if (n == 2) {
        out->day = number[0];
        out->year = number[1];
    }
    if (out->year == 0 || out->year > 9999 || out->day == 0 || out->day > days_in(out->year, out->month))
        fault_add(r->faults, out->at, "%.*s is not a day; write 2026-11-02, Nov 2, 2026 or 11/2/2026", STR_ARG(written));
}

struct time_point read_time(const struct statement_reader *r, uint32_t at)
{
    struct time_point out = { .kind = TIME_NOW, .at = syntax_at(r, at)->token.at };
    for (uint32_t i = syntax_at(r, at)->child; i; i = syntax_at(r, i)->next) {
        const struct syntax *part = syntax_at(r, i);
        if (part->rule == RULE_date) {
            out.kind = TIME_DATE;
            read_date(r, i, &out);
        } else if (part->rule == RULE_span)
            out.plus_ms = MIN(out.plus_ms + read_span(r, i), DURATION_MAX_MS);
        else if (part->token.terminal == TERMINAL_NAME)
            out.name = part->token.text;
        else if (syntax_is(r, i, "START"))
            out.kind = TIME_START;
        else if (syntax_is(r, i, "END"))
            out.kind = TIME_END;
        else if (syntax_is(r, i, "DURING"))
            out.kind = TIME_DURING;
    }
    return out;
}
