/* Feeds (RSS, Atom, RDF) as pages that people read. For body.c.
 *
 * The elements stay, so that selectors for them work; inside them a reader finds what a reader of feeds shows: the name of an entry is a
 * heading and leads to the entry, texts that hold HTML are HTML, and what only programs read (lastBuildDate, guid, ttl, counts of comments)
 * is an attribute and not a word. */
#ifndef PAGE_FEED_H
#define PAGE_FEED_H

#include "parse/dom.h"

/* Whether the root is that of a feed. */
bool feed_is(const struct dom *d);

/* The feed `from` as a new tree; texts are shared with it. E_LIMIT as page_read(). O(bytes). */
int feed_read(struct arena *a, const struct dom *from, struct dom *out, struct err *e) MUST_CHECK;

#endif
