/* The cells of two rows that stand for each other.
 *
 * In: two aligned rows of data tables. Out: old_cell and new_cell, and the words kept in them.
 *
 *  1. The head of a table says which column is which. Where it changed, its cells are aligned by the names that stand once in each, and
 *     what lies between two of these by the heaviest chain.
 *  2. Rows with as many cells as the head follow it: what stands below a column that went, went, and "Yes" is not looked for elsewhere.
 *  3. Without a head rows with as many cells are aligned column by column, others by the heaviest chain; very wide ones as heads are.
 * Cost: O(cells log cells); a chain compares CHAIN_PAIRS cells at most, and what is wider is aligned column by column. */
#include "base/map.h"
#include "base/search.h"
#include "compare/steps.h"

enum {
    WIDE_CELLS = 64,                       /* wider rows are no table of facts, where a chain would find which column came */
    CHAIN_PAIRS = WIDE_CELLS * WIDE_CELLS, /* pairs of cells that are compared with each other */
};

typedef VEC(struct pair) cell_pairs;

struct cell_words {
    uint32_t word, end;
};

/* Cells [a, a_end) and [b, b_end) of two rows, by number in page->cell. */
struct cell_gap {
    uint32_t a, a_end, b, b_end;
};

static struct cell_words words_of_cell(const struct page *p, uint32_t cell)
{
    const struct node *n = &p->dom.node[p->cell[cell].node];

    return (struct cell_words){ p->first_word[n - p->dom.node], p->first_word[n->end] };
}

static bool same_cells(const struct compare *c, uint32_t i, uint32_t j)
{
    struct cell_words x = words_of_cell(c->delta->old, i), y = words_of_cell(c->delta->new, j);

    return x.end - x.word == y.end - y.word
           && memcmp(c->delta->old->symbol + x.word, c->delta->new->symbol + y.word, (x.end - x.word) * sizeof(uint32_t)) == 0;
}

/* Weight of two cells standing for each other: their common words first, then that they are in the same column from the left or from
 * the right. */
static uint32_t cell_weight(const struct compare *c, const struct cell_gap *g, uint32_t i, uint32_t j)
{
    struct cell_words x = words_of_cell(c->delta->old, i), y = words_of_cell(c->delta->new, j);
    uint32_t column = i - g->a == j - g->b || g->a_end - i == g->b_end - j;

    if (same_cells(c, i, j))
        return 4 * (x.end - x.word) + 2 + column;
    return 4 * similar_words(c, x.word, x.end, y.word, y.end) + column;
}

static void keep_cells(struct compare *c, uint32_t i, uint32_t j)
{
    struct cell_words x = words_of_cell(c->delta->old, i), y = words_of_cell(c->delta->new, j);

    c->old_cell[i] = j;
    c->new_cell[j] = i;
    keep_common(c, x.word, x.end, y.word, y.end);
}

/* As many cells on both sides, or too many: column by column. Else by the heaviest chain. */
static void keep_gap(struct compare *c, const struct cell_gap *g)
{
    uint32_t n_old = g->a_end - g->a, n_new = g->b_end - g->b;
    bool by_column = n_old == n_new || (uint64_t)n_old * n_new > CHAIN_PAIRS;
    cell_pairs pairs = { 0 };

    for (uint32_t i = g->a, j = g->b; by_column && i < g->a_end && j < g->b_end; i++, j++)
        keep_cells(c, i, j);
    for (uint32_t i = g->a; !by_column && i < g->a_end; i++) {
        for (uint32_t j = g->b; j < g->b_end; j++) {
            uint32_t weight = cell_weight(c, g, i, j);
            if (weight)
                *VEC_ADD(c->scratch, &pairs) = (struct pair){ i, j, weight };
        }
    }
    uint32_t n = sequence_chain(c->scratch, pairs.item, pairs.n);
    for (uint32_t k = 0; k < n; k++)
        keep_cells(c, pairs.item[k].a, pairs.item[k].b);
}

/* ---- Heads ---- */

static bool is_head(const struct page *p, const struct row *row)
{
    uint32_t heads = 0;

    for (uint32_t k = row->cell; k < row->cell_end; k++)
        heads += p->cell[k].header;
    return 2 * heads > row->cell_end - row->cell;
}

static uint64_t cell_hash(const struct page *p, uint32_t cell)
{
    struct cell_words x = words_of_cell(p, cell);
    uint64_t hash = 1;

    for (uint32_t w = x.word; w < x.end; w++)
        hash = hash_mix(hash, p->symbol[w]);
    return hash == MAP_NO_KEY ? 0 : hash;
}

/* By hash of their words: 1 + the cell of a row that has them, or 0 where several do. */
static void list_names(struct arena *scratch, const struct page *p, const struct row *row, struct map *out)
{
    map_open(out, scratch, row->cell_end - row->cell);
    for (uint32_t k = row->cell; k < row->cell_end; k++) {
        uint32_t before = out->n, *cell = map_slot(out, cell_hash(p, k), k + 1);
        if (out->n == before)
            *cell = 0;
    }
}

/* Cells of two heads, or of very wide rows, by the words that each has once, then what lies between them. */
static void keep_by_names(struct compare *c, const struct row *a, const struct row *b)
{
    const struct page *old = c->delta->old, *new = c->delta->new;
    struct cell_gap gap = { a->cell, a->cell, b->cell, b->cell };
    struct map was, now;
    cell_pairs pairs = { 0 };

    list_names(c->scratch, old, a, &was);
    list_names(c->scratch, new, b, &now);
    for (uint32_t i = a->cell; i < a->cell_end; i++) {
        uint64_t hash = cell_hash(old, i);
        uint32_t *found = map_find(&now, hash);
        if (found && *found && *map_find(&was, hash) && same_cells(c, i, *found - 1))
            *VEC_ADD(c->scratch, &pairs) = (struct pair){ i, *found - 1, 1 };
    }
    uint32_t n = sequence_chain(c->scratch, pairs.item, pairs.n);
    for (uint32_t k = 0; k <= n; k++) {
        gap.a_end = k < n ? pairs.item[k].a : a->cell_end;
        gap.b_end = k < n ? pairs.item[k].b : b->cell_end;
        keep_gap(c, &gap);
        if (k < n)
            keep_cells(c, gap.a_end, gap.b_end);
        gap.a = gap.a_end + 1, gap.b = gap.b_end + 1;
    }
}

/* The first row of the table around a row that has as many cells, where it is a head; NULL: there is none, or it is the row itself. */
static const struct row *head_of(const struct page *p, uint32_t row)
{
    const struct table *t = &p->table[SEARCH_FIRST(p->table, p->n_tables, row_end, row + 1)];
    uint32_t cells = p->row[row].cell_end - p->row[row].cell, k = t->row;

    while (k < row && p->row[k].cell_end - p->row[k].cell != cells)
        k++;
    return k < row && is_head(p, &p->row[k]) ? &p->row[k] : NULL;
}

/* Cells below the columns of two heads that were aligned. False where there are no such heads. */
static bool keep_columns(struct compare *c, uint32_t old_row, uint32_t new_row)
{
    const struct row *x = head_of(c->delta->old, old_row), *y = head_of(c->delta->new, new_row);
    const struct row *a = &c->delta->old->row[old_row], *b = &c->delta->new->row[new_row];
    bool found = false;

    for (uint32_t k = 0; x && y && k < x->cell_end - x->cell; k++) {
        uint32_t j = c->old_cell[x->cell + k];
        if (j == NONE || j < y->cell || j >= y->cell_end)
            continue;
        keep_cells(c, a->cell + k, b->cell + (j - y->cell));
        found = true;
    }
    return found;
}

void keep_row(struct compare *c, const struct unit *u, const struct unit *v)
{
    const struct row *a = &c->delta->old->row[u->row], *b = &c->delta->new->row[v->row];

    bool heads = is_head(c->delta->old, a) && is_head(c->delta->new, b);
    if (!heads && keep_columns(c, u->row, v->row))
        return;
    if (heads || MAX(a->cell_end - a->cell, b->cell_end - b->cell) > WIDE_CELLS)
        keep_by_names(c, a, b);
    else
        keep_gap(c, &(struct cell_gap){ a->cell, a->cell_end, b->cell, b->cell_end });
}

void rows_open(struct compare *c)
{
    uint32_t **list[] = { &c->old_cell, &c->new_cell }, n[] = { c->delta->old->n_cells, c->delta->new->n_cells };

    for (int k = 0; k < 2; k++) {
        *list[k] = NEW_ARRAY_RAW(c->scratch, uint32_t, n[k] + 1);
        memset(*list[k], 0xff, (n[k] + (size_t)1) * sizeof **list[k]);
    }
}
