/* In: two rows of words. Out: what became of each word.
 *
 *  1. Lines that are equal and kept their order stay: a longest common subsequence.
 *  2. Lines of some words that are equal and stand elsewhere have moved.
 *  3. Between two lines that stayed, words that are equal and kept their order stay.
 *  4. Where no word came and none went, all that is left has moved: it is another order, and nothing else. */
#include "judge/changed.h"

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "compare/sequence.h"

enum { MOVED_WORDS = 3 }; /* a shorter line may be anywhere by chance */

struct changed_line {
    uint32_t first, end; /* words */
    uint64_t hash;
    bool stays, moved;
};

struct changed_side {
    const struct judge_words *words;
    struct changed_line *line;
    uint32_t n;
    uint8_t *fate;
    uint32_t *symbol;
};

static void cut_lines(struct arena *a, const struct judge_words *w, struct changed_side *out)
{
    VEC(struct changed_line) lines = { 0 };
    *out = (struct changed_side){ .words = w,
                                  .fate = NEW_ARRAY(a, uint8_t, w->n + 1),
                                  .symbol = NEW_ARRAY_RAW(a, uint32_t, w->n + 1) };
    memset(out->fate, FATE_CHANGED, w->n);
    for (uint32_t i = 0, end; i < w->n; i = end) {
        uint64_t hash = 1;
        for (end = i; end < w->n && w->item[end].line == w->item[i].line; end++)
            hash = hash_mix(hash, w->item[end].symbol);
        *VEC_ADD(a, &lines) = (struct changed_line){ .first = i, .end = end, .hash = hash };
    }
    out->line = lines.item;
    out->n = lines.n;
}

static void set_fate(struct changed_side *s, const struct changed_line *l, enum judge_fate fate)
{
    memset(s->fate + l->first, fate, l->end - l->first);
}

static void match_lines(struct arena *a, struct changed_side *old, struct changed_side *new, struct runs *out)
{
    struct changed_side *both[] = { old, new };
    for (unsigned k = 0; k < 2; k++)
        for (uint32_t i = 0; i < both[k]->n; i++)
            both[k]->symbol[i] = (uint32_t)(both[k]->line[i].hash >> 32);
    sequence_match(a, old->symbol, old->n, new->symbol, new->n, out);
    for (uint32_t i = 0; i < out->n; i++)
        for (uint32_t k = 0; k < out->item[i].n; k++) {
            struct changed_line *o = &old->line[out->item[i].a + k], *n = &new->line[out->item[i].b + k];
            if (o->hash != n->hash)
                continue;
            o->stays = n->stays = true;
            set_fate(old, o, FATE_STAYS);
            set_fate(new, n, FATE_STAYS);
        }
}

static bool can_move(const struct changed_line *l)
{
    return !l->stays && l->end - l->first >= MOVED_WORDS;
}

static void match_moved(struct arena *a, struct changed_side *old, struct changed_side *new)
{
    struct map first;
    uint32_t *next = NEW_ARRAY_RAW(a, uint32_t, old->n + 1);
    map_open(&first, a, 0);
    for (uint32_t i = old->n; i-- > 0;) {
        if (!can_move(&old->line[i]))
            continue;
        uint32_t *slot = map_slot(&first, old->line[i].hash, UINT32_MAX);
        next[i] = *slot;
        *slot = i;
    }
    for (uint32_t i = 0; i < new->n; i++) {
        uint32_t *slot = can_move(&new->line[i]) ? map_find(&first, new->line[i].hash) : NULL;
        if (!slot || *slot == UINT32_MAX)
            continue;
        struct changed_line *o = &old->line[*slot];
        *slot = next[*slot];
        o->moved = new->line[i].moved = true;
        set_fate(old, o, FATE_MOVED);
        set_fate(new, &new->line[i], FATE_MOVED);
    }
}

/* The words of lines [from, to) that are still open: their symbols, and their places in at[]. */
static uint32_t open_words(const struct changed_side *s, uint32_t from, uint32_t to, uint32_t *symbol, uint32_t *at)
{
    uint32_t n = 0;
    for (uint32_t i = from; i < to; i++)
        for (uint32_t w = s->line[i].first; w < s->line[i].end; w++)
            if (s->fate[w] == FATE_CHANGED) {
                symbol[n] = s->words->item[w].symbol;
                at[n++] = w;
            }
    return n;
}

static void match_words(struct arena *a, struct changed_side *old, struct changed_side *new, const struct runs *lines)
{
    uint32_t *old_at = NEW_ARRAY_RAW(a, uint32_t, old->words->n + 1), *new_at = NEW_ARRAY_RAW(a, uint32_t, new->words->n + 1);
    uint32_t from_old = 0, from_new = 0;
    for (uint32_t i = 0; i <= lines->n; i++) {
        struct run next = i < lines->n ? lines->item[i] : (struct run){ old->n, new->n, 0 };
        struct runs words;
        uint32_t n_old = open_words(old, from_old, next.a, old->symbol, old_at);
        uint32_t n_new = open_words(new, from_new, next.b, new->symbol, new_at);
        from_old = next.a + next.n;
        from_new = next.b + next.n;
        if (!n_old || !n_new)
            continue;
        sequence_match(a, old->symbol, n_old, new->symbol, n_new, &words);
        for (uint32_t k = 0; k < words.n; k++)
            for (uint32_t m = 0; m < words.item[k].n; m++) {
                old->fate[old_at[words.item[k].a + m]] = FATE_STAYS;
                new->fate[new_at[words.item[k].b + m]] = FATE_STAYS;
            }
    }
}

/* Equal for the same words that are left, in any order. */
static uint64_t sum_of(const struct changed_side *s)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < s->words->n; i++)
        sum += s->fate[i] == FATE_CHANGED ? hash_mix(s->words->item[i].symbol, 7) : 0;
    return sum;
}

static bool same_row(const struct judge_words *old, const struct judge_words *new)
{
    bool same = old->n == new->n;
    for (uint32_t i = 0; same && i < old->n; i++)
        same = old->item[i].symbol == new->item[i].symbol;
    return same;
}

void judge_changed_find(struct arena *a, const struct judge_words *old, const struct judge_words *new, struct judge_changed *out)
{
    struct changed_side was, is;
    struct runs lines;
    if (same_row(old, new)) {
        *out = (struct judge_changed){ NEW_ARRAY(a, uint8_t, old->n + 1), NEW_ARRAY(a, uint8_t, new->n + 1), false };
        return;
    }
    cut_lines(a, old, &was);
    cut_lines(a, new, &is);
    match_lines(a, &was, &is, &lines);
    match_moved(a, &was, &is);
    match_words(a, &was, &is, &lines);
    if (sum_of(&was) == sum_of(&is)) {
        for (uint32_t i = 0; i < old->n; i++)
            was.fate[i] = was.fate[i] == FATE_CHANGED ? FATE_MOVED : was.fate[i];
        for (uint32_t i = 0; i < new->n; i++)
            is.fate[i] = is.fate[i] == FATE_CHANGED ? FATE_MOVED : is.fate[i];
    }
    *out = (struct judge_changed){ was.fate, is.fate, true };
}
