/* What patch_apply makes of patches that are wrong: nothing, and a sentence that says why. */
#include "show/patch.h"

#include "tests/base/random.h"
#include "tests/show/pair.h"
#include "tests/tap.h"

static const struct str old_page =
    STR_INIT("<title>T</title><p>Prices start at 10 euro for members of the club.</p><p>caf\xc3\xa9</p>");
static const struct str new_page =
    STR_INIT("<title>T</title><p>Prices start at 12 euro for members of our club.</p><p>caf\xc3\xa9</p><p>New.</p>");

static int apply(struct str page, struct str patch, bool reverse, bool words, struct buf *out, struct err *e)
{
    AUTO(arena) a = { .budget_bytes = MIB(64) };

    return words ? patch_apply_words(&a, page, patch, reverse, out, e) : patch_apply(&a, page, patch, reverse, out, e);
}

static void refused(struct str page, struct str patch, bool reverse, const char *because)
{
    for (int words = 0; words < 2; words++) {
        AUTO(buf) out = BUF(MIB(1));
        struct err e = { 0 };

        buf_add(&out, STR("before"));
        int code = apply(page, patch, reverse, words, &out, &e);
        if (!ok(code == E_FORMAT && str_find(str_of(e.text), str_of(because), 0) != SIZE_MAX, "refused: %s", because))
            printf("# %d %s\n", code, e.text);
        eq_str(buf_str(&out), STR("before"), "and nothing is added");
    }
}

/* The patch with the first `from` replaced. */
static struct str altered(struct arena *a, struct str patch, struct str from, struct str to)
{
    size_t at = str_find(patch, from, 0);

    if (!ok(at != SIZE_MAX, "the patch has %.*s", STR_ARG(from)))
        return patch;
    return arena_printf(a, "%.*s%.*s%.*s", (int)at, patch.ptr, STR_ARG(to), STR_ARG(str_sub(patch, at + from.len, patch.len)));
}

static void test_refused(struct arena *a, struct str patch)
{
    refused(new_page, patch, false, "already what the patch would make");
    refused(old_page, patch, true, "already what the patch would make");
    refused(STR("<p>Another page"), patch, false, "made for another page: for one of");
    struct str same_length = altered(a, old_page, STR("10"), STR("11"));
    refused(same_length, patch, false, "of the same length");
    refused(old_page, STR(""), false, "not JSON: line 1, column 1");
    refused(old_page, old_page, false, "not a patch of weft");
    refused(old_page, STR("[]"), false, "format is not weft-patch");
    refused(old_page, STR("{\"format\":\"weft-delta\"}"), false, "format is not weft-patch");
    refused(old_page, STR("{\"format\":\"weft-patch\"}"), false, "no version");
    refused(old_page, altered(a, patch, STR("\"version\":1"), STR("\"version\":2")), false, "version 2; this weft reads version 1");
    refused(old_page, STR("{\"format\":\"weft-patch\",\"version\":1}"), false, "which pages");
    refused(old_page, str_sub(patch, 0, patch.len - 3), false, "not JSON");
}

/* Damage that only one of the two ways meets. */
static void damaged(struct str patch, bool words, const char *because)
{
    AUTO(buf) out = BUF(MIB(1));
    struct err e = { 0 };
    int code = apply(old_page, patch, false, words, &out, &e);

    if (!ok(code == E_FORMAT && out.len == 0 && str_find(str_of(e.text), str_of(because), 0) != SIZE_MAX, "damaged: %s", because))
        printf("# %d %s\n", code, e.text);
}

static void test_damaged(struct arena *a, struct str patch)
{
    damaged(altered(a, patch, STR("\"source\""), STR("\"sauce\"")), false, "no list \"source\"");
    damaged(altered(a, patch, STR("\"words\":["), STR("\"woods\":[")), true, "no list \"words\"");
    damaged(altered(a, patch, STR("[\"=\",35]"), STR("[\"=\",3500]")), false, "keeps more than there is");
    damaged(altered(a, patch, STR("[\"=\",35]"), STR("[\"=\",-1]")), false, "keeps more than there is");
    damaged(altered(a, patch, STR("[\"=\",35]"), STR("[\"=\"]")), false, "not a list of an operator");
    damaged(altered(a, patch, STR("[\"=\",35]"), STR("[35]")), false, "not a list of an operator");
    damaged(altered(a, patch, STR("[\"=\",35]"), STR("{\"=\":35}")), false, "not a list of an operator");
    damaged(altered(a, patch, STR("[\"-\",\"10\"]"), STR("[\"-\",\"11\"]")), false, "takes away what is not there");
    damaged(altered(a, patch, STR("[\"-\",\"10\"]"), STR("[\"-\",10]")), false, "has no text");
    damaged(altered(a, patch, STR("[\"-\",\"10\"]"), STR("[\"-64\",\"1\"]")), false, "not base64");
    damaged(altered(a, patch, STR("[\"-\",\"10\"]"), STR("[\"-65\",\"MTA=\"]")), false, "not base64");
    damaged(altered(a, patch, STR("[\"-\",\"10\"]"), STR("[\"*\",\"10\"]")), false, "nobody knows");
    damaged(altered(a, patch, STR("[\"+\",\"12\"]"), STR("[\"+\",\"13\"]")), false, "not the page it names");
    damaged(altered(a, patch, STR("[\"-\",\" 10\"]"), STR("[\"-\",\" 11\"]")), true, "not there");
    damaged(altered(a, patch, STR("[\"-\",\" 10\"]"), STR("[\"-\",\"10\"]")), true, "not there");
    damaged(altered(a, patch, STR("[\"+\",\" 12\"]"), STR("[\"+\",\" 13\"]")), true, "not those it names");
    damaged(altered(a, patch, STR("[\"+\",\" 12\"]"), STR("[\"+\",12]")), true, "not there");
    damaged(altered(a, patch, STR("[\"+\",\" 12\"]"), STR("[\"+64\",\"IA==\"]")), true, "nobody knows");
    damaged(altered(a, patch, STR("[\"=\",3]"), STR("[\"=\",300]")), true, "keeps more words");
}

/* No change of a byte makes a page that is neither refused nor the right one. */
static void test_flips(struct str patch)
{
    struct random r = { 5 };
    unsigned bad = 0;

    for (unsigned i = 0; i < 3000; i++) {
        AUTO(buf) bytes = BUF(MIB(1));
        AUTO(buf) out = BUF(MIB(1));

        buf_add(&bytes, patch);
        bytes.ptr[random_below(&r, (uint32_t)bytes.len)] ^= (char)(1 << random_below(&r, 8));
        if (apply(old_page, buf_str(&bytes), false, false, &out, NULL))
            bad += out.len != 0;
        else
            bad += !str_eq(buf_str(&out), new_page);
    }
    eq_int(bad, 0, "3000 patches with a bit turned are refused or give NEW");
}

static void test_ceiling(struct str patch)
{
    AUTO(buf) out = BUF(20);
    struct err e = { 0 };

    eq_int(apply(old_page, patch, false, false, &out, &e), E_LIMIT, "an output over its ceiling");
    eq_int(out.len, 0, "adds nothing");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct str patch = pair_show(&a, show_patch, (struct show_options){ 0 }, old_page, new_page);

    test_refused(&a, patch);
    test_damaged(&a, patch);
    test_flips(patch);
    test_ceiling(patch);
    return tap_done();
}
