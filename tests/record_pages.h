/* Pages with a list in them, and edits of the list that are known: what the alignment of records is measured by.
 *
 *     struct random r = { .state = seed };
 *     struct record_pair pair = record_pair_make(&a, &r, kind);      kind: 0 .. record_kinds() - 1
 *
 * A kind is a way to mark up the records: cards, tiles, rows, flat runs ... (record_kind_name). Around the list stands what stands
 * around lists: a menu, links, a side column, a footer. One to four records are put in, dropped, moved or edited. Titles may be there
 * twice, short, or share words; prices and dates are often equal; many kinds have words that are in all records ("Read more"). */
#ifndef TESTS_RECORD_PAGES_H
#define TESTS_RECORD_PAGES_H

#include "base/arena.h"
#include "tests/base/random.h"

struct record_pair {
    struct str old, new;
    unsigned inserted, dropped, moved, edited; /* records; a record may be moved and edited */
};

unsigned record_kinds(void);
const char *record_kind_name(unsigned kind);
struct record_pair record_pair_make(struct arena *a, struct random *r, unsigned kind);

#endif
