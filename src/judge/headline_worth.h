/* What one piece of a change is worth as a headline, whatever stands beside it. Pure. */
#ifndef JUDGE_HEADLINE_WORTH_H
#define JUDGE_HEADLINE_WORTH_H

#include "judge/pieces.h"

/* What a piece is worth, by what it is; what it says counts up to HEADLINE_FULL_WORDS words. */
#define VALUE_HEADING 1.5
#define VALUE_REMOVED 0.4     /* what is there can be read, what is gone is only missed */
#define VALUE_BARE 0.3        /* of a heading with nothing new below it */
#define VALUE_EMPTY_TITLE 0.3 /* the site's name and what it praises itself for */
#define VALUE_NOTE 0.01       /* the same words lead elsewhere, or do not hold any more: said where there is little else */

enum { HEADLINE_FULL_WORDS = 5 };

struct headline_worth {
    double value;     /* by what it is and what it says */
    uint64_t letters; /* of a sentence that came or went: its letters and figures alone, as a hash; 0 */
    uint32_t record;  /* the row, item or card that came or went with it, as a whole; NONE */
    bool slight;      /* only the number of a clause or a letter of a heading is other */
    bool heads;       /* it is a heading, or one to those who see it: of a card, of a definition */
};

/* Of each piece. O(words of the pieces, and what is around them), and O(words) for a title. */
const struct headline_worth *headline_worths(struct arena *a, const struct delta *d, const struct judge_pieces *pieces);

/* Words of letters that came or went. */
uint32_t letters_in(const struct judge_piece *piece);
/* Of words by shape: 0 to 1. */
double words_value(const uint32_t words[WORD_SHAPES]);
/* Of a heading, which stands for all that is below it, also where only its number or date is new. */
double heading_value(const struct judge_piece *piece, double kind);
/* "2.5.0" alone names a release, "2." only counts a clause. */
bool is_release(const struct delta *d, const struct judge_piece *piece);
/* Whether it is a heading to those who see it: marked as one, or all of a line is bold. */
bool is_bold_heading(const struct delta *d, const struct judge_piece *piece);

#endif
