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

/* Two pages and all changes between them, one a line. */
struct change_case {
    const char *name, *old, *new, *want;
};

/* The changes are as the table says, and the delta holds together in both directions. */
static inline bool changes_hold(struct example *x, const struct change_case *c, enum change_class last, struct str *got)
{
    struct delta back;

    example_open(x, c->old, c->new);
    delta_reverse(&x->arena, &x->delta, &back);
    *got = example_changes_of(x, last);
    return !delta_check(&x->delta) && back.n_changes == x->delta.n_changes;
}

#define CHECK_CHANGES_OF(cases, last) \
    do { \
        for (size_t i_ = 0; i_ < ARRAY_LEN(cases); i_++) { \
            AUTO(example) x_ = { 0 }; \
            struct str got_; \
            bool holds_ = changes_hold(&x_, &(cases)[i_], last, &got_); \
            eq_str(got_, str_of((cases)[i_].want), (cases)[i_].name); \
            ok(holds_, "%s: the delta holds together", (cases)[i_].name); \
        } \
    } while (0)
#define CHECK_CHANGES(cases) CHECK_CHANGES_OF(cases, CHANGE_CLASSES - 1)

/* All changes. */
#define EQ_CHANGES(what, old, new, want) EQ_CHANGES_OF(what, CHANGE_CLASSES - 1, old, new, want)
/* The changes of content. */
#define EQ_CONTENT(what, old, new, want) EQ_CHANGES_OF(what, CLASS_CONTENT, old, new, want)

#endif
