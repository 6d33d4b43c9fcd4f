/* Gaps and their weights, on pieces set by hand, and against a slow twin. */
#include "segment/separators.h"

#include "tests/base/random.h"
#include "tests/tap.h"

enum { MANY = 40 };

struct hand {
    struct scene_node node[MANY];
    struct node dom[MANY]; /* the first holds all */
    struct look look[MANY];
    uint32_t part[MANY];
    struct page page;
    struct layout layout;
    struct scene scene;
    struct rule_pool pool;
    struct separators found;
};

static void lay(struct arena *a, struct hand *h, const struct box *box, uint32_t n)
{
    *h = (struct hand){ .pool.arena = a, .found.arena = a };
    h->page.dom.node = h->dom;
    h->layout.look = h->look;
    h->scene = (struct scene){ &h->page, &h->layout, h->node, h->part };
    for (uint32_t i = 0; i < n; i++) {
        h->dom[i].end = i ? i + 1 : n;
        h->node[i] = (struct scene_node){
            .box = box[i], .background = 0xffffff, .flags = SCENE_VALID, .font = 64 << 16 | 400, .font_chars = 1
        };
        *VEC_ADD(a, &h->pool.piece) = (struct piece){ i, 8 };
    }
}

static unsigned weight_of(struct arena *a, struct hand *h)
{
    (void)a;
    separators_find(&h->scene, &h->pool, &h->found);
    return h->found.item.n == 1 ? h->found.item.item[0].weight : 0;
}

static void weights(struct arena *a)
{
    static const struct box far[] = { { 0, 0, 100, 20 }, { 0, 60, 100, 20 } };
    struct hand h;

    lay(a, &h, far, 2);
    eq_int(weight_of(a, &h), 3 + 8, "a gap of 40 px");
    lay(a, &h, (struct box[]){ { 0, 0, 100, 20 }, { 0, 25, 100, 20 } }, 2);
    eq_int(weight_of(a, &h), 3 + 1, "a gap of 5 px");
    lay(a, &h, (struct box[]){ { 0, 0, 100, 20 }, { 0, 22, 100, 20 } }, 2);
    eq_int(weight_of(a, &h), 0, "2 px are none");
    lay(a, &h, far, 2);
    h.node[1].background = 0xeeeeee;
    eq_int(weight_of(a, &h), 3 + 8 + 2, "another colour");
    lay(a, &h, far, 2);
    h.node[1].font = 96 << 16 | 400;
    eq_int(weight_of(a, &h), 3 + 8 + 4, "a larger font below");
    lay(a, &h, far, 2);
    h.node[0].font = 96 << 16 | 400;
    eq_int(weight_of(a, &h), 3 + 8, "a smaller font below");
    h.node[0].flags |= SCENE_TEXT;
    eq_int(weight_of(a, &h), 3 + 8 - 2, "a heading belongs to what follows it");
    lay(a, &h, far, 2);
    h.node[0].flags |= SCENE_TEXT;
    h.node[1].flags |= SCENE_TEXT;
    eq_int(weight_of(a, &h), 3 + 8 - 2, "text on both sides");
    lay(a, &h, (struct box[]){ { 0, 0, 100, 20 }, { 0, 60, 100, 20 }, { 0, 40, 100, 2 } }, 3);
    h.node[2].flags |= SCENE_RULE;
    eq_int(weight_of(a, &h), 3 + 8 + 2, "a rule in the gap");
    lay(a, &h, (struct box[]){ { 0, 0, 100, 20 }, { 140, 0, 100, 20 } }, 2);
    eq_int(weight_of(a, &h), 3 + 8, "a gap between columns");
    eq_int(h.found.item.item[0].axis, AXIS_ACROSS, "... goes across");
    lay(a, &h, (struct box[]){ { 0, 0, 100, 20 }, { 0, 19, 100, 20 } }, 2);
    h.part[1] = 7;
    eq_int(weight_of(a, &h), 3 + 1 + 9, "parts of a page need no gap");
    lay(a, &h, far, 2);
    h.part[1] = 7;
    eq_int(weight_of(a, &h), 3 + 8 + 9, "another part of the page");
    lay(a, &h, far, 0);
    eq_int(weight_of(a, &h), 0, "nothing, no gap");
    ok(separator_doc(2) == 10 && separator_doc(19) == 1 && separator_doc(23) == 1 && separator_doc(6) == 7, "the scale");
    for (unsigned w = 3; w < 24; w++)
        ok(separator_doc(w) <= separator_doc(w - 1), "a heavier gap is never more coherent: %u", w);
}

/* What touches is told apart by what a reader sees. */
static void touching(struct arena *a)
{
    static const struct box flush[] = { { 0, 0, 300, 200 }, { 300, 0, 200, 180 } };
    static const struct box stacked[] = { { 0, 0, 300, 200 }, { 0, 200, 150, 180 }, { 150, 200, 150, 180 } };
    struct hand h;

    lay(a, &h, flush, 2);
    eq_int(weight_of(a, &h), 0, "two areas that touch and look the same are one");
    h.node[1].background = 0xeeeeee;
    eq_int(weight_of(a, &h), 3 + 1 + 2 + 2, "another background begins");
    lay(a, &h, flush, 2);
    h.look[1].flags = LOOK_BORDER;
    eq_int(weight_of(a, &h), 3 + 1 + 2, "a border stands between them");
    lay(a, &h, stacked, 3);
    h.node[0].background = 0xaaaaaa;
    eq_int(weight_of(a, &h), 3 + 1 + 2 + 2, "a banner above two columns");
    lay(a, &h, stacked, 3);
    h.node[0].background = h.node[1].background = 0xaaaaaa;
    h.node[2].background = 0xbbbbbb;
    eq_int(weight_of(a, &h), 0, "one column has the banner's colour: nothing ends there");
    lay(a, &h, (struct box[]){ { 0, 0, 300, 24 }, { 0, 24, 300, 24 } }, 2);
    h.node[1].background = 0xeeeeee;
    eq_int(weight_of(a, &h), 0, "lines of a table that are coloured in turn");
}

/* The slow twin: every pixel that no piece covers. */
static uint32_t count_slowly(const struct box *box, uint32_t n, bool down)
{
    bool covered[1000] = { 0 };
    uint32_t gaps = 0, low = 1000, high = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t from = (uint32_t)(down ? box[i].y : box[i].x), to = from + (uint32_t)(down ? box[i].h : box[i].w);
        low = MIN(low, from);
        high = MAX(high, to);
        for (uint32_t k = from; k < to; k++)
            covered[k] = true;
    }
    for (uint32_t k = low, run = 0; k < high; k++) {
        run = covered[k] ? 0 : run + 1;
        gaps += run == 3;
    }
    return gaps;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct random r = { .state = 3 };
    unsigned agree = 0, n = 2000;

    weights(&a);
    touching(&a);
    for (unsigned round = 0; round < n; round++) {
        struct box box[MANY];
        uint32_t count = 1 + (uint32_t)random_below(&r, MANY);
        struct hand h;

        for (uint32_t i = 0; i < count; i++)
            box[i] = (struct box){ (float)random_below(&r, 900), (float)random_below(&r, 900), (float)(1 + random_below(&r, 60)),
                                   (float)(1 + random_below(&r, 60)) };
        lay(&a, &h, box, count);
        separators_find(&h.scene, &h.pool, &h.found);
        agree += h.found.item.n == count_slowly(box, count, true) + count_slowly(box, count, false);
    }
    eq_int(agree, n, "the sweep finds what looking at every pixel finds");
    return tap_done();
}
