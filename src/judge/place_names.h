/* The names of places: the tags, ids and classes around a word, without numbers. They stay the same from visit to visit. Pure. */
#ifndef JUDGE_PLACE_NAMES_H
#define JUDGE_PLACE_NAMES_H

#include "page/page.h"

struct element_names;

struct place_names {
    const struct page *page;
    uint64_t *name; /* by node, of elements that were looked at; 0: not yet */
    uint64_t *path; /* likewise, of those that were asked for */
    struct element_names *known;
};

/* `like`: of another version of the page, in the same arena: names are found once for both, and those that only one of them has count
 * little. Nothing is named before both are open. May be NULL. */
void place_names_open(struct place_names *out, struct arena *a, const struct page *page, const struct place_names *like);
/* The path from the node up to the body. O(depth, and the bytes of names that are new). */
uint64_t place_names_at(const struct place_names *s, uint32_t node);
/* Whether an element only wraps text and has no name: a link, emphasis, a paragraph, a box. They come and go when a page is tidied up. */
bool place_names_wraps(const struct page *p, uint32_t node);
/* The path without them. */
uint64_t place_names_part(const struct page *p, uint32_t node);

/* The kind of an element: its tag and the first of its classes; others and ids tell one item of a list from the next. */
uint64_t place_names_kind(const struct page *p, uint32_t node);

/* Whether two elements with classes are of one kind: of the same tag and the same classes. `states`: or all class names of one are among
 * the other's, as those of "card" and of "card sold-out", since a state adds its name. Names that only say how a box looks are in many,
 * so what stands in both must be alike then, too: at least two parts, whose tags come in the same order. O(bytes of the classes). */
bool place_names_like(const struct dom *d, uint32_t one, uint32_t other, bool states);

/* Equal for elements of one name. Numbers of tags without a row are given again for each pair of pages; their names stay. */
uint64_t place_names_tag(const struct dom *d, uint32_t tag);

/* The kinds of the element and of those around it, without their names. O(depth). */
uint64_t place_names_kinds(const struct page *p, uint32_t element);

#endif
