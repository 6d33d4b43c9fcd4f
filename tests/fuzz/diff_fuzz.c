/* Two pages out of one input, compared and shown in every format: no crash, no broken invariant, no word lost.
 * A line of two percent signs parts the pages; without one the input is cut in the middle. */
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "tests/laws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BUDGET_MIB = 1024 };

static void cut_input(struct str input, struct str *old, struct str *new)
{
    struct str line = STR("\n%%\n");
    size_t at = str_find(input, line, 0);

    if (at == SIZE_MAX)
        at = input.len / 2, line.len = 0;
    *old = str_sub(input, 0, at);
    *new = str_sub(input, at + line.len, input.len);
}

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    abort();
}

static void check_formats(struct arena *a, const struct delta *d)
{
    for (enum show_format format = SHOW_MERGED; format <= SHOW_PATCH; format++) {
        AUTO(buf) out = BUF(MIB(256));
        struct show_options options = { .format = format, .width = 80, .old_name = STR_INIT("old"), .new_name = STR_INIT("new") };
        struct err e = { 0 };

        if (show_delta(a, d, &options, &out, &e) && e.code != E_LIMIT)
            fail(e.text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = MIB(BUDGET_MIB) };
    struct parse_source old = { 0 }, new = { 0 };
    struct symbols symbols;
    struct page was, is;
    struct delta d;
    struct err e = { 0 };
    const char *broken;

    cut_input((struct str){ (const char *)data, size }, &old.bytes, &new.bytes);
    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &old, STR("http://example.org/a/"), &was, &e)
        || page_read(&a, &symbols, &new, STR("http://example.org/a/"), &is, &e) || compare_pages(&a, &was, &is, &d, &e))
        return 0;
    if ((broken = delta_check(&d)))
        fail(broken);
    check_formats(&a, &d);
    if ((broken = laws_check_words(&a, &d, SHOW_MERGED)) || (broken = laws_check_words(&a, &d, SHOW_REVERSED)))
        fail(broken);
    return 0;
}
