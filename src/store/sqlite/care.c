/* The care of the file: SQLite's own check, its size, giving room back, and a copy while others write. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/sqlite/sqlite.h"

/* What SQLite finds names pages and cells of the file, which help nobody: counted by what is wrong, and said in words. */
enum damage { DAMAGE_STRUCTURE, DAMAGE_INDEX, DAMAGE_UNUSED, DAMAGES };

static enum damage damage_of(struct str line)
{
    if (str_find(line, STR("index"), 0) != SIZE_MAX)
        return DAMAGE_INDEX;
    bool unused = str_find(line, STR("never used"), 0) != SIZE_MAX || str_find(line, STR("Freelist"), 0) != SIZE_MAX;
    return unused ? DAMAGE_UNUSED : DAMAGE_STRUCTURE;
}

/* A row may have many lines, the first of which only names the database. */
static void count_lines(struct str lines, uint64_t n[DAMAGES])
{
    while (lines.len) {
        struct str line = str_cut(&lines, '\n');
        if (line.len && !str_starts(line, STR("***")) && !str_eq(line, STR("ok")))
            n[damage_of(line)]++;
    }
}

static void say_damage(struct store_report *report, const uint64_t n[DAMAGES])
{
    static const struct {
        const char *one, *many;
    } words[DAMAGES] = {
        [DAMAGE_STRUCTURE] = { "the structures of the file are damaged", "places where the structures of the file are damaged" },
        [DAMAGE_INDEX] = { "an index of the file does not agree with its rows", "entries of indexes do not agree with their rows" },
        [DAMAGE_UNUSED] = { "a stretch of the file belongs to nothing", "stretches of the file belong to nothing" },
    };
    for (unsigned i = 0; i < DAMAGES; i++) {
        char said[128];
        if (n[i] == 0)
            continue;
        snprintf(said, sizeof said, "%llu %s", (unsigned long long)n[i], words[i].many);
        sqlite_say(report, n[i] == 1 ? words[i].one : said);
        report->faults += n[i] - 1;
    }
}

/* Damage can end the check itself; that is a fault like others. */
int sqlite_check(struct store_engine *engine, struct store_report *report, struct err *e)
{
    sqlite3_stmt *statement;
    uint64_t n[DAMAGES] = { 0 };
    int got = sqlite3_prepare_v2(engine->db, "PRAGMA integrity_check(100)", -1, &statement, NULL);
    if (got == SQLITE_OK)
        while ((got = sqlite3_step(statement)) == SQLITE_ROW) {
            const char *words = (const char *)sqlite3_column_text(statement, 0);
            count_lines(str_of(words ? words : ""), n);
        }
    int code = got == SQLITE_DONE ? 0 : sqlite_failed(engine, got, e);
    sqlite3_finalize(statement);
    bool damaged = (got & 0xff) == SQLITE_CORRUPT;
    n[DAMAGE_STRUCTURE] += damaged;
    say_damage(report, n);
    return damaged ? 0 : code;
}

int sqlite_footprint(struct store_engine *engine, uint64_t *bytes, struct err *e)
{
    static const char *const endings[] = { "", "-wal" }; /* -shm is memory that is shared, and goes when the last one closes */
    uint64_t all = 0;
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        char path[4096];
        struct stat about;
        snprintf(path, sizeof path, "%s%s", engine->place, endings[i]);
        if (stat(path, &about) == 0)
            all += (uint64_t)about.st_size;
        else if (i == 0)
            return err_system(e, "%s", path);
    }
    *bytes = all;
    return 0;
}

/* A reader that is still at an earlier state keeps the log as it is; that is no failure, the next one clears it. */
static int clear_log(struct store_engine *engine, struct err *e)
{
    int got = sqlite3_wal_checkpoint_v2(engine->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    return got == SQLITE_OK || (got & 0xff) == SQLITE_BUSY || (got & 0xff) == SQLITE_LOCKED ? 0 : sqlite_failed(engine, got, e);
}

int sqlite_reclaim(struct store_engine *engine, struct err *e)
{
    sqlite_rows_forget(engine);
    int code = sqlite_script(engine, "VACUUM", e);
    return code ? code : clear_log(engine, e);
}

/* One step over all pages inside one reading transaction: in WAL mode writers go on meanwhile. */
static int copy_all(struct store_engine *engine, sqlite3 *to, struct err *e)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", engine->db, "main");
    int got = backup ? sqlite3_backup_step(backup, -1) : sqlite3_errcode(to);
    if (backup)
        sqlite3_backup_finish(backup);
    if (got == SQLITE_DONE)
        return 0;
    struct store_engine target = { .db = to, .place = engine->place };
    return sqlite_failed(&target, got == SQLITE_OK ? SQLITE_ERROR : got, e);
}

static int sync_path(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    int got = fd < 0 ? -1 : fsync(fd);
    if (fd >= 0)
        close(fd);
    return got;
}

/* What an earlier copy of that name has beside it. Its log would be taken for one of the new file, and written into it. The log goes into
 * its own file first: whoever interrupts us finds the earlier copy whole. */
static void drop_log(const char *path)
{
    static const char *const endings[] = { "-wal", "-shm" };
    sqlite3 *earlier = NULL;
    if (access(path, F_OK) == 0 && sqlite3_open_v2(path, &earlier, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) == SQLITE_OK)
        sqlite3_wal_checkpoint_v2(earlier, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_close(earlier);
    for (size_t i = 0; i < ARRAY_LEN(endings); i++) {
        char beside[4096];
        if (snprintf(beside, sizeof beside, "%s%s", path, endings[i]) < (int)sizeof beside)
            unlink(beside);
    }
}

int sqlite_backup(struct store_engine *engine, const char *path, struct err *e)
{
    char temp[4096];
    sqlite3 *to = NULL;
    if (snprintf(temp, sizeof temp, "%s.weft-%ld.tmp", path, (long)getpid()) >= (int)sizeof temp)
        return err_set(e, E_USAGE, "%s: the name is too long", path);
    unlink(temp);
    sqlite_make_file(temp);
    int got = sqlite3_open_v2(temp, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
    int code = 0;
    if (got != SQLITE_OK) {
        errno = to ? sqlite3_system_errno(to) : ENOMEM;
        code = err_system(e, "%s", path);
    } else {
        sqlite3_exec(to, "PRAGMA page_size = 1024; PRAGMA synchronous = FULL", NULL, NULL, NULL);
        if (copy_all(engine, to, e))
            code = err_in(e, "%s is not written", path);
    }
    sqlite3_close(to);
    if (code == 0 && sync_path(temp))
        code = err_system(e, "%s", path);
    if (code == 0)
        drop_log(path);
    if (code == 0 && rename(temp, path))
        code = err_system(e, "%s", path);
    if (code)
        unlink(temp);
    return code;
}
