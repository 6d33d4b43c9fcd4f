/* The SQLite engine: one file in WAL mode, every commit synced.
 *
 * A store is known by its application id, its schema by the user version: both stand in the head of the file and change with the
 * transaction. Pages of 1024 bytes, because most rows are deltas of a few hundred bytes and a tail is lost at the end of every page
 * (measured in docs/design/store.md). Writers begin with IMMEDIATE, so that they wait at the beginning and never in the middle.
 * Read-only media cannot have the shared memory that WAL needs; where no log lies beside the file it is opened as one that never
 * changes. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "store/sqlite/sqlite.h"

#define APPLICATION_ID 0x77656674 /* "weft" */

static const struct {
    int answer; /* of SQLite */
    int code;
    const char *words;
} meanings[] = {
    { SQLITE_BUSY, E_SYSTEM, "another process holds the store; try again when it is done" },
    { SQLITE_LOCKED, E_SYSTEM, "another process holds the store; try again when it is done" },
    { SQLITE_FULL, E_SYSTEM, "the disk is full; nothing of this change was kept, all that was stored before is whole" },
    { SQLITE_READONLY, E_SYSTEM,
      "the store is read-only; nothing was changed; to write, one needs the right to write the file and its folder" },
    { SQLITE_NOTADB, E_FORMAT, "not a weft store" },
    { SQLITE_CORRUPT, E_FORMAT,
      "the store is damaged; 'weft verify' says where, 'weft verify --repair' rebuilds it from what is whole; where that fails, a backup brings it back" },
    { SQLITE_PERM, E_SYSTEM, "no right to open the store" },
    { SQLITE_AUTH, E_SYSTEM, "no right to open the store" },
    { SQLITE_TOOBIG, E_LIMIT, "larger than the engine takes" },
};

/* A limit on the size of files looks like a broken disk, and SQLite does not always keep the system's own number. */
static int io_failed(struct store_engine *engine, int got, struct err *e)
{
    int number = sqlite3_system_errno(engine->db);
    char text[128];
    const char *why = number ? strerror_r(number, text, sizeof text) : "the disk cannot be read";
    if (got == SQLITE_IOERR_WRITE && (number == 0 || number == ENOSPC || number == EFBIG || number == EDQUOT))
        why = "the disk is full or cannot be written";
    return err_set(e, E_SYSTEM, "%s: %s; nothing of this change was kept, all that was stored before is whole", engine->place, why);
}

int sqlite_failed(struct store_engine *engine, int got, struct err *e)
{
    int answer = got & 0xff;
    if (answer == SQLITE_NOMEM)
        heap_grow(NULL, SIZE_MAX); /* ends the process, as out-of-memory does everywhere */
    if (answer == SQLITE_IOERR)
        return io_failed(engine, got, e);
    if (answer == SQLITE_CANTOPEN) {
        errno = sqlite3_system_errno(engine->db);
        return errno ? err_system(e, "%s", engine->place) : err_set(e, E_SYSTEM, "%s: cannot be opened", engine->place);
    }
    for (size_t i = 0; i < ARRAY_LEN(meanings); i++)
        if (meanings[i].answer == answer)
            return err_set(e, meanings[i].code, "%s: %s", engine->place, meanings[i].words);
    return err_set(e, E_SYSTEM, "%s: %s", engine->place, sqlite3_errmsg(engine->db));
}

int sqlite_script(struct store_engine *engine, const char *sql, struct err *e)
{
    int got = sqlite3_exec(engine->db, sql, NULL, NULL, NULL);
    return got == SQLITE_OK ? 0 : sqlite_failed(engine, got, e);
}

/* The number that a pragma or statement of one value gives. */
static int sqlite_ask(struct store_engine *engine, const char *sql, int64_t *out, struct err *e)
{
    sqlite3_stmt *statement;
    int got = sqlite3_prepare_v2(engine->db, sql, -1, &statement, NULL);
    if (got == SQLITE_OK)
        got = sqlite3_step(statement);
    int code = got == SQLITE_ROW || got == SQLITE_DONE ? 0 : sqlite_failed(engine, got, e);
    if (code == 0)
        *out = got == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return code;
}

static void engine_close(struct store_engine *engine)
{
    sqlite_rows_forget(engine);
    sqlite3_close(engine->db);
    sqlite_sums_drop(engine);
    heap_free(engine->place);
    heap_free(engine);
}

static struct store_engine *engine_new(const char *place, const struct store_options *options)
{
    struct store_engine *engine = heap_grow(NULL, sizeof *engine);
    size_t n = strlen(place) + 1;
    *engine = (struct store_engine){ .place = heap_grow(NULL, n), .wait_ms = options->wait_ms ? options->wait_ms : STORE_WAIT_MS };
    memcpy(engine->place, place, n);
    return engine;
}

/* "file:" with what would end the path written as %XX. */
static int uri_of(const char *place, bool unchanging, struct buf *out, struct err *e)
{
    buf_add(out, STR("file:"));
    for (const char *c = place; *c; c++)
        if (strchr("%?#", *c))
            buf_addf(out, "%%%02X", (unsigned)*c);
        else
            buf_add_char(out, *c);
    buf_add(out, unchanging ? STR("?immutable=1") : STR(""));
    buf_add_char(out, '\0');
    return buf_check(out, e);
}

/* The file may come from anybody: nothing in its schema is run. We have no views and no triggers, and no statement of ours, nor one in our
 * schema, is anywhere near the limit. */
static void tame(sqlite3 *db)
{
    static const struct {
        int option, value;
    } options[] = { { SQLITE_DBCONFIG_DEFENSIVE, 1 },      { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
                    { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 }, { SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
                    { SQLITE_DBCONFIG_DQS_DDL, 0 },        { SQLITE_DBCONFIG_DQS_DML, 0 } };
    for (size_t i = 0; i < ARRAY_LEN(options); i++)
        sqlite3_db_config(db, options[i].option, options[i].value, NULL);
    sqlite3_limit(db, SQLITE_LIMIT_SQL_LENGTH, KIB(256));
    sqlite3_exec(db, "PRAGMA cell_size_check = 1", NULL, NULL, NULL);
}

static int connect(struct store_engine *engine, int flags, bool unchanging, struct err *e)
{
    AUTO(buf) uri = BUF(KIB(64));
    int code = uri_of(engine->place, unchanging, &uri, e);
    if (code)
        return code;
    sqlite3_close(engine->db);
    int got = sqlite3_open_v2(uri.ptr, &engine->db, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (got != SQLITE_OK)
        return sqlite_failed(engine, got, e);
    sqlite3_busy_timeout(engine->db, (int)engine->wait_ms);
    tame(engine->db);
    return 0;
}

/* A file made by a process that was killed before its first commit counts as none. */
static int is_empty(struct store_engine *engine, bool *empty, struct err *e)
{
    int64_t n = 0;
    int code = sqlite_ask(engine, "SELECT count(*) FROM sqlite_master", &n, e);
    if (code == 0)
        *empty = n == 0;
    return code;
}

static int is_ours(struct store_engine *engine, bool create, struct err *e)
{
    int64_t id;
    bool empty;
    int code = sqlite_ask(engine, "PRAGMA application_id", &id, e);
    if (code || id == APPLICATION_ID)
        return code;
    code = is_empty(engine, &empty, e);
    if (code || (empty && id == 0 && create))
        return code;
    return err_set(e, E_FORMAT, empty ? "%s: empty, not a weft store" : "%s: an SQLite database, but not a weft store",
                   engine->place);
}

/* A second process that makes the store at the same moment lets this fail for a short while, in which SQLite does not wait by itself. */
static int set_wal(struct store_engine *engine, struct err *e)
{
    enum { NAP_MS = 20 };
    int got = SQLITE_BUSY;
    for (unsigned waited = 0; (got & 0xff) == SQLITE_BUSY && waited <= engine->wait_ms; waited += NAP_MS) {
        if (waited)
            usleep(NAP_MS * 1000);
        got = sqlite3_exec(engine->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
    }
    return got == SQLITE_OK ? 0 : sqlite_failed(engine, got, e);
}

void sqlite_make_file(const char *path)
{
    int fd = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
}

static int open_for_writing(struct store_engine *engine, bool create, struct err *e)
{
    if (create && strcmp(engine->place, ":memory:") != 0) /* SQLite's name for a store without a file */
        sqlite_make_file(engine->place);
    int code = connect(engine, SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0), false, e);
    if (code == 0 && sqlite3_db_readonly(engine->db, "main") == 1) /* SQLite falls back to that in silence */
        return sqlite_failed(engine, SQLITE_READONLY, e);
    if (code == 0)
        code = sqlite_script(engine, "PRAGMA page_size = 1024; PRAGMA synchronous = FULL; PRAGMA cache_size = -16384;", e);
    if (code == 0)
        code = is_ours(engine, create, e);
    sqlite_follow_log(engine);
    return code ? code : set_wal(engine, e);
}

static bool has_log(const char *place)
{
    char path[4096];
    struct stat about;
    snprintf(path, sizeof path, "%s-wal", place);
    return stat(path, &about) == 0 && about.st_size > 0;
}

static int open_for_reading(struct store_engine *engine, struct err *e)
{
    int code = connect(engine, SQLITE_OPEN_READONLY, false, e);
    if (code == 0)
        code = is_ours(engine, false, e);
    if (code != E_SYSTEM || has_log(engine->place) || access(engine->place, R_OK))
        return code;
    code = connect(engine, SQLITE_OPEN_READONLY, true, e);
    return code ? code : is_ours(engine, false, e);
}

static int engine_open(const char *place, const struct store_options *options, struct store_engine **out, struct err *e)
{
    struct stat about;
    if (stat(place, &about) == 0 && S_ISDIR(about.st_mode))
        return err_set(e, E_USAGE, "%s: is a folder, not a store", place);
    if (stat(place, &about) == 0 && !S_ISREG(about.st_mode)) /* opening a pipe would wait for ever */
        return err_set(e, E_USAGE, "%s: is not a file", place);
    struct store_engine *engine = engine_new(place, options);
    int code = options->read_only ? open_for_reading(engine, e) : open_for_writing(engine, options->create, e);
    if (code) {
        engine_close(engine);
        return code;
    }
    *out = engine;
    return 0;
}

static int schema_get(struct store_engine *engine, int *number, struct err *e)
{
    int64_t n;
    int code = sqlite_ask(engine, "PRAGMA user_version", &n, e);
    if (code == 0)
        *number = (int)n;
    return code;
}

static int schema_set(struct store_engine *engine, int number, struct err *e)
{
    char sql[128];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d; PRAGMA application_id = %d", number, APPLICATION_ID);
    return sqlite_script(engine, sql, e);
}

/* Asked for every page of a run, so it is kept like any statement. */
static int engine_stamp(struct store_engine *engine, int64_t *out, struct err *e)
{
    struct store_rows *rows;
    int got = sqlite_rows_open(engine, "PRAGMA data_version", NULL, 0, &rows, e);
    if (got)
        return got;
    got = sqlite_rows_next(rows, e);
    if (got > 0)
        *out = sqlite_number(rows, 0);
    sqlite_rows_close(rows);
    return got > 0 ? 0 : got;
}

const struct store_ops store_sqlite = {
    .name = "sqlite",
    .dialect = { .id = "INTEGER PRIMARY KEY", .bytes = "BLOB", .tight = "WITHOUT ROWID" },
    .open = engine_open,
    .close = engine_close,
    .schema_get = schema_get,
    .schema_set = schema_set,
    .script = sqlite_script,
    .contents = sqlite_contents,
    .sums_follow = sqlite_sums_follow,
    .sums_make = sqlite_sums_make,
    .sums_check = sqlite_sums_check,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .sync = sqlite_sync,
    .lock_time = sqlite_lock_time,
    .part_begin = sqlite_part_begin,
    .part_keep = sqlite_part_keep,
    .part_undo = sqlite_part_undo,
    .stamp = engine_stamp,
    .rows_open = sqlite_rows_open,
    .rows_next = sqlite_rows_next,
    .number = sqlite_number,
    .bytes = sqlite_bytes,
    .is_null = sqlite_is_null,
    .changed = sqlite_changed,
    .rows_close = sqlite_rows_close,
    .check = sqlite_check,
    .rescue = sqlite_rescue,
    .footprint = sqlite_footprint,
    .reclaim = sqlite_reclaim,
    .backup = sqlite_backup,
};
