/* The quick way to know that a file holds what weft makes: by the words of the statements alone.
 *
 * In: a file, and the statements that make a store of its number. Out: whether the file's table of contents says the same in the same
 * words. SQLite keeps each CREATE as it was written, and puts a column that is added later behind the last one. Where this finds a
 * difference, or a statement it does not know, sqlite_contents() makes an empty store and compares with that, which takes some 5 ms; this
 * takes 0.1. */
#include "base/vec.h"
#include "store/sqlite/sqlite.h"

struct made {
    struct str name, text;
    bool found;
};

struct written {
    struct arena arena;
    VEC(struct made) made;
};

static void written_drop(struct written *w)
{
    arena_drop(&w->arena);
}

static bool take(struct str *rest, struct str word)
{
    bool is_there = str_starts(*rest, word);
    if (is_there)
        *rest = str_sub(*rest, word.len, rest->len);
    return is_there;
}

static struct str take_name(struct str *rest)
{
    size_t n = 0;
    while (n < rest->len && !strchr(" (", rest->ptr[n]))
        n++;
    struct str name = str_sub(*rest, 0, n);
    *rest = str_sub(*rest, n, rest->len);
    return name;
}

static struct made *find(struct written *w, struct str name)
{
    for (uint32_t i = 0; i < w->made.n; i++)
        if (str_eq(w->made.item[i].name, name))
            return &w->made.item[i];
    return NULL;
}

/* Behind the last column: what is said of the whole table comes after. */
static size_t end_of_columns(struct str text)
{
    static const struct str rest[] = { STR_INIT(", PRIMARY KEY("), STR_INIT(", UNIQUE(") };
    size_t end = text.len;
    while (end && text.ptr[end - 1] != ')')
        end--;
    end = end ? end - 1 : 0;
    for (size_t i = 0; i < ARRAY_LEN(rest); i++)
        end = MIN(end, str_find(text, rest[i], 0));
    return end;
}

/* In place of `n` bytes at `at`. */
static void put(struct written *w, struct made *t, size_t at, size_t n, struct str words)
{
    t->text = arena_printf(&w->arena, "%.*s%.*s%.*s", (int)at, t->text.ptr, STR_ARG(words), (int)(t->text.len - at - n),
                           t->text.ptr + at + n);
}

/* "t ADD COLUMN c BIGINT", or "t RENAME COLUMN a TO b" of one that stands once in the words of the table. */
static bool alter(struct written *w, struct str rest)
{
    struct made *t = find(w, take_name(&rest));
    if (!t)
        return false;
    if (take(&rest, STR(" ADD COLUMN "))) {
        put(w, t, end_of_columns(t->text), 0, arena_printf(&w->arena, ", %.*s", STR_ARG(rest)));
        return true;
    }
    if (!take(&rest, STR(" RENAME COLUMN ")))
        return false;
    struct str old = take_name(&rest);
    size_t at = str_find(t->text, old, 0);
    if (!take(&rest, STR(" TO ")) || at == SIZE_MAX || str_find(t->text, old, at + 1) != SIZE_MAX)
        return false;
    put(w, t, at, old.len, rest);
    return true;
}

static bool forget(struct written *w, struct str name)
{
    struct made *m = find(w, name);
    if (m)
        *m = w->made.item[--w->made.n];
    return m != NULL;
}

/* False for a statement that may change the contents in a way this does not know. */
static bool read_statement(struct written *w, struct str statement)
{
    struct str rest = statement;
    if (take(&rest, STR("CREATE TABLE ")) || take(&rest, STR("CREATE INDEX ")) || take(&rest, STR("CREATE UNIQUE INDEX "))) {
        *VEC_ADD(&w->arena, &w->made) = (struct made){ take_name(&rest), statement, false };
        return true;
    }
    if (take(&rest, STR("ALTER TABLE ")))
        return alter(w, rest);
    if (take(&rest, STR("DROP INDEX ")))
        return forget(w, rest);
    return str_starts(rest, STR("UPDATE ")) || str_starts(rest, STR("INSERT ")) || str_starts(rest, STR("DELETE "));
}

static size_t skip(struct str s, size_t at)
{
    while (at < s.len && strchr(" \t\r\n\"", s.ptr[at]))
        at++;
    return at;
}

bool sqlite_same_words(struct str a, struct str b)
{
    size_t i = skip(a, 0), j = skip(b, 0);
    while (i < a.len && j < b.len && a.ptr[i] == b.ptr[j]) {
        i = skip(a, i + 1);
        j = skip(b, j + 1);
    }
    return i == a.len && j == b.len;
}

static struct str column(sqlite3_stmt *row, int i)
{
    const char *text = (const char *)sqlite3_column_text(row, i);
    return (struct str){ text ? text : "", text ? (size_t)sqlite3_column_bytes(row, i) : 0 };
}

/* An index that a PRIMARY KEY or UNIQUE makes has no words, and belongs to a table that has. */
static bool is_known(struct written *w, sqlite3_stmt *row)
{
    struct str name = column(row, 0), text = column(row, 1);
    if (text.len == 0)
        return str_starts(name, STR("sqlite_autoindex_"));
    struct made *m = find(w, name);
    bool same = m && !m->found && sqlite_same_words(m->text, text);
    if (same)
        m->found = true;
    return same;
}

bool sqlite_as_written(struct store_engine *engine, struct str sql)
{
    AUTO(written) w = { 0 };
    sqlite3_stmt *row = NULL;
    struct err lost;
    uint32_t n = 0;
    while (sql.len)
        if (!read_statement(&w, str_cut(&sql, ';')))
            return false;
    if (sqlite_prepare(engine, &row, "SELECT name, sql FROM main.sqlite_master WHERE name NOT GLOB 'sqlite_stat*'", &lost))
        return false;
    int got;
    while ((got = sqlite3_step(row)) == SQLITE_ROW && is_known(&w, row))
        n += sqlite3_column_type(row, 1) != SQLITE_NULL;
    sqlite3_finalize(row);
    return got == SQLITE_DONE && n == w.made.n;
}
