/* In: a form or a statement. Out: the other. O(pages + conditions). */
#include "archive/sentinel_form.h"

#include "base/limits.h"

bool form_kind_has_value(enum type_kind kind)
{
    return kind >= TYPE_KEYWORDS;
}

/* ---- A statement as a form ---- */

static struct str keywords_of(struct arena *a, const struct change_type *t)
{
    struct str all = STR("");

    for (uint32_t i = 0; i < t->n_keywords; i++)
        all = arena_printf(a, "%.*s%s%.*s", STR_ARG(all), i ? ", " : "", STR_ARG(t->keyword[i]));
    return all;
}

static struct str value_of(struct arena *a, const struct change_type *t)
{
    if (t->kind == TYPE_KEYWORDS)
        return keywords_of(a, t);
    if (t->kind == TYPE_REGEX)
        return arena_printf(a, "/%.*s/%.*s", STR_ARG(t->text), STR_ARG(t->flags));
    return t->number ? arena_printf(a, "%u", t->number) : t->text;
}

static bool add_condition(struct arena *a, const struct expr *x, struct sentinel_form *out)
{
    if (x->kind != EXPR_TYPE || x->within_ms || out->n_conditions == FORM_CONDITIONS_MAX)
        return false;
    out->condition[out->n_conditions++] = (struct form_condition){ x->type.kind, value_of(a, &x->type) };
    return true;
}

static bool add_conditions(struct arena *a, const struct expr *x, struct sentinel_form *out)
{
    bool good = true;

    if (!x)
        return false;
    out->within_ms = x->within_ms;
    if (x->kind == EXPR_TYPE && !x->within_ms)
        return add_condition(a, x, out);
    out->join = x->kind == EXPR_OR ? JOIN_ANY : x->kind == EXPR_AND ? JOIN_ALL : JOIN_ORDER;
    if (x->kind != EXPR_OR && x->kind != EXPR_AND && x->kind != EXPR_SEQ)
        return false;
    for (uint32_t i = 0; i < x->n_parts && good; i++)
        good = add_condition(a, x->part[i], out);
    return good;
}

static bool add_pages(const struct expr *x, struct sentinel_form *out)
{
    bool good = true;

    if (!x || x->within_ms || out->n_pages == FORM_PAGES_MAX)
        return false;
    if (x->kind == EXPR_PAGE || x->kind == EXPR_NAMED) {
        out->page[out->n_pages++] = x->name;
        return true;
    }
    for (uint32_t i = 0; i < x->n_parts && good && x->kind == EXPR_OR; i++)
        good = add_pages(x->part[i], out);
    return good && x->kind == EXPR_OR;
}

static bool add_way(const struct sentinel *s, struct sentinel_form *out)
{
    if (s->n_ways == 0)
        return true;
    bool here = str_eq(s->way[0].kind, STR("interactive")) && s->way[0].details.len == 0;
    out->by = here ? s->way[0].kind : s->way[0].details;
    return s->n_ways == 1 && (here || str_eq(s->way[0].kind, STR("channel")));
}

bool sentinel_form_of(struct arena *a, const struct statement *s, struct sentinel_form *out)
{
    const unsigned can = GIVEN_USING | GIVEN_MONITOR | GIVEN_FETCH | GIVEN_NOTIFY | GIVEN_BY | GIVEN_WHEN;
    const struct sentinel *x = &s->sentinel;

    *out = (struct sentinel_form){ .name = x->name,
                                   .importance_ppm = x->importance_ppm,
                                   .fetch_ms = x->fetch_ms,
                                   .notify_ms = x->notify == NOTIFY_EVERY ? x->notify_ms : 0 };
    return s->kind == STATEMENT_CREATE && (x->given & ~can) == 0 && x->notify != NOTIFY_BEST && add_pages(x->target, out)
           && add_conditions(a, x->changes, out) && add_way(x, out);
}

/* ---- A form as a statement ---- */

static struct expr *new_expr(struct arena *a, enum expr_kind kind, uint32_t room)
{
    struct expr *x = NEW(a, struct expr);

    x->kind = kind;
    x->part = NEW_ARRAY(a, struct expr *, room + 1);
    return x;
}

static void split_keywords(struct arena *a, struct str value, struct change_type *out)
{
    out->keyword = NEW_ARRAY(a, struct str, value.len / 2 + 2);
    while (value.len) {
        struct str word = str_trim(str_cut(&value, ','));
        if (word.len)
            out->keyword[out->n_keywords++] = word;
    }
}

/* /pattern/i, or the pattern alone */
static void split_pattern(struct str value, struct change_type *out)
{
    size_t end = value.len;

    while (end > 1 && value.ptr[end - 1] != '/')
        end--;
    bool slashes = str_starts(value, STR("/")) && end > 1;
    out->text = slashes ? str_sub(value, 1, end - 1) : value;
    out->flags = slashes ? str_sub(value, end, value.len) : STR("");
}

static struct expr *condition_of(struct arena *a, const struct form_condition *c)
{
    struct expr *x = new_expr(a, EXPR_TYPE, 0);
    uint64_t number = 0;

    x->type.kind = c->kind;
    x->type.text = x->type.flags = STR("");
    if (c->kind == TYPE_KEYWORDS)
        split_keywords(a, c->value, &x->type);
    else if (c->kind == TYPE_REGEX)
        split_pattern(c->value, &x->type);
    else if ((c->kind == TYPE_TABLE || c->kind == TYPE_LIST) && str_number(c->value, UINT32_MAX, &number) && number)
        x->type.number = (uint32_t)number;
    else if (form_kind_has_value(c->kind))
        x->type.text = c->value;
    return x;
}

static struct expr *conditions_of(struct arena *a, const struct sentinel_form *f)
{
    static const enum expr_kind kinds[] = { [JOIN_ANY] = EXPR_OR, [JOIN_ALL] = EXPR_AND, [JOIN_ORDER] = EXPR_SEQ };
    struct expr *all = new_expr(a, kinds[f->join], f->n_conditions);

    for (; all->n_parts < f->n_conditions; all->n_parts++)
        all->part[all->n_parts] = condition_of(a, &f->condition[all->n_parts]);
    if (all->n_parts == 1)
        all = all->part[0];
    else
        all->within_ms = f->within_ms;
    return f->n_conditions ? all : condition_of(a, &(struct form_condition){ TYPE_ANY, STR("") });
}

static bool is_address(struct str page)
{
    return str_find(page, STR("."), 0) != SIZE_MAX || str_find(page, STR(":"), 0) != SIZE_MAX
           || str_find(page, STR("/"), 0) != SIZE_MAX;
}

static struct expr *pages_of(struct arena *a, const struct sentinel_form *f)
{
    struct expr *all = new_expr(a, EXPR_OR, f->n_pages);

    for (; all->n_parts < f->n_pages; all->n_parts++) {
        struct str page = f->page[all->n_parts];
        struct expr *x = all->part[all->n_parts] = new_expr(a, is_address(page) ? EXPR_PAGE : EXPR_NAMED, 0);
        x->name = page;
    }
    return all->n_parts == 1 ? all->part[0] : all;
}

struct str sentinel_form_text(struct arena *a, const struct sentinel_form *f)
{
    AUTO(buf) out = BUF(SENTINEL_FILE_MAX);
    bool here = str_eq(f->by, STR("interactive"));
    struct sentinel_way way = { .kind = here ? f->by : STR("channel"), .details = here ? STR("") : f->by };
    struct statement s = { .kind = STATEMENT_CREATE,
                           .sentinel = { .name = f->name.len ? f->name : STR("my-sentinel"),
                                         .given = GIVEN_USING | GIVEN_MONITOR | GIVEN_FETCH | GIVEN_NOTIFY,
                                         .target = pages_of(a, f),
                                         .changes = conditions_of(a, f),
                                         .fetch_ms = f->fetch_ms,
                                         .notify = f->notify_ms ? NOTIFY_EVERY : NOTIFY_IMMEDIATE,
                                         .notify_ms = f->notify_ms,
                                         .way = &way,
                                         .n_ways = f->by.len > 0,
                                         .importance_ppm = f->importance_ppm } };

    s.sentinel.given |= (f->by.len ? GIVEN_BY : 0u) | (f->importance_ppm ? GIVEN_WHEN : 0u);
    sentinel_print(&s, &out);
    return arena_str(a, buf_str(&out));
}
