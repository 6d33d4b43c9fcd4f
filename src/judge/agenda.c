/* In: two pages, and the pieces of their change. Out: which of them were the first entries of a calendar, and are over.
 *
 *  1. A calendar is a list of sentences with a day each, in elements of the same names, whose days never go back. Where no year is written
 *     a day far before the last one is of the next year.
 *  2. Its first entries are over where nothing with a day came before those that stay, several stay, and as many as went. Nobody knows
 *     the day of the visit here: that one of them was called off, and not over, is told where it stands among others.
 *  3. What went with them stood in the same entry, or between such entries. */
#include "judge/agenda.h"

#include "base/vec.h"
#include "judge/calendar.h"
#include "judge/stretches.h"

enum {
    STAY_LEAST = 2,  /* entries that stay: one may be a date of something else */
    AHEAD_MAX = 400, /* sentences in which the next entry is looked for, or the last */
    LINE_BYTES = 512,
    HALF_YEAR = CALENDAR_YEAR / 2,
};

struct agenda_day {
    uint32_t sentence, day;
};

struct agenda {
    const bool *gone; /* by sentence of the old page */
    VEC(struct agenda_day) days;
    uint32_t list; /* the element that holds them */
};

/* The first word of a sentence that the other page has, too; NONE. */
static uint32_t kept_word(const struct piece_side *s, uint32_t sentence)
{
    for (uint32_t w = s->page->sentence[sentence].word; w < s->page->sentence[sentence].end; w++)
        if (s->partner[w] != NONE)
            return w;
    return NONE;
}

static uint32_t node_of(const struct piece_side *s, uint32_t sentence)
{
    return s->page->word[s->page->sentence[sentence].word].node;
}

static bool is_inside(const struct page *p, uint32_t node, uint32_t element)
{
    return node >= element && node < p->dom.node[element].end;
}

static bool has_digit(const struct page *p, const struct sentence *s)
{
    for (uint32_t w = s->word; w < s->end; w++)
        if ((p->word[w].flags & WORD_ATOM) || str_has_digit(page_word(p, w)))
            return true;
    return false;
}

static bool read_day(const struct piece_side *s, uint32_t sentence, uint32_t *day, bool *year)
{
    AUTO(buf) text = BUF(LINE_BYTES);
    const struct sentence *at = &s->page->sentence[sentence];
    if (!has_digit(s->page, at))
        return false;
    page_words_line(s->page, at->word, at->end, &text);
    return !text.over && str_has_digit(buf_str(&text)) && calendar_day(buf_str(&text), day, year);
}

/* The next sentence of the same path that has a day; NONE: there is none near. */
static uint32_t next_day(const struct piece_side *s, uint32_t sentence, uint32_t *day, bool *year)
{
    uint64_t path = piece_path(s, node_of(s, sentence));
    uint32_t end = MIN(s->page->n_sentences, sentence + AHEAD_MAX);
    for (uint32_t i = sentence + 1; i < end; i++)
        if (piece_path(s, node_of(s, i)) == path && read_day(s, i, day, year))
            return i;
    return NONE;
}

static bool add_day(struct arena *a, struct agenda *g, uint32_t sentence, uint32_t day, bool year)
{
    uint32_t last = g->days.n ? g->days.item[g->days.n - 1].day : 0;
    while (!year && day + HALF_YEAR < last)
        day += CALENDAR_YEAR;
    if (day < last)
        return false;
    *VEC_ADD(a, &g->days) = (struct agenda_day){ sentence, day };
    return true;
}

/* The smallest element that holds both nodes. */
static uint32_t element_around(const struct page *p, uint32_t node, uint32_t other)
{
    while (node && !is_inside(p, other, node))
        node = p->dom.node[node].parent;
    return node;
}

/* Whether a day of the same path stands in the list before the sentence. */
static bool has_day_before(const struct piece_side *s, uint32_t first, uint32_t list)
{
    uint64_t path = piece_path(s, node_of(s, first));
    uint32_t day, end = first > AHEAD_MAX ? first - AHEAD_MAX : 0;
    bool year;
    for (uint32_t i = first; i > end && is_inside(s->page, node_of(s, i - 1), list); i--)
        if (piece_path(s, node_of(s, i - 1)) == path && read_day(s, i - 1, &day, &year))
            return true;
    return false;
}

/* The calendar that begins with a sentence; false: none does. */
static bool read_agenda(struct arena *a, const struct piece_side *s, uint32_t first, struct agenda *out)
{
    uint32_t day;
    bool year;
    out->days.n = 0;
    if (!read_day(s, first, &day, &year) || !add_day(a, out, first, day, year))
        return false;
    uint32_t i = next_day(s, first, &day, &year);
    out->list = i == NONE ? 0 : element_around(s->page, node_of(s, first), node_of(s, i));
    if (i == NONE || has_day_before(s, first, out->list))
        return false;
    for (; i != NONE && is_inside(s->page, node_of(s, i), out->list); i = next_day(s, i, &day, &year))
        if (!add_day(a, out, i, day, year))
            return false;
    return out->days.n > STAY_LEAST && out->days.item[0].day < out->days.item[out->days.n - 1].day;
}

/* Whether a sentence with a day came to the list before this one of the new page. */
static bool came_before(const struct piece_side *new, uint32_t sentence, uint32_t list)
{
    uint32_t day, end = sentence > AHEAD_MAX ? sentence - AHEAD_MAX : 0;
    bool year;
    for (uint32_t i = sentence; i > end && is_inside(new->page, node_of(new, i - 1), list); i--)
        if (kept_word(new, i - 1) == NONE && read_day(new, i - 1, &day, &year))
            return true;
    return false;
}

/* The first sentence that went with the first entry: those before its day in the same element of the list, or its heading. */
static uint32_t begin_of(const struct piece_side *old, const struct agenda *g)
{
    const struct page *p = old->page;
    uint32_t first = g->days.item[0].sentence, entry = node_of(old, first);
    while (p->dom.node[entry].parent != g->list && p->dom.node[entry].parent)
        entry = p->dom.node[entry].parent;
    uint32_t begin = first;
    while (begin && is_inside(p, node_of(old, begin - 1), entry) && g->gone[begin - 1])
        begin--;
    bool heading = begin == first && begin && is_inside(p, node_of(old, begin - 1), g->list) && g->gone[begin - 1]
                   && p->dom.node[p->dom.node[node_of(old, begin - 1)].parent].tag >= TAG_H1
                   && p->dom.node[p->dom.node[node_of(old, begin - 1)].parent].tag <= TAG_H6;
    return begin - heading;
}

/* Where the entries that stay begin, if those before them are over; NONE. */
static uint32_t end_of(const struct delta *d, const struct piece_side *old, const struct piece_side *new, const struct agenda *g)
{
    uint32_t gone = 0, left = 0;
    while (gone < g->days.n && g->gone[g->days.item[gone].sentence])
        gone++;
    for (uint32_t i = gone; i < g->days.n; i++)
        left += !g->gone[g->days.item[i].sentence];
    if (left < STAY_LEAST || left < gone || d->old_node[g->list] == NONE) /* a list that lost most was cut */
        return NONE;
    uint32_t next = g->days.item[gone].sentence, w = kept_word(old, next);
    return w == NONE || came_before(new, piece_sentence(new, old->partner[w]), d->old_node[g->list]) ? NONE : next;
}

void agenda_find(struct arena *a, const struct delta *d, const struct piece_side *old, const struct piece_side *new,
                 struct judge_piece *pieces, uint32_t n)
{
    uint32_t looked = 0; /* sentences of the old page up to which all calendars are known */
    bool *gone = NEW_ARRAY(a, bool, old->page->n_sentences + 1);
    uint32_t *over = NULL; /* by sentence */
    struct agenda g = { .gone = gone };
    for (uint32_t i = 0; i < n; i++)
        if (pieces[i].old && pieces[i].kind == PIECE_REMOVED)
            gone[pieces[i].sentence] = true;
    for (uint32_t i = 0; i < n; i++) {
        const struct judge_piece *p = &pieces[i];
        if (!p->old || p->kind != PIECE_REMOVED || p->sentence < looked || !read_agenda(a, old, p->sentence, &g))
            continue;
        looked = g.days.item[g.days.n - 1].sentence;
        uint32_t end = end_of(d, old, new, &g);
        if (end == NONE)
            continue;
        over = over ? over : NEW_ARRAY(a, uint32_t, old->page->n_sentences + 1);
        stretch_note(over, begin_of(old, &g), end);
    }
    if (!over)
        return;
    stretches_close(over, old->page->n_sentences);
    for (uint32_t i = 0; i < n; i++)
        pieces[i].over |= pieces[i].old && pieces[i].kind == PIECE_REMOVED && over[pieces[i].sentence];
}
