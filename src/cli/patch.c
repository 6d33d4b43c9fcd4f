/* weft patch: OLD and a patch in, NEW out. */
#include "show/patch.h"

#include "base/io.h"
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"

static const struct option option_reverse = {
    "reverse", 'R', NULL, "Take the patch backwards: make OLD of NEW. The file given is then the new page.", NULL,
};
static const struct option option_words = { "words", 0, NULL, "Write the words of the page alone, a line each.", NULL };

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    bool reverse = args_given(args, &option_reverse);
    struct str page, patch;
    int failed;

    if (strcmp(args->operand[0], "-") == 0 && strcmp(args->operand[1], "-") == 0)
        return err_set(e, E_USAGE, "patch: only one of OLD and PATCH can be '-', since standard input can be read once");
    if ((failed = io_read(&a, args->operand[0], LIMIT_PAGE_BYTES, &page, e))
        || (failed = io_read(&a, args->operand[1], LIMIT_OUTPUT_BYTES, &patch, e)))
        return failed;
    if (args_given(args, &option_words))
        failed = patch_apply_words(&a, page, patch, reverse, &out, e);
    else
        failed = patch_apply(&a, page, patch, reverse, &out, e);
    if (failed)
        return err_in(e, "%s", args->operand[1]);
    if ((failed = buf_check(&out, e)) || (failed = output_page(args_value(args, &option_output), buf_str(&out), e)))
        return failed;
    return STATUS_SAME;
}

static const struct option *const options[] = { &option_reverse, &option_words, &option_output, NULL };

static const struct example examples[] = {
    { "weft diff old.html new.html --format patch --output change.patch", "makes a patch" },
    { "weft patch old.html change.patch --output new.html", "makes the new page from the old one and the patch" },
    { "weft patch --reverse new.html change.patch", "makes the old page from the new one" },
    { NULL, NULL },
};

const struct command command_patch = {
    .name = "patch",
    .args = "OLD PATCH",
    .summary = "makes the new page from the old one and a patch",
    .help =
        "Reads the page OLD and a PATCH that 'weft diff --format patch' wrote, and writes the new page. A patch that was made for "
        "another page is refused. One of them may be '-', standard input.",
    .options = options,
    .examples = examples,
    .run = run,
};
