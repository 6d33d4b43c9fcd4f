/* What a card, item or row is called: the line in it that tells it from those beside it. Private to show/. */
#ifndef SHOW_CARD_H
#define SHOW_CARD_H

#include "page/records.h"

struct cards {
    const struct page *page;
    struct records records;
    uint32_t *inside; /* by word: 1 + the innermost record around it, or 0 */
};

/* O(nodes + words x depth of records). */
void cards_open(struct cards *c, struct arena *a, const struct page *p);

struct card_name {
    uint32_t word, end;
};

/* The name of the innermost card around the words [word, end) that has one outside of them. False where there is none, where the card is
 * too long for its first line to be about all of it, or where a heading between the card's start and the words says it already. O(depth
 * of records). */
bool card_name(const struct cards *c, uint32_t word, uint32_t end, struct card_name *out);

#endif
