/* Lines that say how something stands. */
#include "judge/states.h"

#include "tests/tap.h"

int main(void)
{
    ok(states_named(STR("Out of stock")) && states_named(STR("Mail: OUTAGE since noon")), "in any letters");
    ok(states_named(STR("Derzeit ausverkauft")) && states_named(STR("売り切れ")), "in other languages");
    ok(!states_named(STR("A table of solid oak")) && !states_named(STR("")), "other lines name none");
    return tap_done();
}
