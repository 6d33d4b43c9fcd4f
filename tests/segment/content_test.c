/* What is taken for the main content, and what is not. */
#include "segment/content.h"

#include "tests/generate.h"
#include "tests/page/pages.h"
#include "tests/tap.h"

#define LONG "This is a paragraph that is long enough to be one, with a comma and a full stop. "

static struct str main_text(struct arena *a, const char *html)
{
    AUTO(buf) out = BUF(1 << 20);
    struct content c;
    struct str text;

    if (content_find(a, page_from(a, str_of(html), STR("")), &c, NULL))
        abort();
    content_text(&c, &out);
    if (buf_take(&out, a, &text, NULL))
        abort();
    return text;
}

static bool has(struct str text, const char *part)
{
    return str_find(text, str_of(part), 0) != SIZE_MAX;
}

/* What a person is shown: of pages that are not articles, too. */
static struct str read_text(struct arena *a, const char *html)
{
    AUTO(buf) out = BUF(1 << 20);
    struct content c;

    if (content_read(a, page_from(a, str_of(html), STR("")), &c, NULL))
        abort();
    content_text(&c, &out);
    return arena_str(a, buf_str(&out));
}

static void lists(struct arena *a)
{
#define ROW(county, n) "<tr><td>" county "<td>" n
#define ROWS \
    ROW("Albany", "152") ROW("Allegany", "2") ROW("Broome", "11") ROW("Cayuga", "2") ROW("Chemung", "1") ROW("Clinton", "10")
    struct str text =
        read_text(a, "<div><p>Questions? Call the hotline of the state at any time.</p></div><div><h2>Cases</h2><table>" ROWS ROWS
                         ROWS ROWS ROWS ROWS ROWS "</table></div>");
    ok(has(text, "Albany | 152\nAllegany | 2\n"), "a table is content, a row a line: %.*s", STR_ARG(text));
    text = read_text(
        a, "<ul><li><a href=1>The council decides on the bridge</a><li><a href=2>Three games won, none lost</a>"
           "<li><a href=3>Two ships left the harbour today</a><li><a href=4>The theatre opens with an old play</a>"
           "<li><a href=5>Rain until the evening in all valleys</a><li><a href=6>A museum for the old railway is planned</a>"
           "</ul><p>(c) 2018 | Editor: A. Ford | About</p>");
    ok(has(text, "The council decides") && has(text, "Two ships left"), "so are headlines: %.*s", STR_ARG(text));
    text = read_text(a, "<ul><li><a href=1>A menu item</a><li><a href=2>Another one</a></ul><p>" LONG LONG "</p>");
    ok(!has(text, "menu item") && has(text, LONG), "beside prose links are none");
}

static void pages(struct arena *a)
{
    struct str text =
        main_text(a, "<div id=nav><ul><li><a href=a>Home</a><li><a href=b>News of the day and more of it</a></ul></div>"
                     "<div><h1>Title</h1><p>" LONG "</p><h2>Part</h2><p>" LONG "</p><ul><li>item</ul><p>" LONG "</p></div>"
                     "<div id=comments><p>Somebody " LONG LONG "</p></div><div id=footer><p>" LONG "</p></div>");
    ok(has(text, "long enough") && has(text, "Part") && has(text, "item"), "paragraphs, headings and items between them");
    ok(!has(text, "Home") && !has(text, "News of"), "no navigation");
    ok(!has(text, "Somebody"), "no comments");
    ok(!has(text, "Title"), "what stands before the first paragraph is not the text");
    text = main_text(a, "<div class=sidebar><div itemprop=articleBody><p>" LONG LONG "</p></div></div><p>Short</p>");
    ok(has(text, "long enough"), "an articleBody is the content wherever it stands");
    text = main_text(a, "<div class=footer><p>" LONG LONG "</p></div>");
    ok(has(text, "long enough"), "what holds all the text is the content, whatever its name");
    text = main_text(a, "<p>" LONG "<script>evil()</script><span hidden>secret</span></p><p>" LONG "<img src=a alt=pic>end</p>");
    ok(!has(text, "evil") && !has(text, "secret") && !has(text, "["), "nothing hidden, no pictures");
    eq_int(main_text(a, "").len, 0, "nothing comes of nothing");
    eq_int(main_text(a, "<ul><li><a href=a>one link</a><li><a href=b>another link</a></ul>").len, 0, "links alone are no content");
    text = main_text(a, "<p>One " LONG "<a href=x>linked</a></p><p>Two " LONG "</p>");
    ok(has(text, "linked") && has(text, "\n\nTwo"), "links in a text stay; an empty line between paragraphs");
}

/* Characters of an element, as a sum of all units that have words in it. */
static bool counts_chars(const struct content *c, uint32_t node)
{
    const struct page *p = c->page;
    struct content_chars found = content_chars(c, node);
    uint32_t from = p->first_word[node], to = p->first_word[p->dom.node[node].end];
    float all = 0, links = 0;

    for (uint32_t k = 0; k < c->n; k++) {
        bool inside = c->unit[k].word < to && c->unit[k].end > from;
        all += inside ? c->unit[k].chars : 0;
        links += inside ? c->unit[k].link_chars : 0;
    }
    return (uint64_t)all == found.all && (uint64_t)links == found.links;
}

int main(void)
{
    AUTO(arena) a = { 0 };
    struct random r = { .state = 5 };
    unsigned good = 0, n = 100, counted = 0, nodes = 0;

    pages(&a);
    lists(&a);
    for (unsigned i = 0; i < n; i++) {
        AUTO(arena) own = { 0 };
        struct str html = mangle_bytes(&own, &r, sketch_html(&own, random_page(&own, &r, 300)), i % 10);
        const struct page *p = page_from(&own, html, STR(""));
        struct content c;
        bool fine = !content_find(&own, p, &c, NULL);

        for (uint32_t k = 0; fine && k < c.n; k++)
            fine = c.unit[k].word < c.unit[k].end && (!k || c.unit[k].word >= c.unit[k - 1].end)
                   && (!c.unit[k].main || c.root != NONE);
        good += fine;
        for (uint32_t node = 0; fine && node < p->dom.n; node++)
            counted += counts_chars(&c, node);
        nodes += fine ? p->dom.n : 0;
    }
    eq_int(counted, nodes, "and each element has the characters of those in it");
    eq_int(good, n, "units are in order and apart on random pages");
    return tap_done();
}
