/* What machines write into names and addresses: hashes, tokens, counters, times. A person would not write it, and does not read it. */
#ifndef PAGE_GENERATED_H
#define PAGE_GENERATED_H

#include "base/str.h"

/* A run of letters and digits that a machine made: 3f9ac21b, 1686792086381, J3cfX66sLJTEJkPn. Not: words, years, dates, short numbers. */
bool generated(struct str part);
/* A whole value that is one token: a UUID, base64, a time to the second. */
bool generated_value(struct str value);
/* A name of which a part is made by a machine, so loosely that it should decide nothing that a reader would miss: css-1x2y3z. */
bool generated_name(struct str name);
/* A name without what programs hang on it, which is another on each visit or after each build: "Card_title__x1Yz2" is "Card_title",
 * "row-17" is "row", "css-bdvagi" is nothing. */
struct str generated_stem(struct str name);
/* A text that has a part which a machine made. */
bool generated_within(struct str text);
/* The same but for parts that a machine made on both sides: page_article1691606450735 and page_article1691628056969. */
bool generated_alike(struct str was, struct str now);

#endif
