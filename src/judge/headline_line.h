/* One piece of a change as a line. Private to judge/headline*. Pure. */
#ifndef JUDGE_HEADLINE_LINE_H
#define JUDGE_HEADLINE_LINE_H

#include "base/map.h"
#include "judge/headline.h"
#include "judge/headline_quote.h"

/* What the lines of one headline have in common. */
struct headline_view {
    struct arena *arena;
    const struct delta *delta;
    const struct dates *old_dates, *new_dates;
    const bool *held_old, *held_new;         /* by word: it is held back; NULL: nothing is */
    const bool *known_old, *known_new;       /* by word: every card says it; NULL: nothing is such */
    const struct judge_piece *const *at_new; /* by sentence of the new page: what changed in it, and is said; NULL: nothing */
    struct map sections;                     /* by list and table: the heading it stands below */
    uint32_t columns[2];                     /* names of columns that are new, and gone, in tables that stay */
    uint32_t columns_numbered;               /* and those that have another number */
    bool again;                              /* what the other page has too is said as such; else not at all */
    struct map records;                      /* by section: how many items and rows of its lists and tables are new, and gone */
};

/* "3 rows added to “Releases”: ", "New in “Releases”: ", "New: " */
enum headline_lead { LEAD_COUNTED, LEAD_PLACED, LEAD_PLAIN, HEADLINE_LEADS };

struct headline_line {
    struct str lead[HEADLINE_LEADS]; /* what happened, the fullest first; said once where several lines have it. May be empty */
    struct str text;                 /* empty: there is nothing to quote */
    size_t need;                     /* of its characters, with what changed in it */
    const struct headline_piece *item;
};

/* `least`: pieces of which it is less sure are held back. O(pieces + words). */
void headline_look(struct headline_view *v, const struct headline_piece *item, uint32_t n, double least);
/* O(bytes of the sentence, the record and the headings). */
struct headline_line headline_line(const struct headline_view *v, const struct headline_piece *item);
/* The words that changed in at most `room` characters, with as much of their sentence as fits; empty: no words changed,
 * or it is a row. */
struct str headline_brief(const struct headline_view *v, const struct headline_piece *item, size_t room);

/* The name of the part in which it stands: the heading above it, in JSON the key of the list; empty: it needs none. `any`: the name of the
 * page will do. O(headings). */
struct str headline_section(const struct headline_view *v, const struct headline_piece *item, uint32_t word, bool any);
/* The heading above a record that is not one of its own; 0: there is none. `partner`: of the words of the page that the record is gone
 * from: above headings that went with it; else NULL. */
uint32_t headline_heading(const struct page *p, const uint32_t *partner, uint32_t record);
/* "Oak table: ": what a short line that stays is said of: the name of its card, or the heading above it. */
void headline_owner(const struct headline_view *v, const struct judge_piece *piece, const struct quote *q, struct buf *out);
/* Likewise of words of the new page that may be no sentence: what is pressed. Nothing where it has no name. */
void headline_subject(const struct headline_view *v, const struct quote *q, struct buf *out);

/* Adds the name of the row, item or card that stays and has lost the words of a piece. False: they are gone with all of it, or it has no
 * name. */
bool headline_lost_by(const struct headline_view *v, const struct headline_piece *item, const struct quote *q, struct buf *out);

/* The sentence of a piece, and which words of it changed. */
struct quote headline_changed(const struct headline_view *v, const struct judge_piece *piece);
/* A row that stays and has cells with other words: its name, and each of them with the head of its column and what it was. Returns whether
 * the piece is such a row's. */
bool headline_row(const struct headline_view *v, const struct judge_piece *piece, struct buf *out);
/* A row that came or went, with the heads of the columns before bare figures, as far as it fits: "Probable, Cases 142, Deaths 3". False:
 * its columns have no names, or it has no bare figures. */
bool headline_new_row(const struct page *p, uint32_t node, struct buf *out);
/* Counts rows of tables with other figures below one heading. Where there are many they are one thing, and worth what all of them are: the
 * row with the largest figure, which is the sum of others or the first among them, stands for them. O(pieces), and O(headings) a table. */
void headline_rows(struct arena *a, const struct delta *d, struct headline_piece *item, uint32_t n);
/* " (was 340)": what stood there, or what is new in a long line, where it is short and not said yet. */
void headline_was(const struct headline_view *v, const struct judge_piece *piece, struct buf *out);
/* Whether a value of JSON is none: null, or a text without letters. */
bool headline_is_none(struct str value);
/* A line that names one short thing after another: what came to it and what went, and what stands before its colon, or the one above. */
struct headline_list {
    struct str came, went;
    struct quote label, line; /* the label may have no words */
};
bool headline_list(const struct headline_view *v, const struct judge_piece *piece, struct headline_list *out);
/* How many characters what stood there would take. */
size_t headline_was_chars(const struct headline_view *v, const struct judge_piece *piece);

#endif
