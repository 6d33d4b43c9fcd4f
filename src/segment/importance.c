/* In: blocks with boxes. Out: their levels, 1 (noise) to 4 (what the page is about), and their share of the page's importance.
 *
 * Song, Liu, Wen and Ma (WWW 2004) learn the level of a block from where it stands, how large it is and what is in it. So here, with a
 * multinomial logit whose weights are a table (importance.def) that bench/importance_train writes; nothing is learnt at run time. To the
 * features of the paper come three kinds of our own: the share of links in the text, the share of main content (content.c), and the roles
 * its authors gave it. A leaf's importance is what its level is worth, by the chances of the levels, times a power of its length.
 *
 * Invariants: the importances of the leaves sum up to 1, a parent's is that of its leaves; all lie in [0, 1].
 * Cost: O(nodes + words). */
#include "segment/importance.h"

#include <math.h>

#include "segment/content.h"
#include "segment/roles.h"

/* What a level is worth: noise next to nothing, so that a rotating advertisement does not make a change important. */
static const float worth[IMPORTANCE_LEVELS] = { 0.01f, 0.06f, 0.25f, 1.0f };

#define BAND 200.0f       /* px: the height of the usual header, and of the usual footer */
#define CHARS_SCALE 0.1f  /* brings logarithms of lengths near the other features */
#define LENGTH_POWER 0.7f /* twice the text is more, but not twice as much */
#define BESIDE 0.4f       /* what a block without any main content keeps of its worth */
#define CHARS_SMALL 20.0f /* a picture alone counts as this much text */

static const float weights[FEATURES][IMPORTANCE_LEVELS] = {
#define FEATURE(NAME, w1, w2, w3, w4) { w1, w2, w3, w4 },
#include "segment/importance.def"
#undef FEATURE
};

/* Sums over a leaf, or over the page. */
struct sums {
    float chars, link_chars, main_chars;
    float images, image_area, links, controls, forms;
    unsigned roles;
};

static uint32_t leaf_at(const struct blocks *b, uint32_t node)
{
    return block_of_node(b, node);
}

static void sum_units(const struct blocks *b, const struct content *c, struct sums *leaf, struct sums *page)
{
    for (uint32_t i = 0; i < c->n; i++) {
        const struct content_unit *u = &c->unit[i];
        uint32_t at = leaf_at(b, b->page->word[u->word].node);
        struct sums *both[] = { page, at == NONE ? NULL : &leaf[at] };

        for (size_t k = 0; k < ARRAY_LEN(both); k++) {
            if (!both[k])
                continue;
            both[k]->chars += u->chars;
            both[k]->link_chars += u->link_chars;
            both[k]->main_chars += u->main ? u->chars : 0;
        }
    }
}

static void add_node(const struct node *n, float area, struct sums *s)
{
    switch (n->tag) {
    case TAG_IMG:
    case TAG_PICTURE:
    case TAG_SVG:
    case TAG_VIDEO:
    case TAG_IFRAME:
    case TAG_OBJECT:
    case TAG_EMBED:
        s->images++;
        s->image_area += area;
        break;
    case TAG_A:
        s->links++;
        break;
    case TAG_INPUT:
    case TAG_SELECT:
    case TAG_TEXTAREA:
    case TAG_BUTTON:
        s->controls++;
        break;
    case TAG_FORM:
        s->forms++;
        break;
    default:
        break;
    }
}

static void sum_nodes(const struct blocks *b, const struct layout *layout, struct sums *leaf, struct sums *page)
{
    const struct dom *d = &b->page->dom;

    for (uint32_t i = b->page->body; i < d->n; i++) {
        float area;
        uint32_t at;

        if (d->node[i].kind != NODE_ELEMENT || (b->page->flags[i] & NODE_HIDDEN))
            continue;
        area = layout ? layout->box[i].w * layout->box[i].h : 0;
        add_node(&d->node[i], area, page);
        at = leaf_at(b, i);
        if (at != NONE)
            add_node(&d->node[i], area, &leaf[at]);
    }
}

/* With a layout the areas of pictures are kept with the blocks; without one those that were kept count. */
static void keep_areas(struct blocks *b, const struct layout *layout, struct sums *leaf, struct sums *page)
{
    float kept = 0;

    for (uint32_t i = 0; i < b->n; i++) {
        if (layout)
            b->block[i].image_area = leaf[i].image_area;
        leaf[i].image_area = b->block[i].image_area;
        kept += leaf[i].image_area;
    }
    page->image_area = kept;
}

/* The roles of a leaf: those of its first node and of what is around it. */
static void find_roles(struct arena *a, const struct blocks *b, struct sums *leaf)
{
    const struct page *p = b->page;
    uint16_t *roles = NEW_ARRAY(a, uint16_t, p->dom.n);
    struct roles names;

    roles_open(&names, a, p, NULL);
    for (uint32_t i = 1; i < p->dom.n; i++) {
        if (!(p->flags[i] & NODE_HIDDEN))
            roles[i] = (uint16_t)(roles[p->dom.node[i].parent] | roles_of(&names, i));
    }
    for (uint32_t i = 0; i < b->n; i++) {
        if (b->block[i].node < b->block[i].node_end)
            leaf[i].roles = roles[b->node[b->block[i].node]];
    }
}

static float share(float part, float whole)
{
    return whole > 0 ? fminf(part / whole, 1) : 0;
}

/* Song's window feature: 0 to 0.5 through the first band of the page, 0.5 to 1 through the last, 0.5 between. */
static float band(float y, float height)
{
    if (y < BAND)
        return 0.5f * y / BAND;
    if (y > height - BAND)
        return 1 - 0.5f * fmaxf(height - y, 0) / BAND;
    return 0.5f;
}

static void features_of(const struct blocks *b, const struct box *box, const struct sums *s, const struct sums *page, float *f)
{
    float y = box->y + box->h / 2;
    unsigned roles = s->roles;

    f[FEATURE_BIAS] = 1;
    f[FEATURE_CENTER_X] = share(box->x + box->w / 2, b->width);
    f[FEATURE_CENTER_Y] = share(y, b->height);
    f[FEATURE_WIDTH] = share(box->w, b->width);
    f[FEATURE_HEIGHT] = share(box->h, b->height);
    f[FEATURE_BAND] = band(y, b->height);
    f[FEATURE_IMAGES] = share(s->images, page->images);
    f[FEATURE_IMAGE_AREA] = share(s->image_area, page->image_area);
    f[FEATURE_LINKS] = share(s->links, page->links);
    f[FEATURE_LINK_TEXT] = share(s->link_chars, page->link_chars);
    f[FEATURE_TEXT] = share(s->chars, page->chars);
    f[FEATURE_CONTROLS] = share(s->controls, page->controls);
    f[FEATURE_FORMS] = share(s->forms, page->forms);
    f[FEATURE_LINK_DENSITY] = share(s->link_chars, s->chars);
    f[FEATURE_MAIN] = share(s->main_chars, s->chars);
    f[FEATURE_LENGTH] = logf(1 + s->chars) * CHARS_SCALE;
    f[FEATURE_EMPTY] = s->chars <= 0;
    f[FEATURE_ROLE_HEADER] = (roles & ROLE_HEADER) != 0;
    f[FEATURE_ROLE_FOOTER] = (roles & ROLE_FOOTER) != 0;
    f[FEATURE_ROLE_NAV] = (roles & ROLE_NAV) != 0;
    f[FEATURE_ROLE_MAIN] = (roles & (ROLE_MAIN | ROLE_BODY)) != 0;
    f[FEATURE_ROLE_ASIDE] = (roles & (ROLE_ASIDE | ROLE_RELATED | ROLE_COMMENT)) != 0;
    f[FEATURE_ROLE_AD] = (roles & (ROLE_AD | ROLE_SHARE)) != 0;
}

int importance_features(struct arena *a, struct blocks *b, const struct layout *layout, float (**out)[FEATURES], struct err *e)
{
    struct content content;
    struct sums *leaf = NEW_ARRAY(a, struct sums, b->n), page = { 0 };
    float(*f)[FEATURES];
    int failed;

    if ((failed = content_find(a, b->page, &content, e)))
        return failed;
    sum_units(b, &content, leaf, &page);
    sum_nodes(b, layout, leaf, &page);
    keep_areas(b, layout, leaf, &page);
    find_roles(a, b, leaf);
    f = arena_array(a, b->n, sizeof *f);
    for (uint32_t i = 0; i < b->n; i++) {
        if (block_is_leaf(b, i))
            features_of(b, &b->block[i].box, &leaf[i], &page, f[i]);
    }
    *out = f;
    return 0;
}

/* The chances of the four levels, by the weights of importance.def. */
static void set_chances(const float feature[FEATURES], float chance[IMPORTANCE_LEVELS])
{
    float score[IMPORTANCE_LEVELS] = { 0 }, top = -INFINITY, sum = 0;

    for (unsigned level = 0; level < IMPORTANCE_LEVELS; level++) {
        for (unsigned k = 0; k < FEATURES; k++)
            score[level] += weights[k][level] * feature[k];
        top = fmaxf(top, score[level]);
    }
    for (unsigned level = 0; level < IMPORTANCE_LEVELS; level++)
        sum += chance[level] = expf(score[level] - top);
    for (unsigned level = 0; level < IMPORTANCE_LEVELS; level++)
        chance[level] /= sum;
}

void importance_sum(struct blocks *b)
{
    double sum = 0;

    for (uint32_t i = 0; i < b->n; i++)
        sum += block_is_leaf(b, i) ? (double)b->block[i].importance : 0;
    for (uint32_t i = b->n; i-- > 0;) {
        struct block *block = &b->block[i];
        if (!block_is_leaf(b, i)) {
            block->importance = 0;
            block->level = 1;
        }
    }
    for (uint32_t i = b->n; i-- > 0;) {
        struct block *block = &b->block[i], *parent = &b->block[block->parent];
        if (block_is_leaf(b, i))
            block->importance = sum > 0 ? (float)(block->importance / sum) : 1.0f / (float)b->n;
        if (i) {
            parent->importance += block->importance;
            parent->level = MAX(parent->level, block->level);
        }
    }
}

int importance_rate(struct arena *a, struct blocks *b, const struct layout *layout, struct err *e)
{
    float(*feature)[FEATURES];
    int failed;

    if ((failed = importance_features(a, b, layout, &feature, e)))
        return failed;
    for (uint32_t i = 0; i < b->n; i++) {
        struct block *block = &b->block[i];
        float chance[IMPORTANCE_LEVELS], value = 0, length = expf(feature[i][FEATURE_LENGTH] / CHARS_SCALE) - 1;
        unsigned best = 0;

        if (!block_is_leaf(b, i))
            continue;
        set_chances(feature[i], chance);
        for (unsigned level = 0; level < IMPORTANCE_LEVELS; level++) {
            value += chance[level] * worth[level];
            best = chance[level] > chance[best] ? level : best;
        }
        block->level = (uint8_t)(best + 1);
        value *= BESIDE + (1 - BESIDE) * feature[i][FEATURE_MAIN];
        block->importance = value * powf(fmaxf(length, CHARS_SMALL), LENGTH_POWER);
    }
    importance_sum(b);
    return 0;
}
