/* In: a file in a git repository. Out: the commits that touched it, renames followed, and its bytes in each.
 *
 * git itself is run: `git log --follow --raw` tells commit, date, author, message, and the blob the file had; `git cat-file blob` gives the
 * bytes. No configuration of the repository gets to run anything: no pager, hook, external diff, text conversion, signature check or
 * transport, and file names are never taken for options or patterns.
 * Cost: one run of git to open, one for each body. */
#include <sys/stat.h>
#include <stdlib.h>

#include "base/limits.h"
#include "base/vec.h"
#include "intake/source_impl.h"
#include "intake/source_run.h"

/* What the ops keep: the folder git is run in, and the blob of each version. */
struct git {
    const char *folder;
    struct str *blob;
};

#define RECORD '\x02' /* begins each commit; %x02 in the format */

/* Own words come before those of the repository's configuration. */
#define GIT_OPTIONS \
    "--no-pager", "--no-optional-locks", "--literal-pathspecs", "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", \
        "-c", "log.showSignature=false", "-c", "protocol.allow=never", "-c", "log.follow=true", "-c", "diff.renameLimit=1000"

static const char *env_of(struct arena *a, const char *name)
{
    const char *value = getenv(name);
    return arena_printf(a, "%s=%s", name, value ? value : "").ptr;
}

static int run_git(struct arena *a, const char *const *args, size_t output_max, struct str *out, struct err *e)
{
    /* GIT_DIR and its kin of a surrounding hook must not count. */
    const char *env[] = {
        env_of(a, "PATH"),         env_of(a, "HOME"),     "LC_ALL=C",         "GIT_TERMINAL_PROMPT=0", "GIT_PAGER=cat",
        "GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_ASKPASS=true", "GIT_FLUSH=0",           NULL
    };
    return source_run(a, &(struct source_run){ args, env, output_max }, out, e);
}

/* ":100644 100644 OLD NEW M": the mode and blob it has now, and the kind of change. */
struct raw {
    struct str mode, blob;
    char status;
};

static bool read_raw(struct str line, struct raw *out)
{
    struct str field[5];
    if (!str_starts(line, STR(":")))
        return false;
    line = str_sub(line, 1, line.len);
    for (size_t i = 0; i < ARRAY_LEN(field); i++)
        field[i] = str_cut(&line, ' ');
    *out = (struct raw){ field[1], field[3], field[4].len ? field[4].ptr[0] : 0 };
    return out->blob.len >= 40 && out->status;
}

struct listing {
    struct arena *arena;
    VEC(struct source_version) versions;
    VEC(struct str) blobs;
    struct str newest_path;
};

/* A commit has four fields; then, unless nothing changed there, a raw line and one path, or two after a rename. */
static int take_commit(struct listing *l, struct str *rest, struct err *e)
{
    struct str commit = str_cut(rest, '\0'), seconds = str_cut(rest, '\0'), author = str_cut(rest, '\0'),
               message = str_cut(rest, '\0');
    struct str after = *rest, line = str_trim(str_cut(&after, '\0')), path;
    struct raw raw;
    uint64_t at;
    if (!commit.len || commit.ptr[0] != RECORD || !str_number(seconds, INT64_MAX / 1000, &at))
        return err_set(e, E_FORMAT, "git's log cannot be read");
    if (!read_raw(line, &raw))
        return 0; /* a merge that took one side: no change of the file */
    *rest = after;
    path = str_cut(rest, '\0');
    if (raw.status == 'R' || raw.status == 'C')
        path = str_cut(rest, '\0');
    if (!l->versions.n)
        l->newest_path = path;
    *VEC_ADD(l->arena, &l->versions) = (struct source_version){
        .at = (int64_t)at * 1000,
        .author = author,
        .label = str_sub(commit, 1, commit.len),
        .message = str_trim(message),
        .path = str_eq(path, l->newest_path) ? STR("") : path,
        .gone = raw.status == 'D' || str_eq(raw.mode, STR("160000")),
    };
    *VEC_ADD(l->arena, &l->blobs) = raw.blob;
    return 0;
}

/* git tells the newest first. */
static void turn_round(struct listing *l)
{
    for (uint32_t i = 0, j = l->versions.n; i + 1 < j; i++) {
        struct source_version version = l->versions.item[i];
        struct str blob = l->blobs.item[i];
        j--;
        l->versions.item[i] = l->versions.item[j];
        l->versions.item[j] = version;
        l->blobs.item[i] = l->blobs.item[j];
        l->blobs.item[j] = blob;
    }
}

int source_git_parse(struct arena *a, struct str log, struct source_versions *out, struct str **blobs, struct err *e)
{
    struct listing l = { .arena = a };
    while (log.len) {
        int code = take_commit(&l, &log, e);
        if (code)
            return code;
        if (l.versions.n > SOURCE_VERSIONS_MAX)
            return err_set(e, E_LIMIT, "more than %d versions", SOURCE_VERSIONS_MAX);
    }
    turn_round(&l);
    *out = (struct source_versions){ l.versions.item, l.versions.n };
    *blobs = l.blobs.item;
    return 0;
}

static bool is_folder(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

static bool exists(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0;
}

/* "REPOSITORY:PATH" where that is a folder and no file is called so; else the folder of the file, and its name there. */
static void find_place(struct arena *a, struct str name, const char **folder, const char **file)
{
    struct str path = name, repository = str_cut(&path, ':');
    const char *slash = memrchr(name.ptr, '/', name.len);
    *folder = arena_str(a, repository).ptr;
    *file = arena_str(a, path).ptr;
    if (repository.len && path.len && !exists(arena_str(a, name).ptr) && is_folder(*folder))
        return;
    *folder = slash ? arena_str(a, str_span(name.ptr, slash + 1)).ptr : ".";
    *file = arena_str(a, slash ? str_span(slash + 1, name.ptr + name.len) : name).ptr;
}

static int git_open(struct source *s, struct str name, struct err *e)
{
    struct git *git = NEW(s->arena, struct git);
    const char *file;
    struct str log;
    if (memchr(name.ptr, '\0', name.len))
        return err_set(e, E_USAGE, "git: a name with a NUL in it");
    find_place(s->arena, name, &git->folder, &file);
    s->state = git;
    if (!*file || !is_folder(git->folder))
        return err_set(e, E_USAGE, "git:%.*s: no such file; name one inside a git work tree", STR_ARG(name));
    const char *const args[] = { "git",
                                 "-C",
                                 git->folder,
                                 GIT_OPTIONS,
                                 "log",
                                 "--follow",
                                 "-M",
                                 "-z",
                                 "--raw",
                                 "--no-abbrev",
                                 "--no-color",
                                 "--no-ext-diff",
                                 "--no-textconv",
                                 "--no-show-signature",
                                 "--no-mailmap",
                                 "--no-notes",
                                 "--no-decorate",
                                 "--encoding=UTF-8",
                                 "--format=tformat:%x02%H%x00%ct%x00%an%x00%B",
                                 "--",
                                 file,
                                 NULL };
    int code = run_git(s->arena, args, SOURCE_LIST_BYTES_MAX, &log, e);
    if (!code)
        code = source_git_parse(s->arena, log, &s->list, &git->blob, e);
    if (code)
        return err_in(e, "git:%.*s", STR_ARG(name));
    if (!s->list.n)
        return err_set(e, E_USAGE, "git:%.*s: no commit has this file; commit it first (git add, git commit)", STR_ARG(name));
    return 0;
}

static int git_body(const struct source *s, struct arena *a, const struct source_version *v, struct str *out, struct err *e)
{
    const struct git *git = s->state;
    const char *blob = arena_str(a, git->blob[v->number - 1]).ptr;
    const char *const args[] = { "git", "-C", git->folder, GIT_OPTIONS, "cat-file", "blob", blob, NULL };
    return run_git(a, args, LIMIT_PAGE_BYTES, out, e);
}

const struct source_ops source_git = { STR_INIT("git:"), git_open, git_body };
