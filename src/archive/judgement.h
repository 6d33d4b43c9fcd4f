/* What became of one version for the caller: whether they were told of it, how sure weft was, and why. */
#ifndef ARCHIVE_JUDGEMENT_H
#define ARCHIVE_JUDGEMENT_H

#include "archive/held.h"
#include "archive/history.h"

struct judgement {
    int64_t number; /* of the version; 0: there is none */
    bool compared;  /* with an earlier one: `before` */
    int64_t before;
    bool announced, dismissed;  /* to the caller, by the caller */
    struct str why;             /* why they were not told, or what became of it; else empty */
    double chance, least;       /* that it matters, and from which on they are told; negative: it was not reckoned */
    double importance;          /* negative: not known */
    struct store_counts counts; /* of what they look at; likewise the headline, which may be empty */
    struct str headline;
    struct str reasons;      /* what speaks for it, as store_verdict has them */
    struct held_parts parts; /* of it that were held back */
};

/* Of the version that the target names, else the newest. In the caller's arena. E_ABSENT: they do not see the page; E_USAGE: there is no
 * such version. A page without one is none. Of what was held back `most` lines are listed, which costs a comparison where fewer are kept
 * with the version (archive/held.h); 0: those that are kept. O(versions). */
int judgement_read(const struct caller *c, const struct target *t, uint32_t most, struct judgement *out, struct err *e) MUST_CHECK;

/* As members of the object that is open (docs/json.md). */
void judgement_members(struct json *j, const struct judgement *g);

#endif
