/* In: a row of a table, or a sentence in one. Out: the heads of its columns.
 *
 * The first row has them where its cells are marked as heads or have words over figures. In JSON the first row is a member like others. */
#include "judge/columns.h"

#include "base/search.h"
#include "judge/headline_quote.h"

static bool is_all_heads(const struct page *p, const struct row *r)
{
    for (uint32_t c = r->cell; c < r->cell_end; c++)
        if (!p->cell[c].header)
            return false;
    return row_cells(r) > 0;
}

/* The row above it that names the columns: of those that begin the table and hold nothing but heads the last with as many cells, else the
 * first row. NULL: there is none. */
static const struct row *head_of(const struct page *p, const struct table *t, const struct row *row)
{
    const struct row *first = &p->row[t->row], *head = first;
    for (const struct row *r = first; r < row && is_all_heads(p, r); r++)
        head = row_cells(r) == row_cells(row) ? r : head;
    return p->kind != KIND_JSON && head != row && row_cells(head) == row_cells(row) ? head : NULL;
}

/* The row of a table that is the element; NONE. Rows stand in the order of the page. */
static uint32_t row_in(const struct page *p, const struct table *t, uint32_t node)
{
    uint32_t from = t->row, end = t->row_end;
    while (from < end) {
        uint32_t middle = from + (end - from) / 2;
        if (p->row[middle].node < node)
            from = middle + 1;
        else
            end = middle;
    }
    return from < t->row_end && p->row[from].node == node ? from : NONE;
}

bool columns_row(const struct page *p, uint32_t node, struct column_row *out)
{
    for (uint32_t around = p->dom.node[node].parent; around; around = p->dom.node[around].parent) {
        uint32_t t = SEARCH_FIRST(p->table, p->n_tables, node, around);
        const struct table *table = &p->table[t];
        uint32_t r = t < p->n_tables && table->node == around ? row_in(p, table, node) : NONE;
        if (r == NONE)
            continue;
        const struct row *row = &p->row[r];
        *out = (struct column_row){ p,
                                    table,
                                    row,
                                    head_of(p, table, row),
                                    r == table->row || is_all_heads(p, row),
                                    p->kind != KIND_JSON && is_all_heads(p, &p->row[table->row]) };
        return row_cells(row) > 1;
    }
    return false;
}

bool cell_has_any(const struct page *p, const struct cell *c, const char *bytes)
{
    for (uint32_t w = cell_word(p, c); w < cell_end(p, c); w++) {
        struct str word = page_word(p, w);
        for (size_t i = 0; i < word.len; i++)
            if (strchr(bytes, word.ptr[i]))
                return true;
    }
    return false;
}

const struct cell *columns_head(const struct column_row *r, uint32_t i)
{
    const struct page *p = r->page;
    if (!r->head)
        return NULL;
    const struct cell *head = &p->cell[r->head->cell + i], *cell = &p->cell[r->row->cell + i];
    /* where rows begin with a marked head, cells above have values of their own */
    bool headed = p->cell[r->row->cell].header && !p->cell[r->head->cell_end - 1].header;
    bool named = head->header || (!headed && cell_has_any(p, cell, "0123456789") && !cell_has_any(p, head, "0123456789/:"));
    return named ? head : NULL;
}

bool columns_repeats(const struct column_row *r, uint32_t i)
{
    enum { SEVERAL = 3 };
    const struct page *p = r->page;
    uint32_t same = 0;
    for (uint32_t k = r->table->row; k < r->table->row_end && same < SEVERAL; k++)
        same +=
            row_cells(&p->row[k]) > i && p->content[p->cell[p->row[k].cell + i].node] == p->content[p->cell[r->row->cell + i].node];
    return same == SEVERAL;
}

bool columns_head_line(const struct page *p, const struct sentence *s, struct buf *out)
{
    static const uint32_t cells[] = { TAG_TD }, rows[] = { TAG_TR };
    struct column_row r;
    uint32_t node = p->n_tables && p->kind != KIND_JSON ? node_around(p, s->word, cells, 1) : NONE;
    if (node == NONE || p->first_word[node] != s->word || p->first_word[p->dom.node[node].end] != s->end)
        return false;
    uint32_t row = node_around(p, s->word, rows, 1);
    if (row == NONE || !columns_row(p, row, &r))
        return false;
    const struct cell *cell = &p->cell[r.row->cell];
    uint32_t i = SEARCH_FIRST(cell, row_cells(r.row), node, node);
    const struct cell *head = i < row_cells(r.row) && cell[i].node == node ? columns_head(&r, i) : NULL;
    if (head)
        page_words_line(p, cell_word(p, head), cell_end(p, head), out);
    return head != NULL;
}
