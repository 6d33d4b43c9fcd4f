/* Which words a heading stands above. Pure. */
#ifndef JUDGE_SECTIONS_H
#define JUDGE_SECTIONS_H

#include "page/page.h"

/* Whether a heading that comes before a word stands above it. The foot of the page is no part of its last section, though it comes after
 * all headings; a footer of an article is one. O(depth). */
bool section_reaches(const struct page *p, uint32_t heading, uint32_t word);

#endif
