/* weft export: everything in the archive as JSON lines. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/transfer.h"
#include "base/limits.h"
#include "base/size.h"
#include "cli/args.h"
#include "cli/commands.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/transfer.h"

static const struct option option_secrets = {
    "with-secrets", 0, NULL, "With logins, tokens, headers, forms and cookies, in plain words: keep the file to yourself.", NULL,
};

/* A file beside the one that is meant, until it is whole. Nobody else can read it, for it tells what people read. What is there and is
 * not a file (a pipe, a device) is written to as it is: nothing may take its place. */
struct draft {
    int fd;
    char *path;
};

static void draft_drop(struct draft *d)
{
    if (d->fd >= 0)
        close(d->fd);
    if (d->path)
        unlink(d->path);
}

static int draft_open(struct draft *d, struct arena *a, const char *path, struct err *e)
{
    char *beside = (char *)arena_printf(a, "%s.XXXXXX", path).ptr;
    struct stat st;
    bool as_it_is = stat(path, &st) == 0 && !S_ISREG(st.st_mode);

    d->fd = as_it_is ? open(path, O_WRONLY | O_CLOEXEC) : mkostemp(beside, O_CLOEXEC); /* mode 0600 */
    if (d->fd < 0)
        return err_system(e, "%s: cannot be written", path);
    d->path = as_it_is ? NULL : beside;
    return 0;
}

static int draft_keep(struct draft *d, const char *path, struct err *e)
{
    if (d->path && (fsync(d->fd) || rename(d->path, path)))
        return err_system(e, "%s: cannot be written", path);
    d->path = NULL;
    return 0;
}

/* A file that is not an export is somebody's work: it is not replaced. */
static int spares_others(const char *path, struct err *e)
{
    static const char head[] = "{\"weft-store\"";
    char start[sizeof head - 1];
    struct stat st;

    if (stat(path, &st) || !S_ISREG(st.st_mode) || st.st_size == 0)
        return 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, start, sizeof start);
    if (fd >= 0)
        close(fd);
    if (n == (ssize_t)sizeof start && memcmp(start, head, sizeof start) == 0)
        return 0;
    return err_set(e, E_USAGE, "%s is there already and is not an export of weft; name another file", path);
}

struct exported {
    const char *path;
    bool secrets;
    struct store_transfer n;
};

static void add_json(struct buf *out, const struct exported *x, uint64_t bytes)
{
    struct json j;

    json_open(&j, out, 2);
    json_object(&j);
    json_field_str(&j, "file", str_of(x->path));
    json_field_number(&j, "bytes", (int64_t)bytes);
    json_field_bool(&j, "with_secrets", x->secrets);
    transfer_json(&j, &x->n);
    json_end(&j);
    buf_add_char(out, '\n');
}

/* What came of it. */
static int tell(const struct args *args, const struct exported *x, struct err *e)
{
    AUTO(buf) out = BUF(KIB(16));
    struct stat st;

    if (stat(x->path, &st))
        return err_system(e, "%s", x->path);
    if (args_given(args, &option_json)) {
        add_json(&out, x, (uint64_t)st.st_size);
        return output_text(NULL, buf_str(&out), e);
    }
    term_add_safe(&out, str_of(x->path));
    buf_add(&out, STR(": everything in the archive, "));
    size_add_short(&out, (uint64_t)st.st_size);
    buf_add(&out, x->secrets ? STR(", with logins and cookies in plain words\n") : STR(", without logins and cookies\n"));
    transfer_add(&out, &x->n);
    buf_add_char(&out, '\n');
    return output_text(NULL, buf_str(&out), e);
}

static int run(const struct args *args, struct err *e)
{
    AUTO(session) s = { 0 };
    AUTO(draft) draft = { .fd = -1 };
    AUTO(progress) p = { .fd = -1 };
    const char *path = args->n_operands && strcmp(args->operand[0], "-") != 0 ? args->operand[0] : NULL;
    struct exported x = { .path = path, .secrets = args_given(args, &option_secrets) };

    if (!path && args_given(args, &option_json))
        return err_set(e, E_USAGE, "--json says how much was written to a FILE: name one");
    int failed = session_open(&s, args, SESSION_READ, e);

    if (!failed && path && !(failed = session_spares(&s, path, e)) && !(failed = spares_others(path, e)))
        failed = draft_open(&draft, &s.arena, path, e);
    if (failed)
        return failed;
    session_progress(&s, &p, "exporting");
    failed = export_all(&s.caller, path ? draft.fd : STDOUT_FILENO, x.secrets, &x.n, e);
    progress_erase(&p);
    if (failed)
        return err_in(e, "%s", path ? path : "standard output");
    if (!path)
        return 0;
    failed = draft_keep(&draft, path, e);
    return failed ? failed : tell(args, &x, e);
}

static const struct option *const options[] = { &option_secrets, &option_json, NULL };

static const struct example examples[] = {
    { "weft export archive.jsonl", "everything, as a file of lines" },
    { "weft export --with-secrets moving.jsonl", "with logins as well, to move to another machine" },
    { "weft export | zstd > archive.jsonl.zst", "the same, compressed" },
    { NULL, NULL },
};

const struct command command_export = {
    .name = "export",
    .args = "[FILE]",
    .summary = "writes everything in the archive as JSON lines",
    .help =
        "Writes every user, page, version, watch and mark, what was learnt of the rhythm of pages, and the outbox as one JSON object a "
        "line, to FILE or to standard output: to take the archive elsewhere, or to read it with other programs. 'weft import' reads it back. The file appears when it is complete, or "
        "not at all, and only you can read it.\n\n"
        "What is sent to log in somewhere stays behind, unless --with-secrets is given. An import of the file seals it again with the "
        "key of its own archive. Passwords and tokens of the web pages are never part of it: 'weft backup' copies them, too.\n\n"
        "What waits to be sent goes along: run one of the two archives, or both send it.",
    .options = options,
    .settings = true,
    .examples = examples,
    .run = run,
};
