/* What the page's own visits say of a piece: is it news, or what this place always does?
 *
 * A habit is concluded from many visits, never from one or two: to hold back what somebody watches the page for is the worst mistake. Where
 * visits are few, people are told. Pure. */
#ifndef JUDGE_HABIT_H
#define JUDGE_HABIT_H

#include "judge/evidence.h"

struct habit {
    enum noise_kind noise; /* why it is noise; NOISE_NONE: nothing is known against it */
    float factor;          /* what is left of it: 0 to 1 */
    float usual;           /* the share of the visits that found something else there: 0 to 1; few visits say nothing */
};

/* `exempt`: a state or a price, of which going back is the news. O(words of the sentence). */
struct habit habit_of(const struct evidence_context *context, const struct judge_piece *piece, bool exempt);
/* Whether it is a whole sentence that leads nowhere, and more stands where things give way to others than ever did: none of those. */
bool habit_is_further(const struct delta *d, const struct judge_piece *p);
/* Whether several numbers of tables, or that stand by themselves, are news: the page has new data. */
bool habit_brings_data(const struct delta *d, const struct judge_pieces *pieces, const struct past *past);
/* Some words of the content that are all new. */
bool habit_is_fresh(const struct judge_piece *piece);

#endif
