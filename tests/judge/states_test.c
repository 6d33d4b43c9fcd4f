/* Lines that say how something stands. */
#include "judge/states.h"

#include "tests/tap.h"

static void test_days(void)
{
    ok(day_named(STR("Today")) && day_named(STR("Aujourd’hui")) && day_named(STR("明日")) && !day_named(STR("Open today"))
           && !day_named(STR("")),
       "a line that names a day from today is nothing else");
}

static void test_states(void)
{
    ok(states_named(STR("Out of stock")) && states_named(STR("Mail: OUTAGE since noon")), "in any letters");
    ok(states_named(STR("Derzeit ausverkauft")) && states_named(STR("売り切れ")), "in other languages");
    ok(states_named(STR("The lift is not working")) && !states_named(STR("Talks on networking"))
           && !states_named(STR("It was disclosed in May")) && states_named(STR("Unavailable")),
       "where a word begins, if it stands in others too");
    ok(!states_named(STR("A table of solid oak")) && !states_named(STR("")), "other lines name none");
}

int main(void)
{
    test_days();
    test_states();
    ok(events_named(STR("Deadline: 3 May 2026")) && events_named(STR("Termin: 3. Mai")) && events_named(STR("締切 5月3日")),
       "events");
    ok(!events_named(STR("Updated on 3 May 2026")) && !events_named(STR("It was prevented on 3 May")),
       "other dates are about the page");
    ok(!events_named(STR("The concert begins in 3 hours")), "what counts down is not a date");
    ok(stamps_named(STR("Last modified on 3 May")) && stamps_named(STR("最終更新日")) && !stamps_named(STR("Open until 3 May")),
       "when something was written");
    ok(running_named(STR("3日前 いいね6件")) && running_named(STR("5시간 전")) && running_named(STR("3天前发布"))
           && !running_named(STR("5日前までに申し込む")) && !running_named(STR("3일 전까지")),
       "also in scripts without spaces, where a term is none");
    ok(running_named(STR("3 hours ago")) && running_named(STR("vor 2 Tagen")) && !running_named(STR("within 14 days")),
       "times that run by themselves");
    ok(counters_named(STR("3 users online")) && counters_named(STR("Seitenaufrufe: 45120")) && !counters_named(STR("1,374 cases")),
       "counters");
    ok(counters_named(STR("Page generated in 0.3 seconds")) && counters_named(STR("12 mensen bekijken dit nu"))
           && !counters_named(STR("Goal: 5,000 signatures")),
       "what a machine counts, and what somebody set");
    return tap_done();
}
