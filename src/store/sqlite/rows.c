/* Statements of SQLite, kept ready by the address of their text.
 *
 * Invariant: a statement that is busy is not handed out again; the same text asked for meanwhile is made anew for once.
 * Cost: O(kept statements) for a look-up, which is far below that of running one. */
#include "store/sqlite/sqlite.h"

static int make(struct store_engine *engine, const char *sql, struct store_rows **out, struct err *e)
{
    sqlite3_stmt *statement;
    int got = sqlite3_prepare_v3(engine->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL);
    if (got != SQLITE_OK)
        return sqlite_failed(engine, got, e);
    struct store_rows *rows = heap_grow(NULL, sizeof *rows);
    *rows = (struct store_rows){ .engine = engine, .statement = statement };
    *out = rows;
    return 0;
}

static struct store_rows *find(struct store_engine *engine, const char *sql)
{
    for (unsigned i = 0; i < engine->n_kept; i++)
        if (engine->kept[i]->sql == sql && !engine->kept[i]->busy)
            return engine->kept[i];
    return NULL;
}

static int bind(sqlite3_stmt *statement, int at, const struct value *v)
{
    const char *from = v->bytes.len ? v->bytes.ptr : "";
    switch (v->kind) {
    case VALUE_NUMBER:
        return sqlite3_bind_int64(statement, at, v->number);
    case VALUE_TEXT:
        return sqlite3_bind_text64(statement, at, from, v->bytes.len, SQLITE_TRANSIENT, SQLITE_UTF8);
    case VALUE_BYTES:
        return sqlite3_bind_blob64(statement, at, from, v->bytes.len, SQLITE_TRANSIENT);
    case VALUE_NULL:
        break;
    }
    return sqlite3_bind_null(statement, at);
}

int sqlite_rows_open(struct store_engine *engine, const char *sql, const struct value *value, unsigned n, struct store_rows **out,
                     struct err *e)
{
    /* SQLite itself ends a transaction where the disk fails; what came after would be kept without what came before. */
    if (engine->begun && sqlite3_get_autocommit(engine->db))
        return err_set(e, E_SYSTEM, "%s: a failure has ended this change; nothing of it was kept", engine->place);
    struct store_rows *rows = find(engine, sql);
    if (!rows) {
        int code = make(engine, sql, &rows, e);
        if (!rows)
            return code;
        if (engine->n_kept < STATEMENTS_MAX) {
            rows->sql = sql;
            engine->kept[engine->n_kept++] = rows;
        }
    }
    rows->busy = true;
    for (unsigned i = 0; i < n; i++) {
        int got = bind(rows->statement, (int)i + 1, &value[i]);
        if (got != SQLITE_OK) {
            sqlite_rows_close(rows);
            return sqlite_failed(engine, got, e);
        }
    }
    *out = rows;
    return 0;
}

int sqlite_rows_next(struct store_rows *rows, struct err *e)
{
    size_t mark = sqlite_sums_mark(rows->engine);
    int got = sqlite3_step(rows->statement);
    if (got == SQLITE_ROW)
        return 1;
    if (got == SQLITE_DONE)
        return sqlite3_get_autocommit(rows->engine->db) && sqlite_sums_mark(rows->engine) > mark
                   ? sqlite_sums_write(rows->engine, e)
                   : 0;
    sqlite_sums_back(rows->engine, mark); /* a statement that fails has changed nothing */
    return sqlite_failed(rows->engine, got, e);
}

int sqlite_run_kept(struct store_engine *engine, const char *sql, struct err *e)
{
    struct store_rows *rows;
    int code = sqlite_rows_open(engine, sql, NULL, 0, &rows, e);
    if (code)
        return code;
    code = sqlite_rows_next(rows, e);
    sqlite_rows_close(rows);
    return MIN(code, 0);
}

int64_t sqlite_number(struct store_rows *rows, unsigned column)
{
    return sqlite3_column_int64(rows->statement, (int)column);
}

struct str sqlite_bytes(struct store_rows *rows, unsigned column)
{
    const char *from = sqlite3_column_blob(rows->statement, (int)column);
    int n = sqlite3_column_bytes(rows->statement, (int)column);
    return from ? (struct str){ from, (size_t)n } : STR("");
}

bool sqlite_is_null(struct store_rows *rows, unsigned column)
{
    return sqlite3_column_type(rows->statement, (int)column) == SQLITE_NULL;
}

int64_t sqlite_changed(struct store_rows *rows)
{
    return sqlite3_changes64(rows->engine->db);
}

void sqlite_rows_close(struct store_rows *rows)
{
    if (rows->sql) {
        sqlite3_reset(rows->statement);
        sqlite3_clear_bindings(rows->statement);
        rows->busy = false;
        return;
    }
    sqlite3_finalize(rows->statement);
    heap_free(rows);
}

void sqlite_rows_forget(struct store_engine *engine)
{
    for (unsigned i = 0; i < engine->n_kept; i++) {
        sqlite3_finalize(engine->kept[i]->statement);
        heap_free(engine->kept[i]);
    }
    engine->n_kept = 0;
}
