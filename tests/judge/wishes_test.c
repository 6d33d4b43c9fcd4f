/* How much somebody wants to hear: by watch, by tag, by user. */
#include "judge/wishes.h"

#include "tests/tap.h"

static struct wishes of(const char *watch, const char *list, const char *importance)
{
    static const struct str tags[] = { STR_INIT("work"), STR_INIT("small") };
    return wishes_of(&(struct wishes_said){ .watch_sensitivity = str_of(watch),
                                            .sensitivity = str_of(list),
                                            .importance = str_of(importance),
                                            .tag = tags,
                                            .n_tags = 2 });
}

int main(void)
{
    struct err e;
    eq_int(of("", "", "").sensitivity, SENSITIVITY_NORMAL, "nothing was said");
    eq_int(of("", "low", "").sensitivity, SENSITIVITY_LOW, "for all pages");
    eq_int(of("", "work=high, low", "").sensitivity, SENSITIVITY_HIGH, "for a tag");
    eq_int(of("", "low, other=high", "").sensitivity, SENSITIVITY_LOW, "not for another");
    eq_int(of("", "work=low, small=everything", "").sensitivity, SENSITIVITY_EVERYTHING,
           "of two tags the one that lets more through");
    eq_int(of("low", "work=high", "").sensitivity, SENSITIVITY_LOW, "the watch itself overrules");
    eq_int(of("loud", "high", "").sensitivity, SENSITIVITY_HIGH, "what cannot be read was not said");
    ok(of("", "", "0.5, work=0.25, small=0.125").min_importance == 0.125, "importance likewise");
    eq_int(of("", "work=low, small=normal", "").sensitivity, SENSITIVITY_NORMAL, "normal lets more through than low");
    ok(of("low", "", "").min_importance == sensitivity_importance(SENSITIVITY_LOW) && of("low", "", "0.5").min_importance == 0.5
           && of("normal", "", "").min_importance == 0,
       "low is a least importance, unless more was said");
    ok(sensitivity_importance(SENSITIVITY_LOW) > sensitivity_importance(SENSITIVITY_NORMAL)
           && sensitivity_chance(SENSITIVITY_LOW) == sensitivity_chance(SENSITIVITY_NORMAL)
           && sensitivity_chance(SENSITIVITY_NORMAL) > sensitivity_chance(SENSITIVITY_HIGH)
           && sensitivity_chance(SENSITIVITY_EVERYTHING) == 0,
       "each level lets more through");
    AUTO(arena) a = { 0 };
    struct str limits = arena_printf(
        &a,
        "least %.0f %% likely to matter), low (of those, what has an importance of at least %.2f), high (what is at least %.0f %% ",
        sensitivity_chance(SENSITIVITY_NORMAL) * 100, sensitivity_importance(SENSITIVITY_LOW),
        sensitivity_chance(SENSITIVITY_HIGH) * 100);
    ok(str_find(STR(SENSITIVITY_WORDS), limits, 0) != SIZE_MAX, "what is said of the levels has their numbers: %.*s",
       STR_ARG(limits));
    ok(sensitivity_importance(SENSITIVITY_NORMAL) <= 0 && sensitivity_importance(SENSITIVITY_HIGH) <= 0,
       "which is all they ask for");
    struct wishes low = of("low", "", "0.5");
    eq_str(wishes_below(&a, &low, 0.01), STR("less important than sensitivity low asks for"),
           "what the level asks for is said first");
    eq_str(wishes_below(&a, &low, 0.25), STR("its importance, 0.25, is below the 0.50 you asked for"), "then what they said");
    eq_str(wishes_below(&a, &(struct wishes){ .min_importance = 0.411 }, 0.4096),
           STR("its importance, 0.410, is below the 0.411 you asked for"), "so that the two differ");
    ok(wishes_check_sensitivities(STR(" normal , work=high,"), &e) == 0 && wishes_check_importances(STR("0, work=1"), &e) == 0,
       "lists");
    ok(wishes_check_sensitivities(STR("work="), &e) == E_FORMAT && wishes_check_sensitivities(STR("work=loud"), &e) == E_FORMAT,
       "that say nothing");
    ok(wishes_check_importance(STR("1.5"), &e) == E_FORMAT && wishes_check_importance(STR("nan"), &e) == E_FORMAT
           && wishes_check_importance(STR("0.1x"), &e) == E_FORMAT,
       "numbers that are no share");
    return tap_done();
}
