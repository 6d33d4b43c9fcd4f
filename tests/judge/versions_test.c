/* Which numbers are versions. */
#include "judge/versions.h"

#include "base/auto.h"
#include "tests/tap.h"

int main(void)
{
    static const char *const yes[] = { "2.4.0", "0.9.12", "120.0.6099.109", "v1.4.1", "v2.0", "3.9b1", "5.5.2beta", "1.0.2k" };
    static const char *const no[] = { "1.234.567", "192.168.0.1", "12",        "2..4",  "2.", "v",
                                      "12.4km",    "3.5b",        "1.2.3.4.5", "5.292", "" };
    for (size_t i = 0; i < ARRAY_LEN(yes); i++)
        ok(versions_is(str_of(yes[i]), false), "%s is a version", yes[i]);
    for (size_t i = 0; i < ARRAY_LEN(no); i++)
        ok(!versions_is(str_of(no[i]), true), "“%s” is not", no[i]);
    ok(versions_is(STR("12.4"), true) && !versions_is(STR("12.4"), false), "two parts are one where the line speaks of versions");
    ok(versions_is_day(STR("04.03.2026")) && versions_is_day(STR("2026.3.4")), "one that may be a day");
    ok(!versions_is_day(STR("v2026.3.4")) && !versions_is_day(STR("2026.14.4")) && !versions_is_day(STR("4.3.26"))
           && !versions_is_day(STR("")),
       "and others");
    ok(versions_named(STR("Latest Release:")) && versions_named(STR("バージョン 3.1")) && !versions_named(STR("Water level: 3.1")),
       "which it does in several languages");
    ok(versions_is_stage(STR("rc2")) && versions_is_stage(STR("BETA")) && !versions_is_stage(STR("and")),
       "what is not finished yet");
    return tap_done();
}
