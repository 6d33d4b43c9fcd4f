/* The changes of content between two pages, cut into what a reader takes in at once: a sentence, a heading, an item, a cell.
 *
 * A delta's change may be a word or half a page. A piece is always one sentence of the new page that has words which are new or lost words
 * that it had; or one of the old page that is gone; or a change without words: a title, a link's address, a picture. Its words are counted
 * by their shape, and it has two names that stay the same from visit to visit: where it stands, and what it says there (judge/past.h). */
#ifndef JUDGE_PIECES_H
#define JUDGE_PIECES_H

#include "base/map.h"
#include "base/search.h"
#include "compare/delta.h"
#include "judge/places.h"
#include "judge/shapes.h"

enum piece_kind {
    PIECE_ADDED,   /* a sentence that is new */
    PIECE_REMOVED, /* one that is gone */
    PIECE_CHANGED, /* one that has other words now */
    PIECE_MOVED,   /* one that stands elsewhere, or stood on the page already */
    PIECE_TITLE,   /* the page's title */
    PIECE_LINK,    /* the same words lead elsewhere */
    PIECE_PICTURE, /* a picture, a drawing */
    PIECE_NOTE,    /* anything else: a label, a placeholder, the description */
    PIECE_KINDS
};

struct judge_piece {
    enum piece_kind kind;
    enum judge_place place;
    bool headed;                                   /* of PLACE_OTHER: below a heading of the element that holds the main content */
    bool listed;                                   /* it is a date and nothing else, beside another */
    bool resizes;                                  /* more came to its list or gap than went, or the other way round */
    bool grows;                                    /* more came to its list, and nothing went */
    bool swapped;                                  /* something else went where it came, or came where it went */
    bool old;                                      /* sentence and words are of the old page */
    uint32_t sentence;                             /* NONE: it has none */
    uint32_t change;                               /* of the delta, the first that made it */
    uint32_t from, to;                             /* the words of the sentence that it is of (judge/middle.h); to 0: all */
    uint32_t old_word, old_end;                    /* words that went, of the old page; may be none */
    uint32_t came[WORD_SHAPES], went[WORD_SHAPES]; /* words by shape */
    uint32_t kept;                                 /* words of letters that stay in the sentence */
    uint32_t heading;                              /* level; 0: it is none */
    uint64_t place_key, text_key, gone_key;        /* gone_key: of what it said before; 0: nothing */
    uint64_t zone_key;                             /* of the list or gap it stands in; else place_key */
    uint64_t path_key;                             /* place_key of what has nothing beside it that stays */
    uint64_t shelf_key;                            /* of all that stands at the same path */
    uint64_t stem_key;                             /* of a line that was edited: of the words it begins with; 0 */
    uint32_t stem;                                 /* how many those are */
    uint32_t trace;                                /* 1 + the number of the trace of its line (judge/traces.h); 0: it has none */
    bool beyond;                                   /* what changed reaches beyond what changed in the line before */
    uint64_t spot_key;                             /* of where it lies, if that is known (judge/spots.h); 0 */
    bool fleeting;                                 /* another answer of the same moment does not have it (judge/fleeting.h) */
    bool beside;                                   /* it lies beside a spot, and is none of it */
    bool shelf;                                    /* most of what stands there came or went */
    bool beside_others;                            /* and that is more than one sentence */
    bool end;                                      /* it made room in a list that shows the latest (judge/window.h) */
    bool latest;                                   /* it came with a new day at the begin of such a list */
    bool over;                                     /* it was an entry of a calendar, and is over (judge/agenda.h) */
    bool repeated;                                 /* the page has the sentence more than once: it is a phrase */
    bool frame;                                    /* and place_key is one for all of them, not of where it stands */
    bool known;                                    /* the other page has it too, elsewhere: what every card says */
    uint32_t also;                                 /* and that is the number of the sentence there, the last of them; NONE */
    bool still_said;                               /* the new page says elsewhere what it said before */
    bool by_letters;                               /* text_key is of its words of letters: its figures may be others */
    bool cell;                                     /* it is in a cell that was there before, of a row that was: data with a name */
    bool picture;                                  /* it has no words, and is a picture that the page is about (judge/pictures.h) */
    bool capitals;                                 /* words of it are the same in capitals or in small letters */
    bool respelled;                                /* nothing but the spelling of some of its words is other */
    bool parted;                                   /* all of it is the same with other blanks and signs */
    bool keyed;                                    /* zone_key is that of its key: a value of JSON */
    bool trimming;                                 /* it only goes with what it stands beside (judge/trimmings.h) */
    bool regrouped;                                /* it moved below another heading (judge/regrouped.h) */
    bool gap;                                      /* zone_key is all there is to name its place by: a text, a feed */
};

struct judge_pieces {
    struct judge_piece *item;
    uint32_t n;
    struct judge_places old, new;
    struct map *old_pictures; /* by hash of its address: of the old page, once one is asked for (judge/pictures.c) */
    bool text;                /* the new page is a long text that binds somebody (judge/beside_text.h) */
    bool reordered;           /* and of what it says nothing but the order changed */
};

/* Of the changes of content that a reader sees. O(nodes + words). */
int pieces_find(struct arena *a, const struct delta *d, struct judge_pieces *out, struct err *e) MUST_CHECK;

/* The words of its sentence that it is of. */
static inline struct sentence piece_range(const struct page *page, const struct judge_piece *p)
{
    struct sentence s = page->sentence[p->sentence];
    s.word = p->to ? p->from : s.word;
    s.end = p->to ? p->to : s.end;
    return s;
}

/* The sentence of the old page that the words that went stand in; some must have. */
static inline struct sentence piece_was(const struct delta *d, const struct judge_piece *p)
{
    const struct page *old = d->old;
    return old->sentence[SEARCH_FIRST(old->sentence, old->n_sentences, end, p->old_word + 1)];
}

/* A date is one thing, however it is written. */
static inline bool piece_has_time(const struct judge_piece *p)
{
    return p->came[SHAPE_TIME] || p->went[SHAPE_TIME];
}

/* Whether no word of letters came or went. */
static inline bool piece_is_figure(const struct judge_piece *p)
{
    return p->came[SHAPE_LETTERS] + p->went[SHAPE_LETTERS] == 0;
}

/* Whether words came or went: marks and pictures are none. */
bool piece_has_words(const struct judge_piece *p);

/* Whether nothing but counters counted on in a line that stays. */
bool piece_only_counts(const struct judge_piece *p);

/* Most words of the sentence are others: two adverts have some in common by chance. */
bool piece_is_replaced(const struct judge_piece *p);

#endif
