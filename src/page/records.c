/* Runs of siblings that are alike.
 *
 * In: the page model. Out: containers and their records.
 *
 * Two siblings are alike when they have the same tag, share a class (or neither has one), and most of their structure: the set of "tag
 * within tag" below each, kept as a mask of 64 bits, so that a badge more or a picture less does no harm. Items and rows need not be
 * alike, their tags say what they are. Text alone is no record: the paragraphs of an article are compared as sentences.
 *
 * Where no single sibling is a record, several may be: a group starts at each heading, dt, at the first sibling's look-alike, or behind
 * each hr or br. Groups count when they are short and alike.
 * Cost: O(nodes): each node is looked at as a child once for each of the few ways to group. */
#include "page/records.h"

#include "base/vec.h"

enum {
    /* Masks: the first bits say what is below, the others are "tag within tag" by hash. */
    HAS_LINK = 1 << 0,
    HAS_PICTURE = 1 << 1,
    HAS_HEADING = 1 << 2,
    MASK_FIRST = 3, /* first bit of the hashed ones */

    ALIKE_PERCENT = 50,   /* bits both have, of those one has: siblings of one run */
    OTHER_PERCENT = 60,   /* ... fewer than that: the title row and the line below it are parts of one record */
    GROUP_LENGTH = 8,     /* siblings in one record of a flat run */
    GROUP_WORDS = 150,    /* words of one such record, on average: more is a chapter */
    LINE_WORDS = 25,      /* of a line that ends with br, on average: more is a paragraph */
    TEXT_LINES_LEAST = 5, /* lines of mere text that make a list: fewer are an address or a foot */
    LINES_LEAST = 3,      /* lines, links and look-alikes that make a run; of richer things two do */
};

/* A child that says something. */
struct kid {
    uint32_t node;
    uint32_t tag;     /* 0: text */
    uint32_t classes; /* mask of its class names */
    bool title;       /* a heading, or a paragraph that is all bold and so looks like one */
    bool whole;       /* may be a record by itself */
    bool section;     /* opens with a heading */
    bool start;       /* a record starts here */
    bool in;          /* part of a record */
};

struct finder {
    struct arena *arena;
    const struct page *page;
    uint64_t *mask;   /* by node */
    uint32_t *inside; /* by node: 1 + its innermost record, or 0 */
    bool *opened;     /* by node: a row of a grid, whose tiles were taken for records already */
    uint32_t class_name;
    struct str last_classes; /* of the element whose classes were looked at last, and their mask */
    uint32_t last_mask;
    VEC(struct kid) kids;
    uint32_t n_spans;           /* rows of a table that a cell reaches from into the next */
    uint32_t n_leaders;         /* of the kids: headings and dt */
    uint32_t n_rules, n_breaks; /* hr, br */
    uint32_t n_bodies;          /* tbody */
    VEC(struct container) containers;
    VEC(struct record) records;
};

static uint64_t hash_bit(uint64_t key)
{
    return UINT64_C(1) << (MASK_FIRST + (key * 0x9e3779b97f4a7c15u >> 32) % (64 - MASK_FIRST));
}

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

/* Folds children into parents, last node first. What has no words below it has no part in it: spacers and empty boxes come and go. */
static void build_masks(struct finder *f)
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

static bool shares(uint64_t a, uint64_t b, int percent)
{
    return __builtin_popcountll(a & b) * 100 >= __builtin_popcountll(a | b) * percent;
}

static bool has_block(const struct page *p, uint32_t node)
{
    return p->flags[node] & NODE_HAS_BLOCK;
}

static bool is_heading(uint32_t tag)
{
    return tag >= TAG_H1 && tag <= TAG_H6;
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

/* Rows that the cells of a row reach over, 1 where they do not; 0 is not a row. */
static uint32_t rows_of(const struct page *p, uint32_t node)
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

static void list_kids(struct finder *f, uint32_t parent)
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

/* Where the kids are rows of a grid, made for the eye alone, the tiles in them take their place. Such rows look the same, and all have the
 * same number of tiles but the last, which may have fewer; one tile looks like another. */
static void open_rows(struct finder *f)
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

/* A word, a picture or a link: a spacer with a rule in it is no record. */
static bool says_something(const struct finder *f, const struct kid *kid)
{
    const struct page *p = f->page;
    uint32_t w = p->first_word[kid->node], end = p->first_word[p->dom.node[kid->node].end];

    while (w < end && p->word[w].flags & WORD_ATOM)
        w++;
    return w < end || f->mask[kid->node] & (HAS_LINK | HAS_PICTURE);
}

/* Tags that say by themselves that their element is one of many. */
static bool is_item_tag(uint32_t tag)
{
    return tag == TAG_LI || tag == TAG_TR;
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
        return f->mask[kid->node] & (HAS_LINK | HAS_PICTURE) && opens_with_box(p, kid->node);
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

static bool are_alike(const struct finder *f, const struct kid *a, const struct kid *b)
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

static bool is_rich(const struct finder *f, const struct kid *kid)
{
    return is_item_tag(kid->tag) || has_block(f->page, kid->node)
           || __builtin_popcountll(f->mask[kid->node] & (HAS_LINK | HAS_PICTURE | HAS_HEADING)) >= 2;
}

/* What each kid may be by itself. */
static void judge_kids(struct finder *f)
{
    for (uint32_t i = 0; i < f->kids.n; i++) {
        struct kid *kid = &f->kids.item[i];

        kid->section = kid->tag && is_section(f, kid);
        kid->whole = may_be_record(f, kid);
    }
}

/* Single siblings: each that is like the one of its tag before it, or the one after it, of those few that are looked at. */
static uint32_t mark_alike(struct finder *f)
{
    uint32_t n = 0, rich = 0;

    for (uint32_t i = 0; i < f->kids.n; i++) {
        struct kid *kid = &f->kids.item[i];

        kid->in = false;
        kid->start = is_item_tag(kid->tag) && says_something(f, kid);
        if (!kid->whole && !kid->section)
            continue;
        for (uint32_t k = i; !kid->start && k-- > 0 && i - k <= GROUP_LENGTH;)
            kid->start = are_alike(f, kid, &f->kids.item[k]);
        for (uint32_t k = i + 1; !kid->start && k < f->kids.n && k - i <= GROUP_LENGTH; k++)
            kid->start = are_alike(f, kid, &f->kids.item[k]);
        kid->in = kid->start;
        n += kid->start;
        rich += kid->start && is_rich(f, kid);
    }
    return rich || n >= LINES_LEAST ? n : 0;
}

/* What mostly is a separator between links of one line: text without a letter. */
static bool is_lone_text(const struct finder *f, const struct kid *kid)
{
    const struct page *p = f->page;

    for (uint32_t w = p->first_word[kid->node]; w < p->first_word[p->dom.node[kid->node].end]; w++) {
        if (p->word[w].flags & WORD_ATOM)
            continue;
        unsigned char c = (unsigned char)*page_word(p, w).ptr;
        if ((c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || c >= 0xc3)
            return true;
    }
    return false;
}

/* Links inside running text are no records. */
static bool is_running_text(const struct finder *f)
{
    bool inline_record = false, text = false;

    for (uint32_t i = 0; i < f->kids.n; i++) {
        const struct kid *kid = &f->kids.item[i];

        if (kid->start && !(node_classes(&f->page->dom.node[kid->node]) & TAG_BREAK) && !has_block(f->page, kid->node))
            inline_record = true;
        if (!kid->start && (!kid->tag || !(node_classes(&f->page->dom.node[kid->node]) & TAG_BREAK)))
            text |= is_lone_text(f, kid);
    }
    return inline_record && text;
}

/* Fills the groups between starts; what stands before the first start is in none. The last group ends where something stands that no
 * other group has: what follows a run is not part of it. */
static void fill_groups(struct finder *f)
{
    uint64_t seen = 0;
    uint32_t last = 0;
    bool in = false, done = false;

    for (uint32_t i = 0; i < f->kids.n; i++)
        if (f->kids.item[i].start)
            last = i;
    for (uint32_t i = 0; i < f->kids.n; i++) {
        struct kid *kid = &f->kids.item[i];
        uint64_t bit = hash_bit(kid->tag);

        in |= kid->start;
        if (in && i < last)
            seen |= bit;
        done |= i > last && !(seen & bit);
        kid->in = in && !done;
    }
}

/* One mask for each group, compared with the one before; lengths and words stay small. */
static bool are_groups_alike(const struct finder *f, uint32_t least)
{
    const struct page *p = f->page;
    uint64_t before = 0, mask = 0;
    uint32_t n = 0, length = 0, words = 0, alike = 0, long_ones = 0;

    for (uint32_t i = 0; i <= f->kids.n; i++) {
        const struct kid *kid = i < f->kids.n ? &f->kids.item[i] : NULL;

        if (!kid || kid->start) {
            alike += n > 0 && shares(before, mask, ALIKE_PERCENT);
            long_ones += length > GROUP_LENGTH;
            if (mask)
                n++, before = mask;
            mask = 0, length = 0;
        }
        if (!kid || !kid->in)
            continue;
        mask |= f->mask[kid->node] | hash_bit(kid->tag);
        length++;
        words += p->first_word[p->dom.node[kid->node].end] - p->first_word[kid->node];
    }
    return n >= least && !long_ones && alike + 1 + n / 4 >= n && words <= n * GROUP_WORDS;
}

static bool accept_groups(struct finder *f, uint32_t n_starts, uint32_t least)
{
    if (n_starts < least || n_starts * 2 > f->kids.n + 1)
        return false; /* groups of one are not groups */
    fill_groups(f);
    return are_groups_alike(f, least);
}

/* Whether headings only part a list of cards: two of a class follow each other. Then the cards are the records, wherever a heading is put
 * in. */
static bool part_cards(const struct finder *f)
{
    for (uint32_t i = 1; i < f->kids.n; i++) {
        const struct kid *kid = &f->kids.item[i], *before = kid - 1;

        if (kid->classes && kid->classes == before->classes && is_rich(f, kid) && are_alike(f, kid, before))
            return true;
    }
    return false;
}

/* The tag that groups start with: dt, the heading of the highest level that is there twice, or p where lines in bold are there instead; 0:
 * none. */
static uint32_t find_leader(const struct finder *f)
{
    uint32_t count[7] = { 0 }, bold = 0;

    for (uint32_t i = 0; i < f->kids.n; i++) {
        uint32_t tag = f->kids.item[i].tag;
        if (tag == TAG_DT)
            return TAG_DT;
        if (is_heading(tag))
            count[tag - TAG_H1]++;
        bold += tag == TAG_P && f->kids.item[i].title;
    }
    for (uint32_t level = 0; level < 6; level++)
        if (count[level] > 1)
            return part_cards(f) ? 0 : TAG_H1 + level;
    return bold >= LINES_LEAST ? TAG_P : 0;
}

/* Groups that start with a heading, a dt or a line in bold. */
static bool group_by_heading(struct finder *f)
{
    uint32_t leader = find_leader(f), n = 0;

    for (uint32_t i = 0; i < f->kids.n; i++) {
        struct kid *kid = &f->kids.item[i];
        kid->start = leader && kid->tag == leader && (leader == TAG_DT || kid->title)
                     && !(leader == TAG_DT && i && f->kids.item[i - 1].tag == TAG_DT);
        n += kid->start;
    }
    return leader && accept_groups(f, n, leader == TAG_DT ? 1 : 2);
}

/* Whether n lines of text are a list: enough of them, and short. */
static bool are_short_lines(const struct finder *f, uint32_t n)
{
    const struct page *p = f->page;
    uint32_t from = p->first_word[f->kids.item[0].node], to = p->first_word[p->dom.node[f->kids.item[f->kids.n - 1].node].end];

    return n >= TEXT_LINES_LEAST && to - from <= n * LINE_WORDS;
}

/* A comma before a br says that the line goes on in the next. */
static bool are_lines_whole(const struct finder *f)
{
    const struct page *p = f->page;

    for (uint32_t i = 0; i + 1 < f->kids.n; i++) {
        uint32_t end = p->first_word[p->dom.node[f->kids.item[i].node].end];

        if (f->kids.item[i + 1].tag == TAG_BR && !(p->word[end - 1].flags & WORD_ATOM) && str_eq(page_word(p, end - 1), STR(",")))
            return false;
    }
    return true;
}

/* Groups that end with an hr or br and open with a box of their own: a link, a picture, bold words. Short lines that end with br need no
 * box: nobody breaks the lines of running text. */
static bool group_by_separator(struct finder *f, uint32_t separator)
{
    uint32_t n = 0, boxes = 0;

    for (uint32_t i = 0; i < f->kids.n; i++) {
        struct kid *kid = &f->kids.item[i];
        bool first = i == 0 || f->kids.item[i - 1].tag == separator;

        kid->start = first && kid->tag != separator;
        n += kid->start;
        boxes += kid->start && kid->tag;
    }
    if (boxes < n && (separator != TAG_BR || !are_short_lines(f, n)))
        return false;
    return accept_groups(f, n, LINES_LEAST);
}

/* Rows that a cell reaches over are one record. */
static bool group_by_span(struct finder *f)
{
    uint32_t left = 0;

    for (uint32_t i = 0; i < f->kids.n; i++) {
        struct kid *kid = &f->kids.item[i];
        uint32_t rows = rows_of(f->page, kid->node);

        kid->start = rows && !left;
        kid->in = rows > 0;
        left = MAX(left, rows);
        left -= left > 0;
    }
    return true;
}

/* Whether each kid looks like the one a period before it: boxes that take turns, one for the title and one for the text. */
static bool take_turns(const struct finder *f, uint32_t period)
{
    for (uint32_t i = period; i < f->kids.n; i++) {
        const struct kid *kid = &f->kids.item[i], *before = &f->kids.item[i - period];

        if (is_item_tag(kid->tag) || kid->tag != before->tag || kid->classes != before->classes
            || !shares(f->mask[kid->node], f->mask[before->node], OTHER_PERCENT))
            return false;
    }
    return true;
}

/* Groups that start with a look-alike of the first child, where what follows it looks otherwise: the two rows of a story. */
static bool group_by_look(struct finder *f)
{
    const struct kid *first = f->kids.n ? &f->kids.item[0] : NULL;
    uint32_t n = 0, period = 0, last = 0;
    bool same_boxes = false; /* the others have the tag and classes of the first */

    if (f->kids.n < 2 * LINES_LEAST || !first->tag || node_classes(&f->page->dom.node[first->node]) & TAG_ATOM)
        return false;
    for (uint32_t i = 0; i < f->kids.n; i++) {
        struct kid *kid = &f->kids.item[i];

        kid->start = kid->tag == first->tag && kid->classes == first->classes
                     && shares(f->mask[kid->node], f->mask[first->node], OTHER_PERCENT);
        if (kid->start && i) {
            if (period && i - last != period)
                return false;
            period = i - last, last = i;
        } else if (i && !kid->start && kid->tag == first->tag && kid->classes == first->classes) {
            same_boxes = true;
        }
        n += kid->start;
    }
    return period > 1 && (!same_boxes || take_turns(f, period)) && accept_groups(f, n, LINES_LEAST);
}

static void add_record(struct finder *f, const struct kid *from, const struct kid *to, uint32_t container)
{
    const struct page *p = f->page;
    uint32_t end = p->dom.node[to->node].end, number = f->records.n;

    *VEC_ADD(f->arena, &f->records) = (struct record){ from->node, end, p->first_word[from->node], p->first_word[end], container };
    for (uint32_t i = from->node; i < end; i = p->dom.node[i].end)
        f->inside[i] = number + 1;
}

/* Makes a container of the kids marked. */
static void add_container(struct finder *f, uint32_t node)
{
    uint32_t number = f->containers.n, first = f->records.n;

    for (uint32_t i = 0, to; i < f->kids.n; i = to) {
        const struct kid *kid = &f->kids.item[i];

        to = i + 1;
        if (!kid->in)
            continue;
        while (to < f->kids.n && f->kids.item[to].in && !f->kids.item[to].start)
            to++;
        add_record(f, kid, &f->kids.item[to - 1], number);
    }
    *VEC_ADD(f->arena, &f->containers) = (struct container){ .node = node,
                                                             .record = first,
                                                             .record_end = f->records.n,
                                                             .word = f->page->first_word[node],
                                                             .word_end = f->page->first_word[f->page->dom.node[node].end],
                                                             .inside = f->inside[node] - 1 };
}

static void find_among(struct finder *f, uint32_t node)
{
    if (f->kids.n == 0)
        return;
    judge_kids(f);
    bool runs_on = f->n_breaks && !are_lines_whole(f); /* br is where a line was full */
    if ((f->n_spans && group_by_span(f)) || (!runs_on && group_by_look(f)) || (f->n_leaders && group_by_heading(f))
        || (f->n_rules && group_by_separator(f, TAG_HR)) || (f->n_breaks && !runs_on && group_by_separator(f, TAG_BR))
        || (mark_alike(f) && !is_running_text(f)))
        add_container(f, node);
}

void records_find(struct arena *a, const struct page *p, struct records *out)
{
    struct finder f = { .arena = a, .page = p };

    f.class_name = symbols_find(p->dom.symbols, STR("class"));
    f.inside = NEW_ARRAY(a, uint32_t, p->dom.n + 1);
    f.opened = NEW_ARRAY(a, bool, p->dom.n + 1);
    build_masks(&f);
    for (uint32_t i = 1, next; i < p->dom.n; i = next) {
        const struct node *n = &p->dom.node[i];

        next = i + 1;
        if (!f.inside[i])
            f.inside[i] = f.inside[n->parent];
        if (n->kind != NODE_ELEMENT || p->first_word[i] == p->first_word[n->end] || node_classes(n) & TAG_ATOM) {
            next = n->end;
            continue;
        }
        if (p->dom.node[i + 1].kind == NODE_TEXT && p->dom.node[i + 1].end == n->end)
            continue; /* words alone */
        if (f.opened[i])
            continue;
        list_kids(&f, i);
        open_rows(&f);
        find_among(&f, i);
    }
    *out = (struct records){ f.containers.item, f.containers.n, f.records.item, f.records.n };
}
