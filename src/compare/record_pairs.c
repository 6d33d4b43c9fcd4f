/* Which records of two lists are the same, of those that are not equal to the letter.
 *
 * In: two containers whose equal records have their partners. Out: partners of more. Each step looks at what the ones before it left:
 *  1. by their words, where one record on each side says just that: other addresses behind the same words are a change of the record;
 *  2. rows by name, the words of the first cell, where one on each side has it: what else is equal in two rows are mostly numbers;
 *  3. by name: the title of a card or section, where one record on each side has it;
 *  4. by likeness: what tells records apart counts, the most alike first;
 *  5. two that are alone in one place and have most words in common, or are figures or a short field of a card;
 *  6. several in one place, as many on both sides, that have most words in common in turn.
 * Cost: that of the likeness; the rest is linear in the records. */
#include "compare/record_pairs.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/map.h"

enum {
    SAME_PLACE_PERCENT = 34, /* likeness of two records between the same neighbours */
    ELSEWHERE_PERCENT = 55,  /* ... of two that are not */
    ALONE_PERCENT = 40,      /* features that both have, each counted once, where only these two are left in their place */
    FIELD_WORDS = 4,         /* of a field in a card */
    TURN_PERCENT = 60,       /* ... where as many are left on both sides, each of them in its turn */
    UNCROSS_ROUNDS = 8,      /* times that the pairs of a list are looked at for two that cross */
    NEARLY_PERCENT = 75,     /* words that two have in common, whatever they say, where only these two are left in their place */
};

#define MANY (UINT32_MAX - 1)

static struct list_records left_over(struct arena *scratch, const uint32_t *partner, const struct container *x)
{
    uint32_t n = x->record_end - x->record, found = 0;
    uint32_t *list = NEW_ARRAY_RAW(scratch, uint32_t, n + 1);

    for (uint32_t k = 0; k < n; k++)
        if (partner[k] == NONE)
            list[found++] = x->record + k;
    return (struct list_records){ list, found };
}

/* By place: how many records before it have a partner; two with the same number stand between the same neighbours. `alone` says whether
 * no other without partner stands there. */
static uint32_t *count_before(struct arena *scratch, const uint32_t *partner, uint32_t n, bool **alone)
{
    uint32_t *before = NEW_ARRAY_RAW(scratch, uint32_t, n + 1), count = 0;

    *alone = NEW_ARRAY(scratch, bool, n + 1);
    for (uint32_t k = 0; k < n; k++) {
        before[k] = count;
        count += partner[k] != NONE;
        (*alone)[k] = (k == 0 || partner[k - 1] != NONE) && (k + 1 == n || partner[k + 1] != NONE);
    }
    return before;
}

static int compare_likeness(const void *left, const void *right)
{
    const struct pair *p = left, *q = right;

    if (p->weight != q->weight)
        return p->weight > q->weight ? -1 : 1;
    if (p->b != q->b)
        return p->b < q->b ? -1 : 1;
    return p->a < q->a ? -1 : p->a > q->a;
}

/* Whether two records are rows with the same words in the first cell, which names a row. */
static bool has_same_key(const struct compare *c, uint32_t r, uint32_t s)
{
    const struct page *old = c->delta->old, *new = c->delta->new;
    const struct record *x = &c->old_records.record[r], *y = &c->new_records.record[s];
    uint32_t n = 1, m = 1;

    if (old->dom.node[x->node].tag != TAG_TR || new->dom.node[y->node].tag != TAG_TR)
        return false;
    while (x->word + n < x->word_end && !(old->word[x->word + n].flags & WORD_BREAK))
        n++;
    while (y->word + m < y->word_end && !(new->word[y->word + m].flags &WORD_BREAK))
        m++;
    return n == m && !memcmp(old->symbol + x->word, new->symbol + y->word, n * sizeof(uint32_t));
}

/* Whether two records are the same one. Between the same neighbours less will do, and least where nothing else stands there. */
static bool is_likely(const struct compare *c, const struct likely *p, bool same_place, bool alone)
{
    if (p->percent >= (same_place ? SAME_PLACE_PERCENT : ELSEWHERE_PERCENT))
        return true;
    return same_place && alone && (p->plain >= ALONE_PERCENT || has_same_key(c, p->a, p->b));
}

static uint64_t pair_key(uint32_t i, uint32_t j)
{
    return (uint64_t)i << 32 | j;
}

/* Whether p.a and q.b, and q.a and p.b, may be pairs too, and have no less in common than p and q. */
static bool may_swap(struct map *shared, struct pair p, struct pair q)
{
    const uint32_t *straight[] = { map_find(shared, pair_key(p.a, q.b)), map_find(shared, pair_key(q.a, p.b)) };

    return straight[0] && straight[1] && (uint64_t)*straight[0] + *straight[1] >= (uint64_t)p.weight + q.weight;
}

/* Of two pairs that cross, and would have as much in common if they did not, the partners are changed: "Alma 8.9" and "Alma 9.2" that
 * became "Alma 8" and "Alma 9" share the same words whichever way round. `pairs` are in the order of the old side; their weights are what
 * they share. */
static void uncross(struct list_match *l, pair_list *pairs, struct map *shared)
{
    bool swapped = pairs->n > 1;

    for (uint32_t round = 0; swapped && round < UNCROSS_ROUNDS; round++) {
        swapped = false;
        for (uint32_t k = 0; k + 1 < pairs->n; k++) {
            struct pair *p = &pairs->item[k], *q = p + 1;
            if (p->b < q->b || !may_swap(shared, *p, *q))
                continue;
            uint32_t b = p->b;
            *p = (struct pair){ p->a, q->b, *map_find(shared, pair_key(p->a, q->b)) };
            *q = (struct pair){ q->a, b, *map_find(shared, pair_key(q->a, b)) };
            l->old[p->a] = p->b, l->new[p->b] = p->a;
            l->old[q->a] = q->b, l->new[q->b] = q->a;
            swapped = true;
        }
    }
}

static int by_old_side(const void *left, const void *right)
{
    const struct pair *p = left, *q = right;

    return p->a < q->a ? -1 : p->a > q->a;
}

/* Leaves the pairs that were taken, in the order of the old side, with the weight of what they share. */
static void keep_taken(pair_list *pairs, struct map *shared)
{
    uint32_t n = 0;

    for (uint32_t k = 0; k < pairs->n; k++) {
        struct pair p = pairs->item[k];
        if (p.a != NONE)
            pairs->item[n++] = (struct pair){ p.a, p.b, *map_find(shared, pair_key(p.a, p.b)) };
    }
    pairs->n = n;
    if (n)
        qsort(pairs->item, n, sizeof *pairs->item, by_old_side);
}

/* The most alike first, each record once. Of two as alike, the one in the same place. */
static void match_alike(const struct compare *c, struct likeness *likeness, struct list_match *l)
{
    struct arena *scratch = c->scratch;
    struct list_records old = left_over(scratch, l->old, l->x), new = left_over(scratch, l->new, l->y);
    likely_list found = { 0 };
    pair_list pairs = { 0 };
    struct map shared;
    bool *old_alone, *new_alone;

    if (!old.n || !new.n)
        return;
    map_open(&shared, scratch, MIN(old.n, new.n));
    const uint32_t *old_before = count_before(scratch, l->old, l->x->record_end - l->x->record, &old_alone);
    const uint32_t *new_before = count_before(scratch, l->new, l->y->record_end - l->y->record, &new_alone);
    likeness_pairs(likeness, l->x, old, l->y, new, &found);
    for (uint32_t k = 0; k < found.n; k++) {
        uint32_t i = found.item[k].a - l->x->record, j = found.item[k].b - l->y->record;
        bool same_place = old_before[i] == new_before[j];

        if (!is_likely(c, &found.item[k], same_place, old_alone[i] && new_alone[j]))
            continue;
        *VEC_ADD(scratch, &pairs) = (struct pair){ i, j, 2 * found.item[k].percent + same_place };
        *map_slot(&shared, pair_key(i, j), 0) = found.item[k].shared;
    }
    if (pairs.n)
        qsort(pairs.item, pairs.n, sizeof *pairs.item, compare_likeness);
    for (uint32_t k = 0; k < pairs.n; k++) {
        struct pair p = pairs.item[k];
        if (l->old[p.a] == NONE && l->new[p.b] == NONE)
            l->old[p.a] = p.b, l->new[p.b] = p.a;
        else
            pairs.item[k].a = NONE;
    }
    keep_taken(&pairs, &shared);
    uncross(l, &pairs, &shared);
}

/* Two that stand in the same place and have so many words in common, be they the words that all records have. */
static bool is_nearly_same(const struct compare *c, uint32_t r, uint32_t s, uint32_t percent)
{
    const struct record *x = &c->old_records.record[r], *y = &c->new_records.record[s];
    uint32_t common = similar_words(c, x->word, x->word_end, y->word, y->word_end);

    return 800 * (uint64_t)common >= (uint64_t)4 * percent * (x->word_end - x->word + y->word_end - y->word);
}

/* Whether a record says nothing but numbers: a row of figures under its heads. */
static bool are_figures(const struct page *p, const struct record *r)
{
    uint32_t digits = 0;

    for (uint32_t w = r->word; w < r->word_end; w++) {
        if (p->word[w].flags & WORD_ATOM && p->dom.node[p->word[w].node].tag == TAG_BR)
            continue;
        if (p->word[w].flags & WORD_ATOM || has_letter(page_word(p, w)))
            return false;
        digits += *page_word(p, w).ptr >= '0' && *page_word(p, w).ptr <= '9';
    }
    return digits > 0;
}

/* Whether a record is a few words on one line: in a list inside a card, a field of the card. */
static bool is_field(const struct page *p, const struct records *records, uint32_t r)
{
    const struct record *x = &records->record[r];

    if (records->container[x->container].inside == NONE || x->word_end - x->word > FIELD_WORDS)
        return false;
    for (uint32_t w = x->word + 1; w < x->word_end; w++)
        if (p->word[w].flags & WORD_BREAK)
            return false;
    return true;
}

/* Whether two records that stand alone in the same place are the same one whatever they say. In a list of fields as many stand on both
 * sides. */
static bool is_same_thing(const struct compare *c, const struct list_match *l, uint32_t r, uint32_t s)
{
    const struct page *old = c->delta->old, *new = c->delta->new;

    if (are_figures(old, &c->old_records.record[r]) && are_figures(new, &c->new_records.record[s]))
        return true;
    return l->x->record_end - l->x->record == l->y->record_end - l->y->record && is_field(old, &c->old_records, r)
           && is_field(new, &c->new_records, s);
}

static void match_lone_pairs(const struct compare *c, struct list_match *l)
{
    struct arena *scratch = c->scratch;
    uint32_t n = l->x->record_end - l->x->record, n_new = l->y->record_end - l->y->record, j = 0;
    bool *old_alone, *new_alone;
    const uint32_t *old_before = count_before(scratch, l->old, n, &old_alone);
    const uint32_t *new_before = count_before(scratch, l->new, n_new, &new_alone);

    for (uint32_t i = 0; i < n; i++) {
        if (l->old[i] != NONE || !old_alone[i])
            continue;
        while (j < n_new && (l->new[j] != NONE || new_before[j] < old_before[i]))
            j++;
        if (j == n_new || !new_alone[j] || new_before[j] != old_before[i])
            continue;
        uint32_t r = l->x->record + i, s = l->y->record + j;
        if (is_nearly_same(c, r, s, NEARLY_PERCENT) || is_same_thing(c, l, r, s))
            l->old[i] = j, l->new[j] = i, j++;
    }
}

/* Where as many without partner stand between two neighbours on both sides, and each has most words in common with the one in its turn,
 * they are the same: two tables with the same heads and new figures. */
static void match_by_turn(const struct compare *c, struct list_match *l)
{
    uint32_t n = l->x->record_end - l->x->record, n_new = l->y->record_end - l->y->record;

    for (uint32_t i = 0, j = 0; i < n; i++, j++) {
        uint32_t i_end = i, j_end = j;

        while (i_end < n && l->old[i_end] == NONE)
            i_end++;
        while (j_end < n_new && l->new[j_end] == NONE)
            j_end++;
        uint32_t turns = i_end - i == j_end - j ? i_end - i : 0, alike = 0;
        while (alike < turns && is_nearly_same(c, l->x->record + i + alike, l->y->record + j + alike, TURN_PERCENT))
            alike++;
        for (uint32_t k = 0; k < turns && alike == turns; k++)
            l->old[i + k] = j + k, l->new[j + k] = i + k;
        if (i_end == n)
            return;
        i = i_end, j = l->old[i_end];
    }
}

/* What records are known by: their words, the name of a row, any name (record_name), a name between the same neighbours. */
enum key { KEY_WORDS, KEY_ROW, KEY_NAME, KEY_PLACE };

/* A hash of the words of a record without its pictures and fields; 0 where it has no others. */
static uint64_t text_hash(const struct page *p, const struct record *r)
{
    uint64_t hash = 0;

    for (uint32_t w = r->word; w < r->word_end; w++)
        if (!(p->word[w].flags & WORD_ATOM))
            hash = hash_mix(hash, p->symbol[w]);
    return hash;
}

static uint64_t key_of(const struct page *p, const struct record *r, enum key key)
{
    if (key == KEY_WORDS)
        return text_hash(p, r);
    return key == KEY_ROW && p->dom.node[r->node].tag != TAG_TR ? 0 : record_name(p, r);
}

/* By place in the container: the keys of its records. Names count if one record of the whole list has them, so they are listed of all; the
 * other keys of those without partner, 0 of the others. The neighbours (count_before) are part of KEY_PLACE. */
static uint64_t *list_keys(struct arena *scratch, const struct page *p, const struct record *record, const uint32_t *partner,
                           uint32_t n, enum key key)
{
    uint64_t *list = NEW_ARRAY(scratch, uint64_t, n + 1);
    bool *alone, all = key == KEY_ROW || key == KEY_NAME;
    const uint32_t *before = key == KEY_PLACE ? count_before(scratch, partner, n, &alone) : NULL;

    for (uint32_t k = 0; k < n; k++)
        if ((all || partner[k] == NONE) && (list[k] = key_of(p, &record[k], key)) && before)
            list[k] = hash_mix(list[k], before[k]);
    return list;
}

/* From a key to the place that has it; MANY where several have. */
static void index_keys(const uint64_t *key, uint32_t n, struct map *out)
{
    for (uint32_t k = 0; k < n; k++)
        if (key[k]) {
            uint32_t *place = map_slot(out, key[k], NONE);
            *place = *place == NONE ? k : MANY;
        }
}

/* A row whose other cells are all new is still the row of its name: "Total | 2959" became "Total | 3013". Only keys that one record has
 * on each side. */
static void match_by_key(const struct compare *c, struct list_match *l, enum key key)
{
    struct arena *scratch = c->scratch;
    uint32_t n_old = l->x->record_end - l->x->record, n_new = l->y->record_end - l->y->record;
    uint64_t *old = list_keys(scratch, c->delta->old, &c->old_records.record[l->x->record], l->old, n_old, key);
    uint64_t *new = list_keys(scratch, c->delta->new, &c->new_records.record[l->y->record], l->new, n_new, key);
    struct map old_place, new_place;

    map_open(&old_place, scratch, n_old);
    map_open(&new_place, scratch, n_new);
    index_keys(old, n_old, &old_place);
    index_keys(new, n_new, &new_place);
    for (uint32_t k = 0; k < n_new; k++) {
        const uint32_t *i = new[k] && l->new[k] == NONE ? map_find(&old_place, new[k]) : NULL;
        if (i && *i != MANY && l->old[*i] == NONE && *map_find(&new_place, new[k]) != MANY)
            l->old[*i] = k, l->new[k] = *i;
    }
}

void record_pairs(const struct compare *c, struct likeness *likeness, struct list_match *l)
{
    match_by_key(c, l, KEY_WORDS);
    match_by_key(c, l, KEY_ROW);
    match_by_key(c, l, KEY_NAME);
    match_alike(c, likeness, l);
    match_by_key(c, l, KEY_PLACE);
    match_lone_pairs(c, l);
    match_by_turn(c, l);
}
