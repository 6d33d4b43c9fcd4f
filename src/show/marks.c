/* Marks: ins and del around text, states on elements, gaps, numbers.
 *
 * In: the tree with new and old parts. Out: the same tree, marked.
 *
 *  - Neighbours of one change that are text or inline elements are wrapped together in one ins (new) or del (old).
 *  - A block, or a child of ul, table, tr, select ..., cannot stand in ins or del: it carries the state itself, and the text inside it is
 *    wrapped. Only the outermost element of a part carries it.
 *  - An element of the new page whose markup or attributes changed around kept text carries the state `change`.
 *  - Between old and new text on one line stands a gap.
 *  - Marks are numbered in document order. Every change of content has one stop, where keys and lists lead: the start of its text, and only
 *    where there is none the element that shows it.
 * Invariants: no mark stands inside a mark; old and new never touch. O(nodes of the tree). */
#include "base/utf8.h"
#include "compare/classes.h"
#include "show/clean.h"
#include "show/tree.h"

static bool is_inline(const struct tree *t, const struct out *o)
{
    const struct page *p = out_page(t, o);
    const struct node *n = &p->dom.node[o->node];

    if (n->kind == NODE_ELEMENT && n->space == SPACE_OTHER)
        return false;
    return !(node_classes(n) & TAG_BLOCK) && !(p->flags[o->node] & NODE_HAS_BLOCK) && n->tag != TAG_OPTION
           && n->tag != TAG_OPTGROUP;
}

/* A frame or plug-in is shown as a note of ours, which needs no mark. */
static bool is_note(const struct tree *t, const struct out *o)
{
    return o->kind == OUT_SUBTREE && clean_element(out_page(t, o), o->node) == CLEAN_NOTE;
}

/* The page's own ins and del carry no state: nobody could tell them from marks. */
static bool is_own_edit(const struct tree *t, uint32_t node)
{
    uint32_t tag = out_tag(t, node);

    return tag == TAG_INS || tag == TAG_DEL;
}

/* The change a node may be wrapped for, or NONE. */
static uint32_t wrap_change(const struct tree *t, uint32_t node)
{
    const struct out *o = &t->out.item[node];

    switch (o->kind) {
    case OUT_TEXT:
    case OUT_SPACE:
        return o->change;
    case OUT_SUBTREE: {
        bool carries = tag_is(out_tag(t, o->parent), TAG_NO_TEXT) && !is_own_edit(t, node); /* in ul, select ... the state itself */
        return is_inline(t, o) && !is_note(t, o) && !carries ? o->change : NONE;
    }
    default:
        return NONE;
    }
}

static bool is_white(const struct tree *t, uint32_t node)
{
    const struct out *o = &t->out.item[node];

    if (o->kind != OUT_TEXT || o->change != NONE)
        return o->kind == OUT_SEAM;
    const char *text = out_page(t, o)->dom.node[o->node].text + o->at, *end = text + o->len;
    for (uint32_t character; text < end;) {
        text += utf8_next(text, end, &character);
        if (char_class(character) != CHAR_SPACE)
            return false;
    }
    return true;
}

static void wrap(struct tree *t, uint32_t from, uint32_t to)
{
    if (from == NONE)
        return;
    const struct out first = t->out.item[from];
    uint32_t mark = tree_add(t, (struct out){ .kind = OUT_MARK, .change = first.change, .old = first.old });

    tree_wrap(t, mark, from, to);
}

/* An element that was not there before: no partner, no kept word and nothing that has a partner in it. There is always a body. */
static bool is_all_new(const struct tree *t, const struct out *o)
{
    const struct page *p = t->delta->new;
    uint32_t node_end = p->dom.node[o->node].end, w = p->first_word[o->node], end = p->first_word[node_end];

    return o->parent != NONE && w < end && t->new_kept[w] == t->new_kept[end] && t->new_paired[o->node] == t->new_paired[node_end];
}

/* The one change of all words below a page's element, or NONE. */
static uint32_t one_change(const struct tree *t, const struct out *o)
{
    const struct page *p = out_page(t, o);
    const uint32_t *change = o->old ? t->delta->old_change : t->delta->new_change;
    uint32_t w = p->first_word[o->node], end = p->first_word[p->dom.node[o->node].end], first = w < end ? change[w] : NONE;

    while (w < end && change[w] == first)
        w++;
    return w == end ? first : NONE;
}

static bool is_move(const struct tree *t, uint32_t change)
{
    return change != NONE && t->delta->change[change].kind == CHANGE_MOVE;
}

/* Text right inside ul or table breaks HTML's rules already; where the whole list goes or comes, its own state says so without a mark
 * there. */
static bool needs_no_marks(const struct tree *t, uint32_t container)
{
    const struct out *o = &t->out.item[container];
    uint32_t k = o->first;

    if (o->kind != OUT_ELEMENT || !tag_is(out_tag(t, container), TAG_NO_TEXT) || (!o->old && !is_all_new(t, o)))
        return false;
    while (k != NONE && wrap_change(t, k) == NONE)
        k = t->out.item[k].next;
    uint32_t change = k == NONE ? NONE : one_change(t, o);
    return change != NONE && !is_move(t, change);
}

/* Wraps the runs among the children of one element. White space between two nodes of a run goes in with them. */
static void wrap_children(struct tree *t, uint32_t container)
{
    uint32_t from = NONE, to = NONE;

    if (needs_no_marks(t, container))
        return;
    for (uint32_t k = t->out.item[container].first, next; k != NONE; k = next) {
        uint32_t change = wrap_change(t, k);

        next = t->out.item[k].next;
        if (change != NONE && from != NONE && change == t->out.item[from].change && t->out.item[k].old == t->out.item[from].old) {
            to = k;
        } else if (change != NONE) {
            wrap(t, from, to);
            from = to = k;
        } else if (!is_white(t, k)) {
            wrap(t, from, to);
            from = NONE;
        }
    }
    wrap(t, from, to);
}

/* The nearest element or mark above a node that may carry a state, or NONE. */
static uint32_t state_above(const struct tree *t, uint32_t node)
{
    uint32_t up = t->out.item[node].parent;

    while (up != NONE && (t->out.item[up].bare || is_own_edit(t, up)))
        up = t->out.item[up].parent;
    return up;
}

/* Links, forms and buttons may not stand inside their like. */
static bool is_nested(const struct tree *t, uint32_t node)
{
    uint32_t tag = out_tag(t, node);

    if (tag != TAG_A && tag != TAG_FORM && tag != TAG_BUTTON)
        return false;
    for (uint32_t up = t->out.item[node].parent; up != NONE; up = t->out.item[up].parent)
        if (out_tag(t, up) == tag && !t->out.item[up].bare)
            return true;
    return false;
}

/* Leaves out the tags of an old element, and the white space that would be left of it. */
static void make_bare(struct tree *t, uint32_t node)
{
    struct out *o = &t->out.item[node];

    if (!o->old || o->kind != OUT_ELEMENT || !(is_own_edit(t, node) || is_nested(t, node)))
        return;
    o->bare = true;
    for (uint32_t k = o->first; k != NONE; k = t->out.item[k].next)
        if (t->out.item[k].change == NONE
            && (t->out.item[k].kind == OUT_TEXT || (t->out.item[k].kind == OUT_SUBTREE && is_own_edit(t, k))))
            t->out.item[k].kind = OUT_SEAM;
}

/* The change that an old element went for: that of its first word, but for what only changed inside of what moved. */
static uint32_t change_of_old(const struct delta *d, uint32_t node)
{
    uint32_t word = d->old->first_word[node], end = d->old->first_word[d->old->dom.node[node].end], at = word;

    while (at < end && d->old_change[at] != NONE && d->change[d->old_change[at]].in_move)
        at++;
    return d->old_change[at < end && d->old_change[at] != NONE ? at : word];
}

/* Old parts vanish with their outermost element. */
static void set_old_state(struct tree *t, uint32_t node)
{
    struct out *o = &t->out.item[node];
    const struct out *up = &t->out.item[state_above(t, node)];

    if (o->bare || is_own_edit(t, node) || ((up->kind == OUT_MARK || up->old) && !needs_no_marks(t, node)))
        return;
    o->state = STATE_DELETE;
    if (o->kind == OUT_ELEMENT)
        o->change = change_of_old(t->delta, o->node);
}

/* Whether an element stands in one that is shown as moved: there the marks inside tell what is new, so what can have none must tell. */
static bool is_in_move(const struct tree *t, uint32_t node)
{
    uint32_t up = t->out.item[node].parent;

    while (up != NONE && t->out.item[up].state == STATE_NONE)
        up = t->out.item[up].parent;
    return up != NONE && t->out.item[up].state == STATE_MOVE;
}

/* The move that all words of an element of the new page belong to, but for what changed inside it; else NONE. */
static uint32_t move_around(const struct delta *d, uint32_t node)
{
    uint32_t w = d->new->first_word[node], end = d->new->first_word[d->new->dom.node[node].end], at = w;

    while (at < end && d->new_change[at] != NONE && d->change[d->new_change[at]].in_move)
        at++;
    const struct change *c = at == end || d->new_change[at] == NONE ? NULL : &d->change[d->new_change[at]];
    return c && c->kind == CHANGE_MOVE && c->new_word <= w && end <= c->new_end ? d->new_change[at] : NONE;
}

/* Whether an element around it shows the same move. */
static bool is_in_same_move(const struct tree *t, uint32_t node, uint32_t move)
{
    uint32_t up = t->out.item[node].parent;

    while (up != NONE && !(t->out.item[up].state == STATE_MOVE && t->out.item[up].change == move))
        up = t->out.item[up].parent;
    return up != NONE;
}

/* The move that an element without kept words is shown for, though something in it has a partner: a row with changed cells, say. */
static uint32_t shown_move(const struct tree *t, uint32_t node)
{
    const struct delta *d = t->delta;
    const struct out *o = &t->out.item[node];
    uint32_t w = d->new->first_word[o->node], end = d->new->first_word[d->new->dom.node[o->node].end];

    if (o->kind != OUT_ELEMENT || o->parent == NONE || w == end || t->new_kept[w] != t->new_kept[end]
        || d->new_node[o->node] != NONE)
        return NONE;
    uint32_t move = move_around(d, o->node);
    return move == NONE || is_in_same_move(t, node, move) ? NONE : move;
}

/* The state of an element whose words are all new. */
static void set_inserted(struct tree *t, uint32_t node, const struct out *up)
{
    const struct delta *d = t->delta;
    struct out *o = &t->out.item[node];
    bool outermost = !up || up->kind != OUT_ELEMENT || !is_all_new(t, up);

    if (!outermost && !needs_no_marks(t, node) && !(o->kind == OUT_SUBTREE && is_in_move(t, node)))
        return;
    uint32_t move = o->kind == OUT_ELEMENT ? move_around(d, o->node) : NONE;
    if (move != NONE && outermost && is_in_same_move(t, node, move))
        return;
    o->state = move == NONE ? STATE_INSERT : STATE_MOVE;
    o->change = move == NONE ? d->new_change[d->new->first_word[o->node]] : move;
}

/* Of the changes shown on an element the first of content, else the first; as in first_change. */
static uint32_t change_shown(const struct tree *t, uint32_t node)
{
    uint32_t k = t->first_change[node];

    while (k && t->delta->change[k - 1].class != CLASS_CONTENT)
        k = t->next_change[k - 1];
    return k ? k : t->first_change[node];
}

static void set_new_state(struct tree *t, uint32_t node)
{
    const struct delta *d = t->delta;
    struct out *o = &t->out.item[node];
    uint32_t above = state_above(t, node);
    const struct out *up = above == NONE ? NULL : &t->out.item[above];

    if ((up && up->kind == OUT_MARK) || is_own_edit(t, node))
        return;
    if (is_all_new(t, o)) {
        set_inserted(t, node, up);
        return;
    }
    uint32_t move = shown_move(t, node);
    if (move != NONE) {
        o->state = STATE_MOVE;
        o->change = move;
        return;
    }
    uint32_t first = change_shown(t, o->node);
    bool has_words = d->new->first_word[o->node] < d->new->first_word[d->new->dom.node[o->node].end];
    if (first) {
        o->change = first - 1;
        o->state = has_words || d->new_node[o->node] != NONE || node == 0 ? STATE_CHANGE : STATE_INSERT;
    } else if (d->new_node[o->node] == NONE && has_words && o->kind == OUT_ELEMENT) {
        o->state = STATE_CHANGE;
    }
}

/* The element that shows what changed of `node`: the nearest in this tree that is no ins or del of the page. */
static uint32_t shown_on(const struct tree *t, uint32_t node)
{
    const struct page *p = t->delta->new;

    while (node > p->body && (p->dom.node[node].tag == TAG_INS || p->dom.node[node].tag == TAG_DEL || t->of_node[node] == NONE))
        node = p->dom.node[node].parent;
    return node;
}

/* Format and attribute changes by the element of the new page that shows them. */
static void list_changes(struct tree *t)
{
    const struct delta *d = t->delta;

    t->first_change = NEW_ARRAY(t->arena, uint32_t, d->new->dom.n + 1);
    t->next_change = NEW_ARRAY(t->arena, uint32_t, d->n_changes + 1);
    for (uint32_t k = d->n_changes; k-- > 0;) {
        const struct change *change = &d->change[k];
        bool owns_words = change->new_word < change->new_end && d->new_change[change->new_word] == k;

        if (change->kind < CHANGE_FORMAT || change->new_node == NONE || owns_words)
            continue;
        uint32_t node = shown_on(t, change->new_node);
        t->next_change[k] = t->first_change[node];
        t->first_change[node] = k + 1;
    }
}

uint32_t tree_next(const struct tree *t, uint32_t node)
{
    if (t->out.item[node].first != NONE)
        return t->out.item[node].first;
    while (node != NONE && t->out.item[node].next == NONE)
        node = t->out.item[node].parent;
    return node == NONE ? NONE : t->out.item[node].next;
}

enum change_class out_class(const struct tree *t, const struct out *o)
{
    return o->change == NONE ? CLASS_LOOK : t->delta->change[o->change].class;
}

static bool is_mark(const struct out *o)
{
    return o->kind == OUT_MARK || o->state != STATE_NONE;
}

/* How good a mark is to jump to: marked text before an element, which may be large, and what moved where it is now. */
static unsigned rank(const struct tree *t, const struct out *o)
{
    return 1 + (o->kind == OUT_MARK) + 2 * (!o->old && is_move(t, o->change));
}

/* By change: the first of its best marks, or NONE. */
static uint32_t *find_stops(const struct tree *t)
{
    uint32_t *best = NEW_ARRAY_RAW(t->arena, uint32_t, t->delta->n_changes + (size_t)1);

    memset(best, 0xff, (t->delta->n_changes + (size_t)1) * sizeof *best);
    for (uint32_t k = 0; k != NONE; k = tree_next(t, k)) {
        const struct out *o = &t->out.item[k];

        if (!is_mark(o) || out_class(t, o) != CLASS_CONTENT)
            continue;
        if (best[o->change] == NONE || rank(t, &t->out.item[best[o->change]]) < rank(t, o))
            best[o->change] = k;
    }
    return best;
}

static void number_marks(struct tree *t)
{
    const uint32_t *best = find_stops(t);
    uint32_t *stop_of = NEW_ARRAY(t->arena, uint32_t, t->delta->n_changes + (size_t)1);
    uint32_t id = 0;

    for (uint32_t k = 0; k != NONE; k = tree_next(t, k)) {
        struct out *o = &t->out.item[k];

        if (!is_mark(o))
            continue;
        o->id = ++id;
        if (o->change == NONE || best[o->change] != k)
            continue;
        stop_of[o->change] = t->stop.n;
        *VEC_ADD(t->arena, &t->stop) = k;
    }
    for (uint32_t k = 0; k < t->out.n; k++) {
        struct out *o = &t->out.item[k];
        o->stop = !o->id || o->change == NONE || best[o->change] == NONE ? NONE : stop_of[o->change];
    }
}

/* Old goes before new. Where the two belong to parts of the page that stand the other way round, nobody would read them as one change. */
static void find_apart(struct tree *t)
{
    bool *new_first = NEW_ARRAY(t->arena, bool, t->delta->n_changes + (size_t)1);
    bool *old_seen = NEW_ARRAY(t->arena, bool, t->delta->n_changes + (size_t)1);

    t->apart = NEW_ARRAY(t->arena, bool, t->delta->n_changes + (size_t)1);
    for (uint32_t k = 0; k != NONE; k = tree_next(t, k)) {
        const struct out *o = &t->out.item[k];

        if (!is_mark(o) || o->change == NONE || is_move(t, o->change))
            continue;
        if (o->old)
            t->apart[o->change] |= new_first[o->change], old_seen[o->change] = true;
        else
            new_first[o->change] |= !old_seen[o->change];
    }
}

bool tree_breaks_line(const struct tree *t, const struct out *o)
{
    if (o->kind == OUT_PLAIN)
        return true;
    return (o->kind == OUT_ELEMENT || o->kind == OUT_SUBTREE) && clean_element(out_page(t, o), o->node) != CLEAN_DROP
           && node_classes(&out_page(t, o)->dom.node[o->node]) & (TAG_BLOCK | TAG_BREAK);
}

/* Whether nothing of it is seen: it keeps nothing apart. */
static bool is_nothing(const struct tree *t, const struct out *o)
{
    const struct page *p = out_page(t, o);

    if (o->kind == OUT_SUBTREE)
        return !is_note(t, o) && p->first_word[o->node] == p->first_word[p->dom.node[o->node].end];
    return o->kind == OUT_ELEMENT || o->kind == OUT_SEAM || (o->kind == OUT_TEXT && !o->len);
}

/* The node after all below this one, in document order. *open is cleared where a line ends on the way. */
static uint32_t next_after(const struct tree *t, uint32_t node, uint32_t *open)
{
    while (node != NONE && t->out.item[node].next == NONE) {
        node = t->out.item[node].parent;
        if (node != NONE && tree_breaks_line(t, &t->out.item[node]))
            *open = NONE;
    }
    return node == NONE ? NONE : t->out.item[node].next;
}

/* A space of ours wherever old text touches new text on one line. */
static void add_gaps(struct tree *t)
{
    uint32_t last = NONE; /* the mark that nothing was seen behind so far */

    for (uint32_t k = 0, next; k != NONE; k = next) {
        const struct out *o = &t->out.item[k];
        bool mark = o->kind == OUT_MARK;

        if (tree_breaks_line(t, o) || (!mark && !is_nothing(t, o)))
            last = NONE;
        if (mark && last != NONE && t->out.item[last].old != o->old && !tag_is(out_tag(t, o->parent), TAG_NO_TEXT))
            tree_before(t, k, tree_add(t, (struct out){ .kind = OUT_GAP, .change = NONE }));
        last = mark ? k : last;
        o = &t->out.item[k];
        next = mark || o->first == NONE ? next_after(t, k, &last) : o->first;
    }
}

void tree_mark(struct tree *t)
{
    uint32_t n = t->out.n; /* marks are added behind; they need no second look */

    list_changes(t);
    for (uint32_t k = 0; k < n; k++)
        if (t->out.item[k].kind == OUT_ELEMENT || t->out.item[k].kind == OUT_PLAIN)
            wrap_children(t, k);
    for (uint32_t k = 0; k < n; k++) {
        uint8_t kind = t->out.item[k].kind;
        if ((kind != OUT_ELEMENT && kind != OUT_SUBTREE && kind != OUT_PLAIN) || is_note(t, &t->out.item[k]))
            continue;
        make_bare(t, k);
        if (t->out.item[k].old)
            set_old_state(t, k);
        else if (kind != OUT_PLAIN)
            set_new_state(t, k);
    }
    find_apart(t);
    add_gaps(t);
    number_marks(t);
    tree_label(t);
}
