/* A pair of small pages given as strings, compared: what unit tests of compare/ and show/ work on.
 *
 *     AUTO(example) x = { 0 };
 *     example_open(&x, "<p>one", "<p>two");
 *     eq_int(x.delta.n_updates, 1, "one word changed"); */
#ifndef TESTS_EXAMPLE_H
#define TESTS_EXAMPLE_H

#include <stdlib.h>

#include "base/limits.h"
#include "compare/steps.h"
#include "show/show.h"

struct example {
    struct arena arena;
    struct symbols symbols;
    struct page old, new;
    struct delta delta;
};

static inline void example_drop(struct example *x)
{
    arena_drop(&x->arena);
}

static inline void example_read(struct example *x, struct str html, struct str base, struct page *out)
{
    struct parse_source source = { .bytes = html };
    struct err e = { 0 };

    if (page_read(&x->arena, &x->symbols, &source, base, out, &e))
        abort(); /* no unit test is about pages that cannot be read */
}

/* Reads both pages; nothing is compared yet. */
static inline void example_pages(struct example *x, const char *old, const char *new)
{
    symbols_open(&x->symbols, &x->arena);
    example_read(x, str_of(old), STR(""), &x->old);
    example_read(x, str_of(new), STR(""), &x->new);
}

static inline void example_open(struct example *x, const char *old, const char *new)
{
    struct err e = { 0 };

    example_pages(x, old, new);
    if (compare_pages(&x->arena, &x->old, &x->new, &x->delta, &e))
        abort();
}

static inline struct str example_show_as(struct example *x, struct show_options options)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct err e = { 0 };
    struct str bytes;

    if (show_delta(&x->arena, &x->delta, &options, &out, &e) || buf_take(&out, &x->arena, &bytes, &e))
        abort();
    return bytes;
}

/* The page alone, without weft's frame. */
static inline struct str example_bare(struct example *x, enum show_format format)
{
    return example_show_as(x, (struct show_options){ .format = format, .bare = true });
}

static inline struct str example_show(struct example *x, enum show_format format)
{
    return example_show_as(
        x, (struct show_options){ .format = format, .old_name = STR_INIT("old.html"), .new_name = STR_INIT("new.html") });
}

/* The steps of a comparison up to one of them, for the tests of each. `c` is as compare_pages has it before its first step. */
static inline struct compare example_steps(struct example *x)
{
    struct delta *d = &x->delta;
    struct arena *a = &x->arena;
    uint32_t *const none[] = {
        d->old_to_new = NEW_ARRAY(a, uint32_t, x->old.n_words + 1), d->old_change = NEW_ARRAY(a, uint32_t, x->old.n_words + 1),
        d->new_to_old = NEW_ARRAY(a, uint32_t, x->new.n_words + 1), d->new_change = NEW_ARRAY(a, uint32_t, x->new.n_words + 1),
        d->old_node = NEW_ARRAY(a, uint32_t, x->old.dom.n + 1),     d->new_node = NEW_ARRAY(a, uint32_t, x->new.dom.n + 1)
    };
    const uint32_t size[] = { x->old.n_words, x->old.n_words, x->new.n_words, x->new.n_words, x->old.dom.n, x->new.dom.n };

    for (size_t k = 0; k < ARRAY_LEN(none); k++)
        memset(none[k], 0xff, (size[k] + (size_t)1) * sizeof *none[k]);
    d->old = &x->old, d->new = &x->new, d->exact = true;
    return (struct compare){ .arena = a, .scratch = a, .delta = d };
}

/* Words [from, end) of a page as a reader would copy them. */
static inline struct str example_words(struct example *x, const struct page *p, uint32_t from, uint32_t end)
{
    AUTO(buf) out = BUF(MIB(16));
    struct str text;

    page_words_text(p, from, end, &out);
    if (buf_take(&out, &x->arena, &text, NULL))
        abort();
    return text;
}

/* The changes up to a class as lines "kind: old -> new (note)"; a side without words is left out. */
static inline struct str example_changes_of(struct example *x, enum change_class last)
{
    AUTO(buf) out = BUF(MIB(16));
    struct str text;

    for (uint32_t k = 0; k < x->delta.n_changes; k++) {
        const struct change *c = &x->delta.change[k];
        struct str old = example_words(x, &x->old, c->old_word, c->old_end),
                   new = example_words(x, &x->new, c->new_word, c->new_end);

        if (c->class > last)
            continue;
        if (out.len)
            buf_add_char(&out, '\n');
        buf_addf(&out, "%s:", change_name(c->kind));
        if (old.len)
            buf_addf(&out, " %.*s", STR_ARG(old));
        if (new.len)
            buf_addf(&out, " -> %.*s", STR_ARG(new));
        if (c->note.len)
            buf_addf(&out, " (%.*s)", STR_ARG(c->note));
    }
    if (buf_take(&out, &x->arena, &text, NULL))
        abort();
    return text;
}

/* All changes. What most tests compare with. */
static inline struct str example_changes(struct example *x)
{
    return example_changes_of(x, CHANGE_CLASSES - 1);
}

#endif
