/* What is mostly other is one old and one new passage. */
#include "tests/compare/changes.h"
#include "tests/tap.h"

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
    return tap_done();
}
