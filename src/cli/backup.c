/* weft backup: a whole copy of one moment, while others go on writing. */
#include <sys/stat.h>

#include "archive/care.h"
#include "archive/opening.h"
#include "archive/transfer.h"
#include "base/limits.h"
#include "base/size.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"

/* A file that is not an archive is somebody's work: it is not replaced. */
static int spares_others(const char *path, struct err *e)
{
    struct stat st;

    if (stat(path, &st) || (S_ISREG(st.st_mode) && st.st_size == 0))
        return 0;
    if (S_ISREG(st.st_mode) && archive_is_at(path))
        return 0;
    return err_set(e, E_USAGE, "%s is there already and is not a backup of weft; name another file", path);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(buf) out = BUF(KIB(64));
    uint64_t bytes;
    struct str key;
    int failed;

    if ((failed = session_open(&s, args, SESSION_READ, e)) || (failed = session_spares(&s, args->operand[0], e))
        || (failed = spares_others(args->operand[0], e)) || (failed = backup_all(&s.caller, args->operand[0], &key, e))
        || (failed = care_bytes(&s.caller, &bytes, e)))
        return failed;
    term_add_safe(&out, str_of(args->operand[0]));
    buf_add(&out, STR(": a whole copy of "));
    size_add_short(&out, bytes);
    buf_add_char(&out, '\n');
    if (key.len) {
        buf_add(&out, STR("The key to its logins and cookies is not in it; keep a copy of this file in another place: "));
        term_add_safe(&out, key);
        buf_add_char(&out, '\n');
    }
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
        "when it is complete, or not at all. An older backup is replaced; any other file is not.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
