/* In: a sentinel. Out: a sentence where its own words exclude each other. O(parts squared of one AND). */
#include "event/never.h"

static struct str text_of(struct arena *a, const struct expr *x)
{
    AUTO(buf) out = BUF((size_t)1 << 20);
    expr_print(x, &out);
    return arena_str(a, buf_str(&out));
}

/* Whether something of this AND must happen and must not. */
static bool excludes_itself(struct arena *a, const struct expr *x)
{
    for (uint32_t i = 0; x->kind == EXPR_AND && i < x->n_parts; i++)
        for (uint32_t k = 0; x->part[i]->kind == EXPR_NOT && k < x->n_parts; k++)
            if (x->part[k]->kind != EXPR_NOT && str_eq(text_of(a, x->part[k]), text_of(a, x->part[i]->part[0])))
                return true;
    return false;
}

static const struct expr *find_excluded(struct arena *a, const struct expr *x)
{
    const struct expr *found = x && excludes_itself(a, x) ? x : NULL;
    for (uint32_t i = 0; x && !found && i < x->n_parts; i++)
        found = find_excluded(a, x->part[i]);
    return found;
}

struct str sentinel_never(struct arena *a, const struct sentinel *s)
{
    const struct expr *found = find_excluded(a, s->changes);
    if (!found)
        found = find_excluded(a, s->target);
    if (found)
        return arena_printf(a, "%.*s cannot happen", STR_ARG(text_of(a, found)));
    if (s->changes && s->changes->kind == EXPR_TYPE && s->changes->within_ms)
        return STR("WITHIN says nothing of a single change: it needs two that lie apart, such as a AND b WITHIN 2 hours");
    return STR("");
}
