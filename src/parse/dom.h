/* The flat tree that parsing gives: nodes in document order, read-only from then on.
 *
 *     node[0] is the root element (html, or the root of an XML document).
 *     The subtree of node i is the range [i, node[i].end); its first child is i + 1 where i + 1 < end;
 *     the next sibling of i is node[i].end, where that is < node[parent].end.
 *
 * Text is UTF-8. Text nodes, comments and attribute values are slices of memory in the arena given to the parser.
 *
 *     <p class=x>Hi <b>you</b>!</p>      0 p   end 5   attr class
 *                                        1 "Hi "  end 2
 *                                        2 b   end 4
 *                                        3 "you"  end 4
 *                                        4 "!"    end 5
 *
 * Invariants (dom_check):
 *  1. parent < i < end <= node[parent].end for every node but the root, whose parent is 0 and whose end is n.
 *  2. depth(i) = depth(parent) + 1 <= LIMIT_DEPTH.
 *  3. text nodes and comments have no children; neighbouring text nodes under one parent are one node. */
#ifndef PARSE_DOM_H
#define PARSE_DOM_H

#include "base/arena.h"
#include "base/symbols.h"
#include "parse/tag.h"

enum node_kind { NODE_ELEMENT, NODE_TEXT, NODE_COMMENT };
enum node_space { SPACE_HTML, SPACE_SVG, SPACE_MATH, SPACE_OTHER };

struct attr {
    uint32_t name; /* symbol of the name as serialised ("href", "xlink:href") */
    uint32_t len;
    const char *value;
};

struct node {
    uint32_t parent;
    uint32_t end;
    uint32_t tag;   /* elements; else 0 */
    uint16_t depth; /* of the root: 0 */
    uint8_t kind;   /* enum node_kind */
    uint8_t space;  /* enum node_space */
    union {
        struct {
            uint32_t attr; /* first in dom->attr */
            uint32_t n_attr;
        };
        const char *text; /* text and comments */
    };
    uint32_t len; /* bytes of text */
};

struct dom {
    struct symbols *symbols;
    struct node *node;
    uint32_t n;
    struct attr *attr;
    uint32_t n_attr;
    struct str run;     /* the memory that all texts lie in, where it is one run: a reader may look past a text's end, up to here */
    struct str doctype; /* as it must be written to get the same mode again: "html", `html PUBLIC "..." "..."`; empty: none */
    bool quirks;        /* tables inside p, and so on: a page without doctype must be shown without one */
    bool xml;           /* came through the XML reader */
    const char *encoding;        /* name of the character set it was read as */
    const char *encoding_source; /* "bom", "header", "meta", "detected", "xml", "default" */
    struct str truncated;        /* empty, or what was left out and which limit did it */
};

static inline struct str node_text(const struct node *n)
{
    return (struct str){ n->text, n->len };
}

static inline struct str attr_value(const struct attr *a)
{
    return (struct str){ a->value, a->len };
}

/* The value of an attribute; false where the element has none of that name. */
bool dom_attr(const struct dom *d, uint32_t node, struct str name, struct str *value);
/* The same for many nodes: `name` is the symbol of the name, 0 where no element has such an attribute. */
static inline bool dom_attr_by(const struct dom *d, uint32_t node, uint32_t name, struct str *value)
{
    const struct node *n = &d->node[node];
    for (uint32_t i = n->attr; n->kind == NODE_ELEMENT && name && i < n->attr + n->n_attr; i++)
        if (d->attr[i].name == name) {
            *value = attr_value(&d->attr[i]);
            return true;
        }
    return false;
}
/* XPath with positions: /html/body/div[2]/p[1]; text nodes as /text()[n]. O(depth x siblings). */
struct str dom_path(struct arena *a, const struct dom *d, uint32_t node);
/* NULL where the invariants hold, else the one that does not. For tests and fuzzing. */
const char *dom_check(const struct dom *d);

#endif
