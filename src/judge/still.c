/* In: a piece of a change, and the page's past. Out: whether it is the first change of a line that says something.
 *
 *  1. Some visits must have found the page without a change there: its place, and unless it was edited its list and its path, are not
 *     in the past, and no probe found two texts there; a line that was edited may have been so before, on one visit of eight at most.
 *     Counters and adverts in such parts change on the first visits, or are named as what they are.
 *  2. Around the content a whole new sentence says something, and so does a line of which words stay: "Phone 01234 5678". A counter, the
 *     year of a copyright or a link to another page does not: lists of links in footers are menus. A date or a time of day does where
 *     hardly a visit found another, but not in a footer, or where the line says when something was written. Where money is sent to is
 *     said anywhere.
 *  3. Of what stands in the content, only forms that are noise elsewhere come here: a button, a code behind a word such as SHA256, and the
 *     order of a numbered list. */
#include "judge/still.h"

#include "base/auto.h"
#include "judge/calendar.h"
#include "judge/columns.h"
#include "judge/consent.h"
#include "judge/habit.h"
#include "judge/leads.h"
#include "judge/legal.h"
#include "judge/phrases.h"
#include "judge/sides.h"
#include "judge/states.h"
#include "judge/traces.h"

enum { STILL_VISITS = 3, SENTENCE_WORDS = 5, GONE_WORDS = 3, LABEL_WORDS = 3, STOOD_SHARE = 8 };

/* It came beside a line that stays, and nothing went. */
static bool is_further_line(const struct judge_piece *p)
{
    return p->kind == PIECE_ADDED && !p->swapped && p->place_key != p->path_key && p->came[SHAPE_LETTERS] >= SENTENCE_WORDS;
}

/* Hardly a visit found something else there: half as many as where a habit asks, as what stands around the content is noise elsewhere. */
static bool has_stood(const struct past *past, uint64_t key)
{
    return past_is_calm(past, past_find(past, key), STOOD_SHARE);
}

/* The same by all names of where the piece stands. */
static bool has_stood_all(const struct past *past, const struct judge_piece *p)
{
    return has_stood(past, p->place_key) && has_stood(past, p->zone_key) && has_stood(past, p->path_key)
           && has_stood(past, p->spot_key) && has_stood(past, p->shelf_key);
}

/* An edited line that hardly a visit found different: how many members a list has. */
static bool has_line_stood(const struct judge_piece *p, const struct past *past)
{
    const struct past_trace *line = trace_of(past, p);
    return !line || (!line->probed && !line->words_probed && line->changed * STOOD_SHARE <= past->visits);
}

/* What changes beside a line that is edited says nothing of it: "Open now" before "Opening hours: 8 to 12". */
static bool never_changed(const struct judge_piece *p, const struct past *past)
{
    bool edited = p->kind == PIECE_CHANGED && p->kept >= LABEL_WORDS, further = is_further_line(p);
    bool around = past_find(past, p->zone_key) || past_find(past, p->path_key);
    bool still = edited ? (p->to || has_line_stood(p, past)) && has_stood(past, p->place_key) && has_stood(past, p->spot_key)
                        : (p->trace == 0 || p->to) && !past_find(past, p->place_key) && !past_find(past, p->spot_key);
    return still && past->visits >= STILL_VISITS && (edited || further || !around) && !past_was_there(past, p->text_key);
}

static const struct page *page_of(const struct delta *d, const struct judge_piece *p)
{
    return p->old ? d->old : d->new;
}

static bool stands_in(const struct page *page, uint32_t sentence, uint32_t tag)
{
    return page_around(page, page->word[page->sentence[sentence].word].node, &tag, 1) != NONE;
}

static void add_line(const struct page *page, const struct judge_piece *p, struct buf *out)
{
    struct sentence s = piece_range(page, p);
    page_words_line(page, s.word, s.end, out);
}

/* When something was written, how often it was seen, whose it is; and what somebody posted, here or elsewhere. */
static bool is_counted(struct str line)
{
    return str_starts(line, STR("@")) || stamps_named(NULL, line) || (str_has_digit(line) && counters_named(NULL, line))
           || copyrights_named(line) || sides_posts(line);
}

/* Likewise whether it is open now, or how long ago or how soon something is. */
static bool is_usual(struct str line)
{
    return is_counted(line) || running_named(NULL, line) || states_run(NULL, line);
}

/* A word of those that stay says what the others are: "Phone" does, "h", "m" and "s" of a clock do not. */
static bool has_label(const struct delta *d, const struct judge_piece *p)
{
    enum { LABEL_BYTES = 3 };
    struct sentence s = piece_range(d->new, p);
    for (uint32_t w = s.word; w < s.end; w++)
        if (d->new_to_old[w] != NONE && page_word(d->new, w).len >= LABEL_BYTES && shape_is_letters(page_word(d->new, w)))
            return true;
    return false;
}

static bool is_around(enum judge_place place)
{
    return place == PLACE_ASIDE || place == PLACE_HEADER || place == PLACE_FOOTER;
}

/* An advert, a card or a window is exchanged as a whole. Where a line of it is edited, and most of it stays, it says something else now:
 * what a partner charges. */
static bool is_edited_box(const struct judge_piece *p)
{
    return (p->place == PLACE_EXTRA || p->place == PLACE_NOTICE) && p->kind == PIECE_CHANGED && p->kept >= LABEL_WORDS
           && p->came[SHAPE_LETTERS] <= p->kept && p->went[SHAPE_LETTERS] <= p->kept;
}

/* Sites word what they ask about cookies anew all the time. */
static bool is_about_cookies(const struct judge_places *places, const struct judge_piece *p)
{
    const struct page *page = places->page;
    AUTO(buf) text = BUF(1024);
    uint32_t node = page->word[page->sentence[p->sentence].word].node, question = places_question(places);
    page_words_line(page, page->sentence[p->sentence].word, page->sentence[p->sentence].end, &text);
    return consent_names(buf_str(&text)) || (question != NONE && node >= question && node < page->dom.node[question].end);
}

static bool is_digit_at(struct str s, size_t at)
{
    return at < s.len && byte_is_digit(s.ptr[at]);
}

/* Whether a line has two times of day or more: "Monday to Friday 8:00 to 12:00". */
static bool has_hours(struct str line)
{
    enum { BOTH = 2 };
    unsigned n = 0;
    for (size_t i = 1; i < line.len; i++)
        n += strchr(".:h", line.ptr[i]) && is_digit_at(line, i - 1) && is_digit_at(line, i + 1) && is_digit_at(line, i + 2)
             && !is_digit_at(line, i + 3);
    return n >= BOTH;
}

/* The day that a header names and nothing else, or the hours of a line, where they are hardly ever others: when the next race is, or when
 * the office is open, not the day of the visit. */
static bool is_other_day(const struct delta *d, const struct judge_piece *p, const struct past *past)
{
    AUTO(buf) text = BUF(1024);
    if (p->old || p->place == PLACE_FOOTER || !p->came[SHAPE_TIME] || !p->went[SHAPE_TIME] || past->visits < STILL_VISITS
        || p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] + p->came[SHAPE_NUMBER] + p->went[SHAPE_NUMBER])
        return false;
    add_line(d->new, p, &text);
    struct str line = str_trim(buf_str(&text));
    return !text.over && (p->kept == 0 || has_hours(line)) && !is_usual(line) && has_stood(past, p->place_key)
           && has_stood(past, p->spot_key);
}

/* A line of which words, a number or a date were edited; a date in a footer says when it was written. */
static bool is_edited(const struct judge_piece *p)
{
    uint32_t words = p->came[SHAPE_LETTERS] + p->came[SHAPE_NUMBER] + p->came[SHAPE_PRICE];
    bool day = p->came[SHAPE_TIME] && p->kept >= LABEL_WORDS && p->place != PLACE_FOOTER;
    return p->kind == PIECE_CHANGED && (words || day || p->went[SHAPE_LETTERS] >= GONE_WORDS);
}

/* In a footer, a header or a side column; in a window or beside it, where it is edited. */
static bool says_something(const struct delta *d, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    uint32_t words = p->came[SHAPE_LETTERS] + p->came[SHAPE_NUMBER] + p->came[SHAPE_PRICE];
    bool edited = is_edited(p), whole = p->kind == PIECE_ADDED && words >= SENTENCE_WORDS,
         further =
             p->to && !p->old_end && p->came[SHAPE_LETTERS] >= SENTENCE_WORDS; /* in a line of which only another part changes */
    if (p->old || (!edited && !whole) || (edited && !further && !has_label(d, p)) || leads_to_page(d->new, p->sentence))
        return false;
    add_line(d->new, p, &text);
    struct str line = str_trim(buf_str(&text));
    return !text.over && !is_usual(line) && (edited || shape_ends_sentence(line));
}

/* A line of the content that stood there visit after visit, and went without another in its place. */
static bool is_gone(const struct delta *d, const struct judge_piece *p, const struct past *past)
{
    AUTO(buf) text = BUF(1024);
    if (p->kind != PIECE_REMOVED || p->place != PLACE_OTHER || p->swapped || past->visits < STILL_VISITS)
        return false;
    if (p->went[SHAPE_LETTERS] < GONE_WORDS || leads_to_page(d->old, p->sentence) || past_was_there(past, p->text_key))
        return false;
    add_line(d->old, p, &text);
    return !text.over && !is_usual(str_trim(buf_str(&text))) && has_stood_all(past, p);
}

/* A sentence in a box that shows other things in turn, where more stand now than ever did. */
static bool is_further(const struct delta *d, const struct judge_piece *p, const struct past *past)
{
    AUTO(buf) text = BUF(1024);
    if (past->visits < STILL_VISITS || !is_around(p->place) || !habit_is_further(d, p) || past_was_there(past, p->text_key))
        return false;
    add_line(d->new, p, &text);
    return !text.over && !is_counted(str_trim(buf_str(&text)));
}

/* "Add to cart" became "Notify me". */
static bool is_other_button(const struct delta *d, const struct judge_piece *p)
{
    return (p->place == PLACE_MENU || p->place == PLACE_OTHER) && !p->old && p->came[SHAPE_LETTERS] && p->went[SHAPE_LETTERS]
           && stands_in(d->new, p->sentence, TAG_BUTTON);
}

/* A legal text lists the texts that go with it, and one of those has another name: "Business agreement" became "Enterprise agreement". */
static bool is_renamed_text(const struct delta *d, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    if (p->place != PLACE_MENU || p->old || p->kind != PIECE_CHANGED || !p->kept || !p->came[SHAPE_LETTERS]
        || !p->went[SHAPE_LETTERS])
        return false;
    add_line(d->new, p, &text);
    return !text.over && legal_named(buf_str(&text)) && legal_is_text(d->new);
}

/* "https://example.org/SHA256SUMS?id=21126605": what hangs on an address is not the sum of a file. */
static bool has_address(const struct delta *d, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    add_line(d->new, p, &text);
    return text.over || str_find(buf_str(&text), STR("://"), 0) != SIZE_MAX;
}

static bool is_checksum(const struct delta *d, const struct judge_piece *p)
{
    static const struct str labels[] = { STR_INIT("sha1"),     STR_INIT("sha-1"),       STR_INIT("sha256"), STR_INIT("sha-256"),
                                         STR_INIT("sha512"),   STR_INIT("sha-512"),     STR_INIT("md5"),    STR_INIT("blake2"),
                                         STR_INIT("checksum"), STR_INIT("fingerprint"), STR_INIT("commit"), STR_INIT("prüfsumme") };
    AUTO(buf) text = BUF(1024);
    if (p->old || !p->came[SHAPE_TOKEN] || !p->went[SHAPE_TOKEN] || has_address(d, p) || !place_is_content(p->place))
        return false;
    uint32_t label =
        p->sentence && !p->kept ? p->sentence - 1 : p->sentence; /* in a table it stands in the cell before, or above */
    page_words_line(d->new, d->new->sentence[label].word, d->new->sentence[p->sentence].end, &text);
    columns_head_line(d->new, &d->new->sentence[p->sentence], &text);
    for (size_t i = 0; i < ARRAY_LEN(labels); i++)
        if (str_find_nocase(buf_str(&text), labels[i], 0) != SIZE_MAX)
            return true;
    return false;
}

/* Where money is sent to, wherever it stands: in a window that opens before one pays, too. */
static bool is_account(const struct delta *d, const struct judge_piece *p)
{
    static const struct phrase labels[] = { PHRASE("iban"), PHRASE("bic"), PHRASE("swift") };
    AUTO(buf) text = BUF(1024);
    if (p->old || p->place == PLACE_EXTRA || p->came[SHAPE_TOKEN] + p->came[SHAPE_NUMBER] == 0)
        return false;
    add_line(d->new, p, &text);
    return phrases_found(buf_str(&text), labels, ARRAY_LEN(labels), PHRASE_BEGINS | PHRASE_ENDS);
}

/* Whether a line around terms or a policy has to do with them. */
static bool is_of_text(const struct delta *d, const struct judge_piece *p)
{
    AUTO(buf) text = BUF(1024);
    if (place_is_content(p->place))
        return true;
    add_line(page_of(d, p), p, &text);
    return legal_named(buf_str(&text)) || is_account(d, p);
}

static bool is_ranking(const struct delta *d, const struct judge_piece *p)
{
    return p->kind == PIECE_MOVED && p->place == PLACE_MAIN && stands_in(page_of(d, p), p->sentence, TAG_OL);
}

/* Whether most visits found nothing else there. */
static bool is_seldom(const struct past *past, uint64_t key)
{
    enum { KNOWN = 4, SHARE = 2 };
    const struct past_place *place = past_find(past, key);
    return !place || (!place->probed && (place->changed < KNOWN || place->changed * SHARE <= past->visits));
}

/* The line of the link that a sentence stands in, where no word of it was there before. */
static void add_new_link(const struct delta *d, uint32_t sentence, struct buf *out)
{
    static const uint32_t tags[] = { TAG_A };
    const struct page *page = d->new;
    uint32_t link = page_around(page, page->word[page->sentence[sentence].word].node, tags, 1);
    uint32_t word = page->first_word[link], end = page->first_word[page->dom.node[link].end];
    page_words_line(page, word, end, out);
    while (word < end && d->new_to_old[word] == NONE)
        word++;
    out->over |= word < end;
}

/* A clause of terms, which is cited by where it stands and holds for the case that it is listed under; where other words changed, too,
 * those are the news. */
static bool is_clause(const struct delta *d, const struct judge_piece *p, const struct past *past)
{
    return p->kind == PIECE_MOVED && p->place == PLACE_MAIN && p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] >= SENTENCE_WORDS
           && !leads_to_page(page_of(d, p), p->sentence) && has_stood(past, p->place_key);
}

bool still_is_entry(const struct delta *d, const struct judge_piece *p, const struct past *past)
{
    enum { ENTRY_WORDS = 2 };
    AUTO(buf) text = BUF(1024);
    uint32_t day;
    bool year = false;
    if (p->kind != PIECE_ADDED || p->fleeting || p->place != PLACE_ASIDE || !p->came[SHAPE_LETTERS]
        || past_was_there(past, p->text_key) || !leads_to_page(d->new, p->sentence))
        return false;
    add_new_link(d, p->sentence, &text);
    struct str line = str_trim(buf_str(&text));
    bool named = p->came[SHAPE_LETTERS] >= ENTRY_WORDS || dates_has_clock(line),
         dated = p->came[SHAPE_TIME] || (calendar_day(line, &day, &year) && year);
    return !text.over && named && dated && !is_usual(line) && is_seldom(past, p->place_key) && is_seldom(past, p->zone_key)
           && is_seldom(past, p->path_key) && is_seldom(past, p->spot_key) && is_seldom(past, p->shelf_key);
}

bool still_until_now(const struct delta *d, const struct judge_piece *p, const struct past *past, const struct judge_pieces *pieces)
{
    if (p->sentence == NONE || (pieces->text && !is_of_text(d, p)))
        return false;
    if (is_gone(d, p, past) || (is_around(p->place) && p->kind != PIECE_MOVED && is_other_day(d, p, past)) || is_further(d, p, past)
        || (pieces->reordered && is_clause(d, p, past)))
        return true;
    if (!never_changed(p, past))
        return false;
    if (p->kind == PIECE_MOVED)
        return is_ranking(d, p);
    bool box = is_edited_box(p) && !is_about_cookies(&pieces->new, p);
    return is_account(d, p)
           || (is_around(p->place) || box ? says_something(d, p)
                                          : is_renamed_text(d, p) || is_other_button(d, p) || is_checksum(d, p));
}
