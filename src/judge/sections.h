/* Which words a heading stands above. Pure. */
#ifndef JUDGE_SECTIONS_H
#define JUDGE_SECTIONS_H

#include "page/page.h"

/* Whether a heading that comes before a word stands above it. The foot of the page is no part of its last section, though it comes after
 * all headings; a footer of an article is one. O(depth). */
bool section_reaches(const struct page *p, uint32_t heading, uint32_t word);
/* How many headings before a word are asked whether they stand above it: more than a shop has articles below one heading. */
enum { SECTION_LOOKS = 256 };
/* The number of the heading, of the first n of the page, that the word stands below; NONE: there is none. One inside an item, a cell, an
 * article, an aside or a card names that alone. Who has no use for it asks again with n as its number. O(SECTION_LOOKS x depth). */
uint32_t section_heading(const struct page *p, uint32_t word, uint32_t n);
/* Whether words of two versions of a page stand below headings that say the same. */
bool section_is_same(const struct page *p, uint32_t word, const struct page *other, uint32_t there);
/* Whether two words stand in boxes of one class side by side, as the items of a list do. O(depth). */
bool section_are_items(const struct page *p, uint32_t word, uint32_t other);

#endif
