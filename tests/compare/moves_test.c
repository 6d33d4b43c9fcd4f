/* What stands elsewhere, word for word. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

static const struct change_case lists[] = {
    { "the first item is the last now", "<ol><li>ash<li>elm<li>fir<li>oak</ol>", "<ol><li>elm<li>fir<li>oak<li>ash</ol>",
      "move: ash -> ash" },
    { "the last is the first", "<ol><li>ash<li>elm<li>fir<li>oak</ol>", "<ol><li>oak<li>ash<li>elm<li>fir</ol>",
      "move: oak -> oak" },
    { "two that changed places are one move", "<ol><li>ash<li>elm<li>fir<li>oak</ol>", "<ol><li>ash<li>fir<li>elm<li>oak</ol>",
      "move: fir -> fir" },
    { "two that moved together", "<ol><li>ash<li>elm<li>fir<li>oak<li>yew</ol>", "<ol><li>fir<li>oak<li>yew<li>ash<li>elm</ol>",
      "move: ash -> ash\n"
      "move: elm -> elm" },
    { "a list turned round", "<ol><li>ash<li>elm<li>fir</ol>", "<ol><li>fir<li>elm<li>ash</ol>",
      "move: fir -> fir\n"
      "move: elm -> elm" },
    { "an item that is there twice", "<ol><li>ash<li>elm<li>ash<li>oak</ol>", "<ol><li>elm<li>ash<li>ash<li>oak</ol>",
      "move: elm -> elm" },
    { "one moved, one came, one went", "<ol><li>ash<li>elm<li>fir<li>oak</ol>", "<ol><li>elm<li>yew<li>oak<li>ash</ol>",
      "delete: fir\n"
      "insert: -> yew\n"
      "move: ash -> ash" },
};

#define FAIR "The summer fair opens in the park on the first of May."
#define SNOW "Snow fell on the hills last night and closed the pass."
#define BRIDGE "The old bridge was painted red by the people of the town."

static const struct change_case texts[] = {
    { "a paragraph goes down", "<p>" FAIR "<p>" SNOW "<p>" BRIDGE, "<p>" SNOW "<p>" BRIDGE "<p>" FAIR,
      "move: The summer fair opens in the park on the first of May. -> The summer fair opens in the park on the first of May." },
    { "a paragraph goes up", "<p>" SNOW "<p>" BRIDGE "<p>" FAIR, "<p>" FAIR "<p>" SNOW "<p>" BRIDGE,
      "move: The summer fair opens in the park on the first of May. -> The summer fair opens in the park on the first of May." },
    { "a sentence goes into another paragraph", "<p>" FAIR " " SNOW "<p>" BRIDGE, "<p>" SNOW "<p>" BRIDGE " " FAIR,
      "move: The summer fair opens in the park on the first of May. -> The summer fair opens in the park on the first of May." },
    { "a paragraph goes into a box", "<p>" FAIR "<p>" SNOW "<div><p>" BRIDGE "</div>",
      "<p>" SNOW "<div><p>" BRIDGE "<p>" FAIR "</div>",
      "move: The summer fair opens in the park on the first of May. -> The summer fair opens in the park on the first of May." },
    { "a paragraph that stands there twice now did not move", "<p>" FAIR "<p>" SNOW, "<p>" FAIR "<p>" SNOW "<p>" FAIR,
      "insert: -> The summer fair opens in the park on the first of May." },
    { "one that stood there twice went once", "<p>" FAIR "<p>" SNOW "<p>" FAIR, "<p>" FAIR "<p>" SNOW,
      "delete: The summer fair opens in the park on the first of May." },
    { "a paragraph that stands elsewhere in other words went and came", "<p>" FAIR "<p>" SNOW "<p>" BRIDGE,
      "<p>" SNOW "<p>" BRIDGE "<p>The summer fair opens in the park on the last of May.",
      "delete: The summer fair opens in the park on the first of May.\n"
      "insert: -> The summer fair opens in the park on the last of May." },
    { "of paragraphs in another order those that stay are the most, the others are one move each",
      "<p>" FAIR "<p>" SNOW "<p>" BRIDGE
      "<p>Trains stop at noon for an hour or two today.<p>Bread costs more than it did last year here.",
      "<p>Trains stop at noon for an hour or two today.<p>" BRIDGE "<p>" SNOW
      "<p>Bread costs more than it did last year here.<p>" FAIR,
      "move: Trains stop at noon for an hour or two today. -> Trains stop at noon for an hour or two today.\n"
      "move: Snow fell on the hills last night and closed the pass. -> Snow fell on the hills last night and closed the pass.\n"
      "move: The summer fair opens in the park on the first of May. -> The summer fair opens in the park on the first of May." },
};

static void test_tables(void)
{
    CHECK_CHANGES(lists);
    CHECK_CHANGES(texts);
}

int main(void)
{
    EQ_CHANGES("a list re-ordered", "<ul><li>apples<li>pears<li>plums</ul>", "<ul><li>plums<li>apples<li>pears</ul>",
               "move: plums -> plums");
    EQ_CHANGES("items of one letter", "<ul><li>a<li>b<li>c</ul>", "<ul><li>c<li>a<li>b</ul>", "move: c -> c");
    EQ_CHANGES("a letter that is no item", "<p>a<p>some words that stay here", "<p>some words that stay here<p>a",
               "delete: a\ninsert: -> a");
    EQ_CHANGES(
        "a section is one move",
        "<h2>First</h2><p>One long text. And one more.<h2>Second</h2><p>Another long text, much longer than that one, stays.",
        "<h2>Second</h2><p>Another long text, much longer than that one, stays.<h2>First</h2><p>One long text. And one more.",
        "move: First\nOne long text. And one more. -> First\nOne long text. And one more.");
    EQ_CHANGES("too short and there twice", "<p>ab<p>some words that stay here<p>ab", "<p>some words that stay here<p>xy<p>zz",
               "delete: ab\nupdate: ab -> xy\nzz");
    EQ_CHANGES("a picture", "<p><img src=a.png><p>words that stay in between these",
               "<p>words that stay in between these<p><img src=a.png>", "move: [img] -> [img]");
    EQ_CHANGES(
        "a label amid what came and went did not move",
        "<p>One.<div><h3>Old card of last week</h3><b>Projects of the federation</b><p>Gone are these words now.</div><p>The second paragraph stays where it is.<p>So does the third one here.",
        "<p>One.<p>The second paragraph stays where it is.<p>So does the third one here.<div><h3>Another one of today</h3><b>Projects of the federation</b><p>Here is news for all.</div>",
        "delete: Old card of last week\nProjects of the federation\nGone are these words now.\n"
        "insert: -> Another one of today\nProjects of the federation\nHere is news for all.");
    EQ_CHANGES(
        "what follows a paragraph that went did not move",
        "<h2>State</h2><p>There is a project that brings it to two platforms.<h2>Sources</h2><p>We have made a branch, do this:<pre>$ get branch</pre>"
        "<p>There also is a mailing list for the purpose of talking about it.<p>We plan to put up links to good texts:<ul><li>The book</ul>",
        "<h2>State</h2><p>There is a project that brings it to two platforms.<h2>Sources</h2>"
        "<p>There also is a mailing list for the purpose of talking about it.<p>We plan to put up links to good texts:<ul><li>The book</ul>",
        "delete: We have made a branch, do this:\n$ get branch");
    EQ_CHANGES(
        "the leading story went into the list below it",
        "<h1>News</h1><p><a href=/lead><b>Judges throw out the case against the baker of Mill Lane</b></a></p><hr><div><p><a href=/1>Rain is on its way to us</a></p>"
        "<p><a href=/2>A bridge was opened today</a></p><p><a href=/3>Ten prizes for one school</a></p></div>",
        "<h1>News</h1><p><a href=/new><b>Schools close</b></a></p><hr><div><p><a href=/1>Rain is on its way to us</a></p><p><a href=/2>A bridge was opened today</a></p>"
        "<p><a href=/lead>Judges throw out the case against the baker of Mill Lane</a></p><p><a href=/3>Ten prizes for one school</a></p></div>",
        "insert: -> Schools close\n"
        "move: Judges throw out the case against the baker of Mill Lane -> Judges throw out the case against the baker of Mill Lane");
    EQ_CHANGES(
        "a picture between stories stays, whatever came before it",
        "<img src=logo.png><div><p><a href=/1>Rain is on its way to us</a></p><p><a href=/2>A bridge was opened today</a></p><p><img src=b.png></p>"
        "<p><a href=/3>Ten prizes for one school</a></p><p><a href=/4>The fair begins on Sunday</a></p></div>",
        "<img src=logo.png><div><p><a href=/0>Another mayor was chosen</a></p><p><img src=a.png></p><p><a href=/1>Rain is on its way to us</a></p><p><a href=/2>A bridge was opened today</a></p>"
        "<p><img src=b.png></p><p><a href=/3>Ten prizes for one school</a></p><p><a href=/4>The fair begins on Sunday</a></p></div>",
        "insert: -> Another mayor was chosen\ninsert: -> [img]");
    test_tables();
    return tap_done();
}
