/* The language of a page, by its script and its small words. A server may answer in the language of the place it is asked from; to a
 * reader that is not the page. Pure. */
#ifndef JUDGE_LANGUAGE_H
#define JUDGE_LANGUAGE_H

#include "page/page.h"

/* "English", "Japanese"; NULL: there is too little text, or two languages are mixed. O(words). */
const char *language_of(const struct page *p);

#endif
