/* What moved from one list to another, and what must not be said to have moved.
 *
 * In: records without partner. Out: moves. Text that stands on a page more than once is not said to have moved: which one did, nobody
 * could tell. Cost: that of the likeness of the records without partner. */
#include <stdlib.h>

#include "base/hash.h"
#include "base/map.h"
#include "compare/record_match.h"

enum {
    ACROSS_PERCENT = 60, /* likeness of a record that went from one list and one that came to another */
    ACROSS_WORDS = 4,    /* ... and words that each has at least: a name alone is no sign ... */
    SAME_WORDS = 2,      /* ... unless they say the same */
};

static void count_same(const struct page *p, const struct record *record, uint32_t n, struct map *count)
{
    for (uint32_t k = 0; k < n; k++)
        ++*map_slot(count, words_hash(p, &record[k]), 0);
}

void part_repeated(struct matcher *m, struct list_match *l)
{
    const struct compare *c = m->c;
    const struct page *p = c->delta->old, *q = c->delta->new;
    const struct record *old = &c->old_records.record[l->x->record], *new = &c->new_records.record[l->y->record];
    uint32_t n = l->x->record_end - l->x->record, moved = 0;
    struct map old_count, new_count;

    for (uint32_t k = 0; k < n; k++)
        moved += l->old[k] != NONE && !l->staying[k];
    if (!moved)
        return;
    map_open(&old_count, c->scratch, n);
    map_open(&new_count, c->scratch, n);
    count_same(p, old, n, &old_count);
    count_same(q, new, l->y->record_end - l->y->record, &new_count);
    for (uint32_t k = 0; k < n; k++) {
        if (l->old[k] == NONE || l->staying[k])
            continue;
        if (*map_slot(&old_count, words_hash(p, &old[k]), 0) > 1 || *map_slot(&new_count, words_hash(q, &new[l->old[k]]), 0) > 1)
            l->new[l->old[k]] = NONE, l->old[k] = NONE;
    }
}

/* The records that are on one side only. */
static struct list_records list_lone(struct arena *scratch, const struct records *records, const uint32_t *owner)
{
    uint32_t *list = NEW_ARRAY_RAW(scratch, uint32_t, records->n + 1), n = 0;

    for (uint32_t r = 0; r < records->n; r++)
        if (owner[records->record[r].word] == (r | OWNER_LONE))
            list[n++] = r;
    return (struct list_records){ list, n };
}

/* Text that stands on a page more than once is not said to have moved. */
static bool is_only(const struct page *p, const struct records *records, uint32_t r, struct map *count)
{
    if (!count->n)
        count_same(p, records->record, records->n, count);
    return *map_slot(count, words_hash(p, &records->record[r]), 0) == 1;
}

static int by_likeness(const void *left, const void *right)
{
    const struct likely *p = left, *q = right;

    if (p->percent != q->percent)
        return p->percent > q->percent ? -1 : 1;
    if (p->b != q->b)
        return p->b < q->b ? -1 : 1;
    return p->a < q->a ? -1 : p->a > q->a;
}

/* Whether two records have words enough to tell that one is the other. */
static bool is_telling(const struct compare *c, const struct record *x, const struct record *y)
{
    uint32_t n = MIN(x->word_end - x->word, y->word_end - y->word);

    return n >= ACROSS_WORDS || (n >= SAME_WORDS && words_hash(c->delta->old, x) == words_hash(c->delta->new, y));
}

void match_across(struct matcher *m)
{
    struct compare *c = m->c;
    struct list_records old = list_lone(c->scratch, &c->old_records, c->old_owner);
    struct list_records new = list_lone(c->scratch, &c->new_records, c->new_owner);
    const struct container all_old = { .record_end = c->old_records.n }, all_new = { .record_end = c->new_records.n };
    struct map old_count, new_count;
    likely_list found = { 0 };

    if (!old.n || !new.n)
        return;
    map_open(&old_count, c->scratch, 64);
    map_open(&new_count, c->scratch, 64);
    likeness_pairs(&m->likeness, &all_old, old, &all_new, new, &found);
    if (found.n)
        qsort(found.item, found.n, sizeof *found.item, by_likeness);
    for (uint32_t k = 0; k < found.n && found.item[k].percent >= ACROSS_PERCENT; k++) {
        struct likely p = found.item[k];
        const struct record *x = &c->old_records.record[p.a], *y = &c->new_records.record[p.b];

        if (c->old_owner[x->word] != (p.a | OWNER_LONE) || c->new_owner[y->word] != (p.b | OWNER_LONE) || p.plain < ACROSS_PERCENT
            || !is_telling(c, x, y) || !is_only(c->delta->old, &c->old_records, p.a, &old_count)
            || !is_only(c->delta->new, &c->new_records, p.b, &new_count))
            continue;
        *VEC_ADD(c->scratch, &c->moves) = (struct record_move){ p.a, p.b, OWNER_PLACE };
        set_owner(c->old_owner, x, c->moves.n);
        set_owner(c->new_owner, y, c->moves.n);
    }
}
