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

#include "base/hash.h"
#include "base/limits.h"
#include "show/field.h"
#include "show/location.h"
#include "show/text_view.h"

enum { SAME_LEAST = 4 }; /* times that an address became the same other one, from which on it is told once for all */

static void text_view_drop(struct text_view *v)
{
    wrap_drop(&v->wrap);
}

void text_start(struct text_view *v, char sign)
{
    const char start[] = { ' ', ' ', sign, ' ' };

    wrap_line(&v->wrap, (struct str){ start, sizeof start }, LINE_INDENT);
}

void text_place(struct text_view *v, struct place place)
{
    AUTO(buf) text = BUF(LIMIT_OUTPUT_BYTES);
    struct place before = v->place;

    v->place = place;
    if (place_differs(&before, &place)) {
        place_add(&v->places, &place, &text);
        struct str name = text.len ? buf_str(&text) : place_nowhere(v->delta->new, &place);
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

/* ---- Markup and the head ---- */

static void add_head(struct text_view *v, const char *what, struct str old, struct str new)
{
    text_start(v, '~');
    text_note(v, str_of(what));
    wrap_space(&v->wrap);
    text_old_new(v, old, new);
    wrap_end(&v->wrap);
}

/* The field of a form, or the key, that a change of markup is about. */
static void add_field(struct text_view *v, const struct change *c)
{
    AUTO(buf) key = BUF(LIMIT_OUTPUT_BYTES);

    field_add(v->delta->new, c->new_node, &key);
    if (!key.len)
        return;
    wrap_words(&v->wrap, buf_str(&key));
    wrap_add(&v->wrap, STR(":"));
    wrap_space(&v->wrap);
}

/* What differs, for what it is: the place within a page is left out where it is the same in both. */
static uint64_t address_key(const struct address_change *other)
{
    struct str old = other->old, new = other->new;
    size_t was = MIN(old.len, str_find(old, STR("#"), 0)), is = MIN(new.len, str_find(new, STR("#"), 0));

    if (str_eq(str_sub(old, was, old.len), str_sub(new, is, new.len)))
        old = str_sub(old, 0, was), new = str_sub(new, 0, is);
    return hash_mix(hash_mix(hash_str(str_of(other->name)), hash_str(old)), hash_str(new));
}

static void count_addresses(struct text_view *v)
{
    const struct delta *d = v->delta;
    struct address_change other;

    v->same = NEW(v->scratch, struct map);
    map_open(v->same, v->scratch, 64);
    for (uint32_t k = 0; k < d->n_changes; k++) {
        const struct change *c = &d->change[k];
        if (c->class == CLASS_CONTENT && location_about(d, c) == ABOUT_MARKUP && text_find_address(d, c, &other))
            ++*map_slot(v->same, address_key(&other), 0);
    }
}

/* How often an address became the same other one, if that is told once for all; 1: by itself; 0: it was told. */
static uint32_t count_same(struct text_view *v, const struct change *c, const struct address_change *other)
{
    if (c->class != CLASS_CONTENT)
        return 1;
    if (!v->same)
        count_addresses(v);
    uint32_t *slot = map_slot(v->same, address_key(other), 1), n = *slot;
    if (n >= SAME_LEAST)
        *slot = 0;
    return n > 0 && n < SAME_LEAST ? 1 : n;
}

static void add_markup(struct text_view *v, const struct change *c)
{
    struct address_change other;
    bool address = text_find_address(v->delta, c, &other);
    uint32_t n = address ? count_same(v, c, &other) : 1;

    if (n == 0)
        return;
    text_place(v, place_find(&v->places, c->new_word, c->new_end));
    text_start(v, c->class == CLASS_CONTENT ? '~' : '*');
    if (address) {
        text_address(v, c, &other, true);
        if (n > 1)
            wrap_space(&v->wrap), text_note(v, arena_printf(v->scratch, "(and %u more like this)", n - 1));
    } else {
        add_field(v, c);
        text_note(v, c->note);
        if (text_has_label(v->delta->new, c))
            wrap_add(&v->wrap, STR(":"));
        text_label(v, c);
    }
    if (c->hidden)
        wrap_space(&v->wrap), text_note(v, STR("(hidden)"));
    wrap_end(&v->wrap);
}

/* A change that is not of words; those of words are passed over, and what was told already. */
static void add_other(struct text_view *v, uint32_t k)
{
    const struct delta *d = v->delta;
    const struct change *c = &d->change[k];
    enum about about = location_about(d, c);

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
static void add_names_of_page(struct text_view *v)
{
    for (enum about about = ABOUT_TITLE; about <= ABOUT_DESCRIPTION; about++)
        for (uint32_t k = 0; k < v->delta->n_changes; k++)
            if (location_about(v->delta, &v->delta->change[k]) == about)
                add_other(v, k);
}

/* ---- The whole ---- */

static void add_name(struct text_view *v, const char *sign, struct str name)
{
    wrap_line(&v->wrap, str_of(sign), LINE_INDENT);
    wrap_set(&v->wrap, WRAP_HEAD);
    wrap_words(&v->wrap, name);
    wrap_end(&v->wrap);
}

/* "3 changes: 2 updates, 1 move; and 487 changes of look" */
static struct str counts_text(struct text_view *v)
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

static void add_sentence(struct text_view *v, struct str text)
{
    wrap_space(&v->wrap);
    wrap_words(&v->wrap, text);
}

static void add_summary(struct text_view *v)
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
    if (d->mostly_different && d->words_old && d->words_new)
        add_sentence(v, STR("The pages have little in common."));
    if (!d->exact)
        add_sentence(v, STR("They are so large that the comparison was not exact: some of this may be the same after all."));
    wrap_end(&v->wrap);
}

static void add_changes(struct text_view *v)
{
    const struct delta *d = v->delta;
    struct passages passages = { .delta = d, .all = v->all };
    struct passage passage;
    uint32_t others = 0;

    while (!v->wrap.out->over && !arena_over(v->scratch) && passage_next(&passages, &passage)) {
        while (others < passage.change && d->change[others].new_word < passage.word)
            add_other(v, others++);
        text_passage(v, &passages, &passage);
    }
    while (others < d->n_changes)
        add_other(v, others++);
}

int show_text(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    AUTO(text_view)
    v = {
        .delta = d,
        .scratch = &scratch,
        .all = o->all,
        .told = NEW_ARRAY(&scratch, bool, d->n_changes),
        .place = { .heading = NONE, .part = NONE, .element = NONE },
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
