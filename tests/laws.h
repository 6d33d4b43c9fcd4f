/* What must hold of every comparison and of the pages made from it, checked in process, without knowing what to expect.
 *
 * The merged page is read again as any other page would be, and taken apart by its marks:
 *
 *     T+  without old parts its words are NEW's          T-  without new parts they are OLD's
 *     N   without old parts and marks its tree is NEW's, less what clean.c leaves out
 *     B   it is read as it was written: parse(write(tree)) = tree (written.h)
 *     X   no mark stands in a mark, no block in a mark, no mark where HTML allows no text
 *     H   ids are there once, stops are numbered in document order, and previous and next chain them
 *     Q   every change of text has a mark; a page without marks has no change
 *     V   nothing of the page runs: script, handler, frame, script address
 *     D   the same delta gives the same bytes
 *     C   whatever part of the changes is chosen, every view shows it, and T+ holds
 * N is held against the page written alone: where a page's own tree cannot be written as HTML at all (a form in a form, made by a parser's
 * repair), a merged page need not do better. */
#ifndef TESTS_LAWS_H
#define TESTS_LAWS_H

#include "compare/delta.h"
#include "show/show.h"

/* NULL where all laws hold of the delta and its pages, else words that say which does not and where. O(pages). */
const char *laws_check(struct arena *a, const struct delta *d);

/* Only T+ and T- of a page in one of the formats merged and reversed: what must hold even of the oddest input, as long as each of the two
 * pages is read as it was when it is written alone. */
const char *laws_check_words(struct arena *a, const struct delta *d, enum show_format format);

/* C of one choice. */
const char *laws_check_choice(struct arena *a, const struct delta *d, const struct delta_choice *choice);

/* Words in changes of either side, and the least number that any comparison word by word must have. */
struct laws_marked {
    uint64_t marked, least;
};
struct laws_marked laws_marked(const struct delta *d);

#endif
