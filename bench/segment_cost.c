/* One page through some of the stages, for a counter of instructions: segment_cost WHAT FILE [TIMES]
 *
 * WHAT: none (reads the file), parse, page, segment (page, layout, blocks), content (page, main content), remember (as segment, with a
 * memory), fill (as remember, and the blocks again from that memory, TIMES times). */
#include <stdio.h>
#include <stdlib.h>

#include "base/io.h"
#include "base/limits.h"
#include "segment/content.h"
#include "segment/memory.h"

static struct symbols symbols;
static struct page page;
static struct layout layout;
static struct blocks blocks;

static int remember(struct arena *a, unsigned times, struct err *e)
{
    struct segment_input in = { .page = &page, .layout = &layout, .pdoc = BLOCK_PDOC };
    struct segment_result result;

    if (layout_estimate(a, &page, &layout, e) || segment_remember(a, &in, &result, e))
        return e->code;
    while (times-- > 0) {
        AUTO(arena) own = { 0 };
        if (!memory_fits(&result.memory, &page) || memory_fill(&own, &result.memory, &page, &blocks, e))
            return err_set(e, E_FORMAT, "the page does not fit its own memory");
    }
    return 0;
}

static int run(struct arena *a, struct str what, const struct parse_source *source, unsigned times, struct err *e)
{
    struct content content;
    struct dom dom;

    symbols_open(&symbols, a);
    if (str_eq(what, STR("none")))
        return 0;
    if (str_eq(what, STR("parse")))
        return parse_page(a, &symbols, source, &dom, e);
    if (page_read(a, &symbols, source, STR(""), &page, e))
        return e->code;
    if (str_eq(what, STR("segment")))
        return layout_estimate(a, &page, &layout, e) || segment_page(a, &page, &layout, BLOCK_PDOC, &blocks, e) ? e->code : 0;
    if (str_eq(what, STR("content")))
        return content_find(a, &page, &content, e);
    if (str_eq(what, STR("page")))
        return 0;
    return remember(a, str_eq(what, STR("fill")) ? times : 0, e);
}

int main(int argc, char **argv)
{
    AUTO(arena) a = { 0 };
    struct parse_source source = { .bytes = { 0 } };
    struct err e = { 0 };

    uint64_t times = 1;

    if (argc == 4)
        (void)str_number(str_of(argv[3]), 100000, &times);
    if (argc < 3 || io_read(&a, argv[2], LIMIT_PAGE_BYTES, &source.bytes, &e)
        || run(&a, str_of(argv[1]), &source, (unsigned)times, &e)) {
        fprintf(stderr, "segment_cost: %s\n", argc < 3 ? "WHAT FILE [TIMES]" : e.text);
        return 2;
    }
    return 0;
}
