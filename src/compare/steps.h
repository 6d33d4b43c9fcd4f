/* The steps of compare_pages, in the order they run; each reads what the ones before it wrote. Private to compare/. */
#ifndef COMPARE_STEPS_H
#define COMPARE_STEPS_H

#include "base/vec.h"
#include "compare/delta.h"
#include "compare/sequence.h"
#include "page/records.h"

typedef VEC(struct str) string_list;

/* A thing that is aligned as a whole first: a sentence, or a row of a data table. */
struct unit {
    uint32_t word, end;
    uint32_t id;    /* equal ids, equal words */
    uint32_t row;   /* number in page->row, or NONE for a sentence */
    uint32_t match; /* the unit it was aligned with, or NONE */
};

struct units {
    struct unit *item;
    uint32_t n, room;
    uint32_t *of_word; /* by word: its unit */
    uint32_t *live;    /* numbers of the units that may be aligned, segment by segment */
    uint32_t *place;   /* by unit: its place in `live` */
};

/* A part of both pages that is compared by itself: the words of two records that stand for each other, or what stands between two such
 * pairs. */
struct segment {
    uint32_t a, a_end, b, b_end; /* words, old and new */
    uint32_t owner;              /* of the words that are compared here: OWNER_PLACE or a move */
};

/* Who has a word, by word of either page: what is compared in its place, a record that is on one side only (its number with OWNER_LONE),
 * or a record that moved (1 + its number in `moves`). */
enum { OWNER_PLACE = 0 };
#define OWNER_LONE (UINT32_C(1) << 31)

struct record_move {
    uint32_t old_record, new_record;
    uint32_t inside; /* 1 + the move it is inside of, or 0 */
};

/* By id of a unit: how many the old and the new side of a gap have, and a list of the new ones. All 0 between two gaps. */
struct id_counts {
    uint32_t *old, *new, *head;
};

struct compare {
    struct arena *arena;   /* of the result */
    struct arena *scratch; /* of this comparison, dropped at its end */
    struct delta *delta;
    struct units old, new;
    uint32_t n_ids; /* of units */
    struct id_counts id_counts;
    struct records old_records, new_records;
    bool *old_border, *new_border;   /* by word: a record starts here or ended right before */
    uint32_t *old_owner, *new_owner; /* by word */
    VEC(struct segment) segments;    /* those in place in order; then those of moved records */
    VEC(struct record_move) moves;
    VEC(struct pair) anchors;          /* old and new units that stand for each other over the borders of segments, in order */
    uint32_t owner;                    /* of the segment whose texts are compared now */
    uint32_t *old_cell, *new_cell;     /* by cell of page->cell: the cell it was aligned with inside aligned rows, or NONE */
    uint32_t *count;                   /* by symbol: how often it stands on both pages; NULL until it is asked for */
    struct map *old_named, *new_named; /* links that have names, by name and address; NULL until asked for */
    /* Once the words are aligned, by word (and one past the last): how many kept words stand before it, and which place of the new
     * page it is: the new number of the next kept word, or the number of new words. */
    uint32_t *old_kept, *new_kept;
    uint32_t *old_place, *new_place;
};

/* Finds the records of both pages and cuts the pages into units with common ids; no unit reaches over the border of a record. */
void compare_units(struct compare *c);
/* Which record stands for which: containers, then records inside them, then containers inside records. Fills segments, owners, moves. */
void compare_records(struct compare *c);
/* Aligns units inside each segment: equal ones by the heaviest chain, then similar ones in the gaps (section 5.1's two steps).
 * Fills unit.match. */
void compare_align(struct compare *c);
/* Words inside aligned units, then runs left over between them; islands too small to read are given up. Fills old_to_new and
 * new_to_old; inside a record that moved too, until compare_moves makes those words the move's. */
void compare_words(struct compare *c);
/* Makes room for the cells that are aligned. */
void rows_open(struct compare *c);
/* The cells of two aligned rows, then the words in them. Rows above must have been aligned before: the head of a table says which column is
 * which. */
void keep_row(struct compare *c, const struct unit *u, const struct unit *v);
/* Keeps the longest common subsequence of two ranges of words. */
void keep_common(struct compare *c, uint32_t old_word, uint32_t old_end, uint32_t new_word, uint32_t new_end);
/* A stretch of words of a segment that are not kept. */
struct hole {
    uint32_t a, a_end, b, b_end;
};

/* The next hole of a segment at or after (a, b); false at the end. The words at h->a_end and h->b_end are kept partners or the ends. */
bool next_hole(const struct delta *d, const struct segment *s, uint32_t a, uint32_t b, struct hole *h);
/* Whether old word a is kept with a new word of the segment. */
bool is_kept_here(const struct delta *d, const struct segment *s, uint32_t a);
/* Whether all words of a hole are compared in this segment: no record that came, went or moved is among them. */
bool is_plain(const struct compare *c, const struct segment *s, const struct hole *h);

/* Gives up islands of kept words between two differences that say little beside them. */
void give_up_islands(struct compare *c, const struct segment *s);
/* Gives up what two aligned sentences have in common where it says little beside what they do not. */
void give_up_mostly_other(struct compare *c, const struct unit *u, const struct unit *v);
/* Gives up what was kept of a date, version or address of which a part changed: it is one word to a reader. */
void give_up_torn_tokens(struct compare *c, const struct segment *s);
/* Makes n old words from a on, and their partners, words that are not kept. */
void give_up(struct delta *d, uint32_t a, uint32_t n);
/* Whether words [from, to) fill a box of their own: a link, a span, a cell, a card. */
bool fill_box(const struct page *p, uint32_t from, uint32_t to);
/* Whether old words [a, a + n) and new words [b, b + n) each fill one. */
bool fill_boxes(const struct delta *d, uint32_t a, uint32_t b, uint32_t n);

/* Where every word stands with regard to the kept ones: fills the kept and place arrays. */
void number_places(struct compare *c);
/* Records that moved, with what changed inside them; then runs of left-over units that stand elsewhere in the other page: changes of kind
 * move. */
void compare_moves(struct compare *c);
/* Whether word w is an atom that may be shown in few places, as an option: it has no mark of its own there and goes with what stands beside
 * it. */
bool goes_with_neighbour(const struct page *p, uint32_t w);
/* Everything else that is not kept becomes inserts, deletes and updates. */
void compare_texts(struct compare *c);
/* The same for one segment. */
void compare_segment_texts(struct compare *c, const struct segment *s);
/* Elements paired through the words they hold. Fills old_node, new_node. */
void compare_elements(struct compare *c);
/* Markup and attributes around kept words that differ become format and attribute changes. */
void compare_markup(struct compare *c);
/* Words that stayed and are struck out on one side only become changes of content. */
void compare_strikes(struct compare *c);
/* Whether an element of this tag strikes out what it holds. */
bool strikes_out(uint32_t tag);
/* Where a link leads; empty for what is none, or one that leads nowhere. */
struct str link_address(const struct page *p, uint32_t node);
/* Takes out of both lists the links that lead to the same place, in order: the a moved, the link stayed. */
void match_links(string_list *gone, string_list *come);
/* Changes for the links in an element on one side only that holds nothing to read; false where there are none. */
bool add_icon_links(struct compare *c, const struct page *p, uint32_t node);
/* Gives a change the place of an element on one side only that holds nothing to read. */
void place_empty(struct compare *c, const struct page *p, uint32_t node, struct change *change);
/* A change for the attributes of two elements, where they differ for anybody. */
void add_attributes(struct compare *c, uint32_t old_node, uint32_t new_node);
/* Links that moved and lead elsewhere now become attribute changes too. */
void compare_moved_links(struct compare *c);

/* Text changes that hold nothing a reader reads, and pictures that are the same, get their class. */
void compare_classes(struct compare *c);

/* Notes a change: how the attributes of its two elements differ, as far as they say most to a reader: `href was "a", is now "b"`. Empty
 * where they do not, or only in what HTML reads alike. */
void note_attributes(struct arena *a, const struct delta *d, struct change *c);
/* ... which links around the same text went and came. Their addresses are in link_gone and link_came, unless several did only one of the
 * two. */
void note_links(struct arena *a, const string_list *gone, const string_list *come, struct change *c);
/* ... that a link without words of its own went or came; the name may be empty. With a name, that says more than the address. */
void note_icon_link(struct arena *a, struct str name, struct str address, bool gone, struct change *c);
/* In words, which elements around the same text came and went: "p became ul, li", "b added". Tags are listed once each. */
struct str note_tags(struct arena *a, const struct symbols *symbols, const uint32_t *old_tag, uint32_t n_old,
                     const uint32_t *new_tag, uint32_t n_new);

/* A new change at the end of the list; returns its number. */
uint32_t change_add(struct compare *c, struct change change);

/* How alike two ranges of words are: W, the length of their common subsequence, when the lengths are close enough and 2W/L is large
 * enough, else 0. */
uint32_t similar_words(const struct compare *c, uint32_t old_word, uint32_t old_end, uint32_t new_word, uint32_t new_end);
/* Letters and digits of a unit. A picture that is a unit counts as MOVE_LETTERS. */
uint32_t unit_letters(const struct page *p, const struct unit *u);
/* Records old[a..a+n) as kept with new[b..b+n). */
void keep_words(struct delta *d, uint32_t old_word, uint32_t new_word, uint32_t n);

#endif
