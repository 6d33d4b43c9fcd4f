/* Everything as JSON lines: one record on each line, in an order in which each only needs what stands before it.
 *
 * In: a store, as of one moment. Out: lines to a descriptor (the format is in docs/design/store.md).
 * A body goes out once, with the first version that has it; later ones name its digest. Text that is not UTF-8 goes out as base64 under
 * its name and "_base64". A version whose bytes cannot be read goes out as lost. Memory: the largest body, a few times. */
#include "base/base64.h"
#include "base/io.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "store/blob.h"
#include "store/export.h"
#include "store/version.h"

static void exporter_drop(struct exporter *x)
{
    buf_drop(&x->out);
    arena_drop(&x->arena);
}

static int flush(struct exporter *x, struct err *e)
{
    int code = buf_check(&x->out, e);
    if (code == 0)
        code = io_write_fd(x->fd, buf_str(&x->out), e);
    buf_clear(&x->out);
    return code;
}

void transfer_count(struct store_transfer *n, struct str kind)
{
    const struct {
        struct str kind;
        int64_t *n;
    } counts[] = {
        { STR("user"), &n->users },       { STR("page"), &n->pages },       { STR("version"), &n->versions },
        { STR("watch"), &n->watches },    { STR("event"), &n->events },     { STR("sentinel"), &n->sentinels },
        { STR("channel"), &n->channels }, { STR("waiting"), &n->sendings }, { STR("secret"), &n->secrets },
    };
    for (size_t i = 0; i < ARRAY_LEN(counts); i++)
        if (str_eq(kind, counts[i].kind))
            ++*counts[i].n;
}

struct json *export_record(struct exporter *x, const char *kind)
{
    transfer_count(&x->n, str_of(kind));
    json_open(&x->json, &x->out, 0);
    json_object(&x->json);
    json_key(&x->json, kind);
    json_object(&x->json);
    return &x->json;
}

int export_end(struct exporter *x, struct err *e)
{
    json_end(&x->json);
    json_end(&x->json);
    buf_add_char(&x->out, '\n');
    return x->out.len > KIB(64) || x->out.over ? flush(x, e) : 0;
}

void export_text(struct json *j, const char *name, const char *name_base64, struct str s)
{
    if (s.len && utf8_valid(s))
        json_field_str(j, name, s);
    else if (s.len) {
        AUTO(buf) b = BUF(LIMIT_OUTPUT_BYTES);
        base64_add(&b, s);
        json_field_str(j, name_base64, buf_str(&b));
    }
}

void export_moment(struct json *j, const char *name, int64_t at)
{
    if (at != NEVER)
        json_field_number(j, name, at);
}

int export_addresses(struct exporter *x, struct json *j, const char *statement, int64_t of, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store, statement, VALUES(num(of)), e);
    json_key(j, "pages");
    json_array(j);
    for (; got > 0; got = query_next(&q, e))
        json_str(j, query_bytes(&q, 0));
    json_end(j);
    return got;
}

/* ---- Users, watches, marks ---- */

static int export_users(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store, "SELECT name, added_at FROM person ORDER BY id", NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "user");
        TEXT(j, "name", query_bytes(&q, 0));
        json_field_number(j, "added_at", query_number(&q, 1));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

static int export_watches(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store,
                        "SELECT u.name, p.url, w.added_at, w.settings, w.seen FROM watch w JOIN person u ON u.id = w.person"
                        " JOIN page p ON p.id = w.page ORDER BY w.person, w.page",
                        NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "watch");
        TEXT(j, "user", query_bytes(&q, 0));
        TEXT(j, "url", query_bytes(&q, 1));
        json_field_number(j, "added_at", query_number(&q, 2));
        TEXT(j, "settings", query_bytes(&q, 3));
        if (query_number(&q, 4))
            json_field_number(j, "seen", query_number(&q, 4));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

static int export_seen(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got =
        query_one(&q, x->store,
                  "SELECT u.name, p.url, x.number, x.seen_at, x.kept, x.dismissed FROM seen x JOIN person u ON u.id = x.person"
                  " JOIN page p ON p.id = x.page ORDER BY x.person, x.page, x.number",
                  NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "seen");
        TEXT(j, "user", query_bytes(&q, 0));
        TEXT(j, "url", query_bytes(&q, 1));
        json_field_number(j, "number", query_number(&q, 2));
        export_moment(j, "seen_at", query_moment(&q, 3));
        json_field_bool(j, "kept", query_number(&q, 4) != 0);
        if (query_number(&q, 5))
            json_field_bool(j, "dismissed", true);
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

static int export_lessons(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store,
                        "SELECT u.name, p.url, x.number, x.kind, x.announces, x.keys FROM lesson x JOIN person u ON u.id = x.person"
                        " JOIN page p ON p.id = x.page ORDER BY x.person, x.page, x.number",
                        NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "lesson");
        TEXT(j, "user", query_bytes(&q, 0));
        TEXT(j, "url", query_bytes(&q, 1));
        json_field_number(j, "number", query_number(&q, 2));
        json_field_number(j, "kind", query_number(&q, 3));
        json_field_bool(j, "announces", query_number(&q, 4) != 0);
        TEXT(j, "keys", query_bytes(&q, 5));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

static int export_settings(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store,
                        "SELECT u.name, s.name, s.value FROM setting s JOIN person u ON u.id = s.person ORDER BY s.person, s.name",
                        NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "setting");
        TEXT(j, "user", query_bytes(&q, 0));
        TEXT(j, "name", query_bytes(&q, 1));
        TEXT(j, "value", query_bytes(&q, 2));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

/* In plain words: whoever asks for them knows what they do. One that does not open is left out: nobody could read it anyway. */
static int export_secrets(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got =
        query_one(&q, x->store,
                  "SELECT u.name, coalesce(p.url, ''), s.name, s.person, s.page FROM secret s JOIN person u ON u.id = s.person"
                  " LEFT JOIN page p ON p.id = s.page ORDER BY s.person, s.page, s.name",
                  NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        AUTO(arena) a = { 0 };
        struct store_secret secret = { query_number(&q, 3), query_number(&q, 4), query_str(&a, &q, 2), STR_INIT("") };
        int code = store_unseal(&a, x->store, &secret, e);
        if (code == E_FORMAT)
            continue;
        if (code)
            return code;
        struct json *j = export_record(x, "secret");
        TEXT(j, "user", query_bytes(&q, 0));
        TEXT(j, "url", query_bytes(&q, 1));
        TEXT(j, "name", secret.name);
        TEXT(j, "value", secret.bytes);
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

/* ---- Verdicts and events ---- */

/* Six columns: importance, content, look, machinery, inserted, deleted. Importance goes out as it is stored, in millionths. */
static void field_counts(struct json *j, struct query *q, unsigned column)
{
    static const char *const names[] = { "content", "look", "machinery", "words_inserted", "words_deleted" };
    export_moment(j, "importance_millionths", query_moment(q, column));
    for (unsigned i = 0; i < ARRAY_LEN(names); i++)
        if (query_number(q, column + 1 + i))
            json_field_number(j, names[i], query_number(q, column + 1 + i));
}

static int export_verdicts(struct exporter *x, int64_t page, struct err *e)
{
    AUTO(query) q = { 0 };
    int got =
        query_one(&q, x->store,
                  "SELECT number, before, importance, content, look, machinery, inserted, deleted, headline, reasons, held_back,"
                  " changes, known, chance FROM verdict WHERE page = $1 ORDER BY number",
                  VALUES(num(page)), e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "verdict");
        json_field_number(j, "number", query_number(&q, 0));
        json_field_number(j, "before", query_number(&q, 1));
        field_counts(j, &q, 2);
        TEXT(j, "headline", query_bytes(&q, 8));
        TEXT(j, "reasons", query_bytes(&q, 9));
        TEXT(j, "held_back", query_bytes(&q, 10));
        TEXT(j, "changes", query_bytes(&q, 11));
        TEXT(j, "known", query_bytes(&q, 12));
        export_moment(j, "chance_millionths", query_moment(&q, 13));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

static int export_events(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(
        &q, x->store,
        "SELECT u.name, p.url, v.number, v.before, v.at, v.kind, v.importance, v.content, v.look, v.machinery,"
        " v.inserted, v.deleted, v.headline, v.changes FROM event v JOIN person u ON u.id = v.person JOIN page p ON p.id = v.page"
        " ORDER BY v.id",
        NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "event");
        TEXT(j, "user", query_bytes(&q, 0));
        TEXT(j, "url", query_bytes(&q, 1));
        json_field_number(j, "number", query_number(&q, 2));
        json_field_number(j, "before", query_number(&q, 3));
        json_field_number(j, "at", query_number(&q, 4));
        json_field_number(j, "kind", query_number(&q, 5));
        field_counts(j, &q, 6);
        TEXT(j, "headline", query_bytes(&q, 12));
        TEXT(j, "changes", query_bytes(&q, 13));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

static int export_hosts(struct exporter *x, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store, "SELECT origin, facts FROM host ORDER BY origin", NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e)) {
        struct json *j = export_record(x, "host");
        TEXT(j, "origin", query_bytes(&q, 0));
        TEXT(j, "facts", query_bytes(&q, 1));
        if (export_end(x, e))
            return E_SYSTEM;
    }
    return got;
}

/* ---- Pages and versions ---- */

/* The body, or "lost" where it cannot be had. Each goes out once. */
static int field_body(struct exporter *x, struct json *j, int64_t blob, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct str body;
    struct err why;
    uint32_t *sent = map_slot(&x->sent, (uint64_t)blob, 0);
    int code = *sent ? 0 : blob_read(&a, x->store, blob, NULL, &body, &why);
    if (code && code != E_FORMAT)
        return err_set(e, code, "%s", why.text);
    if (code)
        json_field_bool(j, "lost", true);
    else if (!*sent && body.len == 0)
        json_field_str(j, "body", STR(""));
    else if (!*sent)
        TEXT(j, "body", body);
    if (code == 0)
        *sent = 1;
    return 0;
}

static int export_version(struct exporter *x, struct query *q, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct store_version v;
    char hex[2 * STORE_DIGEST_BYTES + 1];
    version_fill(&a, q, &v);
    store_digest_hex(v.digest, hex);
    struct json *j = export_record(x, "version");
    json_field_number(j, "number", v.number);
    json_field_number(j, "fetched_at", v.fetched_at);
    export_moment(j, "server_at", v.server_at);
    TEXT(j, "etag", v.etag);
    TEXT(j, "last_modified", v.last_modified);
    TEXT(j, "content_type", v.content_type);
    json_field_number(j, "status", v.status);
    json_field_bool(j, "suspect", v.suspect);
    if (v.quiet)
        json_field_bool(j, "quiet", true);
    if (v.template)
        json_field_bool(j, "template", true);
    json_field_str(j, "digest", str_of(hex));
    json_field_number(j, "bytes", v.bytes);
    int code = field_body(x, j, query_number(q, 12), e);
    return code ? code : export_end(x, e);
}

static int export_versions(struct exporter *x, int64_t page, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, x->store, "SELECT " VERSION_COLUMNS VERSION_TABLES "WHERE v.page = $1 ORDER BY v.number",
                        VALUES(num(page)), e);
    for (; got > 0; got = query_next(&q, e)) {
        int code = export_version(x, &q, e);
        if (code)
            return code;
    }
    return got;
}

static int export_page(struct exporter *x, const struct store_page *p, struct err *e)
{
    struct json *j = export_record(x, "page");
    TEXT(j, "url", p->url);
    TEXT(j, "canonical", p->canonical);
    TEXT(j, "host", p->host);
    json_field_number(j, "added_at", p->added_at);
    export_moment(j, "checked_at", p->checked_at);
    export_moment(j, "next_check_at", p->next_check_at);
    TEXT(j, "etag", p->etag);
    TEXT(j, "last_modified", p->last_modified);
    json_field_number(j, "errors", p->errors);
    TEXT(j, "state", p->state);
    if (p->attention)
        json_field_bool(j, "attention", true);
    if (p->best_effort)
        json_field_bool(j, "best_effort", true);
    TEXT(j, "learnt", p->learnt);
    int code = export_end(x, e);
    if (code == 0)
        code = export_versions(x, p->id, e);
    return code ? code : export_verdicts(x, p->id, e);
}

static int export_pages(struct exporter *x, struct err *e)
{
    enum { AT_ONCE = 256 };
    struct store_pages some = { 0 };
    int64_t after = 0, total;
    int counted = query_count(x->store, "SELECT count(*) FROM page", NO_VALUES, &total, e);
    if (counted)
        return counted;
    do {
        AUTO(arena) a = { 0 };
        int code = store_pages(&a, x->store, after, AT_ONCE, &some, e);
        for (uint32_t i = 0; code == 0 && i < some.n; i++) {
            after = some.item[i].id;
            code = export_page(x, &some.item[i], e);
            store_tell(x->store, (uint64_t)x->n.pages, (uint64_t)total);
        }
        if (code)
            return code;
    } while (some.n == AT_ONCE);
    return 0;
}

static int export_all(struct exporter *x, struct err *e)
{
    struct json *j = export_record(x, "weft-store");
    json_field_number(j, "format", STORE_EXPORT_FORMAT);
    int code = export_end(x, e);
    if (code == 0)
        code = export_users(x, e);
    if (code == 0)
        code = export_pages(x, e);
    if (code == 0)
        code = export_watches(x, e);
    if (code == 0)
        code = export_seen(x, e);
    if (code == 0)
        code = export_lessons(x, e);
    if (code == 0)
        code = export_events(x, e);
    if (code == 0)
        code = export_settings(x, e);
    if (code == 0)
        code = export_messages(x, e);
    if (code == 0)
        code = export_collections(x, e);
    if (code == 0)
        code = export_waiting(x, e);
    if (code == 0 && x->with_secrets)
        code = export_secrets(x, e);
    if (code == 0)
        code = export_hosts(x, e);
    if (code == 0)
        code = export_learnt(x, e);
    if (code)
        return code;
    j = export_record(x, "end");
    json_field_number(j, "pages", x->n.pages);
    json_field_number(j, "versions", x->n.versions);
    code = export_end(x, e);
    return code ? code : flush(x, e);
}

int store_export(struct store *s, int fd, bool with_secrets, struct store_transfer *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    AUTO(exporter) x = { .store = s, .fd = fd, .out = BUF(LIMIT_OUTPUT_BYTES), .with_secrets = with_secrets };
    map_open(&x.sent, &x.arena, 1024);
    int code = store_begin_read(s, &tx, e);
    if (code == 0)
        code = export_all(&x, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0 && out)
        *out = x.n;
    return code;
}
