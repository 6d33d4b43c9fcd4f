/* In: a piece of a change, and the page's past. Out: amounts of evidence.
 *
 *  1. Words count as what they look like and by where they stand.
 *  2. What the past leaves of a piece is a share: of a place that changed on 8 of 10 visits little, of one that never changed all. The rest
 *     counts as churn. A long sentence of the main content that nobody has seen before is news however often that place brings news.
 *  3. A text that was there before counts as seen. States and prices are exempt: going back is the news.
 *  4. What runs by itself, and what says the same in other words, counts nothing, whatever the past says.
 * Cost: O(words) for a piece: its sentence is read several times, and the line before it where that may be its label. */
#include "judge/evidence.h"

#include <math.h>

#include "judge/ago.h"
#include "judge/beside_text.h"
#include "judge/days.h"
#include "judge/evidence_count.h"
#include "judge/evidence_line.h"
#include "judge/evidence_states.h"
#include "judge/exchange.h"
#include "judge/habit.h"
#include "judge/habit_data.h"
#include "judge/headline_record.h"
#include "judge/leads.h"
#include "judge/legal.h"
#include "judge/middle.h"
#include "judge/periods.h"
#include "judge/pictures.h"
#include "judge/put_out.h"
#include "judge/returns.h"
#include "judge/spots.h"
#include "judge/states.h"
#include "judge/still.h"
#include "judge/traces.h"

static const struct {
    const char *name, *words;
    double weight;
} rows[EVIDENCES] = {
#define EVIDENCE(name, weight, words) [EVIDENCE_##name] = { #name, words, weight },
#include "judge/evidence.def"
#undef EVIDENCE
};

const char *evidence_words(enum evidence_kind kind)
{
    return rows[kind].words;
}

bool evidence_is_one(enum evidence_kind kind)
{
    static const bool one[EVIDENCES] = {
        [EVIDENCE_TITLE] = true,         [EVIDENCE_MAIN_HEADING] = true, [EVIDENCE_HEADING] = true,  [EVIDENCE_LEGAL_TIME] = true,
        [EVIDENCE_EVENT_TIME] = true,    [EVIDENCE_MAIN_MOVED] = true,   [EVIDENCE_MOVED] = true,    [EVIDENCE_PRICE] = true,
        [EVIDENCE_STATE] = true,         [EVIDENCE_SIGN] = true,         [EVIDENCE_DOCUMENT] = true, [EVIDENCE_STILL] = true,
        [EVIDENCE_ASKED] = true,         [EVIDENCE_TEXT_TIME] = true,    [EVIDENCE_PERIOD] = true,   [EVIDENCE_PICTURE] = true,
        [EVIDENCE_OTHER_PICTURE] = true, [EVIDENCE_REGROUPED] = true,
    };
    return one[kind];
}

bool evidence_names_times(const float amount[EVIDENCES])
{
    float named = amount[EVIDENCE_LEGAL_TIME] + amount[EVIDENCE_EVENT_TIME] + amount[EVIDENCE_TEXT_TIME] + amount[EVIDENCE_PERIOD];
    return named > 0 && named >= amount[EVIDENCE_MAIN_TIME] + amount[EVIDENCE_OTHER_TIME];
}

const char *evidence_name(enum evidence_kind kind)
{
    return rows[kind].name;
}

double noise_share(enum noise_kind noise)
{
    static const double shares[NOISES] = {
        [NOISE_NONE] = 1,    [NOISE_CHURN] = 0.2, [NOISE_SEEN] = 0.2,    [NOISE_MOVED] = 0.02,
        [NOISE_SHAPE] = 0.7, [NOISE_COUNT] = 0.1, [NOISE_RATE] = 0.1,    [NOISE_END] = 0.1,
        [NOISE_OVER] = 0.1,  [NOISE_PLACE] = 0.1, [NOISE_WORDING] = 0.1,
    };
    return shares[noise];
}

/* ---- Words ---- */

/* Codes and marks are not words. */
static float all_words(const struct judge_piece *p)
{
    static const enum word_shape shapes[] = { SHAPE_LETTERS, SHAPE_NUMBER, SHAPE_PRICE };
    float n = piece_has_time(p);
    for (size_t i = 0; i < ARRAY_LEN(shapes); i++)
        n += (float)(p->came[shapes[i]] + p->went[shapes[i]]);
    return n;
}

/* ---- Times ---- */

enum { EVENT_LINE = 40, EVENT_WORDS = 2, EVENT_VISITS = 3, LEGAL_WORDS = 60 };

/* Whether nothing was different there before, as far as some visits can tell. */
static bool stood_still(const struct evidence_context *c, const struct judge_piece *p)
{
    return c->past->visits >= EVENT_VISITS && !past_find(c->past, p->place_key) && !past_find(c->past, p->shelf_key)
           && !past_find(c->past, p->spot_key);
}

/* Whether a line that names no event says when something is. A sentence does that says nothing of when it was written. A line with nothing
 * but a date does where it has stayed the same for some visits: it is not the day of the visit. Nor are several days, in one line or below
 * each other, nor one with a time that people agree on. */
static bool is_spoken_of(const struct evidence_context *c, const struct judge_piece *p, const struct page *page, struct str text)
{
    bool appointment = dates_is_appointment(text);
    bool instead = p->kind == PIECE_CHANGED || (p->went[SHAPE_TIME] && all_words(p) == 1) || appointment;
    if (!instead || running_named(c->lists, text) || stamps_named(c->lists, text))
        return false;
    return p->kept >= EVENT_WORDS || appointment || p->listed || periods_are_terms(c->delta, p) || stood_still(c, p)
           || days_named(text) || days_of_data(page, p->sentence, text);
}

/* Which row a time counts in that says when something is, or how long it may take: the date of an event that was put off. */
static enum evidence_kind event_kind(const struct evidence_context *c, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    if (p->sentence == NONE || !place_is_content(p->place) || !p->came[SHAPE_TIME])
        return EVIDENCE_NONE;
    const struct page *page = p->old ? c->delta->old : c->delta->new;
    struct sentence s = piece_range(page, p);
    if (s.end - s.word > EVENT_LINE)
        return EVIDENCE_NONE;
    evidence_line(c->delta, p, &text);
    if (text.over)
        return EVIDENCE_NONE;
    bool period = periods_changed(c->delta, p);
    if (events_named(c->lists, buf_str(&text)))
        return period ? EVIDENCE_PERIOD : EVIDENCE_EVENT_TIME;
    return !is_spoken_of(c, p, page, buf_str(&text)) ? EVIDENCE_NONE : period ? EVIDENCE_PERIOD : EVIDENCE_TEXT_TIME;
}

/* ---- What all pieces have in common ---- */

/* By symbol: whether the page has it. */
static const bool *words_of(struct arena *a, const struct page *p)
{
    bool *has = NEW_ARRAY(a, bool, p->dom.symbols->n + 1);
    for (uint32_t w = 0; w < p->n_words; w++)
        has[p->symbol[w]] = true;
    return has;
}

void evidence_follow(struct arena *a, const struct delta *d, const struct past *past, struct judge_pieces *pieces,
                     struct spots *out)
{
    spots_find(a, d, past, false, pieces, out);
    traces_find(d, past, pieces);
    middle_narrow(a, d, past, pieces);
}

struct evidence_context evidence_open(const struct delta *d, const struct past *past, const struct judge_pieces *pieces)
{
    struct record_memory *records = NEW(pieces->new.arena, struct record_memory);
    *records = (struct record_memory){ .arena = pieces->new.arena, .delta = d };
    return (struct evidence_context){ .delta = d,
                                      .past = past,
                                      .lists = pieces->new.dates.lists,
                                      .pieces = pieces,
                                      .records = records,
                                      .renewed = returns_renewed(d, past, pieces),
                                      .agos = ago_open(pieces->new.arena, d->new->dom.symbols),
                                      .stood = words_of(pieces->new.arena, d->old),
                                      .legal = legal_is_text(d->new),
                                      .data = habit_brings_data(d, pieces, past),
                                      .rewords_buttons = evidence_rewords_buttons(d, pieces),
                                      .market = exchange_is_other_market(d, pieces) };
}

/* ---- Signs and documents ---- */

/* A line is the same but for its signs. With a word that came or went they are ornaments. */
static bool has_other_sign(const struct judge_piece *p)
{
    bool instead = p->came[SHAPE_SIGN] && p->went[SHAPE_SIGN],
         here = p->kind == PIECE_CHANGED && p->came[SHAPE_SIGN] + p->went[SHAPE_SIGN];
    return p->kind != PIECE_MOVED && place_is_content(p->place) && (instead || here) && all_words(p) == 0;
}

/* A short line that is all link or button counts as an item of a menu: "Download", "Add to cart". */
static bool may_act(enum judge_place place)
{
    return place_is_content(place) || place == PLACE_MENU;
}

/* The same words lead to another document or person, or new ones to a document: a menu leads to pages. */
static bool is_document(const struct delta *d, const struct judge_piece *p)
{
    struct link_change link;
    if (p->kind == PIECE_ADDED && may_act(p->place))
        return leads_to_file(d->new, p->sentence);
    return p->kind == PIECE_LINK && may_act(p->place) && link_change_of(d, p->change, &link) && link_matters(&link);
}

/* The same words do not hold any more, or hold again: they are struck out, what they name cannot be chosen. */
static bool is_put_out(const struct delta *d, const struct judge_piece *p)
{
    static const unsigned states = TELLS_STRUCK | TELLS_UNSTRUCK | TELLS_PUT_OUT | TELLS_PUT_IN;
    return p->sentence == NONE && may_act(p->place) && d->change[p->change].tells & states && put_out_matters(d, p->change);
}

/* ---- Amounts ---- */

static float letters(const struct judge_piece *p, bool went)
{
    return (float)(went ? p->went : p->came)[SHAPE_LETTERS];
}

static void add_main(const struct judge_piece *p, float *amount)
{
    if (p->heading)
        amount[p->heading == 1 ? EVIDENCE_MAIN_HEADING : EVIDENCE_HEADING] += letters(p, false) + letters(p, true);
    amount[EVIDENCE_MAIN_NEW] += letters(p, false);
    amount[EVIDENCE_MAIN_GONE] += letters(p, true);
    amount[EVIDENCE_MAIN_NUMBER] += (float)(p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER]);
    amount[EVIDENCE_MAIN_TIME] += piece_has_time(p);
    amount[EVIDENCE_PRICE] += (float)(p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE]);
}

static void add_other(const struct judge_piece *p, float *amount)
{
    amount[EVIDENCE_OTHER_NEW] += letters(p, false);
    amount[EVIDENCE_OTHER_GONE] += letters(p, true);
    amount[EVIDENCE_OTHER_NUMBER] += (float)(p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER]);
    amount[EVIDENCE_OTHER_TIME] += piece_has_time(p);
    amount[EVIDENCE_PRICE] += (float)(p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE]);
}

/* Around the text of terms a program's version is that of the site's own. */
static bool brings_version(const struct evidence_context *c, const struct judge_piece *p)
{
    return habit_brings_version(c->delta, p)
           && (!c->pieces->text || place_is_content(p->place) || !beside_text_has_program(c->delta, p));
}

static void add_words(const struct evidence_context *c, const struct judge_piece *p, float *amount)
{
    static const enum evidence_kind around[PLACES] = {
        [PLACE_ASIDE] = EVIDENCE_ASIDE, [PLACE_HEADER] = EVIDENCE_FRAME, [PLACE_FOOTER] = EVIDENCE_FRAME,
        [PLACE_MENU] = EVIDENCE_FRAME,  [PLACE_EXTRA] = EVIDENCE_EXTRA,  [PLACE_NOTICE] = EVIDENCE_NOTICE,
    };
    amount[EVIDENCE_TOKEN] += (float)(p->came[SHAPE_TOKEN] + p->went[SHAPE_TOKEN]);
    amount[EVIDENCE_PICTURE] += p->picture;
    amount[EVIDENCE_REGROUPED] += p->regrouped && !p->old;
    if (p->kind == PIECE_MOVED)
        amount[p->place == PLACE_MAIN ? EVIDENCE_MAIN_MOVED : EVIDENCE_MOVED] += all_words(p);
    else if (p->respelled && place_is_content(p->place))
        amount[EVIDENCE_SPELLING] += letters(p, false) + letters(p, true);
    else if (p->place == PLACE_MAIN || p->headed)
        add_main(p, amount);
    else if (p->place == PLACE_OTHER || brings_version(c, p))
        add_other(p, amount);
    else
        amount[around[p->place]] += all_words(p);
}

/* The strongest reason that the piece itself gives. */
static enum noise_kind noise_of(const struct evidence_context *c, const struct judge_piece *p)
{
    const struct delta *d = c->delta;
    uint32_t words = p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] + p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE]
                     + p->came[SHAPE_SIGN] + p->went[SHAPE_SIGN];
    if (evidence_is_count(c, p))
        return NOISE_COUNT;
    if (p->end || p->over)
        return p->end ? NOISE_END : NOISE_OVER;
    if (p->kind == PIECE_MOVED)
        return p->regrouped ? NOISE_NONE : NOISE_MOVED;
    if (p->picture)
        return NOISE_NONE;
    if (p->sentence == NONE)
        return p->kind == PIECE_TITLE || is_document(d, p) || is_put_out(d, p) ? NOISE_NONE : NOISE_MARKUP;
    if (evidence_is_other_button(c, p))
        return NOISE_WORDING;
    if (!place_is_content(p->place))
        return is_document(d, p) || brings_version(c, p) ? NOISE_NONE : NOISE_PLACE;
    return words ? NOISE_NONE : p->capitals || p->parted ? NOISE_CASE : NOISE_SHAPE;
}

static void add_wordless(const struct judge_piece *p, float *amount)
{
    static const enum evidence_kind kinds[PIECE_KINDS] = {
        [PIECE_TITLE] = EVIDENCE_TITLE,
        [PIECE_LINK] = EVIDENCE_LINK,
        [PIECE_PICTURE] = EVIDENCE_NOTE,
        [PIECE_NOTE] = EVIDENCE_NOTE,
    };
    amount[kinds[p->kind]] += 1;
}

/* Whether a date of the piece is that of a legal text: it stands on one, or in a sentence that speaks of one. A title names the version by
 * a number. */
static bool is_of_legal(const struct evidence_context *c, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    if (p->kind == PIECE_TITLE)
        return c->legal && str_has_digit(c->delta->new->title);
    if (c->legal || p->sentence == NONE || !piece_has_time(p))
        return c->legal;
    const struct page *page = p->old ? c->delta->old : c->delta->new;
    const struct sentence *s = &page->sentence[p->sentence];
    page_words_line(page, s->word, MIN(s->end, s->word + LEGAL_WORDS), &text);
    return legal_named(buf_str(&text));
}

/* Whether a line of a header says since when the text holds: that is the day and little else. An offer ends on some day, too. */
static bool dates_text(const struct evidence_context *c, const struct judge_piece *p)
{
    enum { DATED_WORDS = 5 };
    AUTO(buf) text = BUF(1024);
    if (p->place != PLACE_HEADER || p->sentence == NONE || !piece_has_time(p))
        return false;
    if (p->kept + MAX(p->came[SHAPE_LETTERS], p->went[SHAPE_LETTERS]) <= DATED_WORDS)
        return true;
    const struct page *page = p->old ? c->delta->old : c->delta->new;
    struct sentence s = piece_range(page, p);
    page_words_line(page, s.word, s.end, &text);
    return !text.over && legal_named(buf_str(&text));
}

/* A time limit is not the date of the text; and "under certain conditions" in a page of another kind is not about a legal text. */
static enum evidence_kind legal_kind(const struct evidence_context *c, const struct judge_piece *p)
{
    if (periods_changed(c->delta, p))
        return EVIDENCE_PERIOD;
    return c->legal ? EVIDENCE_LEGAL_TIME : EVIDENCE_TEXT_TIME;
}

/* What runs by itself counts nothing, whatever the past says. */
static float own_factor(enum noise_kind own)
{
    return own == NOISE_COUNT || own == NOISE_END || own == NOISE_OVER || own == NOISE_WORDING ? 0 : 1;
}

/* What makes a piece news whatever its words are. */
static void add_reasons(const struct evidence_context *c, const struct judge_piece *p, bool state, float *amount)
{
    if ((place_is_content(p->place) || dates_text(c, p)) && is_of_legal(c, p))
        amount[legal_kind(c, p)] += p->kind == PIECE_TITLE ? 1 : piece_has_time(p);
    enum evidence_kind event = event_kind(c, p);
    amount[event] += event != EVIDENCE_NONE;
    amount[EVIDENCE_STATE] += state || is_put_out(c->delta, p);
    amount[EVIDENCE_SIGN] += has_other_sign(p);
    amount[EVIDENCE_DOCUMENT] += is_document(c->delta, p);
}

/* The price of something that was there before, or that stands by itself. With a new name beside it, it is the price of something else. */
static bool is_price(const struct judge_piece *p)
{
    return p->came[SHAPE_PRICE] && p->came[SHAPE_LETTERS] <= p->kept;
}

/* Only the date changed that says when the page or a part of it was written. Two of them are not news either, but that of a legal text
 * is. */
static bool is_stamp(const struct evidence_context *c, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    if (p->sentence == NONE || !piece_has_time(p) || p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER] || is_of_legal(c, p))
        return false;
    evidence_line(c->delta, p, &text);
    return !text.over && stamps_named(c->lists, buf_str(&text)) && !events_named(c->lists, buf_str(&text));
}

/* A line that says one thing, however many words it takes: "See also: walks, timetables". */
static bool is_short(const struct judge_piece *p)
{
    enum { SHORT_WORDS = 12 };
    return p->kept + MAX(p->came[SHAPE_LETTERS], p->went[SHAPE_LETTERS]) < SHORT_WORDS;
}

/* Counts what the past leaves of the amounts, and the rest as words that often change or were there before. */
static void keep_share(const struct judge_piece *p, enum noise_kind own, struct evidence *out)
{
    float letters_left = (letters(p, false) + letters(p, true)) * (1 - out->factor),
          rest = all_words(p) * (1 - out->factor) - letters_left;
    bool seen = out->noise == NOISE_SEEN || own == NOISE_END || own == NOISE_OVER;
    for (unsigned i = 0; i < EVIDENCES; i++)
        out->amount[i] *= out->factor;
    if (out->noise == NOISE_PROBED)
        return;
    enum evidence_kind kind = place_is_content(p->place) ? EVIDENCE_CHURN_MAIN : EVIDENCE_CHURN;
    out->amount[seen ? EVIDENCE_SEEN : kind] += is_short(p) ? MIN(letters_left, 1) : letters_left;
    out->amount[EVIDENCE_CHURN] += rest; /* a counter that counts on is not content, wherever it stands */
}

static struct evidence untaught(const struct evidence_context *c, const struct judge_piece *p)
{
    struct evidence out = { 0 };
    enum noise_kind own = noise_of(c, p);
    bool still =
        own != NOISE_OVER && own != NOISE_COUNT && own != NOISE_WORDING && still_until_now(c->delta, p, c->past, c->pieces);
    bool entry = own == NOISE_PLACE && !c->legal && still_is_entry(c->delta, p, c->past), state = evidence_is_state(c, p);
    still |= entry;
    own = still ? NOISE_NONE : own;
    const struct habit news = { .factor = 1 };
    struct habit past = entry ? news : habit_of(c, p, state || is_price(p));
    out.usual = past.usual;
    out.factor = own == NOISE_SHAPE && is_stamp(c, p) ? 0 : own_factor(own) * past.factor;
    out.noise = past.noise == NOISE_NONE || own == NOISE_END || own == NOISE_OVER ? own : past.noise;
    if (p->sentence == NONE)
        add_wordless(p, out.amount);
    else
        add_words(c, p, out.amount);
    out.amount[EVIDENCE_STILL] += still;
    out.amount[EVIDENCE_OTHER_PICTURE] += !p->picture && picture_is_another(c->delta, c->pieces, p);
    if (p->kind != PIECE_MOVED)
        add_reasons(c, p, state && out.factor > 0, out.amount);
    if (out.factor < 1)
        keep_share(p, own, &out);
    return out;
}

/* What somebody wants to be told of is content to them, whatever the past says. */
static struct evidence asked_for(const struct evidence_context *c, const struct judge_piece *p)
{
    struct past none = { 0 };
    struct evidence_context context = *c;
    struct judge_piece piece = *p;
    context.past = &none;
    piece.place = PLACE_MAIN;
    piece.fleeting = false;
    struct evidence out = untaught(&context, &piece);
    out.noise = NOISE_NONE;
    out.amount[EVIDENCE_ASKED] = 1;
    return out;
}

void evidence_heed(struct evidence_context *c, struct arena *a, const struct lessons *lessons)
{
    struct piece_parts *parts = lessons ? NEW(a, struct piece_parts) : NULL;
    if (lessons)
        *parts = piece_parts_open(a, c->delta);
    c->lessons = lessons;
    c->parts = parts;
}

struct evidence evidence_of(const struct evidence_context *c, const struct judge_piece *p)
{
    enum lesson_kind said = lessons_said(c->lessons, c->delta, p), taught = said ? said : lessons_ask(c->lessons, c->parts, p);
    if (taught == LESSON_TOLD && p->kind != PIECE_MOVED)
        return asked_for(c, p);
    if (taught == LESSON_PART || said == LESSON_DISMISSED || (taught == LESSON_DISMISSED && !habit_is_fresh(p)))
        return (struct evidence){ .noise = NOISE_TAUGHT };
    return untaught(c, p);
}

#define FIRST_WORD 4.0 /* how much more the first word says than the next: log(1 + 4 n); 1, 4 and 16 were tried */

double evidence_part(unsigned kind, float amount)
{
    return rows[kind].weight * log1p(FIRST_WORD * (double)amount);
}

double evidence_odds(const float amount[EVIDENCES])
{
    double odds = rows[EVIDENCE_NONE].weight;
    for (unsigned i = 0; i < EVIDENCE_NONE; i++)
        odds += evidence_part(i, amount[i]);
    return odds;
}

double evidence_chance(double odds)
{
    return 1 / (1 + exp(-odds));
}
