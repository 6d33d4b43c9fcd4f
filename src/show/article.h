/* The main content of a page as a page of its own, to be read. */
#ifndef SHOW_ARTICLE_H
#define SHOW_ARTICLE_H

#include "segment/content.h"

/* A whole HTML document: title, headings, paragraphs, lists, links and pictures of the main content and nothing else of the page. It runs
 * nothing and sends nothing. O(words). */
int article_show(const struct content *c, struct buf *out, struct err *e) MUST_CHECK;

#endif
