/* Where changes stand: what they are about, the elements that hold them, the headings above them, the words around them. */
#include "show/location.h"

#include "tests/generate.h"
#include "tests/show/pair.h"
#include "tests/tap.h"

static struct pair_of_pages *read_pair(struct arena *a, struct str old, struct str new)
{
    struct err e = { 0 };
    struct pair_of_pages *p = pair_read(a, old, new, &e);

    ok(p && p->delta.n_changes > 0, "two pages that differ");
    return p;
}

static void test_about(void)
{
    AUTO(arena) a = { 0 };
    static const struct {
        const char *old, *new;
        enum about about;
        bool owns;
        const char *what;
    } rows[] = {
        { "<p>one two", "<p>one three", ABOUT_WORDS, true, "words" },
        { "<p>one <b>two</b>", "<p>one two", ABOUT_MARKUP, false, "formatting" },
        { "<p>see <a href=a>it</a>", "<p>see <a href=b>it</a>", ABOUT_MARKUP, false, "a link" },
        { "<p>see <img src=a>", "<p>see <img src=b>", ABOUT_MARKUP, true, "a picture" },
        { "<p>take <select><option>red</select>", "<p>take <select><option>blue</select>", ABOUT_WORDS, true, "an option" },
        { "<title>a</title><p>x", "<title>b</title><p>x", ABOUT_TITLE, false, "the title" },
        { "<meta name=description content=a><p>x", "<meta name=description content=b><p>x", ABOUT_DESCRIPTION, false,
          "the description" },
    };

    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct pair_of_pages *p = read_pair(&a, str_of(rows[i].old), str_of(rows[i].new));
        eq_int(location_about(&p->delta, &p->delta.change[0]), rows[i].about, rows[i].what);
        eq_int(location_owns_words(&p->delta, &p->delta.change[0]), rows[i].owns, "owns words or not");
    }
}

static void test_element(void)
{
    AUTO(arena) a = { 0 };
    struct page *p = &read_pair(&a, STR("<div><p>a <b>b c</b></p><p>d</p></div>e"), STR(""))->old;

    eq_str(dom_path(&a, &p->dom, location_element(p, 0, 1)), STR("/html/body/div/p[1]"), "one word");
    eq_str(dom_path(&a, &p->dom, location_element(p, 1, 2)), STR("/html/body/div/p[1]/b"), "a word in bold");
    eq_str(dom_path(&a, &p->dom, location_element(p, 0, 3)), STR("/html/body/div/p[1]"), "in and out of it");
    eq_str(dom_path(&a, &p->dom, location_element(p, 2, 4)), STR("/html/body/div"), "two paragraphs");
    eq_str(dom_path(&a, &p->dom, location_element(p, 0, 5)), STR("/html/body"), "all");
    eq_str(dom_path(&a, &p->dom, location_element(p, 2, 2)), STR("/html/body/div/p[1]/b"), "between two words");
    eq_str(dom_path(&a, &p->dom, location_element(p, 3, 3)), STR("/html/body/div"), "between two paragraphs");
    eq_str(dom_path(&a, &p->dom, location_element(p, 0, 0)), STR("/html/body/div/p[1]"), "before the first");
    eq_str(dom_path(&a, &p->dom, location_element(p, 5, 5)), STR("/html/body"), "behind the last");
    p = &read_pair(&a, STR("x"), STR(""))->new;
    eq_int(location_element(p, 0, 0), p->body, "without words the body");
    p = &read_pair(&a, STR("<p><img src=a><img src=b>"), STR(""))->old;
    eq_str(dom_path(&a, &p->dom, location_element(p, 1, 2)), STR("/html/body/p/img[2]"), "an atom is its own element");
    eq_str(dom_path(&a, &p->dom, location_element(p, 0, 2)), STR("/html/body/p"), "two of them are not");
}

static struct str heading_of(struct arena *a, struct str old, struct str new)
{
    struct pair_of_pages *p = read_pair(a, old, new);
    uint32_t heading = location_heading(&p->delta, &p->delta.change[p->delta.n_changes - 1]);

    return heading == NONE ? STR("(none)") : location_heading_text(a, &p->new, heading);
}

static void test_heading(void)
{
    AUTO(arena) a = { 0 };

    eq_str(heading_of(&a, STR("<p>a</p><h2>One</h2>"), STR("<p>b</p><h2>One</h2>")), STR("(none)"), "above the first heading");
    eq_str(heading_of(&a, STR("<h2>One</h2><p>a</p><h2>Two</h2><p>b c"), STR("<h2>One</h2><p>a</p><h2>Two</h2><p>b d")), STR("Two"),
           "under the second");
    eq_str(heading_of(&a, STR("<h2>One thing</h2><p>a"), STR("<h2>One matter</h2><p>a")), STR("One matter"), "in a heading");
    eq_str(heading_of(&a, STR("<h2>One</h2><p>a</p><p>gone</p><h2>Two</h2>"), STR("<h2>One</h2><p>a</p><h2>Two</h2>")), STR("One"),
           "deleted before the second");
    eq_str(heading_of(&a, STR("<h2>One</h2><p>a</p><h2>Very Two</h2><p>c"), STR("<h2>One</h2><p>a</p><h2>Two</h2><p>c")),
           STR("Two"), "deleted at its start");
    eq_str(heading_of(&a, STR("<h2>One</h2><h2><img></h2><p>a b"), STR("<h2>One</h2><h2></h2><p>a c")), STR("One"),
           "a heading without words does not count");
    eq_str(heading_of(&a, STR("<h2>News</h2><article><h3>Lead</h3>a</article><div class=more><p>b c</div>"),
                      STR("<h2>News</h2><article><h3>Lead</h3>a</article><div class=more><p>b d</div>")),
           STR("News"), "an article's heading is not about what stands behind the article");
    eq_str(heading_of(&a, STR("<article><h3>Lead</h3></article><div class=more><p>b c</div>"),
                      STR("<article><h3>Lead</h3></article><div class=more><p>b d</div>")),
           STR("Lead"), "unless the article is only a wrapper of the heading");
    struct pair_of_pages *p = read_pair(&a, STR("x"), STR("<h1>Two<br>lines</h1>"));
    eq_str(location_heading_text(&a, &p->new, 0), STR("Two lines"), "a heading is told on one line");
}

static void test_atoms(void)
{
    AUTO(arena) a = { 0 };
    struct page *p =
        &read_pair(&a, STR("<img src='/a/disk.png' alt='A disk'><img src='/a/disk.png'><br><hr><input type=text><img src='/'>"),
                   STR(""))
             ->old;
    static const char *const want[] = { "[img A disk]", "[img disk.png]", "[line break]", "[rule]", "[input]", "[img /]" };

    for (uint32_t w = 0; w < p->n_words && w < ARRAY_LEN(want); w++) {
        AUTO(buf) b = BUF(1000);
        location_atom_text(p, w, &b);
        eq_str(buf_str(&b), str_of(want[w]), "an atom in words");
    }
}

/* NULL, or what does not hold of a change's place. */
static const char *broken(const struct delta *d, const struct change *c)
{
    const struct page *p = d->new;
    struct context x = context_around(d, c, 5);
    uint32_t node = location_element(p, c->new_word, c->new_end);

    if (x.from > c->new_word || x.to < c->new_end || x.to > p->n_words)
        return "the words around lie around";
    if (c->new_word - x.from > 5)
        return "they are not more than asked for";
    for (uint32_t w = c->new_end + 5; w < x.to; w++)
        if (p->word[w].flags & (WORD_SPACE | WORD_BREAK))
            return "behind the change only what touches them is more than asked for";
    if (p->dom.node[node].kind != NODE_ELEMENT)
        return "the place is an element";
    if (c->new_word < c->new_end && (p->first_word[node] > c->new_word || p->first_word[p->dom.node[node].end] < c->new_end))
        return "the element holds the words";
    uint32_t heading = location_heading(d, c);
    if (heading != NONE && p->first_word[p->heading[heading].node] > c->new_word)
        return "the heading stands before";
    return NULL;
}

static void test_law(void)
{
    struct random r = { 50 };
    const char *fault = NULL;

    for (unsigned i = 0; i < 500 && !fault; i++) {
        AUTO(arena) a = { 0 };
        struct err e = { 0 };
        struct sketch *page = random_page(&a, &r, 5 + random_below(&r, 100));
        struct pair_of_pages *p =
            pair_read(&a, sketch_html(&a, page), sketch_html(&a, mutate_page(&a, &r, page, random_below(&r, 10), EDIT_ANY)), &e);
        for (uint32_t k = 0; p && k < p->delta.n_changes && !fault; k++)
            fault = broken(&p->delta, &p->delta.change[k]);
    }
    ok(!fault, "500 generated pairs: %s", fault ? fault : "places hold");
}

int main(void)
{
    test_about();
    test_element();
    test_heading();
    test_atoms();
    test_law();
    return tap_done();
}
