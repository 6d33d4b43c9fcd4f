/* Retention, rubbish, and packing again what was packed in haste.
 *
 * In: a policy. Out: a smaller store in which every version that the policy keeps reads as before.
 * Every step is a transaction of its own that looks at the store anew, because others write meanwhile; packing itself holds none.
 * Invariants: 1. a blob is deleted only when no version has it and nothing kept builds on it; 2. before that, what builds on it is packed
 * against the next one on its way that stays, so no way gets longer.
 * Cost: O(versions) to choose, and unpacking and packing of what is touched. */
#include "base/limits.h"
#include "base/vec.h"
#include "store/blob.h"
#include "store/dictionary.h"

struct ids {
    int64_t *item;
    uint32_t n;
};

static int list_ids(struct arena *a, struct store *s, const char *sql, struct ids *out, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(int64_t) list = { 0 };
    int got = query_one(&q, s, sql, NO_VALUES, e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) = query_number(&q, 0);
    if (got == 0)
        *out = (struct ids){ list.item, list.n };
    return got;
}

/* ---- Which versions go ---- */

struct candidate {
    int64_t number, fetched_at, blob;
    bool bound; /* a user's mark, or the newest that a user has seen or began to watch at */
};

struct candidates {
    struct candidate *item;
    uint32_t n;
};

static int list_candidates(struct arena *a, struct store *s, int64_t page, struct candidates *out, struct err *e)
{
    static const char sql[] =
        "SELECT v.number, v.fetched_at, v.blob, CASE WHEN EXISTS(SELECT 1 FROM seen x WHERE x.page = v.page AND x.number = v.number AND (x.kept <> 0 OR"
        " (x.seen_at IS NOT NULL AND NOT EXISTS(SELECT 1 FROM seen y WHERE y.person = x.person AND y.page = x.page AND y.number > x.number"
        " AND y.seen_at IS NOT NULL))))"
        " OR EXISTS(SELECT 1 FROM watch w WHERE w.page = v.page AND w.seen = v.number)"
        " THEN 1 ELSE 0 END"
        " FROM version v WHERE v.page = $1 ORDER BY v.number";
    AUTO(query) q = { 0 };
    VEC(struct candidate) list = { 0 };
    int got = query_one(&q, s, sql, VALUES(num(page)), e);
    for (; got > 0; got = query_next(&q, e))
        *VEC_ADD(a, &list) =
            (struct candidate){ query_number(&q, 0), query_number(&q, 1), query_number(&q, 2), query_number(&q, 3) != 0 };
    if (got == 0)
        *out = (struct candidates){ list.item, list.n };
    return got;
}

static int64_t span_at(int64_t at, int64_t every)
{
    return at / every - (at % every < 0);
}

/* The last one of its span of time stays. */
static bool is_thinned(const struct store_policy *p, const struct candidate *c, const struct candidate *next)
{
    if (p->thin_after_ms <= 0 || p->thin_every_ms <= 0 || c->fetched_at > p->now - p->thin_after_ms)
        return false;
    return next->fetched_at <= p->now - p->thin_after_ms
           && span_at(c->fetched_at, p->thin_every_ms) == span_at(next->fetched_at, p->thin_every_ms);
}

static bool goes(const struct store_policy *p, const struct candidates *list, uint32_t i)
{
    if (i == 0 || i + 1 == list->n || list->item[i].bound)
        return false;
    if (p->keep_last && list->n - i > p->keep_last)
        return true;
    return is_thinned(p, &list->item[i], &list->item[i + 1]);
}

static int remove_version(struct store *s, int64_t page, const struct candidate *c, struct err *e)
{
    int code = query_run(s, "DELETE FROM version WHERE page = $1 AND number = $2", VALUES(num(page), num(c->number)), e);
    if (code == 0)
        code = query_run(s, "DELETE FROM verdict WHERE page = $1 AND number = $2", VALUES(num(page), num(c->number)), e);
    return code ? code : query_run(s, "UPDATE blob SET refs = refs - 1 WHERE id = $1", VALUES(num(c->blob)), e);
}

static int thin_page(struct store *s, const struct store_policy *policy, int64_t page, uint64_t *n, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    AUTO(arena) a = { 0 };
    struct candidates list;
    uint64_t removed = 0;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = list_candidates(&a, s, page, &list, e);
    for (uint32_t i = 0; code == 0 && i < list.n; i++)
        if (goes(policy, &list, i)) {
            code = remove_version(s, page, &list.item[i], e);
            removed++;
        }
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *n += removed;
    return code;
}

static int thin(struct store *s, const struct store_policy *policy, uint64_t *n, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct ids pages;
    if (policy->keep_last == 0 && (policy->thin_after_ms <= 0 || policy->thin_every_ms <= 0))
        return 0;
    int code = list_ids(&a, s, "SELECT id FROM page ORDER BY id", &pages, e);
    for (uint32_t i = 0; code == 0 && i < pages.n; i++) {
        code = thin_page(s, policy, pages.item[i], n, e);
        store_tell(s, i + 1, pages.n);
    }
    return code;
}

/* ---- Rubbish ---- */

/* The next blob on the way that some version has; 0: none. */
static int living_base(struct store *s, const struct blob *b, int64_t *out, struct err *e)
{
    struct blob at = { .base = b->base };
    int code = 0;
    for (unsigned i = 0; at.base && i <= 2 * STORE_STEPS_MAX && code == 0; i++) {
        code = blob_get(s, at.base, &at, e);
        if (code == 0 && at.refs > 0) {
            *out = at.id;
            return 0;
        }
    }
    *out = 0;
    return code;
}

/* One blob in one transaction; it may have changed since it was listed. What is damaged stays as it is, for store_verify(). */
static int move_one(struct store *s, int64_t id, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    struct blob b;
    int64_t base;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = blob_get(s, id, &b, e);
    if (code == 0 && (b.base == 0 || b.refs == 0))
        return store_commit(&tx, e);
    if (code == 0)
        code = living_base(s, &b, &base, e);
    if (code == 0 && base != b.base)
        code = blob_rewrite(s, &b, base, e);
    if (code == 0)
        code = store_commit(&tx, e);
    return code == E_FORMAT ? 0 : code;
}

/* What builds on rubbish gets another base. */
static int move_all(struct store *s, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct ids list;
    int code = list_ids(
        &a, s, "SELECT b.id FROM blob b JOIN blob d ON d.id = b.base WHERE d.refs = 0 AND b.refs > 0 ORDER BY b.id DESC", &list, e);
    for (uint32_t i = 0; code == 0 && i < list.n; i++) {
        code = move_one(s, list.item[i], e);
        store_tell(s, i + 1, list.n);
    }
    return code;
}

static int sweep(struct store *s, uint64_t *n, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int64_t before, after;
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_count(s, "SELECT count(*) FROM blob", NO_VALUES, &before, e);
    if (code == 0)
        code = query_run(s,
                         "WITH RECURSIVE needed(id) AS (SELECT base FROM blob WHERE refs > 0 AND base IS NOT NULL"
                         " UNION SELECT b.base FROM blob b JOIN needed n ON b.id = n.id WHERE b.base IS NOT NULL)"
                         " DELETE FROM blob WHERE refs = 0 AND id NOT IN (SELECT id FROM needed)",
                         NO_VALUES, e);
    if (code == 0)
        code = query_run(s, "UPDATE page SET key_blob = NULL WHERE key_blob IS NOT NULL AND key_blob NOT IN (SELECT id FROM blob)",
                         NO_VALUES, e);
    if (code == 0)
        code = dictionary_sweep(s, e);
    if (code == 0)
        code = query_run(s, "DELETE FROM media WHERE id NOT IN (SELECT media FROM version WHERE media IS NOT NULL)", NO_VALUES, e);
    if (code == 0)
        code = query_count(s, "SELECT count(*) FROM blob", NO_VALUES, &after, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *n += (uint64_t)(before - after);
    return code;
}

/* ---- Packing ---- */

struct packed {
    struct blob blob;
    struct codec_frame frame;
};

/* Frames made so far; they are written together, because each transaction waits for the disk. */
struct batch {
    struct arena arena;
    VEC(struct packed) frames;
    size_t bytes;
};

static void batch_drop(struct batch *b)
{
    arena_drop(&b->arena);
    *b = (struct batch){ 0 };
}

static int batch_write(struct store *s, struct batch *b, uint64_t *n, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    if (b->frames.n == 0)
        return 0;
    int code = store_begin(s, &tx, e);
    for (uint32_t i = 0; code == 0 && i < b->frames.n; i++)
        code = blob_replace(s, &b->frames.item[i].blob, &b->frames.item[i].frame, e);
    if (code == 0)
        code = store_commit(&tx, e);
    if (code == 0)
        *n += b->frames.n;
    batch_drop(b);
    return code;
}

static int read_pair(struct arena *a, struct store *s, int64_t id, struct blob *b, struct str body[2], struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin_read(s, &tx, e);
    if (code == 0)
        code = blob_get(s, id, b, e);
    if (code == 0)
        code = blob_read(a, s, id, NULL, &body[0], e);
    if (code == 0 && b->base)
        code = blob_read(a, s, b->base, NULL, &body[1], e);
    if (code == 0 && b->dictionary && !b->base) {
        struct dictionary d = { 0, STR("") };
        code = dictionary_get(s, b->dictionary, &d, e);
        body[1] = d.bytes;
    }
    return code ? code : store_commit(&tx, e);
}

/* Packs one blob with no transaction open, so that nobody waits: bodies never change, and batch_write() looks whether the frame did. */
static int pack_one(struct store *s, int64_t id, struct batch *batch, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct packed p = { .frame.coding = CODING_DENSE };
    struct str body[2] = { STR(""), STR("") };
    int code = read_pair(&a, s, id, &p.blob, body, e);
    if (code == E_FORMAT || (code == 0 && p.blob.coding != CODING_QUICK))
        return 0;
    if (code == 0)
        code = codec_pack(&a, s->codec, &p.frame, body[0], body[1], e);
    if (code || (p.frame.coding == CODING_RAW && p.blob.base))
        return code;
    p.frame.dictionary = p.frame.coding == CODING_RAW ? 0 : p.blob.dictionary;
    p.frame.bytes = arena_str(&batch->arena, p.frame.bytes);
    batch->bytes += p.frame.bytes.len;
    *VEC_ADD(&batch->arena, &batch->frames) = p;
    return 0;
}

static int pack_all(struct store *s, uint64_t *n, struct err *e)
{
    AUTO(arena) a = { 0 };
    AUTO(batch) batch = { 0 };
    struct ids list;
    int code = list_ids(&a, s, "SELECT id FROM blob WHERE coding = 1 AND refs > 0 AND lost = 0 ORDER BY id", &list, e);
    for (uint32_t i = 0; code == 0 && i < list.n; i++) {
        code = pack_one(s, list.item[i], &batch, e);
        if (code == 0 && (batch.frames.n >= 256 || batch.bytes > MIB(1)))
            code = batch_write(s, &batch, n, e);
        store_tell(s, i + 1, list.n);
    }
    return code ? code : batch_write(s, &batch, n, e);
}

int store_footprint(struct store *s, uint64_t *bytes, struct err *e)
{
    return s->ops->footprint(s->engine, bytes, e);
}

int store_gc(struct store *s, const struct store_policy *policy, struct store_swept *out, struct err *e)
{
    struct store_swept swept = { 0 };
    if (s->depth)
        return err_set(e, E_USAGE, "rubbish cannot be collected inside a transaction");
    int code = store_footprint(s, &swept.bytes_before, e);
    if (code == 0)
        code = thin(s, policy, &swept.versions, e);
    if (code == 0)
        code = move_all(s, e);
    if (code == 0)
        code = sweep(s, &swept.blobs, e);
    if (code == 0)
        code = dictionary_train(s, &swept.packed, e);
    if (code == 0)
        code = pack_all(s, &swept.packed, e);
    if (code == 0 && policy->reclaim)
        code = s->ops->reclaim(s->engine, e);
    if (code == 0)
        code = store_footprint(s, &swept.bytes_after, e);
    if (code)
        return code;
    *out = swept;
    return 0;
}

int store_backup(struct store *s, const char *path, struct err *e)
{
    if (s->depth)
        return err_set(e, E_USAGE, "a copy cannot be made inside a transaction");
    return s->ops->backup(s->engine, path, e);
}
