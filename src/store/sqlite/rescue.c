/* A file whose own structures are damaged, built anew from what can be read of it.
 *
 * In: a store that opens, and the statements that make an empty one. Out: the same file with every row that could be reached, and indexes
 * that fit them. The tables are ours, whatever the old file says of its own: of those only real ones with as many columns as ours are read,
 * and no column that is computed, so nothing that a stranger wrote is run.
 * The rows go into a file beside it, table by table along the key: from the first until one cannot be read, from the last back, and from
 * points between, so that a damaged piece costs what lies in it. Then SQLite's own copying puts that file in the place of the old
 * content, in one transaction: other processes wait for it, and where it fails all is as it was. What rows mean is store_verify()'s
 * business.
 * Cost: O(all bytes), and at most POINTS times what lies between the first and the last damage. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/limits.h"
#include "store/sqlite/sqlite.h"

enum { POINTS = 64 };

struct rescue {
    struct store_engine *engine;
    struct store_engine into; /* its `place` is the engine's, for the words */
    bool hurt;                /* a row could not be reached */
};

struct table {
    const char *name;
    int n;                    /* columns */
    char key[256], back[256]; /* "page, number", and the other way round, as the old file calls them */
    char first[128];          /* column of the key */
    int first_at;
    sqlite3_stmt *insert;
};

static bool is_damage(int got)
{
    return (got & 0xff) == SQLITE_CORRUPT || (got & 0xff) == SQLITE_NOTADB || (got & 0xff) == SQLITE_IOERR;
}

/* ---- Rows ---- */

static int keep_row(struct rescue *r, const struct table *t, sqlite3_stmt *row, struct err *e)
{
    for (int i = 0; i < sqlite3_column_count(row); i++)
        sqlite3_bind_value(t->insert, i + 1, sqlite3_column_value(row, i));
    int got = sqlite3_step(t->insert);
    sqlite3_reset(t->insert);
    return got == SQLITE_DONE ? 0 : sqlite_failed(&r->into, got, e);
}

/* A way along the key: from `from` on, until the end, a row that cannot be read, or `until`. */
struct way {
    bool back;
    int64_t from, until;
    int64_t last; /* out: first column of the last row that was read */
    bool ended;   /* out: there was nothing more */
};

static int follow(struct rescue *r, const struct table *t, struct way *w, struct err *e)
{
    char sql[1024];
    sqlite3_stmt *row = NULL;
    int code = 0, got;
    snprintf(sql, sizeof sql, "SELECT * FROM %s NOT INDEXED WHERE %s %s %lld ORDER BY %s", t->name, t->first,
             w->back ? "<=" : ">=", (long long)w->from, w->back ? t->back : t->key);
    w->last = w->from;
    if ((code = sqlite_prepare(r->engine, &row, sql, e)))
        return code;
    while ((got = sqlite3_step(row)) == SQLITE_ROW && code == 0) {
        w->last = sqlite3_column_int64(row, t->first_at);
        if (w->back ? w->last < w->until : w->last > w->until)
            break;
        code = keep_row(r, t, row, e);
    }
    w->ended = got == SQLITE_DONE;
    sqlite3_finalize(row);
    if (code || got == SQLITE_ROW || got == SQLITE_DONE)
        return code;
    r->hurt = true;
    return is_damage(got) ? 0 : sqlite_failed(r->engine, got, e);
}

/* Between the first and the last damage. */
static int follow_between(struct rescue *r, const struct table *t, int64_t low, int64_t high, struct err *e)
{
    int64_t covered = low;
    for (int64_t i = 1; i < POINTS && low < high; i++) {
        int64_t point = low + (int64_t)((double)(high - low) / POINTS * (double)i);
        struct way on = { .from = point, .until = high }, back = { .back = true, .from = point, .until = covered };
        if (point <= covered)
            continue;
        int code = follow(r, t, &back, e);
        if (code == 0)
            code = follow(r, t, &on, e);
        if (code)
            return code;
        covered = MAX(covered, on.last);
    }
    return 0;
}

static int copy_rows(struct rescue *r, const struct table *t, struct err *e)
{
    struct way on = { .from = INT64_MIN, .until = INT64_MAX }, back = { .back = true, .from = INT64_MAX, .until = INT64_MIN };
    int code = follow(r, t, &on, e);
    if (code || on.ended)
        return code;
    if ((code = follow(r, t, &back, e)))
        return code;
    int64_t low = on.last == INT64_MIN ? 0 : on.last, high = back.last == INT64_MAX ? low + (INT64_C(1) << 20) : back.last;
    return follow_between(r, t, low, high, e);
}

/* ---- Tables ---- */

/* How many columns the old file has for the table: 0 where there is no real table of that name, or one has columns that are computed. */
static int old_columns(struct rescue *r, const char *name, int *n, struct err *e)
{
    sqlite3_stmt *row = NULL;
    int code = sqlite_prepare(r->engine, &row,
                              "SELECT count(*) FROM pragma_table_xinfo(?1) c WHERE NOT EXISTS(SELECT 1 FROM pragma_table_xinfo(?1)"
                              " WHERE hidden) AND EXISTS(SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = ?1"
                              " AND rootpage > 0)",
                              e);
    if (code)
        return code;
    sqlite3_bind_text(row, 1, name, -1, SQLITE_STATIC);
    *n = sqlite3_step(row) == SQLITE_ROW ? sqlite3_column_int(row, 0) : 0;
    sqlite3_finalize(row);
    return 0;
}

/* Our n-th column by the name that the old file has for it, in quotes. */
static bool old_name(struct rescue *r, const struct table *t, int at, char *out, size_t room)
{
    sqlite3_stmt *row = NULL;
    struct err lost;
    if (sqlite_prepare(r->engine, &row, "SELECT printf('\"%w\"', name) FROM pragma_table_info(?1) WHERE cid = ?2", &lost))
        return false;
    sqlite3_bind_text(row, 1, t->name, -1, SQLITE_STATIC);
    sqlite3_bind_int(row, 2, at);
    bool found =
        sqlite3_step(row) == SQLITE_ROW && snprintf(out, room, "%s", (const char *)sqlite3_column_text(row, 0)) < (int)room;
    sqlite3_finalize(row);
    return found;
}

static void add_key(struct table *t, int at, const char *name)
{
    size_t key = strlen(t->key), back = strlen(t->back);
    if (key == 0) {
        snprintf(t->first, sizeof t->first, "%s", name);
        t->first_at = at;
    }
    snprintf(t->key + key, sizeof t->key - key, "%s%s", key ? ", " : "", name);
    snprintf(t->back + back, sizeof t->back - back, "%s%s DESC", back ? ", " : "", name);
}

/* The key of a table of ours. *usable: the old file has one that can be read like it. A table of texts (hosts and what was learnt of them)
 * is copied as far as it goes: its key is no number to look for points in. */
static int describe(struct rescue *r, struct table *t, bool *usable, struct err *e)
{
    sqlite3_stmt *column = NULL;
    char name[128];
    int n, got, code = old_columns(r, t->name, &n, e);
    if (code == 0)
        code = sqlite_prepare(&r->into, &column, "SELECT cid, pk FROM pragma_table_info(?1) ORDER BY pk", e);
    if (code)
        return code;
    sqlite3_bind_text(column, 1, t->name, -1, SQLITE_STATIC);
    bool named = true;
    while ((got = sqlite3_step(column)) == SQLITE_ROW) {
        t->n++;
        if (sqlite3_column_int(column, 1) == 0)
            continue;
        named &= old_name(r, t, sqlite3_column_int(column, 0), name, sizeof name);
        if (named)
            add_key(t, sqlite3_column_int(column, 0), name);
    }
    sqlite3_finalize(column);
    *usable = named && n == t->n;
    return got == SQLITE_DONE ? 0 : sqlite_failed(&r->into, got, e);
}

static int copy_table(struct rescue *r, const char *name, struct err *e)
{
    struct table t = { .name = name };
    char sql[512];
    bool usable = false;
    int code = describe(r, &t, &usable, e);
    if (code)
        return code;
    if (!usable) {
        r->hurt = true;
        return 0;
    }
    size_t len = (size_t)snprintf(sql, sizeof sql, "INSERT OR IGNORE INTO %s VALUES(?", name);
    for (int i = 1; i < t.n; i++)
        len += (size_t)snprintf(sql + len, sizeof sql - len, ", ?");
    snprintf(sql + len, sizeof sql - len, ")");
    if ((code = sqlite_prepare(&r->into, &t.insert, sql, e)))
        return code;
    code = copy_rows(r, &t, e);
    sqlite3_finalize(t.insert);
    return code;
}

/* ---- Indexes ---- */

/* What the indexes know of rows that could not be reached: which number is which page, user and kind of content. SQLite answers such a
 * question from the index alone. */
static const struct {
    const char *ask, *keep;
} known[] = {
    { "SELECT id, url FROM page", "INSERT OR IGNORE INTO page(id, url, added_at, host) VALUES(?1, ?2, 0, '')" },
    { "SELECT id, canonical FROM page WHERE canonical IS NOT NULL",
      "UPDATE page SET canonical = ?2 WHERE id = ?1 AND canonical IS NULL" },
    { "SELECT id, host FROM page WHERE host IS NOT NULL", "UPDATE page SET host = ?2 WHERE id = ?1 AND host = ''" },
    { "SELECT id, next_check_at FROM page WHERE next_check_at IS NOT NULL",
      "UPDATE page SET next_check_at = ?2 WHERE id = ?1 AND next_check_at IS NULL" },
    { "SELECT id, name FROM person", "INSERT OR IGNORE INTO person(id, name, added_at) VALUES(?1, ?2, 0)" },
    { "SELECT id, name FROM media", "INSERT OR IGNORE INTO media(id, name) VALUES(?1, ?2)" },
};

/* A table that is not ours has nothing to say. */
static int ask_index(struct rescue *r, size_t i, struct err *e)
{
    struct table t = { 0 };
    sqlite3_stmt *row = NULL;
    struct err lost;
    if (sqlite_prepare(r->engine, &row, known[i].ask, &lost))
        return 0;
    int got = SQLITE_DONE, code = sqlite_prepare(&r->into, &t.insert, known[i].keep, e);
    while (code == 0 && (got = sqlite3_step(row)) == SQLITE_ROW)
        code = keep_row(r, &t, row, e);
    sqlite3_finalize(row);
    sqlite3_finalize(t.insert);
    return code || got == SQLITE_DONE || is_damage(got) ? code : sqlite_failed(r->engine, got, e);
}

static int ask_indexes(struct rescue *r, struct err *e)
{
    int code = 0;
    for (size_t i = 0; r->hurt && code == 0 && i < ARRAY_LEN(known); i++)
        code = ask_index(r, i, e);
    return code;
}

/* ---- All of it ---- */

/* Every table of ours. */
static int fill_tables(struct rescue *r, struct err *e)
{
    sqlite3_stmt *row = NULL;
    int got, code = sqlite_prepare(&r->into, &row, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid", e);
    if (code)
        return code;
    while ((got = sqlite3_step(row)) == SQLITE_ROW && code == 0)
        code = copy_table(r, (const char *)sqlite3_column_text(row, 0), e);
    sqlite3_finalize(row);
    return code || got == SQLITE_DONE || got == SQLITE_ROW ? code : sqlite_failed(&r->into, got, e);
}

/* The numbers that make it a store, and one of this schema. */
static int copy_numbers(struct rescue *r, struct err *e)
{
    static const char *const names[] = { "application_id", "user_version" };
    for (size_t i = 0; i < ARRAY_LEN(names); i++) {
        char sql[128];
        sqlite3_stmt *row = NULL;
        snprintf(sql, sizeof sql, "PRAGMA %s", names[i]);
        int code = sqlite_prepare(r->engine, &row, sql, e);
        if (code)
            return code;
        int got = sqlite3_step(row);
        snprintf(sql, sizeof sql, "PRAGMA %s = %d", names[i], sqlite3_column_int(row, 0));
        sqlite3_finalize(row);
        if (got != SQLITE_ROW)
            return sqlite_failed(r->engine, got, e);
        if ((code = sqlite_script(&r->into, sql, e)))
            return code;
    }
    return 0;
}

/* ---- Back into the file ---- */

static int put_in_place(struct rescue *r, struct err *e)
{
    sqlite3_backup *backup = sqlite3_backup_init(r->engine->db, "main", r->into.db, "main");
    int got = backup ? sqlite3_backup_step(backup, -1) : sqlite3_errcode(r->engine->db);
    if (backup)
        sqlite3_backup_finish(backup);
    return got == SQLITE_DONE ? 0 : sqlite_failed(r->engine, got, e);
}

static int rebuild(struct rescue *r, const char *sql, struct err *e)
{
    int code = sqlite_script(&r->into, "PRAGMA page_size = 1024; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN", e);
    if (code == 0 && (code = copy_numbers(r, e)) == 0 && (code = sqlite_script(&r->into, sql, e)) == 0
        && (code = fill_tables(r, e)) == 0 && (code = ask_indexes(r, e)) == 0 && (code = sqlite_script(&r->into, "COMMIT", e)) == 0)
        code = put_in_place(r, e);
    return code;
}

/* ---- The damaged file ---- */

/* A file that is not there needs no copy. */
static int copy_file(const char *from, const char *to, struct err *e)
{
    struct stat about;
    int in = open(from, O_RDONLY | O_CLOEXEC);
    if (in < 0)
        return errno == ENOENT ? 0 : err_system(e, "%s", from);
    int out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    int code = out < 0 || fstat(in, &about) ? err_system(e, "%s", to) : 0;
    for (off_t left = code ? 0 : about.st_size; left > 0 && code == 0;) {
        ssize_t n = sendfile(out, in, NULL, (size_t)left);
        if (n <= 0)
            code = err_system(e, "%s", to);
        left -= n;
    }
    if (code == 0 && fsync(out))
        code = err_system(e, "%s", to);
    if (out >= 0)
        close(out);
    close(in);
    return code;
}

/* Whoever has better tools may yet get more out of it. An earlier one is not overwritten. */
static int keep_damaged(struct store_engine *engine, struct err *e)
{
    char wal[4096], name[4096], name_wal[4096];
    for (unsigned i = 1;; i++) {
        int n = i == 1 ? snprintf(name, sizeof name, "%s.damaged", engine->place)
                       : snprintf(name, sizeof name, "%s.damaged-%u", engine->place, i);
        if (n >= (int)sizeof name - 8)
            return err_set(e, E_USAGE, "%s: the name is too long", engine->place);
        if (access(name, F_OK))
            break;
    }
    snprintf(wal, sizeof wal, "%s-wal", engine->place);
    if (snprintf(name_wal, sizeof name_wal, "%s-wal", name) >= (int)sizeof name_wal)
        return err_set(e, E_USAGE, "%s: the name is too long", engine->place);
    int code = copy_file(engine->place, name, e);
    return code ? code : copy_file(wal, name_wal, e);
}

int sqlite_rescue(struct store_engine *engine, const char *sql, bool *hurt, struct err *e)
{
    char temp[4096];
    struct rescue r = { .engine = engine, .into = { .place = engine->place } };
    if (snprintf(temp, sizeof temp, "%s.weft-%ld.tmp", engine->place, (long)getpid()) >= (int)sizeof temp)
        return err_set(e, E_USAGE, "%s: the name is too long", engine->place);
    if (keep_damaged(engine, e))
        return e->code;
    sqlite_rows_forget(engine);
    unlink(temp);
    sqlite_make_file(temp);
    int got = sqlite3_open_v2(temp, &r.into.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    int code = got == SQLITE_OK ? rebuild(&r, sql, e) : sqlite_failed(&r.into, got, e);
    sqlite3_close(r.into.db);
    unlink(temp);
    if (code == 0)
        *hurt = r.hurt;
    return code;
}
