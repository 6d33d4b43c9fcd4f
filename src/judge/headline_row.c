/* In: a piece that stands in a row of a table. Out: "Adams: Cases 7 (was 6), Deaths 1 (was 0)".
 *
 * The first cell with words names the row; the first row has the heads of the columns, where its cells are marked as heads or have words
 * over figures. Tables that only lay out a page have rows that are too long for a line, and are left alone. */
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
    bool first;                   /* the row is the first of its table */
};

/* What is said of it so far. */
struct row_said {
    uint32_t near; /* a sentence in the row */
    uint32_t name; /* the cell that names it; NONE: none does */
    uint32_t n;    /* cells that changed */
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
                bool alike = p->kind != KIND_JSON && head != row && head->cell_end - head->cell == row->cell_end - row->cell;
                *out = (struct row_view){ p, row, alike ? head : NULL, head == row };
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

/* Whether the cell names the column of the other: it is marked as a head, or has words over figures; where rows begin with a marked head,
 * cells above have values of their own. */
static bool is_head(const struct page *p, const struct row_view *r, const struct cell *head, const struct cell *cell)
{
    bool headed = p->cell[r->row->cell].header && !p->cell[r->head->cell + (r->head->cell_end - r->head->cell) - 1].header;
    return head->header || (!headed && has_any(p, cell, "0123456789") && !has_any(p, head, "0123456789/:"));
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
    if (head && is_head(p, r, head, cell))
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

/* The cell that names the row: the first with words that stays, or keeps some of them, rather one without figures than a date. NONE: there
 * is none. */
static uint32_t name_of(const struct headline_view *v, const struct row_view *r, uint32_t near)
{
    uint32_t name = NONE;
    for (uint32_t i = 0; i < r->row->cell_end - r->row->cell; i++) {
        const struct cell *c = &r->page->cell[r->row->cell + i];
        const struct judge_piece *changed = changed_in(v, r->page, c, near);
        if (!letters_of(r->page, cell_word(r->page, c), cell_end(r->page, c)) || (changed && changed->kind != PIECE_CHANGED))
            continue;
        if (!changed && !has_any(r->page, c, "0123456789"))
            return name == NONE || chars_between(r->page, cell_word(r->page, c), cell_end(r->page, c)) <= NAME_CHARS ? i : name;
        name = name == NONE ? i : name;
    }
    return name;
}

/* In JSON an object of a list is called by the value of its first member, which is its name where it has one. */
static void add_owner(const struct row_view *r, struct buf *out)
{
    const struct page *p = r->page;
    for (uint32_t t = 0; t < p->n_tables && p->kind == KIND_JSON; t++) {
        const struct row *first = &p->row[p->table[t].row];
        bool own = r->row >= first && r->row < &p->row[p->table[t].row_end];
        if (!own || first == r->row || first->cell_end - first->cell < 2
            || p->dom.node[p->dom.node[p->table[t].node].parent].tag != TAG_LI)
            continue;
        add_cell(p, &p->cell[first->cell + 1], NAME_CHARS, out);
        buf_add(out, STR(": "));
    }
}

/* Whether the piece stands in a row that can be read as one; the row. */
static bool row_of(const struct headline_view *v, const struct judge_piece *piece, struct row_view *out)
{
    static const uint32_t rows[] = { TAG_TR }, heads[] = { TAG_TH };
    const struct page *p = v->delta->new;
    if (piece->old)
        return false;
    uint32_t node = node_around(p, p->sentence[piece->sentence].word, rows, 1);
    if (node == NONE)
        return false;
    uint32_t word = p->first_word[node], end = p->first_word[p->dom.node[node].end];
    if (end - word > ROW_CHARS || !find_row(p, node, out) || chars_between(p, word, end) > ROW_CHARS)
        return false;
    return !out->first || node_around(p, p->sentence[piece->sentence].word, heads, 1) == NONE; /* the name of a column */
}

/* Adds the cells that changed, those with new `letters` or those without, as far as they fit. Returns how many are said by now. */
static uint32_t add_changes(const struct headline_view *v, const struct row_view *r, const struct row_said *said, bool letters,
                            struct buf *out)
{
    uint32_t n = said->n;
    for (uint32_t i = 0; i < r->row->cell_end - r->row->cell; i++) {
        AUTO(buf) b = BUF(LINE_BYTES);
        const struct judge_piece *changed = changed_in(v, r->page, &r->page->cell[r->row->cell + i], said->near);
        if (i == said->name || !changed || (changed->came[SHAPE_LETTERS] > 0) != letters)
            continue;
        add_changed(v, r, i, changed, &b);
        bool headed = r->head && r->page->cell[r->head->cell + i].header;
        if (b.len == 0 || (n && chars_of(buf_str(out)) + chars_of(buf_str(&b)) + 2 > HEADLINE_CHARS))
            continue;
        buf_addf(out, "%s%.*s", n ? ", " : said->name == NONE ? "" : headed ? ": " : " ", STR_ARG(buf_str(&b)));
        n++;
    }
    return n;
}

bool headline_row(const struct headline_view *v, const struct judge_piece *piece, struct buf *out)
{
    struct row_view r;
    AUTO(buf) b = BUF(LINE_BYTES);
    if (!row_of(v, piece, &r))
        return false;
    struct row_said said = { .near = piece->sentence, .name = name_of(v, &r, piece->sentence) };
    add_owner(&r, &b);
    if (said.name != NONE)
        add_cell(r.page, &r.page->cell[r.row->cell + said.name], NAME_CHARS, &b);
    said.n = add_changes(v, &r, &said, true, &b); /* who or what, before how many */
    said.n = add_changes(v, &r, &said, false, &b);
    if (said.n == 0 || (said.name == NONE && !r.head))
        return false;
    buf_add(out, buf_str(&b));
    return true;
}
