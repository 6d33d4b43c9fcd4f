/* In: the path of a browser's database. Out: its rows.
 *
 * SQLite's own locks would be refused (Firefox holds an exclusive one), and opening the original with a write-ahead log would write beside
 * it. So the files are copied. Invariant: the copy is of one moment: size, time and number of every file are the same before and after
 * copying, else it is copied again; if a browser writes without pause, the last copy counts where SQLite finds it whole. Cost: O(bytes) to
 * copy. */
#include "intake/browser_db.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TRIES = 5, PAUSE_MS = 100 };
/* SQLite's virtual machine asks each so many steps whether to go on; a large history takes some ten of them. */
enum { STEPS = 10000000, ASKS_MAX = 1000 };

/* The database, and what SQLite keeps beside it. */
static const char *const ends[] = { "", "-wal", "-journal" };
enum { FILES = ARRAY_LEN(ends) };

struct state {
    struct stat file[FILES]; /* zeros: not there */
};

struct fd {
    int number;
};

static void fd_drop(struct fd *f)
{
    if (f->number >= 0)
        close(f->number);
}

static int look(const char *path, struct state *s, struct err *e)
{
    char name[PATH_MAX];
    *s = (struct state){ 0 };
    for (unsigned i = 0; i < FILES; i++) {
        if (snprintf(name, sizeof name, "%s%s", path, ends[i]) >= (int)sizeof name)
            return err_set(e, E_USAGE, "the name is too long");
        if (stat(name, &s->file[i]) && (i == 0 || errno != ENOENT))
            return err_system(e, "cannot read the database");
        if (s->file[i].st_size > BROWSER_DB_BYTES_MAX)
            return err_set(e, E_LIMIT, "larger than 2 GB, which is not the history of a browser");
    }
    return S_ISREG(s->file[0].st_mode) ? 0 : err_set(e, E_USAGE, "is not a file");
}

static bool is_same(const struct state *a, const struct state *b)
{
    for (unsigned i = 0; i < FILES; i++) {
        const struct stat *x = &a->file[i], *y = &b->file[i];
        if (x->st_ino != y->st_ino || x->st_size != y->st_size || x->st_mtim.tv_sec != y->st_mtim.tv_sec
            || x->st_mtim.tv_nsec != y->st_mtim.tv_nsec)
            return false;
    }
    return true;
}

static int copy_bytes(int from, int to)
{
    char piece[1 << 16];
    for (;;) {
        ssize_t n = read(from, piece, sizeof piece);
        if (n == 0)
            return 0;
        if (n < 0 && errno != EINTR)
            return -1;
        for (ssize_t done = 0; done < n;) {
            ssize_t written = write(to, piece + done, (size_t)(n - done));
            if (written < 0 && errno != EINTR)
                return -1;
            done += written > 0 ? written : 0;
        }
    }
}

/* A file that is not there, or has gone since, leaves none in the copy. */
static int copy_file(const char *path, const char *to, const char *end, struct err *e)
{
    char name[PATH_MAX], copy[128];
    snprintf(name, sizeof name, "%s%s", path, end);
    snprintf(copy, sizeof copy, "%s/db%s", to, end);
    unlink(copy);
    AUTO(fd) in = { open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY) };
    if (in.number < 0)
        return errno == ENOENT && *end ? 0 : err_system(e, "cannot be read");
    AUTO(fd) out = { open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600) };
    if (out.number < 0 || copy_bytes(in.number, out.number))
        return err_system(e, "cannot be copied");
    return 0;
}

static int copy_all(const char *path, const char *to, struct err *e)
{
    struct state before, after;
    for (unsigned try = 0; try < TRIES; try++) {
        int code = look(path, &before, e);
        for (unsigned i = 0; i < FILES && !code; i++)
            code = copy_file(path, to, ends[i], e);
        if (code || (code = look(path, &after, e)))
            return code;
        if (is_same(&before, &after))
            return 0;
        nanosleep(&(struct timespec){ .tv_nsec = PAUSE_MS * 1000000 }, NULL);
    }
    return 0;
}

static int damaged(struct browser_db *db, struct err *e)
{
    return err_set(e, E_FORMAT, "not the database of a browser, or damaged: %s", sqlite3_errmsg(db->handle));
}

static int may_go_on(void *asked)
{
    return ++*(unsigned *)asked > ASKS_MAX;
}

/* What a schema from outside must not do. */
static int tame(struct browser_db *db, struct err *e)
{
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db->handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_limit(db->handle, SQLITE_LIMIT_ATTACHED, 0);
    if (sqlite3_exec(db->handle, "PRAGMA query_only = 1; PRAGMA cell_size_check = 1; SELECT count(*) FROM sqlite_master", NULL,
                     NULL, NULL))
        return damaged(db, e);
    return 0;
}

int browser_db_open(struct browser_db *db, const char *path, struct err *e)
{
    const char *temp = getenv("TMPDIR");
    char copy[128];
    *db = (struct browser_db){ 0 };
    if (snprintf(db->folder, sizeof db->folder, "%s/weft-db-XXXXXX", temp ? temp : "/tmp") >= (int)sizeof db->folder)
        snprintf(db->folder, sizeof db->folder, "/tmp/weft-db-XXXXXX");
    if (!mkdtemp(db->folder)) {
        db->folder[0] = '\0';
        return err_system(e, "no folder for a copy of the database");
    }
    int code = copy_all(path, db->folder, e);
    if (code)
        return code;
    snprintf(copy, sizeof copy, "%s/db", db->folder);
    if (sqlite3_open_v2(copy, &db->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_PRIVATECACHE, NULL))
        return damaged(db, e);
    return tame(db, e);
}

void browser_db_drop(struct browser_db *db)
{
    static const char *const made[] = { "", "-wal", "-shm", "-journal" };
    char name[128];
    sqlite3_close(db->handle);
    for (size_t i = 0; db->folder[0] && i < ARRAY_LEN(made); i++) {
        snprintf(name, sizeof name, "%s/db%s", db->folder, made[i]);
        unlink(name);
    }
    if (db->folder[0])
        rmdir(db->folder);
    *db = (struct browser_db){ 0 };
}

bool browser_db_has(struct browser_db *db, const char *table)
{
    return sqlite3_table_column_metadata(db->handle, NULL, table, NULL, NULL, NULL, NULL, NULL, NULL) == SQLITE_OK;
}

int browser_db_rows(struct browser_db *db, const char *sql, browser_db_row *each, void *context, struct err *e)
{
    sqlite3_stmt *statement = NULL;
    unsigned asked = 0;
    int step = SQLITE_DONE, code = 0;
    if (sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL))
        return damaged(db, e);
    sqlite3_progress_handler(db->handle, STEPS, may_go_on, &asked);
    while (!code && (step = sqlite3_step(statement)) == SQLITE_ROW)
        code = each(context, statement, e);
    if (!code && step != SQLITE_DONE)
        code = damaged(db, e);
    sqlite3_progress_handler(db->handle, 0, NULL, NULL);
    sqlite3_finalize(statement);
    return code;
}

struct str browser_db_text(struct sqlite3_stmt *row, int column)
{
    const unsigned char *text = sqlite3_column_text(row, column);
    return (struct str){ text ? (const char *)text : "", text ? (size_t)sqlite3_column_bytes(row, column) : 0 };
}

int64_t browser_db_number(struct sqlite3_stmt *row, int column)
{
    return sqlite3_column_int64(row, column);
}
