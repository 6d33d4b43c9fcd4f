/* What a line that changed says at a glance, and that is never a small change however few words it has: a price, a state, a version, the
 * date of an event, an amount, a word that turns what the line says into its opposite, a new sentence. */
#ifndef JUDGE_UNITS_H
#define JUDGE_UNITS_H

#include "base/vec.h"
#include "judge/dates.h"
#include "judge/words.h"

enum line_known { LINE_UNREAD, LINE_NAMES, LINE_DOES_NOT };

struct units_finder {
    struct arena *arena;
    const struct judge_words *words;
    const uint8_t *fate;
    struct map turns; /* by hash of the word */
    bool full;        /* amounts, turns and sentences are not asked for any more */
    struct {
        struct judge_word *item;
        uint32_t n;
    } line;                      /* the words of the line asked for */
    uint32_t letters;            /* words of letters in it */
    enum line_known versions;    /* whether the line speaks of versions */
    uint32_t room;               /* for words of a line */
    VEC(struct judge_unit) unit; /* those of the row, then those that were found */
};

/* `fate` of each word of the row: enum judge_fate. Both outlive the finder. */
void units_open(struct units_finder *f, struct arena *a, const struct judge_words *words, const uint8_t *fate);

/* The words of the line [first, end) with the units among them, and dates that are none for less. They last until the next call.
 * O(bytes of the line, and the phrases that are looked for). */
const struct judge_word *units_of_line(struct units_finder *f, uint32_t first, uint32_t end);

#endif
