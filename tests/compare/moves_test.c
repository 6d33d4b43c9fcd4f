/* What stands elsewhere, word for word. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

int main(void)
{
    EQ_CHANGES("a list re-ordered", "<ul><li>apples<li>pears<li>plums</ul>", "<ul><li>plums<li>apples<li>pears</ul>",
               "move: plums -> plums");
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
