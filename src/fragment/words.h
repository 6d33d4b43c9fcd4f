/* Which words of a page are new at nearly every visit: the 3 of "3 hours ago" inside a paragraph that stays, a count of readers, a date.
 *
 *     struct words words;
 *     words_open(&words, a);
 *     for each version: history_add(&h, &page, at_s, e), then words_add(&words, &h, &page)
 *     words_churn(&words, mask)              of the newest version: mask[page.n_words]
 *
 * The history (fragment/history.h) says which part is which; here the words of each lowest part are followed from version to version. A
 * word that takes the place of another goes on with its count, as a slot does. */
#ifndef FRAGMENT_WORDS_H
#define FRAGMENT_WORDS_H

#include "fragment/history.h"

/* One word of a lowest part. */
struct words_place {
    uint64_t word;                /* its hash */
    uint16_t n_visits, n_changed; /* since something stood there */
};

struct words_part {
    struct words_place *place;
    uint32_t n;
    uint32_t first;   /* word of the last version that has it */
    uint32_t version; /* that one, from 1; 0: none */
};

struct words {
    struct arena *arena;
    VEC(struct words_part) part; /* by slot of the history */
    uint32_t n_versions;
};

void words_open(struct words *w, struct arena *a);
/* The version that history_add() was given last, and its page. O(words), and for each part that changed the square of its words between the
 * first and the last that differ, where these are few. */
void words_add(struct words *w, const struct history *h, const struct page *page);
/* Sets mask[i] where word i of the newest version is new at nearly every visit; leaves the others as they are. */
void words_churn(const struct words *w, bool *mask);

#endif
