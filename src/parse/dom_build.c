/* In: elements and texts as they come. Out: the arrays of a struct dom. See dom_build.h. */
#include "parse/dom_build.h"

#include "base/limits.h"

static struct node *add_node(struct dom_builder *b, enum node_kind kind)
{
    uint32_t at = b->nodes.n;
    struct node *node = VEC_ADD(b->arena, &b->nodes);

    *node = (struct node){ .parent = b->open, .end = at + 1, .depth = (uint16_t)b->depth, .kind = (uint8_t)kind };
    return node;
}

bool dom_is_full(const struct dom_builder *b)
{
    return b->nodes.n > LIMIT_NODES || arena_over(b->arena);
}

void dom_open(struct dom_builder *b, uint32_t tag, enum node_space space)
{
    struct node *node = add_node(b, NODE_ELEMENT);

    node->tag = tag;
    node->space = (uint8_t)space;
    node->attr = b->attrs.n;
    b->open = b->nodes.n - 1;
    b->depth++;
}

void dom_attribute(struct dom_builder *b, struct str name, struct str value)
{
    uint32_t symbol = symbols_add(b->symbols, name);

    *VEC_ADD(b->arena, &b->attrs) = (struct attr){ .name = symbol, .len = (uint32_t)value.len, .value = value.ptr };
    b->nodes.item[b->open].n_attr++;
}

void dom_open_copy(struct dom_builder *b, const struct dom *from, uint32_t node)
{
    const struct node *n = &from->node[node];

    dom_open(b, n->tag, (enum node_space)n->space);
    for (uint32_t k = n->attr; k < n->attr + n->n_attr; k++)
        dom_attribute(b, symbols_str(from->symbols, from->attr[k].name), attr_value(&from->attr[k]));
}

void dom_close(struct dom_builder *b)
{
    b->nodes.item[b->open].end = b->nodes.n;
    b->open = b->nodes.item[b->open].parent;
    b->depth--;
}

static void add_characters(struct dom_builder *b, enum node_kind kind, struct str text)
{
    struct node *node = add_node(b, kind);

    node->text = text.ptr;
    node->len = (uint32_t)text.len;
}

void dom_text(struct dom_builder *b, struct str text)
{
    if (text.len)
        add_characters(b, NODE_TEXT, text);
}

void dom_comment(struct dom_builder *b, struct str text)
{
    add_characters(b, NODE_COMMENT, text);
}

int dom_finish(const struct dom_builder *b, struct dom *out, struct err *e)
{
    if (b->nodes.n > LIMIT_NODES)
        return err_set(e, E_LIMIT, "the page has more than the %u nodes that weft reads", LIMIT_NODES);
    int bad = arena_room(b->arena, 0, e);
    if (bad)
        return bad;
    out->symbols = b->symbols;
    out->node = b->nodes.item;
    out->n = b->nodes.n;
    out->attr = b->attrs.item;
    out->n_attr = b->attrs.n;
    return 0;
}
