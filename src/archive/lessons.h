/* What a person teaches weft of a page: this change should have been announced, that one should not. Both hold from the next check on, for
 * this person alone, and are taken back by one act.
 *
 * A version that carries the other mark loses it; only where it is not yet announced (told) or held back (dismissed) after that, something
 * new is taught, or where changes of it are named. So one act undoes another, and what the verb says is true afterwards. Later versions
 * that were held back because of what is taken back are announced. */
#ifndef ARCHIVE_LESSONS_H
#define ARCHIVE_LESSONS_H

#include "archive/target.h"
#include "judge/lessons.h"

enum lesson_act {
    LESSON_ACT_TELL,         /* the version is announced to the caller, and changes at its places will be */
    LESSON_ACT_DISMISS,      /* it is not, and changes at its places will not be; new sentences there still are */
    LESSON_ACT_DISMISS_PART, /* nothing in the parts of the page in which it changed is announced */
    LESSON_ACT_UNDO,         /* takes back what was taught with this version */
};

/* A change of a version as a person speaks of it. */
struct lesson_part {
    uint32_t number;      /* from 1 on, as lesson_wish names it */
    struct str what, why; /* why it was held back; empty: it was announced */
    uint32_t times;       /* that just this changed */
    bool announced;       /* it was, before the act */
};

struct lesson_done {
    bool taken_back;       /* an earlier act on the version was */
    enum lesson_kind kind; /* what was taught; LESSON_NONE: nothing */
    uint32_t n_places;     /* places or parts it holds for */
    bool announced;        /* the version is, now */
    bool seen;             /* and the caller has looked since, so that it is not new for them */
    bool gone;             /* or nothing is left of what was new since `last_seen`, the version that they saw last */
    int64_t last_seen;
    const int64_t *later; /* versions that were held back because of what was taken back, and are announced now; n_later */
    uint32_t n_later;
    struct str headline; /* of the version, or of the parts of it that are announced now; may be empty */
    struct lesson_part
        *part; /* of a version that taught something: its changes: those that were chosen, others, announced ones; n_parts */
    uint32_t n_parts, n_chosen;
    uint32_t n_more; /* changes that are not listed, chosen or not */
    bool empty;      /* nothing that people read has changed, so there is nothing to learn from it */
};

/* Which of a version's changes are meant. */
struct lesson_wish {
    enum lesson_act act;
    const uint32_t *part; /* numbers from 1 on, as judge/telling.h lists them; not of LESSON_ACT_UNDO */
    uint32_t n;           /* 0: of a version that is told those of telling_choose(), else all of it */
};

/* In one transaction. E_ABSENT: there is no such page or version; E_USAGE: the caller does not watch the page, the version is its first,
 * or it is to be told and nothing that people read has changed in it. Cost: a comparison. */
int lessons_do(const struct caller *c, int64_t page, int64_t number, enum lesson_act act, struct lesson_done *out, struct err *e)
    MUST_CHECK;
/* The same for some changes of the version. One that is dismissed is not new any more, whichever of its changes teach something. E_USAGE:
 * there is no part of that number. */
int lessons_do_some(const struct caller *c, int64_t page, int64_t number, const struct lesson_wish *wish, struct lesson_done *out,
                    struct err *e) MUST_CHECK;

#endif
