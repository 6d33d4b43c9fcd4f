/* In: the regions a page was cut into, each leaf with the nodes it was cut down to. Out: blocks in preorder.
 *
 * A leaf's nodes are lifted as high as all that is seen of an element belongs to the leaf: /html/body/div[2] rather than its three
 * paragraphs. What is not drawn but has words, links or pictures (a menu that opens, a text for screen readers) goes to the leaf beside
 * which it stands, so that every word, link and picture of the page has its block; it adds nothing to a box.
 *
 * Invariants: every word of the page's body is below exactly one node of exactly one leaf; the nodes of a leaf are in document order and
 * apart. Cost: O(nodes). */
#include "segment/regions.h"

uint32_t regions_add(struct regions *r, uint32_t parent, unsigned round)
{
    uint32_t number = r->region.n;
    unsigned doc = parent == NONE ? 1 : r->region.item[parent].doc;
    struct region region = {
        .parent = parent, .first = NONE, .last = NONE, .next = NONE, .doc = (uint8_t)doc, .round = (uint8_t)round
    };

    *VEC_ADD(r->arena, &r->region) = region;
    if (parent == NONE)
        return number;
    struct region *above = &r->region.item[parent];
    if (above->last == NONE)
        above->first = number;
    else
        r->region.item[above->last].next = number;
    above->last = number;
    return number;
}

/* Which leaf has how many of an element's seen children. */
struct cover {
    uint32_t leaf, n; /* n == NONE: several leaves have some */
};

struct writer {
    const struct regions *regions;
    const struct scene *scene;
    const struct page *page;
    struct cover *cover; /* by node */
    uint32_t *owner;     /* by node: the leaf whose node it is, plus one; 0: none */
    uint32_t *count;     /* by leaf: its nodes */
};

static struct box leaf_box(const struct writer *w, const struct region *r)
{
    struct box box = { 0 };

    for (uint32_t i = r->root; i < r->root_end; i++)
        box = box_join(box, w->scene->node[w->regions->root.item[i]].box);
    return box;
}

/* Counts a child that is all one leaf's; where that makes its parent all that leaf's, the parent counts in turn. */
static void cover_child(const struct writer *w, uint32_t node, uint32_t leaf)
{
    const struct node *nodes = w->page->dom.node;

    while (nodes[node].parent > w->page->body) {
        uint32_t parent = nodes[node].parent;
        struct cover *c = &w->cover[parent];

        if (c->n && c->leaf != leaf)
            c->n = NONE;
        if (c->n == NONE)
            return;
        c->leaf = leaf;
        if (++c->n < w->scene->node[parent].n_children)
            return;
        node = parent;
    }
}

static bool is_covered(const struct writer *w, uint32_t node)
{
    return w->cover[node].n == w->scene->node[node].n_children && w->cover[node].n;
}

static void own(struct writer *w, uint32_t node, uint32_t leaf)
{
    w->count[leaf] += !w->owner[node];
    w->owner[node] = leaf + 1;
}

/* The nodes of a leaf, each as high in the tree as it may stand. */
static void own_seen(struct writer *w, uint32_t leaf)
{
    const struct region *r = &w->regions->region.item[leaf];
    const struct node *nodes = w->page->dom.node;
    uint32_t end = 0; /* of the node owned last */

    for (uint32_t i = r->root; i < r->root_end; i++) {
        uint32_t node = w->regions->root.item[i];
        if (node < end)
            continue;
        while (node > w->page->body && is_covered(w, nodes[node].parent))
            node = nodes[node].parent;
        own(w, node, leaf);
        end = nodes[node].end;
    }
}

/* The next node at or after `node` that a leaf owns, or NONE. */
static uint32_t next_owned(const struct writer *w, uint32_t node)
{
    while (node < w->page->dom.n && !w->owner[node])
        node++;
    return node < w->page->dom.n ? node : NONE;
}

/* Of two owned nodes around one that is not, the one that shares more of its ancestors; of equals the one before. */
static uint32_t nearer(const struct writer *w, uint32_t node, uint32_t before, uint32_t after)
{
    const struct node *nodes = w->page->dom.node;

    if (before == NONE || after == NONE)
        return before == NONE ? after : before;
    return nodes[scene_common(w->scene, node, after)].depth > nodes[scene_common(w->scene, before, node)].depth ? after : before;
}

/* A link or a picture below the node, told by its tag: what a memory of blocks knows of a page (form.c) is enough to say so. */
static bool has_things(const struct page *p, uint32_t node)
{
    for (uint32_t i = node; i < p->dom.node[node].end; i++)
        if (p->dom.node[i].tag == TAG_A || p->dom.node[i].tag == TAG_IMG)
            return true;
    return false;
}

/* What has words, links or pictures but is not drawn: an icon that a style sheet draws is a link without words. Below a node that is not
 * valid nothing is seen, so nothing there is owned yet. */
static void own_unseen(struct writer *w)
{
    const struct page *p = w->page;
    uint32_t before = NONE, after = next_owned(w, p->body);

    for (uint32_t i = p->body; i < p->dom.n;) {
        uint32_t end = p->dom.node[i].end;

        if (w->owner[i]) {
            before = i;
            after = next_owned(w, end);
        } else if (p->flags[i] & NODE_HIDDEN || (p->first_word[i] == p->first_word[end] && !has_things(p, i))) {
            /* nothing to own */
        } else if (scene_is(w->scene, i, SCENE_VALID)) {
            end = i + 1;
        } else {
            own(w, i, w->owner[nearer(w, i, before, after)] - 1);
        }
        i = end;
    }
}

/* Which nodes each leaf owns. */
static void find_owners(struct writer *w)
{
    const struct regions *r = w->regions;

    for (uint32_t k = 0; k < r->region.n; k++) {
        for (uint32_t i = r->region.item[k].root; r->region.item[k].first == NONE && i < r->region.item[k].root_end; i++)
            cover_child(w, r->root.item[i], k);
    }
    for (uint32_t k = 0; k < r->region.n; k++) {
        if (r->region.item[k].first == NONE)
            own_seen(w, k);
    }
    own_unseen(w);
}

/* The regions as blocks in preorder, each with room for its nodes; number[] gets the block of each region. */
static void write_tree(const struct writer *w, uint32_t *number, struct blocks *out)
{
    const struct region *region = w->regions->region.item;

    for (uint32_t at = 0; at != NONE;) {
        const struct region *r = &region[at];
        struct block *b = &out->block[out->n];

        number[at] = out->n++;
        *b = (struct block){
            .parent = r->parent == NONE ? 0 : number[r->parent], .end = out->n, .doc = r->doc, .node = out->n_nodes
        };
        if (r->first == NONE)
            b->box = leaf_box(w, r);
        out->n_nodes += w->count[at];
        b->node_end = out->n_nodes;
        if (r->first != NONE) {
            at = r->first;
            continue;
        }
        while (at != NONE && region[at].next == NONE)
            at = region[at].parent;
        at = at == NONE ? NONE : region[at].next;
    }
}

void regions_write(const struct regions *r, const struct scene *s, struct blocks *out)
{
    uint32_t n = s->page->dom.n, *number = NEW_ARRAY(r->arena, uint32_t, r->region.n);
    struct writer w = {
        .regions = r,
        .scene = s,
        .page = s->page,
        .cover = NEW_ARRAY(r->arena, struct cover, n),
        .owner = NEW_ARRAY(r->arena, uint32_t, n),
        .count = NEW_ARRAY(r->arena, uint32_t, r->region.n),
    };

    find_owners(&w);
    out->block = NEW_ARRAY(r->arena, struct block, r->region.n);
    write_tree(&w, number, out);
    out->node = NEW_ARRAY(r->arena, uint32_t, out->n_nodes);
    for (uint32_t i = n; i-- > 0;) { /* from behind: count[] then says how many of a leaf's are still to come */
        if (w.owner[i]) {
            uint32_t leaf = w.owner[i] - 1;
            out->node[out->block[number[leaf]].node + --w.count[leaf]] = i;
        }
    }
    for (uint32_t i = out->n; i-- > 1;) {
        struct block *b = &out->block[i], *parent = &out->block[b->parent];
        parent->end = MAX(parent->end, b->end);
        parent->box = box_join(parent->box, b->box);
    }
}
