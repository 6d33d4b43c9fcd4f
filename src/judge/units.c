/* In: a row of words, and what became of each. Out: the units in one of its lines.
 *
 *  1. All are looked for in one line at a time, and only in lines that changed: what stays weighs nothing as a unit.
 *  2. Words of a date or a time weigh a fraction where they are about the page: "2 hours ago" says nothing that the clock does not. The
 *     date of an event is a unit.
 *  3. Amounts, turns and sentences are one unit for the line, and only words that changed are part of it. More of a change never takes one
 *     away. A sentence counts by how many of its words are new, squared: one that is put
 *     into a paragraph is as new as a paragraph, one that is reworded hardly is. */
#include "judge/units.h"

#include <math.h>

#include "base/hash.h"
#include "base/search.h"
#include "judge/changed.h"
#include "judge/days.h"
#include "judge/headline_quote.h"
#include "judge/members.h"
#include "judge/leads.h"
#include "judge/phrases.h"
#include "judge/shapes.h"
#include "judge/states.h"
#include "judge/versions.h"

#define WEIGHT_DATE 0.1f
#define WEIGHT_LEAST 0.02f /* of a date: what a word of a menu weighs */
#define FACT_LEAST \
    0.5f /* a price, a figure or a release in a table or in a box beside the text: a reader looks for it there, and the main content is hard to find */
#define UNPLACED_LEAST 0.2f /* what weighs less stands around the content */

enum { EVENT_WORDS = 2, PART_WORDS = 20, LABEL_WORDS = 8, STATE_WORDS = 8, SENTENCE_WORDS = 6, VALUE_WORDS = 3, TURN_BYTES = 24 };

static const struct str turns[] = {
#define TURN(word) STR_INIT(word),
#include "judge/turns.def"
#undef TURN
};

void units_open(struct units_finder *f, struct arena *a, const struct judge_words *words, const uint8_t *fate)
{
    *f = (struct units_finder){ .arena = a, .words = words, .fate = fate };
    for (uint32_t i = 0; i < words->n_units; i++)
        *VEC_ADD(a, &f->unit) = words->unit[i];
    map_open(&f->turns, a, ARRAY_LEN(turns));
    for (size_t i = 0; i < ARRAY_LEN(turns); i++)
        map_slot(&f->turns, hash_str(turns[i]), 1);
}

static uint32_t add_unit(struct units_finder *f, enum judge_unit_kind kind, float weight)
{
    *VEC_ADD(f->arena, &f->unit) = (struct judge_unit){ kind, weight };
    return f->unit.n - 1;
}

struct run_of_words {
    uint32_t first, end; /* words of the line */
};

static bool is_figure(struct str word)
{
    return word.len && word.ptr[0] >= '0' && word.ptr[0] <= '9';
}

static void add_text(const struct judge_word *w, uint32_t n, struct buf *out)
{
    for (uint32_t i = 0; i < n; i++) {
        buf_add(out, w[i].space ? STR(" ") : STR(""));
        buf_add(out, w[i].thing ? STR("") : w[i].text);
    }
}

/* What a fact weighs that stands nowhere in particular: in tables and lists the main content is hard to find. */
static void raise_fact(struct judge_word *w)
{
    if (w->weight >= UNPLACED_LEAST)
        w->weight = fmaxf(w->weight, FACT_LEAST);
}

/* ---- Dates ---- */

/* Whether a date in such a line is that of an event: it names one, or says something, and not when it was written or how long ago. Headings
 * have the dates of what stands below them. */
static bool speaks_of_event(const struct units_finder *f, struct run_of_words part, struct str text)
{
    uint32_t letters = 0;
    for (uint32_t k = part.first; k < part.end; k++)
        letters += !f->line.item[k].thing && shape_is_letters(f->line.item[k].text);
    bool heading = f->line.item[0].unit != 0;
    struct state_lists *lists = f->words->dates->lists;
    return events_named(lists, text)
           || (!heading && letters >= EVENT_WORDS && !stamps_named(lists, text) && !running_named(lists, text));
}

/* What the line says around word k between marks that part it: "Opens on 5 May" of "Opens on 5 May (in 3 days)". All of it, where that is
 * nothing but the date. A line may have as many dates as it likes, so none is read further than PART_WORDS from it. */
static struct run_of_words part_around(const struct units_finder *f, uint32_t k)
{
    const struct judge_word *w = f->line.item;
    const struct run_of_words near = { k - MIN(k, PART_WORDS), MIN(f->line.n, k + PART_WORDS) };
    struct run_of_words part = { k, k + 1 };
    uint32_t letters = 0;
    while (part.first > near.first && !shape_parts(w[part.first - 1].text))
        part.first--;
    while (part.end < near.end && !shape_parts(w[part.end].text))
        part.end++;
    for (uint32_t i = part.first; i < part.end; i++)
        letters += !w[i].thing && shape_is_letters(w[i].text);
    return letters > EVENT_WORDS ? part : near;
}

/* Whether the words around a date at word k of the line are those of an event; where they are few, together with the line before. */
static bool is_event(const struct units_finder *f, uint32_t first, uint32_t k)
{
    AUTO(buf) text = BUF(1024);
    AUTO(buf) key = BUF(1024);
    const struct judge_word *w = f->words->item;
    struct run_of_words part = part_around(f, k);
    uint32_t from = first;
    while (from && first - from <= LABEL_WORDS && w[from - 1].line + 1 == w[first].line)
        from--;
    from = first - from > LABEL_WORDS ? first : from;
    add_text(w + from, first - from, &key);
    buf_add(&text, buf_str(&key));
    add_text(f->line.item + part.first, part.end - part.first, &text);
    bool day = days_of_key(f->words->page, buf_str(&key), buf_str(&text)) && !stamps_named(f->words->dates->lists, buf_str(&text));
    return !text.over && (day || speaks_of_event(f, part, buf_str(&text)));
}

/* ---- Identifiers and addresses ---- */

#define CONTACT_LEAST \
    0.5f /* numbers to call stand at the foot of a page or beside the text: a reader looks for them there, half as much as in the main content */

enum { NAME_DIGITS = 4, PHONE_LEAST = 7, PHONE_MOST = 15, GROUPS_MAX = 8, PHONE_WORDS = 32 };

static bool is_mark(const struct judge_word *w, char mark)
{
    return w->mark && w->text.len == 1 && w->text.ptr[0] == mark;
}

static bool is_capitals(struct str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (word.ptr[i] < 'A' || word.ptr[i] > 'Z')
            return false;
    return word.len >= 2;
}

static uint32_t count_digits(struct str word)
{
    uint32_t n = 0;
    for (size_t i = 0; i < word.len; i++)
        n += word.ptr[i] >= '0' && word.ptr[i] <= '9';
    return n;
}

/* "CVE-2026-4711": capitals and numbers joined by hyphens. "COVID-19" has too few figures to tell one thing of many. */
static uint32_t end_of_name(const struct units_finder *f, uint32_t k)
{
    const struct judge_word *w = f->line.item;
    uint32_t digits = 0, at = k + 1;
    if (!is_capitals(w[k].text))
        return k;
    for (; at + 1 < f->line.n && is_mark(&w[at], '-') && !w[at].space && !w[at + 1].space && count_digits(w[at + 1].text); at += 2)
        digits += count_digits(w[at + 1].text);
    return digits >= NAME_DIGITS ? at : k;
}

/* Whether the mark is the one in "anna@example.org" or "https://example.org/a". */
static bool is_in_address(const struct units_finder *f, uint32_t k)
{
    const struct judge_word *w = &f->line.item[k];
    if (k == 0 || k + 1 >= f->line.n || w->space || w[1].space || w[1].thing)
        return false;
    return is_mark(w, '@') ? !w[-1].mark && memchr(w[1].text.ptr, '.', w[1].text.len) : str_starts(w[1].text, STR("//"));
}

/* The words around k that hang together without a space. */
static struct run_of_words run_around(const struct units_finder *f, uint32_t k)
{
    const struct judge_word *w = f->line.item;
    struct run_of_words r = { k, k + 1 };
    while (r.first && !w[r.first].space && !w[r.first - 1].thing)
        r.first--;
    while (r.end < f->line.n && !w[r.end].space && !w[r.end].thing)
        r.end++;
    return r;
}

static bool joins_figures(const struct judge_word *w)
{
    static const char marks[] = "-/().+";
    return w->mark && w->text.len == 1 && memchr(marks, w->text.ptr[0], sizeof marks - 1);
}

/* "+44 1632 960123", "(030) 1234-567", "555-123-4567": groups of figures that begin as numbers one can dial do; else k. */
static uint32_t end_of_phone(const struct units_finder *f, uint32_t k)
{
    const struct judge_word *w = f->line.item;
    uint32_t group[GROUPS_MAX], n = 0, digits = 0, at = k, end = k;
    bool dialled = is_mark(&w[k], '+') || (w[k].text.len > 1 && w[k].text.ptr[0] == '0') || is_mark(&w[k], '(');
    for (; at < f->line.n && n < GROUPS_MAX && at < k + PHONE_WORDS; at++) {
        uint32_t figures = count_digits(w[at].text);
        if (w[at].thing || (!joins_figures(&w[at]) && (!figures || figures < w[at].text.len)))
            break;
        if (!figures)
            continue;
        group[n++] = figures;
        digits += figures;
        end = at + 1;
    }
    bool american = n == 3 && group[0] == 3 && group[1] == 3 && group[2] == 4;
    return n > 1 && (dialled || american) && digits >= PHONE_LEAST && digits <= PHONE_MOST ? end : k;
}

/* Of the words [k, end); none, where a date begins at their first figure: "05-11-2026" is a day. */
static uint32_t without_day(const struct units_finder *f, uint32_t k, uint32_t end)
{
    const struct judge_word *w = f->line.item;
    uint32_t at = k;
    while (at < end && !is_figure(w[at].text))
        at++;
    bool day = at < end && w[at].word != NONE && dates_may_begin(f->words->dates, w[at].word)
               && dates_find(f->words->dates, w[at].word, w[end - 1].word + 1).n > 0;
    return day ? k : end;
}

static void mark_run(struct units_finder *f, uint32_t k, uint32_t end, enum judge_unit_kind kind)
{
    uint32_t unit = add_unit(f, kind, 0);
    for (; k < end; k++) {
        struct judge_word *w = &f->line.item[k];
        if (kind == UNIT_CONTACT && !w->mark && !w->thing)
            w->weight = fmaxf(w->weight, CONTACT_LEAST);
        f->unit.item[unit].weight = fmaxf(f->unit.item[unit].weight, w->weight);
        w->unit = w->unit && f->unit.item[w->unit].kind != UNIT_HEADING ? w->unit : unit;
    }
}

/* The identifier, number or address that shows itself at word k; empty: there is none. */
static struct run_of_words name_at(const struct units_finder *f, uint32_t k, enum judge_unit_kind *kind)
{
    const struct judge_word *w = &f->line.item[k];
    char c = w->thing || !w->text.len ? 0 : w->text.ptr[0];
    struct run_of_words none = { k, k };
    *kind = c >= 'A' && c <= 'Z' ? UNIT_NAME : UNIT_CONTACT;
    if (c >= 'A' && c <= 'Z')
        return (struct run_of_words){ k, end_of_name(f, k) };
    if (is_figure(w->text) || c == '+' || c == '(')
        return (struct run_of_words){ k, without_day(f, k, end_of_phone(f, k)) };
    return (c == '@' || c == ':') && is_in_address(f, k) ? run_around(f, k) : none;
}

/* Where an identifier, number or address with word k in it may begin, from `from` on: groups of figures may stand apart. */
static uint32_t start_of_name(const struct units_finder *f, uint32_t from, uint32_t k)
{
    const struct judge_word *w = f->line.item;
    while (k > from && !w[k - 1].thing && (!w[k].space || is_figure(w[k - 1].text) || joins_figures(&w[k - 1])))
        k--;
    return k;
}

/* Most words stand alone. */
static bool may_be_part(const struct units_finder *f, uint32_t k)
{
    const struct judge_word *w = &f->line.item[k];
    return !w->space || (k + 1 < f->line.n && !w[1].space) || is_figure(w->text);
}

/* What one looks up, dials or writes to is a unit, whichever of its figures or letters changed. */
static void mark_names(struct units_finder *f, uint32_t first)
{
    for (uint32_t k = 0, from = 0; k < f->line.n; k++) {
        if (f->fate[first + k] != FATE_CHANGED || f->line.item[k].thing || !may_be_part(f, k))
            continue;
        uint32_t end = run_around(f, k).end;
        for (uint32_t i = start_of_name(f, from, k); i < end; i++) {
            enum judge_unit_kind kind;
            struct run_of_words r = name_at(f, i, &kind);
            if (r.first == r.end)
                continue;
            mark_run(f, r.first, r.end, kind);
            i = r.end - 1;
        }
        from = end;
        k = MAX(k, end - 1);
    }
}

/* ---- States and versions ---- */

/* Whether a fact may be the unit of the word: it has none, or that of a heading below others, which says less. */
static bool is_free(const struct units_finder *f, const struct judge_word *w)
{
    return !w->unit || f->unit.item[w->unit].kind == UNIT_HEADING;
}

/* A value of JSON whose name says that it is one: "status": "down". */
static bool is_state_of_data(const struct units_finder *f)
{
    const struct page *p = f->words->page;
    const struct judge_word *w = f->line.item;
    uint32_t k = 0;
    while (k < f->line.n && (w[k].word == NONE || !shape_is_letters(w[k].text)))
        k++;
    return k < f->line.n && p->kind == KIND_JSON && member_is_value(p, w[k].word) && member_worth_at(p, w[k].word) == MEMBER_FIRST;
}

/* Whether the words that stay name a state by themselves: other words beside them are not how it stands. A figure is: "In stock: 0". */
static bool state_stays(const struct units_finder *f, uint32_t first)
{
    AUTO(buf) text = BUF(256);
    for (uint32_t k = 0; k < f->line.n; k++) {
        if (f->fate[first + k] == FATE_CHANGED && is_figure(f->line.item[k].text))
            return false;
        if (f->fate[first + k] == FATE_STAYS)
            add_text(&f->line.item[k], 1, &text);
    }
    return states_named(f->words->dates->lists, buf_str(&text));
}

/* False: the line does not say how something stands, as most do not. */
static bool may_name_state(const struct units_finder *f)
{
    const struct judge_words *row = f->words;
    for (uint32_t k = 0; k < f->line.n; k++) {
        const struct judge_word *w = &f->line.item[k];
        if (w->word == NONE)
            continue;
        if ((k && !w->space && (w[-1].thing || phrases_go_on(w[-1].text, w->text)))
            || states_may_begin(row->dates->lists, row->page->symbol[w->word], w->text))
            return true;
    }
    return false;
}

/* A short line that says how something stands, such as "Out of stock" or the heading "CANCELLED: Folk dance", is a unit. "Available sizes:"
 * heads what follows. */
static void mark_state(struct units_finder *f, uint32_t first)
{
    AUTO(buf) text = BUF(256);
    if (f->line.n > STATE_WORDS)
        return;
    for (uint32_t k = 0; k < f->line.n; k++)
        if (!is_free(f, &f->line.item[k]))
            return;
    if (may_name_state(f))
        add_text(f->line.item, f->line.n, &text);
    bool named = text.len && !text.over && !str_ends(buf_str(&text), STR(":"))
                 && states_named(f->words->dates->lists, buf_str(&text)) && !state_stays(f, first);
    if (!named && !is_state_of_data(f))
        return;
    uint32_t unit = add_unit(f, UNIT_STATE, 0);
    for (uint32_t k = 0; k < f->line.n; k++) {
        struct judge_word *w = &f->line.item[k];
        if (f->fate[first + k] == FATE_CHANGED)
            raise_fact(w);
        w->unit = unit;
        f->unit.item[unit].weight = fmaxf(f->unit.item[unit].weight, w->weight);
    }
}

/* Asked for each number of the line, and read once. */
static bool names_versions(struct units_finder *f)
{
    AUTO(buf) line = BUF(1024);
    if (f->versions == LINE_UNREAD) {
        add_text(f->line.item, f->line.n, &line);
        f->versions = versions_named(buf_str(&line)) ? LINE_NAMES : LINE_DOES_NOT;
    }
    return f->versions == LINE_NAMES;
}

/* The number in "The current version is 2.4.0" is a unit, with what stands behind it in "2.4.0-rc1". It is one in a heading, too: a
 * release is more than other words. */
static void mark_version(struct units_finder *f, uint32_t first, uint32_t k)
{
    struct judge_word *w = &f->line.item[k];
    enum judge_unit_kind kind = f->unit.item[w->unit].kind;
    if ((kind != UNIT_NONE && kind > UNIT_LEAD) || !versions_may_be(w->text) || !versions_is(w->text, true))
        return;
    bool named = names_versions(f);
    if (!named && !versions_is(w->text, false))
        return;
    if (f->fate[first + k] == FATE_CHANGED)
        raise_fact(w);
    float weight = named ? fmaxf(w->weight, FACT_LEAST) : w->weight;
    uint32_t unit = add_unit(f, UNIT_VERSION, weight), end = k + 1;
    while (end < f->line.n && !f->line.item[end].space && (f->line.item[end].mark || versions_is_stage(f->line.item[end].text)))
        end++;
    for (; k < end; k++) {
        f->line.item[k].unit = unit;
        if (!f->line.item[k].mark)
            f->line.item[k].weight = weight;
    }
}

/* Of the node numbers of a page, those from `first` up to `end`. */
struct node_range {
    uint32_t first, end;
};

/* The row or item that the word stands in; else its line. */
static struct node_range beside(const struct units_finder *f, const struct judge_word *w)
{
    static const uint32_t tags[] = { TAG_TR, TAG_LI };
    const struct page *p = f->words->page;
    uint32_t around = node_around(p, w->word, tags, ARRAY_LEN(tags));
    if (around != NONE)
        return (struct node_range){ around, p->dom.node[around].end };
    return (struct node_range){ f->line.item[0].node, f->line.item[f->line.n - 1].node + 1 };
}

/* Whether a link beside the word leads to a file that is named so. */
static bool names_file(const struct units_finder *f, const struct judge_word *w)
{
    const struct node_range range = beside(f, w);
    return leads_to_named(f->words->page, range.first, range.end, w->node, w->text);
}

static bool is_named(const struct units_finder *f, const struct judge_word *w)
{
    enum judge_unit_kind kind = f->unit.item[w->unit].kind;
    return kind == UNIT_NAME || kind == UNIT_CONTACT;
}

static void weigh_as_date(struct judge_word *w)
{
    w->weight = fmaxf(w->weight * WEIGHT_DATE, fminf(w->weight, WEIGHT_LEAST));
}

/* The words of a date, or of a price or the date of an event, which are units. Returns the word behind them. */
static uint32_t mark_date(struct units_finder *f, uint32_t first, uint32_t k, struct dates_run run)
{
    struct judge_word *w = f->line.item;
    uint32_t last = w[k].word + run.n;
    bool own = run.price || is_event(f, first, k);
    uint32_t unit = own && is_free(f, &w[k]) ? add_unit(f, run.price ? UNIT_PRICE : UNIT_EVENT, 0) : 0;
    for (; k < f->line.n && (w[k].word == NONE || w[k].word < last); k++) {
        if (own && f->fate[first + k] == FATE_CHANGED)
            raise_fact(&w[k]);
        if (unit && is_free(f, &w[k])) {
            w[k].unit = unit;
            f->unit.item[unit].weight = fmaxf(f->unit.item[unit].weight, w[k].weight);
        } else if (!own && f->unit.item[w[k].unit].kind != UNIT_MAIN_HEADING)
            weigh_as_date(&w[k]);
    }
    return k;
}

/* Whether it is the name of a release, though it may be that of a day. */
static bool is_release(const struct units_finder *f, uint32_t first, uint32_t k)
{
    const struct judge_word *w = &f->line.item[k];
    return f->fate[first + k] == FATE_CHANGED && versions_is(w->text, false) && names_file(f, w);
}

/* Dates weigh less; prices, events and versions are units. */
static void mark_dates(struct units_finder *f, uint32_t first)
{
    struct judge_word *w = f->line.item;
    uint32_t stop = 0, end = f->line.n;
    for (uint32_t k = end; k-- > 0 && !stop;)
        stop = w[k].word == NONE ? 0 : w[k].word + 1;
    for (uint32_t k = 0; k < end;) {
        struct dates_run run = { 0 };
        bool own = w[k].word == NONE || is_named(f, &w[k]);
        if (!own && dates_may_begin(f->words->dates, w[k].word) && !is_release(f, first, k))
            run = dates_find(f->words->dates, w[k].word, stop);
        if (!own && !run.n)
            mark_version(f, first, k);
        k = run.n ? mark_date(f, first, k, run) : k + 1;
    }
}

/* ---- What the changed words of a line say ---- */

/* How long an answer took says how busy a machine was: "58 ms". */
static bool is_response_time(const struct units_finder *f, uint32_t k)
{
    struct str word = f->line.item[k].text, next = k + 1 < f->line.n ? f->line.item[k + 1].text : STR("");
    return str_ends(word, STR("ms")) || str_eq(next, STR("ms"));
}

/* What machines tell things apart by, count and measure is as little as when something was written. */
static bool is_for_machines(const struct units_finder *f, uint32_t k)
{
    const struct judge_word *w = &f->line.item[k];
    const struct page *p = f->words->page;
    return is_response_time(f, k) || (p->kind == KIND_JSON && w->word != NONE && member_worth_at(p, w->word) == MEMBER_LAST);
}

/* "$Id: page.html,v 1.9 2026/05/11 08:20:01 ash Exp $": what a program wrote for programs is about the file, all of it. */
static bool mark_stamp(struct units_finder *f)
{
    struct judge_word *w = f->line.item;
    uint32_t first = w[0].word, last = w[f->line.n - 1].word;
    if (first == NONE || last == NONE || !shape_is_kept(f->words->page, first, last + 1))
        return false;
    for (uint32_t k = 0; k < f->line.n; k++)
        if (!w[k].unit)
            weigh_as_date(&w[k]);
    return true;
}

static void mark_machines(struct units_finder *f, uint32_t first)
{
    for (uint32_t k = 0; k < f->line.n; k++) {
        struct judge_word *w = &f->line.item[k];
        if (f->fate[first + k] == FATE_CHANGED && is_figure(w->text) && !w->unit && is_for_machines(f, k))
            weigh_as_date(w);
    }
}

/* A year counts nothing: "the festival of 2018". */
static bool is_amount(const struct units_finder *f, uint32_t k)
{
    return is_figure(f->line.item[k].text) && !dates_is_year(f->line.item[k].text) && !is_for_machines(f, k);
}

static bool is_turn(const struct units_finder *f, uint32_t k)
{
    struct str word = f->line.item[k].text;
    char low[TURN_BYTES];
    for (size_t i = 0; i < word.len && i < TURN_BYTES; i++)
        low[i] = byte_lower(word.ptr[i]);
    return word.len <= TURN_BYTES && map_find(&f->turns, hash_str((struct str){ low, word.len }));
}

static bool is_letters(const struct units_finder *f, uint32_t k)
{
    return !f->line.item[k].thing && shape_is_letters(f->line.item[k].text);
}

static uint32_t count_letters(const struct units_finder *f)
{
    uint32_t letters = 0;
    for (uint32_t k = 0; k < f->line.n; k++)
        letters += is_letters(f, k);
    return letters;
}

/* Whether the numbers of a line are about the page or its readers. A sentence that says when it was written may speak of more: "As of 9 am,
 * 66,976 people have been tested". */
static bool is_about_page(const struct units_finder *f)
{
    enum { SPEAKS_WORDS = 8 };
    AUTO(buf) line = BUF(1024);
    add_text(f->line.item, f->line.n, &line);
    struct str text = buf_str(&line);
    struct state_lists *lists = f->words->dates->lists;
    return counters_named(lists, text) || (f->letters < SPEAKS_WORDS && stamps_named(lists, text)) || running_named(lists, text)
           || str_find(text, STR("©"), 0) != SIZE_MAX;
}

/* The mean factor of the words that changed: a line of an advert is one, though some of its words were never there. */
static float factor_of_line(const struct units_finder *f, uint32_t first)
{
    float sum = 0;
    uint32_t n = 0;
    for (uint32_t k = 0; k < f->line.n; k++)
        if (f->fate[first + k] == FATE_CHANGED) {
            sum += fminf(f->line.item[k].factor, 1);
            n++;
        }
    return n ? sum / (float)n : 1;
}

/* How new the newest sentence of the line is: of its words, how many did not stay, squared, since a sentence that is only reworded says
 * what it said. 0: none has words enough that changed. */
static float newest_sentence(const struct units_finder *f, uint32_t first)
{
    const struct page *p = f->words->page;
    float best = 0;
    for (uint32_t k = 0, end; k < f->line.n; k = end) {
        uint32_t word = f->line.item[k].word, all = 0, n = 0, letters = 0;
        uint32_t at = word == NONE ? p->n_sentences : SEARCH_FIRST(p->sentence, p->n_sentences, end, word + 1);
        uint32_t stop = at < p->n_sentences ? p->sentence[at].end : 0;
        for (end = k; end == k || (end < f->line.n && (f->line.item[end].word == NONE || f->line.item[end].word < stop)); end++) {
            const struct judge_word *w = &f->line.item[end];
            all += !w->thing && !w->mark;
            n += !w->thing && !w->mark && fate_is_seen(f->fate[first + end]);
            letters += !w->thing && f->fate[first + end] == FATE_CHANGED && shape_is_letters(w->text);
        }
        float share = all ? (float)n / (float)all : 0;
        best = letters >= SENTENCE_WORDS ? fmaxf(best, share * share) : best;
    }
    return best;
}

/* Makes one unit of the changed words of the line that are said so, and have none. Of a heading with nothing but figures they are what
 * the page shows in large letters: "1,234" above "Cases". */
static void mark_changed(struct units_finder *f, uint32_t first, enum judge_unit_kind kind,
                         bool (*is)(const struct units_finder *, uint32_t))
{
    uint32_t unit = 0;
    bool bare = f->letters == 0;
    float factor = factor_of_line(f, first) * (kind == UNIT_SENTENCE ? newest_sentence(f, first) : 1);
    for (uint32_t k = 0; k < f->line.n; k++) {
        struct judge_word *w = &f->line.item[k];
        bool free = bare ? is_free(f, w) : !w->unit;
        if (!free || w->thing || w->mark || f->fate[first + k] != FATE_CHANGED || !is(f, k))
            continue;
        unit = unit ? unit : add_unit(f, kind, 0);
        if (kind == UNIT_AMOUNT || kind == UNIT_VALUE)
            raise_fact(w);
        f->unit.item[unit].weight = fmaxf(f->unit.item[unit].weight, w->weight * factor);
        w->unit = unit;
    }
}

static uint32_t letters_changed(const struct units_finder *f, uint32_t first)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < f->line.n; k++)
        n += !f->line.item[k].thing && f->fate[first + k] == FATE_CHANGED && shape_is_letters(f->line.item[k].text);
    return n;
}

static bool has_amount(const struct units_finder *f, uint32_t first)
{
    for (uint32_t k = 0; k < f->line.n; k++)
        if (f->fate[first + k] == FATE_CHANGED && !f->line.item[k].thing && is_free(f, &f->line.item[k]) && is_amount(f, k))
            return true;
    return false;
}

/* A cell of a table, or a value of JSON, of few words that are all new: what it says of its row, as a number would. */
static bool is_value(const struct units_finder *f, uint32_t first)
{
    const struct page *p = f->words->page;
    uint32_t words = 0, node = NONE;
    for (uint32_t k = 0; k < f->line.n; k++) {
        const struct judge_word *w = &f->line.item[k];
        if (w->thing || w->mark)
            continue;
        if (f->fate[first + k] != FATE_CHANGED || ++words > VALUE_WORDS)
            return false;
        node = w->node;
    }
    while (node != NONE && node && p->dom.node[node].kind != NODE_ELEMENT)
        node = p->dom.node[node].parent;
    if (node == NONE || (p->dom.node[node].tag != TAG_TD && p->dom.node[node].tag != TAG_DD))
        return false;
    return p->kind != KIND_JSON || member_is_value(p, p->first_word[node]);
}

const struct judge_word *units_of_line(struct units_finder *f, uint32_t first, uint32_t end)
{
    if (end - first > f->room) {
        f->room = MAX(2 * f->room, end - first);
        f->line.item = NEW_ARRAY_RAW(f->arena, struct judge_word, f->room);
    }
    f->line.n = end - first;
    f->versions = LINE_UNREAD;
    memcpy(f->line.item, f->words->item + first, f->line.n * sizeof *f->line.item);
    if (!f->words->page || mark_stamp(f))
        return f->line.item;
    mark_state(f, first);
    mark_names(f, first);
    mark_dates(f, first);
    mark_machines(f, first);
    if (f->full)
        return f->line.item;
    f->letters = count_letters(f);
    mark_changed(f, first, UNIT_TURN, is_turn);
    if (has_amount(f, first) && !is_about_page(f))
        mark_changed(f, first, UNIT_AMOUNT, is_amount);
    if (is_value(f, first))
        mark_changed(f, first, UNIT_VALUE, is_letters);
    if (letters_changed(f, first) >= SENTENCE_WORDS)
        mark_changed(f, first, UNIT_SENTENCE, is_letters);
    return f->line.item;
}
