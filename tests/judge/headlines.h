/* What a headline says of two pages, for tests. */
#ifndef TESTS_JUDGE_HEADLINES_H
#define TESTS_JUDGE_HEADLINES_H

#include "judge/headline.h"
#include "tests/judge/judged.h"
#include "tests/judge/true_lines.h"

/* A long sentence of a paragraph. */
#define LONG \
    "We bake bread in the old way, with water from the well behind the house and flour of the mill on the hill, on every day but Sunday, and we " \
    "sell it at the gate from six in the morning on. "

__attribute__((unused)) static struct headline headline_of(struct arena *a, const struct judged *j)
{
    struct headline_piece *item = NEW_ARRAY(a, struct headline_piece, j->pieces.n + 1);
    const struct headline_worth *worth = headline_worths(a, &j->delta, &j->pieces);
    for (uint32_t i = 0; i < j->pieces.n; i++)
        item[i] = (struct headline_piece){ .piece = &j->pieces.item[i],
                                           .worth = &worth[i],
                                           .share = j->pieces.item[i].kind != PIECE_MOVED };
    return headline_make(a, &j->delta, &j->pieces, item, j->pieces.n);
}

__attribute__((unused)) static struct headline headline(struct arena *a, const char *old, const char *new)
{
    struct judged *j = judged(a, old, new);
    struct headline h = headline_of(a, j);
    struct str untrue = untrue_line(a, &j->old, &j->new, &h);
    if (untrue.len)
        ok(false, "not true: %.*s, in: %.*s", STR_ARG(untrue), STR_ARG(h.text));
    return h;
}

__attribute__((unused)) static void says(struct arena *a, const char *old, const char *new, const char *want)
{
    eq_str(headline(a, old, new).text, str_of(want), want);
}

#endif
