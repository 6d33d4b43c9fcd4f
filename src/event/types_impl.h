/* What the files of change types share. Private to event/. */
#ifndef EVENT_TYPES_IMPL_H
#define EVENT_TYPES_IMPL_H

#include "event/types.h"

typedef VEC(struct type_change) type_change_list;

/* A part of a page that is compared as a whole: a row, an item, an element. */
struct type_part {
    uint32_t node, word, end;
};

struct type_parts {
    struct type_part *item;
    uint32_t n;
};

/* A part that is known by a text of its own: an address, what a pattern found. */
struct type_mark {
    struct str text;
    struct type_part part;
    bool is_kept; /* the other side has it, in another form */
};

struct type_marks {
    struct type_mark *item;
    uint32_t n;
};

/* Pairs of parts: the number of the partner on the other side, or NONE. */
struct type_pairs {
    uint32_t *old, *new;
};

void type_find_objects(struct type_finder *f, bool images, struct type_found *out);
void type_find_keywords(struct type_finder *f, const struct change_type *t, struct type_found *out);
void type_find_phrase(struct type_finder *f, const struct change_type *t, struct type_found *out);
void type_find_table(struct type_finder *f, const struct change_type *t, struct type_found *out);
void type_find_list(struct type_finder *f, const struct change_type *t, struct type_found *out);
int type_find_regex(struct type_finder *f, const struct change_type *t, struct type_found *out, struct err *e) MUST_CHECK;
int type_check_regex(struct arena *a, const struct change_type *t, struct err *e) MUST_CHECK;
int type_check_elements(struct arena *a, const struct change_type *t, struct err *e) MUST_CHECK;
int type_find_elements(struct type_finder *f, const struct change_type *t, struct type_found *out, struct err *e) MUST_CHECK;

/* Partners of the delta that say the same, then others that do, then partners that say something else: what only moved up a place is not
 * another. O(parts + words of them), expected. */
struct type_pairs type_pair_parts(struct type_finder *f, struct type_parts old, struct type_parts new);
/* Whether both say the same words. */
bool type_same_words(const struct type_finder *f, const struct type_part *old, const struct type_part *new);
struct type_part type_part_of(const struct page *p, uint32_t node);
/* Marks whose text is on one side only. */
struct type_found type_find_lone(struct type_finder *f, struct type_marks old, struct type_marks new);
/* A part that is on one side only. */
void type_add_part(struct type_finder *f, type_change_list *list, enum change_kind kind, const struct type_part *part);

/* Where on the other side a word of this one would stand: behind the partner of the last kept word before it. O(1), once O(words). */
uint32_t type_place_in_new(struct type_finder *f, uint32_t old_word);
uint32_t type_place_in_old(struct type_finder *f, uint32_t new_word);

/* Words without case. */
const uint64_t *type_folds(struct type_finder *f, struct type_side *side);
/* The same for a text of the user: hashes of its words in small letters. */
struct type_words {
    uint64_t *fold;
    uint32_t n;
};
struct type_words type_cut_words(struct arena *a, struct str text);

static inline bool type_is_seen(const struct page *p, uint32_t node)
{
    return !(p->flags[node] & NODE_HIDDEN);
}

#endif
