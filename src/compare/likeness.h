/* How likely it is that an old and a new record are the same one, judged by what tells records apart. Private to compare/.
 *
 * A record's features are its words and the addresses in it (href, src, data-src, srcset, alt). A feature weighs the more the fewer records
 * of the list have it and the rarer it is on the pages; what stands in most records ("Read more", "5 min read", a placeholder picture)
 * weighs nothing. Two records are alike by 2 S / T: S the weight of the features both have, T the weight of all features of both. */
#ifndef COMPARE_LIKENESS_H
#define COMPARE_LIKENESS_H

#include "base/map.h"
#include "compare/steps.h"

struct likeness {
    struct compare *c;
    struct map address;             /* hash of an address -> its feature */
    uint32_t n_features;            /* symbols come first, then addresses as they are met */
    uint32_t *on_page;              /* by symbol: how often it stands on the page that has more of it */
    uint32_t *old, *new;            /* by feature: how many old and new records have it */
    uint32_t *weight, *seen, *head; /* by feature */
    uint32_t round;                 /* numbers the records looked at, for `seen` */
    uint32_t name[8];               /* symbols of the attributes that hold addresses */
    bool open;
};

/* Record numbers of one side. */
struct list_records {
    const uint32_t *item;
    uint32_t n;
};

typedef VEC(struct pair) pair_list;

struct likely {
    uint32_t a, b;    /* record numbers */
    uint32_t percent; /* likeness by weight */
    uint32_t plain;   /* ... by the mere number of features that weigh anything */
    uint32_t shared;  /* weight of what both have */
};

typedef VEC(struct likely) likely_list;

/* Adds the pairs of an old and a new record of the lists that have something in common, with their likeness, to `out`.
 * `x` and `y` are the containers they are of: other records of them say what is common. O(words of the records), by an index. */
void likeness_pairs(struct likeness *l, const struct container *x, struct list_records old, const struct container *y,
                    struct list_records new, likely_list *out);

/* A hash of what a record says: its words and addresses. */
uint64_t record_hash(struct likeness *l, const struct page *p, const struct record *r);

/* A hash of its words alone. */
uint64_t words_hash(const struct page *p, const struct record *r);

/* Whether a word has a letter in it; all of what is not ASCII counts. */
bool has_letter(struct str word);

/* What names a record: the first cell of a row, or the title it begins with, as a hash. 0: it has none, or one without a letter, which
 * counts places and names nothing. */
uint64_t record_name(const struct page *p, const struct record *r);

#endif
