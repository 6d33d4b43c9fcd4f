/* Databases such as browsers have, made by the test itself. */
#ifndef TESTS_TRACK_DATABASES_H
#define TESTS_TRACK_DATABASES_H

#include <sqlite3.h>
#include <stdlib.h>

#include "tests/store/folder.h"
#include "tests/tap.h"

/* Runs the statements on the database at `path` and leaves it open. */
__attribute__((unused)) static sqlite3 *database(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    char *wrong = NULL;
    if (sqlite3_open(path, &db) || sqlite3_exec(db, sql, NULL, NULL, &wrong)) {
        printf("# %s\n", wrong ? wrong : "cannot be opened");
        abort();
    }
    return db;
}

#define FIREFOX_SCHEMA \
    "CREATE TABLE moz_places (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, visit_count INTEGER DEFAULT 0, last_visit_date INTEGER);" \
    "CREATE TABLE moz_bookmarks (id INTEGER PRIMARY KEY, type INTEGER, fk INTEGER, parent INTEGER, position INTEGER, title LONGVARCHAR," \
    " dateAdded INTEGER, guid TEXT);"
#define CHROMIUM_SCHEMA \
    "CREATE TABLE urls (id INTEGER PRIMARY KEY, url LONGVARCHAR, title LONGVARCHAR, visit_count INTEGER DEFAULT 0, last_visit_time INTEGER);"

#endif
