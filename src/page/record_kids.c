/* The children of an element, as records are made of them.
 *
 * In: the page model. Out: for each node a mask of its structure; for one element its children that say something, and what each may be by
 * itself. O(nodes). */
#include "page/record_finder.h"

static uint64_t own_bits(const struct node *n)
{
    if (n->kind != NODE_ELEMENT)
        return 0;
    if (n->tag == TAG_A)
        return HAS_LINK;
    if (n->tag == TAG_IMG || n->tag == TAG_PICTURE || n->tag == TAG_SVG || n->tag == TAG_VIDEO)
        return HAS_PICTURE;
    return n->tag >= TAG_H1 && n->tag <= TAG_H6 ? HAS_HEADING : 0;
}

void build_masks(struct finder *f)
{
    const struct page *p = f->page;

    f->mask = NEW_ARRAY(f->arena, uint64_t, p->dom.n + 1);
    for (uint32_t i = p->dom.n; i-- > 1;) {
        const struct node *n = &p->dom.node[i];
        uint32_t tag = n->kind == NODE_ELEMENT ? n->tag : 0;

        if (p->first_word[i] == p->first_word[n->end])
            continue;
        f->mask[i] |= own_bits(n);
        f->mask[n->parent] |= f->mask[i] | hash_bit((uint64_t)p->dom.node[n->parent].tag << 32 | tag);
    }
}

static uint32_t mask_of_names(struct str all)
{
    uint32_t mask = 0;

    for (size_t at = 0, end; at < all.len; at = end + 1) {
        for (end = at; end < all.len && (unsigned char)all.ptr[end] > ' ';)
            end++;
        if (end > at)
            mask |= UINT32_C(1) << (hash_str(str_sub(all, at, end)) & 31);
    }
    return mask;
}

/* Most siblings have the classes of the one before. */
static uint32_t class_mask(struct finder *f, uint32_t node)
{
    const struct dom *d = &f->page->dom;
    const struct node *n = &d->node[node];

    for (uint32_t k = 0; k < n->n_attr; k++) {
        if (d->attr[n->attr + k].name != f->class_name)
            continue;
        struct str all = attr_value(&d->attr[n->attr + k]);
        if (!str_eq(all, f->last_classes))
            f->last_classes = all, f->last_mask = mask_of_names(all);
        return f->last_mask;
    }
    return 0;
}

/* A paragraph of which every word is bold. */
static bool is_bold_line(const struct page *p, uint32_t node)
{
    uint32_t bold = p->word[p->first_word[node]].node;

    while (bold != node && p->dom.node[bold].parent != node)
        bold = p->dom.node[bold].parent;
    return p->dom.node[node].tag == TAG_P && (p->dom.node[bold].tag == TAG_STRONG || p->dom.node[bold].tag == TAG_B)
           && p->first_word[p->dom.node[bold].end] == p->first_word[p->dom.node[node].end];
}

uint32_t rows_of(const struct page *p, uint32_t node)
{
    uint64_t most = 1, rows;
    struct str value;

    if (p->dom.node[node].tag != TAG_TR)
        return 0;
    for (uint32_t k = node + 1; k < p->dom.node[node].end; k = p->dom.node[k].end)
        if (p->dom.node[k].kind == NODE_ELEMENT && dom_attr(&p->dom, k, STR("rowspan"), &value)
            && str_number(str_trim(value), GROUP_LENGTH, &rows) && rows > most)
            most = rows;
    return (uint32_t)most;
}

static void add_kid(struct finder *f, uint32_t i)
{
    const struct page *p = f->page;
    const struct node *n = &p->dom.node[i];
    bool element = n->kind == NODE_ELEMENT, title = element && (is_heading(n->tag) || is_bold_line(p, i));

    f->n_leaders += title || (element && n->tag == TAG_DT);
    f->n_spans += element && n->tag == TAG_TR && rows_of(p, i) > 1;
    f->n_rules += element && n->tag == TAG_HR;
    f->n_breaks += element && n->tag == TAG_BR;
    f->n_bodies += element && n->tag == TAG_TBODY;
    *VEC_ADD(f->arena, &f->kids) =
        (struct kid){ .node = i, .title = title, .tag = element ? n->tag : 0, .classes = element ? class_mask(f, i) : 0 };
}

/* Adds the children of an element that say something. */
static void add_kids(struct finder *f, uint32_t parent)
{
    const struct page *p = f->page;

    for (uint32_t i = parent + 1; i < p->dom.node[parent].end; i = p->dom.node[i].end)
        if (p->first_word[i] < p->first_word[p->dom.node[i].end])
            add_kid(f, i);
}

void list_kids(struct finder *f, uint32_t parent)
{
    f->kids.n = f->n_leaders = f->n_rules = f->n_breaks = f->n_spans = f->n_bodies = 0;
    add_kids(f, parent);
}

/* A tile: a box with blocks and a link, picture or heading in it, like the first one. */
static bool is_tile(const struct finder *f, const struct kid *kid, const struct kid *first)
{
    return kid->tag == first->tag && (kid->classes == first->classes || kid->classes & first->classes)
           && has_block(f->page, kid->node) && f->mask[kid->node] & (HAS_LINK | HAS_PICTURE | HAS_HEADING)
           && shares(f->mask[kid->node], f->mask[first->node], ALIKE_PERCENT);
}

void open_rows(struct finder *f)
{
    uint32_t rows = f->kids.n, width = 0;
    bool grid = rows > 1;

    for (uint32_t k = 0; k < rows && grid; k++) {
        struct kid row = f->kids.item[k];
        uint32_t before = f->kids.n;

        grid = row.tag == TAG_DIV && row.classes == f->kids.item[0].classes;
        if (grid)
            add_kids(f, row.node);
        uint32_t n = f->kids.n - before;
        width = k ? width : n;
        grid &= width > 1 && (n == width || (k + 1 == rows && n < width));
        for (uint32_t i = before; i < f->kids.n && grid; i++)
            grid = is_tile(f, &f->kids.item[i], &f->kids.item[rows]);
    }
    if (!grid) {
        f->kids.n = rows;
        return;
    }
    for (uint32_t k = 0; k < rows; k++)
        f->opened[f->kids.item[k].node] = true;
    memmove(f->kids.item, f->kids.item + rows, (f->kids.n - rows) * sizeof *f->kids.item);
    f->kids.n -= rows;
}

bool says_something(const struct finder *f, const struct kid *kid)
{
    const struct page *p = f->page;
    uint32_t w = p->first_word[kid->node], end = p->first_word[p->dom.node[kid->node].end];

    while (w < end && p->word[w].flags & WORD_ATOM)
        w++;
    return w < end || f->mask[kid->node] & (HAS_LINK | HAS_PICTURE);
}

/* Lists hold records; two lists side by side are not records themselves. */
static bool is_list_tag(uint32_t tag)
{
    return tag == TAG_UL || tag == TAG_OL || tag == TAG_DL || tag == TAG_THEAD || tag == TAG_TBODY || tag == TAG_TFOOT;
}

/* A paragraph that opens with a link, a picture or bold words is laid out by hand as a card would be. */
static bool opens_with_box(const struct page *p, uint32_t node)
{
    uint32_t first = p->word[p->first_word[node]].node;

    while (first != node && p->dom.node[first].parent != node)
        first = p->dom.node[first].parent;
    return p->dom.node[first].kind == NODE_ELEMENT;
}

/* 08:14, 12 (March), 12.03.2026; but not 4.2, which numbers a clause. */
static bool begins_time(struct str word)
{
    bool digit = word.len && word.ptr[0] >= '0' && word.ptr[0] <= '9';

    return digit && (word.len >= DATE_BYTES || str_find(word, STR("."), 0) == SIZE_MAX);
}

/* A paragraph that opens with a time or a date in bold, and then says what happened: a line of a log. */
static bool opens_with_time(const struct page *p, uint32_t node)
{
    uint32_t first = p->first_word[node], at = p->word[first].node;

    while (at != node && p->dom.node[at].parent != node)
        at = p->dom.node[at].parent;
    uint32_t tag = p->dom.node[at].kind == NODE_ELEMENT ? p->dom.node[at].tag : 0, end = p->first_word[p->dom.node[at].end];
    return (tag == TAG_B || tag == TAG_STRONG || tag == TAG_TIME) && end < p->first_word[p->dom.node[node].end]
           && end - first <= TIME_WORDS && begins_time(page_word(p, first));
}

/* A paragraph that is a card by hand, or a line of a log. */
static bool is_written_card(const struct finder *f, uint32_t node)
{
    bool shows = f->mask[node] & (HAS_LINK | HAS_PICTURE);

    return (shows && opens_with_box(f->page, node)) || opens_with_time(f->page, node);
}

/* Boxes in a line with boxes of their own inside: a chip of name and number, a component that only a style sheet makes a block. */
static bool has_parts(const struct page *p, uint32_t node)
{
    uint32_t parts = 0;

    for (uint32_t k = node + 1; k < p->dom.node[node].end; k = p->dom.node[k].end)
        if (p->first_word[k] < p->first_word[p->dom.node[k].end]) {
            if (p->dom.node[k].kind != NODE_ELEMENT)
                return false;
            parts++;
        }
    return parts > 1;
}

/* A line in a box with a class: who writes running text gives it no class of its own. */
static bool is_short_box(const struct page *p, const struct kid *kid)
{
    return kid->tag == TAG_DIV && kid->classes
           && p->first_word[p->dom.node[kid->node].end] - p->first_word[kid->node] <= LINE_WORDS;
}

/* Whether a child may be a record by itself. */
static bool may_be_record(const struct finder *f, const struct kid *kid)
{
    const struct page *p = f->page;
    const unsigned classes = kid->tag ? node_classes(&p->dom.node[kid->node]) : 0;

    if (!says_something(f, kid))
        return false;
    if (is_item_tag(kid->tag) || (kid->tag == TAG_TBODY && f->n_bodies >= LINES_LEAST))
        return true; /* a table with many bodies has one for each thing */
    if (!kid->tag || classes & TAG_ATOM || is_heading(kid->tag) || kid->tag == TAG_TD || kid->tag == TAG_TH || kid->tag == TAG_DT
        || kid->tag == TAG_DD || is_list_tag(kid->tag))
        return false;
    if (kid->tag == TAG_P)
        return is_written_card(f, kid->node);
    if (kid->tag == TAG_A || is_short_box(p, kid))
        return true;
    return has_block(p, kid->node) || f->mask[kid->node] & (HAS_LINK | HAS_PICTURE | HAS_HEADING) || has_parts(p, kid->node);
}

/* A box that opens with a heading: a section, whatever it is called. */
static bool is_section(const struct finder *f, const struct kid *kid)
{
    const struct page *p = f->page;
    uint32_t first = p->word[p->first_word[kid->node]].node;

    if (kid->tag == TAG_SECTION || kid->tag == TAG_ARTICLE)
        return true;
    while (kid->tag == TAG_DIV && first != kid->node && p->dom.node[first].parent != kid->node)
        first = p->dom.node[first].parent;
    return kid->tag == TAG_DIV && p->dom.node[first].kind == NODE_ELEMENT && is_heading(p->dom.node[first].tag);
}

bool are_alike(const struct finder *f, const struct kid *a, const struct kid *b)
{
    if (a->section && b->section)
        return true;
    if (a->tag != b->tag || !a->whole || !b->whole)
        return false;
    if (is_item_tag(a->tag))
        return true;
    if (!(a->classes & b->classes) && (a->classes || b->classes))
        return false;
    return shares(f->mask[a->node], f->mask[b->node], ALIKE_PERCENT);
}

bool is_rich(const struct finder *f, const struct kid *kid)
{
    return is_item_tag(kid->tag) || has_block(f->page, kid->node)
           || __builtin_popcountll(f->mask[kid->node] & (HAS_LINK | HAS_PICTURE | HAS_HEADING)) >= 2;
}

void judge_kids(struct finder *f)
{
    for (uint32_t i = 0; i < f->kids.n; i++) {
        struct kid *kid = &f->kids.item[i];

        kid->section = kid->tag && is_section(f, kid);
        kid->whole = may_be_record(f, kid);
    }
}
