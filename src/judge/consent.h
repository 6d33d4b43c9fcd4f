/* The part of a page that asks for consent to cookies: a bar below it, a window in front of it, or a wall in its place. Known by what it is
 * made of, since its names are as often made by a program: a button with an answer, and words around it that say what is asked. Pure. */
#ifndef JUDGE_CONSENT_H
#define JUDGE_CONSENT_H

#include "page/page.h"

/* The smallest element that holds the answer and what it answers; NONE: nothing is asked. `links`: answers may be links that lead
 * elsewhere, too, as on pages that are all question. O(nodes), and the words of buttons and of what is around them. */
uint32_t consent_find(const struct page *p, bool links);
/* Whether something can be pressed among the nodes of [from, end): a button, or a link that leads nowhere. O(nodes). */
bool consent_has_button(const struct page *p, uint32_t from, uint32_t end);

/* Whether a text names cookies, or what else people are asked about with them. */
bool consent_names(struct str text);
/* Whether a sentence is of a paragraph that tells of cookies, on a page that hardly speaks of them. O(words of the paragraph); of the page
 * where it does. */
bool consent_tells(const struct page *p, uint32_t sentence);

#endif
