/* Times that tell how long ago something was, in the languages of ago.def: "3 hours ago", "vor 3 Std.", "yesterday at 12:30". They run by
 * themselves, and a page that says "an hour ago" says "3 hours ago" two hours later. Pure. */
#ifndef JUDGE_AGO_H
#define JUDGE_AGO_H

#include "judge/pieces.h"

/* The lists of ago.def for pages with one table of symbols, put in order when they are first asked for. */
struct ago_lists;
struct ago_lists *ago_open(struct arena *a, const struct symbols *symbols);

/* Bytes of such a time that the text begins with; 0: it begins with something else. O(1). */
size_t ago_bytes(struct ago_lists *l, struct str text);
/* Whether the text is a number and a unit of time, and nothing else: "4d", "2 hours". */
bool ago_is_span(struct ago_lists *l, struct str text);
/* Whether a piece is nothing but such a time, or its sentence says the same as before but for such times. O(words of the sentence). */
bool ago_retold(struct ago_lists *l, const struct delta *d, const struct judge_piece *p);
/* The same where counters stand beside the time: "3 hours ago, 12 views, 4 comments". As ago_retold. */
bool ago_counted(struct ago_lists *l, const struct judge_pieces *pieces, const struct delta *d, const struct judge_piece *p);

#endif
