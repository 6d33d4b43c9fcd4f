/* How much a page changed: six numbers between 0 (not at all) and 1 (all of it).
 *
 * Kwon, Lee, Kim: "A Precise Metric for Measuring How Much Web Pages Change", sections 2 and 4. Words only: markup, pictures and what is
 * hidden are left out. Two empty pages are equal. All but IED are symmetric.
 *
 *     BW   0 where the bytes are the same, else 1
 *     COS  1 - cosine of the pages' TF-IDF vectors; blind to order
 *     WD   1 - 2 |common words| / (m + n); common words counted as often as both have them
 *     ED   (m + n - 2 LCS) / (m + n)
 *     SH   1 - |S(p) & S(p')| / |S(p) | S(p')|, S the set of runs of k words, wrapping at the end
 *     IED  extended edit distance / max(m, n): six operations, found in the paper's five phases
 *
 * Cost: O(words) beside the LCS, memory linear in the words. */
#ifndef COMPARE_METRICS_H
#define COMPARE_METRICS_H

#include "page/page.h"

/* In how many pages of an archive a word stands: what COS weighs words by. */
struct corpus {
    uint32_t n_pages;
    /* Pages that have the word with this hash (symbols_hash). */
    uint32_t (*pages_with)(const struct corpus *c, uint64_t word);
};

struct metrics_options {
    double copy_cost; /* a: of "copy" and "shrink" */
    double move_cost; /* b */
    uint32_t shingle; /* k */
    const struct corpus *corpus; /* NULL: the two pages are the corpus */
};

/* The paper's own values. */
#define METRICS_DEFAULT { .copy_cost = 0.75, .move_cost = 0.75, .shingle = 10 }

/* How often each operation of the extended edit distance is used. */
struct operations {
    uint32_t add, drop, copy, shrink, replace, move;
};

struct metrics {
    double bw, cos, wd, ed, sh, ied;
    struct operations operations;
    double extended_edit_distance;
    uint32_t words_old, words_new, lcs;
    bool exact;       /* the LCS is a longest one: no size limit was passed */
    bool from_corpus; /* COS used an archive's frequencies */
};

/* A text as words: symbols of one table. */
struct text {
    const uint32_t *symbol;
    uint32_t n;
};

/* The five metrics of words and BW from `same_bytes`. `symbols` is the table both texts share. */
void metrics_of_texts(const struct symbols *symbols, struct text old, struct text new, bool same_bytes, const struct metrics_options *o,
                      struct metrics *out);
/* Of two pages that share a symbol table. */
void metrics_of_pages(const struct page *old, const struct page *new, const struct metrics_options *o, struct metrics *out);

/* The visible words of a page, without atoms. */
struct text metrics_words(struct arena *a, const struct page *p);

/* IED's operations alone. *lcs gets the length of the common subsequence; false where it is not surely the longest. */
bool metrics_operations(struct text old, struct text new, uint32_t n_symbols, const struct metrics_options *o, struct operations *out,
                        uint32_t *lcs);

#endif
