/* A page with the changes alone.
 *
 * In: the delta. Out: one article for each passage whose content changed, under the heading it stands under in the new page. Changes that
 * stand close together in one block are one passage, with the kept words between them, as a reader would want to read them. Nothing of the
 * page's markup is in it: every byte of a page goes through buf_add_escaped. Marks are those of the merged page: ins and del with their
 * kind, a span for a link, ids in document order, each with the one before and after. O(words of the changes + changes x log headings). */
#include "show/changes.h"

#include "base/limits.h"
#include "show/frame.h"
#include "show/field.h"
#include "show/label.h"
#include "show/passage.h"
#include "show/quote.h"
#include "show/location.h"

enum {
    AROUND_WORDS = 12, /* of context on each side of a passage */
    LINK_WORDS = 16,   /* of the text of a link */
    MOVED_WORDS = 12,  /* of what moved and is told again with what changed in it */
};

enum sides { SIDE_OLD = 1, SIDE_NEW = 2 };

struct view {
    const struct delta *delta;
    struct listing list; /* to say where a passage stands */
    struct buf *out;
    enum passage_layout how;
    const uint32_t *change; /* numbers of the changes that are told */
    uint32_t n;
    unsigned sides;             /* which text is written */
    uint32_t mark;              /* number of the mark written last */
    uint32_t stop, stop_before; /* numbers of the first mark of the change at hand, and of the one before it (0: none) */
};

static void add(struct view *v, struct str s)
{
    buf_add(v->out, s);
}

static const struct change *change_at(const struct view *v, uint32_t i)
{
    return &v->delta->change[v->change[i]];
}

/* Marks of a change: old and new text, or one of them. */
static uint32_t count_marks(const struct delta *d, const struct change *c)
{
    switch (location_about(d, c)) {
    case ABOUT_WORDS:
        return c->kind == CHANGE_MOVE ? 1 : (c->old_word < c->old_end) + (c->new_word < c->new_end);
    case ABOUT_MARKUP:
        return 1;
    default:
        return 2;
    }
}

/* `element` starts; its attributes say what it is, which change it belongs to, and where the changes before and after it are. A pair says
 * everything twice: there no mark is the one to go to. */
static void open_mark(struct view *v, const char *element, const char *kind, uint32_t i)
{
    buf_addf(v->out, "<%s data-weft=\"%s\"", element, kind);
    if (v->how == PASSAGES_MERGED) {
        buf_addf(v->out, " id=\"weft-%u\"", ++v->mark);
        buf_addf(v->out, " data-weft-change=\"%u\"", v->change[i] + 1);
        if (v->mark == v->stop)
            buf_addf(v->out, " data-weft-stop=\"%u\"", i + 1);
        if (v->stop_before)
            buf_addf(v->out, " data-weft-prev=\"weft-%u\"", v->stop_before);
        if (i + 1 < v->n)
            buf_addf(v->out, " data-weft-next=\"weft-%u\"", v->stop + count_marks(v->delta, change_at(v, i)));
    } else {
        buf_addf(v->out, " data-weft-change=\"%u\"", v->change[i] + 1);
    }
    buf_add_char(v->out, '>');
}

static void begin_change(struct view *v)
{
    v->stop_before = v->stop;
    v->stop = v->mark + 1;
}

/* Whether the words of a thing that moved stand in the passages behind this one, with what changed in them. */
static bool is_told_behind(const struct view *v, uint32_t i)
{
    return change_at(v, i)->kind == CHANGE_MOVE && i + 1 < v->n && change_at(v, i + 1)->in_move;
}

static void add_text_change(struct view *v, uint32_t i)
{
    const struct delta *d = v->delta;
    const struct change *c = change_at(v, i);
    const char *kind = change_name(c->kind <= CHANGE_MOVE ? c->kind : CHANGE_UPDATE);
    bool has_old = v->sides & SIDE_OLD && c->old_word < c->old_end && c->kind != CHANGE_MOVE;
    bool has_new = v->sides & SIDE_NEW && c->new_word < c->new_end;

    begin_change(v);
    if (has_old) {
        open_mark(v, "del", kind, i);
        quote_words(v->out, d->old, c->old_word, c->old_end);
        add(v, STR("</del>"));
    }
    if (has_old && has_new)
        buf_add_char(v->out, ' ');
    if (has_new) {
        open_mark(v, "ins", kind, i);
        if (is_told_behind(v, i))
            quote_line(v->out, d->new, c->new_word, c->new_end, MOVED_WORDS);
        else
            quote_words(v->out, d->new, c->new_word, c->new_end);
        add(v, STR("</ins>"));
    }
}

static bool is_text(const struct delta *d, const struct change *c)
{
    return c->kind != CHANGE_MOVE && location_about(d, c) == ABOUT_WORDS;
}

/* Whether the changes number i and i + 1 are read as one: both of text, in one row or card, or in one block with few kept words between
 * them. */
static bool is_joined(const struct view *v, uint32_t i)
{
    const struct delta *d = v->delta;

    if (i + 1 >= v->n)
        return false;
    const struct change *c = change_at(v, i), *next = change_at(v, i + 1);
    if (!is_text(d, c) || !is_text(d, next) || next->new_word < c->new_end || c->hidden != next->hidden)
        return false;
    if (passage_box_of(d, c) != NONE && passage_box_of(d, c) == passage_box_of(d, next))
        return true;
    if (next->new_word - c->new_end > 2 * AROUND_WORDS)
        return false;
    for (uint32_t w = c->new_end; w < next->new_word; w++)
        if (location_starts_block(d->new, w))
            return false;
    return !(next->new_word < next->new_end ? location_starts_block(d->new, next->new_word)
                                            : location_starts_block(d->old, next->old_word));
}

static void add_ellipsis(struct view *v, bool due)
{
    if (due)
        add(v, STR("<span data-weft=\"ui\" class=\"dim\"> … </span>"));
}

/* Kept words; of many, as a wide row has them, those at both ends. */
static void add_kept(struct view *v, uint32_t from, uint32_t to)
{
    const struct page *p = v->delta->new;

    if (to - from > 3 * AROUND_WORDS) {
        quote_words(v->out, p, from, page_cut(p, from + AROUND_WORDS, to));
        add_ellipsis(v, true);
        from = page_cut(p, to - AROUND_WORDS, to);
    }
    quote_words(v->out, p, from, to);
}

/* Whether a word stayed, or moved with the change. */
static bool is_kept(const struct delta *d, const struct change *c, uint32_t w)
{
    if (d->new_to_old[w] != NONE)
        return true;
    return c->in_move && d->new_change[w] != NONE && d->change[d->new_change[w]].kind == CHANGE_MOVE;
}

/* Kept words before the passage's first change. */
static void add_before(struct view *v, const struct change *c)
{
    const struct delta *d = v->delta;
    struct context x = context_around(d, c, AROUND_WORDS);
    uint32_t from = c->new_word;

    uint32_t box = passage_box_of(d, c), start = box == NONE ? x.from : d->new->first_word[box];

    while (from > start && is_kept(d, c, from - 1))
        from--;
    if (from == c->new_word)
        return;
    add_ellipsis(v, box == NONE ? x.more_before || from > x.from : from > start);
    add_kept(v, from, c->new_word);
    if (c->old_word < c->old_end)
        quote_separator(v->out, d->old, c->old_word);
    else
        quote_separator(v->out, d->new, c->new_word);
}

/* Kept words behind its last one. The line breaks that they begin with say nothing. */
static void add_after(struct view *v, const struct change *c)
{
    const struct delta *d = v->delta;
    struct context x = context_around(d, c, AROUND_WORDS);
    uint32_t box = passage_box_of(d, c), from = c->new_end, to = c->new_end;
    uint32_t end = box == NONE ? x.to : d->new->first_word[d->new->dom.node[box].end];

    while (to < end && is_kept(d, c, to))
        to++;
    while (from < to && location_is_divider(d->new, from))
        from++;
    if (to > from) {
        quote_separator(v->out, d->new, from);
        add_kept(v, from, to);
    }
    add_ellipsis(v, to > from && (box == NONE ? x.more_after || to < end : to < end));
}

/* Kept words between two changes. */
static void add_between(struct view *v, uint32_t from, uint32_t to)
{
    const struct page *p = v->delta->new;

    while (from < to && location_is_divider(p, from))
        from++;
    quote_separator(v->out, p, from);
    add_kept(v, from, to);
    if (from < to)
        quote_separator(v->out, p, to);
}

/* The words of the passage with the changes first .. last in it. */
static void add_text(struct view *v, uint32_t first, uint32_t last)
{
    add_before(v, change_at(v, first));
    for (uint32_t i = first; i < last; i++) {
        const struct change *c = change_at(v, i), *next = change_at(v, i + 1);
        add_text_change(v, i);
        add_between(v, c->new_end, next->new_word);
    }
    add_text_change(v, last);
    add_after(v, change_at(v, last));
}

static void add_move(struct view *v, uint32_t i)
{
    AUTO(buf) label = BUF(KIB(64));
    const struct change *c = change_at(v, i);

    if (v->sides == SIDE_OLD) {
        open_mark(v, "del", "move", i);
        quote_line(v->out, v->delta->old, c->old_word, c->old_end, MOVED_WORDS);
        add(v, STR("</del>"));
        return;
    }
    add_text_change(v, i);
    label_move(v->list.arena, v->delta, c, "was", &label);
    add(v, STR(" <span data-weft=\"ui\" class=\"tag m\">moved: "));
    buf_add_escaped(v->out, buf_str(&label));
    add(v, STR("</span>"));
}

static void add_pair(struct view *v, const struct label_values *x)
{
    if (x->old.len && v->sides & SIDE_OLD) {
        add(v, STR(" <del>"));
        label_value(v->out, x->old, x->cut);
        add(v, STR("</del>"));
    }
    if (x->new.len && v->sides &SIDE_NEW) {
        add(v, STR(" <ins>"));
        label_value(v->out, x->new, x->cut);
        add(v, STR("</ins>"));
    }
}

/* What a link or picture is called in a passage. */
static void add_link_words(struct view *v, const struct change *c, bool is_picture)
{
    const struct delta *d = v->delta;

    if (is_picture)
        add(v, STR("picture"));
    else if (c->new_word < c->new_end)
        quote_line(v->out, d->new, c->new_word, c->new_end, LINK_WORDS);
    else if (c->old_word < c->old_end)
        quote_line(v->out, d->old, c->old_word, c->old_end, LINK_WORDS);
    else
        add(v, STR("link"));
}

/* A link or picture: its words, and both addresses or what else changed about it. */
static void add_link(struct view *v, uint32_t i)
{
    const struct delta *d = v->delta;
    const struct change *c = change_at(v, i);
    struct label_values values = { 0 };
    bool has_values = label_values(d, c, &values);

    begin_change(v);
    open_mark(v, "span", "change", i);
    add_link_words(v, c, values.is_picture);
    add(v, STR("</span>"));
    if (has_values) {
        add_pair(v, &values);
        return;
    }
    add(v, STR(" <span data-weft=\"ui\" class=\"dim\">"));
    field_note(d, c, v->out);
    add(v, STR("</span>"));
}

/* The title, or the description. */
static void add_head_change(struct view *v, uint32_t i, struct str old, struct str new)
{
    begin_change(v);
    if (v->sides & SIDE_OLD) {
        open_mark(v, "del", "update", i);
        buf_add_escaped(v->out, old);
        add(v, STR("</del> "));
    }
    if (v->sides & SIDE_NEW) {
        open_mark(v, "ins", "update", i);
        buf_add_escaped(v->out, new);
        add(v, STR("</ins>"));
    }
}

static void add_content(struct view *v, uint32_t first, uint32_t last)
{
    const struct delta *d = v->delta;
    const struct change *c = change_at(v, first);

    switch (location_about(d, c)) {
    case ABOUT_TITLE:
        add_head_change(v, first, d->old->title, d->new->title);
        break;
    case ABOUT_DESCRIPTION:
        add_head_change(v, first, d->old->description, d->new->description);
        break;
    case ABOUT_MARKUP:
        add_link(v, first);
        break;
    case ABOUT_WORDS:
        if (c->kind == CHANGE_MOVE)
            add_move(v, first);
        else
            add_text(v, first, last);
    }
}

/* Whether words that stayed stand beside a change: then there is something to read on both sides. */
static bool has_kept(const struct delta *d, const struct change *c)
{
    struct context x = context_around(d, c, AROUND_WORDS);

    return (x.from < c->new_word && is_kept(d, c, c->new_word - 1)) || (c->new_end < x.to && is_kept(d, c, c->new_end));
}

/* Whether a passage has any text on one side. */
static bool has_side(const struct view *v, uint32_t first, uint32_t last, enum change_kind gone)
{
    const struct change *c = change_at(v, first);
    struct label_values values;

    if (location_about(v->delta, c) == ABOUT_MARKUP && c->new_word == c->new_end && label_values(v->delta, c, &values))
        return (gone == CHANGE_INSERT ? values.old : values.new).len > 0; /* a link without words */
    for (uint32_t i = first; i <= last; i++)
        if (change_at(v, i)->kind != gone)
            return true;
    return last > first || has_kept(v->delta, c);
}

/* What was, what is now; a line in words where there is nothing. */
static void add_sides(struct view *v, uint32_t first, uint32_t last)
{
    static const struct {
        unsigned side;
        enum change_kind gone;
        const char *class, *nothing;
    } side[] = { { SIDE_OLD, CHANGE_INSERT, "was", "not on the page yet" },
                 { SIDE_NEW, CHANGE_DELETE, "now", "no longer on the page" } };

    for (size_t k = 0; k < ARRAY_LEN(side); k++) {
        v->sides = side[k].side;
        buf_addf(v->out, "<div class=\"%s\"><b data-weft=\"ui\">%s</b>", side[k].class, side[k].class);
        if (has_side(v, first, last, side[k].gone)) {
            add(v, STR("<p dir=\"auto\">"));
            add_content(v, first, last);
        } else {
            buf_addf(v->out, "<p data-weft=\"ui\" class=\"gap\">%s", side[k].nothing);
        }
        add(v, STR("</p></div>"));
    }
}

/* One passage; returns the number of the change after it. */
static uint32_t add_passage(struct view *v, uint32_t first)
{
    const struct change *c = change_at(v, first);
    uint32_t last = first;

    while (is_joined(v, last))
        last++;
    add(v, STR("<article class=\"pass\"><h2 dir=\"auto\">"));
    listing_where(&v->list, c);
    add(v, c->hidden ? STR(" · hidden on the page</h2>") : STR("</h2>"));
    if (v->how == PASSAGES_PAIRS) {
        add_sides(v, first, last);
    } else {
        add(v, STR("<p dir=\"auto\">"));
        add_content(v, first, last);
        add(v, STR("</p>"));
    }
    add(v, STR("</article>\n"));
    return last + 1;
}

static bool is_told(const struct change *c, bool all)
{
    return all || c->class == CLASS_CONTENT;
}

/* Numbers of the changes that are told. */
static uint32_t *find_told(struct arena *a, const struct delta *d, bool all, uint32_t *n)
{
    uint32_t *found = NEW_ARRAY_RAW(a, uint32_t, d->n_changes + (size_t)1);

    *n = 0;
    for (uint32_t k = 0; k < d->n_changes; k++)
        if (is_told(&d->change[k], all))
            found[(*n)++] = k;
    return found;
}

/* What is not told, in one line. */
static void add_rest(struct view *v, bool all)
{
    uint32_t look = v->delta->n_class[CLASS_LOOK];

    if (look && !all)
        buf_addf(v->out, "<p class=\"dim\">%s%u %s of look: the words stay the same.</p>\n", v->n ? "And " : "", look,
                 look == 1 ? "change" : "changes");
    else if (!v->delta->n_changes)
        add(v, STR("<p>The pages do not differ.</p>\n"));
}

void changes_passages(struct arena *a, const struct delta *d, enum passage_layout how, bool all, struct buf *out)
{
    struct places places;
    struct view v = { .delta = d,
                      .list = { .arena = a, .delta = d, .out = out, .places = &places },
                      .out = out,
                      .how = how,
                      .sides = SIDE_OLD | SIDE_NEW };

    places_open(&places, a, d->new);
    v.change = find_told(a, d, all, &v.n);
    buf_addf(out, "<div class=\"%s\" tabindex=\"0\">\n", how == PASSAGES_PAIRS ? "pairs" : "read");
    for (uint32_t i = 0; i < v.n && !out->over && !arena_over(a);)
        i = add_passage(&v, i);
    add_rest(&v, all);
    add(&v, STR("</div>\n"));
}

/* Where the list leads: the first mark of each change, as changes_passages numbers them. */
static struct listing_target *find_targets(struct arena *a, const struct delta *d, bool all)
{
    struct listing_target *target = NEW_ARRAY(a, struct listing_target, d->n_changes + (size_t)1);
    uint32_t mark = 1;

    for (uint32_t k = 0; k < d->n_changes; k++) {
        if (!is_told(&d->change[k], all))
            continue;
        target[k].href = arena_printf(a, "#weft-%u", mark);
        mark += count_marks(d, &d->change[k]);
    }
    return target;
}

int show_changes(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    struct show_options options = *o;

    options.format = SHOW_CHANGES;
    struct frame f = { &scratch, d, &options, find_targets(&scratch, d, o->all), out };
    frame_open(&f);
    changes_passages(&scratch, d, PASSAGES_MERGED, o->all, out);
    frame_close(&f);
    return arena_room(&scratch, 0, e);
}
