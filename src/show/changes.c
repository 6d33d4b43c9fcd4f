/* A page with the changes alone.
 *
 * In: the delta. Out: HTML that stands alone: counts on top, then one item for each passage that changed, under the heading it stands
 * under in the new page. Changes that stand close together in one block are one item, with the kept words between them, as a reader would
 * want to read them. Nothing of the page's markup is in it: every byte of a page goes through buf_add_escaped. Marks are those of the
 * merged page: ins and del with their kind, a span for equal text in other markup, ids in document order, each with the one before and
 * after. O(words of the changes + changes x log headings). */
#include "show/changes.h"

#include "base/limits.h"
#include "show/spot.h"
#include "show/web.h"

enum {
    AROUND_WORDS = 12, /* of context on each side of an item */
    MARKUP_WORDS = 16, /* of the text in other markup */
};

/* Nothing loads and nothing runs; the style is weft's own. */
#define POLICY "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

struct view {
    const struct delta *delta;
    struct arena *scratch;
    struct buf *out;
    uint32_t heading; /* of the section that is open */
    bool in_section;
    uint32_t mark;              /* number of the mark written last */
    uint32_t stop, stop_before; /* numbers of the first mark of the change at hand, and of the one before it (0: none) */
};

static void add(struct view *v, struct str s)
{
    buf_add(v->out, s);
}

/* A word: the text of an atom is its description, a line break is a sign. */
static void add_word(struct view *v, const struct page *p, uint32_t w)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    bool atom = (p->word[w].flags & WORD_ATOM) != 0;

    if (!atom) {
        buf_add_escaped(v->out, page_word(p, w));
    } else if (p->dom.node[p->word[w].node].tag == TAG_BR) {
        add(v, STR("↵"));
    } else {
        spot_atom_text(p, w, &text);
        buf_add_escaped(v->out, buf_str(&text));
    }
}

static void add_separator(struct view *v, const struct page *p, uint32_t w)
{
    if (spot_starts_cell(p, w))
        add(v, STR("<span data-weft=\"ui\" class=\"weft-more\"> | </span>"));
    else if (w < p->n_words && p->word[w].flags & WORD_BREAK)
        add(v, STR("<br data-weft=\"ui\">"));
    else if (w < p->n_words && p->word[w].flags & WORD_SPACE)
        buf_add_char(v->out, ' ');
}

static void add_run(struct view *v, const struct page *p, uint32_t word, uint32_t end)
{
    for (uint32_t w = word; w < end; w++) {
        if (w > word)
            add_separator(v, p, w);
        add_word(v, p, w);
    }
}

/* Marks of a change: old and new text, or one of them. */
static uint32_t count_marks(const struct delta *d, const struct change *c)
{
    switch (spot_about(d, c)) {
    case ABOUT_WORDS:
        return c->kind == CHANGE_MOVE ? 1 : (c->old_word < c->old_end) + (c->new_word < c->new_end);
    case ABOUT_MARKUP:
        return 1;
    default:
        return 2;
    }
}

/* `element` starts; its attributes say what it is, which change it belongs to, and where the changes before and after it are. */
static void open_mark(struct view *v, const char *element, const char *kind, uint32_t k)
{
    const struct delta *d = v->delta;
    uint32_t next = v->stop + count_marks(d, &d->change[k]);

    buf_addf(v->out, "<%s data-weft=\"%s\" id=\"weft-%u\" data-weft-change=\"%u\"", element, kind, ++v->mark, k + 1);
    if (v->mark == v->stop)
        buf_addf(v->out, " data-weft-stop=\"%u\"", k + 1);
    if (v->stop_before)
        buf_addf(v->out, " data-weft-prev=\"weft-%u\"", v->stop_before);
    if (k + 1 < d->n_changes)
        buf_addf(v->out, " data-weft-next=\"weft-%u\"", next);
    if (d->change[k].note.len) {
        add(v, STR(" data-weft-note=\""));
        buf_add_escaped(v->out, d->change[k].note);
        buf_add_char(v->out, '"');
    }
    buf_add_char(v->out, '>');
}

static void begin_change(struct view *v)
{
    v->stop_before = v->stop;
    v->stop = v->mark + 1;
}

static void add_text_change(struct view *v, uint32_t k)
{
    const struct delta *d = v->delta;
    const struct change *c = &d->change[k];
    const char *kind = change_name(c->kind <= CHANGE_MOVE ? c->kind : CHANGE_UPDATE);
    bool has_old = c->old_word < c->old_end && c->kind != CHANGE_MOVE, has_new = c->new_word < c->new_end;

    begin_change(v);
    if (has_old) {
        open_mark(v, "del", kind, k);
        add_run(v, d->old, c->old_word, c->old_end);
        add(v, STR("</del>"));
    }
    if (has_old && has_new)
        buf_add_char(v->out, ' ');
    if (has_new) {
        open_mark(v, "ins", kind, k);
        add_run(v, d->new, c->new_word, c->new_end);
        add(v, STR("</ins>"));
    }
}

static bool is_text(const struct delta *d, const struct change *c)
{
    return c->kind != CHANGE_MOVE && spot_about(d, c) == ABOUT_WORDS;
}

/* Whether the changes k and k + 1 are read as one: both of text, in one block, with few kept words between them. */
static bool is_joined(const struct delta *d, uint32_t k)
{
    const struct change *c = &d->change[k], *next = c + 1;

    if (k + 1 >= d->n_changes || !is_text(d, c) || !is_text(d, next) || next->new_word < c->new_end
        || next->new_word - c->new_end > 2 * AROUND_WORDS || c->hidden != next->hidden)
        return false;
    for (uint32_t w = c->new_end; w < next->new_word; w++)
        if (spot_starts_block(d->new, w))
            return false;
    return !(next->new_word < next->new_end ? spot_starts_block(d->new, next->new_word)
                                            : spot_starts_block(d->old, next->old_word));
}

static void add_ellipsis(struct view *v, bool due)
{
    if (due)
        add(v, STR("<span data-weft=\"ui\" class=\"weft-more\"> … </span>"));
}

/* Kept words before the item's first change. */
static void add_before(struct view *v, const struct change *c)
{
    const struct delta *d = v->delta;
    struct context x = spot_context(d, c, AROUND_WORDS);
    uint32_t from = c->new_word;

    while (from > x.from && d->new_to_old[from - 1] != NONE)
        from--;
    if (from == c->new_word)
        return;
    add_ellipsis(v, x.more_before || from > x.from);
    add_run(v, d->new, from, c->new_word);
    if (c->old_word < c->old_end)
        add_separator(v, d->old, c->old_word);
    else
        add_separator(v, d->new, c->new_word);
}

/* Kept words behind its last one. */
static void add_after(struct view *v, const struct change *c)
{
    const struct delta *d = v->delta;
    struct context x = spot_context(d, c, AROUND_WORDS);
    uint32_t to = c->new_end;

    while (to < x.to && d->new_to_old[to] != NONE)
        to++;
    if (to > c->new_end) {
        add_separator(v, d->new, c->new_end);
        add_run(v, d->new, c->new_end, to);
    }
    add_ellipsis(v, to > c->new_end && (x.more_after || to < x.to));
}

/* The word for the changes first .. last. */
static const char *item_label(const struct delta *d, uint32_t first, uint32_t last)
{
    static const char *const label[CHANGE_KINDS] = { "Inserted", "Deleted", "Changed", "Moved", "Format", "Link or picture" };

    enum change_kind kind = d->change[first].kind;

    for (uint32_t k = first + 1; k <= last; k++)
        if (d->change[k].kind != kind)
            return "Changed";
    return label[kind > CHANGE_MOVE && spot_about(d, &d->change[first]) == ABOUT_WORDS ? CHANGE_UPDATE : kind];
}

/* What weft says of an item with the changes first .. last, and the ways to the items before and after it. */
static void open_item(struct view *v, const char *class, const char *label, uint32_t first, uint32_t last)
{
    const struct delta *d = v->delta;
    uint32_t here = v->mark + 1, next = here;

    for (uint32_t k = first; k <= last; k++)
        next += count_marks(d, &d->change[k]);
    buf_addf(v->out, "<div class=\"weft-item weft-%s\"><p data-weft=\"ui\" class=\"weft-label\"><b>%s</b>", class, label);
    buf_addf(v->out, first == last ? " <a href=\"#weft-%u\">%u</a>" : " <a href=\"#weft-%u\">%u–%u</a>", here, first + 1, last + 1);
    if (v->stop)
        buf_addf(v->out, " <a href=\"#weft-%u\" title=\"previous\">↑</a>", v->stop);
    if (last + 1 < d->n_changes)
        buf_addf(v->out, " <a href=\"#weft-%u\" title=\"next\">↓</a>", next);
    add(v, d->change[first].hidden ? STR(" hidden</p>") : STR("</p>"));
}

/* One passage with the changes first .. last in it. */
static void add_passage(struct view *v, uint32_t first, uint32_t last)
{
    const struct delta *d = v->delta;
    const struct change *change = d->change;
    const char *label = item_label(d, first, last);
    const char *class = label[0] == 'I' ? "insert" : label[0] == 'D' ? "delete" : "update";

    open_item(v, class, label, first, last);
    add(v, STR("<p class=\"weft-text\" dir=\"auto\">"));
    add_before(v, &change[first]);
    for (uint32_t k = first; k <= last; k++) {
        add_text_change(v, k);
        if (k == last)
            break;
        add_separator(v, d->new, change[k].new_end);
        add_run(v, d->new, change[k].new_end, change[k + 1].new_word);
        if (change[k].new_end < change[k + 1].new_word)
            add_separator(v, d->new, change[k + 1].new_word);
    }
    add_after(v, &change[last]);
    add(v, STR("</p></div>\n"));
}

static void add_move(struct view *v, uint32_t k)
{
    const struct delta *d = v->delta;
    const struct change *c = &d->change[k];
    uint32_t from = spot_heading_left(d, c);

    open_item(v, "move", item_label(d, k, k), k, k);
    if (from != NONE) {
        add(v, STR("<p data-weft=\"ui\" class=\"weft-note\">from “"));
        buf_add_escaped(v->out, spot_heading_text(v->scratch, d->old, from));
        add(v, STR("”</p>"));
    }
    add(v, STR("<p class=\"weft-text\" dir=\"auto\">"));
    add_text_change(v, k);
    add(v, STR("</p></div>\n"));
}

static void add_markup(struct view *v, uint32_t k)
{
    const struct delta *d = v->delta;
    const struct change *c = &d->change[k];
    uint32_t shown = MIN(c->new_end, c->new_word + MARKUP_WORDS);

    open_item(v, "change", item_label(d, k, k), k, k);
    add(v, STR("<p data-weft=\"ui\" class=\"weft-note\">"));
    buf_add_escaped(v->out, c->note);
    add(v, STR("</p><p class=\"weft-text\" dir=\"auto\">"));
    begin_change(v);
    open_mark(v, "span", "change", k);
    add_run(v, d->new, c->new_word, shown);
    add(v, STR("</span>"));
    add_ellipsis(v, shown < c->new_end);
    add(v, STR("</p></div>\n"));
}

/* The title, or the description. */
static void add_head_change(struct view *v, uint32_t k, const char *label, struct str old, struct str new)
{
    open_item(v, "update", label, k, k);
    add(v, STR("<p class=\"weft-text\" dir=\"auto\">"));
    begin_change(v);
    open_mark(v, "del", "update", k);
    buf_add_escaped(v->out, old);
    add(v, STR("</del> "));
    open_mark(v, "ins", "update", k);
    buf_add_escaped(v->out, new);
    add(v, STR("</ins></p></div>\n"));
}

static void open_section(struct view *v, const struct change *c, enum about about)
{
    bool in_head = about == ABOUT_TITLE || about == ABOUT_DESCRIPTION;
    uint32_t heading = in_head ? NONE : spot_heading(v->delta, c);

    if (v->in_section && heading == v->heading)
        return;
    if (v->in_section)
        add(v, STR("</section>\n"));
    v->in_section = true;
    v->heading = heading;
    if (heading == NONE) {
        add(v, STR("<section><h2 data-weft=\"ui\">Top of the page</h2>\n"));
        return;
    }
    add(v, STR("<section><h2 dir=\"auto\">"));
    buf_add_escaped(v->out, spot_heading_text(v->scratch, v->delta->new, heading));
    add(v, STR("</h2>\n"));
}

/* One item; returns the number of the change after it. */
static uint32_t add_item(struct view *v, uint32_t k)
{
    const struct delta *d = v->delta;
    enum about about = spot_about(d, &d->change[k]);
    uint32_t last = k;

    open_section(v, &d->change[k], about);
    if (about == ABOUT_TITLE) {
        add_head_change(v, k, "Title", d->old->title, d->new->title);
    } else if (about == ABOUT_DESCRIPTION) {
        add_head_change(v, k, "Description", d->old->description, d->new->description);
    } else if (about == ABOUT_MARKUP) {
        add_markup(v, k);
    } else if (d->change[k].kind == CHANGE_MOVE) {
        add_move(v, k);
    } else {
        while (is_joined(d, last))
            last++;
        add_passage(v, k, last);
    }
    return last + 1;
}

static void add_count(struct view *v, const char *class, uint32_t n, const char *what)
{
    if (n)
        buf_addf(v->out, "<li class=\"weft-%s\"><b>%u</b> %s</li>", class, n, what);
}

static void add_names(struct view *v, const struct show_options *o)
{
    add(v, STR("<p class=\"weft-names\"><s>"));
    buf_add_escaped(v->out, o->old_name);
    add(v, STR("</s> → <b>"));
    buf_add_escaped(v->out, o->new_name);
    add(v, STR("</b></p>"));
}

static void add_banner(struct view *v, const struct show_options *o)
{
    const struct delta *d = v->delta;

    add(v, STR("<header data-weft=\"ui\"><h1>"));
    uint32_t look = d->n_class[CLASS_LOOK], folded = d->n_changes == d->n_class[CLASS_CONTENT] ? look : 0;

    if (d->n_changes)
        buf_addf(v->out, "%u %s", d->n_changes, d->n_changes == 1 ? "change" : "changes");
    else
        add(v, look + d->n_class[CLASS_MACHINERY] ? STR("The pages say the same") : STR("The pages do not differ"));
    add(v, STR("</h1>"));
    add_names(v, o);
    if (d->n_changes) {
        add(v, STR("<ul class=\"weft-counts\">"));
        add_count(v, "insert", d->n_inserts, "inserted");
        add_count(v, "delete", d->n_deletes, "deleted");
        add_count(v, "update", d->n_updates, "changed");
        add_count(v, "move", d->n_moves, "moved");
        add_count(v, "change", d->n_attributes, d->n_attributes == 1 ? "link or picture" : "links or pictures");
        add_count(v, "change", d->n_formats, "in format");
        buf_addf(v->out, "</ul><p>Of %u old words %u are gone, of %u new words %u have come", d->words_old, d->words_deleted,
                 d->words_new, d->words_inserted);
        if (d->words_moved)
            buf_addf(v->out, ", %u have moved", d->words_moved);
        add(v, STR(". <a href=\"#weft-1\">Here is the first change.</a></p>"));
    }
    if (folded)
        buf_addf(v->out, "<p>And %u %s of look.</p>", folded, folded == 1 ? "change" : "changes");
    if (d->mostly_different)
        add(v, STR("<p>The two pages have little in common.</p>"));
    if (!d->exact)
        add(v, STR("<p>The pages are very large: some matches may have been missed.</p>"));
    spot_left_out(d, v->out);
    add(v, STR("</header>\n"));
}

static void add_start(struct view *v, const struct show_options *o)
{
    const struct page *p = v->delta->new;

    add(v, STR("<!DOCTYPE html>\n<html lang=\""));
    buf_add_escaped(v->out, p->language);
    add(v,
        STR("\"><head><meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY "\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">"
            "<meta name=\"referrer\" content=\"no-referrer\">\n<title>Changes of "));
    buf_add_escaped(v->out, p->title.len ? p->title : o->new_name);
    add(v, STR("</title>\n<style data-weft=\"ui\">"));
    add(v, web_changes_css);
    add(v, STR("</style></head>\n<body>\n"));
}

int show_changes(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    struct view v = { .delta = d, .scratch = &scratch, .out = out };

    add_start(&v, o);
    add_banner(&v, o);
    add(&v, STR("<main>\n"));
    for (uint32_t k = 0; k < d->n_changes && !out->over && !arena_over(&scratch);)
        k = add_item(&v, k);
    if (v.in_section)
        add(&v, STR("</section>\n"));
    add(&v, STR("</main>\n</body></html>\n"));
    return arena_room(&scratch, 0, e);
}
