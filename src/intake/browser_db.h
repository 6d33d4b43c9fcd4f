/* A browser's SQLite database, read from a private copy: the browser may be running, hold its locks, and write.
 *
 *     AUTO(browser_db) db = { 0 };
 *     if (browser_db_open(&db, "/.../places.sqlite", e)) return e->code;
 *     browser_db_rows(&db, "SELECT ...", each_row, context, e);
 *
 * The copy (with write-ahead log and journal) lies in a folder of its own that only the user can read, and goes with the struct. It is
 * taken again where one of the files changed meanwhile. A database is input like any other: it may not run long, nor reach outside of
 * itself. */
#ifndef INTAKE_BROWSER_DB_H
#define INTAKE_BROWSER_DB_H

#include "base/err.h"
#include "base/str.h"

struct sqlite3;
struct sqlite3_stmt;

/* Some years of history are about 100 MB. */
#define BROWSER_DB_BYTES_MAX ((int64_t)2 << 30)

struct browser_db {
    struct sqlite3 *handle;
    char folder[64]; /* of the copy; empty: none */
};

/* E_SYSTEM: it cannot be read or copied; E_FORMAT: no database, or damaged. */
int browser_db_open(struct browser_db *db, const char *path, struct err *e) MUST_CHECK;
void browser_db_drop(struct browser_db *db);

/* Whether there is a table of that name. */
bool browser_db_has(struct browser_db *db, const char *table);

/* One row; 0, or a code that ends the walk. Columns by browser_db_text() and browser_db_number(). */
typedef int browser_db_row(void *context, struct sqlite3_stmt *row, struct err *e);
int browser_db_rows(struct browser_db *db, const char *sql, browser_db_row *each, void *context, struct err *e) MUST_CHECK;
/* Holds until the next row. */
struct str browser_db_text(struct sqlite3_stmt *row, int column);
int64_t browser_db_number(struct sqlite3_stmt *row, int column);

#endif
