/* In: what was found in a version. Out: the words that are kept and sent of it. */
#include "archive/sentinel_make.h"

#include "base/limits.h"
#include "judge/excerpt.h"

enum { CHANGES_MAX = 12, WORDS_MAX = 40, LINK_WORDS = 12, SHORT_BYTES = 32, LONG_BYTES = 100 };

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
        excerpt_words(&out, p, from, end);
    if (to > end)
        buf_add(&out, STR(" …"));
    return one_line(a, &out);
}

/* What stands around words that came, on the new page; around words that went, on the old one, which still has them. */
static void add_context(struct arena *a, const struct delta *d, const struct type_change *c, struct excerpt *out)
{
    struct delta turned = { .old = d->new, .new = d->old };
    struct change back = { CHANGE_INSERT, c->new_word, c->new_end, c->old_word, c->old_end, NONE, NONE, .note = { 0 } };
    struct change there = { c->kind, c->old_word, c->old_end, c->new_word, c->new_end, NONE, NONE, .note = { 0 } };
    if (c->kind == CHANGE_DELETE)
        excerpt_add_context(a, &turned, &back, out);
    else
        excerpt_add_context(a, d, &there, out);
}

/* An address says little without the words of its link, or what its picture is of. */
static struct str words_of_address(struct arena *a, const struct delta *d, const struct type_change *c)
{
    bool gone = c->kind == CHANGE_DELETE;
    const struct page *p = gone ? d->old : d->new;
    uint32_t node = gone ? c->old_node : c->new_node, from = gone ? c->old_word : c->new_word, to = gone ? c->old_end : c->new_end;
    struct str alt = STR("");
    AUTO(buf) out = BUF(MIB(1));
    if (c->kind > CHANGE_DELETE || node == NONE || (gone ? c->old_text : c->new_text).len == 0)
        return STR("");
    if (p->dom.node[node].tag == TAG_IMG && dom_attr(&p->dom, node, STR("alt"), &alt))
        return arena_str(a, str_trim(alt));
    excerpt_words(&out, p, from, MIN(to, from + LINK_WORDS));
    if (str_starts(buf_str(&out), STR("[img]")))
        return STR(""); /* a picture of which nothing is said */
    if (to > from + LINK_WORDS)
        buf_add(&out, STR(" …"));
    return one_line(a, &out);
}

static struct excerpt excerpt_of(struct arena *a, const struct delta *d, const struct type_change *c)
{
    struct str note = c->where.len ? c->where : words_of_address(a, d, c);
    struct excerpt out = { .kind = c->kind, .before = STR(""), .old = STR(""), .new = STR(""), .after = STR(""), .note = note };
    struct str old = side_text(a, d->old, c->old_word, c->old_end, c->old_text);
    struct str new = side_text(a, d->new, c->new_word, c->new_end, c->new_text);
    bool is_note = c->kind >= CHANGE_FORMAT && c->old_text.len; /* of any change: what the delta says of it */
    if (is_note)
        out.note = old;
    if (c->kind != CHANGE_INSERT && c->kind != CHANGE_MOVE && !is_note)
        out.old = old;
    if (c->kind != CHANGE_DELETE)
        out.new = new;
    out.where = c->kind == CHANGE_DELETE ? excerpt_heading(a, d->old, c->old_word) : excerpt_heading(a, d->new, c->new_word);
    bool is_words = c->old_node == NONE && c->new_node == NONE;
    if (is_words && c->kind <= CHANGE_UPDATE)
        add_context(a, d, c, &out);
    return out;
}

/* The first of what is there now and of what is gone: where there are too many of both, half and half. */
static struct str changes_text(struct arena *a, const struct observed_event *event)
{
    struct excerpts list = { NEW_ARRAY(a, struct excerpt, CHANGES_MAX), 0 };
    const struct type_found *found = &event->found;
    uint32_t n_gone = 0;
    for (uint32_t i = 0; i < found->n; i++)
        n_gone += found->item[i].kind == CHANGE_DELETE;
    uint32_t n_here = found->n - n_gone, half = CHANGES_MAX / 2;
    uint32_t gone_left = MAX(half, CHANGES_MAX - MIN(n_here, (uint32_t)CHANGES_MAX));
    uint32_t here_left = CHANGES_MAX - MIN(gone_left, n_gone);
    for (uint32_t i = 0; i < found->n; i++) {
        uint32_t *left = found->item[i].kind == CHANGE_DELETE ? &gone_left : &here_left;
        if (*left == 0)
            continue;
        list.item[list.n++] = excerpt_of(a, event->delta, &found->item[i]);
        --*left;
    }
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

/* "New: the words", or with what they are of: "New: list (https://...)"; of a long address what it is of says enough. */
static void add_one_side(struct buf *out, const char *what, const struct excerpt *x, struct str words)
{
    if (x->note.len && x->note.len + words.len > LONG_BYTES) {
        buf_addf(out, "%s: %.*s", what, STR_ARG(x->note));
        return;
    }
    if (x->note.len) {
        buf_addf(out, "%s: %.*s (%.*s)", what, STR_ARG(x->note), STR_ARG(words));
        return;
    }
    buf_addf(out, "%s: %.*s", what, STR_ARG(words));
    add_around(out, x, words);
}

static void add_excerpt_line(struct buf *out, const struct excerpt *x)
{
    const char *between = x->note.len ? ": " : "";
    if (x->kind == CHANGE_MOVE)
        buf_addf(out, "Moved: %.*s", STR_ARG(x->new));
    else if (x->kind > CHANGE_UPDATE)
        buf_addf(out, "%.*s%s%.*s", STR_ARG(x->new), x->new.len ? between : "", STR_ARG(x->note));
    else if (x->old.len && x->new.len)
        buf_addf(out, "%.*s%s%.*s (was %.*s)", STR_ARG(x->note), between, STR_ARG(x->new), STR_ARG(x->old));
    else if (x->new.len)
        add_one_side(out, "New", x, x->new);
    else
        add_one_side(out, "Gone", x, x->old);
}

/* One that came and one that went between the same words are one that is another now: "Black tea 4.62 euro (was 4.20)". */
static bool add_replaced(struct buf *out, const struct excerpts *list, uint32_t n)
{
    const struct excerpt *x = list->item, *y = x + 1;
    if (n != 2 || list->n != 2 || x->note.len || y->note.len || !str_eq(x->before, y->before) || !str_eq(x->after, y->after))
        return false;
    struct str new = x->new.len ? x->new : y->new, old = x->old.len ? x->old : y->old;
    bool is_pair = x->kind + y->kind == CHANGE_INSERT + CHANGE_DELETE && x->kind != y->kind;
    if (!is_pair || x->before.len + x->after.len == 0)
        return false;
    buf_addf(out, "%.*s%s%.*s%s%.*s (was %.*s)", STR_ARG(x->before), x->before.len && !x->joins_before ? " " : "", STR_ARG(new),
             x->after.len && !x->joins_after ? " " : "", STR_ARG(x->after), STR_ARG(old));
    return true;
}

/* The foremost change in its own words. */
static struct str headline_of(struct arena *a, const struct store_finding *f)
{
    AUTO(buf) out = BUF(KIB(64));
    struct excerpts list = { 0 };
    struct err unread;
    if (excerpts_read(a, f->changes, &list, &unread) || list.n == 0)
        return f->type;
    bool is_replaced = add_replaced(&out, &list, f->n);
    if (!is_replaced)
        add_excerpt_line(&out, foremost(&list));
    if (f->n > 1 && !is_replaced)
        buf_addf(&out, "; %u more change%s", f->n - 1, f->n == 2 ? "" : "s");
    return one_line(a, &out);
}

int sentinel_finding_headline(struct arena *a, struct store *s, const struct store_finding *f, struct str *out, struct err *e)
{
    struct store_verdict verdict = { 0 };
    int code = str_eq(f->type, STR("any change")) ? store_verdict_get(a, s, f->page, f->number, &verdict, e) : 0;
    if (code && code != E_ABSENT)
        return code;
    *out = verdict.before == f->before && verdict.headline.len ? verdict.headline : headline_of(a, f);
    return 0;
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

struct store_sentinel_event sentinel_event_of(const struct sentinel *s, const struct occurrence *what,
                                              const struct store_finding *last)
{
    bool weighed = what->importance_ppm != IMPORTANCE_UNKNOWN;
    return (struct store_sentinel_event){
        .name = s->name,
        .start = what->start,
        .end = what->end,
        .page = last->page,
        .number = last->number,
        .importance = weighed ? what->importance_ppm / 1e6 : -1,
        .view = view_of(s, what, last),
        .history = s->history,
    };
}
