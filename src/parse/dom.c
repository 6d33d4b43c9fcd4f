/* In: a dom. Out: an attribute's value, a path, or the invariant that does not hold.
 *
 * Cost: as each call says in dom.h. */
#include "parse/dom.h"

#include "base/buf.h"
#include "base/limits.h"

bool dom_attr(const struct dom *d, uint32_t node, struct str name, struct str *value)
{
    const struct node *n = &d->node[node];
    return n->kind == NODE_ELEMENT && n->n_attr && dom_attr_by(d, node, symbols_find(d->symbols, name), value);
}

/* The position of a node among the siblings of its kind, from 1; *alone where it is the only one. */
static uint32_t position(const struct dom *d, uint32_t node, bool *alone)
{
    const struct node *n = &d->node[node];
    uint32_t before = 0, all = 0;
    for (uint32_t i = n->parent + 1; i < d->node[n->parent].end; i = d->node[i].end) {
        bool same = d->node[i].kind == n->kind && d->node[i].tag == n->tag;
        before += same && i < node;
        all += same;
    }
    *alone = all == 1;
    return before + 1;
}

static void add_step(struct buf *b, const struct dom *d, uint32_t node)
{
    const struct node *n = &d->node[node];
    bool alone = true;
    uint32_t at = node == 0 ? 1 : position(d, node, &alone);
    buf_add_char(b, '/');
    buf_add(b, n->kind == NODE_TEXT ? STR("text()") : n->kind == NODE_COMMENT ? STR("comment()") : tag_name(d->symbols, n->tag));
    if (!alone)
        buf_addf(b, "[%u]", at);
}

struct str dom_path(struct arena *a, const struct dom *d, uint32_t node)
{
    AUTO(buf) b = BUF(LIMIT_OUTPUT_BYTES);
    uint32_t way[LIMIT_DEPTH + 1], n = 0;
    struct str path = { "", 0 };
    for (uint32_t i = node; i; i = d->node[i].parent)
        way[n++] = i;
    add_step(&b, d, 0);
    while (n)
        add_step(&b, d, way[--n]);
    return buf_take(&b, a, &path, NULL) ? STR("") : path;
}

static const char *check_node(const struct dom *d, uint32_t i)
{
    const struct node *n = &d->node[i], *parent = &d->node[n->parent];
    if (n->parent >= i)
        return "1: a parent stands before its children";
    if (n->end <= i || n->end > parent->end)
        return "1: a subtree lies inside its parent's";
    if (parent->kind != NODE_ELEMENT)
        return "3: only elements have children";
    if (n->depth != parent->depth + 1)
        return "2: depth is one more than the parent's";
    if (n->depth > LIMIT_DEPTH)
        return "2: depth is at most LIMIT_DEPTH";
    if (n->kind != NODE_ELEMENT)
        return n->end == i + 1 && n->tag == TAG_NONE ? NULL : "3: text and comments have no children";
    return n->attr <= d->n_attr && n->n_attr <= d->n_attr - n->attr ? NULL : "attributes lie inside their array";
}

/* Every child ends where the next begins or the parent ends, and no two neighbours are text. */
static const char *check_children(const struct dom *d, uint32_t parent)
{
    uint32_t end = d->node[parent].end;
    bool text = false;
    for (uint32_t i = parent + 1; i < end; i = d->node[i].end) {
        if (d->node[i].parent != parent)
            return "1: what follows a child is the next child";
        bool is_text = d->node[i].kind == NODE_TEXT;
        if (text && is_text)
            return "3: neighbouring texts are one node";
        text = is_text;
    }
    return NULL;
}

const char *dom_check(const struct dom *d)
{
    if (d->n == 0 || d->node[0].parent != 0 || d->node[0].end != d->n || d->node[0].depth != 0)
        return "1: the root is node 0 and holds all";
    for (uint32_t i = 1; i < d->n; i++) {
        const char *wrong = check_node(d, i);
        if (wrong)
            return wrong;
    }
    for (uint32_t i = 0; i < d->n; i++) {
        const char *wrong = d->node[i].kind == NODE_ELEMENT ? check_children(d, i) : NULL;
        if (wrong)
            return wrong;
    }
    return NULL;
}
