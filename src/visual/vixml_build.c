/* In: a page cut into blocks. Out: its Vi-XML document, which does not need the page any more.
 *
 *  1. Links and images belong to the leaf block that owns their node; the words of a link are its name, all other words that a reader
 *     sees are the block's text.
 *     A link around several leaves (<a> around blocks) belongs to the first, and is named by the words it has there.
 *  2. A link without words is named by the images in it, else by its title.
 *  3. A data: address is kept as its type and a hash: it is the content of a picture, not a place.
 *  4. Inner blocks deeper than LIMIT_BLOCK_DEPTH are left out; what they hold moves up.
 * Cost: O(nodes + bytes). */
#include <math.h>

#include "base/limits.h"
#include "base/vec.h"
#include "segment/block.h"
#include "visual/vixml.h"

enum { DATA_ADDRESS_MAX = 64 };

struct vixml_builder {
    struct arena *arena;
    const struct page *page;
    struct buf text; /* being gathered */
    VEC(struct vixml_block) blocks;
    VEC(struct vixml_item) items;
};

static void vixml_builder_drop(struct vixml_builder *b)
{
    buf_drop(&b->text);
}

/* The gathered words; the buf is empty again. */
static struct str take_text(struct vixml_builder *b)
{
    struct str text = arena_str(b->arena, vixml_clean(b->arena, buf_str(&b->text)));
    buf_clear(&b->text);
    return text;
}

/* A word with what stands between it and the one before, in one line. */
static void add_word(struct vixml_builder *b, uint32_t w, bool *space)
{
    unsigned flags = b->page->word[w].flags;
    *space |= (flags & (WORD_SPACE | WORD_BREAK)) != 0;
    if (flags & (WORD_HIDDEN | WORD_ATOM)) {
        *space |= (flags & WORD_ATOM) != 0;
        return;
    }
    if (*space && b->text.len)
        buf_add_char(&b->text, ' ');
    *space = false;
    buf_add(&b->text, page_word(b->page, w));
}

static struct str line_of(struct vixml_builder *b, uint32_t from, uint32_t to)
{
    bool space = false;
    for (uint32_t w = from; w < to; w++)
        add_word(b, w, &space);
    return take_text(b);
}

/* The link's name by what it has in [from, end). */
static struct str name_of_link(struct vixml_builder *b, uint32_t link, uint32_t from, uint32_t end)
{
    const struct page *p = b->page;
    struct str name = line_of(b, p->first_word[from], p->first_word[end]);
    for (uint32_t i = page_first_image(p, from); !name.len && i < p->n_images && p->image[i].node < end; i++)
        name = vixml_clean(b->arena, p->image[i].alt);
    if (!name.len && dom_attr(&p->dom, link, STR("title"), &name))
        name = vixml_clean(b->arena, name);
    return name;
}

static struct str address_of(struct vixml_builder *b, struct str url)
{
    if (str_starts_nocase(url, STR("data:")) && url.len > DATA_ADDRESS_MAX) {
        struct str rest = str_sub(url, 5, MIN(url.len, (size_t)DATA_ADDRESS_MAX)), type = str_cut(&rest, ',');
        type = str_cut(&type, ';');
        return vixml_clean(b->arena,
                           arena_printf(b->arena, "data:%.*s;xxh3=%016llx", STR_ARG(type), (unsigned long long)hash_str(url)));
    }
    return vixml_clean(b->arena, url);
}

static bool is_shown(const struct page *p, uint32_t node)
{
    return !(p->flags[node] & NODE_HIDDEN);
}

static void add_links(struct vixml_builder *b, uint32_t root)
{
    const struct page *p = b->page;
    for (uint32_t i = page_first_link(p, root); i < p->n_links && p->link[i].node < p->dom.node[root].end; i++) {
        uint32_t node = p->link[i].node;
        if (is_shown(p, node))
            *VEC_ADD(b->arena, &b->items) = (struct vixml_item){ .name = name_of_link(b, node, node, p->dom.node[node].end),
                                                                 .address = address_of(b, p->link[i].url) };
    }
}

/* The link around the leaf that begins with this leaf, as its number; NONE: there is none. */
static uint32_t link_around(const struct blocks *from, uint32_t leaf)
{
    const struct page *p = from->page;
    const struct block *block = &from->block[leaf];
    if (block->node == block->node_end)
        return NONE;
    for (uint32_t n = p->dom.node[from->node[block->node]].parent; n > p->body; n = p->dom.node[n].parent) {
        uint32_t i = page_first_link(p, n);
        if (i < p->n_links && p->link[i].node == n)
            return is_shown(p, n) && block_of_thing(from, n) == leaf ? i : NONE;
    }
    return NONE;
}

/* Adds the link around the leaf; returns how many of the leaf's nodes are in it. */
static uint32_t add_link_around(struct vixml_builder *b, const struct blocks *from, uint32_t leaf)
{
    const struct page *p = b->page;
    const struct block *block = &from->block[leaf];
    uint32_t link = link_around(from, leaf), k = block->node;
    if (link == NONE)
        return 0;
    uint32_t node = p->link[link].node, end = p->dom.node[node].end;
    while (k < block->node_end && from->node[k] < end)
        k++;
    *VEC_ADD(b->arena, &b->items) = (struct vixml_item){
        .name = name_of_link(b, node, from->node[block->node], p->dom.node[from->node[k - 1]].end),
        .address = address_of(b, p->link[link].url),
    };
    return k - block->node;
}

static void add_images(struct vixml_builder *b, uint32_t root)
{
    const struct page *p = b->page;
    for (uint32_t i = page_first_image(p, root); i < p->n_images && p->image[i].node < p->dom.node[root].end; i++)
        if (is_shown(p, p->image[i].node))
            *VEC_ADD(b->arena, &b->items) = (struct vixml_item){
                .name = vixml_clean(b->arena, p->image[i].alt),
                .address = address_of(b, p->image[i].url),
            };
}

/* The words below `root` that no link has. */
static void add_text(struct vixml_builder *b, uint32_t root, bool *space)
{
    const struct page *p = b->page;
    uint32_t end = p->dom.node[root].end, w = p->first_word[root], link = page_first_link(p, root);
    while (w < p->first_word[end]) {
        uint32_t stop = p->first_word[end];
        if (link < p->n_links && p->link[link].node < end)
            stop = MIN(stop, p->first_word[p->link[link].node]);
        for (; w < stop; w++)
            add_word(b, w, space);
        if (link >= p->n_links || p->link[link].node >= end)
            break;
        w = MAX(w, p->first_word[p->dom.node[p->link[link].node].end]);
        *space = true;
        link++;
    }
    *space = true;
}

/* A further leaf inside a link (a text below a picture) has its words as its text. */
static void add_content(struct vixml_builder *b, const struct blocks *from, uint32_t i, struct vixml_block *to)
{
    const struct block *block = &from->block[i];
    bool space = false;
    to->link = b->items.n;
    uint32_t linked = add_link_around(b, from, i);
    for (uint32_t k = block->node; k < block->node_end; k++)
        add_links(b, from->node[k]);
    to->image = b->items.n;
    for (uint32_t k = block->node; k < block->node_end; k++)
        add_images(b, from->node[k]);
    to->item_end = b->items.n;
    for (uint32_t k = block->node + linked; k < block->node_end; k++)
        add_text(b, from->node[k], &space);
    to->text = take_text(b);
}

static int32_t pixels(float x)
{
    return x > 1e9f ? 1000000000 : x < -1e9f ? -1000000000 : isfinite(x) ? (int32_t)lroundf(x) : 0;
}

static struct vixml_face face_of(const struct block *b)
{
    float share = b->importance > 0 ? MIN(b->importance, 1.0f) : 0;
    return (struct vixml_face){
        .x = pixels(b->box.x),
        .y = pixels(b->box.y),
        .w = pixels(b->box.w),
        .h = pixels(b->box.h),
        .doc = MIN(b->doc, (unsigned)VIXML_DOC_MAX),
        .ppm = (uint32_t)lroundf(share * VIXML_PPM),
    };
}

static int add_blocks(struct vixml_builder *b, const struct blocks *from, struct err *e)
{
    uint32_t *made = NEW_ARRAY(b->arena, uint32_t, from->n), *depth = NEW_ARRAY(b->arena, uint32_t, from->n + 1);
    uint32_t *n_children = NEW_ARRAY(b->arena, uint32_t, from->n + 1);

    for (uint32_t i = 0; i < from->n; i++) {
        uint32_t parent = i ? made[from->block[i].parent] : 0, at = b->blocks.n;
        bool leaf = block_is_leaf(from, i);
        made[i] = parent;
        if (!leaf && depth[parent] + 1 >= LIMIT_BLOCK_DEPTH)
            continue;
        struct vixml_block block = { .parent = parent, .end = at + 1, .face = face_of(&from->block[i]) };
        block.ref = vixml_ref(b->arena, b->blocks.item[parent].ref, ++n_children[parent]);
        block.link = block.image = block.item_end = b->items.n;
        if (leaf)
            add_content(b, from, i, &block);
        made[i] = at;
        depth[at] = depth[parent] + 1;
        *VEC_ADD(b->arena, &b->blocks) = block;
        if (at > LIMIT_BLOCKS)
            return err_set(e, E_LIMIT, "the page has more than %u blocks", LIMIT_BLOCKS);
        if (arena_over(b->arena))
            return arena_room(b->arena, 1, e);
    }
    for (uint32_t i = b->blocks.n; i-- > 1;) {
        struct vixml_block *block = &b->blocks.item[i], *parent = &b->blocks.item[block->parent];
        parent->end = MAX(parent->end, block->end);
    }
    return 0;
}

int vixml_build(struct arena *a, const struct blocks *from, struct str version, struct vixml *out, struct err *e)
{
    AUTO(vixml_builder) b = { .arena = a, .page = from->page, .text = BUF(LIMIT_PAGE_BYTES) };
    struct vixml_face page = { .w = pixels(from->width), .h = pixels(from->height) };

    *VEC_ADD(a, &b.blocks) = (struct vixml_block){ .end = 1, .face = page };
    int failed = add_blocks(&b, from, e);
    if (failed)
        return failed;
    *out = (struct vixml){
        .url = vixml_clean(a, from->page->address),
        .title = vixml_clean(a, from->page->title),
        .version = vixml_clean(a, version),
        .layout = str_of(layout_source_name(from->source)),
        .block = b.blocks.item,
        .n = b.blocks.n,
        .item = b.items.item,
        .n_items = b.items.n,
    };
    vixml_seal(a, out);
    return 0;
}
