/* Copies of databases: locked ones, ones with a log not yet written back, ones that are changed meanwhile, broken and hostile ones. */
#include "intake/browser_db.h"

#include <sys/stat.h>

#include "base/io.h"
#include "tests/intake/databases.h"

static int count_row(void *context, struct sqlite3_stmt *row, struct err *e)
{
    (void)e;
    *(int64_t *)context += browser_db_number(row, 0);
    return 0;
}

static int refuse(void *context, struct sqlite3_stmt *row, struct err *e)
{
    (void)context;
    return err_set(e, E_LIMIT, "enough: %.*s", STR_ARG(browser_db_text(row, 0)));
}

/* The sum of x in table t of the database, -1 where it cannot be read. */
static int64_t sum_of(const char *path, struct err *e)
{
    AUTO(browser_db) db = { 0 };
    int64_t sum = 0;
    *e = (struct err){ 0 };
    if (browser_db_open(&db, path, e) || browser_db_rows(&db, "SELECT x FROM t", count_row, &sum, e))
        return -1;
    return sum;
}

static bool exists(struct arena *a, const char *path, const char *end)
{
    struct stat about;
    return stat(arena_printf(a, "%s%s", path, end).ptr, &about) == 0;
}

static void test_locked(struct arena *a, const struct folder *f)
{
    const char *path = folder_path(a, f, "locked");
    sqlite3 *db =
        database(path, "PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE t(x); INSERT INTO t VALUES (1),(2); BEGIN EXCLUSIVE");
    struct err e;
    eq_int(sum_of(path, &e), 3, "a locked database is read");
    sqlite3_exec(db, "INSERT INTO t VALUES (100)", NULL, NULL, NULL);
    eq_int(sum_of(path, &e), 3, "without what is not committed");
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    eq_int(sum_of(path, &e), 103, "and with what is");
    sqlite3_close(db);
}

static void test_wal(struct arena *a, const struct folder *f)
{
    const char *path = folder_path(a, f, "wal");
    sqlite3 *db =
        database(path, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t(x); INSERT INTO t VALUES (5)");
    struct err e;
    struct stat before, after;
    stat(path, &before);
    eq_int(sum_of(path, &e), 5, "what is only in the log counts");
    sqlite3_exec(db, "BEGIN; INSERT INTO t VALUES (70)", NULL, NULL, NULL);
    eq_int(sum_of(path, &e), 5, "but not what is not committed");
    sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    eq_int(sum_of(path, &e), 75, "after the commit it does");
    stat(path, &after);
    ok(before.st_size == after.st_size && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec, "the original is as it was");
    sqlite3_close(db);
    ok(!exists(a, path, "-wal"), "the browser can still end its log");
}

/* A browser that died in a transaction: the journal is rolled back in the copy, not in the original. */
static void test_journal(struct arena *a, const struct folder *f)
{
    const char *path = folder_path(a, f, "hot"), *dead = folder_path(a, f, "dead");
    struct str bytes, journal = STR("");
    struct err e = { 0 };
    sqlite3 *db = database(
        path,
        "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; CREATE TABLE t(x, y); INSERT INTO t VALUES (1, zeroblob(90000)); BEGIN;"
        " UPDATE t SET x = 1000; INSERT INTO t SELECT 1000, zeroblob(5000) FROM (VALUES (1),(2),(3),(4),(5),(6),(7),(8))");
    if (exists(a, path, "-journal") && io_read(a, path, 1 << 26, &bytes, &e) == 0
        && io_read(a, folder_path(a, f, "hot-journal"), 1 << 26, &journal, &e) == 0 && io_write(dead, bytes, &e) == 0
        && io_write(folder_path(a, f, "dead-journal"), journal, &e) == 0)
        eq_int(sum_of(dead, &e), 1, "what was not committed is taken back");
    else
        ok(false, "no journal to try with: %s", e.text);
    ok(exists(a, dead, "-journal"), "the original's journal is still there");
    sqlite3_close(db);
}

static void test_refused(struct arena *a, const struct folder *f)
{
    AUTO(browser_db) db = { 0 };
    struct err e = { 0 };
    const char *path = folder_path(a, f, "bad");
    ok(sum_of("/no/such/file", &e) == -1 && strstr(e.text, "No such file"), "%s", e.text);
    ok(sum_of(f->path, &e) == -1, "%s", e.text);
    ok(io_write(path, STR("SQLite format 3\0 and rubbish that goes on for a while, longer than a head"), &e) == 0, "written");
    ok(sum_of(path, &e) == -1 && strstr(e.text, "damaged"), "%s", e.text);
    path = folder_path(a, f, "view");
    sqlite3_close(
        database(path, "CREATE VIEW t AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"));
    ok(sum_of(path, &e) == -1, "a view without end is not run: %s", e.text);
    path = folder_path(a, f, "good");
    sqlite3_close(database(path, "CREATE TABLE t(x); INSERT INTO t VALUES ('a'),('b')"));
    ok(browser_db_open(&db, path, &e) == 0 && browser_db_has(&db, "t") && !browser_db_has(&db, "u"), "tables are found by name");
    ok(browser_db_rows(&db, "SELECT x FROM t", refuse, NULL, &e) == E_LIMIT && strcmp(e.text, "enough: a") == 0,
       "a walk ends where it is told to");
    ok(browser_db_rows(&db, "INSERT INTO t VALUES (1)", refuse, NULL, &e) != 0, "nothing is written: %s", e.text);
}

static void test_no_traces(struct arena *a, const struct folder *f)
{
    const char *inside = folder_path(a, f, "tmp");
    struct err e;
    mkdir(inside, 0700);
    setenv("TMPDIR", inside, 1);
    eq_int(sum_of(folder_path(a, f, "wal"), &e), 75, "a copy elsewhere");
    sum_of(folder_path(a, f, "bad"), &e);
    ok(rmdir(inside) == 0, "and nothing of it is left");
    unsetenv("TMPDIR");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    AUTO(folder) f = folder_new();
    test_locked(&a, &f);
    test_wal(&a, &f);
    test_journal(&a, &f);
    test_refused(&a, &f);
    test_no_traces(&a, &f);
    return tap_done();
}
