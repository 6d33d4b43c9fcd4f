/* Which words a heading stands above. */
#include "judge/sections.h"

#include "base/limits.h"
#include "tests/tap.h"

#define TEXT "<p>We open the mill at eight and close it when the last loaf is sold, on all days of the week.</p>"

/* Reads a page; returns the number of a word of it. */
static uint32_t read_to(struct arena *a, const char *html, const char *find, struct page *out)
{
    struct symbols *symbols = NEW(a, struct symbols);
    struct err e;
    uint32_t w = 0;
    symbols_open(symbols, a);
    if (page_read(a, symbols, &(struct parse_source){ .bytes = str_of(html) }, STR(""), out, &e))
        ok(false, "%s", e.text);
    while (w < out->n_words && !str_eq(page_word(out, w), str_of(find)))
        w++;
    return w;
}

/* Whether the last heading stands above the word. */
static void reaches(const char *html, const char *find, bool want)
{
    AUTO(arena) a = { 0 };
    struct page page;
    uint32_t w = read_to(&a, html, find, &page);
    ok(section_reaches(&page, page.heading[page.n_headings - 1].node, w) == want, "%s: %s", find,
       want ? "below it" : "not below it");
}

/* The words of the heading above a word. */
static void stands_below(const char *html, const char *find, const char *want)
{
    AUTO(arena) a = { 0 };
    AUTO(buf) text = BUF(1024);
    struct page page;
    uint32_t w = read_to(&a, html, find, &page);
    uint32_t heading = section_heading(&page, w, page.n_headings);
    if (heading != NONE) {
        uint32_t node = page.heading[heading].node;
        page_words_line(&page, page.first_word[node], page.first_word[page.dom.node[node].end], &text);
    }
    eq_str(buf_str(&text), str_of(want), find);
}

/* Behind so many articles below one heading, which are looked at one by one. */
static void many_articles(unsigned n, const char *want)
{
    AUTO(buf) html = BUF(KIB(64));
    buf_add(&html, STR("<h1>Mill</h1>"));
    for (unsigned i = 0; i < n; i++)
        buf_add(&html, STR("<article><h2>Rye</h2></article>"));
    buf_add(&html, STR("<p>Light"));
    buf_add_char(&html, '\0');
    stands_below(html.ptr, "Light", want);
}

int main(void)
{
    many_articles(SECTION_LOOKS - 1, "Mill");
    many_articles(SECTION_LOOKS, "");
    stands_below("<h1>Mill</h1><h2>Hours</h2>" TEXT, "loaf", "Hours");
    stands_below("<h1>Mill</h1><ul><li><h3>Rye</h3><p>Dark<li><p>Light</ul>", "Light", "Mill");
    stands_below("<h1>Mill</h1><ul><li><h3>Rye</h3><p>Dark<li><p>Light</ul>", "Dark", "Rye");
    stands_below("<h1>Mill</h1><div class=card><h3>Rye</h3><p>Dark</div><div class=card><p>Light</div>", "Light", "Mill");
    stands_below("<h1>Mill</h1><div class=head><h2>Flour</h2></div><div class=text><p>Light</div>", "Light", "Flour");
    stands_below("<main><h1>Mill</h1>" TEXT "</main><footer><p>Imprint</footer>", "Imprint", "");
    stands_below("<div><article><div><h1>Mill</h1></div></article><div><p>Light</div></div>", "Light", "Mill");
    stands_below("<h1>Mill</h1><article><h2>Rye</h2></article><p>Light", "Light", "Mill");
    stands_below("<h1>Mill</h1><h2>Hours</h2><aside><h3>Sponsors</h3></aside><p>Light", "Light", "Hours");
    stands_below("<h1>Mill</h1><div id=left-sidebar><h2>Sponsors</h2><p>Oak</div><main><p>Light</main>", "Light", "Mill");
    stands_below("<h1>Mill</h1><div id=left-sidebar><h2>Sponsors</h2><p>Oak</div><main><p>Light</main>", "Oak", "Sponsors");
    stands_below("<h1>Mill</h1><div><div><h2>Where?</h2></div></div><nav><p>Light</nav>", "Light", "Mill");
    stands_below("<h1>Mill</h1><h2>Boats</h2><nav><p>Light</nav>", "Light", "Boats");
    stands_below("<p>Before<h1>Mill</h1>", "Before", "");
    reaches("<h1>Mill</h1><h2>Hours</h2>" TEXT, "loaf", true);
    reaches("<main><h1>Mill</h1><h2>Hours</h2>" TEXT "</main><footer><p>Imprint</footer>", "Imprint", false);
    reaches("<div id=all><h1>Mill</h1><h2>Hours</h2>" TEXT "<div class=site-footer><p>Imprint</div></div>", "Imprint", false);
    reaches("<main><h1>Mill</h1>" TEXT "</main><footer><h2>Find us</h2><ul><li>Imprint</ul></footer>", "Imprint", true);
    reaches("<h1>Mill</h1>" TEXT TEXT TEXT "<article><h2>New flour</h2>" TEXT "<footer>Written by Ines</footer></article>", "Ines",
            true);
    reaches("<main><h1>Mill</h1><h2>Hours</h2>" TEXT "</main><div><p>Imprint</div>", "Imprint", true);
    return tap_done();
}
