/* In: elements that stand for each other. Out: changes of their attributes, which own no words.
 *
 * Paired elements come from the walk over the markup. Links that moved are found here: what moves has no partner as an element.
 * O(attributes) for two elements; O(words of the moves) for the links. */
#include "compare/classes.h"
#include "compare/steps.h"

void add_attributes(struct compare *c, uint32_t x, uint32_t y)
{
    struct delta *d = c->delta;
    const struct page *old = d->old, *new = d->new;
    unsigned class = class_of_attributes(d, x, y);

    if (class == CLASS_SAME)
        return;
    struct change change = { .kind = class == CLASS_CONTENT ? CHANGE_ATTRIBUTE : CHANGE_FORMAT,
                             .class = (enum change_class) class,
                             .old_word = old->first_word[x],
                             .old_end = old->first_word[old->dom.node[x].end],
                             .new_word = new->first_word[y],
                             .new_end = new->first_word[new->dom.node[y].end],
                             .old_node = x,
                             .new_node = y,
                             .hidden = (old->flags[x] & new->flags[y] & NODE_HIDDEN) != 0 };
    note_attributes(c->arena, d, &change);
    change_add(c, change);
}

/* The link around a word, where it has no partner; else NONE. */
static uint32_t lone_link(const struct page *p, const uint32_t *partner, uint32_t word)
{
    uint32_t node = p->word[word].node;

    while (node && partner[node] == NONE && p->dom.node[node].tag != TAG_A)
        node = p->dom.node[node].parent;
    return p->dom.node[node].tag == TAG_A && partner[node] == NONE ? node : NONE;
}

/* Elements that moved have no partners, but a link that moved and leads elsewhere now is told for both. The words of a move stand in the
 * same order on both sides. */
static void compare_move(struct compare *c, uint32_t k)
{
    const struct delta *d = c->delta;
    const struct change move = d->change[k];
    uint32_t last_x = NONE, last_y = NONE;

    for (uint32_t v = move.old_word, w = move.new_word; v < move.old_end; v++) {
        if (d->old_change[v] != k)
            continue;
        while (w < move.new_end && d->new_change[w] != k)
            w++;
        uint32_t x = lone_link(d->old, d->old_node, v), y = w < move.new_end ? lone_link(d->new, d->new_node, w++) : NONE;
        if (x == NONE || y == NONE || (x == last_x && y == last_y))
            continue;
        last_x = x, last_y = y;
        if (class_of_attributes(d, x, y) == CLASS_CONTENT)
            add_attributes(c, x, y);
    }
}

void compare_moved_links(struct compare *c)
{
    for (uint32_t k = 0, n = c->delta->n_changes; k < n; k++)
        if (c->delta->change[k].kind == CHANGE_MOVE)
            compare_move(c, k);
}
