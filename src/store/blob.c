/* Bodies by content address, packed backwards in time.
 *
 * In: bodies, in the order they come. Out: any of them, after at most STORE_STEPS_MAX frames.
 * The idea is RCS's (Tichy 1985, section 3): the newest whole, each older one as a delta against the next. Deltas are zstd frames with the
 * newer body as prefix. After `span` deltas in a row one body stays whole, a key frame; when the next key frame comes, the earlier one
 * is packed against it, so that keys make a chain of their own and only one body in about span * span stays whole for ever.
 * Invariants:
 *   1. a blob is only ever packed against a whole one, or (by store_gc()) against one that is on its way already: there is no circle;
 *   2. packing X against Y needs height(X) + 1 <= 2 * span and raises height(Y) to at least that: no way is longer;
 *   3. the newest body of any page is whole: it is read most, and the next delta needs it;
 *   4. a blob's bytes change only together with its frame, in one transaction.
 * Packing here is quick, because others wait for the transaction; store_gc() packs densely what that makes smaller.
 * Cost: of taking a body O(it and the one before it), some 2 ms for 40 KB. Of reading: O(steps * body). */
#include "base/limits.h"
#include "base/vec.h"
#include "store/blob.h"
#include "store/dictionary.h"
#include "store/pack.h"

#define COLUMNS "id, digest, bytes, base, coding, dictionary, height, run, refs, heads, lost, length(frame)"

void blob_memo_drop(struct blob_memo *memo)
{
    arena_drop(&memo->arena);
    *memo = (struct blob_memo){ 0 };
}

static void fill(struct query *q, struct blob *out)
{
    struct str digest = query_bytes(q, 1);
    *out = (struct blob){
        .id = query_number(q, 0),
        .bytes = query_number(q, 2),
        .base = query_number(q, 3),
        .coding = (enum coding)query_number(q, 4),
        .dictionary = query_number(q, 5),
        .height = query_number(q, 6),
        .run = query_number(q, 7),
        .refs = query_number(q, 8),
        .heads = query_number(q, 9),
        .lost = query_number(q, 10) != 0,
        .frame_bytes = query_number(q, 11),
    };
    memcpy(out->digest, digest.ptr, MIN(digest.len, sizeof out->digest));
}

static struct str digest_str(const unsigned char digest[STORE_DIGEST_BYTES])
{
    return (struct str){ (const char *)digest, STORE_DIGEST_BYTES };
}

int blob_find(struct store *s, const unsigned char digest[STORE_DIGEST_BYTES], struct blob *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " COLUMNS " FROM blob WHERE substr(digest, 1, 8) = substr($1, 1, 8) AND digest = $1",
                        VALUES(raw(digest_str(digest))), e);
    if (got > 0)
        fill(&q, out);
    return got;
}

int blob_get(struct store *s, int64_t id, struct blob *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " COLUMNS " FROM blob WHERE id = $1", VALUES(num(id)), e);
    if (got > 0)
        fill(&q, out);
    return got ? MIN(got, 0) : err_set(e, E_FORMAT, "a body is missing (blob %lld)", (long long)id);
}

/* ---- Reading ---- */

struct step {
    struct blob blob;
    struct codec_frame frame;
};

struct chain {
    struct step *step; /* from the one asked for to the whole one */
    unsigned n;
    struct str root; /* the memo's body, where the chain came upon it */
};

static int read_step(struct arena *a, struct store *s, int64_t id, struct step *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT " COLUMNS ", frame FROM blob WHERE id = $1", VALUES(num(id)), e);
    if (got < 0)
        return got;
    if (got == 0)
        return err_set(e, E_FORMAT, "a body that others build on is missing (blob %lld)", (long long)id);
    fill(&q, &out->blob);
    if (out->blob.dictionary && out->blob.base)
        return err_set(e, E_FORMAT, "a newer weft packed this body; use that one");
    out->frame = (struct codec_frame){ out->blob.coding, query_str(a, &q, 12), (size_t)out->blob.bytes, out->blob.dictionary };
    return 0;
}

static int read_chain(struct arena *a, struct store *s, int64_t id, const struct blob_memo *memo, struct chain *out, struct err *e)
{
    enum { CIRCLE = 4096 }; /* far over STORE_STEPS_MAX: a damaged count of heights must not make good bodies unreadable */
    VEC(struct step) steps = { 0 };
    out->root = STR("");
    while (id) {
        if (steps.n && memo && memo->id == id) {
            out->root = memo->body;
            break;
        }
        if (steps.n == CIRCLE)
            return err_set(e, E_FORMAT, "a chain of bodies does not end (blob %lld)", (long long)id);
        struct step *step = VEC_ADD(a, &steps);
        int code = read_step(a, s, id, step, e);
        if (code)
            return code;
        id = step->blob.base;
    }
    out->step = steps.item;
    out->n = steps.n;
    return 0;
}

/* From the whole one down; each step needs only the one before, so two arenas take turns. */
static int unpack_chain(struct arena *a, struct store *s, const struct chain *chain, struct str *out, struct err *e)
{
    AUTO(arena) even = { 0 };
    AUTO(arena) odd = { 0 };
    struct str body = chain->root;
    for (unsigned i = chain->n; i-- > 0;) {
        const struct step *at = &chain->step[i];
        struct arena *to = i == 0 ? a : i & 1 ? &odd : &even;
        if (to != a)
            arena_drop(to);
        struct dictionary d = { 0, STR("") };
        int code = at->blob.dictionary ? dictionary_get(s, at->blob.dictionary, &d, e) : 0;
        if (code == 0)
            code = codec_unpack(to, s->codec, &at->frame, at->blob.base ? body : d.bytes, &body, e);
        if (code)
            return err_in(e, "blob %lld", (long long)at->blob.id);
    }
    *out = body;
    return 0;
}

static void remember(struct blob_memo *memo, int64_t id, struct str body)
{
    blob_memo_drop(memo);
    memo->id = id;
    memo->body = arena_str(&memo->arena, body);
}

int blob_read(struct arena *a, struct store *s, int64_t id, struct blob_memo *memo, struct str *out, struct err *e)
{
    AUTO(arena) scratch = { 0 };
    struct chain chain = { 0 };
    struct str body = STR("");
    unsigned char digest[STORE_DIGEST_BYTES];
    int code = read_chain(&scratch, s, id, memo, &chain, e);
    if (code == 0)
        code = unpack_chain(a, s, &chain, &body, e);
    if (code)
        return code;
    codec_digest(body, digest);
    if (chain.n == 0 || memcmp(digest, chain.step[0].blob.digest, sizeof digest) != 0)
        return err_set(e, E_FORMAT, "the bytes are not those that were stored (blob %lld)", (long long)id);
    if (memo)
        remember(memo, id, body);
    *out = body;
    return 0;
}

/* ---- Writing ---- */

static int insert(struct store *s, int64_t len, const unsigned char *digest, const struct codec_frame *frame, int64_t *id,
                  struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s,
                        "INSERT INTO blob(digest, bytes, coding, height, run, refs, heads, lost, frame, dictionary)"
                        " VALUES($1, $2, $3, 0, 0, 1, 1, $4, $5, $6) RETURNING id",
                        VALUES(raw(digest_str(digest)), num(len), num(frame ? frame->coding : CODING_RAW), num(frame == NULL),
                               raw(frame ? frame->bytes : STR("")), id_or_null(frame ? frame->dictionary : 0)),
                        e);
    if (got < 0)
        return got;
    *id = query_number(&q, 0);
    return query_next(&q, e);
}

static int write_frame(struct store *s, int64_t id, int64_t base, const struct codec_frame *frame, struct err *e)
{
    return query_run(s, "UPDATE blob SET base = $1, coding = $2, frame = $3, dictionary = $4, lost = 0 WHERE id = $5",
                     VALUES(id_or_null(base), num(frame->coding), raw(frame->bytes), id_or_null(frame->dictionary), num(id)), e);
}

static int count_one_more(struct store *s, int64_t id, struct err *e)
{
    return query_run(s, "UPDATE blob SET refs = refs + 1, heads = heads + 1 WHERE id = $1", VALUES(num(id)), e);
}

/* Whole, but for what the host's dictionary has. */
static int pack_whole(struct arena *a, struct store *s, int64_t page, struct str body, struct codec_frame *frame, struct err *e)
{
    struct dictionary d;
    if (s->pack) {
        *frame = s->pack->whole;
        return 0;
    }
    int code = dictionary_of_page(s, page, &d, e);
    if (code == 0)
        code = codec_pack(a, s->codec, frame, body, d.bytes, e);
    if (code == 0 && frame->coding != CODING_RAW)
        frame->dictionary = d.id;
    return code;
}

int blob_take(struct store *s, const struct store_version *v, struct str body, int64_t *id, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct blob old;
    struct codec_frame frame = { .coding = CODING_QUICK };
    int found = blob_find(s, v->digest, &old, e);
    if (found < 0)
        return found;
    bool whole = found && old.base == 0 && !old.lost;
    int code = whole ? 0 : pack_whole(&a, s, v->page, body, &frame, e);
    if (code)
        return code;
    if (!found)
        return insert(s, (int64_t)body.len, v->digest, &frame, id, e);
    code = whole ? 0 : write_frame(s, old.id, 0, &frame, e);
    if (code == 0)
        code = count_one_more(s, old.id, e);
    if (code == 0)
        *id = old.id;
    return code;
}

int blob_take_lost(struct store *s, const struct store_version *v, int64_t *id, struct err *e)
{
    struct blob old;
    int found = blob_find(s, v->digest, &old, e);
    if (found < 0)
        return found;
    if (!found)
        return insert(s, v->bytes, v->digest, NULL, id, e);
    *id = old.id;
    return count_one_more(s, old.id, e);
}

static int64_t span_of(const struct blob *b)
{
    /* Large bodies get shorter chains, so that a version costs about the same work: 6 MB of unpacking, some 5 ms. */
    int64_t fit = b->bytes ? (int64_t)MIB(6) / b->bytes : STORE_SPAN_MAX;
    return fit < 2 ? 2 : fit > STORE_SPAN_MAX ? STORE_SPAN_MAX : fit;
}

static int raise(struct store *s, const struct blob *b, int64_t height, int64_t run, struct err *e)
{
    return query_run(s, "UPDATE blob SET height = $1, run = $2 WHERE id = $3",
                     VALUES(num(MAX(b->height, height)), num(MAX(b->run, run)), num(b->id)), e);
}

/* The frame of `old` against `new` that was made ahead; NULL: none was. */
static const struct codec_frame *packed(const struct store_pack *p, const struct blob *old, const struct blob *new)
{
    if (p && p->delta.bytes.len && memcmp(p->old_digest, old->digest, sizeof old->digest) == 0
        && memcmp(p->digest, new->digest, sizeof new->digest) == 0)
        return &p->delta;
    if (p && p->earlier.bytes.len && memcmp(p->key_digest, old->digest, sizeof old->digest) == 0
        && memcmp(p->old_digest, new->digest, sizeof new->digest) == 0)
        return &p->earlier;
    return NULL;
}

/* The bodies of a delta that was not packed ahead. False: one is damaged, which store_verify() says; no new version may fail for it. */
static bool read_both(struct arena *a, struct store *s, int64_t old, int64_t new, struct str body[2])
{
    return blob_read(a, s, old, NULL, &body[0], NULL) == 0 && (body[1].ptr || blob_read(a, s, new, NULL, &body[1], NULL) == 0);
}

/* Packs `old` against `new`. Where they have little in common the delta saves nothing and would cost a step: then `old` stays whole.
 * `base`: the body of `new`; without bytes it is read where it is needed. */
static int pack_against(struct store *s, const struct blob *old, const struct blob *new, struct str base, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct codec_frame made = { .coding = CODING_QUICK };
    const struct codec_frame *frame = packed(s->pack, old, new);
    struct str body[2] = { STR(""), base };
    int code = 0;
    if (!frame && !read_both(&a, s, old->id, new->id, body))
        return 0;
    if (!frame)
        code = codec_pack(&a, s->codec, &made, body[0], body[1], e);
    frame = frame ? frame : &made;
    if (code || (int64_t)frame->bytes.len * 8 >= old->frame_bytes * 7)
        return code;
    code = write_frame(s, old->id, new->id, frame, e);
    return code ? code : raise(s, new, old->height + 1, old->run + 1, e);
}

/* The key frame before `key`, where it can be packed against it; else its id is 0. */
static int find_earlier_key(struct store *s, int64_t page, const struct blob *key, struct blob *out, struct err *e)
{
    int64_t earlier;
    *out = (struct blob){ 0 };
    int code =
        query_count(s, "SELECT b.id FROM page p JOIN blob b ON b.id = p.key_blob WHERE p.id = $1", VALUES(num(page)), &earlier, e);
    if (code == 0 && earlier)
        code = blob_get(s, earlier, out, e);
    if (out->heads || out->base || out->lost || out->id == key->id || out->height + 1 > 2 * span_of(out))
        *out = (struct blob){ 0 };
    return code;
}

/* `key` keeps its run: the steps between keys are counted by height alone. */
static int make_key(struct store *s, int64_t page, const struct blob *key, struct err *e)
{
    struct blob earlier;
    int code = find_earlier_key(s, page, key, &earlier, e);
    if (code == 0 && earlier.id) {
        earlier.run = key->run - 1;
        code = pack_against(s, &earlier, key, (struct str){ 0 }, e);
    }
    return code ? code : query_run(s, "UPDATE page SET key_blob = $1 WHERE id = $2", VALUES(num(key->id), num(page)), e);
}

static bool becomes_key(const struct blob *old)
{
    return old->run + 1 > span_of(old) || old->height + 1 > 2 * span_of(old);
}

int blob_foresee(struct store *s, int64_t page, const struct blob *old, struct blob *earlier, struct err *e)
{
    *earlier = (struct blob){ 0 };
    if (old->heads > 1 || old->base || old->lost || !becomes_key(old))
        return 0;
    int code = find_earlier_key(s, page, old, earlier, e);
    return code ? code : 1;
}

int blob_demote(struct store *s, int64_t page, int64_t old_id, int64_t new_id, struct str base, struct err *e)
{
    struct blob old = { 0 }, new = { 0 };
    int code = query_run(s, "UPDATE blob SET heads = heads - 1 WHERE id = $1", VALUES(num(old_id)), e);
    if (code == 0)
        code = blob_get(s, old_id, &old, e);
    if (code == 0)
        code = blob_get(s, new_id, &new, e);
    if (code || old.heads > 0 || old.base || old.lost || old.id == new.id || new.base || new.lost)
        return code;
    return becomes_key(&old) ? make_key(s, page, &old, e) : pack_against(s, &old, &new, base, e);
}

int blob_rewrite(struct store *s, const struct blob *b, int64_t base, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct codec_frame frame = { .coding = CODING_QUICK };
    struct str body = STR(""), base_body = STR("");
    int code = blob_read(&a, s, b->id, NULL, &body, e);
    if (code == 0 && base)
        code = blob_read(&a, s, base, NULL, &base_body, e);
    if (code == 0)
        code = codec_pack(&a, s->codec, &frame, body, base_body, e);
    return code ? code : write_frame(s, b->id, frame.coding == CODING_RAW ? 0 : base, &frame, e);
}

int blob_replace(struct store *s, const struct blob *b, const struct codec_frame *frame, struct err *e)
{
    return query_run(
        s,
        "UPDATE blob SET coding = $1, frame = $2, dictionary = $3 WHERE id = $4 AND coalesce(base, 0) = $5 AND coding = $6 AND lost = 0"
        " AND coalesce(dictionary, 0) = $7",
        VALUES(num(frame->coding), raw(frame->bytes), id_or_null(frame->dictionary), num(b->id), num(b->base), num(b->coding),
               num(b->dictionary)),
        e);
}
