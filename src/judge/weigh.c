/* In: two pages. Out: how much the change matters, and the reason that weighs most. One line for each stage of the way. */
#include "judge/weigh.h"

#include "judge/churn.h"
#include "visual/vidiff.h"

int weigh_version_of(struct arena *a, const struct cutter *cutter, const struct page *page, struct str name,
                     struct weigh_version *out, struct err *e)
{
    if (cutter_cut(cutter, a, page, &out->blocks, e) || vixml_build(a, &out->blocks, name, &out->document, e)
        || judge_words_of_page(a, &out->blocks, &out->document, &out->words, e))
        return e->code;
    return 0;
}

void weigh_by_history(const struct weigh_history *history, struct judge_words *old, struct judge_words *new)
{
    float always = (float)importance_of_history(CHURN_VERSIONS, CHURN_VERSIONS);
    judge_words_remember(old, history->old_factor);
    judge_words_remember(new, history->new_factor);
    if (history->n_facts) {
        new->fact = history->fact;
        new->n_facts = history->n_facts;
    }
    for (uint32_t i = 0; i < new->n; i++)
        if (new->item[i].word == NONE &&new->item[i].node != NONE && history->noise[new->item[i].node]) {
            new->item[i].factor *= always;
            new->item[i].why |= 1u << (new->n_reasons - 1); /* the one that judge_words_remember() added */
        }
}

double weigh_places(struct arena *a, const struct judge_places *old, const struct judge_places *new,
                    const struct weigh_history *history)
{
    struct judge_words before, after;
    judge_words_of_changes(a, old, new, &before, &after);
    if (history)
        weigh_by_history(history, &before, &after);
    return importance_value(a, &before, &after);
}

double weigh_part(struct arena *a, const struct judge_places *old, const struct judge_places *new,
                  const struct weigh_history *history, const struct weigh_part *part)
{
    struct judge_words before, after;
    judge_words_of_changes(a, old, new, &before, &after);
    judge_words_narrow(&before, part->old_node, part->chosen);
    judge_words_narrow(&after, part->new_node, part->chosen);
    if (history)
        weigh_by_history(history, &before, &after);
    return importance_value(a, &before, &after);
}

int weigh_pages(struct arena *a, const struct weigh_input *pages, struct weighed *out, struct err *e)
{
    struct weigh_version before, after;
    struct videlta delta;
    struct importance found;
    if (weigh_version_of(a, pages->cutter, pages->old, STR(""), &before, e)
        || weigh_version_of(a, pages->cutter, pages->new, STR(""), &after, e))
        return e->code;
    vidiff(a, &before.document, &after.document, &(struct vidiff_options){ 0 }, &delta);
    if (pages->history)
        weigh_by_history(pages->history, &before.words, &after.words);
    struct importance_pair in = {
        .old = &before.document,
        .new = &after.document,
        .delta = &delta,
        .old_words = &before.words,
        .new_words = &after.words,
        .weights = &importance_weights,
    };
    importance_of(a, &in, &found);
    *out = (struct weighed){ found.value, found.n ? found.block[0].why : STR("") };
    return 0;
}
