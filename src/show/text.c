/* The changes for a terminal.
 *
 *     --- old.html
 *     +++ new.html
 *     @@ Timetable › Autumn
 *       ~ The lecture is on [-Monday-]{+Tuesday+} at [-10:00-]{+11:00+} in Room 214.
 *       > (moved from "Staff") Questions are answered by mail.
 *       ~ See the [-map-]{+plan+} (link "plan": [-/map-]{+/plan+})
 *     4 changes: 2 updates, 1 move, 1 attribute; and 12 changes of look. Words: ...
 *
 * A passage (passage.h) for each changed sentence or row, in the order of the new page, under the place it stands at (place.h), told where
 * that is another than before. + came, - went, ~ changed, > moved. What is long and stayed is cut short by "…". Changes of look are
 * counted, unless all are asked for. Nothing is written where nothing changed. O(words of the passages + changes x log sentences). */
#include "show/text.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "show/passage.h"
#include "show/place.h"
#include "show/spot.h"
#include "show/wrap.h"

enum {
    KEPT_WORDS = 30,  /* of a run of kept words that is shown whole; of a longer one ... */
    AROUND_WORDS = 9, /* ... so many beside a change */
    START_WORDS = 80, /* of a passage longer than START_WORDS + END_WORDS its start ... */
    END_WORDS = 40,   /* ... and its end are shown ... */
    GAP_WORDS = 20,   /* ... unless it is longer by less than this: what is left out must be worth the note that it was */
    LABEL_WORDS = 12, /* of the text in other markup */
    LINE_WORDS = 12,  /* a block with so many words stands on a line of its own */
    WORD_BYTES = 300, /* of a word */
    LINE_INDENT = 4,  /* of a line that goes on */
};

struct view {
    const struct delta *delta;
    struct arena *scratch;
    struct places places;  /* of the new page */
    struct place place;    /* told last */
    struct str place_name; /* in words */
    bool all;              /* look and machinery too */
    bool *told;            /* by change: told in a passage already */
    struct wrap wrap;
};

static void view_drop(struct view *v)
{
    wrap_drop(&v->wrap);
}

/* ---- Words ---- */

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

/* A word that is no word (base64, one line of a million letters) is cut short. */
static void add_word(struct view *v, struct str word)
{
    struct str head = word.len > WORD_BYTES ? utf8_head(word, WORD_BYTES) : word;

    wrap_add(&v->wrap, head);
    if (head.len < word.len)
        wrap_add(&v->wrap, arena_printf(v->scratch, "…(%zu bytes)", word.len));
}

/* Whether the block that ends before word w, or the one that starts there, is long enough for a line of its own. */
static bool is_long_block(const struct page *p, uint32_t w)
{
    uint32_t before = 1, after = 1;

    while (before < LINE_WORDS && w > before && !spot_starts_block(p, w - before))
        before++;
    while (after < LINE_WORDS && !spot_starts_block(p, w + after))
        after++;
    return before >= LINE_WORDS || after >= LINE_WORDS || p->kind == KIND_TEXT;
}

static void add_sign(struct view *v, struct str sign)
{
    wrap_space(&v->wrap);
    wrap_add(&v->wrap, sign);
    wrap_space(&v->wrap);
}

/* What stands before word w, between it and another word of the passage. */
static void add_separator(struct view *v, const struct page *p, uint32_t w)
{
    struct wrap *wrap = &v->wrap;

    if (!(p->word[w].flags & WORD_BREAK)) {
        if (p->word[w].flags & WORD_SPACE)
            wrap_space(wrap);
        else if (may_break(page_word(p, w)))
            wrap_break(wrap);
        return;
    }
    if (!spot_starts_cell(p, w) && is_long_block(p, w)) {
        wrap_newline(wrap);
        return;
    }
    add_sign(v, spot_starts_cell(p, w) ? STR("|") : STR("·"));
}

static void add_run(struct view *v, const struct page *p, uint32_t word, uint32_t end)
{
    for (uint32_t w = word; w < end; w++) {
        if (w > word && spot_is_divider(p, w))
            continue;
        if (w > word)
            add_separator(v, p, w);
        if (p->word[w].flags & WORD_ATOM)
            add_atom(v, p, w);
        else
            add_word(v, page_word(p, w));
    }
}

static void add_note(struct view *v, struct str note)
{
    wrap_set(&v->wrap, WRAP_NOTE);
    wrap_words(&v->wrap, note);
    wrap_set(&v->wrap, WRAP_PLAIN);
}

static void add_dots(struct view *v)
{
    wrap_space(&v->wrap);
    add_note(v, STR("…"));
    wrap_space(&v->wrap);
}

/* ---- Links and pictures ---- */

/* An address, or a text that an attribute holds, that differs: what it is of, and both. */
struct address_change {
    const char *name;
    struct str old, new;
    bool is_label; /* what the label would tell: a picture's description */
};

static void add_old_new(struct view *v, struct str old, struct str new)
{
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
    wrap_set(&v->wrap, WRAP_PLAIN);
}

/* A field or a drawing has no words that would tell which it is. */
static bool has_label(const struct page *p, const struct change *c)
{
    const struct word *w = &p->word[c->new_word];

    if (c->new_end - c->new_word != 1)
        return c->new_word < c->new_end;
    return !(w->flags & WORD_ATOM) || p->dom.node[w->node].tag == TAG_IMG;
}

/* The words that a change of markup speaks of, in quotes; of a picture its description. */
static void add_label(struct view *v, const struct change *c)
{
    const struct page *p = v->delta->new;
    uint32_t shown = MIN(c->new_end, c->new_word + LABEL_WORDS);

    if (!has_label(p, c))
        return;
    wrap_space(&v->wrap);
    wrap_add(&v->wrap, STR("\""));
    if (shown - c->new_word == 1)
        wrap_words(&v->wrap, page_word(p, c->new_word));
    else
        add_run(v, p, c->new_word, shown);
    wrap_add(&v->wrap, shown < c->new_end ? STR("…\"") : STR("\""));
}

/* Both values of an attribute, where it differs and at least one page has words or an address there. */
static bool value_differs(const struct delta *d, const struct change *c, struct str name, struct address_change *out)
{
    out->old = out->new = STR("");
    dom_attr(&d->old->dom, c->old_node, name, &out->old);
    dom_attr(&d->new->dom, c->new_node, name, &out->new);
    out->old = str_trim(out->old);
    out->new = str_trim(out->new);
    return !str_eq(out->old, out->new);
}

static bool address_change(const struct delta *d, const struct change *c, struct address_change *out)
{
    static const struct {
        uint32_t tag; /* TAG_NONE: any */
        const char *attribute, *name;
    } kinds[] = {
        { TAG_A, "href", "link" },
        { TAG_AREA, "href", "link" },
        { TAG_IMG, "src", "picture" },
        { TAG_IFRAME, "src", "frame" },
        { TAG_VIDEO, "src", "film" },
        { TAG_AUDIO, "src", "sound" },
        { TAG_SOURCE, "src", "recording" },
        { TAG_SOURCE, "srcset", "picture" },
        { TAG_IMG, "alt", "description of a picture" },
        { TAG_NONE, "title", "tooltip" },
        { TAG_NONE, "placeholder", "hint in the field" },
        { TAG_NONE, "aria-label", "label for screen readers" },
    };

    if (c->old_node == NONE || c->new_node == NONE || d->old->dom.node[c->old_node].tag != d->new->dom.node[c->new_node].tag)
        return false;
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++) {
        out->name = kinds[i].name;
        out->is_label = strcmp(kinds[i].attribute, "alt") == 0;
        if ((!kinds[i].tag || d->new->dom.node[c->new_node].tag == kinds[i].tag)
            && value_differs(d, c, str_of(kinds[i].attribute), out))
            return true;
    }
    return false;
}

static void add_address(struct view *v, const struct change *c, const struct address_change *other, bool label)
{
    wrap_words(&v->wrap, str_of(other->name));
    if (label && !other->is_label)
        add_label(v, c);
    wrap_add(&v->wrap, STR(":"));
    add_old_new(v, other->old, other->new);
}

/* ---- Passages ---- */

/* A stretch that came, went or moved; of a very long one the start and the end. */
static void add_changed(struct view *v, const struct stretch *s, enum wrap_style style)
{
    struct wrap *w = &v->wrap;
    uint32_t n = s->end - s->word;

    wrap_set(w, style);
    if (n < START_WORDS + END_WORDS + GAP_WORDS) {
        add_run(v, s->page, s->word, s->end);
    } else {
        add_run(v, s->page, s->word, s->word + START_WORDS);
        wrap_space(w);
        wrap_words(w, arena_printf(v->scratch, "… (%u words) …", n - START_WORDS - END_WORDS));
        wrap_space(w);
        add_run(v, s->page, s->end - END_WORDS, s->end);
    }
    wrap_set(w, WRAP_PLAIN);
}

/* The first word from `w` on, or back, that no word is glued to. */
static uint32_t at_space(const struct page *p, uint32_t w, uint32_t end)
{
    uint32_t from = w;

    while (w < end && !(p->word[w].flags & (WORD_SPACE | WORD_BREAK)))
        w++;
    return w < end ? w : from;
}

/* Kept words: whole, or where that is long what stands beside the changes before and behind. */
static void add_kept(struct view *v, const struct stretch *s, bool first, bool last)
{
    uint32_t n = s->end - s->word, head = first ? s->word : s->word + AROUND_WORDS, tail = last ? s->end : s->end - AROUND_WORDS;

    if (n <= KEPT_WORDS) {
        add_run(v, s->page, s->word, s->end);
        return;
    }
    if (head > s->word)
        add_run(v, s->page, s->word, head);
    add_dots(v);
    if (tail < s->end)
        add_run(v, s->page, at_space(s->page, tail, s->end), s->end);
}

static enum wrap_style style_of(const struct view *v, const struct stretch *s)
{
    if (s->change == NONE)
        return WRAP_PLAIN;
    if (s->page == v->delta->old)
        return WRAP_OLD;
    return v->delta->change[s->change].kind == CHANGE_MOVE ? WRAP_MOVED : WRAP_NEW;
}

/* What stands between two stretches: between old words and those that came for them nothing, but for a space where colours alone tell them
 * apart, or where only the new ones had one before them. */
static void add_seam(struct view *v, const struct stretch *before, const struct stretch *now)
{
    if (before->change != NONE && before->change == now->change && before->page != now->page) {
        if (v->wrap.color || (now->page->word[now->word].flags & ~before->page->word[before->word].flags & WORD_SPACE))
            wrap_space(&v->wrap);
        return;
    }
    if (now->page->word[now->word].flags & WORD_BREAK)
        add_sign(v, spot_starts_cell(now->page, now->word) ? STR("|") : STR("·"));
    else
        add_separator(v, now->page, now->word);
}

static char sign_of(const struct view *v, const struct stretches *list)
{
    bool old = false, new = false, kept = false;

    for (uint32_t i = 0; i < list->n; i++) {
        enum wrap_style style = style_of(v, &list->item[i]);
        if (style == WRAP_MOVED)
            return '>';
        old |= style == WRAP_OLD;
        new |= style == WRAP_NEW;
        kept |= style == WRAP_PLAIN;
    }
    return kept || (old && new) ? '~' : new ? '+' : '-';
}

static void start_line(struct view *v, char sign)
{
    const char start[] = { ' ', ' ', sign, ' ' };

    wrap_line(&v->wrap, (struct str){ start, sizeof start }, LINE_INDENT);
}

/* Where it is told that something moved, and from where. */
static void add_moved_from(struct view *v, const struct change *c)
{
    const struct delta *d = v->delta;
    uint32_t from = spot_heading_left(d, c);
    struct str there = from == NONE ? STR("") : spot_heading_text(v->scratch, d->old, from);
    bool up = (double)c->new_word / d->words_new < (double)c->old_word / d->words_old;

    if (there.len)
        add_note(v, arena_printf(v->scratch, "(moved from \"%.*s\")", STR_ARG(there)));
    else
        add_note(v, up ? STR("(moved up)") : STR("(moved down)"));
    wrap_space(&v->wrap);
}

static bool all_hidden(const struct view *v, const struct passages *p, const struct passage *passage)
{
    for (uint32_t k = passage->change; k < passage->change_end; k++)
        if (passage_holds(p, k) && !v->delta->change[k].hidden)
            return false;
    return true;
}

/* Where a passage stands; what is only in the old page stood under a heading there. */
static struct place place_of(const struct view *v, const struct passage *passage)
{
    const struct change *c = &v->delta->change[passage->change];
    enum page_kind kind = v->delta->new->kind;

    if (passage->word < passage->end || c->kind != CHANGE_DELETE || (kind != KIND_MARKUP && kind != KIND_FEED))
        return place_find(&v->places, passage->word, passage->end);
    return place_under(&v->places, passage->word, spot_heading(v->delta, c));
}

static void add_place(struct view *v, struct place place)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    struct place before = v->place;

    v->place = place;
    if (place_differs(&before, &place)) {
        place_add(&v->places, &place, &text);
        struct str name = text.len                           ? buf_str(&text)
                          : v->delta->new->kind == KIND_JSON ? STR("(outermost)")
                                                             : STR("Top of the page");
        if (str_eq(name, v->place_name))
            return;
        v->place_name = arena_str(v->scratch, name);
        wrap_line(&v->wrap, STR(""), LINE_INDENT);
        wrap_set(&v->wrap, WRAP_PLACE);
        wrap_add(&v->wrap, STR("@@"));
        wrap_space(&v->wrap);
        wrap_words(&v->wrap, name);
        wrap_end(&v->wrap);
    }
}

static uint32_t skip_dividers(const struct stretch *s)
{
    uint32_t word = s->word;

    while (word < s->end && spot_is_divider(s->page, word))
        word++;
    return word;
}

/* Dividers at the start of a stretch tell nothing, unless the whole passage is nothing else. */
static void trim_dividers(const struct stretches *list)
{
    bool says_more = false;

    for (uint32_t i = 0; i < list->n; i++)
        says_more |= skip_dividers(&list->item[i]) < list->item[i].end;
    for (uint32_t i = 0; i < list->n && says_more; i++)
        list->item[i].word = skip_dividers(&list->item[i]);
}

static void add_stretches(struct view *v, const struct stretches *list)
{
    const struct stretch *before = NULL;

    trim_dividers(list);
    for (uint32_t i = 0; i < list->n; i++) {
        const struct stretch *s = &list->item[i];
        enum wrap_style style = style_of(v, s);
        if (s->word == s->end)
            continue;
        if (before)
            add_seam(v, before, s);
        if (style == WRAP_PLAIN)
            add_kept(v, s, i == 0, i + 1 == list->n);
        else
            add_changed(v, s, style);
        before = s;
    }
}

/* Whether the words of a link are its address: then it was told. */
static bool says_address(const struct view *v, const struct change *c, struct str address)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);

    if (c->new_end - c->new_word > LABEL_WORDS * 4)
        return false;
    page_words_line(v->delta->new, c->new_word, c->new_end, &text);
    return str_eq(buf_str(&text), address);
}

/* Other addresses of the links and pictures in a passage are told behind it, in brackets. */
static void add_addresses(struct view *v, const struct passage *passage)
{
    const struct delta *d = v->delta;
    uint32_t k = passage->change;

    while (k > 0 && d->change[k - 1].new_word >= passage->word)
        k--;
    for (; k < d->n_changes && d->change[k].new_word < passage->end; k++) {
        const struct change *c = &d->change[k];
        struct address_change other;
        if (c->class != CLASS_CONTENT || c->new_end > passage->end || spot_about(d, c) != ABOUT_MARKUP
            || !address_change(d, c, &other))
            continue;
        v->told[k] = true;
        if (says_address(v, c, other.new))
            continue;
        wrap_space(&v->wrap);
        wrap_add(&v->wrap, STR("("));
        add_address(v, c, &other, c->new_word > passage->word || c->new_end < passage->end);
        wrap_add(&v->wrap, STR(")"));
    }
}

static void add_passage(struct view *v, const struct passages *p, const struct passage *passage)
{
    const struct change *moved = &v->delta->change[passage->change];
    struct stretches list;

    passage_cut(v->scratch, p, passage, &list);
    add_place(v, place_of(v, passage));
    start_line(v, sign_of(v, &list));
    if (moved->kind == CHANGE_MOVE)
        add_moved_from(v, moved);
    add_stretches(v, &list);
    add_addresses(v, passage);
    if (all_hidden(v, p, passage))
        wrap_space(&v->wrap), add_note(v, STR("(hidden)"));
    wrap_end(&v->wrap);
}

/* ---- Markup and the head ---- */

static void add_head(struct view *v, const char *what, struct str old, struct str new)
{
    start_line(v, '~');
    add_note(v, str_of(what));
    add_old_new(v, old, new);
    wrap_end(&v->wrap);
}

static void add_markup(struct view *v, const struct change *c)
{
    struct address_change other;

    add_place(v, place_find(&v->places, c->new_word, c->new_end));
    start_line(v, c->class == CLASS_CONTENT ? '~' : '*');
    if (address_change(v->delta, c, &other)) {
        add_address(v, c, &other, true);
    } else {
        add_note(v, c->note);
        if (has_label(v->delta->new, c))
            wrap_add(&v->wrap, STR(":"));
        add_label(v, c);
    }
    if (c->hidden)
        wrap_space(&v->wrap), add_note(v, STR("(hidden)"));
    wrap_end(&v->wrap);
}

/* A change that is not of words; those of words are passed over, and what was told already. */
static void add_other(struct view *v, uint32_t k)
{
    const struct delta *d = v->delta;
    const struct change *c = &d->change[k];
    enum about about = spot_about(d, c);

    if ((c->class != CLASS_CONTENT && !v->all) || v->told[k])
        return;
    if (about == ABOUT_TITLE)
        add_head(v, "title:", d->old->title, d->new->title);
    else if (about == ABOUT_DESCRIPTION)
        add_head(v, "description:", d->old->description, d->new->description);
    else if (about == ABOUT_MARKUP)
        add_markup(v, c);
    v->told[k] = about != ABOUT_WORDS;
}

/* What names the page comes first: its title, then its description. */
static void add_names_of_page(struct view *v)
{
    for (enum about about = ABOUT_TITLE; about <= ABOUT_DESCRIPTION; about++)
        for (uint32_t k = 0; k < v->delta->n_changes; k++)
            if (spot_about(v->delta, &v->delta->change[k]) == about)
                add_other(v, k);
}

/* ---- The whole ---- */

static void add_name(struct view *v, const char *sign, struct str name)
{
    wrap_line(&v->wrap, str_of(sign), LINE_INDENT);
    wrap_set(&v->wrap, WRAP_HEAD);
    wrap_words(&v->wrap, name);
    wrap_end(&v->wrap);
}

/* "3 changes: 2 updates, 1 move; and 487 changes of look" */
static struct str counts_text(struct view *v)
{
    const struct delta *d = v->delta;
    uint32_t count[CHANGE_KINDS] = { 0 }, n = v->all ? d->n_changes : d->n_class[CLASS_CONTENT], look = d->n_class[CLASS_LOOK];
    struct str text = n ? arena_printf(v->scratch, "%u change%s", n, n == 1 ? "" : "s") : STR("No changes");

    if (n + look == 0)
        return STR("No changes for a reader: only what programs read differs; --all lists it");
    for (uint32_t k = 0; k < d->n_changes; k++)
        count[d->change[k].kind] += v->all || d->change[k].class == CLASS_CONTENT;
    for (unsigned kind = 0, told = 0; kind < CHANGE_KINDS; kind++)
        if (count[kind])
            text = arena_printf(v->scratch, "%.*s%s%u %s%s", STR_ARG(text), told++ ? ", " : ": ", count[kind],
                                change_name((enum change_kind)kind), count[kind] == 1 ? "" : "s");
    if (look && !v->all)
        text = arena_printf(v->scratch, "%.*s%sand %u change%s of look", STR_ARG(text), n ? "; " : " of content, ", look,
                            look == 1 ? "" : "s");
    return text;
}

static void add_sentence(struct view *v, struct str text)
{
    wrap_space(&v->wrap);
    wrap_words(&v->wrap, text);
}

static void add_summary(struct view *v)
{
    const struct delta *d = v->delta;
    double all = (double)d->words_old + d->words_new;
    double share = all > 0 ? 100 * ((double)d->words_deleted + d->words_inserted) / all : 0;

    wrap_line(&v->wrap, STR(""), 2);
    wrap_words(&v->wrap, counts_text(v));
    wrap_words(&v->wrap, STR("."));
    if (d->words_deleted || d->words_inserted || d->words_moved)
        add_sentence(v,
                     arena_printf(v->scratch, "Words: %u of %u deleted, %u of %u inserted (%.*g %%), %u moved.", d->words_deleted,
                                  d->words_old, d->words_inserted, d->words_new, share < 99.5 ? 2 : 3, share, d->words_moved));
    if (d->mostly_different)
        add_sentence(v, STR("The pages have little in common."));
    if (!d->exact)
        add_sentence(v, STR("They are so large that the comparison was not exact: some of this may be the same after all."));
    wrap_end(&v->wrap);
}

static void add_changes(struct view *v)
{
    const struct delta *d = v->delta;
    struct passages passages = { .delta = d, .all = v->all };
    struct passage passage;
    uint32_t others = 0;

    while (!v->wrap.out->over && !arena_over(v->scratch) && passage_next(&passages, &passage)) {
        while (others < passage.change && d->change[others].new_word < passage.word)
            add_other(v, others++);
        add_passage(v, &passages, &passage);
    }
    while (others < d->n_changes)
        add_other(v, others++);
}

int show_text(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    AUTO(view)
    v = {
        .delta = d,
        .scratch = &scratch,
        .all = o->all,
        .told = NEW_ARRAY(&scratch, bool, d->n_changes),
        .place = { NONE, NONE, NONE, 0, 0 },
        .wrap = { .out = out, .width = o->width, .color = o->color, .chunk = BUF(LIMIT_OUTPUT_BYTES) },
    };

    if (d->n_changes == 0)
        return 0;
    places_open(&v.places, &scratch, d->new);
    add_name(&v, "--- ", o->old_name);
    add_name(&v, "+++ ", o->new_name);
    add_names_of_page(&v);
    add_changes(&v);
    add_summary(&v);
    return arena_room(&scratch, 0, e);
}
