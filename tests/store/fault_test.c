/* Disks that fail: the n-th write, sync or truncation for every n; a disk that is full; one that cannot be written.
 *
 * A shim between SQLite and the file system counts what would change the disk and lets the n-th fail. */
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/limits.h"
#include "store/store.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

/* ---- The shim ---- */

static struct {
    sqlite3_vfs vfs, *real;
    long until; /* operations until the one that fails; 0: none does */
    int answer;
    bool struck;
    unsigned syncs;
} shim;

struct shim_file {
    sqlite3_file base;
    sqlite3_io_methods methods;
    sqlite3_file *real;
};

static sqlite3_file *real_of(sqlite3_file *f)
{
    return ((struct shim_file *)f)->real;
}

static bool strikes(void)
{
    if (shim.until == 0 || --shim.until)
        return false;
    shim.struck = true;
    return true;
}

static int shim_close(sqlite3_file *f)
{
    return real_of(f)->pMethods->xClose(real_of(f));
}

static int shim_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
    return real_of(f)->pMethods->xRead(real_of(f), to, n, at);
}

static int shim_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
    if (!strikes())
        return real_of(f)->pMethods->xWrite(real_of(f), from, n, at);
    real_of(f)->pMethods->xWrite(real_of(f), from, n / 2, at); /* half of it gets there, as with a real disk */
    return shim.answer;
}

static int shim_truncate(sqlite3_file *f, sqlite3_int64 n)
{
    return strikes() ? shim.answer : real_of(f)->pMethods->xTruncate(real_of(f), n);
}

static int shim_sync(sqlite3_file *f, int flags)
{
    shim.syncs++;
    return strikes() ? SQLITE_IOERR_FSYNC : real_of(f)->pMethods->xSync(real_of(f), flags);
}

static int shim_size(sqlite3_file *f, sqlite3_int64 *n)
{
    return real_of(f)->pMethods->xFileSize(real_of(f), n);
}

static int shim_lock(sqlite3_file *f, int level)
{
    return real_of(f)->pMethods->xLock(real_of(f), level);
}

static int shim_unlock(sqlite3_file *f, int level)
{
    return real_of(f)->pMethods->xUnlock(real_of(f), level);
}

static int shim_reserved(sqlite3_file *f, int *out)
{
    return real_of(f)->pMethods->xCheckReservedLock(real_of(f), out);
}

static int shim_control(sqlite3_file *f, int what, void *with)
{
    return real_of(f)->pMethods->xFileControl(real_of(f), what, with);
}

static int shim_sector(sqlite3_file *f)
{
    return real_of(f)->pMethods->xSectorSize(real_of(f));
}

static int shim_traits(sqlite3_file *f)
{
    return real_of(f)->pMethods->xDeviceCharacteristics(real_of(f));
}

static int shim_shm_map(sqlite3_file *f, int region, int n, int extend, void volatile **out)
{
    return real_of(f)->pMethods->xShmMap(real_of(f), region, n, extend, out);
}

static int shim_shm_lock(sqlite3_file *f, int from, int n, int flags)
{
    return real_of(f)->pMethods->xShmLock(real_of(f), from, n, flags);
}

static void shim_shm_barrier(sqlite3_file *f)
{
    real_of(f)->pMethods->xShmBarrier(real_of(f));
}

static int shim_shm_unmap(sqlite3_file *f, int remove_it)
{
    return real_of(f)->pMethods->xShmUnmap(real_of(f), remove_it);
}

static int shim_open(sqlite3_vfs *vfs UNUSED, const char *name, sqlite3_file *f, int flags, int *out)
{
    struct shim_file *file = (struct shim_file *)f;
    file->real = (sqlite3_file *)(file + 1);
    file->methods = (sqlite3_io_methods){
        .iVersion = 2,
        .xClose = shim_close,
        .xRead = shim_read,
        .xWrite = shim_write,
        .xTruncate = shim_truncate,
        .xSync = shim_sync,
        .xFileSize = shim_size,
        .xLock = shim_lock,
        .xUnlock = shim_unlock,
        .xCheckReservedLock = shim_reserved,
        .xFileControl = shim_control,
        .xSectorSize = shim_sector,
        .xDeviceCharacteristics = shim_traits,
        .xShmMap = shim_shm_map,
        .xShmLock = shim_shm_lock,
        .xShmBarrier = shim_shm_barrier,
        .xShmUnmap = shim_shm_unmap,
    };
    int got = shim.real->xOpen(shim.real, name, file->real, flags, out);
    f->pMethods = file->real->pMethods ? &file->methods : NULL;
    return got;
}

static void shim_install(void)
{
    shim.real = sqlite3_vfs_find(NULL);
    shim.vfs = *shim.real;
    shim.vfs.zName = "shim";
    shim.vfs.szOsFile = (int)sizeof(struct shim_file) + shim.real->szOsFile;
    shim.vfs.xOpen = shim_open;
    sqlite3_vfs_register(&shim.vfs, 1);
}

/* ---- The n-th operation ---- */

static bool reads(struct store *s, int64_t number, struct str want)
{
    AUTO(arena) a = { 0 };
    struct str body;
    return store_version_body(&a, s, 1, number, &body, NULL) == 0 && str_eq(body, want);
}

static int add(struct store *s, unsigned edit, struct err *e)
{
    AUTO(arena) a = { 0 };
    bool is_new;
    struct store_version v = { .page = 1, .fetched_at = edit, .server_at = NEVER };
    return store_version_add(s, &v, page_body(&a, 1, edit), &is_new, e);
}

/* All up to `n` are there, the store is whole. */
static bool is_good(const char *path, unsigned n)
{
    AUTO(store) s = { 0 };
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct store_report report = { 0 };
    bool good = store_open(&s, path, &(struct store_options){ 0 }, &e) == 0 && store_verify(&s, false, &report, &e) == 0
                && report.faults == 0;
    for (unsigned i = 1; i <= n && good; i++)
        good = reads(&s, i, page_body(&a, 1, i));
    if (!good || report.versions != n)
        printf("# %s: %llu faults, %llu versions, want %u\n", e.text, (unsigned long long)report.faults,
               (unsigned long long)report.versions, n);
    return good && report.versions == n;
}

typedef int action(const char *path, unsigned edit, struct err *e);

static int add_and_close(const char *path, unsigned edit, struct err *e)
{
    AUTO(store) s = { 0 };
    int code = store_open(&s, path, &(struct store_options){ 0 }, e);
    return code ? code : add(&s, edit, e);
}

static int collect(const char *path, unsigned edit UNUSED, struct err *e)
{
    AUTO(store) s = { 0 };
    struct store_swept swept;
    int code = store_open(&s, path, &(struct store_options){ 0 }, e);
    return code ? code : store_gc(&s, &(struct store_policy){ .reclaim = true }, &swept, e);
}

/* Lets each operation of the action fail in turn until none is left. `grows`: success adds a version. */
static void fail_each(const char *path, unsigned *n, action *run, bool grows, const char *what)
{
    enum { MOST = 3000 };
    bool good = true, told = true;
    long at = 1;
    for (; at < MOST && good; at++) {
        struct err e = { 0 };
        shim.until = at;
        shim.answer = at % 2 ? SQLITE_FULL : SQLITE_IOERR_WRITE;
        shim.struck = false;
        int code = run(path, *n + 1, &e);
        shim.until = 0;
        *n += grows && code == 0;
        told = told && (code == 0 || e.text[0]);
        good = is_good(path, *n);
        if (!shim.struck)
            break;
    }
    ok(good && at > 2 && at < MOST, "%s: each of %ld operations failed once, nothing was lost", what, at - 1);
    ok(told, "and each failure had words");
}

static void test_each(const char *path)
{
    unsigned n = 0;
    struct err e = { 0 };
    {
        AUTO(store) s = { 0 };
        int64_t page;
        int code = store_open(&s, path, &(struct store_options){ .create = true }, &e);
        if (code == 0)
            code = store_page_add(&s, &(struct store_page){ .url = STR("u"), .next_check_at = NEVER }, &page, &e);
        for (; code == 0 && n < 5; n++)
            code = add(&s, n + 1, &e);
        ok(code == 0, "a store with versions %s", e.text);
    }
    fail_each(path, &n, add_and_close, true, "adding a version");
    fail_each(path, &n, collect, false, "collecting rubbish");
}

/* ---- Waiting for the disk ---- */

/* A change of its own; how often the disk was waited for until others could write. */
static unsigned syncs_of(struct store *s, int (*begin)(struct store *s, struct store_tx *tx, struct err *e), unsigned edit)
{
    AUTO(store_tx) tx = { 0 };
    struct err e = { 0 };
    unsigned before = shim.syncs;
    if (begin(s, &tx, &e) || add(s, edit, &e) || store_commit(&tx, &e))
        printf("# %s\n", e.text);
    return shim.syncs - before;
}

static void test_unsynced(const char *path)
{
    AUTO(store) s = { 0 };
    struct err e = { 0 };
    int64_t page;
    int code = store_open(&s, path, &(struct store_options){ .create = true }, &e);
    if (code == 0)
        code = store_page_add(&s, &(struct store_page){ .url = STR("u"), .next_check_at = NEVER }, &page, &e);
    ok(code == 0, "a store %s", e.text);
    eq_int(syncs_of(&s, store_begin, 1), 1, "a commit waits for the disk");
    eq_int(syncs_of(&s, store_begin_unsynced, 2), 0, "an unsynced one does not");
    unsigned before = shim.syncs;
    ok(store_sync(&s, &e) == 0 && shim.syncs == before + 1, "store_sync() does");
    eq_int(syncs_of(&s, store_begin, 3), 1, "and the next commit again");
    {
        AUTO(store_tx) dropped = { 0 };
        ok(store_begin_unsynced(&s, &dropped, &e) == 0, "one that is dropped");
    }
    eq_int(syncs_of(&s, store_begin, 4), 1, "leaves nothing behind");
    shim.until = 1;
    ok(store_sync(&s, &e) == E_SYSTEM && e.text[0], "a disk that fails is told: %s", e.text);
    shim.until = 0;
    store_close(&s);
    ok(is_good(path, 4), "all of it is there");
}

/* The time that others wait: the longest of all, and nothing of what comes after they may go on. */
static void test_lock_time(const char *path)
{
    AUTO(store) s = { 0 };
    AUTO(store_tx) tx = { 0 };
    struct err e = { 0 };
    int code = store_open(&s, path, &(struct store_options){ 0 }, &e);
    if (code == 0)
        code = store_begin(&s, &tx, &e);
    usleep(20000);
    if (code == 0)
        code = store_commit(&tx, &e);
    int64_t held = store_lock_time(&s).us;
    ok(code == 0 && held >= 20000, "a transaction of 20 ms is measured: %lld us", (long long)held);
    usleep(20000);
    ok(store_lock_time(&s).us == held, "up to its end");
}

/* ---- A disk that is full, and one that is read-only ---- */

/* Fills the store until it fails; returns how many versions were acknowledged. */
static unsigned fill(const char *path, struct err *e)
{
    AUTO(store) s = { 0 };
    int64_t page;
    unsigned n = 0;
    if (store_open(&s, path, &(struct store_options){ .create = true }, e)
        || store_page_add(&s, &(struct store_page){ .url = STR("u"), .next_check_at = NEVER }, &page, e))
        return 0;
    while (n < 5000 && add(&s, n + 1, e) == 0)
        n++;
    return n;
}

static bool small_disk(const char *path, size_t bytes)
{
    char size[64];
    snprintf(size, sizeof size, "size=%zu", bytes);
    return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 && mkdir(path, 0700) == 0
           && mount("tmpfs", path, "tmpfs", 0, size) == 0;
}

static void test_limit(struct arena *a, const struct folder *f)
{
    const char *path = folder_path(a, f, "limited");
    struct rlimit old, new;
    struct err e = { 0 };
    getrlimit(RLIMIT_FSIZE, &old);
    new = old;
    new.rlim_cur = KIB(300);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &new);
    unsigned n = fill(path, &e);
    setrlimit(RLIMIT_FSIZE, &old);
    ok(n > 5 && e.code == E_SYSTEM && strstr(e.text, "disk is full"), "%u versions until the file may not grow: %s", n, e.text);
    ok(is_good(path, n), "all of them are there");
    ok(add_and_close(path, n + 1, &e) == 0 && is_good(path, n + 1), "with room again it goes on");
}

/* In a process of its own: what is mounted is seen by nobody else and goes with it. */
static int on_small_disk(struct arena *a, const struct folder *f)
{
    const char *disk = folder_path(a, f, "disk"), *path = folder_path(a, f, "disk/s");
    struct err e = { 0 };
    AUTO(store) s = { 0 };
    if (!small_disk(disk, KIB(400)))
        return 77;
    unsigned n = fill(path, &e);
    printf("# %u versions, then: %s\n", n, e.text);
    if (n < 5 || e.code != E_SYSTEM || !strstr(e.text, "disk is full"))
        return 1;
    if (mount(NULL, disk, NULL, MS_REMOUNT, "size=8m") || !is_good(path, n) || add_and_close(path, n + 1, &e))
        return 2;
    if (mount(NULL, disk, NULL, MS_REMOUNT | MS_RDONLY, NULL))
        return 77;
    if (add_and_close(path, n + 2, &e) == 0 || !strstr(e.text, "read-only"))
        return 3 + printf("# %s\n", e.text) * 0;
    printf("# then: %s\n", e.text);
    if (store_open(&s, path, &(struct store_options){ .read_only = true }, &e) || !reads(&s, n + 1, page_body(a, 1, n + 1)))
        return 4 + printf("# %s\n", e.text) * 0;
    return 0;
}

static void test_small_disk(struct arena *a, const struct folder *f)
{
    int status;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        int code = on_small_disk(a, f);
        fflush(stdout);
        _exit(code);
    }
    waitpid(pid, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        skip("needs root: mounting a small file system");
    else
        eq_int(status, 0, "a disk that is full, then has room, then is read-only");
}

int main(void)
{
    AUTO(folder) f = folder_new();
    AUTO(arena) a = { 0 };
    test_limit(&a, &f);
    test_small_disk(&a, &f);
    shim_install();
    test_unsynced(folder_path(&a, &f, "unsynced"));
    test_lock_time(folder_path(&a, &f, "unsynced"));
    test_each(folder_path(&a, &f, "faulty"));
    return tap_done();
}
