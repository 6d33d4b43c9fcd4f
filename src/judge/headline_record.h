/* The record around a piece: what a reader takes for one thing. Private to judge/. Pure. */
#ifndef JUDGE_HEADLINE_RECORD_H
#define JUDGE_HEADLINE_RECORD_H

#include "judge/headline.h"

enum { CARD_WORDS = 120 }; /* longer, it is a part of the page and not one of its things */

/* What whole_record() found out about the words of both pages; zeros but for the first two at the beginning. */
struct record_memory {
    struct arena *arena;
    const struct delta *delta;
    uint32_t *staying
        [4]; /* of either page, and likewise for pieces that moved: by word, how many before it stay; NULL: nobody has asked */
};

/* Whether it is new or gone as a whole, and nothing stood, or stands, in its place. */
bool came_or_went(const struct judge_piece *piece);
/* The row or item around a word; in JSON an item is an object, and its rows are members of it. NONE: there is none. */
uint32_t record_around(const struct page *p, uint32_t word);
/* The row, item or card around the piece, where all of it came or went; NONE. O(CARD_WORDS + depth), and once O(words). */
uint32_t whole_record(struct record_memory *memory, const struct judge_piece *piece);
/* Whether it is the short first line of a card that came or went as a whole and is too long to be read at once: its name. O(words of the
 * card). */
bool opens_card(const struct delta *d, const struct judge_piece *piece);
/* The list or table of a record, or what holds the cards. */
uint32_t list_of(const struct page *p, uint32_t record);
/* Whether it is a row of nothing but heads, which names the columns. */
bool is_heads(const struct page *p, uint32_t record);
/* The nearest item, article or card around a word, whether it is new or not; NONE. */
uint32_t card_around_word(const struct page *p, uint32_t word);
bool is_heading(const struct page *p, uint32_t word);
/* Whether it is what is said of a term: dd. */
bool is_definition(const struct page *p, uint32_t word);

#endif
