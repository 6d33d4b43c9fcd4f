/* In: a piece. Out: whether only words changed that say in another way when an element's moment was.
 *
 *  1. The moment is in an attribute of the element around the words, or of one of those around that: a day of a calendar as machines write
 *     it ("2031-05-03T09:37"), a year and a time of day ("May 3, 2031 9:37 am"), or, in an attribute whose name says so, seconds since
 *     1970.
 *  2. The element holds a few words and nothing else, with a letter among them: the 24 of an advent calendar is no age.
 * Cost: O(attributes of three elements) for a piece of a few words. */
#include "judge/moments.h"

#include "judge/dates.h"
#include "judge/periods.h"

enum { MOMENT_WORDS = 8, MOMENT_DEPTH = 3, ATTRIBUTE_BYTES = 64 };

static bool is_day_at(struct str text, size_t at)
{
    static const char form[] = "dddd-dd-dd";
    for (size_t i = 0; form[i]; i++)
        if (at + i >= text.len || (form[i] == 'd' ? !byte_is_digit(text.ptr[at + i]) : text.ptr[at + i] != form[i]))
            return false;
    return true;
}

/* "May 3, 2031 9:37 am" */
static bool is_written_moment(struct str text)
{
    bool year = false;
    for (size_t at = 0; at < text.len && !year; at++)
        year = (at == 0 || !byte_is_digit(text.ptr[at - 1])) && dates_is_year(str_sub(text, at, at + 4))
               && (at + 4 >= text.len || !byte_is_digit(text.ptr[at + 4]));
    return year && dates_has_clock(text);
}

/* Seconds since 1970, or thousandths of them, under a name that says so: "data-time", "data-timestamp", "data-utc". */
static bool is_epoch(struct str name, struct str value)
{
    static const struct str names[] = { STR_INIT("time"), STR_INIT("date"), STR_INIT("stamp"), STR_INIT("utc"), STR_INIT("epoch") };
    uint64_t seconds;
    bool named = false;
    for (size_t i = 0; i < ARRAY_LEN(names) && !named; i++)
        named = str_find_nocase(name, names[i], 0) != SIZE_MAX;
    return named && (value.len == 10 || value.len == 13) && str_number(value, UINT64_MAX, &seconds);
}

static bool is_moment(struct str name, struct str value)
{
    static const struct str others[] = { STR_INIT("href"), STR_INIT("src"), STR_INIT("class"), STR_INIT("id"), STR_INIT("style") };
    if (value.len < 10 || value.len > ATTRIBUTE_BYTES)
        return false;
    for (size_t i = 0; i < ARRAY_LEN(others); i++)
        if (str_eq(name, others[i]))
            return false;
    return is_day_at(value, 0) || is_epoch(name, value) || is_written_moment(value);
}

/* The moment of an element; empty: it has none. */
static struct str moment_of(const struct page *p, uint32_t element)
{
    const struct node *n = &p->dom.node[element];
    for (uint32_t i = n->attr; n->kind == NODE_ELEMENT && i < n->attr + n->n_attr; i++)
        if (is_moment(symbols_str(p->dom.symbols, p->dom.attr[i].name), attr_value(&p->dom.attr[i])))
            return attr_value(&p->dom.attr[i]);
    return STR("");
}

/* Words of one element with a moment; empty: they stand in none. */
struct moment {
    struct str value;
    uint32_t word, end;
};

static struct moment moment_around(const struct page *p, uint32_t w)
{
    uint32_t element = p->dom.node[p->word[w].node].parent;
    for (unsigned i = 0; i < MOMENT_DEPTH && element; i++, element = p->dom.node[element].parent) {
        struct moment found = { STR(""), p->first_word[element], p->first_word[p->dom.node[element].end] };
        if (found.end - found.word > MOMENT_WORDS)
            break;
        found.value = moment_of(p, element);
        if (found.value.len)
            return found;
    }
    return (struct moment){ 0 };
}

static bool has_letter(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if ((unsigned char)text.ptr[i] >= 0x80 || (byte_lower(text.ptr[i]) >= 'a' && byte_lower(text.ptr[i]) <= 'z'))
            return true;
    return false;
}

/* The moment that all words stand in that came or went; empty: there is none, or no such word. */
static struct moment moment_of_change(const struct page *p, const uint32_t *change, uint32_t word, uint32_t end)
{
    struct moment found = { 0 };
    for (uint32_t w = word; w < end; w++) {
        bool inside = w >= found.word && w < found.end;
        if (inside || change[w] == NONE)
            continue;
        if (found.value.len)
            return (struct moment){ 0 };
        found = moment_around(p, w);
        if (!found.value.len)
            return (struct moment){ 0 };
    }
    return found;
}

/* Whether the element of a moment tells how long ago that is: a number and a unit; with `other_words`, in words that we may not know. */
static bool tells_age(struct ago_lists *l, const struct page *p, struct moment m, bool other_words)
{
    AUTO(buf) line = BUF(256);
    page_words_line(p, m.word, m.end, &line);
    struct str text = str_trim(buf_str(&line));
    return !line.over && (ago_is_span(l, text) || (other_words && has_letter(text)));
}

bool moments_retold(struct ago_lists *l, const struct delta *d, const struct judge_piece *p)
{
    if (p->sentence == NONE || p->kind == PIECE_MOVED || p->came[SHAPE_LETTERS] > MOMENT_WORDS
        || p->went[SHAPE_LETTERS] > MOMENT_WORDS)
        return false;
    const struct page *page = p->old ? d->old : d->new;
    struct sentence s = piece_range(page, p);
    struct moment now = moment_of_change(page, p->old ? d->old_change : d->new_change, s.word, s.end);
    if (!now.value.len)
        return false;
    if (p->old || p->old_end <= p->old_word)
        return now.word <= s.word && now.end >= s.end && tells_age(l, page, now, false);
    struct moment was = moment_of_change(d->old, d->old_change, p->old_word, p->old_end);
    bool dated = p->came[SHAPE_TIME] + p->went[SHAPE_TIME] && !periods_changed(d, p);
    return str_eq(was.value, now.value) && tells_age(l, page, now, !dated) && tells_age(l, d->old, was, !dated);
}
