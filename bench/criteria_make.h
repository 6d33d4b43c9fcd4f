/* Pages with one kind of change, and how much it ought to count: section 3 of Kwon, Lee, Kim.
 *
 * A page is n words, a change is one cluster of x words in the middle. How each kind is made, and why it is no other kind:
 *   add      x words that the page does not have are inserted (Definition 1)
 *   copy     x words that the page has are inserted, each at most once, in random order: no run of the page comes again (Definition 1)
 *   drop     x words that stand once are taken out (Definition 2)
 *   shrink   the first half of the page are different words, the second half the same words in random order; of that half x are
 *            taken out, so all of them are still there. At most m = n / 2 (Definition 2)
 *   replace  x words are exchanged for words that the page does not have (Definition 3)
 *   move     x + 1 different words change to the reverse order: one of them can stay, exactly x moved. At most n - 1 (Definition 4)
 * Words are numbers from 1 on; the page has numbers up to n, new words have n + 1 to 2n. Deterministic. */
#ifndef BENCH_CRITERIA_MAKE_H
#define BENCH_CRITERIA_MAKE_H

#include <stdint.h>
#include <string.h>

#include "tests/base/random.h"

enum criteria_kind { CRITERIA_ADD, CRITERIA_COPY, CRITERIA_DROP, CRITERIA_SHRINK, CRITERIA_REPLACE, CRITERIA_MOVE, CRITERIA_KINDS };
static const char *const criteria_names[CRITERIA_KINDS] = { "add", "copy", "drop", "shrink", "replace", "move" };

/* The weights of Figs. 7 and 8. */
#define CRITERIA_ALPHA 0.75 /* of copy and shrink */
#define CRITERIA_BETA 0.75  /* of move */

enum { CRITERIA_WORDS_MAX = 1 << 13 };

struct criteria_pair {
    uint32_t n_old, n_new;
    uint32_t old[CRITERIA_WORDS_MAX], new[2 * CRITERIA_WORDS_MAX];
};

/* The most words that can change in a page of n. */
static inline uint32_t criteria_most(enum criteria_kind kind, uint32_t n)
{
    return kind == CRITERIA_SHRINK ? n / 2 : kind == CRITERIA_MOVE ? n - 1 : n;
}

/* What a metric ought to say (Figs. 2 to 4). */
static inline double criteria_value(enum criteria_kind kind, double n, double x)
{
    switch (kind) {
    case CRITERIA_ADD:
        return x / (n + x);
    case CRITERIA_COPY:
        return CRITERIA_ALPHA * x / (n + x);
    case CRITERIA_SHRINK:
        return CRITERIA_ALPHA * x / n;
    case CRITERIA_MOVE:
        return CRITERIA_BETA * x / n;
    default:
        return x / n;
    }
}

static inline void criteria_shuffle(uint32_t *word, uint32_t n, struct random *random)
{
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = random_below(random, i), keep = word[i - 1];
        word[i - 1] = word[j];
        word[j] = keep;
    }
}

/* The old page, and as many words again in random order: what copies are taken from. */
static inline void criteria_page(enum criteria_kind kind, uint32_t n, struct criteria_pair *p, uint32_t *shuffled)
{
    struct random random = { 0x9e3779b97f4a7c15u + n };
    uint32_t different = kind == CRITERIA_SHRINK ? n - n / 2 : n;

    for (uint32_t i = 0; i < different; i++)
        p->old[i] = shuffled[i] = i + 1;
    criteria_shuffle(shuffled, different, &random);
    for (uint32_t i = different; i < n; i++)
        p->old[i] = shuffled[i - different];
    p->n_old = n;
}

/* The new page: the words before the cluster, the cluster, and those behind. */
static inline void criteria_make(enum criteria_kind kind, uint32_t n, uint32_t x, struct criteria_pair *p)
{
    uint32_t shuffled[CRITERIA_WORDS_MAX];
    uint32_t taken = kind == CRITERIA_ADD || kind == CRITERIA_COPY ? 0 : kind == CRITERIA_MOVE ? x + 1 : x;
    uint32_t given = kind == CRITERIA_DROP || kind == CRITERIA_SHRINK ? 0 : kind == CRITERIA_MOVE ? x + 1 : x;
    uint32_t from = kind == CRITERIA_SHRINK ? n - n / 2 + (n / 2 - taken) / 2 : (n - taken) / 2;

    criteria_page(kind, n, p, shuffled);
    memcpy(p->new, p->old, from * sizeof *p->new);
    for (uint32_t i = 0; i < given; i++)
        p->new[from + i] = kind == CRITERIA_MOVE ? p->old[from + x - i] : kind == CRITERIA_COPY ? shuffled[i] : n + 1 + i;
    memcpy(p->new + from + given, p->old + from + taken, (n - from - taken) * sizeof *p->new);
    p->n_new = n - taken + given;
}

#endif
