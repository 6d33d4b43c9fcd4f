/* Files that were made to do harm, or that lost a bit: a view that never ends, a trigger that deletes, columns that changed places, and
 * every kind of flip. Nothing of such a file is run; what was changed is said; what a repair can, it brings back. */
#include <fcntl.h>
#include <sys/stat.h>

#include "base/io.h"
#include "base/limits.h"
#include "store/blob.h"
#include "store/schema.h"
#include "store/sqlite/sqlite.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct told {
    unsigned n;
    char first[512], all[4096];
};

static void take(void *context, const char *words)
{
    struct told *t = context;
    size_t used = strlen(t->all);
    if (t->n++ == 0)
        snprintf(t->first, sizeof t->first, "%s", words);
    snprintf(t->all + used, sizeof t->all - used, "%s\n", words);
}

static void sql(const char *path, const char *text)
{
    sqlite3 *db;
    char *why = NULL;
    sqlite3_open(path, &db);
    if (sqlite3_exec(db, text, NULL, NULL, &why))
        printf("# %s\n", why);
    sqlite3_free(why);
    sqlite3_close(db);
}

/* One page with all that is known about it. */
static int add_page(struct store *s, int64_t user, unsigned number, struct err *e)
{
    AUTO(arena) a = { 0 };
    int64_t page, id;
    bool is_new;
    struct store_page about = { .url = arena_printf(&a, "http://a.example/%u", number),
                                .canonical = STR("http://a.example/c"),
                                .host = STR("a.example"),
                                .added_at = 12,
                                .next_check_at = 14 };
    int code = store_page_add(s, &about, &page, e);
    for (unsigned k = 1; k <= 3 && code == 0; k++) {
        struct store_version v = { .page = page, .fetched_at = 20 + k, .server_at = 19, .status = 200, .etag = STR("\"e\"") };
        v.content_type = STR("text/html");
        code = store_version_add(s, &v, str_sub(page_body(&a, number, k), 0, 600 + k), &is_new, e);
    }
    struct store_watch watch = { .user = user, .page = page, .added_at = 3, .settings = STR("{\"a\":1}") };
    struct store_verdict verdict = { .page = page, .number = 2, .before = 1, .importance = 0.25, .headline = STR("New words") };
    struct store_event event = { .user = user, .page = page, .number = 2, .before = 1, .at = 22, .kind = STORE_EVENT_CHANGED };
    struct store_page plan = { .id = page, .checked_at = 5, .next_check_at = 6, .etag = STR("\"e\""), .state = STR("{}") };
    if (code || (code = store_watch_put(s, &watch, e)) || (code = store_verdict_put(s, &verdict, e))
        || (code = store_event_put(s, &event, &id, e)) || (code = store_page_schedule(s, &plan, e)))
        return code;
    return store_seen_add(s, &(struct store_seen){ .user = user, .page = page, .number = 2, .seen_at = 9 }, e);
}

/* A row of every kind that an export has. */
static int fill(const char *path, struct err *e)
{
    AUTO(store) s = { 0 };
    int64_t user;
    int code = store_open(&s, path, &(struct store_options){ .create = true }, e);
    if (code == 0)
        code = store_user_add(&s, STR("ann"), 11, &user, e);
    for (unsigned i = 0; i < 3 && code == 0; i++)
        code = add_page(&s, user, i, e);
    if (code == 0)
        code = store_host_put(&s, &(struct store_host){ STR("http://a.example"), STR("{\"a\":2}") }, e);
    if (code == 0)
        code = store_setting_put(&s, &(struct store_setting){ user, STR("every"), STR("1d") }, e);
    return code;
}

/* A store of its own for a test. */
static const char *copy_of(struct arena *a, const struct folder *f, const char *name)
{
    struct err e;
    struct str bytes;
    const char *path = folder_path(a, f, name);
    ok(io_read(a, folder_path(a, f, "sound"), MIB(64), &bytes, &e) == 0 && io_write(path, bytes, &e) == 0, "a store");
    return path;
}

/* Everything in it, or nothing where it does not open or export. */
static struct str exported(struct arena *a, const char *path)
{
    AUTO(store) s = { 0 };
    struct err e;
    struct str out = STR("");
    const char *to = arena_printf(a, "%s.out", path).ptr;
    int fd = open(to, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600);
    if (store_open(&s, path, &(struct store_options){ .read_only = true }, &e) || store_export(&s, fd, false, NULL, &e)
        || io_read(a, to, MIB(64), &out, &e))
        out = STR("");
    close(fd);
    return out;
}

static int verify(const char *path, bool repair, struct told *told, struct store_report *report, struct err *e)
{
    AUTO(store) s = { 0 };
    *told = (struct told){ 0 };
    *report = (struct store_report){ .say = take, .context = told };
    int code = store_open(&s, path, &(struct store_options){ .read_only = !repair, .damaged = true }, e);
    return code ? code : store_verify(&s, repair, report, e);
}

/* ---- Schemas ---- */

static const struct {
    const char *what;  /* is wrong with it */
    const char *sql;   /* makes it so */
    const char *words; /* that say it */
    bool whole;        /* a repair brings all of it back */
} schemas[] = {
    { "a view that never ends",
      "ALTER TABLE person RENAME TO people; CREATE VIEW person(id, name, added_at) AS"
      " WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, 'x' || i, 0 FROM n",
      "weft did not make the", false },
    { "a trigger that deletes", "CREATE TRIGGER t AFTER UPDATE ON page BEGIN DELETE FROM version; END",
      "did not make the trigger 't'", true },
    { "a trigger in the name of weft", "CREATE TRIGGER rowsum_page AFTER INSERT ON page BEGIN DELETE FROM version; END",
      "did not make the trigger 'rowsum_page'", true },
    { "columns that changed their names",
      "ALTER TABLE page RENAME COLUMN etag TO x; ALTER TABLE page RENAME COLUMN last_modified TO etag;"
      "ALTER TABLE page RENAME COLUMN x TO last_modified",
      "the table 'page' is not as weft made it", true },
    { "a name of the key that changed", "ALTER TABLE version RENAME COLUMN page TO \"a\"\"b; --\"",
      "the table 'version' is not as weft made it", true },
    { "a column that is computed", "ALTER TABLE page ADD COLUMN z TEXT AS (hex(zeroblob(100000000)))",
      "the table 'page' is not as weft made it", false },
    { "a table too many", "CREATE TABLE more(a)", "did not make the table 'more'", true },
    { "an index too many", "CREATE INDEX more ON page(errors)", "did not make the index 'more'", true },
    { "an index that is gone", "DROP INDEX page_due", "the index 'page_due' is missing", true },
    { "a virtual table", "CREATE VIRTUAL TABLE v USING fts5(x)", "did not make the table 'v'", true },
};

static void test_schema(struct arena *a, const struct folder *f, size_t i)
{
    struct err e = { 0 };
    struct told told;
    struct store_report report;
    AUTO(store) s = { 0 };
    const char *path = copy_of(a, f, arena_printf(a, "schema%zu", i).ptr);
    struct str before = exported(a, path);
    sql(path, schemas[i].sql);
    ok(store_open(&s, path, &(struct store_options){ .read_only = true }, &e) == E_FORMAT && strstr(e.text, schemas[i].words)
           && strstr(e.text, "verify --repair"),
       "%s is refused, with what to do: %s", schemas[i].what, e.text);
    ok(store_open(&s, path, &(struct store_options){ 0 }, &e) == E_FORMAT, "for writing too");
    ok(verify(path, false, &told, &report, &e) == 0 && report.faults && strstr(told.all, schemas[i].words), "verify says so: %s",
       told.first);
    ok(verify(path, true, &told, &report, &e) == 0, "a repair takes it out %s", e.text);
    ok(verify(path, false, &told, &report, &e) == 0 && report.faults == 0, "then the store is whole %s", told.all);
    struct str after = exported(a, path);
    ok(after.len && (!schemas[i].whole || str_eq(after, before)), "and has its rows");
}

/* A statistic of SQLite's own is nothing strange. */
static void test_analyzed(struct arena *a, const struct folder *f)
{
    const char *path = copy_of(a, f, "analyzed");
    sql(path, "ANALYZE");
    ok(exported(a, path).len > 0, "that somebody analysed opens");
}

/* ---- Rows ---- */

static void test_rows(struct arena *a, const struct folder *f)
{
    struct err e = { 0 };
    struct told told;
    struct store_report report;
    const char *path = copy_of(a, f, "rows");
    ok(verify(path, false, &told, &report, &e) == 0 && report.faults == 0, "a store is whole");
    sql(path, "UPDATE event SET headline = 'Other words' WHERE id = 2");
    ok(verify(path, false, &told, &report, &e) == 0 && report.faults == 1 && strstr(told.first, "'event'"),
       "a row that somebody else changed is told: %s", told.first);
    ok(verify(path, true, &told, &report, &e) == 0 && report.faults == 1 && report.mended == 0, "a repair cannot know what it was");
    ok(verify(path, false, &told, &report, &e) == 0 && report.faults == 0, "but takes it as it is now");
}

/* What is rolled back, as a whole or in part, and what fails leave the sums right. */
static void test_undone(struct arena *a, const struct folder *f)
{
    struct err e = { 0 };
    struct told told;
    struct store_report report;
    int64_t id;
    const char *path = copy_of(a, f, "undone");
    {
        AUTO(store) s = { 0 };
        AUTO(store_tx) tx = { 0 };
        ok(store_open(&s, path, &(struct store_options){ 0 }, &e) == 0 && store_begin(&s, &tx, &e) == 0
               && store_user_add(&s, STR("bob"), 1, &id, &e) == 0,
           "a transaction");
        {
            AUTO(store_tx) part = { 0 };
            ok(store_begin_part(&s, &part, &e) == 0 && store_user_add(&s, STR("eve"), 1, &id, &e) == 0, "a part that is dropped");
        }
        ok(query_run(&s, "UPDATE person SET name = 'same'", NO_VALUES, &e) != 0,
           "a statement that fails half way through its rows");
        ok(store_user_add(&s, STR("joe"), 1, &id, &e) == 0 && store_commit(&tx, &e) == 0, "the rest is kept");
        ok(store_begin(&s, &tx, &e) == 0 && store_user_add(&s, STR("eve"), 1, &id, &e) == 0, "another one");
        store_tx_drop(&tx);
        ok(store_user_add(&s, STR("sue"), 1, &id, &e) == 0, "is dropped before the next");
    }
    ok(verify(path, false, &told, &report, &e) == 0 && report.faults == 0, "the sums are right: %s", told.all);
}

/* ---- Flips ---- */

static bool write_at(const char *path, size_t at, char byte)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool good = pwrite(fd, &byte, 1, (off_t)at) == 1;
    close(fd);
    return good;
}

/* Whether the flip is told, or changes nothing that an export says. */
static bool is_told(const char *path, struct str before)
{
    AUTO(arena) a = { 0 };
    struct told told;
    struct store_report report;
    struct err e;
    if (verify(path, false, &told, &report, &e) || report.faults || report.lost)
        return true;
    return str_eq(exported(&a, path), before);
}

/* Every `step`-th byte, and all bits in turn; with WEFT_FLIPS=1 every byte. */
static void test_flips(struct arena *a, const struct folder *f)
{
    struct err e = { 0 };
    struct str bytes;
    const char *path = copy_of(a, f, "flips");
    size_t step = getenv("WEFT_FLIPS") ? 1 : SANITIZED ? 389 : 97, n = 0, untold = 0;
    ok(io_read(a, path, MIB(64), &bytes, &e) == 0, "its bytes");
    struct str before = exported(a, path);
    for (size_t at = 0; at < bytes.len; at += step, n++) {
        write_at(path, at, (char)(bytes.ptr[at] ^ 1 << n % 8));
        if (!is_told(path, before) && ++untold < 10)
            printf("# not told: bit %zu of byte %zu\n", n % 8, at);
        write_at(path, at, bytes.ptr[at]);
    }
    ok(untold == 0 && n > bytes.len / 400, "of %zu flips all that change an export are told", n);
    ok(str_eq(exported(a, path), before), "and the file is as it was");
}

/* The words of the file are enough to know a store that was just made: the long way costs some milliseconds at every start. */
static void test_as_written(const struct folder *f)
{
    AUTO(arena) a = { 0 };
    AUTO(store) s = { 0 };
    AUTO(buf) sql = BUF(KIB(256));
    struct err e = { 0 };
    int code = store_open(&s, folder_path(&a, f, "written"), &(struct store_options){ .create = true }, &e);
    for (int number = 1; code == 0 && number <= schema_newest(); number++) {
        buf_clear(&sql);
        code = schema_script(&s, number, &sql, &e);
        bool same = sqlite_as_written(s.engine, str_of(sql.ptr));
        ok(code == 0 && same == (number == schema_newest()), "step %d of the schema is %sthe file's", number, same ? "" : "not ");
    }
}

/* A pipe in the place of an archive: nobody writes to it, and nobody waits for that. */
static void test_pipe(struct arena *a, const struct folder *f)
{
    AUTO(store) s = { 0 };
    const char *path = folder_path(a, f, "pipe");
    struct err e = { 0 };
    ok(mkfifo(path, 0600) == 0 && store_open(&s, path, &(struct store_options){ .read_only = true }, &e) == E_USAGE
           && strstr(e.text, "is not a file"),
       "a pipe is not an archive, and nobody waits for it");
}

int main(void)
{
    AUTO(folder) f = folder_new();
    AUTO(arena) a = { 0 };
    struct err e;
    ok(fill(folder_path(&a, &f, "sound"), &e) == 0, "a store with rows of every kind");
    for (size_t i = 0; i < ARRAY_LEN(schemas); i++)
        test_schema(&a, &f, i);
    test_analyzed(&a, &f);
    test_rows(&a, &f);
    test_undone(&a, &f);
    test_as_written(&f);
    test_pipe(&a, &f);
    test_flips(&a, &f);
    return tap_done();
}
