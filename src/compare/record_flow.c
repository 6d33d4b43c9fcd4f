/* Text that flows from one record into another shows that these are not records: a heading put into a chapter cuts it in two, items flow
 * from one column of a list to the next.
 *
 * In: records and units of both pages. Out: how many words of a record stand, in whole sentences, elsewhere in the other container.
 * Cost: O(units of the records asked about). */
#include "compare/record_match.h"

enum {
    FLOW_WORDS = 6, /* a sentence that long says where it came from */
};

static void index_units_by_id(struct arena *scratch, const struct units *units, uint32_t n_ids, uint32_t **of_id)
{
    *of_id = none_list(scratch, n_ids);
    for (uint32_t i = 0; i < units->n; i++) {
        uint32_t *slot = &(*of_id)[units->item[i].id];
        *slot = *slot == NONE ? i : MANY;
    }
}

void need_units(struct matcher *m)
{
    const struct compare *c = m->c;

    if (m->old_unit)
        return;
    index_units_by_id(c->scratch, &c->old, c->n_ids, &m->old_unit);
    index_units_by_id(c->scratch, &c->new, c->n_ids, &m->new_unit);
}

static bool is_in_record(const struct records *records, const struct container *x, uint32_t word)
{
    uint32_t low = x->record, high = x->record_end;

    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (records->record[middle].word_end <= word)
            low = middle + 1;
        else
            high = middle;
    }
    return low < x->record_end && records->record[low].word <= word;
}

/* How many words of a record stand, in whole sentences, elsewhere in the other container: in another record than its partner, or
 * in none. */
struct flow {
    uint32_t to_records, to_text;
};

/* Where a unit that stands once on each page is on the other one; NONE for others, and outside that container or in `partner`. */
static uint32_t flows_to(const struct matcher *m, bool is_old, const struct unit *u, const struct container *other,
                         const struct record *partner)
{
    const struct units *others = is_old ? &m->c->new : &m->c->old;
    uint32_t here = (is_old ? m->old_unit : m->new_unit)[u->id], there = (is_old ? m->new_unit : m->old_unit)[u->id];

    if (here == MANY || there == NONE || there == MANY)
        return NONE;
    uint32_t at = others->item[there].word;
    if (at < other->word || at >= other->word_end || (partner && at >= partner->word && at < partner->word_end))
        return NONE;
    return there;
}

/* Short sentences count where they flow side by side: the names in a list that goes on in the next column. */
static struct flow count_flow(const struct matcher *m, bool is_old, const struct record *r, const struct container *other,
                              const struct record *partner)
{
    const struct units *units = is_old ? &m->c->old : &m->c->new, *others = is_old ? &m->c->new : &m->c->old;
    const struct records *records = is_old ? &m->c->new_records : &m->c->old_records;
    struct flow flow = { 0 };

    for (uint32_t i = units->of_word[r->word], next; i < units->n && units->item[i].word < r->word_end; i = next) {
        uint32_t from = flows_to(m, is_old, &units->item[i], other, partner), to = from;

        for (next = i + 1; from != NONE && next < units->n && units->item[next].word < r->word_end; next++)
            if (flows_to(m, is_old, &units->item[next], other, partner) != ++to)
                break;
        uint32_t words = units->item[next - 1].end - units->item[i].word;
        if (from != NONE && words >= FLOW_WORDS)
            *(is_in_record(records, other, others->item[from].word) ? &flow.to_records : &flow.to_text) += words;
    }
    return flow;
}

bool is_text_there(const struct matcher *m, bool is_old, const struct record *r, const struct container *other)
{
    return 2 * count_flow(m, is_old, r, other, NULL).to_text >= r->word_end - r->word;
}

bool has_flow(struct matcher *m, const struct list_match *l)
{
    const struct compare *c = m->c;
    const struct record *old = &c->old_records.record[l->x->record], *new = &c->new_records.record[l->y->record];
    uint64_t words = 0, flowing = 0;

    need_units(m);
    for (uint32_t k = 0; k < l->x->record_end - l->x->record; k++) {
        const struct record *partner = l->old[k] == NONE ? NULL : &new[l->old[k]];
        if (partner && m->old_hash[l->x->record + k] == m->new_hash[l->y->record + l->old[k]])
            continue;
        words += old[k].word_end - old[k].word;
        flowing += count_flow(m, true, &old[k], l->y, partner).to_records;
    }
    for (uint32_t k = 0; k < l->y->record_end - l->y->record; k++) {
        if (l->new[k] != NONE)
            continue;
        words += new[k].word_end - new[k].word;
        flowing += count_flow(m, false, &new[k], l->x, NULL).to_records;
    }
    return flowing && 8 * flowing >= words;
}

/* ---- columns: one list in several containers side by side ---- */

uint32_t count_columns(const struct matcher *m, const pair_list *pairs, uint32_t first)
{
    const struct compare *c = m->c;
    uint32_t k = first + 1;

    for (; k < pairs->n; k++) {
        struct pair p = pairs->item[k - 1], q = pairs->item[k];
        const struct container *x = container_at(c, true, q.a), *y = container_at(c, false, q.b);

        if (container_at(c, true, p.a)->word_end != x->word || container_at(c, false, p.b)->word_end != y->word
            || !looks_same(c->delta, x->node, y->node))
            break;
    }
    return k - first;
}

/* Words of an old column in units that its partner does not have. */
static uint32_t count_away(const struct matcher *m, const struct container *x, const struct container *y)
{
    const struct units *old = &m->c->old, *new = &m->c->new;
    uint32_t words = 0;

    for (uint32_t i = old->of_word[x->word]; i < old->n && old->item[i].word < x->word_end; i++) {
        uint32_t there = m->new_unit[old->item[i].id];
        if (there == NONE || (there != MANY && (new->item[there].word < y->word || new->item[there].word >= y->word_end)))
            words += old->item[i].end - old->item[i].word;
    }
    return words;
}

bool is_one_list(struct matcher *m, const struct pair *pair, uint32_t n)
{
    const struct compare *c = m->c;
    struct container all = *container_at(c, false, pair[0].b);
    uint64_t away = 0, flowing = 0;

    all.word_end = container_at(c, false, pair[n - 1].b)->word_end;
    need_units(m);
    for (uint32_t k = 0; k < n; k++) {
        const struct container *x = container_at(c, true, pair[k].a), *y = container_at(c, false, pair[k].b);
        struct record old = { .word = x->word, .word_end = x->word_end }, partner = { .word = y->word, .word_end = y->word_end };
        struct flow flow = count_flow(m, true, &old, &all, &partner);

        away += count_away(m, x, y);
        flowing += flow.to_records + flow.to_text;
    }
    return flowing && 2 * flowing >= away;
}
