/* What every engine of the store must do, as one suite that takes the engine as its argument. */
#ifndef TESTS_STORE_CONFORMANCE_H
#define TESTS_STORE_CONFORMANCE_H

#include "store/ops.h"

struct conformance {
    const struct store_ops *engine;
    const char *place; /* where there is no store yet; one is made there and left */
    /* One point: whether it holds, and what it is about. */
    void (*point)(bool good, const char *file, int line, const char *what);
};

void conformance_run(const struct conformance *c);

#endif
