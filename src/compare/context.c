/* In: a change. Out: which words of the new page a reader needs beside it. O(words around it, and the depth of the page). */
#include "compare/context.h"

bool context_starts_block(const struct page *p, uint32_t w)
{
    return w >= p->n_words || (p->word[w].flags & WORD_BREAK) != 0;
}

/* The row of a table around a word, or NONE. */
static uint32_t row_around(const struct page *p, uint32_t w)
{
    for (uint32_t i = p->word[w].node; i; i = p->dom.node[i].parent)
        if (p->dom.node[i].tag == TAG_TR)
            return i;
    return NONE;
}

/* The rest of the row for a change that fills its cell. */
static void widen_to_row(const struct page *p, const struct change *c, uint32_t n, struct context *x)
{
    uint32_t row = row_around(p, c->new_word);

    if (row == NONE)
        return;
    uint32_t first = p->first_word[row], end = p->first_word[p->dom.node[row].end];
    if (c->new_end > end)
        return;
    x->from = c->new_word - MIN(n, c->new_word - first);
    x->to = c->new_end + MIN(n, end - c->new_end);
    x->more_before = x->from > first;
    x->more_after = x->to < end;
}

/* Whether the text of a change goes on from the word before it, or into the word behind it, in one block. */
static bool is_joined_before(const struct delta *d, const struct change *c)
{
    if (c->new_word < c->new_end)
        return !context_starts_block(d->new, c->new_word);
    return c->old_word == c->old_end || !context_starts_block(d->old, c->old_word);
}

static bool is_joined_after(const struct delta *d, const struct change *c)
{
    if (c->new_word < c->new_end || c->old_word == c->old_end)
        return !context_starts_block(d->new, c->new_end);
    if (c->new_end == d->new->n_words || context_starts_block(d->old, c->old_end))
        return false;
    /* What stood first in its block went: the word behind it stands first now. */
    return !context_starts_block(d->new, c->new_end) || d->old->symbol[c->old_end] == d->new->symbol[c->new_end];
}

/* Up to `n` words before the change; the first of them is not one that is glued to the word before, unless all are: an address. */
static void look_back(const struct page *p, const struct change *c, uint32_t n, struct context *x)
{
    while (x->from > 0 && c->new_word - x->from < n) {
        x->from--;
        if (context_starts_block(p, x->from))
            return;
    }
    x->more_before = x->from > 0;
    for (uint32_t w = x->from; w < c->new_word; w++)
        if (p->word[w].flags & WORD_SPACE) {
            x->from = w;
            return;
        }
}

struct context context_around(const struct delta *d, const struct change *c, uint32_t n)
{
    const struct page *p = d->new;
    struct context x = { .from = c->new_word, .to = c->new_end };

    if (is_joined_before(d, c))
        look_back(p, c, n, &x);
    if (is_joined_after(d, c)) {
        do
            x.to++;
        while (x.to - c->new_end < n && !context_starts_block(p, x.to));
        x.to = page_cut(p, x.to, p->n_words);
        x.more_after = !context_starts_block(p, x.to);
    }
    if (c->new_word < c->new_end && x.from == c->new_word && x.to == c->new_end)
        widen_to_row(p, c, n, &x);
    return x;
}
