/* What stands elsewhere, word for word. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

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
    return tap_done();
}
