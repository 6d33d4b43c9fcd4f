/* One comparison from bytes to output. Both pages share an arena and a symbol table, which the caller's arena holds. */
#include "cli/pair.h"

#include <stdio.h>

#include "base/hash.h"
#include "compare/delta.h"
#include "page/body.h"
#include "page/page.h"

static struct counts counts_of(const struct delta *d)
{
    return (struct counts){
        .words_old = d->words_old,
        .words_new = d->words_new,
        .words_deleted = d->words_deleted,
        .words_inserted = d->words_inserted,
        .words_moved = d->words_moved,
        .kind = {
            [CHANGE_INSERT] = d->n_inserts,
            [CHANGE_DELETE] = d->n_deletes,
            [CHANGE_UPDATE] = d->n_updates,
            [CHANGE_MOVE] = d->n_moves,
            [CHANGE_FORMAT] = d->n_formats,
            [CHANGE_ATTRIBUTE] = d->n_attributes,
        },
        .class = {
            [CLASS_CONTENT] = d->n_class[CLASS_CONTENT],
            [CLASS_LOOK] = d->n_class[CLASS_LOOK],
            [CLASS_MACHINERY] = d->n_class[CLASS_MACHINERY],
        },
    };
}

static void kinds_json(const struct counts *c, struct json *j)
{
    json_key(j, "counts");
    json_object(j);
    for (unsigned kind = 0; kind < CHANGE_KINDS; kind++)
        json_field_number(j, change_name((enum change_kind)kind), c->kind[kind]);
    json_end(j);
    json_key(j, "classes");
    json_object(j);
    for (unsigned class = 0; class < CHANGE_CLASSES; class ++)
        json_field_number(j, class_name((enum change_class) class), c->class[class]);
    json_end(j);
}

/* The words of identical bytes are not counted, but none of them came or went. */
static void words_json(const struct counts *c, struct json *j)
{
    json_key(j, "words");
    json_object(j);
    if (!c->identical) {
        json_field_number(j, "old", c->words_old);
        json_field_number(j, "new", c->words_new);
    }
    json_field_number(j, "deleted", c->words_deleted);
    json_field_number(j, "inserted", c->words_inserted);
    json_field_number(j, "moved", c->words_moved);
    json_end(j);
}

static void add_identical_side(struct json *j, const char *key, struct str name, struct str bytes)
{
    char hash[17];

    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)hash_str(bytes));
    json_key(j, key);
    json_object(j);
    json_field_str(j, "name", name);
    json_field_number(j, "bytes", (int64_t)bytes.len);
    json_field_str(j, "hash", str_of(hash));
    json_end(j);
}

/* The empty delta, as show/json.c writes it but without titles and counts of words, for which somebody would have to look inside. */
static void add_identical(struct buf *out, const struct page_pair *p, const struct show_options *show)
{
    const struct counts none = { .identical = true };
    struct json j;

    json_open(&j, out, 2);
    json_object(&j);
    json_field_str(&j, "format", STR("weft-delta"));
    json_field_number(&j, "version", 1);
    add_identical_side(&j, "old", show->old_name, p->old);
    add_identical_side(&j, "new", show->new_name, p->new);
    json_field_bool(&j, "same", true);
    kinds_json(&none, &j);
    words_json(&none, &j);
    json_field_real(&j, "share", 0);
    json_field_bool(&j, "mostly_different", false);
    json_field_bool(&j, "exact", true);
    json_field_number(&j, "hidden_elements", 0);
    json_key(&j, "changes");
    json_array(&j);
    json_end(&j);
    json_end(&j);
    buf_add_char(out, '\n');
}

/* Whether identical bytes can be answered as they are: a page to look at, or a patch, has to be built all the same. */
static bool needs_no_look(const struct show_options *show, const struct buf *out)
{
    return !out || show->format == SHOW_TEXT || show->format == SHOW_JSON;
}

int pair_show_delta(struct arena *a, const struct delta *d, const struct show_options *show, struct buf *out, struct counts *counts,
                    struct err *e)
{
    int failed = out ? show_delta(a, d, show, out, e) : 0;

    if (failed)
        return failed;
    *counts = counts_of(d);
    counts->identical = d->n_changes == 0 && str_eq(d->old->bytes, d->new->bytes); /* a picture may be another one */
    counts->left_out[0] = d->old->dom.truncated;
    counts->left_out[1] = d->new->dom.truncated;
    return 0;
}

int pair_show(struct arena *a, const struct page_pair *p, const struct show_options *show, struct buf *out, struct counts *counts,
              struct err *e)
{
    const struct body body[2] = {
        { .bytes = p->old, .content_type = p->old_type, .url = p->old_base, .name = p->old_file },
        { .bytes = p->new, .content_type = p->new_type, .url = p->new_base, .name = p->new_file },
    };
    struct symbols symbols;
    struct page page[2];
    struct delta delta;
    int failed;

    if (needs_no_look(show, out) && str_eq(p->old, p->new)) {
        *counts = (struct counts){ .identical = true };
        if (out && show->format == SHOW_JSON)
            add_identical(out, p, show);
        return 0;
    }
    symbols_open(&symbols, a);
    if ((failed = body_read_pair(a, &symbols, body, page, e)) || (failed = compare_pages(a, &page[0], &page[1], &delta, e)))
        return failed;
    if ((p->narrow && (failed = p->narrow(p->narrow_ctx, a, &delta, e)))
        || (failed = pair_show_delta(a, &delta, show, out, counts, e)))
        return failed;
    if (p->look)
        p->look(p->ctx, &delta);
    return 0;
}

uint64_t counts_changes(const struct counts *c)
{
    uint64_t n = 0;

    for (unsigned class = 0; class < CHANGE_CLASSES; class ++)
        n += c->class[class];
    return n;
}

void counts_text(const struct counts *c, bool all, struct buf *out)
{
    const char *between = ": ";

    if (c->identical) {
        buf_add(out, STR("changes  0: the files are the same, byte for byte\n"));
        return;
    }
    buf_addf(out, "words    %u old, %u new, %u deleted, %u inserted, %u moved\n", c->words_old, c->words_new, c->words_deleted,
             c->words_inserted, c->words_moved);
    buf_addf(out, "changes  %u", c->class[CLASS_CONTENT]);
    for (unsigned kind = 0; kind < CHANGE_KINDS; kind++) {
        if (c->kind[kind] == 0)
            continue;
        buf_addf(out, "%s%u %s%s", between, c->kind[kind], change_name((enum change_kind)kind), c->kind[kind] == 1 ? "" : "s");
        between = ", ";
    }
    if (c->class[CLASS_LOOK] || all)
        buf_addf(out, "; and %u of look", c->class[CLASS_LOOK]);
    if (all)
        buf_addf(out, ", %u of machinery", c->class[CLASS_MACHINERY]);
    buf_add_char(out, '\n');
}

void counts_json(const struct counts *c, struct json *j)
{
    json_field_bool(j, "same", counts_changes(c) == 0);
    json_field_bool(j, "identical", c->identical);
    kinds_json(c, j);
    words_json(c, j);
}
