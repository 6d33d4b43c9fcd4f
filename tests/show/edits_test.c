/* What two strings of bytes have in common: examples, and the law that the pieces are there, in order, and no character is cut. */
#include "show/edits.h"

#include "base/buf.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "tests/generate.h"
#include "tests/tap.h"

/* NULL, or what does not hold. */
static const char *broken(const struct edits *e, struct str old, struct str new, bool text)
{
    size_t a = 0, b = 0;

    for (uint32_t i = 0; i < e->n; i++) {
        const struct kept_bytes *k = &e->item[i];
        if (k->a < a || k->b < b || k->a + k->n > old.len || k->b + k->n > new.len)
            return "pieces stand in order, inside both";
        if (memcmp(old.ptr + k->a, new.ptr + k->b, k->n) != 0)
            return "pieces are the same on both sides";
        if (i > 0 && k->n && k->a == a && k->b == b)
            return "something stands between two pieces";
        if (text && (!utf8_valid(str_sub(old, a, k->a)) || !utf8_valid(str_sub(new, b, k->b))))
            return "no character is cut";
        a = k->a + k->n, b = k->b + k->n;
    }
    return a == old.len && b == new.len && e->item[e->n - 1].n == 0 ? NULL : "the last piece is the end";
}

static void example(struct str old, struct str new, uint32_t pieces, const char *what)
{
    AUTO(arena) a = { 0 };
    struct edits e;

    if (!ok(edits_find(&a, old, new, &e, NULL) == 0 && !broken(&e, old, new, true), "%s: the pieces hold", what))
        return;
    eq_int(e.n - 1, pieces, what);
}

static void test_examples(void)
{
    example(STR(""), STR(""), 0, "nothing and nothing");
    example(STR("abc"), STR(""), 0, "all goes");
    example(STR(""), STR("abc"), 0, "all comes");
    example(STR("<p>the same</p>"), STR("<p>the same</p>"), 1, "equal strings are one piece");
    example(STR("<p>Prices start at 10 euro.</p>"), STR("<p>Prices start at 12 euro.</p>"), 2, "a word in the middle");
    example(STR("one September"), STR("one October"), 1, "a word is not cut");
    example(STR("x\xc3\xa9"), STR("x\xc3\xa8"), 0, "nor a character");
    example(STR("a <b>x</b> c"), STR("a <i>y</i> c"), 2, "what is too short for an entry is left out");
    example(STR("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"),
            STR("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaac"), 1,
            "a very long word may be cut");
}

static void test_law(void)
{
    struct random r = { 3 };

    for (unsigned round = 0; round < 10; round++) {
        const char *fault = NULL;

        for (unsigned i = 0; i < 200 && !fault; i++) {
            AUTO(arena) a = { 0 };
            struct sketch *page = random_page(&a, &r, 10 + random_below(&r, 120));
            struct str old = sketch_html(&a, page),
                       new = sketch_html(&a, mutate_page(&a, &r, page, 1 + random_below(&r, 6), EDIT_ANY));
            struct edits e;
            bool text = round % 2 == 0;

            if (!text)
                old = mangle_bytes(&a, &r, old, 3), new = mangle_bytes(&a, &r, new, 3);
            fault = edits_find(&a, old, new, &e, NULL) ? "it fails" : broken(&e, old, new, text);
        }
        ok(!fault, "the law on 200 pairs: %s", fault ? fault : "holds");
    }
}

static void test_budget(void)
{
    AUTO(arena) a = { .budget_bytes = KIB(256) };
    AUTO(buf) old = BUF(MIB(1));
    AUTO(buf) new = BUF(MIB(1));
    struct edits e;

    for (unsigned i = 0; i < 50000; i++)
        buf_addf(&old, "a%u ", i), buf_addf(&new, "b%u ", i);
    eq_int(edits_find(&a, buf_str(&old), buf_str(&new), &e, NULL), E_LIMIT, "the budget holds");
}

/* What two texts have in common, in brackets; what is only in the new one stands between. */
static struct str shared(struct arena *a, struct str old, struct str new)
{
    AUTO(buf) out = BUF(KIB(4));
    struct edits e;
    size_t b = 0;

    if (edits_find(a, old, new, &e, NULL))
        return STR("(failed)");
    for (uint32_t i = 0; i < e.n; i++) {
        buf_add(&out, str_sub(new, b, e.item[i].b));
        if (e.item[i].n)
            buf_addf(&out, "[%.*s]", STR_ARG(str_sub(new, e.item[i].b, e.item[i].b + e.item[i].n)));
        b = e.item[i].b + e.item[i].n;
    }
    return arena_str(a, buf_str(&out));
}

static void test_pieces(void)
{
    static const struct {
        const char *name, *old, *new, *want;
    } cases[] = {
        { "a word in a sentence", "The old bridge is closed until Friday.", "The old bridge is closed until Sunday.",
          "[The old bridge is closed until ]Sunday[.]" },
        { "a figure is a word", "It costs 1299 euro here and there.", "It costs 1199 euro here and there.",
          "[It costs ]1199[ euro here and there.]" },
        { "the value of an attribute", "<p class=\"first\">Some words here</p>", "<p class=\"second\">Some words here</p>",
          "[<p class=\"]second[\">Some words here</p>]" },
        { "a sign of less is none", "if a < b then stop it here", "if a < c then stop it here", "[if a < ]c[ then stop it here]" },
        { "a line that came between two", "one two three four\n\n   five six seven", "one two three four\n\n\n   five six seven",
          "[one two three four\n"
          "\n"
          "]\n"
          "[   five six seven]" },
        { "what came at the start", "the rest of the sentence stays", "Today the rest of the sentence stays",
          "Today [the rest of the sentence stays]" },
        { "what came at the end", "the start of the sentence stays", "the start of the sentence stays here",
          "[the start of the sentence stays] here" },
        { "letters with marks stay whole", "un caf\xc3\xa9 noir s'il vous pla\xc3\xaet",
          "un caf\xc3\xa8 noir s'il vous pla\xc3\xaet", "[un ]cafè[ noir s'il vous plaît]" },
        { "the end of one word and the start of the other", "abcdef", "abcxyz", "abcxyz" },
        { "the same end of two words", "xyzdef", "abcdef", "abcdef" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(arena) a = { 0 };
        eq_str(shared(&a, str_of(cases[i].old), str_of(cases[i].new)), str_of(cases[i].want), cases[i].name);
    }
}

int main(void)
{
    test_examples();
    test_law();
    test_budget();
    test_pieces();
    return tap_done();
}
