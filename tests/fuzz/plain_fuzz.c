/* Two files that are not HTML out of one input, read as text, as a table or as JSON, compared and shown in every format: no crash, no
 * broken invariant, no word lost. The first byte says what they are; a line of two percent signs parts them, without one both halves do. */
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "page/body.h"
#include "show/patch.h"
#include "tests/laws.h"
#include "tests/page/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BUDGET_MIB = 1024 };

static const char *const names[] = { "a.txt", "a.md", "a.csv", "a.json" };

static void fail(const char *what)
{
    fprintf(stderr, "plain_fuzz: %s\n", what);
    abort();
}

static void cut_input(struct str input, struct body pair[2])
{
    struct str line = STR("\n%%\n");
    size_t at = str_find(input, line, 0);

    if (at == SIZE_MAX)
        at = input.len / 2, line.len = 0;
    pair[0].bytes = str_sub(input, 0, at);
    pair[1].bytes = str_sub(input, at + line.len, input.len);
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

/* A patch makes NEW of OLD, and OLD of NEW, byte for byte. */
static void check_patch(struct arena *a, const struct delta *d)
{
    AUTO(buf) patch = BUF(MIB(256));
    AUTO(buf) made = BUF(MIB(256));
    struct err e = { 0 };

    if (show_patch(a, d, &(struct show_options){ .format = SHOW_PATCH }, &patch, &e))
        return;
    for (int reverse = 0; reverse < 2; reverse++) {
        buf_clear(&made);
        if (patch_apply(a, reverse ? d->new->bytes : d->old->bytes, buf_str(&patch), reverse, &made, &e))
            fail(e.text);
        if (!str_eq(buf_str(&made), reverse ? d->old->bytes : d->new->bytes))
            fail("a patch makes another file");
        buf_clear(&made);
        if (patch_apply_words(a, reverse ? d->new->bytes : d->old->bytes, buf_str(&patch), reverse, &made, &e))
            fail(e.text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = MIB(BUDGET_MIB) };
    struct str name = str_of(names[(size ? data[0] : 0) % ARRAY_LEN(names)]);
    struct body pair[2] = { { .name = name }, { .name = name } };
    struct symbols symbols;
    struct page page[2];
    struct delta d;
    struct err e = { 0 };
    const char *broken;

    cut_input((struct str){ (const char *)data + (size > 0), size - (size > 0) }, pair);
    symbols_open(&symbols, &a);
    if (body_read_pair(&a, &symbols, pair, page, &e))
        return 0; /* not text, or over a limit, and said so */
    if ((broken = page_check(&page[0])) || (broken = page_check(&page[1])))
        fail(broken);
    if (compare_pages(&a, &page[0], &page[1], &d, &e))
        return 0;
    if ((broken = delta_check(&d)))
        fail(broken);
    check_formats(&a, &d);
    check_patch(&a, &d);
    if ((broken = laws_check_words(&a, &d, SHOW_MERGED)) || (broken = laws_check_words(&a, &d, SHOW_REVERSED)))
        fail(broken);
    return 0;
}
