/* Names for what a person teaches of a page (judge/lessons.h): they must hold for years, so they say less than those of the past, which are
 * learnt anew (judge/piece_side.h). Pure. */
#ifndef JUDGE_PIECE_PART_H
#define JUDGE_PIECE_PART_H

#include "judge/pieces.h"

/* The part of the page in which a piece stands: the elements around it, but for those that only wrap text, and the words of the heading
 * above it, without its numbers. O(depth + headings). */
uint64_t piece_part_key(const struct delta *d, const struct judge_piece *piece);

/* A sentence whose words were edited, by what stands before it: of a list in one line others stay each time. 0: it is not such a one, or
 * what stands before it stands on the page several times. O(depth + sentences). */
uint64_t piece_line_key(const struct delta *d, const struct judge_piece *piece);

/* A line with figures that came or went as a whole, by its words: "Episode of 3 May" is followed by "Episode of 10 May", wherever that
 * stands in the part. 0: it is not such a one, or has fewer than two words. O(depth). */
uint64_t piece_like_key(const struct delta *d, const struct judge_piece *piece);

#endif
