/* Old content at its old place.
 *
 * In: the new page's tree. Out: clones of the old page's parts that are not kept, between the same kept words as in the old page.
 *
 * Between the kept words before and after a hole runs a border through the tree: from the first word up to the common ancestor, and
 * down to the second. Every place on it keeps the order of the text, so the text without new parts is the old text. The places are
 *
 *         body                            up:   after "a" in b, after b in p1, after p1 in body
 *        /    \                           down: before p2 in body, before "c" in p2
 *      p1      p2
 *      b       "c"      hole between a and c
 *     "a"
 *
 * A part goes where the partner of its old parent is, if that lies on the border; else to the first place that HTML allows it in; else
 * its text goes alone, in an element of ours where HTML wants one (li, td, option). Parts of one hole keep their order: places are
 * only used forwards. Cost: O(depth) for each part. */
#include "base/limits.h"
#include "show/clean.h"
#include "show/nesting.h"

enum { PATH_MAX_NODES = LIMIT_DEPTH + 4, PLACES_MAX = 3 * PATH_MAX_NODES };

struct place {
    uint32_t container; /* out node that takes the part */
    uint32_t anchor;    /* its child to stand beside; NONE: as its only child */
    bool after;
    bool settled;    /* something was put there: what follows goes behind it */
    uint32_t behind; /* nodes of the new page before this one stand before the place */
    uint32_t words;  /* and words before this one */
};

struct border {
    struct tree *tree;
    struct place place[PLACES_MAX];
    uint32_t n;
    uint32_t used;          /* no place before this one may be taken any more */
    uint32_t middle;        /* the first place of the way down: elements that are all new stand before it */
    uint32_t passed;        /* no node of the new page before this one may take anything any more */
    uint32_t behind;        /* nor may one that starts before this one, as the way up left it behind */
    uint32_t before, after; /* the hole: new words after `before` and before `after`; NONE at the ends of the page */
    uint32_t last;          /* the inline part put at `used` last, or NONE; it starts with word last_word */
    uint32_t last_word;
};

/* Ancestors of an out node from itself up to the body. */
static uint32_t path_up(const struct tree *t, uint32_t node, uint32_t path[PATH_MAX_NODES])
{
    uint32_t n = 0;

    for (; node != NONE && n < PATH_MAX_NODES; node = t->out.item[node].parent)
        path[n++] = node;
    return n;
}

static void add_place(struct border *b, uint32_t container, uint32_t anchor, bool after)
{
    const struct tree *t = b->tree;
    const struct page *p = t->delta->new;
    uint32_t behind = after ? p->dom.node[t->out.item[anchor].node].end : 0;
    bool slice = after && t->out.item[anchor].kind == OUT_TEXT; /* it ends with the kept word, its text node may go on */

    b->place[b->n++] = (struct place){ container, anchor, after, false, behind, slice ? b->before + 1 : p->first_word[behind] };
}

/* The places between new words `before` and `after`, either of which may be NONE. */
static void open_border(struct border *b, uint32_t before, uint32_t after)
{
    const struct tree *t = b->tree;
    uint32_t up[PATH_MAX_NODES], down[PATH_MAX_NODES], n_up = 0, n_down = 0;

    b->n = b->used = b->passed = b->behind = 0;
    b->before = before, b->after = after;
    b->last = NONE;
    if (before != NONE)
        n_up = path_up(t, t->of_word[before], up);
    if (after != NONE)
        n_down = path_up(t, t->of_word[after], down);
    while (n_up > 1 && n_down > 1 && up[n_up - 2] == down[n_down - 2])
        n_up--, n_down--;
    for (uint32_t k = 0; k + 1 < n_up; k++)
        add_place(b, up[k + 1], up[k], true);
    if (n_up == 0)
        add_place(b, 0, t->out.item[0].first, false);
    b->middle = b->n;
    for (uint32_t k = n_down; k-- > 1;)
        add_place(b, down[k], down[k - 1], false);
}

/* The place right behind what was put inside the element last, where it has something of this hole; else false. */
static bool place_behind(const struct border *b, uint32_t container, struct place *out)
{
    const struct tree *t = b->tree;
    const struct node *all = t->delta->new->dom.node;
    uint32_t node = t->out.item[container].node, child = b->passed - 1;

    if (t->out.item[container].kind != OUT_ELEMENT || b->passed <= node + 1 || b->passed > all[node].end)
        return false;
    while (all[child].parent != node)
        child = all[child].parent;
    *out = (struct place){ container, t->of_node[child], true, false, 0, 0 };
    return true;
}

/* On the way down an element of the new page begins in the hole: what stands in it before the way is all new, and old goes before new. But
 * the first place of the way is in the element that the way up ended in. */
static void move_to_start(struct border *b, uint32_t at)
{
    struct place *place = &b->place[at];

    if (at < b->middle || place->settled)
        return;
    if (!place_behind(b, place->container, place) && at != b->middle)
        place->anchor = b->tree->out.item[place->container].first;
    place->settled = true;
}

static void put(struct border *b, uint32_t at, uint32_t node)
{
    struct place *place = &b->place[at];

    move_to_start(b, at);
    if (place->anchor == NONE)
        tree_append(b->tree, place->container, node);
    else if (place->after)
        tree_after(b->tree, place->anchor, node);
    else
        tree_before(b->tree, place->anchor, node);
    if (place->after || place->anchor == NONE) {
        place->anchor = node;
        place->after = true;
    }
    b->used = at;
    b->behind = MAX(b->behind, place->behind);
    b->last = NONE;
}

/* Whether an element of the new page lies in the hole: a cell whose text was replaced, say. */
static bool stands_between(const struct border *b, uint32_t node)
{
    const struct page *p = b->tree->delta->new;

    return b->used < b->middle && b->n < PLACES_MAX && node >= b->behind && (b->before == NONE || p->first_word[node] > b->before)
           && (b->after == NONE || p->first_word[p->dom.node[node].end] <= b->after);
}

/* Where a place in such an element comes among the others: before those behind an element that holds it, as the row of a cell, and before
 * those of the way down. */
static uint32_t middle_of(const struct border *b, uint32_t node)
{
    uint32_t at = b->used;

    while (at < b->middle && b->place[at].behind <= node)
        at++;
    return at;
}

/* Makes a place in such an element: at its start, or, where something was put inside it already, after the child that has it. b->n where
 * the element ends before that. */
static uint32_t add_middle(struct border *b, uint32_t node)
{
    const struct tree *t = b->tree;
    const struct node *all = t->delta->new->dom.node;
    struct place place = { t->of_node[node], t->out.item[t->of_node[node]].first, false, false, 0, 0 };
    uint32_t passed = node + 1;

    if (all[node].end < b->passed || node + 1 == b->passed)
        return b->n;
    if (place_behind(b, t->of_node[node], &place))
        passed = all[t->out.item[place.anchor].node].end;
    uint32_t at = middle_of(b, node);
    memmove(&b->place[at + 1], &b->place[at], (b->n - at) * sizeof *b->place);
    b->place[at] = place;
    b->passed = passed;
    b->n++;
    b->middle++;
    return at;
}

/* Whether new words of the change that old word `word` belongs to stand before a place. */
static bool is_behind_new(const struct border *b, const struct place *place, uint32_t word)
{
    const struct delta *d = b->tree->delta;
    const struct change *c = &d->change[d->old_change[word]];

    return c->kind != CHANGE_MOVE && c->new_word < c->new_end && c->new_word < place->words;
}

/* Whether something was already put inside the element that a place of the way down stands before. */
static bool is_passed(const struct border *b, uint32_t at)
{
    const struct place *place = &b->place[at];

    if (at < b->middle || place->settled || place->anchor == NONE)
        return false;
    const struct out *anchor = &b->tree->out.item[place->anchor];
    return anchor->kind == OUT_ELEMENT && b->passed > anchor->node;
}

/* The best place for a part whose old parent is `parent` and whose first word is `word`; b->n where none takes it. */
static uint32_t find_place(struct border *b, enum part part, uint32_t parent, uint32_t word)
{
    const struct tree *t = b->tree;
    uint32_t partner = t->delta->old_node[parent];
    uint32_t wanted = partner == NONE ? NONE : t->of_node[partner];

    for (uint32_t k = b->used; k < b->n && wanted != NONE; k++)
        if (b->place[k].container == wanted && takes_back(t, wanted, part) && !is_passed(b, k)
            && !is_behind_new(b, &b->place[k], word))
            return k;
    if (wanted != NONE && stands_between(b, partner) && t->out.item[wanted].kind == OUT_ELEMENT && takes_back(t, wanted, part)) {
        uint32_t k = add_middle(b, partner);
        if (k < b->n)
            return k;
    }
    for (uint32_t k = b->used; k < b->n; k++)
        if (takes(t, b->place[k].container, part) && !is_passed(b, k))
            return k;
    return b->n;
}

/* What must stand between two pieces of old text that come to stand side by side, the second of which starts with `word`: a space where
 * there was one or a line ended; else a seam, so that they stay two words. */
static uint32_t add_joint(struct tree *t, uint32_t word, bool same_word)
{
    const struct delta *d = t->delta;
    bool apart = !same_word && d->old->word[word].flags & (WORD_SPACE | WORD_BREAK);

    return tree_add(t, (struct out){ .kind = apart ? OUT_SPACE : OUT_SEAM, .change = d->old_change[word], .old = true });
}

/* Whether white space came along with one of two neighbours, so that nothing has to stand between them. */
static bool has_white(const struct tree *t, const struct out *before, const struct out *after, uint32_t word)
{
    const struct word *first = &t->delta->old->word[word], *last = first - 1;

    if (after->kind == OUT_TEXT && after->at < first->at)
        return true;
    return before->kind == OUT_TEXT && !(last->flags & WORD_ATOM) && before->at + before->len > last->at + last->len;
}

/* Whether old words stand close behind what they were apart from: text that nothing replaces takes its white space along, and what is kept
 * before a change ends in it; an element does neither. */
static bool lost_white(const struct tree *t, uint32_t node, uint32_t word)
{
    const struct out *own = &t->out.item[node], *before = own->prev == NONE ? NULL : &t->out.item[own->prev];
    const struct word *first = &t->delta->old->word[word];

    if (!before || !(first->flags & WORD_SPACE) || (own->kind == OUT_TEXT && own->at < first->at))
        return false;
    if (before->kind != OUT_TEXT)
        return before->kind == OUT_ELEMENT || before->kind == OUT_SUBTREE;
    const char *text = out_page(t, before)->dom.node[before->node].text + before->at;
    return before->len && !byte_is_space(text[before->len - 1]);
}

static void put_inline(struct border *b, uint32_t at, uint32_t node, uint32_t word)
{
    struct tree *t = b->tree;
    bool beside = b->last != NONE && at == b->used, same_word = beside && b->last_word == word;

    if (same_word || (beside && !has_white(t, &t->out.item[b->last], &t->out.item[node], word)))
        put(b, at, add_joint(t, word, same_word));
    put(b, at, node);
    if (!beside && lost_white(t, node, word)) {
        uint32_t space = add_joint(t, word, false);
        tree_before(t, node, space);
    }
    b->last = node;
    b->last_word = word;
}

/* Elements of ours in a container which takes no text, down to one that does; returns the innermost. */
static uint32_t put_plain(struct border *b, uint32_t at)
{
    struct tree *t = b->tree;
    uint32_t container = b->place[at].container, tag = out_tag(t, container), in = NONE;

    for (enum part only; (only = only_part(tag)) != PART_INLINE; container = NONE) {
        tag = inner_tag(t, container, only);
        uint32_t plain = tree_add(t, (struct out){ .kind = OUT_PLAIN, .node = tag, .change = NONE, .old = true });
        if (in == NONE)
            put(b, at, plain);
        else
            tree_append(t, in, plain);
        in = plain;
    }
    return in;
}

/* Where words go that no element may come along with: a place for inline content, or an element of ours. */
struct words_place {
    struct border *border;
    uint32_t at, in;
    uint32_t word; /* the last one put into `in` */
};

static void put_words(struct words_place *to, uint32_t node, uint32_t word)
{
    struct tree *t = to->border->tree;

    if (to->in == NONE) {
        put_inline(to->border, to->at, node, word);
        return;
    }
    if (t->out.item[to->in].last != NONE)
        tree_append(t, to->in, add_joint(t, word, word == to->word));
    tree_append(t, to->in, node);
    to->word = word;
}

/* Texts of an atom that cannot stand here as it is: an option, an xmp, anything in an option. */
static void put_texts(struct words_place *to, uint32_t word)
{
    struct tree *t = to->border->tree;
    const struct page *p = t->delta->old;
    uint32_t node = p->word[word].node, end = p->dom.node[node].end;

    for (uint32_t k = node; k < end; k++) {
        const struct node *n = &p->dom.node[k];

        if (n->kind == NODE_ELEMENT && (clean_element(p, k) >= CLEAN_NOTE || tag_is(n->tag, TAG_HIDDEN)))
            k = n->end - 1;
        else if (n->kind == NODE_TEXT && str_trim(node_text(n)).len)
            put_words(to,
                      tree_add(t,
                               (struct out){
                                   .kind = OUT_TEXT, .node = k, .len = n->len, .change = t->delta->old_change[word], .old = true }),
                      word);
    }
}

/* Inside a select an element of the page may end it: only text goes there. */
static bool is_in_select(const struct tree *t, uint32_t node)
{
    while (node != NONE && out_tag(t, node) != TAG_SELECT)
        node = t->out.item[node].parent;
    return node != NONE;
}

static void put_atom(struct words_place *to, uint32_t word)
{
    struct tree *t = to->border->tree;
    uint32_t node = t->delta->old->word[word].node, container = to->in != NONE ? to->in : to->border->place[to->at].container;

    if (part_of(t->delta->old, node) == PART_INLINE && !is_in_select(t, container))
        put_words(to, tree_clone(t, t->delta->old, node), word);
    else
        put_texts(to, word);
}

/* The end of the words that start with `word`, lie in one text node and belong to one change. */
static uint32_t end_of_piece(const struct delta *d, uint32_t word, uint32_t end)
{
    uint32_t stop = word + 1;

    if (d->old->word[word].flags & WORD_ATOM)
        return stop;
    while (stop < end && d->old->word[stop].node == d->old->word[word].node && d->old_change[stop] == d->old_change[word])
        stop++;
    return stop;
}

/* A part that nothing on the border takes as it is: its words alone, with spaces between the pieces. */
static void place_words(struct border *b, uint32_t word, uint32_t end)
{
    struct tree *t = b->tree;
    const struct delta *d = t->delta;
    struct words_place to = { b, find_place(b, PART_INLINE, 0, word), NONE, NONE };

    if (to.at == b->n) {
        to.at = b->used;
        to.in = put_plain(b, to.at);
    }
    for (uint32_t w = word, stop; w < end; w = stop) {
        stop = end_of_piece(d, w, end);
        if (d->old->word[w].flags & WORD_ATOM)
            put_atom(&to, w);
        else
            put_words(&to, tree_slice(t, d->old, w, stop), w);
    }
}

/* The end of the old words of the move that `word` belongs to, itself or as what changed inside it; 0: none. */
static uint32_t end_of_move(const struct delta *d, uint32_t word, uint32_t end)
{
    uint32_t at = word;

    while (at < end && d->change[d->old_change[at]].in_move)
        at++;
    const struct change *c = at < end ? &d->change[d->old_change[at]] : NULL;
    return c && c->kind == CHANGE_MOVE && c->old_word <= word ? c->old_end : 0;
}

/* The largest part that starts with old word `word`, lies in [word, end) and has no partner. What has a partner inside it goes along only
 * where all of it moved, as a row with a changed cell. */
static uint32_t largest_part(const struct delta *d, uint32_t word, uint32_t end)
{
    const struct page *p = d->old;
    uint32_t node = p->word[word].node, moved = end_of_move(d, word, end);
    bool paired = false; /* something on the way */

    for (uint32_t up = p->dom.node[node].parent; up > p->body; up = p->dom.node[up].parent) {
        uint32_t stop = p->first_word[p->dom.node[up].end];

        paired |= d->old_node[up] != NONE;
        if (p->first_word[up] < word || stop > end || (paired && stop > moved))
            break;
        if (d->old_node[up] == NONE)
            node = up;
    }
    return node;
}

/* Places what starts at old word `word`; returns the first word after it. */
static uint32_t place_part(struct border *b, uint32_t word, uint32_t end)
{
    struct tree *t = b->tree;
    const struct page *p = t->delta->old;
    uint32_t node = largest_part(t->delta, word, end);
    bool is_text = p->dom.node[node].kind == NODE_TEXT;
    uint32_t stop = is_text ? end_of_piece(t->delta, word, end) : p->first_word[p->dom.node[node].end];
    enum part part = part_of(p, node);
    uint32_t at = find_place(b, part, p->dom.node[node].parent, word);

    if (at == b->n || (part == PART_INLINE && !is_text && is_in_select(t, b->place[at].container))) {
        place_words(b, word, stop);
        return stop;
    }
    uint32_t out = is_text ? tree_slice(t, p, word, stop) : tree_clone(t, p, node);
    if (part == PART_INLINE)
        put_inline(b, at, out, word);
    else
        put(b, at, out);
    return stop;
}

/* Places old words, but for those of changes that are not shown (delta_choose()). */
static void place_run(struct border *b, uint32_t word, uint32_t end)
{
    const uint32_t *change = b->tree->delta->old_change;

    for (uint32_t at = word, stop; at < end; at = stop + 1) {
        stop = at;
        while (stop < end && change[stop] != NONE)
            stop++;
        while (at < stop)
            at = place_part(b, at, stop);
    }
}

void tree_place_old(struct tree *t)
{
    const struct delta *d = t->delta;
    struct border b = { .tree = t };
    uint32_t before = NONE;

    for (uint32_t w = 0, end; w < d->old->n_words; w = end) {
        end = w + 1;
        if (d->old_to_new[w] != NONE) {
            before = d->old_to_new[w];
            continue;
        }
        while (end < d->old->n_words && d->old_to_new[end] == NONE)
            end++;
        open_border(&b, before, end < d->old->n_words ? d->old_to_new[end] : NONE);
        place_run(&b, w, end);
    }
}
