/* In: rows. Out: a world. O(bytes of the statements). */
#include "archive/sentinel_world.h"

#include "base/limits.h"
#include "base/vec.h"

/* ---- Names with their user ---- */

struct prefix {
    struct arena *arena;
    int64_t user; /* 0: names stay as they are */
};

static struct str named(const struct prefix *p, struct str name)
{
    return p->user && name.len ? arena_printf(p->arena, "%lld:%.*s", (long long)p->user, STR_ARG(name)) : name;
}

/* Expressions are as deep as the parser lets them be (SYNTAX_DEPTH_MAX). */
static void name_expr(const struct prefix *p, struct expr *x)
{
    if (!x)
        return;
    if (x->kind == EXPR_NAMED)
        x->name = named(p, x->name);
    for (uint32_t i = 0; i < x->n_parts; i++)
        name_expr(p, x->part[i]);
}

static void name_statement(const struct prefix *p, struct statement *s)
{
    s->set = named(p, s->set);
    s->sentinel.name = named(p, s->sentinel.name);
    s->sentinel.from.name = named(p, s->sentinel.from.name);
    s->sentinel.to.name = named(p, s->sentinel.to.name);
    name_expr(p, s->sentinel.target);
    name_expr(p, s->sentinel.changes);
}

/* ---- Rows ---- */

struct statements {
    struct statement *item;
    uint32_t n, room;
};

/* A row that cannot be read any more is a fault of its own sentinel, not of the others. */
static int read_row(struct sentinel_world *w, const struct store_sentinel *row, int64_t prefix, struct statements *out,
                    struct err *e)
{
    struct prefix p = { w->arena, prefix };
    struct sentinel_file file;
    struct fault_list faults = { .arena = w->arena, .grammar = &w->grammar };
    int code = sentinel_read(w->arena, &w->grammar, row->text, &file, &faults, e);
    for (uint32_t i = 0; code == 0 && i < file.n; i++) {
        struct statement *s = VEC_ADD(w->arena, out);
        *s = file.item[i];
        name_statement(&p, s);
    }
    if (code == 0 && row->disabled && file.n)
        *VEC_ADD(w->arena, out) = (struct statement){ .kind = STATEMENT_DISABLE, .sentinel = { .name = named(&p, row->name) } };
    return code;
}

int sentinel_world_read(struct arena *a, struct store *s, int64_t user, struct sentinel_world *out, struct err *e)
{
    struct sentinel_world w = { .arena = a };
    struct statements list = { 0 };
    int code = store_sentinel_list(a, s, user, &w.rows, e);
    if (code)
        return code;
    grammar_open(a, &w.grammar);
    for (uint32_t i = 0; code == 0 && i < w.rows.n; i++)
        code = read_row(&w, &w.rows.item[i], user ? 0 : w.rows.item[i].user, &list, e);
    w.file = (struct sentinel_file){ list.item, list.n };
    *out = w;
    out->faults = (struct fault_list){ .arena = a, .grammar = &out->grammar };
    return code;
}

static const struct store_sentinel *row_of(const struct sentinel_world *w, struct str name)
{
    struct str rest = name, user = str_cut(&rest, ':');
    uint64_t number;
    bool prefixed = user.len < name.len && str_number(user, INT64_MAX, &number);
    for (uint32_t i = 0; i < w->rows.n; i++) {
        const struct store_sentinel *row = &w->rows.item[i];
        if (!row->is_set && str_eq(row->name, prefixed ? rest : name) && (!prefixed || row->user == (int64_t)number))
            return row;
    }
    return NULL;
}

/* Rows are in the order in which the sentinels were made, which is that of the world: the search is short. */
static void find_rows(struct sentinel_world *w, int64_t now)
{
    uint32_t next = 0;
    w->row = NEW_ARRAY(w->arena, const struct store_sentinel *, w->world.n + 1);
    for (uint32_t i = 0; i < w->world.n; i++) {
        struct world_sentinel *x = &w->world.item[i];
        while (next < w->rows.n && w->rows.item[next].is_set)
            next++;
        const struct store_sentinel *row = next < w->rows.n ? &w->rows.item[next] : NULL;
        bool fits = row && str_ends(x->s.name, row->name)
                    && row_of(&(struct sentinel_world){ .rows = { (struct store_sentinel *)row, 1 } }, x->s.name);
        w->row[i] = fits ? row : row_of(w, x->s.name);
        next += fits;
        x->created_at = w->row[i] ? w->row[i]->created_at : now;
    }
}

void sentinel_world_build(struct sentinel_world *w, int64_t now)
{
    world_build(w->arena, &w->file, &w->world, &w->faults);
    if (w->faults.list.n)
        return;
    find_rows(w, now);
    world_times(&w->world, &w->faults);
}

/* ---- Pages of a sentinel ---- */

uint32_t *sentinel_world_pages(struct arena *a, const struct detection *g, uint32_t node, uint32_t *n)
{
    AUTO(arena) scratch = { 0 };
    VEC(uint32_t) found = { 0 };
    VEC(uint32_t) todo = { 0 };
    *VEC_ADD(&scratch, &todo) = node;
    while (todo.n) {
        const struct detect_node *x = &g->node[todo.item[--todo.n]];
        for (uint32_t i = 0; i < x->n_parts; i++)
            *VEC_ADD(&scratch, &todo) = x->part[i];
        bool known = x->kind != DETECT_CHANGE;
        for (uint32_t i = 0; i < found.n && !known; i++)
            known = found.item[i] == x->page;
        if (!known)
            *VEC_ADD(a, &found) = x->page;
    }
    *n = found.n;
    return found.item;
}
