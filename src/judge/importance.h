/* How important the change between two versions is, twice.
 *
 * weft's own (importance_of), which people are shown: a sum over the words that changed, by where they stand and what they are, brought to
 * [0, 1]. docs/design/vidiff.md has the formula and its reasons.
 *
 * The paper's (importance_paper): E(v1, v2) of Vi-DIFF, section 6.
 *
 *     E = sum over blocks of  I(block) x  1/NOp sum over operations of  1/NEl sum over kinds of  I(op, kind) x N(op, kind) / N(kind)
 *
 * NOp is the number of kinds of operation that happened in the block, NEl the number of kinds of things in it (link, image, text),
 * N(kind) how many things of the kind it had and got. The I(block) add up to 1 over all blocks of both versions that have content, so E
 * lies between 0 and 1. A block that moved counts as a move of all that is in it; what a split or a merge handed over counts as nothing,
 * since a reader sees the same things in the same place; what it did to the text counts in each of its parts. */
#ifndef JUDGE_IMPORTANCE_H
#define JUDGE_IMPORTANCE_H

#include "judge/words.h"
#include "visual/videlta.h"

struct importance_weights {
    double op[VI_OPS][VI_KINDS]; /* 0 to 1 */
};

/* Those of importance.def. */
extern const struct importance_weights importance_weights;

/* A block that weighs less or more than its place says, and why in words: its history, a rule of the user. */
struct importance_factor {
    bool old;       /* `block` is of the old document: a block that is gone */
    uint32_t block; /* number in the document */
    double factor;  /* 0 or more */
    struct str why;
};

/* One block's part in it. */
struct importance_share {
    struct str ref, from; /* its name in the new and in the old version; empty: not there */
    double weight;        /* I(block), with factors, normalised */
    double factor;        /* all factors together */
    double amount;        /* what is in the brackets of the formula: 0 to 1 */
    double share;         /* weight x amount */
    uint32_t count[VI_OPS][VI_KINDS];
    uint32_t total[VI_KINDS]; /* N(kind) */
    bool inserted, deleted, moved;
    bool holds;     /* has content of its own, in either version */
    struct str why; /* in words */
};

struct importance {
    double value;                   /* E */
    struct importance_share *block; /* those that changed, the largest share first */
    uint32_t n;
    uint32_t n_blocks; /* that weights are shared among */
};

struct importance_input {
    const struct vixml *old, *new;
    const struct videlta *delta; /* of these two, not read from a file */
    const struct importance_weights *weights;
    const struct importance_factor *factor;
    uint32_t n_factors;
};

/* Two versions as weft's own importance takes them. */
struct importance_pair {
    const struct vixml *old, *new;
    const struct videlta *delta; /* of these two, not read from a file */
    const struct judge_words *old_words, *new_words;
    const struct importance_weights *weights; /* of insert, delete and move: what was updated is what went and what came */
};

/* Factors of blocks from those of their words, the mean of each: for the paper's formula, which knows blocks alone. Of the old version only
 * blocks that are gone have one. */
void importance_factors(struct arena *a, const struct importance_pair *in, struct importance_input *out);

/* O(blocks + changes). */
void importance_paper(struct arena *a, const struct importance_input *in, struct importance *out);

/* The value is 0 exactly where no word, link or picture differs, and no fact changed without one. O(words) where little differs. */
void importance_of(struct arena *a, const struct importance_pair *in, struct importance *out);

/* The value alone, the same one: for rows of pages that need not be cut into blocks. */
double importance_value(struct arena *a, const struct judge_words *old, const struct judge_words *new);

/* What a word or block weighs by its history, which is weft's own and not the paper's. One that changed at `changed` of the last `visits`
 * visits: 1 where it never did, nearly 0 where it always does and was seen often. */
double importance_of_history(uint32_t changed, uint32_t visits);

#endif
