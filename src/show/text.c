/* The changes for a terminal.
 *
 *     --- old.html
 *     +++ new.html
 *     Timetable
 *       ~ … lecture is on Monday at [-10:00-]{+11:00+} in Room 214.
 *       > [moved here from "Staff"] Questions are answered …
 *     2 changes: 1 update, 1 move. Words: 1 deleted, 1 inserted of 230 and 230 (0.4 %), 12 moved.
 *
 * A line for each change, in the order of the new page, under the heading it stands under there, or the path of its element where there is
 * none; + inserted, - deleted, ~ updated, > moved, * the same text in other markup. Around it stand words of the new page. A line too long
 * for the terminal goes on further in. Nothing is written where nothing changed. O(words of the changes + changes x log headings). */
#include "show/text.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "show/spot.h"
#include "show/wrap.h"

enum {
    AROUND_WORDS = 8,  /* of context on each side */
    START_WORDS = 80,  /* of a passage longer than START_WORDS + END_WORDS, its start ... */
    END_WORDS = 40,    /* ... and its end are shown */
    MARKUP_WORDS = 12, /* of the text in other markup */
    LINE_INDENT = 6,   /* of a line that goes on */
};

struct view {
    const struct delta *delta;
    struct arena *scratch;
    struct paths paths; /* of the new page */
    struct wrap wrap;
    uint32_t heading; /* told last, or NONE */
    struct str path;  /* told last where there was no heading */
};

static void view_drop(struct view *v)
{
    wrap_drop(&v->wrap);
}

/* Between two ideographs a line may end, though no space stands there. */
static bool may_break(struct str word)
{
    uint32_t first;

    if (word.len == 0)
        return false;
    utf8_next(word.ptr, word.ptr + word.len, &first);
    return char_class(first) == CHAR_IDEOGRAPH || char_class(first) == CHAR_KATAKANA;
}

static void add_atom(struct view *v, const struct page *p, uint32_t w)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);

    spot_atom_text(p, w, &text);
    wrap_words(&v->wrap, buf_str(&text));
}

/* What stands before word w; the ends of lines and blocks are told by a sign. */
static void add_separator(struct view *v, const struct page *p, uint32_t w)
{
    if (p->word[w].flags & WORD_BREAK) {
        wrap_space(&v->wrap);
        wrap_add(&v->wrap, spot_starts_cell(p, w) ? STR("|") : STR("¶"));
        wrap_space(&v->wrap);
    } else if (p->word[w].flags & WORD_SPACE) {
        wrap_space(&v->wrap);
    } else if (may_break(page_word(p, w))) {
        wrap_break(&v->wrap);
    }
}

static void add_run(struct view *v, const struct page *p, uint32_t word, uint32_t end)
{
    for (uint32_t w = word; w < end; w++) {
        if (w > word)
            add_separator(v, p, w);
        if (p->word[w].flags & WORD_ATOM)
            add_atom(v, p, w);
        else
            wrap_add(&v->wrap, page_word(p, w));
    }
}

/* A passage in its style; of a very long one the start and the end. */
static void add_passage(struct view *v, const struct page *p, uint32_t word, uint32_t end, enum wrap_style style)
{
    struct wrap *w = &v->wrap;

    if (word == end)
        return;
    wrap_set(w, style);
    if (end - word <= START_WORDS + END_WORDS) {
        add_run(v, p, word, end);
    } else {
        add_run(v, p, word, word + START_WORDS);
        wrap_space(w);
        wrap_words(w, arena_printf(v->scratch, "… (%u words) …", end - word - START_WORDS - END_WORDS));
        wrap_space(w);
        add_run(v, p, end - END_WORDS, end);
    }
    wrap_set(w, WRAP_PLAIN);
}

/* What belongs between a change and the words around it. */
static void add_gap(struct view *v, const struct page *p, uint32_t w)
{
    if (w < p->n_words)
        add_separator(v, p, w);
}

static void add_note(struct view *v, struct str note)
{
    wrap_set(&v->wrap, WRAP_NOTE);
    wrap_words(&v->wrap, note);
    wrap_set(&v->wrap, WRAP_PLAIN);
}

/* Inserts, deletes and updates, with the words of the new page around them. */
static void add_text_change(struct view *v, const struct change *c)
{
    const struct delta *d = v->delta;
    struct context x = spot_context(d, c, AROUND_WORDS);
    bool has_old = c->old_word < c->old_end, has_new = c->new_word < c->new_end;

    if (x.more_before)
        add_note(v, STR("…")), wrap_space(&v->wrap);
    if (x.from < c->new_word) {
        add_run(v, d->new, x.from, c->new_word);
        add_gap(v, has_old ? d->old : d->new, has_old ? c->old_word : c->new_word);
    }
    add_passage(v, d->old, c->old_word, c->old_end, WRAP_OLD);
    if (has_old && has_new && v->wrap.color)
        wrap_space(&v->wrap);
    add_passage(v, d->new, c->new_word, c->new_end, WRAP_NEW);
    if (c->new_end < x.to) {
        add_gap(v, d->new, c->new_end);
        add_run(v, d->new, c->new_end, x.to);
    }
    if (x.more_after)
        wrap_space(&v->wrap), add_note(v, STR("…"));
}

static void add_move(struct view *v, const struct change *c)
{
    const struct delta *d = v->delta;
    uint32_t from = spot_heading_left(d, c);
    struct str there = from == NONE ? STR("") : spot_heading_text(v->scratch, d->old, from);

    if (there.len)
        add_note(v, arena_printf(v->scratch, "[moved here from \"%.*s\"]", STR_ARG(there)));
    else
        add_note(v, STR("[moved here]"));
    wrap_space(&v->wrap);
    add_passage(v, d->new, c->new_word, c->new_end, WRAP_MOVED);
}

static void add_markup(struct view *v, const struct change *c)
{
    const struct page *p = v->delta->new;
    uint32_t shown = MIN(c->new_end, c->new_word + MARKUP_WORDS);

    add_note(v, c->note);
    if (c->new_word == c->new_end)
        return;
    wrap_add(&v->wrap, STR(":"));
    wrap_space(&v->wrap);
    add_run(v, p, c->new_word, shown);
    if (shown < c->new_end)
        wrap_space(&v->wrap), add_note(v, STR("…"));
}

static void add_head(struct view *v, struct str what, struct str old, struct str new)
{
    add_note(v, what);
    wrap_space(&v->wrap);
    if (old.len) {
        wrap_set(&v->wrap, WRAP_OLD);
        wrap_words(&v->wrap, old);
    }
    if (old.len && new.len && v->wrap.color)
        wrap_space(&v->wrap);
    if (new.len) {
        wrap_set(&v->wrap, WRAP_NEW);
        wrap_words(&v->wrap, new);
    }
}

static void add_place_line(struct view *v, struct str place, enum wrap_style style)
{
    wrap_line(&v->wrap, STR(""), LINE_INDENT);
    wrap_set(&v->wrap, style);
    wrap_words(&v->wrap, place);
    wrap_end(&v->wrap);
}

/* The heading of the new page, or where there is none the path; told where it is another than before. */
static void add_place(struct view *v, const struct change *c)
{
    AUTO(buf) path = BUF(LIMIT_OUTPUT_BYTES);
    uint32_t heading = spot_heading(v->delta, c);

    if (heading != NONE) {
        if (heading != v->heading)
            add_place_line(v, spot_heading_text(v->scratch, v->delta->new, heading), WRAP_HEAD);
    } else {
        paths_add(&v->paths, spot_element(v->delta->new, c->new_word, c->new_end), &path);
        if (!str_eq(buf_str(&path), v->path)) {
            v->path = arena_str(v->scratch, buf_str(&path));
            add_place_line(v, v->path, WRAP_NOTE);
        }
    }
    v->heading = heading;
}

static void add_change(struct view *v, const struct change *c)
{
    static const char signs[CHANGE_KINDS] = { '+', '-', '~', '>', '*', '*' };
    const struct delta *d = v->delta;
    enum about about = spot_about(d, c);
    const char start[] = { ' ', ' ', about != ABOUT_MARKUP && c->kind > CHANGE_MOVE ? '~' : signs[c->kind], ' ' };

    if (about == ABOUT_WORDS || about == ABOUT_MARKUP)
        add_place(v, c);
    wrap_line(&v->wrap, (struct str){ start, sizeof start }, LINE_INDENT);
    if (about == ABOUT_TITLE)
        add_head(v, STR("title:"), d->old->title, d->new->title);
    else if (about == ABOUT_DESCRIPTION)
        add_head(v, STR("description:"), d->old->description, d->new->description);
    else if (about == ABOUT_MARKUP)
        add_markup(v, c);
    else if (c->kind == CHANGE_MOVE)
        add_move(v, c);
    else
        add_text_change(v, c);
    if (c->hidden)
        wrap_space(&v->wrap), add_note(v, STR("(hidden)"));
    wrap_end(&v->wrap);
}

static void add_name(struct view *v, const char *sign, struct str name)
{
    wrap_line(&v->wrap, str_of(sign), LINE_INDENT);
    wrap_set(&v->wrap, WRAP_HEAD);
    wrap_words(&v->wrap, name);
    wrap_end(&v->wrap);
}

static struct str counts_text(struct view *v)
{
    const struct delta *d = v->delta;
    const uint32_t count[CHANGE_KINDS] = { d->n_inserts, d->n_deletes, d->n_updates, d->n_moves, d->n_formats, d->n_attributes };
    struct str text = arena_printf(v->scratch, "%u %s", d->n_changes, d->n_changes == 1 ? "change" : "changes");

    for (unsigned kind = 0, told = 0; kind < CHANGE_KINDS; kind++) {
        if (!count[kind])
            continue;
        text = arena_printf(v->scratch, "%.*s%s%u %s%s", STR_ARG(text), told++ ? ", " : ": ", count[kind],
                            change_name((enum change_kind)kind), count[kind] == 1 ? "" : "s");
    }
    return text;
}

static void add_summary(struct view *v)
{
    const struct delta *d = v->delta;
    double all = (double)d->words_old + d->words_new;
    double share = all > 0 ? 100 * ((double)d->words_deleted + d->words_inserted) / all : 0;

    wrap_line(&v->wrap, STR(""), 2);
    wrap_words(&v->wrap, counts_text(v));
    wrap_words(&v->wrap, STR("."));
    wrap_space(&v->wrap);
    wrap_words(&v->wrap,
               arena_printf(v->scratch, "Words: %u of %u deleted, %u of %u inserted (%.*g %%), %u moved.", d->words_deleted,
                            d->words_old, d->words_inserted, d->words_new, share < 99.5 ? 2 : 3, share, d->words_moved));
    if (d->mostly_different) {
        wrap_space(&v->wrap);
        wrap_words(&v->wrap, STR("The pages have little in common."));
    }
    if (!d->exact) {
        wrap_space(&v->wrap);
        wrap_words(&v->wrap, STR("They are so large that the comparison was not exact: some of this may be the same after all."));
    }
    wrap_end(&v->wrap);
}

int show_text(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    AUTO(view)
    v = {
        .delta = d,
        .scratch = &scratch,
        .heading = NONE,
        .wrap = { .out = out, .width = o->width, .color = o->color, .chunk = BUF(LIMIT_OUTPUT_BYTES) },
    };

    if (d->n_changes == 0)
        return 0;
    paths_open(&v.paths, &scratch, &d->new->dom);
    add_name(&v, "--- ", o->old_name);
    add_name(&v, "+++ ", o->new_name);
    for (uint32_t k = 0; k < d->n_changes && !out->over && !arena_over(&scratch); k++)
        add_change(&v, &d->change[k]);
    add_summary(&v);
    return arena_room(&scratch, 0, e);
}
