/* The SQLite engine through the suite of all engines, and what opening says of files that are no store. */
#include <sqlite3.h>
#include <sys/stat.h>

#include "base/io.h"
#include "store/schema.h"
#include "tests/store/conformance.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

static void point(bool good, const char *file, int line, const char *what)
{
    tap_point(good, file, line, "%s", what);
}

static int try_open(const char *path, bool create, bool read_only, struct err *e)
{
    AUTO(store) s = { 0 };
    return store_open(&s, path, &(struct store_options){ .create = create, .read_only = read_only, .wait_ms = 100 }, e);
}

static bool says(const struct err *e, const char *words)
{
    if (strstr(e->text, words))
        return true;
    printf("# said: %s\n", e->text);
    return false;
}

static void sql(const char *path, const char *text)
{
    sqlite3 *db;
    sqlite3_open(path, &db);
    sqlite3_exec(db, text, NULL, NULL, NULL);
    sqlite3_close(db);
}

static void test_strange_files(struct arena *a, const struct folder *f)
{
    struct err e;
    const char *path = folder_path(a, f, "text");
    ok(io_write(path,
                STR("just some text that is longer than the head of a database, so that it is read as one, or rather not at all"),
                &e)
           == 0,
       "a text file");
    ok(try_open(path, true, false, &e) == E_FORMAT && says(&e, "not a weft store"), "is not a weft store");
    path = folder_path(a, f, "other.db");
    sql(path, "CREATE TABLE x(y)");
    ok(try_open(path, true, false, &e) == E_FORMAT && says(&e, "not a weft store"), "another program's database neither");
    path = folder_path(a, f, "empty");
    ok(io_write(path, STR(""), &e) == 0 && try_open(path, false, false, &e) == E_FORMAT && says(&e, "not a weft store"),
       "an empty file neither");
    ok(try_open(path, true, false, &e) == 0, "but it may become one");
    ok(try_open(f->path, true, false, &e) == E_USAGE && says(&e, "folder"), "a folder is told as such");
    ok(try_open(folder_path(a, f, "no/such"), true, false, &e) == E_SYSTEM && says(&e, "No such file"),
       "a place that is not there, too");
    path = folder_path(a, f, "odd ?#%41 name");
    ok(try_open(path, true, false, &e) == 0 && access(path, F_OK) == 0, "odd names are names");
}

static void test_rights(struct arena *a, const struct folder *f)
{
    struct err e;
    struct stat about = { 0 };
    const char *path = folder_path(a, f, "rights.db");
    ok(try_open(path, true, false, &e) == 0 && stat(path, &about) == 0 && (about.st_mode & 0777) == 0600,
       "a store is its owner's alone");
}

static void test_schema(struct arena *a, const struct folder *f)
{
    struct err e;
    const char *path = folder_path(a, f, "newer.db");
    ok(try_open(path, true, false, &e) == 0, "a store");
    sql(path, "PRAGMA user_version = 4711");
    ok(try_open(path, true, false, &e) == E_FORMAT && says(&e, "newer weft"), "of a newer schema is refused");
    path = folder_path(a, f, "older.db");
    sql(path, "PRAGMA application_id = 2003134068");
    ok(try_open(path, false, true, &e) == E_USAGE && says(&e, "older weft"),
       "an older one cannot be brought up to date for reading");
    ok(try_open(path, false, false, &e) == 0, "but is, for writing");
    ok(schema_newest() >= 1, "the schema has a number");
}

/* A store of the schema before verdicts: what was new stays new, what was seen stays seen. */
static void test_older(struct arena *a, const struct folder *f)
{
    AUTO(store) s = { 0 };
    struct err e;
    struct store_news news;
    const char *path = folder_path(a, f, "before.db");
    ok(store_open(&s, path, &(struct store_options){ .create = true }, &e) == 0, "a store");
    store_close(&s);
    sql(path,
        "DROP TABLE verdict; DROP TABLE event; DROP TABLE lease; DROP TABLE setting; DROP TABLE secret;"
        "DROP TABLE plan; DROP INDEX page_due; ALTER TABLE page DROP COLUMN best_effort; ALTER TABLE page DROP COLUMN learnt;"
        "CREATE INDEX page_due ON page(next_check_at) WHERE next_check_at IS NOT NULL;"
        "CREATE INDEX page_host ON page(host) WHERE host IS NOT NULL;"
        "DROP TABLE chore; DROP TABLE rowsum; DROP TABLE lesson; DROP INDEX page_attention; ALTER TABLE page DROP COLUMN attention;"
        "DROP TABLE channel; DROP TABLE outbox; DROP TABLE delivery; DROP TABLE sentinel; DROP TABLE sentinel_page; DROP TABLE look;"
        "DROP TABLE once; DROP TABLE websub; DROP TABLE finding; DROP TABLE sentinel_event; DROP TABLE detector; DROP TABLE account; DROP TABLE ticket;"
        "DROP TABLE collection; DROP TABLE collection_page; DROP TABLE sensor; DROP TABLE since;"
        "ALTER TABLE watch DROP COLUMN seen; ALTER TABLE seen DROP COLUMN dismissed; PRAGMA user_version = 3;"
        "INSERT INTO person VALUES(1, 'ann', 1);"
        "INSERT INTO page(id, url, added_at) VALUES(1, 'http://a/', 1), (2, 'http://b/', 1), (3, 'http://c/', 1);"
        "UPDATE page SET checked_at = 1, state = '{\"moved_to\":\"x\"}' WHERE id = 2; UPDATE page SET checked_at = 1 WHERE id <> 2;"
        "INSERT INTO blob VALUES(1, x'00', 0, NULL, 0, NULL, 0, 0, 5, 3, 0, x''), (2, x'01', 0, NULL, 0, NULL, 0, 0, 1, 0, 0, x'');"
        "INSERT INTO version(page, number, fetched_at, blob, status, marks) VALUES(1, 1, 10, 2, 200, 0), (1, 2, 20, 1, 200, 0),"
        "(2, 1, 10, 1, 200, 0), (3, 1, 10, 1, 200, 0), (3, 2, 20, 1, 200, 2);"
        "INSERT INTO watch VALUES(1, 1, 1, '{}'), (1, 2, 1, '{}'), (1, 3, 1, '{}');"
        "INSERT INTO seen VALUES(1, 1, 1, 5, 0), (1, 2, 1, 5, 1), (1, 3, 1, 5, 0);");
    ok(store_open(&s, path, &(struct store_options){ 0 }, &e) == 0, "of an older schema is brought up to date");
    ok(store_news(a, &s, 1, 0, &news, &e) == 0 && news.n == 1 && news.item[0].page == 1 && news.item[0].newest == 2
           && news.item[0].seen == 1,
       "what was new is new, what was seen or quiet is not");
    struct store_watched_list wrong;
    ok(store_watched_attention(a, &s, 1, &wrong, &e) == 0 && wrong.n == 1 && wrong.item[0].page.id == 2
           && wrong.item[0].newest == 1,
       "a page that moved wants attention");
    ok(store_chore_find(&s, STR("seal requests"), &e) == 0, "and what watches send is to be sealed");
    ok(store_chore_done(&s, STR("seal requests"), &e) == 0 && store_chore_find(&s, STR("seal requests"), &e) == E_ABSENT, "once");
}

int main(void)
{
    AUTO(folder) f = folder_new();
    AUTO(arena) a = { 0 };
    conformance_run(&(struct conformance){ &store_sqlite, folder_path(&a, &f, "suite.db"), point });
    test_strange_files(&a, &f);
    test_rights(&a, &f);
    test_schema(&a, &f);
    test_older(&a, &f);
    return tap_done();
}
