/* The delta as JSON.
 *
 *     { "format": "weft-delta", "version": 1,
 *       "old": { "name", "title", "words", "bytes", "hash" }, "new": { ... },
 *       "same", "counts": { one for each kind }, "classes": { one for each class },
 *       "words": { "old", "new", "deleted", "inserted", "moved" }, "share", "mostly_different", "exact", "hidden_elements",
 *       "changes": [ { "id", "kind", "class", "old": { "path", "word", "count", "text" }, "new": { ... }, "note",
 *                      "record": { "path", "name" }, "attributes", "replaces", "hidden" } ] }
 *
 * Invariant: changes that replace words give all of them, so that putting the new texts in the place of the old ones makes the words of
 * NEW out of those of OLD, and back. Inserts, deletes, updates and moves do, one picture in the place of another, and a picture with
 * another description; other changes of format and attributes speak of kept words, and of those, which may be the whole page, only the
 * start is given.
 * O(words of the changes + nodes). */
#include "show/json.h"

#include <stdio.h>

#include "base/json.h"
#include "base/limits.h"
#include "compare/classes.h"
#include "show/location.h"
#include "show/passage.h"

enum { MARKUP_WORDS = 40 }; /* of the text that a format or attribute change stands at */

struct side {
    const struct page *page;
    struct paths paths;
    const char *key;
};

struct view {
    struct json json;
    const struct delta *delta;
    struct side old, new;
    struct buf text; /* one string at a time */
};

static void view_drop(struct view *v)
{
    buf_drop(&v->text);
}

static void add_page(struct json *j, const char *key, const struct page *p, struct str name)
{
    char hash[17];

    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)hash_str(p->bytes));
    json_key(j, key);
    json_object(j);
    json_field_str(j, "name", name);
    json_field_str(j, "title", p->title);
    json_field_number(j, "words", p->n_words);
    json_field_number(j, "bytes", (int64_t)p->bytes.len);
    json_field_str(j, "hash", str_of(hash));
    if (p->dom.truncated.len)
        json_field_str(j, "truncated", p->dom.truncated);
    json_end(j);
}

static void add_counts(struct json *j, const struct delta *d)
{
    const uint32_t count[CHANGE_KINDS] = { d->n_inserts, d->n_deletes, d->n_updates, d->n_moves, d->n_formats, d->n_attributes };

    json_key(j, "counts");
    json_object(j);
    for (unsigned kind = 0; kind < CHANGE_KINDS; kind++)
        json_field_number(j, change_name((enum change_kind)kind), count[kind]);
    json_end(j);
    json_key(j, "classes");
    json_object(j);
    for (unsigned class = 0; class < CHANGE_CLASSES; class ++)
        json_field_number(j, class_name((enum change_class) class), d->n_class[class]);
    json_end(j);
}

static void add_words(struct json *j, const struct delta *d)
{
    double all = (double)d->words_old + d->words_new;

    json_key(j, "words");
    json_object(j);
    json_field_number(j, "old", d->words_old);
    json_field_number(j, "new", d->words_new);
    json_field_number(j, "deleted", d->words_deleted);
    json_field_number(j, "inserted", d->words_inserted);
    json_field_number(j, "moved", d->words_moved);
    json_end(j);
    json_field_real(j, "share", all > 0 ? ((double)d->words_deleted + d->words_inserted) / all : 0);
}

static void add_path(struct view *v, struct side *s, uint32_t node)
{
    buf_clear(&v->text);
    paths_add(&s->paths, node, &v->text);
    json_field_str(&v->json, "path", buf_str(&v->text));
}

/* One side of a change: its element, its words, its text. */
static void add_side(struct view *v, struct side *s, const struct change *c, enum about about)
{
    const struct page *p = s->page;
    bool is_old = s == &v->old;
    uint32_t word = is_old ? c->old_word : c->new_word, end = is_old ? c->old_end : c->new_end;
    uint32_t node = is_old ? c->old_node : c->new_node;
    struct json *j = &v->json;

    json_key(j, s->key);
    json_object(j);
    if (about == ABOUT_TITLE || about == ABOUT_DESCRIPTION) {
        if (node != NONE)
            add_path(v, s, node);
        json_field_str(j, "text", about == ABOUT_TITLE ? p->title : p->description);
    } else {
        uint32_t shown =
            about == ABOUT_MARKUP && !location_owns_words(v->delta, c) ? page_cut(p, MIN(end, word + MARKUP_WORDS), end) : end;

        add_path(v, s, node != NONE ? node : location_element(p, word, end));
        json_field_number(j, "word", word);
        json_field_number(j, "count", end - word);
        buf_clear(&v->text);
        page_words_text(p, word, shown, &v->text);
        buf_add(&v->text, shown < end ? STR(" …") : STR(""));
        json_field_str(j, "text", buf_str(&v->text));
    }
    json_end(j);
}

static void add_value(struct json *j, const char *key, const struct attr *attr)
{
    json_key(j, key);
    if (attr)
        json_str(j, attr_value(attr));
    else
        json_null(j);
}

static void add_attribute(struct view *v, const struct attribute_pair *p)
{
    struct json *j = &v->json;
    unsigned class = class_of_attribute(p);

    if (class == CLASS_SAME)
        return;
    json_object(j);
    json_field_str(j, "name", symbols_str(p->new->dom.symbols, (p->now ? p->now : p->was)->name));
    json_field_str(j, "class", str_of(class_name((enum change_class) class)));
    add_value(j, "old", p->was);
    add_value(j, "new", p->now);
    json_end(j);
}

/* The change speaks of two elements as wholes, paired or in each other's place: then their attributes are what changed. */
static bool has_attributes(const struct delta *d, const struct change *c)
{
    if (c->old_node == NONE || c->new_node == NONE || d->old->dom.node[c->old_node].tag != d->new->dom.node[c->new_node].tag
        || (d->old_node[c->old_node] != c->new_node && !location_owns_words(d, c)))
        return false;
    if (location_owns_words(d, c)) /* an atom, or the picture inside one */
        return true;
    return c->old_word == d->old->first_word[c->old_node] && c->old_end == d->old->first_word[d->old->dom.node[c->old_node].end];
}

static void add_attributes(struct view *v, const struct change *c)
{
    struct attribute_pair pair;

    json_key(&v->json, "attributes");
    json_array(&v->json);
    for (uint32_t at = 0; next_attribute(v->delta, c->old_node, c->new_node, &at, &pair);)
        add_attribute(v, &pair);
    json_end(&v->json);
}

/* A kept atom that reads otherwise now: an image with another description. */
static bool reads_otherwise(struct view *v, const struct change *c)
{
    const struct delta *d = v->delta;
    bool kept = c->old_end - c->old_word == 1 && c->new_end - c->new_word == 1 && d->old_to_new[c->old_word] == c->new_word;

    if (c->kind < CHANGE_FORMAT || !kept || !(d->new->word[c->new_word].flags &WORD_ATOM)
        || c->new_node != d->new->word[c->new_word].node)
        return false;
    buf_clear(&v->text);
    page_words_text(d->old, c->old_word, c->old_end, &v->text);
    size_t was = v->text.len;
    page_words_text(d->new, c->new_word, c->new_end, &v->text);
    return !str_eq(str_sub(buf_str(&v->text), 0, was), str_sub(buf_str(&v->text), was, v->text.len));
}

/* The row of a table, or the small card, that a change is a part of, so that what belongs together can be put together. */
static void add_record(struct view *v, const struct change *c)
{
    const struct page *p = v->delta->new;
    uint32_t box = c->kind == CHANGE_MOVE ? NONE : passage_box_of(v->delta, c);

    if (box == NONE || (c->new_word == p->first_word[box] && c->new_end == p->first_word[p->dom.node[box].end]))
        return;
    json_key(&v->json, "record");
    json_object(&v->json);
    add_path(v, &v->new, box);
    buf_clear(&v->text);
    page_words_line(p, passage_name_start(p, box), passage_name_end(p, box), &v->text);
    json_field_str(&v->json, "name", buf_str(&v->text));
    json_end(&v->json);
}

static void add_change(struct view *v, uint32_t k)
{
    const struct change *c = &v->delta->change[k];
    enum about about = location_about(v->delta, c);
    struct json *j = &v->json;

    json_object(j);
    json_field_number(j, "id", (int64_t)k + 1);
    json_field_str(j, "kind", str_of(change_name(c->kind)));
    json_field_str(j, "class", str_of(class_name(c->class)));
    add_side(v, &v->old, c, about);
    add_side(v, &v->new, c, about);
    json_key(j, "note");
    if (c->note.len)
        json_str(j, c->note);
    else
        json_null(j);
    if (about == ABOUT_WORDS || about == ABOUT_MARKUP)
        add_record(v, c);
    if (about == ABOUT_MARKUP && has_attributes(v->delta, c))
        add_attributes(v, c);
    json_field_bool(j, "replaces", !c->in_move && (location_owns_words(v->delta, c) || reads_otherwise(v, c)));
    json_field_bool(j, "hidden", c->hidden);
    json_end(j);
}

int show_json(struct arena *a, const struct delta *d, const struct show_options *o, struct buf *out, struct err *e)
{
    AUTO(arena) scratch = { .budget_bytes = a->budget_bytes };
    AUTO(view) v = { .delta = d, .old = { .page = d->old, .key = "old" }, .new = { .page = d->new, .key = "new" } };
    struct json *j = &v.json;

    v.text.limit_bytes = LIMIT_OUTPUT_BYTES;
    paths_open(&v.old.paths, &scratch, &d->old->dom);
    paths_open(&v.new.paths, &scratch, &d->new->dom);
    json_open(j, out, 2);
    json_object(j);
    json_field_str(j, "format", STR("weft-delta"));
    json_field_number(j, "version", 1);
    add_page(j, "old", d->old, o->old_name);
    add_page(j, "new", d->new, o->new_name);
    json_field_bool(j, "same", d->n_changes == 0);
    add_counts(j, d);
    add_words(j, d);
    json_field_bool(j, "mostly_different", d->mostly_different);
    json_field_bool(j, "exact", d->exact);
    json_field_number(j, "hidden_elements", d->n_hidden_elements);
    json_key(j, "changes");
    json_array(j);
    for (uint32_t k = 0; k < d->n_changes && !out->over && !arena_over(&scratch); k++)
        add_change(&v, k);
    json_end(j);
    json_end(j);
    buf_add_char(out, '\n');
    return arena_room(&scratch, 0, e);
}
