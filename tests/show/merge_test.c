/* The merged page as a document: banner, policy, doctype, formats made from it. */
#include "tests/show/body.h"
#include "tests/tap.h"

static bool has(struct str page, const char *part)
{
    return str_find(page, str_of(part), 0) != SIZE_MAX;
}

int main(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<!doctype html><title>Old</title><p>alpha one beta", "<!doctype html><title>New</title><p>alpha two beta");
    struct str page = example_show(&x, SHOW_MERGED);

    ok(str_starts(page, STR("<!DOCTYPE html>")), "the doctype is the new page's");
    ok(has(page, "<title>New</title>") && has(page, "<s>Old</s>"), "the title is new, the banner tells of the old one");
    ok(has(page, "2 differences on this page."), "the banner counts");
    ok(has(page, "default-src 'none'") && has(page, "script-src 'sha256-"), "a policy lets our script run, and no other");
    ok(has(page, "class=\"weft-map\""), "there is a map");
    eq_str(body_of(&x, SHOW_NEW), STR("<p>alpha <ins data-weft=\"update\">two</ins> beta</p>"), "new: no old text");
    eq_str(body_of(&x, SHOW_REVERSED),
           STR("<p>alpha <del data-weft=\"update\">two</del><ins data-weft=\"update\">one</ins> beta</p>"),
           "reversed: old and new exchanged");
    AUTO(example) same = { 0 };
    example_open(&same, "<p>x", "<p>x");
    struct str calm = example_show(&same, SHOW_MERGED);
    ok(!str_starts(calm, STR("<!DOCTYPE")), "no doctype, none made up");
    ok(has(calm, "The pages do not differ.") && !has(calm, "<nav data-weft"), "no difference, no map");
    AUTO(example) other = { 0 };
    example_open(&other, "<p>one two three four five six", "<p>eins zwei drei vier");
    ok(has(example_show(&other, SHOW_MERGED), "little in common"), "the page says when there is little in common");
    return tap_done();
}
