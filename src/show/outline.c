/* In: what Vi-DIFF found, and the blocks of the new page. Out: for elements of that page, how they are outlined.
 *
 * A block that changed is outlined on the elements it owns: one hue, deeper and thicker the more of the importance its change has, dashed
 * where that is little. Its first element has a label: what the block is called, how much happened in it, what that weighs. The words say
 * all that the line says. Cost: O(nodes + blocks). */
#include "show/outline.h"

#include "base/limits.h"
#include "base/utf8.h"

enum { NAME_BYTES = 36 }; /* of a heading, or of the words a block opens with */

/* Shares of the largest share from which a change counts as such: halves, as the eye tells lines apart by about that. */
static const double levels[] = { 0, 0.1, 0.25, 0.5 };

static unsigned level_of(double share, double most)
{
    unsigned level = 1;

    while (level < ARRAY_LEN(levels) && most > 0 && share / most >= levels[level])
        level++;
    return level;
}

static bool is_heading(const struct node *n)
{
    return n->kind == NODE_ELEMENT && n->tag >= TAG_H1 && n->tag <= TAG_H6;
}

/* The first words of a subtree, as they are written; whether there were any. */
static bool add_words(const struct page *p, uint32_t node, struct buf *out)
{
    size_t start = out->len;

    for (uint32_t w = p->first_word[node]; w < p->first_word[p->dom.node[node].end]; w++) {
        struct str word = page_word(p, w);
        bool space = out->len > start && (p->word[w].flags & (WORD_SPACE | WORD_BREAK));

        if (p->word[w].flags & (WORD_ATOM | WORD_HIDDEN))
            continue;
        if (out->len - start + word.len > NAME_BYTES) {
            buf_add(out, out->len > start ? STR(" …") : utf8_head(word, NAME_BYTES));
            break;
        }
        buf_add(out, space ? STR(" ") : STR(""));
        buf_add(out, word);
    }
    return out->len > start;
}

/* What a block is called: its first heading, else the words it opens with. */
static void add_name(const struct blocks *b, const struct block *block, struct buf *out)
{
    const struct page *p = b->page;

    for (uint32_t k = block->node; k < block->node_end; k++) {
        for (uint32_t i = b->node[k]; i < p->dom.node[b->node[k]].end; i++) {
            if (is_heading(&p->dom.node[i]) && add_words(p, i, out))
                return;
        }
    }
    for (uint32_t k = block->node; k < block->node_end; k++) {
        if (add_words(p, b->node[k], out))
            return;
    }
    buf_add(out, block->n_images ? STR("Pictures") : STR("Block"));
}

static uint32_t changes_of(const struct importance_share *s)
{
    uint32_t n = 0;

    for (unsigned op = 0; op < VI_OPS; op++)
        for (unsigned kind = 0; kind < VI_KINDS; kind++)
            n += s->count[op][kind];
    return n;
}

static struct str label_of(struct arena *a, const struct blocks *b, const struct block *block, const struct importance_share *s)
{
    AUTO(buf) out = BUF(KIB(64));
    uint32_t n = changes_of(s);

    add_name(b, block, &out);
    if (s->inserted)
        buf_add(&out, STR(" · new block"));
    if (s->moved)
        buf_add(&out, STR(" · moved"));
    if (n && !s->inserted)
        buf_addf(&out, " · %u change%s", n, n == 1 ? "" : "s");
    if (s->share < 0.005)
        buf_add(&out, STR(" · importance below 0.01"));
    else
        buf_addf(&out, " · importance %.2f", s->share);
    return arena_str(a, buf_str(&out));
}

/* By block of the document: the block of the page, or NONE. Leaves have the same order in both. */
static uint32_t *match_leaves(struct arena *a, const struct vixml *x, const struct blocks *b)
{
    uint32_t *leaf = NEW_ARRAY(a, uint32_t, x->n), at = 0;

    for (uint32_t i = 0; i < x->n; i++) {
        leaf[i] = NONE;
        if (!vixml_is_leaf(x, i))
            continue;
        while (at < b->n && !block_is_leaf(b, at))
            at++;
        leaf[i] = at < b->n ? at++ : NONE;
    }
    return leaf;
}

static void outline_block(struct arena *a, const struct blocks *b, const struct block *block, const struct outline *first,
                          struct outlines *out)
{
    struct outline *rest = NEW(a, struct outline);
    bool labelled = false;

    *rest = (struct outline){ first->level, first->alone, STR("") };
    for (uint32_t k = block->node; k < block->node_end; k++) {
        uint32_t node = b->node[k];
        if (b->page->dom.node[node].kind != NODE_ELEMENT)
            continue;
        out->node[node] = labelled ? rest : first;
        labelled = true;
    }
}

static struct str summary_of(struct arena *a, const struct importance *i)
{
    uint32_t gone = 0;

    for (uint32_t k = 0; k < i->n; k++)
        gone += i->block[k].deleted;
    struct str head = arena_printf(a, "%u of %u block%s changed, importance %.2f of 1.", i->n, i->n_blocks,
                                   i->n_blocks == 1 ? "" : "s", i->value);
    return gone ? arena_printf(a, "%s %u block%s gone and struck out in place.", head.ptr, gone, gone == 1 ? " is" : "s are")
                : head;
}

void outlines_build(struct arena *a, const struct vidiff_view *v, const struct blocks *b, struct outlines *out)
{
    const struct importance *all = v->importance;
    uint32_t *leaf = match_leaves(a, v->new, b);
    struct map refs;

    *out = (struct outlines){ b->page, NEW_ARRAY(a, const struct outline *, b->page->dom.n), summary_of(a, all) };
    vixml_refs(v->new, a, &refs);
    for (uint32_t i = 0; i < all->n; i++) {
        const struct importance_share *s = &all->block[i];
        uint32_t at = s->deleted ? VIXML_NONE : vixml_find(v->new, &refs, s->ref);
        if (at == VIXML_NONE || leaf[at] == NONE)
            continue;
        const struct block *block = &b->block[leaf[at]];
        struct outline *o = NEW(a, struct outline);
        *o = (struct outline){ level_of(s->share, all->block[0].share), block->node_end - block->node == 1,
                               label_of(a, b, block, s) };
        outline_block(a, b, block, o, out);
    }
}

void outline_write(const struct outlines *o, const struct page *p, uint32_t node, struct buf *out)
{
    const struct outline *own = o && o->page == p ? o->node[node] : NULL;

    if (!own)
        return;
    buf_addf(out, " data-weft-block=\"%u%s\"", own->level, own->alone ? " alone" : "");
    if (own->label.len) {
        buf_add(out, STR(" data-weft-label=\""));
        buf_add_escaped(out, own->label);
        buf_add_char(out, '"');
    }
}
