/* The same change on many pages of a site, and changes that are only alike. */
#include "judge/template.h"
#include "tests/example.h"
#include "tests/tap.h"

static uint64_t hash(const char *old, const char *new)
{
    AUTO(example) x = { 0 };
    example_open(&x, old, new);
    return template_hash(&x.delta, NULL);
}

#define BEFORE "<nav>Home, news, shop, contact</nav><main><p>"
#define AFTER "<nav>Home, news, shop, contact, and now with a forum for all our readers</nav><main><p>"

int main(void)
{
    AUTO(templates) t = { 0 };
    struct str site = STR("example.org");
    uint64_t menu = hash(BEFORE "one page", AFTER "one page");
    ok(menu != 0, "a change of some words");
    ok(menu == hash(BEFORE "another page that has more to say", AFTER "another page that has more to say"),
       "is the same on another page");
    ok(menu != hash(BEFORE "one page", AFTER "one page of many"), "unless more than it changed");
    ok(menu
           != hash("<p>x</p>" BEFORE "one",
                   "<p>Home, news, shop, contact, and now with a forum for all our readers</p>" BEFORE "one"),
       "or it stands elsewhere");
    eq_int((int64_t)hash("<p>in stock", "<p>sold out"), 0, "short changes are alike by chance");
    for (int i = 0; i < TEMPLATE_PAGES; i++)
        ok(!template_is(template_see(&t, site, menu, 1000 + i)), "page %d is told", i);
    struct template_seen *seen = template_see(&t, site, menu, 2000);
    ok(!template_is(seen), "one more is a template, but nobody was told of it");
    seen->n_told = 1;
    ok(template_is(seen), "once somebody was, it is");
    ok(!template_is(template_see(&t, STR("example.com"), menu, 2000)), "not so on another site");
    ok(!template_see(&t, site, 0, 2000), "nor where the change is too short");
    ok(!template_is(template_see(&t, site, menu, 2000 + 2 * TEMPLATE_MS)), "after a day it begins anew");
    return tap_done();
}
