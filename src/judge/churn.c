/* In: the last versions of a page. Out: which nodes of the newest are other at every visit, and whether they are what the page is about. */
#include "judge/churn.h"

#include "fragment/history.h"
#include "segment/content.h"

/* Nine checks of ten, after the first few. */
bool churn_applies(uint32_t changes, uint32_t checks)
{
    return changes + 1 >= CHURN_VERSIONS_MIN && changes * 10u >= checks * 9u;
}

int churn_find(struct arena *a, const struct churn_version *version, uint32_t n, bool *mask, struct err *e)
{
    struct lp_options options = LP_DEFAULT;
    struct history history;
    struct history_result found;
    int code = 0;
    if (n < CHURN_VERSIONS_MIN)
        return 0;
    history_open(&history, a, &options);
    for (uint32_t i = 0; code == 0 && i < n; i++)
        code = history_add(&history, version[i].page, (double)version[i].at_ms / 1000, e);
    if (code) {
        history_drop(&history);
        return code;
    }
    history_end(&history, &found);
    for (uint32_t i = 0; i < found.n_churn; i++)
        memset(mask + found.churn[i].node, true, (found.churn[i].end - found.churn[i].node) * sizeof *mask);
    return 0;
}

int churn_is_content(struct arena *a, const struct page *page, const bool *mask, bool *out, struct err *e)
{
    struct content content;
    uint32_t all = 0, churning = 0;
    int code = content_find(a, page, &content, e);
    if (code)
        return code;
    for (uint32_t i = 0; i < content.n; i++) {
        const struct content_unit *unit = &content.unit[i];
        if (!unit->main && content.root != NONE)
            continue;
        for (uint32_t word = unit->word; word < unit->end; word++)
            churning += mask[page->word[word].node];
        all += unit->end - unit->word;
    }
    *out = churning > all / 2;
    return 0;
}
