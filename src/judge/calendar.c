/* In: a line. Out: the first day that it names: "2031-05-03", "3.5.2031", "3 May", "May 3rd, 2031", "3 de mayo de 2031", "5月3日".
 * O(bytes). */
#include "judge/calendar.h"

#include "base/auto.h"
#include "judge/phrases.h"

static const struct {
    uint32_t month;
    struct phrase name;
} months[] = {
#define MONTH(number, name) { number, PHRASE(name) },
#include "judge/months.def"
};

enum { CENTURY = 2000 };

/* A number, or the name of a month, with the sign right behind it. */
struct token {
    uint32_t number; /* 0: it is a month */
    uint32_t month;
    size_t digits, end;
    char sign; /* '.', '-', '/'; 0: another, or none */
};

static bool is_letter_byte(char c)
{
    return (unsigned char)c >= 0x80 || (byte_lower(c) >= 'a' && byte_lower(c) <= 'z');
}

static uint32_t month_named(struct str word)
{
    uint32_t start = word.len > 1 ? str_pair(word.ptr[0], word.ptr[1]) : PHRASE_PAIRS;
    for (size_t i = 0; i < ARRAY_LEN(months); i++)
        if (months[i].name.start == start && str_eq_nocase(word, months[i].name.text))
            return months[i].month;
    return 0;
}

/* What may stand between the parts of a day: "3rd of May", "3 de mayo". */
static bool is_between(struct str word)
{
    static const struct str words[] = { STR_INIT("st"), STR_INIT("nd"), STR_INIT("rd"),  STR_INIT("th"),    STR_INIT("er"),
                                        STR_INIT("of"), STR_INIT("de"), STR_INIT("del"), STR_INIT("\u00ba") };
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (str_eq_nocase(word, words[i]))
            return true;
    return false;
}

/* The next part of a day from `at` on, directly or behind such words and marks; false: something else stands there. */
static bool next_token(struct str text, size_t at, struct token *out)
{
    while (at < text.len) {
        size_t from = at;
        if (byte_is_digit(text.ptr[at])) {
            uint64_t number;
            while (at < text.len && byte_is_digit(text.ptr[at]))
                at++;
            if (at - from > 4 || !str_number(str_sub(text, from, at), 9999, &number))
                return false;
            *out = (struct token){ .number = (uint32_t)number, .digits = at - from, .end = at };
            out->sign = at < text.len && strchr(".-/", text.ptr[at]) ? text.ptr[at] : 0;
            return number > 0;
        }
        if (!is_letter_byte(text.ptr[at])) {
            if (!strchr(" .,-/", text.ptr[at]))
                return false;
            at++;
            continue;
        }
        while (at < text.len && is_letter_byte(text.ptr[at]))
            at++;
        struct str word = str_sub(text, from, at);
        uint32_t month = month_named(word);
        if (month) {
            *out = (struct token){ .month = month, .end = at };
            return true;
        }
        if (!is_between(word))
            return false;
    }
    return false;
}

static bool make(uint32_t year, uint32_t month, uint32_t day, uint32_t *out, bool *has_year)
{
    if (month < 1 || month > 12 || day < 1 || day > 31)
        return false;
    *has_year = year > 0;
    *out = (year > 0 && year < 100 ? year + CENTURY : year) * CALENDAR_YEAR + (month - 1) * 31 + day - 1;
    return true;
}

static bool is_year(const struct token *t)
{
    return t->number && t->digits == 4 && t->number > 1900 && t->number < 2200;
}

/* "5月3日", with or without "2031年" before it. */
static bool ideographs(struct str text, size_t at, uint32_t *out, bool *has_year)
{
    uint32_t part[3] = { 0 };
    static const struct str units[] = { STR_INIT("年"), STR_INIT("月"), STR_INIT("日") };
    for (unsigned k = 0; k < 3; k++) {
        size_t end = at;
        uint64_t number;
        while (end < text.len && (byte_is_digit(text.ptr[end]) || text.ptr[end] == ' '))
            end++;
        if (!str_starts(str_sub(text, end, text.len), units[k])) {
            if (k == 0)
                continue;
            return false;
        }
        if (!str_number(str_trim(str_sub(text, at, end)), 9999, &number))
            return false;
        part[k] = (uint32_t)number;
        at = end + units[k].len;
    }
    return make(part[0], part[1], part[2], out, has_year);
}

/* Of numbers alone. A day and a month that are parted by a slash say which is which only where one is no month. */
static bool numbers(struct str text, const struct token t[3], uint32_t n, uint32_t *out, bool *has_year)
{
    char sign = t[0].sign;
    bool goes_on = t[1].sign && t[1].end + 1 < text.len && byte_is_digit(text.ptr[t[1].end + 1]);
    bool year = n == 3 && goes_on && t[1].sign == sign && (is_year(&t[2]) || (t[2].digits == 2 && sign == '.'));
    if (sign == '.' && (year || (t[1].sign == '.' && !goes_on)))
        return make(year ? t[2].number : 0, t[1].number, t[0].number, out, has_year);
    if (sign != '/' || !year || (t[0].number <= 12 && t[1].number <= 12))
        return false;
    bool month_first = t[1].number > 12;
    return make(t[2].number, t[month_first ? 0 : 1].number, t[month_first ? 1 : 0].number, out, has_year);
}

static bool day_at(struct str text, size_t at, uint32_t *out, bool *has_year)
{
    struct token t[3];
    uint32_t n = 0;
    while (n < ARRAY_LEN(t) && next_token(text, n ? t[n - 1].end : at, &t[n]))
        n++;
    if (n < 2)
        return false;
    if (n == 3 && is_year(&t[0]) && t[0].sign && t[1].sign == t[0].sign)
        return make(t[0].number, t[1].number, t[2].number, out, has_year);
    if (t[0].number && t[1].number)
        return numbers(text, t, n, out, has_year);
    if (t[0].month && t[1].month)
        return false;
    const struct token *month = t[0].month ? &t[0] : &t[1], *day = t[0].month ? &t[1] : &t[0];
    if (day->digits > 2)
        return false;
    return make(n == 3 && is_year(&t[2]) ? t[2].number : 0, month->month, day->number, out, has_year);
}

bool calendar_day(struct str text, uint32_t *day, bool *year)
{
    bool inside = false; /* a word or a number */
    for (size_t at = 0; at < text.len; at++) {
        bool begins = byte_is_digit(text.ptr[at]) || is_letter_byte(text.ptr[at]);
        if (begins && !inside && (ideographs(text, at, day, year) || day_at(text, at, day, year)))
            return true;
        inside = begins;
    }
    return false;
}
