/* Links that came and went without words of their own. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

#define ICON(address, name) "<a href='" address "' aria-label='" name "'><i class=x></i></a>"
#define DRAWN(address, name) "<a href='" address "' aria-label='" name "'><svg><path d='M0'/></svg></a>"

int main(void)
{
    EQ_CHANGES("a link around text that stayed", "<p>some words here", "<p>some <a href=/a>words</a> here",
               "attribute: words -> words (link to \"/a\" added)");
    EQ_CHANGES("an a that moved, the link stayed", "<p>some <a href=/a><b>words</b></a>", "<p>some <b><a href=/a>words</a></b>",
               "format: words -> words (a moved into another element)");
    EQ_CHANGES("a link that an icon stands for", "<p>some words</p>", "<p>some words</p>" ICON("/a", "News"),
               "attribute: (link \"News\" to \"/a\" added)");
    EQ_CHANGES("one without a name", "<p>some words</p>", "<p>some words</p><a href=/a></a>", "attribute: (link to \"/a\" added)");
    EQ_CHANGES("in a list", "<ul><li>" ICON("/a", "News") "</ul><p>some words",
               "<ul><li>" ICON("/a", "News") "<li>" ICON("/b", "Jobs") "</ul><p>some words",
               "attribute: (link \"Jobs\" to \"/b\" added)");
    EQ_CHANGES("and gone from it", "<ul><li>" ICON("/a", "News") "<li>" ICON("/b", "Jobs") "</ul><p>some words",
               "<ul><li>" ICON("/a", "News") "</ul><p>some words", "attribute: (link \"Jobs\" to \"/b\" removed)");
    EQ_CHANGES("no name, in a list: look", "<ul><li>" ICON("/a", "News") "</ul><p>some words",
               "<ul><li>" ICON("/a", "News") "<li><a href=/b></a></ul><p>some words", "format: (li added)");
    EQ_CHANGES("a name by its tooltip", "<ul></ul><p>some words", "<ul><li><a href=/b title=Jobs></a></ul><p>some words",
               "attribute: (link \"Jobs\" to \"/b\" added)");
    EQ_CHANGES("with a drawing in it", DRAWN("/a", "News") "<p>some words", DRAWN("/a", "News") DRAWN("/b", "Jobs") "<p>some words",
               "attribute: (link \"Jobs\" to \"/b\" added)\ninsert: -> [svg]");
    EQ_CHANGES("that stands elsewhere now", "<div>" ICON("/a", "News") "</div><p>some words",
               "<p>some words<ul><li>" ICON("/a", "News") "</ul>", "format: (div removed)\nformat: (ul added)");
    EQ_CHANGES("that nobody sees", "<ul></ul><p>some words", "<ul><li><a href=/b aria-label=Jobs hidden></a></ul><p>some words",
               "format: (li added)");
    return tap_done();
}
