/* In: a piece. Out: whether only times in it went on that tell how long ago something was.
 *
 *  1. Such a time is a number, or a word that stands for one, or nothing, and a unit, with a word before or behind it that says so. Several
 *     units may follow each other: "1 hour and 5 minutes ago". Or it is a day as seen from today, with a clock or without.
 *  2. Where these are taken out of both sentences the rest is the same. A sentence that came or went alone has no letter or figure left.
 * Cost: O(words), and for words that may begin such a time O(rows of ago.def). */
#include "judge/ago.h"

#include "base/auto.h"
#include "base/utf8.h"
#include "judge/phrases.h"

enum { TEXT_BYTES = 2048, UNITS_MOST = 3, MARK = 1 /* a byte that no text has */ };

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
    static const uint32_t zeros[] = { '0', 0x660, 0x6f0, 0x966, 0x9e6 };
    uint32_t character;
    size_t bytes = at < text.len ? utf8_next(text.ptr + at, text.ptr + text.len, &character) : 0;
    for (size_t i = 0; bytes && i < ARRAY_LEN(zeros); i++)
        if (character >= zeros[i] && character < zeros[i] + 10)
            return bytes;
    return 0;
}

static size_t skip_spaces(struct str text, size_t at)
{
    static const struct str spaces[] = { STR_INIT(" "), STR_INIT("\u00a0"), STR_INIT("\u202f") };
    for (size_t i = 0; i < ARRAY_LEN(spaces);)
        if (str_starts(str_sub(text, MIN(at, text.len), text.len), spaces[i]))
            at += spaces[i].len, i = 0;
        else
            i++;
    return at;
}

/* Bytes of the longest phrase at `at` behind which a word ends; 0: none. */
static size_t phrase_at(struct str text, size_t at, const struct phrase *list, size_t n)
{
    struct str rest = str_sub(text, MIN(at, text.len), text.len);
    uint32_t start = rest.len > 1 ? str_pair(rest.ptr[0], rest.ptr[1]) : PHRASE_PAIRS;
    size_t most = 0;
    for (size_t i = 0; i < n; i++)
        if (list[i].start == start && list[i].text.len > most && str_starts_nocase(rest, list[i].text)
            && !is_letter_at(rest, list[i].text.len))
            most = list[i].text.len;
    return most;
}

static size_t word_at(struct str text, size_t at, const struct str *list, size_t n)
{
    struct str rest = str_sub(text, MIN(at, text.len), text.len);
    size_t most = 0;
    for (size_t i = 0; i < n; i++)
        if (list[i].len > most && str_starts_nocase(rest, list[i]) && !is_letter_at(rest, list[i].len))
            most = list[i].len;
    return most;
}

#define PHRASE_AT(text, at, list) phrase_at(text, at, list, ARRAY_LEN(list))
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
static size_t unit_end(struct str text, size_t at)
{
    size_t number = number_at(text, at);
    if (!number) {
        size_t one = WORD_AT(text, at, ones), behind_one = skip_spaces(text, at + one);
        at = one && PHRASE_AT(text, behind_one, units) ? behind_one : at;
    }
    at = skip_spaces(text, at + number);
    size_t unit = PHRASE_AT(text, at, units);
    unit = unit || !number ? unit : WORD_AT(text, at, letters);
    if (!unit)
        return 0;
    at += unit;
    return at < text.len && text.ptr[at] == '.' ? at + 1 : at;
}

/* Behind all units that follow each other from `at` on; 0: there is none. */
static size_t units_end(struct str text, size_t at)
{
    size_t end = unit_end(text, at);
    for (unsigned i = 1; end && i < UNITS_MOST; i++) {
        size_t next = skip_spaces(text, end < text.len && text.ptr[end] == ',' ? end + 1 : end);
        next = skip_spaces(text, next + WORD_AT(text, next, ands));
        next = number_at(text, next) ? unit_end(text, next) : 0;
        if (!next)
            break;
        end = next;
    }
    return end;
}

/* "yesterday", "hier à 12h30". */
static size_t day_bytes(struct str text)
{
    size_t day = PHRASE_AT(text, 0, days);
    if (!day)
        return 0;
    size_t at = skip_spaces(text, day < text.len && text.ptr[day] == ',' ? day + 1 : day);
    at = skip_spaces(text, at + WORD_AT(text, at, ats));
    size_t hours = number_at(text, at), mark = at + hours;
    if (!hours || mark >= text.len || !strchr(":.h", text.ptr[mark]))
        return day;
    return mark + 1 + number_at(text, mark + 1);
}

/* "3小时前": no word ends there. */
static size_t stem_bytes(struct str text)
{
    size_t number = number_at(text, 0), at = skip_spaces(text, number), most = 0;
    struct str rest = str_sub(text, at, text.len);
    for (size_t i = 0; number && i < ARRAY_LEN(stems); i++)
        if (stems[i].text.len > most && str_starts(rest, stems[i].text))
            most = stems[i].text.len;
    return most ? at + most : 0;
}

size_t ago_bytes(struct str text)
{
    size_t found = MAX(day_bytes(text), stem_bytes(text));
    if (found)
        return found;
    size_t first = PHRASE_AT(text, 0, before), with = first ? 0 : WORD_AT(text, 0, withs);
    size_t end = units_end(text, skip_spaces(text, first + with));
    if (!end)
        return 0;
    size_t last_at = skip_spaces(text, end), last = PHRASE_AT(text, last_at, behind);
    return last ? last_at + last : first ? end : 0;
}

/* ---- Sentences ---- */

/* Writes the text with a mark for each such time; the number of them. */
static unsigned take_out(struct str text, struct buf *out)
{
    enum char_class class = CHAR_SPACE, last = CHAR_SPACE;
    unsigned n = 0;
    for (size_t at = 0, bytes; at < text.len; at += bytes, last = class) {
        uint32_t character;
        class = class_at(text, at);
        bool begins = class == CHAR_DIGIT                               ? last != CHAR_DIGIT
                      : class == CHAR_LETTER || class == CHAR_IDEOGRAPH ? last != CHAR_LETTER
                                                                        : false;
        bytes = begins ? ago_bytes(str_sub(text, at, text.len)) : 0;
        n += bytes > 0;
        if (bytes) {
            buf_add_char(out, MARK);
            continue;
        }
        bytes = utf8_next(text.ptr + at, text.ptr + text.len, &character);
        buf_add(out, str_sub(text, at, at + bytes));
    }
    return n;
}

static bool is_nothing_else(struct str rest)
{
    uint32_t character;
    for (size_t at = 0; at < rest.len; at += utf8_next(rest.ptr + at, rest.ptr + rest.len, &character)) {
        enum char_class class = class_at(rest, at);
        if (class != CHAR_SPACE && class != CHAR_PUNCT && class != CHAR_SYMBOL)
            return false;
    }
    return true;
}

/* The sentence that a word belongs to. */
static struct sentence sentence_of(const struct page *p, uint32_t word)
{
    uint32_t low = 0, high = p->n_sentences;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (p->sentence[middle].word <= word)
            low = middle;
        else
            high = middle;
    }
    return p->sentence[low];
}

static bool read_side(const struct page *p, struct sentence s, struct buf *out)
{
    AUTO(buf) line = BUF(TEXT_BYTES);
    page_words_line(p, s.word, s.end, &line);
    return !line.over && take_out(buf_str(&line), out) > 0 && !out->over;
}

bool ago_retold(const struct delta *d, const struct judge_piece *p)
{
    AUTO(buf) was = BUF(TEXT_BYTES);
    AUTO(buf) is = BUF(TEXT_BYTES);
    if (p->sentence == NONE || p->kind == PIECE_MOVED)
        return false;
    if (p->old)
        return read_side(d->old, d->old->sentence[p->sentence], &was) && is_nothing_else(buf_str(&was));
    if (!read_side(d->new, d->new->sentence[p->sentence], &is))
        return false;
    if (p->old_end <= p->old_word)
        return p->kind == PIECE_ADDED && is_nothing_else(buf_str(&is));
    return read_side(d->old, sentence_of(d->old, p->old_word), &was) && str_eq(buf_str(&was), buf_str(&is));
}
