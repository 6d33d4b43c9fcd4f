/* The lines of the text view between the names of the pages and the summary, from tables of small pages. */
#ifndef TESTS_SHOW_TEXT_LINES_H
#define TESTS_SHOW_TEXT_LINES_H

#include "show/text.h"
#include "tests/show/pair.h"
#include "tests/tap.h"

#define TEXT_HEAD "--- old.html\n+++ new.html\n"

/* Two pages and the lines a reader gets. */
struct text_case {
    const char *name, *old, *new, *want;
};

static inline struct str text_lines_as(struct arena *a, struct show_options options, struct str old, struct str new)
{
    struct str all = pair_show(a, show_text, options, old, new);
    size_t end = all.len ? all.len - 1 : 0;

    while (end > 0 && all.ptr[end - 1] != '\n')
        end--;
    return str_starts(all, STR(TEXT_HEAD)) ? str_sub(all, sizeof TEXT_HEAD - 1, end) : STR("(no head)");
}

static inline struct str text_lines(struct arena *a, struct str old, struct str new)
{
    return text_lines_as(a, (struct show_options){ .width = 0 }, old, new);
}

static inline void check_text_cases(const struct text_case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        AUTO(arena) a = { 0 };
        eq_str(text_lines(&a, str_of(cases[i].old), str_of(cases[i].new)), str_of(cases[i].want), cases[i].name);
    }
}

#endif
