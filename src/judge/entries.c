/* In: a row of words, and what became of each. Out: the entries all of whose words changed.
 *
 *  1. Which element is the entry around a word depends on the page alone, not on what changed: the innermost item, row, term, choice of
 *     a form, or cell with blocks in it, or element with one like it beside it. More of a change never makes an entry another.
 *  2. Paragraphs and headings are not entries: what a text says is counted in words and sentences.
 *  3. A link is one where it is all of its line.
 *  4. A long entry has enough words of its own. What stands around the content, such as a menu, has none. */
#include "judge/entries.h"

#include <math.h>

#include "base/vec.h"
#include "judge/changed.h"

enum {
    ENTRY_WORDS = 40, /* a paragraph */
    ENTRY_DEPTH = 8,  /* elements around a word that are asked */
    NEIGHBOURS = 4,   /* nodes that are looked at for one alike */
};

/* Words of the page. */
struct line_range {
    uint32_t word, end;
};

struct entry_finder {
    const struct page *page;
    uint32_t class_name;    /* symbol of "class" */
    struct line_range line; /* the one that is asked about */
};

/* ---- Which element ---- */

static struct str class_of(const struct entry_finder *f, uint32_t node)
{
    struct str value;
    return dom_attr_by(&f->page->dom, node, f->class_name, &value) ? value : STR("");
}

static bool is_like(const struct entry_finder *f, uint32_t a, uint32_t b)
{
    const struct page *p = f->page;
    const struct node *l = &p->dom.node[a], *r = &p->dom.node[b];
    return a != b && r->kind == NODE_ELEMENT && l->tag == r->tag && p->first_word[b] < p->first_word[r->end]
           && str_eq(class_of(f, a), class_of(f, b));
}

/* Whether one like it stands right behind it or first in the same element. */
static bool has_like(const struct entry_finder *f, uint32_t node)
{
    const struct node *all = f->page->dom.node, *parent = &all[all[node].parent];
    uint32_t behind = all[node].end, first = all[node].parent + 1;
    for (unsigned i = 0; i < NEIGHBOURS && behind < parent->end; i++, behind = all[behind].end)
        if (is_like(f, node, behind))
            return true;
    for (unsigned i = 0; i < NEIGHBOURS && first < node; i++, first = all[first].end)
        if (is_like(f, node, first))
            return true;
    return false;
}

static bool is_entry(const struct entry_finder *f, uint32_t node)
{
    const struct page *p = f->page;
    const struct node *n = &p->dom.node[node];
    bool blocks = p->flags[node] & NODE_HAS_BLOCK;
    switch (n->tag) {
    case TAG_LI:
    case TAG_TR:
    case TAG_DT:
    case TAG_ARTICLE:
    case TAG_OPTION:
        return true;
    case TAG_TD:
        return blocks;
    case TAG_A:
        return p->first_word[node] <= f->line.word && p->first_word[n->end] >= f->line.end && has_like(f, node);
    case TAG_DIV:
    case TAG_SECTION:
    case TAG_FIGURE:
        return (blocks || class_of(f, node).len) && has_like(f, node);
    default:
        return false;
    }
}

/* The entry around a node; NONE: it is in none. */
static uint32_t find_around(const struct entry_finder *f, uint32_t node)
{
    const struct page *p = f->page;
    for (unsigned i = 0; node && node != p->body && i < ENTRY_DEPTH; i++, node = p->dom.node[node].parent)
        if (p->dom.node[node].kind == NODE_ELEMENT && is_entry(f, node))
            return node;
    return NONE;
}

uint32_t entry_around(const struct page *p, uint32_t node)
{
    struct entry_finder f = { .page = p, .class_name = symbols_find(p->dom.symbols, STR("class")) };
    return find_around(&f, node);
}

/* ---- What became of it ---- */

static bool says_something(const struct judge_word *w)
{
    return !w->thing && !w->mark;
}

/* Words of an element that a reader sees, without marks; more than ENTRY_WORDS: it has too many. */
static uint32_t count_words(const struct page *p, uint32_t node)
{
    uint32_t n = 0, end = p->first_word[p->dom.node[node].end];
    for (uint32_t w = p->first_word[node]; w < end && n <= ENTRY_WORDS; w++)
        n += judge_is_seen(p, w) && !judge_is_mark(page_word(p, w));
    return n;
}

/* The entry from word `first` of the row on, where all that the element says changed. */
static bool read_entry(const struct judge_words *words, const uint8_t *fate, uint32_t node, struct judge_entry *e)
{
    const struct page *p = words->page;
    uint32_t changed = 0, all = count_words(p, node), end = p->first_word[p->dom.node[node].end];
    float factors = 0;
    for (e->end = e->first; e->end < words->n && changed <= all; e->end++) {
        const struct judge_word *w = &words->item[e->end];
        if (w->word != NONE && w->word >= end)
            break;
        if (!says_something(w) || fate[e->end] != FATE_CHANGED)
            continue;
        changed++;
        factors += fminf(w->factor, 1);
        e->weight = fmaxf(e->weight, w->weight);
    }
    e->factor = changed ? factors / (float)changed : 0;
    return all && all <= ENTRY_WORDS && changed == all && e->weight > JUDGE_WEIGHT_FRAME;
}

static struct line_range line_of(const struct judge_words *words, uint32_t line)
{
    struct line_range out = { UINT32_MAX, 0 };
    for (uint32_t i = words->line_word[line]; i < words->line_word[line + 1]; i++)
        if (words->item[i].word != NONE) {
            out.word = MIN(out.word, words->item[i].word);
            out.end = words->item[i].word + 1;
        }
    return out;
}

void entries_find(struct arena *a, const struct judge_words *words, const uint8_t *fate, struct judge_entries *out)
{
    struct entry_finder f = { .page = words->page };
    *out = (struct judge_entries){ 0 };
    if (!f.page || f.page->kind == KIND_JSON)
        return;
    f.class_name = symbols_find(f.page->dom.symbols, STR("class"));
    for (uint32_t i = 0, line = 0, last = NONE; i < words->n; i++) {
        const struct judge_word *w = &words->item[i];
        struct judge_entry e = { .first = i };
        if (!says_something(w) || fate[i] != FATE_CHANGED || w->node == last)
            continue;
        for (; words->line_word[line + 1] <= i; f.line.end = 0)
            line++;
        f.line = f.line.end ? f.line : line_of(words, line);
        last = w->node;
        uint32_t node = find_around(&f, last);
        if (node == NONE || !read_entry(words, fate, node, &e))
            continue;
        *VEC_ADD(a, out) = e;
        i = e.end - 1;
    }
}
