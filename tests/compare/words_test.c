/* Words inside aligned units: kept, split, joined, given up, slid. */
#include "page/body.h"
#include "tests/compare/changes.h"
#include "tests/tap.h"

/* The changes of content of two plain texts. */
static struct str plain_changes(struct example *x, const char *old, const char *new)
{
    struct body was = { .bytes = str_of(old) }, is = { .bytes = str_of(new) };

    symbols_open(&x->symbols, &x->arena);
    if (body_read_as(&x->arena, &x->symbols, &was, KIND_TEXT, &x->old, NULL)
        || body_read_as(&x->arena, &x->symbols, &is, KIND_TEXT, &x->new, NULL)
        || compare_pages(&x->arena, &x->old, &x->new, &x->delta, NULL))
        abort();
    return example_changes_of(x, CLASS_CONTENT);
}

static void test_plain(void)
{
    AUTO(example) x = { 0 }, y = { 0 }, z = { 0 };

    eq_str(plain_changes(&x, "It is used between a client\nand a server to exchange short jokes over UDP.\n",
                         "It is used between a client and a server to\nexchange short jokes over\nUDP.\n"),
           STR(""), "text whose lines only end elsewhere says the same");
    eq_str(
        plain_changes(&y, "3. Security Considerations\n\nJokes are not encrypted.\n",
                      "3. IANA Considerations\n\nNothing to do here.\n\n4. Security Considerations\n\nJokes are not encrypted.\n"),
        STR("insert: -> 3. IANA Considerations\nNothing to do here.\nupdate: 3 -> 4"),
        "a section that is put in has its own number");
    eq_str(plain_changes(&z, "def f(x):\n    a()\n    b()\n", "def f(x):\n    if y:\n        a()\n        b()\n"),
           STR("insert: -> if y:\nformat: a -> a (indentation changed)\nformat: b -> b (indentation changed)"),
           "each line that is indented anew is told");
}

/* A word that only went over the end of a line is kept beside words that changed. */
static void test_reflowed(void)
{
    static const struct {
        const char *name, *old, *new, *want;
    } cases[] = {
        { "down", "The first week of May. During that\ntime the rooms stay open.\n",
          "The second week of May. During\nthat time the rooms stay open.\n", "update: first -> second" },
        { "up", "Boats left after 30 April will be moved to the end of\nthe yard by us.\n",
          "Boats left after 7 May will be moved to the end of the\nyard by us.\n", "update: 30 April -> 7 May" },
        { "several", "The first week is cold. We go on\nto the far hills.\n",
          "The second week is cold. We\ngo on to the far hills.\n", "update: first -> second" },
        { "into the next paragraph", "The first week is cold. We go on\n\nto the far hills.\n",
          "The second week is cold. We go\n\non to the far hills.\n", "update: first -> second" },
        { "another word is not the same", "The first week of May. During that\ntime the rooms stay open.\n",
          "The second week of May. During\nthis time the rooms stay open.\n",
          "update: first -> second\ndelete: that\ninsert: -> this" },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        AUTO(example) x = { 0 };
        eq_str(plain_changes(&x, cases[i].old, cases[i].new), str_of(cases[i].want), cases[i].name);
    }
}

int main(void)
{
    test_plain();
    test_reflowed();
    EQ_CHANGES("one word", "<p>the tea is hot today", "<p>the milk is hot today", "update: tea -> milk");
    EQ_CHANGES("nothing", "<p>the tea is hot", "<p>the  tea\nis hot", "");
    EQ_CHANGES("a sentence split in two", "<p>It rains in the north and it snows in the south of the land.",
               "<p>It rains in the north. It snows in the south of the land.", "update: and it -> . It");
    EQ_CHANGES("an island is given up", "<p>we keep these first words, red green the blue black, and these last words here",
               "<p>we keep these first words, one two the three four, and these last words here",
               "update: red green the blue black -> one two the three four");
    EQ_CHANGES("a difference slides to the start of a sentence", "<p>Go home now. Stay here now.",
               "<p>Go home now. Wait a little now. Stay here now.", "insert: -> Wait a little now.");
    EQ_CHANGES("a difference slides to the border of a link", "<p>see <a href=1>[MX]</a> <a href=3>[NO]</a> and more text of it",
               "<p>see <a href=1>[MX]</a> <a href=2>[MY]</a> <a href=3>[NO]</a> and more text of it", "insert: -> [MY]");
    EQ_CHANGES(
        "of equal words the one whose link came",
        "<p>Mirrors: [<a href=http://a.org>US</a>] [<a href=http://b.org>US</a>] [<a href=http://c.org>US</a>] and more text",
        "<p>Mirrors: [<a href=http://a.org>US</a>] [<a href=http://new.org>US</a>] [<a href=http://b.org>US</a>] "
        "[<a href=http://c.org>US</a>] and more text",
        "insert: -> [US]");
    EQ_CHANGES("cells as cells", "<table><tr><td>tea<td>0<td>5</table>", "<table><tr><td>tea<td>5<td>0</table>",
               "update: 0 -> 5\nupdate: 5 -> 0");
    EQ_CHANGES("a new column", "<table><tr><td>tea<td>10<tr><td>milk<td>4</table>",
               "<table><tr><td>tea<td>hot<td>10<tr><td>milk<td>cold<td>4</table>", "insert: -> hot\ninsert: -> cold");
    EQ_CHANGES(
        "a comment that came has its own last line",
        "<div class=post><p>hollis<p>Thanks, I will try it.<p>1 point</div><div class=end><p>The end of this page",
        "<div class=post><p>hollis<p>Thanks, I will try it.<p>1 point</div><div class=post><p>marrow<p>Let it cure for a day."
        "<p>1 point</div><div class=end><p>The end of this page",
        "insert: -> marrow\nLet it cure for a day.\n1 point");
    EQ_CHANGES(
        "and one that went",
        "<div class=post><p>hollis<p>Thanks, I will try it.<p>1 point</div><div class=post><p>marrow<p>Let it cure for a day."
        "<p>1 point</div><div class=end><p>The end of this page",
        "<div class=post><p>hollis<p>Thanks, I will try it.<p>1 point</div><div class=end><p>The end of this page",
        "delete: marrow\nLet it cure for a day.\n1 point");
    EQ_CHANGES("several equal lines at its end", "<div><p>one of us came<p>yes<p>no</div><h2>End</h2>",
               "<div><p>one of us came<p>yes<p>no</div><div><p>two of them left<p>yes<p>no</div><h2>End</h2>",
               "insert: -> two of them left\nyes\nno");
    EQ_CHANGES("lines of pre", "<pre>one\ntwo\nthree</pre>", "<pre>one\n2\nthree</pre>", "update: two -> 2");
    return tap_done();
}
