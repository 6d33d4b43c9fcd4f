/* Bytes as a page that is laid out, cut into blocks, rated, remembered and read for its content: the laws hold, and memory tells the truth.
 *
 * The first byte is the permitted degree of coherence; what stands behind the first 0xff is the next version of the page. */
#include <stdio.h>

#include "segment/content.h"
#include "tests/segment/cuts.h"
#include "tests/segment/same.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static _Noreturn void fail(const char *words)
{
    fprintf(stderr, "segment_fuzz: %s\n", words);
    abort();
}

static void check_content(struct arena *a, const struct page *p)
{
    AUTO(buf) text = BUF(1 << 26);
    struct content c;

    if (content_find(a, p, &c, NULL))
        fail("the content cannot be looked for");
    content_text(&c, &text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(arena) a = { 0 };
    struct str bytes = { (const char *)data + (size > 0), size - (size > 0) }, old = bytes;
    const char *mark = memchr(bytes.ptr, 0xff, bytes.len);
    struct str new = mark ? str_span(mark + 1, bytes.ptr + bytes.len) : bytes;
    struct segment_result again;
    const char *broken;
    bool filled;

    if (mark)
        old = str_span(bytes.ptr, mark);
    const struct page *first = page_from(&a, old, STR("")), *second = page_from(&a, new, STR(""));
    if ((broken = laws_of_blocks(cut_page(&a, first, 1 + (size ? data[0] % 10 : 6))))
        || (broken = check_memory(&a, first, second, &filled, &again)))
        fail(broken);
    check_content(&a, second);
    return 0;
}
