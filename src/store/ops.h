/* What an engine must do: transactions, statements and rows, and the care of its files. Nothing here knows pages or versions.
 *
 * The schema and every statement stand once, above this line, in the SQL that SQLite 3.35 and PostgreSQL 12 both speak: $1 $2 ... for
 * values, INSERT ... ON CONFLICT ... RETURNING. Where the two differ, struct store_dialect has the words. An engine is a table of these
 * calls and passes tests/store/conformance.c.
 *
 * Contract of all calls: 0 or E_*, with a sentence that names the place and says what to do. A failure inside a transaction leaves it open
 * for rollback(). */
#ifndef STORE_OPS_H
#define STORE_OPS_H

#include "store/store.h"

/* What a transaction is for. UNSYNCED: for writing, and its commit does not wait for the disk. */
enum store_mode { STORE_READS, STORE_WRITES, STORE_WRITES_UNSYNCED };

enum value_kind { VALUE_NULL, VALUE_NUMBER, VALUE_TEXT, VALUE_BYTES };

struct value {
    enum value_kind kind;
    int64_t number;
    struct str bytes; /* must live until rows_open() returns */
};

/* Words of a schema that engines spell differently. */
struct store_dialect {
    const char *id;    /* "{id}": a 64-bit primary key that the engine counts up */
    const char *bytes; /* "{bytes}": a column of bytes */
    const char *tight; /* "{tight}": behind a table whose rows should lie in its primary key */
};

struct store_rows; /* the engine's running statement */

struct store_ops {
    const char *name;
    struct store_dialect dialect;

    /* ---- life ---- */
    int (*open)(const char *place, const struct store_options *options, struct store_engine **out, struct err *e);
    void (*close)(struct store_engine *engine);

    /* ---- schema: a number that changes with the transaction it is set in; 0 in a store just made ---- */
    int (*schema_get)(struct store_engine *engine, int *number, struct err *e);
    int (*schema_set)(struct store_engine *engine, int number, struct err *e);
    /* Several statements without values, separated by ";". */
    int (*script)(struct store_engine *engine, const char *sql, struct err *e);
    /* A fault for each thing in the store that is not as the statements `sql` leave it in an empty one, or that they do not make. Nothing
     * of the store is run for it. */
    int (*contents)(struct store_engine *engine, const char *sql, struct store_report *report, struct err *e);

    /* ---- sums of rows: a changed bit in any row is found ---- */
    int (*sums_follow)(struct store_engine *engine, struct err *e); /* from now on, and again after a change of the schema */
    int (*sums_make)(struct store_engine *engine, struct err *e);   /* anew, from the rows as they are; inside a transaction */
    int (*sums_check)(struct store_engine *engine, struct store_report *report, struct err *e); /* a fault for each that differs */

    /* ---- transactions: begin() waits for other writers; a reading one sees one state ---- */
    int (*begin)(struct store_engine *engine, enum store_mode mode, struct err *e);
    int (*commit)(struct store_engine *engine, struct err *e);
    void (*rollback)(struct store_engine *engine);
    int (*sync)(struct store_engine *engine, struct err *e); /* what was committed is on the disk */
    struct store_lock_time (*lock_time)(struct store_engine *engine);
    /* A part inside a transaction, one at a time. */
    int (*part_begin)(struct store_engine *engine, struct err *e);
    int (*part_keep)(struct store_engine *engine, struct err *e);
    int (*part_undo)(struct store_engine *engine, struct err *e);
    /* A number that is another one when somebody else has committed since it was last asked for, also another connection of this process.
     * Inside a transaction: of the state that it sees. */
    int (*stamp)(struct store_engine *engine, int64_t *out, struct err *e);

    /* ---- statements: `sql` is a constant, the engine may keep what it made of it. Rows end with rows_close(), also after a failure.
     * number() and bytes() give 0 and "" for NULL; bytes hold until the next rows_next(). ---- */
    int (*rows_open)(struct store_engine *engine, const char *sql, const struct value *value, unsigned n, struct store_rows **out,
                     struct err *e);
    int (*rows_next)(struct store_rows *rows, struct err *e); /* 1: a row; 0: no more */
    int64_t (*number)(struct store_rows *rows, unsigned column);
    struct str (*bytes)(struct store_rows *rows, unsigned column);
    bool (*is_null)(struct store_rows *rows, unsigned column);
    int64_t (*changed)(struct store_rows *rows); /* after the last rows_next(): the rows that an UPDATE or DELETE met */
    void (*rows_close)(struct store_rows *rows);

    /* ---- care ---- */
    /* The engine's own structures: a sentence for each fault; *faults counts them. */
    int (*check)(struct store_engine *engine, struct store_report *report, struct err *e);
    /* Builds the store anew: the structures from `sql`, as for contents(), with the rows that can be read; all is as it was where it fails.
     * `hurt`: some could not be. Not inside a transaction. */
    int (*rescue)(struct store_engine *engine, const char *sql, bool *hurt, struct err *e);
    int (*footprint)(struct store_engine *engine, uint64_t *bytes, struct err *e);
    int (*reclaim)(struct store_engine *engine, struct err *e);
    int (*backup)(struct store_engine *engine, const char *path, struct err *e);
};

extern const struct store_ops store_sqlite;

#endif
