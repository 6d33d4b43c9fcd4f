/* weft backup: a whole copy of one moment, while others go on writing. */
#include "base/limits.h"
#include "base/size.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(KIB(64));
    uint64_t bytes;
    int failed;

    if ((failed = session_open(&s, args, SESSION_READ, e)) || (failed = session_spares(&s, args->operand[0], e))
        || (failed = store_backup(&s.store, args->operand[0], e)) || (failed = store_footprint(&s.store, &bytes, e)))
        return failed;
    term_add_safe(&out, str_of(args->operand[0]));
    buf_add(&out, STR(": a whole copy of "));
    size_add_short(&out, bytes);
    buf_add_char(&out, '\n');
    return output_text(NULL, buf_str(&out), e);
}

static const struct option *const options[] = { NULL };

static const struct example examples[] = {
    { "weft backup /backup/weft.db", "a copy that can be used as it is: weft list --store /backup/weft.db" },
    { NULL, NULL },
};

const struct command command_backup = {
    .name = "backup",
    .args = "FILE",
    .summary = "copies the archive while it is in use",
    .help =
        "Makes a whole copy of the archive in FILE, as it is at one moment; others may read and write meanwhile. The file appears "
        "when it is complete, or not at all.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
