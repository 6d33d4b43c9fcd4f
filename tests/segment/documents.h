/* Vi-XML documents for tests: read from text that must be right. */
#ifndef TESTS_SEGMENT_DOCUMENTS_H
#define TESTS_SEGMENT_DOCUMENTS_H

#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "visual/vixml.h"

/* The document with these blocks in it. */
static inline struct vixml *document_of(struct arena *a, const char *blocks)
{
    struct vixml *x = NEW(a, struct vixml);
    struct err e = { 0 };
    struct str text = arena_printf(a, "<?xml version='1.0'?><XML><Document Pos='0 0 1366 900'>%s</Document></XML>", blocks);
    if (vixml_read(a, text, x, &e)) {
        printf("Bail out! %s\n", e.text);
        exit(2);
    }
    return x;
}

static inline struct str written(struct arena *a, const struct vixml *x)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    vixml_write(x, &out);
    return arena_str(a, buf_str(&out));
}

#endif
