/* Two pages compared, for tests of what judges the difference. */
#ifndef TESTS_JUDGE_JUDGED_H
#define TESTS_JUDGE_JUDGED_H

#include "judge/evidence.h"
#include "page/body.h"
#include "tests/tap.h"

struct judged {
    struct page old, new;
    struct delta delta;
    struct judge_pieces pieces;
};

/* Read as what they are known to be. */
__attribute__((unused)) static struct judged *judged_as(struct arena *a, enum page_kind kind, const char *old, const char *new)
{
    struct judged *j = NEW(a, struct judged);
    struct symbols *symbols = NEW(a, struct symbols);
    struct err e = { 0 };
    symbols_open(symbols, a);
    if (body_read_as(a, symbols, &(struct body){ .bytes = str_of(old) }, kind, &j->old, &e)
        || body_read_as(a, symbols, &(struct body){ .bytes = str_of(new) }, kind, &j->new, &e)
        || compare_pages(a, &j->old, &j->new, &j->delta, &e) || pieces_find(a, &j->delta, &j->pieces, &e))
        ok(false, "%s", e.text);
    return j;
}

__attribute__((unused)) static struct judged *judged(struct arena *a, const char *old, const char *new)
{
    return judged_as(a, KIND_MARKUP, old, new);
}

/* The first piece of a kind; NULL: there is none. */
__attribute__((unused)) static const struct judge_piece *piece_of(const struct judged *j, enum piece_kind kind)
{
    for (uint32_t i = 0; i < j->pieces.n; i++)
        if (j->pieces.item[i].kind == kind)
            return &j->pieces.item[i];
    return NULL;
}

#endif
