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

#include "page/record_finder.h"

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

static void add_record(struct finder *f, const struct kid *from, const struct kid *to, uint32_t container)
{
    const struct page *p = f->page;
    uint32_t end = p->dom.node[to->node].end, number = f->records.n;

    *VEC_ADD(f->arena, &f->records) = (struct record){ from->node, end, p->first_word[from->node], p->first_word[end], container };
    for (uint32_t i = from->node; i < end; i = p->dom.node[i].end)
        f->inside[i] = number + 1;
}

/* The first word of the heading that an item ends with, after other words; the end of the item where it ends otherwise. */
static uint32_t heading_at_end(const struct page *p, const struct record *r)
{
    if (p->dom.node[r->node].tag != TAG_LI || p->word[r->word_end - 1].flags & WORD_HIDDEN)
        return r->word_end;
    for (uint32_t i = p->word[r->word_end - 1].node; i > r->node; i = p->dom.node[i].parent)
        if (is_heading(p->dom.node[i].tag) && p->first_word[i] > r->word)
            return p->first_word[i];
    return r->word_end;
}

/* A heading at the end of an item that nobody closed belongs to what follows it, unless most items end with one: it is their title then. */
static void cut_headings(struct finder *f, uint32_t first)
{
    const struct page *p = f->page;
    uint32_t n = 0;

    for (uint32_t r = first; r < f->records.n; r++)
        n += heading_at_end(p, &f->records.item[r]) < f->records.item[r].word_end;
    for (uint32_t r = first; n && 2 * n <= f->records.n - first && r < f->records.n; r++)
        f->records.item[r].word_end = heading_at_end(p, &f->records.item[r]);
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
    cut_headings(f, first);
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
    if ((f->n_spans && group_by_span(f)) || (f->n_rules && f->n_breaks && are_lines(f) && group_by_separator(f, TAG_HR))
        || (!runs_on && group_by_look(f)) || (f->n_leaders && group_by_heading(f)) || (f->n_rules && group_by_separator(f, TAG_HR))
        || (f->n_breaks && !runs_on && group_by_separator(f, TAG_BR)) || (mark_alike(f) && !is_running_text(f)))
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
