/* weft segment: a page cut into the blocks a reader sees. */
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/output.h"
#include "cli/source.h"
#include "segment/memory.h"
#include "visual/vixml.h"
#include "show/blocks.h"

enum format { FORMAT_JSON, FORMAT_VIXML, FORMAT_SVG, FORMAT_HTML };

static const struct choice formats[] = {
    [FORMAT_JSON] = { "json", "blocks with boxes, importance and the nodes they own" },
    [FORMAT_VIXML] = { "vixml", "a Vi-XML document: blocks with their links, images and texts, which 'weft vidiff' takes" },
    [FORMAT_SVG] = { "svg", "the blocks drawn over the page, coloured by importance; over its picture where a browser draws it" },
    [FORMAT_HTML] = { "html", "the same as a web page, with a list of the blocks" },
    { NULL, NULL },
};

static const struct option option_format = { "format", 0, "FORMAT", "What to print.", formats };
static const struct option option_pdoc = {
    "pdoc", 0,
    "N",    "How coherent a block must be to stay whole, 1 (a few large blocks) to 10 (as small as they get); 7 if not given.",
    NULL,
};

static const struct option option_memory = {
    "memory",
    0,
    "FILE",
    "Remember in FILE how the page was cut. While its form is the same, the next version gets its blocks without a layout; else only "
    "what looks different is cut again.",
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

/* The page, where its parts stand, and what is drawn of it. */
struct subject {
    struct renderer *renderer;
    struct render_request request;
    struct page page; /* as it was read */
    struct rendered drawn;
};

static bool wants_picture(const struct args *args)
{
    unsigned format = args_choice(args, &option_format);

    return format == FORMAT_SVG || format == FORMAT_HTML;
}

static int write_blocks(struct arena *a, const struct args *args, const struct blocks *b, struct str picture, struct buf *out,
                        struct err *e)
{
    struct vixml document;
    int failed;

    switch ((enum format)args_choice(args, &option_format)) {
    case FORMAT_SVG:
        return blocks_svg(a, b, picture, out, e);
    case FORMAT_HTML:
        return blocks_html(a, b, picture, out, e);
    case FORMAT_VIXML:
        if ((failed = vixml_build(a, b, STR(""), &document, e)))
            return failed;
        vixml_write(&document, out);
        break;
    case FORMAT_JSON:
        blocks_json(a, b, out);
        break;
    }
    return buf_check(out, e);
}

/* The memory in the file; none where there is no such file, or it was made for another degree of coherence. */
static int read_memory(struct arena *a, const char *path, unsigned pdoc, struct memory *m, bool *found, struct err *e)
{
    struct str bytes;
    int failed;

    *found = false;
    if (access(path, F_OK) != 0)
        return 0;
    if ((failed = io_read(a, path, LIMIT_PAGE_BYTES, &bytes, e)))
        return failed;
    if ((failed = memory_read(a, bytes, m, e)))
        return err_in(e, "%s", path);
    *found = m->pdoc == pdoc;
    return 0;
}

/* Blocks by way of the memory in a file, which is written anew where it did not fit. */
static int cut_from_memory(struct arena *a, const char *path, struct subject *s, struct blocks *out, struct err *e)
{
    AUTO(buf) bytes = BUF(LIMIT_OUTPUT_BYTES);
    struct segment_input in = { .page = &s->drawn.page, .layout = &s->drawn.layout, .pdoc = s->request.pdoc };
    struct segment_result result;
    struct memory old;
    bool found;
    int failed;

    if ((failed = read_memory(a, path, in.pdoc, &old, &found, e)))
        return failed;
    if (found && memory_fits(&old, &s->page))
        return memory_fill(a, &old, &s->page, out, e);
    in.old = found ? &old : NULL;
    if ((failed = render_layout(a, s->renderer, &s->request, &s->drawn, e)) || (failed = segment_remember(a, &in, &result, e)))
        return failed;
    memory_write(&result.memory, &bytes);
    *out = result.blocks;
    return (failed = buf_check(&bytes, e)) ? failed : io_write(path, buf_str(&bytes), e);
}

static int cut(struct arena *a, const struct args *args, struct subject *s, struct blocks *out, struct err *e)
{
    const char *memory = args_value(args, &option_memory);
    int failed;

    if (memory)
        return cut_from_memory(a, memory, s, out, e);
    if ((failed = render_blocks(a, s->renderer, &s->request, &s->drawn, e)))
        return failed;
    *out = s->drawn.blocks;
    return 0;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    AUTO(renderer) renderer = { 0 };
    struct subject *s = NEW(&a, struct subject);
    const char *operand = args->operand[0];
    struct symbols symbols;
    struct blocks blocks;
    unsigned pdoc;
    int failed;

    if ((failed = read_pdoc(args, &pdoc, e)) || (failed = layout_renderer(&a, args, &renderer, e))
        || (failed =
                source_page(&a, &(struct source_asked){ args, operand, args_value(args, &option_base) }, &symbols, &s->page, e)))
        return failed;
    if (vixml_is(s->page.bytes))
        return err_set(e, E_FORMAT, "%s: this is Vi-XML, which is cut into blocks already; give the page", operand);
    s->renderer = &renderer;
    s->request = layout_request(&a, operand, &s->page);
    s->request.pdoc = pdoc;
    s->request.picture = wants_picture(args);
    if (cut(&a, args, s, &blocks, e) || write_blocks(&a, args, &blocks, s->drawn.drawn.picture, &out, e))
        return err_in(e, "%s", operand);
    if ((failed = output_page(args_value(args, &option_output), buf_str(&out), e)))
        return failed;
    return STATUS_SAME;
}

static const struct option *const options[] = { &option_layout, &option_pdoc, &option_format, &option_memory, &option_base,
                                                &option_output, NULL };

static const struct example examples[] = {
    { "weft segment page.html", "the blocks of a page as data" },
    { "weft segment page.html --layout browser", "the same, where a browser draws them" },
    { "weft segment page.html --pdoc 3", "only the large parts of the page" },
    { "weft segment page.html --format vixml --output page.vixml", "the same as XML, with what is in each block" },
    { "weft segment page.html --format html --output blocks.html", "drawn, with the most important blocks first" },
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
    .settings = true,
};
