/* What may stand in what. Lists, tables and selects take special parts only; p, h1 and inline elements take no blocks. The parser decides,
 * not the standard's ideal: a rule is here because text would land elsewhere without it. O(1), but for takes(), which looks up the tree. */
#include "show/nesting.h"

struct rule {
    uint32_t tag;
    enum part part;
};

static enum part find(const struct rule *rule, size_t n, uint32_t tag)
{
    for (size_t k = 0; k < n; k++)
        if (rule[k].tag == tag)
            return rule[k].part;
    return PART_INLINE;
}

/* Options in a select hold text alone; elsewhere a parser lets them hold anything, which would end the select. */
static bool is_plain_option(const struct page *p, uint32_t node)
{
    for (uint32_t k = node + 1; k < p->dom.node[node].end; k++)
        if (p->dom.node[k].kind == NODE_ELEMENT && p->dom.node[k].tag != TAG_OPTION)
            return false;
    return true;
}

enum part part_of(const struct page *p, uint32_t node)
{
    static const struct rule special[] = { { TAG_LI, PART_LI },        { TAG_DT, PART_DT },         { TAG_DD, PART_DT },
                                           { TAG_TD, PART_CELL },      { TAG_TH, PART_CELL },       { TAG_TR, PART_ROW },
                                           { TAG_TBODY, PART_ROWS },   { TAG_THEAD, PART_ROWS },    { TAG_TFOOT, PART_ROWS },
                                           { TAG_CAPTION, PART_ROWS }, { TAG_OPTION, PART_OPTION }, { TAG_OPTGROUP, PART_OPTION } };
    const struct node *n = &p->dom.node[node];

    if (n->kind == NODE_TEXT || n->space != SPACE_HTML)
        return n->kind == NODE_ELEMENT && n->space == SPACE_OTHER ? PART_BLOCK : PART_INLINE;
    if (is_stray_item(p, node))
        return PART_BLOCK;
    enum part part = find(special, ARRAY_LEN(special), n->tag);
    if (part != PART_INLINE && (part != PART_OPTION || is_plain_option(p, node)))
        return part;
    return node_classes(n) & TAG_BLOCK || p->flags[node] & NODE_HAS_BLOCK ? PART_BLOCK : PART_INLINE;
}

enum part only_part(uint32_t tag)
{
    static const struct rule only[] = { { TAG_UL, PART_LI },          { TAG_OL, PART_LI },         { TAG_MENU, PART_LI },
                                        { TAG_DIR, PART_LI },         { TAG_DL, PART_DT },         { TAG_TR, PART_CELL },
                                        { TAG_TBODY, PART_ROW },      { TAG_THEAD, PART_ROW },     { TAG_TFOOT, PART_ROW },
                                        { TAG_TABLE, PART_ROWS },     { TAG_SELECT, PART_OPTION }, { TAG_OPTGROUP, PART_OPTION },
                                        { TAG_DATALIST, PART_OPTION } };

    return find(only, ARRAY_LEN(only), tag);
}

/* Whether block elements may stand in it: an ordinary block, or an inline one that already has some, with no p around. */
static bool takes_blocks(const struct tree *t, uint32_t container)
{
    for (uint32_t at = container; at != NONE; at = t->out.item[at].parent) {
        const struct out *o = &t->out.item[at];

        if (o->kind == OUT_PLAIN)
            return true;
        unsigned classes = node_classes(&out_page(t, o)->dom.node[o->node]);
        if (classes & TAG_BLOCK)
            return !(classes & TAG_P_ONLY);
        if (!(out_page(t, o)->flags[o->node] & NODE_HAS_BLOCK))
            return false;
    }
    return true;
}

bool takes(const struct tree *t, uint32_t container, enum part part)
{
    uint32_t tag = out_tag(t, container);
    enum part only = only_part(tag);

    if (only != PART_INLINE)
        return part == only || (only == PART_DT && part == PART_LI);
    if (tag_is(tag, TAG_NO_TEXT))
        return false;
    return part == PART_INLINE || (part == PART_BLOCK && takes_blocks(t, container));
}

bool takes_back(const struct tree *t, uint32_t container, enum part part)
{
    enum part only = only_part(out_tag(t, container));

    return takes(t, container, part) || (part == PART_BLOCK && (only == PART_LI || only == PART_DT));
}

uint32_t inner_tag(const struct tree *t, uint32_t container, enum part part)
{
    static const uint32_t usual[] = { [PART_LI] = TAG_LI,      [PART_DT] = TAG_P /* a dl without dt and dd is no list of terms */,
                                      [PART_CELL] = TAG_TD,    [PART_ROW] = TAG_TR,
                                      [PART_ROWS] = TAG_TBODY, [PART_OPTION] = TAG_OPTION };

    for (uint32_t k = container == NONE ? NONE : t->out.item[container].first; k != NONE; k = t->out.item[k].next) {
        const struct out *o = &t->out.item[k];
        if ((o->kind == OUT_ELEMENT || o->kind == OUT_SUBTREE) && only_part(out_tag(t, k)) == PART_INLINE
            && takes(t, container, part_of(out_page(t, o), o->node)))
            return out_tag(t, k);
    }
    return usual[part];
}
