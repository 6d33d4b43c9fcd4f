/* The pages below two folders, paired by path.
 *
 * Both are walked with fts, which needs no recursion and knows loops; symbolic links to files are read, those to folders are not
 * followed. Each list is sorted by bytes, then both are merged. O(n log n) of the files found; the arena's budget bounds them. */
#include <errno.h>
#include <fts.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/vec.h"
#include "cli/folder.h"

struct found {
    struct str path;
    struct str trouble; /* a folder that cannot be read: why */
    bool other;         /* a file that is not a page */
};

struct found_list {
    struct found *item;
    uint32_t n, room;
};

struct walk {
    FTS *fts;
};

static void walk_drop(struct walk *w)
{
    if (w->fts)
        fts_close(w->fts);
}

/* What a page's file is called. A file without one of these is not a page: a style, a picture, a script. */
static const char *const extensions[] = { "html", "htm", "xhtml", "xht", "shtml", "xml", "rss", "atom", "svg" };
/* Watched as pages are, but not pages of a site. */
static const char *const data_extensions[] = { "json", "txt", "csv", "md" };

static bool has_extension(struct str name, const char *const *list, size_t n)
{
    size_t dot = name.len;

    while (dot > 0 && name.ptr[dot - 1] != '.')
        dot--;
    for (size_t i = 0; dot > 1 && i < n; i++) {
        if (str_eq_nocase(str_sub(name, dot, name.len), str_of(list[i])))
            return true;
    }
    return false;
}

static bool is_page_name(struct str name)
{
    return has_extension(name, extensions, ARRAY_LEN(extensions));
}

static bool is_file(const FTSENT *entry)
{
    struct stat st;

    if (entry->fts_info == FTS_F)
        return S_ISREG(entry->fts_statp->st_mode);
    return entry->fts_info == FTS_SL && stat(entry->fts_accpath, &st) == 0 && S_ISREG(st.st_mode);
}

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static struct str below(struct arena *a, const FTSENT *entry, size_t root_len)
{
    struct str path = str_sub(str_of(entry->fts_path), root_len, entry->fts_pathlen);

    while (path.len && path.ptr[0] == '/')
        path = str_sub(path, 1, path.len);
    return arena_str(a, path);
}

static void take(struct arena *a, FTSENT *entry, size_t root_len, struct found_list *out)
{
    bool unreadable = entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR || entry->fts_info == FTS_NS;

    if (unreadable)
        *VEC_ADD(a, out) = (struct found){
            .path = below(a, entry, root_len),
            .trouble = arena_str(a, str_of(strerror(entry->fts_errno))),
        };
    else if (is_file(entry))
        *VEC_ADD(a, out) = (struct found){
            .path = below(a, entry, root_len),
            .other = !is_page_name((struct str){ entry->fts_name, entry->fts_namelen }),
        };
}

static int found_order(const void *a, const void *b)
{
    return str_cmp(((const struct found *)a)->path, ((const struct found *)b)->path);
}

static int walk_one(struct arena *a, const char *root, const struct stat *skip, struct found_list *out, struct err *e)
{
    char *roots[] = { (char *)arena_str(a, str_of(root)).ptr, NULL };
    AUTO(walk) w = { fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL) };
    FTSENT *entry;

    if (!w.fts)
        return err_system(e, "%s: cannot read the folder", root);
    while ((errno = 0, entry = fts_read(w.fts))) {
        if (entry->fts_level == 0 && entry->fts_info == FTS_DNR) {
            errno = entry->fts_errno;
            return err_system(e, "%s: cannot read the folder", root);
        }
        if (skip && entry->fts_info == FTS_D && entry->fts_level > 0 && same_file(entry->fts_statp, skip))
            fts_set(w.fts, entry, FTS_SKIP);
        take(a, entry, strlen(root), out);
        if (arena_over(a))
            return err_set(e, E_LIMIT, "%s: more pages below it than memory allows; compare its folders one by one", root);
    }
    if (errno)
        return err_system(e, "%s: cannot read the folder", root);
    if (out->n)
        qsort(out->item, out->n, sizeof *out->item, found_order);
    return 0;
}

static int keep_files(struct arena *a, const char *root, bool data, struct str **path, uint32_t *n, struct err *e)
{
    struct found_list list = { 0 };
    uint32_t kept = 0;
    int failed = walk_one(a, root, NULL, &list, e);

    if (failed)
        return failed;
    struct str *out = NEW_ARRAY(a, struct str, list.n);
    for (uint32_t i = 0; i < list.n; i++) {
        const struct found *one = &list.item[i];
        bool wanted = !one->other || (data && has_extension(one->path, data_extensions, ARRAY_LEN(data_extensions)));
        if (one->trouble.len == 0 && wanted)
            out[kept++] = arena_printf(a, "%s/%.*s", root, STR_ARG(one->path));
    }
    if (kept == 0)
        return err_set(e, E_USAGE, "no page (*.html, *.htm, *.xhtml, *.xml ...) below %s", root);
    *path = out;
    *n = kept;
    return 0;
}

int folder_pages(struct arena *a, const char *root, struct str **path, uint32_t *n, struct err *e)
{
    return keep_files(a, root, false, path, n, e);
}

int folder_versions(struct arena *a, const char *root, struct str **path, uint32_t *n, struct err *e)
{
    int failed = keep_files(a, root, false, path, n, e);

    return failed == E_USAGE ? keep_files(a, root, true, path, n, e) : failed;
}

static void add_pair(struct arena *a, struct folder *f, uint32_t *room, const struct found *old, const struct found *new)
{
    const struct found *any = old ? old : new;
    struct str trouble = old && old->trouble.len ? old->trouble : new ? new->trouble : STR("");

    if (any->other) {
        f->n_skipped++;
        return;
    }
    if (f->n == *room)
        f->page = vec_grow(a, f->page, room, sizeof *f->page);
    f->page[f->n++] = (struct folder_page){
        .path = any->path,
        .in_old = old != NULL,
        .in_new = new != NULL,
        .state = trouble.len ? PAGE_TROUBLE
                 : !old      ? PAGE_ADDED
                 : !new      ? PAGE_REMOVED
                             : PAGE_SAME,
        .trouble = trouble,
    };
}

int folder_list(struct arena *a, const struct diff_job *job, const char *skip, struct folder *out, struct err *e)
{
    struct found_list old = { 0 }, new = { 0 };
    struct folder f = { .job = job };
    struct stat st;
    const struct stat *skipped = skip && stat(skip, &st) == 0 ? &st : NULL;
    uint32_t room = 0, i = 0, k = 0;
    int failed;

    if ((failed = walk_one(a, job->old, skipped, &old, e)) || (failed = walk_one(a, job->new, skipped, &new, e)))
        return failed;
    while (i < old.n || k < new.n) {
        int order = i == old.n ? 1 : k == new.n ? -1 : str_cmp(old.item[i].path, new.item[k].path);
        add_pair(a, &f, &room, order <= 0 ? &old.item[i] : NULL, order >= 0 ? &new.item[k] : NULL);
        i += order <= 0;
        k += order >= 0;
    }
    if (f.n == 0)
        return err_set(e, E_USAGE, "no page (*.html, *.htm, *.xhtml, *.xml ...) below %s or %s", job->old, job->new);
    *out = f;
    return 0;
}
