/* The tables, as numbered steps.
 *
 * In: a store of any earlier number. Out: one of the newest, in one transaction.
 * Invariants of the tables (store_verify() checks them):
 *   1. blob.digest is unique, and is the digest of what the frame unpacks to;
 *   2. blob.refs is the number of versions that have it, blob.heads the number of pages whose newest version has it;
 *   3. blob.base is NULL (whole) or another blob; the way along bases ends after at most `height` of its end;
 *   4. version.number counts from 1 without two alike; the newest of a page is never removed while the page is there.
 * Rows are kept small: a delta has 140 bytes in the median, so that every column counts. The index on blobs holds 8 bytes of the digest,
 * enough to find it, where all 32 would cost one part in sixty of the whole store. */
#include <stdio.h>

#include "base/limits.h"
#include "store/schema.h"

static const char *const steps[] = {
    /* 1 */
    "CREATE TABLE page(id {id}, url TEXT NOT NULL UNIQUE, canonical TEXT, host TEXT, added_at BIGINT NOT NULL,"
    " checked_at BIGINT, next_check_at BIGINT, etag TEXT, last_modified TEXT, errors BIGINT NOT NULL DEFAULT 0, key_blob BIGINT);"
    "CREATE INDEX page_due ON page(next_check_at) WHERE next_check_at IS NOT NULL;"
    "CREATE INDEX page_host ON page(host) WHERE host IS NOT NULL;"
    "CREATE INDEX page_canonical ON page(canonical) WHERE canonical IS NOT NULL;"
    "CREATE TABLE media(id {id}, name TEXT NOT NULL UNIQUE);"
    "CREATE TABLE version(page BIGINT NOT NULL, number BIGINT NOT NULL, fetched_at BIGINT NOT NULL, server_at BIGINT,"
    " blob BIGINT NOT NULL, status BIGINT NOT NULL, suspect BIGINT NOT NULL, media BIGINT, etag TEXT, last_modified TEXT,"
    " PRIMARY KEY(page, number)) {tight};"
    "CREATE INDEX version_date ON version(page, fetched_at, number);"
    "CREATE TABLE blob(id {id}, digest {bytes} NOT NULL, bytes BIGINT NOT NULL, base BIGINT, coding BIGINT NOT NULL,"
    " dictionary BIGINT, height BIGINT NOT NULL, run BIGINT NOT NULL, refs BIGINT NOT NULL, heads BIGINT NOT NULL,"
    " lost BIGINT NOT NULL, frame {bytes} NOT NULL);"
    "CREATE INDEX blob_digest ON blob(substr(digest, 1, 8));"
    "CREATE TABLE person(id {id}, name TEXT NOT NULL UNIQUE, added_at BIGINT NOT NULL);"
    "CREATE TABLE watch(person BIGINT NOT NULL, page BIGINT NOT NULL, added_at BIGINT NOT NULL, settings TEXT,"
    " PRIMARY KEY(person, page)) {tight};"
    "CREATE INDEX watch_page ON watch(page);"
    "CREATE TABLE seen(person BIGINT NOT NULL, page BIGINT NOT NULL, number BIGINT NOT NULL, seen_at BIGINT, kept BIGINT NOT NULL,"
    " PRIMARY KEY(person, page, number)) {tight};"
    "CREATE INDEX seen_page ON seen(page, number);",
    /* 2: what the last check learnt, of the page and of its host; a version may be quiet as well as suspect */
    "ALTER TABLE page ADD COLUMN state TEXT;"
    "ALTER TABLE version RENAME COLUMN suspect TO marks;"
    "CREATE TABLE host(origin TEXT PRIMARY KEY, facts TEXT NOT NULL) {tight};",
    /* 3: what the pages of a host have in common; blob.dictionary names a row */
    ("CREATE TABLE dictionary(id {id}, host TEXT NOT NULL, coding BIGINT NOT NULL, bytes BIGINT NOT NULL, frame {bytes} NOT NULL);"
     "CREATE INDEX dictionary_host ON dictionary(host);"), /* in brackets: clang asks whether a comma is missing */
    /* 4: what was thought of a version is kept, with a row for each user whom it concerns; importance in millionths. A watch knows what its
     * user has seen. What was new before, by the marks of that time, is an event without words. Leases of hosts, settings and secrets. */
    ("CREATE TABLE verdict(page BIGINT NOT NULL, number BIGINT NOT NULL, before BIGINT NOT NULL, importance BIGINT,"
     " content BIGINT NOT NULL, look BIGINT NOT NULL, machinery BIGINT NOT NULL, inserted BIGINT NOT NULL, deleted BIGINT NOT NULL,"
     " headline TEXT, reasons TEXT, held_back TEXT, PRIMARY KEY(page, number)) {tight};"
     "CREATE TABLE event(id {id}, person BIGINT NOT NULL, page BIGINT NOT NULL, number BIGINT NOT NULL, before BIGINT NOT NULL,"
     " at BIGINT NOT NULL, kind BIGINT NOT NULL, importance BIGINT, content BIGINT NOT NULL, look BIGINT NOT NULL,"
     " machinery BIGINT NOT NULL, inserted BIGINT NOT NULL, deleted BIGINT NOT NULL, headline TEXT, UNIQUE(person, page, number));"
     "CREATE INDEX event_page ON event(page, number);"
     "ALTER TABLE watch ADD COLUMN seen BIGINT NOT NULL DEFAULT 0;"
     "ALTER TABLE seen ADD COLUMN dismissed BIGINT NOT NULL DEFAULT 0;" OLD_SEEN "0;" OLD_NEWS "0;"
     "CREATE TABLE lease(host TEXT PRIMARY KEY, worker TEXT NOT NULL, until BIGINT NOT NULL) {tight};"
     "CREATE TABLE setting(person BIGINT NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY(person, name)) {tight};"
     "CREATE TABLE secret(person BIGINT NOT NULL, page BIGINT NOT NULL, name TEXT NOT NULL, bytes {bytes} NOT NULL,"
     " PRIMARY KEY(person, page, name)) {tight};"),
    /* 5: the first changes of a version in their own words; an event has its own where its watch sees others than the verdict says. Pages
     * that have something to tell beside their versions are found without a look at all others. */
    ("ALTER TABLE verdict ADD COLUMN changes TEXT;"
     "ALTER TABLE event ADD COLUMN changes TEXT;"
     "ALTER TABLE page ADD COLUMN attention BIGINT NOT NULL DEFAULT 0;"
     "UPDATE page SET attention = 1 WHERE state LIKE '%\"moved_to\"%' OR state LIKE '%\"suspect\"%';"
     "CREATE INDEX page_attention ON page(id) WHERE errors > 0 OR attention > 0 OR checked_at IS NULL;"),
    /* 6: logins, forms and the like leave the settings of watches; what they mean the store does not know, so it is a chore for others */
    ("CREATE TABLE chore(name TEXT PRIMARY KEY) {tight};"
     "INSERT INTO chore(name) SELECT 'seal requests' WHERE EXISTS(SELECT 1 FROM watch);"),
    /* 7: what was known of the places that changed when a version was judged, so that its difference can be shown as it was judged */
    "ALTER TABLE verdict ADD COLUMN known TEXT;",
    /* 8: sums of rows, so that a changed bit is found; the engine keeps them (ops.h) */
    "CREATE TABLE rowsum(part TEXT NOT NULL, number BIGINT NOT NULL, sum BIGINT NOT NULL, PRIMARY KEY(part, number)) {tight};",
    /* 9: what a person taught weft of a page with one of its versions. It stays when the version goes. */
    ("CREATE TABLE lesson(person BIGINT NOT NULL, page BIGINT NOT NULL, number BIGINT NOT NULL, kind BIGINT NOT NULL,"
     " announces BIGINT NOT NULL, keys TEXT, PRIMARY KEY(person, page, number)) {tight};"
     "CREATE INDEX lesson_page ON lesson(page);"),
    /* 10: when a host may be asked next, whichever process asks; what is due of each host without a look at the others, promises before the
     * rest; what visits taught of a page, and the plan for all of them. A page without a host is one of the host ''. */
    ("ALTER TABLE lease ADD COLUMN ready_at BIGINT NOT NULL DEFAULT 0;"
     "ALTER TABLE page ADD COLUMN best_effort BIGINT NOT NULL DEFAULT 0;"
     "ALTER TABLE page ADD COLUMN learnt {bytes};"
     "UPDATE page SET host = '' WHERE host IS NULL;"
     "DROP INDEX page_due;"
     "DROP INDEX page_host;"
     "CREATE INDEX page_due ON page(host, best_effort, next_check_at);"
     "CREATE TABLE plan(name TEXT PRIMARY KEY, facts TEXT NOT NULL) {tight};"),
    /* 11: where users want to be told, what they are to be told, and the messages that it went out in */
    ("CREATE TABLE channel(id {id}, person BIGINT NOT NULL, name TEXT NOT NULL, address TEXT NOT NULL, settings TEXT,"
     " added_at BIGINT NOT NULL, confirmed_at BIGINT, is_default BIGINT NOT NULL, UNIQUE(person, name));"
     "CREATE TABLE outbox(id {id}, person BIGINT NOT NULL, channel BIGINT NOT NULL, source BIGINT NOT NULL, subject BIGINT NOT NULL,"
     " at BIGINT NOT NULL, due_at BIGINT NOT NULL, bundle BIGINT NOT NULL, delivery BIGINT, UNIQUE(channel, source, subject));"
     "CREATE INDEX outbox_due ON outbox(due_at) WHERE delivery IS NULL;"
     "CREATE INDEX outbox_delivery ON outbox(delivery) WHERE delivery IS NOT NULL;"
     "CREATE TABLE delivery(id {id}, person BIGINT NOT NULL, channel BIGINT NOT NULL, key TEXT NOT NULL UNIQUE, state BIGINT NOT NULL,"
     " made_at BIGINT NOT NULL, next_at BIGINT, done_at BIGINT, tries BIGINT NOT NULL, worker TEXT, error TEXT);"
     "CREATE INDEX delivery_due ON delivery(next_at) WHERE state = 0;"
     "CREATE INDEX delivery_channel ON delivery(channel);"),
    /* 12: sentinels, what they wait for and what they found */
    ("CREATE TABLE sentinel(id {id}, person BIGINT NOT NULL, name TEXT NOT NULL, is_set BIGINT NOT NULL, disabled BIGINT NOT NULL,"
     " created_at BIGINT NOT NULL, text TEXT NOT NULL, UNIQUE(person, is_set, name));"
     "CREATE TABLE sentinel_page(page BIGINT NOT NULL, sentinel BIGINT NOT NULL, PRIMARY KEY(page, sentinel)) {tight};"
     "CREATE INDEX sentinel_page_sentinel ON sentinel_page(sentinel);"
     "CREATE TABLE look(id {id}, page BIGINT NOT NULL, number BIGINT NOT NULL, at BIGINT NOT NULL);"
     "CREATE TABLE finding(id BIGINT PRIMARY KEY, page BIGINT NOT NULL, number BIGINT NOT NULL, before BIGINT NOT NULL,"
     " at BIGINT NOT NULL, type TEXT NOT NULL, changes TEXT, n BIGINT NOT NULL) {tight};"
     "CREATE TABLE sentinel_event(id {id}, person BIGINT NOT NULL, sentinel BIGINT NOT NULL, name TEXT NOT NULL, start_at BIGINT NOT NULL,"
     " end_at BIGINT NOT NULL, page BIGINT NOT NULL, number BIGINT NOT NULL, importance BIGINT, headline TEXT, findings TEXT, view TEXT,"
     " history BIGINT NOT NULL DEFAULT 0);"
     "CREATE INDEX sentinel_event_of ON sentinel_event(sentinel);"
     "CREATE INDEX sentinel_event_person ON sentinel_event(person, id);"
     "CREATE TABLE detector(id BIGINT PRIMARY KEY, stamp BIGINT NOT NULL, state {bytes}, next_at BIGINT) {tight};"),
    /* 13: who may sign in, and the secrets by which they are known again, each as its hash alone */
    ("CREATE TABLE account(person BIGINT PRIMARY KEY, password TEXT NOT NULL, role BIGINT NOT NULL, changed_at BIGINT NOT NULL);"
     "CREATE TABLE ticket(id {id}, hash {bytes} NOT NULL UNIQUE, kind BIGINT NOT NULL, person BIGINT NOT NULL, name TEXT, about TEXT,"
     " made_at BIGINT NOT NULL, used_at BIGINT NOT NULL, until BIGINT);"
     "CREATE INDEX ticket_person ON ticket(person, kind);"),
    /* 14: what must not come twice: notices of pushes */
    "CREATE TABLE once(id TEXT PRIMARY KEY, at BIGINT NOT NULL) {tight};",
    /* 15: hubs that pages name, and until when they have promised messages */
    ("CREATE TABLE websub(page BIGINT PRIMARY KEY, hub TEXT NOT NULL, topic TEXT NOT NULL, ask_at BIGINT, until BIGINT) {tight};"
     "CREATE INDEX websub_ask ON websub(ask_at) WHERE ask_at IS NOT NULL;"),
    /* 16: pages of a user under a name, for others to read: by tag, or chosen one by one */
    ("CREATE TABLE collection(id {id}, person BIGINT NOT NULL, name TEXT NOT NULL UNIQUE, title TEXT, about TEXT, tags TEXT,"
     " is_public BIGINT NOT NULL, made_at BIGINT NOT NULL);"
     "CREATE INDEX collection_person ON collection(person);"
     "CREATE TABLE collection_page(collection BIGINT NOT NULL, page BIGINT NOT NULL, PRIMARY KEY(collection, page)) {tight};"),
    /* 17: sitemaps and feeds that are asked for without anybody watching them */
    ("CREATE TABLE sensor(url TEXT PRIMARY KEY, host TEXT NOT NULL, ask_at BIGINT, facts TEXT, seen {bytes}) {tight};"
     "CREATE INDEX sensor_ask ON sensor(ask_at) WHERE ask_at IS NOT NULL;"
     "CREATE INDEX sensor_host ON sensor(host);"),
    /* 18: how likely somebody wants to hear of a version */
    "ALTER TABLE verdict ADD COLUMN chance BIGINT;",
    /* 19: what has changed since the version that a user saw last, where several came behind it */
    ("CREATE TABLE since(person BIGINT NOT NULL, page BIGINT NOT NULL, seen BIGINT NOT NULL, number BIGINT NOT NULL, importance BIGINT,"
     " content BIGINT NOT NULL, look BIGINT NOT NULL, machinery BIGINT NOT NULL, inserted BIGINT NOT NULL, deleted BIGINT NOT NULL,"
     " headline TEXT, reasons TEXT, changes TEXT, PRIMARY KEY(page, person)) {tight};"),
};

int schema_newest(void)
{
    return (int)ARRAY_LEN(steps);
}

/* Steps from here on keep sums. */
enum { STEP_SUMS = 8 };

/* The step with the engine's own words in it. */
static void add_step(struct buf *out, const struct store_dialect *dialect, struct str rest)
{
    const struct {
        struct str mark;
        const char *word;
    } words[] = { { STR("{id}"), dialect->id }, { STR("{bytes}"), dialect->bytes }, { STR("{tight}"), dialect->tight } };
    while (rest.len) {
        size_t brace = str_find(rest, STR("{"), 0);
        buf_add(out, str_sub(rest, 0, brace));
        rest = str_sub(rest, brace, rest.len);
        for (size_t i = 0; i < ARRAY_LEN(words); i++)
            if (str_starts(rest, words[i].mark)) {
                buf_add(out, str_of(words[i].word));
                rest = str_sub(rest, words[i].mark.len, rest.len);
            }
    }
}

int schema_script(const struct store *s, int number, struct buf *out, struct err *e)
{
    for (int i = 0; i < MIN(number, schema_newest()); i++)
        add_step(out, &s->ops->dialect, str_of(steps[i]));
    buf_add_char(out, '\0');
    return buf_check(out, e);
}

int schema_compare(struct store *s, struct store_report *report, struct err *e)
{
    AUTO(buf) sql = BUF(KIB(256));
    int number = 0;
    int code = s->ops->schema_get(s->engine, &number, e);
    if (code == 0)
        code = schema_script(s, number, &sql, e);
    return code ? code : s->ops->contents(s->engine, sql.ptr, report, e);
}

static void keep_first(void *context, const char *words)
{
    struct err *first = context;
    if (first->code == 0)
        err_set(first, E_FORMAT, "%s", words);
}

int schema_check(struct store *s, bool damaged, struct err *e)
{
    struct err first = { 0 };
    struct store_report report = { .say = keep_first, .context = &first };
    int number = 0;
    int code = s->ops->schema_get(s->engine, &number, e);
    if (code || number > schema_newest()) /* of a newer one schema_migrate() has more to say */
        return code;
    code = schema_compare(s, &report, e);
    if ((code && !(damaged && code == E_FORMAT)) || report.faults + (code != 0) == 0)
        return code;
    s->foreign = true;
    return damaged
               ? 0
               : err_set(e, E_FORMAT,
                         "%s, so the archive may be damaged or made to do harm, and nothing of it was read; 'weft verify --repair'"
                         " rebuilds it from its rows, without what weft did not make",
                         first.text);
}

static int too_new(int number, struct err *e)
{
    return err_set(e, E_FORMAT, "a newer weft wrote this store (schema %d, this program knows %d); use that one", number,
                   schema_newest());
}

static int run_steps(struct store *s, int from, int to, struct err *e)
{
    for (int i = from; i < to; i++) {
        AUTO(buf) sql = BUF(KIB(64));
        add_step(&sql, &s->ops->dialect, str_of(steps[i]));
        buf_add_char(&sql, '\0');
        if (buf_check(&sql, e) || s->ops->script(s->engine, sql.ptr, e) || s->ops->schema_set(s->engine, i + 1, e))
            return err_in(e, "schema %d", i + 1);
    }
    return 0;
}

static int follow_sums(struct store *s, int number, struct err *e)
{
    return s->read_only || number < STEP_SUMS ? 0 : s->ops->sums_follow(s->engine, e);
}

int schema_migrate(struct store *s, int to, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int number;
    int code = s->ops->schema_get(s->engine, &number, e);
    if (code)
        return code;
    if (number == to)
        return follow_sums(s, number, e);
    if (number > schema_newest())
        return too_new(number, e);
    if (s->read_only)
        return err_set(
            e, E_USAGE,
            "an older weft wrote this store (schema %d of %d); 'weft check' or any other command that writes to it brings it up to date",
            number, to);
    code = store_begin(s, &tx, e);
    if (code == 0)
        code = s->ops->schema_get(s->engine, &number, e); /* another process may have been faster */
    if (code == 0 && number < to)
        code = run_steps(s, number, to, e);
    if (code == 0 && to >= STEP_SUMS)
        code = s->ops->sums_make(s->engine, e);
    if (code == 0)
        code = store_commit(&tx, e);
    return code ? code : follow_sums(s, to, e);
}
