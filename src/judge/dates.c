/* In: a page and a place in it. Out: how many words from there on are a date, a time or a price.
 *
 *  1. A time is a run of numbers, the marks between them, and words of dates.def, with a number and one of these words in it, or numbers
 *     with colons ("12:30"), or three of them with dots, dashes or slashes that have a year, or two digits each ("3.5.2024").
 *  2. A price is a number, with its dots, commas and spaces, right beside a word or sign of money. */
#include "judge/dates.h"

#include "judge/shapes.h"
#include "judge/states.h"

enum { WORD_MAX = 32 /* bytes of a weekday in Cyrillic */, MACHINE_MAX = 40, RUN_MAX = 24, CHAINS = 256 };

/* What tells most words apart, so that the compiler can number the rows: the first two bytes, the last one and the length. */
#define KEY(first, second, last, len) \
    (((unsigned char)(first)*7u + (unsigned char)(second)*29u + (unsigned char)(last)*3u + (unsigned)(len)) % CHAINS)

static const struct {
    struct str text;
    uint8_t class, key;
} known[] = {
#define WORD(class, word) \
    { STR_INIT(word), DATE_##class, __extension__ KEY((word)[0], (word)[1], (word)[sizeof(word) - 2], sizeof(word) - 1) },
#include "judge/dates.def"
#undef WORD
};

struct date_words {
    uint16_t first[CHAINS], next[ARRAY_LEN(known)]; /* rows of one key, the last one first; 1 + the row, 0: no more */
};

void dates_open(struct dates *d, struct arena *a, const struct page *page, const struct dates *like)
{
    if (like) {
        *d = *like;
        d->page = page;
        return;
    }
    *d = (struct dates){ .page = page, .words = NEW(a, struct date_words), .comma = symbols_find(page->dom.symbols, STR(",")) };
    d->lists = states_open(a, page->dom.symbols);
    d->class = NEW_ARRAY(a, uint8_t, page->dom.symbols->n + 1);
    d->shape = NEW_ARRAY(a, uint8_t, page->dom.symbols->n + 1);
    for (size_t i = 0; i < ARRAY_LEN(known); i++) {
        uint16_t *first = &d->words->first[known[i].key];
        d->words->next[i] = *first;
        *first = (uint16_t)(i + 1);
    }
}

static enum date_class class_of_letters(const struct date_words *words, struct str word)
{
    char low[WORD_MAX + 1] = "";
    for (size_t i = 0; i < word.len; i++)
        low[i] = byte_lower(word.ptr[i]);
    for (uint16_t i = words->first[KEY(low[0], low[1], low[word.len - 1], word.len)]; i; i = words->next[i - 1])
        if (str_eq(known[i - 1].text, (struct str){ low, word.len }))
            return (enum date_class)known[i - 1].class;
    return DATE_NONE;
}

/* "2024-04-06T10:11:12Z", or a part of it with the T: "06T10". */
static bool is_machine_time(struct str word)
{
    size_t t = str_find(word, STR("T"), 1);
    if (t == SIZE_MAX || t + 1 >= word.len || !byte_is_digit(word.ptr[t - 1]) || !byte_is_digit(word.ptr[t + 1])
        || word.len > MACHINE_MAX)
        return false;
    for (size_t i = 0; i < word.len; i++)
        if (i != t && !byte_is_digit(word.ptr[i]) && !strchr(".:-+", word.ptr[i]) && !(word.ptr[i] == 'Z' && i + 1 == word.len))
            return false;
    return true;
}

/* "17h20", "14h": a clock that is one word. */
static bool is_clock_word(struct str word)
{
    size_t hours = 0;
    while (hours < word.len && byte_is_digit(word.ptr[hours]))
        hours++;
    bool minutes = word.len == hours + 3 && byte_is_digit(word.ptr[hours + 1]) && byte_is_digit(word.ptr[hours + 2]);
    return hours >= 1 && hours <= 2 && hours < word.len && word.ptr[hours] == 'h' && (word.len == hours + 1 || minutes);
}

static enum date_class find_class(const struct date_words *words, struct str word)
{
    if (word.len && (is_machine_time(word) || is_clock_word(word)))
        return DATE_NUMBER;
    if (!word.len || word.len > WORD_MAX)
        return DATE_NONE;
    size_t digits = 0;
    while (digits < word.len && (byte_is_digit(word.ptr[digits]) || (digits && strchr(".,:/-", word.ptr[digits]))))
        digits++;
    if (digits && (digits == word.len || digits + 2 >= word.len)) /* "3rd", "5h", "10am" */
        return DATE_NUMBER;
    if (digits && class_of_letters(words, str_sub(word, digits, word.len)) == DATE_TIME) /* "2024년" */
        return DATE_NUMBER;
    if (word.len == 1 && strchr(".,:/-", word.ptr[0]))
        return DATE_MARK;
    return class_of_letters(words, word);
}

/* Of a word, not of where it stands: found once for all places of both pages. */
static inline enum date_class class_of(const struct dates *d, uint32_t w)
{
    uint8_t *class = &d->class[d->page->symbol[w]];
    if (d->page->word[w].flags & (WORD_ATOM | WORD_HIDDEN))
        return DATE_NONE;
    if (*class == DATE_UNKNOWN)
        *class = (uint8_t)find_class(d->words, page_word(d->page, w));
    return (enum date_class) * class;
}

bool dates_is_money(const struct dates *d, uint32_t w)
{
    return class_of(d, w) == DATE_MONEY;
}

bool dates_is_group(const struct page *p, uint32_t w)
{
    enum { DIGITS = 3 };
    uint64_t number;
    struct str group = page_word(p, w), before = w ? page_word(p, w - 1) : STR("");
    if (group.len > DIGITS && (group.ptr[DIGITS] == ',' || group.ptr[DIGITS] == '.')) /* "1 234,50" */
        group.len = DIGITS;
    bool spaced = (p->word[w].flags & (WORD_SPACE | WORD_BREAK | WORD_ATOM)) == WORD_SPACE;
    bool together = w && p->word[w].node == p->word[w - 1].node; /* a price and a counter may have elements of their own */
    return spaced && together && group.len == DIGITS && str_number(group, UINT64_MAX, &number) && before.len <= DIGITS
           && str_number(before, UINT64_MAX, &number) && number > 0;
}

/* A number with dots, commas and spaces in it; gives the word behind it. Nobody writes one in more words than RUN_MAX. */
static uint32_t number_end(const struct dates *d, uint32_t w, uint32_t end)
{
    if (w >= end || class_of(d, w) != DATE_NUMBER)
        return w;
    end = MIN(end, w + RUN_MAX);
    w++;
    while (w < end && dates_is_group(d->page, w))
        w++;
    while (w + 1 < end && class_of(d, w) == DATE_MARK && class_of(d, w + 1) == DATE_NUMBER
           && !(d->page->word[w + 1].flags & WORD_SPACE))
        w += 2;
    return w;
}

static uint32_t price_end(const struct dates *d, uint32_t w, uint32_t end)
{
    bool before = class_of(d, w) == DATE_MONEY;
    uint32_t start = w + before, stop = number_end(d, start, end);
    if (stop == start)
        return w;
    if (before)
        return stop;
    return stop < end && class_of(d, stop) == DATE_MONEY ? stop + 1 : w;
}

bool dates_is_year(struct str word)
{
    return word.len == 4 && (str_starts(word, STR("19")) || str_starts(word, STR("20"))) && byte_is_digit(word.ptr[2])
           && byte_is_digit(word.ptr[3]);
}

/* What a run of words may be a time by. */
struct time_marks {
    uint32_t numbers, words, colons, marks, years, pairs; /* pairs: numbers of two digits that hang together */
    bool three;                                           /* three of them do: "03.05.24" */
    bool dialled; /* a number of three digits, or of more than a year has, hangs together with others: "031-555-2048" */
};

static void count_mark(char c, struct time_marks *m)
{
    m->colons += c == ':';
    m->marks += c == '.' || c == '/' || c == '-';
}

/* "12:30" is two numbers, and has one colon. */
static void count_number(struct str word, struct time_marks *m)
{
    uint32_t before = m->colons + m->marks;
    bool odd = false;
    for (size_t i = 0, from = 0; i <= word.len; i++) {
        if (i < word.len && byte_is_digit(word.ptr[i]))
            continue;
        m->years += dates_is_year(str_sub(word, from, i));
        m->pairs += i == from + 2;
        m->three |= m->pairs == 3;
        odd |= !m->years && (i == from + 3 || i > from + 4);
        if (i < word.len)
            count_mark(word.ptr[i], m);
        from = i + 1;
    }
    uint32_t between = m->colons + m->marks - before;
    m->numbers += 1 + between;
    m->dialled |= between && odd;
}

/* Whether a number of three digits hangs together with a mark before or behind it: no day has one. */
static bool is_dialled(const struct dates *d, uint32_t from, uint32_t w, uint32_t end)
{
    enum { DIGITS = 3 };
    uint64_t number;
    if (page_word(d->page, w).len != DIGITS)
        return false;
    bool before = w > from && class_of(d, w - 1) == DATE_MARK && !(d->page->word[w].flags & WORD_SPACE),
         behind = w + 1 < end && class_of(d, w + 1) == DATE_MARK && !(d->page->word[w + 1].flags & WORD_SPACE);
    return (before || behind) && str_number(page_word(d->page, w), UINT64_MAX, &number);
}

/* 2.4.1 is a version; 3.5.2024, 2024-05-03 and 03.05.24 are days; in "12.57-1, 12.56-4" there are two of a list. */
static bool is_time(const struct time_marks *m)
{
    bool day = m->numbers >= 3 && m->marks >= 2 && !m->dialled && (m->years || m->three);
    return (m->numbers && m->words) || (m->numbers >= 2 && m->colons) || day;
}

/* Behind the zone of a clock, "+0900", if one stands there. */
static uint32_t zone_end(const struct page *p, uint32_t w, uint32_t end)
{
    enum { DIGITS = 4 };
    uint64_t hours;
    bool sign = w + 1 < end && (str_eq(page_word(p, w), STR("+")) || str_eq(page_word(p, w), STR("-")));
    if (!sign || page_word(p, w + 1).len != DIGITS || !str_number(page_word(p, w + 1), UINT64_MAX, &hours))
        return w;
    return w + 2;
}

/* Where a time of day or a year has been said, a number in front of a word is no part of it: "17:08 Uhr 104 Kommentare", "5 May 2026, 34
 * views". Nor is one of many digits behind a unit: "2 hours 869 views". */
static bool is_counting(const struct dates *d, uint32_t w, uint32_t end)
{
    struct str number = page_word(d->page, w);
    return !memchr(number.ptr, ':', number.len) && !dates_is_year(number) && w + 1 < end && class_of(d, w + 1) == DATE_NONE
           && shape_is_letters(page_word(d->page, w + 1));
}

/* Whether no word of a time that began at `from` stands there. */
static bool ends_time(const struct dates *d, const struct time_marks *m, uint32_t from, uint32_t w, uint32_t end)
{
    enum { CLOCK_DIGITS = 2 };
    enum date_class class = class_of(d, w);
    if (class != DATE_NUMBER && class != DATE_TIME && (class != DATE_MARK || w == from))
        return true;
    struct str number = page_word(d->page, w);
    bool many = number.len > CLOCK_DIGITS && byte_is_digit(number.ptr[CLOCK_DIGITS]) && m->numbers && m->words;
    bool said = m->colons || (m->years && m->words) || many;
    return class == DATE_NUMBER && said && is_counting(d, w, end);
}

static uint32_t time_end(const struct dates *d, uint32_t from, uint32_t end);

/* The article between the day of the week and the day of the month: "Mittwoch, der 9. September", "onsdag den 5 november", "Freitag, dem
 * 09.10.2026". */
static bool is_article(const struct dates *d, const struct time_marks *m, uint32_t w, uint32_t end)
{
    static const struct str articles[] = { STR_INIT("der"), STR_INIT("den"), STR_INIT("dem"), STR_INIT("le"),
                                           STR_INIT("el"),  STR_INIT("the"), STR_INIT("dia"), STR_INIT("dne") };
    if (m->words != 1 || m->numbers || w + 2 >= end || class_of(d, w + 1) != DATE_NUMBER)
        return false;
    bool article = false;
    for (size_t i = 0; i < ARRAY_LEN(articles) && !article; i++)
        article = str_eq_nocase(page_word(d->page, w), articles[i]);
    uint32_t month = class_of(d, w + 2) == DATE_MARK ? w + 3 : w + 2;
    return article && ((month < end && class_of(d, month) == DATE_TIME) || time_end(d, w + 1, end) > w + 1);
}

/* The word between the day and its month, and between that and the year: "30 de noviembre de 2026", "5th of May". */
static bool is_between(const struct dates *d, uint32_t from, uint32_t w, uint32_t end)
{
    static const struct str links[] = { STR_INIT("de"), STR_INIT("del"), STR_INIT("of") };
    if (w == from || w + 1 >= end)
        return false;
    enum date_class before = class_of(d, w - 1), behind = class_of(d, w + 1);
    bool day = before == DATE_NUMBER && behind == DATE_TIME,
         year = before == DATE_TIME && behind == DATE_NUMBER && dates_is_year(page_word(d->page, w + 1));
    for (size_t i = 0; i < ARRAY_LEN(links) && (day || year); i++)
        if (str_eq_nocase(page_word(d->page, w), links[i]))
            return true;
    return false;
}

/* Whether a space parts the word from the number before it: not behind the mark in "03. 05. 24". */
static bool begins_another(const struct dates *d, uint32_t from, uint32_t w)
{
    bool marked = w > from && class_of(d, w - 1) == DATE_MARK && d->page->symbol[w - 1] != d->comma;
    return (d->page->word[w].flags & (WORD_SPACE | WORD_BREAK)) && !marked;
}

static uint32_t time_end(const struct dates *d, uint32_t from, uint32_t end)
{
    struct time_marks m = { 0 };
    uint32_t w = from, last = from;
    for (; w < end && w < from + RUN_MAX; w++) {
        enum date_class class = class_of(d, w);
        if (class == DATE_NONE && (is_article(d, &m, w, end) || is_between(d, from, w, end)))
            continue;
        if (ends_time(d, &m, from, w, end))
            break;
        m.pairs = begins_another(d, from, w) ? 0 : m.pairs;
        struct str word = page_word(d->page, w);
        if (class == DATE_MARK) {
            count_mark(word.ptr[0], &m);
            continue;
        }
        if (class == DATE_NUMBER) {
            count_number(word, &m);
            m.dialled |= !m.years && is_dialled(d, from, w, end);
        }
        m.words += class == DATE_TIME || (unsigned char)word.ptr[word.len - 1] >= 0x80 || is_clock_word(word);
        last = w + 1;
    }
    return !is_time(&m) ? from : m.colons ? zone_end(d->page, last, end) : last;
}

/* A version before the day it came out: "9.0.1 2022-09-19". */
static bool is_version_before_day(const struct dates *d, uint32_t w, uint32_t end)
{
    enum { DOTS = 2 };
    uint32_t behind = number_end(d, w, end), dots = 0;
    for (uint32_t i = w; i < behind; i++)
        for (size_t k = 0; k < page_word(d->page, i).len; k++)
            dots += page_word(d->page, i).ptr[k] == '.';
    return dots >= DOTS && behind < end && time_end(d, w, behind) == w && time_end(d, behind, end) > behind;
}

struct dates_run dates_find(const struct dates *d, uint32_t word, uint32_t end)
{
    if (!dates_may_begin(d, word) || class_of(d, word) <= DATE_MARK) /* as most words */
        return (struct dates_run){ 0 };
    uint32_t stop = price_end(d, word, end);
    if (stop > word)
        return (struct dates_run){ stop - word, true };
    return (struct dates_run){ is_version_before_day(d, word, end) ? 0 : time_end(d, word, end) - word, false };
}

/* ---- Moments ---- */

/* The number of one or two digits at *at, and *at behind it; 100: there is none. */
static unsigned take_two(struct str text, size_t *at)
{
    unsigned n = 0;
    size_t from = *at;
    for (; *at < text.len && byte_is_digit(text.ptr[*at]) && *at < from + 2; ++*at)
        n = n * 10 + (unsigned)(text.ptr[*at] - '0');
    return *at == from || (*at < text.len && byte_is_digit(text.ptr[*at])) ? 100 : n;
}

/* Bytes of what stands between the hours and the minutes of a clock; 0: something else does. */
static size_t clock_mark(struct str text, size_t at)
{
    static const struct str marks[] = { STR_INIT(":"),  STR_INIT("h"),  STR_INIT("時"),
                                        STR_INIT("时"), STR_INIT("点"), STR_INIT("시 ") };
    for (size_t i = 0; i < ARRAY_LEN(marks); i++)
        if (str_starts(str_sub(text, at, text.len), marks[i]))
            return marks[i].len;
    return 0;
}

/* Whether a clock stands at `at` that no person would set: "09:37", "14:30:12". Not "09:30", "14:30:00". */
static bool is_odd_clock(struct str text, size_t at)
{
    enum { ROUND = 5 };
    unsigned hours = take_two(text, &at);
    size_t mark = hours < 24 ? clock_mark(text, at) : 0;
    size_t from = at += mark;
    unsigned minutes = mark ? take_two(text, &at) : 100;
    if (minutes >= 60 || at != from + 2)
        return false;
    size_t behind = at + 1;
    unsigned seconds = at < text.len && text.ptr[at] == ':' ? take_two(text, &behind) : 0;
    return minutes % ROUND || (seconds && seconds < 60);
}

/* Whether a line has a year, and whether a clock stands in it that no person would set. */
struct moment {
    bool year, odd;
};

static struct moment moment_of(struct str text)
{
    struct moment m = { 0 };
    for (size_t i = 0, end; i < text.len; i = MAX(end, i + 1)) {
        end = i;
        while (end < text.len && byte_is_digit(text.ptr[end]))
            end++;
        m.year |= dates_is_year(str_sub(text, i, end));
        m.odd |= end > i && is_odd_clock(text, i);
    }
    return m;
}

bool dates_is_moment(struct str text)
{
    struct moment m = moment_of(text);
    return m.year && m.odd;
}

bool dates_is_appointment(struct str text)
{
    struct moment m = moment_of(text);
    return m.year && !m.odd && dates_has_clock(text) && !dates_has_seconds(text);
}

bool dates_has_seconds(struct str text)
{
    enum { BYTES = 6 }; /* of ":30:12" */
    for (size_t i = 1; i + BYTES <= text.len; i++) {
        const char *at = text.ptr + i;
        bool two = byte_is_digit(at[1]) && byte_is_digit(at[2]) && byte_is_digit(at[4]) && byte_is_digit(at[5]);
        if (at[0] == ':' && at[3] == ':' && two && byte_is_digit(at[-1]))
            return true;
    }
    return false;
}

bool dates_has_odd_seconds(struct str text)
{
    enum { BYTES = 6 }; /* of ":30:12" */
    for (size_t i = 1; i + BYTES <= text.len; i++)
        if (dates_has_seconds(str_sub(text, i - 1, i + BYTES)) && !str_eq(str_sub(text, i + 3, i + BYTES), STR(":00")))
            return true;
    return false;
}

bool dates_has_clock(struct str text)
{
    size_t colon = 0;
    while ((colon = str_find(text, STR(":"), colon)) != SIZE_MAX
           && !(colon && colon + 1 < text.len && byte_is_digit(text.ptr[colon - 1]) && byte_is_digit(text.ptr[colon + 1])))
        colon++;
    return colon != SIZE_MAX;
}

bool dates_key_says(struct str key)
{
    static const struct str visits[] = { STR_INIT("date"), STR_INIT("day"), STR_INIT("datum"), STR_INIT("time") };
    for (size_t i = 0; i < ARRAY_LEN(visits); i++)
        if (str_eq_nocase(key, visits[i]))
            return false;
    return key.len > 0;
}
