/* What a second answer of the same moment, asked for before anybody is told of a change, says of its pieces.
 *
 * What visits teach is kept under the names of places (judge/past.h), and a page whose adverts, counters and lists are all made again for
 * each load leaves few names that stay. Two answers of one moment need no names: words of the change that only one of them has are not
 * the page's own. Pure. */
#ifndef JUDGE_FLEETING_H
#define JUDGE_FLEETING_H

#include "judge/past.h"
#include "judge/pieces.h"

/* Sets `fleeting` of pieces of `d`; `second` is from its new page to the other answer of that moment. After spots_find(): what gave way to
 * something fleeting at a spot is fleeting too. O(words + pieces). */
void fleeting_find(const struct delta *d, const struct delta *second, struct judge_pieces *pieces);

/* Drops pieces of `second` that teach nothing: where the page is as it was in the version before, only the other answer has something new,
 * and that may be news which not all servers of the page have yet. */
void fleeting_drop_unsettled(const struct delta *second, const struct delta *since, struct judge_pieces *pieces);

/* Keeps which pieces are, for a look at the change later, and sets them from there. */
void fleeting_keep(const struct judge_pieces *pieces, struct past *known);
void fleeting_recall(const struct past *known, struct judge_pieces *pieces);

#endif
