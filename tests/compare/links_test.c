/* Links that came and went without words of their own. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

#define ICON(address, name) "<a href='" address "' aria-label='" name "'><i class=x></i></a>"
#define DRAWN(address, name) "<a href='" address "' aria-label='" name "'><svg><path d='M0'/></svg></a>"

static const struct change_case more[] = {
    { "a blank label is no name", "<ul></ul><p>some words", "<ul><li><a href=/b aria-label=' ' title=Jobs></a></ul><p>some words",
      "attribute: (link \"Jobs\" to \"/b\" added)" },
    { "icons of the same name on both pages", "<p>some words</p>" ICON("/a", "News") ICON("/b", "News"),
      "<p>some words</p>" ICON("/a", "News"), "attribute: (link \"News\" to \"/b\" removed)" },
    { "a link that went from around text", "<p>some <a href=/a>words</a> here", "<p>some words here",
      "attribute: words -> words (link to \"/a\" removed)" },
    { "around more words than before", "<p>some <a href=/a>words</a> here", "<p>some <a href=/a>words here</a>",
      "format: words -> words (white space changed)\n"
      "format: here -> here (moved into another element)" },
    { "two links that came around words", "<p>one and two here", "<p><a href=/1>one</a> and <a href=/2>two</a> here",
      "attribute: one -> one (link to \"/1\" added)\n"
      "attribute: two -> two (link to \"/2\" added)" },
    { "a link that came with its words", "<p>some words here", "<p>some words <a href=/a>and more</a> here",
      "insert: -> and more" },
    { "an address that differs in its case alone", "<p><a href=/A>it</a> is", "<p><a href=/a>it</a> is",
      "attribute: it -> it (href was \"/A\", is now \"/a\")" },
    { "a slash at the end of a host is not another address", "<p><a href=http://a.example>it</a> is",
      "<p><a href=http://a.example/>it</a> is", "format: it -> it (href was \"http://a.example\", is now \"http://a.example/\")" },
    { "an anchor without address is not a link", "<p>some words here", "<p>some <a name=x>words</a> here",
      "format: words -> words (a added)" },
    { "an address that a script makes", "<p>some words here", "<p>some <a href='javascript:void(0)'>words</a> here",
      "format: words -> words (a added)" },
    { "a link that opens elsewhere", "<p><a href=/a>it</a> is", "<p><a href=/a target=_blank>it</a> is",
      "format: it -> it (target added: \"_blank\")" },
    { "a link that says what it is to search engines", "<p><a href=/a>it</a> is", "<p><a href=/a rel=nofollow>it</a> is",
      "format: it -> it (rel added: \"nofollow\")" },
    { "a counter in an address", "<p><a href='/a?utm_source=x'>it</a> is", "<p><a href='/a?utm_source=y'>it</a> is",
      "format: it -> it (href was \"/a?utm_source=x\", is now \"/a?utm_source=y\")" },
    { "two links swapped their addresses", "<p><a href=/1>one</a> or <a href=/2>two</a>",
      "<p><a href=/2>one</a> or <a href=/1>two</a>",
      "attribute: one -> one (href was \"/1\", is now \"/2\")\n"
      "attribute: two -> two (href was \"/2\", is now \"/1\")" },
};

static void test_more(void)
{
    CHECK_CHANGES(more);
}

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
    test_more();
    return tap_done();
}
