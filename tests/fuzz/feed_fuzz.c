/* A feed out of any bytes, read as a page: no crash, and the model holds together. */
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "page/body.h"
#include "tests/page/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = MIB(256) };
    struct body pair[2] = { { .name = STR_INIT("a.rss"), .bytes = { (const char *)data, size } }, { .name = STR_INIT("b.rss") } };
    struct symbols symbols;
    struct page page[2];
    struct err e = { 0 };
    const char *broken;

    symbols_open(&symbols, &a);
    if (body_read_pair(&a, &symbols, pair, page, &e))
        return 0; /* not text, or over a limit, and said so */
    if ((broken = page_check(&page[0]))) {
        fprintf(stderr, "feed_fuzz: %s\n", broken);
        abort();
    }
    return 0;
}
