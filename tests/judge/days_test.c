/* Days that are not the day of the visit. */
#include "judge/days.h"

#include "tests/judge/judged.h"

static void test_named(void)
{
    ok(days_named(STR("6-8 October")) && days_named(STR("6. – 8. Oktober")), "within a month");
    ok(days_named(STR("April 3 - May 12")) && days_named(STR("April 3, 2017 - April 12, 2017")), "from one month to another");
    ok(!days_named(STR("2024-10-06")) && !days_named(STR("11:25-11:55")) && !days_named(STR("6 October")),
       "not a day, and not a clock");
    ok(!days_named(STR("")), "nothing");
}

static const struct judge_piece *json_piece(struct arena *a, const char *old, const char *new, struct judged **out)
{
    *out = judged_as(a, KIND_JSON, old, new);
    return (*out)->pieces.n ? &(*out)->pieces.item[0] : NULL;
}

static void test_data(struct arena *a)
{
    struct judged *j;
    const struct judge_piece *p = json_piece(a, "{\"end\": \"2024-04-30\"}", "{\"end\": \"2024-05-01\"}", &j);
    ok(p && days_of_data(j->delta.new, p->sentence, STR("2024-05-01")), "the key says which day");
    ok(p && !days_of_data(j->delta.new, p->sentence, STR("2024-05-01T10:11:12")), "a machine wrote it to the second");
    ok(days_of_key(j->delta.new, STR(" end "), STR("2024-05-01")) && !days_of_key(j->delta.new, STR("date"), STR("2024-05-01")),
       "by the key alone");
    ok(p && !days_of_record(&j->delta, p), "there is only one record");
    p = json_piece(a, "{\"date\": \"2024-04-30\"}", "{\"date\": \"2024-05-01\"}", &j);
    ok(p && !days_of_data(j->delta.new, p->sentence, STR("2024-05-01")), "any day may be that of the visit");
    p = json_piece(a, "[{\"name\": \"Ada\", \"end\": \"2024-04-30\"}, {\"name\": \"Bo\", \"end\": \"2024-04-12\"}]",
                   "[{\"name\": \"Ada\", \"end\": \"2024-05-01\"}, {\"name\": \"Bo\", \"end\": \"2024-04-12\"}]", &j);
    ok(p && days_of_record(&j->delta, p), "one of several records has it");
}

int main(void)
{
    AUTO(arena) a = { 0 };
    test_named();
    test_data(&a);
    return tap_done();
}
