/* Files in and out.
 *
 * Reading: one loop for files, pipes and /proc alike; fstat only tells how much room to begin with, since a file may grow or
 * shrink meanwhile. No mmap: a file that shrinks under a mapping kills the process.
 * Writing: a temporary beside the target, fsync, rename, fsync of the folder. Invariant: at each moment the target is the old file
 * or the new one, whole. Devices, pipes and descriptors (/dev/full, /dev/stdout, /dev/fd/5) have no "whole" and are written
 * directly. O(bytes). */
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/io.h"
#include "base/limits.h"

struct fd {
    int number;
};

static void fd_drop(struct fd *f)
{
    if (f->number >= 0)
        close(f->number);
}

/* What is read, and its name in messages. */
struct source {
    int fd;
    const char *name;
    size_t expected_bytes, limit_bytes;
};

static int too_large(const struct source *from, struct err *e)
{
    if (from->limit_bytes >= MIB(1))
        return err_set(e, E_LIMIT, "%s: larger than the limit of %zu MB", from->name, from->limit_bytes >> 20);
    return err_set(e, E_LIMIT, "%s: larger than the limit of %zu bytes", from->name, from->limit_bytes);
}

static bool wait_for(int fd, short events)
{
    return poll(&(struct pollfd){ .fd = fd, .events = events }, 1, -1) >= 0 || errno == EINTR;
}

static ssize_t read_some(int fd, char *to, size_t room)
{
    for (;;) {
        ssize_t n = read(fd, to, MIN(room, MIB(1024)));
        if (n >= 0)
            return n;
        if (errno != EINTR && !(errno == EAGAIN && wait_for(fd, POLLIN)))
            return -1;
    }
}

/* Room for what is expected and one byte more: that byte shows whether the file grew, and takes the NUL if it did not. */
static int read_all(struct arena *a, const struct source *from, struct str *out, struct err *e)
{
    size_t limit = MIN(from->limit_bytes, (size_t)PTRDIFF_MAX / 2), room = MIN(from->expected_bytes, limit) + 1, len = 0;
    if (arena_room(a, room, e))
        return err_in(e, "%s", from->name);
    char *bytes = arena_array_raw(a, room, 1);
    for (;;) {
        ssize_t n = read_some(from->fd, bytes + len, room - len);
        if (n < 0)
            return err_system(e, "%s", from->name);
        if (n == 0)
            break;
        len += (size_t)n;
        if (len > limit)
            return too_large(from, e);
        if (len < room)
            continue;
        size_t grown = MIN(room * 2, limit + 1);
        if (arena_room(a, grown, e))
            return err_in(e, "%s", from->name);
        bytes = arena_grow(a, bytes, room, grown, 1);
        room = grown;
    }
    bytes[len] = '\0';
    *out = (struct str){ bytes, len };
    return 0;
}

static int read_from(struct arena *a, struct source *from, struct str *out, struct err *e)
{
    enum { UNKNOWN = 65536 }; /* what a pipe holds at most */
    struct stat about;
    if (fstat(from->fd, &about))
        return err_system(e, "%s", from->name);
    if (S_ISDIR(about.st_mode))
        return err_set(e, E_USAGE, "%s: is a folder, not a file", from->name);
    from->expected_bytes = S_ISREG(about.st_mode) && about.st_size > 0 ? (size_t)about.st_size : UNKNOWN;
    return read_all(a, from, out, e);
}

/* A name that cannot be opened. Whoever types an address where a file is read learns how to get one. */
static int cannot_open(const char *path, struct err *e)
{
    struct str name = str_of(path);
    if (errno != ENOENT || !(str_starts_nocase(name, STR("http://")) || str_starts_nocase(name, STR("https://"))))
        return err_system(e, "%s", path);
    return err_set(e, E_USAGE, "%s: this takes files, not addresses; 'weft show URL@VERSION > FILE' writes a version into one",
                   path);
}

int io_read(struct arena *a, const char *path, size_t limit_bytes, struct str *out, struct err *e)
{
    if (strcmp(path, "-") == 0)
        return read_from(a, &(struct source){ STDIN_FILENO, "standard input", 0, limit_bytes }, out, e);
    AUTO(fd) f = { open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY) };
    if (f.number < 0)
        return cannot_open(path, e);
    return read_from(a, &(struct source){ f.number, path, 0, limit_bytes }, out, e);
}

int io_write_fd(int fd, struct str bytes, struct err *e)
{
    while (bytes.len) {
        ssize_t n = write(fd, bytes.ptr, MIN(bytes.len, MIB(1024)));
        if (n >= 0)
            bytes = str_sub(bytes, (size_t)n, bytes.len);
        else if (errno != EINTR && !(errno == EAGAIN && wait_for(fd, POLLOUT)))
            return err_system(e, "cannot write");
    }
    return 0;
}

/* Where a write goes: the file behind all links, and the temporary beside it. */
struct target {
    const char *name; /* as the caller wrote it */
    bool exists;
    struct stat about;
    char path[PATH_MAX], folder[PATH_MAX], temp[PATH_MAX];
};

/* The old file is still there, or there is none: either way the reader should know. */
static int not_written(const struct target *t, struct err *e)
{
    char words[128];
    const char *why = strerror_r(errno, words, sizeof words);
    return err_set(e, E_SYSTEM, "%s: %s %s", why, t->name, t->exists ? "is unchanged" : "is not written");
}

static int write_open_fd(int fd, const char *name, struct str bytes, struct err *e)
{
    return io_write_fd(fd, bytes, NULL) ? err_system(e, "%s", name) : 0;
}

/* The descriptor that a path such as /dev/stdout or /dev/fd/5 means, or -1. To open it again would lose the place in it. */
static int fd_of_path(const char *path)
{
    static const struct str folders[] = { STR_INIT("/dev/fd/"), STR_INIT("/proc/self/fd/") };
    struct str s = str_of(path);
    if (str_eq(s, STR("/dev/stdout")))
        return STDOUT_FILENO;
    if (str_eq(s, STR("/dev/stderr")))
        return STDERR_FILENO;
    for (size_t i = 0; i < ARRAY_LEN(folders); i++) {
        uint64_t number;
        if (str_starts(s, folders[i]) && str_number(str_sub(s, folders[i].len, s.len), INT_MAX, &number))
            return (int)number;
    }
    return -1;
}

static int write_special(const char *path, struct str bytes, struct err *e)
{
    AUTO(fd) f = { open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY) };
    if (f.number < 0)
        return err_system(e, "%s", path);
    return write_open_fd(f.number, path, bytes, e);
}

/* Follows links, so that a link stays one, and makes the folder's path. */
static int target_find(struct target *t, struct err *e)
{
    t->exists = stat(t->name, &t->about) == 0;
    if (!t->exists && errno != ENOENT)
        return err_system(e, "%s", t->name);
    if (t->exists && S_ISDIR(t->about.st_mode))
        return err_set(e, E_USAGE, "%s: is a folder, not a file", t->name);
    if (t->exists && (!realpath(t->name, t->path) || access(t->path, W_OK)))
        return not_written(t, e);
    if (!t->exists && snprintf(t->path, sizeof t->path, "%s", t->name) >= (int)sizeof t->path)
        return err_set(e, E_USAGE, "%s: the name is too long", t->name);
    const char *slash = strrchr(t->path, '/');
    int n = slash ? (int)(slash - t->path) + 1 : 0;
    snprintf(t->folder, sizeof t->folder, "%.*s", n ? n : 2, n ? t->path : "./");
    return 0;
}

/* A new file beside the target, its owner's alone until it is whole. */
static int temp_open(struct target *t)
{
    enum { TRIES = 100 };
    int fd = -1;
    errno = EEXIST;
    for (unsigned i = 0; fd < 0 && errno == EEXIST && i < TRIES; i++) {
        if (snprintf(t->temp, sizeof t->temp, "%s.weft-%ld-%u.tmp", t->folder, (long)getpid(), i) >= (int)sizeof t->temp) {
            errno = ENAMETOOLONG;
            return -1;
        }
        fd = open(t->temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    }
    return fd;
}

/* Rights and owner of the old file, or those the user gives to new ones, which can only be asked for by setting them. The owner may be
 * out of reach; that is no reason to lose the page. */
static int take_rights(int fd, const struct target *t)
{
    if (!t->exists) {
        mode_t mask = umask(077);
        umask(mask);
        return fchmod(fd, 0666 & ~mask);
    }
    if (fchown(fd, t->about.st_uid, t->about.st_gid))
        errno = 0;
    return fchmod(fd, t->about.st_mode & 07777);
}

/* Some file systems cannot sync and say EINVAL; then the rename is all there is. */
static int sync_fd(int fd)
{
    return fsync(fd) && errno != EINVAL && errno != ENOTSUP ? -1 : 0;
}

static int fill_temp(const struct target *t, int fd, struct str bytes)
{
    int failed = io_write_fd(fd, bytes, NULL) || take_rights(fd, t) || sync_fd(fd);
    int why = errno;
    if (close(fd) && !failed)
        return -1;
    errno = why;
    return failed ? -1 : 0;
}

static int write_beside(struct target *t, struct str bytes, struct err *e)
{
    int fd = temp_open(t);
    if (fd < 0)
        return not_written(t, e);
    if (fill_temp(t, fd, bytes) || rename(t->temp, t->path)) {
        not_written(t, e);
        unlink(t->temp);
        return E_SYSTEM;
    }
    AUTO(fd) folder = { open(t->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) };
    if (folder.number >= 0 && sync_fd(folder.number))
        return err_system(e, "%s is written, but may not outlive a power cut", t->name);
    return 0;
}

int io_write(const char *path, struct str bytes, struct err *e)
{
    struct target t = { .name = path };
    int fd = fd_of_path(path);
    if (fd >= 0)
        return write_open_fd(fd, path, bytes, e);
    int code = target_find(&t, e);
    if (code)
        return code;
    if (t.exists && !S_ISREG(t.about.st_mode))
        return write_special(path, bytes, e);
    return write_beside(&t, bytes, e);
}
