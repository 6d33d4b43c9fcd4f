/* In: a piece. Out: whether it is of a clock.
 *
 * A clock is a run of words that are figures, units of time and marks, and nothing else, with three figures and three different units at
 * least. The units may stand before the figures, behind them, or in a row of their own. Each figure has a text of its own: "2 hours 14
 * minutes 5 seconds" in a sentence says how long something took, and whoever sets that sets it in one text. */
#include "judge/countdown.h"

#include <ctype.h>

#include "judge/phrases.h"

enum { REACH_WORDS = 24, CLOCK_FIGURES = 3, CLOCK_UNITS = 3, FIGURE_BYTES = 3 };

static const struct phrase units[] = {
#define UNIT(text) PHRASE(text),
#include "judge/ago.def"
#define DURATION(text) PHRASE(text),
#include "judge/events.def"
};

/* Of one letter, and in scripts that need no more. */
static const struct str short_units[] = {
#define LETTER(text) STR_INIT(text),
#include "judge/ago.def"
    STR_INIT("日"),   STR_INIT("天"),   STR_INIT("時"),   STR_INIT("时"),   STR_INIT("分"),
    STR_INIT("秒"),   STR_INIT("時間"), STR_INIT("小時"), STR_INIT("小时"), STR_INIT("分钟"),
    STR_INIT("分鐘"), STR_INIT("일"),   STR_INIT("시간"), STR_INIT("분"),   STR_INIT("초"),
};

static bool is_unit(struct str word)
{
    if (word.len == 0 || ((unsigned char)word.ptr[0] < 0x80 && !isalpha((unsigned char)word.ptr[0])))
        return false;
    uint32_t start = word.len > 1 ? str_pair(word.ptr[0], word.ptr[1]) : PHRASE_PAIRS;
    for (size_t i = 0; i < ARRAY_LEN(units); i++)
        if (units[i].start == start && str_eq_nocase(word, units[i].text))
            return true;
    for (size_t i = 0; i < ARRAY_LEN(short_units); i++)
        if (str_eq_nocase(word, short_units[i]))
            return true;
    return false;
}

static bool is_figure(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (word.ptr[i] < '0' || word.ptr[i] > '9')
            return false;
    return word.len > 0 && word.len <= FIGURE_BYTES;
}

static bool may_be_part(const struct page *p, uint32_t w)
{
    struct str word = page_word(p, w);
    bool mark = word.len && !shape_is_letters(word) && (word.ptr[0] < '0' || word.ptr[0] > '9');
    return !(p->word[w].flags & WORD_ATOM) && (mark || is_figure(word) || is_unit(word));
}

static bool stands_alone(const struct page *p, uint32_t w)
{
    return (w == 0 || p->word[w - 1].node != p->word[w].node) && (w + 1 == p->n_words || p->word[w + 1].node != p->word[w].node);
}

/* Figures with a text of their own from one word to another, as far as a clock needs them. */
static uint32_t count_figures(const struct page *p, uint32_t from, uint32_t to)
{
    uint32_t n = 0;
    for (uint32_t w = from; w < to && n < CLOCK_FIGURES; w++)
        n += p->word[w].len <= FIGURE_BYTES && stands_alone(p, w) && is_figure(page_word(p, w));
    return n;
}

/* Whether the word stands in a clock. Most have no such figures near, and nobody asks for units there. */
static bool is_in_clock(const struct page *p, uint32_t word)
{
    uint32_t from = word, to = word, n = 0, seen[CLOCK_UNITS]; /* symbols */
    if (count_figures(p, word - MIN(word, (uint32_t)REACH_WORDS), MIN(p->n_words, word + REACH_WORDS)) < CLOCK_FIGURES)
        return false;
    while (from > 0 && word - from < REACH_WORDS && may_be_part(p, from - 1))
        from--;
    while (to < p->n_words && to - word < REACH_WORDS && may_be_part(p, to))
        to++;
    for (uint32_t w = from; w < to && n < CLOCK_UNITS; w++) {
        if (is_figure(page_word(p, w)) || !is_unit(page_word(p, w)))
            continue;
        bool known = false;
        for (uint32_t i = 0; i < n; i++)
            known |= seen[i] == p->symbol[w];
        if (!known)
            seen[n++] = p->symbol[w];
    }
    return to > word && n == CLOCK_UNITS && count_figures(p, from, to) == CLOCK_FIGURES;
}

/* Whether all words of the range that changed stand in clocks; `n` counts them. */
static bool are_in_clocks(const struct page *p, const uint32_t *change, struct sentence s, uint32_t *n)
{
    for (uint32_t w = s.word; w < s.end; w++) {
        if (change[w] == NONE)
            continue;
        if (!is_in_clock(p, w))
            return false;
        ++*n;
    }
    return true;
}

/* Where only words of letters or marks are other ones, no clock went on. */
static bool has_other_figure(const struct judge_piece *p)
{
    uint32_t n = 0;
    for (unsigned i = 0; i < SHAPE_MARK; i++)
        n += i == SHAPE_LETTERS ? 0 : p->came[i] + p->went[i];
    return n > 0;
}

bool countdown_changed(const struct delta *d, const struct judge_piece *p)
{
    uint32_t n = 0;
    uint32_t words = p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS];
    if (p->sentence == NONE || words > 2 * CLOCK_UNITS + 2 || p->kind == PIECE_MOVED || !has_other_figure(p))
        return false;
    struct sentence s = piece_range(p->old ? d->old : d->new, p), was = { .word = p->old_word, .end = p->old_end };
    if (p->old)
        return are_in_clocks(d->old, d->old_change, s, &n) && n > 0;
    return are_in_clocks(d->new, d->new_change, s, &n) && are_in_clocks(d->old, d->old_change, was, &n) && n > 0;
}
