/* UTF-8 and the character classes that words are cut by. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/str.h"

/* The classes of tools/gen-unicode, from the Unicode character database. */
enum char_class {
    CHAR_SPACE,     /* what Python's str.isspace() says (White_Space and U+001C to U+001F), and the BOM */
    CHAR_LETTER,    /* letters (Hangul too) of scripts that set spaces between words, connector punctuation such as _ */
    CHAR_DIGIT,     /* Nd, Nl, No */
    CHAR_MARK,      /* combining marks, format characters: belong to the character before */
    CHAR_KATAKANA,  /* runs of it are words */
    CHAR_IDEOGRAPH, /* Han, Hiragana, Bopomofo, Yi, Thai, Lao, Khmer, Myanmar, Tai ...: each is a word, with its marks */
    CHAR_PUNCT,
    CHAR_SYMBOL, /* currency, maths, arrows, emoji, unassigned, controls */
};

/* The way for what does not begin with an ASCII byte; utf8_next() is the one to call. */
unsigned utf8_next_wide(const char *from, const char *end, uint32_t *character);

/* Decodes one character; returns its bytes (1 to 4; 0 only where from == end). A malformed byte gives U+FFFD and 1. */
static inline unsigned utf8_next(const char *from, const char *end, uint32_t *character)
{
    if (from < end && (unsigned char)*from < 0x80) {
        *character = (unsigned char)*from;
        return 1;
    }
    return utf8_next_wide(from, end, character);
}

/* Writes a character as UTF-8, returns its bytes; what is no scalar value is written as U+FFFD. */
unsigned utf8_put(char out[4], uint32_t character);
bool utf8_valid(struct str s);
/* The first `most` bytes at most, and no part of a character. */
struct str utf8_head(struct str s, size_t most);

/* What a terminal obeys, or what turns the direction of text around so that it reads as something else: C0, DEL, C1, the separators of
 * lines and paragraphs, and the embeddings, overrides and isolates of the bidirectional algorithm. */
static inline bool char_is_unsafe(uint32_t character)
{
    return character < 0x20 || (character >= 0x7f && character < 0xa0) || (character >= 0x2028 && character <= 0x202e)
           || (character >= 0x2066 && character <= 0x2069);
}

/* For the inline calls below: the row of each ASCII character, and of any character (class in the low 3 bits, capital as bit 3). */
extern const unsigned char char_ascii[128];
unsigned char_row_wide(uint32_t character);

static inline unsigned char_row(uint32_t character)
{
    return character < 0x80 ? char_ascii[character] : char_row_wide(character);
}

static inline enum char_class char_class(uint32_t character)
{
    return (enum char_class)(char_row(character) & 7);
}

/* The small letter of a capital in Latin, Greek, Cyrillic and Armenian; any other character as it is. */
uint32_t char_small(uint32_t character);

/* Where `words` stands in the text, whatever is a capital in either; SIZE_MAX: nowhere. O(text x words). */
size_t utf8_find_nocase(struct str text, struct str words);

/* Capital and title-case letters (Lu, Lt). */
static inline bool char_is_upper(uint32_t character)
{
    return char_row(character) >> 3;
}

#endif
