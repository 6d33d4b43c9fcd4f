/* Random pages, and random edits of them: what the laws are tried on.
 *
 *     struct random r = { .state = seed };                           the same seed, the same pages
 *     struct sketch *old = random_page(&a, &r, 400);                 about 400 words
 *     struct sketch *new = mutate_page(&a, &r, old, 6, EDIT_ANY);    a copy with 6 edits
 *     struct str html = sketch_html(&a, old);
 *
 * A sketch is a page as a tree of parts, each with a role that says how it may be edited: sections hold headings, paragraphs, lists,
 * tables, quotes, preformatted text, figures and hidden blocks; paragraphs, items and cells hold sentences; sentences hold runs of words,
 * some of them formatted or linked. Words come from a small list with the frequencies of a natural text (a few are everywhere), with
 * numbers, accents, ideographs and characters that HTML must escape among them. Pages are written tidily or carelessly (end tags left
 * out, tags in capitals, entities, comments, scripts, white space), as the sketch's own style says. */
#ifndef TESTS_GENERATE_H
#define TESTS_GENERATE_H

#include "base/arena.h"
#include "tests/base/random.h"

enum edit {
    EDIT_WORD = 1 << 0,      /* a word is replaced, inserted or deleted */
    EDIT_SENTENCE = 1 << 1,  /* a sentence is inserted, deleted or moved */
    EDIT_BLOCK = 1 << 2,     /* a paragraph, list, table ... is inserted, deleted or moved */
    EDIT_ITEM = 1 << 3,      /* a list item is inserted, deleted or moved */
    EDIT_ROW = 1 << 4,       /* a table row, likewise */
    EDIT_SECTION = 1 << 5,   /* a whole section, likewise */
    EDIT_ATTRIBUTE = 1 << 6, /* an address, a description or a class changes */
    EDIT_FORMAT = 1 << 7,    /* words get formatting, lose it or get another; a list becomes ordered */
    EDIT_TITLE = 1 << 8,
    EDIT_SOURCE = 1 << 9, /* the page is written in another way; a reader sees no difference */
    EDIT_TEXT = EDIT_WORD | EDIT_SENTENCE | EDIT_BLOCK | EDIT_ITEM | EDIT_ROW | EDIT_SECTION,
    EDIT_ANY = (1 << 10) - 1,
};

struct sketch;

struct sketch *random_page(struct arena *a, struct random *r, unsigned words);
/* A copy with `n` edits of kinds out of `kinds`; what the page has no place for is left out. The page given stays as it is. */
struct sketch *mutate_page(struct arena *a, struct random *r, const struct sketch *page, unsigned n, unsigned kinds);
struct str sketch_html(struct arena *a, const struct sketch *page);

/* The bytes with `n` accidents: bits turned, pieces lost, doubled or put elsewhere, tags and stray bytes thrown in. Seldom valid HTML
 * or UTF-8 any more. */
struct str mangle_bytes(struct arena *a, struct random *r, struct str bytes, unsigned n);

#endif
