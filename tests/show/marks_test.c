/* Marks: what is wrapped, what carries its state itself, ids and the chain. */
#include "tests/show/body.h"
#include "tests/tap.h"

/* The merged page, with what weft adds, has these bytes. */
static void has_words(const char *old, const char *new, const char *want, const char *what)
{
    AUTO(example) x = { 0 };

    example_open(&x, old, new);
    ok(str_find(example_bare(&x, SHOW_MERGED), str_of(want), 0) != SIZE_MAX, "%s", what);
}

static void test_wraps(void)
{
    has_words("<p>some text here<p>seen by all", "<p>some text here<p hidden>seen by all", "display:block!important",
              "what is no longer shown is seen");
    has_words("<p>some text here<p>seen by all", "<p>some text here<p hidden>seen by all", "seen by all<span data-weft=\"ui\"",
              "and says so");
    has_words("<p>some text here<p hidden>seen by all", "<p>some text here<p>seen by all", ">now shown</span>",
              "what is shown now says so");
    has_words("<ul><li>two old cats here<li>one fine day<li>three of them</ul>",
              "<ul><li>one fine day<li>three of them<li>two grey cats here</ul>", ">old</span>",
              "the old word inside of what moved");
    has_words("<p>text<object data=a>old <a href=b>words</a></object>", "<p>text<object data=a>new <a href=c>words</a></object>",
              "weft-gone\">[object a] old words (b)</span>", "what stood in a plug-in");
    EQ_MERGED(
        "<ul><li>two old cats here<li>one fine day<li>three of them</ul>",
        "<ul><li>one fine day<li>three of them<li>two grey cats here</ul>",
        "<ul><li data-weft=\"delete\"><del data-weft=\"move\">two</del> <del data-weft=\"update\">old</del> <del data-weft=\"move\">cats here</del></li>"
        "<li>one fine day</li><li>three of them</li><li data-weft=\"move\"><ins data-weft=\"move\">two</ins> <ins data-weft=\"update\">grey</ins> "
        "<ins data-weft=\"move\">cats here</ins></li></ul>");
    EQ_MERGED("<p>one two", "<p>one <b>new</b> words two", "<p>one <ins data-weft=\"insert\"><b>new</b> words</ins> two</p>");
    EQ_MERGED("<p>old text stays", "<p>old text stays<p>and more comes here",
              "<p>old text stays</p><p data-weft=\"insert\"><ins data-weft=\"insert\">and more comes here</ins></p>");
    EQ_MERGED("<ul><li>a one<li>b two</ul>", "<ul><li>a one<li>x new<li>b two</ul>",
              "<ul><li>a one</li><li data-weft=\"insert\"><ins data-weft=\"insert\">x new</ins></li><li>b two</li></ul>");
}

static void test_moves(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<ul><li>apples are red<li>pears are green<li>plums are blue</ul>",
                 "<ul><li>plums are blue<li>apples are red<li>pears are green</ul>");
    struct str body = body_of(&x, SHOW_MERGED);

    eq_int(x.delta.n_moves, 1, "a re-ordered list is one move");
    eq_int(x.delta.n_changes, 1, "and nothing else");
    ok(str_find(body, STR("<li data-weft=\"move\"><ins data-weft=\"move\">plums are blue</ins></li>"), 0) != SIZE_MAX,
       "marked where it came to");
    ok(str_find(body, STR("<li data-weft=\"delete\"><del data-weft=\"move\">plums are blue</del></li>"), 0) != SIZE_MAX,
       "and where it left");
}

static void test_format(void)
{
    EQ_MERGED("<p>some plain words", "<p>some <b>plain</b> words",
              "<p>some <b data-weft=\"change\" data-weft-class=\"look\" data-weft-note=\"b added\">plain</b> words</p>");
    EQ_MERGED("<html lang=en><p>a", "<html lang=de><p>a", "<p>a</p>"); /* the banner counts it: there is no place for a mark */
    EQ_MERGED(
        "<p><img src=x> <b><i>c d</i></b> e", "<p><img src=x><b><i>c d</i></b> e",
        "<p><img src=\"x\"><b data-weft=\"change\" data-weft-class=\"look\" data-weft-note=\"white space changed\"><i>c d</i></b> e</p>");
    EQ_MERGED("<p>some <b>bold</b> words", "<p>some bold words",
              "<p data-weft=\"change\" data-weft-class=\"look\" data-weft-note=\"b removed\">some bold words</p>");
    EQ_MERGED(
        "<p><a href=/1>link</a>", "<p><a href=/2>link</a>",
        "<p><a href=\"/2\" data-weft=\"change\" data-weft-note=\"href was &quot;/1&quot;, is now &quot;/2&quot;\">link</a></p>");
}

static void test_chain(void)
{
    AUTO(example) x = { 0 };
    example_open(&x, "<p>alpha one beta two gamma", "<p id=weft-x>alpha uno beta due gamma");
    struct str page = example_bare(&x, SHOW_MERGED);

    ok(str_find(page, STR("id=\"weft--1\""), 0) != SIZE_MAX, "ids of ours keep clear of the page's");
    ok(str_find(page, STR("data-weft-next=\"weft--3\""), 0) != SIZE_MAX, "the first difference leads to the second");
    ok(str_find(page, STR("data-weft-prev=\"weft--1\""), 0) != SIZE_MAX, "and the second back");
}

static bool has(struct str page, const char *part)
{
    return str_find(page, str_of(part), 0) != SIZE_MAX;
}

static struct str merged(struct example *x, const char *old, const char *new)
{
    example_open(x, old, new);
    return example_bare(x, SHOW_MERGED);
}

static void test_gaps(void)
{
    AUTO(example) x = { 0 };
    const char *gap = "</del><span data-weft=\"ui\" style=\"all:unset!important\"> </span><ins ";

    ok(has(merged(&x, "<p>a 10 b", "<p>a 12 b"), gap), "a space of ours between old and new");
    ok(has(merged(&x, "<p>10 b c d", "<p>12 b c d"), gap), "also at the start of an element");
    ok(has(merged(&x, "<table><tr><td>x<td>10<tr><td>y<td>3</table>", "<table><tr><td>x<td>12<tr><td>y<td>3</table>"), gap),
       "and in a cell");
    ok(!has(merged(&x, "<p>a b", "<p>a b<p>c d e"), "all:unset!important\"> <"), "none where nothing is old");
    ok(has(merged(&x, "<p>kept words 1", "<p>kept words <b>2</b>"),
           "</del><span data-weft=\"ui\" style=\"all:unset!important\"> </span>"),
       "nor does it matter what element the new text stands in");
}

static void test_stops(void)
{
    AUTO(example) x = { 0 };
    struct str page = merged(&x, "<p>one", "<p>one<section><div><p>new text here</div></section>");

    ok(has(page,
           "<section style=\"--weft:0;box-shadow:-4px 0 #2b8a4e!important\" data-weft=\"insert\" id=\"weft-1\" data-weft-change=\"1\">"),
       "a container is no stop");
    ok(has(merged(&x, "<p>one", "<p>one<section style=''><p>new text here</section>"), "<section style=\";--weft:0;box-shadow"),
       "an empty style of the page stays");
    page = merged(&x, "<p>one", "<p>one<section><div><p>new text here</div></section>");
    ok(has(page, "data-weft-stop=\"1\" style=\"all:unset!important;background:#d4f3dc"), "its first words are");
    page = merged(&x, "<p>some plain words", "<p>some <b>plain</b> words");
    ok(!has(page, "data-weft-stop") && has(page, "data-weft-class=\"look\""), "nor is a change of look");
    ok(has(page,
           "<b data-weft=\"change\" id=\"weft-1\" data-weft-class=\"look\" data-weft-change=\"1\" data-weft-note=\"b added\">"),
       "which nobody sees until it is switched on");
    page = merged(&x, "<p><a href=/1 class=a>link</a> x", "<p><a href=/2 class=b>link</a> x");
    ok(has(page, "data-weft-stop=\"1\""), "a link that leads elsewhere is one");
}

/* A row that moved has one frame, though some of its cells changed. */
static void test_moved_row(void)
{
    AUTO(example) x = { 0 };
    struct str page = merged(
        &x,
        "<table><tr><td>1<td>North town<td>10<td>West<tr><td>2<td>South town<td>12<td>East<tr><td>3<td>Old town<td>14<td>Hill</table>",
        "<table><tr><td>1<td>Old town<td>15<td>Hill<tr><td>2<td>North town<td>10<td>West<tr><td>3<td>South town<td>12<td>East</table>");

    ok(has(page, "outline-offset:-2px!important\" data-weft=\"move\"") && !has(page, "<td style=\"--weft:0;outline:2px dotted"),
       "a moved row has one frame");
    ok(has(page, "<tr style=\"--weft:0;box-shadow:-4px 0 #8660cf!important\" data-weft=\"delete\"")
           && has(page, ">moved: is now further up</span></td>"),
       "and stands whole where it was");
}

/* What carries a mark: words in an element of weft's, blocks themselves. */
static const struct merged_case marked[] = {
    { "a word", "<p>one two three", "<p>one new three",
      "<p>one <del data-weft=\"update\">two</del><ins data-weft=\"update\">new</ins> three</p>" },
    { "words over the end of bold text", "<p>one <b>two three</b> four five", "<p>one <b>two new</b> old five",
      "<p>one <b>two <del data-weft=\"update\">three</del><ins data-weft=\"update\">new</ins></b> <ins data-weft=\"update\">old</ins><del data-weft=\"update\"> four</del> five</p>" },
    { "a block that came", "<p>one one", "<p>one one<h2>New</h2><p>text of it",
      "<p>one one</p><h2 data-weft=\"insert\"><ins data-weft=\"insert\">New</ins></h2><p data-weft=\"insert\"><ins data-weft=\"insert\">text of it</ins></p>" },
    { "an item that moved", "<ul><li>one two three<li>four five six<li>seven eight</ul>",
      "<ul><li>four five six<li>seven eight<li>one two three</ul>",
      "<ul><li data-weft=\"delete\"><del data-weft=\"move\">one two three</del></li><li>four five six</li><li>seven eight</li><li data-weft=\"move\"><ins data-weft=\"move\">one two three</ins></li></ul>" },
    { "a link that leads elsewhere", "<p>See <a href=/a>it</a> here", "<p>See <a href=/b>it</a> here",
      "<p>See <a href=\"/b\" data-weft=\"change\" data-weft-note=\"href was &quot;/a&quot;, is now &quot;/b&quot;\">it</a> here</p>" },
    { "a link of which words and address changed", "<p>See <a href=/a>the map</a> here", "<p>See <a href=/b>the plan</a> here",
      "<p>See <a href=\"/b\" data-weft=\"change\" data-weft-note=\"href was &quot;/a&quot;, is now &quot;/b&quot;\">the <del data-weft=\"update\">map</del><ins data-weft=\"update\">plan</ins></a> here</p>" },
    { "a picture with another file", "<p>one <img src=a.png alt=A> two", "<p>one <img src=b.png alt=A> two",
      "<p>one <del data-weft=\"update\" data-weft-note=\"src was &quot;a.png&quot;, is now &quot;b.png&quot;\"><img src=\"a.png\" alt=\"A\"></del><ins data-weft=\"update\" data-weft-note=\"src was &quot;a.png&quot;, is now &quot;b.png&quot;\"><img src=\"b.png\" alt=\"A\"></ins> two</p>" },
    { "a tooltip", "<p title=A>one two", "<p title=B>one two",
      "<p title=\"B\" data-weft=\"change\" data-weft-note=\"tooltip was &quot;A&quot;, is now &quot;B&quot;\">one two</p>" },
    { "a field", "<p>x <input value=a>", "<p>x <input value=b>",
      "<p>x <input value=\"b\" data-weft=\"change\" data-weft-note=\"value was &quot;a&quot;, is now &quot;b&quot;\"></p>" },
    { "bold is look", "<p>one two three", "<p>one <b>two</b> three",
      "<p>one <b data-weft=\"change\" data-weft-class=\"look\" data-weft-note=\"b added\">two</b> three</p>" },
    { "another tag is look", "<p>one two", "<h2>one two</h2>",
      "<h2 data-weft=\"change\" data-weft-class=\"look\" data-weft-note=\"p became h2\">one two</h2>" },
    { "what the page itself marks stays the page's", "<p>one <ins>two</ins> three", "<p>one <ins>two</ins> new",
      "<p>one <ins>two</ins><del data-weft=\"update\"> three</del> <ins data-weft=\"update\">new</ins></p>" },
    { "words that came into what the page marks", "<p>one <del>two</del> three", "<p>one <del>two more</del> three",
      "<p>one <del>two <ins data-weft=\"insert\">more</ins></del> three</p>" },
    { "two changes side by side", "<p>one two three four", "<p>one <i>a</i> b four",
      "<p>one <del data-weft=\"update\">two three</del><ins data-weft=\"update\"><i>a</i> b</ins> four</p>" },
    { "a row that came", "<table><tr><td>a<td>b<tr><td>e<td>f</table>", "<table><tr><td>a<td>b<tr><td>c<td>d<tr><td>e<td>f</table>",
      "<table><tbody><tr><td>a</td><td>b</td></tr><tr data-weft=\"insert\"><td><ins data-weft=\"insert\">c</ins></td><td><ins data-weft=\"insert\">d</ins></td></tr><tr><td>e</td><td>f</td></tr></tbody></table>" },
    { "a column that came", "<table><tr><td>a<td>b<tr><td>e<td>f</table>", "<table><tr><td>a<td>x<td>b<tr><td>e<td>y<td>f</table>",
      "<table><tbody><tr><td>a</td><td data-weft=\"insert\"><ins data-weft=\"insert\">x</ins></td><td>b</td></tr><tr><td>e</td><td data-weft=\"insert\"><ins data-weft=\"insert\">y</ins></td><td>f</td></tr></tbody></table>" },
    { "a button", "<form><button>Send it</button></form>", "<form><button>Send now</button></form>",
      "<form><button>Send <del data-weft=\"update\">it</del><ins data-weft=\"update\">now</ins></button></form>" },
    { "an empty page that has something now", "", "one", "<ins data-weft=\"insert\">one</ins>" },
};

static void test_marked(void)
{
    CHECK_MERGED(marked);
}

int main(void)
{
    test_moved_row();
    test_gaps();
    test_stops();
    test_wraps();
    test_moves();
    test_format();
    test_chain();
    test_marked();
    return tap_done();
}
