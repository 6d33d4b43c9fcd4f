/* In: what was found in a version. Out: the words that are kept and sent of it. */
#include "archive/sentinel_make.h"

#include "base/limits.h"
#include "judge/excerpt.h"

enum { CHANGES_MAX = 12, WORDS_MAX = 40, SHORT_BYTES = 32 };

/* ---- Findings ---- */

/* On one line: for headlines, which become subjects, and lists. */
static struct str one_line(struct arena *a, struct buf *text)
{
    for (size_t i = 0; i < text->len; i++)
        if ((unsigned char)text->ptr[i] < ' ')
            text->ptr[i] = ' ';
    return arena_str(a, str_trim(buf_str(text)));
}

/* As a reader sees it; what has no words at all, a picture, by its name. */
static struct str side_text(struct arena *a, const struct page *p, uint32_t from, uint32_t to, struct str text)
{
    AUTO(buf) out = BUF(MIB(1));
    uint32_t end = MIN(to, from + WORDS_MAX);
    if (text.len)
        return text;
    if (from < to)
        page_words_text(p, from, end, &out);
    if (from < to && str_trim(buf_str(&out)).len == 0)
        page_words_line(p, from, end, &out);
    if (to > end)
        buf_add(&out, STR(" …"));
    return one_line(a, &out);
}

/* What stands around words that came, on the new page; around words that went, on the old one, which still has them. */
static void add_context(struct arena *a, const struct delta *d, const struct type_change *c, struct excerpt *out)
{
    struct delta turned = { .old = d->new, .new = d->old };
    struct change back = { CHANGE_INSERT, c->new_word, c->new_end, c->old_word, c->old_end, NONE, NONE, { 0 }, 0, 0, 0 };
    struct change there = { c->kind, c->old_word, c->old_end, c->new_word, c->new_end, NONE, NONE, { 0 }, 0, 0, 0 };
    if (c->kind == CHANGE_DELETE)
        excerpt_add_context(a, &turned, &back, out);
    else
        excerpt_add_context(a, d, &there, out);
}

static struct excerpt excerpt_of(struct arena *a, const struct delta *d, const struct type_change *c)
{
    struct excerpt out = { .kind = c->kind, .before = STR(""), .old = STR(""), .new = STR(""), .after = STR(""), .note = c->where };
    struct str old = side_text(a, d->old, c->old_word, c->old_end, c->old_text);
    struct str new = side_text(a, d->new, c->new_word, c->new_end, c->new_text);
    bool is_note = c->kind >= CHANGE_FORMAT && c->old_text.len; /* of any change: what the delta says of it */
    if (is_note)
        out.note = old;
    if (c->kind != CHANGE_INSERT && !is_note)
        out.old = old;
    if (c->kind != CHANGE_DELETE)
        out.new = new;
    out.where = c->kind == CHANGE_DELETE ? excerpt_heading(a, d->old, c->old_word) : excerpt_heading(a, d->new, c->new_word);
    bool is_words = c->old_node == NONE && c->new_node == NONE;
    if (is_words && c->kind <= CHANGE_UPDATE)
        add_context(a, d, c, &out);
    return out;
}

static struct str changes_text(struct arena *a, const struct observed_event *event)
{
    struct excerpts list = { NEW_ARRAY(a, struct excerpt, CHANGES_MAX), 0 };
    for (; list.n < event->found.n && list.n < CHANGES_MAX; list.n++)
        list.item[list.n] = excerpt_of(a, event->delta, &event->found.item[list.n]);
    return excerpts_write(a, &list);
}

struct store_finding sentinel_finding(struct arena *a, const struct detection *g, const struct observed_event *event)
{
    AUTO(buf) type = BUF(MIB(1));
    type_print(&g->node[event->primitive.node].type, &type);
    return (struct store_finding){
        .id = (int64_t)event->primitive.event,
        .at = event->primitive.end,
        .type = arena_str(a, buf_str(&type)),
        .changes = changes_text(a, event),
        .n = event->found.n,
    };
}

/* ---- Events ---- */

/* The change that says most: one of words, and what came rather than what went. */
static const struct excerpt *foremost(const struct excerpts *list)
{
    const struct excerpt *best = &list->item[0];
    int most = -1;
    for (uint32_t i = 0; i < list->n; i++) {
        const struct excerpt *x = &list->item[i];
        int says = (x->kind <= CHANGE_UPDATE ? 2 : 0) + (x->new.len > 0);
        if (says > most) {
            best = x;
            most = says;
        }
    }
    return best;
}

/* A word or two say little without those around them. */
static void add_around(struct buf *out, const struct excerpt *x, struct str words)
{
    if (words.len > SHORT_BYTES || x->before.len + x->after.len == 0)
        return;
    buf_addf(out, " (“%.*s%s%.*s%s%.*s”)", STR_ARG(x->before), x->before.len && !x->joins_before ? " " : "", STR_ARG(words),
             x->after.len && !x->joins_after ? " " : "", STR_ARG(x->after));
}

/* The foremost change in its own words. */
static struct str headline_of(struct arena *a, struct str name, const struct store_finding *last)
{
    struct excerpts list = { 0 };
    struct err unread;
    if (excerpts_read(a, last->changes, &list, &unread) || list.n == 0)
        return arena_printf(a, "%.*s: %.*s", STR_ARG(name), STR_ARG(last->type));
    const struct excerpt *x = foremost(&list);
    AUTO(buf) out = BUF(KIB(64));
    buf_addf(&out, "%.*s%s", STR_ARG(x->note), x->note.len ? ": " : "");
    if (x->old.len && x->new.len) {
        buf_addf(&out, "%.*s (was %.*s)", STR_ARG(x->new), STR_ARG(x->old));
    } else if (x->new.len && x->kind <= CHANGE_UPDATE) {
        buf_addf(&out, "New: %.*s", STR_ARG(x->new));
        add_around(&out, x, x->new);
    } else if (x->new.len) {
        buf_add(&out, x->new);
    } else {
        buf_addf(&out, "Gone: %.*s", STR_ARG(x->old));
        add_around(&out, x, x->old);
    }
    if (last->n > 1)
        buf_addf(&out, "; %u more", last->n - 1);
    return one_line(a, &out);
}

/* Section 4.7.1 unless the sentinel names one: the changes alone where there are many or several pages, side by side for any change and
 * phrase, merged else. */
static struct str view_of(const struct sentinel *s, const struct occurrence *what, const struct store_finding *last)
{
    static const char *const views[] = { [PRESENT_CHANGES] = "changes", [PRESENT_MERGED] = "merged", [PRESENT_SIDE] = "side" };
    const struct expr *changes = s->changes;
    if (s->presentation != PRESENT_BY_CHANGE)
        return str_of(views[s->presentation]);
    if (what->n > 1 || !changes || changes->kind != EXPR_TYPE || last->n > CHANGES_MAX)
        return STR("changes");
    bool side = changes->type.kind == TYPE_ANY || changes->type.kind == TYPE_PHRASE;
    return side ? STR("side") : STR("merged");
}

struct store_sentinel_event sentinel_event_of(struct arena *a, const struct sentinel *s, struct str name,
                                              const struct occurrence *what, const struct store_finding *last)
{
    return (struct store_sentinel_event){
        .name = name,
        .start = what->start,
        .end = what->end,
        .page = last->page,
        .number = last->number,
        .importance = what->importance_ppm / 1e6,
        .headline = headline_of(a, name, last),
        .view = view_of(s, what, last),
        .history = s->history,
    };
}

void sentinel_event_headline(struct arena *a, struct store *s, const struct store_finding *last, struct store_sentinel_event *event)
{
    struct store_verdict verdict;
    struct err none;
    if (str_eq(last->type, STR("any change")) && store_verdict_get(a, s, last->page, last->number, &verdict, &none) == 0
        && verdict.before == last->before && verdict.headline.len)
        event->headline = verdict.headline;
}
