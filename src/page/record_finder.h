/* How records are found: what the steps of records_find() share. Private to page/. */
#ifndef PAGE_RECORD_FINDER_H
#define PAGE_RECORD_FINDER_H

#include "base/vec.h"
#include "page/records.h"

enum {
    /* Masks: the first bits say what is below, the others are "tag within tag" by hash. */
    HAS_LINK = 1 << 0,
    HAS_PICTURE = 1 << 1,
    HAS_HEADING = 1 << 2,
    MASK_FIRST = 3, /* first bit of the hashed ones */

    ALIKE_PERCENT = 50,   /* bits both have, of those one has: siblings of one run */
    OTHER_PERCENT = 60,   /* ... fewer than that: the title row and the line below it are parts of one record */
    GROUP_LENGTH = 8,     /* siblings in one record of a flat run */
    GROUP_WORDS = 150,    /* words of one such record, on average: more is a chapter */
    LINE_WORDS = 25,      /* of a line that ends with br, on average: more is a paragraph */
    TIME_WORDS = 5,       /* of a time or date that a line begins with ... */
    DATE_BYTES = 8,       /* ... and bytes of a date with points: 1.3.2026 */
    TEXT_LINES_LEAST = 5, /* lines of mere text that make a list: fewer are an address or a foot */
    LINES_LEAST = 3,      /* lines, links and look-alikes that make a run; of richer things two do */
};

/* A child that says something. */
struct kid {
    uint32_t node;
    uint32_t tag;     /* 0: text */
    uint32_t classes; /* mask of its class names */
    bool title;       /* a heading, or a paragraph that is all bold and so looks like one */
    bool whole;       /* may be a record by itself */
    bool section;     /* opens with a heading */
    bool start;       /* a record starts here */
    bool in;          /* part of a record */
};

struct finder {
    struct arena *arena;
    const struct page *page;
    uint64_t *mask;   /* by node */
    uint32_t *inside; /* by node: 1 + its innermost record, or 0 */
    bool *opened;     /* by node: a row of a grid, whose tiles were taken for records already */
    uint32_t class_name;
    struct str last_classes; /* of the element whose classes were looked at last, and their mask */
    uint32_t last_mask;
    VEC(struct kid) kids;
    uint32_t n_spans;           /* rows of a table that a cell reaches from into the next */
    uint32_t n_leaders;         /* of the kids: headings and dt */
    uint32_t n_rules, n_breaks; /* hr, br */
    uint32_t n_bodies;          /* tbody */
    VEC(struct container) containers;
    VEC(struct record) records;
};

static inline uint64_t hash_bit(uint64_t key)
{
    return UINT64_C(1) << (MASK_FIRST + (key * 0x9e3779b97f4a7c15u >> 32) % (64 - MASK_FIRST));
}

static inline bool shares(uint64_t a, uint64_t b, int percent)
{
    return __builtin_popcountll(a & b) * 100 >= __builtin_popcountll(a | b) * percent;
}

static inline bool has_block(const struct page *p, uint32_t node)
{
    return p->flags[node] & NODE_HAS_BLOCK;
}

static inline bool is_heading(uint32_t tag)
{
    return tag >= TAG_H1 && tag <= TAG_H6;
}

/* Tags that say by themselves that their element is one of many. */
static inline bool is_item_tag(uint32_t tag)
{
    return tag == TAG_LI || tag == TAG_TR;
}

/* record_kids.c */

/* Folds children into parents, last node first. What has no words below it has no part in it: spacers and empty boxes come and go. */
void build_masks(struct finder *f);
/* The children of an element that say something. */
void list_kids(struct finder *f, uint32_t parent);
/* Where the kids are rows of a grid, made for the eye alone, the tiles in them take their place. Such rows look the same, and all have the
 * same number of tiles but the last, which may have fewer; one tile looks like another. */
void open_rows(struct finder *f);
/* What each kid may be by itself. */
void judge_kids(struct finder *f);
/* Rows that the cells of a row reach over, 1 where they do not; 0 is not a row. */
uint32_t rows_of(const struct page *p, uint32_t node);
/* A word, a picture or a link: a spacer with a rule in it is no record. */
bool says_something(const struct finder *f, const struct kid *kid);
/* Whether two siblings may be records of one run. */
bool are_alike(const struct finder *f, const struct kid *a, const struct kid *b);
/* Whether a child holds enough to be one of two: a line or a link needs a third. */
bool is_rich(const struct finder *f, const struct kid *kid);

/* record_groups.c. Each marks the kids and says whether what it marked are records. */

/* Rows that a cell reaches over are one record. */
bool group_by_span(struct finder *f);
/* Groups that start with a look-alike of the first child, where what follows it looks otherwise: the two rows of a story. */
bool group_by_look(struct finder *f);
/* Groups that start with a heading, a dt or a line in bold. */
bool group_by_heading(struct finder *f);
/* Groups that end with an hr or br and open with a box of their own: a link, a picture, bold words. Short lines that end with br need no
 * box: nobody breaks the lines of running text. */
bool group_by_separator(struct finder *f, uint32_t separator);
/* Whether the children are text, boxes in a line, br and hr alone: lines that only hr can part. */
bool are_lines(const struct finder *f);
/* A comma before a br says that the line goes on in the next. */
bool are_lines_whole(const struct finder *f);

#endif
