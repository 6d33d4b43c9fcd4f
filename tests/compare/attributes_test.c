/* Elements that stand for each other, and what they say of themselves. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

int main(void)
{
    EQ_CHANGES("an address", "<p><a href=/a>a link</a>", "<p><a href=/b>a link</a>",
               "attribute: a link -> a link (href was \"/a\", is now \"/b\")");
    EQ_CHANGES("look", "<p class=a>some words", "<p class=b>some words",
               "format: some words -> some words (class was \"a\", is now \"b\")");
    EQ_CHANGES("nothing", "<p id=a>some words", "<p id=b>some words", "");
    EQ_CHANGES("a link that moved and leads elsewhere",
               "<ul><li><a href=/old>First thing</a><li><a href=/2>Second thing</a><li><a href=/3>Third thing</a></ul>",
               "<ul><li><a href=/2>Second thing</a><li><a href=/3>Third thing</a><li><a href=/new>First thing</a></ul>",
               "attribute: First thing -> First thing (href was \"/old\", is now \"/new\")\nmove: First thing -> First thing");
    EQ_CHANGES("one that moved and looks otherwise",
               "<ul><li><a href=/1>First thing</a><li><a href=/2>Second thing</a><li><a href=/3>Third thing</a></ul>",
               "<ul><li><a href=/2>Second thing</a><li><a href=/3>Third thing</a><li><a href=/1 class=x>First thing</a></ul>",
               "move: First thing -> First thing");
    return tap_done();
}
