/* In: a folder. Out: a call for each file that changes in it.
 *
 * Invariants: 1. every folder below the root has a watch, also one that was made or moved there later, whose files count as changed;
 * 2. a write is told when the file is closed, so that nobody fetches half of it. Where the kernel has lost events, every file counts as
 * changed. Links are not followed. O(folders) memory, O(1) an event. */
#include "notify/files.h"

#include <dirent.h>
#include <errno.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/map.h"
#include "base/vec.h"

enum { DEPTH_MAX = 64 };
static const uint32_t wanted = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_ONLYDIR | IN_DONT_FOLLOW;

struct files_watch {
    struct files_options options;
    struct arena arena;
    struct loop_watch watch;
    struct map folder_of; /* from a watch to its place in `folder`, counted from 1 */
    VEC(struct str) folder;
    bool lost;
};

static int add_tree(struct files_watch *f, struct str path, bool tell, unsigned depth, struct err *e);

static int add_entry(struct files_watch *f, struct str folder, const struct dirent *entry, bool tell, unsigned depth, struct err *e)
{
    struct stat about;
    struct str path = arena_printf(&f->arena, "%.*s/%s", STR_ARG(folder), entry->d_name);
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 || lstat(path.ptr, &about))
        return 0;
    if (S_ISDIR(about.st_mode))
        return add_tree(f, path, tell, depth + 1, e);
    if (S_ISREG(about.st_mode) && tell)
        f->options.changed(f->options.ctx, path);
    return 0;
}

/* A folder that vanishes while it is read is none. */
static int add_tree(struct files_watch *f, struct str path, bool tell, unsigned depth, struct err *e)
{
    int id = depth > DEPTH_MAX ? -1 : inotify_add_watch(f->watch.fd, path.ptr, wanted), code = 0;
    if (id < 0 && (depth > DEPTH_MAX || errno == ENOENT || errno == ENOTDIR) && depth > 0)
        return 0;
    if (id < 0)
        return err_system(e, "%.*s cannot be watched", STR_ARG(path));
    *VEC_ADD(&f->arena, &f->folder) = path;
    *map_slot(&f->folder_of, (uint64_t)id, 0) = f->folder.n;
    DIR *dir = opendir(path.ptr);
    for (const struct dirent *entry; code == 0 && dir && (entry = readdir(dir));)
        code = add_entry(f, path, entry, tell, depth, e);
    if (dir)
        closedir(dir);
    return code;
}

static void take(struct files_watch *f, const struct inotify_event *event)
{
    const uint32_t *place = map_find(&f->folder_of, (uint64_t)event->wd);
    struct err lost;
    if (event->mask & IN_Q_OVERFLOW)
        f->lost = true;
    if (!place || event->len == 0)
        return;
    struct str path = arena_printf(&f->arena, "%.*s/%s", STR_ARG(f->folder.item[*place - 1]), event->name);
    if (!(event->mask & IN_ISDIR)) {
        if (event->mask & (uint32_t)~IN_CREATE)
            f->options.changed(f->options.ctx, path);
    } else if (event->mask & (IN_CREATE | IN_MOVED_TO)) {
        f->lost |= add_tree(f, path, true, 1, &lost) != 0;
    }
}

static void ready(struct loop_watch *w, unsigned events)
{
    struct files_watch *f = w->owner;
    char room[16384] __attribute__((aligned(__alignof__(struct inotify_event))));
    ssize_t n = read(w->fd, room, sizeof room);
    struct err lost;
    (void)events;
    for (char *at = room; n > 0 && at < room + n;) {
        const struct inotify_event *event = (const struct inotify_event *)at;
        take(f, event);
        at += sizeof *event + event->len;
    }
    if (f->lost) {
        f->lost = false;
        if (add_tree(f, str_of(f->options.root), true, 0, &lost))
            f->lost = true; /* again with the next event */
    }
}

int files_open(const struct files_options *options, struct files_watch **out, struct err *e)
{
    struct files_watch *f = heap_grow(NULL, sizeof *f);
    *f = (struct files_watch){ .options = *options };
    f->watch = (struct loop_watch){ .fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC), .ready = ready, .owner = f };
    map_open(&f->folder_of, &f->arena, 64);
    int code = f->watch.fd < 0 ? err_system(e, "files cannot be watched") : add_tree(f, str_of(options->root), false, 0, e);
    if (code) {
        files_close(f);
        return code;
    }
    loop_watch(options->loop, &f->watch, LOOP_READ);
    *out = f;
    return 0;
}

void files_close(struct files_watch *f)
{
    if (!f)
        return;
    if (f->watch.fd >= 0) {
        loop_forget(f->options.loop, &f->watch);
        close(f->watch.fd);
    }
    arena_drop(&f->arena);
    heap_free(f);
}

uint32_t files_folders(const struct files_watch *f)
{
    return f->folder.n;
}
