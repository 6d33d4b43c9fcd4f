/* A page as a sequence of units: sentences, and rows of data tables.
 *
 * A row is aligned as a row: its cells are often single numbers, which would match any equal number of the table. A row is a unit
 * when it has two cells or more, no table inside and at most UNIT_ROW_WORDS words; the rows of layout tables fall apart into their
 * sentences. Equal units get equal ids through their hashes; who relies on an id compares the words once more (align.c).
 * O(words + rows log rows). */
#include <stdlib.h>

#include "base/map.h"
#include "compare/steps.h"

enum { UNIT_ROW_WORDS = 200 }; /* more than that is text laid out by a table, not data */

static bool has_table_inside(const struct page *p, uint32_t node)
{
    for (uint32_t i = node + 1; i < p->dom.node[node].end; i++)
        if (p->dom.node[i].tag == TAG_TABLE)
            return true;
    return false;
}

static bool is_data_row(const struct page *p, const struct row *row)
{
    uint32_t words = p->first_word[p->dom.node[row->node].end] - p->first_word[row->node];

    return row->cell_end - row->cell >= 2 && words > 0 && words <= UNIT_ROW_WORDS && !has_table_inside(p, row->node);
}

static int compare_rows(const void *left, const void *right, void *page)
{
    const struct page *p = page;
    uint32_t a = p->row[*(const uint32_t *)left].node, b = p->row[*(const uint32_t *)right].node;

    return a < b ? -1 : a > b;
}

/* Numbers of the data rows, in document order. */
static uint32_t *data_rows(struct arena *scratch, const struct page *p, uint32_t *n)
{
    uint32_t *rows = NEW_ARRAY_RAW(scratch, uint32_t, p->n_rows + 1);

    *n = 0;
    for (uint32_t r = 0; r < p->n_rows; r++)
        if (is_data_row(p, &p->row[r]))
            rows[(*n)++] = r;
    qsort_r(rows, *n, sizeof *rows, compare_rows, (void *)p);
    return rows;
}

static uint64_t hash_of(const struct page *p, const struct unit *u)
{
    uint64_t hash = u->row == NONE ? 1 : 2;

    for (uint32_t w = u->word; w < u->end; w++)
        hash = hash_mix(hash + (u->row != NONE && p->word[w].flags & WORD_BREAK), symbols_hash(p->dom.symbols, p->symbol[w]));
    return hash;
}

static void cut(struct compare *c, const struct page *p, struct units *units, struct map *ids)
{
    uint32_t n_rows, next_row = 0;
    uint32_t *rows = data_rows(c->scratch, p, &n_rows);

    units->item = NEW_ARRAY_RAW(c->scratch, struct unit, p->n_sentences + 1);
    units->of_word = NEW_ARRAY_RAW(c->scratch, uint32_t, p->n_words + 1);
    for (uint32_t s = 0; s < p->n_sentences; s++) {
        struct unit u = { p->sentence[s].word, p->sentence[s].end, 0, NONE, NONE };
        const struct node *row = NULL;

        while (next_row < n_rows && p->first_word[p->dom.node[p->row[rows[next_row]].node].end] <= u.word)
            next_row++;
        if (next_row < n_rows)
            row = &p->dom.node[p->row[rows[next_row]].node];
        if (row && p->first_word[row - p->dom.node] <= u.word) {
            u.row = rows[next_row];
            u.end = p->first_word[row->end];
            while (s + 1 < p->n_sentences && p->sentence[s + 1].word < u.end)
                s++;
        }
        uint64_t hash = u.row == NONE ? p->sentence[s].hash : hash_of(p, &u);
        u.id = *map_slot(ids, hash == MAP_NO_KEY ? 0 : hash, ids->n);
        for (uint32_t w = u.word; w < u.end; w++)
            units->of_word[w] = units->n;
        units->item[units->n++] = u;
    }
}

void compare_units(struct compare *c)
{
    struct map ids;

    map_open(&ids, c->scratch, c->delta->old->n_sentences + c->delta->new->n_sentences);
    cut(c, c->delta->old, &c->old, &ids);
    cut(c, c->delta->new, &c->new, &ids);
}
