/* Names for what a person teaches of a page (judge/lessons.h): they must hold for years, so they say less than those of the past, which are
 * learnt again (judge/piece_side.h). Pure. */
#ifndef JUDGE_PIECE_PART_H
#define JUDGE_PIECE_PART_H

#include "base/map.h"
#include "judge/pieces.h"

enum { PIECE_PARTS = 15 }; /* in which one piece stands */

/* What the names of all parts of one page are made with. */
struct part_page {
    uint32_t *heading_end;             /* by heading: where it and all before it end */
    uint64_t *heading_words;           /* likewise: of the last one with words */
    uint32_t *heading_outer;           /* likewise: 1 + the one above it of a higher level; 0: there is none */
    bool *heading_of_many;             /* likewise: another of its level stands below the same one */
    uint32_t *with_letters, n_letters; /* sentences that have words of letters, in order */
};

struct piece_parts {
    const struct delta *delta;
    struct part_page old, new;
    struct map times;              /* by hash of those of the new page: how often they stand there */
    struct record_memory *records; /* judge/headline_record.h */
};

/* O(words of both pages). */
struct piece_parts piece_parts_open(struct arena *a, const struct delta *d);

/* The part of the page that somebody means who speaks of a piece. A short item of a list, a row below heads of columns and a card mean
 * all of their list, whatever its items are called. A longer one, and what changed below a heading of the item's own, is a section: the
 * elements around it, but for those that only wrap text, and the words of the heading above it, without its numbers. A section whose
 * heading came, went or changed is an entry: all sections beside it are meant, whatever they are called. O(depth + words of the item and
 * of the headings that it stands below). */
uint64_t piece_part_key(const struct piece_parts *parts, const struct judge_piece *piece);

/* All parts in which it stands or what it was stood, its section and the lists around it: what was taught of one of them holds. How many.
 * O(depth). */
uint32_t piece_part_keys(const struct piece_parts *parts, const struct judge_piece *piece, uint64_t out[PIECE_PARTS]);

/* A sentence whose words were edited, by what stands before it: of a list in one line others stay each time. 0: it is not such a one, or
 * what stands before it stands on the page several times. O(depth). */
uint64_t piece_line_key(const struct piece_parts *parts, const struct judge_piece *piece);

/* What changed in an item, a row or a card that stays, by the name of that: its heading, or its first words. The price of one table is not
 * that of another. 0: it stands in none, or in the name itself. O(depth + words of the item). */
uint64_t piece_item_key(const struct piece_parts *parts, const struct judge_piece *piece);

/* A line with figures that came or went as a whole, by its words: "Episode of 3 May" is followed by "Episode of 10 May", wherever that
 * stands in the part. 0: it is not such a one, or has fewer than two words. O(depth). */
uint64_t piece_like_key(const struct delta *d, const struct judge_piece *piece);

#endif
