/* What the files of the SQLite engine share. Only they include sqlite3.h. */
#ifndef STORE_SQLITE_SQLITE_H
#define STORE_SQLITE_SQLITE_H

#define SQLITE_ENABLE_PREUPDATE_HOOK /* sqlite3.h leaves the calls out without it */
#include <sqlite3.h>

#include "store/ops.h"

struct store_rows {
    struct store_engine *engine;
    sqlite3_stmt *statement;
    const char *sql; /* the constant it was made from; NULL: made for once */
    bool busy;
};

enum { STATEMENTS_MAX = 128 }; /* kept ready; more than the store has different ones */

struct sums;

struct store_engine {
    sqlite3 *db;
    char *place;
    unsigned wait_ms;
    struct sums *sums; /* of the rows it writes; NULL before sqlite_sums_follow() */
    size_t part_at;    /* the mark of the part that is open */
    bool unsynced;     /* the transaction that is open does not wait for the disk */
    bool begun;        /* a transaction is open, unless a failure has ended it */
    struct {
        int64_t since_us, since_cpu_us; /* it is held since then; 0: it is not */
        struct store_lock_time longest;
    } lock; /* that keeps other writers waiting */
    struct store_rows *kept[STATEMENTS_MAX];
    unsigned n_kept;
};

/* What SQLite's last answer means for a person, with the place in front. `got` is the answer. */
int sqlite_failed(struct store_engine *engine, int got, struct err *e);

int sqlite_script(struct store_engine *engine, const char *sql, struct err *e);

int sqlite_prepare(struct store_engine *engine, sqlite3_stmt **out, const char *sql, struct err *e);

/* Counts a fault and says it. */
void sqlite_say(struct store_report *report, const char *words);

/* wal.c. Transactions. The log is written back into the file when it is full, after other writers may go on. */
void sqlite_follow_log(struct store_engine *engine);
int sqlite_begin(struct store_engine *engine, enum store_mode mode, struct err *e);
int sqlite_commit(struct store_engine *engine, struct err *e);
void sqlite_rollback(struct store_engine *engine);
int sqlite_sync(struct store_engine *engine, struct err *e);
struct store_lock_time sqlite_lock_time(struct store_engine *engine);
int sqlite_part_begin(struct store_engine *engine, struct err *e);
int sqlite_part_keep(struct store_engine *engine, struct err *e);
int sqlite_part_undo(struct store_engine *engine, struct err *e);

/* rows.c. Also a statement without values or rows that is run again and again, so it is kept. */
int sqlite_run_kept(struct store_engine *engine, const char *sql, struct err *e);
int sqlite_rows_open(struct store_engine *engine, const char *sql, const struct value *value, unsigned n, struct store_rows **out,
                     struct err *e);
int sqlite_rows_next(struct store_rows *rows, struct err *e);
int64_t sqlite_number(struct store_rows *rows, unsigned column);
struct str sqlite_bytes(struct store_rows *rows, unsigned column);
bool sqlite_is_null(struct store_rows *rows, unsigned column);
int64_t sqlite_changed(struct store_rows *rows);
void sqlite_rows_close(struct store_rows *rows);
void sqlite_rows_forget(struct store_engine *engine);

/* care.c */
int sqlite_check(struct store_engine *engine, struct store_report *report, struct err *e);
int sqlite_footprint(struct store_engine *engine, uint64_t *bytes, struct err *e);
int sqlite_reclaim(struct store_engine *engine, struct err *e);
int sqlite_backup(struct store_engine *engine, const char *path, struct err *e);

/* rescue.c */
int sqlite_rescue(struct store_engine *engine, const char *sql, bool *hurt, struct err *e);

/* contents.c */
int sqlite_contents(struct store_engine *engine, const char *sql, struct store_report *report, struct err *e);

/* written.c. Whether the file's contents are these statements, word for word. False: perhaps not. */
bool sqlite_as_written(struct store_engine *engine, struct str sql);
/* Whether two statements have the same words; spaces and quotes do not count. */
bool sqlite_same_words(struct str a, struct str b);

/* sums.c. Follows every row that is written from now on; again after the tables have changed. */
int sqlite_sums_follow(struct store_engine *engine, struct err *e);
int sqlite_sums_make(struct store_engine *engine, struct err *e);
int sqlite_sums_check(struct store_engine *engine, struct store_report *report, struct err *e);
/* What was written since the mark is undone. */
size_t sqlite_sums_mark(const struct store_engine *engine);
void sqlite_sums_back(struct store_engine *engine, size_t mark);
/* Inside the transaction of the rows, before it commits. */
int sqlite_sums_write(struct store_engine *engine, struct err *e);
void sqlite_sums_drop(struct store_engine *engine);

/* Makes the file where there is none, for its owner alone: a store holds passwords, and what people read. SQLite gives the files beside it
 * the same rights. What cannot be made, opening it will tell. */
void sqlite_make_file(const char *path);

#endif
