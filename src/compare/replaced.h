/* What a change that is not one of words put in the place of what: the title, the description, a picture. Pure, O(log images). */
#ifndef COMPARE_REPLACED_H
#define COMPARE_REPLACED_H

#include "compare/delta.h"

struct replaced {
    struct str what;     /* "title", "description", "picture" */
    struct str old, new; /* the text, or a picture's address; empty: that side has none */
};

/* False: it is a change of words, or of something else that has no words for it. */
bool change_replaced(const struct delta *d, const struct change *c, struct replaced *out);

/* The picture that a word shows; NULL: it shows none. O(log images). */
const struct image *word_picture(const struct page *p, uint32_t word);

#endif
