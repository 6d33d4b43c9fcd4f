/* Whom a change concerns: a part of judge/verdict.h, which compares the pages and remembers. Pure. */
#ifndef JUDGE_VERDICT_CONCERN_H
#define JUDGE_VERDICT_CONCERN_H

#include "judge/spots.h"
#include "judge/verdict.h"
#include "judge/weigh.h"

/* A verdict that is being made. */
struct verdict_builder {
    struct arena *arena;
    const struct verdict_facts *facts;
    struct delta delta;
    const struct delta *second; /* from the new page to another answer of the same moment; NULL: there is none */
    struct judge_pieces pieces;
    struct past past;
    struct spots spots;
    struct evidence_context context;
    struct evidence *evidence;           /* of each piece */
    const struct headline_worth *worth;  /* likewise */
    bool again;                          /* it is weighed whether somebody is told or not */
    const struct weigh_history *weights; /* concern_weights(), once somebody has asked */
};

/* What a change is to one watch, and which parts of it they are told of. */
struct concern_found {
    struct interest_found interest;
    const bool *told;                         /* by change of the delta */
    const double *value;                      /* likewise: what its best piece is worth to a reader */
    float amount[EVIDENCES], said[EVIDENCES]; /* as it counts; and where it stands, though they asked for it there */
    struct weigh_part part;                   /* what they look at */
    const struct evidence *evidence;          /* of each piece, as they see it */
    bool taught;                              /* and what they taught bears on it */
};

/* Asked after each stage: 0, or E_LIMIT where the memory of the job is used up. */
int concern_room(const struct verdict_builder *j, struct err *e) MUST_CHECK;
/* Of one watch. An expression that cannot be read must not hide a change. E_LIMIT likewise. */
int concern_find(struct verdict_builder *j, const struct interest *asked, struct verdict_concern *out, struct concern_found *found,
                 struct err *e) MUST_CHECK;
/* Of all watches, and of somebody who watches all of the page; with what is held back from that one. */
int concerns_find(struct verdict_builder *j, struct verdict *out, struct err *e) MUST_CHECK;
/* The first changes that they are told of. */
struct excerpts concern_excerpts(const struct verdict_builder *j, const struct concern_found *found);
/* What is held back from one who looks at a part of the page: what lies inside, and of what lies outside the first line. `all`: nothing of
 * it is announced. */
void concern_hold_back(const struct verdict_builder *j, const struct concern_found *found, const struct verdict_again *again,
                       struct verdict_view *out);

/* What each word weighs: what is noise weighs little, whatever it stands in. The same for all watches, and found once; but for one who
 * chose a part of the page, which is what it is about to them, or taught something that bears on the change: what they dismissed weighs
 * nothing. `found` NULL: for all. */
const struct weigh_history *concern_weights(struct verdict_builder *j, const struct concern_found *found);
/* By the places of words; where a browser draws pages, by its blocks. Negative: a page past the limits of blocks has no weight. */
double concern_weigh(struct verdict_builder *j, const struct cutter *cutter);
/* The strongest evidence in words: "a price", "new words in the main content: 40". Returns how many there are. */
uint32_t concern_reasons(struct arena *a, const float amount[EVIDENCES], struct str out[VERDICT_REASONS_MAX]);

/* Who asked for important changes alone is not told of others, but for what they taught weft to tell. What cannot be weighed is told. */
bool concern_is_important(const struct interest *asked, const struct verdict_concern *c, double importance);
void concerns_drop_unimportant(const struct verdict_facts *facts, struct verdict *out);
/* Why none is told though others would be: the same for all; else empty. */
struct str concerns_left_out(const struct verdict_facts *facts, const struct verdict *v);

#endif
