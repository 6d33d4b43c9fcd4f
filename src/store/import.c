/* The other way: JSON lines into a store, all of them or nothing.
 *
 * In: what export.c wrote, from a descriptor. Out: the same pages, versions, users and marks; ids are new, everything else is as it was.
 * The stream is not trusted: lines have a limit, every digest is checked, the last line says how much there must have been.
 * Memory: the longest line, a few times. */
#include <errno.h>
#include <unistd.h>

#include "base/base64.h"
#include "base/limits.h"
#include "store/blob.h"
#include "store/export.h"
#include "store/import.h"
#include "store/schema.h"
#include "store/version.h"

static void importer_drop(struct importer *x)
{
    buf_drop(&x->in);
}

/* ---- Lines ---- */

static int read_more(struct importer *x, struct err *e)
{
    char some[KIB(64)];
    ssize_t n = read(x->fd, some, sizeof some);
    if (n < 0 && errno == EINTR)
        return 0;
    if (n < 0)
        return err_system(e, "cannot read");
    x->ended = n == 0;
    buf_add_bytes(&x->in, some, (size_t)n);
    return buf_check(&x->in, e);
}

/* What was used goes before more comes, so that the buf holds one line and what came with it. */
static void forget_used(struct importer *x)
{
    if (x->at == 0)
        return;
    if (x->in.len > x->at)
        memmove(x->in.ptr, x->in.ptr + x->at, x->in.len - x->at);
    x->in.len -= x->at;
    x->at = 0;
}

/* 1: a line, which holds until the next call; 0: no more. */
static int next_line(struct importer *x, struct str *out, struct err *e)
{
    size_t looked = x->at;
    for (;;) {
        struct str all = buf_str(&x->in);
        size_t end = str_find(all, STR("\n"), looked);
        if (end != SIZE_MAX) {
            *out = str_sub(all, x->at, end);
            x->at = end + 1;
            x->line++;
            return 1;
        }
        if (x->ended)
            return x->at == all.len ? 0 : err_set(e, E_FORMAT, "the last line is cut off");
        looked = all.len - x->at;
        forget_used(x);
        int code = read_more(x, e);
        if (code)
            return code;
    }
}

/* ---- Fields: all are missing where they have nothing to say ---- */

int import_bad(const char *name, struct err *e)
{
    return err_set(e, E_FORMAT, "\"%s\" is missing or is not what it should be", name);
}

/* Text, or the bytes of NAME_base64 in the arena; "" where there is neither. */
int import_field_text(struct arena *a, const struct json_value *record, const char *name, struct str *out, struct err *e)
{
    const struct json_value *plain = json_get(record, str_of(name));
    const struct json_value *coded = json_get(record, arena_printf(a, "%s_base64", name));
    struct str letters;
    *out = STR("");
    if (plain)
        return json_text(plain, out) ? 0 : import_bad(name, e);
    if (!coded)
        return 0;
    AUTO(buf) b = BUF(LIMIT_OUTPUT_BYTES);
    if (!json_text(coded, &letters) || !base64_read(letters, &b))
        return import_bad(name, e);
    return buf_take(&b, a, out, e);
}

static bool parse_number(struct str s, int64_t *out)
{
    uint64_t n;
    bool negative = str_starts(s, STR("-"));
    if (!str_number(str_sub(s, negative, s.len), INT64_MAX, &n))
        return false;
    *out = negative ? -(int64_t)n : (int64_t)n;
    return true;
}

int import_field_number(const struct json_value *record, const char *name, int64_t *out, struct err *e)
{
    const struct json_value *v = json_get(record, str_of(name));
    return v && v->kind == JSON_NUMBER && parse_number(v->str, out) ? 0 : import_bad(name, e);
}

int import_field_moment(const struct json_value *record, const char *name, int64_t *out, struct err *e)
{
    *out = NEVER;
    return json_get(record, str_of(name)) ? import_field_number(record, name, out, e) : 0;
}

bool import_field_bool(const struct json_value *record, const char *name)
{
    const struct json_value *v = json_get(record, str_of(name));
    return v && v->kind == JSON_BOOL && v->truth;
}

static int field_digest(const struct json_value *record, unsigned char out[STORE_DIGEST_BYTES], struct err *e)
{
    struct str hex;
    if (!json_text(json_get(record, STR("digest")), &hex) || hex.len != (size_t)2 * STORE_DIGEST_BYTES)
        return import_bad("digest", e);
    for (size_t i = 0; i < STORE_DIGEST_BYTES; i++) {
        int byte = str_hex_byte(hex, 2 * i);
        if (byte < 0)
            return import_bad("digest", e);
        out[i] = (unsigned char)byte;
    }
    return 0;
}

/* ---- Records ---- */

static int import_head(struct importer *x, struct arena *a UNUSED, const struct json_value *r, struct err *e)
{
    int64_t format = 0;
    int code = import_field_number(r, "format", &format, e);
    if (code == 0 && format < 1)
        code = err_set(e, E_FORMAT, "there is no format %lld of exports", (long long)format);
    if (code == 0 && format > STORE_EXPORT_FORMAT)
        code = err_set(e, E_FORMAT, "a newer weft wrote this (format %lld); use that one", (long long)format);
    x->begun = code == 0;
    x->no_events = format == 1;
    if (code == 0)
        code = query_count(x->store, "SELECT max(id) FROM finding", NO_VALUES, &x->findings, e);
    return code ? code : query_count(x->store, "SELECT max(id) FROM page", NO_VALUES, &x->before, e);
}

static int import_user(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct str name = STR("");
    int64_t added_at = 0, id;
    int code = import_field_text(a, r, "name", &name, e);
    if (code == 0)
        code = import_field_number(r, "added_at", &added_at, e);
    return code ? code : store_user_add(x->store, name, added_at, &id, e);
}

/* Earlier exports do not say it: the state does. */
static bool wants_attention(struct str state)
{
    return str_find(state, STR("\"moved_to\""), 0) != SIZE_MAX || str_find(state, STR("\"suspect\""), 0) != SIZE_MAX;
}

static int read_page(struct arena *a, const struct json_value *r, struct store_page *p, struct err *e)
{
    if (import_field_text(a, r, "url", &p->url, e) || import_field_text(a, r, "canonical", &p->canonical, e)
        || import_field_text(a, r, "host", &p->host, e) || import_field_number(r, "added_at", &p->added_at, e)
        || import_field_moment(r, "checked_at", &p->checked_at, e) || import_field_moment(r, "next_check_at", &p->next_check_at, e)
        || import_field_text(a, r, "etag", &p->etag, e) || import_field_text(a, r, "last_modified", &p->last_modified, e)
        || import_field_number(r, "errors", &p->errors, e) || import_field_text(a, r, "state", &p->state, e))
        return E_FORMAT;
    p->attention = import_field_bool(r, "attention") || wants_attention(p->state);
    p->best_effort = import_field_bool(r, "best_effort");
    return import_field_text(a, r, "learnt", &p->learnt, e);
}

static int import_page(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_page page = { 0 };
    int64_t there = 0;
    int code = read_page(a, r, &page, e);
    if (code == 0)
        code = query_count(x->store, "SELECT id FROM page WHERE url = $1", VALUES(text(page.url)), &there, e);
    if (code == 0 && there)
        code = err_set(e, E_USAGE, "%.*s is in the store already; import into an empty one", STR_ARG(page.url));
    if (code == 0)
        code = store_page_add(x->store, &page, &page.id, e);
    if (code == 0)
        code = store_page_schedule(x->store, &page, e);
    if (code)
        return code;
    x->page = page.id;
    return 0;
}

static int read_version(struct arena *a, const struct json_value *r, struct store_version *v, struct err *e)
{
    int64_t status = 0;
    if (import_field_number(r, "number", &v->number, e) || import_field_number(r, "fetched_at", &v->fetched_at, e)
        || import_field_moment(r, "server_at", &v->server_at, e) || import_field_text(a, r, "etag", &v->etag, e)
        || import_field_text(a, r, "last_modified", &v->last_modified, e)
        || import_field_text(a, r, "content_type", &v->content_type, e) || import_field_number(r, "status", &status, e)
        || field_digest(r, v->digest, e) || import_field_number(r, "bytes", &v->bytes, e))
        return E_FORMAT;
    v->status = (int)status;
    v->suspect = import_field_bool(r, "suspect");
    v->quiet = import_field_bool(r, "quiet");
    v->template = import_field_bool(r, "template");
    v->lost = import_field_bool(r, "lost");
    return v->number >= 1 ? 0 : import_bad("number", e);
}

/* Of the record, or of the blob that an earlier one brought. */
static int body_of(struct importer *x, struct arena *a, const struct json_value *r, const struct store_version *v, struct str *out,
                   struct err *e)
{
    struct blob blob;
    unsigned char digest[STORE_DIGEST_BYTES];
    int code;
    if (json_get(r, STR("body")) || json_get(r, STR("body_base64"))) {
        code = import_field_text(a, r, "body", out, e);
    } else {
        code = blob_find(x->store, v->digest, &blob, e);
        if (code == 0)
            return import_bad("body", e);
        code = code < 0 ? code : blob_read(a, x->store, blob.id, NULL, out, e);
    }
    if (code)
        return code;
    codec_digest(*out, digest);
    return memcmp(digest, v->digest, sizeof digest) == 0 && out->len <= LIMIT_PAGE_BYTES ? 0 : import_bad("body", e);
}

static int import_version(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_version v = { .page = x->page };
    struct str body = STR("");
    if (x->page == 0)
        return err_set(e, E_FORMAT, "a version without its page");
    int code = read_version(a, r, &v, e);
    if (code == 0 && !v.lost)
        code = body_of(x, a, r, &v, &body, e);
    if (code == 0)
        code = version_append(x->store, &v, v.lost ? NULL : &body, e);
    return code;
}

static int find_pair(struct importer *x, struct arena *a, const struct json_value *r, int64_t id[2], struct err *e)
{
    struct str name, url;
    struct store_user user;
    struct store_page page;
    if (import_field_text(a, r, "user", &name, e) || import_field_text(a, r, "url", &url, e)
        || store_user_find(a, x->store, name, &user, e) || store_page_find(a, x->store, url, &page, e))
        return E_FORMAT;
    id[0] = user.id;
    id[1] = page.id;
    return 0;
}

/* A number that is 0 where it is not there. */
static int field_count(const struct json_value *record, const char *name, int64_t *out, struct err *e)
{
    *out = 0;
    return json_get(record, str_of(name)) ? import_field_number(record, name, out, e) : 0;
}

/* ---- Watches, marks, verdicts, events ---- */

static int import_watch(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_watch watch = { 0 };
    int64_t id[2] = { 0 };
    int code = find_pair(x, a, r, id, e);
    if (code == 0)
        code = import_field_number(r, "added_at", &watch.added_at, e);
    if (code == 0)
        code = import_field_text(a, r, "settings", &watch.settings, e);
    if (code == 0)
        code = field_count(r, "seen", &watch.seen, e);
    if (code)
        return code;
    watch.user = id[0];
    watch.page = id[1];
    code = store_watch_put(x->store, &watch, e);
    return code ? code
                : query_run(x->store, "UPDATE watch SET seen = $1 WHERE person = $2 AND page = $3",
                            VALUES(num(watch.seen), num(watch.user), num(watch.page)), e);
}

/* Without a look at the version: a mark may outlive it. */
static int import_seen(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    int64_t id[2] = { 0 }, number = 0, seen_at = 0;
    int code = find_pair(x, a, r, id, e);
    if (code == 0)
        code = import_field_number(r, "number", &number, e);
    if (code == 0)
        code = import_field_moment(r, "seen_at", &seen_at, e);
    if (code)
        return code;
    return query_run(x->store, "INSERT INTO seen(person, page, number, seen_at, kept, dismissed) VALUES($1, $2, $3, $4, $5, $6)",
                     VALUES(num(id[0]), num(id[1]), num(number), moment(seen_at), num(import_field_bool(r, "kept")),
                            num(import_field_bool(r, "dismissed"))),
                     e);
}

static int import_lesson(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    int64_t id[2] = { 0 }, number = 0, kind = 0;
    struct str keys;
    if (find_pair(x, a, r, id, e) || import_field_number(r, "number", &number, e) || import_field_number(r, "kind", &kind, e)
        || import_field_text(a, r, "keys", &keys, e))
        return E_FORMAT;
    if (kind <= STORE_LESSON_NONE || kind >= STORE_LESSONS)
        return err_set(e, E_FORMAT, "a lesson of a kind that is not known");
    return store_lesson_put(
        x->store,
        &(struct store_lesson){ id[0], id[1], number, (enum store_lesson_kind)kind, import_field_bool(r, "announces"), keys }, e);
}

/* Importance in millionths, then the five counts. */
static int read_counts(const struct json_value *r, int64_t out[6], struct err *e)
{
    static const char *const names[] = { "content", "look", "machinery", "words_inserted", "words_deleted" };
    int code = import_field_moment(r, "importance_millionths", &out[0], e);
    for (size_t i = 0; i < ARRAY_LEN(names) && code == 0; i++)
        code = field_count(r, names[i], &out[i + 1], e);
    return code;
}

static int import_verdict(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    int64_t number = 0, before = 0, chance = NEVER, c[6] = { 0 };
    struct str headline, reasons, held_back, changes, known;
    if (x->page == 0)
        return err_set(e, E_FORMAT, "a verdict without its page");
    if (import_field_number(r, "number", &number, e) || import_field_number(r, "before", &before, e) || read_counts(r, c, e)
        || import_field_text(a, r, "headline", &headline, e) || import_field_text(a, r, "reasons", &reasons, e)
        || import_field_text(a, r, "held_back", &held_back, e) || import_field_text(a, r, "changes", &changes, e)
        || import_field_text(a, r, "known", &known, e) || import_field_moment(r, "chance_millionths", &chance, e)
        || version_must_exist(x->store, x->page, number, e))
        return E_FORMAT;
    return query_run(x->store, "INSERT INTO verdict VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
                     VALUES(num(x->page), num(number), num(before), moment(c[0]), num(c[1]), num(c[2]), num(c[3]), num(c[4]),
                            num(c[5]), text_or_null(headline), text_or_null(reasons), text_or_null(held_back),
                            text_or_null(changes), text_or_null(known), moment(chance)),
                     e);
}

static int import_event(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    int64_t id[2] = { 0 }, number = 0, before = 0, at = 0, kind = 0, c[6] = { 0 };
    struct str headline, changes;
    if (find_pair(x, a, r, id, e) || import_field_number(r, "number", &number, e) || import_field_number(r, "before", &before, e)
        || import_field_number(r, "at", &at, e) || import_field_number(r, "kind", &kind, e) || read_counts(r, c, e)
        || import_field_text(a, r, "headline", &headline, e) || import_field_text(a, r, "changes", &changes, e))
        return E_FORMAT;
    return query_run(
        x->store,
        "INSERT INTO event(person, page, number, before, at, kind, importance, content, look, machinery, inserted, deleted,"
        " headline, changes) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        VALUES(num(id[0]), num(id[1]), num(number), num(before), num(at), num(kind), moment(c[0]), num(c[1]), num(c[2]), num(c[3]),
               num(c[4]), num(c[5]), text_or_null(headline), text_or_null(changes)),
        e);
}

static int import_setting(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct str user, name, value;
    struct store_user found;
    if (import_field_text(a, r, "user", &user, e) || import_field_text(a, r, "name", &name, e)
        || import_field_text(a, r, "value", &value, e) || store_user_find(a, x->store, user, &found, e))
        return E_FORMAT;
    return store_setting_put(x->store, &(struct store_setting){ found.id, name, value }, e);
}

static int import_secret(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_secret secret = { 0 };
    struct str user, url;
    struct store_user found;
    struct store_page page = { 0 };
    if (import_field_text(a, r, "user", &user, e) || import_field_text(a, r, "url", &url, e)
        || import_field_text(a, r, "name", &secret.name, e) || import_field_text(a, r, "value", &secret.bytes, e)
        || store_user_find(a, x->store, user, &found, e) || (url.len && store_page_find(a, x->store, url, &page, e)))
        return E_FORMAT;
    secret.user = found.id;
    secret.page = page.id;
    return store_seal(x->store, &secret, e);
}

static int import_host(struct importer *x, struct arena *a, const struct json_value *r, struct err *e)
{
    struct store_host host = { 0 };
    int code = import_field_text(a, r, "origin", &host.origin, e);
    if (code == 0)
        code = import_field_text(a, r, "facts", &host.facts, e);
    return code ? code : store_host_put(x->store, &host, e);
}

/* An older export says what was seen, and so what is new. */
static int find_events(struct importer *x, struct err *e)
{
    int code = x->no_events ? query_run(x->store, OLD_SEEN "$1", VALUES(num(x->before)), e) : 0;
    return code || !x->no_events ? code : query_run(x->store, OLD_NEWS "$1", VALUES(num(x->before)), e);
}

static int import_end(struct importer *x, struct arena *a UNUSED, const struct json_value *r, struct err *e)
{
    int64_t pages = 0, versions = 0;
    int code = import_field_number(r, "pages", &pages, e);
    if (code == 0)
        code = import_field_number(r, "versions", &versions, e);
    if (code == 0 && (pages != x->n.pages || versions != x->n.versions))
        code = err_set(e, E_FORMAT, "records are missing");
    x->finished = code == 0;
    return code ? code : find_events(x, e);
}

static const struct {
    struct str kind;
    int (*run)(struct importer *x, struct arena *a, const struct json_value *record, struct err *e);
} kinds[] = {
    { STR_INIT("weft-store"), import_head },   { STR_INIT("user"), import_user },
    { STR_INIT("page"), import_page },         { STR_INIT("version"), import_version },
    { STR_INIT("watch"), import_watch },       { STR_INIT("seen"), import_seen },
    { STR_INIT("lesson"), import_lesson },     { STR_INIT("host"), import_host },
    { STR_INIT("end"), import_end },           { STR_INIT("verdict"), import_verdict },
    { STR_INIT("event"), import_event },       { STR_INIT("setting"), import_setting },
    { STR_INIT("secret"), import_secret },     { STR_INIT("channel"), import_channel },
    { STR_INIT("sentinel"), import_sentinel }, { STR_INIT("look"), import_look },
    { STR_INIT("finding"), import_finding },   { STR_INIT("sentinel_event"), import_sentinel_event },
    { STR_INIT("detector"), import_detector }, { STR_INIT("collection"), import_collection },
    { STR_INIT("message"), import_message },   { STR_INIT("waiting"), import_waiting },
    { STR_INIT("plan"), import_plan },         { STR_INIT("sensor"), import_sensor },
};

static int import_line(struct importer *x, struct str line, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct json_value root = { 0 };
    int code = json_read(&a, line, &root, e);
    if (code)
        return code;
    if (root.kind != JSON_OBJECT || root.n != 1 || x->begun == str_eq(root.item[0].key, kinds[0].kind) || x->finished)
        return err_set(e, E_FORMAT, "not an export of a weft store");
    for (size_t i = 0; i < ARRAY_LEN(kinds); i++)
        if (str_eq(root.item[0].key, kinds[i].kind)) {
            transfer_count(&x->n, kinds[i].kind);
            return kinds[i].run(x, &a, &root.item[0], e);
        }
    return err_set(e, E_FORMAT, "no record is called \"%.*s\"", STR_ARG(root.item[0].key));
}

static int import_all(struct importer *x, struct err *e)
{
    struct str line = STR("");
    int got = next_line(x, &line, e);
    for (; got > 0; got = next_line(x, &line, e)) {
        if (import_line(x, line, e))
            return err_in(e, "line %llu", (unsigned long long)x->line);
        store_tell(x->store, x->line, 0);
    }
    if (got == 0 && !x->finished)
        return err_set(e, E_FORMAT, "the export ends too early");
    return got;
}

int store_import(struct store *s, int fd, struct store_transfer *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    AUTO(importer) x = { .store = s, .fd = fd, .in = BUF(LIMIT_OUTPUT_BYTES) };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = import_all(&x, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0 && out)
        *out = x.n;
    return code;
}
