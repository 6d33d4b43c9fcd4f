/* Why a change is held back, in words for a person. Pure. */
#ifndef JUDGE_REASONS_H
#define JUDGE_REASONS_H

#include "judge/evidence.h"

/* "it stands outside the content"; of what is gone "it stood outside the content". True for what happened to this piece, and never empty:
 * what nothing speaks against was too little. */
struct str noise_reason(const struct delta *d, const struct judge_piece *piece, enum noise_kind noise);
/* The kind that has these words, also those of earlier versions of weft; NOISES: none. */
enum noise_kind noise_named(struct str words);
/* Kinds in the order in which a person is likely to want what they hold back after all: 0 is the first, NOISES - 1 the last. */
unsigned noise_rank(enum noise_kind noise);
/* Why nothing is said of parts that somebody taught to hold back. */
#define TAUGHT_REASON "you dismissed changes here"
/* Why changes of the content are still held back of a version that would have been announced, and of which somebody announced others. */
#define UNCHOSEN_REASON "you announced other changes of this version"
/* Of several things that moved. */
#define MOVED_REASON "they only moved"
/* Whether it only says that the part is different on most visits. */
bool noise_is_constant(enum noise_kind noise);

#endif
