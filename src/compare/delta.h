/* What changed between two pages: an alignment of words and of elements, and the list of changes that follows from it.
 *
 *     old words   Prices  start  at  10  euro          kept words point at each other (old_to_new, new_to_old);
 *                    |      |    |        |            every other word belongs to exactly one change
 *     new words   Prices  start  at  12  euro  today   (old_change, new_change).
 *
 * Invariants (delta_check):
 *  1. Kept words are increasing on both sides and have equal symbols.
 *  2. A word is kept, or in exactly one change of the kinds insert, delete, update, move; format and attribute changes
 *     own no words, they speak of kept ones. The exception: one atom in the place of another is an attribute change that owns both.
 *     A move owns the words that stand in both places; what changed inside a record that moved is a change of its own (in_move)
 *     within the ranges of the move.
 *  3. old_node[] and new_node[] are inverse to each other, pair equal tags, and keep ancestors: the partner of an ancestor is an
 *     ancestor of the partner. The roots are partners whatever their tags.
 *  4. Changes stand in the order in which the merged page shows them. */
#ifndef COMPARE_DELTA_H
#define COMPARE_DELTA_H

#include "page/page.h"

enum change_kind { CHANGE_INSERT, CHANGE_DELETE, CHANGE_UPDATE, CHANGE_MOVE, CHANGE_FORMAT, CHANGE_ATTRIBUTE };
enum { CHANGE_KINDS = CHANGE_ATTRIBUTE + 1 };

/* What a change is to a reader: other words, links, pictures, questions; the same said in another look; or what only programs read. */
enum change_class { CLASS_CONTENT, CLASS_LOOK, CLASS_MACHINERY };
enum { CHANGE_CLASSES = CLASS_MACHINERY + 1 };

/* What the note of a change tells of, for programs: nobody reads the note but people. Flags; two elements may differ in several ways, and
 * those of the change's class are told. */
enum change_tells {
    TELLS_TITLE = 1 << 0,       /* the page's title */
    TELLS_DESCRIPTION = 1 << 1, /* the page's description */
    TELLS_ADDRESS = 1 << 2,     /* where a link leads that is there on both sides */
    TELLS_LINKS = 1 << 3,       /* that links came or went */
    TELLS_PICTURE = 1 << 4,     /* where a picture, a film, a frame lies */
    TELLS_ALT = 1 << 5,         /* what a picture shows */
    TELLS_SHOWN = 1 << 6,       /* that an element is seen now, or no longer */
    TELLS_STRUCK = 1 << 7,      /* that words are struck out now */
    TELLS_UNSTRUCK = 1 << 8,    /* or no longer */
    TELLS_PUT_OUT = 1 << 9,     /* that a field, a button, a choice can no longer be used */
    TELLS_PUT_IN = 1 << 10,     /* or can be used again */
    TELLS_SEVERAL = 1 << 11,    /* more than one of an element's attributes */
};

struct change {
    enum change_kind kind;
    uint32_t old_word, old_end; /* words it takes away or speaks of; an empty range is a position */
    uint32_t new_word, new_end;
    uint32_t old_node, new_node; /* format, attribute and title changes: the elements; else NONE */
    struct str note;             /* in words, what changed; empty for changes of text */
    bool hidden;                 /* all of it where a reader does not see it */
    bool in_move; /* inside a record that moved: the move's ranges cover it, and these words are its own all the same */
    enum change_class class;
    unsigned tells;                  /* enum change_tells; 0: nothing that has a name */
    struct str link_gone, link_came; /* TELLS_LINKS: where the first of them led that went, and leads that came; see note_links() */
};

struct delta {
    const struct page *old, *new;
    uint32_t *old_to_new, *new_to_old; /* by word: its partner, or NONE */
    uint32_t *old_change, *new_change; /* by word: its change, or NONE for kept words */
    uint32_t *old_node, *new_node;     /* by node: partner element, or NONE */
    struct change *change;
    uint32_t n_changes;

    uint32_t n_class[CHANGE_CLASSES];
    /* Of changes of content alone, which is what people are told: */
    uint32_t n_inserts, n_deletes, n_updates, n_moves, n_formats, n_attributes;
    uint32_t words_old, words_new, words_deleted, words_inserted, words_moved;
    uint32_t n_hidden_elements; /* scripts, styles, templates that are in one page only */
    bool exact;                 /* no size limit of the sequence engine was passed */
    bool mostly_different;      /* the share of changed words is above DELTA_DIFFERENT */
};

/* Above this share of words deleted or inserted, the two pages are said to have little in common. */
#define DELTA_DIFFERENT 0.6

/* Compares; both pages share one symbol table. O(words + nodes) plus the sequence engine on what differs. */
int compare_pages(struct arena *a, const struct page *old, const struct page *new, struct delta *out, struct err *e) MUST_CHECK;

/* The same delta with old and new exchanged: insert is delete, and so on. Notes and what they tell stay: they speak of what happened. */
void delta_reverse(struct arena *a, const struct delta *d, struct delta *out);

/* Which part of a delta somebody looks at. */
struct delta_choice {
    const bool *change;              /* by change */
    const bool *old_node, *new_node; /* by node: its words are looked at; NULL: all words are */
};

/* The same delta with the chosen changes alone, for views that speak of nothing else: words of the others are in none then, and all counts
 * are of what was chosen. A change of text that reaches beyond the nodes is cut to them. O(words + changes). */
void delta_choose(struct arena *a, const struct delta *d, const struct delta_choice *choice, struct delta *out);
/* The changes of that delta alone, for who does not ask which word is in which. O(n log n) of the changes, and the words that are cut. */
struct change *delta_chosen(struct arena *a, const struct delta *d, const struct delta_choice *choice, uint32_t *n);

/* Adds changes that own no words and that the pages' own bytes do not tell: a picture that became another one at the same address. */
void delta_add(struct arena *a, struct delta *d, const struct change *more, uint32_t n);

const char *change_name(enum change_kind kind);
const char *class_name(enum change_class class);

/* NULL where the invariants hold, else the one that does not. */
const char *delta_check(const struct delta *d);

/* The first word from w on that is in a change, by old_change or new_change; `end` where none is. Most words of a page are in none. */
static inline uint32_t delta_next(const uint32_t *change, uint32_t w, uint32_t end)
{
    while (w + 4 <= end && (change[w] & change[w + 1] & change[w + 2] & change[w + 3]) == NONE)
        w += 4;
    while (w < end && change[w] == NONE)
        w++;
    return w;
}

#endif
