/* What is hidden, what keeps its white space, and what has a block element inside.
 *
 * In: the flat tree. Out: flags[]. One pass down (the first two are inherited), one pass up (blocks below). What a click unfolds is not
 * hidden (page/folds.c). O(nodes + attributes). */
#include "page/build.h"

/* The last declaration of a property in a style attribute, without !important; empty: none. */
static struct str last_declaration(struct str style, struct str property)
{
    struct str last = STR("");

    while (style.len) {
        struct str value = str_cut(&style, ';'), name = str_cut(&value, ':');

        if (str_eq_nocase(str_trim(name), property))
            last = str_trim(str_cut(&value, '!'));
    }
    return last;
}

/* What a style attribute says of white space: whether it is kept; `inherited` where it says nothing. */
static bool style_keeps(struct str style, bool inherited)
{
    struct str value = last_declaration(style, STR("white-space"));

    if (value.len == 0 || str_eq_nocase(value, STR("inherit")))
        return inherited;
    return str_eq_nocase(value, STR("pre")) || str_eq_nocase(value, STR("pre-wrap")) || str_eq_nocase(value, STR("break-spaces"));
}

/* The names that are asked for, as symbols; 0 where the page has none of them. */
struct names {
    uint32_t hidden, style;
};

/* The flags that an element gives itself, its parent's given. */
static unsigned element_flags(const struct dom *d, const struct node *n, const struct names *names, unsigned inherited)
{
    unsigned classes = node_classes(n), flags = inherited | (classes & TAG_HIDDEN ? NODE_HIDDEN : 0);

    if (classes & TAG_KEEP_SPACE)
        flags |= NODE_KEEPS;
    for (uint32_t k = 0; k < n->n_attr; k++) {
        const struct attr *attr = &d->attr[n->attr + k];

        if (names->hidden && attr->name == names->hidden)
            flags |= NODE_HIDDEN;
        if (!names->style || attr->name != names->style)
            continue;
        if (str_eq_nocase(last_declaration(attr_value(attr), STR("display")), STR("none")))
            flags |= NODE_HIDDEN;
        flags = style_keeps(attr_value(attr), flags & NODE_KEEPS) ? flags | NODE_KEEPS : flags & ~(unsigned)NODE_KEEPS;
    }
    return flags;
}

/* Of the nodes [from, end): what each gives itself and what its parent has. */
static void flag_nodes(struct page *p, const struct names *names, uint32_t from, uint32_t end)
{
    const struct dom *d = &p->dom;
    for (uint32_t i = from; i < end; i++) {
        const struct node *n = &d->node[i];
        unsigned inherited = i ? p->flags[n->parent] : 0;

        if (n->kind == NODE_ELEMENT)
            inherited = element_flags(d, n, names, inherited);
        p->flags[i] = (uint8_t)(n->kind == NODE_COMMENT ? inherited | NODE_HIDDEN : inherited);
    }
}

void build_flags(struct arena *a, struct page *p)
{
    const struct dom *d = &p->dom;
    struct names names = { symbols_find(d->symbols, STR("hidden")), symbols_find(d->symbols, STR("style")) };

    p->flags = NEW_ARRAY(a, uint8_t, d->n);
    flag_nodes(p, &names, 0, d->n);
    struct folds folds = names.hidden || names.style ? build_folds(a, p) : (struct folds){ 0 };
    for (uint32_t i = 0; i < folds.n; i++) {
        p->flags[folds.node[i]] &= (uint8_t)~NODE_HIDDEN;
        flag_nodes(p, &names, folds.node[i] + 1, d->node[folds.node[i]].end);
    }
    for (uint32_t i = d->n; i-- > 1;) {
        if ((p->flags[i] & NODE_HAS_BLOCK) || (node_classes(&d->node[i]) & (TAG_BLOCK | TAG_HIDDEN)) == TAG_BLOCK)
            p->flags[d->node[i].parent] |= NODE_HAS_BLOCK;
    }
}
