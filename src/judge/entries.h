/* Entries of lists and tables that came or went as a whole: an item, a row, a card. A list is watched for its entries, and one of two words
 * ("Driver" among the open jobs) is news however few they are. */
#ifndef JUDGE_ENTRIES_H
#define JUDGE_ENTRIES_H

#include "judge/words.h"

struct judge_entry {
    uint32_t first, end; /* words of the row */
    float weight;        /* the largest of its words' */
    float factor;        /* the mean of its words' */
};

struct judge_entries {
    struct judge_entry *item;
    uint32_t n, room;
};

/* The item, row, card or other entry around a node of the page; NONE: it is in none. O(1). */
uint32_t entry_around(const struct page *p, uint32_t node);

/* `fate` of each word of the row: enum judge_fate. All words of an entry changed. In their order, none inside another. In JSON there are
 * none: there a row is a member. O(words). */
void entries_find(struct arena *a, const struct judge_words *words, const uint8_t *fate, struct judge_entries *out);

#endif
