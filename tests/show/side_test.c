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

    ok(has(page, "id=\"old\"") && has(page, "id=\"new\""), "two frames");
    ok(has(page, "sandbox=\"allow-same-origin\""), "in which nothing runs");
    ok(has(page, "&lt;del data-weft=&quot;update&quot;"), "old words are struck out in the old page");
    ok(has(page, "&lt;ins data-weft=&quot;update&quot;"), "new words are marked in the new one");
    ok(has(page, "data-weft-sync=&quot;"), "both have anchors to scroll by");
    ok(!has(page, "href=&quot;/x&quot;"), "links lead nowhere");
    ok(has(page, "old.html") && has(page, "new.html"), "the frames say which page is which");
    return tap_done();
}
