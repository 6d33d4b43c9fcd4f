/* weft simulate: a new version of a document and the true delta, from a seed. */
#include "visual/simulate.h"

#include "base/io.h"
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/layout.h"
#include "cli/output.h"
#include "cli/visual.h"

static const struct option option_insert = { "insert", 0, "P", "Insert as many links and images as P percent of those there are.",
                                             NULL };
static const struct option option_delete = { "delete", 0, "P", "Delete P percent of the links and of the images.", NULL };
static const struct option option_update = {
    "update", 0, "P", "Give P percent of the links and of the images another address, and P percent of the texts other words.",
    NULL,
};
static const struct option option_move = { "move", 0, "P", "Move P percent of the links and of the images to another block.",
                                           NULL };
static const struct option option_blocks = {
    "blocks", 0, "P", "Insert, delete, move, split and merge P percent of the blocks, each.", NULL,
};
static const struct option option_seed = { "seed", 0, "N", "The same number gives the same version; 1 if not given.", NULL };
static const struct option option_out = { "out", 0, "FOLDER", "Where new.vixml and delta.xml go; made where it is missing.", NULL };

static int read_percent(const struct args *args, const struct option *option, double *out, struct err *e)
{
    const char *given = args_value(args, option);
    double percent = 0;

    if (given && (!args_real(given, &percent) || !(percent >= 0 && percent <= 100)))
        return err_set(e, E_USAGE, "simulate: --%s takes a number from 0 to 100, not '%s'", option->name, given);
    *out = percent / 100;
    return 0;
}

static int read_options(const struct args *args, struct simulate_options *out, struct err *e)
{
    const char *seed = args_value(args, &option_seed);
    int failed;

    out->seed = 1;
    if (seed && !str_number(str_of(seed), UINT64_MAX, &out->seed))
        return err_set(e, E_USAGE, "simulate: --seed takes a whole number, not '%s'", seed);
    if (!args_given(args, &option_out))
        return err_set(e, E_USAGE, "simulate: --out FOLDER says where the two files go");
    (void)((failed = read_percent(args, &option_insert, &out->insert, e))
           || (failed = read_percent(args, &option_delete, &out->delete, e))
           || (failed = read_percent(args, &option_update, &out->update, e))
           || (failed = read_percent(args, &option_move, &out->move, e))
           || (failed = read_percent(args, &option_blocks, &out->blocks, e)));
    return failed;
}

static int write_file(struct arena *a, const char *folder, const char *name, const struct buf *bytes, struct err *e)
{
    int failed = buf_check(bytes, e);

    return failed ? failed : io_write(arena_printf(a, "%s/%s", folder, name).ptr, buf_str(bytes), e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) document = BUF(LIMIT_OUTPUT_BYTES);
    AUTO(buf) delta = BUF(LIMIT_OUTPUT_BYTES);
    AUTO(renderer) renderer = { 0 };
    struct visual *old = NEW(&a, struct visual);
    struct simulate_options options;
    struct vixml new;
    struct videlta truth;
    int failed;

    if ((failed = read_options(args, &options, e)) || (failed = layout_renderer(&a, args, &renderer, e))
        || (failed = visual_read(&a, args, &renderer, args->operand[0], old, e)))
        return failed;
    if (old->is_page && old->page.kind != KIND_MARKUP)
        return err_set(e, E_FORMAT, "%s: simulate changes the blocks of a page or of Vi-XML, and this is a text", args->operand[0]);
    const char *folder = args_value(args, &option_out);
    simulate(&a, &old->document, &options, &new, &truth);
    vixml_write(&new, &document);
    videlta_write(&truth, &delta);
    if ((failed = output_folder(&a, str_of(folder), e)) || (failed = write_file(&a, folder, "new.vixml", &document, e))
        || (failed = write_file(&a, folder, "delta.xml", &delta, e)))
        return failed;
    buf_clear(&document);
    uint32_t n = videlta_count(&truth);
    buf_addf(&document, "%u operation%s: %s/new.vixml, %s/delta.xml\n", n, n == 1 ? "" : "s", folder, folder);
    return output_text(NULL, buf_str(&document), e);
}

static const struct option *const options[] = {
    &option_insert, &option_delete, &option_update, &option_move, &option_blocks, &option_seed, &option_layout, &option_out, NULL,
};

static const struct example examples[] = {
    { "weft simulate page.vixml --insert 10 --delete 10 --update 10 --move 10 --seed 7 --out made", "the paper's experiment" },
    { "weft simulate page.vixml --blocks 10 --out made", "only the blocks change" },
    { NULL, NULL },
};

const struct command command_simulate = {
    .name = "simulate",
    .args = "FILE",
    .summary = "makes a new version of a document and the true delta",
    .help =
        "Changes a Vi-XML document (or the blocks of a page) by chance and writes the new version and the delta that says what was done, to "
        "try 'weft vidiff' on. Nothing is made that could not be distinguished from something else: what is deleted, updated or moved has a name "
        "of its own. The same seed gives the same files on every machine.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
