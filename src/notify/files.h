/* Files of a folder, and of all below it, that have changed: inotify in a loop. */
#ifndef NOTIFY_FILES_H
#define NOTIFY_FILES_H

#include "base/arena.h"
#include "base/loop.h"

struct files_watch;

/* A file was written, moved there, or is gone; its path begins with the folder's. Holds until it returns. */
typedef void file_changed(void *ctx, struct str path);

struct files_options {
    struct loop *loop;
    const char *root;
    file_changed *changed;
    void *ctx;
};

/* E_SYSTEM: there is no such folder, or the system has no watches left (fs.inotify.max_user_watches). */
int files_open(const struct files_options *options, struct files_watch **out, struct err *e) MUST_CHECK;
void files_close(struct files_watch *f);
/* Folders that are watched. */
uint32_t files_folders(const struct files_watch *f);

#endif
