/* Words that say the same though they are written differently. */
#include "judge/spelling.h"

#include "base/hash.h"
#include "tests/tap.h"

enum { WORDS = 8 };

static struct judge_word word_of(struct str text)
{
    return (struct judge_word){ .text = text, .symbol = judge_symbol(hash_str(text)), .mark = judge_is_mark(text) };
}

static bool same_symbol(const char *a, const char *b)
{
    struct judge_word l = word_of(str_of(a)), r = word_of(str_of(b));
    return spelling_symbol(&l) == spelling_symbol(&r);
}

/* Whether two texts, parted by spaces, are one run. */
static bool same_run(const char *a, const char *b)
{
    struct judge_word word[2][WORDS];
    uint32_t n[2] = { 0, 0 };
    const char *text[] = { a, b };
    for (unsigned i = 0; i < 2; i++)
        for (struct str rest = str_of(text[i]); rest.len && n[i] < WORDS;)
            word[i][n[i]++] = word_of(str_cut(&rest, ' '));
    return spelling_is_same_run(word[0], n[0], word[1], n[1]);
}

static void test_symbols(void)
{
    static const struct {
        const char *a, *b;
        bool same;
    } row[] = {
        { "Bridge", "bridge", true },
        { "l'eau", "L’eau", true },
        { "\"", "“", true },
        { "\"", "«", true },
        { "-", "—", true },
        { "--", "–", true },
        { "...", "…", true },
        { "in\xc2\xad"
          "formation",
          "information", true },
        { "bridge", "bridges", false },
        { "'", "\"", false },
        { "!", "?", false },
        { "Straße", "Strasse", false },
        { "3.4", "34", false },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        ok(same_symbol(row[i].a, row[i].b) == row[i].same, "%s and %s are %s", row[i].a, row[i].b, row[i].same ? "one" : "two");
    struct judge_word link = { .thing = true, .text = STR("/A"), .symbol = 7 };
    eq_int(spelling_symbol(&link), 7, "an address keeps its symbol");
}

static void test_forms(void)
{
    ok(spelling_is_near(STR("platform"), STR("platforms")), "a plural is near");
    ok(spelling_is_near(STR("space"), STR("spacing")), "so is another form");
    ok(!spelling_is_near(STR("increase"), STR("decrease")), "what begins differently is not");
    ok(!spelling_is_near(STR("i386"), STR("i486")), "nor is a name with a digit");
    ok(!spelling_is_near(STR("on"), STR("one")), "nor a short word");
}

static void test_slips(void)
{
    static const struct {
        const char *a, *b;
        bool slip;
    } row[] = {
        { "systax", "syntax", true },      { "comittee", "committee", true }, { "recieve", "receive", true },
        { "Müler", "Müller", true },       { "harbour", "harbour", false },   { "may", "must", false },
        { "not", "now", false },           { "moral", "amoral", false },      { "lessor", "lessee", false },
        { "release1", "release2", false },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++)
        ok(spelling_is_slip(str_of(row[i].a), str_of(row[i].b)) == row[i].slip, "%s, %s: %s", row[i].a, row[i].b,
           row[i].slip ? "a slip" : "another word");
    ok(spelling_is_near(STR("systax"), STR("syntax")), "a slip is near");
}

static void test_runs(void)
{
    ok(same_run("can not", "cannot"), "two words written as one");
    ok(same_run("e - mail", "email"), "a word without its hyphen");
    ok(same_run("Web site", "website"), "in other capitals too");
    ok(same_run("Rath √ ©", "Rathé"), "letters that a wrong character set spoilt");
    ok(!same_run("Rathö", "Rathé"), "but not another letter");
    ok(!same_run("can not", "can"), "less is not the same");
    ok(!same_run("2 5", "25"), "figures are not joined");
    ok(!same_run("-", "–"), "marks alone have no letters");
    ok(!same_run("√ ©", "é"), "nor are spoilt ones known without others beside them");
    ok(!same_run("a b c d e f g", "abcdefg"), "a long run is a text");
}

/* Bytes that are no characters: each is read as one of three bytes, and there is no room for all of them. */
static void test_malformed(void)
{
    enum { BYTES = 48 };
    char bytes[BYTES];
    memset(bytes, 0xff, sizeof bytes);
    struct judge_word w = word_of((struct str){ bytes, BYTES });
    eq_int(spelling_symbol(&w), w.symbol, "what is not UTF-8 keeps its symbol");
}

int main(void)
{
    test_malformed();
    test_symbols();
    test_forms();
    test_slips();
    test_runs();
    return tap_done();
}
