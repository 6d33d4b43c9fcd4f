/* In: a piece in which a time changed. Out: whether that is a span of time.
 *
 * A span is a number, at most two words ("business", "to 3"), and a unit. The unit may be what stays: of "within 14 days" only the number
 * is another one. Whatever changed beside spans and is a time too is a date, and a line that has one speaks of that date. */
#include "judge/periods.h"

#include <ctype.h>

#include "judge/phrases.h"

enum { BETWEEN_WORDS = 2, STEM_WORDS = 3, STEM_BYTES = 256 };

static const struct phrase units[] = {
#define DURATION(text) PHRASE(text),
#define SPAN(text) PHRASE(text),
#include "judge/events.def"
};

/* In scripts without spaces, behind the number. */
static const struct phrase stems[] = {
#define SPAN_STEM(text) PHRASE(text),
#include "judge/events.def"
};

static bool is_unit(struct str word)
{
    if (word.len == 0 || ((unsigned char)word.ptr[0] < 0x80 && !isalpha((unsigned char)word.ptr[0])))
        return false;
    uint32_t start = word.len > 1 ? str_pair(word.ptr[0], word.ptr[1]) : PHRASE_PAIRS;
    for (size_t i = 0; i < ARRAY_LEN(units); i++)
        if (units[i].start == start && str_eq_nocase(word, units[i].text))
            return true;
    return false;
}

static bool is_number(struct str word)
{
    size_t i = 0;
    while (i < word.len && ((word.ptr[i] >= '0' && word.ptr[i] <= '9') || (i && strchr("-.,", word.ptr[i]))))
        i++;
    return word.len && i == word.len;
}

static bool has_stem(const struct page *p, uint32_t word, uint32_t end)
{
    AUTO(buf) text = BUF(STEM_BYTES);
    page_words_line(p, word, MIN(end, word + STEM_WORDS), &text);
    struct str line = str_trim(buf_str(&text));
    for (size_t i = 0; i < ARRAY_LEN(stems) && !text.over; i++)
        if (str_starts_nocase(line, stems[i].text))
            return true;
    return false;
}

/* The word behind the span that begins with the number `word`; `word` itself: none does. */
static uint32_t span_end(const struct page *p, uint32_t word, uint32_t end)
{
    if (!is_number(page_word(p, word)))
        return word;
    for (uint32_t w = word + 1; w < end && w <= word + 1 + BETWEEN_WORDS; w++)
        if (is_unit(page_word(p, w)))
            return w + 1;
    return word + 1 < end && has_stem(p, word + 1, end) ? word + 2 : word;
}

/* Words from `word` to `end` that came or went and stand in spans. */
static uint32_t count_in_spans(const struct page *p, const uint32_t *change, uint32_t word, uint32_t end)
{
    uint32_t n = 0;
    while (word < end) {
        uint32_t stop = span_end(p, word, end);
        for (uint32_t i = word; i < stop; i++)
            n += change[i] != NONE;
        word = MAX(stop, word + 1);
    }
    return n;
}

bool periods_changed(const struct delta *d, const struct judge_piece *p)
{
    if (p->sentence == NONE || p->came[SHAPE_TIME] + p->went[SHAPE_TIME] == 0)
        return false;
    if (!p->old && !p->came[SHAPE_TIME])
        return count_in_spans(d->old, d->old_change, p->old_word, p->old_end) >= p->went[SHAPE_TIME];
    struct sentence s = piece_range(p->old ? d->old : d->new, p);
    return p->old ? count_in_spans(d->old, d->old_change, s.word, s.end) >= p->went[SHAPE_TIME]
                  : count_in_spans(d->new, d->new_change, s.word, s.end) >= p->came[SHAPE_TIME];
}

static bool is_clock_unit(struct str word)
{
    static const struct str clock[] = {
#define DURATION(text) STR_INIT(text),
#include "judge/events.def"
    };
    for (size_t i = 0; i < ARRAY_LEN(clock); i++)
        if (str_eq_nocase(word, clock[i]))
            return true;
    return false;
}

bool periods_are_terms(const struct delta *d, const struct judge_piece *p)
{
    if (!p->cell || !periods_changed(d, p))
        return false;
    const struct page *page = p->old ? d->old : d->new;
    struct sentence s = piece_range(page, p);
    for (uint32_t w = s.word; w < s.end; w++)
        if (is_clock_unit(page_word(page, w)))
            return false;
    return true;
}

/* Whether a word in [word, end) changed. */
static bool has_changed(const uint32_t *change, uint32_t word, uint32_t end)
{
    while (word < end && change[word] == NONE)
        word++;
    return word < end;
}

bool periods_count_down(const struct delta *d, const struct judge_piece *piece)
{
    enum { LINK_WORDS = 1 }; /* "20 days and 2 hours", "20 days, 2 hours" */
    if (piece->sentence == NONE || piece->kind != PIECE_CHANGED || piece->old)
        return false;
    const struct page *p = d->new;
    struct sentence s = piece_range(p, piece);
    for (uint32_t w = s.word; w < s.end; w++) {
        uint32_t stop = span_end(p, w, s.end), next = stop;
        while (stop > w && next < s.end && next <= stop + LINK_WORDS && span_end(p, next, s.end) == next)
            next++;
        uint32_t end = stop > w && next < s.end ? span_end(p, next, s.end) : next;
        if (end > next && is_clock_unit(page_word(p, end - 1)) && !str_eq(page_word(p, stop - 1), page_word(p, end - 1))
            && has_changed(d->new_change, w, end))
            return true;
    }
    return false;
}
