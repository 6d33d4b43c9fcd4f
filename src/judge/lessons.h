/* What one person taught weft of one page: changes at some places are news to them, or are not, or nothing in a part of the page is.
 *
 *     lessons_open(&lessons, a)
 *     lessons_add(&lessons, LESSON_DISMISSED, keys)      for each act of the person, the oldest first: a later one overrules
 *     lessons_ask(&lessons, delta, piece)                what they taught of such a piece
 *     lessons_keys(a, delta, pieces, kind)               what an act teaches: the keys of the places in a change
 *
 * Places have the names that the page's past gives them (judge/pieces.h), so that a lesson holds for the next visits of a page of any kind.
 * Pure. */
#ifndef JUDGE_LESSONS_H
#define JUDGE_LESSONS_H

#include "base/buf.h"
#include "base/map.h"
#include "judge/past.h"
#include "judge/piece_part.h"

enum lesson_kind {
    LESSON_NONE,
    LESSON_TOLD,      /* changes at this place are news */
    LESSON_DISMISSED, /* they are not; new sentences there still are */
    LESSON_PART,      /* nothing in this part of the page is */
};

enum {
    LESSON_KEYS = 64, /* of one act: more places than a person has looked at */
    KEY_CHARS = 16,   /* of one key as text */
};

struct lessons {
    struct map kind; /* by key of a place or a part */
    struct map said; /* by key of a sentence that an act spoke of */
    bool parts;      /* some speak of parts */
};

void lessons_open(struct lessons *l, struct arena *a);
/* Keys as lessons_keys() wrote them; what cannot be read teaches nothing. */
void lessons_add(struct lessons *l, enum lesson_kind kind, struct str keys);
/* What was taught of the very sentence, wherever it stands: over several versions a place may have other names. `lessons` may be NULL. */
enum lesson_kind lessons_said(const struct lessons *l, const struct delta *d, const struct judge_piece *piece);
/* `lessons` may be NULL: nothing was taught, and `parts` is not asked. O(depth). */
enum lesson_kind lessons_ask(const struct lessons *l, const struct piece_parts *parts, const struct judge_piece *piece);

/* How many places there are in such a text. */
uint32_t lessons_count(struct str keys);

/* Writes what an act teaches, piece by piece. */
struct lesson_writer {
    struct arena *arena;
    struct piece_parts parts;
    struct map place, said; /* keys that were written: each is once */
    struct buf places, sentences;
};
void lesson_writer_open(struct lesson_writer *w, struct arena *a, const struct delta *d);
/* No more than LESSON_KEYS places. */
void lesson_writer_add(struct lesson_writer *w, const struct judge_piece *p, enum lesson_kind kind);
/* As text, in the arena. Ends the writer. */
struct str lesson_writer_take(struct lesson_writer *w);

/* The places that an act about this change speaks of, as text. Who wants to be told means the content, where some of it changed. */
struct str lessons_keys(struct arena *a, const struct delta *d, const struct judge_pieces *pieces, enum lesson_kind kind);

#endif
