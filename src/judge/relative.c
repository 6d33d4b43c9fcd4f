/* In: a sentence that changed. Out: whether it only tells the same day in other words.
 *
 *  1. All words that came and all that went are words of times: of phrases of events.def, of dates.def, and small words between them.
 *  2. At least one side has a phrase that tells how far away the day is.
 *  3. It is no head of a column or a row: "Cases in the last week" counts others than those "in the last 24 hours".
 *  4. Days come nearer and pass: what was yesterday is not tomorrow, and what was tomorrow is not on Friday. */
#include "judge/relative.h"

#include "base/auto.h"
#include "judge/phrases.h"
#include "judge/states.h"

enum { CHANGED_WORDS = 12, BESIDE = 1, TEXT_BYTES = 512 };

/* How far away a text says that something is. */
enum nearness { NEAR_UNSAID, NEAR_PAST, NEAR_TODAY, NEAR_AHEAD };

static const struct phrase past[] = {
#define AGO(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase today[] = {
#define DAY(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase ahead[] = {
#define SOON(text) PHRASE(text),
#include "judge/events.def"
};

static const struct phrase durations[] = {
#define DURATION(text) PHRASE(text),
#include "judge/events.def"
};

/* Some have one byte. */
static const struct str small[] = {
#define LINK(text) STR_INIT(text),
#include "judge/events.def"
#define SMALL_TIME(word) STR_INIT(word),
#define SMALL_MONEY(word)
#define WORD(class, word) SMALL_##class(word)
#include "judge/dates.def"
#undef WORD
#undef SMALL_TIME
#undef SMALL_MONEY
};

/* ---- The words ---- */

static bool is_letter(char c)
{
    return byte_lower(c) >= 'a' && byte_lower(c) <= 'z';
}

/* Bytes of the phrase that the text begins with, if a word ends behind it; else 0. */
static size_t bytes_of(struct str text, struct str phrase)
{
    bool cut = phrase.len < text.len && is_letter(phrase.ptr[phrase.len - 1]) && is_letter(text.ptr[phrase.len]);
    return !cut && str_starts_nocase(text, phrase) ? phrase.len : 0;
}

static size_t longest_of(struct str text, const struct phrase *list, size_t n)
{
    uint32_t start = text.len > 1 ? str_pair(text.ptr[0], text.ptr[1]) : PHRASE_PAIRS;
    size_t most = 0;
    for (size_t i = 0; i < n; i++)
        if (list[i].start == start)
            most = MAX(most, bytes_of(text, list[i].text));
    return most;
}

/* Bytes of the longest word or phrase of times that the text begins with; 0: it begins with something else. */
static size_t time_bytes(struct str text)
{
    size_t most = longest_of(text, past, ARRAY_LEN(past));
    most = MAX(most, longest_of(text, today, ARRAY_LEN(today)));
    most = MAX(most, longest_of(text, ahead, ARRAY_LEN(ahead)));
    most = MAX(most, longest_of(text, durations, ARRAY_LEN(durations)));
    for (size_t i = 0; i < ARRAY_LEN(small); i++)
        if (byte_lower(small[i].ptr[0]) == byte_lower(text.ptr[0]))
            most = MAX(most, bytes_of(text, small[i]));
    return most;
}

static bool is_all_times(struct str text)
{
    for (size_t at = 0, bytes; at < text.len; at += bytes) {
        bool word = (unsigned char)text.ptr[at] >= 0x80 || is_letter(text.ptr[at]);
        bytes = word ? time_bytes(str_sub(text, at, text.len)) : 1;
        if (!bytes)
            return false;
    }
    return true;
}

/* ---- Both sides ---- */

#define HAS(text, list) phrases_found(text, list, ARRAY_LEN(list), PHRASE_BEGINS | PHRASE_ENDS)

static enum nearness nearness_of(struct str text)
{
    if (HAS(text, past) || (running_named(NULL, text) && (HAS(text, durations) || is_all_times(text))))
        return NEAR_PAST;
    return HAS(text, today) ? NEAR_TODAY : HAS(text, ahead) ? NEAR_AHEAD : NEAR_UNSAID;
}

/* Words in [word, end) of a page that a change has; false: they are too many. */
static bool read_side(const struct page *p, const uint32_t *change, struct sentence range, struct buf *changed, struct buf *around)
{
    uint32_t n = 0, first = NONE, last = 0;
    for (uint32_t w = range.word; w < range.end; w++)
        if (change[w] != NONE) {
            page_words_line(p, w, w + 1, changed);
            if (w + 1 < range.end && (p->word[w + 1].flags & WORD_SPACE))
                buf_add_char(changed, ' ');
            first = first == NONE ? w : first;
            last = w;
            n++;
        }
    if (n)
        page_words_line(p, first > range.word ? first - BESIDE : first, MIN(range.end, last + 1 + BESIDE), around);
    return n > 0 && n <= CHANGED_WORDS && !changed->over && !around->over;
}

static bool comes_nearer(enum nearness was, enum nearness is)
{
    if (was == NEAR_UNSAID || is == NEAR_UNSAID)
        return was != is && was != NEAR_AHEAD;
    return is <= was;
}

/* ---- The day of the visit ---- */

static bool has_digit_at(const struct page *p, uint32_t w)
{
    return byte_is_digit(page_word(p, w).ptr[0]);
}

static bool is_word(const struct page *p, uint32_t w)
{
    struct str word = page_word(p, w);
    return word.len && ((unsigned char)word.ptr[0] >= 0x80 || is_letter(word.ptr[0]));
}

/* Whether all words of a range that changed say which day it is: the first, if they stand right behind `today`; words beside figures; and
 * whether doors are open. */
static bool is_of_day(const struct page *p, const uint32_t *change, struct sentence range)
{
    AUTO(buf) before = BUF(TEXT_BYTES);
    uint32_t first = range.word;
    while (first < range.end && change[first] == NONE)
        first++;
    page_words_line(p, range.word, first, &before);
    bool day = !before.over && today_ends(str_trim(buf_str(&before)));
    for (uint32_t w = first; w < range.end; w++) {
        AUTO(buf) word = BUF(TEXT_BYTES);
        day &= change[w] != NONE;
        if (change[w] == NONE || !is_word(p, w))
            continue;
        page_words_line(p, w, w + 1, &word);
        bool counted = (w > range.word && has_digit_at(p, w - 1)) || (w + 1 < range.end && has_digit_at(p, w + 1));
        if (word.over || !(((day || counted) && is_all_times(buf_str(&word))) || is_door(buf_str(&word))))
            return false;
    }
    return true;
}

/* "Today is Monday, the museum is closed" in the place of "Today is Sunday, the museum is open". */
static bool tells_the_day(const struct delta *d, struct sentence now, struct sentence was)
{
    AUTO(buf) line = BUF(TEXT_BYTES);
    page_words_line(d->new, now.word, now.end, &line);
    return !line.over && today_named(NULL, buf_str(&line)) && is_of_day(d->new, d->new_change, now)
           && is_of_day(d->old, d->old_change, was);
}

/* What heads a column or a row says over which time its figures are; nothing happened then. */
static bool is_head(const struct page *p, uint32_t word)
{
    static const uint32_t tags[] = { TAG_TH };
    return p->kind == KIND_MARKUP && page_around(p, p->word[word].node, tags, 1) != NONE;
}

bool relative_retold(const struct delta *d, const struct judge_piece *p)
{
    AUTO(buf) came = BUF(TEXT_BYTES);
    AUTO(buf) went = BUF(TEXT_BYTES);
    AUTO(buf) is = BUF(TEXT_BYTES);
    AUTO(buf) was = BUF(TEXT_BYTES);
    uint32_t others = 0;
    for (unsigned i = SHAPE_NUMBER; i < SHAPE_MARK; i++)
        others += i == SHAPE_TIME ? 0 : p->came[i] + p->went[i];
    if (p->kind != PIECE_CHANGED || p->old || p->kept == 0 || others || p->old_end <= p->old_word
        || is_head(d->new, d->new->sentence[p->sentence].word))
        return false;
    struct sentence old = { .word = p->old_word, .end = p->old_end };
    if (tells_the_day(d, piece_range(d->new, p), piece_was(d, p)))
        return true;
    return read_side(d->new, d->new_change, piece_range(d->new, p), &came, &is)
           && read_side(d->old, d->old_change, old, &went, &was) && is_all_times(buf_str(&came)) && is_all_times(buf_str(&went))
           && comes_nearer(nearness_of(buf_str(&was)), nearness_of(buf_str(&is)));
}
