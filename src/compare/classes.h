/* What a difference of markup is to a reader. One table (classes.def) says it of every attribute. */
#ifndef COMPARE_CLASSES_H
#define COMPARE_CLASSES_H

#include "compare/addresses.h"

/* One attribute of two elements; NULL where it is not there. At least one is. */
struct attribute_pair {
    const struct page *old, *new;
    uint32_t old_node, new_node;
    const struct attr *was, *now;
};

/* Its class, or CLASS_SAME where HTML reads both values alike. O(bytes). */
unsigned class_of_attribute(const struct attribute_pair *p);
/* The class of all attributes of two elements together: that of the one which says most to a reader; CLASS_SAME where none differs. */
unsigned class_of_attributes(const struct delta *d, uint32_t old_node, uint32_t new_node);
/* For each attribute that differs: those of the new element in their order, then those that only the old one has. Start with *at = 0;
 * false at the end. Attributes that no reader can notice (page/hashes.h) are passed over. */
bool next_attribute(const struct delta *d, uint32_t old_node, uint32_t new_node, uint32_t *at, struct attribute_pair *out);

/* Whether the words of a range are nothing that a reader reads: line breaks and rules (CLASS_LOOK), drawings without words (CLASS_LOOK),
 * hidden fields and frames that are not seen (CLASS_MACHINERY); else CLASS_CONTENT. CLASS_SAME for an empty range. */
unsigned class_of_words(const struct page *p, uint32_t word, uint32_t end);

/* Whether an element is a field that holds what programs need. */
bool is_hidden_field(const struct page *p, uint32_t node);

/* Whether a reader stops or starts seeing the element itself, not only what is around it. */
bool becomes_hidden(const struct delta *d, uint32_t old_node, uint32_t new_node);
bool becomes_visible(const struct delta *d, uint32_t old_node, uint32_t new_node);

/* Whether it is there to be pressed: a link, a button, what plays such a part. */
bool is_pressed(const struct page *p, uint32_t node);
/* Whether something that is pressed, or a card by the name of its class, comes to say that it cannot be used: it is disabled, sold out, its
 * link leads nowhere; or that it can again. Two elements that differ in it are CLASS_CONTENT. O(attributes). */
bool becomes_put_out(const struct delta *d, uint32_t old_node, uint32_t new_node);
bool becomes_put_in(const struct delta *d, uint32_t old_node, uint32_t new_node);
/* Whether an attribute has a say in that: what it says is said once. */
bool says_put_out(struct str attribute);

#endif
