/* In: a piece of a change. Out: whether nothing changed in it but what runs by itself.
 *
 *  1. What the clock makes says the same at another time: "3 hours ago", "2 days left", "Good evening", "today" where the date stood.
 *  2. A counter counts what people or machines do: "3 users online". With words beside it that are new to the page it is more than that.
 *  3. A moment to the minute that nobody sets was written by a machine, unless the line names an event, or it is of a row of a table.
 * Cost: O(words of the sentence), and of the line before it where that may be its label. */
#include "judge/evidence_count.h"

#include "judge/ago.h"
#include "judge/countdown.h"
#include "judge/evidence_line.h"
#include "judge/headline_record.h"
#include "judge/moments.h"
#include "judge/periods.h"
#include "judge/relative.h"
#include "judge/sides.h"
#include "judge/states.h"

/* Whether a word came that the page did not have: a name. */
static bool brings_word(const struct evidence_context *c, const struct judge_piece *p)
{
    const struct delta *d = c->delta;
    const struct sentence *s = &d->new->sentence[p->sentence];
    for (uint32_t w = s->word; w < s->end; w++)
        if (d->new_change[w] != NONE && !c->stood[d->new->symbol[w]] && shape_is_letters(page_word(d->new, w)))
            return true;
    return false;
}

/* Whether each number that came or went alone has a counter beside it: "3 days ago · 24 candidates · 2,013 views". */
static bool is_tally(const struct judge_piece *p)
{
    return p->kind != PIECE_CHANGED && p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER] <= p->came[SHAPE_COUNT] + p->went[SHAPE_COUNT];
}

/* Whether nothing but figures changed, or a line came or went that is little else: "45 hours ago, 6 likes". */
static bool is_figures(const struct evidence_context *c, const struct judge_piece *p)
{
    enum { LABEL_WORDS = 3 };
    uint32_t prices = p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE],
             others = prices + (is_tally(p) ? 0 : p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER]);
    if (piece_is_figure(p))
        return others == 0;
    if (others || p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] > LABEL_WORDS)
        return false;
    return p->kind == PIECE_REMOVED || (p->kind == PIECE_ADDED && !p->swapped && !(p->resizes && brings_word(c, p)));
}

/* A cell that came or went with its row, which has others. */
static bool is_of_whole_row(const struct evidence_context *c, const struct page *page, const struct judge_piece *p)
{
    static const uint32_t cells[] = { TAG_TD };
    const struct sentence *s = &page->sentence[p->sentence];
    uint32_t row = page_around(page, page->word[s->word].node, cells, 1) == NONE ? NONE : whole_record(c->records, p);
    return row != NONE && page->first_word[page->dom.node[row].end] - page->first_word[row] > s->end - s->word;
}

/* A machine wrote the time in the line: nobody updates a page at 09:37. What takes place then is told by its words, or has a row of a
 * table. */
static bool is_machine_time(const struct evidence_context *c, const struct page *page, const struct judge_piece *p, struct str text)
{
    if (page->dom.xml && dates_has_seconds(text)) /* when an entry of a feed was written: what is new of it are its words */
        return true;
    if (page->dom.xml || page->kind == KIND_JSON) /* "updated_at", "2031-05-03 07:12:41" */
        return stamps_named(c->lists, text) || (dates_is_moment(text) && dates_has_odd_seconds(text));
    if (dates_is_moment(text) && dates_has_seconds(text))
        return true;
    return !p->cell && !events_named(c->lists, text)
           && (dates_is_moment(text) || (dates_has_clock(text) && stamps_named(c->lists, text))) && !is_of_whole_row(c, page, p);
}

static bool is_day(const struct evidence_context *c, const struct page *page, uint32_t word, uint32_t end)
{
    enum { DAY_WORDS = 3 }; /* "i morgen", "aujourd’hui" */
    AUTO(buf) text = BUF(64);
    if (end <= word || end - word > DAY_WORDS || !shape_is_letters(page_word(page, word)))
        return false;
    page_words_line(page, word, end, &text);
    return !text.over && days_among(c->lists, buf_str(&text));
}

/* "Today" where the date stands now, or the other way round: the page says the same of the same day. */
static bool is_named_day(const struct evidence_context *c, const struct judge_piece *p)
{
    const struct delta *d = c->delta;
    const struct sentence *s = &(p->old ? d->old : d->new)->sentence[p->sentence];
    if (p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER] + p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE])
        return false;
    if (p->old)
        return is_day(c, d->old, s->word, s->end);
    if (is_day(c, d->old, p->old_word, p->old_end))
        return p->came[SHAPE_LETTERS] == 0 || is_day(c, d->new, s->word, s->end);
    return p->went[SHAPE_LETTERS] == 0 && is_day(c, d->new, s->word, s->end);
}

/* Nothing but figures changed in a line that tells of the day of the visit; a price is more than that. */
static bool tells_of_today(const struct evidence_context *c, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    const struct page *page = p->old ? c->delta->old : c->delta->new;
    const struct sentence *s = &page->sentence[p->sentence];
    if (p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] + p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE])
        return false;
    page_words_line(page, s->word, s->end, &text);
    return !text.over && today_named(c->lists, buf_str(&text));
}

/* It says the same as before at another time: "3 hours ago", "2 days and 4 hours left", "Good evening". */
static bool is_of_clock(const struct evidence_context *c, const struct judge_piece *p)
{
    const struct delta *d = c->delta;
    return is_named_day(c, p) || ago_retold(c->agos, d, p) || moments_retold(c->agos, d, p) || relative_retold(d, p)
           || sides_greets_anew(d, p) || (is_figures(c, p) && periods_count_down(d, p)) || countdown_changed(d, p);
}

/* Only a counter counted on, or a time that runs by itself: "3 users online", "3 hours ago". */
bool evidence_is_count(const struct evidence_context *c, const struct judge_piece *p)
{
    const struct delta *d = c->delta;
    AUTO(buf) text = BUF(1024);
    uint32_t counts = p->came[SHAPE_COUNT] + p->went[SHAPE_COUNT];
    if (p->sentence == NONE)
        return false;
    if (is_of_clock(c, p) || ago_counted(c->agos, c->pieces, d, p) || (piece_has_time(p) && tells_of_today(c, p)))
        return true;
    if (!is_figures(c, p) || (!piece_has_time(p) && !counts))
        return false;
    const struct page *page = p->old ? d->old : d->new;
    bool letters = p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] > 0;
    if (!piece_has_time(p) && !letters)
        return true;
    evidence_line(d, p, &text);
    if (text.over || (letters && states_named(c->lists, buf_str(&text))))
        return false;
    return piece_has_time(p) ? running_named(c->lists, buf_str(&text)) || is_machine_time(c, page, p, buf_str(&text)) : counts > 0;
}
