/* The language of a page, by its script and its small words. A server may answer in the language of the place it is asked from; to a
 * reader that is not the page. Pure. */
#ifndef JUDGE_LANGUAGE_H
#define JUDGE_LANGUAGE_H

#include "page/page.h"

/* "English", "Japanese"; NULL: there is too little text, or two languages are mixed. O(words). */
const char *language_of(const struct page *p);
/* Whether the markup says that all of the page is in that language: <html lang="en-GB">. `name`: of language_of(). O(nodes before it). */
bool language_is_declared(const struct page *p, const char *name);

/* Whether links of the new page offer one language, `now`, in the place of another: a page offers those that it is not in. Names as the
 * languages have them: "Español". O(links). */
bool language_offered_instead(const struct page *old, const struct page *new, struct str *was, struct str *now);

#endif
