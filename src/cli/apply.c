/* weft apply: a Vi-XML document and a Vi-Delta make the next version, or the one before. */
#include "base/io.h"
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "visual/videlta.h"

static const struct option option_reverse = { "reverse", 'R', NULL, "The document is the newer one: make the older of it.", NULL };

static int read_document(struct arena *a, const char *path, struct vixml *out, struct err *e)
{
    struct str bytes;
    int failed = io_read(a, path, LIMIT_PAGE_BYTES, &bytes, e);

    if (failed)
        return failed;
    return vixml_read(a, bytes, out, e) ? err_in(e, "%s: it takes what 'weft segment --format vixml' writes", path) : 0;
}

static int read_delta(struct arena *a, const char *path, struct videlta *out, struct err *e)
{
    struct str bytes;
    int failed = io_read(a, path, LIMIT_PAGE_BYTES, &bytes, e);

    if (failed)
        return failed;
    return videlta_read(a, bytes, out, e) ? err_in(e, "%s: it takes what 'weft vidiff' writes", path) : 0;
}

static int run(const struct args *args, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct vixml document, made;
    struct videlta delta, inverse;
    bool reverse = args_given(args, &option_reverse);
    int failed;

    if ((failed = read_document(&a, args->operand[0], &document, e)) || (failed = read_delta(&a, args->operand[1], &delta, e)))
        return failed;
    if (reverse)
        videlta_invert(&a, &delta, &inverse);
    if (videlta_apply(&a, &document, reverse ? &inverse : &delta, &made, e))
        return err_in(e, "%s", args->operand[1]);
    vixml_write(&made, &out);
    if ((failed = buf_check(&out, e)))
        return failed;
    return output_text(args_value(args, &option_output), buf_str(&out), e);
}

static const struct option *const options[] = { &option_reverse, &option_output, NULL };

static const struct example examples[] = {
    { "weft apply old.vixml delta.xml --output new.vixml", "the new version" },
    { "weft apply new.vixml delta.xml --reverse", "the old one again" },
    { NULL, NULL },
};

const struct command command_apply = {
    .name = "apply",
    .args = "DOCUMENT DELTA",
    .summary = "makes a version of a page's blocks from another and a delta",
    .help =
        "Takes a Vi-XML document and a Vi-Delta as 'weft vidiff' writes it, and prints the document that the delta leads to, byte for "
        "byte as 'weft segment' wrote it. A delta that is for another document is refused, and nothing is written.",
    .options = options,
    .examples = examples,
    .run = run,
};
