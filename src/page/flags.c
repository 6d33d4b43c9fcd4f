/* What is hidden, and what has a block element inside.
 *
 * In: the flat tree. Out: flags[]. One pass down (hidden is inherited), one pass up (blocks below). O(nodes + attributes). */
#include "page/build.h"

/* display:none in a style attribute; the last declaration of display counts. */
static bool style_hides(struct str style)
{
    bool hides = false;

    while (style.len) {
        struct str value = str_cut(&style, ';'), name = str_cut(&value, ':');

        if (str_eq_nocase(str_trim(name), STR("display")))
            hides = str_eq_nocase(str_trim(str_cut(&value, '!')), STR("none")); /* without !important */
    }
    return hides;
}

static bool element_hides(const struct dom *d, const struct node *n, uint32_t hidden, uint32_t style)
{
    if (node_classes(n) & TAG_HIDDEN)
        return true;
    for (uint32_t k = 0; k < n->n_attr; k++) {
        const struct attr *attr = &d->attr[n->attr + k];

        if ((attr->name == hidden && hidden) || (attr->name == style && style && style_hides(attr_value(attr))))
            return true;
    }
    return false;
}

void build_flags(struct arena *a, struct page *p)
{
    const struct dom *d = &p->dom;
    uint32_t hidden = symbols_find(d->symbols, STR("hidden")), style = symbols_find(d->symbols, STR("style"));
    uint32_t hidden_end = 0;

    p->flags = NEW_ARRAY(a, uint8_t, d->n);
    for (uint32_t i = 0; i < d->n; i++) {
        const struct node *n = &d->node[i];

        if (i >= hidden_end && (n->kind == NODE_COMMENT || (n->kind == NODE_ELEMENT && element_hides(d, n, hidden, style))))
            hidden_end = n->end;
        if (i < hidden_end)
            p->flags[i] |= NODE_HIDDEN;
    }
    for (uint32_t i = d->n; i-- > 1;) {
        if ((p->flags[i] & NODE_HAS_BLOCK) || (node_classes(&d->node[i]) & (TAG_BLOCK | TAG_HIDDEN)) == TAG_BLOCK)
            p->flags[d->node[i].parent] |= NODE_HAS_BLOCK;
    }
}
