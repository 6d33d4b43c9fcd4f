/* In: a piece. Out: whether it is data, which people watch a page for, and a value of it is never a habit.
 *
 *  1. A version names a release. In a line that speaks of versions "12.4" and a day are one, too.
 *  2. A number that stands by itself is a value, with its label elsewhere: in another cell, or in JSON the key. How long ago something was
 *     is none, and neither is what a key says that it counts.
 *  3. A few words in a cell are the entry of a row, unless the cell is a part of the page that a table only lays out.
 *  4. A number behind its label is data where data changed with it, where two loads never differed, or in a report of several.
 * Cost: O(words of the sentence). */
#include "judge/habit_data.h"

#include "judge/leads.h"
#include "judge/members.h"
#include "judge/periods.h"
#include "judge/states.h"
#include "judge/versions.h"

/* ---- Versions ---- */

/* "04.03.2026", unless a file beside it is named so: that is a release. */
static bool is_day_at(const struct page *p, uint32_t w)
{
    static const uint32_t around[] = { TAG_TR, TAG_LI, TAG_P, TAG_DIV, TAG_PRE };
    uint32_t node = versions_is_day(page_word(p, w)) ? page_around(p, p->word[w].node, around, ARRAY_LEN(around)) : NONE;
    return versions_is_day(page_word(p, w))
           && (node == NONE || !leads_to_named(p, node, p->dom.node[node].end, p->word[w].node, page_word(p, w)));
}

/* Whether the word is a version, or the end of one: "rc2" in "4.2.0.rc2". Where the line speaks of versions, a day names one. */
static bool is_version_at(const struct page *p, const struct sentence *s, uint32_t w, bool named)
{
    if (versions_is_stage(page_word(p, w)))
        while (w > s->word && !(p->word[w].flags & (WORD_SPACE | WORD_BREAK)) && !versions_may_be(page_word(p, w)))
            w--;
    return versions_is(page_word(p, w), named) && (named || !is_day_at(p, w));
}

/* Around the content only a line that speaks of versions brings one: "4.1.6 released Sep 12". The foot of a page says which programs made
 * it. */
static bool may_bring_version(const struct judge_piece *p, bool named)
{
    return place_is_content(p->place) || (named && (p->place == PLACE_HEADER || p->place == PLACE_ASIDE));
}

/* Whether a version may stand in the sentence: most have none, and are not read. */
static bool may_have_version(const struct page *p, const struct sentence *s)
{
    for (uint32_t w = s->word; w < s->end; w++)
        if (versions_may_be(page_word(p, w)))
            return true;
    return false;
}

/* Whether a version that is one by its form stays in the sentence: then "4.3" beside it is a rating, or a size. */
static bool keeps_version(const struct delta *d, const struct sentence *s)
{
    for (uint32_t w = s->word; w < s->end; w++)
        if (d->new_change[w] == NONE && versions_is(page_word(d->new, w), false) && !is_day_at(d->new, w))
            return true;
    return false;
}

bool habit_brings_version(const struct delta *d, const struct judge_piece *piece)
{
    if (piece->sentence == NONE || piece->old || piece->kind == PIECE_MOVED)
        return false;
    const struct page *p = d->new;
    const struct sentence *s = &p->sentence[piece->sentence];
    AUTO(buf) line = BUF(1024);
    if (!may_have_version(p, s))
        return false;
    page_words_line(p, s->word, s->end, &line);
    bool named = versions_named(buf_str(&line)), may = may_bring_version(piece, named);
    named = named && !keeps_version(d, s);
    for (uint32_t w = s->word; may && w < s->end; w++)
        if (d->new_change[w] != NONE && is_version_at(p, s, w, named))
            return true;
    return false;
}

/* ---- Values and entries ---- */

static bool is_in_cell(const struct page *p, uint32_t node)
{
    static const uint32_t tags[] = { TAG_TD };
    return page_around(p, node, tags, 1) != NONE;
}

/* In XML the element says what a number is: "slash:comments" counts. */
static bool names_counter(const struct page *p, uint32_t sentence)
{
    uint32_t element = p->dom.node[p->word[p->sentence[sentence].word].node].parent;
    return p->dom.xml && counters_named(NULL, tag_name(p->dom.symbols, p->dom.node[element].tag));
}

/* "7d", "23h", "2mo". */
static bool is_age_word(struct str word)
{
    static const struct str units[] = { STR_INIT("s"), STR_INIT("m"),  STR_INIT("min"), STR_INIT("h"), STR_INIT("d"),
                                        STR_INIT("w"), STR_INIT("wk"), STR_INIT("mo"),  STR_INIT("y"), STR_INIT("yr") };
    size_t digits = 0;
    while (digits < word.len && byte_is_digit(word.ptr[digits]))
        digits++;
    for (size_t i = 0; digits && i < ARRAY_LEN(units); i++)
        if (str_eq_nocase(str_sub(word, digits, word.len), units[i]))
            return true;
    return false;
}

/* How long ago something was stands in a cell of its own, and another age stood there: it runs by itself, unlike other data. */
static bool is_age(const struct delta *d, const struct judge_piece *p)
{
    if (p->old || p->kept || p->old_end != p->old_word + 1)
        return false;
    const struct sentence *s = &d->new->sentence[p->sentence];
    return s->end == s->word + 1 && is_age_word(page_word(d->new, s->word)) && is_age_word(page_word(d->old, p->old_word));
}

/* A number that stands by itself in the content, or in a cell of a table, with its label elsewhere. In JSON the key is the label: a price
 * is data however often it changes, "uptime" and "took" are not. */
bool habit_is_value(const struct delta *d, const struct judge_piece *piece)
{
    if (piece->sentence == NONE || !place_is_content(piece->place) || !piece_is_figure(piece) || piece->kept
        || !piece->came[SHAPE_NUMBER] || is_age(d, piece))
        return false;
    const struct page *p = piece->old ? d->old : d->new;
    if (p->kind == KIND_JSON)
        return member_is_amount_at(p, p->sentence[piece->sentence].word);
    if (names_counter(p, piece->sentence))
        return false;
    return piece->place == PLACE_MAIN || is_in_cell(p, p->word[p->sentence[piece->sentence].word].node);
}

/* Nothing but a span of time is another: "7 min" until a departure, where it is so on most visits. */
static bool is_span(const struct delta *d, const struct judge_piece *p)
{
    return piece_is_figure(p) && p->came[SHAPE_NUMBER] + p->came[SHAPE_PRICE] + p->came[SHAPE_SIGN] == 0 && periods_changed(d, p);
}

/* The cell of a table around a piece; NONE: there is none, or it has so many lines that it is a part of the page, which the table only lays
 * out. */
static uint32_t cell_of(const struct page *page, const struct judge_piece *p)
{
    static const uint32_t cells[] = { TAG_TD };
    enum { CELL_LINES = 3 };
    const struct sentence *s = page->sentence;
    uint32_t cell = page_around(page, page->word[s[p->sentence].word].node, cells, 1), i = p->sentence, lines = 0;
    if (cell == NONE)
        return NONE;
    uint32_t word = page->first_word[cell], end = page->first_word[page->dom.node[cell].end];
    while (i && s[i - 1].word >= word && p->sentence - i <= CELL_LINES)
        i--;
    while (i < page->n_sentences && s[i].word < end && lines <= CELL_LINES)
        i++, lines++;
    return lines > CELL_LINES ? NONE : cell;
}

/* Words stand in a cell beside a time that runs: "by Ada" above "3 hours ago" is who wrote last, and another on many visits. */
static bool is_beside_ago(struct state_lists *lists, const struct page *page, const struct judge_piece *p, uint32_t cell)
{
    AUTO(buf) text = BUF(1024);
    const struct sentence *s = &page->sentence[p->sentence];
    if (p->came[SHAPE_LETTERS] == 0)
        return false;
    page_words_line(page, page->first_word[cell], s->word, &text);
    buf_add_char(&text, ' ');
    page_words_line(page, s->end, page->first_word[page->dom.node[cell].end], &text);
    return !text.over && running_named(lists, buf_str(&text));
}

/* A number or a state in a row of a table, with its unit. A cell may also hold a line with words of its own, "216 people follow this", or
 * nothing but a picture, such as that of who wrote last. */
bool habit_is_entry(struct state_lists *lists, const struct delta *d, const struct judge_piece *p)
{
    enum { UNIT_WORDS = 2 };
    const struct page *page = p->old ? d->old : d->new;
    if (!p->cell || p->sentence == NONE || !piece_has_words(p) || !place_is_content(p->place)
        || p->came[SHAPE_LETTERS] > HABIT_ENTRY_WORDS || p->kept > UNIT_WORDS || is_span(d, p) || is_age(d, p))
        return false;
    uint32_t cell = cell_of(page, p);
    return cell != NONE && !is_beside_ago(lists, page, p, cell);
}

/* A number that changed behind its label, or in a sentence. */
static bool is_labelled_number(const struct judge_piece *p)
{
    return p->kind == PIECE_CHANGED && place_is_content(p->place) && piece_is_figure(p) && p->came[SHAPE_NUMBER];
}

/* Several figures in a sentence of the main content that is more than a label: "As of 9 am, 66,976 people have been tested, of which 3,983
 * were confirmed positive." Counters are short lines, or are known by their words or by "3 hours ago" among them; a poll is a list behind a
 * colon. */
static bool is_report(const struct delta *d, const struct judge_piece *p)
{
    enum { REPORT_WORDS = 8, REPORT_FIGURES = 2 };
    AUTO(buf) line = BUF(1024);
    if (p->place != PLACE_MAIN || p->kept < REPORT_WORDS || p->came[SHAPE_NUMBER] < REPORT_FIGURES || p->came[SHAPE_COUNT])
        return false;
    const struct sentence *s = &d->new->sentence[p->sentence];
    page_words_line(d->new, s->word, s->end, &line);
    return !line.over && shape_ends_sentence(buf_str(&line)) && !running_named(NULL, buf_str(&line));
}

/* Nothing says what is main in a text, so there a line must be some part of it: the rates of the day below a long text are not. */
static bool is_main_line(const struct delta *d, const struct judge_piece *p)
{
    enum { SHARE = 20 };
    const struct page *page = d->new;
    const struct sentence *s = &page->sentence[p->sentence];
    return place_is_content(p->place) && (page->kind != KIND_TEXT || (s->end - s->word) * SHARE >= page->n_words);
}

/* A number by itself is data. Labelled ones that change on most visits are counters, unless the page has none: two loads of it never
 * differed. Nor are they where data changed with them: a total is that of the rows. */
bool habit_is_data(const struct evidence_context *c, const struct judge_piece *p)
{
    if (habit_is_value(c->delta, p))
        return true;
    if (!is_labelled_number(p))
        return false;
    bool steady = c->past->probes && !past_differs(c->past) && is_main_line(c->delta, p);
    return c->data || steady || is_report(c->delta, p);
}
