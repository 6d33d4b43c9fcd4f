/* Start and end tags, and what stands in them.
 *
 * In: an element of a page, or one of ours. Out: its tags, where the stack says that a parser will take them for what they are.
 *  1. A start tag is written where stack_takes() it; what it pushes, one end tag pops.
 *  2. Names and attributes are those of the tables (clean.h); every value goes through buf_add_escaped.
 * O(bytes written). */
#include "show/write.h"

#include "show/clean.h"
#include "show/style.h"

void write_end(struct writer *w)
{
    struct level level = stack_pop(&w->stack);

    buf_add(w->out, STR("</"));
    buf_add(w->out, level.name);
    buf_add_char(w->out, '>');
}

void write_room(struct writer *w, uint32_t tag)
{
    uint32_t missing;

    while (stack_is_over(&w->stack, tag))
        write_end(w);
    while ((missing = stack_missing(&w->stack, tag)) != TAG_NONE) {
        write_own(w, missing);
        buf_add_char(w->out, '>');
        w->stack.level.item[w->stack.level.n - 1].implied = true;
    }
}

void write_own(struct writer *w, uint32_t tag)
{
    buf_add_char(w->out, '<');
    buf_add(w->out, tag_name(NULL, tag));
    stack_push(&w->stack, tag_name(NULL, tag), tag, SPACE_HTML);
}

void write_close(struct writer *w)
{
    while (w->stack.level.item[w->stack.level.n - 1].implied)
        write_end(w);
    write_end(w);
}

void write_own_style(struct writer *w, struct str page, struct str own)
{
    buf_add(w->out, STR(" style=\""));
    if (page.ptr && clean_css_ends(page)) {
        buf_add_escaped(w->out, page);
        buf_add_char(w->out, ';');
    }
    buf_add(w->out, STR(STYLE_OWN));
    buf_add(w->out, own);
    buf_add_char(w->out, '"');
}

void write_attributes(struct writer *w, const struct page *p, uint32_t node, bool old, struct str own_style)
{
    const struct node *n = &p->dom.node[node];
    struct clean_attribute clean;

    for (uint32_t k = 0; k < n->n_attr; k++) {
        if (!clean_attribute(w->arena, p, node, &p->dom.attr[n->attr + k], &clean))
            continue;
        if ((old && clean_is_tied(clean.kind)) || (w->beside && clean.kind == ATTRIBUTE_LINK))
            continue;
        if (own_style.len && clean.kind == ATTRIBUTE_STYLE && str_eq(clean.name, STR("style"))) {
            write_own_style(w, clean.value, own_style);
            own_style = STR("");
            continue;
        }
        buf_add_char(w->out, ' ');
        buf_add(w->out, clean.name);
        buf_add(w->out, STR("=\""));
        buf_add_escaped(w->out, clean.value);
        buf_add_char(w->out, '"');
    }
    if (own_style.len)
        write_own_style(w, (struct str){ 0 }, own_style);
}

/* A p with a block inside, which XML and pages in quirks mode may have, is written as a div where what is inside would end it. */
static bool becomes_div(const struct writer *w, const struct page *p, uint32_t node)
{
    if (p->dom.node[node].tag != TAG_P || !(p->flags[node] & NODE_HAS_BLOCK))
        return false;
    return p->dom.xml || (p->dom.quirks && !w->stack.quirks);
}

/* Elements that are there once, around all others. */
static bool is_outermost(uint32_t tag)
{
    return tag == TAG_HTML || tag == TAG_BODY || tag == TAG_FRAMESET;
}

enum written write_element(struct writer *w, const struct page *p, uint32_t node, struct write_how how)
{
    const struct node *n = &p->dom.node[node];
    enum node_space space = n->space == SPACE_OTHER ? SPACE_HTML : n->space;
    struct str name = clean_name(p, node);
    enum clean clean = clean_element(p, node);
    uint32_t tag = n->space == SPACE_OTHER ? (uint32_t)TAG_DIV : clean == CLEAN_PRE ? (uint32_t)TAG_PRE : n->tag;

    if (space == SPACE_HTML && becomes_div(w, p, node))
        tag = TAG_DIV, name = STR("div");
    if (space == SPACE_HTML && !how.in_table)
        write_room(w, tag);
    if (clean == CLEAN_RENAME || (!how.in_table && !stack_takes(&w->stack, tag, space))) {
        bool block = node_classes(n) & TAG_BLOCK && stack_takes(&w->stack, TAG_DIV, SPACE_HTML);
        if (is_outermost(tag) || !stack_takes(&w->stack, TAG_SPAN, SPACE_HTML))
            return WRITTEN_NOT;
        tag = block ? TAG_DIV : TAG_SPAN, space = SPACE_HTML;
        name = tag_name(NULL, tag);
    }
    buf_add_char(w->out, '<');
    buf_add(w->out, name);
    bool alone = space == SPACE_HTML && tag_is(tag, TAG_VOID);
    if (!alone)
        stack_push(&w->stack, name, tag, space);
    if (n->space == SPACE_OTHER) {
        buf_add(w->out, STR(" class=\"weft-xml\" data-xml=\""));
        buf_add_escaped(w->out, tag_name(p->dom.symbols, n->tag));
        buf_add_char(w->out, '"');
    } else {
        write_attributes(w, p, node, how.old, how.style);
    }
    return alone ? WRITTEN_ALONE : WRITTEN_OPEN;
}
