/* Packing ahead: what is stored is the same as when the store packs itself, whatever happened meanwhile. */
#include "store/blob.h"
#include "store/pack.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

struct world {
    struct folder folder;
    struct arena arena;
    struct store store;
    struct codec *codec;
    int64_t page;
    struct err err;
};

static void world_drop(struct world *w)
{
    codec_close(w->codec);
    store_close(&w->store);
    arena_drop(&w->arena);
    folder_drop(&w->folder);
}

static void add(struct world *w, struct str body, const struct store_pack *pack)
{
    struct store_version v = { .page = w->page, .fetched_at = 1, .server_at = NEVER, .status = 200 };
    bool is_new;
    ok(store_version_add_packed(&w->store, &v, body, pack, &is_new, &w->err) == 0 && is_new, "a version is added");
}

static struct store_pack packed(struct world *w, struct str body)
{
    struct store_pack pack = { .page = w->page };
    ok(store_pack_load(&w->arena, &w->store, &pack, &w->err) == 0 && store_pack_make(&w->arena, w->codec, &pack, body, &w->err) == 0
           && pack.made,
       "it is packed ahead");
    return pack;
}

static bool reads(struct world *w, int64_t number, struct str want)
{
    struct str got;
    return store_version_body(&w->arena, &w->store, w->page, number, &got, &w->err) == 0 && str_eq(got, want);
}

/* Frames and what they build on, as text. */
static struct str shape(struct world *w)
{
    AUTO(query) q = { 0 };
    AUTO(buf) out = BUF(1 << 20);
    int got = query_one(&q, &w->store, "SELECT base, height, run, length(frame) FROM blob ORDER BY id", NO_VALUES, &w->err);
    for (; got > 0; got = query_next(&q, &w->err))
        buf_addf(&out, "%lld %lld %lld %lld\n", (long long)query_number(&q, 0), (long long)query_number(&q, 1),
                 (long long)query_number(&q, 2), (long long)query_number(&q, 3));
    return arena_str(&w->arena, buf_str(&out));
}

/* So many versions that key frames are packed against later ones: this is foreseen, too. */
static void test_keys(void)
{
    enum { VERSIONS = 3 * STORE_SPAN_MAX };
    AUTO(arena) kept = { 0 };
    struct str shapes[2];
    unsigned keys = 0, wrong = 0;
    for (unsigned ahead = 0; ahead < 2; ahead++) {
        struct world w = { .folder = folder_new(), .codec = codec_open() };
        struct store_page page = { .url = STR("http://h/"), .host = STR("h"), .next_check_at = NEVER };
        bool is_new;
        int failed = store_open(&w.store, folder_path(&w.arena, &w.folder, "s"), &(struct store_options){ .create = true }, &w.err)
                     || store_page_add(&w.store, &page, &w.page, &w.err);
        for (unsigned i = 0; i < VERSIONS && !failed; i++) {
            struct str body = page_body(&w.arena, 1, i);
            struct store_version v = { .page = w.page, .fetched_at = i, .server_at = NEVER, .status = 200 };
            struct store_pack pack = { .page = w.page };
            failed =
                ahead
                && (store_pack_load(&w.arena, &w.store, &pack, &w.err) || store_pack_make(&w.arena, w.codec, &pack, body, &w.err));
            failed = failed || store_version_add_packed(&w.store, &v, body, ahead ? &pack : NULL, &is_new, &w.err);
            keys += pack.earlier.bytes.len > 0;
        }
        for (unsigned i = 0; i < VERSIONS && !failed; i += 7)
            wrong += !reads(&w, i + 1, page_body(&w.arena, 1, i));
        ok(!failed, "many versions");
        shapes[ahead] = arena_str(&kept, shape(&w));
        world_drop(&w);
    }
    ok(keys > 0, "%u key frames were packed ahead", keys);
    eq_int(wrong, 0, "all read back");
    eq_str(shapes[1], shapes[0], "and lie as they would if the store had packed them itself");
}

int main(void)
{
    struct world w = { .folder = folder_new(), .codec = codec_open() };
    struct store_page page = { .url = STR("http://h/"), .host = STR("h"), .next_check_at = NEVER };
    struct store_report report = { 0 };
    struct str body[6];
    for (unsigned i = 0; i < 6; i++)
        body[i] = page_body(&w.arena, 1, i);
    ok(store_open(&w.store, folder_path(&w.arena, &w.folder, "s"), &(struct store_options){ .create = true }, &w.err) == 0
           && store_page_add(&w.store, &page, &w.page, &w.err) == 0,
       "a store");
    struct store_pack pack = packed(&w, body[0]);
    add(&w, body[0], &pack);
    pack = packed(&w, body[1]);
    add(&w, body[1], &pack);
    ok(reads(&w, 1, body[0]) && reads(&w, 2, body[1]), "both read back");
    struct store_pack late = packed(&w, body[3]);
    add(&w, body[2], NULL);
    add(&w, body[3], &late);
    ok(reads(&w, 2, body[1]) && reads(&w, 3, body[2]) && reads(&w, 4, body[3]),
       "a pack made before another version came does no harm");
    late.page = 99;
    add(&w, body[4], &late);
    late = (struct store_pack){ .page = w.page };
    add(&w, body[5], &late);
    ok(reads(&w, 5, body[4]) && reads(&w, 6, body[5]), "nor does one of another page, or one that was not made");
    ok(store_verify(&w.store, false, &report, &w.err) == 0 && report.faults == 0, "the store is whole");
    world_drop(&w);
    test_keys();
    return tap_done();
}
