/* The changes of a page as passages: what a reader reads at one go.
 *
 * A passage is a sentence of the new page with all changes in it, a row of a table, or sentences that came, went or moved as a whole. A
 * sentence is in one passage however many changes it has; sentences that changed next to each other in one block are one passage. */
#ifndef SHOW_PASSAGE_H
#define SHOW_PASSAGE_H

#include "compare/delta.h"

struct passage {
    uint32_t word, end;          /* of the new page, kept words among them; empty for what only went */
    uint32_t change, change_end; /* the changes of words in it; others may stand between them */
};

/* Which changes of a delta a view tells: all, or those of content. */
struct passages {
    const struct delta *delta;
    bool all;
    uint32_t next; /* change to go on with */
};

/* Whether a change is told as words in a passage. */
bool passage_holds(const struct passages *p, uint32_t change);

/* The next passage, in the order of the new page, or false at the end. Changes of markup and of the title are passed over. O(its words +
 * log sentences). */
bool passage_next(struct passages *p, struct passage *out);

/* A stretch of a passage, in the order to be read: old words before those that came for them. */
struct stretch {
    const struct page *page; /* the old one of words that went */
    uint32_t word, end;
    uint32_t change; /* NONE: kept */
};

struct stretches {
    struct stretch *item;
    uint32_t n;
};

/* Cuts a passage. O(its words and changes). */
void passage_cut(struct arena *a, const struct passages *p, const struct passage *passage, struct stretches *out);

/* The row of a data table around a word, small enough to be read as one line; NONE where there is none. */
uint32_t passage_row(const struct page *p, uint32_t word);
/* The row, or the card or item of few words, of the new page that a change stands in: it is read at one go. NONE where there is none. */
uint32_t passage_box_of(const struct delta *d, const struct change *c);
/* The name of a row or card: its first cell or line, and where that is a mere number those up to one with letters; a picture before the
 * words is not part of it. */
uint32_t passage_name_start(const struct page *p, uint32_t box);
uint32_t passage_name_end(const struct page *p, uint32_t box);
/* Whether two moves follow each other on both pages: what stood together moved together, and is read as one. */
bool passage_moved_together(const struct delta *d, uint32_t move, uint32_t next);

#endif
