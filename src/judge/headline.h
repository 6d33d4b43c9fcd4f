/* A change in one line, as a person would write it, and in up to HEADLINE_LINES more: from the pieces that matter most, each with what
 * stands around it. Words of the page alone: never markup, never a note of the comparison. Pure. */
#ifndef JUDGE_HEADLINE_H
#define JUDGE_HEADLINE_H

#include "judge/headline_worth.h"

enum {
    HEADLINE_CHARS = 120,      /* a line of a mail, a notification */
    HEADLINE_FIRST_CHARS = 76, /* of a long first piece, where others follow */
    HEADLINE_LINES = 4,        /* that may follow it */
};

struct headline {
    struct str text; /* empty: there is nothing to quote */
    struct str line[HEADLINE_LINES];
    uint32_t n_lines;
};

/* A piece, and how sure it is that people want to read of it: 0 to 1; only those above 0 are quoted. */
struct headline_piece {
    const struct judge_piece *piece;
    const struct headline_worth *worth; /* of the piece */
    double share;
    double usual;    /* the share of the visits that found something else there: what is new there says less */
    bool version;    /* it is the date of a legal text */
    double value;    /* written here */
    uint32_t times;  /* likewise: places from which it is gone; 0: another stands for it */
    uint32_t record; /* likewise: the row, item or card that came or went with it, as a whole; NONE */
    uint32_t rows;   /* likewise: rows of its section in which figures changed, as in its own; 0: too few to count */
    bool behind;     /* likewise: the sentence before it, of the same paragraph, came or went too */
    bool slight;     /* likewise: only the number of a clause, a letter of a heading, or marks and capitals are other */
};

/* `item`: of these pieces, in the order of the page; it is sorted here, the most important first. O(n log n). */
struct headline headline_make(struct arena *a, const struct delta *d, const struct judge_pieces *pieces,
                              struct headline_piece *item, uint32_t n);

#endif
