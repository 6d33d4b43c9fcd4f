/* Lines that say how something stands. */
#include "judge/states.h"

#include "tests/tap.h"

int main(void)
{
    ok(states_named(STR("Out of stock")) && states_named(STR("Mail: OUTAGE since noon")), "in any letters");
    ok(states_named(STR("Derzeit ausverkauft")) && states_named(STR("売り切れ")), "in other languages");
    ok(!states_named(STR("A table of solid oak")) && !states_named(STR("")), "other lines name none");
    ok(events_named(STR("Deadline: 3 May 2026")) && events_named(STR("Termin: 3. Mai")) && events_named(STR("締切 5月3日")),
       "events");
    ok(!events_named(STR("Updated on 3 May 2026")) && !events_named(STR("It was prevented on 3 May")),
       "other dates are about the page");
    ok(!events_named(STR("The concert begins in 3 hours")), "what counts down is not a date");
    return tap_done();
}
