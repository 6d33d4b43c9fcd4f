/* weft segment: a page cut into the blocks a reader sees. */
#include "base/io.h"
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/source.h"
#include "segment/block.h"
#include "segment/vixml.h"

enum format { FORMAT_JSON, FORMAT_VIXML };

static const struct choice formats[] = {
    [FORMAT_JSON] = { "json", "blocks with boxes, importance and the nodes they own" },
    [FORMAT_VIXML] = { "vixml", "a Vi-XML document: blocks with their links, images and texts, which 'weft vidiff' takes" },
    { NULL, NULL },
};

static const struct choice layouts[] = {
    [LAYOUT_ESTIMATE] = { "estimate", "weft's own guess at where things stand; no browser, no style sheets" },
    { NULL, NULL },
};

static const struct option option_layout = { "layout", 0, "SOURCE", "Where the boxes come from.", layouts };
static const struct option option_format = { "format", 0, "FORMAT", "What to print.", formats };
static const struct option option_pdoc = {
    "pdoc", 0,
    "N",    "How coherent a block must be to stay whole, 1 (a few large blocks) to 10 (as small as they get); 7 if not given.",
    NULL,
};

static int read_pdoc(const struct args *args, unsigned *pdoc, struct err *e)
{
    const char *given = args_value(args, &option_pdoc);
    uint64_t n;

    *pdoc = BLOCK_PDOC;
    if (!given)
        return 0;
    if (!str_number(str_of(given), 10, &n) || n == 0)
        return err_set(e, E_USAGE, "segment: --pdoc takes a number from 1 to 10, not '%s'", given);
    *pdoc = (unsigned)n;
    return 0;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct symbols symbols;
    struct layout layout;
    struct blocks blocks;
    struct page page;
    unsigned pdoc;
    int failed;

    if ((failed = read_pdoc(args, &pdoc, e))
        || (failed = source_page(&a, args->operand[0], args_value(args, &option_base), &symbols, &page, e)))
        return failed;
    if (layout_estimate(&a, &page, &layout, e) || segment_page(&a, &page, &layout, pdoc, &blocks, e))
        return err_in(e, "%s", args->operand[0]);
    if (args_choice(args, &option_format) == FORMAT_VIXML) {
        struct vixml document;
        if (vixml_build(&a, &blocks, STR(""), &document, e))
            return err_in(e, "%s", args->operand[0]);
        vixml_write(&document, &out);
    } else {
        blocks_json(&a, &blocks, &out);
    }
    if ((failed = buf_check(&out, e)) || (failed = output_text(args_value(args, &option_output), buf_str(&out), e)))
        return failed;
    return STATUS_SAME;
}

static const struct option *const options[] = { &option_layout, &option_pdoc, &option_format, &option_base, &option_output, NULL };

static const struct example examples[] = {
    { "weft segment page.html", "the blocks of a page as data" },
    { "weft segment page.html --pdoc 3", "only the large parts: header, content, sidebar, footer" },
    { "weft segment page.html --format vixml --output page.vixml", "the same as XML, with what is in each block" },
    { NULL, NULL },
};

const struct command command_segment = {
    .name = "segment",
    .args = "FILE|URL",
    .summary = "cuts a page into the blocks a reader sees",
    .help =
        "Cuts the page in FILE ('-' is standard input) or at URL into blocks: header, navigation, content, sidebar, and what is inside "
        "them. Each block has a box, a degree of coherence (1 to 10), an importance (all leaves together: 1) and the nodes it owns.",
    .options = options,
    .examples = examples,
    .run = run,
};
