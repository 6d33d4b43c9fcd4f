/* A page as a sequence of units: sentences, and rows of data tables. No unit reaches over the border of a record.
 *
 * A row is aligned as a row: its cells are often single numbers, which would match any equal number of the table. A row is a unit
 * when it has two cells or more, no table inside, at most UNIT_ROW_WORDS words and no cell of more than UNIT_CELL_LINES lines; the
 * rows of layout tables fall apart into their sentences. Equal units get equal ids through their hashes; who relies on an id
 * compares the words once more (align.c).
 * O(words + rows log rows). */
#include <stdlib.h>

#include "base/map.h"
#include "compare/steps.h"

enum {
    UNIT_ROW_WORDS = 200, /* more than that is text laid out by a table, not data ... */
    UNIT_CELL_WORDS = 5,  /* ... unless the cells have at most so many each: a wide table of figures */
    UNIT_CELL_LINES = 5,  /* ... and so is a cell with more lines, which is a column of the page */
};

static bool has_table_inside(const struct page *p, uint32_t node)
{
    for (uint32_t i = node + 1; i < p->dom.node[node].end; i++)
        if (p->dom.node[i].tag == TAG_TABLE)
            return true;
    return false;
}

static bool has_long_cell(const struct page *p, const struct row *row)
{
    for (uint32_t k = row->cell; k < row->cell_end; k++) {
        uint32_t node = p->cell[k].node, end = p->first_word[p->dom.node[node].end], lines = 1;

        for (uint32_t w = p->first_word[node] + 1; w < end; w++)
            lines += (p->word[w].flags & WORD_BREAK) != 0;
        if (lines > UNIT_CELL_LINES)
            return true;
    }
    return false;
}

static bool is_data_row(const struct page *p, const struct row *row)
{
    uint32_t words = p->first_word[p->dom.node[row->node].end] - p->first_word[row->node], cells = row->cell_end - row->cell;

    return cells >= 2 && words > 0 && words <= MAX(UNIT_ROW_WORDS, cells * UNIT_CELL_WORDS) && !has_table_inside(p, row->node)
           && !has_long_cell(p, row);
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

/* By word: a record or container starts here, or ended right before. */
static bool *record_borders(struct arena *scratch, const struct page *p, const struct records *records)
{
    bool *border = NEW_ARRAY(scratch, bool, p->n_words + 1);

    for (uint32_t r = 0; r < records->n; r++)
        border[records->record[r].word] = border[records->record[r].word_end] = true;
    for (uint32_t k = 0; k < records->n_containers; k++)
        border[records->container[k].word] = border[records->container[k].word_end] = true;
    return border;
}

static uint64_t unit_hash(const struct page *p, const struct unit *u, const struct sentence *s)
{
    return u->row == NONE && u->word == s->word && u->end == s->end ? s->hash : hash_of(p, u);
}

static void add_unit(struct compare *c, struct units *units, struct unit u, uint64_t hash, struct map *ids)
{
    u.id = *map_slot(ids, hash == MAP_NO_KEY ? 0 : hash, ids->n);
    for (uint32_t w = u.word; w < u.end; w++)
        units->of_word[w] = units->n;
    *VEC_ADD(c->scratch, units) = u;
}

/* A sentence, in pieces where records lie side by side in it: the links of a menu. */
static void cut_sentence(struct compare *c, const struct page *p, uint32_t s, struct units *units, struct map *ids)
{
    const struct sentence *sentence = &p->sentence[s];
    const bool *border = p == c->delta->old ? c->old_border : c->new_border;

    for (uint32_t from = sentence->word, to; from < sentence->end; from = to) {
        for (to = from + 1; to < sentence->end && !border[to];)
            to++;
        struct unit u = { from, to, 0, NONE, NONE };
        add_unit(c, units, u, unit_hash(p, &u, sentence), ids);
    }
}

static void cut(struct compare *c, const struct page *p, struct units *units, struct map *ids)
{
    uint32_t n_rows, next_row = 0, *rows = data_rows(c->scratch, p, &n_rows);

    units->of_word = NEW_ARRAY_RAW(c->scratch, uint32_t, p->n_words + 1);
    for (uint32_t s = 0; s < p->n_sentences; s++) {
        uint32_t word = p->sentence[s].word;
        const struct node *row = NULL;

        while (next_row < n_rows && p->first_word[p->dom.node[p->row[rows[next_row]].node].end] <= word)
            next_row++;
        if (next_row < n_rows)
            row = &p->dom.node[p->row[rows[next_row]].node];
        if (!row || p->first_word[row - p->dom.node] > word) {
            cut_sentence(c, p, s, units, ids);
            continue;
        }
        struct unit u = { word, p->first_word[row->end], 0, rows[next_row], NONE };
        while (s + 1 < p->n_sentences && p->sentence[s + 1].word < u.end)
            s++;
        add_unit(c, units, u, hash_of(p, &u), ids);
    }
}

void compare_units(struct compare *c)
{
    struct map ids;

    records_find(c->scratch, c->delta->old, &c->old_records);
    records_find(c->scratch, c->delta->new, &c->new_records);
    c->old_border = record_borders(c->scratch, c->delta->old, &c->old_records);
    c->new_border = record_borders(c->scratch, c->delta->new, &c->new_records);
    map_open(&ids, c->scratch, c->delta->old->n_sentences + c->delta->new->n_sentences);
    cut(c, c->delta->old, &c->old, &ids);
    cut(c, c->delta->new, &c->new, &ids);
    c->n_ids = ids.n;
}
