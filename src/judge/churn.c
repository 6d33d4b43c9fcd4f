/* In: the last versions of a page. Out: which nodes of the newest differ on every visit, and what their words weigh by that. */
#include "judge/churn.h"

#include "compare/sequence.h"
#include "fragment/history.h"
#include "judge/importance.h"

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

/* How often something changed where a word stands: as often as before where it stayed; once more than what stood there where it is new. */
static uint8_t *count_changes(struct arena *a, const struct page *old, const uint8_t *before, const struct page *new)
{
    uint8_t *count = NEW_ARRAY(a, uint8_t, new->n_words + 1);
    struct runs runs;
    uint32_t from_old = 0, from_new = 0;
    sequence_match(a, old->symbol, old->n_words, new->symbol, new->n_words, &runs);
    for (uint32_t i = 0; i <= runs.n; i++) {
        struct run next = i < runs.n ? runs.item[i] : (struct run){ old->n_words, new->n_words, 0 };
        uint8_t most = 0;
        for (uint32_t w = from_old; w < next.a; w++)
            most = MAX(most, before[w]);
        memset(count + from_new, most + 1, next.b - from_new);
        memcpy(count + next.b, before + next.a, next.n);
        from_old = next.a + next.n;
        from_new = next.b + next.n;
    }
    return count;
}

static void set_factors(const uint8_t *count, uint32_t n, uint32_t last, uint32_t visits, float *factor)
{
    for (uint32_t w = 0; w < n; w++)
        factor[w] = count[w] + last > 1 ? (float)importance_of_history(count[w] + last - 1, visits) : 1;
}

void churn_words(struct arena *a, const struct churn_version *version, uint32_t n, float *old_factor, float *new_factor)
{
    uint32_t n_old = n > 1 ? version[n - 2].page->n_words : 0, n_new = n > 1 ? version[n - 1].page->n_words : 0;
    for (uint32_t w = 0; w < n_old; w++)
        old_factor[w] = 1;
    for (uint32_t w = 0; w < n_new; w++)
        new_factor[w] = 1;
    if (n < CHURN_VERSIONS_MIN)
        return;
    uint8_t *count = NEW_ARRAY(a, uint8_t, version[0].page->n_words + 1), *before = count;
    for (uint32_t i = 1; i < n; i++) {
        before = count;
        count = count_changes(a, version[i - 1].page, before, version[i].page);
    }
    set_factors(before, n_old, 1, n - 2, old_factor);
    set_factors(count, n_new, 0, n - 2, new_factor);
}
