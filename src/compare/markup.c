/* Format and attribute changes: text that stayed, in other markup.
 *
 * In: kept words and paired elements. Out: changes that own no words.
 *
 *  - A paired element whose attributes differ: attribute where that is a change of content (classes.h), else format.
 *  - Elements without partner around kept words, on either side: format. Those that touch (a p on one side, the ul and its li on the
 *    other) are one change: "p became ul, li".
 *  - Kept text that now stands in another paired element, or whose white space went: format.
 *  - Elements without words that came or went: format.
 *  - The title and the description: update and attribute, though no reader sees them in the page.
 * Subtrees with equal content hashes are passed over. O(nodes + words) beyond that. */
#include <stdlib.h>

#include "base/map.h"
#include "compare/classes.h"
#include "compare/likeness.h"
#include "compare/steps.h"

/* An element without partner that holds kept words. Old ones are numbered first, then new ones. */
struct wrapper {
    uint32_t node;
    uint32_t group; /* union-find: another wrapper, or itself */
};

struct markup {
    struct compare *c;
    struct delta *d;
    VEC(struct wrapper) wrappers;
    uint32_t n_old;                      /* wrappers of the old page */
    uint32_t *old_wrapper, *new_wrapper; /* by node: 1 + its wrapper, or 0 */
};

static bool has_kept(const struct page *p, const uint32_t *kept, uint32_t node)
{
    return kept[p->first_word[node]] < kept[p->first_word[p->dom.node[node].end]];
}

static bool has_words(const struct page *p, uint32_t node)
{
    return p->first_word[node] < p->first_word[p->dom.node[node].end];
}

/* The nearest ancestor that has a partner. */
static uint32_t paired_above(const struct page *p, const uint32_t *partner, uint32_t node)
{
    do
        node = p->dom.node[node].parent;
    while (partner[node] == NONE);
    return node;
}

/* An element without words that is on one side only and holds no link: look. */
static void add_empty(struct markup *m, const struct page *p, uint32_t node)
{
    struct delta *d = m->d;
    bool is_old = p == d->old;
    const uint32_t *tag = &p->dom.node[node].tag;
    bool vocabulary = p->dom.node[node].space == SPACE_OTHER;
    struct change change = { .kind = vocabulary ? CHANGE_ATTRIBUTE : CHANGE_FORMAT,
                             .class = vocabulary      ? CLASS_CONTENT
                                      : *tag == TAG_A ? CLASS_MACHINERY
                                                      : CLASS_LOOK,
                             .note = note_tags(m->c->arena, p->dom.symbols, tag, is_old, tag, !is_old),
                             .tells = vocabulary && *tag == TAG_LINK ? TELLS_LINKS : 0 };

    place_empty(m->c, p, node, &change);
    change_add(m->c, change);
}

static void add_wrapper(struct markup *m, uint32_t *of_node, uint32_t node)
{
    uint32_t number = m->wrappers.n;

    *VEC_ADD(m->c->scratch, &m->wrappers) = (struct wrapper){ node, number };
    of_node[node] = number + 1;
}

/* One page's elements: what is paired and equal is passed over, what has no kept word is an insert or delete and passed over too. */
static void scan_elements(struct markup *m, const struct page *p, uint32_t *of_node)
{
    struct delta *d = m->d;
    bool is_new = p == d->new;
    const uint32_t *partner = is_new ? d->new_node : d->old_node, *kept = is_new ? m->c->new_kept : m->c->old_kept;

    for (uint32_t i = 0, next; i < p->dom.n; i = next) {
        const struct node *n = &p->dom.node[i];

        next = i + 1;
        if (n->kind != NODE_ELEMENT)
            continue;
        if (node_classes(n) & (TAG_HIDDEN | TAG_ATOM))
            next = n->end;
        if (node_classes(n) & TAG_HIDDEN)
            continue;
        if (partner[i] != NONE) {
            uint32_t x = is_new ? partner[i] : i, y = is_new ? i : partner[i];
            if (d->old->content[x] == d->new->content[y])
                next = n->end;
            else if (is_new)
                add_attributes(m->c, x, y);
        } else if (!has_words(p, i)) {
            if (!add_icon_links(m->c, p, i))
                add_empty(m, p, i);
            next = n->end;
        } else if (!has_kept(p, kept, i)) {
            if (class_of_words(p, p->first_word[i], p->first_word[n->end]) != CLASS_CONTENT)
                add_icon_links(m->c, p, i);
            next = n->end;
        } else if (!(node_classes(n) & TAG_ATOM)) {
            add_wrapper(m, of_node, i);
        }
    }
}

static uint32_t root_of(struct markup *m, uint32_t w)
{
    while (m->wrappers.item[w].group != w)
        w = m->wrappers.item[w].group = m->wrappers.item[m->wrappers.item[w].group].group;
    return w;
}

static void join(struct markup *m, uint32_t a, uint32_t b)
{
    a = root_of(m, a), b = root_of(m, b);
    m->wrappers.item[MAX(a, b)].group = MIN(a, b);
}

/* A wrapper goes with the wrapper right around it. */
static void join_parents(struct markup *m)
{
    for (uint32_t w = 0; w < m->wrappers.n; w++) {
        bool is_old = w < m->n_old;
        const struct page *p = is_old ? m->d->old : m->d->new;
        uint32_t up = (is_old ? m->old_wrapper : m->new_wrapper)[p->dom.node[m->wrappers.item[w].node].parent];

        if (up)
            join(m, w, up - 1);
    }
}

/* Wrappers of the two pages that hold the same kept words go together: the ul that became an ol around the same items. Kept words are
 * counted alike on both sides, so equal counts before and behind mean the same words. */
static void join_same_words(struct markup *m)
{
    struct map of_words;

    map_open(&of_words, m->c->scratch, m->wrappers.n);
    for (uint32_t w = 0; w < m->wrappers.n; w++) {
        bool is_old = w < m->n_old;
        const struct page *p = is_old ? m->d->old : m->d->new;
        const uint32_t *kept = is_old ? m->c->old_kept : m->c->new_kept;
        uint32_t node = m->wrappers.item[w].node, first = kept[p->first_word[node]],
                 last = kept[p->first_word[p->dom.node[node].end]];
        uint64_t key = (uint64_t)first << 32 | last;

        if (is_old) {
            *map_slot(&of_words, key, w) = w;
            continue;
        }
        const uint32_t *other = map_find(&of_words, key);
        if (other)
            join(m, w, *other);
    }
}

static uint32_t add_plain_format(struct markup *m, uint32_t old_word, uint32_t new_word, struct str note)
{
    struct delta *d = m->d;
    uint32_t y = paired_above(d->new, d->new_node, d->new->word[new_word].node);

    return change_add(m->c, (struct change){ CHANGE_FORMAT, old_word, old_word + 1, new_word, new_word + 1, d->new_node[y], y, note,
                                             (d->new->word[new_word].flags &WORD_HIDDEN) != 0, .class = CLASS_LOOK });
}

/* The blanks between the start of a line and its first word w. */
static struct str indent_of(const struct page *p, uint32_t w)
{
    struct str text = node_text(&p->dom.node[p->word[w].node]);
    size_t at = p->word[w].at, from = at;

    while (from > 0 && text.ptr[from - 1] != '\n')
        from--;
    return str_sub(text, from, at);
}

/* Whether a word begins a line on both sides, and is indented otherwise: another line was put before it. */
static bool has_other_indent(const struct delta *d, uint32_t v, uint32_t w)
{
    return d->old->word[v].flags & d->new->word[w].flags &WORD_BREAK
           && !((d->old->word[v].flags | d->new->word[w].flags) & WORD_ATOM) && !str_eq(indent_of(d->old, v), indent_of(d->new, w));
}

/* Whether a line of plain prose only ends elsewhere: a break on one side where the other has a blank, and no sign of program text. */
static bool is_reflow(const struct delta *d, uint32_t v, uint32_t w)
{
    bool breaks = (d->old->word[v].flags ^ d->new->word[w].flags) & WORD_BREAK;

    return breaks && d->new->kind == KIND_TEXT &&w &&has_letter(page_word(d->new, w)) && page_word(d->new, w - 1).len
           && !strchr("{};:=(", page_word(d->new, w - 1).ptr[page_word(d->new, w - 1).len - 1]);
}

/* Other white space before a kept word where a reader sees it: between words that were neighbours and still are, or at the start of a
 * line. */
static bool has_other_gap(const struct delta *d, uint32_t v, uint32_t w)
{
    if (!(d->new->flags[d->new->word[w].node] & NODE_KEEPS)) /* nearly all words */
        return false;
    uint64_t was = page_gap(d->old, v), now = page_gap(d->new, w);

    if (was == now || !was || !now)
        return false;
    return (w ? v && d->new_to_old[w - 1] == v - 1 : !v) || has_other_indent(d, v, w);
}

/* All of it in one element is one change: code that was indented anew. */
static void add_gap(struct markup *m, uint32_t old_word, uint32_t new_word, uint32_t *last)
{
    struct delta *d = m->d;
    struct change *before = *last == NONE ? NULL : &d->change[*last];

    if (before && before->new_node == paired_above(d->new, d->new_node, d->new->word[new_word].node)
        && before->old_node == d->new_node[before->new_node]) {
        before->old_end = old_word + 1, before->new_end = new_word + 1;
        return;
    }
    bool indents = d->new->word[new_word].flags &WORD_BREAK && d->old->word[old_word].flags &WORD_BREAK;
    *last = add_plain_format(m, old_word, new_word, indents ? STR("indentation changed") : STR("white space changed"));
    d->change[*last].class = is_reflow(d, old_word, new_word) ? CLASS_LOOK : CLASS_CONTENT;
}

/* Whether a break stands before word w; the end of the page is one. */
static bool breaks_before(const struct page *p, uint32_t w)
{
    return w == p->n_words || p->word[w].flags & WORD_BREAK;
}

/* Other white space between kept words that were neighbours and still are, where no line begins or ends on one side only. */
static bool has_other_space(const struct delta *d, uint32_t v, uint32_t w)
{
    const unsigned spaces = WORD_SPACE | WORD_LEAD | WORD_TRAIL;
    bool after = w + 1 < d->new->n_words, before = w > 0;

    if (((d->old->word[v].flags ^ d->new->word[w].flags) & spaces) == 0)
        return false;
    if (breaks_before(d->old, v) != breaks_before(d->new, w) || breaks_before(d->old, v + 1) != breaks_before(d->new, w + 1))
        return false;
    if (before != (v > 0) || (before && d->new_to_old[w - 1] != v - 1))
        return false;
    return after == (v + 1 < d->old->n_words) && (!after || d->new_to_old[w + 1] == v + 1);
}

/* White space went or came at a word; with the word before it that is one change, in the element that holds both. */
static void add_space(struct markup *m, uint32_t old_word, uint32_t new_word, uint32_t *last)
{
    struct delta *d = m->d;
    struct change *before = *last == NONE ? NULL : &d->change[*last];

    if (!before || before->new_end != new_word || before->old_end != old_word) {
        *last = d->n_changes;
        add_plain_format(m, old_word, new_word, STR("white space changed"));
        return;
    }
    before->new_end++;
    before->old_end++;
    while (d->new->dom.node[before->new_node].end <= d->new->word[new_word].node)
        before->new_node = paired_above(d->new, d->new_node, before->new_node);
    before->old_node = d->new_node[before->new_node];
    before->hidden &= (d->new->word[new_word].flags &WORD_HIDDEN) != 0;
}

/* Kept words: those of touching wrappers join them; those that went to another paired element, or lost or gained white space, are
 * changes of their own. */
static void scan_words(struct markup *m)
{
    const struct delta *d = m->d;
    uint32_t last_up = NONE, last_space = NONE, last_gap = NONE;

    for (uint32_t w = 0; w < d->new->n_words; w++) {
        uint32_t v = d->new_to_old[w];

        if (v == NONE)
            continue;
        uint32_t x = d->old->word[v].node, y = d->new->word[w].node;
        if (d->new->word[w].flags & WORD_ATOM && d->old_node[x] != y)
            add_attributes(m->c, x, y); /* a picture in other markup */
        uint32_t around_x = m->old_wrapper[d->old->dom.node[x].parent], around_y = m->new_wrapper[d->new->dom.node[y].parent];
        if (around_x && around_y)
            join(m, around_x - 1, around_y - 1);
        if (around_x || around_y)
            continue;
        if (has_other_gap(d, v, w))
            add_gap(m, v, w, &last_gap);
        else if (has_other_space(d, v, w))
            add_space(m, v, w, &last_space);
        uint32_t up = paired_above(d->new, d->new_node, y);
        if (d->old_node[paired_above(d->old, d->old_node, x)] != up && up != last_up) {
            add_plain_format(m, v, w, STR("moved into another element"));
            last_up = up;
        }
    }
}

typedef VEC(uint32_t) tag_list;

/* What stands in one group of wrappers: their tags, and where their links lead. */
struct group {
    tag_list old_tags, new_tags;
    string_list gone, come;
    bool vocabulary; /* an element of XML among them, whose name is part of what is said */
};

/* Takes one wrapper into the change: its element, and where it is an outermost one the kept words in it. */
static void add_member(struct markup *m, uint32_t w, struct group *g, struct change *change)
{
    const struct delta *d = m->d;
    bool is_old = w < m->n_old;
    const struct page *p = is_old ? d->old : d->new;
    uint32_t node = m->wrappers.item[w].node;
    struct str link = link_address(p, node);

    *VEC_ADD(m->c->scratch, is_old ? &g->old_tags : &g->new_tags) = p->dom.node[node].tag;
    if (link.len)
        *VEC_ADD(m->c->scratch, is_old ? &g->gone : &g->come) = link;
    g->vocabulary |= p->dom.node[node].space == SPACE_OTHER;
    *(is_old ? &change->old_node : &change->new_node) = MIN(is_old ? change->old_node : change->new_node, node);
    change->hidden &= (p->flags[node] & NODE_HIDDEN) != 0;
    if ((is_old ? m->old_wrapper : m->new_wrapper)[p->dom.node[node].parent])
        return; /* its words are among its parent's */
    for (uint32_t word = p->first_word[node]; word < p->first_word[p->dom.node[node].end]; word++) {
        uint32_t other = is_old ? d->old_to_new[word] : d->new_to_old[word];
        if (other == NONE)
            continue;
        uint32_t v = is_old ? word : other, u = is_old ? other : word;
        change->old_word = MIN(change->old_word, v), change->old_end = MAX(change->old_end, v + 1);
        change->new_word = MIN(change->new_word, u), change->new_end = MAX(change->new_end, u + 1);
    }
}

/* Whether all that came or went is elements that strike out: a change of its own (strikes.c). */
static bool only_strikes(const struct group *g)
{
    const tag_list *tags = g->new_tags.n ? &g->new_tags : &g->old_tags;

    for (uint32_t k = 0; k < tags->n; k++)
        if (!strikes_out(tags->item[k]))
            return false;
    return !g->old_tags.n || !g->new_tags.n;
}

/* One change for one group of wrappers: look, unless links came or went with them. */
static void add_group(struct markup *m, const uint32_t *member, uint32_t n)
{
    struct delta *d = m->d;
    struct group g = { 0 };
    struct change change = { .kind = CHANGE_FORMAT,
                             .class = CLASS_LOOK,
                             .old_word = NONE,
                             .new_word = NONE,
                             .old_node = NONE,
                             .new_node = NONE,
                             .hidden = true };

    for (uint32_t k = 0; k < n; k++)
        add_member(m, member[k], &g, &change);
    if (only_strikes(&g))
        return;
    if (change.new_node == NONE)
        change.new_node = d->old_node[paired_above(d->old, d->old_node, change.old_node)];
    change.note = note_tags(m->c->arena, d->new->dom.symbols, g.old_tags.item, g.old_tags.n, g.new_tags.item, g.new_tags.n);
    match_links(&g.gone, &g.come);
    if (g.gone.n || g.come.n) {
        note_links(m->c->arena, &g.gone, &g.come, &change);
        change.kind = CHANGE_ATTRIBUTE;
    }
    if (change.kind == CHANGE_ATTRIBUTE || g.vocabulary)
        change.class = CLASS_CONTENT;
    change_add(m->c, change);
}

static int compare_groups(const void *left, const void *right, void *wrappers)
{
    const struct wrapper *w = wrappers;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;

    if (w[a].group != w[b].group)
        return w[a].group < w[b].group ? -1 : 1;
    return a < b ? -1 : a > b;
}

static void add_groups(struct markup *m)
{
    uint32_t *order = NEW_ARRAY_RAW(m->c->scratch, uint32_t, m->wrappers.n + 1);

    for (uint32_t w = 0; w < m->wrappers.n; w++) {
        m->wrappers.item[w].group = root_of(m, w);
        order[w] = w;
    }
    qsort_r(order, m->wrappers.n, sizeof *order, compare_groups, m->wrappers.item);
    for (uint32_t from = 0, to; from < m->wrappers.n; from = to) {
        for (to = from + 1; to < m->wrappers.n && m->wrappers.item[order[to]].group == m->wrappers.item[order[from]].group;)
            to++;
        add_group(m, order + from, to - from);
    }
}

static uint32_t first_of_tag(const struct page *p, uint32_t tag)
{
    for (uint32_t i = 0; i < p->dom.n; i++)
        if (p->dom.node[i].kind == NODE_ELEMENT && p->dom.node[i].tag == tag && p->dom.node[i].space == SPACE_HTML)
            return i;
    return NONE;
}

static void compare_head(struct markup *m)
{
    const struct delta *d = m->d;
    struct change change = { .kind = CHANGE_UPDATE };
    const uint32_t *was = &d->old->dom.node[0].tag, *is = &d->new->dom.node[0].tag;

    if (*was != *is)
        change_add(m->c, (struct change){ .kind = CHANGE_FORMAT,
                                          .class = CLASS_LOOK,
                                          .note = note_tags(m->c->arena, d->new->dom.symbols, was, 1, is, 1) });
    if (!str_eq(d->old->title, d->new->title)) {
        change.old_node = first_of_tag(d->old, TAG_TITLE), change.new_node = first_of_tag(d->new, TAG_TITLE);
        change.note = STR("title changed"), change.tells = TELLS_TITLE;
        change_add(m->c, change);
    }
    if (!str_eq(d->old->description, d->new->description)) {
        change.kind = CHANGE_ATTRIBUTE;
        change.old_node = first_of_tag(d->old, TAG_META), change.new_node = first_of_tag(d->new, TAG_META);
        change.note = STR("description changed"), change.tells = TELLS_DESCRIPTION;
        change_add(m->c, change);
    }
}

/* Scripts and the like by content: how many more of each the old page has. */
struct hidden {
    struct map number; /* of a content hash, in excess */
    VEC(int32_t) excess;
};

static void count_hidden(struct arena *scratch, const struct page *p, struct hidden *h, int32_t step)
{
    for (uint32_t i = 0; i < p->dom.n; i++) {
        uint32_t tag = p->dom.node[i].tag;
        if (tag != TAG_SCRIPT && tag != TAG_STYLE && tag != TAG_TEMPLATE && tag != TAG_NOSCRIPT)
            continue;
        uint32_t number = *map_slot(&h->number, p->content[i], h->excess.n);
        if (number == h->excess.n)
            *VEC_ADD(scratch, &h->excess) = 0;
        h->excess.item[number] += step;
    }
}

/* How many scripts, styles, templates are in one page and not in the other. */
static void compare_hidden(struct markup *m)
{
    struct hidden h = { 0 };

    map_open(&h.number, m->c->scratch, 64);
    count_hidden(m->c->scratch, m->d->old, &h, 1);
    count_hidden(m->c->scratch, m->d->new, &h, -1);
    for (uint32_t k = 0; k < h.excess.n; k++)
        m->d->n_hidden_elements += (uint32_t)abs(h.excess.item[k]);
}

void compare_markup(struct compare *c)
{
    struct markup m = { .c = c, .d = c->delta };

    m.old_wrapper = NEW_ARRAY(c->scratch, uint32_t, c->delta->old->dom.n + 1);
    m.new_wrapper = NEW_ARRAY(c->scratch, uint32_t, c->delta->new->dom.n + 1);
    compare_head(&m);
    compare_hidden(&m);
    scan_elements(&m, c->delta->old, m.old_wrapper);
    m.n_old = m.wrappers.n;
    scan_elements(&m, c->delta->new, m.new_wrapper);
    join_parents(&m);
    join_same_words(&m);
    scan_words(&m);
    add_groups(&m);
}
