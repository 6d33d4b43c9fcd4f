/* Versions of pages: adding one, and time travel.
 *
 * In: a body as it came. Out: any version by number or date, byte for byte.
 * Invariants: 1. a body like the newest one adds nothing; 2. numbers only go up; 3. the blob of the newest version is whole, and the
 * one before it has been packed against it in the same transaction. */
#include <stdio.h>

#include "base/limits.h"
#include "base/vec.h"
#include "store/blob.h"
#include "store/pack.h"
#include "store/version.h"

static int64_t marks_of(const struct store_version *v)
{
    return (v->suspect ? MARK_SUSPECT : 0) | (v->quiet ? MARK_QUIET : 0) | (v->template ? MARK_TEMPLATE : 0);
}

void version_fill(struct arena *a, struct query *q, struct store_version *out)
{
    *out = (struct store_version){
        .page = query_number(q, 0),
        .number = query_number(q, 1),
        .fetched_at = query_number(q, 2),
        .server_at = query_moment(q, 3),
        .etag = query_str(a, q, 4),
        .last_modified = query_str(a, q, 5),
        .content_type = query_str(a, q, 6),
        .status = (int)query_number(q, 7),
        .suspect = (query_number(q, 8) & MARK_SUSPECT) != 0,
        .quiet = (query_number(q, 8) & MARK_QUIET) != 0,
        .template = (query_number(q, 8) & MARK_TEMPLATE) != 0,
        .lost = query_number(q, 9) != 0,
        .bytes = query_number(q, 10),
    };
    struct str digest = query_bytes(q, 11);
    memcpy(out->digest, digest.ptr, MIN(digest.len, sizeof out->digest));
}

void store_digest_hex(const unsigned char digest[STORE_DIGEST_BYTES], char out[2 * STORE_DIGEST_BYTES + 1])
{
    for (size_t i = 0; i < STORE_DIGEST_BYTES; i++)
        snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

/* ---- Adding ---- */

struct newest {
    int64_t number, blob; /* 0: none */
    int64_t bytes;
    bool lost;
    unsigned char digest[STORE_DIGEST_BYTES];
};

static int find_newest(struct store *s, int64_t page, struct newest *out, struct err *e)
{
    AUTO(query) q = { 0 };
    *out = (struct newest){ 0 };
    int got = query_one(&q, s,
                        "SELECT v.number, b.id, b.bytes, b.lost, b.digest FROM version v LEFT JOIN blob b ON b.id = v.blob"
                        " WHERE v.page = $1 ORDER BY v.number DESC LIMIT 1",
                        VALUES(num(page)), e);
    if (got <= 0)
        return got;
    struct str digest = query_bytes(&q, 4);
    *out = (struct newest){ query_number(&q, 0), query_number(&q, 1), query_number(&q, 2), query_number(&q, 3) != 0, { 0 } };
    memcpy(out->digest, digest.ptr, MIN(digest.len, sizeof out->digest));
    return 0;
}

static int must_exist(struct store *s, int64_t page, struct err *e)
{
    int64_t id;
    int code = query_count(s, "SELECT id FROM page WHERE id = $1", VALUES(num(page)), &id, e);
    return code || id ? code : err_set(e, E_ABSENT, "no page has the number %lld", (long long)page);
}

int version_must_exist(struct store *s, int64_t page, int64_t number, struct err *e)
{
    int64_t n;
    int code =
        query_count(s, "SELECT count(*) FROM version WHERE page = $1 AND number = $2", VALUES(num(page), num(number)), &n, e);
    return code || n ? code : err_set(e, E_ABSENT, "there is no version %lld", (long long)number);
}

/* Types repeat on nearly every version, so they are stored once. */
static int media_id(struct store *s, struct str name, int64_t *id, struct err *e)
{
    *id = 0;
    if (name.len == 0)
        return 0;
    int code = query_count(s, "SELECT id FROM media WHERE name = $1", VALUES(text(name)), id, e);
    return code || *id ? code : query_count(s, "INSERT INTO media(name) VALUES($1) RETURNING id", VALUES(text(name)), id, e);
}

static int insert(struct store *s, const struct store_version *v, int64_t blob, struct err *e)
{
    int64_t media;
    int code = media_id(s, v->content_type, &media, e);
    if (code)
        return code;
    return query_run(s,
                     "INSERT INTO version(page, number, fetched_at, server_at, blob, status, marks, media, etag, last_modified)"
                     " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
                     VALUES(num(v->page), num(v->number), num(v->fetched_at), moment(v->server_at), num(blob), num(v->status),
                            num(marks_of(v)), id_or_null(media), text_or_null(v->etag), text_or_null(v->last_modified)),
                     e);
}

static int append(struct store *s, const struct store_version *v, const struct newest *before, const struct str *body,
                  struct err *e)
{
    int64_t blob;
    int code = body ? blob_take(s, v, *body, &blob, e) : blob_take_lost(s, v, &blob, e);
    if (code == 0)
        code = insert(s, v, blob, e);
    if (code || before->blob == 0) /* none, or its body is missing, which store_verify() tells */
        return code;
    return blob_demote(s, v->page, before->blob, blob, body ? *body : STR(""), e);
}

int version_append(struct store *s, const struct store_version *v, const struct str *body, struct err *e)
{
    struct newest before;
    int code = find_newest(s, v->page, &before, e);
    if (code == 0 && v->number <= before.number)
        code = err_set(e, E_FORMAT, "version %lld comes behind version %lld", (long long)v->number, (long long)before.number);
    return code ? code : append(s, v, &before, body, e);
}

/* Bytes that were lost and come again mend what the disk has damaged. The version is there already, so the counts go back. */
static int mend(struct store *s, const struct store_version *v, struct str body, struct err *e)
{
    int64_t blob;
    int code = blob_take(s, v, body, &blob, e);
    return code ? code : query_run(s, "UPDATE blob SET refs = refs - 1, heads = heads - 1 WHERE id = $1", VALUES(num(blob)), e);
}

static int add(struct store *s, struct store_version *v, struct str body, bool *is_new, struct err *e)
{
    struct newest before;
    struct store_version next = *v;
    int code = must_exist(s, v->page, e);
    if (code == 0)
        code = find_newest(s, v->page, &before, e);
    if (code)
        return code;
    if (s->pack)
        memcpy(next.digest, s->pack->digest, sizeof next.digest);
    else
        codec_digest(body, next.digest);
    bool same = before.blob && memcmp(next.digest, before.digest, sizeof next.digest) == 0;
    next.number = before.number + !same; /* also above a version whose body is missing */
    next.bytes = (int64_t)body.len;
    if (!same)
        code = append(s, &next, &before, &body, e);
    else if (before.lost)
        code = mend(s, &next, body, e);
    if (code)
        return code;
    *v = next;
    *is_new = !same;
    return 0;
}

int store_version_add(struct store *s, struct store_version *v, struct str body, bool *is_new, struct err *e)
{
    return store_version_add_packed(s, v, body, NULL, is_new, e);
}

int store_version_add_packed(struct store *s, struct store_version *v, struct str body, const struct store_pack *pack, bool *is_new,
                             struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct store_version next = *v;
    bool new;
    if (body.len > LIMIT_PAGE_BYTES)
        return err_set(e, E_LIMIT, "larger than the limit of %zu MB", LIMIT_PAGE_BYTES >> 20);
    int code = store_begin(s, &tx, e);
    s->pack = pack && pack->made && pack->page == v->page ? pack : NULL;
    if (code == 0)
        code = add(s, &next, body, &new, e);
    s->pack = NULL;
    if (code == 0)
        code = store_commit(&tx, e);
    if (code)
        return code;
    *v = next;
    *is_new = new;
    return 0;
}

/* ---- Time travel ---- */

static int one(struct arena *a, struct query *q, int got, struct store_version *out, struct err *e)
{
    if (got < 0)
        return got;
    if (got == 0)
        return err_set(e, E_ABSENT, "there is no such version");
    version_fill(a, q, out);
    return 0;
}

int store_version_get(struct arena *a, struct store *s, int64_t page, int64_t number, struct store_version *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " VERSION_COLUMNS VERSION_TABLES "WHERE v.page = $1 AND v.number = $2",
                        VALUES(num(page), num(number)), e);
    return got ? one(a, &q, got, out, e) : err_set(e, E_ABSENT, "there is no version %lld", (long long)number);
}

int store_version_newest(struct arena *a, struct store *s, int64_t page, struct store_version *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " VERSION_COLUMNS VERSION_TABLES "WHERE v.page = $1 ORDER BY v.number DESC LIMIT 1",
                        VALUES(num(page)), e);
    return one(a, &q, got, out, e);
}

int store_version_glance(struct store *s, int64_t page, struct store_version *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got =
        query_one(&q, s, "SELECT number, marks FROM version WHERE page = $1 ORDER BY number DESC LIMIT 1", VALUES(num(page)), e);
    if (got < 0)
        return got;
    int64_t marks = got ? query_number(&q, 1) : 0;
    *out = (struct store_version){ .page = page,
                                   .number = got ? query_number(&q, 0) : 0,
                                   .suspect = (marks & MARK_SUSPECT) != 0,
                                   .quiet = (marks & MARK_QUIET) != 0,
                                   .template = (marks & MARK_TEMPLATE) != 0 };
    return 0;
}

int store_version_first(struct arena *a, struct store *s, int64_t page, struct store_version *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " VERSION_COLUMNS VERSION_TABLES "WHERE v.page = $1 ORDER BY v.number LIMIT 1",
                        VALUES(num(page)), e);
    return one(a, &q, got, out, e);
}

int store_version_as_of(struct arena *a, struct store *s, int64_t page, int64_t at, struct store_version *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s,
                        "SELECT " VERSION_COLUMNS VERSION_TABLES "WHERE v.page = $1 AND v.fetched_at <= $2"
                        " ORDER BY v.fetched_at DESC, v.number DESC LIMIT 1",
                        VALUES(num(page), num(at)), e);
    return got ? one(a, &q, got, out, e) : err_set(e, E_ABSENT, "there was no version yet at that time");
}

int store_version_list(struct arena *a, struct store *s, int64_t page, struct store_versions *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(struct store_version) list = { 0 };
    int got =
        query_one(&q, s, "SELECT " VERSION_COLUMNS VERSION_TABLES "WHERE v.page = $1 ORDER BY v.number", VALUES(num(page)), e);
    for (; got > 0; got = query_next(&q, e))
        version_fill(a, &q, VEC_ADD(a, &list));
    if (got == 0)
        *out = (struct store_versions){ list.item, list.n };
    return got;
}

int store_version_body(struct arena *a, struct store *s, int64_t page, int64_t number, struct str *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t blob;
    int code = store_begin_read(s, &tx, e);
    if (code == 0)
        code = query_count(s, "SELECT blob FROM version WHERE page = $1 AND number = $2", VALUES(num(page), num(number)), &blob, e);
    if (code == 0 && blob == 0)
        return err_set(e, E_ABSENT, "there is no version %lld", (long long)number);
    struct str body;
    if (code == 0 && blob_read(a, s, blob, NULL, &body, e))
        return err_in(e, "version %lld is lost", (long long)number);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *out = body;
    return code;
}

int store_version_mark(struct store *s, const struct store_version *v, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t changed;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_change(s, "UPDATE version SET marks = $1 WHERE page = $2 AND number = $3",
                            VALUES(num(marks_of(v)), num(v->page), num(v->number)), &changed, e);
    if (code == 0 && changed == 0)
        code = err_set(e, E_ABSENT, "there is no version %lld", (long long)v->number);
    return code ? code : store_commit(&tx, e);
}
