/* Two pages compared, for tests of what judges the difference. */
#ifndef TESTS_JUDGE_JUDGED_H
#define TESTS_JUDGE_JUDGED_H

#include "judge/evidence.h"
#include "tests/tap.h"

struct judged {
    struct page old, new;
    struct delta delta;
    struct judge_pieces pieces;
};

__attribute__((unused)) static struct judged *judged(struct arena *a, const char *old, const char *new)
{
    struct judged *j = NEW(a, struct judged);
    struct symbols *symbols = NEW(a, struct symbols);
    struct err e = { 0 };
    symbols_open(symbols, a);
    if (page_read(a, symbols, &(struct parse_source){ .bytes = str_of(old) }, STR(""), &j->old, &e)
        || page_read(a, symbols, &(struct parse_source){ .bytes = str_of(new) }, STR(""), &j->new, &e)
        || compare_pages(a, &j->old, &j->new, &j->delta, &e) || pieces_find(a, &j->delta, &j->pieces, &e))
        ok(false, "%s", e.text);
    return j;
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
