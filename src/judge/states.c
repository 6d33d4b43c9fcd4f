/* In: a line. Out: whether it names a state, an event, a counter, or when something was written. */
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
#define RUNNING(text)
#include "judge/events.def"
#undef EVENT
#undef DURATION
#undef RUNNING
};

static const struct str durations[] = {
#define EVENT(text)
#define DURATION(word) STR_INIT(word),
#define RUNNING(text)
#include "judge/events.def"
#undef EVENT
#undef DURATION
#undef RUNNING
};

static const struct str running[] = {
#define EVENT(text)
#define DURATION(word)
#define RUNNING(text) STR_INIT(text),
#include "judge/events.def"
#undef EVENT
#undef DURATION
#undef RUNNING
};

static const struct str counters[] = {
#define COUNTER(text) STR_INIT(text),
#define STEM(text)
#include "judge/counters.def"
#undef COUNTER
#undef STEM
};

static const struct str counter_stems[] = {
#define COUNTER(text)
#define STEM(text) STR_INIT(text),
#include "judge/counters.def"
#undef COUNTER
#undef STEM
};

static const struct str stamps[] = {
#define STAMP(text) STR_INIT(text),
#include "judge/stamps.def"
#undef STAMP
};

/* Whether one of the phrases stands in the text where a word begins and, where asked, ends. */
static bool has_one(struct str text, const struct str *phrase, size_t n, bool begins, bool ends)
{
    struct str_pairs pairs = { 0 };
    str_pairs_add(&pairs, text);
    for (size_t i = 0; i < n; i++)
        if (str_may_have(&pairs, phrase[i]) && str_has_phrase(text, phrase[i], begins, ends))
            return true;
    return false;
}

bool states_named(struct str text)
{
    return has_one(text, states, ARRAY_LEN(states), false, false);
}

bool events_named(struct str text)
{
    return has_one(text, events, ARRAY_LEN(events), true, false) && !has_one(text, durations, ARRAY_LEN(durations), true, true);
}

bool running_named(struct str text)
{
    return has_one(text, running, ARRAY_LEN(running), true, true);
}

bool stamps_named(struct str text)
{
    return has_one(text, stamps, ARRAY_LEN(stamps), true, false);
}

bool counters_named(struct str text)
{
    return has_one(text, counters, ARRAY_LEN(counters), true, true)
           || has_one(text, counter_stems, ARRAY_LEN(counter_stems), true, false);
}
