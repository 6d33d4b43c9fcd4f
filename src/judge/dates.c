/* In: a page and a place in it. Out: how many words from there on are a date, a time or a price.
 *
 *  1. A time is a run of numbers, the marks between them, and words of dates.def, with a number and one of these words in it, or numbers
 *     with colons ("12:30"), or three of them with dots, dashes or slashes that have a year, or two digits each ("3.5.2024").
 *  2. A price is a number, with its dots and commas, right beside a word or sign of money. */
#include "judge/dates.h"

#include "base/hash.h"

enum date_class { DATE_NONE, DATE_NUMBER, DATE_MARK, DATE_TIME, DATE_MONEY };
enum { WORD_MAX = 16, RUN_MAX = 24 };

static const struct {
    enum date_class class;
    const char *word;
} known[] = {
#define WORD(class, word) { DATE_##class, word },
#include "judge/dates.def"
#undef WORD
};

static uint64_t key_of(struct str word)
{
    char low[WORD_MAX];
    for (size_t i = 0; i < word.len; i++)
        low[i] = byte_lower(word.ptr[i]);
    return hash_str((struct str){ low, word.len });
}

void dates_open(struct dates *d, struct arena *a, const struct page *page)
{
    *d = (struct dates){ .page = page };
    map_open(&d->words, a, ARRAY_LEN(known));
    for (size_t i = 0; i < ARRAY_LEN(known); i++) {
        struct str word = str_of(known[i].word);
        *map_slot(&d->words, key_of(word), known[i].class) = known[i].class;
        str_pairs_add(&d->starts, str_sub(word, 0, 2));
    }
}

static enum date_class class_of(const struct dates *d, uint32_t w)
{
    struct str word = page_word(d->page, w);
    if ((d->page->word[w].flags & (WORD_ATOM | WORD_HIDDEN)) || !word.len || word.len > WORD_MAX)
        return DATE_NONE;
    size_t digits = 0;
    while (digits < word.len
           && ((word.ptr[digits] >= '0' && word.ptr[digits] <= '9') || (digits && strchr(".,:/-", word.ptr[digits]))))
        digits++;
    if (digits && (digits == word.len || digits + 2 >= word.len)) /* "3rd", "5h", "10am" */
        return DATE_NUMBER;
    if (word.len == 1 && strchr(".,:/-", word.ptr[0]))
        return DATE_MARK;
    const uint32_t *found = str_may_have(&d->starts, str_sub(word, 0, 2)) ? map_find(&d->words, key_of(word)) : NULL;
    return found ? (enum date_class) * found : DATE_NONE;
}

/* A number with dots and commas in it; gives the word behind it. */
static uint32_t number_end(const struct dates *d, uint32_t w, uint32_t end)
{
    if (w >= end || class_of(d, w) != DATE_NUMBER)
        return w;
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

/* The marks of one kind inside a number: "12:30" has one colon. */
static uint32_t marks_in(struct str word, const char *marks)
{
    uint32_t n = 0;
    for (size_t i = 0; i < word.len; i++)
        n += strchr(marks, word.ptr[i]) != NULL;
    return n;
}

/* 2.4.1 is a version; 3.5.2024, 2024-05-03 and 03.05.24 are days. */
static bool is_year(struct str word)
{
    return word.len == 4 && (str_starts(word, STR("19")) || str_starts(word, STR("20")));
}

/* What a run of words may be a time by. */
struct time_marks {
    uint32_t numbers, words, colons, marks, years, pairs;
};

static void count_number(struct str word, struct time_marks *m)
{
    m->numbers += 1 + marks_in(word, ".:/-");
    while (word.len) {
        size_t n = 0;
        while (n < word.len && word.ptr[n] >= '0' && word.ptr[n] <= '9')
            n++;
        m->years += is_year(str_sub(word, 0, n));
        m->pairs += n == 2;
        word = str_sub(word, MAX(n, (size_t)1), word.len);
    }
}

static bool is_time(const struct time_marks *m)
{
    bool day = m->numbers >= 3 && m->marks >= 2 && (m->years || m->pairs >= 3);
    return (m->numbers && m->words) || (m->numbers >= 2 && m->colons) || day;
}

static uint32_t time_end(const struct dates *d, uint32_t from, uint32_t end)
{
    struct time_marks m = { 0 };
    uint32_t w = from, last = from;
    for (; w < end && w < from + RUN_MAX; w++) {
        enum date_class class = class_of(d, w);
        if (class != DATE_NUMBER && class != DATE_TIME && (class != DATE_MARK || w == from))
            break;
        struct str word = class == DATE_NUMBER || class == DATE_MARK ? page_word(d->page, w) : STR("");
        if (class == DATE_NUMBER)
            count_number(word, &m);
        m.words += class == DATE_TIME;
        m.marks += marks_in(word, "./-");
        m.colons += marks_in(word, ":");
        last = class == DATE_MARK ? last : w + 1;
    }
    return is_time(&m) ? last : from;
}

struct dates_run dates_find(const struct dates *d, uint32_t word, uint32_t end)
{
    enum date_class first = class_of(d, word);
    if (first == DATE_NONE || first == DATE_MARK) /* as most words are */
        return (struct dates_run){ 0 };
    uint32_t stop = price_end(d, word, end);
    if (stop > word)
        return (struct dates_run){ stop - word, true };
    return (struct dates_run){ time_end(d, word, end) - word, false };
}
