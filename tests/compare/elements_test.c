/* Which element is which. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

static uint32_t nth(const struct page *p, uint32_t tag, unsigned n)
{
    for (uint32_t i = 0; i < p->dom.n; i++)
        if (p->dom.node[i].kind == NODE_ELEMENT && p->dom.node[i].tag == tag && n-- == 0)
            return i;
    return NONE;
}

static bool are_partners(const struct example *x, uint32_t tag, unsigned old, unsigned new)
{
    return x->delta.old_node[nth(&x->old, tag, old)] == nth(&x->new, tag, new);
}

/* What happened to an element that stands around the same words. */
static const struct change_case wraps[] = {
    { "a box around a paragraph", "<p>one two", "<div><p>one two</div>", "format: one two -> one two (div added)" },
    { "a box that went", "<div><p>one two</div>", "<p>one two", "format: one two -> one two (div removed)" },
    { "another tag", "<p>one two", "<h2>one two</h2>", "format: one two -> one two (p became h2)" },
    { "a word in bold", "<p>one two", "<p>one <b>two</b>", "format: two -> two (b added)" },
    { "bold became a link", "<p>one <b>two</b>", "<p>one <a href=/x>two</a>", "attribute: two -> two (link to \"/x\" added)" },
    { "a list became paragraphs", "<ul><li>one two<li>three four</ul>", "<p>one two<p>three four",
      "format: one two\n"
      "three four -> one two\n"
      "three four (ul, li became p)" },
    { "a table became a list", "<table><tr><td>one two<tr><td>three four</table>", "<ul><li>one two<li>three four</ul>",
      "format: one two\n"
      "three four -> one two\n"
      "three four (table, tbody, tr, td became ul, li)" },
    { "two very short paragraphs became one", "<p>one two<p>three four", "<p>one two three four",
      "format: three four -> three four (p removed)" },
    { "one very short one became two", "<p>one two three four", "<p>one two<p>three four",
      "format: three four -> three four (p added)" },
    { "a box with a class", "<div>one two</div>", "<div class=x>one two</div>", "format: one two -> one two (class added: \"x\")" },
    { "an element without words that came", "<p>one two", "<p>one two<i class=x></i>", "format: (i added)" },
    { "one that went", "<p>one two<i class=x></i>", "<p>one two", "format: (i removed)" },
    { "a second one beside the first", "<p>one two<i class=x></i>", "<p>one two<i class=x></i><i class=y></i>",
      "format: (i added)" },
};

static void test_wraps(void)
{
    CHECK_CHANGES(wraps);
}

/* Partners of paragraphs, by number: which of the new page stands for which of the old. */
static void test_partners(void)
{
    static const struct {
        const char *name, *old, *new;
        uint32_t tag;
        const char *want; /* by element of the old page: the number of its partner, or a dash */
    } cases[] = {
        { "one came in front", "<p>one two<p>three four", "<p>new here<p>one two<p>three four", TAG_P, "12" },
        { "one went", "<p>one two<p>gone now<p>three four", "<p>one two<p>three four", TAG_P, "0-1" },
        { "one was replaced by another text in its place", "<p>one two<p>red blue<p>three four",
          "<p>one two<p>green black<p>three four", TAG_P, "012" },
        { "items that moved have no partner: the move tells where they are", "<ul><li>one two three<li>four five six<li>seven</ul>",
          "<ul><li>four five six<li>seven<li>one two three</ul>", TAG_LI, "-01" },
        { "boxes by what is in them", "<div><p>one two</div><div><p>three four</div>", "<div><p>three four</div>", TAG_DIV, "-0" },
        { "pictures by their address", "<p><img src=a><img src=b><img src=c>", "<p><img src=b><img src=c>", TAG_IMG, "-01" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(example) x = { 0 };
        AUTO(buf) got = BUF(KIB(4));

        example_open(&x, cases[i].old, cases[i].new);
        for (unsigned n = 0; nth(&x.old, cases[i].tag, n) != NONE; n++) {
            uint32_t partner = x.delta.old_node[nth(&x.old, cases[i].tag, n)];
            unsigned k = 0;
            while (partner != NONE && nth(&x.new, cases[i].tag, k) != partner)
                k++;
            buf_add_char(&got, partner == NONE ? '-' : (char)('0' + k));
        }
        eq_str(buf_str(&got), str_of(cases[i].want), cases[i].name);
    }
}

int main(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<div><p>one two</p><p>three four</p></div>", "<div><p>new here</p><p>one two</p><p>three five</p></div>");
    ok(are_partners(&x, TAG_P, 0, 1) && are_partners(&x, TAG_P, 1, 2), "through the words they hold");
    ok(are_partners(&x, TAG_DIV, 0, 0) && are_partners(&x, TAG_BODY, 0, 0), "and what is around them");
    ok(x.delta.new_node[nth(&x.new, TAG_P, 0)] == NONE, "a new one has no partner");
    AUTO(example) cell = { 0 };
    example_open(&cell, "<table><tr><td>tea<td>10</table>", "<table><tr><td>tea<td>12</table>");
    ok(are_partners(&cell, TAG_TD, 1, 1), "a cell whose text was replaced");
    AUTO(example) crossed = { 0 };
    example_open(&crossed, "<p>alpha beta</p><div>gamma delta</div>", "<div><p>alpha beta</p>gamma delta</div>");
    ok(!delta_check(&crossed.delta), "pairs keep ancestors");
    AUTO(example) empty = { 0 };
    example_open(&empty, "<p><i class=x></i>word</p><hr>", "<p><i class=y></i>word</p><hr>");
    ok(are_partners(&empty, TAG_I, 0, 0) && are_partners(&empty, TAG_HR, 0, 0), "elements without words, by their place");
    AUTO(example) picture = { 0 };
    example_open(&picture, "<p>words<p><a href=/a><img src=a.png alt=a></a>", "<p>words<p><a href=/b><img src=b.png alt=b></a>");
    ok(are_partners(&picture, TAG_A, 0, 0), "a link with another picture in it");
    AUTO(example) beside = { 0 };
    example_open(&beside, "<p>tea<p>Old gift <a href=/a><img src=a.png></a><p>last",
                 "<p>tea<p><a href=/b><img src=b.png></a><p>last");
    ok(are_partners(&beside, TAG_A, 0, 0), "even where more was replaced with it");
    AUTO(example) card = { 0 };
    example_open(&card, "<p>tea<p><a href=/a><img src=a.png> Old gift</a><p>last",
                 "<p>tea<p><a href=/b><img src=b.png> Another thing</a><p>last");
    ok(!are_partners(&card, TAG_A, 0, 0), "not where nothing of a card stayed");
    test_wraps();
    test_partners();
    return tap_done();
}
