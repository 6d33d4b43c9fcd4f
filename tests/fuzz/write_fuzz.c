/* Two pages out of one input, as HTML or as XML, written in every way that shows a page: what is written is read back as it was written.
 * The first byte says how each is to be read; a line of two percent signs parts the pages. */
#include <stdio.h>
#include <stdlib.h>

#include "base/limits.h"
#include "compare/delta.h"
#include "show/show.h"
#include "tests/written.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { BUDGET_MIB = 1024, OLD_AS_XML = 1, NEW_AS_XML = 2, WITH_ADDRESS = 4 };

static void check(struct arena *a, const struct delta *d, enum show_format format)
{
    AUTO(buf) out = BUF(MIB(256));
    struct show_options options = { .format = format, .bare = true, .old_name = STR_INIT("old"), .new_name = STR_INIT("new") };
    struct err e = { 0 };

    if (show_delta(a, d, &options, &out, &e))
        return;
    const char *broken = written_check(a, buf_str(&out));
    if (broken) {
        fprintf(stderr, "write_fuzz: %s\n", broken);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = MIB(BUDGET_MIB) };
    unsigned how = size ? data[0] : 0;
    struct str rest = { (const char *)data + (size > 0), size - (size > 0) };
    size_t line = str_find(rest, STR("\n%%\n"), 0), cut = line == SIZE_MAX ? rest.len / 2 : line;
    const struct str html = STR("text/html; charset=utf-8"), xml = STR("application/xml; charset=utf-8");
    struct parse_source old = { .bytes = str_sub(rest, 0, cut), .content_type = how & OLD_AS_XML ? xml : html };
    struct parse_source new = { .bytes = str_sub(rest, cut + (line == SIZE_MAX ? 0 : 4), rest.len),
                                .content_type = how & NEW_AS_XML ? xml : html };
    struct str address = how & WITH_ADDRESS ? STR("http://example.org/a/") : STR("");
    struct symbols symbols;
    struct page was, is;
    struct delta d;
    struct err e = { 0 };

    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &old, address, &was, &e) || page_read(&a, &symbols, &new, address, &is, &e)
        || compare_pages(&a, &was, &is, &d, &e))
        return 0;
    check(&a, &d, SHOW_MERGED);
    check(&a, &d, SHOW_NEW);
    check(&a, &d, SHOW_REVERSED);
    return 0;
}
