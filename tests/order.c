/* Law O over the sentences of two pages: which of them stand once on each and keep their order, and what became of these. */
#include "tests/order.h"

#include "base/map.h"
#include "base/vec.h"

#define TWICE (UINT32_MAX - 1)

static uint32_t count_letters(const struct page *p, const struct sentence *s)
{
    uint32_t letters = 0;

    for (uint32_t w = s->word; w < s->end; w++)
        letters += p->word[w].flags & WORD_ATOM ? 0 : p->word[w].len;
    return letters;
}

/* From the words of a sentence to its number; TWICE where it is there more than once. */
static void index_sentences(struct arena *a, const struct page *p, struct map *out)
{
    map_open(out, a, p->n_sentences);
    for (uint32_t s = 0; s < p->n_sentences; s++) {
        uint32_t *slot = map_slot(out, p->sentence[s].hash, NONE);
        *slot = *slot == NONE ? s : TWICE;
    }
}

struct twin {
    uint32_t old, new;  /* sentences */
    bool before, after; /* no other one passed it on that side */
};

typedef VEC(struct twin) twin_list;

static twin_list list_twins(struct arena *a, const struct delta *d)
{
    struct map old, new;
    twin_list list = { 0 };

    index_sentences(a, d->old, &old);
    index_sentences(a, d->new, &new);
    for (uint32_t s = 0; s < d->old->n_sentences; s++) {
        const uint32_t *there = map_find(&new, d->old->sentence[s].hash);
        if (there && *there != TWICE && *map_find(&old, d->old->sentence[s].hash) == s)
            *VEC_ADD(a, &list) = (struct twin){ s, *there, false, false };
    }
    uint32_t most = 0, least = UINT32_MAX;
    for (uint32_t k = 0; k < list.n; k++) {
        list.item[k].before = list.item[k].new + 1 > most;
        most = MAX(most, list.item[k].new + 1);
    }
    for (uint32_t k = list.n; k-- > 0;) {
        list.item[k].after = list.item[k].new < least;
        least = MIN(least, list.item[k].new);
    }
    return list;
}

static bool has_moved(const struct delta *d, uint32_t change)
{
    return change != NONE && d->change[change].kind == CHANGE_MOVE;
}

static bool is_kept(const struct delta *d, const struct sentence *s)
{
    for (uint32_t w = s->word; w < s->end; w++)
        if (d->old_to_new[w] != NONE)
            return true;
    return false;
}

const char *order_check(struct arena *a, const struct delta *d, uint32_t letters)
{
    twin_list list = list_twins(a, d);

    for (uint32_t k = 0; k < list.n; k++) {
        const struct sentence *s = &d->old->sentence[list.item[k].old];

        if (!list.item[k].before || !list.item[k].after || count_letters(d->old, s) < letters || is_kept(d, s))
            continue;
        struct str word = page_word(d->old, s->word);
        return arena_printf(a, "O: %s although it kept its order: sentence %u, '%.*s ...'",
                            has_moved(d, d->old_change[s->word]) ? "moved" : "deleted and inserted", list.item[k].old,
                            STR_ARG(word))
            .ptr;
    }
    return NULL;
}
