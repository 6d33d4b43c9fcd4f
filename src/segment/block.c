/* What blocks hold, and what they are called.
 *
 * In: the tree of blocks with the nodes of its leaves. Out: counts, ids, the index that finds the block of a node. A leaf's id is the
 * hash of the words, links and images it holds; a parent's that of its children's ids. Cost: O(nodes of the roots) to fill. */
#include "segment/block.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/search.h"

enum { SALT_BLOCK = 11, SALT_LINK = 13, SALT_IMAGE = 17 };

static int by_node(const void *a, const void *b)
{
    const struct block_root *x = a, *y = b;

    return (x->node > y->node) - (x->node < y->node);
}

static void index_roots(struct arena *a, struct blocks *b)
{
    b->root = NEW_ARRAY(a, struct block_root, b->n_nodes);
    for (uint32_t i = 0; i < b->n; i++) {
        for (uint32_t k = b->block[i].node; block_is_leaf(b, i) && k < b->block[i].node_end; k++)
            b->root[k] = (struct block_root){ b->node[k], i };
    }
    if (b->n_nodes)
        qsort(b->root, b->n_nodes, sizeof *b->root, by_node);
}

static void number_blocks(struct blocks *b)
{
    for (uint32_t i = 0; i < b->n; i++) {
        uint32_t number = 1;
        for (uint32_t k = i + 1; k < b->block[i].end; k = b->block[k].end)
            b->block[k].number = number++;
    }
    b->block[0].number = 1;
}

static void count_words(const struct page *p, uint32_t node, struct block *block)
{
    for (uint32_t w = p->first_word[node]; w < p->first_word[p->dom.node[node].end]; w++) {
        if (p->word[w].flags & (WORD_HIDDEN | WORD_ATOM))
            continue;
        block->n_words++;
        block->id = hash_mix(block->id, symbols_hash(p->dom.symbols, p->symbol[w]));
    }
}

struct str block_ref(struct arena *a, const struct blocks *b, uint32_t i)
{
    struct str ref = STR("");

    for (; i; i = b->block[i].parent)
        ref = arena_printf(a, ".%u%.*s", b->block[i].number, STR_ARG(ref));
    return arena_printf(a, "1%.*s", STR_ARG(ref));
}

/* The first root that is not before the node, as a place in b->root. */
static uint32_t first_root(const struct blocks *b, uint32_t node)
{
    return SEARCH_FIRST(b->root, b->n_nodes, node, node);
}

uint32_t block_of_node(const struct blocks *b, uint32_t node)
{
    uint32_t at = first_root(b, node);

    if (at < b->n_nodes && b->root[at].node == node)
        return b->root[at].block;
    return at && node < b->page->dom.node[b->root[at - 1].node].end ? b->root[at - 1].block : NONE;
}

uint32_t block_of_thing(const struct blocks *b, uint32_t node)
{
    uint32_t leaf = block_of_node(b, node), at;

    if (leaf != NONE)
        return leaf;
    at = first_root(b, node);
    return at < b->n_nodes && b->root[at].node < b->page->dom.node[node].end ? b->root[at].block : NONE;
}

void block_fill(struct arena *a, struct blocks *b)
{
    const struct page *p = b->page;

    index_roots(a, b);
    number_blocks(b);
    for (uint32_t i = 0; i < b->n; i++) {
        struct block *block = &b->block[i];
        block->id = SALT_BLOCK;
        block->n_links = block->n_images = block->n_words = 0;
        for (uint32_t k = block->node; k < block->node_end; k++)
            count_words(p, b->node[k], block);
    }
    for (uint32_t i = 0; i < p->n_links; i++) {
        uint32_t leaf = block_of_thing(b, p->link[i].node);
        if (leaf == NONE)
            continue;
        b->block[leaf].n_links++;
        b->block[leaf].id = hash_mix(b->block[leaf].id + SALT_LINK, hash_str(p->link[i].url));
    }
    for (uint32_t i = 0; i < p->n_images; i++) {
        uint32_t leaf = block_of_thing(b, p->image[i].node);
        if (leaf == NONE)
            continue;
        b->block[leaf].n_images++;
        b->block[leaf].id =
            hash_mix(b->block[leaf].id + SALT_IMAGE, hash_mix(hash_str(p->image[i].url), hash_str(p->image[i].alt)));
    }
    for (uint32_t i = b->n; i-- > 1;) {
        struct block *block = &b->block[i], *parent = &b->block[block->parent];
        parent->n_links += block->n_links;
        parent->n_images += block->n_images;
        parent->n_words += block->n_words;
        parent->id = hash_mix(parent->id, block->id);
    }
}
