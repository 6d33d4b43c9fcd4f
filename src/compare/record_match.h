/* What the files that match records share. Private to compare/. */
#ifndef COMPARE_RECORD_MATCH_H
#define COMPARE_RECORD_MATCH_H

#include "compare/likeness.h"
#include "compare/record_pairs.h"

/* In lists of places by word or unit: it stands there more than once. */
#define MANY (UINT32_MAX - 1)

typedef VEC(uint32_t) container_list;

struct matcher {
    struct compare *c;
    struct likeness likeness;
    uint64_t *old_hash, *new_hash;                         /* by record, 0: not known yet */
    uint32_t *old_first, *old_next, *new_first, *new_next; /* containers by the record they are in: lists from 1 */
    uint32_t *old_only, *new_only;                         /* by symbol: the word, where there is one; MANY */
    uint32_t *old_unit, *new_unit;                         /* by id of a unit: the unit, or MANY */
    uint32_t owner;                                        /* of the scope that is cut now */
};

static inline const struct container *container_at(const struct compare *c, bool is_old, uint32_t k)
{
    return &(is_old ? &c->old_records : &c->new_records)->container[k];
}

/* A list of n + 1 times NONE. */
uint32_t *none_list(struct arena *a, uint32_t n);
/* Gives the words of a record to an owner (steps.h). */
void set_owner(uint32_t *owner, const struct record *r, uint32_t to);
/* The longest common subsequence of two lists of hashes. */
void match_equal(struct matcher *m, const uint64_t *old, uint32_t n_old, const uint64_t *new, uint32_t n_new, struct runs *out);

/* record_containers.c */

/* Adds the outermost containers of a list by record, `first` on. */
void list_containers(struct matcher *m, bool is_old, uint32_t first, container_list *out);
/* Adds the outermost containers inside another one, in its records too or only `between` them. Whether there are any. */
bool list_inside(struct matcher *m, bool is_old, uint32_t number, bool between, container_list *out);
/* Same tag, class, and tag around it. */
bool looks_same(const struct delta *d, uint32_t old_node, uint32_t new_node);
/* Pairs containers in order; `rounds`: how many levels may be opened. The weight of a pair is 0 where both say the same. */
void pair_containers(struct matcher *m, const container_list *old, const container_list *new, uint32_t rounds, pair_list *out);

/* record_flow.c */

/* Whether a record of one page is text between the records of a container of the other: there it is less like its neighbours. */
bool is_text_there(const struct matcher *m, bool is_old, const struct record *r, const struct container *other);
/* Whether text flows from records of two containers into other ones: an eighth or more of the words of those that differ. */
bool has_flow(struct matcher *m, const struct list_match *l);
/* The number of pairs from `first` on whose containers follow each other on both pages with nothing between them, and look the same. */
uint32_t count_columns(const struct matcher *m, const pair_list *pairs, uint32_t first);
/* Whether a list goes on from column to column: half or more of what left a column stands in another one. */
bool is_one_list(struct matcher *m, const struct pair *pair, uint32_t n);

/* Makes the index of units by id, once. */
void need_units(struct matcher *m);

/* record_order.c */

/* Sentences that keep their order are anchors; records that came, went or moved and hold one are text. */
void keep_order(struct matcher *m);

/* record_moves.c */

/* Parts the pairs of a list that moved and say the same as another record: they came and went. */
void part_repeated(struct matcher *m, struct list_match *l);
/* What went from one list and came to another, nearly as it was, has moved. */
void match_across(struct matcher *m);

#endif
