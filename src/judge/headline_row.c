/* In: a piece that stands in a row of a table. Out: "Adams: Cases 7 (was 6), Deaths 1 (was 0)".
 *
 * The first cell with words names the row; the first row has the heads of the columns, where its cells are marked as heads or have words
 * over figures. Tables that only lay out a page have rows that are too long for a line and no heads, and are left alone. */
#include <ctype.h>

#include "base/limits.h"
#include "base/search.h"
#include "base/vec.h"
#include "judge/columns.h"
#include "judge/headline_line.h"
#include "judge/headline_quote.h"
#include "judge/headline_record.h"
#include "judge/members.h"

enum {
    ROW_CHARS = 240, /* longer than two lines, it is no row of figures */
    NAME_CHARS = 40,
    HEAD_CHARS = 24,
    PROSE_WORDS = 6, /* a cell with fewer holds a value */
    BARE_WORDS = 3,  /* a number with its sign: "-3.5" */
    ROW_ROOM = 100,  /* of a new row, beside what says that it is new */
    MANY_ROWS = 3,   /* that are worth counting */
    UNSAID_MAX = 16, /* cells that changed and do not fit, or say the same again: the line is full, and the rest are not read */
    LINE_BYTES = 4096,
};

/* ---- Figures ---- */

/* Whether the dot or comma there parts thousands: three digits follow it, and no more; no number of thousands begins with a 0. */
static bool parts_thousands(struct str word, size_t at)
{
    enum { DIGITS = 3 };
    if (at == 0 || word.ptr[0] == '0')
        return false;
    size_t end = at + 1;
    while (end < word.len && isdigit((unsigned char)word.ptr[end]))
        end++;
    return end == at + 1 + DIGITS;
}

/* The whole number in a sentence, whatever parts its digits: 1,234 or 1 234. -1: it is not one: "4/6". */
static double figure_of(const struct page *p, const struct sentence *s)
{
    double out = 0;
    bool fraction = false;
    for (uint32_t w = s->word; w < s->end; w++)
        for (size_t i = 0; i < page_word(p, w).len; i++) {
            char c = page_word(p, w).ptr[i];
            if (c == '/')
                return -1;
            fraction |= (c == '.' || c == ',') && !parts_thousands(page_word(p, w), i);
            out = isdigit((unsigned char)c) && !fraction ? 10 * out + (c - '0') : out;
        }
    return out;
}

/* ---- One row ---- */

/* Of many rows with other figures: the page is watched for them, unless a new sentence of the main content says more. */
#define VALUE_ROWS 1.5 /* as much as a heading */
#define VALUE_ROWS_BEHIND 0.9
#define VALUE_ROW 0.14 /* of each of them, wherever the table stands */

/* What is said of it so far. */
struct row_said {
    const struct judge_piece *piece; /* in the row */
    uint32_t name;                   /* the cell that names it; NONE: none does */
    uint32_t n;                      /* cells that changed */
};

/* The piece, where it stands in the cell; else the first of the row's sentences in the cell that changed; NULL: none did. */
static const struct judge_piece *changed_in(const struct headline_view *v, const struct page *p, const struct cell *c,
                                            const struct judge_piece *piece)
{
    uint32_t word = p->sentence[piece->sentence].word;
    if (word >= cell_word(p, c) && word < cell_end(p, c))
        return piece;
    uint32_t i = SEARCH_FIRST(p->sentence, p->n_sentences, word, cell_word(p, c));
    for (; i < p->n_sentences && p->sentence[i].word < cell_end(p, c); i++)
        if (v->at_new[i])
            return v->at_new[i];
    return NULL;
}

static void add_cell(const struct page *p, const struct cell *c, size_t most, struct buf *out)
{
    struct quote q = quote_plain(p, cell_word(p, c), cell_end(p, c));
    quote_write(&q, most, out);
}

/* Whether it holds a sentence rather than a value. */
static bool is_prose(const struct column_row *r, const struct cell *c)
{
    return (r->marked || r->page->kind == KIND_JSON)
           && letters_of(r->page, cell_word(r->page, c), cell_end(r->page, c)) >= PROSE_WORDS;
}

/* The head of the column, unless what names the row says it already: "Total of cases: Cases 7". */
static void add_head(const struct column_row *r, const struct row_said *said, uint32_t i, struct buf *out)
{
    AUTO(buf) head = BUF(LINE_BYTES);
    AUTO(buf) name = BUF(LINE_BYTES);
    const struct page *p = r->page;
    const struct cell *above = columns_head(r, i);
    if (!above)
        return;
    add_cell(p, above, HEAD_CHARS, &head);
    if (said->name != NONE)
        add_cell(p, &p->cell[r->row->cell + said->name], NAME_CHARS, &name);
    if (head.len && str_find_nocase(buf_str(&name), buf_str(&head), 0) == SIZE_MAX)
        buf_addf(out, "%.*s ", STR_ARG(buf_str(&head)));
}

/* A line that came to a cell of which all other lines stood there or elsewhere: that one, else all of the cell. */
static struct quote quote_cell(const struct headline_view *v, const struct column_row *r, const struct cell *c,
                               const struct judge_piece *changed)
{
    const struct page *p = r->page;
    const struct sentence *came = &p->sentence[changed->sentence];
    struct quote all = quote_plain(p, cell_word(p, c), cell_end(p, c));
    if (changed->kind != PIECE_ADDED || changed->known || (came->word == all.word && came->end == all.end))
        return all;
    for (uint32_t i = SEARCH_FIRST(p->sentence, p->n_sentences, word, all.word);
         i < p->n_sentences && p->sentence[i].word < all.end; i++)
        for (uint32_t w = p->sentence[i].word; w < p->sentence[i].end && &p->sentence[i] != came; w++)
            if (v->delta->new_to_old[w] == NONE && isalnum((unsigned char)*page_word(p, w).ptr)
                && !(v->at_new[i] && v->at_new[i]->known))
                return all;
    return quote_plain(p, came->word, came->end);
}

/* "Cases 7 (was 6)"; of a cell with sentences the one that changed, in as much room as there is. */
static void add_changed(const struct headline_view *v, const struct column_row *r, const struct row_said *said, uint32_t i,
                        size_t room, struct buf *out)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    const struct cell *cell = &r->page->cell[r->row->cell + i];
    const struct judge_piece *changed = changed_in(v, r->page, cell, said->piece);
    bool prose = is_prose(r, cell);
    struct quote q = prose ? headline_changed(v, changed) : quote_cell(v, r, cell, changed);
    size_t was = prose ? headline_was_chars(v, changed) : 0;
    if (!prose)
        add_head(r, said, i, &b);
    size_t head_bytes = b.len;
    q.held = v->held_new;
    quote_write(&q, prose && room > was + NAME_CHARS ? room - was : HEADLINE_CHARS, &b);
    if (b.len == head_bytes)
        return;
    headline_was(v, changed, &b);
    buf_add(out, buf_str(&b));
}

/* Whether it has several lines, in a table without heads: a card beside others. */
static bool is_drawn(const struct column_row *r, const struct cell *c)
{
    uint32_t w = cell_word(r->page, c) + 1;
    while (w < cell_end(r->page, c) && !(r->page->word[w].flags & WORD_BREAK))
        w++;
    return !r->head && w < cell_end(r->page, c);
}

/* Whether a word of the cell begins with a digit: "3 May" has figures, "Lambda2" has none. */
static bool has_figures(const struct column_row *r, const struct cell *c)
{
    uint32_t w = cell_word(r->page, c);
    while (w < cell_end(r->page, c) && !isdigit((unsigned char)*page_word(r->page, w).ptr))
        w++;
    return w < cell_end(r->page, c);
}

/* The cell that names the row: the first with words that stays, or keeps some of them, rather one without figures than a date, and rather
 * one of its own than what several rows have. NONE: there is none. */
static uint32_t name_of(const struct headline_view *v, const struct column_row *r, const struct judge_piece *piece)
{
    uint32_t name = NONE;
    for (uint32_t i = 0; i < r->row->cell_end - r->row->cell; i++) {
        const struct cell *c = &r->page->cell[r->row->cell + i];
        const struct judge_piece *changed = changed_in(v, r->page, c, piece);
        if (!letters_of(r->page, cell_word(r->page, c), cell_end(r->page, c)) || (changed && changed->kind != PIECE_CHANGED)
            || is_drawn(r, c))
            continue;
        if (!changed && !has_figures(r, c) && !columns_repeats(r, i))
            return name == NONE || chars_between(r->page, cell_word(r->page, c), cell_end(r->page, c)) <= NAME_CHARS ? i : name;
        name = name == NONE ? i : name;
    }
    return name;
}

/* In JSON: the row of the member in whose value an element stands, or the item of a list that it stands in, whichever is nearer; NONE. */
static uint32_t json_holder(const struct page *p, uint32_t node)
{
    uint32_t n = p->dom.node[node].parent;
    while (n && p->dom.node[n].tag != TAG_TR && p->dom.node[n].tag != TAG_LI)
        n = p->dom.node[n].parent;
    return n ? n : NONE;
}

/* The value of the member that names the object around a row: "name", "title"; in a list else that of its first member. NONE: it has no
 * name, or the row is that member. */
static uint32_t json_name(const struct page *p, uint32_t row, bool listed)
{
    uint32_t all = p->dom.node[row].parent, first = NONE;
    for (uint32_t n = all + 1; n < p->dom.node[all].end; n = p->dom.node[n].end) {
        uint32_t key = n + 1, value = p->dom.node[key].end;
        if (p->dom.node[n].tag != TAG_TR || value >= p->dom.node[n].end)
            continue;
        bool named = member_worth_at(p, p->first_word[key]) == MEMBER_NAME;
        if (named && n == row)
            return NONE;
        if (named && chars_between(p, p->first_word[value], p->first_word[p->dom.node[n].end]) <= NAME_CHARS)
            return value;
        first = first == NONE ? n == row ? 0 : value : first;
    }
    return listed && first ? first : NONE;
}

static void add_element(const struct page *p, uint32_t node, struct buf *out)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    struct quote q = quote_plain(p, p->first_word[node], p->first_word[p->dom.node[node].end]);
    quote_write(&q, NAME_CHARS, &b);
    if (b.len)
        buf_addf(out, "%.*s: ", STR_ARG(buf_str(&b)));
}

/* In JSON a member says little by its own name ("value", "status"): the object around it is called by its name; where it has none, by that
 * of the object around that, and by the name of the member that it is the value of. */
static void add_owner(const struct column_row *r, struct buf *out)
{
    const struct page *p = r->page;
    uint32_t row = r->row->node, holder = p->kind == KIND_JSON ? json_holder(p, row) : NONE;
    if (holder == NONE)
        return;
    uint32_t name = json_name(p, row, p->dom.node[holder].tag == TAG_LI);
    if (name != NONE || p->dom.node[holder].tag == TAG_LI) {
        if (name != NONE)
            add_element(p, name, out);
        return;
    }
    uint32_t above = json_holder(p, holder), outer = NONE;
    outer = json_name(p, holder, above != NONE && p->dom.node[above].tag == TAG_LI);
    if (outer != NONE)
        add_element(p, outer, out);
    add_element(p, holder + 1, out);
}

/* Whether the piece stands in a row that can be read as one; the row. */
static bool row_of(const struct headline_view *v, const struct judge_piece *piece, struct column_row *out)
{
    static const uint32_t rows[] = { TAG_TR }, heads[] = { TAG_TH };
    const struct page *p = v->delta->new;
    if (piece->old)
        return false;
    uint32_t node = node_around(p, p->sentence[piece->sentence].word, rows, 1);
    if (node == NONE)
        return false;
    uint32_t word = p->first_word[node], end = p->first_word[p->dom.node[node].end];
    if (!columns_row(p, node, out) || (!out->marked && (end - word > ROW_CHARS || chars_between(p, word, end) > ROW_CHARS)))
        return false;
    return !out->first || node_around(p, p->sentence[piece->sentence].word, heads, 1) == NONE; /* the name of a column */
}

/* The whole number in a cell; below 0: it holds something else. */
static double cell_figure(const struct column_row *r, uint32_t i)
{
    const struct page *p = r->page;
    const struct sentence s = { .word = cell_word(p, &p->cell[r->row->cell + i]), .end = cell_end(p, &p->cell[r->row->cell + i]) };
    return s.end > s.word && !letters_of(p, s.word, s.end) ? figure_of(p, &s) : -1;
}

/* The cell whose figure is the sum of all others of the row, at its end or behind its name; NONE: none is, or there are too few. */
static uint32_t total_of(const struct column_row *r)
{
    enum { PARTS = 2 };
    double sum = 0, most = 0;
    uint32_t total = NONE, figures = 0;
    for (uint32_t i = 0; i < row_cells(r->row); i++) {
        double figure = cell_figure(r, i);
        if (figure < 0)
            continue;
        total = figure > most ? i : total;
        most = MAX(most, figure);
        sum += figure;
        figures++;
    }
    return figures > PARTS && 2 * most == sum ? total : NONE;
}

/* Whether the cell changed, with new `letters` or without, and does not name the row. */
static bool is_changed(const struct headline_view *v, const struct column_row *r, const struct row_said *said, uint32_t i,
                       bool letters)
{
    const struct judge_piece *changed =
        i == NONE || i == said->name ? NULL : changed_in(v, r->page, &r->page->cell[r->row->cell + i], said->piece);
    return changed && (changed->came[SHAPE_LETTERS] > 0) == letters;
}

/* Adds the cells that changed, those with new `letters` or those without, as far as they fit; the sum of the others first. Returns how many
 * are said by now. */
static uint32_t add_changes(const struct headline_view *v, const struct column_row *r, const struct row_said *said, bool letters,
                            struct buf *out)
{
    uint32_t n = said->n, unsaid = 0, total = letters ? NONE : total_of(r), cells = row_cells(r->row);
    for (uint32_t at = 0; at <= cells && unsaid < UNSAID_MAX; at++) {
        AUTO(buf) b = BUF(LINE_BYTES);
        uint32_t i = at ? at - 1 : total;
        if ((at && i == total) || !is_changed(v, r, said, i, letters))
            continue;
        size_t used = chars_of(buf_str(out)) + 2;
        add_changed(v, r, said, i, used < HEADLINE_CHARS ? HEADLINE_CHARS - used : 0, &b);
        bool headed = columns_head(r, i) != NULL;
        bool again = n && str_find(buf_str(out), buf_str(&b), 0) != SIZE_MAX; /* the same in a column without a name */
        bool fits = b.len && !again && !(n && chars_of(buf_str(out)) + chars_of(buf_str(&b)) + 2 > HEADLINE_CHARS);
        unsaid += !fits;
        if (!fits)
            continue;
        buf_addf(out, "%s%.*s", n ? ", " : said->name == NONE ? "" : headed ? ": " : " ", STR_ARG(buf_str(&b)));
        n++;
    }
    return n;
}

/* In JSON a member that is there and has no value: "no price now (was 340)". */
static bool add_none(const struct headline_view *v, const struct column_row *r, const struct row_said *said, struct buf *out)
{
    AUTO(buf) b = BUF(LINE_BYTES);
    if (r->page->kind != KIND_JSON || said->name != 0 || row_cells(r->row) != 2)
        return false;
    add_cell(r->page, &r->page->cell[r->row->cell + 1], NAME_CHARS, &b);
    if (!headline_is_none(buf_str(&b)))
        return false;
    buf_add(out, STR("no "));
    add_cell(r->page, &r->page->cell[r->row->cell], NAME_CHARS, out);
    buf_add(out, STR(" now"));
    headline_was(v, said->piece, out);
    return true;
}

/* The cell that names the row, and the one behind it where both are heads: the first stands beside several rows. */
static void add_names(const struct headline_view *v, const struct column_row *r, const struct row_said *said, struct buf *out)
{
    if (said->name == NONE)
        return;
    const struct cell *name = &r->page->cell[r->row->cell + said->name];
    add_cell(r->page, name, NAME_CHARS, out);
    bool second = said->name == 0 && row_cells(r->row) > 2 && name[0].header && name[1].header && !name[2].header;
    if (!second || changed_in(v, r->page, &name[1], said->piece))
        return;
    buf_add(out, STR(", "));
    add_cell(r->page, &name[1], NAME_CHARS, out);
}

bool headline_row(const struct headline_view *v, const struct judge_piece *piece, struct buf *out)
{
    struct column_row r;
    AUTO(buf) b = BUF(LINE_BYTES);
    if (!row_of(v, piece, &r))
        return false;
    struct row_said said = { .piece = piece, .name = name_of(v, &r, piece) };
    add_owner(&r, &b);
    if (add_none(v, &r, &said, &b)) {
        buf_add(out, buf_str(&b));
        return true;
    }
    add_names(v, &r, &said, &b);
    said.n = add_changes(v, &r, &said, true, &b); /* who or what, before how many */
    said.n = add_changes(v, &r, &said, false, &b);
    if (said.n == 0 || (said.name == NONE && !r.head))
        return false;
    buf_add(out, buf_str(&b));
    return true;
}

/* Whether a cell holds a number that says nothing by itself: a date does. */
static bool is_bare(const struct page *p, const struct cell *c)
{
    return !letters_of(p, cell_word(p, c), cell_end(p, c)) && cell_has_any(p, c, "0123456789") && !cell_has_any(p, c, "/:")
           && cell_end(p, c) - cell_word(p, c) <= BARE_WORDS;
}

/* Adds ", Cases 142". Returns whether the head of the column is said. */
static bool add_new(const struct column_row *r, uint32_t i, struct buf *out)
{
    const struct page *p = r->page;
    const struct row_said said = { .name = NONE };
    const struct cell *c = &p->cell[r->row->cell + i];
    AUTO(buf) b = BUF(LINE_BYTES);
    if (is_bare(p, c))
        add_head(r, &said, i, &b);
    size_t head = b.len;
    add_cell(p, c, HEADLINE_CHARS, &b);
    if (b.len == head || (out->len && chars_of(buf_str(out)) + chars_of(buf_str(&b)) > ROW_ROOM))
        return false;
    buf_addf(out, "%s%.*s", out->len ? ", " : "", STR_ARG(buf_str(&b)));
    return head > 0;
}

bool headline_new_row(const struct page *p, uint32_t node, struct buf *out)
{
    struct column_row r;
    AUTO(buf) b = BUF(LINE_BYTES);
    bool headed = false;
    if (!columns_row(p, node, &r) || !r.head || r.first || row_cells(r.row) < 3)
        return false;
    for (uint32_t i = 0; i < row_cells(r.row); i++)
        headed |= add_new(&r, i, &b);
    if (headed)
        buf_add(out, buf_str(&b));
    return headed;
}

/* ---- Many rows ---- */

/* The rows below one heading, or of one table, in which figures changed. */
struct row_group {
    uint32_t lead, last_row, rows;
    double figure;
};

/* The row of a cell that holds nothing but a number, and has another now; NONE. */
static uint32_t row_of_figure(const struct page *p, const struct headline_piece *item)
{
    static const uint32_t rows[] = { TAG_TR }, cells[] = { TAG_TD };
    const struct judge_piece *piece = item->piece;
    if (item->record != NONE || piece->kind == PIECE_MOVED || piece->old || item->value <= 0 || !piece->came[SHAPE_NUMBER]
        || piece->came[SHAPE_TIME] || piece->came[SHAPE_PRICE])
        return NONE;
    const struct sentence *s = &p->sentence[piece->sentence];
    if (letters_of(p, s->word, s->end) || figure_of(p, s) < 0)
        return NONE;
    uint32_t cell = node_around(p, s->word, cells, 1);
    bool fills = cell != NONE && p->first_word[p->dom.node[cell].end] == s->end;
    return piece->cell || fills ? node_around(p, s->word, rows, 1) : NONE;
}

/* The number of the group to which a row belongs. */
static uint32_t group_of(const struct page *p, struct map *tables, struct map *groups, uint32_t row)
{
    uint32_t table = list_of(p, row), *heading = map_slot(tables, table, NONE);
    if (*heading == NONE)
        *heading = headline_heading(p, NULL, row);
    return *map_slot(groups, *heading ? *heading : table, groups->n);
}

/* Whether a heading of the main content is new, or a sentence that has a figure or a day in it, in a line of its own. */
static bool has_news(const struct page *new, const struct headline_piece *item, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        const struct judge_piece *p = item[i].piece;
        bool figure = p->came[SHAPE_NUMBER] || p->came[SHAPE_PRICE] || p->came[SHAPE_TIME];
        if (!came_or_went(p) || p->old || p->swapped || p->place != PLACE_MAIN || p->cell)
            continue;
        if (p->heading
            || (figure && p->came[SHAPE_LETTERS] >= PROSE_WORDS - 1
                && (new->word[new->sentence[p->sentence].word].flags &WORD_BREAK)))
            return true;
    }
    return false;
}

void headline_rows(struct arena *a, const struct delta *d, struct headline_piece *item, uint32_t n)
{
    struct map tables, groups;
    VEC(struct row_group) group = { 0 };
    uint32_t *of = NEW_ARRAY(a, uint32_t, n + 1);
    map_open(&tables, a, 16);
    map_open(&groups, a, 16);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t row = row_of_figure(d->new, &item[i]);
        of[i] = row == NONE ? NONE : group_of(d->new, &tables, &groups, row);
        if (of[i] == NONE)
            continue;
        if (of[i] == group.n)
            *VEC_ADD(a, &group) = (struct row_group){ .lead = i, .last_row = NONE };
        struct row_group *g = &group.item[of[i]];
        double figure = figure_of(d->new, &d->new->sentence[item[i].piece->sentence]);
        g->lead = figure > g->figure ? i : g->lead;
        g->figure = MAX(g->figure, figure);
        g->rows += row != g->last_row;
        g->last_row = row;
    }
    double most = has_news(d->new, item, n) ? VALUE_ROWS_BEHIND : VALUE_ROWS;
    for (uint32_t i = 0; i < n; i++)
        if (of[i] != NONE && group.item[of[i]].rows >= MANY_ROWS) {
            item[i].rows = group.item[of[i]].rows;
            if (group.item[of[i]].lead == i)
                item[i].value = MAX(item[i].value, MIN(VALUE_ROW * group.item[of[i]].rows, most) * item[i].share);
        }
}
