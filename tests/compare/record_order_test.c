/* Records among other things: what keeps its order stays. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

#define CARD(title, text) "<div class=card><h3>" title "</h3><p>" text "</p></div>"
#define ITEM(text) "<li>" text

/* Headings and texts between records hold them in place. */
static const struct change_case order[] = {
    { "two lists, a record in each",
      "<h2>A</h2><ul>" ITEM("one two") ITEM("three four") "</ul><h2>B</h2><ul>" ITEM("five six") ITEM("seven eight") "</ul>",
      "<h2>A</h2><ul>" ITEM("one new") ITEM("three four") "</ul><h2>B</h2><ul>" ITEM("five six") ITEM("seven new") "</ul>",
      "update: two -> new\n"
      "update: eight -> new" },
    { "a list that came between two",
      "<h2>A</h2><ul>" ITEM("one two") ITEM("three four") "</ul><h2>B</h2><ul>" ITEM("five six") ITEM("seven eight") "</ul>",
      "<h2>A</h2><ul>" ITEM("one two") ITEM("three four") "</ul><h2>N</h2><ul>" ITEM("new one")
          ITEM("new two") "</ul><h2>B</h2><ul>" ITEM("five six") ITEM("seven eight") "</ul>",
      "insert: -> N\n"
      "new one\n"
      "new two" },
    { "a list that went",
      "<h2>A</h2><ul>" ITEM("one two") ITEM("three four") "</ul><h2>B</h2><ul>" ITEM("five six") ITEM("seven eight") "</ul>",
      "<h2>B</h2><ul>" ITEM("five six") ITEM("seven eight") "</ul>",
      "delete: A\n"
      "one two\n"
      "three four" },
    { "lists that changed places",
      "<h2>A</h2><ul>" ITEM("one two") ITEM("three four") "</ul><h2>B</h2><ul>" ITEM("five six") ITEM("seven eight") "</ul>",
      "<h2>B</h2><ul>" ITEM("five six") ITEM("seven eight") "</ul><h2>A</h2><ul>" ITEM("one two") ITEM("three four") "</ul>",
      "move: B\n"
      "five six\n"
      "seven eight -> B\n"
      "five six\n"
      "seven eight" },
    { "a list in two columns of which one is longer now",
      "<div><ul>" ITEM("ash tree") ITEM("elm tree") "</ul><ul>" ITEM("fir tree") ITEM("oak tree") "</ul></div>",
      "<div><ul>" ITEM("ash tree") ITEM("elm tree") ITEM("fir tree") "</ul><ul>" ITEM("oak tree") "</ul></div>",
      "move: fir tree -> fir tree" },
    { "the same items in a table", "<ul>" ITEM("ash tree") ITEM("elm tree") ITEM("fir tree") "</ul>",
      "<table><tr><td>ash tree<tr><td>elm tree<tr><td>fir tree</table>",
      "format: ash tree\n"
      "elm tree\n"
      "fir tree -> ash tree\n"
      "elm tree\n"
      "fir tree (ul, li became table, tbody, tr, td)" },
    { "a list inside an item", "<ul><li>ash<ul>" ITEM("one two") ITEM("three four") "</ul><li>elm</ul>",
      "<ul><li>ash<ul>" ITEM("one two") ITEM("new here") ITEM("three four") "</ul><li>elm</ul>", "insert: -> new here" },
    { "an item with its list", "<ul><li>ash<ul>" ITEM("one two") "</ul><li>elm<ul>" ITEM("three four") "</ul></ul>",
      "<ul><li>elm<ul>" ITEM("three four") "</ul></ul>",
      "delete: ash\n"
      "one two" },
    { "a text before the first card", "<div>" CARD("Ash", "one two") CARD("Elm", "three four") "</div>",
      "<div><p>Read this first of all.</p>" CARD("Ash", "one two") CARD("Elm", "three four") "</div>",
      "insert: -> Read this first of all." },
};

int main(void)
{
    CHECK_CHANGES(order);
    return tap_done();
}
