/* In: a piece that stands in a row of a table. Out: "Adams: Cases 7 (was 6), Deaths 1 (was 0)".
 *
 * The first cell names the row; the first row has the heads of the columns, where its cells are marked as heads or have no figures over
 * figures. Tables that only lay out a page have rows that are too long for a line, and are left alone. */
#include "base/limits.h"
#include "base/vec.h"
#include "judge/headline_line.h"
#include "judge/headline_quote.h"

enum {
    ROW_CHARS = 240, /* longer than two lines, it is no row of figures */
    NAME_CHARS = 40,
    HEAD_CHARS = 24,
    LINE_BYTES = 4096,
};

/* A row, and its place in the arrays of the page. */
struct row_view {
    const struct page *page;
    const struct row *row, *head; /* head NULL: the columns have no names */
};

static uint32_t cell_word(const struct page *p, const struct cell *c)
{
    return p->first_word[c->node];
}

static uint32_t cell_end(const struct page *p, const struct cell *c)
{
    return p->first_word[p->dom.node[c->node].end];
}

static bool find_row(const struct page *p, uint32_t node, struct row_view *out)
{
    for (uint32_t t = 0; t < p->n_tables; t++)
        for (uint32_t r = p->table[t].row; r < p->table[t].row_end; r++)
            if (p->row[r].node == node) {
                const struct row *head = &p->row[p->table[t].row], *row = &p->row[r];
                bool alike = head != row && head->cell_end - head->cell == row->cell_end - row->cell;
                *out = (struct row_view){ p, row, alike ? head : NULL };
                return row->cell_end - row->cell > 1;
            }
    return false;
}

static bool has_any(const struct page *p, const struct cell *c, const char *bytes)
{
    for (uint32_t w = cell_word(p, c); w < cell_end(p, c); w++) {
        struct str word = page_word(p, w);
        for (size_t i = 0; i < word.len; i++)
            if (strchr(bytes, word.ptr[i]))
                return true;
    }
    return false;
}

/* Whether the cell names the column of the other: it is marked as a head, or has words over figures. */
static bool is_head(const struct page *p, const struct cell *head, const struct cell *cell)
{
    return head->header || (has_any(p, cell, "0123456789") && !has_any(p, head, "0123456789/:"));
}

/* The first of the row's sentences in the cell that changed; NULL: none did. */
static const struct judge_piece *changed_in(const struct headline_view *v, const struct page *p, const struct cell *c,
                                            uint32_t near)
{
    while (near && p->sentence[near - 1].end > cell_word(p, c))
        near--;
    while (near < p->n_sentences && p->sentence[near].word < cell_word(p, c))
        near++;
    for (; near < p->n_sentences && p->sentence[near].word < cell_end(p, c); near++)
        if (v->at_new[near])
            return v->at_new[near];
    return NULL;
}

static void add_cell(const struct page *p, const struct cell *c, size_t most, struct buf *out)
{
    struct quote q = quote_plain(p, cell_word(p, c), cell_end(p, c));
    quote_write(&q, most, out);
}

/* "Cases 7 (was 6)" */
static void add_changed(const struct headline_view *v, const struct row_view *r, uint32_t i, const struct judge_piece *piece,
                        struct buf *out)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    const struct page *p = r->page;
    const struct cell *cell = &p->cell[r->row->cell + i], *head = r->head ? &p->cell[r->head->cell + i] : NULL;
    if (head && is_head(p, head, cell))
        add_cell(p, head, HEAD_CHARS, &b);
    if (b.len)
        buf_add_char(&b, ' ');
    struct quote q = quote_plain(p, cell_word(p, cell), cell_end(p, cell));
    size_t head_bytes = b.len;
    q.held = v->held_new;
    quote_write(&q, HEADLINE_CHARS, &b);
    if (b.len == head_bytes)
        return;
    headline_was(v, piece, &b);
    buf_add(out, buf_str(&b));
}

static bool is_named(const struct row_view *r)
{
    const struct cell *first = &r->page->cell[r->row->cell];
    return letters_of(r->page, cell_word(r->page, first), cell_end(r->page, first)) > 0;
}

/* Whether the piece stands in a row that can be read as one; the row. */
static bool row_of(const struct headline_view *v, const struct judge_piece *piece, struct row_view *out)
{
    static const uint32_t rows[] = { TAG_TR };
    const struct page *p = v->delta->new;
    if (piece->old)
        return false;
    uint32_t node = node_around(p, p->sentence[piece->sentence].word, rows, 1);
    if (node == NONE)
        return false;
    uint32_t word = p->first_word[node], end = p->first_word[p->dom.node[node].end];
    return end - word <= ROW_CHARS && find_row(p, node, out) && chars_between(p, word, end) <= ROW_CHARS;
}

/* Adds the cells that changed behind the first one, after what is said of that: how many did. */
static uint32_t add_changes(const struct headline_view *v, const struct row_view *r, uint32_t near, bool named, struct buf *out)
{
    uint32_t n_said = 0;
    for (uint32_t i = 1; i < r->row->cell_end - r->row->cell; i++) {
        AUTO(buf) b = BUF(LINE_BYTES);
        const struct judge_piece *changed = changed_in(v, r->page, &r->page->cell[r->row->cell + i], near);
        if (changed)
            add_changed(v, r, i, changed, &b);
        if (b.len == 0)
            continue;
        bool headed = r->head && r->page->cell[r->head->cell + i].header;
        buf_addf(out, "%s%.*s", !out->len ? "" : n_said || !named ? ", " : headed ? ": " : " ", STR_ARG(buf_str(&b)));
        n_said++;
    }
    return n_said;
}

bool headline_row(const struct headline_view *v, const struct judge_piece *piece, struct buf *out)
{
    struct row_view r;
    if (!row_of(v, piece, &r))
        return false;
    const struct cell *first = &r.page->cell[r.row->cell];
    const struct judge_piece *renamed = changed_in(v, r.page, first, piece->sentence);
    AUTO(buf) b = BUF(LINE_BYTES);
    bool named = is_named(&r);
    if (named && (!renamed || renamed->kind == PIECE_CHANGED))
        add_cell(r.page, first, NAME_CHARS, &b);
    else if (renamed)
        add_changed(v, &r, 0, renamed, &b);
    uint32_t n = add_changes(v, &r, piece->sentence, named, &b);
    if (n == 0 || (!named && !r.head) || (renamed && renamed->kind == PIECE_ADDED && named))
        return false;
    buf_add(out, buf_str(&b));
    return true;
}
