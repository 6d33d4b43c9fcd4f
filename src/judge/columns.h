/* Rows of tables, and the cells that name their columns: "Cases" above 7. Pure. */
#ifndef JUDGE_COLUMNS_H
#define JUDGE_COLUMNS_H

#include "page/page.h"

/* A row, and its place in the arrays of the page. */
struct column_row {
    const struct page *page;
    const struct table *table;
    const struct row *row, *head; /* head NULL: the columns have no names */
    bool first;                   /* the row is the first of its table, or has nothing but heads */
    bool marked;                  /* the table has heads that are marked as such: it is none that only lays out a page */
};

static inline uint32_t cell_word(const struct page *p, const struct cell *c)
{
    return p->first_word[c->node];
}

static inline uint32_t cell_end(const struct page *p, const struct cell *c)
{
    return p->first_word[p->dom.node[c->node].end];
}

static inline uint32_t row_cells(const struct row *r)
{
    return r->cell_end - r->cell;
}

/* Whether a word of the cell has one of the bytes. */
bool cell_has_any(const struct page *p, const struct cell *c, const char *bytes);

/* The row that an element is. False: it is none, or has less than two cells. O(tables + log rows). */
bool columns_row(const struct page *p, uint32_t node, struct column_row *out);
/* The cell that names the column of the row's cell `i`: it is marked as a head, or has words over figures. NULL: none does. */
const struct cell *columns_head(const struct column_row *r, uint32_t i);
/* Whether several rows have the same in the column of the row's cell `i`: then it says what kind of row it is, not which. O(rows). */
bool columns_repeats(const struct column_row *r, uint32_t i);
/* Adds the name of the column of a sentence that is all its cell holds. False: it has none, or is no such sentence. As columns_row. */
bool columns_head_line(const struct page *p, const struct sentence *s, struct buf *out);

#endif
