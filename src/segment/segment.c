/* In: a page and its layout. Out: its blocks.
 *
 * VIPS (Cai et al., MSR-TR-2003-79) in rounds: the rules take a region's nodes apart into pieces (rules.c), the gaps between the pieces
 * are found and weighed (separators.c), the heaviest gaps cut the region, the next ones the parts, and every part that no gap cuts is
 * looked at again with the finer rules of the next round. A region whose heaviest gap is lighter than the permitted degree of
 * coherence asks for stays whole.
 *
 *     region  ->  pieces  ->  gaps by weight  ->  parts, parts of parts ...  ->  each a region of the next round
 *
 * Invariants:
 *  1. Every seen atom of the page is below exactly one root of exactly one leaf (regions.c adds what is not seen).
 *  2. A block's degree of coherence is never below its parent's; its box lies in its parent's.
 *  3. The result depends on the page and the layout alone.
 * Cost: each of the RULES_ROUNDS rounds looks at a node once and sorts pieces: O(nodes log nodes). No recursion. */
#include <stdlib.h>

#include "base/hash.h"
#include "base/limits.h"
#include "base/map.h"
#include "segment/block.h"
#include "segment/form.h"
#include "segment/importance.h"
#include "segment/memory.h"
#include "segment/regions.h"
#include "segment/separators.h"

enum { DOC_MAX = 10 };

/* A part of a region's pieces, while gaps are applied. */
struct part {
    uint32_t region;
    uint32_t from, to; /* of segment.order */
    uint32_t gap;      /* the first of segment.gaps not yet tried */
};

struct segment {
    struct arena *arena;
    struct scene scene;
    unsigned pdoc;
    struct rule_pool pool;
    struct separators separators;
    struct regions tree;
    VEC(uint32_t) todo; /* regions */
    VEC(struct part) part;
    VEC(uint32_t) order; /* pieces; the parts are ranges of it */
    VEC(uint32_t) place; /* while a part is cut: the slot of each piece */
    VEC(uint32_t) sorted;
    uint64_t *hash;           /* by node: scene_hashes(), where keys are wanted; else NULL */
    const struct memory *old; /* or NULL */
    struct map known;         /* of its regions, by key */
    uint32_t n_cut, n_reused;
};

/* Heaviest first, down before across; of equals in order of place. */
static int by_weight(const void *a, const void *b)
{
    const struct separator *x = a, *y = b;

    if (x->weight != y->weight)
        return y->weight - x->weight;
    if (x->axis != y->axis)
        return x->axis - y->axis;
    return (x->from > y->from) - (x->from < y->from);
}

static uint32_t same_gaps(const struct segment *s, uint32_t gap)
{
    const struct separator *item = s->separators.item.item;
    uint32_t end = gap + 1;

    while (end < s->separators.item.n && item[end].weight == item[gap].weight && item[end].axis == item[gap].axis)
        end++;
    return end;
}

/* Which of the slots between the gaps [gap, end) a piece falls into. */
static uint32_t slot_of(const struct segment *s, uint32_t piece, uint32_t gap, uint32_t end)
{
    struct box box = s->scene.node[s->pool.piece.item[piece].node].box;
    float at = s->separators.item.item[gap].axis == AXIS_DOWN ? box.y : box.x;
    uint32_t low = gap, high = end;

    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (s->separators.item.item[middle].to <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low - gap;
}

/* Finds the slot of each of the part's pieces. Whether there is more than one. */
static bool find_slots(struct segment *s, const struct part *p, uint32_t gap, uint32_t end)
{
    uint32_t n = p->to - p->from;
    bool cut = false;

    s->place.n = 0;
    for (uint32_t i = 0; i < n; i++)
        *VEC_ADD(s->arena, &s->place) = slot_of(s, s->order.item[p->from + i], gap, end);
    for (uint32_t i = 1; i < n && !cut; i++)
        cut = s->place.item[i] != s->place.item[0];
    return cut;
}

/* Sorts the part's pieces by slot, document order kept within. */
static void sort_part(struct segment *s, const struct part *p, uint32_t n_slots)
{
    uint32_t n = p->to - p->from;

    s->sorted.n = 0;
    for (uint32_t i = 0; i < n + n_slots + 1; i++)
        *VEC_ADD(s->arena, &s->sorted) = 0;
    uint32_t *count = s->sorted.item + n;
    memset(count, 0, (n_slots + 1) * sizeof *count);
    for (uint32_t i = 0; i < n; i++)
        count[s->place.item[i] + 1]++;
    for (uint32_t k = 0; k < n_slots; k++)
        count[k + 1] += count[k];
    for (uint32_t i = 0; i < n; i++)
        s->sorted.item[count[s->place.item[i]]++] = s->order.item[p->from + i];
    memcpy(s->order.item + p->from, s->sorted.item, n * sizeof *s->order.item);
}

/* A part that no gap cuts: its pieces are the roots of a region of the next round. */
static void finish_part(struct segment *s, const struct part *p)
{
    struct region *region = &s->tree.region.item[p->region];

    region->root = s->tree.root.n;
    for (uint32_t i = p->from; i < p->to; i++)
        *VEC_ADD(s->arena, &s->tree.root) = s->pool.piece.item[s->order.item[i]].node;
    region->root_end = s->tree.root.n;
    if (!region->whole)
        *VEC_ADD(s->arena, &s->todo) = p->region;
}

/* Whether a part is a row of columns, which come apart before anything that goes through all of them. */
static bool is_row(const struct segment *s, const struct part *p)
{
    const struct piece *piece = s->pool.piece.item;
    uint32_t first = piece[s->order.item[p->from]].node, last = piece[s->order.item[p->to - 1]].node;

    return first != last && scene_is(&s->scene, scene_common(&s->scene, first, last), SCENE_ROW);
}

/* Cuts one part at the heaviest gaps that go through it; its parts are cut later. False where none does, or none may. */
static bool cut_part(struct segment *s, struct part p)
{
    uint32_t end;

    for (; p.gap < s->separators.item.n; p.gap = end) {
        unsigned doc = separator_doc(s->separators.item.item[p.gap].weight);
        struct region *region = &s->tree.region.item[p.region];

        end = same_gaps(s, p.gap);
        if (!find_slots(s, &p, p.gap, end))
            continue;
        region->doc = (uint8_t)MAX(region->doc, doc);
        region->whole = region->doc > s->pdoc;
        if (region->whole) /* unsorted: its roots stay in document order */
            break;
        sort_part(s, &p, end - p.gap + 1);
        for (uint32_t from = p.from, to; from < p.to; from = to) {
            uint32_t slot = slot_of(s, s->order.item[from], p.gap, end);
            for (to = from + 1; to < p.to && slot_of(s, s->order.item[to], p.gap, end) == slot;)
                to++;
            struct part child = { regions_add(&s->tree, p.region, region->round), from, to, end };
            region = &s->tree.region.item[p.region];
            *VEC_ADD(s->arena, &s->part) = child;
        }
        return true;
    }
    return false;
}

/* The pieces of a region in one round. Where all of it is one piece, that piece is the region, and rule 3 takes it apart. */
static void extract(struct segment *s, const struct region *region, unsigned round)
{
    uint32_t only = NONE;

    rules_extract(&s->scene, s->tree.root.item + region->root, region->root_end - region->root, round, &s->pool);
    while (s->pool.piece.n == 1 && s->pool.piece.item[0].node != only) {
        only = s->pool.piece.item[0].node;
        rules_extract(&s->scene, &only, 1, round, &s->pool);
    }
}

/* One region: extracted round by round until gaps show, then cut into a tree of regions. */
static void cut_region(struct segment *s, uint32_t number)
{
    struct region *region = &s->tree.region.item[number];
    unsigned round = region->round;

    s->n_cut++;

    for (; round < RULES_ROUNDS; round++) {
        extract(s, region, round);
        if (s->pool.piece.n < 2)
            continue;
        separators_find(&s->scene, &s->pool, &s->separators);
        if (s->separators.item.n)
            break;
    }
    if (round == RULES_ROUNDS) {
        region->doc = DOC_MAX;
        return;
    }
    if (s->separators.item.n)
        qsort(s->separators.item.item, s->separators.item.n, sizeof *s->separators.item.item, by_weight);
    region->round = (uint8_t)(round + 1);
    s->order.n = s->part.n = 0;
    for (uint32_t i = 0; i < s->pool.piece.n; i++)
        *VEC_ADD(s->arena, &s->order) = i;
    struct part whole = { number, 0, s->pool.piece.n, 0 };
    if (!cut_part(s, whole))
        return; /* it keeps the roots it has */
    while (s->part.n) {
        struct part p = s->part.item[--s->part.n];
        if (is_row(s, &p) || !cut_part(s, p))
            finish_part(s, &p);
    }
}

/* What holds two neighbouring roots, which says of any two whether they are columns of a row: how far above the first root it stands, and
 * whether it is a row. */
static uint64_t common_key(const struct segment *s, uint32_t first, uint32_t a, uint32_t b)
{
    const struct node *node = s->scene.page->dom.node;
    uint32_t common = scene_common(&s->scene, a, b);

    return (uint64_t)(node[first].depth - node[common].depth) << 1 | scene_is(&s->scene, common, SCENE_ROW);
}

/* All that decides how a region is cut: what its nodes look like, how they stand to each other, and how far the rounds have come. */
static uint64_t region_key(const struct segment *s, const struct region *r)
{
    struct box first = s->scene.node[s->tree.root.item[r->root]].box;
    uint32_t part = 0;
    uint64_t key = hash_mix((uint64_t)r->doc << 16 | (uint64_t)r->round << 8 | s->pdoc, r->root_end - r->root);

    for (uint32_t i = r->root; i < r->root_end; i++) {
        uint32_t node = s->tree.root.item[i];
        key = hash_mix(key, hash_mix(s->hash[node], scene_place(first, s->scene.node[node].box)));
        /* parts are subtrees: which roots share one is told by neighbours */
        key = hash_mix(key, (s->scene.part[node] != 0) | (uint64_t)(s->scene.part[node] == part) << 1);
        part = s->scene.part[node];
        if (i > r->root)
            key = hash_mix(key, common_key(s, s->tree.root.item[r->root], s->tree.root.item[i - 1], node));
    }
    return MAX(key, 1);
}

/* A node of the old page, below one of an old region's roots, as the node of the new page at the same place below the same root. */
static uint32_t carry(const struct segment *s, const struct memory_region *from, const struct region *to, uint32_t node)
{
    const uint32_t *root = s->old->root;
    uint32_t low = from->root, high = from->root_end;

    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (root[middle] <= node)
            low = middle;
        else
            high = middle;
    }
    /* a memory that was not made by us might lead anywhere */
    return MIN(s->tree.root.item[to->root + (low - from->root)] + (node - root[low]), s->scene.page->dom.n - 1);
}

/* The regions below one that was cut before, as they were. */
static void reuse_region(struct segment *s, uint32_t number, uint32_t old)
{
    const struct memory_region *from = &s->old->region[old];

    for (uint32_t at = old, own = number;;) {
        const struct memory_region *r = &s->old->region[at];

        s->tree.region.item[own].doc = r->doc;
        s->tree.region.item[own].key = r->key;
        if (own != number) {
            s->tree.region.item[own].root = s->tree.root.n;
            for (uint32_t i = r->root; i < r->root_end; i++) {
                uint32_t node = carry(s, from, &s->tree.region.item[number], s->old->root[i]);
                *VEC_ADD(s->arena, &s->tree.root) = node;
            }
            s->tree.region.item[own].root_end = s->tree.root.n;
        }
        if (r->first != NONE) {
            at = r->first;
            own = regions_add(&s->tree, own, 0);
            continue;
        }
        while (at != old && s->old->region[at].next == NONE) {
            at = s->old->region[at].parent;
            own = s->tree.region.item[own].parent;
        }
        if (at == old)
            return;
        at = s->old->region[at].next;
        own = regions_add(&s->tree, s->tree.region.item[own].parent, 0);
    }
}

/* Whether the region was found among the old ones, and is done. */
static bool try_old(struct segment *s, uint32_t number)
{
    uint32_t *old;

    if (!s->hash)
        return false;
    s->tree.region.item[number].key = region_key(s, &s->tree.region.item[number]);
    old = s->old ? map_find(&s->known, s->tree.region.item[number].key) : NULL;
    if (!old)
        return false;
    reuse_region(s, number, *old);
    s->n_reused++;
    return true;
}

/* The common way: with keys where `keys` is set, from old regions where s->old is. */
static int segment_run(struct segment *s, const struct page *page, const struct layout *layout, bool keys, struct blocks *out,
                       struct err *e)
{
    struct arena *a = s->arena;
    int failed;

    if (page->dom.n > LIMIT_SEGMENT_NODES)
        return err_set(e, E_LIMIT, "the page has %u nodes; weft cuts pages of at most %u into blocks", page->dom.n,
                       LIMIT_SEGMENT_NODES);
    if ((failed = scene_build(a, page, layout, &s->scene, e)))
        return failed;
    s->hash = keys ? scene_hashes(a, &s->scene) : NULL;
    *VEC_ADD(a, &s->tree.root) = page->body;
    regions_add(&s->tree, NONE, 0);
    s->tree.region.item[0].root_end = 1;
    *VEC_ADD(a, &s->todo) = 0;
    while (s->todo.n) {
        uint32_t number = s->todo.item[--s->todo.n];
        if (!try_old(s, number))
            cut_region(s, number);
        if (arena_over(a))
            return arena_room(a, 1, e);
    }
    *out = (struct blocks){ .page = page, .source = layout->source, .width = layout->width, .height = layout->height };
    regions_write(&s->tree, &s->scene, out);
    block_fill(a, out);
    return importance_rate(a, out, layout, e);
}

int segment_page(struct arena *a, const struct page *page, const struct layout *layout, unsigned pdoc, struct blocks *out,
                 struct err *e)
{
    struct segment s = { .arena = a, .pdoc = pdoc, .tree.arena = a, .pool.arena = a, .separators.arena = a };

    return segment_run(&s, page, layout, false, out, e);
}

static void remember(const struct segment *s, const struct blocks *blocks, struct memory *out)
{
    *out = (struct memory){
        .structure = blocks->page->structure[0],
        .form = form_of(blocks->page),
        .pdoc = s->pdoc,
        .blocks = *blocks,
        .region = NEW_ARRAY(s->arena, struct memory_region, s->tree.region.n),
        .n_regions = s->tree.region.n,
        .root = s->tree.root.item,
        .n_roots = s->tree.root.n,
    };
    out->blocks.page = NULL;
    for (uint32_t i = 0; i < blocks->n_nodes; i++)
        out->n_page = MAX(out->n_page, blocks->node[i] + 1);
    for (uint32_t i = 0; i < s->tree.region.n; i++) {
        const struct region *r = &s->tree.region.item[i];
        out->region[i] = (struct memory_region){ r->parent, r->first, r->next, r->root, r->root_end, r->key, r->doc };
    }
}

int segment_remember(struct arena *a, const struct segment_input *in, struct segment_result *out, struct err *e)
{
    struct segment s = { .arena = a, .pdoc = in->pdoc, .tree.arena = a, .pool.arena = a, .separators.arena = a };
    int failed;

    if (in->old && in->old->pdoc == in->pdoc) {
        s.old = in->old;
        map_open(&s.known, a, s.old->n_regions);
        for (uint32_t i = 0; i < s.old->n_regions; i++) {
            if (s.old->region[i].key)
                map_slot(&s.known, s.old->region[i].key, i);
        }
    }
    if ((failed = segment_run(&s, in->page, in->layout, true, &out->blocks, e)))
        return failed;
    remember(&s, &out->blocks, &out->memory);
    out->n_cut = s.n_cut;
    out->n_reused = s.n_reused;
    return 0;
}
