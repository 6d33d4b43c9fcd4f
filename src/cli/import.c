/* weft import: what 'weft export' wrote. */
#include <fcntl.h>
#include <unistd.h>

#include "archive/transfer.h"
#include "base/limits.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/transfer.h"

struct input {
    int fd;
};

static void input_drop(struct input *in)
{
    if (in->fd > STDERR_FILENO)
        close(in->fd);
}

/* What came of it. */
static int tell(const struct args *args, const char *from, const struct store_transfer *n, struct err *e)
{
    AUTO(buf) out = BUF(KIB(16));
    struct json j;

    if (args_given(args, &option_json)) {
        json_open(&j, &out, 2);
        json_object(&j);
        json_field_str(&j, "file", str_of(from));
        transfer_json(&j, n);
        json_end(&j);
    } else {
        term_add_safe(&out, str_of(from));
        buf_add(&out, STR(": everything in it is in the archive now\n"));
        transfer_add(&out, n);
    }
    buf_add_char(&out, '\n');
    return output_text(NULL, buf_str(&out), e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(input) in = { .fd = STDIN_FILENO };
    AUTO(progress) p = { .fd = -1 };
    struct store_transfer n;
    const char *path = args->n_operands && strcmp(args->operand[0], "-") != 0 ? args->operand[0] : NULL;

    if (path && (in.fd = open(path, O_RDONLY | O_CLOEXEC)) < 0)
        return err_system(e, "%s", path);
    int failed = session_open(&s, args, SESSION_FILL, e);
    if (failed)
        return failed;
    session_progress(&s, &p, "importing");
    failed = import_all(&s.caller, in.fd, &n, e);
    progress_erase(&p);
    if (failed)
        session_unmake(&s);
    const char *from = path ? path : "standard input";
    if (failed == E_FORMAT)
        return err_set(e, failed, "%s; 'weft import' reads what 'weft export' wrote, and 'weft add --hotlist' lists of addresses",
                       err_in(e, "%s", from) ? e->text : "");
    if (failed)
        return err_in(e, "%s", from);
    return tell(args, from, &n, e);
}

static const struct option *const options[] = { &option_json, NULL };

static const struct example examples[] = {
    { "weft import archive.jsonl", "everything that 'weft export' wrote" },
    { "zstd -dc archive.jsonl.zst | weft import --store new.db", "into another archive" },
    { NULL, NULL },
};

const struct command command_import = {
    .name = "import",
    .args = "[FILE]",
    .summary = "reads what 'weft export' wrote",
    .help =
        "Reads users, pages, versions, watches, marks, channels and sentinels from FILE or from standard input: all of them, or on any fault none. "
        "A page that is in the archive already is such a fault: an archive is moved, not merged. To watch the pages of another machine here too, take its list "
        "(OPML or addresses, from 'Imports and exports' of its web pages) and give it to 'weft add --hotlist'.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
