/* Frames: what goes in comes out, for every size; what is damaged is never believed. */
#include "base/limits.h"
#include "store/codec.h"
#include "tests/base/random.h"
#include "tests/store/folder.h"
#include "tests/tap.h"

static bool round_trip(struct codec *c, enum coding coding, struct str body, struct str base)
{
    AUTO(arena) a = { 0 };
    struct codec_frame frame = { .coding = coding };
    struct str out;
    return codec_pack(&a, c, &frame, body, base, NULL) == 0 && codec_unpack(&a, c, &frame, base, &out, NULL) == 0
           && str_eq(out, body);
}

static void test_sizes(struct codec *c)
{
    static const size_t sizes[] = { 0, 1, 2, 100, 1023, 1024, 1025, 65537, 300000 };
    AUTO(arena) a = { 0 };
    struct random random = { 3 };
    for (size_t i = 0; i < ARRAY_LEN(sizes); i++) {
        char *noise = NEW_ARRAY(&a, char, sizes[i] + 1);
        for (size_t k = 0; k < sizes[i]; k++)
            noise[k] = (char)random_next(&random);
        struct str body = { noise, sizes[i] };
        ok(round_trip(c, CODING_QUICK, body, STR("")) && round_trip(c, CODING_DENSE, body, STR("")), "%zu bytes of noise, alone",
           sizes[i]);
        ok(round_trip(c, CODING_DENSE, body, body), "against themselves");
        ok(round_trip(c, CODING_QUICK, body, STR("other")), "against others");
    }
}

static void test_delta(struct codec *c)
{
    AUTO(arena) a = { 0 };
    struct str old = page_body(&a, 1, 100), new = page_body(&a, 1, 101);
    struct codec_frame alone = { .coding = CODING_DENSE }, delta = alone;
    ok(codec_pack(&a, c, &alone, old, STR(""), NULL) == 0 && codec_pack(&a, c, &delta, old, new, NULL) == 0,
       "a page alone and as a delta");
    ok(delta.bytes.len * 5 < alone.bytes.len, "the delta is far shorter (%zu of %zu)", delta.bytes.len, alone.bytes.len);
}

static void test_damage(struct codec *c)
{
    AUTO(arena) a = { 0 };
    struct random random = { 11 };
    struct str body = page_body(&a, 1, 1), base = page_body(&a, 1, 2);
    struct codec_frame good = { .coding = CODING_DENSE };
    unsigned wrong = 0;
    ok(codec_pack(&a, c, &good, body, base, NULL) == 0, "a frame");
    for (unsigned i = 0; i < 2000; i++) {
        AUTO(arena) scratch = { 0 };
        struct str out = arena_str(&scratch, good.bytes);
        struct codec_frame bad = { good.coding, out, body.len, 0 };
        ((char *)out.ptr)[random_below(&random, (uint32_t)out.len)] ^= (char)(1 + random_below(&random, 255));
        bad.bytes.len -= random_below(&random, 3);
        if (codec_unpack(&scratch, c, &bad, base, &out, NULL) == 0)
            wrong += out.len != body.len; /* other bytes may come; the digest sees that */
    }
    eq_int(wrong, 0, "damage never gives another length");
    struct codec_frame raw_frame = { CODING_RAW, STR("abc"), 4, 0 };
    ok(codec_unpack(&a, c, &raw_frame, STR(""), &body, NULL) == E_FORMAT, "raw bytes of another length are damaged");
    raw_frame.coding = (enum coding)7;
    raw_frame.body_bytes = 3;
    ok(codec_unpack(&a, c, &raw_frame, STR(""), &body, NULL) == E_FORMAT, "a coding that is not known, too");
    good.body_bytes = LIMIT_PAGE_BYTES + 1;
    ok(codec_unpack(&a, c, &good, base, &body, NULL) == E_FORMAT, "a length past the limit is not even tried");
}

int main(void)
{
    static const unsigned char want[4] = { 0xbd, 0xdd, 0x81, 0x3c }; /* b2sum -l 256 of "abc" */
    struct codec *c = codec_open();
    unsigned char digest[32];
    codec_digest(STR("abc"), digest);
    ok(memcmp(digest, want, sizeof want) == 0, "the address is BLAKE2b-256");
    test_sizes(c);
    test_delta(c);
    test_damage(c);
    codec_close(c);
    return tap_done();
}
