/* The contents of a table or a list.
 *
 * In: an id, a caption, a heading or a number. Out: rows and items that came, went or changed, of tables cell by cell. A table that
 * appears or disappears as a whole is not a change of its contents (Figure 5); that it is not there is said in a note.
 * Cost: O(tables + headings) to find it, O(its words) to compare it. */
#include "base/utf8.h"
#include "event/types_impl.h"

/* Bytes of the name of a row or a column. */
enum { NAME_BYTES = 60 };

static struct str line_of(struct arena *a, const struct page *p, uint32_t node)
{
    AUTO(buf) line = BUF((size_t)1 << 16);
    struct str out;
    page_words_line(p, p->first_word[node], p->first_word[p->dom.node[node].end], &line);
    return buf_take(&line, a, &out, NULL) ? STR("") : str_trim(out);
}

/* Tables or lists of a page alike: their elements in document order. */
struct groups {
    const struct page *page;
    bool lists;
};

static uint32_t groups_n(const struct groups *g)
{
    return g->lists ? g->page->n_lists : g->page->n_tables;
}

static uint32_t group_node(const struct groups *g, uint32_t i)
{
    return g->lists ? g->page->list[i].node : g->page->table[i].node;
}

static uint32_t find_by_id(const struct groups *g, struct str id)
{
    for (uint32_t i = 0; i < groups_n(g); i++) {
        struct str value;
        if (dom_attr(&g->page->dom, group_node(g, i), STR("id"), &value) && str_eq(value, id))
            return i;
    }
    return NONE;
}

static uint32_t find_by_caption(struct arena *a, const struct groups *g, struct str caption)
{
    const struct node *node = g->page->dom.node;
    for (uint32_t i = 0; i < groups_n(g); i++) {
        uint32_t at = group_node(g, i);
        for (uint32_t c = at + 1; c < node[at].end; c = node[c].end)
            if (node[c].kind == NODE_ELEMENT && node[c].tag == TAG_CAPTION && str_eq_nocase(line_of(a, g->page, c), caption))
                return i;
    }
    return NONE;
}

/* The first one behind the heading that says this, before the next heading of its level. */
static uint32_t find_by_heading(struct arena *a, const struct groups *g, struct str text)
{
    const struct page *p = g->page;
    for (uint32_t h = 0; h < p->n_headings; h++) {
        uint32_t next = h + 1, i = 0;
        if (!str_eq_nocase(line_of(a, p, p->heading[h].node), text))
            continue;
        while (next < p->n_headings && p->heading[next].level > p->heading[h].level)
            next++;
        while (i < groups_n(g) && group_node(g, i) < p->heading[h].node)
            i++;
        if (i < groups_n(g) && (next == p->n_headings || group_node(g, i) < p->heading[next].node))
            return i;
    }
    return NONE;
}

static uint32_t find_group(struct arena *a, const struct groups *g, const struct change_type *t)
{
    if (t->number)
        return t->number <= groups_n(g) ? t->number - 1 : NONE;
    uint32_t found = find_by_id(g, t->text);
    if (found == NONE && !g->lists)
        found = find_by_caption(a, g, t->text);
    return found == NONE ? find_by_heading(a, g, t->text) : found;
}

/* The one that the delta pairs with this; NONE where it is none of them. */
static uint32_t find_partner(const struct groups *g, uint32_t node)
{
    for (uint32_t i = 0; node != NONE && i < groups_n(g); i++)
        if (group_node(g, i) == node)
            return i;
    return NONE;
}

/* Both sides; what is not found by its name any more is still the same element. False: neither has it. */
static bool find_both(struct type_finder *f, const struct change_type *t, bool lists, uint32_t *old, uint32_t *new)
{
    struct groups was = { f->old.page, lists }, now = { f->new.page, lists };
    *old = find_group(f->arena, &was, t);
    *new = find_group(f->arena, &now, t);
    if (*old != NONE && *new == NONE && !t->number)
        *new = find_partner(&now, f->delta->old_node[group_node(&was, *old)]);
    else if (*old == NONE && *new != NONE && !t->number)
        *old = find_partner(&was, f->delta->new_node[group_node(&now, *new)]);
    return *old != NONE || *new != NONE;
}

static struct str missing_note(struct arena *a, const struct change_type *t)
{
    AUTO(buf) text = BUF(4096);
    type_print(t, &text);
    buf_add(&text, STR(" is not on the page"));
    return arena_str(a, buf_str(&text));
}

static struct type_parts rows_of(struct arena *a, const struct page *p, const struct table *t)
{
    struct type_parts out = { NEW_ARRAY(a, struct type_part, t->row_end - t->row + 1), 0 };
    for (uint32_t i = t->row; i < t->row_end; i++)
        out.item[out.n++] = type_part_of(p, p->row[i].node);
    return out;
}

static struct type_parts items_of(struct arena *a, const struct page *p, const struct list *l)
{
    struct type_parts out = { NEW_ARRAY(a, struct type_part, l->item_end - l->item + 1), 0 };
    for (uint32_t i = l->item; i < l->item_end; i++)
        out.item[out.n++] = type_part_of(p, p->item[i]);
    return out;
}

static void add_update(struct type_finder *f, type_change_list *list, const struct type_part *old, const struct type_part *new)
{
    *VEC_ADD(f->arena, list) =
        (struct type_change){ CHANGE_UPDATE, old->word, old->end, new->word, new->end, old->node, new->node, { 0 }, { 0 }, { 0 } };
}

/* "Assam, price": the first cell of the row and the head of the column, where the table has such. */
static struct str name_of_cell(struct arena *a, const struct page *p, const struct table *t, const struct row *row, uint32_t i)
{
    const struct row *head = &p->row[t->row];
    bool has_head = head != row && head->cell + i < head->cell_end && p->cell[head->cell + i].header;
    struct str name = i ? utf8_head(line_of(a, p, p->cell[row->cell].node), NAME_BYTES) : STR("");
    struct str column = has_head ? utf8_head(line_of(a, p, p->cell[head->cell + i].node), NAME_BYTES) : STR("");
    return name.len && column.len ? arena_printf(a, "%.*s, %.*s", STR_ARG(name), STR_ARG(column)) : name.len ? name : column;
}

/* Two rows with other words: cell by cell where they have as many, else as a whole. */
static void add_cells(struct type_finder *f, type_change_list *list, const struct row *old, const struct row *new,
                      const struct table *table)
{
    const struct page *was = f->old.page, *now = f->new.page;
    uint32_t n = old->cell_end - old->cell;
    if (n != new->cell_end - new->cell) {
        struct type_part whole_old = type_part_of(was, old->node), whole_new = type_part_of(now, new->node);
        add_update(f, list, &whole_old, &whole_new);
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        struct type_part one = type_part_of(was, was->cell[old->cell + i].node),
                         two = type_part_of(now, now->cell[new->cell + i].node);
        if (type_same_words(f, &one, &two))
            continue;
        add_update(f, list, &one, &two);
        list->item[list->n - 1].where = name_of_cell(f->arena, now, table, new, i);
    }
}

/* What became of the parts: those of one side alone, and pairs that say something else; in tables (NULL: a list) cell by cell. */
static void compare_parts(struct type_finder *f, struct type_parts old, struct type_parts new, const struct table *tables[2],
                          type_change_list *list)
{
    struct type_pairs pairs = type_pair_parts(f, old, new);
    for (uint32_t i = 0; i < old.n; i++) {
        uint32_t partner = pairs.old[i];
        if (partner == NONE)
            type_add_part(f, list, CHANGE_DELETE, &old.item[i]);
        else if (!type_same_words(f, &old.item[i], &new.item[partner]) && tables)
            add_cells(f, list, &f->old.page->row[tables[0]->row + i], &f->new.page->row[tables[1]->row + partner], tables[1]);
        else if (!type_same_words(f, &old.item[i], &new.item[partner]))
            add_update(f, list, &old.item[i], &new.item[partner]);
    }
    for (uint32_t i = 0; i < new.n; i++)
        if (pairs.new[i] == NONE)
            type_add_part(f, list, CHANGE_INSERT, &new.item[i]);
}

/* A table that comes or goes is all its rows that do. */
void type_find_table(struct type_finder *f, const struct change_type *t, struct type_found *out)
{
    type_change_list list = { 0 };
    uint32_t old, new;
    if (!find_both(f, t, false, &old, &new)) {
        out->note = missing_note(f->arena, t);
        return;
    }
    const struct table *tables[2] = { old == NONE ? NULL : &f->old.page->table[old],
                                      new == NONE ? NULL : &f->new.page->table[new] };
    struct type_parts old_rows = tables[0] ? rows_of(f->arena, f->old.page, tables[0]) : (struct type_parts){ 0 },
                      new_rows = tables[1] ? rows_of(f->arena, f->new.page, tables[1]) : (struct type_parts){ 0 };
    compare_parts(f, old_rows, new_rows, tables, &list);
    *out = (struct type_found){ .item = list.item, .n = list.n, .n_old = old_rows.n, .n_new = new_rows.n };
}

void type_find_list(struct type_finder *f, const struct change_type *t, struct type_found *out)
{
    type_change_list list = { 0 };
    uint32_t old, new;
    if (!find_both(f, t, true, &old, &new)) {
        out->note = missing_note(f->arena, t);
        return;
    }
    struct type_parts empty = { 0 }, old_items = old == NONE ? empty : items_of(f->arena, f->old.page, &f->old.page->list[old]),
                      new_items = new == NONE ? empty : items_of(f->arena, f->new.page, &f->new.page->list[new]);
    compare_parts(f, old_items, new_items, NULL, &list);
    *out = (struct type_found){ .item = list.item, .n = list.n, .n_old = old_items.n, .n_new = new_items.n };
}
