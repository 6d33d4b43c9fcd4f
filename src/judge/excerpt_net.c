/* In: excerpts of the steps from one version to another. Out: those that stand.
 *
 * Invariants: 1. no words are made up: each `old` and `new` was one of a step; 2. an excerpt that no other touches is left as it is. */
#include "judge/excerpt_net.h"

#include "base/hash.h"
#include "base/map.h"

/* Where words stood, or stand. */
static uint64_t key_of(const struct excerpt *x, struct str words)
{
    return hash_mix(hash_mix(hash_str(x->where), hash_str(x->before)), hash_str(words));
}

static bool is_of_words(const struct excerpt *x)
{
    return x->kind == CHANGE_INSERT || x->kind == CHANGE_DELETE || x->kind == CHANGE_UPDATE;
}

struct net {
    struct excerpt **item; /* NULL: it does not stand */
    uint32_t n;
    struct map came, went; /* from words in their place to the excerpt that brought them, or took them away for nothing */
};

static struct excerpt *take(struct net *net, const struct map *from, uint64_t key)
{
    const uint32_t *at = map_find(from, key);
    struct excerpt *found = at ? net->item[*at] : NULL;
    if (found)
        net->item[*at] = NULL;
    return found;
}

/* The words that x takes away came in an earlier step, or those that it brings went in one. */
static void join(struct net *net, struct excerpt *x)
{
    struct excerpt *earlier = x->old.len ? take(net, &net->came, key_of(x, x->old)) : take(net, &net->went, key_of(x, x->new));
    if (!earlier)
        return;
    x->old = earlier->old;
    x->kind = x->old.len == 0 ? CHANGE_INSERT : x->new.len == 0 ? CHANGE_DELETE : CHANGE_UPDATE;
}

static void add(struct net *net, struct excerpt *x)
{
    if (is_of_words(x)) {
        join(net, x);
        if (str_eq(x->old, x->new))
            return;
        if (x->new.len)
            *map_slot(&net->came, key_of(x, x->new), net->n) = net->n;
        else
            *map_slot(&net->went, key_of(x, x->old), net->n) = net->n;
    }
    net->item[net->n] = x;
}

void excerpts_net(struct arena *a, struct excerpts *step, uint32_t n)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < n; i++)
        all += step[i].n;
    struct net net = { .item = NEW_ARRAY(a, struct excerpt *, all + 1) };
    map_open(&net.came, a, all);
    map_open(&net.went, a, all);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < step[i].n; k++, net.n++)
            add(&net, &step[i].item[k]);
    uint32_t at = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t left = 0, of = step[i].n;
        for (uint32_t k = 0; k < of; k++, at++)
            if (net.item[at])
                step[i].item[left++] = *net.item[at];
        step[i].n = left;
    }
}
