/* A flat tree made by hand, node after node in document order: for readers of what is not HTML.
 *
 *     struct dom_builder b = { .arena = a, .symbols = symbols };
 *     dom_open(&b, TAG_PRE, SPACE_HTML);
 *     dom_attribute(&b, STR("class"), STR("log"));
 *     dom_text(&b, line);
 *     dom_close(&b);
 *     if (dom_finish(&b, &dom, e)) return e->code;
 *
 * Texts and values are kept as they are given: they must live as long as the tree. Past LIMIT_NODES nodes nothing is added any more, and
 * dom_finish() says so. O(1) a call. */
#ifndef PARSE_DOM_BUILD_H
#define PARSE_DOM_BUILD_H

#include "base/vec.h"
#include "parse/dom.h"

struct dom_builder {
    struct arena *arena;
    struct symbols *symbols;
    VEC(struct node) nodes;
    VEC(struct attr) attrs;
    uint32_t open;  /* the innermost open element */
    uint32_t depth; /* how many are open */
};

/* An element begins; what follows lies in it until dom_close(). */
void dom_open(struct dom_builder *b, uint32_t tag, enum node_space space);
/* An element of another tree, with its attributes. */
void dom_open_copy(struct dom_builder *b, const struct dom *from, uint32_t node);
/* An attribute of the element that was opened last, before anything is put into it. */
void dom_attribute(struct dom_builder *b, struct str name, struct str value);
void dom_close(struct dom_builder *b);
/* A text; two in a row must not come, and an empty one is none. */
void dom_text(struct dom_builder *b, struct str text);
void dom_comment(struct dom_builder *b, struct str text);

/* Whether there is no room for more nodes: a reader's loop may stop. */
bool dom_is_full(const struct dom_builder *b);
/* Fills node, attr and symbols of *out once every element is closed. E_LIMIT: too many nodes, or over the arena's budget. */
int dom_finish(const struct dom_builder *b, struct dom *out, struct err *e) MUST_CHECK;

#endif
