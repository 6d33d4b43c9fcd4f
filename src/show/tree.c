/* The lists of the output tree, and how pages grow into it.
 *
 * In: the delta. Out: the new page's body as a tree, text nodes cut into slices where a change begins or ends, or where old text has to
 * go between two kept words. O(nodes and words that changed, and their ancestors and siblings). */
#include "show/tree.h"

#include "base/limits.h"

uint32_t tree_add(struct tree *t, struct out out)
{
    out.parent = out.first = out.last = out.prev = out.next = NONE;
    *VEC_ADD(t->arena, &t->out) = out;
    return t->out.n - 1;
}

void tree_append(struct tree *t, uint32_t parent, uint32_t node)
{
    struct out *p = &t->out.item[parent], *n = &t->out.item[node];

    n->parent = parent;
    n->prev = p->last;
    if (p->last == NONE)
        p->first = node;
    else
        t->out.item[p->last].next = node;
    p->last = node;
}

void tree_before(struct tree *t, uint32_t sibling, uint32_t node)
{
    struct out *s = &t->out.item[sibling], *n = &t->out.item[node];

    n->parent = s->parent;
    n->next = sibling;
    n->prev = s->prev;
    if (s->prev == NONE)
        t->out.item[s->parent].first = node;
    else
        t->out.item[s->prev].next = node;
    s->prev = node;
}

void tree_after(struct tree *t, uint32_t sibling, uint32_t node)
{
    struct out *s = &t->out.item[sibling];

    if (s->next == NONE)
        tree_append(t, s->parent, node);
    else
        tree_before(t, s->next, node);
}

void tree_wrap(struct tree *t, uint32_t mark, uint32_t from, uint32_t to)
{
    struct out *m = &t->out.item[mark], *f = &t->out.item[from], *l = &t->out.item[to];

    tree_before(t, from, mark);
    m->next = l->next;
    if (l->next == NONE)
        t->out.item[m->parent].last = mark;
    else
        t->out.item[l->next].prev = mark;
    m->first = from, m->last = to;
    f->prev = l->next = NONE;
    for (uint32_t k = from; k != NONE; k = t->out.item[k].next)
        t->out.item[k].parent = mark;
}

bool is_stray_item(const struct page *p, uint32_t node)
{
    const struct node *n = &p->dom.node[node];
    uint32_t parent = p->dom.node[n->parent].tag;

    if (n->space != SPACE_HTML || (n->tag != TAG_LI && n->tag != TAG_DT && n->tag != TAG_DD))
        return false;
    return n->tag == TAG_LI ? parent != TAG_UL && parent != TAG_OL && parent != TAG_MENU && parent != TAG_DIR : parent != TAG_DL;
}

uint32_t out_tag(const struct tree *t, uint32_t node)
{
    const struct out *o = &t->out.item[node];

    switch (o->kind) {
    case OUT_ELEMENT:
    case OUT_SUBTREE: {
        const struct node *n = &out_page(t, o)->dom.node[o->node];
        return n->kind == NODE_ELEMENT ? n->tag : TAG_KNOWN;
    }
    case OUT_PLAIN:
        return o->node;
    default:
        return TAG_KNOWN;
    }
}

/* By word: how often the change differs from that of the word before, so that a range of words can be told to agree at a glance. */
static uint32_t *count_turns(struct arena *a, const uint32_t *change, uint32_t n)
{
    uint32_t *turns = NEW_ARRAY(a, uint32_t, n + 1);

    for (uint32_t w = 1; w < n; w++)
        turns[w] = turns[w - 1] + (change[w] != change[w - 1]);
    return turns;
}

/* The change all words below a node share, NONE where they are all kept or there are none; *uniform says whether they agree.
 * Elements nest, so words are not looked at one by one. */
static uint32_t common_change(const struct tree *t, const struct page *p, uint32_t node, bool *uniform)
{
    bool old = p == t->delta->old;
    const uint32_t *turns = old ? t->old_turns : t->new_turns;
    uint32_t w = p->first_word[node], end = p->first_word[p->dom.node[node].end];

    *uniform = w == end || turns[w] == turns[end - 1];
    return w == end ? NONE : (old ? t->delta->old_change : t->delta->new_change)[w];
}

/* Nothing to show below it: paired with its equal, all words kept, and no old word between them. */
static bool is_quiet(const struct delta *d, uint32_t y)
{
    const struct page *p = d->new;
    uint32_t x = d->new_node[y], w = p->first_word[y], end = p->first_word[p->dom.node[y].end];

    if (x == NONE || d->old->content[x] != p->content[y])
        return false;
    if (w == end)
        return true;
    return d->new_to_old[w] != NONE && d->new_to_old[end - 1] != NONE && d->new_to_old[end - 1] - d->new_to_old[w] == end - 1 - w;
}

/* Whether a node of a page needs no nodes of this tree below it. `change` gets the change it is shown as. */
static bool is_whole(const struct tree *t, const struct page *p, uint32_t i, uint32_t *change)
{
    const struct node *n = &p->dom.node[i];
    bool old = p == t->delta->old, uniform;

    *change = common_change(t, p, i, &uniform);
    if (n->kind == NODE_ELEMENT && node_classes(n) & (TAG_ATOM | TAG_HIDDEN))
        return true;
    if (!uniform)
        return false;
    if (*change == NONE)
        return !old && n->kind == NODE_ELEMENT ? is_quiet(t->delta, i) : n->kind == NODE_ELEMENT && old;
    bool paired = !old && t->delta->new_node[i] != NONE; /* old text may have to go in */
    return n->kind == NODE_ELEMENT && !paired && !(node_classes(n) & TAG_BLOCK) && !(p->flags[i] & NODE_HAS_BLOCK);
}

static const char *bytes_before(const struct page *p, uint32_t w)
{
    const struct word *word = &p->word[w];
    const char *text = p->dom.node[word->node].text;

    if (w > 0 && p->word[w - 1].node == word->node)
        return text + p->word[w - 1].at + p->word[w - 1].len;
    return text;
}

static const char *bytes_after(const struct page *p, uint32_t w)
{
    const struct node *n = &p->dom.node[p->word[w].node];

    if (w + 1 < p->n_words && p->word[w + 1].node == p->word[w].node)
        return n->text + p->word[w + 1].at;
    return n->text + n->len;
}

uint32_t tree_slice(struct tree *t, const struct page *p, uint32_t word, uint32_t end)
{
    const struct delta *d = t->delta;
    const struct word *first = &p->word[word], *last = &p->word[end - 1];
    const char *text = p->dom.node[first->node].text;
    const char *from = text + first->at, *to = text + last->at + last->len;
    uint32_t k = (p == d->old ? d->old_change : d->new_change)[word];

    /* Old text that nothing replaces takes one side's white space along, so that the words around it stay apart; so does what is replaced
     * by a comma or full stop, which stands close to the word before. */
    const struct change *change = &d->change[k];
    bool alone = change->new_word == change->new_end || change->kind == CHANGE_MOVE;
    bool close = !alone && word == change->old_word && !(d->new->word[change->new_word].flags &(WORD_SPACE | WORD_BREAK));
    if ((alone || close) && bytes_before(p, word) < from)
        from = bytes_before(p, word);
    else if (alone)
        to = bytes_after(p, end - 1);
    return tree_add(t, (struct out){ .kind = OUT_TEXT,
                                     .node = first->node,
                                     .at = (uint32_t)(from - text),
                                     .len = (uint32_t)(to - from),
                                     .change = k,
                                     .old = p == d->old });
}

/* Whether a slice has to end before word w, which follows w - 1 in one text node. */
static bool cuts_before(const struct delta *d, const struct page *p, uint32_t w)
{
    const uint32_t *change = p == d->old ? d->old_change : d->new_change;

    if (change[w] != change[w - 1])
        return true;
    return p == d->new &&change[w] == NONE && d->new_to_old[w] != d->new_to_old[w - 1] + 1;
}

static uint32_t add_slice(struct tree *t, uint32_t parent, struct out slice)
{
    slice.kind = OUT_TEXT;
    uint32_t node = tree_add(t, slice);

    tree_append(t, parent, node);
    return node;
}

/* A text node in slices. White space next to kept words goes with them; between two changes it stands alone, outside both marks. */
static void grow_text(struct tree *t, const struct page *p, uint32_t i, uint32_t parent)
{
    const struct delta *d = t->delta;
    const struct node *n = &p->dom.node[i];
    const uint32_t *change = p == d->old ? d->old_change : d->new_change;
    const struct out space = { .node = i, .change = NONE, .old = p == d->old };
    uint32_t at = 0, end = p->first_word[i + 1];

    for (uint32_t w = p->first_word[i], stop; w < end; w = stop) {
        struct out slice = { .node = i, .at = p->word[w].at, .change = change[w], .old = p == d->old };

        for (stop = w + 1; stop < end && !cuts_before(d, p, stop);)
            stop++;
        uint32_t to = p->word[stop - 1].at + p->word[stop - 1].len;
        if (slice.change == NONE) {
            slice.at = at;
            to = stop == end ? n->len : change[stop] != NONE ? p->word[stop].at : to;
        } else if (slice.at > at) {
            struct out before = space;
            before.at = at, before.len = slice.at - at;
            add_slice(t, parent, before);
        }
        slice.len = to - slice.at;
        uint32_t added = add_slice(t, parent, slice);
        for (uint32_t k = w; p == d->new &&k < stop; k++)
            t->of_word[k] = added;
        at = to;
    }
    if (at < n->len) {
        struct out after = space;
        after.at = at, after.len = n->len - at;
        add_slice(t, parent, after);
    }
}

/* Adds nodes [i, ...) of one subtree below `parent`, in document order; no recursion on depth. Returns the root. */
static uint32_t grow(struct tree *t, const struct page *p, uint32_t root)
{
    uint32_t end = p->dom.node[root].end, top = NONE;
    uint32_t open[LIMIT_DEPTH + 2];
    uint32_t base = p->dom.node[root].depth;

    for (uint32_t i = root, next; i < end; i = next) {
        const struct node *n = &p->dom.node[i];
        uint32_t parent = i == root ? NONE : open[n->depth - base - 1], change;
        bool whole = is_whole(t, p, i, &change) && t->out.n; /* the body itself always has children here */

        next = whole ? n->end : i + 1;
        if (n->kind == NODE_COMMENT) {
            tree_append(t, parent, tree_add(t, (struct out){ .kind = OUT_SEAM, .change = NONE }));
            continue;
        }
        if (n->kind == NODE_TEXT) {
            grow_text(t, p, i, parent);
            continue;
        }
        uint32_t out = tree_add(t, (struct out){ .kind = whole ? OUT_SUBTREE : OUT_ELEMENT,
                                                 .node = i,
                                                 .change = whole ? change : NONE,
                                                 .old = p == t->delta->old });
        if (parent == NONE)
            top = out;
        else
            tree_append(t, parent, out);
        open[n->depth - base] = out;
        if (p == t->delta->new)
            t->of_node[i] = out;
        for (uint32_t w = p->first_word[i]; whole && p == t->delta->new &&w < p->first_word[n->end]; w++)
            t->of_word[w] = out;
    }
    return top;
}

uint32_t tree_clone(struct tree *t, const struct page *page, uint32_t node)
{
    return grow(t, page, node);
}

void tree_grow(struct tree *t)
{
    const struct page *p = t->delta->new;
    uint32_t n = p->n_words;
    bool has_body = p->dom.node[p->body].tag == TAG_BODY && p->dom.node[p->body].space == SPACE_HTML;

    t->of_node = NEW_ARRAY_RAW(t->arena, uint32_t, p->dom.n + 1);
    memset(t->of_node, 0xff, (p->dom.n + (size_t)1) * sizeof *t->of_node);
    t->of_word = NEW_ARRAY_RAW(t->arena, uint32_t, n + 1);
    memset(t->of_word, 0xff, (n + (size_t)1) * sizeof *t->of_word);
    t->old_turns = count_turns(t->arena, t->delta->old_change, t->delta->old->n_words);
    t->new_turns = count_turns(t->arena, t->delta->new_change, n);
    t->new_kept = NEW_ARRAY(t->arena, uint32_t, n + 1);
    for (uint32_t w = 0; w < n; w++)
        t->new_kept[w + 1] = t->new_kept[w] + (t->delta->new_to_old[w] != NONE);
    t->new_paired = NEW_ARRAY(t->arena, uint32_t, p->dom.n + 1);
    for (uint32_t i = 0; i < p->dom.n; i++)
        t->new_paired[i + 1] = t->new_paired[i] + (t->delta->new_node[i] != NONE);
    if (!has_body) { /* a frameset, or another XML vocabulary: a body of ours around it */
        uint32_t body = tree_add(t, (struct out){ .kind = OUT_PLAIN, .node = TAG_BODY, .change = NONE });
        uint32_t root = grow(t, p, p->body);
        tree_append(t, body, root);
        return;
    }
    grow(t, p, p->body);
}
