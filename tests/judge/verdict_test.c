/* A new body against the one before: what it means, and for whom. */
#include "judge/verdict.h"
#include "tests/tap.h"

static const char long_page[] =
    "<title>Shop</title><h1>Prices of tea</h1><p>We sell green tea, black tea and white tea, each in bags "
    "of one hundred grams, and we send them to you within two days.<p>Seen 1 times";

static struct verdict judged(struct arena *a, const char *old, const char *new, const char *type, const char *select)
{
    struct str chosen = str_of(select ? select : "");
    struct interest interest = { .select = &chosen, .n_select = select != NULL };
    struct verdict v = { 0 };
    struct err e = { 0 };
    struct str url = STR("http://h/");
    struct body before = { .bytes = str_of(old), .content_type = str_of(type), .url = url };
    struct verdict_facts facts = { .new = { .bytes = str_of(new), .content_type = str_of(type), .url = url },
                                   .old = old ? &before : NULL,
                                   .interest = &interest,
                                   .n_interests = 1 };
    if (verdict_make(a, &facts, &v, &e))
        ok(false, "%s", e.text);
    return v;
}

static void test_pages(struct arena *a)
{
    const char *more = arena_printf(a, "%s<p>Now with mint.", long_page).ptr;
    struct verdict v = judged(a, long_page, more, "text/html", NULL);
    ok(v.any && v.concern[0].concerns && v.readable && v.suspect.len == 0, "a change counts");
    ok(v.concern[0].words_inserted == 4 && v.concern[0].words_deleted == 0 && v.concern[0].n_changes == 1, "its words are counted");
    eq_str(v.concern[0].headline.text, STR("Now with mint."), "and cited");
    v = judged(a, long_page, arena_printf(a, "%s<h2>Mint</h2><p>is new", long_page).ptr, "text/html", NULL);
    eq_str(v.concern[0].headline.text, STR("Mint; is new"), "on one line");
    v = judged(a, more, long_page, "text/html", NULL);
    eq_str(v.concern[0].headline.text, STR("Removed from “Prices of tea”: Now with mint."), "what is gone is cited as such");
    v = judged(a, long_page, more, "text/html", "h1");
    ok(!v.any && !v.concern[0].concerns, "elsewhere it does not");
    v = judged(a, long_page, more, "text/html", "p[");
    ok(v.any && v.note.len, "one that cannot be read hides nothing");
    v = judged(a, long_page, arena_printf(a, "%s\n<!-- 2 -->", long_page).ptr, "text/html", NULL);
    ok(!v.any && v.concern[0].n_changes == 0, "a comment is no change");
    v = judged(a, "<p class=a>one two three four</p>", "<p class=b data-x=1>one two three four</p>", "text/html", NULL);
    ok(!v.any && v.concern[0].n_changes == 0 && v.concern[0].changes[CLASS_LOOK] == 1,
       "a change of look is kept and not announced");
}

static void test_suspect(struct arena *a)
{
    struct verdict v = judged(a, long_page, "<html></html>", "text/html", NULL);
    ok(v.suspect.len > 0, "an empty page is suspect: %.*s", STR_ARG(v.suspect));
    v = judged(a, NULL, long_page, "text/html", NULL);
    ok(v.suspect.len == 0 && v.readable, "a first page is not");
}

static void test_other_types(struct arena *a)
{
    struct verdict v = judged(a, "one\ntwo\n", "one\nthree\n", "text/plain", NULL);
    ok(v.any && v.readable && v.concern[0].words_inserted == 1 && v.concern[0].words_deleted == 1, "text is compared by words");
    v = judged(a, "a < b\n", "a < c\n", "text/plain", NULL);
    ok(v.any && v.concern[0].words_inserted == 1, "as text, not as markup");
    v = judged(a, "\x89PNG 1", "\x89PNG 2", "image/png", "main");
    ok(v.any && !v.readable, "a picture by its bytes");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_pages(&a);
    test_suspect(&a);
    test_other_types(&a);
    return tap_done();
}
