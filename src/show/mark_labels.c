/* Words of ours on the page: labels, and old words inside of what moved.
 *
 * In: the marked tree. Out: the same tree with labels behind the first line of what moved, in both places, behind a link that leads
 * elsewhere, and in what is no longer shown. What moved together has one label. A label stands at the end of a line, never in a
 * sentence. O(nodes of the tree). */
#include "compare/classes.h"
#include "show/passage.h"
#include "show/tree.h"

/* Whether words of ours may stand in it. */
static bool takes_label(const struct tree *t, uint32_t container)
{
    uint32_t tag = out_tag(t, container);
    uint8_t kind = t->out.item[container].kind;

    return (kind == OUT_ELEMENT || kind == OUT_PLAIN) && !tag_is(tag, TAG_NO_TEXT) && tag != TAG_OPTION;
}

bool tree_shows_anew(const struct tree *t, uint32_t change)
{
    const struct change *c = &t->delta->change[change];

    return c->kind == CHANGE_ATTRIBUTE && c->old_node != NONE && c->new_node != NONE
           && (becomes_hidden(t->delta, c->old_node, c->new_node) || becomes_visible(t->delta, c->old_node, c->new_node));
}

/* Inside of what moved: the old words before those that came for them. */
static void add_old_words(struct tree *t)
{
    uint32_t last = NONE;

    for (uint32_t k = 0; k != NONE; k = tree_next(t, k)) {
        const struct out *o = &t->out.item[k];
        const struct change *c = o->kind == OUT_MARK && !o->old ? &t->delta->change[o->change] : NULL;

        if (!c || !c->in_move || c->kind != CHANGE_UPDATE || o->change == last || tag_is(out_tag(t, o->parent), TAG_NO_TEXT))
            continue;
        last = o->change;
        tree_before(t, k, tree_add(t, (struct out){ .kind = OUT_WAS, .change = last }));
    }
}

/* The last node on the line that a mark stands on, among its siblings: a label in the middle of a sentence would be read as part of it. */
static uint32_t end_of_line(const struct tree *t, uint32_t node)
{
    uint32_t next = t->out.item[node].next;

    while (next != NONE && !tree_breaks_line(t, &t->out.item[next])) {
        node = next;
        next = t->out.item[node].next;
    }
    return node;
}

/* Whether what moved came along with what stands right before it on both pages: that has the label. */
static bool is_follower(const struct delta *d, uint32_t change)
{
    uint32_t before = change;

    while (before > 0 && d->change[before - 1].in_move)
        before--;
    return before > 0 && passage_moved_together(d, before - 1, change);
}

static bool wants_label(const struct tree *t, uint32_t node)
{
    const struct out *o = &t->out.item[node];

    if (o->parent == NONE)
        return false;
    if (t->delta->change[o->change].kind == CHANGE_MOVE)
        return takes_label(t, o->parent) && !is_follower(t->delta, o->change);
    if (o->old || o->state != STATE_CHANGE)
        return false;
    bool anew = tree_shows_anew(t, o->change);
    return (anew && takes_label(t, node)) || ((anew || out_tag(t, node) == TAG_A) && takes_label(t, o->parent));
}

static void add_label(struct tree *t, uint32_t node)
{
    uint32_t change = t->out.item[node].change;

    if (!wants_label(t, node))
        return;
    uint32_t label = tree_add(t, (struct out){ .kind = OUT_LABEL, .node = node, .change = change });
    if (t->out.item[node].state == STATE_CHANGE && tree_shows_anew(t, change) && takes_label(t, node))
        tree_append(t, node, label);
    else if (t->delta->change[change].kind == CHANGE_MOVE)
        tree_after(t, end_of_line(t, node), label);
    else
        tree_after(t, node, label);
}

/* Behind the first line of what moved, in both places, behind a link that leads elsewhere, and in what is no longer shown. */
static void add_labels(struct tree *t)
{
    bool *left = NEW_ARRAY(t->arena, bool, t->delta->n_changes + (size_t)1);
    uint32_t n = t->out.n;

    for (uint32_t s = 0; s < t->stop.n; s++)
        if (!t->out.item[t->stop.item[s]].old)
            add_label(t, t->stop.item[s]);
    for (uint32_t k = 0; k != NONE; k = tree_next(t, k)) {
        const struct out *o = &t->out.item[k];

        if (k >= n || o->kind != OUT_MARK || !o->old || o->change == NONE || left[o->change]
            || t->delta->change[o->change].kind != CHANGE_MOVE)
            continue;
        left[o->change] = true;
        add_label(t, k);
    }
}

void tree_label(struct tree *t)
{
    add_labels(t);
    add_old_words(t);
}
