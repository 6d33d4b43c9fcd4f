/* Changes in their own words: which, with what around them, and the same after they were kept as JSON. */
#include "judge/excerpt.h"

#include "tests/example.h"
#include "tests/tap.h"

static void test_words(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<title>T</title><p>The price is ten euro today.<p>Gone.<script>1</script>",
                 "<title>T</title><p>The price is twelve euro today.<p><b>Fresh</b> words.<p>More.<script>2</script>");
    struct excerpts found = excerpts_find(&x.arena, &x.delta, NULL);
    const struct excerpt *first = found.item;

    ok(found.n > 1 && found.n <= EXCERPTS_MAX, "the first changes");
    eq_str(first->old, STR("ten"), "the old words");
    eq_str(first->new, STR("twelve"), "the new words");
    eq_str(first->before, STR("The price is"), "what stands before");
    eq_str(first->after, STR("euro today."), "and behind");
    ok(!first->joins_before && !first->joins_after, "with spaces between");

    double *value = NEW_ARRAY(&x.arena, double, x.delta.n_changes);
    value[1] = 0.5;
    struct excerpts second = excerpts_find(&x.arena, &x.delta, value);
    ok(second.n == found.n && str_eq(second.item[0].new, found.item[1].new), "what is worth more comes first");
    eq_str(second.item[1].new, STR("twelve"), "then in the order of the page");
}

static void test_place(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<h1>Shop</h1><h2>Prices</h2><p>Oak table ten<h2>Terms</h2><p>Unused pieces may be returned.<p>Stays.",
                 "<h1>Shop</h1><h2>Prices</h2><p>Oak table <svg><path d='M0'/></svg> twelve<h2>Terms</h2><p>Stays.");
    struct excerpts found = excerpts_find(&x.arena, &x.delta, NULL);
    eq_str(found.item[0].where, STR("Prices"), "the heading above a change");
    eq_str(found.item[0].new, STR("twelve"), "its words without the drawing");
    eq_str(found.item[1].where, STR("Terms"), "and above what went");
    eq_str(excerpt_heading(&x.arena, x.delta.new, 0), STR(""), "a heading is not above itself");
}

/* A value in a table is read with its row. */
static void test_row(void)
{
#define TABLE(price) \
    "<h2>Prices</h2><table><tr><th>What<th>How many are left of it now<th>Price in euro<tr><td>Oak table<td>six in the yard, one in the shop " \
    "and two of the old ones<td>" price "</table>"
    AUTO(example) x = { 0 };
    example_open(&x, TABLE("340"), TABLE("360"));
    struct excerpts found = excerpts_find(&x.arena, &x.delta, NULL);
    eq_str(found.item[0].where, STR("Prices › Oak table"), "the heading and the row");
}

/* What changed in one row is quoted once, and rows one by one. */
static void test_cells(void)
{
#define COUNTS(ash, elm) "<table><tr><th>Town<th>Boats<th>Boxes<tr><td>Ash" ash "<tr><td>Elm" elm "</table>"
    AUTO(example) x = { 0 };
    example_open(&x, COUNTS("<td>14<td>200", "<td>7<td>80"), COUNTS("<td>15<td>210", "<td>9<td>80"));
    struct excerpts found = excerpts_find(&x.arena, &x.delta, NULL);
    eq_int(found.n, 2, "two rows");
    eq_str(found.item[0].old, STR("14 200"), "what both cells said");
    eq_str(found.item[0].new, STR("15 210"), "and what they say");
    eq_int(found.item[0].more, 1, "with how many it is of");
    eq_str(found.item[1].new, STR("9"), "the next row is another");
}

/* Pictures are quoted by what they show, else by their files. */
static void test_pictures(void)
{
#define PLAN(file, alt) "<h1>Plan</h1><p>The plan of the house:<p><img src=" file " alt='" alt "'><p>It has two floors."
    static const struct {
        const char *old, *new, *was, *is;
    } row[] = {
        { PLAN("/p/a.png", "Two floors"), PLAN("/p/b.png", "Three floors"), "Two floors", "Three floors" },
        { PLAN("/p/a.png", "The plan"), PLAN("/p/b.png", "The plan"), "a.png", "b.png" },
    };
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        AUTO(example) x = { 0 };
        example_open(&x, row[i].old, row[i].new);
        struct excerpts found = excerpts_find(&x.arena, &x.delta, NULL);
        eq_str(found.n ? found.item[0].old : STR(""), str_of(row[i].was), row[i].old);
        eq_str(found.n ? found.item[0].new : STR(""), str_of(row[i].is), row[i].new);
    }
}

static void test_joined(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<p>So far: 100.", "<p>So far: 101.");
    struct excerpts found = excerpts_find(&x.arena, &x.delta, NULL);
    ok(!found.item[0].joins_before && found.item[0].joins_after, "a full stop joins the number before it");
}

/* What is quoted around a change stood there before: a change beside it is quoted as one. */
static void test_neighbours(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<p>Last updated: October 1, 2025<p>We sing about rain and the mole. It is short.<p>Stays.",
                 "<p>Last updated: January 1, 2026<p>We sing about snow and the owl. It is long.<p>Stays.");
    struct excerpts found = excerpts_find(&x.arena, &x.delta, NULL);
    eq_int(found.n, 3, "one excerpt for each sentence");
    eq_str(found.item[0].old, STR("October 1, 2025"), "from the first word that went to the last");
    eq_str(found.item[0].new, STR("January 1, 2026"), "and those in their place");
    eq_str(found.item[1].old, STR("rain and the mole"), "with what stays between them");
    eq_str(found.item[2].old, STR("short"), "another sentence is another excerpt");
    eq_int(excerpts_changes(&found), 5, "all changes are quoted");
}

/* One that is quoted with the change behind it is not quoted again with the one before it. */
static void test_quoted_once(void)
{
    AUTO(example) x = { 0 };
    example_open(
        &x,
        "<p>a1 a2 a3 a4 a5 a6 and the miller says that he b1 b2 b3 b4 b5 b6 but the baker thinks that she c1 c2 c3 c4 c5 c6 last.",
        "<p>d1 d2 d3 d4 d5 d6 and the miller says that he e1 e2 e3 e4 e5 e6 but the baker thinks that she f1 f2 f3 f4 f5 f6 last.");
    double *value = NEW_ARRAY(&x.arena, double, x.delta.n_changes + 1);
    if (!eq_int(x.delta.n_changes, 3, "three changes in a sentence"))
        return;
    value[0] = value[1] = 0.5, value[2] = 0.9;
    struct excerpts found = excerpts_find(&x.arena, &x.delta, value);
    eq_int(excerpts_changes(&found), 3, "each is quoted once");
    eq_int(found.n, 2, "the one that is worth most with the one before it");
    eq_str(found.item[1].new, STR("d1 d2 d3 d4 d5 d6"), "and the first by itself");
}

static void test_long(void)
{
    AUTO(example) x = { 0 };
    AUTO(buf) many = BUF(KIB(64));
    buf_add(&many, STR("<p>a"));
    for (int i = 0; i < 500; i++)
        buf_addf(&many, " word%d", i);
    buf_add_char(&many, '\0');
    example_open(&x, "<p>a", many.ptr);
    struct excerpts found = excerpts_find(&x.arena, &x.delta, NULL);
    ok(found.n == 1 && str_ends(found.item[0].new, STR("…")) && found.item[0].new.len < 300, "long passages are cut");
}

static void test_kept(void)
{
    AUTO(arena) a = { 0 };
    struct excerpt item[] = {
        { CHANGE_UPDATE, STR_INIT("is"), STR_INIT("\"ten\""), STR_INIT("tw&lve\n"), STR_INIT("euro"), true, false, STR_INIT(""),
          STR_INIT("Prices"), 2 },
        { CHANGE_ATTRIBUTE, STR_INIT(""), STR_INIT(""), STR_INIT("a link"), STR_INIT(""), false, true, STR_INIT("leads elsewhere"),
          STR_INIT(""), 0 },
    };
    struct excerpts list = { item, 2 }, copy = excerpts_copy(&a, &list), back;
    struct err e = { 0 };

    struct str text = excerpts_write(&a, &copy);
    if (!ok(excerpts_read(&a, text, &back, &e) == 0 && back.n == 2, "read again: %s", e.text))
        return;
    eq_str(excerpts_write(&a, &back), text, "and the same");
    ok(back.item[0].joins_before && back.item[1].joins_after && back.item[1].kind == CHANGE_ATTRIBUTE, "with all that is known");
    eq_int(excerpts_changes(&back), 4, "and how many changes they quote");
    ok(excerpts_read(&a, STR(""), &back, &e) == 0 && back.n == 0, "nothing is none");
    eq_int(excerpts_read(&a, STR("{}"), &back, &e), E_FORMAT, "what is not a list");
    eq_int(excerpts_read(&a, STR("[{\"kind\":\"dream\"}]"), &back, &e), E_FORMAT, "a kind that there is not");
    eq_int(excerpts_read(&a, STR("[1"), &back, &e), E_FORMAT, "what is not JSON");
}

int main(void)
{
    test_words();
    test_place();
    test_row();
    test_joined();
    test_neighbours();
    test_cells();
    test_pictures();
    test_quoted_once();
    test_long();
    test_kept();
    return tap_done();
}
