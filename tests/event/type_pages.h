/* Change types on a pair of small pages, as lines: what the tests of types share. */
#ifndef TESTS_EVENT_TYPE_PAGES_H
#define TESTS_EVENT_TYPE_PAGES_H

#include "event/types.h"
#include "tests/example.h"
#include "tests/tap.h"

/* The change type that the language has for these words. */
static inline struct change_type type_of(struct arena *a, const char *words)
{
    struct grammar g;
    struct sentinel_file file;
    struct fault_list faults = { 0 };
    struct err e;
    struct str text = arena_printf(a, "create sentinel a on \"x\" monitor %s", words);
    grammar_open(a, &g);
    if (sentinel_read(a, &g, text, &file, &faults, &e) || file.n != 1 || file.item[0].sentinel.changes->kind != EXPR_TYPE)
        abort();
    return file.item[0].sentinel.changes->type;
}

/* "insert: a; delete: b", then the note in brackets. */
static inline struct str found_in(struct example *x, const char *words)
{
    AUTO(buf) out = BUF(MIB(1));
    struct type_finder f;
    struct change_type type = type_of(&x->arena, words);
    struct type_found found;
    struct err e;
    struct str text;
    type_finder_open(&f, &x->arena, &x->delta);
    if (type_find(&f, &type, &found, &e))
        return arena_printf(&x->arena, "error: %s", e.text);
    for (uint32_t i = 0; i < found.n; i++) {
        buf_add(&out, i ? STR("; ") : STR(""));
        type_change_print(&x->delta, &found.item[i], &out);
    }
    if (found.note.len)
        buf_addf(&out, "(%.*s)", STR_ARG(found.note));
    if (buf_take(&out, &x->arena, &text, &e))
        abort();
    return text;
}

static inline void eq_found(const char *type, const char *old, const char *new, const char *want)
{
    AUTO(example) x = { 0 };
    example_open(&x, old, new);
    eq_str(found_in(&x, type), str_of(want), want[0] ? want : old);
}

#endif
