/* What is pressed, and what says that it cannot be used. */
#include "compare/classes.h"

#include "tests/compare/changes.h"
#include "tests/tap.h"

#define OUT "attribute: Buy it -> Buy it (can no longer be used)"
#define IN "attribute: Buy it -> Buy it (can be used again)"

static const struct change_case cases[] = {
    { "an attribute", "<p>x <button>Buy it</button>", "<p>x <button disabled>Buy it</button>", OUT },
    { "one for who does not see the page", "<p>x <a href=/b>Buy it</a>", "<p>x <a href=/b aria-disabled=true>Buy it</a>", OUT },
    { "one that is off by itself", "<p>x <button aria-disabled=true>Buy it</button>",
      "<p>x <button aria-disabled=false>Buy it</button>", IN },
    { "a class", "<p>x <button class=b>Buy it</button>", "<p>x <button class='b btn--sold-out'>Buy it</button>", OUT },
    { "a class in one word", "<p>x <button class=isDisabled>Buy it</button>", "<p>x <button class=b>Buy it</button>", IN },
    { "a link to nowhere", "<p>x <a href=/buy>Buy it</a>", "<p>x <a href='#'>Buy it</a>", OUT },
    { "two of these at once are one", "<p>x <a href=/buy>Buy it</a>", "<p>x <a class=disabled href='#'>Buy it</a>", OUT },
    { "a card", "<ul><li>Buy it<li>Or not</ul>", "<ul><li class=outofstock>Buy it<li>Or not</ul>", OUT },
    { "a card that is disabled is only drawn so", "<ul><li>Buy it<li>Or not</ul>", "<ul><li class=disabled>Buy it<li>Or not</ul>",
      "format: Buy it -> Buy it (class added: \"disabled\")" },
    { "another word", "<p>x <button class=b>Buy it</button>", "<p>x <button class=not-disabled>Buy it</button>",
      "format: Buy it -> Buy it (class was \"b\", is now \"not-disabled\")" },
};

int main(void)
{
    CHECK_CHANGES(cases);
    return tap_done();
}
