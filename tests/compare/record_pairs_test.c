/* Which record is which: by key, by words, by place. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

#define CARD(title, text) "<div class=card><h3>" title "</h3><p>" text "</p></div>"
#define ITEM(text) "<li>" text

/* A heading or a link names a record, whatever else of it changed. */
static const struct change_case keyed[] = {
    { "the text of a card", "<div>" CARD("Ash", "one two") CARD("Elm", "three four") "</div>",
      "<div>" CARD("Ash", "five six") CARD("Elm", "three four") "</div>", "update: one two -> five six" },
    { "the title of a card with the same text", "<div>" CARD("Ash", "one two three") CARD("Elm", "four five six") "</div>",
      "<div>" CARD("Fir", "one two three") CARD("Elm", "four five six") "</div>", "update: Ash -> Fir" },
    { "both", "<div>" CARD("Ash", "one two three") CARD("Elm", "four five six") "</div>",
      "<div>" CARD("Fir", "seven eight nine") CARD("Elm", "four five six") "</div>",
      "delete: Ash\n"
      "one two three\n"
      "insert: -> Fir\n"
      "seven eight nine" },
    { "a link by its address", "<ul><li><a href=/1>First story of today</a><li><a href=/2>Second story of today</a></ul>",
      "<ul><li><a href=/1>First story, corrected</a><li><a href=/2>Second story of today</a></ul>",
      "update: of today -> , corrected" },
    { "a row by its first cell", "<table><tr><td>Ash<td>1<td>2<tr><td>Elm<td>3<td>4</table>",
      "<table><tr><td>Ash<td>7<td>8<tr><td>Elm<td>3<td>4</table>",
      "update: 1 -> 7\n"
      "update: 2 -> 8" },
    { "a term by itself", "<dl><dt>Ash<dd>a tree<dt>Elm<dd>a bush</dl>", "<dl><dt>Ash<dd>a plant<dt>Elm<dd>a bush</dl>",
      "update: tree -> plant" },
};

/* Without a key the words that both have tell. */
static const struct change_case alike[] = {
    { "most of the words", "<ul><li>the first of all things here<li>the second is another</ul>",
      "<ul><li>the first of all things there<li>the second is another</ul>", "update: here -> there" },
    { "half of them", "<ul><li>red green blue black<li>one two three four</ul>",
      "<ul><li>red green pink white<li>one two three four</ul>", "update: blue black -> pink white" },
    { "none of them", "<ul><li>red green blue black<li>one two three four</ul>",
      "<ul><li>ash elm fir oak<li>one two three four</ul>",
      "delete: red green blue black\n"
      "insert: -> ash elm fir oak" },
    { "short ones by their place", "<ul><li>1<li>2<li>3</ul>", "<ul><li>1<li>5<li>3</ul>", "update: 2 -> 5" },
    { "records that are all alike", "<ul><li>new item here<li>new item here<li>new item here</ul>",
      "<ul><li>new item here<li>new item here</ul>", "delete: new item here" },
    { "one more of those that are all alike", "<ul><li>new item here<li>new item here</ul>",
      "<ul><li>new item here<li>new item here<li>new item here</ul>", "insert: -> new item here" },
};

int main(void)
{
    CHECK_CHANGES(keyed);
    CHECK_CHANGES(alike);
    return tap_done();
}
