/* In: a page that was fetched, and the version before it. Out: whether the page is still there.
 *
 * Most of it is there where more than half of its words stand in sentences that both have. */
#include "judge/suspect_kept.h"

#include "base/map.h"
#include "judge/suspect_form.h"

/* The old page's words that stand in sentences with which both pages begin, or end. */
static uint32_t words_around(const struct page *old, const struct page *new)
{
    uint32_t most = MIN(old->n_sentences, new->n_sentences), first = 0, last = 0;
    const struct sentence *o = old->sentence + old->n_sentences, *n = new->sentence + new->n_sentences;
    while (first < most && old->sentence[first].hash == new->sentence[first].hash)
        first++;
    while (last < most - first && o[-1 - (ptrdiff_t)last].hash == n[-1 - (ptrdiff_t)last].hash)
        last++;
    return (first ? old->sentence[first - 1].end : 0) + (last ? old->n_words - (o - last)->word : 0);
}

static bool is_key(const struct page *p, const struct sentence *s)
{
    const struct node *node = p->dom.node;
    return node[node[p->word[s->word].node].parent].tag == TAG_TH;
}

/* In JSON the keys are the frame: an answer that has them all is the page, whatever its values say. */
static bool keeps_keys(const struct page *old, const struct page *new)
{
    AUTO(arena) a = { 0 };
    struct map seen;
    uint32_t all = 0, kept = 0;
    map_open(&seen, &a, new->n_sentences);
    for (uint32_t i = 0; i < new->n_sentences; i++)
        if (is_key(new, &new->sentence[i]))
            map_slot(&seen, new->sentence[i].hash, 1);
    for (uint32_t i = 0; i < old->n_sentences; i++) {
        bool key = is_key(old, &old->sentence[i]);
        all += key;
        kept += key && map_find(&seen, old->sentence[i].hash);
    }
    return all && kept * 4 >= all * 3;
}

/* Whether more than half of the old page's words stand in sentences that the new one has too, and so do those of its main part: a frame
 * around another content may be most of a page. */
bool suspect_keeps(const struct page *old, const struct page *new)
{
    AUTO(arena) a = { 0 };
    struct map seen;
    uint32_t main = suspect_main(old), from = main == NONE ? 0 : old->first_word[main];
    uint32_t end = main == NONE ? old->n_words : old->first_word[old->dom.node[main].end];
    uint64_t all = 0, kept = 0, of_main = 0;
    if ((uint64_t)(old->n_words - words_around(old, new)) * 2 < end - from) /* as after most changes */
        return true;
    if (old->kind == KIND_JSON && new->kind == KIND_JSON && keeps_keys(old, new))
        return true;
    map_open(&seen, &a, new->n_sentences);
    for (uint32_t i = 0; i < new->n_sentences; i++)
        map_slot(&seen, new->sentence[i].hash, 1);
    for (uint32_t i = 0; i < old->n_sentences; i++) {
        const struct sentence *s = &old->sentence[i];
        uint32_t words = map_find(&seen, s->hash) ? s->end - s->word : 0;
        all += s->end - s->word;
        kept += words;
        of_main += s->word >= from && s->end <= end ? words : 0;
    }
    return kept * 2 > all && of_main * 2 > end - from;
}
