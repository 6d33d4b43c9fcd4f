/* The n-th statement of a store fails. A test that includes this is linked with --wrap=sqlite3_step (tests/meson.build), so that every call
 * goes here. What takes a transaction back does not fail. */
#ifndef TESTS_STORE_STATEMENT_H
#define TESTS_STORE_STATEMENT_H

#include <sqlite3.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static struct {
    atomic_long until; /* statements until the one that fails; 0 or less: none does */
    atomic_bool struck;
    bool undoes; /* the transaction around it is undone, as SQLite does where the disk is full */
    char sql[80];
} statement_fault;

int __real_sqlite3_step(sqlite3_stmt *statement);
int __wrap_sqlite3_step(sqlite3_stmt *statement);

int __wrap_sqlite3_step(sqlite3_stmt *statement)
{
    const char *sql = sqlite3_sql(statement);
    bool goes_on = sqlite3_stmt_busy(statement); /* the next row of one that was counted */
    if (!sql || goes_on || strncmp(sql, "ROLLBACK", 8) == 0 || atomic_fetch_sub(&statement_fault.until, 1) != 1)
        return __real_sqlite3_step(statement);
    statement_fault.struck = true;
    snprintf(statement_fault.sql, sizeof statement_fault.sql, "%s", sql);
    if (statement_fault.undoes && !sqlite3_get_autocommit(sqlite3_db_handle(statement)))
        sqlite3_exec(sqlite3_db_handle(statement), "ROLLBACK", NULL, NULL, NULL);
    if (strncmp(sql, "PRAGMA table_info", 17)
        == 0) { /* SQLite runs it inside of another and asks it for the failure when it closes it */
        sqlite3_interrupt(sqlite3_db_handle(statement));
        return __real_sqlite3_step(statement);
    }
    return SQLITE_FULL;
}

static void statement_strike(long at, bool undoes)
{
    statement_fault.struck = false;
    statement_fault.undoes = undoes;
    statement_fault.until = at;
}

#endif
