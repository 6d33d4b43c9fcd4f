/* In: the statements of a file. Out: the sentinels and sets that they leave, whole.
 *
 * Invariants after world_build without faults: every name in a target is a sentinel or a set; no sentinel stands on itself; whoever
 * has pages has changes; every pattern and selector can be read. */
#include "event/world.h"

#include "base/hash.h"
#include "event/types.h"

struct world_builder {
    struct world *world;
    const struct sentinel_file *file;
    struct fault_list *faults;
    bool alone; /* the file is read without the others that it may stand on */
    VEC(struct world_sentinel) sentinels;
    VEC(struct world_set) sets;
};

struct world_sentinel *world_find(const struct world *w, struct str name)
{
    const uint32_t *number = map_find(&w->sentinel_of_name, hash_str(name));
    struct world_sentinel *found = number ? &w->item[*number] : NULL;
    return found && !found->dropped && str_eq(found->s.name, name) ? found : NULL;
}

const struct world_set *world_find_set(const struct world *w, struct str name)
{
    const uint32_t *number = map_find(&w->set_of_name, hash_str(name));
    const struct world_set *found = number ? &w->set[*number] : NULL;
    return found && !found->dropped && str_eq(found->name, name) ? found : NULL;
}

/* The vecs may have moved: the world looks at them as they are now. */
static void refresh(struct world_builder *b)
{
    b->world->item = b->sentinels.item;
    b->world->n = b->sentinels.n;
    b->world->set = b->sets.item;
    b->world->n_sets = b->sets.n;
}

void sentinel_take(struct sentinel *to, const struct sentinel *from, unsigned given)
{
    if (given & GIVEN_USING)
        to->target = from->target;
    if (given & GIVEN_MONITOR)
        to->changes = from->changes;
    if (given & GIVEN_FETCH)
        to->fetch_ms = from->fetch_ms;
    if (given & GIVEN_FROM)
        to->from = from->from;
    if (given & GIVEN_TO)
        to->to = from->to;
    if (given & GIVEN_NOTIFY) {
        to->notify = from->notify;
        to->notify_ms = from->notify_ms;
    }
    if (given & GIVEN_BY) {
        to->way = from->way;
        to->n_ways = from->n_ways;
    }
    if (given & GIVEN_COMPARE) {
        to->compare = from->compare;
        to->compare_n = from->compare_n;
    }
    if (given & GIVEN_CUMULATIVE)
        to->cumulative = from->cumulative;
    if (given & GIVEN_HISTORY)
        to->history = from->history;
    if (given & GIVEN_PRESENTATION)
        to->presentation = from->presentation;
    if (given & GIVEN_WHEN)
        to->importance_ppm = from->importance_ppm;
    if (given & GIVEN_CONTEXT)
        to->context = from->context;
    to->given |= given;
}

static void create(struct world_builder *b, const struct statement *s)
{
    bool is_set = s->kind == STATEMENT_CREATE_SET;
    struct str name = is_set ? s->set : s->sentinel.name;
    if (world_find(b->world, name) || world_find_set(b->world, name))
        fault_add(b->faults, s->at, "there is a sentinel or set called %.*s already; ALTER changes it, DROP forgets it",
                  STR_ARG(name));
    else if (is_set) {
        *map_slot(&b->world->set_of_name, hash_str(name), 0) = b->sets.n;
        *VEC_ADD(b->world->arena, &b->sets) = (struct world_set){ name, s->address, s->n_addresses, false };
    } else {
        *map_slot(&b->world->sentinel_of_name, hash_str(name), 0) = b->sentinels.n;
        *VEC_ADD(b->world->arena, &b->sentinels) = (struct world_sentinel){ .s = s->sentinel };
    }
}

static void drop(struct world_builder *b, const struct statement *s)
{
    struct world_sentinel *found = world_find(b->world, s->sentinel.name);
    const struct world_set *set = world_find_set(b->world, s->set);
    if (s->kind == STATEMENT_DROP && found)
        found->dropped = true;
    else if (s->kind == STATEMENT_DROP_SET && set)
        b->sets.item[set - b->sets.item].dropped = true;
    else if (b->alone)
        return;
    else if (s->kind == STATEMENT_DROP_SET)
        fault_add(b->faults, s->at, "there is no set called %.*s", STR_ARG(s->set));
    else
        fault_add(b->faults, s->sentinel.at, "there is no sentinel called %.*s", STR_ARG(s->sentinel.name));
}

static void apply(struct world_builder *b, const struct statement *s)
{
    struct world_sentinel *found = world_find(b->world, s->sentinel.name);
    if (s->kind == STATEMENT_CREATE || s->kind == STATEMENT_CREATE_SET)
        create(b, s);
    else if (s->kind == STATEMENT_DROP || s->kind == STATEMENT_DROP_SET)
        drop(b, s);
    else if (!found && b->alone)
        return;
    else if (!found)
        fault_add(b->faults, s->sentinel.at, "there is no sentinel called %.*s", STR_ARG(s->sentinel.name));
    else if (s->kind == STATEMENT_ALTER)
        sentinel_take(&found->s, &s->sentinel, s->sentinel.given);
    else if (s->kind == STATEMENT_EXPLAIN)
        found->explain = true;
    else
        found->disabled = s->kind == STATEMENT_DISABLE;
    refresh(b);
}

static void check_names(struct world_builder *b, struct world_sentinel *w, const struct expr *x);

/* ON ANY(2, papers) MONITOR storm WITHIN 6 hours: one change lies nowhere apart from itself, so the window is that of the pages. */
static void widen_window(struct world_builder *b, struct sentinel *s)
{
    bool is_single = s->changes && s->changes->kind == EXPR_TYPE && s->changes->within_ms;
    bool has_several = s->target->kind == EXPR_AND || s->target->kind == EXPR_SEQ || s->target->kind == EXPR_ANY;
    if (!is_single || !has_several)
        return;
    struct expr *target = NEW(b->world->arena, struct expr), *changes = NEW(b->world->arena, struct expr);
    *target = *s->target;
    *changes = *s->changes;
    if (target->within_ms == 0 || changes->within_ms < target->within_ms)
        target->within_ms = changes->within_ms;
    changes->within_ms = 0;
    s->target = target;
    s->changes = changes;
}

/* Fills in what the sentinel inherits, of those first that it stands on. */
static void finish(struct world_builder *b, struct world_sentinel *w)
{
    struct sentinel *s = &w->s;
    if (w->state == 2)
        return;
    if (w->state == 1) {
        fault_add(b->faults, s->at, "%.*s stands on itself", STR_ARG(s->name));
        return;
    }
    w->state = 1;
    check_names(b, w, s->target);
    const struct world_sentinel *base = s->target->kind == EXPR_NAMED ? world_find(b->world, s->target->name) : NULL;
    if (base && base->state == 2) {
        unsigned missing = base->s.given & ~s->given;
        bool asks_itself = s->given & GIVEN_MONITOR;
        sentinel_take(s, &base->s, asks_itself ? missing | GIVEN_USING : missing | GIVEN_USING | (base->s.given & GIVEN_MONITOR));
    }
    widen_window(b, s);
    w->state = 2;
}

/* The statement that dropped the name while `user` stood on it; NULL: none did. */
static const struct statement *find_drop(const struct sentinel_file *file, struct str name, struct str user)
{
    for (uint32_t i = file->n; i > 0; i--) {
        const struct statement *s = &file->item[i - 1];
        if ((s->kind == STATEMENT_DROP && str_eq(s->sentinel.name, name))
            || (s->kind == STATEMENT_DROP_SET && str_eq(s->set, name)))
            return s;
        if ((s->kind == STATEMENT_CREATE || s->kind == STATEMENT_ALTER) && str_eq(s->sentinel.name, user))
            return NULL;
    }
    return NULL;
}

/* Said where it is dropped: what stands on it may be of an earlier file. */
static void add_missing(struct world_builder *b, const struct sentinel *s, const struct expr *x)
{
    const struct statement *drop = find_drop(b->file, x->name, s->name);
    if (drop)
        fault_add(b->faults, drop->kind == STATEMENT_DROP ? drop->sentinel.at : drop->at,
                  "%.*s stands on %.*s; drop or alter it first", STR_ARG(s->name), STR_ARG(x->name));
    else
        fault_add(b->faults, x->at, "there is no sentinel or set called %.*s; an address stands in quotes", STR_ARG(x->name));
}

/* Names that nobody has, pages without changes; sentinels that it names are finished first. */
static void check_names(struct world_builder *b, struct world_sentinel *w, const struct expr *x)
{
    struct world_sentinel *other = x->kind == EXPR_NAMED ? world_find(b->world, x->name) : NULL;
    bool is_set = x->kind == EXPR_NAMED && !other && world_find_set(b->world, x->name);
    if (other)
        finish(b, other);
    else if (x->kind == EXPR_NAMED && !is_set && !b->alone)
        add_missing(b, &w->s, x);
    if ((is_set || x->kind == EXPR_PAGE) && !w->s.changes)
        fault_add(b->faults, x->at, "a page needs the changes that count: add MONITOR");
    for (uint32_t i = 0; i < x->n_parts; i++)
        check_names(b, w, x->part[i]);
}

/* Patterns and selectors, wherever they stand. */
static void check_types(struct arena *a, const struct expr *x, struct fault_list *faults)
{
    struct err e;
    if (x->kind == EXPR_TYPE && type_check(a, &x->type, &e))
        fault_add(faults, x->at, "%s", e.text);
    for (uint32_t i = 0; i < x->n_parts; i++)
        check_types(a, x->part[i], faults);
}

static void check_all_types(struct arena *a, const struct sentinel_file *file, struct fault_list *faults)
{
    for (uint32_t i = 0; i < file->n; i++)
        if (file->item[i].sentinel.changes)
            check_types(a, file->item[i].sentinel.changes, faults);
}

/* Those that are left move together; nothing points at them yet. */
static void leave_out_dropped(struct world_builder *b)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->sentinels.n; i++) {
        if (b->sentinels.item[i].dropped)
            continue;
        *map_slot(&b->world->sentinel_of_name, hash_str(b->sentinels.item[i].s.name), 0) = n;
        b->sentinels.item[n++] = b->sentinels.item[i];
    }
    b->sentinels.n = n;
    refresh(b);
}

static void build(struct arena *a, const struct sentinel_file *file, bool alone, struct world *out, struct fault_list *faults)
{
    struct world_builder b = { .world = out, .file = file, .faults = faults, .alone = alone };
    *out = (struct world){ .arena = a };
    map_open(&out->sentinel_of_name, a, file->n);
    map_open(&out->set_of_name, a, 16);
    for (uint32_t i = 0; i < file->n; i++)
        apply(&b, &file->item[i]);
    leave_out_dropped(&b);
    for (uint32_t i = 0; i < out->n; i++)
        finish(&b, &out->item[i]);
    check_all_types(a, file, faults);
}

void world_build(struct arena *a, const struct sentinel_file *file, struct world *out, struct fault_list *faults)
{
    build(a, file, false, out, faults);
}

void world_check(struct arena *a, const struct sentinel_file *file, struct fault_list *faults)
{
    struct world alone;
    build(a, file, true, &alone, faults);
}
