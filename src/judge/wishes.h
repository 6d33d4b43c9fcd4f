/* How much somebody wants to hear: of changes that are how likely to matter, and how important.
 *
 * Both are said for a user, for their pages with a tag, or for one watch; what is nearer to the page counts. For a user they are lists:
 * "normal, work=high" is normal, and high for pages with the tag work; "0.1, adverts=0.4" likewise. Of several tags of a page the one that
 * lets more through counts. Pure. */
#ifndef JUDGE_WISHES_H
#define JUDGE_WISHES_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

enum sensitivity {
    SENSITIVITY_NORMAL,
    SENSITIVITY_LOW,        /* only what is important */
    SENSITIVITY_HIGH,       /* what may matter */
    SENSITIVITY_EVERYTHING, /* every change that a reader could see */
    SENSITIVITIES
};

/* What they ask for, as it is said wherever one is asked: the numbers of wishes.c. */
#define SENSITIVITY_WORDS \
    "normal (what is at least 20 % likely to matter), low (of those, what has an importance of at least 0.05), high (what is at least 8 % " \
    "likely) or everything"

struct wishes {
    enum sensitivity sensitivity;
    double min_importance; /* as said, and as the sensitivity asks for; 0: whatever it is */
};

/* The chance of mattering from which on people are told. */
double sensitivity_chance(enum sensitivity sensitivity);
/* The least importance of what they are told; 0: whatever it is. */
double sensitivity_importance(enum sensitivity sensitivity);
/* Why somebody is not told of less than that: "less important than sensitivity low asks for". */
struct str sensitivity_reason(enum sensitivity sensitivity);

/* The same of what is less important than they said: "its importance, 0.01, is below the 0.05 you asked for". */
struct str wishes_below(struct arena *a, const struct wishes *w, double importance);

/* What was said of a page, the nearest first: by its watch, then for its tags and its user. Empty: nothing. */
struct wishes_said {
    struct str watch_sensitivity, watch_importance; /* one value each */
    struct str sensitivity, importance;             /* lists */
    const struct str *tag;
    uint32_t n_tags;
};

/* What cannot be read counts as not said. */
struct wishes wishes_of(const struct wishes_said *said);

/* E_FORMAT: not such a value, or not such a list; empty is. */
int wishes_check_sensitivity(struct str value, struct err *e) MUST_CHECK;
int wishes_check_importance(struct str value, struct err *e) MUST_CHECK;
int wishes_check_sensitivities(struct str list, struct err *e) MUST_CHECK;
int wishes_check_importances(struct str list, struct err *e) MUST_CHECK;
/* The next tag that such a list gives a value to, and what is left of the list. False: there is no other. */
bool wishes_next_tag(struct str *list, struct str *tag);

#endif
