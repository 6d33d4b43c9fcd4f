/* Settles the weights of importance: importance_train FILE...
 *
 * In: pages whose elements carry data-block and data-block-type where a person saw a block (Kreuzer et al., ICWE 2015). Each marked
 * block is a leaf; its type says its level (the table below), the estimate where it stands.
 * Out: src/segment/importance.def on standard output; on standard error the score of each half by weights that were settled on the other
 * half (even and odd pages), and of a guess that always says the most frequent level.
 * A multinomial logit by gradient descent with a penalty on large weights. Deterministic. Cost: about ten seconds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/limits.h"
#include "base/vec.h"
#include "segment/importance.h"

enum { STEPS = 4000, PAGES_MAX = 1024 };
#define RATE 0.5f
#define PENALTY 0.01f

struct sample {
    float feature[FEATURES];
    unsigned level, page;
};

struct samples {
    struct arena *arena;
    VEC(struct sample) item;
};

static const struct {
    struct str type;
    unsigned level;
} levels[] = {
    { STR_INIT("Ad"), 1 },       { STR_INIT("Logo"), 1 },      { STR_INIT("Footer"), 1 }, { STR_INIT("Menu"), 2 },
    { STR_INIT("LinkList"), 2 }, { STR_INIT("Searchbar"), 2 }, { STR_INIT("Header"), 2 }, { STR_INIT("Sidebar"), 3 },
    { STR_INIT("Comments"), 3 }, { STR_INIT("Image"), 3 },     { STR_INIT("Video"), 3 },  { STR_INIT("Author"), 3 },
    { STR_INIT("Article"), 4 },  { STR_INIT("Content"), 4 },   { STR_INIT("Title"), 4 },  { STR_INIT("Table"), 4 },
};

static const char *const names[] = {
#define FEATURE(NAME, w1, w2, w3, w4) #NAME,
#include "segment/importance.def"
#undef FEATURE
};

static _Noreturn void fail(const struct err *e)
{
    fprintf(stderr, "importance_train: %s\n", e->text);
    exit(2);
}

static unsigned level_of(const struct page *p, uint32_t node)
{
    struct str type;

    if (!dom_attr(&p->dom, node, STR("data-block-type"), &type))
        return 0;
    for (size_t i = 0; i < ARRAY_LEN(levels); i++) {
        if (str_eq(type, levels[i].type))
            return levels[i].level;
    }
    return 0;
}

/* Every marked block as a leaf that owns what no mark inside it owns. */
static void mark_blocks(struct arena *a, const struct page *p, const struct layout *layout, struct blocks *out, unsigned *level)
{
    bool *has_mark = NEW_ARRAY(a, bool, p->dom.n + 1);
    struct str value;

    *out = (struct blocks){ .page = p, .source = layout->source, .width = layout->width, .height = layout->height };
    out->block = NEW_ARRAY(a, struct block, p->dom.n + 1);
    out->node = NEW_ARRAY(a, uint32_t, p->dom.n);
    out->n = 1;
    for (uint32_t i = p->dom.n; i-- > 0;) {
        has_mark[i] |= p->dom.node[i].kind == NODE_ELEMENT && dom_attr(&p->dom, i, STR("data-block"), &value);
        has_mark[p->dom.node[i].parent] |= has_mark[i];
    }
    for (uint32_t mark = 0; mark < p->dom.n; mark++) {
        struct block *b = &out->block[out->n];
        if (p->dom.node[mark].kind != NODE_ELEMENT || !dom_attr(&p->dom, mark, STR("data-block"), &value) || !level_of(p, mark))
            continue;
        *b = (struct block){ .end = out->n + 1, .node = out->n_nodes };
        for (uint32_t i = mark + 1; i < p->dom.node[mark].end;) {
            if (has_mark[i]) {
                i = dom_attr(&p->dom, i, STR("data-block"), &value) ? p->dom.node[i].end : i + 1;
                continue;
            }
            for (uint32_t k = i; k < p->dom.node[i].end; k++) {
                bool seen = p->dom.node[k].kind == NODE_TEXT || (node_classes(&p->dom.node[k]) & TAG_ATOM);
                struct box in = layout->box[k], was = b->box;
                if (!seen || in.w <= 0 || in.h <= 0)
                    continue;
                b->box = was.w <= 0 ? in
                                    : (struct box){ fminf(was.x, in.x), fminf(was.y, in.y),
                                                    fmaxf(was.x + was.w, in.x + in.w) - fminf(was.x, in.x),
                                                    fmaxf(was.y + was.h, in.y + in.h) - fminf(was.y, in.y) };
            }
            out->node[out->n_nodes++] = i;
            i = p->dom.node[i].end;
        }
        b->node_end = out->n_nodes;
        level[out->n++] = level_of(p, mark);
    }
    out->block[0].end = out->n;
    block_fill(a, out);
}

static void read_page(struct samples *s, const char *path, unsigned number)
{
    AUTO(arena) a = { 0 };
    struct parse_source source = { 0 };
    struct symbols symbols;
    struct layout layout;
    struct blocks blocks;
    struct page page;
    struct err e = { 0 };
    float(*feature)[FEATURES];

    symbols_open(&symbols, &a);
    if (io_read(&a, path, LIMIT_PAGE_BYTES, &source.bytes, &e) || page_read(&a, &symbols, &source, STR(""), &page, &e)
        || layout_estimate(&a, &page, &layout, &e))
        fail(&e);
    unsigned *level = NEW_ARRAY(&a, unsigned, page.dom.n + 1);
    mark_blocks(&a, &page, &layout, &blocks, level);
    if (importance_features(&a, &blocks, &layout, &feature, &e))
        fail(&e);
    for (uint32_t i = 1; i < blocks.n; i++) {
        struct sample sample = { .level = level[i] - 1, .page = number };
        if (blocks.block[i].n_words + blocks.block[i].n_images == 0)
            continue;
        memcpy(sample.feature, feature[i], sizeof sample.feature);
        *VEC_ADD(s->arena, &s->item) = sample;
    }
}

typedef float table[FEATURES][IMPORTANCE_LEVELS];

static void chances(const float *feature, table w, float *chance)
{
    float score[IMPORTANCE_LEVELS] = { 0 }, sum = 0;

    for (unsigned k = 0; k < FEATURES; k++) {
        for (unsigned level = 0; level < IMPORTANCE_LEVELS; level++)
            score[level] += w[k][level] * feature[k];
    }
    for (unsigned level = 0; level < IMPORTANCE_LEVELS; level++)
        sum += chance[level] = expf(score[level]);
    for (unsigned level = 0; level < IMPORTANCE_LEVELS; level++)
        chance[level] /= sum;
}

/* Weights by the samples of every page whose number leaves another remainder than `out` by 2; 2: by all. */
static void train(const struct samples *s, unsigned out, table w)
{
    memset(w, 0, sizeof(table));
    for (unsigned step = 0; step < STEPS; step++) {
        table slope = { { 0 } };
        float n = 0;

        for (uint32_t i = 0; i < s->item.n; i++) {
            const struct sample *x = &s->item.item[i];
            float chance[IMPORTANCE_LEVELS];
            if (x->page % 2 == out)
                continue;
            n++;
            chances(x->feature, w, chance);
            for (unsigned k = 0; k < FEATURES; k++) {
                for (unsigned level = 0; level < IMPORTANCE_LEVELS; level++)
                    slope[k][level] += x->feature[k] * ((level == x->level) - chance[level]);
            }
        }
        for (unsigned k = 0; k < FEATURES; k++) {
            for (unsigned level = 0; level < IMPORTANCE_LEVELS; level++)
                w[k][level] += RATE * (slope[k][level] / n - PENALTY * w[k][level]);
        }
    }
}

static void score(const struct samples *s, unsigned half, table w)
{
    unsigned n = 0, right = 0, count[IMPORTANCE_LEVELS] = { 0 }, most = 0, top_right = 0;

    for (uint32_t i = 0; i < s->item.n; i++) {
        const struct sample *x = &s->item.item[i];
        float chance[IMPORTANCE_LEVELS];
        unsigned best = 0;
        if (x->page % 2 != half)
            continue;
        chances(x->feature, w, chance);
        for (unsigned level = 1; level < IMPORTANCE_LEVELS; level++)
            best = chance[level] > chance[best] ? level : best;
        n++;
        right += best == x->level;
        top_right += (best == 3) == (x->level == 3);
        count[x->level]++;
    }
    for (unsigned level = 0; level < IMPORTANCE_LEVELS; level++)
        most = MAX(most, count[level]);
    fprintf(
        stderr,
        "%s pages, weights of the other half: %u blocks, level right %.3f, level 4 or not right %.3f, always the same level %.3f\n",
        half ? "odd" : "even", n, (double)right / n, (double)top_right / n, (double)most / n);
}

int main(int argc, char **argv)
{
    AUTO(arena) a = { 0 };
    struct samples s = { .arena = &a };
    table w;

    for (int i = 1; i < argc && i < PAGES_MAX; i++)
        read_page(&s, argv[i], (unsigned)i);
    for (unsigned half = 0; half < 2; half++) {
        train(&s, half, w);
        score(&s, half, w);
    }
    train(&s, 2, w);
    printf("/* Written by bench/importance_train: FEATURE(name, weights of levels 1 to 4). */\n");
    for (unsigned k = 0; k < FEATURES; k++)
        printf("FEATURE(%s, %.3ff, %.3ff, %.3ff, %.3ff)\n", names[k], (double)w[k][0], (double)w[k][1], (double)w[k][2],
               (double)w[k][3]);
    return 0;
}
