/* In: two versions, the caller's watch, what was known when each version was judged. Out: the changes that count for the caller.
 *
 * Invariant: where the newer version was judged against the older one, the counts and the headline are those of the caller's event
 * (judge/verdict.h: verdict_look() of the same pages, interest and knowledge).
 *
 * Between versions that are further apart, a place is noise where it was so in the last step that changed it. */
#include "archive/comparison.h"

#include "archive/pictures.h"
#include "archive/watched.h"
#include "base/limits.h"
#include "judge/verdict.h"
#include "page/body.h"

static int read_version(const struct caller *c, const struct target *t, int64_t number, struct target_version *out, struct err *e)
{
    struct target at = *t;

    if (t->is_source)
        return err_set(e, E_USAGE, "%.*s is a file under version control, not a page of the archive", STR_ARG(t->name));
    at.at = arena_printf(c->arena, "%lld", (long long)number);
    return target_version(c, &at, out, e);
}

static int read_body(const struct caller *c, const struct target *t, const struct target_version *v, struct body *out,
                     struct err *e)
{
    *out = (struct body){ .content_type = v->content_type, .url = t->url, .name = STR("") };
    return target_body(c, t, v->number, &out->bytes, e);
}

int comparison_page(const struct caller *c, const struct target *t, int64_t number, struct page *out, struct err *e)
{
    struct symbols *symbols = NEW(c->arena, struct symbols);
    struct target_version v;
    struct body body;
    bool readable;
    int failed;

    symbols_open(symbols, c->arena);
    if ((failed = read_version(c, t, number, &v, e)) || (failed = read_body(c, t, &v, &body, e))
        || (failed = body_read(c->arena, symbols, &body, out, &readable, e)))
        return failed;
    return readable ? 0 : body_refuse(&body, e);
}

/* Both versions, and all that differs between them. */
static int compare(const struct caller *c, const struct comparison_query *q, struct comparison *out, struct err *e)
{
    struct symbols *symbols = NEW(c->arena, struct symbols);
    struct page *page = NEW_ARRAY(c->arena, struct page, 2);
    struct body body[2];
    int failed;

    symbols_open(symbols, c->arena);
    if ((failed = read_version(c, q->target, q->old, &out->old, e)) || (failed = read_version(c, q->target, q->new, &out->new, e))
        || (failed = read_body(c, q->target, &out->old, &body[0], e)) || (failed = read_body(c, q->target, &out->new, &body[1], e))
        || (failed = body_read_pair(c->arena, symbols, body, page, e)))
        return failed;
    out->identical = str_eq(body[0].bytes, body[1].bytes);
    return compare_pages(c->arena, &page[0], &page[1], &out->delta, e);
}

/* ---- What counts ---- */

/* The caller's watch; of a page that they do not watch, or where it is damaged, one of all of it. */
static int read_watch(const struct caller *c, int64_t page, struct watched *out, struct err *e)
{
    struct store_watched *row = NEW(c->arena, struct store_watched);
    struct err none;
    int failed = c->who.user ? store_watched_page(c->arena, c->store, c->who.user, page, row, &none) : E_ABSENT;

    *out = (struct watched){ 0 };
    if (failed)
        return failed == E_ABSENT ? 0 : err_set(e, failed, "%s", none.text);
    watched_read(c->arena, row, out);
    return 0;
}

bool comparison_heeds(const struct store_lesson *lesson, int64_t number)
{
    return lesson->number < number + (lesson->kind == STORE_LESSON_TOLD);
}

/* Of a change that a check judged: what the caller had taught of the page before the version came, and what of it they announced.
 * Between versions that are further apart: all of it up to the later one. */
static int read_lessons(const struct caller *c, const struct comparison_query *q, bool judged, struct interest *out, struct err *e)
{
    struct lessons *lessons = NEW(c->arena, struct lessons);
    struct store_lessons rows = { 0 };
    int failed = c->who.user ? store_lesson_list(c->arena, c->store, c->who.user, q->target->page.id, &rows, e) : 0;

    if (failed || rows.n == 0)
        return failed;
    lessons_open(lessons, c->arena);
    int64_t last = MAX(q->old, q->new);
    for (uint32_t i = 0; i < rows.n; i++)
        if (judged ? comparison_heeds(&rows.item[i], last) : rows.item[i].number <= last)
            lessons_add(lessons, (enum lesson_kind)rows.item[i].kind, rows.item[i].keys);
    out->lessons = lessons;
    return 0;
}

static void read_interest(const struct caller *c, const struct watch *w, struct interest *out)
{
    *out = (struct interest){ .select = w->select.item,
                              .n_select = w->select.n,
                              .ignore = w->ignore.item,
                              .n_ignore = w->ignore.n,
                              .wishes = watched_wishes(c->settings, w) };
}

/* A version stands until the next one comes, and the newest until now: so long its pictures may have changed. */
static int add_pictures(const struct caller *c, const struct watched *w, const bool *node, struct comparison *x, struct err *e)
{
    struct pictures_query query = { .delta = &x->delta, .from = x->old.at, .to = x->new.at, .node = node };
    struct pictures found = { 0 };

    if (!w->watch.entities)
        return 0;
    if (x->new.number == w->newest)
        query.to = c->now;
    int failed = pictures_changed(c, &query, &found, e);
    if (failed || found.n == 0)
        return failed;
    x->n_pictures = found.n;
    delta_add(c->arena, &x->delta, found.item, found.n);
    return 0;
}

/* What was known of the places that changed on the way from one version to the other, and what was thought of it where that way is one
 * step. */
static int read_verdicts(const struct caller *c, const struct comparison_query *q, struct past *known, struct comparison *out,
                         struct err *e)
{
    struct store_verdicts list;
    struct past *step = NEW(c->arena, struct past);
    int64_t from = MIN(q->old, q->new), to = MAX(q->old, q->new);
    int failed = store_verdict_list(c->arena, c->store, q->target->page.id, &list, e);

    *known = (struct past){ 0 };
    for (uint32_t i = 0; i < list.n && !failed; i++) {
        const struct store_verdict *v = &list.item[i];
        if (v->number <= from || v->number > to)
            continue;
        past_read(step, v->known);
        past_join(known, step);
        if (v->number != q->new || v->before != q->old)
            continue;
        *known = *step; /* what was known when these two were held against each other, and nothing else */
        past_drop_borrowed(known);
        out->judged = true;
        out->importance = v->importance;
        out->reasons = v->reasons;
    }
    return failed;
}

/* A version that came after the watch began, and of which there is no event, was held back. */
static int find_held(const struct caller *c, const struct comparison_query *q, const struct watched *w, struct comparison *x,
                     struct err *e)
{
    struct store_event_query mine = { .user = c->who.user, .page = q->target->page.id };
    struct store_events events;

    if (w->page.id == 0 || q->old >= q->new || x->new.at < w->added_at)
        return 0;
    int failed = store_event_list(c->arena, c->store, &mine, &events, e);
    x->held = !failed;
    for (uint32_t i = 0; i < events.n && !failed; i++)
        x->held &= events.item[i].number <= q->old || events.item[i].number > q->new;
    return failed;
}

static struct store_counts counts_of(const struct verdict_concern *v)
{
    struct store_counts counts = { .words_inserted = v->words_inserted, .words_deleted = v->words_deleted };

    memcpy(counts.changes, v->changes, sizeof counts.changes);
    return counts;
}

static void narrow(struct arena *a, const struct verdict_view *view, struct comparison *x)
{
    const struct delta all = x->delta;

    delta_choose(a, &all, &view->shown, &x->delta);
    x->counts = counts_of(&view->concern);
    x->n_noise = view->n_noise;
    x->n_outside = view->n_outside;
}

static int find_what_counts(const struct caller *c, const struct comparison_query *q, struct comparison *x, struct err *e)
{
    struct verdict_again *again = NEW(c->arena, struct verdict_again);
    struct interest interest = { 0 };
    struct watched w;
    struct verdict_view view;
    int failed;

    again->delta = &x->delta;
    again->interest = &interest;
    again->weigh = q->weigh;
    again->hold_back = q->hold_back;
    again->hold_all = q->hold_all;
    if ((failed = read_watch(c, q->target->page.id, &w, e)) || (failed = read_verdicts(c, q, &again->past, x, e))
        || (failed = find_held(c, q, &w, x, e)))
        return failed;
    if (!q->whole) {
        read_interest(c, &w.watch, &interest);
        if ((failed = read_lessons(c, q, x->judged, &interest, e)))
            return failed;
    }
    if ((failed = verdict_look(c->arena, again, &view, e)))
        return failed;
    x->counts = (struct store_counts){ .words_inserted = x->delta.words_inserted, .words_deleted = x->delta.words_deleted };
    memcpy(x->counts.changes, x->delta.n_class, sizeof x->counts.changes);
    x->headline = view.concern.headline.text;
    x->note = view.concern.note;
    x->chance = view.concern.chance;
    x->wanted = view.concern.wanted;
    x->concerns = view.concern.concerns;
    x->excerpts = view.concern.excerpts;
    if (q->hold_back) {
        struct held_changes *held = NEW_ARRAY(c->arena, struct held_changes, 2);
        held[0] = view.held;
        held[1] = view.held_outside;
        x->inside = &held[0];
        x->outside = &held[1];
    }
    bool own = !x->judged || view.concern.weighed || x->importance < 0;
    if (q->weigh && own)
        x->importance = view.importance;
    if (q->weigh && (own || x->wanted))
        x->reasons = verdict_reasons(c->arena, view.reason, view.n_reasons);
    x->weights = view.weights;
    x->part = view.part;
    if (!q->whole)
        narrow(c->arena, &view, x);
    return add_pictures(c, &w, view.shown.new_node, x, e);
}

int comparison_make(const struct caller *c, const struct comparison_query *query, struct comparison *out, struct err *e)
{
    struct comparison x = { .importance = -1, .reasons = STR(""), .note = STR("") };
    int failed = compare(c, query, &x, e);

    if (failed || (failed = find_what_counts(c, query, &x, e)))
        return failed;
    *out = x;
    return 0;
}

int comparison_narrow(const struct caller *c, const struct comparison_query *query, struct delta *d, struct err *e)
{
    struct comparison x = { .delta = *d };
    int failed;

    if ((failed = read_version(c, query->target, query->old, &x.old, e))
        || (failed = read_version(c, query->target, query->new, &x.new, e)) || (failed = find_what_counts(c, query, &x, e)))
        return failed;
    *d = x.delta;
    return 0;
}

/* ---- In words ---- */

static struct str count(struct arena *a, uint32_t n, const char *what)
{
    return n ? arena_printf(a, "%u %s %s", n, n == 1 ? "change" : "changes", what) : STR("");
}

struct str comparison_left_out(struct arena *a, const struct comparison *x)
{
    struct str outside = count(a, x->n_outside, "outside of what you watch"),
               noise = count(a, x->n_noise, "that weft takes for noise");
    uint32_t n = x->n_outside + x->n_noise;

    if (n == 0)
        return STR("");
    return arena_printf(a, "%.*s%s%.*s %s not shown", STR_ARG(outside), outside.len && noise.len ? " and " : "", STR_ARG(noise),
                        n == 1 ? "is" : "are");
}

struct str comparison_held(const struct comparison *x)
{
    return x->held && x->delta.n_class[CLASS_CONTENT] ? STR("this was held back and not announced") : STR("");
}
