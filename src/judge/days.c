/* In: a line, or a value of JSON. Out: whether it has a day that is of what the page speaks of, and not of the visit. */
#include "judge/days.h"

/* Bytes of a dash at `at`; 0: there is none. */
static size_t dash_at(struct str text, size_t at)
{
    static const struct str dashes[] = { STR_INIT("-"), STR_INIT("–"), STR_INIT("—"), STR_INIT("〜"), STR_INIT("～") };
    for (size_t i = 0; i < ARRAY_LEN(dashes); i++)
        if (str_starts(str_sub(text, at, text.len), dashes[i]))
            return dashes[i].len;
    return 0;
}

static size_t skip_bytes(struct str text, size_t at, const char *set)
{
    while (at < text.len && strchr(set, text.ptr[at]))
        at++;
    return at;
}

/* The end of the day of a month at `at`: one or two digits; `at`: there is none. */
static size_t day_end(struct str text, size_t at)
{
    size_t end = at;
    while (end < text.len && byte_is_digit(text.ptr[end]))
        end++;
    return end - at <= 2 ? end : at;
}

/* Whether a dash and another day follow, the name of its month before it or not. */
static bool has_day_behind(struct str text, size_t at, bool month)
{
    size_t dash = skip_bytes(text, at, ". ");
    size_t bytes = dash < text.len ? dash_at(text, dash) : 0;
    size_t from = skip_bytes(text, dash + bytes, " "), name = from;
    while (name < text.len && (byte_lower(text.ptr[name]) >= 'a' && byte_lower(text.ptr[name]) <= 'z'))
        name++;
    if (month && name == from)
        return false;
    from = month ? skip_bytes(text, name, ". ") : from;
    size_t end = day_end(text, from);
    return bytes && end > from && (end == text.len || !strchr(":-/", text.ptr[end]));
}

bool days_named(struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        bool inside = i > 0 && (byte_is_digit(text.ptr[i - 1]) || strchr(":.-/", text.ptr[i - 1]));
        size_t end = i;
        while (end < text.len && byte_is_digit(text.ptr[end]))
            end++;
        bool day = end - i == 1 || end - i == 2, year = end - i == 4;
        if (!inside && ((day && has_day_behind(text, end, false)) || ((day || year) && has_day_behind(text, end, true))))
            return true;
    }
    return false;
}

bool days_of_key(const struct page *p, struct str key, struct str text)
{
    return p->kind == KIND_JSON && str_find(text, STR(":"), 0) == SIZE_MAX && dates_key_says(str_trim(key));
}

bool days_of_data(const struct page *p, uint32_t sentence, struct str text)
{
    const struct sentence *s = &p->sentence[sentence];
    AUTO(buf) key = BUF(256);
    if (p->kind != KIND_JSON || !sentence)
        return false;
    page_words_line(p, s[-1].word, s[-1].end, &key);
    return days_of_key(p, buf_str(&key), text);
}

static bool has_twice(const struct page *p, uint64_t hash)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->n_sentences && n < 2; i++)
        n += p->sentence[i].hash == hash;
    return n == 2;
}

bool days_of_record(const struct delta *d, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(256);
    const struct page *page = d->new;
    if (p->sentence == NONE || p->old || !p->came[SHAPE_TIME] || page->kind != KIND_JSON)
        return false;
    page_words_line(page, page->sentence[p->sentence].word, page->sentence[p->sentence].end, &text);
    return !text.over && days_of_data(page, p->sentence, buf_str(&text)) && has_twice(page, page->sentence[p->sentence - 1].hash);
}
