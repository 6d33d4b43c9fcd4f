/* In: the pieces of a change, each with the name of its path. Out: which of them lie on a shelf.
 *
 * Where nearly all that stands at a path came or went, it is a shelf on which things are put: what stands beside the single thing says
 * little. A path with more than some sentences is that of the content. Where no elements part the page, all of it stands at one path.
 * Cost: O(pieces), and O(sentences) as long as a path may still be one. */
#include "judge/piece_shelves.h"

enum { SHELF_MAX = 12, SHELF_MARKS = 1024 };

struct shelf_finder {
    struct arena *arena;
    const struct piece_side *old, *new;
    const struct judge_piece *item;
    uint32_t n;
};

/* By path, how many sentences stand there and how many of them came or went. Paths on which too many stand are not counted to the end. */
struct piece_shelves {
    struct map all, other;
    uint16_t open[SHELF_MARKS]; /* by path_mark(): paths of pieces that may still be shelves */
    uint32_t n_open;            /* how many there are */
};

/* Of a sentence's path: the same for equal paths, and cheaper. */
static uint32_t path_mark(const struct page *p, uint32_t sentence)
{
    const struct node *n = &p->dom.node[p->word[p->sentence[sentence].word].node];
    uint32_t mark = n->depth;
    for (unsigned i = 0; i < 4; i++, n = &p->dom.node[n->parent])
        mark = mark * 31 + n->tag;
    return mark % SHELF_MARKS;
}

/* Whether a path with n sentences, of which some came or went, may be one. */
static bool is_shelf(uint32_t other, uint32_t n)
{
    return n <= SHELF_MAX && 4 * other >= 3 * n;
}

static void open_path(struct piece_shelves *s, uint32_t mark, bool open)
{
    s->open[mark] = (uint16_t)(s->open[mark] + (open ? 1 : -1));
    s->n_open += open ? 1u : UINT32_MAX;
}

static void count_shelves(const struct shelf_finder *f, bool old, struct piece_shelves *out)
{
    const struct piece_side *s = old ? f->old : f->new;
    map_open(&out->all, f->arena, 64);
    map_open(&out->other, f->arena, 64);
    for (uint32_t i = 0; i < f->n; i++) {
        const struct judge_piece *p = &f->item[i];
        if (p->sentence == NONE || p->kind == PIECE_MOVED || p->old != old)
            continue;
        uint32_t n = ++*map_slot(&out->other, p->path_key, 0);
        if (n == 1)
            open_path(out, path_mark(s->page, p->sentence), true);
        else if (n == SHELF_MAX + 1)
            open_path(out, path_mark(s->page, p->sentence), false);
    }
    for (uint32_t i = 0; i < s->page->n_sentences && out->n_open; i++) {
        uint32_t mark = path_mark(s->page, i);
        uint64_t path = out->open[mark] ? piece_path_alone(s, i) : 0;
        const uint32_t *other = out->open[mark] ? map_find(&out->other, path) : NULL;
        if (!other || *other > SHELF_MAX)
            continue;
        uint32_t n = ++*map_slot(&out->all, path, 0);
        if (is_shelf(*other, n - 1) && !is_shelf(*other, n))
            open_path(out, mark, false);
    }
}

void piece_shelves_find(struct arena *a, const struct piece_side *old_side, const struct piece_side *new_side,
                        struct judge_piece *item, uint32_t n)
{
    const struct shelf_finder f = { a, old_side, new_side, item, n };
    struct piece_shelves old = { 0 }, new = { 0 };
    if (piece_is_gap(new_side->page))
        return;
    count_shelves(&f, true, &old);
    count_shelves(&f, false, &new);
    for (uint32_t i = 0; i < n; i++) {
        struct judge_piece *p = &item[i];
        const struct piece_shelves *s = p->old ? &old : &new;
        const struct piece_side *side = p->old ? old_side : new_side;
        if (p->sentence == NONE || p->kind == PIECE_MOVED)
            continue;
        uint32_t other = *map_find(&s->other, p->path_key), all = other <= SHELF_MAX ? *map_find(&s->all, p->path_key) : 0;
        p->beside_others = all > 1;
        p->shelf =
            all && is_shelf(other, all) && !piece_is_data(side, side->page->word[side->page->sentence[p->sentence].word].node);
    }
}
