/* The style sheets that a page holds itself, in <style>: what they say of an element. For style.c and form.c. */
#ifndef SEGMENT_SHEET_H
#define SEGMENT_SHEET_H

#include "segment/style.h"

/* NULL where the page holds no rule that matters to a layout. The page must live as long. O(bytes of the style sheets). */
struct sheet *sheet_read(struct arena *a, const struct page *p);

/* Writes what the rules say of the element over `out`. A sheet hides nothing: what a script shows later has words that count.
 * O(rules with one of its names x depth), within a budget for the page. */
void sheet_apply(struct sheet *s, uint32_t node, struct style *out);

/* A hash of what the rules say of the element; 0 where they say nothing. */
uint64_t sheet_hash(struct sheet *s, uint32_t node);

#endif
