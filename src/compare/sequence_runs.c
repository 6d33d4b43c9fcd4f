/* The runs of a common subsequence, as they are found: left to right.
 *
 * In: runs in places of the ids or of the caller's sequences. Out: struct runs.
 * Invariants: 1. runs increase in a and in b; 2. a run that continues the one before is made one with it.
 * Swallowing keeps both, and the common length. Cost: O(common). */
#include "compare/sequence_impl.h"

static bool continues(const struct run *last, const struct run *run)
{
    return last->a + last->n == run->a && last->b + last->n == run->b;
}

void run_list_add(struct run_list *l, struct run run)
{
    if (run.n == 0)
        return;
    if (l->n && continues(&l->item[l->n - 1], &run)) {
        l->item[l->n - 1].n += run.n;
        return;
    }
    *VEC_ADD(l->arena, l) = run;
}

void sequence_emit(struct work *w, uint32_t a, uint32_t b, uint32_t n)
{
    w->common += n;
    for (uint32_t i = 0; i < n; i++)
        run_list_add(&w->runs, (struct run){ w->from_a[a + i], w->from_b[b + i], 1 });
}

/* Only one side has anything between them: then what was matched can slide over it. */
static bool one_sided(const struct run *first, const struct run *second)
{
    return first->a + first->n == second->a || first->b + first->n == second->b;
}

/* All symbols of `first` stand before `second` in both sequences as well. */
static bool swallows_first(const struct sequence_sides *s, const struct run *first, const struct run *second)
{
    if (!one_sided(first, second))
        return false;
    for (uint32_t i = 1; i <= first->n; i++)
        if (s->old[second->a - i] != s->new[second->b - i])
            return false;
    return true;
}

static bool swallows_second(const struct sequence_sides *s, const struct run *first, const struct run *second)
{
    if (!one_sided(first, second))
        return false;
    for (uint32_t i = 0; i < second->n; i++)
        if (s->old[first->a + first->n + i] != s->new[first->b + first->n + i])
            return false;
    return true;
}

void sequence_swallow(struct run_list *l, const struct sequence_sides *s)
{
    uint32_t n = l->n;
    l->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct run run = l->item[i];
        while (l->n && swallows_first(s, &l->item[l->n - 1], &run)) {
            uint32_t more = l->item[--l->n].n;
            run = (struct run){ run.a - more, run.b - more, run.n + more };
        }
        run_list_add(l, run);
    }
    n = l->n;
    l->n = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct run run = l->item[i];
        struct run *last = l->n ? &l->item[l->n - 1] : NULL;
        if (last && swallows_second(s, last, &run))
            last->n += run.n;
        else
            run_list_add(l, run);
    }
}

void sequence_runs_out(struct arena *a, const struct run_list *l, bool exact, struct runs *out)
{
    struct run *item = NEW_ARRAY_RAW(a, struct run, l->n);
    uint32_t common = 0;
    for (uint32_t i = 0; i < l->n; i++) {
        item[i] = l->item[i];
        common += item[i].n;
    }
    *out = (struct runs){ item, l->n, common, exact };
}
