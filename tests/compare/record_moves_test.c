/* Records in another order: which of them moved. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

#define CARD(title, text) "<div class=card><h3>" title "</h3><p>" text "</p></div>"
#define ITEM(text) "<li>" text

/* As few as possible are told to have moved. */
static const struct change_case moved[] = {
    { "one to the front", "<ul>" ITEM("ash tree") ITEM("elm tree") ITEM("fir tree") ITEM("oak tree") "</ul>",
      "<ul>" ITEM("oak tree") ITEM("ash tree") ITEM("elm tree") ITEM("fir tree") "</ul>", "move: oak tree -> oak tree" },
    { "one to the end", "<ul>" ITEM("ash tree") ITEM("elm tree") ITEM("fir tree") ITEM("oak tree") "</ul>",
      "<ul>" ITEM("elm tree") ITEM("fir tree") ITEM("oak tree") ITEM("ash tree") "</ul>", "move: ash tree -> ash tree" },
    { "one by one place", "<ul>" ITEM("ash tree") ITEM("elm tree") ITEM("fir tree") "</ul>",
      "<ul>" ITEM("elm tree") ITEM("ash tree") ITEM("fir tree") "</ul>", "move: elm tree -> elm tree" },
    { "two that crossed", "<ul>" ITEM("ash tree") ITEM("elm tree") ITEM("fir tree") ITEM("oak tree") "</ul>",
      "<ul>" ITEM("oak tree") ITEM("elm tree") ITEM("fir tree") ITEM("ash tree") "</ul>",
      "move: oak tree -> oak tree\n"
      "move: ash tree -> ash tree" },
    { "cards with their texts", "<div>" CARD("Ash", "one two") CARD("Elm", "three four") CARD("Fir", "five six") "</div>",
      "<div>" CARD("Fir", "five six") CARD("Ash", "one two") CARD("Elm", "three four") "</div>",
      "move: Fir\n"
      "five six -> Fir\n"
      "five six" },
    { "a card that moved and changed", "<div>" CARD("Ash", "one two") CARD("Elm", "three four") CARD("Fir", "five six") "</div>",
      "<div>" CARD("Fir", "five ten") CARD("Ash", "one two") CARD("Elm", "three four") "</div>",
      "move: Fir\n"
      "five six -> Fir\n"
      "five ten\n"
      "update: six -> ten" },
    { "rows", "<table><tr><td>Ash<td>1<tr><td>Elm<td>2<tr><td>Fir<td>3</table>",
      "<table><tr><td>Elm<td>2<tr><td>Fir<td>3<tr><td>Ash<td>1</table>",
      "move: Ash\n"
      "1 -> Ash\n"
      "1" },
    { "one moved while one came", "<ul>" ITEM("ash tree") ITEM("elm tree") ITEM("fir tree") "</ul>",
      "<ul>" ITEM("fir tree") ITEM("ash tree") ITEM("new tree of all") ITEM("elm tree") "</ul>",
      "move: fir tree -> fir tree\n"
      "insert: -> new tree of all" },
    { "one moved while one went", "<ul>" ITEM("ash tree") ITEM("elm tree") ITEM("fir tree") ITEM("oak tree") "</ul>",
      "<ul>" ITEM("oak tree") ITEM("ash tree") ITEM("fir tree") "</ul>",
      "move: oak tree -> oak tree\n"
      "delete: elm tree" },
    { "of words that stand there twice one went and one came",
      "<ul>" ITEM("more") ITEM("ash tree") ITEM("more") ITEM("elm tree") "</ul>",
      "<ul>" ITEM("ash tree") ITEM("more") ITEM("elm tree") ITEM("more") "</ul>",
      "delete: more\n"
      "insert: -> more" },
    { "from one list to another",
      "<h2>New</h2><ul>" ITEM("ash tree of old") ITEM("elm tree of old") "</ul><h2>Old</h2><ul>" ITEM("fir tree of old")
          ITEM("oak tree of old") "</ul>",
      "<h2>New</h2><ul>" ITEM("elm tree of old") "</ul><h2>Old</h2><ul>" ITEM("fir tree of old") ITEM("oak tree of old")
          ITEM("ash tree of old") "</ul>",
      "move: ash tree of old -> ash tree of old" },
};

int main(void)
{
    CHECK_CHANGES(moved);
    return tap_done();
}
