/* How much a page changed: six numbers between 0 (not at all) and 1 (all of it).
 *
 * Kwon, Lee, Kim: "A Precise Metric for Measuring How Much Web Pages Change", sections 2 and 4. Markup and what is hidden are left out.
 * Two empty pages are equal. All but IED are symmetric.
 *
 *     BW   0 where the text is the same, character by character with its white space, else 1
 *     COS  1 - cosine of the TF-IDF vectors; blind to order
 *     WD   1 - 2 |common words| / (m + n); a word is common as often as both have it
 *     ED   (m + n - 2 LCS) / (m + n)
 *     SH   1 - |S(p) & S(p')| / |S(p) | S(p')|, S the set of runs of k words, wrapping at the end
 *     IED  extended edit distance / max(m, n), at most 1 (see ied.h)
 *
 * COS weighs a word by how often the page has it times ln((1 + N) / (1 + pages with it)) + 1, the pages being those of an archive, or
 * where there is none the two that are compared (N = 2). The 1 behind keeps words that every page has.
 * Cost: O(words + symbols) beside the LCS of sequence_match(); memory linear in the words and symbols. */
#ifndef COMPARE_METRICS_H
#define COMPARE_METRICS_H

#include "compare/ied.h"
#include "page/page.h"

/* In how many pages of an archive a word stands: what COS weighs words by. */
struct corpus {
    uint32_t n_pages;
    /* Pages that have the word with this hash (symbols_hash). */
    uint32_t (*pages_with)(const struct corpus *c, uint64_t word);
};

/* Longer shingles than this would say no more than BW. */
#define METRICS_SHINGLE_MAX 1000000u

struct metrics_options {
    struct costs cost;           /* of IED's operations */
    uint32_t shingle;            /* k: 1 to METRICS_SHINGLE_MAX */
    const struct corpus *corpus; /* NULL: the two texts are the corpus */
};

/* The paper's own values. */
#define METRICS_DEFAULT \
    { \
        .cost = { .copy = 0.75, .move = 0.75 }, .shingle = 10 \
    }

struct metrics {
    double bw, cos, wd, ed, sh, ied;
    struct operations operations;
    double extended_edit_distance;
    uint32_t words_old, words_new, lcs;
    bool exact;       /* the LCS is a longest one: no limit of size was passed */
    bool from_corpus; /* COS used an archive's frequencies */
};

/* Of two texts with symbols of the same table; BW is !same_bytes. */
void metrics_of_texts(const struct symbols *symbols, const struct text text[2], bool same_bytes, const struct metrics_options *o,
                      struct metrics *out);
/* Of two pages that share a symbol table. */
void metrics_of_pages(const struct page *old, const struct page *new, const struct metrics_options *o, struct metrics *out);

/* The words of a plain text: one for each run between white space. */
struct text metrics_split(struct arena *a, struct symbols *symbols, struct str text);

#endif
