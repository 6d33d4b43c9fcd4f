/* Which changes count for somebody who selects and ignores parts of a page. */
#include "judge/interest.h"
#include "tests/example.h"
#include "tests/tap.h"

static const char old_page[] = "<main><h1>Prices</h1><p id=a>Tea costs 3 euro</p></main><aside>Seen 41 times</aside>";
static const char new_page[] = "<main><h1>Prices</h1><p id=a>Tea costs 4 euro</p></main><aside>Seen 42 times</aside>";

/* What counts: how many changes, which is the first of them, and how many of their words lie where somebody looks. */
struct counted {
    uint32_t n, first, inserted, deleted;
};

static struct counted find(const char *old, const char *new, const char *select, const char *ignore)
{
    AUTO(example) x = { 0 };
    struct str s = str_of(select), i = str_of(ignore);
    struct interest_found found = { 0 };
    struct counted out = { .first = NONE };
    struct err e = { 0 };
    example_open(&x, old, new);
    if (interest_find(&x.arena, &x.delta,
                      &(struct interest){ .select = &s, .n_select = select != NULL, .ignore = &i, .n_ignore = ignore != NULL },
                      &found, &e))
        ok(false, "%s", e.text);
    for (uint32_t k = x.delta.n_changes; k-- > 0;)
        if (found.counts[k]) {
            out.n++;
            out.first = k;
            out.inserted += found.inserted[k];
            out.deleted += found.deleted[k];
        }
    eq_int(found.n_class[CLASS_CONTENT], out.n, "changes of content where somebody looks count");
    return out;
}

static void test_parts(void)
{
    struct counted f = find(old_page, new_page, NULL, NULL);
    ok(f.n == 2 && f.first == 0 && f.inserted == 2 && f.deleted == 2, "all of the page");
    f = find(old_page, new_page, "main", NULL);
    ok(f.n == 1 && f.inserted == 1, "a part by CSS");
    f = find(old_page, new_page, "//aside", NULL);
    ok(f.n == 1 && f.first == 1, "a part by XPath");
    f = find(old_page, new_page, NULL, "aside");
    ok(f.n == 1 && f.first == 0, "all but a part");
    f = find(old_page, new_page, "main", "#a");
    eq_int(f.n, 0, "a part of a part is ignored");
    f = find(old_page, new_page, "table", NULL);
    ok(f.n == 0 && f.first == NONE, "what is not there has no changes");
}

static void test_kinds(void)
{
    struct counted f = find("<p id=a>one two three</p><p>x", "<p>x", "#a", NULL);
    ok(f.n == 1 && f.deleted == 3, "what has gone is looked up in the old page");
    f = find("<p>one <a href=x>two</a>", "<p>one <a href=y>two</a>", "a", NULL);
    eq_int(f.n, 1, "a link that leads elsewhere counts without a word");
    f = find("<p>one<p style='display:none'>a", "<p>one<p style='display:none'>b", NULL, NULL);
    eq_int(f.n, 0, "what nobody sees does not count");
}

static void test_missing(void)
{
    AUTO(example) x = { 0 };
    struct str select[] = { STR("main"), STR("table"), STR("p["), STR("//aside") }, missing[4];
    struct interest interest = { .select = select, .n_select = ARRAY_LEN(select) };

    example_open(&x, old_page, new_page);
    eq_int(interest_missing(&x.arena, x.delta.new, &interest, missing), 2, "two of four find nothing");
    eq_str(missing[0], STR("table"), "one that is not on the page");
    eq_str(missing[1], STR("p["), "and one that cannot be read");
}

static void test_wrong(void)
{
    AUTO(example) x = { 0 };
    struct str s = STR("p[");
    struct interest_found found;
    struct err e;
    example_open(&x, old_page, new_page);
    ok(interest_find(&x.arena, &x.delta, &(struct interest){ .select = &s, .n_select = 1 }, &found, &e) == E_USAGE
           && strstr(e.text, "p["),
       "an expression that cannot be read is named");
}

int main(void)
{
    test_parts();
    test_kinds();
    test_missing();
    test_wrong();
    return tap_done();
}
