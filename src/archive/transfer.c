/* Exports, imports and copies of the whole archive. */
#include "archive/transfer.h"

#include <fcntl.h>
#include <unistd.h>

#include "flow/sealed.h"

int export_all(const struct caller *c, int fd, bool with_secrets, struct store_transfer *out, struct err *e)
{
    int failed = caller_must_administer(c, "export the archive", e);

    return failed ? failed : store_export(c->store, fd, with_secrets, out, e);
}

struct export_watch {
    const struct export_stop *stop;
    int fd;
    bool stopped;
};

/* What writes is told by its next write: the descriptor becomes one that cannot be written to. It stays taken, so nothing else is hit. */
static void watch_export(void *context, uint64_t done, uint64_t total)
{
    struct export_watch *x = context;

    if (x->stopped || !x->stop->wanted(x->stop->context, done, total))
        return;
    int closed = open("/dev/null", O_RDONLY | O_CLOEXEC);
    x->stopped = closed >= 0 && dup3(closed, x->fd, O_CLOEXEC) >= 0;
    if (closed >= 0)
        close(closed);
}

int export_open(const struct caller *c, int *fd, struct err *e)
{
    struct str place = arena_str(c->arena, str_of(c->store->place));
    size_t slash = place.len;

    while (slash && place.ptr[slash - 1] != '/')
        slash--;
    const char *beside = slash ? arena_str(c->arena, str_sub(place, 0, slash)).ptr : ".";
    const char *const folders[] = { beside, "/var/tmp", "/tmp" };
    int made = -1;
    for (unsigned i = 0; i < ARRAY_LEN(folders) && made < 0; i++)
        made = open(folders[i], O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (made < 0)
        return err_system(e, "a file for the export cannot be made");
    *fd = made;
    return 0;
}

int export_file(const struct caller *c, const struct export_stop *stop, int *fd, struct err *e)
{
    struct export_watch x = { .stop = stop };
    int failed = caller_must_administer(c, "export the archive", e);

    if (failed || (failed = export_open(c, &x.fd, e)))
        return failed;
    c->store->step = watch_export;
    c->store->step_context = &x;
    failed = store_export(c->store, x.fd, false, NULL, e);
    c->store->step = NULL;
    if (x.stopped)
        failed = err_set(e, E_USAGE, "the export was stopped");
    if (failed || lseek(x.fd, 0, SEEK_SET) < 0) {
        close(x.fd);
        return failed ? failed : err_system(e, "the export cannot be read");
    }
    *fd = x.fd;
    return 0;
}

int import_all(const struct caller *c, int fd, struct store_transfer *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int failed;

    if ((failed = caller_must_administer(c, "import into the archive", e)) || (failed = store_begin(c->store, &tx, e))
        || (failed = store_import(c->store, fd, out, e)) || (failed = sealed_adopt(c->store, e)))
        return failed;
    return store_commit(&tx, e);
}

int backup_all(const struct caller *c, const char *path, struct str *key, struct err *e)
{
    struct str beside = arena_printf(c->arena, "%s.key", c->store->place);
    int failed = caller_must_administer(c, "copy the archive", e);

    if (failed || (failed = store_backup(c->store, path, e)))
        return failed;
    *key = access(beside.ptr, F_OK) == 0 ? beside : STR("");
    return 0;
}
