/* The elements that are open while a page is written, as the HTML parser that reads it will have them. Private to show/.
 *
 * A parser does not build what tags say: a div ends a p, a link ends a link, a second form is ignored, text in a table goes before it. The
 * stack knows where that would happen, so that a start tag is written only where it becomes a child of the element that is open, and an
 * end tag only for that element. Then what is read is what was written, in every browser: parse(write(tree)) = tree.
 *
 *     stack_missing(s, TAG_TD) in a table       tbody: open that first, then ask again
 *     stack_takes(s, TAG_DIV, SPACE_HTML) in p  false: call it by another name
 *
 * Rules: https://html.spec.whatwg.org/multipage/parsing.html#tree-construction. All calls O(1). */
#ifndef SHOW_STACK_H
#define SHOW_STACK_H

#include "base/vec.h"
#include "parse/dom.h"

struct level {
    struct str name; /* as it was written */
    uint32_t tag;
    uint16_t inside; /* what is open around its content, as far as it matters there; see stack.c */
    uint8_t space;   /* enum node_space */
    bool implied;    /* a part of a table that the page left out */
};

struct stack {
    struct arena *arena;
    bool quirks; /* the page is in quirks mode: a table may stand in a p */
    VEC(struct level) level;
};

/* Whether the start tag of an element makes a child of the open element and does nothing else. */
bool stack_takes(const struct stack *s, uint32_t tag, enum node_space space);
/* Opens it. */
void stack_push(struct stack *s, struct str name, uint32_t tag, enum node_space space);
struct level stack_pop(struct stack *s);
/* The part of a table that has to be opened before an element (or text: TAG_NONE) can stand here; TAG_NONE where none has. */
uint32_t stack_missing(const struct stack *s, uint32_t tag);
/* Whether the open element is an implied one in which the next (or text: TAG_NONE) does not belong. */
bool stack_is_over(const struct stack *s, uint32_t tag);
/* Whether the open element takes parts of a table alone: of text only white space may stand there. */
bool stack_is_table(const struct stack *s);

#endif
