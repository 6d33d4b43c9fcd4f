/* A sum for every group of rows, so that a changed bit anywhere in them is found.
 *
 * In: every row that is written, by SQLite's hook. Out: the table `rowsum`, which changes in the transaction of the rows, and a sentence
 * for each group whose rows do not give its sum. SQLite keeps no checksums: a bit that flips in an address or a date reads like any other.
 * The sum of a group is the exclusive or of the hashes of its rows, so a change takes the old row out and puts the new one in without a
 * look at the others. A group is 256 keys of a table with numbers for keys, or else the table.
 * Invariants: 1. the journal holds the changes of the open transaction, in order, and is written before it commits; 2. what a statement
 * or a part undoes leaves the journal; 3. bytes of frames are left out: a body has a digest of its own.
 * Cost: a hash for each row written and a statement for each group touched by a transaction; checking reads every row but no frame. */
#include <stdio.h>
#include <stdlib.h>

#include "base/hash.h"
#include "store/sqlite/sqlite.h"

enum {
    GROUP_BITS = 8,
    COLUMNS_MAX = 64, /* of a table; the widest has 15 */
    TABLES_MAX = 128
};

struct sum_table {
    char name[64];
    int n;             /* columns */
    int key;           /* the first of the primary key, where it is a number; else -1 */
    uint64_t not_null; /* a bit for each column */
    uint64_t left_out; /* likewise */
};

/* One row that came or went. */
struct sum_entry {
    uint32_t table;
    int64_t group;
    uint64_t sum;
};

struct sums {
    struct sum_table table[TABLES_MAX];
    uint32_t n_tables;
    struct sum_entry *entry;
    size_t n, room;
};

/* ---- Hashes of rows ---- */

/* A column that was added later reads as NULL from rows that are older, in SQLite's hook, but as its default in a SELECT. The defaults of
 * all columns that must not be NULL are 0. */
static uint64_t hash_value(sqlite3_value *v, bool not_null)
{
    int type = v ? sqlite3_value_type(v) : SQLITE_NULL;
    if (type == SQLITE_INTEGER || (type == SQLITE_NULL && not_null))
        return hash_mix(SQLITE_INTEGER, v ? (uint64_t)sqlite3_value_int64(v) : 0);
    if (type == SQLITE_NULL)
        return hash_mix(SQLITE_NULL, 0);
    const void *bytes = sqlite3_value_blob(v);
    return hash_mix((uint64_t)type, hash_bytes(bytes ? bytes : "", (size_t)sqlite3_value_bytes(v)));
}

static int64_t group_of(const struct sum_table *t, sqlite3_value *const *value)
{
    return t->key < 0 || !value[t->key] ? 0 : sqlite3_value_int64(value[t->key]) >> GROUP_BITS;
}

static uint64_t hash_row(const struct sum_table *t, sqlite3_value *const *value)
{
    uint64_t hash = (uint64_t)t->n;
    for (int i = 0; i < t->n; i++)
        if (!(t->left_out >> i & 1))
            hash = hash_mix(hash, hash_value(value[i], t->not_null >> i & 1));
    return hash;
}

static void journal(struct sums *s, uint32_t table, int64_t group, uint64_t sum)
{
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 64;
        s->entry = heap_grow(s->entry, s->room * sizeof *s->entry);
    }
    s->entry[s->n++] = (struct sum_entry){ table, group, sum };
}

static void journal_row(struct sums *s, uint32_t at, sqlite3 *db, int (*get)(sqlite3 *, int, sqlite3_value **))
{
    const struct sum_table *t = &s->table[at];
    sqlite3_value *value[COLUMNS_MAX] = { 0 };
    for (int i = 0; i < t->n; i++)
        if (get(db, i, &value[i]) != SQLITE_OK)
            value[i] = NULL;
    journal(s, at, group_of(t, value), hash_row(t, value));
}

/* The keys before and after, which SQLite gives as well; tables without row numbers have none. */
#define KEYS sqlite3_int64 old UNUSED, sqlite3_int64 new UNUSED

static void row_changes(void *context, sqlite3 *db, int what, const char *in, const char *name, KEYS)
{
    struct sums *s = context;
    if (strcmp(in, "main") != 0)
        return;
    for (uint32_t i = 0; i < s->n_tables; i++)
        if (strcmp(s->table[i].name, name) == 0) {
            if (what != SQLITE_INSERT)
                journal_row(s, i, db, sqlite3_preupdate_old);
            if (what != SQLITE_DELETE)
                journal_row(s, i, db, sqlite3_preupdate_new);
            return;
        }
}

/* ---- The tables ---- */

static void add_column(struct sums *s, sqlite3_stmt *row)
{
    const char *table = (const char *)sqlite3_column_text(row, 0), *name = (const char *)sqlite3_column_text(row, 1);
    const char *type = (const char *)sqlite3_column_text(row, 4);
    struct sum_table *t = s->n_tables ? &s->table[s->n_tables - 1] : NULL;
    if (!t || strcmp(t->name, table) != 0) {
        if (s->n_tables == TABLES_MAX)
            abort();
        t = &s->table[s->n_tables++];
        *t = (struct sum_table){ .key = -1 };
        snprintf(t->name, sizeof t->name, "%s", table);
    }
    if (t->n == COLUMNS_MAX)
        abort();
    uint64_t bit = (uint64_t)1 << t->n;
    t->not_null |= sqlite3_column_int(row, 2) ? bit : 0;
    t->left_out |= strcmp(name, "frame") == 0 ? bit : 0;
    if (sqlite3_column_int(row, 3) == 1 && strcmp(type, "TEXT") != 0)
        t->key = t->n;
    t->n++;
}

static int find_tables(struct store_engine *engine, struct sums *s, struct err *e)
{
    sqlite3_stmt *row = NULL;
    int got, code = sqlite_prepare(engine, &row,
                                   "SELECT m.name, c.name, c.\"notnull\", c.pk, c.type FROM main.sqlite_master m"
                                   " JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT GLOB 'sqlite_*'"
                                   " AND m.name <> 'rowsum' ORDER BY m.name, c.cid",
                                   e);
    if (code)
        return code;
    s->n_tables = 0;
    while ((got = sqlite3_step(row)) == SQLITE_ROW)
        add_column(s, row);
    sqlite3_finalize(row);
    return got == SQLITE_DONE ? 0 : sqlite_failed(engine, got, e);
}

int sqlite_sums_follow(struct store_engine *engine, struct err *e)
{
    if (!engine->sums) {
        engine->sums = heap_grow(NULL, sizeof *engine->sums);
        *engine->sums = (struct sums){ 0 };
    }
    int code = find_tables(engine, engine->sums, e);
    if (code == 0)
        sqlite3_preupdate_hook(engine->db, row_changes, engine->sums);
    return code;
}

void sqlite_sums_drop(struct store_engine *engine)
{
    if (engine->sums)
        heap_free(engine->sums->entry);
    heap_free(engine->sums);
    engine->sums = NULL;
}

/* ---- The journal ---- */

size_t sqlite_sums_mark(const struct store_engine *engine)
{
    return engine->sums ? engine->sums->n : 0;
}

void sqlite_sums_back(struct store_engine *engine, size_t mark)
{
    if (engine->sums && engine->sums->n > mark)
        engine->sums->n = mark;
}

static int by_group(const void *a, const void *b)
{
    const struct sum_entry *x = a, *y = b;
    if (x->table != y->table)
        return x->table < y->table ? -1 : 1;
    return (x->group > y->group) - (x->group < y->group);
}

/* Several entries of a group become one. */
static void combine(struct sums *s)
{
    size_t to = 0;
    qsort(s->entry, s->n, sizeof *s->entry, by_group);
    for (size_t i = 1; i < s->n; i++)
        if (by_group(&s->entry[to], &s->entry[i]) == 0)
            s->entry[to].sum ^= s->entry[i].sum;
        else
            s->entry[++to] = s->entry[i];
    s->n = to + 1;
}

/* SQL has no exclusive or that both engines know; the bits of one of two that are not in both are the same. */
static const char add_sum[] = "INSERT INTO rowsum(part, number, sum) VALUES($1, $2, $3) ON CONFLICT(part, number)"
                              " DO UPDATE SET sum = (rowsum.sum | excluded.sum) - (rowsum.sum & excluded.sum)";

int sqlite_sums_write(struct store_engine *engine, struct err *e)
{
    struct sums *s = engine->sums;
    if (!s || s->n == 0)
        return 0;
    combine(s);
    for (size_t i = 0; i < s->n; i++) {
        const struct sum_entry *x = &s->entry[i];
        const struct value value[] = { { .kind = VALUE_TEXT, .bytes = str_of(s->table[x->table].name) },
                                       { .kind = VALUE_NUMBER, .number = x->group },
                                       { .kind = VALUE_NUMBER, .number = (int64_t)x->sum } };
        struct store_rows *rows;
        int code = sqlite_rows_open(engine, add_sum, value, ARRAY_LEN(value), &rows, e);
        if (code)
            return code;
        code = sqlite_rows_next(rows, e);
        sqlite_rows_close(rows);
        if (code < 0)
            return code;
    }
    s->n = 0;
    return 0;
}

/* ---- All rows ---- */

/* Every row of a table; those of a group come one behind the other, for tables lie in the order of their keys. */
static int read_table(struct store_engine *engine, struct sums *s, uint32_t at, struct err *e)
{
    const struct sum_table *t = &s->table[at];
    char sql[256];
    sqlite3_stmt *row = NULL;
    snprintf(sql, sizeof sql, "SELECT * FROM main.\"%s\" NOT INDEXED", t->name);
    int got, code = sqlite_prepare(engine, &row, sql, e);
    if (code)
        return code;
    while ((got = sqlite3_step(row)) == SQLITE_ROW) {
        sqlite3_value *value[COLUMNS_MAX] = { 0 };
        for (int i = 0; i < t->n; i++)
            value[i] = t->left_out >> i & 1 ? NULL : sqlite3_column_value(row, i);
        struct sum_entry *last = s->n ? &s->entry[s->n - 1] : NULL;
        int64_t group = group_of(t, value);
        if (last && last->table == at && last->group == group)
            last->sum ^= hash_row(t, value);
        else
            journal(s, at, group, hash_row(t, value));
    }
    sqlite3_finalize(row);
    return got == SQLITE_DONE ? 0 : sqlite_failed(engine, got, e);
}

static int read_tables(struct store_engine *engine, struct sums *s, struct err *e)
{
    int code = find_tables(engine, s, e);
    for (uint32_t i = 0; i < s->n_tables && code == 0; i++)
        code = read_table(engine, s, i, e);
    if (code == 0 && s->n)
        combine(s);
    return code;
}

int sqlite_sums_make(struct store_engine *engine, struct err *e)
{
    struct sums *own = engine->sums;
    struct sums all = { 0 };
    engine->sums = &all;
    int code = read_tables(engine, &all, e);
    if (code == 0)
        code = sqlite_script(engine, "DELETE FROM rowsum", e);
    if (code == 0)
        code = sqlite_sums_write(engine, e);
    heap_free(all.entry);
    engine->sums = own;
    if (own)
        own->n = 0;
    return code;
}

/* ---- Looking ---- */

static uint32_t table_of(const struct sums *s, const char *name)
{
    uint32_t i = 0;
    while (i < s->n_tables && strcmp(s->table[i].name, name) != 0)
        i++;
    return i;
}

/* What is kept is taken out of what was read: a sum that stays is a fault. */
static int take_kept(struct store_engine *engine, struct sums *s, struct err *e)
{
    sqlite3_stmt *row = NULL;
    int got, code = sqlite_prepare(engine, &row, "SELECT part, number, sum FROM rowsum", e);
    if (code)
        return code;
    while ((got = sqlite3_step(row)) == SQLITE_ROW) {
        const char *part = (const char *)sqlite3_column_text(row, 0);
        journal(s, table_of(s, part ? part : ""), sqlite3_column_int64(row, 1), (uint64_t)sqlite3_column_int64(row, 2));
    }
    sqlite3_finalize(row);
    return got == SQLITE_DONE ? 0 : sqlite_failed(engine, got, e);
}

static void say_fault(const struct sums *s, const struct sum_entry *x, struct store_report *report)
{
    char words[256];
    const struct sum_table *t = x->table < s->n_tables ? &s->table[x->table] : NULL;
    int64_t first = (int64_t)((uint64_t)x->group << GROUP_BITS);
    if (t && t->key >= 0)
        snprintf(words, sizeof words, "rows of the table '%s' are not as weft wrote them (numbers %lld to %lld)", t->name,
                 (long long)first, (long long)(first | ((1 << GROUP_BITS) - 1)));
    else
        snprintf(words, sizeof words, "rows of the table '%s' are not as weft wrote them", t ? t->name : "rowsum");
    sqlite_say(report, words);
}

int sqlite_sums_check(struct store_engine *engine, struct store_report *report, struct err *e)
{
    struct sums s = { 0 };
    int code = read_tables(engine, &s, e);
    if (code == 0)
        code = take_kept(engine, &s, e);
    if (code == 0 && s.n)
        combine(&s);
    for (size_t i = 0; i < s.n && code == 0; i++)
        if (s.entry[i].sum)
            say_fault(&s, &s.entry[i], report);
    heap_free(s.entry);
    return code;
}
