/* Files in gzip: small ones, several in one, broken ones, and bombs. */
#include "flow/gzip.h"

#include <zlib.h>

#include "base/limits.h"
#include "tests/tap.h"

static struct str pack(struct arena *a, struct str text)
{
    z_stream z = { .next_in = (z_const Bytef *)text.ptr, .avail_in = (uInt)text.len };
    if (deflateInit2(&z, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return STR("");
    uLong room = deflateBound(&z, text.len);
    char *out = arena_alloc(a, room);
    z.next_out = (Bytef *)out;
    z.avail_out = (uInt)room;
    deflate(&z, Z_FINISH);
    deflateEnd(&z);
    return (struct str){ out, z.total_out };
}

static struct str join(struct arena *a, struct str one, struct str other)
{
    char *out = arena_alloc(a, one.len + other.len);
    memcpy(out, one.ptr, one.len);
    memcpy(out + one.len, other.ptr, other.len);
    return (struct str){ out, one.len + other.len };
}

static void test_files(void)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct str text = STR("<urlset><url><loc>http://a/</loc></url></urlset>"), packed = pack(&a, text), out = STR("");
    ok(gzip_is(packed) && !gzip_is(text) && !gzip_is(STR("")), "a gzip file is known by its first bytes");
    ok(gzip_unpack(&a, packed, 1000, &out, &e) == 0 && str_eq(out, text), "a small one");
    ok(gzip_unpack(&a, packed, text.len, &out, &e) == 0 && gzip_unpack(&a, packed, text.len - 1, &out, &e) == E_LIMIT,
       "just as long as it may be, and one byte more");
    struct str two = join(&a, packed, packed);
    ok(gzip_unpack(&a, two, 1000, &out, &e) == 0 && str_eq(out, join(&a, text, text)), "two in one are read as one");
    struct str padded = join(&a, packed, (struct str){ "\0\0\0", 3 });
    ok(gzip_unpack(&a, padded, 1000, &out, &e) == 0 && str_eq(out, text), "zeros behind it do no harm");
    ok(gzip_unpack(&a, pack(&a, STR("")), 1000, &out, &e) == 0 && out.len == 0, "an empty one");
}

static void test_damage(void)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct str text = STR("Text that is long enough for a few bytes of it to be wrong."), packed = pack(&a, text),
               out = STR("kept");
    unsigned cut = 0, read = 0;
    for (size_t n = 0; n < packed.len; n++)
        cut += gzip_unpack(&a, str_sub(packed, 0, n), 1000, &out, &e) == E_FORMAT;
    eq_int(cut, (int)packed.len, "one that breaks off is damaged, wherever");
    for (size_t i = 10; i < packed.len; i++) {
        char *wrong = (char *)arena_str(&a, packed).ptr;
        wrong[i] ^= 0x55;
        read += gzip_unpack(&a, (struct str){ wrong, packed.len }, 1000, &out, &e) == 0;
    }
    ok(read == 0 && str_eq(out, STR("kept")), "and so is one with a wrong byte; nothing is given out");
    ok(gzip_unpack(&a, join(&a, packed, STR("rest")), 1000, &out, &e) == E_FORMAT, "or with something else behind it");
}

static void test_bomb(void)
{
    AUTO(arena) a = { 0 };
    struct err e = { 0 };
    struct str out = STR("");
    size_t n = MIB(64);
    char *zeros = arena_alloc(&a, n);
    memset(zeros, 0, n);
    struct str bomb = pack(&a, (struct str){ zeros, n });
    AUTO(arena) small = { .budget_bytes = MIB(1) };
    ok(bomb.len < KIB(100) && gzip_unpack(&small, bomb, KIB(512), &out, &e) == E_LIMIT && out.len == 0,
       "%zu bytes that become 64 MB are left at the limit", bomb.len);
}

int main(void)
{
    test_files();
    test_damage();
    test_bomb();
    return tap_done();
}
