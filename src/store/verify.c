/* Looking at everything: counts, chains, digests; and setting right what can be.
 *
 * In: a store that may have been through anything. Out: a sentence for each fault, and with `repair` a store in which every version is
 * either whole or marked as lost.
 * Bodies are read page by page from the newest version back, so that each is unpacked once with the one before it in memory.
 * Invariants: 1. a body that reads well is never touched; 2. frames are never thrown away: a version is lost only as long as what it
 * builds on is. The look is one reading transaction, the repairs are one writing transaction. Cost: O(all bytes). */
#include <stdarg.h>
#include <stdio.h>

#include "base/limits.h"
#include "base/map.h"
#include "store/blob.h"
#include "store/schema.h"

struct verification {
    struct store *store;
    struct store_report *report;
    bool repair;
    struct arena arena;
    struct map done; /* id of a blob -> 1: good, 2: bad */
};

static void verification_drop(struct verification *l)
{
    arena_drop(&l->arena);
}

PRINTF(2, 3) static void say(struct verification *l, const char *format, ...)
{
    char words[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    if (l->report->say)
        l->report->say(l->report->context, words);
}

/* ---- Counts and references ---- */

/* A look that gives a row for each fault, and what sets all of them right. */
static const struct {
    const char *look; /* gives one number for the words */
    const char *words;
    const char *what;   /* the number is of */
    const char *repair; /* NULL: nothing can be done */
} rules[] = {
    { "SELECT v.page FROM version v LEFT JOIN page p ON p.id = v.page WHERE p.id IS NULL GROUP BY v.page",
      "versions of a page that is not there", "page",
      "INSERT INTO page(id, url, added_at, host) SELECT DISTINCT page, 'weft:lost-page-' || page, 0, '' FROM version"
      " WHERE page NOT IN (SELECT id FROM page)" },
    { "SELECT v.page FROM version v LEFT JOIN blob b ON b.id = v.blob WHERE b.id IS NULL", "a version whose body is not there",
      "page", "DELETE FROM version WHERE blob NOT IN (SELECT id FROM blob)" },
    { "SELECT w.page FROM watch w WHERE w.page NOT IN (SELECT id FROM page) OR w.person NOT IN (SELECT id FROM person)",
      "a watch of a page or user that is not there", "page",
      "DELETE FROM watch WHERE page NOT IN (SELECT id FROM page) OR person NOT IN (SELECT id FROM person)" },
    { "SELECT x.page FROM seen x WHERE x.page NOT IN (SELECT id FROM page) OR x.person NOT IN (SELECT id FROM person)",
      "a mark of a page or user that is not there", "page",
      "DELETE FROM seen WHERE page NOT IN (SELECT id FROM page) OR person NOT IN (SELECT id FROM person)" },
    { "SELECT x.page FROM lesson x WHERE x.page NOT IN (SELECT id FROM page) OR x.person NOT IN (SELECT id FROM person)",
      "a lesson of a page or user that is not there", "page",
      "DELETE FROM lesson WHERE page NOT IN (SELECT id FROM page) OR person NOT IN (SELECT id FROM person)" },
    { "SELECT x.page FROM since x WHERE x.page NOT IN (SELECT id FROM page) OR x.person NOT IN (SELECT id FROM person)",
      "a summary for a page or user that is not there", "page",
      "DELETE FROM since WHERE page NOT IN (SELECT id FROM page) OR person NOT IN (SELECT id FROM person)" },
    { "SELECT v.page FROM event v WHERE v.page NOT IN (SELECT id FROM page) OR v.person NOT IN (SELECT id FROM person)",
      "an event of a page or user that is not there", "page",
      "DELETE FROM event WHERE page NOT IN (SELECT id FROM page) OR person NOT IN (SELECT id FROM person)" },
    { "SELECT j.page FROM verdict j LEFT JOIN version v ON v.page = j.page AND v.number = j.number WHERE v.page IS NULL",
      "a verdict on a version that is not there", "page",
      "DELETE FROM verdict WHERE NOT EXISTS(SELECT 1 FROM version v WHERE v.page = verdict.page AND v.number = verdict.number)" },
    { "SELECT b.id FROM blob b LEFT JOIN (SELECT blob, count(*) AS n FROM version GROUP BY blob) v ON v.blob = b.id"
      " WHERE b.refs <> coalesce(v.n, 0)",
      "a wrong count of versions", "blob",
      "UPDATE blob SET refs = (SELECT count(*) FROM version v WHERE v.blob = blob.id) WHERE id IN (SELECT b.id FROM blob b LEFT JOIN"
      " (SELECT blob, count(*) AS n FROM version GROUP BY blob) v ON v.blob = b.id WHERE b.refs <> coalesce(v.n, 0))" },
    { "SELECT b.id FROM blob b LEFT JOIN (SELECT v.blob, count(*) AS n FROM version v JOIN (SELECT page, max(number) AS number FROM version"
      " GROUP BY page) h ON h.page = v.page AND h.number = v.number GROUP BY v.blob) c ON c.blob = b.id WHERE b.heads <> coalesce(c.n, 0)",
      "a wrong count of newest versions", "blob",
      "UPDATE blob SET heads = (SELECT count(*) FROM version v JOIN (SELECT page, max(number) AS number FROM version GROUP BY page) h"
      " ON h.page = v.page AND h.number = v.number WHERE v.blob = blob.id)" },
    { "SELECT b.id FROM blob b JOIN blob c ON c.base = b.id WHERE c.height + 1 > b.height AND b.height < 128",
      "a chain longer than its count says", "blob",
      "UPDATE blob SET height = 128, run = 64 WHERE id IN (SELECT base FROM blob WHERE base IS NOT NULL)" },
};

enum { RULE_BODY = 1 }; /* the rule whose faults are versions that are gone */

static int check_rule(struct verification *l, size_t i, struct err *e)
{
    AUTO(query) q = { 0 };
    uint64_t n = 0;
    int got = query_one(&q, l->store, rules[i].look, NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e), n++)
        say(l, "%s (%s %lld)", rules[i].words, rules[i].what, (long long)query_number(&q, 0));
    query_drop(&q);
    l->report->faults += n;
    l->report->lost += i == RULE_BODY && l->repair ? n : 0; /* else check_page() meets them, too */
    if (got || n == 0 || !l->repair || !rules[i].repair)
        return got;
    l->report->mended += n;
    return query_run(l->store, rules[i].repair, NO_VALUES, e);
}

/* ---- Bodies ---- */

enum { GOOD = 1, BAD = 2 };

static int mark(struct verification *l, int64_t id, bool lost, struct err *e)
{
    if (!l->repair)
        return 0;
    l->report->mended++;
    return query_run(l->store, "UPDATE blob SET lost = $1 WHERE id = $2", VALUES(num(lost), num(id)), e);
}

/* Reads the body of a blob that was not looked at yet; says what is new about it. */
static int look_at(struct verification *l, int64_t id, struct blob_memo *memo, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct blob blob;
    struct str body;
    struct err why = { 0 };
    int code = blob_get(l->store, id, &blob, &why);
    bool known = code == 0 && blob.lost; /* marked before */
    if (code == 0)
        code = blob_read(&a, l->store, id, memo, &body, &why);
    if (code && code != E_FORMAT)
        return err_set(e, code, "%s", why.text);
    *map_slot(&l->done, (uint64_t)id, 0) = code ? BAD : GOOD;
    l->report->blobs++;
    if ((code != 0) == known)
        return 0;
    l->report->faults++;
    if (code)
        say(l, "a body cannot be read: %s", why.text);
    else
        say(l, "a body that was marked as lost is whole (blob %lld)", (long long)id);
    return mark(l, id, code != 0, e);
}

static int look_once(struct verification *l, int64_t id, struct blob_memo *memo, uint32_t *state, struct err *e)
{
    const uint32_t *found = map_find(&l->done, (uint64_t)id);
    if (!found) {
        int code = look_at(l, id, memo, e);
        if (code)
            return code;
        found = map_find(&l->done, (uint64_t)id);
    }
    *state = *found;
    return 0;
}

static int check_page(struct verification *l, int64_t page, struct str url, struct err *e)
{
    AUTO(query) q = { 0 };
    AUTO(blob_memo) memo = { 0 };
    uint32_t state = 0;
    l->report->pages++;
    int got =
        query_one(&q, l->store, "SELECT number, blob FROM version WHERE page = $1 ORDER BY number DESC", VALUES(num(page)), e);
    for (; got > 0; got = query_next(&q, e)) {
        l->report->versions++;
        int code = look_once(l, query_number(&q, 1), &memo, &state, e);
        if (code)
            return code;
        if (state == BAD) {
            l->report->lost++;
            say(l, "%.*s: version %lld is lost", STR_ARG(url), (long long)query_number(&q, 0));
        }
    }
    return got;
}

static int check_pages(struct verification *l, struct err *e)
{
    AUTO(query) q = { 0 };
    int64_t total;
    int counted = query_count(l->store, "SELECT count(*) FROM page", NO_VALUES, &total, e);
    if (counted)
        return counted;
    int got = query_one(&q, l->store, "SELECT id, url FROM page ORDER BY id", NO_VALUES, e);
    while (got > 0) {
        AUTO(arena) a = { 0 };
        int code = check_page(l, query_number(&q, 0), query_str(&a, &q, 1), e);
        if (code)
            return code;
        store_tell(l->store, l->report->pages, (uint64_t)total);
        got = query_next(&q, e);
    }
    return got;
}

/* Bodies that no version has any more, but others may build on. */
static int check_rest(struct verification *l, struct err *e)
{
    AUTO(query) q = { 0 };
    AUTO(blob_memo) memo = { 0 };
    uint32_t state;
    int got = query_one(&q, l->store, "SELECT id FROM blob WHERE refs = 0 ORDER BY id DESC", NO_VALUES, e);
    while (got > 0) {
        int code = look_once(l, query_number(&q, 0), &memo, &state, e);
        if (code)
            return code;
        got = query_next(&q, e);
    }
    return got;
}

static int look(struct verification *l, struct err *e)
{
    int code = 0;
    for (size_t i = 0; i < ARRAY_LEN(rules) && code == 0; i++)
        code = check_rule(l, i, e);
    if (code == 0)
        code = check_pages(l, e);
    return code ? code : check_rest(l, e);
}

/* How many versions there are, by the table, by its index, and by what bodies know of them: any of them may be damaged. */
static int64_t count_versions(struct store *s)
{
    static const char *const ways[] = { "SELECT count(*) FROM version", "SELECT count(number + fetched_at + status) FROM version",
                                        "SELECT sum(refs) FROM blob" };
    int64_t most = 0;
    for (size_t i = 0; i < ARRAY_LEN(ways); i++) {
        int64_t n;
        if (query_count(s, ways[i], NO_VALUES, &n, NULL) == 0)
            most = MAX(most, n);
    }
    return most;
}

static int rebuild(struct store *s, bool *hurt, struct err *e)
{
    AUTO(buf) sql = BUF(KIB(256));
    int number = 0;
    int code = s->ops->schema_get(s->engine, &number, e);
    if (code == 0)
        code = schema_script(s, number, &sql, e);
    if (code == 0)
        code = s->ops->rescue(s->engine, sql.ptr, hurt, e);
    s->foreign &= code != 0;
    return code ? code : schema_migrate(s, schema_newest(), e);
}

/* The engine's own structures. What is not ours is not even counted. */
static int mend_engine(struct verification *l, bool *hurt, struct err *e)
{
    int64_t before = l->store->foreign ? 0 : count_versions(l->store), after = 0;
    int code = rebuild(l->store, hurt, e);
    if (code == E_FORMAT)
        return err_set(e, code, "too much of the store is damaged for a repair; a backup or an export brings it back");
    if (code)
        return code;
    l->report->mended += l->report->faults;
    say(l, "the file is rebuilt from what can be read of it; the damaged one is kept beside it, with .damaged behind its name");
    code = query_count(l->store, "SELECT count(*) FROM version", NO_VALUES, &after, e);
    if (code == 0 && after < before) {
        l->report->lost += (uint64_t)(before - after);
        say(l, "%lld versions are gone: the rows that named them cannot be read", (long long)(before - after));
    }
    return code;
}

/* A page whose newest version is lost must be fetched whole again: what the next answer would be compared with is forgotten. */
static int forget_validators(struct verification *l, bool hurt, struct err *e)
{
    if (hurt)
        return query_run(l->store, "UPDATE page SET etag = NULL, last_modified = NULL, state = NULL", NO_VALUES, e);
    return query_run(
        l->store,
        "UPDATE page SET etag = NULL, last_modified = NULL, state = NULL WHERE id IN (SELECT v.page FROM version v"
        " JOIN (SELECT page, max(number) AS number FROM version GROUP BY page) h ON h.page = v.page AND h.number = v.number"
        " JOIN blob b ON b.id = v.blob WHERE b.lost <> 0)",
        NO_VALUES, e);
}

/* What is in the file, then how it lies there. Of a file that is not ours not even that is looked at. */
static int check_engine(struct verification *l, struct err *e)
{
    struct store *s = l->store;
    int code = schema_compare(s, l->report, e);
    return code == E_FORMAT || (code == 0 && l->report->faults == 0) ? s->ops->check(s->engine, l->report, e) : code;
}

/* Rows whose sum is wrong have changed since weft wrote them; what they were nobody knows. A repair takes them as they are, so that the
 * next change that nobody made is seen, but does not count them as mended. */
static int check_sums(struct verification *l, struct err *e)
{
    uint64_t before = l->report->faults;
    int code = l->store->ops->sums_check(l->store->engine, l->report, e);
    if (code || l->report->faults == before)
        return code;
    say(l, "what those rows were is not known; a backup or an export may have it%s",
        l->repair ? "; from now on they count as they are" : "");
    return l->repair ? l->store->ops->sums_make(l->store->engine, e) : 0;
}

/* Everything above the engine, in one transaction. */
static int check_rows(struct verification *l, bool hurt, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = l->repair ? store_begin(l->store, &tx, e) : store_begin_read(l->store, &tx, e);
    if (code == 0)
        code = check_sums(l, e);
    if (code == 0)
        code = look(l, e);
    if (code == 0 && l->repair)
        code = forget_validators(l, hurt, e);
    return code ? code : store_commit(&tx, e);
}

int store_verify(struct store *s, bool repair, struct store_report *report, struct err *e)
{
    AUTO(verification) l = { .store = s, .report = report, .repair = repair };
    bool hurt = false;
    map_open(&l.done, &l.arena, 1024);
    int code = check_engine(&l, e);
    bool broken = report->faults > 0;
    if (code == 0 && broken && repair)
        code = mend_engine(&l, &hurt, e);
    if (code == 0)
        code = s->foreign ? E_FORMAT : check_rows(&l, hurt, e);
    if (code == E_FORMAT && broken && !repair) {
        say(&l, "not all of the rest can be checked before that is repaired");
        return 0;
    }
    return code;
}
