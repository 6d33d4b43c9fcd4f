/* Which words a heading stands above. */
#include "judge/sections.h"

#include "tests/tap.h"

#define TEXT "<p>We open the mill at eight and close it when the last loaf is sold, on all days of the week.</p>"

/* Whether the last heading stands above the word. */
static void reaches(const char *html, const char *find, bool want)
{
    AUTO(arena) a = { 0 };
    struct symbols symbols;
    struct page page;
    struct err e;
    symbols_open(&symbols, &a);
    if (page_read(&a, &symbols, &(struct parse_source){ .bytes = str_of(html) }, STR(""), &page, &e))
        ok(false, "%s", e.text);
    uint32_t w = 0;
    while (w < page.n_words && !str_eq(page_word(&page, w), str_of(find)))
        w++;
    ok(section_reaches(&page, page.heading[page.n_headings - 1].node, w) == want, "%s: %s", find,
       want ? "below it" : "not below it");
}

int main(void)
{
    reaches("<h1>Mill</h1><h2>Hours</h2>" TEXT, "loaf", true);
    reaches("<main><h1>Mill</h1><h2>Hours</h2>" TEXT "</main><footer><p>Imprint</footer>", "Imprint", false);
    reaches("<div id=all><h1>Mill</h1><h2>Hours</h2>" TEXT "<div class=site-footer><p>Imprint</div></div>", "Imprint", false);
    reaches("<main><h1>Mill</h1>" TEXT "</main><footer><h2>Find us</h2><ul><li>Imprint</ul></footer>", "Imprint", true);
    reaches("<h1>Mill</h1>" TEXT TEXT TEXT "<article><h2>New flour</h2>" TEXT "<footer>Written by Ines</footer></article>", "Ines",
            true);
    reaches("<main><h1>Mill</h1><h2>Hours</h2>" TEXT "</main><div><p>Imprint</div>", "Imprint", true);
    return tap_done();
}
