/* In: a line. Out: whether it names a state, or an event. */
#include "judge/states.h"

#include "base/auto.h"

static const struct str states[] = {
#define STATE(text) STR_INIT(text),
#include "judge/states.def"
#undef STATE
};

static const struct str events[] = {
#define EVENT(text) STR_INIT(text),
#define DURATION(word)
#include "judge/events.def"
#undef EVENT
#undef DURATION
};

static const struct str durations[] = {
#define EVENT(text)
#define DURATION(word) STR_INIT(word),
#include "judge/events.def"
#undef EVENT
#undef DURATION
};

bool states_named(struct str text)
{
    struct str_pairs pairs = { 0 };
    str_pairs_add(&pairs, text);
    for (size_t i = 0; i < ARRAY_LEN(states); i++)
        if (str_may_have(&pairs, states[i]) && str_has_phrase(text, states[i], false, false))
            return true;
    return false;
}

bool events_named(struct str text)
{
    struct str_pairs pairs = { 0 };
    bool named = false;
    str_pairs_add(&pairs, text);
    for (size_t i = 0; i < ARRAY_LEN(events) && !named; i++)
        named = str_may_have(&pairs, events[i]) && str_has_phrase(text, events[i], true, false);
    for (size_t i = 0; i < ARRAY_LEN(durations) && named; i++)
        named = !str_may_have(&pairs, durations[i]) || !str_has_phrase(text, durations[i], true, true);
    return named;
}
