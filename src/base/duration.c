/* Number and unit, number and unit, until the text ends. Fractions are taken to the millisecond and cut there. */
#include "base/duration.h"

const struct duration_units duration_seconds = { .plain_ms = DURATION_SECOND_MS };

/* The larger first, as they must stand in a text. */
static const struct {
    struct str name;
    int64_t ms;
} units[] = {
    { STR_INIT("w"), DURATION_WEEK_MS },     { STR_INIT("d"), DURATION_DAY_MS },    { STR_INIT("h"), DURATION_HOUR_MS },
    { STR_INIT("min"), DURATION_MINUTE_MS }, { STR_INIT("s"), DURATION_SECOND_MS }, { STR_INIT("ms"), 1 },
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static struct str take_digits(struct str *rest)
{
    size_t n = 0;

    while (n < rest->len && is_digit(rest->ptr[n]))
        n++;
    struct str digits = str_sub(*rest, 0, n);
    *rest = str_sub(*rest, n, rest->len);
    return digits;
}

static struct str take_letters(struct str *rest)
{
    size_t n = 0;

    while (n < rest->len && byte_lower(rest->ptr[n]) >= 'a' && byte_lower(rest->ptr[n]) <= 'z')
        n++;
    struct str letters = str_sub(*rest, 0, n);
    *rest = str_sub(*rest, n, rest->len);
    return letters;
}

/* 0: no such unit, or one that the caller leaves open. */
static int64_t unit_ms(struct str name, const struct duration_units *given)
{
    if (name.len == 0)
        return given->plain_ms;
    if (str_eq_nocase(name, STR("m")))
        return given->m_ms;
    for (size_t i = 0; i < ARRAY_LEN(units); i++)
        if (str_eq_nocase(name, units[i].name))
            return units[i].ms;
    return 0;
}

/* "1.5": the whole part counts as it is, of the fraction what makes whole milliseconds. */
static bool number_ms(struct str whole, struct str fraction, int64_t unit, int64_t *out)
{
    uint64_t n = 0;
    int64_t ms = 0, scale = unit;

    if (whole.len && !str_number(whole, (uint64_t)(DURATION_MAX_MS / unit), &n))
        return false;
    for (size_t i = 0; i < fraction.len && scale; i++) {
        ms += scale / 10 * (fraction.ptr[i] - '0') + scale % 10 * (fraction.ptr[i] - '0') / 10;
        scale /= 10;
    }
    *out = (int64_t)n * unit + ms;
    return true;
}

static int wrong(struct str text, struct err *e)
{
    return err_set(e, E_FORMAT, "\"%.*s\" is not a span of time; write 90s, 15min, 12h, 2d, 2d12h or 1w", STR_ARG(text));
}

static int wrong_unit(struct str text, struct str unit, struct err *e)
{
    if (unit.len == 0)
        return err_set(e, E_FORMAT, "\"%.*s\" has no unit; write 90s, 15min, 12h, 2d or 1w", STR_ARG(text));
    if (str_eq_nocase(unit, STR("m")))
        return err_set(e, E_FORMAT, "\"%.*s\": \"m\" could be minutes or months; write min for minutes", STR_ARG(text));
    return err_set(e, E_FORMAT, "\"%.*s\": \"%.*s\" is not a unit of time; they are ms, s, min, h, d and w", STR_ARG(text),
                   STR_ARG(unit));
}

int duration_read(struct str text, const struct duration_units *given, int64_t *out_ms, struct err *e)
{
    struct str rest = str_trim(text);
    int64_t sum = 0, before = INT64_MAX;

    if (str_eq(rest, STR("0"))) {
        *out_ms = 0;
        return 0;
    }
    if (rest.len == 0)
        return wrong(text, e);
    while (rest.len) {
        struct str whole = take_digits(&rest), fraction = { "", 0 };
        int64_t part;
        if (rest.len && rest.ptr[0] == '.') {
            rest = str_sub(rest, 1, rest.len);
            fraction = take_digits(&rest);
        }
        rest = str_trim(rest);
        struct str unit = take_letters(&rest);
        if (whole.len + fraction.len == 0)
            return wrong(text, e);
        int64_t ms = unit_ms(unit, given);
        if (ms == 0)
            return wrong_unit(text, unit, e);
        if (!number_ms(whole, fraction, ms, &part) || sum + part > DURATION_MAX_MS)
            return err_set(e, E_FORMAT, "\"%.*s\" is longer than 100 years", STR_ARG(text));
        if (ms >= before)
            return wrong(text, e);
        before = ms;
        sum += part;
        rest = str_trim(rest);
    }
    *out_ms = sum;
    return 0;
}

void duration_add(struct buf *out, int64_t ms)
{
    if (ms <= 0)
        buf_add(out, STR("0s"));
    for (size_t i = 0; i < ARRAY_LEN(units) && ms > 0; i++) {
        /* A week and a bit reads worse than its days. */
        if (ms < units[i].ms || (units[i].ms == DURATION_WEEK_MS && ms % DURATION_WEEK_MS))
            continue;
        buf_addf(out, "%lld%.*s", (long long)(ms / units[i].ms), STR_ARG(units[i].name));
        ms %= units[i].ms;
    }
}

void duration_add_words(struct buf *out, int64_t ms)
{
    static const struct {
        const char *name;
        int64_t ms;
    } words[] = {
        { "day", DURATION_DAY_MS },
        { "hour", DURATION_HOUR_MS },
        { "minute", DURATION_MINUTE_MS },
        { "second", DURATION_SECOND_MS },
    };
    size_t i = 0;

    while (i < ARRAY_LEN(words) && ms < words[i].ms)
        i++;
    if (i == ARRAY_LEN(words)) {
        buf_add(out, STR("less than a second"));
        return;
    }
    for (size_t end = MIN(i + 2, ARRAY_LEN(words)), first = i; i < end; i++) {
        int64_t n = ms / words[i].ms;
        if (n)
            buf_addf(out, "%s%lld %s%s", i > first ? " " : "", (long long)n, words[i].name, n == 1 ? "" : "s");
        ms %= words[i].ms;
    }
}
