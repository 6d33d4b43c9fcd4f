/* Patches: byte for byte there and back on thousands of pairs, the words likewise, and what a patch looks like. */
#include "show/patch.h"

#include "base/json_read.h"
#include "base/utf8.h"
#include "tests/generate.h"
#include "tests/show/pair.h"
#include "tests/tap.h"

static struct str words_of(struct arena *a, const struct page *p)
{
    AUTO(buf) b = BUF(LIMIT_OUTPUT_BYTES);
    struct str out = STR("");

    page_words_text(p, 0, p->n_words, &b);
    if (b.len)
        buf_add_char(&b, '\n');
    return buf_take(&b, a, &out, NULL) ? STR("") : out;
}

static bool gives(struct arena *a, struct str page, struct str patch, bool reverse, struct str want)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);

    return patch_apply(a, page, patch, reverse, &out, NULL) == 0 && str_eq(buf_str(&out), want);
}

static bool gives_words(struct arena *a, struct str page, struct str patch, bool reverse, struct str want)
{
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);

    return patch_apply_words(a, page, patch, reverse, &out, NULL) == 0 && str_eq(buf_str(&out), want);
}

/* NULL, or which of the laws does not hold for two pages. */
static const char *broken_law(struct str old, struct str new)
{
    AUTO(arena) a = { .budget_bytes = LIMIT_JOB_MEMORY };
    AUTO(buf) out = BUF(LIMIT_OUTPUT_BYTES);
    struct err e = { 0 };
    struct pair_of_pages *p = pair_read(&a, old, new, &e);
    struct show_options o = { .format = SHOW_PATCH };
    struct json_value root;

    if (!p || show_patch(&a, &p->delta, &o, &out, &e) || buf_check(&out, &e))
        return "a patch is made";
    struct str patch = buf_str(&out);
    if (json_read(&a, patch, &root, &e))
        return "it is JSON";
    if (!gives(&a, old, patch, false, new))
        return "OLD and the patch give NEW";
    if (!gives(&a, new, patch, true, old))
        return "NEW and the patch give OLD";
    if (!gives_words(&a, old, patch, false, words_of(&a, &p->new)))
        return "OLD and the patch give NEW's words";
    if (!gives_words(&a, new, patch, true, words_of(&a, &p->old)))
        return "NEW and the patch give OLD's words";
    return NULL;
}

static void law(struct str old, struct str new, const char *what)
{
    const char *fault = broken_law(old, new);

    ok(!fault, "%s: %s", what, fault ? fault : "the laws hold");
}

static void test_examples(void)
{
    law(STR(""), STR(""), "empty pages");
    law(STR(""), STR("<p>x"), "from nothing");
    law(STR("<p>x"), STR(""), "to nothing");
    law(STR("<p>Same</p>"), STR("<p>Same</p>"), "equal pages");
    law(STR("<p>a  b</p>"), STR("<p>a\nb</p>"), "white space in the source");
    law(STR("<p>ab</p>"), STR("<p>a b</p>"), "white space in the text");
    law(STR("<p>a b</p>"), STR("<p>a</p><p>b</p>"), "a space becomes a line end");
    law(STR("<p>a<br>b<hr>"), STR("<p>a b<hr>c"), "line breaks and rules");
    law(STR("<img src=a alt='x y'>"), STR("<img src=a alt='x z'>"), "the words for a kept image");
    law(STR("<p>caf\xe9"), STR("<p>caf\xe8"), "bytes that are not UTF-8");
    law(STR("<p>a\0b"), STR("<p>a\0c"), "NUL bytes");
    law(STR("<pre>a\r\nb\r\n</pre>"), STR("<pre>a\nb\n</pre>"), "line ends of two kinds");
    law(STR("<ul><li>one thing<li>another thing<li>third thing"), STR("<ul><li>third thing<li>one thing<li>another thing"),
        "a move");
    law(STR("\xef\xbb\xbf<p>x"), STR("<p>x"), "a byte order mark");
    law(STR("\xff\xfe<\0p\0>\0x\0"), STR("<p>x"), "UTF-16");
}

static void test_generated(void)
{
    struct random r = { 20 };

    for (unsigned round = 0; round < 20; round++) {
        const char *fault = NULL;

        for (unsigned i = 0; i < 100 && !fault; i++) {
            AUTO(arena) a = { 0 };
            struct sketch *page = random_page(&a, &r, 5 + random_below(&r, 150));
            fault = broken_law(sketch_html(&a, page), sketch_html(&a, mutate_page(&a, &r, page, random_below(&r, 12), EDIT_ANY)));
        }
        ok(!fault, "100 generated pairs: %s", fault ? fault : "the laws hold");
    }
}

static void test_mangled(void)
{
    struct random r = { 21 };

    for (unsigned round = 0; round < 10; round++) {
        const char *fault = NULL;

        for (unsigned i = 0; i < 100 && !fault; i++) {
            AUTO(arena) a = { 0 };
            struct str page = sketch_html(&a, random_page(&a, &r, 5 + random_below(&r, 60)));
            fault = broken_law(mangle_bytes(&a, &r, page, random_below(&r, 6)), mangle_bytes(&a, &r, page, random_below(&r, 6)));
        }
        ok(!fault, "100 pairs of broken bytes: %s", fault ? fault : "the laws hold");
    }
}

static void test_form(void)
{
    AUTO(arena) a = { 0 };
    struct str old = STR("<p>Prices start at 10 euro for members.</p>"), new = STR("<p>Prices start at 12 euro for members.</p>");
    struct str patch = pair_show(&a, show_patch, (struct show_options){ 0 }, old, new);

    eq_str(patch,
           STR("{\"format\":\"weft-patch\",\"version\":1,\n"
               "\"old\":{\"bytes\":43,\"hash\":\"c29638f2fe9f4a35\",\"words\":8,\"words_hash\":\"25d39bc047676780\"},\n"
               "\"new\":{\"bytes\":43,\"hash\":\"80c948ae812f6fd2\",\"words\":8,\"words_hash\":\"a03543975ae54ef7\"},\n"
               "\"source\":[\n[\"=\",19],\n[\"-\",\"10\"],\n[\"+\",\"12\"],\n[\"=\",22]\n],\n"
               "\"words\":[\n[\"=\",3],\n[\"-\",\" 10\"],\n[\"+\",\" 12\"],\n[\"=\",4]\n]}\n"),
           "the patch of one word");
    eq_str(pair_show(&a, show_patch, (struct show_options){ 0 }, old, new), patch, "the same again");
    patch = pair_show(&a, show_patch, (struct show_options){ 0 }, STR("<p>caf\xe9 noir"), STR("<p>caf\xe8 noir"));
    ok(str_find(patch, STR("[\"-64\",\"Y2Fm6Q==\"]"), 0) != SIZE_MAX && utf8_valid(patch),
       "bytes that are not UTF-8 stand in base64");
}

int main(void)
{
    test_examples();
    test_generated();
    test_mangled();
    test_form();
    return tap_done();
}
