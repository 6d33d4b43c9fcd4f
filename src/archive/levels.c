/* In: the verdicts of a page, each with the chance that somebody wants to be told. Out: how many are above the limit of each level. */
#include "archive/levels.h"

#include "archive/watched.h"
#include "compare/delta.h"

int levels_count(const struct caller *c, int64_t page, struct level_counts *out, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct level_counts counts = { 0 };
    struct store_verdicts list;
    struct watched watched;
    int failed = watched_page(c, page, &watched, e);

    if (failed || (failed = store_verdict_list(&a, c->store, page, &list, e)))
        return failed;
    for (uint32_t i = 0; i < list.n; i++) {
        const struct store_verdict *v = &list.item[i];
        if (v->chance < 0) /* older than this column, or not compared */
            continue;
        counts.all++;
        for (int level = 0; level < SENSITIVITIES; level++)
            counts.n[level] += v->counts.changes[CLASS_CONTENT] && v->chance >= sensitivity_chance((enum sensitivity)level)
                               && (v->importance < 0 || v->importance >= sensitivity_importance((enum sensitivity)level));
    }
    *out = counts;
    return 0;
}
