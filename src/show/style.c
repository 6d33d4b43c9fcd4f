/* In: a mark of the output tree. Out: one of a dozen constant strings. O(depth) for marks inside of what moved, else O(1). */
#include "show/style.h"

#define CLEAR "all:unset!important;"
#define ROOM ";padding:0 .12em!important;margin:0 .05em!important;border-radius:2px!important"

/* Marks around text. */
static const struct str added_text =
    STR_INIT(CLEAR "background:#d4f3dc!important;color:#0c4f26!important;text-decoration:underline 2px #2b8a4e!important" ROOM);
const struct str style_removed =
    STR_INIT(CLEAR "background:#fde2dd!important;color:#8c1d15!important;text-decoration:line-through 2px #c4483d!important" ROOM);
static const struct str moved_text = STR_INIT(
    CLEAR "background:#efe7fb!important;color:#54309b!important;text-decoration:underline dotted 2px #8660cf!important" ROOM);
static const struct str left_text =
    STR_INIT(CLEAR "color:#54309b!important;text-decoration:line-through dotted 2px #8660cf!important" ROOM);
static const struct str plain_text = STR_INIT(CLEAR);
static const struct str folded_text = STR_INIT("display:none!important");

/* Elements that carry a mark: a bar beside a block, an outline around what stands in a line. */
static const struct str block_style[] = {
    [STATE_INSERT] = STR_INIT("box-shadow:-4px 0 #2b8a4e!important"),
    [STATE_DELETE] = STR_INIT("box-shadow:-4px 0 #c4483d!important"),
    [STATE_MOVE] = STR_INIT("outline:2px dotted #8660cf!important;outline-offset:4px!important"),
    [STATE_CHANGE] = STR_INIT("outline:2px dashed #a97812!important;outline-offset:2px!important"),
};
static const struct str inline_style[] = {
    [STATE_INSERT] = STR_INIT("outline:3px solid #2b8a4e!important;outline-offset:1px!important"),
    [STATE_DELETE] = STR_INIT("outline:3px double #c4483d!important;outline-offset:1px!important"),
    [STATE_MOVE] = STR_INIT("outline:2px dotted #8660cf!important;outline-offset:2px!important"),
    [STATE_CHANGE] = STR_INIT("outline:2px dashed #a97812!important;outline-offset:1px!important"),
};
static const struct str link_style =
    STR_INIT("background:#fcefcd!important;color:#684400!important;text-decoration:underline dashed 2px #a97812!important");
/* Rows and cells touch their neighbours. */
static const struct str moved_row = STR_INIT("outline:2px dotted #8660cf!important;outline-offset:-2px!important");
static const struct str left_block = STR_INIT("box-shadow:-4px 0 #8660cf!important");
static const struct str added_option = STR_INIT("background:#d4f3dc!important;color:#0c4f26!important");
static const struct str removed_option =
    STR_INIT("background:#fde2dd!important;color:#8c1d15!important;text-decoration:line-through!important");

/* Whether the outline of a moved element around it says already what there is to say. */
static bool is_in_move(const struct tree *t, const struct out *o)
{
    for (uint32_t up = o->parent; up != NONE; up = t->out.item[up].parent)
        if (t->out.item[up].state == STATE_MOVE && t->out.item[up].change == o->change)
            return true;
    return false;
}

struct str style_mark(const struct tree *t, const struct out *o, bool removed)
{
    if (out_class(t, o) != CLASS_CONTENT) /* a picture with another cache-busting query, say: as if nothing had happened */
        return o->old ? folded_text : plain_text;
    if (t->delta->change[o->change].kind != CHANGE_MOVE)
        return removed ? style_removed : added_text;
    return o->old ? left_text : is_in_move(t, o) ? plain_text : moved_text;
}

/* Text in a line, with a background that follows it; not a box with pictures or blocks inside. */
static bool is_text_link(const struct page *p, uint32_t node)
{
    uint32_t w = p->first_word[node], end = p->first_word[p->dom.node[node].end];

    if (p->dom.node[node].tag != TAG_A || p->flags[node] & NODE_HAS_BLOCK || w == end)
        return false;
    while (w < end && !(p->word[w].flags & WORD_ATOM))
        w++;
    return w == end;
}

/* What the page hides since is shown all the same, struck out: else nobody would see that it is gone. */
static struct str shown_style(const struct node *n)
{
#define SHOWN(display) \
    STR("display:" display \
        "!important;visibility:visible!important;opacity:.6!important;text-decoration:line-through 2px #c4483d!important;" \
        "outline:2px dashed #c4483d!important")
    switch (n->tag) {
    case TAG_LI:
        return SHOWN("list-item");
    case TAG_TR:
        return SHOWN("table-row");
    case TAG_TD:
    case TAG_TH:
        return SHOWN("table-cell");
    case TAG_TABLE:
        return SHOWN("table");
    default:
        return node_classes(n) & TAG_BLOCK ? SHOWN("block") : SHOWN("inline");
    }
#undef SHOWN
}

static bool is_hidden_now(const struct tree *t, const struct out *o)
{
    return !o->old && out_page(t, o)->flags[o->node] & NODE_HIDDEN && tree_shows_anew(t, o->change);
}

/* Of an element of the new or old page, whose change is of content. */
static struct str element_style(const struct tree *t, const struct out *o, enum out_state state, bool removed)
{
    const struct page *p = out_page(t, o);
    const struct node *n = &p->dom.node[o->node];

    if (n->tag == TAG_OPTION && state <= STATE_DELETE)
        return removed ? removed_option : added_option;
    if (o->old && o->change != NONE && t->delta->change[o->change].kind == CHANGE_MOVE)
        return left_block;
    if (state == STATE_MOVE && (n->tag == TAG_TR || n->tag == TAG_TD || n->tag == TAG_TH))
        return moved_row;
    if (state == STATE_CHANGE && is_hidden_now(t, o))
        return shown_style(n);
    if (state == STATE_CHANGE && is_text_link(p, o->node))
        return link_style;
    return node_classes(n) & TAG_BLOCK || p->flags[o->node] & NODE_HAS_BLOCK ? block_style[state] : inline_style[state];
}

struct str style_state(const struct tree *t, const struct out *o, bool removed)
{
    enum out_state state = o->state;

    if (out_class(t, o) != CLASS_CONTENT)
        return o->old ? folded_text : STR("");
    if (o->parent == NONE)
        return STR("");
    if (state == STATE_INSERT || state == STATE_DELETE)
        state = removed ? STATE_DELETE : STATE_INSERT;
    return o->kind == OUT_PLAIN ? block_style[state] : element_style(t, o, state, removed);
}
