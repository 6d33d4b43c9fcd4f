/* In: copies of a page in variants. Out: the parts that vary, and whether by variant.
 *
 * The first copy of the first variant is the base; every other copy is compared with it (lp.c), which gives each of its nodes a value in
 * each copy. From the root down, a node that varies is a fragment where enough of its children vary too (ChildChangeThreshold), or none
 * does: then they stand in another order. One that varies within a variant is looked into for parts that do not, down to the leaves. What
 * the base has no part for is looked for in the first copies of the other variants, in turn.
 * Invariants: 1. no two fragments of one copy overlap; 2. a fragment of a later variant's copy is in no copy of the variants before it.
 * Cost: O(variants x copies) comparisons at worst; variants whose page is that of one before cost none. */
#include "fragment/personal.h"

#include <math.h>

#include "base/limits.h"
#include "base/vec.h"
#include "page/paths.h"

static const char *const class_names[] = {
    [PERSONAL_SURE] = "personal",
    [PERSONAL_CHURN] = "churn",
    [PERSONAL_UNKNOWN] = "unknown",
};

const char *personal_class_name(enum personal_class class)
{
    return class_names[class];
}

struct finder {
    struct arena *arena; /* of the result */
    struct arena *scratch;
    const struct personal_copy *copy;
    const struct lp_options *options;
    struct af *tree; /* by copy */
    uint32_t n_copies, n_variants, n_rounds;
    uint32_t *first; /* by variant: its first copy */
    VEC(struct personal_fragment) found;

    /* Of the base in question. */
    uint32_t base;   /* copy */
    uint64_t *value; /* by node, then by copy; 0: the copy lacks it */
    uint32_t *added; /* by node: the most children that a copy has there and the base lacks */
};

static const uint64_t *values_of(const struct finder *f, uint32_t node)
{
    return f->value + (size_t)node * f->n_copies;
}

/* ---- The values of the base's nodes ---- */

static void take_copy(struct finder *f, uint32_t copy)
{
    AUTO(arena) scratch = { 0 };
    const struct af *base = &f->tree[f->base], *other = &f->tree[copy];
    uint32_t *added = NEW_ARRAY(&scratch, uint32_t, base->n);
    struct lp lp;

    lp_compare(&scratch, base, other, f->options, &lp);
    lp_match_places(&lp);
    for (uint32_t k = 1; k < other->n; k++) {
        uint32_t parent = lp.match[other->node[k].parent];
        if (lp.match[k] == NONE && parent != NONE)
            added[parent]++;
    }
    for (uint32_t i = 0; i < base->n; i++) {
        f->value[(size_t)i * f->n_copies + copy] = lp.from[i] == NONE ? 0 : other->node[lp.from[i]].value;
        f->added[i] = MAX(f->added[i], added[i]);
    }
}

static void open_base(struct finder *f, uint32_t base)
{
    const struct af *t = &f->tree[base];

    f->base = base;
    f->value = NEW_ARRAY_RAW(f->scratch, uint64_t, (size_t)t->n * f->n_copies);
    f->added = NEW_ARRAY(f->scratch, uint32_t, t->n);
    for (uint32_t i = 0; i < t->n; i++)
        f->value[(size_t)i * f->n_copies + base] = t->node[i].value;
    for (uint32_t copy = 0; copy < f->n_copies; copy++)
        if (copy != base)
            take_copy(f, copy);
}

static bool varies(const struct finder *f, uint32_t node)
{
    const uint64_t *value = values_of(f, node);
    for (uint32_t i = 1; i < f->n_copies; i++)
        if (value[i] != value[0])
            return true;
    return false;
}

/* The same in all copies of each variant. */
static bool is_steady(const struct finder *f, uint32_t node)
{
    const uint64_t *value = values_of(f, node);
    for (uint32_t i = 0; i < f->n_copies; i++)
        if (value[i] != value[f->first[f->copy[i].variant]])
            return false;
    return true;
}

/* ---- Fragments ---- */

double personal_chance(const uint32_t *n_of, uint32_t n_values, uint32_t n_rounds)
{
    double n = 0, some = 0, all = 0; /* logarithms: ways to deal values to variants, and to copies */

    for (uint32_t g = 0; g < n_values; g++) {
        n += n_of[g];
        some -= lgamma(n_of[g] + 1.0);
        all -= lgamma((double)n_of[g] * n_rounds + 1);
    }
    some += lgamma(n + 1);
    all += lgamma(n * n_rounds + 1);
    return fmin(1, exp(some - all));
}

/* Numbers for the values of `n` things, of which number i has value[of ? of[i] : i]; how many values there are. */
static uint32_t number_values(const uint64_t *value, const uint32_t *of, uint32_t n, uint32_t *number)
{
    uint32_t n_values = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t k = 0;
        while (k < i && value[of ? of[k] : k] != value[of ? of[i] : i])
            k++;
        number[i] = k < i ? number[k] : n_values++;
    }
    return n_values;
}

static double chance_of(const struct finder *f, const uint32_t *number, uint32_t n_values)
{
    AUTO(arena) scratch = { 0 };
    uint32_t *n_of = NEW_ARRAY(&scratch, uint32_t, n_values);

    for (uint32_t v = 0; v < f->n_variants; v++)
        n_of[number[v]]++;
    return personal_chance(n_of, n_values, f->n_rounds);
}

static void add_fragment(struct finder *f, struct paths *paths, uint32_t node)
{
    AUTO(arena) scratch = { 0 };
    AUTO(buf) path = BUF(KIB(64));
    const struct af *t = &f->tree[f->base];
    uint32_t *by_copy = NEW_ARRAY_RAW(&scratch, uint32_t, f->n_copies), at = t->node[node].node;
    struct personal_fragment out = {
        .copy = f->base,
        .node = at,
        .end = af_node_end(t, node),
        .bytes = af_bytes(t, node),
        .class = PERSONAL_CHURN,
        .chance = 1,
        .value = NEW_ARRAY_RAW(f->arena, uint32_t, f->n_variants),
        .n_values = number_values(values_of(f, node), NULL, f->n_copies, by_copy),
    };

    paths_add(paths, at, &path);
    out.path = arena_str(f->arena, buf_str(&path));
    uint32_t n_values = number_values(values_of(f, node), f->first, f->n_variants, out.value);
    if (is_steady(f, node)) {
        out.chance = chance_of(f, out.value, n_values);
        out.class = out.chance <= PERSONAL_CHANCE ? PERSONAL_SURE : PERSONAL_UNKNOWN;
    }
    *VEC_ADD(f->arena, &f->found) = out;
}

/* Whether a node that varies is to be taken as a whole: enough of its parts vary, or none, so that it is their order. Not so the page:
 * that most of it varies says nothing. */
static bool is_whole(const struct finder *f, uint32_t node)
{
    const struct af *t = &f->tree[f->base];
    uint32_t all = t->node[node].n_children + f->added[node], other = f->added[node];

    for (uint32_t i = node + 1; i < t->node[node].end; i = t->node[i].end)
        other += varies(f, i);
    return other == 0 || (node && other >= f->options->child_change * all - 1e-9);
}

/* The fragments in the subtree of a node. */
static void look_into(struct finder *f, struct paths *paths, uint32_t node)
{
    const struct af *t = &f->tree[f->base];

    for (uint32_t i = node; i < t->node[node].end;) {
        bool leaf = t->node[i].n_children == 0;
        if (!varies(f, i) || af_bytes(t, i) < f->options->min_bytes) {
            i = t->node[i].end;
        } else if (leaf || (is_whole(f, i) && is_steady(f, i))) {
            add_fragment(f, paths, i);
            i = t->node[i].end;
        } else {
            i++;
        }
    }
}

/* Whether no copy of the variants before the base's has the node. */
static bool is_new(const struct finder *f, uint32_t node)
{
    const uint64_t *value = values_of(f, node);
    for (uint32_t i = 0; i < f->n_copies; i++)
        if (f->copy[i].variant < f->copy[f->base].variant && value[i] != 0)
            return false;
    return true;
}

static void search_base(struct finder *f)
{
    const struct af *t = &f->tree[f->base];
    struct paths paths;

    paths_open(&paths, f->scratch, &t->page->dom);
    for (uint32_t i = 0; i < t->n;) {
        bool here = f->copy[f->base].variant == 0 || is_new(f, i);
        if (here)
            look_into(f, &paths, i);
        i = here ? t->node[i].end : i + 1;
    }
}

/* ---- The whole ---- */

static int read_trees(struct finder *f, struct err *e)
{
    struct shingle_options shingle = LP_SHINGLE;

    f->tree = NEW_ARRAY(f->scratch, struct af, f->n_copies);
    for (uint32_t i = 0; i < f->n_copies; i++) {
        if (af_build(f->scratch, f->copy[i].page, &f->tree[i], e) || af_shingle(f->scratch, &f->tree[i], &shingle, 0, e))
            return e->code;
    }
    return 0;
}

static void count_variants(struct finder *f)
{
    for (uint32_t i = 0; i < f->n_copies; i++)
        f->n_variants = MAX(f->n_variants, f->copy[i].variant + 1);
    uint32_t *n_of = NEW_ARRAY(f->scratch, uint32_t, f->n_variants);
    f->first = NEW_ARRAY_RAW(f->scratch, uint32_t, f->n_variants);
    for (uint32_t i = f->n_copies; i-- > 0;) {
        n_of[f->copy[i].variant]++;
        f->first[f->copy[i].variant] = i;
    }
    f->n_rounds = f->n_variants ? UINT32_MAX : 0;
    for (uint32_t v = 0; v < f->n_variants; v++)
        f->n_rounds = MIN(f->n_rounds, n_of[v]);
}

/* Whether the first copy of a variant before this one is the same page. */
static bool is_known(const struct finder *f, uint32_t variant)
{
    const struct af *t = &f->tree[f->first[variant]];
    for (uint32_t v = 0; v < variant; v++) {
        const struct af *other = &f->tree[f->first[v]];
        if (t->n == 0 || (other->n && other->node[0].value == t->node[0].value))
            return true;
    }
    return false;
}

int personal_find(struct arena *a, const struct personal_copy *copy, uint32_t n, const struct lp_options *options,
                  struct personal *out, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    struct finder f = { .arena = a, .scratch = &scratch, .copy = copy, .options = options, .n_copies = n };

    count_variants(&f);
    if (read_trees(&f, e))
        return e->code;
    for (uint32_t v = 0; v < f.n_variants; v++) {
        if (v && is_known(&f, v))
            continue;
        open_base(&f, f.first[v]);
        if (arena_over(&scratch))
            return err_set(e, E_LIMIT, "the copies have more parts than memory allows; give fewer");
        search_base(&f);
    }
    *out = (struct personal){
        .n_variants = f.n_variants,
        .n_rounds = f.n_rounds,
        .bytes = n && f.tree[0].n ? af_bytes(&f.tree[0], 0) : 0,
        .item = f.found.item,
        .n = f.found.n,
    };
    return 0;
}
