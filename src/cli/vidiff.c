/* weft vidiff: two versions of a page compared block by block. */
#include "base/json.h"
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/output.h"
#include "cli/visual.h"
#include "show/outline.h"
#include "show/show.h"

enum format { FORMAT_VIDELTA, FORMAT_JSON, FORMAT_HTML, FORMAT_TEXT };

static const struct choice formats[] = {
    [FORMAT_VIDELTA] = { "videlta", "a Vi-Delta document, which 'weft apply' and 'weft query' take" },
    [FORMAT_JSON] = { "json", "every operation with its blocks, old and new" },
    [FORMAT_HTML] = { "html",
                      "the new page with its changes marked and its blocks outlined by what they weigh; of Vi-XML a map of the blocks" },
    [FORMAT_TEXT] = { "text", "for a terminal: a line for each operation that a reader sees" },
    { NULL, NULL },
};

static const struct option option_format = { "format", 'f', "FORMAT", "How to show the difference.", formats };
static const struct option option_importance = {
    "importance", 0,
    NULL,         "Say how important the change is, from 0 to 1, and each block's share in it; the html of two pages always does.",
    NULL,
};

/* What is for --importance alone. */
static const struct option *const weighing[] = { &option_rules, &option_formula, &option_history };

static void add_json(const struct visual_pair *p, bool weigh, struct buf *out)
{
    struct json j;

    json_open(&j, out, 2);
    json_object(&j);
    videlta_json_fields(&p->delta, &j);
    json_field_number(&j, "visible", p->told.n);
    if (weigh)
        visual_importance_json(&p->importance, &j);
    json_end(&j);
    buf_add_char(out, '\n');
}

/* A page read once more, with the symbols of both: the words of two pages are compared by them. */
static int read_again(struct arena *a, struct symbols *symbols, const struct page *p, struct page *out, struct err *e)
{
    struct parse_source source = {
        .bytes = p->bytes,
        .content_type = arena_printf(a, "%s; charset=%s", p->dom.xml ? "application/xhtml+xml" : "text/html", p->dom.encoding),
        .no_xml = !p->dom.xml,
    };

    return page_read(a, symbols, &source, p->address, out, e);
}

/* The new page itself, with its words marked and its blocks outlined; where there is no page, a scheme of the blocks. */
static int show_page(struct arena *a, const struct visual_pair *pair, const struct vidiff_view *view, struct buf *out,
                     struct err *e)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct page *page = NEW_ARRAY(a, struct page, 2);
    struct blocks blocks = pair->new.blocks;
    struct outlines outlines;
    struct delta delta;
    int failed;

    if (!pair->old.is_page || !pair->new.is_page) {
        vidiff_html(a, view, out);
        return 0;
    }
    symbols_open(symbols, a);
    if ((failed = read_again(a, symbols, &pair->old.page, &page[0], e))
        || (failed = read_again(a, symbols, &pair->new.page, &page[1], e))
        || (failed = compare_pages(a, &page[0], &page[1], &delta, e)))
        return failed;
    blocks.page = &page[1];
    outlines_build(a, view, &blocks, &outlines);
    struct show_options options = {
        .format = SHOW_MERGED, .old_name = view->old_name, .new_name = view->new_name, .outlines = &outlines
    };
    return show_delta(a, &delta, &options, out, e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    bool weigh = args_given(args, &option_importance), json = args_given(args, &option_json);
    enum format format = json ? FORMAT_JSON : (enum format)args_choice(args, &option_format);
    struct visual_pair *pair = NEW(&a, struct visual_pair);
    int failed;

    if (json && args_given(args, &option_format) && args_choice(args, &option_format) != FORMAT_JSON)
        return err_set(e, E_USAGE, "vidiff: --json and --format %s contradict each other; give one of them",
                       formats[args_choice(args, &option_format)].name);
    for (unsigned i = 0; !weigh && i < ARRAY_LEN(weighing); i++)
        if (args_given(args, weighing[i]))
            return err_set(e, E_USAGE, "vidiff: --%s says how a change is weighed; give --importance too", weighing[i]->name);
    if ((failed = visual_compare(&a, args, weigh, pair, e)))
        return failed;
    struct vidiff_view view = visual_view(pair, weigh);
    if (format == FORMAT_JSON)
        add_json(pair, weigh, &out);
    else if (format == FORMAT_HTML)
        failed = show_page(&a, pair, &view, &out, e);
    else if (format == FORMAT_TEXT) {
        vidiff_text(&a, &view, &out);
        visual_unused_text(pair, &out);
    } else
        videlta_write(&pair->delta, &out);
    if (failed || (failed = buf_check(&out, e)) || (failed = output_page(args_value(args, &option_output), buf_str(&out), e)))
        return failed;
    return pair->told.n ? STATUS_DIFFERENT : STATUS_SAME;
}

static const struct option *const options[] = {
    &option_format, &option_json,    &option_layout,    &option_importance, &option_formula,
    &option_rules,  &option_history, &option_same_link, &option_output,     NULL,
};

static const struct example examples[] = {
    { "weft vidiff old.html new.html --format text", "what happened, a line each" },
    { "weft vidiff old.vixml new.vixml --output delta.xml", "a delta to keep, to apply and to ask" },
    { "weft vidiff old.html new.html --format html --importance -o change.html", "to look at" },
    { "weft vidiff https://example.org/news@2 @5 --format text", "two versions of the archive" },
    { NULL, NULL },
};

const struct command command_vidiff = {
    .name = "vidiff",
    .args = "OLD [NEW]",
    .summary = "compares two versions of a page block by block",
    .help =
        "Compares two pages, or two Vi-XML documents as 'weft segment --format vixml' writes them, by the blocks a reader sees: links, "
        "images and texts that were inserted, deleted, updated or moved to another block, and blocks that were inserted, deleted, moved, "
        "split or merged. OLD and NEW are files, addresses or '-' (standard input), or "
        "versions of pages in the archive as 'weft diff' takes them: URL@2 URL@5, or URL alone for what is new since you last looked.\n\n"
        "A link is updated where it has the same name and another address; --same-link takes the address, or either, instead. A text is "
        "updated where at most half of its words differ. The order of links inside a block does not count as a change.\n\n"
        "A page may be cut into other blocks though its words are the same. A delta names all such blocks, or it could not be applied; "
        "the text counts them in its last line, 'visible' in the JSON leaves them out.\n\n"
        "The exit status is 0 where a reader of the two pages sees no difference (of Vi-XML: where the documents are the same), 1 where "
        "there is one, and 2 when something failed.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
