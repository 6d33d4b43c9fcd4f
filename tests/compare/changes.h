/* One pair of pages, and the changes a reader would name. */
#ifndef TESTS_COMPARE_CHANGES_H
#define TESTS_COMPARE_CHANGES_H

#include "tests/example.h"

/* The changes of a pair up to a class as example_changes_of() lists them; the invariants of the delta hold. */
#define EQ_CHANGES_OF(what, last, old, new, want) \
    do { \
        AUTO(example) x_ = { 0 }; \
        example_open(&x_, old, new); \
        const char *broken_ = delta_check(&x_.delta); \
        ok(!broken_, what ": the delta holds together%s%s", broken_ ? ": not: " : "", broken_ ? broken_ : ""); \
        eq_str(example_changes_of(&x_, last), str_of(want), what); \
    } while (0)

/* All changes. */
#define EQ_CHANGES(what, old, new, want) EQ_CHANGES_OF(what, CHANGE_CLASSES - 1, old, new, want)
/* The changes of content. */
#define EQ_CONTENT(what, old, new, want) EQ_CHANGES_OF(what, CLASS_CONTENT, old, new, want)

#endif
