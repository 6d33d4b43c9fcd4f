/* Commands on a store that fails: some of its statements in turn. A command that fails says so in one sentence, ends with 2 and has
 * changed nothing, or all that it was to change; one that ends well has done that, and printed what it prints. */
#include <ctype.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"
#include "cli/command.h"
#include "cli/output.h"
#include "store/store.h"
#include "tests/store/folder.h"
#include "tests/store/statement.h"
#include "tests/tap.h"

#define TEA "file://FOLDER/tea.html"

/* Those that only read come first: whatever happens, the archive is as it was. */
static const char *const lines[] = {
    "list --json",
    "report --json",
    "report --held-back --json",
    "log " TEA " --json",
    "show --text " TEA,
    "diff " TEA "@1 @2 --json",
    "why " TEA " --json",
    "schedule --json",
    "user list --json",
    "channel list --json",
    "collection list",
    "collection show teas --json",
    "outbox list --json",
    "sentinel list --json",
    "sentinel show prices --json",
    "sentinel events --json",
    "sentinel test FOLDER/one.sentinel --json",
    "sentinel explain prices",
    "query //Update",
    "importance " TEA "@1 @2 --json",
    "verify --json",
    "add https://example.org/new --later --tag tea --every 2h",
    "edit " TEA " --every 3h --select p --title Tea",
    "edit --all --tag more",
    "pause " TEA,
    "resume --all",
    "seen " TEA,
    "seen --all --keep",
    "dismiss " TEA,
    "tell " TEA "@2",
    "remove " TEA,
    "remove --purge " TEA,
    "user add bert",
    "user rename anna carla",
    "user remove anna --yes",
    "channel add hook https://example.org/hook --tag tea --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "channel remove first",
    "collection create more --tag tea --public",
    "collection edit teas --rename drinks --title Drinks",
    "collection drop teas",
    "sentinel create FOLDER/more.sentinel",
    "sentinel disable prices",
    "sentinel drop prices",
    "gc",
};

struct world {
    struct arena arena;
    struct folder folder;
    struct str copy; /* the file of the archive before the command */
};

static const char *in_folder(struct world *w, const char *name)
{
    return folder_path(&w->arena, &w->folder, name);
}

static void must(int code, const char *what, const struct err *e)
{
    if (code == 0)
        return;
    ok(false, "%s: %s", what, e->text);
    exit(1);
}

/* The words of a line, with the name of the folder in them. */
static int words_of(struct world *w, const char *line, char **word, int room)
{
    AUTO(buf) whole = BUF(KIB(4));
    struct str left;
    int n = 0;
    for (const char *hole; (hole = strstr(line, "FOLDER")); line = hole + strlen("FOLDER"))
        buf_addf(&whole, "%.*s%s", (int)(hole - line), line, w->folder.path);
    buf_addf(&whole, "%s", line);
    must(buf_take(&whole, &w->arena, &left, NULL), "words", &(struct err){ 0 });
    word[n++] = "weft";
    while (left.len && n < room) {
        struct str one = str_cut(&left, ' ');
        word[n] = NEW_ARRAY(&w->arena, char, one.len + 1);
        memcpy(word[n++], one.ptr, one.len);
    }
    return n;
}

/* As main() has it; what it prints goes to the files "out" and "err". */
static int run(struct world *w, const char *line)
{
    char *word[16];
    struct err e = { 0 };
    int n = words_of(w, line, word, ARRAY_LEN(word));
    int to[2] = { open(in_folder(w, "out"), O_WRONLY | O_CREAT | O_TRUNC, 0600),
                  open(in_folder(w, "err"), O_WRONLY | O_CREAT | O_TRUNC, 0600) };
    int kept[2] = { dup(STDOUT_FILENO), dup(STDERR_FILENO) };
    for (int i = 0; i < 2; i++)
        dup2(to[i], STDOUT_FILENO + i);
    int status = command_line(n, word, &e);
    if (status < 0)
        status = output_failure(&e);
    for (int i = 0; i < 2; i++) {
        dup2(kept[i], STDOUT_FILENO + i);
        close(kept[i]);
        close(to[i]);
    }
    return status;
}

static struct str printed(struct world *w, const char *name)
{
    struct str text = { 0 };
    struct err e = { 0 };
    must(io_read(&w->arena, in_folder(w, name), MIB(4), &text, &e), name, &e);
    return text;
}

/* Everything in the archive, as 'weft export' writes it. */
static struct str contents(struct world *w)
{
    AUTO(store) s = { 0 };
    struct err e = { 0 };
    int fd = open(in_folder(w, "dump"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    must(store_open(&s, in_folder(w, "weft.db"), &(struct store_options){ .read_only = true }, &e), "open", &e);
    must(store_export(&s, fd, false, NULL, &e), "export", &e);
    close(fd);
    return printed(w, "dump");
}

static void restore(struct world *w)
{
    struct err e = { 0 };
    must(io_write(in_folder(w, "weft.db"), w->copy, &e), "restore", &e);
}

/* Line by line the same up to the first number: those of the clock differ, and so does what stands behind them. */
static bool is_alike(struct str x, struct str y)
{
    bool good = true;
    while (good && x.len && y.len) {
        struct str one = str_cut(&x, '\n'), other = str_cut(&y, '\n');
        size_t n = 0;
        while (n < one.len && n < other.len && one.ptr[n] == other.ptr[n] && !isdigit((unsigned char)one.ptr[n]))
            n++;
        good = n == one.len ? n == other.len
                            : n < other.len && isdigit((unsigned char)one.ptr[n]) && isdigit((unsigned char)other.ptr[n]);
    }
    return good && x.len == y.len;
}

static bool is_sentence(struct str s)
{
    return str_starts(s, STR("weft: ")) && str_find(s, STR("\n"), 0) == s.len - 1;
}

/* A failure that says that nothing was kept is believed by whoever reads it. */
static bool is_true(struct str said, bool changed)
{
    return !changed || str_find(said, STR("nothing of this change was kept"), 0) == SIZE_MAX;
}

/* What the command is when nothing fails. */
struct outcome {
    int status;
    struct str out, contents;
    long statements;
};

static struct outcome outcome_of(struct world *w, const char *line)
{
    int status = run(w, line);
    long statements = -statement_fault.until;
    return (struct outcome){ status, printed(w, "out"), contents(w), statements };
}

static bool fail_one(struct world *w, const char *line, long at, struct str before, const struct outcome *want)
{
    restore(w);
    statement_strike(at, at % 2);
    int status = run(w, line);
    statement_fault.until = 0;
    struct outcome got = { .status = status, .out = printed(w, "out"), .contents = contents(w) };
    bool changed = !str_eq(got.contents, before);
    bool good = status == STATUS_TROUBLE
                    ? is_sentence(printed(w, "err")) && is_true(printed(w, "err"), changed)
                          && (!changed || is_alike(got.contents, want->contents))
                    : status == want->status && is_alike(got.out, want->out) && is_alike(got.contents, want->contents);
    if (!good) {
        ok(false, "%s: statement %ld%s, %s: exit status %d", line, at, at % 2 ? ", all undone" : "", statement_fault.sql, status);
        tap_show("said ", printed(w, "err"));
        tap_show("out  ", got.out);
        printf("# the archive is as %s\n", !changed ? "before" : is_alike(got.contents, want->contents) ? "wanted" : "neither");
    }
    return good;
}

/* Every few of its statements, beginning with `at`, and each of the last, which come when all is kept. */
static void fail_each(struct world *w, const char *line, long at, struct str before)
{
    enum { MOST = 1000, STEP = SANITIZED ? 19 : 5, LAST = SANITIZED ? 1 : 12 };
    bool good = true;
    restore(w);
    statement_strike(0, false);
    struct outcome want = outcome_of(w, line);
    if (want.status == STATUS_TROUBLE) {
        ok(false, "%s: %.*s", line, STR_ARG(printed(w, "err")));
        return;
    }
    for (; at <= want.statements && good; at += at < want.statements - LAST ? STEP : 1)
        good = fail_one(w, line, at, before, &want);
    ok(good && want.statements < MOST, "%s: up to %ld statements", line, want.statements);
    arena_drop(&w->arena);
    w->arena = (struct arena){ 0 };
}

static void fill(struct world *w)
{
    static const char *const first[] = { "add " TEA " --tag tea --later", "check --all",
                                         "channel add first https://example.org/first", "collection create teas --tag tea",
                                         "sentinel create FOLDER/one.sentinel" };
    static const char sentinel[] = "CREATE SENTINEL %s ON \"file://%s/tea.html\" MONITOR any change BY interactive;\n";
    struct err e = { 0 };
    must(io_write(in_folder(w, "tea.html"), STR("<title>Tea</title><p>Green tea costs 3 euro in our shop."), &e), "page", &e);
    must(io_write(in_folder(w, "one.sentinel"), arena_printf(&w->arena, sentinel, "prices", w->folder.path), &e), "file", &e);
    must(io_write(in_folder(w, "more.sentinel"), arena_printf(&w->arena, sentinel, "more", w->folder.path), &e), "file", &e);
    for (size_t i = 0; i < ARRAY_LEN(first); i++)
        if (run(w, first[i]) == STATUS_TROUBLE)
            ok(false, "%s: %.*s", first[i], STR_ARG(printed(w, "err")));
    must(io_write(in_folder(w, "tea.html"), STR("<title>Tea</title><p>Green tea costs 4 euro in our shop."), &e), "page", &e);
    run(w, "check --all");
}

int main(void)
{
    struct world w = { .folder = folder_new() };
    struct err e = { 0 };
    AUTO(arena) kept = { 0 };
    setenv("WEFT_STORE", in_folder(&w, "weft.db"), 1);
    setenv("XDG_CONFIG_HOME", w.folder.path, 1);
    setenv("WEFT_USER", "anna", 1);
    setenv("WEFT_ALLOW_FILE", "on", 1);
    setenv("WEFT_PROBE", "off", 1);
    setenv("TZ", "UTC", 1);
    fill(&w);
    must(io_read(&kept, in_folder(&w, "weft.db"), MIB(16), &w.copy, &e), "copy", &e);
    struct str before = arena_str(&kept, contents(&w));
    for (size_t i = 0; i < ARRAY_LEN(lines); i++)
        fail_each(&w, lines[i], 1 + (long)i % 5, before);
    arena_drop(&w.arena);
    folder_drop(&w.folder);
    return tap_done();
}
