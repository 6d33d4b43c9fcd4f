/* Whether the file holds the tables and indexes that weft makes, and nothing else.
 *
 * In: a file, and the statements that make a store of its number. Out: a sentence for each table, index, view or trigger that differs.
 * A file may come from anybody. A view that stands where a table should never ends, a trigger deletes what is not asked for, a renamed
 * column gives a wrong answer: so the table of contents is compared with the one that the statements leave in an empty database, before
 * any row is read. Spaces and quotes do not count: versions of SQLite rewrite a statement in different ways when a column is added.
 * Cost: that of making an empty store in memory. */
#include <stdio.h>

#include "store/sqlite/sqlite.h"

#define CONTENTS \
    "SELECT name, type, coalesce(sql, ''), tbl_name FROM main.sqlite_master WHERE name NOT GLOB 'sqlite_stat*' ORDER BY name, type"

void sqlite_say(struct store_report *report, const char *words)
{
    report->faults++;
    if (report->say)
        report->say(report->context, words);
}

int sqlite_prepare(struct store_engine *engine, sqlite3_stmt **out, const char *sql, struct err *e)
{
    int got = sqlite3_prepare_v2(engine->db, sql, -1, out, NULL);
    return got == SQLITE_OK ? 0 : sqlite_failed(engine, got, e);
}

static const char *column(sqlite3_stmt *row, int i)
{
    const char *text = (const char *)sqlite3_column_text(row, i);
    return text ? text : "";
}

static bool same_row(sqlite3_stmt *a, sqlite3_stmt *b)
{
    return sqlite_same_words(str_of(column(a, 2)), str_of(column(b, 2))) && strcmp(column(a, 3), column(b, 3)) == 0;
}

PRINTF(2, 3) static void say(struct store_report *report, const char *format, ...)
{
    char words[512];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    sqlite_say(report, words);
}

/* By name, then type: below 0 where the file has something we do not, above 0 where it lacks something. */
static int order(sqlite3_stmt *theirs, int got, sqlite3_stmt *ours, int want)
{
    if (got != SQLITE_ROW || want != SQLITE_ROW)
        return got == SQLITE_ROW ? -1 : 1;
    int by_name = strcmp(column(theirs, 0), column(ours, 0));
    return by_name ? by_name : strcmp(column(theirs, 1), column(ours, 1));
}

/* Walks along both lists at once. */
static int compare(struct store_engine *engine, sqlite3_stmt *theirs, sqlite3_stmt *ours, struct store_report *report,
                   struct err *e)
{
    int got = sqlite3_step(theirs), want = sqlite3_step(ours);
    while (got == SQLITE_ROW || want == SQLITE_ROW) {
        int by = order(theirs, got, ours, want);
        if (by < 0)
            say(report, "weft did not make the %s '%.100s'", column(theirs, 1), column(theirs, 0));
        else if (by > 0 && got != SQLITE_DONE && got != SQLITE_ROW)
            break;
        else if (by > 0)
            say(report, "the %s '%s' is missing", column(ours, 1), column(ours, 0));
        else if (!same_row(theirs, ours))
            say(report, "the %s '%s' is not as weft made it", column(ours, 1), column(ours, 0));
        if (by <= 0)
            got = sqlite3_step(theirs);
        if (by >= 0)
            want = sqlite3_step(ours);
    }
    return got == SQLITE_DONE || got == SQLITE_ROW ? 0 : sqlite_failed(engine, got, e);
}

int sqlite_contents(struct store_engine *engine, const char *sql, struct store_report *report, struct err *e)
{
    struct store_engine model = { .place = engine->place };
    sqlite3_stmt *theirs = NULL, *ours = NULL;
    if (sqlite_as_written(engine, str_of(sql)))
        return 0;
    int got = sqlite3_open_v2(":memory:", &model.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, NULL);
    int code = got == SQLITE_OK ? sqlite_script(&model, sql, e) : sqlite_failed(&model, got, e);
    if (code == 0)
        code = sqlite_prepare(&model, &ours, CONTENTS, e);
    if (code == 0)
        code = sqlite_prepare(engine, &theirs, CONTENTS, e);
    if (code == 0)
        code = compare(engine, theirs, ours, report, e);
    sqlite3_finalize(theirs);
    sqlite3_finalize(ours);
    sqlite3_close(model.db);
    return code;
}
