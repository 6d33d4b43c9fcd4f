/* Changes as a list that a person looks through: what was held back of a version, and what of it may be announced after all. Whoever lists
 * such changes takes them from here, so that all lists have the same lines in the same order. Pure. */
#ifndef JUDGE_HELD_H
#define JUDGE_HELD_H

#include "base/json.h"
#include "judge/evidence.h"
#include "judge/headline_worth.h"

struct held_change {
    struct str what, why;             /* in the page's own words; in ours, never empty */
    uint32_t times;                   /* changes that are just this: the same words, for the same reason */
    enum noise_kind noise;            /* what the reason is */
    const struct judge_piece **piece; /* all that are meant; n_pieces */
    uint32_t n_pieces;
    bool told; /* people are told of each of them */
};

struct held_changes {
    struct held_change *item; /* what somebody may want after all first, of that what is worth most as a headline */
    uint32_t n;
    uint32_t n_more; /* changes that are not listed */
};

/* What to list. */
struct held_source {
    const struct delta *delta;
    const struct judge_pieces *pieces;
    const struct headline_worth *worth; /* by piece */
    const enum noise_kind *noise;       /* likewise */
    const bool *left_out;               /* likewise: it is not meant */
    const bool *told; /* likewise: people are told of it, and with it of its row, item or card; NULL: of nothing */
    bool list_told;   /* that is listed, too */
    uint32_t most;    /* lines */
};

/* In the arena; pieces point to those of the query. O(pieces log pieces), and a line for `most` of them and some more. */
struct held_changes held_changes(struct arena *a, const struct held_source *query);

/* Nothing but codes: "$Id: index.html,v 1.3 2026/05/03 anna Exp $" is written by programs for programs. */
bool held_is_code(const struct judge_piece *piece);

/* One line as a row of the store has it (archive/held.h reads it). */
void held_write(struct json *j, struct str what, struct str why, uint32_t times);

#endif
