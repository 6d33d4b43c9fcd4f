/* Two stored versions of a page, compared as the caller's own watch sees them: with what it selects and ignores, and without what the check
 * took for noise. Whatever shows a difference of the archive begins here, so that it says what the check, the report and the log say.
 *
 *     struct comparison x;
 *     if (comparison_make(&caller, &(struct comparison_query){ &target, 2, 3 }, &x, e)) return e->code;
 *     show_delta(caller.arena, &x.delta, &options, &out, e); */
#ifndef ARCHIVE_COMPARISON_H
#define ARCHIVE_COMPARISON_H

#include "archive/target.h"
#include "compare/delta.h"
#include "judge/excerpt.h"

struct comparison_query {
    const struct target *target; /* a page of the store, not a file under version control */
    int64_t old, new;            /* numbers of versions */
    bool whole;                  /* everything that differs, whatever is selected, ignored or noise */
    bool weigh;                  /* importance and reasons also where no check made them */
    uint32_t hold_back;          /* the lines of what is not told, so many at most */
    bool hold_all;               /* and with it what is told: the caller chose parts of it themselves */
};

struct held_changes;
struct weigh_history;
struct weigh_part;

struct comparison {
    struct target_version old, new;
    struct delta delta;         /* the changes that count, and no others; in a whole comparison all */
    struct store_counts counts; /* where `new` was judged against `old`: as the check told the caller, else as it would have */
    struct str headline;        /* likewise; may be empty */
    struct excerpts excerpts;   /* the first of the changes that count */
    double importance;          /* as it was judged; negative: these two were not held against each other, or it is not known */
    struct str reasons; /* likewise, as store_verdict has them; where it is `wanted`, and they are asked for, the caller's own */
    double chance;      /* that somebody wants to be told of the changes that count, as the check reckoned it */
    bool wanted;        /* something in it is told because the caller asked to be told of changes there */
    bool judged;        /* `new` was held against `old` by a check */
    bool concerns;      /* a check that held these two against each other would tell the caller */
    bool held;          /* the caller, who watches the page, was told of no version on the way */
    const struct weigh_history *weights; /* what each word weighs (judge/weigh.h), since noise weighs little */
    const struct weigh_part *part;       /* the part that is weighed, where the caller watches one; NULL: all of the page */
    uint32_t n_pictures; /* of the delta's changes: pictures that are others at the same address, which `counts` has not */
    uint32_t n_noise;    /* changes left out because they are noise: parts that change on most visits, what was there before */
    uint32_t n_outside;  /* changes left out because the watch does not look there */
    const struct held_changes *inside;  /* lines of what is not told, where the watch looks (judge/held.h); NULL: nobody asked */
    const struct held_changes *outside; /* likewise where it does not look: the first, and how many more */
    struct str note;                    /* what the caller should know: an expression that cannot be read; may be empty */
    bool identical;                     /* byte for byte */
};

/* In the caller's arena. E_ABSENT: no such page for the caller; E_USAGE: no such version; E_FORMAT: a version is lost, or is neither a page
 * nor text. Cost: two parses and a comparison. */
int comparison_make(const struct caller *c, const struct comparison_query *query, struct comparison *out, struct err *e) MUST_CHECK;

/* The same for two versions that were read and compared by others: of all that differs between them (*d) leaves what counts. */
int comparison_narrow(const struct caller *c, const struct comparison_query *query, struct delta *d, struct err *e) MUST_CHECK;

/* Whether what the caller taught bears on how the version of that number is judged: it was taught before that came, or announces it. */
bool comparison_heeds(const struct store_lesson *lesson, int64_t number);

/* One version as a page, in the caller's arena. The same errors. */
int comparison_page(const struct caller *c, const struct target *t, int64_t number, struct page *out, struct err *e) MUST_CHECK;

/* "1 change outside of what you watch and 2 changes that weft takes for noise are not shown"; empty where nothing is left out. */
struct str comparison_left_out(struct arena *a, const struct comparison *x);
/* "this was held back and not announced"; empty where they were, or where nothing differs. */
struct str comparison_held(const struct comparison *x);

#endif
