/* Subtree hashes: what counts, what does not, and that they are the same in every process. */
#include "page/hashes.h"

#include "tests/page/pages.h"
#include "tests/tap.h"

/* The hashes of the first div. */
struct pair {
    uint64_t content, structure;
};

static struct pair hashes_of(const char *html)
{
    AUTO(arena) a = { 0 };
    const struct page *p = page_from(&a, str_of(html), STR(""));
    uint32_t i = node_of(p, TAG_DIV);

    if (i == NONE)
        abort();
    return (struct pair){ p->content[i], p->structure[i] };
}

static const struct {
    const char *one, *two;
    bool same_content, same_structure;
    const char *what;
} row[] = {
    { "<div>a</div>", "<p>x</p><div>a</div>", true, true, "what stands around" },
    { "<div>a <b>b</b></div>", "<div>a<b>b</b></div>", false, true, "white space that is shown" },
    { "x <div>a</div>", "x<div>a</div>", true, true, "white space before" },
    { "<div>a b</div>", "<div> a\n  b </div>", true, true, "white space that is not shown" },
    { "<div><p>a</p><p>b</p></div>", "<div>\n<p>a</p>\n<p>b</p>\n</div>", true, true, "white space between blocks" },
    { "<div><b>a</b> <i>b</i></div>", "<div><b>a</b><i>b</i></div>", false, true, "white space between inline elements" },
    { "<div><br> <b>a</b></div>", "<div><br><b>a</b></div>", true, true, "white space after a line end" },
    { "<div>a</div>", "<div>b</div>", false, true, "words" },
    { "<div><pre>a\n b</pre></div>", "<div><pre>a\n  b</pre></div>", false, true, "white space of pre" },
    { "<div><pre>a \nb</pre></div>", "<div><pre>a\nb\n</pre></div>", true, true, "... but at the ends of lines" },
    { "<div><textarea>a</textarea></div>", "<div><textarea> a</textarea></div>", false, true, "white space of textarea" },
    { "<div>a<!-- x --></div>", "<div>a</div>", true, true, "comments" },
    { "<div><!-- x --> a</div>", "<div>a</div>", true, true, "a comment and white space" },
    { "<div class=a id=b>x</div>", "<div id=b class=a>x</div>", true, true, "the order of attributes" },
    { "<div class=a>x</div>", "<div class=b>x</div>", false, true, "an attribute's value" },
    { "<div a=1 b=2>x</div>", "<div a=2 b=1>x</div>", false, true, "values changed between names" },
    { "<div><b>x</b></div>", "<div><i>x</i></div>", false, false, "tags" },
    { "<div><b><i>x</i></b></div>", "<div><b></b><i>x</i></div>", false, false, "nesting" },
    { "<div><b></b><i></i></div>", "<div><i></i><b></b></div>", false, false, "the order of elements" },
    { "<div><x-a>1</x-a></div>", "<div><x-b>1</x-b></div>", false, false, "elements that nobody knows" },
    { "<div>a<script>1</script></div>", "<div>a<script>2</script></div>", false, true, "a script" },
    { "<div><img src=a></div>", "<div><img src=b></div>", false, true, "an image's address" },
    { "<div><pre>a b</pre></div>", "<div><pre>a\nb</pre></div>", false, true, "a line of pre" },
    { "<div><textarea>a</textarea></div>", "<div><textarea>b</textarea></div>", false, true, "text in an atom" },
};

/* Two subtrees of one page, and one with the same words but other white space before them. */
static void test_one_page(void)
{
    AUTO(arena) a = { 0 };
    const struct page *p = page_from(&a, STR("<ul><li><b>one</b> two<li><b>one</b> two</ul><p>x <b>one</b>"), STR(""));
    uint32_t first = node_of(p, TAG_LI), second = p->dom.node[first].end, bold = node_of(p, TAG_B);
    uint32_t last = p->dom.n - 2;

    ok(p->content[first] == p->content[second], "equal subtrees of one page have equal hashes");
    ok(p->dom.node[last].tag == TAG_B && p->content[last] == p->content[bold], "what stands before an element is no part of it");
    ok(p->content[first] != p->content[bold], "others have not");
}

static void test_helpers(void)
{
    AUTO(arena) a = { 0 };
    const struct page *p =
        page_from(&a, STR("<select><option a=1> One<option a=2>One <option a=1>Two<option a=1>One</select>"), STR(""));
    uint32_t option[4], i = node_of(p, TAG_OPTION);

    for (unsigned k = 0; k < 4; k++, i = p->dom.node[i].end)
        option[k] = i;
    ok(hashes_text_of(p, option[0]) == hashes_text_of(p, option[1]), "the text alone");
    ok(hashes_of_subtree(p, option[0]) != hashes_of_subtree(p, option[1]), "the attributes count for a subtree");
    ok(hashes_of_subtree(p, option[0]) == hashes_of_subtree(p, option[3]), "white space at the ends does not");
    ok(hashes_text_of(p, option[0]) != hashes_text_of(p, option[2]), "another text");
}

/* Attributes that say nothing to a reader do not count. */
static void test_silent(void)
{
    static const struct {
        const char *name;
        bool silent;
    } cases[] = { { "id", true },        { "ids", false },        { "onclick", true }, { "xmlns", true },  { "xmlns:a", true },
                  { "data-weft", true }, { "data-weft-x", true }, { "data-x", false }, { "class", false }, { "xml:lang", false } };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        eq_int(attribute_is_silent(str_of(cases[i].name)), cases[i].silent, cases[i].name);
}

/* The gap before the last word of preformatted text, which is all that tells two programs apart that differ in their indent. */
static uint64_t gap_of(const char *html)
{
    AUTO(arena) a = { 0 };
    const struct page *p = page_from(&a, str_of(html), STR(""));

    return page_gap(p, p->n_words - 1);
}

static void test_gaps(void)
{
    static const struct {
        const char *what, *one, *two;
        bool same;
    } cases[] = {
        { "the same blanks", "<pre>a  b</pre>", "<pre>c  b</pre>", true },
        { "one blank more", "<pre>a b</pre>", "<pre>a  b</pre>", false },
        { "a tab is not a blank", "<pre>a\tb</pre>", "<pre>a b</pre>", false },
        { "a line", "<pre>a b</pre>", "<pre>a\nb</pre>", false },
        { "two lines", "<pre>a\nb</pre>", "<pre>a\n\nb</pre>", false },
        { "blanks at the end of a line are not seen", "<pre>a   \nb</pre>", "<pre>a\nb</pre>", true },
        { "ends of lines as Windows writes them", "<pre>a&#13;\nb</pre>", "<pre>a\nb</pre>", true },
        { "the indent of a line", "<pre>a\n b</pre>", "<pre>a\n  b</pre>", false },
        { "over the border of an element", "<pre><b>a</b>  <i>b</i></pre>", "<pre>a  b</pre>", true },
        { "with part of it inside the element", "<pre><b>a </b> <i>b</i></pre>", "<pre>a  b</pre>", true },
        { "words that touch over a border", "<pre><b>a</b><i>b</i></pre>", "<pre><b>a</b> <i>b</i></pre>", false },
        { "at the start", "<pre> b</pre>", "<pre>b</pre>", false },
        { "outside of preformatted text none counts", "<p>a  b</p>", "<p>a b</p>", true },
        { "nor before a picture", "<pre>a  <img src=x></pre>", "<pre>a <img src=x></pre>", true },
    };

    for (size_t i = 0; i < ARRAY_LEN(cases); i++)
        eq_int(gap_of(cases[i].one) == gap_of(cases[i].two), cases[i].same, cases[i].what);
}

/* What stands below an element, without itself. */
static void test_below(void)
{
    AUTO(arena) a = { 0 };
    const struct page *p =
        page_from(&a, STR("<div class=a><b>one</b></div><div class=b><b>one</b></div><div class=a><b>two</b></div>"), STR(""));
    uint32_t first = node_of(p, TAG_DIV), second = p->dom.node[first].end, third = p->dom.node[second].end;

    ok(hashes_below(p, first) == hashes_below(p, second) && hashes_of_subtree(p, first) != hashes_of_subtree(p, second),
       "its own attributes do not count");
    ok(hashes_below(p, first) != hashes_below(p, third), "the words below it do");
}

int main(void)
{
    for (size_t i = 0; i < ARRAY_LEN(row); i++) {
        struct pair one = hashes_of(row[i].one), two = hashes_of(row[i].two);

        ok((one.content == two.content) == row[i].same_content, "%s: content %s", row[i].what,
           row[i].same_content ? "is the same" : "changes");
        ok((one.structure == two.structure) == row[i].same_structure, "%s: structure %s", row[i].what,
           row[i].same_structure ? "is the same" : "changes");
    }
    test_one_page();
    test_helpers();
    /* Stored hashes outlive a process: a change of these two values makes every stored page look changed. */
    struct pair pinned = hashes_of("<div class=note title='A b'>One <b>two</b>, three.<x-y>4</x-y><img src=i.png></div>");
    ok(pinned.content == 0x4a96c4a30fa62d75u, "the content hash is the one it always was: %#llx",
       (unsigned long long)pinned.content);
    ok(pinned.structure == 0x8043526643d2fe05u, "the structure hash is the one it always was: %#llx",
       (unsigned long long)pinned.structure);
    test_silent();
    test_gaps();
    test_below();
    return tap_done();
}
