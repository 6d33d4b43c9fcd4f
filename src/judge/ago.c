/* In: a piece. Out: whether only times in it went on that tell how long ago something was.
 *
 *  1. Such a time is a number, or a word that stands for one, or nothing, and a unit, with a word before or behind it that says so. Several
 *     units may follow each other: "1 hour and 5 minutes ago". Or it is a day as seen from today, with a clock or without.
 *     A line that names a term, "3 days before", is none of those.
 *  2. Where these are taken out of both sentences the rest is the same. A sentence that came or went alone has no letter or figure left.
 *  3. Counters may stand beside them, "3 hours ago, 12 views, 4 comments": their figures are taken out, too, and one that came or went
 *     alone has no more words left than name what was counted.
 * Cost: O(words) of sentences in which a few words changed. */
#include "judge/ago.h"

#include "base/auto.h"
#include "base/utf8.h"
#include "judge/phrases.h"
#include "judge/states.h"

enum { TEXT_BYTES = 2048, UNITS_MOST = 3, MARK = 1, COUNT_MARK = 2 /* bytes that no text has */ };

static const struct phrase units[] = {
#define UNIT(text) PHRASE(text),
#include "judge/ago.def"
};

static const struct phrase before[] = {
#define BEFORE(text) PHRASE(text),
#include "judge/ago.def"
};

static const struct phrase behind[] = {
#define BEHIND(text) PHRASE(text),
#include "judge/ago.def"
};

/* Of one byte, some of them. */
static const struct str ones[] = {
#define ONE(text) STR_INIT(text),
#include "judge/ago.def"
};

static const struct str letters[] = {
#define LETTER(text) STR_INIT(text),
#include "judge/ago.def"
};

static const struct str withs[] = {
#define WITH(text) STR_INIT(text),
#include "judge/ago.def"
};

static const struct str ands[] = {
#define AND(text) STR_INIT(text),
#include "judge/ago.def"
};

static const struct str ats[] = {
#define AT(text) STR_INIT(text),
#include "judge/ago.def"
};

static const struct phrase days[] = {
#define AGO(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase yesterdays[] = {
#define YESTERDAY(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase stems[] = {
#define RUNNING_STEM(text) PHRASE(text),
#include "judge/events.def"
};

/* ---- Words ---- */

static enum char_class class_at(struct str text, size_t at)
{
    uint32_t character;
    if (at >= text.len || utf8_next(text.ptr + at, text.ptr + text.len, &character) == 0)
        return CHAR_SPACE;
    return char_class(character);
}

/* Whether a word of a script with spaces goes on there. */
static bool is_letter_at(struct str text, size_t at)
{
    enum char_class class = class_at(text, at);
    return class == CHAR_LETTER || class == CHAR_MARK;
}

/* Bytes of a digit of any script; 0: there is none. */
static size_t digit_at(struct str text, size_t at)
{
    static const uint32_t zeros[] = { 0x660, 0x6f0, 0x966, 0x9e6 };
    uint32_t character;
    if (at < text.len && (unsigned char)text.ptr[at] < 0x80)
        return byte_is_digit(text.ptr[at]);
    size_t bytes = at < text.len ? utf8_next(text.ptr + at, text.ptr + text.len, &character) : 0;
    for (size_t i = 0; bytes && i < ARRAY_LEN(zeros); i++)
        if (character >= zeros[i] && character < zeros[i] + 10)
            return bytes;
    return 0;
}

static size_t skip_spaces(struct str text, size_t at)
{
    static const struct str wide[] = { STR_INIT("\u00a0"), STR_INIT("\u202f") };
    for (size_t bytes = 1; bytes; at += bytes) {
        bytes = at < text.len && text.ptr[at] == ' ';
        for (size_t i = 0; !bytes && i < ARRAY_LEN(wide) && at < text.len && (unsigned char)text.ptr[at] >= 0x80; i++)
            bytes = str_starts(str_sub(text, at, text.len), wide[i]) ? wide[i].len : 0;
    }
    return at;
}

/* Lists that are asked about every word. */
struct ago_lists {
    struct arena *arena;
    bool opened; /* by the first text: most changes have none that may be such a time */
    struct phrase_starts units, before, behind, days, yesterdays, stems;
    bool begins[PHRASE_PAIRS]; /* by the first two bytes: such a time may begin so */
    bool alone[128];           /* by a small letter: it stands for a number */
    uint8_t *word;             /* by symbol: enum word_known */
    uint32_t n_symbols;
    uint8_t *shape[2]; /* by word of the old and the new page, of sentences that were asked for; NULL: none was */
};

enum word_known { WORD_UNKNOWN, WORD_OTHER, WORD_NAMES };

struct ago_lists *ago_open(struct arena *a, const struct symbols *symbols)
{
    struct ago_lists *out = NEW(a, struct ago_lists);
    out->arena = a;
    out->n_symbols = symbols->n;
    return out;
}

static void note_phrases(struct ago_lists *l, const struct phrase *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        l->begins[list[i].start] = true;
}

static void note_words(struct ago_lists *l, const struct str *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (list[i].len > 1)
            l->begins[str_pair(list[i].ptr[0], list[i].ptr[1])] = true;
        else
            l->alone[list[i].ptr[0] & 127] = true;
}

static void open_lists(struct ago_lists *l)
{
    if (l->opened)
        return;
    l->opened = true;
    phrases_open(l->arena, units, ARRAY_LEN(units), &l->units);
    phrases_open(l->arena, before, ARRAY_LEN(before), &l->before);
    phrases_open(l->arena, behind, ARRAY_LEN(behind), &l->behind);
    phrases_open(l->arena, days, ARRAY_LEN(days), &l->days);
    phrases_open(l->arena, yesterdays, ARRAY_LEN(yesterdays), &l->yesterdays);
    phrases_open(l->arena, stems, ARRAY_LEN(stems), &l->stems);
    l->word = NEW_ARRAY(l->arena, uint8_t, l->n_symbols + 1);
    note_phrases(l, units, ARRAY_LEN(units));
    note_phrases(l, before, ARRAY_LEN(before));
    note_phrases(l, days, ARRAY_LEN(days));
    note_words(l, ones, ARRAY_LEN(ones));
    note_words(l, withs, ARRAY_LEN(withs));
}

/* Bytes of the longest phrase at `at` behind which a word ends; 0: none. */
static size_t phrase_at(struct str text, size_t at, const struct phrase_starts *list)
{
    struct str rest = str_sub(text, MIN(at, text.len), text.len);
    size_t most = 0;
    for (uint16_t i = rest.len > 1 ? list->first[str_pair(rest.ptr[0], rest.ptr[1])] : 0; i; i = list->next[i - 1]) {
        struct str phrase = list->item[i - 1].text;
        if (phrase.len > most && str_starts_nocase(rest, phrase) && !is_letter_at(rest, phrase.len))
            most = phrase.len;
    }
    return most;
}

static size_t word_at(struct str text, size_t at, const struct str *list, size_t n)
{
    struct str rest = str_sub(text, MIN(at, text.len), text.len);
    char first = rest.len ? byte_lower(rest.ptr[0]) : 0;
    size_t most = 0;
    for (size_t i = 0; i < n; i++)
        if (list[i].ptr[0] == first && list[i].len > most && str_starts_nocase(rest, list[i]) && !is_letter_at(rest, list[i].len))
            most = list[i].len;
    return most;
}

#define WORD_AT(text, at, list) word_at(text, at, list, ARRAY_LEN(list))

/* ---- Times ---- */

static size_t number_at(struct str text, size_t at)
{
    size_t from = at, bytes;
    while ((bytes = digit_at(text, at)) > 0)
        at += bytes;
    return at - from;
}

/* Behind a number, or what stands for one, and its unit; 0: there is no unit. */
static size_t unit_end(const struct ago_lists *l, struct str text, size_t at)
{
    size_t number = number_at(text, at);
    if (!number) {
        size_t one = WORD_AT(text, at, ones), behind_one = skip_spaces(text, at + one);
        at = one && phrase_at(text, behind_one, &l->units) ? behind_one : at;
    }
    at = skip_spaces(text, at + number);
    size_t unit = phrase_at(text, at, &l->units);
    unit = unit || !number ? unit : WORD_AT(text, at, letters);
    if (!unit)
        return 0;
    at += unit;
    return at < text.len && text.ptr[at] == '.' ? at + 1 : at;
}

/* Behind all units that follow each other from `at` on; 0: there is none. */
static size_t units_end(const struct ago_lists *l, struct str text, size_t at)
{
    size_t end = unit_end(l, text, at);
    for (unsigned i = 1; end && i < UNITS_MOST; i++) {
        size_t next = skip_spaces(text, end < text.len && text.ptr[end] == ',' ? end + 1 : end);
        next = skip_spaces(text, next + WORD_AT(text, next, ands));
        next = number_at(text, next) ? unit_end(l, text, next) : 0;
        if (!next)
            break;
        end = next;
    }
    return end;
}

/* "last week", "hier à 12h30". "This evening at 19:30" is yet to come, perhaps: its clock is no part of it. */
static size_t day_bytes(const struct ago_lists *l, struct str text)
{
    size_t day = phrase_at(text, 0, &l->days);
    if (!day || phrase_at(text, 0, &l->yesterdays) != day)
        return day;
    size_t at = skip_spaces(text, day < text.len && text.ptr[day] == ',' ? day + 1 : day);
    at = skip_spaces(text, at + WORD_AT(text, at, ats));
    size_t hours = number_at(text, at), mark = at + hours;
    char parts = hours && mark < text.len ? text.ptr[mark] : 0;
    if (parts != ':' && parts != '.' && parts != 'h')
        return day;
    return mark + 1 + number_at(text, mark + 1);
}

/* "3小时前": no word ends there. */
static size_t stem_bytes(const struct ago_lists *l, struct str text)
{
    size_t number = number_at(text, 0), at = skip_spaces(text, number), most = 0;
    struct str rest = str_sub(text, at, text.len);
    uint16_t first = number && rest.len > 1 ? l->stems.first[str_pair(rest.ptr[0], rest.ptr[1])] : 0;
    for (uint16_t i = first; i; i = l->stems.next[i - 1])
        if (stems[i - 1].text.len > most && str_starts(rest, stems[i - 1].text))
            most = stems[i - 1].text.len;
    return most ? at + most : 0;
}

/* False: no such time begins there. Most texts are not read for it. */
static bool may_begin(const struct ago_lists *l, struct str text)
{
    return text.len > 1
           && (l->begins[str_pair(text.ptr[0], text.ptr[1])] || digit_at(text, 0)
               || (l->alone[byte_lower(text.ptr[0]) & 127] && !is_letter_at(text, 1)));
}

size_t ago_bytes(struct ago_lists *l, struct str text)
{
    open_lists(l);
    if (!may_begin(l, text))
        return 0;
    size_t day = day_bytes(l, text), stem = stem_bytes(l, text);
    if (day || stem)
        return MAX(day, stem);
    size_t first = phrase_at(text, 0, &l->before), with = first ? 0 : WORD_AT(text, 0, withs);
    size_t end = units_end(l, text, skip_spaces(text, first + with));
    if (!end)
        return 0;
    size_t last_at = skip_spaces(text, end), last = phrase_at(text, last_at, &l->behind);
    return last ? last_at + last : first ? end : 0;
}

bool ago_is_span(struct ago_lists *l, struct str text)
{
    open_lists(l);
    return text.len && number_at(text, 0) && units_end(l, text, 0) == text.len;
}

/* ---- Sentences ---- */

/* Writes the text with a mark for each such time, and for each counter: `counter` has the bytes of one where it begins; NULL: there is
 * none. The number of times. */
static unsigned take_out(struct ago_lists *l, struct str text, const uint16_t *counter, struct buf *out)
{
    enum char_class class = CHAR_SPACE, last = CHAR_SPACE;
    unsigned n = 0;
    for (size_t at = 0, bytes; at < text.len; at += bytes, last = class) {
        uint32_t character;
        class = class_at(text, at);
        bool begins = class == CHAR_DIGIT                               ? last != CHAR_DIGIT
                      : class == CHAR_LETTER || class == CHAR_IDEOGRAPH ? last != CHAR_LETTER
                                                                        : false;
        bytes = begins ? ago_bytes(l, str_sub(text, at, text.len)) : 0;
        n += bytes > 0;
        bool counts = !bytes && counter && counter[at];
        if (bytes || counts) {
            buf_add_char(out, bytes ? MARK : COUNT_MARK);
            bytes = counts ? counter[at] : bytes;
            continue;
        }
        bytes = utf8_next(text.ptr + at, text.ptr + text.len, &character);
        buf_add(out, str_sub(text, at, at + bytes));
    }
    return n;
}

/* Whether the text is such times and marks; it is read to the first word that is none. */
static bool is_times(struct ago_lists *l, struct str text)
{
    unsigned n = 0;
    for (size_t at = 0, bytes; at < text.len; at += bytes) {
        uint32_t character;
        enum char_class class = class_at(text, at);
        bool mark = class == CHAR_SPACE || class == CHAR_PUNCT || class == CHAR_SYMBOL;
        bytes = mark ? utf8_next(text.ptr + at, text.ptr + text.len, &character) : ago_bytes(l, str_sub(text, at, text.len));
        if (!bytes)
            return false;
        n += !mark;
    }
    return n > 0;
}

/* Whether a unit or a day may begin in the word, of two bytes at least. */
static bool names_time(const struct ago_lists *l, struct str word)
{
    size_t figures = number_at(word, 0);
    return (figures && figures < word.len) || phrases_may_begin(word, &l->units) || phrases_may_begin(word, &l->days)
           || phrases_may_begin_in(word, &l->stems, PHRASE_ANYWHERE);
}

/* False: no word of the sentence names a time. Each word is looked at once for all of its places. */
static bool may_name_time(struct ago_lists *l, const struct page *p, struct sentence s)
{
    open_lists(l);
    for (uint32_t w = s.word; w < s.end; w++) {
        struct str word = page_word(p, w);
        uint8_t *known = &l->word[p->symbol[w]];
        if (word.len < 2 && is_letter_at(word, 0) && w > s.word && digit_at(page_word(p, w - 1), 0)) /* "3 d" */
            return true;
        if (word.len >= 2 && *known == WORD_UNKNOWN)
            *known = names_time(l, word) ? WORD_NAMES : WORD_OTHER;
        if (*known == WORD_NAMES)
            return true;
    }
    return false;
}

/* Writes the sentence without its times. False: it has none, or names a term. */
static bool read_side(struct ago_lists *l, const struct page *p, struct sentence s, struct buf *out)
{
    AUTO(buf) line = BUF(TEXT_BYTES);
    if (!may_name_time(l, p, s))
        return false;
    page_words_line(p, s.word, s.end, &line);
    return !line.over && !terms_named(NULL, buf_str(&line)) && take_out(l, buf_str(&line), NULL, out) > 0 && !out->over;
}

/* Whether the sentence is nothing but times. */
static bool is_all_times(struct ago_lists *l, const struct page *p, struct sentence s)
{
    AUTO(buf) line = BUF(TEXT_BYTES);
    if (!may_name_time(l, p, s))
        return false;
    page_words_line(p, s.word, s.end, &line);
    return !line.over && is_times(l, buf_str(&line)) && !terms_named(NULL, buf_str(&line));
}

/* Whether as much changed as a time has words, and nothing stays beside what came or went alone: most pieces are not read. */
static bool may_be_retold(const struct delta *d, const struct judge_piece *p)
{
    enum { TIME_WORDS = 8, TIME_MARKS = 8 };
    if (p->sentence == NONE || p->kind == PIECE_MOVED || p->came[SHAPE_LETTERS] > TIME_WORDS || p->went[SHAPE_LETTERS] > TIME_WORDS)
        return false;
    const struct sentence *s = &(p->old ? d->old : d->new)->sentence[p->sentence];
    return (!p->old && p->old_end > p->old_word) || s->end - s->word <= TIME_WORDS + TIME_MARKS;
}

bool ago_retold(struct ago_lists *l, const struct delta *d, const struct judge_piece *p)
{
    AUTO(buf) was = BUF(TEXT_BYTES);
    AUTO(buf) is = BUF(TEXT_BYTES);
    if (!may_be_retold(d, p))
        return false;
    if (p->old)
        return is_all_times(l, d->old, d->old->sentence[p->sentence]);
    if (p->old_end <= p->old_word)
        return p->kind == PIECE_ADDED && is_all_times(l, d->new, d->new->sentence[p->sentence]);
    return read_side(l, d->new, d->new->sentence[p->sentence], &is) && read_side(l, d->old, piece_was(d, p), &was)
           && str_eq(buf_str(&was), buf_str(&is));
}

/* ---- Counters beside them ---- */

/* Writes the sentence without its times and counters. False: it has no time, or names a term. */
static bool read_counted(struct ago_lists *l, const struct dates *dates, struct sentence s, bool old, struct buf *out)
{
    AUTO(buf) line = BUF(TEXT_BYTES);
    uint16_t counter[TEXT_BYTES] = { 0 };
    const struct page *p = dates->page;
    if (!may_name_time(l, p, s))
        return false;
    uint8_t *shape = l->shape[old] = l->shape[old] ? l->shape[old] : NEW_ARRAY_RAW(l->arena, uint8_t, p->n_words + 1);
    shapes_find(dates, shape, &s);
    for (uint32_t w = s.word; w < s.end && !line.over; w++) {
        if (w > s.word && p->word[w].flags & (WORD_SPACE | WORD_BREAK))
            buf_add_char(&line, ' ');
        size_t at = line.len;
        page_words_line(p, w, w + 1, &line);
        if (shape[w] == SHAPE_COUNT && !line.over && at < line.len)
            counter[at] = (uint16_t)(line.len - at);
    }
    return !line.over && !terms_named(NULL, buf_str(&line)) && take_out(l, buf_str(&line), counter, out) > 0 && !out->over;
}

/* Whether a sentence without its times and counters is names of what was counted. */
static bool is_labels(struct str rest)
{
    enum { LABEL_WORDS = 2 };
    enum char_class last = CHAR_SPACE, class = CHAR_SPACE;
    unsigned words = 0, counters = 0;
    for (size_t at = 0, bytes; at < rest.len; at += bytes, last = class) {
        uint32_t character;
        class = class_at(rest, at);
        bytes = utf8_next(rest.ptr + at, rest.ptr + rest.len, &character);
        if (class == CHAR_DIGIT)
            return false;
        counters += rest.ptr[at] == COUNT_MARK;
        words += (class == CHAR_LETTER && last != CHAR_LETTER && last != CHAR_MARK) || class == CHAR_IDEOGRAPH;
    }
    return counters > 0 && words <= LABEL_WORDS * counters;
}

bool ago_counted(struct ago_lists *l, const struct judge_pieces *pieces, const struct delta *d, const struct judge_piece *p)
{
    AUTO(buf) was = BUF(TEXT_BYTES);
    AUTO(buf) is = BUF(TEXT_BYTES);
    if ((p->came[SHAPE_COUNT] + p->went[SHAPE_COUNT] == 0 && !p->to) || !may_be_retold(d, p))
        return false; /* where only a part of the line is judged, the counters are in the rest */
    const struct dates *dates = p->old ? &pieces->old.dates : &pieces->new.dates;
    if (!read_counted(l, dates, dates->page->sentence[p->sentence], p->old, &is))
        return false;
    if (p->old || p->old_end <= p->old_word)
        return (p->old || p->kind == PIECE_ADDED) && is_labels(buf_str(&is));
    return read_counted(l, &pieces->old.dates, piece_was(d, p), true, &was) && str_eq(buf_str(&was), buf_str(&is));
}
