/* Changes of one type between two versions of a page (WebVigil, section 4.4 and Figure 5), found on the page model.
 *
 *     struct type_finder f;
 *     type_finder_open(&f, &a, &delta);              the comparison that is already made
 *     type_find(&f, &type, &found, &e);              for each type that somebody asks for
 *
 * | type           | insert, delete                                  | update                                              |
 * | any change     | changes of content, as the delta has them       | likewise                                            |
 * | links, images  | addresses that came or went; one that moved is the same | -                                           |
 * | words          | words that came or went; what moved did neither | -                                                   |
 * | keywords       | as many more or fewer as there are now          | -                                                   |
 * | phrase         | the phrase appears or disappears                | other words stand between the same neighbours       |
 * | table, list    | rows and items                                  | cells and items                                     |
 * | regex          | what is found now and was not before            | -                                                   |
 * | element, path  | elements that are chosen now and were not       | elements that say something else                    |
 *
 * What a reader does not see does not count. Every change has its exact words on both sides. What several types need (words without
 * case, the text as one string) is made once for the pair. Pure; cost: O(words + nodes) a type at most. */
#ifndef EVENT_TYPES_H
#define EVENT_TYPES_H

#include "compare/delta.h"
#include "event/sentinel.h"

struct type_change {
    enum change_kind kind;
    uint32_t old_word, old_end; /* an empty range is a position */
    uint32_t new_word, new_end;
    uint32_t old_node, new_node;   /* the link, image, row, cell, item or element; NONE: words alone */
    struct str old_text, new_text; /* an address, or what a pattern found; empty: the words are the text */
    struct str where;              /* of a cell: its row and column by their names; may be empty */
};

struct type_found {
    struct type_change *item;
    uint32_t n;
    uint32_t n_old, n_new; /* how many keywords, phrases, matches, links ... each version has; both 0 where nothing is counted */
    struct str note;       /* why nothing can be found: there is no such table; may be empty */
};

/* One side of the pair, with what was made of it so far. */
struct type_side {
    const struct page *page;
    uint64_t *fold;    /* by word: a hash of it in small letters; NULL: not made yet */
    struct str text;   /* what a reader sees, as one string */
    uint32_t *byte_at; /* by word: where it begins in `text`; NULL: not made yet */
    uint32_t *place;   /* by word: where on the other side it would stand; NULL: not made yet */
};

struct type_finder {
    struct arena *arena;
    const struct delta *delta;
    struct type_side old, new;
    uint64_t *fold_of_symbol; /* 0: not known yet */
};

void type_finder_open(struct type_finder *f, struct arena *a, const struct delta *d);
/* E_USAGE: a selector or a pattern that cannot be read. E_LIMIT: too much work for one page. */
int type_find(struct type_finder *f, const struct change_type *type, struct type_found *out, struct err *e) MUST_CHECK;

/* E_USAGE where the type's own text cannot be read: a pattern, a selector. For the checks of a file. */
int type_check(struct arena *a, const struct change_type *type, struct err *e) MUST_CHECK;

/* "insert: https://..."; "update: 10 euro -> 12 euro": one line for a person. */
void type_change_print(const struct delta *d, const struct type_change *c, struct buf *out);

#endif
