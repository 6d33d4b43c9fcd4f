/* Which changes count for somebody who selects and ignores parts of a page. */
#include "judge/interest.h"
#include "tests/example.h"
#include "tests/tap.h"

static const char old_page[] = "<main><h1>Prices</h1><p id=a>Tea costs 3 euro</p></main><aside>Seen 41 times</aside>";
static const char new_page[] = "<main><h1>Prices</h1><p id=a>Tea costs 4 euro</p></main><aside>Seen 42 times</aside>";

static struct interest_found find(const char *old, const char *new, const char *select, const char *ignore)
{
    AUTO(example) x = { 0 };
    struct str s = str_of(select), i = str_of(ignore);
    struct interest_found found = { 0 };
    struct err e = { 0 };
    example_open(&x, old, new);
    if (interest_find(&x.arena, &x.delta,
                      &(struct interest){ .select = &s, .n_select = select != NULL, .ignore = &i, .n_ignore = ignore != NULL },
                      &found, &e))
        ok(false, "%s", e.text);
    return found;
}

static void test_parts(void)
{
    struct interest_found f = find(old_page, new_page, NULL, NULL);
    ok(f.n_changes == 2 && f.first == 0 && f.words_inserted == 2 && f.words_deleted == 2, "all of the page");
    f = find(old_page, new_page, "main", NULL);
    ok(f.n_changes == 1 && f.words_inserted == 1, "a part by CSS");
    f = find(old_page, new_page, "//aside", NULL);
    ok(f.n_changes == 1 && f.first == 1, "a part by XPath");
    f = find(old_page, new_page, NULL, "aside");
    ok(f.n_changes == 1 && f.first == 0, "all but a part");
    f = find(old_page, new_page, "main", "#a");
    eq_int(f.n_changes, 0, "a part of a part is ignored");
    f = find(old_page, new_page, "table", NULL);
    ok(f.n_changes == 0 && f.first == NONE, "what is not there has no changes");
}

static void test_kinds(void)
{
    struct interest_found f = find("<p id=a>one two three</p><p>x", "<p>x", "#a", NULL);
    ok(f.n_changes == 1 && f.words_deleted == 3, "what has gone is looked up in the old page");
    f = find("<p>one <a href=x>two</a>", "<p>one <a href=y>two</a>", "a", NULL);
    eq_int(f.n_changes, 1, "a link that leads elsewhere counts without a word");
    f = find("<p>one<p style='display:none'>a", "<p>one<p style='display:none'>b", NULL, NULL);
    eq_int(f.n_changes, 0, "what nobody sees does not count");
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

/* The text that holds the word is noise. */
static void test_noise(void)
{
    AUTO(example) x = { 0 };
    struct interest_found found;
    struct err e;
    example_open(&x, old_page, new_page);
    const struct page *p = x.delta.new;
    bool *noise = NEW_ARRAY(&x.arena, bool, p->dom.n);
    for (uint32_t w = 0; w < p->n_words; w++)
        noise[p->word[w].node] |= str_eq(page_word(p, w), STR("Seen"));
    ok(interest_find(&x.arena, &x.delta, &(struct interest){ .noise = noise }, &found, &e) == 0, "some of the page is noise");
    ok(found.n_changes == 1 && found.words_deleted == 1 && found.first == 0, "what changed there counts on neither side");
}

int main(void)
{
    test_noise();
    test_parts();
    test_kinds();
    test_missing();
    test_wrong();
    return tap_done();
}
