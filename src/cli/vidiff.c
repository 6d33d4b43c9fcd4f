/* weft vidiff: two versions of a page compared block by block. */
#include "base/json.h"
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/output.h"
#include "cli/visual.h"
#include "show/vidiff.h"

enum format { FORMAT_VIDELTA, FORMAT_JSON, FORMAT_HTML, FORMAT_TEXT };

static const struct choice formats[] = {
    [FORMAT_VIDELTA] = { "videlta", "a Vi-Delta document, which 'weft apply' and 'weft query' take" },
    [FORMAT_JSON] = { "json", "every operation with its blocks, old and new" },
    [FORMAT_HTML] = { "html", "a page: a map of the blocks, and what happened in each" },
    [FORMAT_TEXT] = { "text", "for a terminal: a line for each operation" },
    { NULL, NULL },
};

static const struct option option_format = { "format", 'f', "FORMAT", "How to show the difference.", formats };
static const struct option option_importance = {
    "importance", 0, NULL, "Say how important the change is, from 0 to 1, and each block's share in it.", NULL,
};

static void add_json(const struct visual_pair *p, bool weigh, struct buf *out)
{
    struct json j;

    json_open(&j, out, 2);
    json_object(&j);
    videlta_json_fields(&p->delta, &j);
    if (weigh)
        visual_importance_json(&p->importance, &j);
    json_end(&j);
    buf_add_char(out, '\n');
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
    if (!weigh && args_given(args, &option_rules))
        return err_set(e, E_USAGE, "vidiff: --rules says how a change is weighed; give --importance too");
    if ((failed = visual_compare(&a, args, weigh, pair, e)))
        return failed;
    struct vidiff_view view = {
        .old = &pair->old.document,
        .new = &pair->new.document,
        .delta = &pair->delta,
        .importance = &pair->importance,
        .weigh = weigh,
        .old_name = pair->old_name,
        .new_name = pair->new_name,
    };
    if (format == FORMAT_JSON)
        add_json(pair, weigh, &out);
    else if (format == FORMAT_HTML)
        vidiff_html(&a, &view, &out);
    else if (format == FORMAT_TEXT)
        vidiff_text(&view, &out);
    else
        videlta_write(&pair->delta, &out);
    if ((failed = buf_check(&out, e)) || (failed = output_page(args_value(args, &option_output), buf_str(&out), e)))
        return failed;
    return videlta_count(&pair->delta) ? STATUS_DIFFERENT : STATUS_SAME;
}

static const struct option *const options[] = {
    &option_format,    &option_json,   &option_layout, &option_importance, &option_rules, &option_history,
    &option_same_link, &option_output, NULL,
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
        "The exit status is 0 where nothing happened, 1 where something did, and 2 on trouble.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
