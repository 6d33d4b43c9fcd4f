/* Any bytes as a patch for a small page, in both directions and both ways. Whatever is accepted must be what the patch names, and
 * nothing is left behind by what is refused.
 *
 * The mark @HASH@ in the bytes stands for the hash of the page, and @BACK@ for that of the other one: so that inputs get past the
 * first check without the fuzzer having to guess 64 bits. */
#include <stdlib.h>

#include "base/hash.h"
#include "base/limits.h"
#include "show/patch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct str page = STR_INIT("<p>Prices start at 10 euro.</p><p>caf\xe9</p>");
static const struct str other = STR_INIT("<p>Prices start at 12 euro.</p>");

static void add_hash(struct buf *b, struct str bytes)
{
    buf_addf(b, "%016llx", (unsigned long long)hash_str(bytes));
}

/* The bytes with the hashes filled in. */
static void fill_in(struct buf *b, struct str bytes)
{
    for (size_t at = 0; at < bytes.len;) {
        struct str rest = str_sub(bytes, at, bytes.len);
        bool is_hash = str_starts(rest, STR("@HASH@")), is_back = str_starts(rest, STR("@BACK@"));

        if (is_hash || is_back)
            add_hash(b, is_hash ? page : other);
        else
            buf_add_char(b, bytes.ptr[at]);
        at += is_hash || is_back ? 6 : 1;
    }
}

static void apply(struct str patch, bool reverse, bool words)
{
    AUTO(arena) a = { .budget_bytes = MIB(256) };
    AUTO(buf) out = BUF(MIB(16));
    struct err e = { 0 };
    int failed = words ? patch_apply_words(&a, page, patch, reverse, &out, &e) : patch_apply(&a, page, patch, reverse, &out, &e);

    if (failed ? failed != e.code || !e.text[0] || out.len : out.over)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    AUTO(buf) patch = BUF(MIB(16));

    fill_in(&patch, (struct str){ (const char *)data, size });
    for (int way = 0; way < 4; way++)
        apply(buf_str(&patch), way & 1, way & 2);
    return 0;
}
