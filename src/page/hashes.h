/* Hashes of subtrees: stable from run to run, so that they may be stored. */
#ifndef PAGE_HASHES_H
#define PAGE_HASHES_H

#include "page/page.h"

/* Attributes that no reader can notice: ids, handlers, names of vocabularies, and what looks like weft's own marks. They count neither
 * in hashes nor as changes. */
bool attribute_is_silent(struct str name);
/* A subtree by tags, attributes and the bytes of its text, white space at the ends of texts left out: for atoms. */
uint64_t hashes_of_subtree(const struct page *p, uint32_t node);
/* The same without the element itself and its attributes. */
uint64_t hashes_below(const struct page *p, uint32_t node);
/* The text below a node alone. */
uint64_t hashes_text_of(const struct page *p, uint32_t node);

#endif
