/* Bytes as a page: the model is built and keeps its invariants, and its JSON is JSON.
 *
 * The first byte says how the rest is to be read: with or without an address, as HTML or as XML. Character sets have a target of their
 * own. */
#include <stdio.h>
#include <stdlib.h>

#include "base/json_read.h"
#include "base/limits.h"
#include "tests/page/check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WITH_ADDRESS = 1, AS_XML = 2, AS_JSON = 4 };

static void check_json(struct arena *a, const struct page *p)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct json_value root;
    struct err e = { 0 };

    page_json(p, &out);
    if (buf_check(&out, &e) || json_read(a, buf_str(&out), &root, &e)) {
        fprintf(stderr, "page_fuzz: %s\n", e.text);
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    unsigned how = size ? data[0] : 0;
    struct parse_source source = { .bytes = { (const char *)data + (size > 0), size - (size > 0) } };
    struct symbols symbols;
    struct page page;
    struct err e = { 0 };

    source.content_type = how & AS_XML ? STR("application/xml; charset=utf-8") : STR("text/html; charset=utf-8");
    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &source, how & WITH_ADDRESS ? STR("https://example.org/d/p.html") : STR(""), &page, &e))
        return 0; /* over a limit, and said so */
    const char *wrong = page_check(&page);
    if (wrong) {
        fprintf(stderr, "page_fuzz: %s\n", wrong);
        abort();
    }
    if (how & AS_JSON)
        check_json(&a, &page);
    return 0;
}
