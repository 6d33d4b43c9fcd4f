/* One pair of pages, and the changes a reader would name. */
#ifndef TESTS_COMPARE_CHANGES_H
#define TESTS_COMPARE_CHANGES_H

#include "tests/example.h"

/* All changes of a pair as example_changes() lists them; the invariants of the delta hold. */
#define EQ_CHANGES(what, old, new, want) \
    do { \
        AUTO(example) x_ = { 0 }; \
        example_open(&x_, old, new); \
        const char *broken_ = delta_check(&x_.delta); \
        ok(!broken_, what ": the delta holds together%s%s", broken_ ? ": not: " : "", broken_ ? broken_ : ""); \
        eq_str(example_changes(&x_), str_of(want), what); \
    } while (0)

#endif
