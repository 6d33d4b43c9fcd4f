/* In: a piece of a change, and what visits have taught. Out: what the past leaves of it. In this order:
 *
 *  1. Two answers of one moment differ in it, or differed there before: noise, at once.
 *  2. A number or a state in a row of a table is news: other rows had the same one by chance, and a return to what it was is what one waits
 *     for; not a price that is in the currency of another country again. So is a value of a few words where hardly anything ever
 *     changed. Elsewhere, a text that was there before is noise.
 *  3. A version ("2.4.0") is never a habit: whoever watches a page of releases waits for it. Nor is a number by itself, with its label
 *     elsewhere: that is data, not a counter. Nor is a number with its label, where several such numbers changed with it, or where two
 *     loads of the page never differed.
 *  4. Texts come back there again and again: all that is new there is noise, too.
 *  5. A sentence of the content in which all words are new is never a habit: front pages and logs change always. Nor is one of the main
 *     content in which most are, or a short text that is new, where two loads never differed.
 *     So is what a line says of the week, and an entry that came with a new day to a list of the latest.
 *  6. Anything else is a habit where it changed often enough on enough visits, by the rules below. A page that is visited once a month is
 *     different on every visit, and no visit says why: words of the content must have changed on nearly all of many. Where two loads
 *     differ, a program makes the page again each time, and what changed on all visits so far is one at once.
 * Cost: O(words of a sentence) for a piece. */
#include "judge/habit.h"

#include "judge/counting.h"
#include "judge/days.h"
#include "judge/exchange.h"
#include "judge/habit_data.h"
#include "judge/leads.h"
#include "judge/states.h"
#include "judge/ticker.h"
#include "judge/traces.h"

enum { LONG_WORDS = 5, USUAL_VISITS = 4 };

static const struct habit news = { NOISE_NONE, 1, 0 };

static bool is_content(const struct judge_piece *p)
{
    return place_is_content(p->place);
}

bool habit_is_fresh(const struct judge_piece *p)
{
    return is_content(p) && p->kind == PIECE_ADDED && p->came[SHAPE_LETTERS] >= LONG_WORDS;
}

/* A whole sentence came, which leads nowhere. */
static bool is_sentence(const struct delta *d, const struct judge_piece *p)
{
    AUTO(buf) line = BUF(1024);
    if (p->old || p->kind != PIECE_ADDED || p->came[SHAPE_LETTERS] < LONG_WORDS || leads_to_page(d->new, p->sentence))
        return false;
    struct sentence s = piece_range(d->new, p);
    page_words_line(d->new, s.word, s.end, &line);
    return !line.over && shape_ends_sentence(str_trim(buf_str(&line)));
}

bool habit_is_further(const struct delta *d, const struct judge_piece *p)
{
    return p->beside && !p->gap && is_sentence(d, p);
}

/* ---- What its place did before ---- */

/* When a change is a habit, by what changed. Up to `calm` of the visits all of it counts, `range` above that nothing. `assumed` visits
 * without a change are added, since nobody knows a place after one. */
struct habit_rule {
    uint32_t changes; /* fewer of them are not a habit, whatever the share of visits */
    uint32_t assumed;
    float calm, range;
};

static const struct habit_rule a_time = { 2, 1, 0.15f, 0.5f }, a_number = { 3, 1, 0.15f, 0.5f }, around = { 3, 2, 0.15f, 0.5f },
                               another_text = { 3, 1, 0.15f, 0.5f }, other_words = { 4, 2, 0.6f, 0.2f },
                               words_of_line = { 4, 2, 0.4f, 0.3f };

static const struct habit_rule *rule_of(const struct judge_piece *p, const struct past_trace *line)
{
    if (piece_is_figure(p))
        return p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER] ? &a_number : &a_time;
    if (!is_content(p))
        return &around;
    if (p->swapped || piece_is_replaced(p))
        return &another_text;
    return line ? &words_of_line : &other_words;
}

static float left_by_rate(const struct habit_rule *r, uint32_t changed, uint32_t visits)
{
    float rate = (float)changed / (float)visits;
    float left = MIN(MAX(1 - (rate - r->calm) / r->range, 0.0f), 1.0f);
    return left < 0.2f ? 0 : left * left; /* a page may have many such places, and what is left of them adds up */
}

static float left_by_habit(const struct habit_rule *r, uint32_t changed, const struct past *past)
{
    return changed < r->changes ? 1 : left_by_rate(r, changed, past->visits + r->assumed);
}

/* On a page that differs between two loads, which a program makes again for each of them. There nothing is assumed, and one change before
 * is enough, at the very place, but not for words of a sentence that stays. */
static float left_anew(const struct habit_rule *r, uint32_t changed, const struct past *past)
{
    bool stays = r == &other_words || r == &words_of_line;
    return !changed || stays || !past_differs(past) ? 1 : left_by_rate(r, changed, MAX(past->visits, 2u) - 1);
}

/* Texts come back there again and again: a few of many are shown in turn. */
static bool is_rotating(const struct past_place *place)
{
    return place && place->returned >= 2 && place->returned * 4 >= place->changed;
}

/* Whether the texts of the page are no others on each load: two never differed; or it is the lead story of a front page, a link in the
 * main content. */
static bool is_steady(const struct delta *d, const struct judge_piece *p, const struct past *past)
{
    bool story = (p->place == PLACE_MAIN || p->headed) && leads_to_page(p->old ? d->old : d->new, p->sentence);
    return past->probes && (story || !past_differs(past));
}

/* One sentence in the place of another, with no word in common, that may differ on each visit. */
static bool is_swapped(const struct delta *d, const struct judge_piece *p, const struct past *past)
{
    return !p->heading && p->swapped && !is_steady(d, p, past);
}

/* Most of a sentence of the main content is another: what the page is about this week. */
static bool is_rewritten(const struct delta *d, const struct judge_piece *p, const struct past *past)
{
    return p->place == PLACE_MAIN && piece_is_replaced(p) && p->came[SHAPE_LETTERS] >= LONG_WORDS && is_steady(d, p, past);
}

/* Whether the list or gap says as much of the piece as its place. A sentence of a list that was edited is a place of its own; but where
 * there is only a gap, one that lost most of its words is another that has some in common with it. Where words of a value of JSON changed
 * before, other words of it may. */
static bool is_of_zone(const struct judge_piece *p)
{
    uint32_t went = p->went[SHAPE_LETTERS];
    if (p->keyed && !piece_is_figure(p))
        return true;
    return p->kind != PIECE_CHANGED || (p->gap && went >= LONG_WORDS && 2 * p->kept < went);
}

/* What the past knows of the places of a piece. */
struct habit_places {
    const struct past_place *place, *zone, *shelf, *spot, *stem;
    const struct past_trace *trace;
    bool own; /* a sentence that is a place of its own, also on a shelf */
};

/* Words of a sentence changed, and most stay. */
static bool is_edited(const struct judge_piece *p)
{
    return p->kind == PIECE_CHANGED && !piece_is_figure(p) && !piece_is_replaced(p);
}

/* A figure of a line changes for the first time, of which the other words stay, while what stands beside it gave way to others visit after
 * visit: a telephone number below the thing of the day. Or a whole sentence came that was never there, and none went for it. */
static bool is_first(const struct delta *d, const struct judge_piece *p, const struct habit_places *at, const struct past *past)
{
    enum { VISITS = 8, LABEL_WORDS = 3 };
    if (past->visits < VISITS || at->place || at->spot || at->stem || at->trace || !at->shelf)
        return false;
    return (piece_is_figure(p) && p->kept >= LABEL_WORDS)
           || (is_content(p) && !p->swapped && !past_was_there(past, p->text_key) && is_sentence(d, p));
}

/* Whether all that stands at its path was different in two answers of one moment: cards of other goods. */
static bool is_shelf(const struct habit_places *at)
{
    return at->shelf && at->shelf->probed && !at->own;
}

/* Whether what changed is what a line ends in, behind words that say what it is: figures, or a few words behind several: "Last seen by
 * us yesterday". */
static bool is_behind_stem(const struct judge_piece *p)
{
    enum { STEM_WORDS = 3, TAIL_WORDS = 3 };
    uint32_t tail = p->kept - MIN(p->kept, p->stem) + MAX(p->came[SHAPE_LETTERS], p->went[SHAPE_LETTERS]);
    return p->stem_key && (piece_is_figure(p) || (p->stem >= STEM_WORDS && tail <= TAIL_WORDS));
}

static bool is_line_probed(const struct judge_piece *p, const struct past_trace *line)
{
    return line && (piece_is_figure(p) ? line->probed : line->words_probed);
}

/* Two answers of one moment differed there. What makes a list longer or shorter is none of what it shows in turn. */
static bool is_probed(const struct delta *d, const struct judge_piece *p, const struct habit_places *at)
{
    if ((p->beside && p->gap && !p->frame) || habit_is_further(d, p)) /* all that stands there has the names of the spot */
        return false;
    return (at->place && at->place->probed) || (at->stem && at->stem->probed && is_behind_stem(p)) || (at->spot && at->spot->probed)
           || (is_of_zone(p) && !p->resizes && at->zone && at->zone->probed) || is_shelf(at) || is_line_probed(p, at->trace);
}

static bool is_beside_what_stays(const struct judge_piece *p)
{
    return p->place_key != p->path_key;
}

/* Whether its place has a name that is its own. Of what came or went with nothing beside it that stays only the path is known, and all rows
 * of a list that grows have that. */
static bool has_own_name(const struct judge_piece *p)
{
    return is_beside_what_stays(p) || p->swapped || p->shelf || p->kind == PIECE_CHANGED || !is_content(p);
}

/* Visits that found the line different, as this one does. A line that nearly all visits find different is one that changes, whether it is
 * words or figures; else only those count at which the same kind changed. */
static uint32_t line_changed(const struct judge_piece *p, const struct past_trace *line, const struct past *past)
{
    enum { SEVERAL = 3 };
    bool always = 4u * line->changed >= 3 * past->visits;
    if (piece_is_figure(p))
        return always ? line->changed : line->changed - line->words;
    bool value = p->keyed && p->kind == PIECE_ADDED && p->came[SHAPE_LETTERS] < LONG_WORDS; /* a code may look like a word */
    return always && (value || line->words >= SEVERAL) ? line->changed : line->words;
}

/* Visits that found something else at its own place. What makes a list longer or shorter has none. */
static uint32_t place_changed(const struct judge_piece *p, const struct habit_places *at, const struct past *past)
{
    uint32_t changed = at->place && has_own_name(p) ? at->place->changed : 0u;
    changed = MAX(changed, at->stem && (is_behind_stem(p) || is_edited(p)) ? at->stem->changed : 0u);
    changed = MAX(changed, at->trace ? line_changed(p, at->trace, past) : 0u);
    return p->resizes ? 0 : MAX(changed, at->spot ? at->spot->changed : 0u);
}

/* Visits that found something else there: at its place; where things on a shelf gave way to others, on the shelf; in a gap, what took the
 * place of another counts as a change of all of it. */
static uint32_t visits_changed(const struct judge_piece *p, const struct habit_places *at, const struct past *past)
{
    bool by_zone = at->zone && p->gap && (p->swapped || (p->kind == PIECE_CHANGED && is_of_zone(p)));
    uint32_t changed = MAX(at->place && has_own_name(p) ? at->place->changed : 0u, by_zone ? at->zone->changed : 0u);
    bool by_shelf = at->shelf && p->shelf && (p->swapped || (p->kind == PIECE_CHANGED && !at->own));
    changed = MAX(changed, by_shelf ? at->shelf->changed : 0u);
    changed = MAX(changed, at->spot ? at->spot->changed : 0u);
    return MAX(changed, place_changed(p, at, past));
}

/* Few visits found something else there. */
static bool is_calm(const struct past_place *place, const struct past *past)
{
    enum { CALM_SHARE = 4 };
    return past_is_calm(past, place, CALM_SHARE);
}

static bool is_calm_line(const struct judge_piece *p, const struct past_trace *line, const struct past *past)
{
    bool figure = piece_is_figure(p);
    struct past_place at = { .changed = (uint8_t)(figure ? line->changed : line_changed(p, line, past)),
                             .probed = figure ? line->probed : line->words_probed };
    return is_calm(&at, past);
}

/* A value of a few words in the place of another, where things are calm: "cancelled" behind the name of a train. That another train was
 * cancelled before, or this one, does not make it an advert that is back. With a price it is a card. */
static bool is_calm_value(const struct judge_piece *p, const struct habit_places *at, const struct past *past)
{
    enum { VISITS = 3 };
    bool few =
        MAX(p->came[SHAPE_LETTERS], p->went[SHAPE_LETTERS]) <= HABIT_ENTRY_WORDS && !p->came[SHAPE_PRICE] && !p->went[SHAPE_PRICE];
    return is_content(p) && is_beside_what_stays(p) && p->swapped && !p->kept && few && past->visits >= VISITS
           && (!at->trace || is_calm_line(p, at->trace, past)) && is_calm(at->place, past) && is_calm(at->zone, past)
           && is_calm(at->shelf, past) && is_calm(at->spot, past);
}

static bool is_calm_everywhere(const struct judge_piece *p, const struct habit_places *at, const struct past *past)
{
    bool calm_line = !at->trace || is_calm_line(p, at->trace, past);
    return is_calm(at->place, past) && is_calm(at->zone, past) && is_calm(at->shelf, past) && is_calm(at->spot, past)
           && is_calm(at->stem, past) && calm_line;
}

/* A number with its label says again what it said before its only change, which people were told of. A page that is made again for each
 * load shows one of several. */
static bool is_taken_back(const struct judge_piece *p, const struct habit_places *at, const struct past *past)
{
    uint32_t changed = MAX(at->place ? at->place->changed : 0u, at->spot ? at->spot->changed : 0u);
    uint32_t line = MAX(at->trace ? at->trace->changed : 0u, at->stem ? at->stem->changed : 0u);
    bool figures = p->came[SHAPE_NUMBER] + p->came[SHAPE_TIME] > 0 && piece_is_figure(p);
    return figures && p->kind == PIECE_CHANGED && p->kept && is_content(p) && MAX(changed, line) == 1 && !past_differs(past);
}

/* A line that says again what it said before, where things are calm: "vpn up", "vpn down", "vpn up". That it does is the news: people
 * were told that it went. Adverts that come back do so where things change often, or where two loads of one moment differ. So without a
 * probe only a line of a text in the place of another is told, which is what a row of a table is elsewhere; there a line by itself has
 * no place of its own. */
static bool is_calm_return(const struct judge_piece *p, const struct habit_places *at, const struct past *past)
{
    enum { VISITS = 3, SHARE = 8 };
    bool priced = p->came[SHAPE_PRICE] + p->went[SHAPE_PRICE]; /* it is a card */
    bool instead = (p->swapped || p->kind == PIECE_CHANGED) && is_beside_what_stays(p) && at->place && at->place->changed;
    bool sentence = !p->gap && p->place == PLACE_MAIN && p->came[SHAPE_LETTERS] >= LONG_WORDS;
    bool known = instead ? p->gap || past->probes : sentence && past->probes;
    bool one_of_several =
        past_differs(past) && (piece_is_figure(p) || (sentence && at->place && at->place->changed * SHARE > past->visits));
    return is_content(p) && known && !priced && !one_of_several && past->visits >= VISITS && is_calm_everywhere(p, at, past);
}

/* A short text that nobody has seen, on a page that was the same each time it was loaded twice: an entry of a list that changes all the
 * time, which is what the page is for. */
static bool is_new_entry(const struct judge_piece *p, const struct past *past)
{
    enum { NAME_WORDS = 2 };
    return past->probes && !past_differs(past) && is_content(p) && p->kind == PIECE_ADDED && p->came[SHAPE_LETTERS] >= NAME_WORDS;
}

/* In a text, a line that was there before and stands beside lines that take turns is one of them, on its way to another place. */
static bool is_beside_turns(const struct judge_piece *p, const struct past *past)
{
    return p->beside && p->gap && past_was_there(past, p->text_key) && is_rotating(past_find(past, p->path_key));
}

static bool is_calm_news(const struct judge_piece *p, const struct habit_places *at, const struct past *past)
{
    return ((is_calm_value(p, at, past) || is_calm_return(p, at, past)) && !is_beside_turns(p, past)) || is_taken_back(p, at, past);
}

/* What the past knows of where a piece stands. In a text what has nothing beside it that stays has the same name wherever it came, and so
 * has all of a gap. Where spots are known, and it lies at none of them, these names are not its own. */
static struct habit_places places_of(const struct delta *d, const struct judge_piece *p, const struct past *past)
{
    struct habit_places at = { past_find(past, p->place_key),
                               past_find(past, p->zone_key),
                               past_find(past, p->shelf_key),
                               p->spot_key ? past_find(past, p->spot_key) : NULL,
                               p->stem_key ? past_find(past, p->stem_key) : NULL,
                               trace_of(past, p),
                               is_edited(p) };
    at.own |= is_first(d, p, &at, past);
    bool plain = p->gap && !p->keyed;
    if (plain && past->n_spots && (p->beside || (p->spot_key && !at.spot && !d->new->dom.xml))) {
        at.zone = NULL;
        at.place = p->place_key == p->path_key ? NULL : at.place;
    }
    return at;
}

/* A sentence or a heading of the content went as a whole. */
static bool is_dropped(const struct judge_piece *p)
{
    return is_content(p) && p->kind == PIECE_REMOVED && (p->heading || p->went[SHAPE_LETTERS] >= LONG_WORDS);
}

/* A list that shows a few of many shows as many each time: a sentence that makes it longer is none of those, nor is one that is gone and
 * leaves it shorter. */
static bool shows_in_turn(const struct judge_piece *p, const struct habit_places *at)
{
    bool by_zone = is_of_zone(p) && is_rotating(at->zone) && !(p->resizes && (habit_is_fresh(p) || is_dropped(p)));
    return is_rotating(at->place) || is_rotating(at->spot) || by_zone;
}

/* One more item of a list that lost none, with a text that nobody has seen. */
static bool is_further_item(const struct judge_piece *p)
{
    return p->grows && !(p->keyed && p->swapped) && is_content(p) && p->kind == PIECE_ADDED && p->came[SHAPE_LETTERS];
}

/* The line says what was chosen for this week, by itself or by the line before it; by words that stay. */
static bool is_of_week(const struct delta *d, const struct judge_piece *p)
{
    enum { NAME_WORDS = 8 };
    AUTO(buf) text = BUF(1024);
    if (p->sentence == NONE || p->old || !is_content(p) || !p->came[SHAPE_LETTERS])
        return false;
    const struct page *page = d->new;
    const struct sentence *s = &page->sentence[p->sentence], *before = p->sentence ? s - 1 : NULL;
    uint32_t from = before && before->end - before->word <= NAME_WORDS ? before->word : s->word;
    for (uint32_t w = from, end; w < s->end; w = end + 1) {
        for (end = w; end < s->end && d->new_change[end] == NONE; end++)
            ;
        page_words_line(page, w, end, &text);
        buf_add_char(&text, ' ');
    }
    return !text.over && weeks_named(NULL, buf_str(&text));
}

static bool is_never_habit(const struct delta *d, const struct judge_piece *p, const struct past *past)
{
    return (habit_is_fresh(p) && !is_swapped(d, p, past)) || is_rewritten(d, p, past) || is_new_entry(p, past) || is_of_week(d, p)
           || is_further_item(p) || (p->latest && is_content(p) && p->came[SHAPE_LETTERS]);
}

/* A heading that came where nothing went, with a sentence below it in which every word is new: the name of a new section, which is news as
 * much as what it says. */
static bool is_of_new_section(const struct delta *d, const struct judge_piece *p)
{
    if (!p->heading || p->kind != PIECE_ADDED || p->swapped || !is_content(p) || p->sentence + 1 == d->new->n_sentences)
        return false;
    const struct sentence *below = &d->new->sentence[p->sentence + 1];
    uint32_t w = below->word;
    while (w < below->end && d->new_to_old[w] == NONE)
        w++;
    return w == below->end && below->end - below->word >= LONG_WORDS;
}

/* A state that the page does not know yet: "sold out" among goods that are shuffled. */
static bool is_new_state(const struct judge_piece *p, const struct past *past)
{
    return p->kind == PIECE_ADDED && !p->came[SHAPE_PRICE] && !p->known && !past_was_there(past, p->text_key);
}

/* Lines that have nothing in common and come back in turn are adverts, also where one says that places are available. */
static bool is_other_line(const struct judge_piece *p, const struct habit_places *at)
{
    enum { LINE_WORDS = 4 };
    return !p->kept && MAX(p->came[SHAPE_LETTERS], p->went[SHAPE_LETTERS]) >= LINE_WORDS && shows_in_turn(p, at);
}

/* A state that is another now, or that is there for the first time. */
static bool is_other_state(const struct judge_piece *p, const struct habit_places *at, const struct past *past)
{
    return !p->fleeting && (is_new_state(p, past) || (p->kind == PIECE_CHANGED && !is_shelf(at)));
}

/* A state that is another on most visits is one of a chat or a queue. Figures beside it do not count, and prices are exempt. */
static bool is_restless(const struct judge_piece *p, const struct habit_places *at, const struct past *past)
{
    uint32_t changed = at->place && has_own_name(p) ? at->place->changed : 0u;
    changed = p->trace ? (at->trace ? at->trace->words : 0u) : changed;
    return !p->came[SHAPE_PRICE] && left_by_habit(&other_words, changed, past) <= 0;
}

/* A figure of a ticker that most visits find different. */
static bool is_ticking(const struct delta *d, const struct judge_piece *p, const struct habit_places *at, const struct past *past)
{
    uint32_t changed = p->sentence == NONE || !piece_is_figure(p) ? 0 : visits_changed(p, at, past);
    return left_by_habit(&a_number, changed, past) < 1 && ticker_around(p->old ? d->old : d->new, p->sentence);
}

bool habit_brings_data(const struct delta *d, const struct judge_pieces *pieces, const struct past *past)
{
    enum { SEVERAL = 3 };
    uint32_t n = 0;
    for (uint32_t i = 0; i < pieces->n && n < SEVERAL; i++) {
        const struct judge_piece *p = &pieces->item[i];
        if (p->kind == PIECE_MOVED || p->fleeting || !piece_is_figure(p) || !p->came[SHAPE_NUMBER]
            || !(habit_is_entry(pieces->new.dates.lists, d, p) || habit_is_value(d, p)))
            continue;
        struct habit_places at = places_of(d, p, past);
        n += !is_probed(d, p, &at) && !is_ticking(d, p, &at, past);
    }
    return n == SEVERAL;
}

/* A price or a state is what it was before, and so is the currency: the page is shown to a visitor from that country again. */
static bool is_market_again(const struct evidence_context *c, const struct judge_piece *p)
{
    return c->market && past_was_there(c->past, p->text_key);
}

/* A picture that the page is about, and that was the same in two answers of one moment: it differs on each visit as a comic does. */
static bool is_picture_of_day(const struct judge_piece *p, const struct past *past)
{
    return p->picture && past->probes;
}

/* A release that is taken back is news. Two that take turns are what servers say of themselves. */
static bool takes_turns(const struct judge_piece *p, uint32_t changed, const struct past *past)
{
    enum { SHARE = 4, TIMES = 2 };
    return past_was_there(past, p->gone_key) && changed >= TIMES && changed * SHARE > past->visits;
}

/* Doors say again what they say every day at that hour. */
static bool is_of_clock(const struct delta *d, const struct judge_piece *p, const struct past *past)
{
    AUTO(buf) line = BUF(1024);
    const struct page *page = p->old ? d->old : d->new;
    if (p->sentence == NONE || !past_was_there(past, p->text_key))
        return false;
    page_words_line(page, page->sentence[p->sentence].word, page->sentence[p->sentence].end, &line);
    return !line.over && states_run(NULL, buf_str(&line));
}

/* Whether a state or a price still is one of which going back is the news. */
static bool is_exempt(const struct evidence_context *c, const struct judge_piece *p, const struct habit_places *at)
{
    return !is_other_line(p, at) && !is_restless(p, at, c->past) && !is_market_again(c, p);
}

/* Whether a piece is news whatever its place did before; `exempt`: a state or a price. */
static bool is_always_news(const struct evidence_context *c, const struct judge_piece *p, const struct habit_places *at,
                           bool exempt)
{
    return exempt
           || ((habit_is_entry(c->lists, c->delta, p) || is_calm_news(p, at, c->past)) && !is_of_clock(c->delta, p, c->past));
}

/* Whether what it says with its words of letters was said before, and a number of the content in it is another: "up by 4, to 527" is not
 * "up by 2, to 539". */
static bool has_other_number(const struct judge_piece *p)
{
    return p->by_letters && is_content(p) && p->came[SHAPE_NUMBER];
}

/* Whether the text was there before, and its return says nothing; `version`: it brings one. */
static bool is_seen(const struct judge_piece *p, bool version, uint32_t changed, const struct past *past)
{
    bool other = version ? p->kind == PIECE_CHANGED && !takes_turns(p, changed, past) : has_other_number(p);
    return past_was_there(past, p->text_key) && !other;
}

/* A number of data in the place of another is what it was once more by chance, or because it went back, which is news of it. A page that
 * differs between two loads shows one of several, and two that take turns by themselves are those of two servers. */
static bool is_number_again(const struct evidence_context *c, const struct judge_piece *p, uint32_t changed)
{
    return piece_is_figure(p) && p->came[SHAPE_NUMBER] && p->went[SHAPE_NUMBER] && !past_differs(c->past)
           && (c->data || !takes_turns(p, changed, c->past)) && habit_is_data(c, p);
}

/* It came back with a new day, in a row, item or card that is new, or that says something else now. */
static bool is_renewed(const struct evidence_context *c, const struct judge_piece *p)
{
    bool other = p->kind == PIECE_ADDED || (p->kind == PIECE_CHANGED && p->came[SHAPE_LETTERS]);
    return c->renewed && other && p->sentence != NONE && !p->old && c->renewed[p->sentence];
}

static struct habit as_left(float left)
{
    return (struct habit){ left < 0.5f ? NOISE_CHURN : NOISE_NONE, left, 0 };
}

/* Whether it is news though its place changes often. */
static bool is_never_of_place(const struct evidence_context *c, const struct judge_piece *p)
{
    return is_picture_of_day(p, c->past) || habit_is_data(c, p) || habit_is_further(c->delta, p) || is_of_new_section(c->delta, p);
}

/* What its place says of it: noise is what was there before, takes turns with others or changes too often, unless it is never of its
 * place. */
static struct habit by_place(const struct evidence_context *c, const struct judge_piece *p, const struct habit_places *at,
                             uint32_t changed)
{
    const struct delta *d = c->delta;
    const struct past *past = c->past;
    bool version = habit_brings_version(d, p);
    if (is_seen(p, version, changed, past) && !is_renewed(c, p) && !is_number_again(c, p, changed))
        return (struct habit){ NOISE_SEEN, 0, 0 };
    if (version || is_never_of_place(c, p))
        return news;
    if (shows_in_turn(p, at))
        return (struct habit){ NOISE_CHURN, 0, 0 };
    if (!changed || is_never_habit(d, p, past))
        return news;
    const struct habit_rule *rule = rule_of(p, at->trace);
    return as_left(MIN(left_by_habit(rule, changed, past), left_anew(rule, place_changed(p, at, past), past)));
}

/* States and prices are exempt also between two answers of one moment, where only they differ. */
static struct habit by_visits(const struct evidence_context *c, const struct judge_piece *p, struct habit_places at,
                              uint32_t changed, bool exempt)
{
    const struct delta *d = c->delta;
    const struct past *past = c->past;
    bool ticks = is_ticking(d, p, &at, past);
    exempt = exempt && !ticks && is_exempt(c, p, &at);
    if (exempt && is_other_state(p, &at, past))
        return news;
    if (p->fleeting || is_probed(d, p, &at))
        return (struct habit){ NOISE_PROBED, 0, 0 };
    if (ticks || counting_goes_on(c, p, changed))
        return as_left(left_by_habit(&a_number, changed, past));
    if (is_always_news(c, p, &at, exempt))
        return news;
    if (!changed && !past_was_there(past, p->text_key) && !shows_in_turn(p, &at)) /* nothing is known of it */
        return news;
    return by_place(c, p, &at, changed);
}

struct habit habit_of(const struct evidence_context *c, const struct judge_piece *p, bool exempt)
{
    if (p->kind == PIECE_MOVED && !p->regrouped)
        return news;
    if (exchange_changed(c, p))
        return (struct habit){ NOISE_RATE, 0, 0 };
    struct habit_places at = places_of(c->delta, p, c->past);
    uint32_t changed = visits_changed(p, &at, c->past);
    if (p->regrouped)
        return p->fleeting || is_probed(c->delta, p, &at) ? (struct habit){ NOISE_PROBED, 0, 0 }
                                                          : as_left(left_by_habit(&another_text, changed, c->past));
    struct habit found = by_visits(c, p, at, changed, exempt);
    found = found.noise == NOISE_CHURN && days_of_record(c->delta, p) ? news : found;
    found.usual = c->past->visits < USUAL_VISITS ? 0 : MIN((float)changed / (float)c->past->visits, 1);
    return found;
}
