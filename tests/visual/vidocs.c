/* Documents with the shape of pages, made from seeds, and operations of deltas compared as sets. */
#include "tests/visual/vidocs.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/vec.h"

static const char *const some_words[] = { "the",    "of",    "and",   "to",     "weather", "minister", "said", "a",
                                          "new",    "in",    "city",  "report", "radio",   "shows",    "for",  "season",
                                          "with",   "music", "by",    "at",     "on",      "after",    "goal", "winner",
                                          "market", "late",  "night", "film",   "studio",  "live" };

static struct str random_text(struct arena *a, struct random *r, unsigned n)
{
    AUTO(buf) b = BUF(1 << 20);
    for (unsigned i = 0; i < n; i++)
        buf_addf(&b, "%s%s%s", i ? " " : "", some_words[random_below(r, ARRAY_LEN(some_words))], random_below(r, 9) ? "" : ",");
    return arena_str(a, buf_str(&b));
}

struct growing {
    struct arena *arena;
    struct random *random;
    VEC(struct vixml_block) blocks;
    VEC(struct vixml_item) items;
    uint32_t n_names;
    unsigned richness;
};

static void add_items(struct growing *g, unsigned n, bool image)
{
    for (unsigned i = 0; i < n; i++) {
        uint32_t number = ++g->n_names;
        struct str words = random_text(g->arena, g->random, 1 + random_below(g->random, 4));
        struct str name = arena_printf(g->arena, "%.*s %u", STR_ARG(words), number);
        if (random_below(g->random, 12) == 0)
            name = image ? STR("") : STR("more");
        *VEC_ADD(g->arena, &g->items) =
            (struct vixml_item){ .name = name,
                                 .address = arena_printf(g->arena, "http://example.test/%s/%u", image ? "img" : "page", number) };
    }
}

static uint32_t add_block(struct growing *g, uint32_t parent, uint32_t number, bool leaf)
{
    uint32_t at = g->blocks.n;
    struct vixml_block b = { .parent = parent, .end = at + 1 };
    b.ref = vixml_ref(g->arena, at ? g->blocks.item[parent].ref : STR(""), number);
    b.face = (struct vixml_face){
        (int32_t)random_below(g->random, 900),      (int32_t)at * 40, 200 + (int32_t)random_below(g->random, 900),
        20 + (int32_t)random_below(g->random, 400), leaf ? 8 : 3,     leaf ? 1000 + random_below(g->random, 9000) : 0
    };
    b.link = g->items.n;
    if (leaf)
        add_items(g, random_below(g->random, g->richness + 1), false);
    b.image = g->items.n;
    if (leaf)
        add_items(g, random_below(g->random, 3), true);
    b.item_end = g->items.n;
    if (leaf && random_below(g->random, 5))
        b.text = random_text(g->arena, g->random, 3 + random_below(g->random, 60));
    *VEC_ADD(g->arena, &g->blocks) = b;
    return at;
}

struct vixml *random_document(struct arena *a, struct random *r, unsigned n_leaves, unsigned richness)
{
    struct growing g = { .arena = a, .random = r, .richness = richness };
    struct vixml *x = NEW(a, struct vixml);
    *VEC_ADD(a, &g.blocks) = (struct vixml_block){ .end = 1, .face = { 0, 0, 1366, 3000, 0, 0 } };
    uint32_t page = add_block(&g, 0, 1, false);
    for (uint32_t section = 1; n_leaves > 0; section++) {
        uint32_t parent = add_block(&g, page, section, false), size = 2 + random_below(r, 7);
        for (uint32_t i = 1; i <= size && n_leaves > 0; i++, n_leaves--)
            add_block(&g, parent, i, true);
    }
    for (uint32_t i = g.blocks.n; i-- > 1;) {
        struct vixml_block *parent = &g.blocks.item[g.blocks.item[i].parent];
        parent->end = MAX(parent->end, g.blocks.item[i].end);
    }
    *x = (struct vixml){
        .url = STR("http://example.test/"), .title = STR("A page"), .version = STR("1"), .layout = STR("estimate")
    };
    x->block = g.blocks.item;
    x->n = g.blocks.n;
    x->item = g.items.item;
    x->n_items = g.items.n;
    vixml_seal(a, x);
    return x;
}

static uint64_t thing_key(const struct vi_thing *t)
{
    return hash_mix(hash_str(t->name), hash_str(t->address));
}

uint64_t change_key(const struct vi_change *c)
{
    uint64_t key = hash_mix(c->op, c->kind);
    if (c->op != VI_INSERT)
        key = hash_mix(hash_mix(key, hash_str(c->from)), thing_key(&c->old));
    if (c->op != VI_DELETE)
        key = hash_mix(hash_mix(key, hash_str(c->to)), thing_key(&c->new));
    return key;
}

uint64_t structure_key(const struct vi_structure *s)
{
    uint64_t key = hash_mix(hash_mix(s->op, hash_str(s->from)), hash_str(s->to)), parts = 0;
    for (uint32_t i = 0; i < s->n_parts; i++)
        parts += hash_mix(1, hash_str(s->part[i]));
    return hash_mix(key, parts);
}

static int by_value(const void *left, const void *right)
{
    uint64_t l = *(const uint64_t *)left, r = *(const uint64_t *)right;
    return l < r ? -1 : l > r;
}

static uint32_t in_both(uint64_t *a, uint32_t n_a, uint64_t *b, uint32_t n_b)
{
    uint32_t n = 0, i = 0, k = 0;
    qsort(a, n_a, sizeof *a, by_value);
    qsort(b, n_b, sizeof *b, by_value);
    while (i < n_a && k < n_b) {
        uint64_t l = a[i], r = b[k];
        n += l == r;
        i += l <= r;
        k += r <= l;
    }
    return n;
}

static uint32_t content_keys(struct arena *a, const struct videlta *d, uint64_t **out)
{
    uint32_t n = 0;
    *out = NEW_ARRAY(a, uint64_t, d->n_changes + 1);
    for (uint32_t i = 0; i < d->n_changes; i++)
        if (d->change[i].cause == VIXML_NONE)
            (*out)[n++] = change_key(&d->change[i]);
    return n;
}

static uint32_t structure_keys(struct arena *a, const struct videlta *d, uint64_t **out)
{
    uint32_t n = 0;
    *out = NEW_ARRAY(a, uint64_t, d->n_structure + 1);
    for (uint32_t i = 0; i < d->n_structure; i++)
        if (d->structure[i].cause == VIXML_NONE)
            (*out)[n++] = structure_key(&d->structure[i]);
    return n;
}

void agree(const struct videlta *truth, const struct videlta *found, struct agreement *sum)
{
    AUTO(arena) a = { 0 };
    uint64_t *want, *got;
    uint32_t n_want = content_keys(&a, truth, &want), n_got = content_keys(&a, found, &got);
    sum->content_true += n_want;
    sum->content_found += n_got;
    sum->content_both += in_both(want, n_want, got, n_got);
    n_want = structure_keys(&a, truth, &want);
    n_got = structure_keys(&a, found, &got);
    sum->structure_true += n_want;
    sum->structure_found += n_got;
    sum->structure_both += in_both(want, n_want, got, n_got);
}

struct str delta_text(struct arena *a, const struct videlta *d)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    videlta_write(d, &out);
    return arena_str(a, buf_str(&out));
}
