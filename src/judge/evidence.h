/* What speaks for and against telling people of a change, piece by piece: by what it is, where it stands, and what the page's own past says
 * of such places and texts. One table (evidence.def) has all kinds of evidence with their weights and words. Pure. */
#ifndef JUDGE_EVIDENCE_H
#define JUDGE_EVIDENCE_H

#include "judge/lessons.h"
#include "judge/past.h"
#include "judge/pieces.h"

struct spots;

enum evidence_kind {
#define EVIDENCE(name, weight, words) EVIDENCE_##name,
#include "judge/evidence.def"
#undef EVIDENCE
    EVIDENCES
};

/* Why a piece is noise; in words: judge/reasons.h. */
enum noise_kind {
    NOISE_NONE,
    NOISE_PROBED,  /* two answers of one moment differed there */
    NOISE_CHURN,   /* the place often changes */
    NOISE_SEEN,    /* the text was there before */
    NOISE_MOVED,   /* it stands elsewhere now */
    NOISE_SHAPE,   /* a time, a code */
    NOISE_COUNT,   /* it counts what people or machines do */
    NOISE_RATE,    /* a price that follows an exchange rate */
    NOISE_END,     /* the end of a list of the latest, which made room for others */
    NOISE_OVER,    /* the first entry of a calendar, which is over */
    NOISE_PLACE,   /* a part around the content */
    NOISE_MARKUP,  /* nothing that is read */
    NOISE_CASE,    /* the same words in other letters, or parted otherwise */
    NOISE_WORDING, /* a button says the same in other words */
    NOISE_TAUGHT,  /* the person does not want to hear of it */
    NOISES
};

struct evidence {
    float amount[EVIDENCES]; /* words, or things */
    enum noise_kind noise;   /* the strongest reason against it; NOISE_NONE: there is none */
    float factor;            /* what the past leaves of it: 0 to 1 */
    float usual;             /* the share of the visits that found something else there (judge/habit.h) */
};

/* "words" of evidence.def. */
const char *evidence_words(enum evidence_kind kind);
/* Whether those words name one thing: "a price". The others are said with their amount: "new words in the main content: 40". */
bool evidence_is_one(enum evidence_kind kind);
/* Whether rows that say what a time is have all of them: a period, the date of an event. */
bool evidence_names_times(const float amount[EVIDENCES]);
const char *evidence_name(enum evidence_kind kind);
/* How likely such a piece is to be quoted in a headline: 0 to 1. */
double noise_share(enum noise_kind noise);
#define TOLD_SHARE 0.5 /* pieces that are surer than this are counted in what is told */

struct record_memory;

/* What all pieces of a change have in common. */
struct evidence_context {
    const struct delta *delta;
    const struct past *past;
    const struct lessons *lessons;   /* of one person; NULL: none */
    const struct piece_parts *parts; /* that they may speak of */
    struct state_lists *lists;       /* for the words of both pages */
    struct ago_lists *agos;          /* likewise */
    const struct judge_pieces *pieces;
    struct record_memory *records; /* rows, items and cards that were asked for */
    const bool *renewed;           /* by sentence of the new page: what was there before is part of something new; or NULL */
    const bool *stood;             /* by symbol: the old page had the word */
    bool legal;                    /* the page calls itself terms, a policy, an agreement */
    bool data;                     /* figures of tables and the like are news in it: new data */
    bool rewords_buttons;          /* what can be bought says so in other words now, all over the page */
    bool market;                   /* all its prices are in another currency now */
};

/* Follows pieces from earlier visits: the spots and the lines that they lie in, and what of a line is noise, which is cut off. First of
 * all. */
void evidence_follow(struct arena *a, const struct delta *d, const struct past *past, struct judge_pieces *pieces,
                     struct spots *out);
struct evidence_context evidence_open(const struct delta *d, const struct past *past, const struct judge_pieces *pieces);
/* As one person sees it; `lessons` may be NULL. O(words of both pages) where there are some. */
void evidence_heed(struct evidence_context *c, struct arena *a, const struct lessons *lessons);
/* Of one piece. O(1), and the words of a short sentence. */
struct evidence evidence_of(const struct evidence_context *c, const struct judge_piece *piece);
/* What an amount of one kind adds to the odds. */
double evidence_part(unsigned kind, float amount);
/* The log of the odds that people want to be told, from amounts that were added up. */
double evidence_odds(const float amount[EVIDENCES]);
/* The odds as a chance: 0 to 1. */
double evidence_chance(double odds);

/* Of the past, what was asked about these pieces: enough to judge them again. Empty: nothing is known of them. */
struct str evidence_known(struct arena *a, const struct past *past, const struct judge_pieces *pieces);

/* Notes what this visit saw, for the next. `probe`: the two pages came at one moment, so that whatever differs is noise. */
void evidence_learn(struct past *past, const struct judge_pieces *pieces, bool probe);

#endif
