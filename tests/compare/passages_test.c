/* What is mostly other is one old and one new passage. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

/* Kept words between two differences: an island is given up where it says little beside them. */
static const struct change_case islands[] = {
    { "a comma between two replaced runs", "<p>The white house, empty now, is sold today.",
      "<p>The black barn, ruined long, is sold today.", "update: white house, empty now -> black barn, ruined long" },
    { "a name between them stays", "<p>red Amsterdam blue is here for all of us", "<p>green Amsterdam black is here for all of us",
      "update: red -> green\n"
      "update: blue -> black" },
    { "a number between them stays", "<p>red 17 blue is here for all of us", "<p>green 17 black is here for all of us",
      "update: red -> green\n"
      "update: blue -> black" },
    { "an abbreviation stays", "<p>Paid 12 EUR on Monday by us.", "<p>Paid 14 EUR on Friday by us.",
      "update: 12 -> 14\n"
      "update: Monday -> Friday" },
    { "the month between a day and a year goes along", "<p>On 12 March 2023 in Rome.", "<p>On 14 March 2024 in Rome.",
      "update: 12 March 2023 -> 14 March 2024" },
    { "between other numbers it stays", "<p>On 12 March 45 in Rome.", "<p>On 14 March 46 in Rome.",
      "update: 12 -> 14\n"
      "update: 45 -> 46" },
    { "a word between what only came and what only went stays", "<p>one new of three four five", "<p>one of old three four five",
      "delete: new\n"
      "insert: -> old" },
    { "words in a box of their own stay", "<p>red <b>and</b> blue are here for all", "<p>green <b>and</b> black are here for all",
      "update: red -> green\n"
      "update: blue -> black" },
    { "over the end of a block nothing is joined", "<p>All is red,<p>blue is here", "<p>All is green,<p>black is here",
      "update: red -> green\n"
      "update: blue -> black" },
};

static const struct change_case other[] = {
    { "sentences that share their last word are two passages", "<p>one two three four five six end", "<p>a b c d e f g end",
      "update: one two three four five six end -> a b c d e f g end" },
    { "sentences that share half of their words are the same sentence", "<p>The council met on Monday and chose a mayor.",
      "<p>The council met on Friday and sacked a mayor.", "update: Monday and chose -> Friday and sacked" },
    { "letters of other scripts count as words", "<p>Совет собрался в понедельник и выбрал мэра.",
      "<p>Совет собрался в пятницу и выбрал судью.",
      "update: понедельник -> пятницу\n"
      "update: мэра -> судью" },
    { "ideographs, too", "<p>会议星期一在北京举行。", "<p>会议星期五在上海举行。",
      "update: 一 -> 五\n"
      "update: 北京 -> 上海" },
    { "a price and its points are one word", "<p>Costs 1.299,00 euro in all shops.", "<p>Costs 1.199,00 euro in all shops.",
      "update: 1.299,00 -> 1.199,00" },
    { "a version", "<p>Release 2.4.1 is out for you.", "<p>Release 2.4.2 is out for you.", "update: 2.4.1 -> 2.4.2" },
    { "a time", "<p>Opens at 10:30 on all days.", "<p>Opens at 11:45 on all days.", "update: 10:30 -> 11:45" },
    { "a date in figures", "<p>Updated 2024-03-05 by the office.", "<p>Updated 2025-01-17 by the office.",
      "update: 2024-03-05 -> 2025-01-17" },
};

static void test_tables(void)
{
    CHECK_CHANGES(islands);
    CHECK_CHANGES(other);
}

int main(void)
{
    EQ_CHANGES("sentences that share only small words", "<p>The mayor of the town is at the bridge.",
               "<p>The price of the bread is at the top.",
               "update: The mayor of the town is at the bridge. -> The price of the bread is at the top.");
    EQ_CHANGES("a number with a point in it", "<p>It costs 12.50 euro now.", "<p>It costs 13.75 euro now.",
               "update: 12.50 -> 13.75");
    EQ_CHANGES("a date", "<p>Held on Jan 3, 2024 in Rome.", "<p>Held on Feb 7, 2025 in Rome.",
               "update: Jan 3, 2024 -> Feb 7, 2025");
    EQ_CHANGES("a small word between two others", "<p>Talks open in Oslo today.", "<p>Talks end in Rome today.",
               "update: open in Oslo -> end in Rome");
    EQ_CHANGES("the price beside a button stays", "<div><span>$ 32</span> <a href=1>Add to cart</a></div>",
               "<div><span>$ 32</span> <a href=1>Read on here</a></div>", "update: Add to cart -> Read on here");
    EQ_CHANGES("a link between two changed words stays", "<p>red <a href=1>of</a> green is here for all",
               "<p>blue <a href=1>of</a> black is here for all", "update: red -> blue\nupdate: green -> black");
    EQ_CHANGES("numbers beside an abbreviation are numbers by themselves", "<p>Total: 1,234,567.89 EUR (12.5 %) for all of us",
               "<p>Total: 1,234,667.89 EUR (12.7 %) for all of us", "update: 1,234,567.89 -> 1,234,667.89\nupdate: 12.5 -> 12.7");
    EQ_CHANGES("a bracket is not torn from its partner", "<p>Residents of this island: 212 (2021) altogether",
               "<p>Residents of this island: 187 (2031) altogether", "update: 212 -> 187\nupdate: 2021 -> 2031");
    EQ_CHANGES("nor one that closes", "<p>see (rule 12) 44 for all of it", "<p>see (rule 13) 45 for all of it",
               "update: 12 -> 13\nupdate: 44 -> 45");
    EQ_CHANGES("brackets with nothing between them may go", "<p>call open() first of all here",
               "<p>call closed() later of all here", "update: open() first -> closed() later");
    test_tables();
    return tap_done();
}
