/* Dictionaries of hosts: made, kept, used.
 *
 * In: the newest bodies of a host's pages. Out: the bytes that they share (fragment/runs.h), as a row of its own, and bodies packed against
 * it. A dictionary is tried before it is taken: some bodies that it was not made from are packed with it, with the one before and with
 * none, and what it would save on all of the host's whole bodies must be more than it costs itself; a later one must besides save a tenth
 * of what the one before leaves. So a site that drifts gets a new one when that pays, and no site gets one that does not. Invariants: 1. a
 * row never changes; 2. it goes only when no body names it and a newer one of its host is there. Cost: O(bytes of SAMPLE_MAX bodies) for a
 * host that has new bodies since the last time; then packing of its whole bodies. */
#include "store/dictionary.h"

#include "base/vec.h"
#include "fragment/runs.h"
#include "store/blob.h"

enum { SAMPLE_MAX = 32, TRIAL_MAX = 8, SAMPLE_BYTES_MAX = 8 << 20 };

struct dictionary_memo {
    struct arena arena;
    struct dictionary at;
};

void dictionary_forget(struct store *s)
{
    if (!s->dictionary)
        return;
    arena_drop(&s->dictionary->arena);
    heap_free(s->dictionary);
    s->dictionary = NULL;
}

/* ---- Reading ---- */

static int read_row(struct arena *a, struct store *s, int64_t id, struct str *out, struct err *e)
{
    AUTO(query) q = { 0 };
    int got = query_one(&q, s, "SELECT coding, bytes, frame FROM dictionary WHERE id = $1", VALUES(num(id)), e);
    if (got < 0)
        return got;
    if (got == 0)
        return err_set(e, E_FORMAT, "a dictionary is missing (%lld)", (long long)id);
    AUTO(arena) scratch = { 0 };
    struct codec_frame frame = {
        .coding = (enum coding)query_number(&q, 0),
        .bytes = query_str(&scratch, &q, 2),
        .body_bytes = (size_t)query_number(&q, 1),
    };
    if (codec_unpack(a, s->codec, &frame, STR(""), out, e))
        return err_in(e, "dictionary %lld", (long long)id);
    return 0;
}

int dictionary_get(struct store *s, int64_t id, struct dictionary *out, struct err *e)
{
    if (!s->dictionary || s->dictionary->at.id != id) {
        dictionary_forget(s);
        struct dictionary_memo *memo = heap_grow(NULL, sizeof *memo);
        *memo = (struct dictionary_memo){ .at = { .id = id } };
        s->dictionary = memo;
        int code = read_row(&memo->arena, s, id, &memo->at.bytes, e);
        if (code) {
            dictionary_forget(s);
            return code;
        }
    }
    *out = s->dictionary->at;
    return 0;
}

static int newest(struct store *s, int code, int64_t id, struct dictionary *out, struct err *e)
{
    *out = (struct dictionary){ 0, STR("") };
    return code || id == 0 ? code : dictionary_get(s, id, out, e);
}

int dictionary_of_page(struct store *s, int64_t page, struct dictionary *out, struct err *e)
{
    int64_t id = 0;
    int code = query_count(s, "SELECT max(d.id) FROM page p JOIN dictionary d ON d.host = p.host WHERE p.id = $1",
                           VALUES(num(page)), &id, e);
    return newest(s, code, id, out, e);
}

int dictionary_of_host(struct store *s, struct str host, struct dictionary *out, struct err *e)
{
    int64_t id = 0;
    int code = query_count(s, "SELECT max(id) FROM dictionary WHERE host = $1", VALUES(text(host)), &id, e);
    return newest(s, code, id, out, e);
}

/* ---- Making ---- */

/* One host: its whole bodies, the newest last, and whether any came since the last time. */
struct host {
    struct str name;
    int64_t *blob;
    uint32_t n;
    bool fresh;
};

static int list_bodies(struct arena *a, struct store *s, struct host *h, struct err *e)
{
    AUTO(query) q = { 0 };
    VEC(int64_t) list = { 0 };
    int got = query_one(&q, s,
                        "SELECT DISTINCT b.id, b.coding FROM page p JOIN version v ON v.page = p.id JOIN blob b ON b.id = v.blob"
                        " WHERE p.host = $1 AND b.base IS NULL AND b.lost = 0 AND b.bytes > 0 ORDER BY b.id",
                        VALUES(text(h->name)), e);
    for (; got > 0; got = query_next(&q, e)) {
        *VEC_ADD(a, &list) = query_number(&q, 0);
        h->fresh |= query_number(&q, 1) == CODING_QUICK;
    }
    h->blob = list.item;
    h->n = list.n;
    return got;
}

struct sample {
    struct str body[SAMPLE_MAX];
    uint32_t n;
    size_t bytes;
};

/* Bodies spread evenly over the host's; `trial` takes those in between. */
static int take_sample(struct arena *a, struct store *s, const struct host *h, bool trial, struct sample *out, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    uint32_t step = MAX(2, h->n / (trial ? TRIAL_MAX : SAMPLE_MAX)), most = trial ? TRIAL_MAX : SAMPLE_MAX;
    int code = store_begin_read(s, &tx, e);
    *out = (struct sample){ .n = 0 };
    for (uint32_t i = trial ? step / 2 : 0; code == 0 && i < h->n && out->n < most; i += step) {
        struct str body;
        if (out->bytes > SAMPLE_BYTES_MAX)
            break;
        if (blob_read(a, s, h->blob[i], NULL, &body, NULL)) /* damaged: store_verify() tells */
            continue;
        out->body[out->n++] = body;
        out->bytes += body.len;
    }
    return code ? code : store_commit(&tx, e);
}

static int packed_bytes(struct store *s, const struct sample *trial, struct str dictionary, size_t *out, struct err *e)
{
    *out = 0;
    for (uint32_t i = 0; i < trial->n; i++) {
        AUTO(arena) a = { 0 };
        struct codec_frame frame = { .coding = CODING_DENSE };
        int code = codec_pack(&a, s->codec, &frame, trial->body[i], dictionary, e);
        if (code)
            return code;
        *out += frame.bytes.len;
    }
    return 0;
}

static int insert(struct store *s, const struct host *h, const struct codec_frame *frame, struct err *e)
{
    AUTO(store_tx) tx = { 0 };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = query_run(s, "INSERT INTO dictionary(host, coding, bytes, frame) VALUES($1, $2, $3, $4)",
                         VALUES(text(h->name), num(frame->coding), num((int64_t)frame->body_bytes), raw(frame->bytes)), e);
    return code ? code : store_commit(&tx, e);
}

/* A dictionary on trial. */
struct proposal {
    struct codec_frame frame; /* no bytes: there is none */
    size_t packed;            /* bytes of the bodies that were packed with it */
};

/* The better of two: what is shared alone, or with words of the pages besides. */
static int best_of(struct arena *a, struct store *s, const struct sample *from, const struct sample *trial, struct proposal *best,
                   struct err *e)
{
    size_t least = SIZE_MAX;
    for (unsigned fill = 0; fill < 2; fill++) {
        struct str text = runs_shared(a, from->body, from->n, DICTIONARY_BYTES_MAX, fill);
        struct codec_frame frame = { .coding = CODING_DENSE };
        size_t with;
        if (text.len == 0)
            continue;
        int code = packed_bytes(s, trial, text, &with, e);
        if (code == 0)
            code = codec_pack(a, s->codec, &frame, text, STR(""), e);
        if (code)
            return code;
        /* as if the site had four times as many pages as were tried: a dictionary is for those to come, too */
        if (with * 4 + frame.bytes.len < least) {
            least = with * 4 + frame.bytes.len;
            frame.body_bytes = text.len;
            *best = (struct proposal){ frame, with };
        }
    }
    return 0;
}

static int consider(struct store *s, const struct host *h, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct sample from, trial;
    struct dictionary now;
    struct proposal best = { 0 };
    size_t before = 0;
    int code = take_sample(&a, s, h, false, &from, e);
    if (code == 0)
        code = take_sample(&a, s, h, true, &trial, e);
    if (code || from.n < 2 || trial.n == 0)
        return code;
    if ((code = dictionary_of_host(s, h->name, &now, e)) || (code = packed_bytes(s, &trial, now.bytes, &before, e))
        || (code = best_of(&a, s, &from, &trial, &best, e)) || best.frame.bytes.len == 0)
        return code;
    double saved = ((double)before - (double)best.packed) / trial.n * h->n;
    bool pays = saved > (double)best.frame.bytes.len && (now.id == 0 || best.packed * 10 <= before * 9);
    return pays ? insert(s, h, &best.frame, e) : 0;
}

/* ---- Packing ---- */

/* One whole body against the host's dictionary, where that is smaller. */
static int pack_one(struct store *s, int64_t id, const struct dictionary *d, uint64_t *packed, struct err *e)
{
    AUTO(arena) a = { 0 };
    AUTO(store_tx) tx = { 0 };
    struct blob b;
    struct str body;
    struct codec_frame frame = { .coding = CODING_DENSE };
    int code = store_begin(s, &tx, e);
    if (code == 0)
        code = blob_get(s, id, &b, e);
    if (code || b.base || b.lost || b.dictionary == d->id || blob_read(&a, s, id, NULL, &body, NULL))
        return code ? code : store_commit(&tx, e);
    struct dictionary use; /* reading the body may have used another */
    if ((code = dictionary_get(s, d->id, &use, e)) || (code = codec_pack(&a, s->codec, &frame, body, use.bytes, e)))
        return code;
    frame.dictionary = frame.coding == CODING_RAW ? 0 : d->id;
    if ((int64_t)frame.bytes.len < b.frame_bytes) {
        code = blob_replace(s, &b, &frame, e);
        ++*packed;
    }
    return code ? code : store_commit(&tx, e);
}

static int train_host(struct store *s, struct host *h, uint64_t *packed, struct err *e)
{
    AUTO(arena) a = { 0 };
    struct dictionary d;
    int code = list_bodies(&a, s, h, e);
    if (code || h->n < DICTIONARY_PAGES_MIN || !h->fresh)
        return code;
    if ((code = consider(s, h, e)) || (code = dictionary_of_host(s, h->name, &d, e)) || d.id == 0)
        return code;
    for (uint32_t i = 0; code == 0 && i < h->n; i++)
        code = pack_one(s, h->blob[i], &d, packed, e);
    return code;
}

int dictionary_train(struct store *s, uint64_t *packed, struct err *e)
{
    AUTO(arena) a = { 0 };
    VEC(struct str) hosts = { 0 };
    {
        AUTO(query) q = { 0 };
        int got = query_one(&q, s, "SELECT host FROM page WHERE host <> '' GROUP BY host HAVING count(*) >= $1 ORDER BY host",
                            VALUES(num(DICTIONARY_PAGES_MIN)), e);
        for (; got > 0; got = query_next(&q, e))
            *VEC_ADD(&a, &hosts) = query_str(&a, &q, 0);
        if (got < 0)
            return got;
    }
    int code = 0;
    for (uint32_t i = 0; code == 0 && i < hosts.n; i++)
        code = train_host(s, &(struct host){ .name = hosts.item[i] }, packed, e);
    return code;
}

int dictionary_sweep(struct store *s, struct err *e)
{
    return query_run(s,
                     "DELETE FROM dictionary WHERE id NOT IN (SELECT dictionary FROM blob WHERE dictionary IS NOT NULL)"
                     " AND id NOT IN (SELECT max(id) FROM dictionary GROUP BY host)",
                     NO_VALUES, e);
}
