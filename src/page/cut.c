/* In: text. Out: where its words end.
 *
 * The cut follows Unicode's word boundaries (UAX 29) where a reader would: letters and digits run together with their marks; an
 * apostrophe or full stop between letters and a point, comma or colon between digits stay inside (don't, example.com, 1,000.50,
 * 12:30); an ideograph is its own word, a run of katakana is one; any other mark is a word, a run of the same mark one word ("...");
 * an emoji is a word with all that is joined to it, a flag the word of its two letters.
 * Every word takes at least one character and no white space. */
#include "page/cut.h"

#include "base/utf8.h"

enum {
    JOINER = 0x200d, /* ZERO WIDTH JOINER: the emoji on both sides are one picture */
};

/* What may stand inside a word between two characters of the same class: UAX 29's MidLetter, MidNum and MidNumLet, in short. */
static bool joins(uint32_t middle, enum char_class around)
{
    if (middle == '\'' || middle == 0x2019 || middle == '.')
        return true;
    if (around == CHAR_DIGIT)
        return middle == ',' || middle == ':';
    return middle == 0xb7 || middle == 0x2027;
}

static bool is_wordy(enum char_class class)
{
    return class == CHAR_LETTER || class == CHAR_DIGIT;
}

/* The end of the run of letters, digits and marks that goes on at `at`; `class` is the last one's before it. */
static const char *end_of_letters(const char *at, const char *end, enum char_class class)
{
    const char *limit = end - at > WORD_BYTES_MAX ? at + WORD_BYTES_MAX : end;

    while (at < limit) {
        uint32_t character, after;
        unsigned n = utf8_next(at, end, &character), m;
        enum char_class next = char_class(character);

        if (is_wordy(next) || next == CHAR_MARK) {
            class = next == CHAR_MARK ? class : next;
            at += n;
            continue;
        }
        if (!joins(character, class) || at + n >= limit || (m = utf8_next(at + n, end, &after), char_class(after)) != class)
            break;
        at += n + m;
    }
    return at;
}

static bool is_flag_letter(uint32_t character)
{
    return character >= 0x1f1e6 && character <= 0x1f1ff;
}

/* Whether a symbol goes on one before it in one picture: joined by ZWJ, a shade of skin, the second letter of a flag. */
static bool continues_picture(uint32_t before, uint32_t character, unsigned n_before)
{
    return before == JOINER || (character >= 0x1f3fb && character <= 0x1f3ff)
           || (n_before == 1 && is_flag_letter(before) && is_flag_letter(character));
}

/* The end of a word that is no run of letters: an ideograph, a run of katakana or of one mark, a picture. */
static const char *end_of_marks(const char *at, const char *end, uint32_t first)
{
    enum char_class class = char_class(first);
    const char *limit = end - at > WORD_BYTES_MAX ? at + WORD_BYTES_MAX : end;
    bool runs = (class == CHAR_PUNCT || class == CHAR_SYMBOL) && !is_flag_letter(first);
    uint32_t character, before = first;

    for (unsigned n = 1; at < limit; n++, before = character) {
        unsigned bytes = utf8_next(at, end, &character);
        enum char_class next = char_class(character);

        if (next != CHAR_MARK && !(class == CHAR_KATAKANA && next == CHAR_KATAKANA) && !(character == first && runs)
            && !(class == CHAR_SYMBOL && next == CHAR_SYMBOL && continues_picture(before, character, n)))
            break;
        at += bytes;
    }
    return at;
}

const char *cut_word(const char *at, const char *end)
{
    uint32_t first;
    unsigned n = utf8_next(at, end, &first);
    enum char_class class = char_class(first);

    return is_wordy(class) || class == CHAR_MARK ? end_of_letters(at + n, end, class) : end_of_marks(at + n, end, first);
}

const char *cut_space(const char *at, const char *end)
{
    while (at < end) {
        uint32_t character;
        unsigned n = utf8_next(at, end, &character);

        if (char_class(character) != CHAR_SPACE)
            break;
        at += n;
    }
    return at;
}
