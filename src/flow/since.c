/* In: versions that users saw last, what was known at each step since, and the new body. Out: a row for each of these users. */
#include "flow/since.h"

#include "base/limits.h"

enum { SEEN_MAX = 4 }; /* different versions that people saw last; for others it is compared when they read */

/* ---- Load ---- */

static int load_body(struct check_work *w, struct store *s, struct check_since *out, struct err *e)
{
    struct store_version v;
    struct err none;
    int code = store_version_get(w->arena, s, w->page, out->row.seen, &v, &none);
    if (code == 0)
        code = store_version_body(w->arena, s, w->page, out->row.seen, &out->body.bytes, &none);
    out->has_body = code == 0;
    if (code)
        return code == E_ABSENT || code == E_FORMAT ? 0 : err_set(e, code, "%s", none.text);
    out->body.content_type = v.content_type;
    out->body.url = watch_address(w->subject.page.url);
    return 0;
}

/* A place is noise where it was so in the last step that changed it. */
static const struct past *join_known(struct check_work *w, const struct store_verdicts *steps, int64_t seen)
{
    struct past *known = NEW(w->arena, struct past), *step = NEW(w->arena, struct past);
    for (uint32_t i = 0; i < steps->n; i++) {
        if (steps->item[i].number <= seen)
            continue;
        past_read(step, steps->item[i].known);
        past_join(known, step);
    }
    return known;
}

static struct check_since *same_seen(struct check_work *w, int64_t seen)
{
    for (uint32_t i = 0; i < w->n_since; i++)
        if (w->since[i].row.seen == seen)
            return &w->since[i];
    return NULL;
}

static int load_one(struct check_work *w, struct store *s, const struct store_verdicts *steps, const struct store_since *row,
                    struct err *e)
{
    const struct check_since *same = same_seen(w, row->seen);
    struct check_since one = same ? *same : (struct check_since){ 0 };
    one.row = *row;
    if (!same) {
        one.known = join_known(w, steps, row->seen);
        if (load_body(w, s, &one, e))
            return e->code;
    }
    w->since[w->n_since++] = one;
    return 0;
}

int since_load(struct check_work *w, struct store *s, struct err *e)
{
    struct store_since_list wanted = { 0 };
    struct store_verdicts steps;
    int code = w->base.number ? store_since_wanted(w->arena, s, w->page, &wanted, e) : 0;
    w->n_since = 0;
    if (code || wanted.n == 0 || (code = store_verdict_list(w->arena, s, w->page, &steps, e)))
        return code;
    w->since = NEW_ARRAY(w->arena, struct check_since, wanted.n);
    uint32_t n_seen = 0;
    for (uint32_t i = 0; i < wanted.n; i++) {
        n_seen += same_seen(w, wanted.item[i].seen) == NULL;
        if (n_seen <= SEEN_MAX && load_one(w, s, &steps, &wanted.item[i], e))
            return e->code;
    }
    return 0;
}

/* ---- Analyse ---- */

/* The two pages of a comparison, for as many users as saw the same version last. */
struct since_pair {
    struct arena *arena;
    const struct page *new;
    int64_t seen; /* 0: nothing is read yet */
    bool readable;
    struct page page[2];
    struct delta delta;
};

/* The new page is not read a second time, unless the other one makes something else of it: where one of them is broken JSON, both are
 * text. */
static bool read_pair(const struct check_work *w, const struct check_since *x, struct since_pair *p)
{
    struct body pair[2] = { x->body, { .bytes = w->response.body, .content_type = w->response.content_type, .url = x->body.url } };
    struct symbols *symbols = NEW(p->arena, struct symbols);
    struct err past;
    if (body_kind(&pair[0]) == body_kind(&pair[1])) {
        if (body_read_as(p->arena, p->new->dom.symbols, &pair[0], body_kind(&pair[0]), &p->page[0], &past))
            return false;
        p->page[1] = *p->new;
        if (p->page[0].kind == p->page[1].kind)
            return true;
    }
    symbols_open(symbols, p->arena);
    return body_read_pair(p->arena, symbols, pair, p->page, &past) == 0;
}

static void compare_since(const struct check_work *w, const struct check_since *x, struct since_pair *p)
{
    struct err past;
    if (p->seen == x->row.seen)
        return;
    p->seen = x->row.seen;
    p->readable = x->has_body && read_pair(w, x, p) && compare_pages(p->arena, &p->page[0], &p->page[1], &p->delta, &past) == 0;
}

static uint32_t watch_of(const struct subject *s, int64_t user)
{
    uint32_t i = 0;
    while (i < s->row.n && s->row.item[i].user != user)
        i++;
    return i;
}

static void look_since(struct check_work *w, const struct since_pair *p, const struct cutter *cutter, struct check_since *x)
{
    uint32_t i = watch_of(&w->subject, x->row.user);
    struct verdict_again *again = NEW(p->arena, struct verdict_again);
    struct past *step = NEW(p->arena, struct past);
    struct verdict_view view;
    struct err past;
    if (i == w->subject.row.n)
        return;
    struct interest *interest = check_interests(p->arena, w);
    *again =
        (struct verdict_again){ .delta = &p->delta, .interest = &interest[i], .past = *x->known, .weigh = true, .cutter = cutter };
    past_read(step, w->verdict.known);
    past_join(&again->past, step);
    if (verdict_look(p->arena, again, &view, &past))
        return;
    x->row.importance = view.importance;
    x->row.counts = check_counts(&view.concern);
    if (!view.concern.concerns) /* what is left is what no check would tell of */
        x->row.counts.changes[CLASS_CONTENT] = 0;
    x->row.headline = arena_str(w->arena, view.concern.headline.text);
    x->row.reasons = verdict_reasons(w->arena, view.reason, view.n_reasons);
    x->row.changes = excerpts_write(w->arena, &view.concern.excerpts);
    x->made = true;
}

void since_analyse(struct check_work *w, const struct page *new, const struct cutter *cutter, size_t memory_max)
{
    AUTO(arena) a = { .budget_bytes = memory_max };
    struct since_pair pair = { .arena = &a, .new = new };
    if (w->verdict.suspect.len || w->verdict.still || w->verdict.invisible || !new)
        return;
    for (uint32_t i = 0; i < w->n_since; i++) {
        compare_since(w, &w->since[i], &pair);
        if (pair.readable && !arena_over(&a))
            look_since(w, &pair, cutter, &w->since[i]);
    }
}

/* ---- Commit ---- */

int since_commit(const struct check_work *w, struct store *s, struct err *e)
{
    int code = 0;
    for (uint32_t i = 0; i < w->n_since && code == 0; i++) {
        struct store_since row = w->since[i].row;
        row.number = w->check.number;
        if (w->since[i].made && row.seen < row.number)
            code = store_since_put(s, &row, e);
        else if (w->verdict.invisible && row.number > w->base.number)
            code = store_since_carry(s, &row, w->base.number, e);
    }
    return code;
}
