/* What the files of the SQLite engine share. Only they include sqlite3.h. */
#ifndef STORE_SQLITE_SQLITE_H
#define STORE_SQLITE_SQLITE_H

#include <sqlite3.h>

#include "store/ops.h"

struct store_rows {
    struct store_engine *engine;
    sqlite3_stmt *statement;
    const char *sql; /* the constant it was made from; NULL: made for once */
    bool busy;
};

enum { STATEMENTS_MAX = 128 }; /* kept ready; more than the store has different ones */

struct store_engine {
    sqlite3 *db;
    char *place;
    unsigned wait_ms;
    struct store_rows *kept[STATEMENTS_MAX];
    unsigned n_kept;
};

/* What SQLite's last answer means for a person, with the place in front. `got` is the answer. */
int sqlite_failed(struct store_engine *engine, int got, struct err *e);

int sqlite_script(struct store_engine *engine, const char *sql, struct err *e);

/* sqlite_rows.c */
int sqlite_rows_open(struct store_engine *engine, const char *sql, const struct value *value, unsigned n, struct store_rows **out,
                     struct err *e);
int sqlite_rows_next(struct store_rows *rows, struct err *e);
int64_t sqlite_number(struct store_rows *rows, unsigned column);
struct str sqlite_bytes(struct store_rows *rows, unsigned column);
bool sqlite_is_null(struct store_rows *rows, unsigned column);
int64_t sqlite_changed(struct store_rows *rows);
void sqlite_rows_close(struct store_rows *rows);
void sqlite_rows_forget(struct store_engine *engine);

/* sqlite_care.c */
int sqlite_check(struct store_engine *engine, struct store_report *report, struct err *e);
int sqlite_footprint(struct store_engine *engine, uint64_t *bytes, struct err *e);
int sqlite_reclaim(struct store_engine *engine, struct err *e);
int sqlite_backup(struct store_engine *engine, const char *path, struct err *e);

/* sqlite_rescue.c */
int sqlite_rescue(struct store_engine *engine, bool *hurt, struct err *e);

/* Makes the file where there is none, for its owner alone: a store holds passwords, and what people read. SQLite gives the files beside it
 * the same rights. What cannot be made, opening it will tell. */
void sqlite_make_file(const char *path);

#endif
