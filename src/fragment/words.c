/* In: the words of a page's lowest parts, version after version. Out: which of them churn.
 *
 * Two versions of a part are aligned by what both begin and end with, and between that by a longest common subsequence. Words that are
 * common go on as they were; where words were replaced, the new ones go on with the most restless of the old ones, changed once more.
 * Invariant: n_changed <= n_visits.
 * Cost: see words.h; a middle of more than PAIRS_MAX pairs of words counts as replaced. */
#include "fragment/words.h"

#include "base/limits.h"

enum { PAIRS_MAX = 1 << 18 };

void words_open(struct words *w, struct arena *a)
{
    *w = (struct words){ .arena = a };
}

static struct words_place grown(struct words_place p, bool changed)
{
    p.n_visits += p.n_visits < UINT16_MAX;
    p.n_changed += changed && p.n_changed < p.n_visits;
    return p;
}

/* Old words [from, to) gave way to new ones: what the new ones go on with. */
static struct words_place replaced(const struct words_place *old, uint32_t from, uint32_t to)
{
    struct words_place most = { 0 };

    for (uint32_t i = from; i < to; i++)
        if (old[i].n_changed > most.n_changed || (old[i].n_changed == most.n_changed && old[i].n_visits > most.n_visits))
            most = old[i];
    return grown(most, true);
}

/* Words of both versions between those that are common. */
struct gap {
    uint32_t old, old_end, new, new_end;
};

static void fill_gap(const struct words_part *old, struct words_part *new, const struct gap *g)
{
    struct words_place on = replaced(old->place, g->old, g->old_end);

    for (uint32_t k = g->new; k < g->new_end; k++) {
        on.word = new->place[k].word;
        new->place[k] = on;
    }
}

/* By place in the old and the new words of the gap: the length of the longest common subsequence of what follows. */
static uint32_t *common_lengths(struct arena *a, const struct words_part *old, const struct words_part *new, const struct gap *g)
{
    uint32_t wide = g->new_end - g->new + 1, high = g->old_end - g->old + 1;
    uint32_t *length = NEW_ARRAY(a, uint32_t, (size_t)wide * high);

    for (uint32_t i = high - 1; i-- > 0;) {
        uint32_t *row = length + (size_t)i * wide, *below = row + wide;
        for (uint32_t k = wide - 1; k-- > 0;) {
            bool same = old->place[g->old + i].word == new->place[g->new + k].word;
            row[k] = same ? below[k + 1] + 1 : MAX(below[k], row[k + 1]);
        }
    }
    return length;
}

static void align_gap(const struct words_part *old, struct words_part *new, const struct gap *g)
{
    AUTO(arena) scratch = { 0 };
    uint32_t wide = g->new_end - g->new + 1, i = g->old, k = g->new;
    struct gap open = *g;

    if ((uint64_t)wide * (g->old_end - g->old + 1) > PAIRS_MAX) {
        fill_gap(old, new, g);
        return;
    }
    uint32_t *length = common_lengths(&scratch, old, new, g);
    while (i < g->old_end && k < g->new_end) {
        const uint32_t *at = length + (size_t)(i - g->old) * wide + (k - g->new);
        if (old->place[i].word == new->place[k].word) {
            fill_gap(old, new, &(struct gap){ open.old, i, open.new, k });
            new->place[k++] = grown(old->place[i++], false);
            open.old = i;
            open.new = k;
        } else if (at[wide] >= at[1]) {
            i++;
        } else {
            k++;
        }
    }
    fill_gap(old, new, &open);
}

static void align(const struct words_part *old, struct words_part *new)
{
    uint32_t head = 0, tail = 0, least = MIN(old->n, new->n);

    for (; head < least && old->place[head].word == new->place[head].word; head++)
        new->place[head] = grown(old->place[head], false);
    for (; tail < least - head && old->place[old->n - 1 - tail].word == new->place[new->n - 1 - tail].word; tail++)
        new->place[new->n - 1 - tail] = grown(old->place[old->n - 1 - tail], false);
    align_gap(old, new, &(struct gap){ head, old->n - tail, head, new->n - tail });
}

/* The words [first, end) of the page are those of the part now. */
static void follow(struct words *w, struct words_part *part, const struct page *page, uint32_t first, uint32_t end)
{
    AUTO(arena) scratch = { 0 };
    uint32_t n = end - first;
    bool fits = part->n == n; /* the old places serve again */
    struct words_part new = { .n = n, .first = first, .version = w->n_versions };

    new.place = NEW_ARRAY(&scratch, struct words_place, n);
    for (uint32_t i = 0; i < n; i++)
        new.place[i].word = symbols_hash(page->dom.symbols, page->symbol[first + i]);
    if (part->version && part->version + 1 == w->n_versions)
        align(part, &new);
    struct words_place *kept = fits ? part->place : NEW_ARRAY_RAW(w->arena, struct words_place, n);
    if (n)
        memcpy(kept, new.place, n * sizeof *kept);
    new.place = kept;
    *part = new;
}

void words_add(struct words *w, const struct history *h, const struct page *page)
{
    uint32_t n;
    const uint32_t *slot = history_slots(h, &n);

    w->n_versions++;
    while (w->part.n < h->slot.n)
        *VEC_ADD(w->arena, &w->part) = (struct words_part){ 0 };
    for (uint32_t k = 0; k < n; k++) {
        const struct slot *s = &h->slot.item[slot[k]];
        bool lowest = k + 1 == n || h->slot.item[slot[k + 1]].node >= s->end;
        if (lowest)
            follow(w, &w->part.item[slot[k]], page, page->first_word[s->node], page->first_word[s->end]);
    }
}

void words_churn(const struct words *w, bool *mask)
{
    for (uint32_t i = 0; i < w->part.n; i++) {
        const struct words_part *part = &w->part.item[i];
        for (uint32_t k = 0; part->version == w->n_versions && k < part->n; k++)
            if (history_is_churn(part->place[k].n_changed, part->place[k].n_visits))
                mask[part->first + k] = true;
    }
}
