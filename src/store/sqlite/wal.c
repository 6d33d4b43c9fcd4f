/* Transactions, and the log that they are written to.
 *
 * In: what begins and ends. Out: a lock that is held for as short as can be.
 * Only one transaction writes at a time; all others wait for it. So nothing slow is done while it has the lock: a full log is written back
 * into the file after the lock was given up, and an unsynced transaction leaves the wait for the disk to sqlite_sync(). That is safe in
 * this order: frames of the log have a chain of sums, so after a power cut the log is good up to some commit, and whoever syncs a later
 * commit, or writes the log back, has synced the earlier ones too.
 * Invariant: outside of an unsynced transaction every commit waits for the disk. */
#include <time.h>

#include "store/sqlite/sqlite.h"

/* Of the log, after which it is written back: 4 MB, as SQLite does with pages of its own size. */
enum { LOG_PAGES = 4096 };

static int64_t clock_us(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* ---- The lock ---- */

static void note_taken(struct store_engine *engine)
{
    engine->lock.since_us = clock_us(CLOCK_MONOTONIC);
    engine->lock.since_cpu_us = clock_us(CLOCK_THREAD_CPUTIME_ID);
}

static void note_given_up(struct store_engine *engine)
{
    struct store_lock_time *longest = &engine->lock.longest;
    if (engine->lock.since_us == 0)
        return;
    longest->us = MAX(longest->us, clock_us(CLOCK_MONOTONIC) - engine->lock.since_us);
    longest->cpu_us = MAX(longest->cpu_us, clock_us(CLOCK_THREAD_CPUTIME_ID) - engine->lock.since_cpu_us);
    engine->lock.since_us = 0;
}

struct store_lock_time sqlite_lock_time(struct store_engine *engine)
{
    return engine->lock.longest;
}

/* ---- The log ---- */

/* SQLite calls it after each commit, when others may write again. What a reader still needs stays in the log for the next time. */
static int after_commit(void *context, sqlite3 *db, const char *name, int pages)
{
    note_given_up(context);
    if (pages >= LOG_PAGES)
        sqlite3_wal_checkpoint_v2(db, name, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return SQLITE_OK;
}

void sqlite_follow_log(struct store_engine *engine)
{
    sqlite3_wal_hook(engine->db, after_commit, engine);
}

int sqlite_sync(struct store_engine *engine, struct err *e)
{
    sqlite3_file *log = NULL;
    int got = sqlite3_file_control(engine->db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log);
    if (got == SQLITE_OK && log && log->pMethods)
        got = log->pMethods->xSync(log, SQLITE_SYNC_NORMAL);
    return got == SQLITE_OK ? 0 : sqlite_failed(engine, got, e);
}

/* ---- Transactions ---- */

/* SQLite takes it between transactions only. */
static void set_unsynced(struct store_engine *engine, bool unsynced)
{
    const char *sql = unsynced ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL";
    if (engine->unsynced != unsynced && sqlite3_exec(engine->db, sql, NULL, NULL, NULL) == SQLITE_OK)
        engine->unsynced = unsynced;
}

int sqlite_begin(struct store_engine *engine, enum store_mode mode, struct err *e)
{
    int code;
    if (mode == STORE_READS) {
        code = sqlite_run_kept(engine, "BEGIN", e);
        engine->begun = code == 0;
        return code;
    }
    set_unsynced(engine, mode == STORE_WRITES_UNSYNCED);
    if (engine->unsynced && mode != STORE_WRITES_UNSYNCED)
        return sqlite_failed(engine, sqlite3_errcode(engine->db), e);
    code = sqlite_run_kept(engine, "BEGIN IMMEDIATE", e);
    engine->begun = code == 0;
    if (code == 0)
        note_taken(engine);
    if (code == E_SYSTEM && (sqlite3_errcode(engine->db) & 0xff) == SQLITE_BUSY)
        return err_set(e, code, "%s: another process has been writing for %.1f s; try again when it is done", engine->place,
                       engine->wait_ms / 1e3);
    return code;
}

int sqlite_commit(struct store_engine *engine, struct err *e)
{
    int code = sqlite_sums_write(engine, e);
    if (code == 0)
        code = sqlite_run_kept(engine, "COMMIT", e);
    if (code)
        return code;
    engine->begun = false;
    note_given_up(engine); /* where nothing was written */
    set_unsynced(engine, false);
    return 0;
}

/* Some failures end the transaction by themselves. */
void sqlite_rollback(struct store_engine *engine)
{
    if (!sqlite3_get_autocommit(engine->db))
        sqlite3_exec(engine->db, "ROLLBACK", NULL, NULL, NULL);
    engine->begun = false;
    sqlite_sums_back(engine, 0);
    note_given_up(engine);
    set_unsynced(engine, false);
}

int sqlite_part_begin(struct store_engine *engine, struct err *e)
{
    engine->part_at = sqlite_sums_mark(engine);
    return sqlite_run_kept(engine, "SAVEPOINT part", e);
}

int sqlite_part_keep(struct store_engine *engine, struct err *e)
{
    return sqlite_run_kept(engine, "RELEASE SAVEPOINT part", e);
}

int sqlite_part_undo(struct store_engine *engine, struct err *e)
{
    int code = sqlite_run_kept(engine, "ROLLBACK TO SAVEPOINT part", e);
    sqlite_sums_back(engine, engine->part_at);
    return code ? code : sqlite_part_keep(engine, e);
}
