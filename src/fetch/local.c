/* In: a file: address. Out: a response as a server would give it.
 *
 * A file's ETag is its number, its size and its times, so that an unchanged file costs one stat (paper 000, section 3); a folder's is
 * the hash of its page: names in order, with size and time.
 *  1. Only files and folders are read: a pipe or a device would never end.
 * Cost: O(1) unchanged, else O(bytes), for a folder O(n log n). */
#include "fetch/local.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/io.h"
#include "base/moment.h"
#include "base/vec.h"
#include "fetch/link.h"

enum { ENTRIES_MAX = 100000 }; /* of one folder that are listed */
/* File systems count time in steps of up to two seconds. */
enum { FRESH_MS = 2000 };

struct entry {
    struct str name;
    struct stat stat;
};

typedef VEC(struct entry) entries;

bool local_is(struct str url)
{
    return str_eq_nocase(link_scheme(str_trim(url)), STR("file"));
}

/* "file:///a%20b", "file:/a", "file://localhost/a" to a path; false: another host, no path, or a NUL in it. */
static bool path_of(struct arena *a, struct str url, struct str *out)
{
    struct str rest = str_trim(url);
    str_cut(&rest, ':');
    if (str_starts(rest, STR("//"))) {
        size_t slash = str_find(rest, STR("/"), 2);
        struct str host = str_sub(rest, 2, slash);
        if (slash == SIZE_MAX || (host.len && !str_eq_nocase(host, STR("localhost"))))
            return false;
        rest = str_sub(rest, slash, rest.len);
    }
    rest = str_cut(&rest, '#');
    char *path = arena_alloc(a, rest.len + 1);
    size_t n = 0;
    for (size_t i = 0; i < rest.len; i++) {
        int byte = rest.ptr[i] == '%' ? str_hex_byte(rest, i + 1) : -1;
        path[n] = byte < 0 ? rest.ptr[i] : (char)byte;
        if (!path[n++])
            return false;
        i += byte < 0 ? 0 : 2;
    }
    *out = (struct str){ path, n };
    return n > 0 && path[0] == '/';
}

static void fail(struct arena *a, struct response *r, struct str path)
{
    bool gone = errno == ENOENT || errno == ENOTDIR;
    r->state = gone ? FETCH_GONE : errno == EACCES || errno == EPERM ? FETCH_DENIED : FETCH_BROKEN;
    r->message =
        arena_printf(a, "%.*s: %s%s", STR_ARG(path), strerror(errno), gone ? "; correct the address or remove the watch" : "");
}

static struct str etag_of(struct arena *a, const struct stat *s)
{
    return arena_printf(a, "\"%llx-%llx-%llx.%lx-%llx.%lx\"", (unsigned long long)s->st_ino, (unsigned long long)s->st_size,
                        (unsigned long long)s->st_mtim.tv_sec, (unsigned long)s->st_mtim.tv_nsec,
                        (unsigned long long)s->st_ctim.tv_sec, (unsigned long)s->st_ctim.tv_nsec);
}

static void get_file(struct arena *a, const struct request *q, struct str path, const struct stat *s, struct response *r)
{
    struct err e = { 0 };
    r->etag = etag_of(a, s);
    if (str_eq(r->etag, q->etag)) {
        r->state = FETCH_NOT_MODIFIED;
        return;
    }
    int code = io_read(a, path.ptr, q->body_max ? q->body_max : FETCH_BODY_MAX, &r->body, &e);
    r->state = code == 0 ? FETCH_OK : code == E_LIMIT ? FETCH_TOO_LARGE : errno == EACCES ? FETCH_DENIED : FETCH_BROKEN;
    if (code)
        r->message = arena_str(a, str_of(e.text));
}

static int by_name(const void *left, const void *right)
{
    return str_cmp(((const struct entry *)left)->name, ((const struct entry *)right)->name);
}

static void folder_drop(DIR **dir)
{
    if (*dir)
        closedir(*dir);
}

/* False: the folder cannot be read; errno says why. */
static bool read_folder(struct arena *a, struct str path, entries *out)
{
    __attribute__((cleanup(folder_drop))) DIR *dir = opendir(path.ptr);
    if (!dir)
        return false;
    for (struct dirent *at; out->n < ENTRIES_MAX && (at = readdir(dir));) {
        struct str name = str_of(at->d_name);
        struct stat s;
        if (str_eq(name, STR(".")) || str_eq(name, STR("..")) || fstatat(dirfd(dir), at->d_name, &s, AT_SYMLINK_NOFOLLOW))
            continue;
        *VEC_ADD(a, out) = (struct entry){ .name = arena_str(a, name), .stat = s };
    }
    if (out->n)
        qsort(out->item, out->n, sizeof *out->item, by_name);
    return true;
}

static void add_entry(struct buf *b, const struct entry *e)
{
    bool folder = S_ISDIR(e->stat.st_mode);
    buf_add(b, STR("<tr><td>"));
    buf_add_escaped(b, e->name);
    buf_add(b, folder ? STR("/</td><td>") : STR("</td><td>"));
    if (!folder)
        buf_addf(b, "%llu bytes", (unsigned long long)e->stat.st_size);
    buf_add(b, STR("</td><td>"));
    moment_add_utc(b, (int64_t)e->stat.st_mtim.tv_sec * 1000);
    buf_add(b, STR("</td></tr>\n"));
}

static void get_folder(struct arena *a, const struct request *q, struct str path, struct response *r)
{
    AUTO(buf) b = BUF(FETCH_BODY_MAX);
    struct err e = { 0 };
    entries all = { 0 };
    if (!read_folder(a, path, &all)) {
        fail(a, r, path);
        return;
    }
    buf_add(&b, STR("<!DOCTYPE html>\n<title>"));
    buf_add_escaped(&b, path);
    buf_add(&b, STR("</title>\n<table>\n"));
    for (uint32_t i = 0; i < all.n; i++)
        add_entry(&b, &all.item[i]);
    buf_add(&b, STR("</table>\n"));
    r->state = buf_take(&b, a, &r->body, &e) ? FETCH_TOO_LARGE : FETCH_OK;
    if (r->state == FETCH_TOO_LARGE)
        r->message = arena_printf(a, "%.*s: the folder has too many entries to watch", STR_ARG(path));
    r->content_type = STR("text/html; charset=utf-8");
    r->etag = arena_printf(a, "\"%016llx\"", (unsigned long long)hash_str(r->body));
    if (r->state == FETCH_OK && str_eq(r->etag, q->etag))
        r->state = FETCH_NOT_MODIFIED;
}

void local_get(struct arena *a, const struct request *q, int64_t now_ms, struct response *r)
{
    struct str path;
    struct stat s;
    if (!path_of(a, q->url, &path)) {
        r->state = FETCH_BAD_ADDRESS;
        r->message = arena_printf(a, "%.*s: no path on this machine; write file:///PATH", STR_ARG(q->url));
    } else if (stat(path.ptr, &s)) {
        fail(a, r, path);
    } else if (S_ISREG(s.st_mode)) {
        get_file(a, q, path, &s, r);
        if (now_ms - (int64_t)s.st_mtim.tv_sec * 1000 < FRESH_MS)
            r->etag = (struct str){ "", 0 };
    } else if (S_ISDIR(s.st_mode)) {
        get_folder(a, q, path, r);
    } else {
        r->state = FETCH_BAD_ADDRESS;
        r->message = arena_printf(a, "%.*s: neither a file nor a folder", STR_ARG(path));
    }
    if (r->state == FETCH_NOT_MODIFIED)
        r->body = (struct str){ "", 0 };
}
