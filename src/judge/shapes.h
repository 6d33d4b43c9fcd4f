/* What the words of a sentence look like: letters, numbers, times, prices, counters, codes, signs. */
#ifndef JUDGE_SHAPES_H
#define JUDGE_SHAPES_H

#include "judge/dates.h"

enum word_shape {
    SHAPE_LETTERS,
    SHAPE_NUMBER,
    SHAPE_TIME,
    SHAPE_PRICE,
    SHAPE_COUNT, /* a number that counts what people or machines do: "3 users online" */
    SHAPE_TOKEN, /* a code that a program made */
    SHAPE_SIGN,  /* a picture that is written: a tick, a star, a red circle; the minus of a number */
    SHAPE_MARK,
};
enum { WORD_SHAPES = SHAPE_MARK + 1 };

/* Writes the shape of each word of one sentence into `shape`, a row by word of the page. O(bytes of the sentence). */
void shapes_find(const struct dates *dates, uint8_t *shape, const struct sentence *sentence);

/* Whether the letters of the word before go on in it: an element ends between them. */
bool shape_is_joined(const struct page *p, uint32_t word);

/* The end of the words of a sentence that hang together without a space. */
uint32_t shape_run_end(const struct page *p, const struct sentence *s, uint32_t word);

/* Whether it begins with a letter of some script. */
bool shape_is_foreign(struct str word); /* of one that begins beyond ASCII */
static inline bool shape_is_letters(struct str word)
{
    unsigned char first = word.len ? (unsigned char)word.ptr[0] : 0;
    return first < 0x80 ? first == '_' || ((first | 0x20) >= 'a' && (first | 0x20) <= 'z') : shape_is_foreign(word);
}

/* Without the spaces of no width (U+200B, U+FEFF) that some editors leave around a word: nobody sees them. */
struct str shape_trim_unseen(struct str word); /* of one that has such bytes */
static inline struct str shape_visible(struct str word)
{
    enum { MARK_BYTES = 3 };
    return word.len < MARK_BYTES || ((unsigned char)word.ptr[0] < 0xe2 && (unsigned char)word.ptr[word.len - 1] < 0x80)
               ? word
               : shape_trim_unseen(word);
}

/* Digits and the letters that stand for them, as many as a code has. */
bool shape_is_hex(struct str word);

/* What a sentence says but for its figures; 0: a word or nothing. O(bytes of the sentence). */
uint64_t shapes_letters(const struct page *p, const struct sentence *s);
/* Whether a program keeps the line for programs: "$Id: index.html,v 1.3 2026/05/03 anna Exp $". */
bool shape_is_kept(const struct page *p, uint32_t word, uint32_t end);

/* A mark that parts what a line says: "until 30 June 2027; last commit 5 hours ago". */
bool shape_parts(struct str word);

/* Whether it ends with the mark of a sentence: a label does not. */
bool shape_ends_sentence(struct str text);

#endif
