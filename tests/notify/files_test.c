/* Files of a folder that change: what is told, what is not, and folders that come later. A file "mark" is written last in each case: what
 * is told before it is all there was to tell. */
#include "notify/files.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/store/folder.h"
#include "tests/tap.h"

struct listener {
    struct folder folder;
    struct arena arena;
    struct loop *loop;
    struct files_watch *files;
    struct buf told; /* paths below the folder, one a line, each once in a row */
    struct str last;
    struct err e;
};

static void listener_drop(struct listener *x)
{
    files_close(x->files);
    loop_close(x->loop);
    buf_drop(&x->told);
    arena_drop(&x->arena);
    folder_drop(&x->folder);
}

static void changed(void *ctx, struct str path)
{
    struct listener *x = ctx;
    struct str root = str_of(x->folder.path);
    struct str name = str_starts(path, root) ? str_sub(path, root.len + 1, path.len) : path;
    if (str_eq(name, x->last))
        return;
    x->last = arena_str(&x->arena, name);
    buf_addf(&x->told, "%.*s\n", STR_ARG(name));
}

static const char *path_of(struct listener *x, const char *name)
{
    return folder_path(&x->arena, &x->folder, name);
}

static void write_file(struct listener *x, const char *name)
{
    FILE *f = fopen(path_of(x, name), "w");
    if (!f || fputs("x", f) < 0 || fclose(f))
        abort();
}

static void make_folder(struct listener *x, const char *name)
{
    if (mkdir(path_of(x, name), 0700))
        abort();
}

static void listen_to(struct listener *x)
{
    struct files_options options = { .root = x->folder.path, .changed = changed, .ctx = x };
    if (loop_open(&x->loop, &x->e))
        abort();
    options.loop = x->loop;
    if (files_open(&options, &x->files, &x->e))
        abort();
}

/* All that was told since the last call, without the mark. */
static struct str heard(struct listener *x)
{
    write_file(x, "mark");
    while (!str_ends(buf_str(&x->told), STR("mark\n")))
        if (loop_step(x->loop, 10000, &x->e))
            abort();
    struct str all = arena_str(&x->arena, str_sub(buf_str(&x->told), 0, x->told.len - 5));
    x->told.len = 0;
    x->last = STR("");
    return all;
}

#define LISTENER \
    { \
        .folder = folder_new(), .told = BUF(1 << 20) \
    }

static void test_files(void)
{
    AUTO(listener) x = LISTENER;
    write_file(&x, "old.html");
    listen_to(&x);
    eq_str(heard(&x), STR(""), "what is there at the start is not told");
    write_file(&x, "new.html");
    eq_str(heard(&x), STR("new.html\n"), "a file that is written is told");
    write_file(&x, "old.html");
    eq_str(heard(&x), STR("old.html\n"), "as is one that is written again");
    rename(path_of(&x, "old.html"), path_of(&x, "other.html"));
    eq_str(heard(&x), STR("old.html\nother.html\n"), "a file that is moved has changed in both places");
    unlink(path_of(&x, "other.html"));
    eq_str(heard(&x), STR("other.html\n"), "one that is gone has changed");
    chmod(path_of(&x, "new.html"), 0600);
    eq_str(heard(&x), STR(""), "who may read it is not its content");
}

/* Nobody fetches half of a file. */
static void test_half_written(void)
{
    AUTO(listener) x = LISTENER;
    listen_to(&x);
    FILE *f = fopen(path_of(&x, "slow.html"), "w");
    fputs("half", f);
    fflush(f);
    eq_str(heard(&x), STR(""), "a file that is being written is not told yet");
    fclose(f);
    eq_str(heard(&x), STR("slow.html\n"), "but when it is closed");
}

static void test_folders(void)
{
    AUTO(listener) x = LISTENER;
    make_folder(&x, "a");
    make_folder(&x, "a/b");
    listen_to(&x);
    eq_int(files_folders(x.files), 3, "folders below the folder are watched");
    write_file(&x, "a/b/deep.html");
    eq_str(heard(&x), STR("a/b/deep.html\n"), "and what changes there is told with its path");
    make_folder(&x, "late");
    eq_str(heard(&x), STR(""), "a new folder is not a file");
    eq_int(files_folders(x.files), 4, "but watched from then on");
    write_file(&x, "late/page.html");
    eq_str(heard(&x), STR("late/page.html\n"), "so that its files are told");
}

/* A folder is moved there with all that is in it: every file counts as changed. */
static void test_moved_folder(void)
{
    AUTO(listener) x = LISTENER;
    AUTO(folder) elsewhere = folder_new();
    listen_to(&x);
    const char *from = folder_path(&x.arena, &elsewhere, "site");
    if (mkdir(from, 0700) || mkdir(arena_printf(&x.arena, "%s/in", from).ptr, 0700))
        abort();
    FILE *f = fopen(arena_printf(&x.arena, "%s/in/page.html", from).ptr, "w");
    fclose(f);
    rename(from, path_of(&x, "site"));
    eq_str(heard(&x), STR("site/in/page.html\n"), "the files of a folder that is moved there have changed");
    eq_int(files_folders(x.files), 3, "and its folders are watched");
    write_file(&x, "site/in/page.html");
    eq_str(heard(&x), STR("site/in/page.html\n"), "from then on");
}

static void test_links(void)
{
    AUTO(listener) x = LISTENER;
    AUTO(folder) elsewhere = folder_new();
    FILE *f = fopen(folder_path(&x.arena, &elsewhere, "other.html"), "w");
    fclose(f);
    if (symlink(elsewhere.path, path_of(&x, "link")))
        abort();
    listen_to(&x);
    eq_int(files_folders(x.files), 1, "a link to a folder is not followed");
    f = fopen(folder_path(&x.arena, &elsewhere, "other.html"), "w");
    fclose(f);
    eq_str(heard(&x), STR(""), "and what changes behind it is not told");
}

static void test_too_deep(void)
{
    AUTO(listener) x = LISTENER;
    AUTO(buf) path = BUF(4096);
    for (int i = 0; i < 70; i++) {
        buf_add(&path, i ? STR("/d") : STR("d"));
        make_folder(&x, arena_str(&x.arena, buf_str(&path)).ptr);
    }
    listen_to(&x);
    eq_int(files_folders(x.files), 65, "64 folders in each other are watched, and no more");
}

static void test_no_folder(void)
{
    AUTO(listener) x = LISTENER;
    struct files_watch *files = NULL;
    struct files_options options = { .root = "/nowhere/at/all", .changed = changed, .ctx = &x };
    if (loop_open(&x.loop, &x.e))
        abort();
    options.loop = x.loop;
    eq_int(files_open(&options, &files, &x.e), E_SYSTEM, "a folder that is not there cannot be watched");
    eq_str(str_of(x.e.text), STR("/nowhere/at/all cannot be watched: No such file or directory"), "and is named");
    write_file(&x, "file");
    options.root = path_of(&x, "file");
    eq_int(files_open(&options, &files, &x.e), E_SYSTEM, "nor can a file");
    ok(files == NULL, "nothing is open then");
    files_close(NULL);
}

int main(void)
{
    test_files();
    test_half_written();
    test_folders();
    test_moved_folder();
    test_links();
    test_too_deep();
    test_no_folder();
    return tap_done();
}
