/* Side by side: two frames, the marks of each side, anchors that both share. */
#include "tests/show/body.h"
#include "tests/tap.h"

static bool has(struct str page, const char *part)
{
    return str_find(page, str_of(part), 0) != SIZE_MAX;
}

int main(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<p>alpha one beta<p><a href=/x>link</a>", "<p>alpha two beta<p><a href=/x>link</a>");
    struct str page = example_show(&x, SHOW_SIDE);

    ok(has(page, "id=\"weft-old\"") && has(page, "id=\"weft-new\""), "two frames");
    ok(has(page, "sandbox=\"allow-same-origin\""), "in which nothing runs");
    ok(has(page, "<del data-weft=&quot;update&quot;"), "old words are struck out in the old page");
    ok(has(page, "<ins data-weft=&quot;update&quot;"), "new words are marked in the new one");
    ok(has(page, "data-weft-sync=&quot;"), "both have anchors to scroll by");
    ok(!has(page, "href=&quot;/x&quot;"), "links lead nowhere");
    ok(has(page, "old.html") && has(page, "new.html"), "the frames say which page is which");
    ok(has(page,
           "<div class=\"was\"><b data-weft=\"ui\">was</b><p dir=\"auto\">alpha <del data-weft=\"update\" data-weft-change=\"1\">one</del> beta</p>"),
       "for narrow screens: what was");
    ok(has(page, "alpha <ins data-weft=\"update\" data-weft-change=\"1\">two</ins> beta</p></div></article>"), "above what is now");
    AUTO(example) more = { 0 };
    example_open(&more, "<p>alpha", "<p>alpha<p>a new line");
    ok(has(example_show(&more, SHOW_SIDE), "not on the page yet"), "and in words where there was nothing");
    AUTO(example) inside = { 0 };
    example_open(&inside, "<p>the GitHub Copilot terms", "<p>the GitHub terms");
    ok(has(example_show(&inside, SHOW_SIDE), "<b data-weft=\"ui\">now</b><p dir=\"auto\">the GitHub "),
       "the rest of a sentence that lost a word is told");
    AUTO(example) icon = { 0 };
    example_open(&icon, "<p>here</p>", "<p>here <a href=https://s.example aria-label=Social><i></i></a></p>");
    struct str pairs = example_show(&icon, SHOW_SIDE);
    ok(has(pairs, "not on the page yet") && has(pairs, ">link</span> <ins>https://s.example</ins>"),
       "a link without words has a name");
    return tap_done();
}
